"""What netv2_write says of each kind of link: bonds, bridges, tunnels, Wi-Fi and the like."""

from __future__ import annotations

from netinit.document import Quoted
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from netinit.model.network import AccessPoint, Auth, NetworkConfig, NmSettings, WireGuardPeer
    from netinit.model.record import Record
    from netinit.report import Report

    Body = dict[str, Any]
    Table = tuple[tuple[str, str], ...]

BOND: Table = (
    ("mode", "mode"),
    ("lacp_rate", "lacp-rate"),
    ("miimon", "mii-monitor-interval"),
    ("min_links", "min-links"),
    ("transmit_hash_policy", "transmit-hash-policy"),
    ("ad_select", "ad-select"),
    ("all_members_active", "all-slaves-active"),
    ("arp_interval", "arp-interval"),
    ("arp_ip_targets", "arp-ip-targets"),
    ("arp_validate", "arp-validate"),
    ("arp_all_targets", "arp-all-targets"),
    ("up_delay", "up-delay"),
    ("down_delay", "down-delay"),
    ("fail_over_mac_policy", "fail-over-mac-policy"),
    ("gratuitous_arp", "gratuitous-arp"),
    ("packets_per_member", "packets-per-slave"),
    ("primary", "primary"),
    ("primary_reselect_policy", "primary-reselect-policy"),
    ("resend_igmp", "resend-igmp"),
    ("learn_packet_interval", "learn-packet-interval"),
)
# Options that the kernel has and version 2 has not; as version 1 calls them.
UNSAID_OF_BOND: Table = (
    ("ad_actor_sys_prio", "bond-ad_actor_sys_prio"),
    ("ad_actor_system", "bond-ad_actor_system"),
    ("ad_user_port_key", "bond-ad_user_port_key"),
    ("active_member", "bond-active_slave"),
    ("dynamic_tlb", "bond-tlb_dynamic_lb"),
    ("use_carrier", "bond-use_carrier"),
    ("unsolicited_na", "bond-num_unsol_na"),
    ("peer_notify_delay", "bond-peer_notif_delay"),
)
BRIDGE: Table = (
    ("ageing_time", "ageing-time"),
    ("priority", "priority"),
    ("forward_delay", "forward-delay"),
    ("hello_time", "hello-time"),
    ("max_age", "max-age"),
    ("stp", "stp"),
)
ETHERNET: Table = (
    ("pf", "link"),
    ("vf_count", "virtual-function-count"),
    ("eswitch_mode", "embedded-switch-mode"),
    ("delay_rebind", "delay-virtual-functions-rebind"),
    ("infiniband_mode", "infiniband-mode"),
)
MODEM: Table = (
    ("apn", "apn"),
    ("auto_config", "auto-config"),
    ("device_id", "device-id"),
    ("network_id", "network-id"),
    ("number", "number"),
    ("password", "password"),
    ("pin", "pin"),
    ("sim_id", "sim-id"),
    ("sim_operator_id", "sim-operator-id"),
    ("username", "username"),
)
VLAN: Table = (("vlan_id", "id"), ("link", "link"))
VRF: Table = (("table", "table"), ("interfaces", "interfaces"))
VETH: Table = (("peer", "peer"),)
ENDS: Table = (("local", "local"), ("remote", "remote"), ("ttl", "ttl"))
VXLAN: Table = (
    ("vni", "id"),
    ("link", "link"),
    *ENDS,
    ("port", "port"),
    ("ageing", "ageing"),
    ("limit", "limit"),
    ("tos", "type-of-service"),
    ("flow_label", "flow-label"),
    ("do_not_fragment", "do-not-fragment"),
    ("short_circuit", "short-circuit"),
    ("arp_proxy", "arp-proxy"),
    ("mac_learning", "mac-learning"),
    ("notifications", "notifications"),
    ("checksums", "checksums"),
    ("extensions", "extensions"),
)
WIREGUARD: Table = (("port", "port"), ("mark", "mark"), ("ttl", "ttl"))
AUTH: Table = (
    ("key_management", "key-management"),
    ("method", "method"),
    ("identity", "identity"),
    ("anonymous_identity", "anonymous-identity"),
    ("password", "password"),
    ("ca_certificate", "ca-certificate"),
    ("client_certificate", "client-certificate"),
    ("client_key", "client-key"),
    ("client_key_password", "client-key-password"),
    ("phase2_auth", "phase2-auth"),
)
ACCESS_POINT: Table = (
    ("band", "band"),
    ("channel", "channel"),
    ("bssid", "bssid"),
    ("hidden", "hidden"),
)
NM: Table = (("name", "name"), ("uuid", "uuid"), ("stable_id", "stable-id"), ("device", "device"))


def given(record: Record, table: Table) -> Body:
    """The fields of a table that a record was given, under their keys."""
    body: Body = {}
    values = record.__dict__
    for field, key in table:
        value = values.get(field)
        if value is None or value == ():
            continue
        if type(value) is tuple:
            value = [Quoted(item) for item in value]
        body[key] = Quoted(value) if type(value) is str else value
    return body


def _ethernet(body: Body, link: model.Ethernet, _config: NetworkConfig, _report: Report) -> None:
    body.update(given(link, ETHERNET))
    if link.infiniband and link.infiniband_mode is None and len(_matched_mac(link)) <= 17:
        body["infiniband-mode"] = (
            "datagram"  # what tells InfiniBand from Ethernet; the kernel's default
        )


