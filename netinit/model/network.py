"""What network is asked for: links, addresses, routes, rules and name servers, whatever format they came in.

A *link* is an interface asked for; a *nic* (facts.py) is one that the kernel shows.  Links keep the order of the
document.  `None` means that the author said nothing, so that each renderer can tell a default from a choice.

References between links (`interfaces`, `link`, `peer`) are ids; `NetworkConfig.link(id)` follows them, and
`Link.name` is the name of the device, where it is known without looking at the machine.
Units: MTUs in bytes, bond intervals in milliseconds, bridge times in seconds.
"""

from __future__ import annotations

from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, TypeAlias

    from netinit.document import Tree
    from netinit.report import Path

    Family: TypeAlias = Literal[4, 6]


class Address(Record):
    """A static address with the length of its network's prefix."""

    ip: str  # canonical spelling, without prefix
    prefix: int
    family: Family
    label: str | None = None
    lifetime: str | None = None  # preferred lifetime: "0" or "forever"
    peer: str | None = None  # other end of a point-to-point link
    broadcast: str | None = None
    scope: str | None = None
    path: Path = ()

    def __str__(self) -> str:
        return f"{self.ip}/{self.prefix}"


class Route(Record):
    """A route; which device it leaves by is the link that holds it."""

    family: Family
    to: str  # "default", or canonical network with prefix ("10.0.0.0/8")
    via: str | None = None
    source: str | None = None  # v2: from
    metric: int | None = None
    table: int | None = None
    on_link: bool | None = None
    type: str = "unicast"
    scope: str | None = None  # "global", "link", "host"; None: as the kernel's default
    mtu: int | None = None
    advmss: int | None = None
    initcwnd: int | None = None
    initrwnd: int | None = None
    path: Path = ()

    @property
    def destination(self) -> str:
        """The destination as a network, the default route as 0.0.0.0/0 or ::/0."""
        if self.to != "default":
            return self.to
        return "0.0.0.0/0" if self.family == 4 else "::/0"

    @property
    def is_default(self) -> bool:
        """Whether this is a default route, however it is spelled."""
        return self.to in {"default", "0.0.0.0/0", "::/0"}


class Rule(Record):
    """A rule of policy routing; `family` is None where neither end tells it."""

    family: Family | None
    source: str | None = None  # v2: from; canonical network with prefix
    to: str | None = None
    table: int | None = None
    priority: int | None = None
    mark: int | None = None
    tos: int | None = None
    path: Path = ()


class DhcpOverrides(Record):
    """What to take from a DHCP lease and what to tell the server."""

    use_dns: bool | None = None
    use_ntp: bool | None = None
    use_hostname: bool | None = None
    use_mtu: bool | None = None
    use_routes: bool | None = None
    use_domains: str | None = None  # "true", "false", "route"
    send_hostname: bool | None = None
    hostname: str | None = None
    route_metric: int | None = None


class RaOverrides(Record):
    """What to take from router advertisements."""

    use_dns: bool | None = None
    use_domains: str | None = None  # "true", "false", "route"
    table: int | None = None


class Match(Record):
    """Which nics a link means; all given conditions must hold, none at all means every nic of the kind."""

    mac: str | None = None  # lower case, 6 or 20 bytes; the permanent address
    name: tuple[str, ...] = ()  # globs, any of them
    driver: tuple[str, ...] = ()  # globs, any of them

    @property
    def literal_name(self) -> str | None:
        """The only name that can match, if there is just one."""
        if len(self.name) == 1 and not set(self.name[0]) & set("*?[]!"):
            return self.name[0]
        return None


class BridgePort(Record):
    """How a link behaves as port of a bridge."""

    path_cost: int | None = None
    priority: int | None = None
    hairpin: bool | None = None
    learning: bool | None = None
    neigh_suppress: bool | None = None

    def own_keys(self) -> tuple[str, ...]:
        """The keys of version 2 in here that stand at the port itself, not at its bridge."""
        given = (
            ("hairpin", self.hairpin),
            ("port-mac-learning", self.learning),
            ("neigh-suppress", self.neigh_suppress),
        )
        return tuple(key for key, value in given if value is not None)


