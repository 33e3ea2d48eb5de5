"""What netplan cannot take, key by key: left out or written otherwise, and named."""

from __future__ import annotations

import pytest

from netinit import api, document
from netinit.document import Quoted
from netinit.model.facts import Facts, Nic
from tests.renderers.test_netplan import GRE, KEY, PEER, link, rendered

NM = "NetworkManager"
GRE6 = {"mode": "ip6gre", "local": "2001:db8::1", "remote": "2001:db8::2"}
WIREGUARD = {"mode": "wireguard", "key": KEY, "peers": [PEER]}
POINT = {"x": {"password": "12345678"}}
WIFI = {"access-points": POINT}
UNICAST = {"to": "10.0.0.0/8", "via": "192.0.2.254"}
BLACKHOLE = {"to": "10.0.0.0/8", "type": "blackhole"}

# section, renderer, what is asked, what is written, problems below the link
CASES = {
    "extension of ours": ("ethernets", "networkd", {"networkd": {"network": {"Network.DNSSEC": "no"}}}, {}, [".networkd"]),
    "settings of NetworkManager, with networkd": ("ethernets", "networkd", {"networkmanager": {"name": "x"}}, {}, [".networkmanager"]),
    "settings of NetworkManager, with it": ("ethernets", NM, {"networkmanager": {"name": "x"}}, {"networkmanager": {"name": "x"}}, []),
    "word for a MAC": ("ethernets", "networkd", {"macaddress": "random"}, {"macaddress": "random"}, [".macaddress"]),
    "word for a MAC of NetworkManager": ("ethernets", "networkd", {"macaddress": "stable"}, {}, [".macaddress"]),
    "word for a MAC of Wi-Fi": ("ethernets", NM, {"macaddress": "stable-ssid"}, {}, [".macaddress"]),
    "MAC": ("ethernets", "networkd", {"macaddress": "02:00:00:00:00:01"}, {"macaddress": "02:00:00:00:00:01"}, []),
    "newer key": ("ethernets", "networkd", {"hairpin": "true"}, {"hairpin": "true"}, [".hairpin"]),
    "newer route attribute": ("ethernets", "networkd", {"routes": [{**UNICAST, "advertised-mss": "1400"}]}, {"routes": [{**UNICAST, "advertised-mss": "1400"}]}, [".routes[0].advertised-mss"]),
    "default route without family": ("ethernets", "networkd", {"routes": [{"to": "default", "type": "throw"}]}, {"routes": [{"to": "0.0.0.0/0", "type": "throw"}]}, []),
    "privacy of addresses, with networkd": ("ethernets", "networkd", {"ipv6-address-generation": "stable-privacy"}, {"ipv6-address-generation": "stable-privacy"}, [".ipv6-address-generation"]),
    "privacy of addresses, with NetworkManager": ("ethernets", NM, {"ipv6-address-generation": "stable-privacy"}, {"ipv6-address-generation": "stable-privacy"}, []),
    "off, with NetworkManager": ("ethernets", NM, {"activation-mode": "off"}, {"activation-mode": "manual"}, [".activation-mode"]),
    "off, with networkd": ("ethernets", "networkd", {"activation-mode": "off"}, {"activation-mode": "off"}, []),
    "MTU of IPv6, with NetworkManager": ("ethernets", NM, {"ipv6-mtu": "1400"}, {}, [".ipv6-mtu"]),
    "options of addresses, with NetworkManager": (
        "ethernets", NM,
        {"addresses": [{"192.0.2.1/24": {"label": "x", "lifetime": "0"}}, "192.0.2.2/24"]},
        {"addresses": ["192.0.2.1/24", "192.0.2.2/24"]},
        [".addresses[0].192.0.2.1/24.label", ".addresses[0].192.0.2.1/24.lifetime"],
    ),
    "route types, with NetworkManager": ("ethernets", NM, {"dhcp4": "true", "routes": [BLACKHOLE, UNICAST]}, {"dhcp4": "true", "routes": [UNICAST]}, [".routes[0].type"]),
    "only a route type, with NetworkManager": ("ethernets", NM, {"dhcp4": "true", "routes": [BLACKHOLE]}, {"dhcp4": "true"}, [".routes[0].type"]),
    "route types, with networkd": ("ethernets", "networkd", {"routes": [BLACKHOLE]}, {"routes": [BLACKHOLE]}, []),
    "routes without addresses, with NetworkManager": ("ethernets", NM, {"routes": [UNICAST]}, {"routes": [UNICAST]}, [".routes"]),
    "rules, with NetworkManager": (
        "ethernets", NM,
        {"routing-policy": [{"from": "192.0.2.1"}, {"from": "192.0.2.2", "priority": "5"}]},
        {"routing-policy": [{"from": "192.0.2.2", "priority": "5"}]},
        [".routing-policy", ".routing-policy[0]"],
    ),
    "rules without priority, with NetworkManager": ("ethernets", NM, {"routing-policy": [{"from": "192.0.2.1"}]}, {}, [".routing-policy", ".routing-policy[0]"]),
    "name servers of a family without addresses, with NetworkManager": (
        "ethernets", NM,
        {"dhcp4": "true", "nameservers": {"addresses": ["192.0.2.53", "2001:db8::53"]}},
        {"dhcp4": "true", "nameservers": {"addresses": ["192.0.2.53"]}},
        [".nameservers.addresses"],
    ),
    "name servers without addresses, with NetworkManager": ("ethernets", NM, {"nameservers": {"addresses": ["192.0.2.53"]}}, {}, [".nameservers.addresses"]),
    "search domains without addresses, with NetworkManager": ("ethernets", NM, {"nameservers": {"addresses": ["192.0.2.53"], "search": ["a"]}}, {"nameservers": {"search": ["a"]}}, [".nameservers.addresses"]),
    "one name in a list": ("ethernets", "networkd", {"match": {"name": ["en*"]}}, {"match": {"name": "en*"}}, []),
    "several names": ("ethernets", "networkd", {"match": {"name": ["en*", "eth*"]}}, None, [".match.name"]),
    "driver, with NetworkManager": ("ethernets", NM, {"match": {"driver": "virtio"}}, None, [".match.driver"]),
    "driver of a known nic, with NetworkManager": ("ethernets", NM, {"match": {"driver": "virtio", "name": "ens3"}}, {"match": {"name": "ens3"}}, [".match.driver"]),
    "driver and new name, with NetworkManager": ("ethernets", NM, {"match": {"driver": "virtio"}, "set-name": "lan0"}, {"match": {"driver": "virtio"}, "set-name": "lan0"}, []),
    "virtual functions of nothing": ("ethernets", "networkd", {"embedded-switch-mode": "legacy", "delay-virtual-functions-rebind": "true"}, {}, [".embedded-switch-mode", ".delay-virtual-functions-rebind"]),
    "virtual functions": ("ethernets", "networkd", {"virtual-function-count": "2", "embedded-switch-mode": "legacy"}, {"virtual-function-count": "2", "embedded-switch-mode": "legacy"}, []),
    "newer key management": ("ethernets", "networkd", {"auth": {"key-management": "eap-sha256", "method": "pwd"}}, {"auth": {"key-management": "eap-sha256", "method": "pwd"}}, [".auth.key-management", ".auth.method"]),
    "Wi-Fi access point, with networkd": ("wifis", "networkd", {"access-points": {"x": {"mode": "ap"}, "y": {}}}, {"access-points": {"y": {}}}, [".access-points.x.mode"]),
    "only an access point, with networkd": ("wifis", "networkd", {"access-points": {"x": {"mode": "ap"}}}, None, [".access-points.x.mode", ".access-points"]),
    "Wi-Fi access point, with NetworkManager": ("wifis", NM, {"access-points": {"x": {"mode": "ap", "networkmanager": {"name": "n"}}}}, {"access-points": {"x": {"mode": "ap", "networkmanager": {"name": "n"}}}}, []),
    "settings of NetworkManager for an SSID, with networkd": ("wifis", "networkd", {"access-points": {"x": {"networkmanager": {"name": "n"}}}}, {"access-points": {"x": {}}}, [".access-points.x.networkmanager"]),
    "newer Wi-Fi security": ("wifis", NM, {"access-points": {"x": {"auth": {"key-management": "sae", "password": "p"}}}}, {"access-points": {"x": {"auth": {"key-management": "sae", "password": "p"}}}}, [".access-points.x.auth.key-management"]),
    "Wi-Fi by MAC, with networkd": ("wifis", "networkd", {**WIFI, "match": {"macaddress": "02:00:00:00:00:01"}}, None, [".match"]),
    "Wi-Fi with a new name, with networkd": ("wifis", "networkd", {**WIFI, "match": {"name": "wlan0"}, "set-name": "radio0"}, None, [".match"]),
    "Wi-Fi by MAC, with NetworkManager": ("wifis", NM, {**WIFI, "match": {"macaddress": "02:00:00:00:00:01"}}, {**WIFI, "match": {"macaddress": "02:00:00:00:00:01"}}, []),
    "waking of Wi-Fi": ("wifis", "networkd", {**WIFI, "wakeonwlan": ["any", "default", "tcp"]}, {**WIFI, "wakeonwlan": ["any"]}, [".wakeonwlan[1]", ".wakeonwlan[2]"]),
    "waking of Wi-Fi by TCP alone": ("wifis", "networkd", {**WIFI, "wakeonwlan": ["tcp"]}, WIFI, [".wakeonwlan[0]"]),
    "waking of Wi-Fi, with NetworkManager": ("wifis", NM, {**WIFI, "wakeonwlan": ["tcp"]}, {**WIFI, "wakeonwlan": ["tcp"]}, []),
    "modem, with networkd": ("modems", "networkd", {"apn": "x"}, None, [""]),
    "modem": ("modems", NM, {"apn": "x"}, {"apn": "x"}, []),
    "device of NetworkManager": ("nm-devices", "networkd", {"networkmanager": {"passthrough": {"connection.type": "vpn"}}}, {"networkmanager": {"passthrough": {"connection.type": "vpn"}}, "renderer": NM}, []),
    "spelling of cloud-init's converter": ("bonds", "networkd", {"parameters": {"arp-ip-target": ["192.0.2.1"]}}, {"parameters": {"arp-ip-targets": ["192.0.2.1"]}}, []),
    "times with a unit, with NetworkManager": (
        "bonds", NM,
        {"interfaces": ["eth9"], "parameters": {"mii-monitor-interval": "1s", "up-delay": "200ms", "primary": "eth9"}},
        {"interfaces": ["eth9"], "parameters": {"mii-monitor-interval": "1000", "up-delay": "200", "primary": "eth9"}},
        [],
    ),
    "times with a unit, with networkd": ("bonds", "networkd", {"parameters": {"mii-monitor-interval": "1s"}}, {"parameters": {"mii-monitor-interval": "1s"}}, []),
    "bridge times with a unit, with NetworkManager": ("bridges", NM, {"parameters": {"max-age": "20s", "aging-time": "1min"}}, {"parameters": {"max-age": "20", "aging-time": "60"}}, []),
    "settings of Open vSwitch for a link of none": ("ethernets", "networkd", {"openvswitch": {"external-ids": {"a": "b"}}}, {}, [".openvswitch"]),
    "no settings of Open vSwitch": ("ethernets", "networkd", {"openvswitch": {}}, {"openvswitch": {}}, []),
    "what NetworkManager's writer forgets": (
        "ethernets", NM,
        {"accept-ra": "false", "optional": "true", "link-local": [], "emit-lldp": "true", "dhcp4-overrides": {"use-dns": "false", "route-metric": "5"}},
        {"accept-ra": "false", "optional": "true", "link-local": [], "emit-lldp": "true", "dhcp4-overrides": {"use-dns": "false", "route-metric": "5"}},
        [".accept-ra", ".optional", ".link-local", ".emit-lldp", ".dhcp4-overrides.use-dns"],
    ),
    "waking by the driver's default, with NetworkManager": ("ethernets", NM, {"wakeonlan": "true"}, {"wakeonlan": "true"}, [".wakeonlan"]),
    "no waking, with NetworkManager": ("ethernets", NM, {"wakeonlan": "false"}, {"wakeonlan": "false"}, []),
    "optional addresses, with networkd": ("ethernets", "networkd", {"optional-addresses": ["dhcp4"]}, {"optional-addresses": ["dhcp4"]}, [".optional-addresses"]),
    "key of a VRF's that 0.106 has not": ("vrfs", "networkd", {"table": "7", "mtu": "1400"}, {"table": "7", "mtu": "1400"}, [".mtu"]),
    "tunnel from anywhere": ("tunnels", "networkd", {"mode": "gre", "remote": "192.0.2.2"}, {"mode": "gre", "remote": "192.0.2.2", "local": "0.0.0.0"}, []),
    "tunnel from anywhere over IPv6": ("tunnels", "networkd", {"mode": "vti6", "remote": "2001:db8::2"}, {"mode": "vti6", "remote": "2001:db8::2", "local": "::"}, []),
    "isatap, with networkd": ("tunnels", "networkd", {**GRE, "mode": "isatap"}, None, [".mode"]),
    "isatap, with NetworkManager": ("tunnels", NM, {**GRE, "mode": "isatap"}, {**GRE, "mode": "isatap"}, []),
    "gretap, with NetworkManager": ("tunnels", NM, {**GRE, "mode": "gretap"}, {**GRE, "mode": "gretap"}, [".mode"]),
    "keys of vti, with NetworkManager": ("tunnels", NM, {**GRE, "mode": "vti", "key": "5"}, {**GRE, "mode": "vti"}, [".key"]),
    "keys of vti, with networkd": ("tunnels", "networkd", {**GRE, "mode": "vti", "key": "5"}, {**GRE, "mode": "vti", "key": "5"}, []),
    "keys of gre, with NetworkManager": ("tunnels", NM, {**GRE6, "keys": {"input": "5"}}, {**GRE6, "keys": {"input": "5"}}, []),
    "WireGuard": ("tunnels", NM, WIREGUARD, WIREGUARD, []),
    "WireGuard without key": ("tunnels", "networkd", {"mode": "wireguard", "peers": [PEER]}, {"mode": "wireguard", "peers": [PEER]}, ["", ""]),
    "WireGuard without peers": ("tunnels", "networkd", {"mode": "wireguard", "key": KEY}, {"mode": "wireguard", "key": KEY}, ["", ""]),
    "WireGuard key in a file": ("tunnels", "networkd", {**WIREGUARD, "key": "/etc/key"}, {**WIREGUARD, "key": "/etc/key"}, []),
    "WireGuard key in a file, with NetworkManager": ("tunnels", NM, {**WIREGUARD, "keys": {"private": "/etc/key"}, "key": None}, None, [".keys"]),
    "WireGuard shared key in a file, with NetworkManager": (
        "tunnels", NM,
        {**WIREGUARD, "peers": [{**PEER, "keys": {"public": KEY, "shared": "/etc/key"}}, PEER]},
        WIREGUARD,
        [".peers[0]"],
    ),
    "WireGuard flags": ("tunnels", NM, {**WIREGUARD, "key": {"private": KEY, "private-key-flags": ["not-saved"]}}, {**WIREGUARD, "key": {"private": KEY, "private-key-flags": ["not-saved"]}}, [".key.private-key-flags"]),
    "WireGuard peer without networks": ("tunnels", "networkd", {**WIREGUARD, "peers": [{"keys": {"public": KEY}}]}, {**WIREGUARD, "peers": [{"keys": {"public": KEY}}]}, [".peers[0]", ".peers[0]"]),
    "WireGuard endpoint of nothing": ("tunnels", "networkd", {**WIREGUARD, "peers": [{**PEER, "endpoint": Quoted("")}]}, WIREGUARD, []),
    "WireGuard networks without prefix": (
        "tunnels", "networkd",
        {**WIREGUARD, "peers": [{**PEER, "allowed-ips": ["192.0.2.1", "2001:db8::1", "10.0.0.1/8"]}]},
        {**WIREGUARD, "peers": [{**PEER, "allowed-ips": ["192.0.2.1/32", "2001:db8::1/128", "10.0.0.1/8"]}]},
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("section", "renderer", "asked", "said", "problems"), CASES.values(), ids=CASES
)
def test_limit(section, renderer, asked, said, problems):
    body, found = link(asked, section, renderer)
    assert body == said
    assert sorted(found) == sorted(f"warning {path}" for path in problems)


BOTH = {"dhcp4": "true", "dhcp6": "true"}


@pytest.mark.parametrize(
    ("four", "six", "said", "problem"),
    [
        ({"use-dns": "false"}, {"use-dns": "no"}, {"dhcp4-overrides": {"use-dns": "false"}, "dhcp6-overrides": {"use-dns": "false"}}, None),
        ({"use-dns": "true"}, None, {"dhcp4-overrides": {"use-dns": "true"}}, None),
        ({"use-dns": "false", "use-ntp": "true"}, None, {"dhcp4-overrides": {"use-ntp": "true"}}, "use-dns"),
        ({"hostname": "a"}, {"hostname": "b"}, {}, "hostname"),
        (None, {"use-domains": "route"}, {}, "use-domains"),
        ({"route-metric": "50"}, None, {"dhcp4-overrides": {"route-metric": "50"}, "dhcp6-overrides": {"route-metric": "50"}}, "route-metric"),
        ({"route-metric": "50"}, {"route-metric": "60"}, {"dhcp4-overrides": {"route-metric": "50"}, "dhcp6-overrides": {"route-metric": "50"}}, "route-metric"),
        (None, {"route-metric": "60"}, {"dhcp6-overrides": {"route-metric": "60"}, "dhcp4-overrides": {"route-metric": "60"}}, "route-metric"),
    ],
    ids=["equal", "default said", "one family", "unequal", "domains", "metric of IPv4", "metrics", "metric of IPv6"],
)  # fmt: skip
def test_overrides_of_both_families_have_to_agree_with_networkd(four, six, said, problem):
    asked = {**BOTH, "dhcp4-overrides": four, "dhcp6-overrides": six}
    body, problems = link(asked)
    assert body == {**BOTH, **said}
    assert problems == ([f"error .dhcp6-overrides.{problem}"] if problem else [])


def test_overrides_need_not_agree_where_one_family_is_off():
    asked = {"dhcp4": "true", "dhcp6": "false", "dhcp4-overrides": {"use-dns": "false"}}
    assert link(asked) == (asked, [])


def test_overrides_need_not_agree_with_networkmanager():
    asked = {**BOTH, "dhcp4-overrides": {"route-metric": "5"}}
    assert link(asked, renderer=NM) == (asked, [])


def test_metrics_of_version_1_that_netplan_cannot_tell_apart_are_no_mistake():
    tree, problems = rendered(
        "version: 1\nconfig: [{type: physical, name: eth0, subnets: [{type: dhcp4, metric: 50}, {type: dhcp6}]}]\n"
    )
    assert tree["ethernets"]["eth0"]["dhcp6-overrides"] == {"route-metric": "50"}
    assert [problem.split(": ")[0] for problem in problems] == [
        "warning config[0].dhcp6-overrides.route-metric"
    ]


def test_wifi_of_a_known_name_takes_it_for_its_id_with_networkd():
    tree, problems = rendered({"version": 2, "wifis": {"w": {**WIFI, "match": {"name": "wlp3s0"}}}})
    assert tree["wifis"] == {"wlp3s0": WIFI}
    assert problems == []


def test_those_that_name_such_a_link_follow():
    tree, problems = rendered(
        "version: 2\nwifis: {w: {access-points: {a: {}}, match: {name: wlan0}}, x: {access-points: {a: {}}}}\n"
        "vlans: {v: {id: 1, link: w}}\nbonds: {b: {interfaces: [w], parameters: {primary: w}}}\n"
        "bridges: {renderer: networkd, y: {interfaces: [v], parameters: {path-cost: {v: 5}}}}\n"
    )
    assert list(tree["wifis"]) == ["wlan0", "x"]
    assert tree["vlans"]["v"]["link"] == "wlan0"
    assert tree["bonds"]["b"] == {"interfaces": ["wlan0"], "parameters": {"primary": "wlan0"}}
    assert tree["bridges"]["y"] == {"interfaces": ["v"], "parameters": {"path-cost": {"v": "5"}}}
    assert problems == []


CABLE = Nic(name="eth0", mac="02:00:00:00:00:01", kind="veth")


@pytest.mark.parametrize(
    ("nic", "match"),
    [
        (CABLE, {"name": "eth0"}),
        (CABLE.replace(perm_mac=CABLE.mac), {"macaddress": CABLE.mac}),
        (CABLE.replace(kind=None), {"macaddress": CABLE.mac}),
        (CABLE.replace(mac="02:00:00:00:00:02"), {"macaddress": CABLE.mac}),
    ],
    ids=["virtual cable", "with a permanent address", "physical", "another"],
)
def test_the_end_of_a_virtual_cable_is_matched_by_name(nic, match):
    # netplan writes PermanentMACAddress=, which such a device does not have
    text = (
        f"version: 2\nethernets: {{e: {{match: {{macaddress: '{CABLE.mac}'}}, set-name: lan0}}}}\n"
    )
    (file,) = api.render(text, to="netplan", facts=Facts(nics=(nic,), nics_known=True)).files
    tree = document.read(file.content, file.path).tree
    assert tree["network"]["ethernets"]["e"] == {"match": match, "set-name": "lan0"}


def test_links_on_a_link_that_was_left_out_go_with_it():
    tree, problems = rendered(
        "version: 2\nmodems: {m: {apn: x}}\nvlans: {v: {id: 5, link: m}, w: {id: 6, link: v}}\n"
        "bonds: {b: {interfaces: [m], parameters: {primary: m}}}\n"
        "bridges: {br: {interfaces: [v], parameters: {path-cost: {v: 5}, stp: no}}}\n"
    )
    assert tree == {
        "version": "2",
        "bonds": {"b": {"interfaces": [], "parameters": {}}},
        "bridges": {"br": {"interfaces": [], "parameters": {"path-cost": {}, "stp": "false"}}},
    }
    assert [problem.split(":")[0] for problem in problems] == [
        "warning modems.m",
        "warning vlans.v",
        "warning vlans.w",
    ]


def test_primary_whose_device_has_another_name_is_left_out_with_networkmanager():
    tree, problems = rendered(
        "version: 2\nrenderer: NetworkManager\n"
        "ethernets: {e: {match: {macaddress: 02:00:00:00:00:01}, set-name: lan0}}\n"
        "bonds: {b: {interfaces: [e], parameters: {mode: active-backup, primary: e}}}\n"
    )
    assert tree["bonds"]["b"]["parameters"] == {"mode": "active-backup"}
    assert [problem.split(": ")[0] for problem in problems] == [
        "warning bonds.b.parameters.primary"
    ]


VRF = """version: 2
ethernets: {{eth0: {{addresses: [192.0.2.1/24]}}, eth1: {{addresses: ["2001:db8::1/64"]}}}}
vrfs: {{v: {{table: 7, interfaces: [eth0, eth1], routes: [{routes}], {more}}}}}
"""


def test_routes_of_a_vrf_without_rules_go_to_the_ports_that_reach_their_gateways():
    tree, problems = rendered(
        VRF.format(
            routes="{to: default, via: 192.0.2.254}, {to: '::/0', via: '2001:DB8::2'}", more=""
        )
    )
    assert tree["vrfs"]["v"] == {"table": "7", "interfaces": ["eth0", "eth1"]}
    assert tree["ethernets"]["eth0"]["routes"] == [
        {"to": "default", "via": "192.0.2.254", "table": "7"}
    ]
    assert tree["ethernets"]["eth1"]["routes"] == [
        {"to": "::/0", "via": "2001:DB8::2", "table": "7"}
    ]
    assert problems == []


def test_routes_of_a_vrf_that_no_port_reaches_stay_and_are_named():
    tree, problems = rendered(VRF.format(routes="{to: default, via: 198.51.100.254}", more=""))
    assert tree["vrfs"]["v"]["routes"] == [{"to": "default", "via": "198.51.100.254"}]
    assert [problem.split(": ")[0] for problem in problems] == ["warning vrfs.v.routes"]


def test_routes_of_a_vrf_with_rules_stay():
    tree, problems = rendered(
        VRF.format(
            routes="{to: default, via: 192.0.2.254}", more="routing-policy: [{from: 192.0.2.1}]"
        )
    )
    assert tree["vrfs"]["v"]["routes"] == [{"to": "default", "via": "192.0.2.254"}]
    assert problems == []


FORWARD = """version: 2
bonds: {b: {interfaces: [e]}}
ethernets: {v: {link: e}, e: {}, f: {}, renderer: networkd}
vlans: {x: {id: 1, link: b}}
"""


@pytest.mark.parametrize(
    ("more", "sections"),
    [
        ("wifis: {w: {access-points: {a: {}}}}", ["ethernets", "bonds", "vlans", "wifis"]),
        ("bridges: {y: {interfaces: [x], parameters: {path-cost: {x: 5}}}}", ["ethernets", "bonds", "vlans", "bridges"]),
    ],
    ids=["Wi-Fi", "path costs"],
)  # fmt: skip
def test_links_are_moved_before_those_that_name_them_where_netplan_minds(more, sections):
    tree, _ = rendered(FORWARD + more)
    assert list(tree) == ["version", *sections]
    assert list(tree["ethernets"]) == ["e", "v", "f", "renderer"]


@pytest.mark.parametrize(
    "more", ["", "bridges: {renderer: networkd, y: {interfaces: [x]}}"], ids=["plain", "bridge"]
)
def test_links_stay_where_they_are_otherwise(more):
    tree, _ = rendered(FORWARD + more)
    assert list(tree)[:3] == ["version", "bonds", "ethernets"]
    assert list(tree["ethernets"]) == ["v", "e", "f", "renderer"]


def test_nothing_is_moved_where_each_link_stands_before_those_that_name_it():
    tree, _ = rendered(
        "version: 2\nwifis: {w: {access-points: {a: {}}}}\nethernets: {z: {}, a: {link: z}}\n"
    )
    assert list(tree) == ["version", "wifis", "ethernets"]
    assert list(tree["ethernets"]) == ["z", "a"]


def test_links_that_name_each_other_stay_where_they_are():
    tree, _ = rendered(
        "version: 2\nvirtual-ethernets: {b: {peer: a}, a: {peer: b}}\nwifis: {w: {access-points: {a: {}}}}\n"
    )
    assert list(tree["virtual-ethernets"]) == ["b", "a"]


def test_newer_section_is_handed_on_with_a_warning():
    tree, problems = rendered("network: {version: 2, dummy-devices: {d: {}}}\n")
    assert tree["dummy-devices"] == {"d": {}}
    assert problems == [
        "warning network.dummy-devices: 'dummy-devices' needs netplan 0.107; an older one refuses the whole file for it"
    ]


OVS = """version: 2
openvswitch: {ports: [[a0, b0], [a1, b1]]}
ethernets: {e: {openvswitch: {external-ids: {iface-id: x}}}}
bridges: {a: {interfaces: [a0, e], openvswitch: {rstp: on, fail-mode: secure}}, b: {interfaces: [b0, b1]}}
"""


def test_cables_of_open_vswitch_stay_where_both_ends_belong_somewhere():
    tree, problems = rendered(OVS)
    assert tree["openvswitch"] == {"ports": [["a0", "b0"]]}
    assert tree["bridges"]["a"] == {
        "interfaces": ["a0", "e"],
        "openvswitch": {"rstp": "true", "fail-mode": "secure"},
    }
    assert tree["ethernets"]["e"] == {"openvswitch": {"external-ids": {"iface-id": "x"}}}
    assert [problem.split(": ")[0] for problem in problems] == ["warning openvswitch.ports[1]"]