def _matched_mac(link: model.Ethernet) -> str:
    return (link.match.mac if link.match else None) or ""


def _wifi(body: Body, link: model.Wifi, _config: NetworkConfig, _report: Report) -> None:
    if link.regulatory_domain is not None:
        body["regulatory-domain"] = Quoted(link.regulatory_domain)
    if link.wakeonwlan:
        body["wakeonwlan"] = list(link.wakeonwlan)
    body["access-points"] = {point.ssid: _access_point(point) for point in link.access_points}


def _access_point(point: AccessPoint) -> Body:
    body: Body = {} if point.mode == "infrastructure" else {"mode": point.mode}
    body.update(given(point, ACCESS_POINT))
    if point.auth is not None:
        if point.auth.psk is not None:
            body["password"] = Quoted(point.auth.psk)
        rest = given(point.auth, AUTH)
        if "password" not in body or rest != {"key-management": "psk"}:
            body["auth"] = rest
    if point.nm is not None:
        body["networkmanager"] = nm_settings(point.nm)
    return body


def auth(record: Auth) -> Body:
    """The `auth` section of a wired link."""
    body = given(record, AUTH)
    if record.psk is not None:
        body["password"] = Quoted(record.psk)
    return body


def nm_settings(record: NmSettings) -> Body:
    """The `networkmanager` section."""
    body = given(record, NM)
    if record.passthrough:
        body["passthrough"] = {key: Quoted(value) for key, value in record.passthrough}
    return body


def _modem(body: Body, link: model.Modem, _config: NetworkConfig, _report: Report) -> None:
    body.update(given(link, MODEM))


def _bond(body: Body, link: model.Bond, _config: NetworkConfig, report: Report) -> None:
    body["interfaces"] = [Quoted(member) for member in link.interfaces]
    parameters = given(link.params, BOND)
    if parameters:
        body["parameters"] = parameters
    for field, word in UNSAID_OF_BOND:
        if getattr(link.params, field) is not None:
            report.warning(
                (*link.path, "params", word),
                f"network-config version 2 has no key for the bond option '{word.removeprefix('bond-')}'; left out",
                key=True,
            )


def _bridge(body: Body, link: model.Bridge, config: NetworkConfig, _report: Report) -> None:
    body["interfaces"] = [Quoted(member) for member in link.interfaces]
    parameters = given(link.params, BRIDGE)
    for field, key in (("path_cost", "path-cost"), ("priority", "port-priority")):
        ports: Body = {}
        for member_id in link.interfaces:
            member = config.link(member_id)
            port = member.bridge_port if member else None
            if port is not None and getattr(port, field) is not None:
                ports[member_id] = getattr(port, field)
        if ports:
            parameters[key] = ports
    if parameters:
        body["parameters"] = parameters


def _vlan(body: Body, link: model.Vlan, _config: NetworkConfig, _report: Report) -> None:
    body.update(given(link, VLAN))


def _vrf(body: Body, link: model.Vrf, _config: NetworkConfig, _report: Report) -> None:
    body.update(given(link, VRF))


def _veth(body: Body, link: model.Veth, _config: NetworkConfig, _report: Report) -> None:
    body.update(given(link, VETH))


def _tunnel(body: Body, link: model.Tunnel, _config: NetworkConfig, _report: Report) -> None:
    body["mode"] = link.mode
    body.update(given(link, ENDS))
    if link.input_key is not None and link.input_key == link.output_key:
        body["key"] = link.input_key
    else:
        keys = {"input": link.input_key, "output": link.output_key}
        keys = {key: value for key, value in keys.items() if value is not None}
        if keys:
            body["keys"] = keys


def _vxlan(body: Body, link: model.Vxlan, _config: NetworkConfig, _report: Report) -> None:
    body["mode"] = "vxlan"
    body.update(given(link, VXLAN))
    if link.port_range is not None:
        body["port-range"] = list(link.port_range)


def _wireguard(body: Body, link: model.WireGuard, _config: NetworkConfig, _report: Report) -> None:
    body["mode"] = "wireguard"
    if link.key_flags:
        body["keys"] = {"private-key-flags": list(link.key_flags)}
        if link.private_key is not None:
            body["keys"]["private"] = Quoted(link.private_key)
    elif link.private_key is not None:
        body["key"] = Quoted(link.private_key)
    body.update(given(link, WIREGUARD))
    if link.peers:
        body["peers"] = [_peer(peer) for peer in link.peers]


def _peer(peer: WireGuardPeer) -> Body:
    keys: Body = {"public": Quoted(peer.public_key)}
    if peer.preshared_key is not None:
        keys["shared"] = Quoted(peer.preshared_key)
    body: Body = {"keys": keys}
    if peer.endpoint is not None:
        body["endpoint"] = Quoted(peer.endpoint)
    if peer.allowed_ips:
        body["allowed-ips"] = list(peer.allowed_ips)
    if peer.keepalive is not None:
        body["keepalive"] = peer.keepalive
    return body


KINDS: dict[Any, Callable[[Body, Any, NetworkConfig, Report], None]] = {
    model.Ethernet: _ethernet,
    model.Wifi: _wifi,
    model.Modem: _modem,
    model.Bond: _bond,
    model.Bridge: _bridge,
    model.Vlan: _vlan,
    model.Vrf: _vrf,
    model.Veth: _veth,
    model.Tunnel: _tunnel,
    model.Vxlan: _vxlan,
    model.WireGuard: _wireguard,
}