class Auth(Record):
    """802.1X or Wi-Fi credentials; everything in here is secret but the method and the names of files."""

    key_management: str | None = None
    method: str | None = None
    identity: str | None = None
    anonymous_identity: str | None = None
    password: str | None = None
    psk: str | None = (
        None  # a pre-shared key (v2: `password` where the key management is psk or sae)
    )
    ca_certificate: str | None = None
    client_certificate: str | None = None
    client_key: str | None = None
    client_key_password: str | None = None
    phase2_auth: str | None = None
    path: Path = ()


class NmSettings(Record):
    """The `networkmanager` section: settings for NetworkManager alone."""

    name: str | None = None
    uuid: str | None = None
    stable_id: str | None = None
    device: str | None = None
    passthrough: tuple[tuple[str, str], ...] = ()  # ("group.key", value)


class NetworkdSettings(Record):
    """The `networkd` section: lines for systemd-networkd alone, as ("Section.Key", value)."""

    network: tuple[tuple[str, str], ...] = ()
    netdev: tuple[tuple[str, str], ...] = ()
    link: tuple[tuple[str, str], ...] = ()


class Link(Record):
    """What every kind of link can have."""

    id: str
    name: str | None = (
        None  # of the device; None: only the machine can tell (match without set-name)
    )
    path: Path = ()
    renderer: str | None = None  # "networkd", "NetworkManager", "sriov": wish for this link alone
    match: Match | None = None  # physical kinds only; None: the nic named `id`
    set_name: str | None = None
    mtu: int | None = None
    ipv6_mtu: int | None = None
    mac: str | None = None  # to set; or "permanent", "random", "stable", "preserve", "stable-ssid"
    wakeonlan: bool | None = None
    offloads: tuple[tuple[str, bool], ...] = ()  # ("receive-checksum-offload", True)
    emit_lldp: bool | None = None
    optional: bool | None = None
    optional_addresses: tuple[str, ...] = ()
    activation: str | None = None  # "manual", "off"
    critical: bool | None = None
    ignore_carrier: bool | None = None
    addresses: tuple[Address, ...] = ()
    dhcp4: bool = False
    dhcp6: bool = False
    ipv6_mode: str | None = (
        None  # "slaac", "stateless", "stateful": only that one (v1); dhcp6 is True for the last two
    )
    dhcp4_overrides: DhcpOverrides | None = None
    dhcp6_overrides: DhcpOverrides | None = None
    dhcp_identifier: str | None = None  # "mac", "duid"
    accept_ra: bool | None = None
    ra_overrides: RaOverrides | None = None
    ipv6_privacy: bool | None = None
    ipv6_generation: str | None = None  # "eui64", "stable-privacy"
    ipv6_token: str | None = None
    link_local: tuple[str, ...] | None = None  # of "ipv4", "ipv6"; None: the default, IPv6 alone
    routes: tuple[Route, ...] = ()
    rules: tuple[Rule, ...] = ()
    nameservers: tuple[str, ...] = ()
    search: tuple[str, ...] = ()
    master: str | None = None  # id of the bond, bridge or VRF that this link belongs to
    bridge_port: BridgePort | None = None
    auth: Auth | None = None
    nm: NmSettings | None = None
    networkd: NetworkdSettings | None = None
    openvswitch: Mapping[str, Tree] | None = None

    kind = "link"

    @property
    def physical(self) -> bool:
        """Whether the link stands for nics that exist without us."""
        return self.kind in {"ethernet", "wifi", "modem", "nm-device", "loopback"}

    @property
    def has_layer3(self) -> bool:
        """Whether any address is asked for, static or dynamic."""
        return bool(self.addresses or self.dhcp4 or self.dhcp6 or self.ipv6_mode)

    def has_family(self, family: Family) -> bool:
        """Whether an address of this family is asked for, static or by DHCP."""
        dynamic = self.dhcp4 if family == 4 else self.dhcp6 or bool(self.ipv6_mode)
        return dynamic or any(address.family == family for address in self.addresses)


