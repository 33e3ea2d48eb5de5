"""The keys that only some kinds of link have in network-config version 2: bonds, bridges, tunnels, Wi-Fi."""

from __future__ import annotations

from netinit.formats.addresses import BadValue, ip_address, ipv4, mac_address, network, shown
from netinit.formats.keys import boolean, duration_ms, duration_s, integer, one_of, text, uint
from netinit.formats.netv2_parts import (
    PSK_KEY_MANAGEMENTS,
    auth,
    check_psk,
    link_name,
    nm_settings,
    secret,
)
from netinit.formats.reading import list_of
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.formats.reading import CompoundTable, PlainTable, Reader, Reading, Values
    from netinit.report import Path

BOND_MODES = (
    "balance-rr",
    "active-backup",
    "balance-xor",
    "broadcast",
    "802.3ad",
    "balance-tlb",
    "balance-alb",
)
OVS_BOND_MODES = ("balance-tcp", "balance-slb")

BOND: PlainTable = {
    "mode": ("mode", one_of(*BOND_MODES, *OVS_BOND_MODES)),
    "lacp-rate": ("lacp_rate", one_of("slow", "fast")),
    "mii-monitor-interval": ("miimon", duration_ms),
    "up-delay": ("up_delay", duration_ms),
    "down-delay": ("down_delay", duration_ms),
    "arp-interval": ("arp_interval", duration_ms),
    "arp-validate": ("arp_validate", text),
    "arp-all-targets": ("arp_all_targets", text),
    "min-links": ("min_links", uint),
    "transmit-hash-policy": ("transmit_hash_policy", text),
    "ad-select": ("ad_select", text),
    "all-slaves-active": ("all_members_active", boolean),
    "all-members-active": ("all_members_active", boolean),
    "fail-over-mac-policy": ("fail_over_mac_policy", text),
    "gratuitous-arp": ("gratuitous_arp", uint),
    "gratuitious-arp": ("gratuitous_arp", uint),
    "packets-per-slave": ("packets_per_member", uint),
    "packets-per-member": ("packets_per_member", uint),
    "primary": ("primary", text),
    "primary-reselect-policy": ("primary_reselect_policy", text),
    "resend-igmp": ("resend_igmp", uint),
    "learn-packet-interval": ("learn_packet_interval", duration_s),
}
BOND_LISTS: CompoundTable = {
    "arp-ip-targets": list_of("arp_ip_targets", ipv4),
    "arp-ip-target": list_of(
        "arp_ip_targets", ipv4
    ),  # cloud-init: its version 1 converter writes this spelling
}


