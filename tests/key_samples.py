"""Every key of network-config version 2 in a document of its own, with a value that is not its default.

A key is named by its path below the link: `routes[].via`, `dhcp4-overrides.use-dns`.  Where it needs company to make
sense, its sample is `With(value, {other key: value})`.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import Any

import yaml

WG_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
MAC = "52:54:00:12:34:56"
ADDRESS = "192.0.2.10/24"


class With:
    """A value, and the keys of the same link that it needs."""

    def __init__(self, value: Any, others: dict[str, Any]) -> None:
        self.value, self.others = value, others


class Sample:
    """One key: its group and name, documents with it and without it, and where it stands in the first."""

    def __init__(
        self, group: str, key: str, given: Any, base: dict[str, Any], at: tuple[str, ...]
    ) -> None:
        self.group, self.key = group, key
        value, others = (given.value, given.others) if isinstance(given, With) else (given, {})
        path = (*at, *parts(key.partition(" (")[0]))
        without = deepcopy(base)
        for other, other_value in others.items():
            put(without, (*at, *parts(other)), deepcopy(other_value))
        document = deepcopy(without)
        put(document, path, deepcopy(value))
        self.text, self.text_without = dumped(document), dumped(without)
        self.path = path

    def __str__(self) -> str:
        return f"{self.group}: {self.key}"


def parts(key: str) -> tuple[str | int, ...]:
    """The path of a key: `routes[].via` → routes, 0, via."""
    found: list[str | int] = []
    for part in key.split("."):
        found.append(part.removesuffix("[]"))
        if part.endswith("[]"):
            found.append(0)
    return tuple(found)


def put(tree: Any, path: tuple[str | int, ...], value: Any) -> None:
    """Set a value in a tree, making what is missing above it."""
    for part, following in pairwise(path):
        if isinstance(part, int):
            if not tree:
                tree.append([] if isinstance(following, int) else {})
            tree = tree[part]
        else:
            if not isinstance(tree.get(part), dict | list):
                tree[part] = [] if isinstance(following, int) else {}
            tree = tree[part]
    if isinstance(path[-1], int):
        tree[path[-1] :] = [value]
    else:
        tree[path[-1]] = value


def dumped(document: dict[str, Any]) -> str:
    return yaml.safe_dump({"version": 2, **document}, sort_keys=False)


NICS: dict[str, Any] = {
    "ethernets": {"eth0": {"addresses": [ADDRESS]}, "eth1": {}, "eth2": {}},
}
ROUTE = {"routes[]": {"to": "198.51.100.0/24", "via": "192.0.2.1"}}
RULE = {"routing-policy[]": {"from": "192.0.2.10/32", "table": 100, "priority": 50}}
DHCP4, DHCP6 = {"dhcp4": True}, {"dhcp6": True}
MATCHED = {"match": {"macaddress": MAC}}
TLS = {
    "auth": {
        "key-management": "802.1x",
        "method": "tls",
        "identity": "host@example.org",
        "client-certificate": "/etc/ssl/host.pem",
        "client-key": "/etc/ssl/host.key",
        "client-key-password": "secret",
    }
}
PEAP = {
    "auth": {
        "key-management": "802.1x",
        "method": "peap",
        "identity": "host@example.org",
        "password": "secret",
    }
}

ANY_LINK: dict[str, Any] = {
    "addresses": [ADDRESS, "2001:db8::10/64"],
    "addresses[] (label)": {ADDRESS: {"label": "eth0:1"}},
    "addresses[] (lifetime)": {ADDRESS: {"lifetime": "0"}},
    "dhcp4": True,
    "dhcp6": True,
    **{
        f"dhcp4-overrides.{key}": With(value, DHCP4)
        for key, value in {
            "use-dns": False,
            "use-ntp": False,
            "use-hostname": False,
            "use-mtu": False,
            "use-routes": False,
            "use-domains": "route",
            "send-hostname": False,
            "hostname": "host-1",
            "route-metric": 50,
        }.items()
    },
    **{
        f"dhcp6-overrides.{key}": With(value, DHCP6)
        for key, value in {
            "use-dns": False,
            "use-ntp": False,
            "use-hostname": False,
            "use-domains": "route",
            "send-hostname": False,
            "hostname": "host-1",
            "route-metric": 50,
        }.items()
    },
    "dhcp-identifier": With("mac", DHCP4),
    "accept-ra": False,
    "ra-overrides.use-dns": With(False, {"accept-ra": True}),
    "ra-overrides.use-domains": With("route", {"accept-ra": True}),
    "ra-overrides.table": With(100, {"accept-ra": True}),
    "link-local": [],
    "ipv6-privacy": With(True, {"accept-ra": True}),
    "ipv6-address-generation": With("stable-privacy", {"accept-ra": True}),
    "ipv6-address-token": With("::5", {"accept-ra": True}),
    "gateway4": "192.0.2.1",
    "gateway6": With("2001:db8::1", {"addresses": ["2001:db8::10/64"]}),
    "nameservers.addresses": ["192.0.2.53"],
    "nameservers.search": With(["example.org"], {"nameservers.addresses": ["192.0.2.53"]}),
    "mtu": 1400,
    "ipv6-mtu": With(1400, {"addresses": ["2001:db8::10/64"]}),
    "macaddress": MAC,
    "optional": True,
    "optional-addresses": With(["dhcp4"], DHCP4),
    "activation-mode": "manual",
    "critical": True,
    "ignore-carrier": True,
    "networkmanager.name": "office",
    "networkmanager.passthrough": {"connection.metered": "1"},
    "networkd.network": {"Network.MulticastDNS": "yes"},
    "openvswitch": {},
}
ROUTES: dict[str, Any] = {
    "routes[].to": With("198.51.100.0/24", {"routes[]": {"via": "192.0.2.1"}}),
    "routes[].via": With("192.0.2.1", {"routes[]": {"to": "198.51.100.0/24", "scope": "link"}}),
    "routes[].from": With("192.0.2.10", ROUTE),
    "routes[].metric": With(50, ROUTE),
    "routes[].table": With(100, ROUTE),
    "routes[].on-link": With(True, ROUTE),
    "routes[].type": With("blackhole", {"routes[]": {"to": "198.51.100.0/24"}}),
    "routes[].scope": With("host", {"routes[]": {"to": "198.51.100.0/24"}}),
    "routes[].mtu": With(1400, ROUTE),
    "routes[].advertised-mss": With(1360, ROUTE),
    "routes[].congestion-window": With(20, ROUTE),
    "routes[].advertised-receive-window": With(20, ROUTE),
    "routing-policy[].from": With(
        "192.0.2.0/24",
        {"routing-policy[]": {"to": "198.51.100.0/24", "table": 100, "priority": 50}},
    ),
    "routing-policy[].to": With("198.51.100.0/24", RULE),
    "routing-policy[].table": With(101, RULE),
    "routing-policy[].priority": With(51, RULE),
    "routing-policy[].mark": With(7, RULE),
    "routing-policy[].type-of-service": With(16, RULE),
}
NIC: dict[str, Any] = {
    "match.macaddress": MAC,
    "match.name": "enp*",
    "match.driver": "virtio_net",
    "set-name": With("lan0", MATCHED),
    "wakeonlan": With(True, MATCHED),
    "emit-lldp": True,
    **{
        f"{name}-offload": With(False, MATCHED)
        for name in (
            "receive-checksum",
            "transmit-checksum",
            "tcp-segmentation",
            "tcp6-segmentation",
            "generic-segmentation",
            "generic-receive",
            "large-receive",
        )
    },
    "link": "eth1",
    "virtual-function-count": 4,
    "embedded-switch-mode": With("switchdev", {"virtual-function-count": 4}),
    "delay-virtual-functions-rebind": With(
        True, {"virtual-function-count": 4, "embedded-switch-mode": "switchdev"}
    ),
    "infiniband-mode": "connected",
    "auth.method": With("tls", {"auth": {**TLS["auth"], "method": None}}),
    "auth.identity": With("other@example.org", PEAP),
    "auth.anonymous-identity": With("anonymous@example.org", PEAP),
    "auth.password": With("another", PEAP),
    "auth.ca-certificate": With("/etc/ssl/ca.pem", TLS),
    "auth.client-certificate": With("/etc/ssl/other.pem", TLS),
    "auth.client-key": With("/etc/ssl/other.key", TLS),
    "auth.client-key-password": With("another", TLS),
    "auth.phase2-auth": With("GTC", PEAP),
}
WIFI_BASE: dict[str, Any] = {
    "wifis": {"wlan0": {"dhcp4": True, "access-points": {"net": {"password": "passw0rd"}}}}
}
AP = "access-points.net"
WIFI: dict[str, Any] = {
    f"{AP}.password": "another-word",
    f"{AP}.mode": "adhoc",
    f"{AP}.band": "5GHz",
    f"{AP}.channel": With(36, {f"{AP}.band": "5GHz"}),
    f"{AP}.bssid": MAC,
    f"{AP}.hidden": True,
    f"{AP}.auth.key-management": With("sae", {f"{AP}": {"auth": {"password": "passw0rd"}}}),
    "wakeonwlan": ["magic_pkt", "disconnect"],
    "regulatory-domain": "DE",
}
MODEM: dict[str, Any] = {
    "apn": "internet",
    "auto-config": True,
    "device-id": "0a1b2c3d",
    "network-id": "26201",
    "number": "*99#",
    "password": "secret",
    "pin": "1234",
    "sim-id": "89490200001234567890",
    "sim-operator-id": "26201",
    "username": "user",
}
PARAMS = "parameters"
BOND: dict[str, Any] = {
    "interfaces": ["eth1", "eth2"],
    f"{PARAMS}.mode": "active-backup",
    f"{PARAMS}.lacp-rate": With("fast", {f"{PARAMS}.mode": "802.3ad"}),
    f"{PARAMS}.mii-monitor-interval": 250,
    f"{PARAMS}.up-delay": With(200, {f"{PARAMS}.mii-monitor-interval": 100}),
    f"{PARAMS}.down-delay": With(200, {f"{PARAMS}.mii-monitor-interval": 100}),
    f"{PARAMS}.arp-interval": With(
        500, {f"{PARAMS}.mode": "active-backup", f"{PARAMS}.arp-ip-targets": ["192.0.2.1"]}
    ),
    f"{PARAMS}.arp-ip-targets": With(
        ["192.0.2.1"], {f"{PARAMS}.mode": "active-backup", f"{PARAMS}.arp-interval": 500}
    ),
    f"{PARAMS}.arp-validate": With(
        "all",
        {
            f"{PARAMS}.mode": "active-backup",
            f"{PARAMS}.arp-interval": 500,
            f"{PARAMS}.arp-ip-targets": ["192.0.2.1"],
        },
    ),
    f"{PARAMS}.arp-all-targets": With(
        "all",
        {
            f"{PARAMS}.mode": "active-backup",
            f"{PARAMS}.arp-interval": 500,
            f"{PARAMS}.arp-ip-targets": ["192.0.2.1"],
        },
    ),
    f"{PARAMS}.min-links": With(2, {f"{PARAMS}.mode": "802.3ad"}),
    f"{PARAMS}.transmit-hash-policy": With("layer3+4", {f"{PARAMS}.mode": "802.3ad"}),
    f"{PARAMS}.ad-select": With("count", {f"{PARAMS}.mode": "802.3ad"}),
    f"{PARAMS}.all-members-active": True,
    f"{PARAMS}.fail-over-mac-policy": With("active", {f"{PARAMS}.mode": "active-backup"}),
    f"{PARAMS}.gratuitous-arp": With(3, {f"{PARAMS}.mode": "active-backup"}),
    f"{PARAMS}.packets-per-member": With(5, {f"{PARAMS}.mode": "balance-rr"}),
    f"{PARAMS}.primary": With(
        "eth1", {f"{PARAMS}.mode": "active-backup", "interfaces": ["eth1", "eth2"]}
    ),
    f"{PARAMS}.primary-reselect-policy": With(
        "better",
        {
            f"{PARAMS}.mode": "active-backup",
            f"{PARAMS}.primary": "eth1",
            "interfaces": ["eth1", "eth2"],
        },
    ),
    f"{PARAMS}.resend-igmp": With(3, {f"{PARAMS}.mode": "active-backup"}),
    f"{PARAMS}.learn-packet-interval": With(10, {f"{PARAMS}.mode": "balance-alb"}),
}
BRIDGE: dict[str, Any] = {
    "interfaces": ["eth1", "eth2"],
    f"{PARAMS}.stp": False,
    f"{PARAMS}.priority": 1000,
    f"{PARAMS}.ageing-time": 100,
    f"{PARAMS}.forward-delay": 10,
    f"{PARAMS}.hello-time": 5,
    f"{PARAMS}.max-age": 10,
    f"{PARAMS}.path-cost": With({"eth1": 50}, {"interfaces": ["eth1"]}),
    f"{PARAMS}.port-priority": With({"eth1": 20}, {"interfaces": ["eth1"]}),
}
PORT: dict[str, Any] = {"hairpin": True, "port-mac-learning": False, "neigh-suppress": True}
GRE = {"mode": "gre", "local": "192.0.2.10", "remote": "198.51.100.1"}
TUNNEL: dict[str, Any] = {
    **{
        f"mode ({mode})": With(mode, {"local": "192.0.2.10", "remote": "198.51.100.1"})
        for mode in ("gre", "gretap", "sit", "ipip", "vti", "isatap")
    },
    **{
        f"mode ({mode})": With(mode, {"local": "2001:db8::10", "remote": "2001:db8::1"})
        for mode in ("ip6gre", "ip6gretap", "ipip6", "ip6ip6", "vti6")
    },
    "local": With("192.0.2.11", GRE),
    "remote": With("198.51.100.2", GRE),
    "ttl": With(64, GRE),
    "keys.input": With(1234, GRE),
    "keys.output": With(1234, GRE),
    "key": With(1234, GRE),
}
PEER = {"keys": {"public": WG_KEY}, "allowed-ips": ["198.51.100.0/24"]}
WIREGUARD_NEEDS = {"mode": "wireguard", "key": WG_KEY, "peers[]": PEER}
WIREGUARD: dict[str, Any] = {
    "keys.private": With(WG_KEY, {"mode": "wireguard", "peers[]": PEER}),
    "keys.private-key-flags": With(
        ["agent-owned"], {"mode": "wireguard", "keys.private": WG_KEY, "peers[]": PEER}
    ),
    "port": With(51820, WIREGUARD_NEEDS),
    "mark": With(7, WIREGUARD_NEEDS),
    "peers[].keys.public": With(
        WG_KEY,
        {"mode": "wireguard", "key": WG_KEY, "peers[]": {"allowed-ips": ["198.51.100.0/24"]}},
    ),
    "peers[].keys.shared": With(WG_KEY, WIREGUARD_NEEDS),
    "peers[].endpoint": With("198.51.100.1:51820", WIREGUARD_NEEDS),
    "peers[].allowed-ips": With(["203.0.113.0/24"], WIREGUARD_NEEDS),
    "peers[].keepalive": With(25, WIREGUARD_NEEDS),
}
VXLAN_NEEDS = {"mode": "vxlan", "id": 7, "local": "192.0.2.10", "remote": "198.51.100.1"}
VXLAN6_NEEDS = {"mode": "vxlan", "id": 7, "local": "2001:db8::10", "remote": "2001:db8::1"}
VXLAN: dict[str, Any] = {
    "id": With(8, VXLAN_NEEDS),
    "link": With("eth0", VXLAN_NEEDS),
    "local": With("192.0.2.11", VXLAN_NEEDS),
    "remote": With("198.51.100.2", VXLAN_NEEDS),
    "ttl": With(64, VXLAN_NEEDS),
    "port": With(4790, VXLAN_NEEDS),
    "port-range": With([4000, 5000], VXLAN_NEEDS),
    "ageing": With(100, VXLAN_NEEDS),
    "limit": With(100, VXLAN_NEEDS),
    "mac-learning": With(True, VXLAN_NEEDS),
    "arp-proxy": With(True, VXLAN_NEEDS),
    "short-circuit": With(True, VXLAN_NEEDS),
    "notifications": With(["l2-miss"], VXLAN_NEEDS),
    "type-of-service": With(16, VXLAN_NEEDS),
    "checksums": With(["udp"], VXLAN_NEEDS),
    "extensions": With(["group-policy"], VXLAN_NEEDS),
    "flow-label": With(7, VXLAN6_NEEDS),
    "do-not-fragment": With(True, VXLAN_NEEDS),
}
DUMMY = {"addresses": [ADDRESS]}
VETH = {"veth1": {"peer": "veth0", "addresses": [ADDRESS]}, "veth0": {"peer": "veth1"}}
NM_DEVICE = {
    "networkmanager": {"passthrough": {"connection.type": "vpn", "vpn.service-type": "openvpn"}}
}

# title, the document around, the path of the link in it, the keys
GROUPS: tuple[tuple[str, dict[str, Any], tuple[str, ...], dict[str, Any]], ...] = (
    ("any link", NICS, ("ethernets", "eth0"), ANY_LINK),
    ("routes and rules", NICS, ("ethernets", "eth0"), ROUTES),
    ("ethernets", NICS, ("ethernets", "eth0"), NIC),
    ("wifis", WIFI_BASE, ("wifis", "wlan0"), WIFI),
    ("modems", {"modems": {"modem0": {"dhcp4": True}}}, ("modems", "modem0"), MODEM),
    ("bonds", {**NICS, "bonds": {"bond0": {}}}, ("bonds", "bond0"), BOND),
    ("bridges", {**NICS, "bridges": {"br0": {}}}, ("bridges", "br0"), BRIDGE),
    (
        "ports of a bridge",
        {**NICS, "bridges": {"br0": {"interfaces": ["eth1"]}}},
        ("ethernets", "eth1"),
        PORT,
    ),
    (
        "vlans",
        {**NICS, "vlans": {"vlan42": {"id": 41, "link": "eth1"}}},
        ("vlans", "vlan42"),
        {"id": 42, "link": "eth0"},
    ),
    (
        "vrfs",
        {**NICS, "vrfs": {"vrf0": {"table": 100}}},
        ("vrfs", "vrf0"),
        {"table": 101, "interfaces": ["eth1"]},
    ),
    ("tunnels", {"tunnels": {"tun0": {"addresses": [ADDRESS]}}}, ("tunnels", "tun0"), TUNNEL),
    ("wireguard", {"tunnels": {"wg0": {"addresses": [ADDRESS]}}}, ("tunnels", "wg0"), WIREGUARD),
    ("vxlan", {**NICS, "tunnels": {"vx0": {}}}, ("tunnels", "vx0"), VXLAN),
    ("other kinds", {}, ("dummy-devices",), {"dummy0 (a dummy device)": DUMMY}),
    ("other kinds", {}, (), {"virtual-ethernets (a pair)": VETH}),
    ("other kinds", {}, ("nm-devices",), {"vpn0 (a device of NetworkManager alone)": NM_DEVICE}),
)
SAMPLES = [
    Sample(group, key, given, base, at)
    for group, base, at, keys in GROUPS
    for key, given in keys.items()
]