class Loopback(Link):
    """The loopback device."""

    kind = "loopback"


class Ethernet(Link):
    """An Ethernet or InfiniBand nic, or the virtual function of one."""

    kind = "ethernet"
    infiniband: bool = False
    infiniband_mode: str | None = None  # "datagram", "connected"
    pf: str | None = (
        None  # id of the physical function that this link is a virtual function of (v2: link)
    )
    vf_count: int | None = None
    eswitch_mode: str | None = None  # "switchdev", "legacy"
    delay_rebind: bool | None = None


class AccessPoint(Record):
    """A Wi-Fi network to join or to offer."""

    ssid: str
    mode: str = "infrastructure"  # "adhoc", "ap"
    band: str | None = None  # "5GHz", "2.4GHz"
    channel: int | None = None
    bssid: str | None = None
    hidden: bool | None = None
    auth: Auth | None = None
    nm: NmSettings | None = None
    path: Path = ()


class Wifi(Link):
    """A wireless nic."""

    kind = "wifi"
    access_points: tuple[AccessPoint, ...] = ()
    wakeonwlan: tuple[str, ...] = ()
    regulatory_domain: str | None = None


class Modem(Link):
    """A GSM or CDMA modem; NetworkManager only."""

    kind = "modem"
    apn: str | None = None
    auto_config: bool | None = None
    device_id: str | None = None
    network_id: str | None = None
    number: str | None = None
    password: str | None = None
    pin: str | None = None
    sim_id: str | None = None
    sim_operator_id: str | None = None
    username: str | None = None


class NmDevice(Link):
    """A device that only NetworkManager knows how to make; all is in `nm.passthrough`."""

    kind = "nm-device"


class BondParams(Record):
    """Options of a bond; intervals in milliseconds."""

    mode: str | None = None
    lacp_rate: str | None = None
    miimon: int | None = None
    up_delay: int | None = None
    down_delay: int | None = None
    arp_interval: int | None = None
    arp_ip_targets: tuple[str, ...] = ()
    arp_validate: str | None = None
    arp_all_targets: str | None = None
    min_links: int | None = None
    transmit_hash_policy: str | None = None
    ad_select: str | None = None
    all_members_active: bool | None = None
    fail_over_mac_policy: str | None = None
    gratuitous_arp: int | None = None
    packets_per_member: int | None = None
    primary: str | None = None  # id of a member
    primary_reselect_policy: str | None = None
    resend_igmp: int | None = None
    learn_packet_interval: int | None = None  # seconds, as in the kernel (lp_interval)
    # beyond version 2, from version 1:
    ad_actor_sys_prio: int | None = None
    ad_actor_system: str | None = None
    ad_user_port_key: int | None = None
    active_member: str | None = None
    dynamic_tlb: bool | None = None
    use_carrier: bool | None = None
    unsolicited_na: int | None = None
    peer_notify_delay: int | None = None


class Bond(Link):
    """Several links acting as one."""

    kind = "bond"
    interfaces: tuple[str, ...] = ()
    params: BondParams = BondParams()


class BridgeParams(Record):
    """Options of a bridge; times in seconds."""

    stp: bool | None = None
    priority: int | None = None
    ageing_time: int | None = None
    forward_delay: int | None = None
    hello_time: int | None = None
    max_age: int | None = None


class Bridge(Link):
    """A switch in software."""

    kind = "bridge"
    interfaces: tuple[str, ...] = ()
    params: BridgeParams = BridgeParams()


class Vlan(Link):
    """A tagged network on another link."""

    kind = "vlan"
    vlan_id: int
    link: str


class Vrf(Link):
    """A routing domain of its own; its routes and rules already carry its table."""

    kind = "vrf"
    table: int
    interfaces: tuple[str, ...] = ()


class Dummy(Link):
    """A device without a wire."""

    kind = "dummy"