def bond_parameters(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`parameters:` of a bond."""
    found: Values = {}
    reading.mapping(found, node, path, BOND, BOND_LISTS)
    values["params"] = model.BondParams(**found)


BRIDGE: PlainTable = {
    "stp": ("stp", boolean),
    "priority": ("priority", integer(0, 65535)),
    "ageing-time": ("ageing_time", duration_s),
    "aging-time": ("ageing_time", duration_s),
    "forward-delay": ("forward_delay", duration_s),
    "hello-time": ("hello_time", duration_s),
    "max-age": ("max_age", duration_s),
}


def bridge_parameters(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`parameters:` of a bridge; what concerns single ports is kept apart for drafts.finish."""
    found: Values = {}
    ports: dict[str, Values] = {}

    def per_port(field: str, most: int) -> Reader:
        parser = integer(0, most)

        def read(reading: Reading, values: Values, node: Tree, path: Path) -> None:
            if not isinstance(node, dict):
                reading.error(path, f"expected a mapping of port to number, found {shown(node)}")
                return
            for port, number in node.items():
                value = reading.value(number, (*path, port), parser)
                if value is not None:
                    ports.setdefault(port, {})[field] = value

        return read

    compound: CompoundTable = {
        "path-cost": per_port("path_cost", 2**32 - 1),
        "port-priority": per_port("priority", 63),
    }
    reading.mapping(found, node, path, BRIDGE, compound)
    found.setdefault(
        "stp", True
    )  # netplan: on where there are parameters, else left to the backend
    values["params"] = model.BridgeParams(**found)
    values["ports"] = ports


# --- tunnels -------------------------------------------------------------------------------------------------------

IP4_MODES = ("sit", "gre", "ipip", "vti", "gretap", "isatap")
IP6_MODES = ("ip6gre", "ipip6", "ip6ip6", "vti6", "ip6gretap")
TUNNEL_MODES = (*IP4_MODES, *IP6_MODES, "vxlan", "wireguard")
KEYED_MODES = frozenset({"vti", "vti6", "gre", "ip6gre", "gretap", "ip6gretap"})


def endpoint_address(value: object) -> str:
    """An end of a tunnel: an address without prefix."""
    return ip_address(value)[0]


def tunnel_key(value: object) -> str:
    """A number or a dotted quad."""
    if isinstance(value, str):
        if value.isascii() and value.isdigit() and len(value) <= 10 and int(value) <= 2**32 - 1:
            return str(int(value))
        try:
            return ipv4(value)
        except BadValue:
            pass
    raise BadValue(f"expected a number or a dotted quad (such as 1.2.3.4), found {shown(value)}")


def wireguard_key(value: object) -> str:
    """32 bytes in base64, or the absolute path of a file that holds them; never repeated in a message."""
    if isinstance(value, str):
        if value.startswith("/"):
            return str(value)
        alphabet = set(value[:-1])
        if (
            len(value) == 44
            and value.endswith("=")
            and all(char.isascii() and (char.isalnum() or char in "+/") for char in alphabet)
        ):
            return str(value)
    raise BadValue(
        "expected a key of 44 base64 characters, or the absolute path of a file with one"
    )


PRIVATE_KEY_FLAGS = ("agent-owned", "not-saved", "not-required")


def tunnel_keys(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`key:`/`keys:` one for both directions, or `{input, output}`, or WireGuard's `{private}`.

    What it means depends on the mode, which may stand below: the texts are kept for netv2.
    """
    values["keys"] = (node, path)


def split_keys(reading: Reading, values: Values, mode: str) -> None:
    """Read the kept `keys` as the tunnel's mode asks."""
    node, path = values.pop("keys")
    if mode == "wireguard":
        if isinstance(node, dict):
            plain: PlainTable = {"private": ("private_key", wireguard_key)}
            compound: CompoundTable = {
                "private-key-flags": list_of("key_flags", one_of(*PRIVATE_KEY_FLAGS))
            }
            reading.mapping(values, node, path, plain, compound)
        else:
            values["private_key"] = reading.value(node, path, wireguard_key)
        return
    if isinstance(node, dict):
        reading.mapping(
            values,
            node,
            path,
            {"input": ("input_key", tunnel_key), "output": ("output_key", tunnel_key)},
        )
    else:
        key = reading.value(node, path, tunnel_key)
        if key is not None:
            values["input_key"] = values["output_key"] = key
    if mode not in KEYED_MODES and ("input_key" in values or "output_key" in values):
        reading.error(path, f"a tunnel of mode {mode} has no keys")
        values.pop("input_key", None)
        values.pop("output_key", None)


def wireguard_endpoint(value: object) -> str | None:
    """`host:port`, IPv6 hosts in brackets; an empty text is none, as for netplan."""
    word = text(value)
    if not word:
        return None
    host, colon, port = word.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        inner = host[1:-1]
        ip, family = ip_address(inner)
        if family == 6 and port.isascii() and port.isdigit() and 1 <= int(port) <= 65535:
            return f"[{ip}]:{port}"
    elif (
        colon
        and host
        and ":" not in host
        and host.split() == [host]
        and port.isascii()
        and port.isdigit()
        and len(port) <= 5
        and 1 <= int(port) <= 65535
    ):
        if host.replace(".", "").isdigit():
            ipv4(host)
        return word
    raise BadValue(f"expected host:port or [IPv6]:port, found {shown(value)}")


def allowed_ip(value: object) -> str:
    """A network that a peer may send from; host bits stay as they were written, for the kernel to clear."""
    network(value)
    ip, slash, length = str(value).partition("/")
    canonical, family = ip_address(ip)
    return f"{canonical}/{int(length) if slash else 32 if family == 4 else 128}"


PEER: PlainTable = {
    "endpoint": ("endpoint", wireguard_endpoint),
    "keepalive": ("keepalive", integer(0, 65535)),
}
PEER_KEYS: PlainTable = {
    "public": ("public_key", wireguard_key),
    "shared": ("preshared_key", wireguard_key),
}


def peers(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`peers:` of a WireGuard tunnel."""

    def keys(reading: Reading, values: Values, node: Tree, path: Path) -> None:
        reading.mapping(values, node, path, PEER_KEYS)

    found = []
    for item, item_path in reading.items(node, path):
        fields: Values = {}
        before = len(reading.refused)
        compound: CompoundTable = {"keys": keys, "allowed-ips": list_of("allowed_ips", allowed_ip)}
        if not reading.mapping(fields, item, item_path, PEER, compound):
            continue
        if "public_key" not in fields:
            if len(reading.refused) == before:
                reading.error(
                    (*item_path, "keys", "public"),
                    "a peer needs its public key",
                    at=item_path,
                    refuse=item_path,
                )
            else:
                reading.refused.append(item_path)
            continue
        if fields["public_key"].startswith("/"):
            reading.error(
                (*item_path, "keys", "public"),
                "a public key stands here itself, not in a file",
                refuse=item_path,
            )
            continue
        if not fields.get("allowed_ips"):
            reading.report.warning(item_path, "a peer without 'allowed-ips' gets no traffic")
        found.append(model.WireGuardPeer(path=item_path, **fields))
    values["peers"] = tuple(found)


def port_range(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`port-range: [low, high]`."""
    ports = [
        reading.value(item, item_path, integer(1, 65535))
        for item, item_path in reading.items(node, path)
    ]
    if len(ports) != 2:
        if isinstance(node, list):
            reading.error(path, f"expected two ports, found {len(ports)} values")
        return
    if None in ports:
        reading.refused.append(path)  # one port alone is no range
        return
    if ports[0] > ports[1]:
        reading.report.warning(
            path, f"the ports stand in the wrong order, read as {ports[1]} to {ports[0]}"
        )
        ports.reverse()
    values["port_range"] = tuple(ports)


TUNNEL: PlainTable = {
    "mode": ("mode", one_of(*TUNNEL_MODES)),
    "local": ("local", endpoint_address),
    "remote": ("remote", endpoint_address),
    "ttl": ("ttl", integer(1, 255)),
    "port": ("port", integer(1, 65535)),
    "mark": ("mark", uint),
    "id": ("vni", integer(1, 2**24 - 1)),
    "link": ("link", text),
    "ageing": ("ageing", uint),
    "aging": ("ageing", uint),
    "limit": ("limit", uint),
    "type-of-service": ("tos", integer(0, 255)),
    "flow-label": ("flow_label", integer(0, 2**20 - 1)),
    "do-not-fragment": ("do_not_fragment", boolean),
    "short-circuit": ("short_circuit", boolean),
    "arp-proxy": ("arp_proxy", boolean),
    "mac-learning": ("mac_learning", boolean),
}
TUNNEL_COMPOUND: CompoundTable = {
    "key": tunnel_keys,
    "keys": tunnel_keys,
    "peers": peers,
    "port-range": port_range,
    "notifications": list_of("notifications", one_of("l2-miss", "l3-miss")),
    "checksums": list_of(
        "checksums", one_of("udp", "zero-udp6-tx", "zero-udp6-rx", "remote-tx", "remote-rx")
    ),
    "extensions": list_of("extensions", one_of("group-policy", "generic-protocol")),
}

# --- Wi-Fi ---------------------------------------------------------------------------------------------------------

BANDS = {"5GHz": "5GHz", "5G": "5GHz", "2.4GHz": "2.4GHz", "2.4G": "2.4GHz"}
CHANNELS_2GHZ = range(1, 15)
CHANNELS_5GHZ = frozenset(
    {
        7,
        8,
        9,
        11,
        12,
        16,
        34,
        36,
        38,
        40,
        42,
        44,
        46,
        48,
        50,
        52,
        54,
        56,
        58,
        60,
        62,
        64,
        68,
        96,
        100,
        102,
        104,
        106,
        108,
        110,
        112,
        114,
        116,
        118,
        120,
        122,
        124,
        126,
        128,
        132,
        134,
        136,
        138,
        140,
        142,
        144,
        149,
        151,
        153,
        155,
        157,
        159,
        161,
        165,
        169,
        173,
        177,
    }
)
WAKE_ON_WLAN = (
    "any",
    "disconnect",
    "magic_pkt",
    "gtk_rekey_failure",
    "eap_identity_req",
    "four_way_handshake",
    "rfkill_release",
    "tcp",
    "default",
)


def band(value: object) -> str:
    """A frequency band."""
    return BANDS[one_of(*BANDS)(value)]


ACCESS_POINT: PlainTable = {
    "mode": ("mode", one_of("infrastructure", "adhoc", "ap")),
    "band": ("band", band),
    "channel": ("channel", uint),
    "bssid": ("bssid", mac_address),
    "hidden": ("hidden", boolean),
    "password": ("password", secret),
}


def access_points(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`access-points: {ssid: {…}}`."""
    if not isinstance(node, dict):
        reading.error(
            path, f"expected a mapping of network name to its settings, found {shown(node)}"
        )
        return
    found = []
    for ssid, body in node.items():
        point_path = (*path, ssid)
        fields: Values = {}
        if not ssid or len(ssid.encode()) > 32:
            reading.error(
                point_path,
                f"expected a network name of 1 to 32 bytes, found {shown(ssid)}",
                key=True,
            )
            continue

        def networkmanager(reading: Reading, values: Values, node: Tree, path: Path) -> None:
            values["nm"] = nm_settings(reading, node, path)

        if body is not None and not reading.mapping(
            fields, body, point_path, ACCESS_POINT, {"auth": auth, "networkmanager": networkmanager}
        ):
            continue
        password = fields.pop("password", None)
        if password is not None:
            _password_as_psk(reading, fields, password, point_path)
        _check_channel(reading, fields, point_path)
        found.append(model.AccessPoint(ssid=ssid, path=point_path, **fields))
    values["access_points"] = tuple(found)


def _password_as_psk(reading: Reading, fields: Values, password: str, path: Path) -> None:
    """The short form: a password beside `auth` is a pre-shared key."""
    given = fields.get("auth")
    key_management = given.key_management if given is not None else None
    if key_management in {None, *PSK_KEY_MANAGEMENTS}:
        found: Values = {"key_management": key_management or "psk", "psk": password}
        check_psk(reading, found, (*path, "password"))
        base = given.__dict__ if given is not None else {"path": (*path, "password")}
        fields["auth"] = model.Auth(**{**base, **found})
    elif given is not None and given.password is None:
        fields["auth"] = given.replace(password=password)


def _check_channel(reading: Reading, fields: Values, path: Path) -> None:
    channel, chosen = fields.get("channel"), fields.get("band")
    if channel is None:
        return
    if chosen == "2.4GHz" and channel not in CHANNELS_2GHZ:
        reading.error(
            (*path, "channel"), f"expected a channel of the 2.4 GHz band (1 to 14), found {channel}"
        )
        del fields["channel"]
    elif chosen == "5GHz" and channel not in CHANNELS_5GHZ:
        reading.error(
            (*path, "channel"),
            f"expected a channel of the 5 GHz band (such as 36, 40 or 149), found {channel}",
        )
        del fields["channel"]
    elif chosen is None:
        reading.report.warning(
            (*path, "channel"), "a channel counts only together with its 'band', ignored"
        )


# --- modems, SR-IOV, virtual cables --------------------------------------------------------------------------------

MODEM: PlainTable = {
    "apn": ("apn", text),
    "auto-config": ("auto_config", boolean),
    "device-id": ("device_id", text),
    "network-id": ("network_id", text),
    "number": ("number", text),
    "password": ("password", secret),
    "pin": ("pin", secret),
    "sim-id": ("sim_id", text),
    "sim-operator-id": ("sim_operator_id", text),
    "username": ("username", text),
}
ETHERNET: PlainTable = {
    "link": ("pf", text),
    "virtual-function-count": ("vf_count", uint),
    "embedded-switch-mode": ("eswitch_mode", one_of("switchdev", "legacy")),
    "delay-virtual-functions-rebind": ("delay_rebind", boolean),
    "infiniband-mode": ("infiniband_mode", one_of("datagram", "connected")),
}
WIFI: PlainTable = {"regulatory-domain": ("regulatory_domain", text)}
VLAN: PlainTable = {"id": ("vlan_id", integer(0, 4094)), "link": ("link", text)}
VRF: PlainTable = {"table": ("table", uint)}
VETH: PlainTable = {"peer": ("peer", link_name)}