class Veth(Link):
    """One end of a virtual cable."""

    kind = "veth"
    peer: str


class Tunnel(Link):
    """A tunnel whose mode needs only its ends: gre, sit, ipip, vti and their relatives."""

    kind = "tunnel"
    mode: str
    local: str | None = None
    remote: str | None = None
    ttl: int | None = None
    input_key: str | None = None  # a number or a dotted quad
    output_key: str | None = None


class Vxlan(Link):
    """A VXLAN segment."""

    kind = "vxlan"
    vni: int
    link: str | None = None
    local: str | None = None
    remote: str | None = None  # a unicast or multicast address
    ttl: int | None = None
    port: int | None = None
    ageing: int | None = None
    limit: int | None = None
    tos: int | None = None
    flow_label: int | None = None
    do_not_fragment: bool | None = None
    short_circuit: bool | None = None
    arp_proxy: bool | None = None
    mac_learning: bool | None = None
    notifications: tuple[str, ...] = ()  # "l2-miss", "l3-miss"
    checksums: tuple[
        str, ...
    ] = ()  # "udp", "zero-udp6-tx", "zero-udp6-rx", "remote-tx", "remote-rx"
    extensions: tuple[str, ...] = ()  # "group-policy", "generic-protocol"
    port_range: tuple[int, int] | None = None


class WireGuardPeer(Record):
    """The other end of a WireGuard tunnel."""

    public_key: str
    preshared_key: str | None = None  # base64, or the path of a file
    endpoint: str | None = None
    allowed_ips: tuple[str, ...] = ()
    keepalive: int | None = None
    path: Path = ()


class WireGuard(Link):
    """A WireGuard interface."""

    kind = "wireguard"
    private_key: str | None = None  # base64, or the path of a file
    key_flags: tuple[str, ...] = ()  # "agent-owned", "not-saved", "not-required"
    port: int | None = None
    mark: int | None = None
    ttl: int | None = None
    peers: tuple[WireGuardPeer, ...] = ()


if TYPE_CHECKING:
    AnyLink: TypeAlias = (
        Loopback
        | Ethernet
        | Wifi
        | Modem
        | NmDevice
        | Bond
        | Bridge
        | Vlan
        | Vrf
        | Dummy
        | Veth
        | Tunnel
        | Vxlan
        | WireGuard
    )


class Origin(Record):
    """Where a network-config came from; each file that we write names it."""

    source: str = ""  # datasource or place: "NoCloud", "kernel command line"; empty: given by hand
    file: str = ""  # as the user named it
    digest: str = ""  # first 12 hexadecimal digits of the text's SHA-256
    format: str = ""  # "v1", "v2", "eni", "openstack", "klibc", "cmdline"


class NetworkConfig(Record):
    """All that one document asks for."""

    links: tuple[AnyLink, ...] = ()
    nameservers: tuple[str, ...] = ()  # bound to no link
    search: tuple[str, ...] = ()
    renderer: str | None = None  # wish of the document: "networkd", "NetworkManager"
    disabled: bool = False  # the document says that nothing is to be configured
    openvswitch: Mapping[str, Tree] | None = None  # settings of Open vSwitch as a whole
    tree: Mapping[str, Tree] | None = (
        None  # a version 2 document, unwrapped, without what was refused
    )
    unknown: tuple[
        tuple[Path, str], ...
    ] = ()  # keys in `tree` that no reader knows, each with the closest known one
    path: Path = ()  # where the document stands in its file: (), or ("network",)
    origin: Origin = Origin()

    def link(self, link_id: str) -> AnyLink | None:
        """The link of that id."""
        index: dict[str, AnyLink] | None = self.__dict__.get("_index")
        if index is None:
            index = {link.id: link for link in self.links}
            self.__dict__["_index"] = index
        return index.get(link_id)

    def members(self, link_id: str) -> tuple[AnyLink, ...]:
        """The ports of a bond, bridge or VRF, in the order of the document."""
        return tuple(link for link in self.links if link.master == link_id)
