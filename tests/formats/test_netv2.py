"""Version 2 documents become links; what is wrong is reported where it stands and alone is left out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netinit import api
from netinit.formats import netv2
from netinit.model import network as model
from netinit.report import Report


def parse(text: str) -> tuple[model.NetworkConfig, list[str]]:
    parsed = api.parse(text, form="v2", file="f")
    return parsed.config, [str(problem) for problem in parsed.problems]


def link(text: str) -> Any:
    config, problems = parse(text)
    assert problems == []
    return config.links[-1]


def ethernet(keys: str) -> Any:
    return link(f"version: 2\nethernets:\n  eth0: {{{keys}}}\n")


def problems_of(section: str, keys: str) -> list[str]:
    return [
        problem.split(": ", 1)[1]
        for problem in parse(f"version: 2\n{section}:\n  x0: {{{keys}}}\n")[1]
    ]


@pytest.mark.parametrize(
    ("keys", "field", "value"),
    [
        ("dhcp4: yes", "dhcp4", True),
        ("dhcp6: on", "dhcp6", True),
        ("accept-ra: off", "accept_ra", False),
        ("optional: true", "optional", True),
        ("activation-mode: off", "activation", "off"),
        ("critical: true", "critical", True),
        ("ignore-carrier: true", "ignore_carrier", True),
        ("dhcp-identifier: mac", "dhcp_identifier", "mac"),
        ("ipv6-privacy: true", "ipv6_privacy", True),
        ("ipv6-address-generation: stable-privacy", "ipv6_generation", "stable-privacy"),
        ("ipv6-address-token: '::0:5'", "ipv6_token", "::5"),
        ("mtu: 1500", "mtu", 1500),
        ("ipv6-mtu: 1280", "ipv6_mtu", 1280),
        ("macaddress: 52:54:00:12:34:56", "mac", "52:54:00:12:34:56"),
        ("macaddress: random", "mac", "random"),
        ("wakeonlan: true", "wakeonlan", True),
        ("emit-lldp: true", "emit_lldp", True),
        ("generic-receive-offload: false", "offloads", (("generic-receive-offload", False),)),
        ("link-local: []", "link_local", ()),
        ("link-local: [ipv4]", "link_local", ("ipv4",)),
        ("optional-addresses: [dhcp4]", "optional_addresses", ("dhcp4",)),
        (
            "nameservers: {addresses: [192.0.2.53, '2001:db8::53'], search: [a.example]}",
            "nameservers",
            ("192.0.2.53", "2001:db8::53"),
        ),
        ("nameservers: {search: [a.example, b.example]}", "search", ("a.example", "b.example")),
        (
            "dhcp4-overrides: {route-metric: 5, use-domains: route}",
            "dhcp4_overrides",
            model.DhcpOverrides(route_metric=5, use_domains="route"),
        ),
        (
            "dhcp6-overrides: {use-dns: false, hostname: h}",
            "dhcp6_overrides",
            model.DhcpOverrides(use_dns=False, hostname="h"),
        ),
        (
            "ra-overrides: {table: 7, use-dns: no}",
            "ra_overrides",
            model.RaOverrides(table=7, use_dns=False),
        ),
        (
            "match: {macaddress: 02:00:00:00:00:AB, driver: [e1000e, 'virtio*']}",
            "match",
            model.Match(mac="02:00:00:00:00:ab", driver=("e1000e", "virtio*")),
        ),
        ("match: {name: 'enp*'}", "name", None),
        ("match: {name: enp1s0}", "name", "enp1s0"),
        ("match: {macaddress: 02:00:00:00:00:01}, set-name: lan0", "name", "lan0"),
        ("virtual-function-count: 4", "vf_count", 4),
        ("embedded-switch-mode: switchdev", "eswitch_mode", "switchdev"),
        ("infiniband-mode: connected", "infiniband", True),
        (
            "addresses: [192.0.2.1/24, {'2001:DB8::1/64': {lifetime: 0}}]",
            "addresses",
            (
                model.Address(ip="192.0.2.1", prefix=24, family=4),
                model.Address(ip="2001:db8::1", prefix=64, family=6, lifetime="0"),
            ),
        ),
        (
            "routing-policy: [{from: 192.0.2.0/24, table: 7, priority: 1, mark: 2, type-of-service: 16}]",
            "rules",
            (model.Rule(family=4, source="192.0.2.0/24", table=7, priority=1, mark=2, tos=16),),
        ),
        (
            "networkmanager: {name: n, passthrough: {connection.zone: home}}",
            "nm",
            model.NmSettings(name="n", passthrough=(("connection.zone", "home"),)),
        ),
        (
            "networkd: {network: {Network.LLMNR: no}}",
            "networkd",
            model.NetworkdSettings(network=(("Network.LLMNR", "no"),)),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and ":" in value else None,
)
def test_keys_set_fields(keys: str, field: str, value: object) -> None:
    assert getattr(ethernet(keys), field) == value


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        ("to: default, via: 192.0.2.254", model.Route(family=4, to="default", via="192.0.2.254")),
        (
            "to: '::/0', via: 'fe80::1', on-link: true, metric: 0",
            model.Route(family=6, to="default", via="fe80::1", on_link=True, metric=0),
        ),
        (
            "to: 10.1.2.3/8, via: 192.0.2.254, from: 192.0.2.1, table: 0",
            model.Route(family=4, to="10.0.0.0/8", via="192.0.2.254", source="192.0.2.1", table=0),
        ),
        ("to: 10.0.0.9, scope: link", model.Route(family=4, to="10.0.0.9/32", scope="link")),
        (
            "to: 10.0.0.0/8, type: blackhole",
            model.Route(family=4, to="10.0.0.0/8", type="blackhole"),
        ),
        (
            "to: 10.0.0.0/8, via: 192.0.2.1, mtu: 1400, advertised-mss: 1360, congestion-window: 10, advertised-receive-window: 20",
            model.Route(
                family=4,
                to="10.0.0.0/8",
                via="192.0.2.1",
                mtu=1400,
                advmss=1360,
                initcwnd=10,
                initrwnd=20,
            ),
        ),
    ],
    ids=["default", "v6-default", "attributes", "host", "blackhole", "windows"],
)
def test_routes(route: str, expected: model.Route) -> None:
    assert ethernet(f"routes: [{{{route}}}]").routes == (expected,)


def test_gateway4_is_a_default_route_and_old() -> None:
    config, problems = parse("version: 2\nethernets: {eth0: {gateway4: 192.0.2.254}}\n")
    assert config.links[0].routes == (model.Route(family=4, to="default", via="192.0.2.254"),)
    assert "deprecated" in problems[0]
    assert "{to: default, via: 192.0.2.254}" in problems[0]


def test_the_same_route_twice_counts_once() -> None:
    route = "{to: 10.0.0.0/8, via: 192.0.2.1}"
    assert len(ethernet(f"routes: [{route}, {route}]").routes) == 1


KINDS = """\
version: 2
ethernets: {e0: {}, e1: {}, e2: {}, lo: {addresses: [192.0.2.9/32]}}
bonds:
  bond0: {interfaces: [e0, e1], parameters: {mode: 802.3ad, mii-monitor-interval: 1s, arp-ip-targets: [192.0.2.1], primary: e1}}
bridges:
  br0: {interfaces: [bond0, e2], parameters: {stp: off, forward-delay: 0, path-cost: {e2: 5}, port-priority: {e2: 6}}}
vlans:
  v0: {id: 0, link: br0}
vrfs:
  red: {table: 7, interfaces: [v0], routes: [{to: default, via: 192.0.2.1}], routing-policy: [{from: 192.0.2.0/24}]}
dummy-devices: {d0: {}}
virtual-ethernets: {va: {peer: vb}, vb: {peer: va}}
tunnels:
  gre0: {mode: gre, local: 192.0.2.1, remote: 192.0.2.2, key: 1.2.3.4, ttl: 64}
  wg0:
    mode: wireguard
    key: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
    port: 51820
    peers: [{keys: {public: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=}, allowed-ips: [10.0.0.0/8], endpoint: '[2001:db8::1]:1', keepalive: 25}]
  vx0: {mode: vxlan, id: 5, link: e2, remote: 239.1.1.1, port-range: [10, 20], notifications: [l2-miss]}
wifis: {w0: {access-points: {home: {password: '12345678', band: 5G, channel: 36}}}}
modems: {m0: {apn: internet}}
nm-devices: {n0: {networkmanager: {passthrough: {connection.type: tun}}}}
"""


def test_every_kind_of_link() -> None:
    config, problems = parse(KINDS)
    assert problems == []
    kinds = {link.id: link.kind for link in config.links}
    assert kinds == {
        "e0": "ethernet",
        "e1": "ethernet",
        "e2": "ethernet",
        "lo": "loopback",
        "bond0": "bond",
        "br0": "bridge",
        "v0": "vlan",
        "red": "vrf",
        "d0": "dummy",
        "va": "veth",
        "vb": "veth",
        "gre0": "tunnel",
        "wg0": "wireguard",
        "vx0": "vxlan",
        "w0": "wifi",
        "m0": "modem",
        "n0": "nm-device",
    }
    by_id: dict[str, Any] = {link.id: link for link in config.links}
    assert [(by_id[name].master) for name in ("e0", "e1", "bond0", "e2", "v0")] == [
        "bond0",
        "bond0",
        "br0",
        "br0",
        "red",
    ]
    assert by_id["bond0"].params == model.BondParams(
        mode="802.3ad", miimon=1000, arp_ip_targets=("192.0.2.1",), primary="e1"
    )
    assert by_id["br0"].params == model.BridgeParams(stp=False, forward_delay=0)
    assert by_id["e2"].bridge_port == model.BridgePort(path_cost=5, priority=6)
    assert (by_id["red"].routes[0].table, by_id["red"].rules[0].table) == (7, 7)
    assert (by_id["gre0"].input_key, by_id["gre0"].output_key) == ("1.2.3.4", "1.2.3.4")
    assert by_id["wg0"].peers[0].endpoint == "[2001:db8::1]:1"
    assert by_id["vx0"].port_range == (10, 20)
    assert by_id["w0"].access_points[0].auth.psk == "12345678"
    assert [item.id for item in config.members("bond0")] == ["e0", "e1"]


@pytest.mark.parametrize(
    ("section", "keys", "message"),
    [
        (
            "ethernets",
            "dhcp4: maybe",
            "error: ethernets.x0.dhcp4: expected true or false, found 'maybe'",
        ),
        (
            "ethernets",
            "dhpc4: true",
            "warning: ethernets.x0.dhpc4: unknown key 'dhpc4'; did you mean 'dhcp4'?",
        ),
        (
            "ethernets",
            "addresses: 192.0.2.1/24",
            "error: ethernets.x0.addresses: expected a list, found '192.0.2.1/24'",
        ),
        (
            "ethernets",
            "set-name: a",
            "error: ethernets.x0.set-name: 'set-name' needs 'match', to know which nic to rename",
        ),
        (
            "ethernets",
            "mtu: 0",
            "warning: ethernets.x0.mtu: 0 is no MTU; the device's default is kept",
        ),
        (
            "ethernets",
            "routes: [{to: 10.0.0.0/8, via: '::1'}]",
            "error: ethernets.x0.routes[0].via: IPv6 here and IPv4 at 'to'; both must be of one family",
        ),
        (
            "ethernets",
            "routes: [{via: 192.0.2.1}]",
            "error: ethernets.x0.routes[0].to: a route needs a destination ('to': default, or a network)",
        ),
        (
            "ethernets",
            "routes: [{to: 10.0.0.0/8, type: prohibit, via: 192.0.2.1}]",
            "warning: ethernets.x0.routes[0].via: a route of type prohibit has no gateway, ignored",
        ),
        (
            "ethernets",
            "routing-policy: [{table: 5}]",
            "error: ethernets.x0.routing-policy[0]: a rule needs 'from' or 'to'",
        ),
        ("vlans", "link: x0", "error: vlans.x0.id: a VLAN needs its 'id' (0 to 4094)"),
        ("vlans", "id: 5", "error: vlans.x0.link: a VLAN needs the 'link' that it runs on"),
        ("vlans", "id: 5, link: x0", "error: vlans.x0.link: 'x0' cannot stand on itself"),
        (
            "vlans",
            "id: 4095, link: x0",
            "error: vlans.x0.id: expected an integer from 0 to 4094, found '4095'",
        ),
        ("vrfs", "interfaces: []", "error: vrfs.x0.table: a VRF needs the 'table' of its routes"),
        (
            "virtual-ethernets",
            "peer: x0",
            "error: virtual-ethernets.x0.peer: 'x0' cannot be its own peer",
        ),
        ("bonds", "interfaces: [e9]", "error: bonds.x0.interfaces[0]: 'e9' is not defined here"),
        (
            "bonds",
            "parameters: {primary: e9}",
            "error: bonds.x0.parameters.primary: 'e9' is not defined here",
        ),
        (
            "bonds",
            "parameters: {mode: active}",
            "error: bonds.x0.parameters.mode: expected balance-rr, active-backup, balance-xor, broadcast, 802.3ad, balance-tlb, balance-alb, balance-tcp or balance-slb, found 'active'",
        ),
        (
            "bridges",
            "parameters: {path-cost: {e9: 1}}",
            "error: bridges.x0.parameters.path-cost.e9: 'e9' is no port of 'x0'",
        ),
        (
            "tunnels",
            "remote: 192.0.2.1",
            "error: tunnels.x0.mode: a tunnel needs its 'mode': sit, gre, ipip, vti, gretap, isatap, ip6gre, ipip6, ip6ip6, vti6, ip6gretap, vxlan or wireguard",
        ),
        (
            "tunnels",
            "mode: gre",
            "error: tunnels.x0.remote: a tunnel of mode gre needs its other end ('remote')",
        ),
        (
            "tunnels",
            "mode: gre, remote: '::1'",
            "error: tunnels.x0.remote: a tunnel of mode gre runs over IPv4, found '::1'",
        ),
        (
            "tunnels",
            "mode: sit, remote: 192.0.2.1, key: 5",
            "error: tunnels.x0.key: a tunnel of mode sit has no keys",
        ),
        ("tunnels", "mode: vxlan", "error: tunnels.x0.id: a VXLAN needs its 'id' (1 to 16777215)"),
        (
            "tunnels",
            "mode: wireguard, key: short, peers: []",
            "error: tunnels.x0.key: expected a key of 44 base64 characters, or the absolute path of a file with one",
        ),
        (
            "wifis",
            "dhcp4: true",
            "error: wifis.x0.access-points: a Wi-Fi link needs an access point",
        ),
        (
            "wifis",
            "access-points: {a: {password: short}}",
            "error: wifis.x0.access-points.a.password: expected a pre-shared key of 8 to 63 characters or of 64 hexadecimal digits, found 5 characters",
        ),
        (
            "nm-devices",
            "dhcp4: true",
            "error: nm-devices.x0.networkmanager.passthrough.connection.type: a device of NetworkManager alone needs its connection.type",
        ),
    ],
    ids=lambda value: (
        value.split(",")[0]
        if isinstance(value, str) and ": " in value and len(value) < 60
        else None
    ),
)
def test_mistakes_are_named(section: str, keys: str, message: str) -> None:
    assert message in problems_of(section, keys)


def test_a_secret_never_stands_in_a_message() -> None:
    text = "version: 2\nwifis: {w: {access-points: {a: {password: 'hush'}}}}\ntunnels: {t: {mode: wireguard, key: 'hush'}}\n"
    _, problems = parse(text)
    assert len(problems) >= 2
    assert not any("hush" in problem for problem in problems)


def test_what_is_sound_survives_beside_what_is_not() -> None:
    config, problems = parse("""\
version: 2
ethernets:
  eth0:
    addresses: [192.0.2.1/24, 192.0.2.300/24]
    mtu: big
    dhcp6: true
  eth1: {match: {macaddress: nonsense}, dhcp4: true}
vlans:
  v1: {id: 1, link: eth1}
  v2: {id: 2, link: eth0}
bridges:
  br0: {interfaces: [v1, v2]}
""")
    assert [link.id for link in config.links] == ["eth0", "v2", "br0"]
    assert config.links[0].addresses == (model.Address(ip="192.0.2.1", prefix=24, family=4),)
    assert config.members("br0")[0].id == "v2"
    assert config.tree == {
        "version": "2",
        "ethernets": {"eth0": {"addresses": ["192.0.2.1/24"], "dhcp6": "true"}},
        "vlans": {"v2": {"id": "2", "link": "eth0"}},
        "bridges": {"br0": {"interfaces": ["v2"]}},
    }
    assert [problem.split(":")[1] for problem in problems] == ["4", "5", "7", "9", "12"]


def test_a_config_of_version_1_below_version_2_is_an_error() -> None:
    assert parse("version: 2\nconfig: [{type: physical, name: eth0}]\n")[1] == [
        "f:2:1: error: config: 'config' is a key of version 1; nothing below it is read"
    ]


def test_an_unknown_key_survives_in_the_tree() -> None:
    config, problems = parse(
        "version: 2\nethernets: {eth0: {dhcp4: true, brand-new-key: {a: 1}}}\n"
    )
    assert config.tree is not None
    assert config.tree["ethernets"] == {"eth0": {"dhcp4": "true", "brand-new-key": {"a": "1"}}}
    assert problems == [
        "f:2:33: warning: ethernets.eth0.brand-new-key: unknown key 'brand-new-key', which netinit does not act on"
    ]


def test_a_link_belongs_to_one_master() -> None:
    _, problems = parse(
        "version: 2\nethernets: {e: {}}\nbonds: {b: {interfaces: [e]}}\nbridges: {c: {interfaces: [e]}}\n"
    )
    assert problems == ["f:4:28: error: bridges.c.interfaces[0]: 'e' already belongs to bond 'b'"]


def test_an_id_stands_for_one_kind() -> None:
    config, problems = parse("version: 2\nethernets: {e: {}}\nbridges: {e: {}}\n")
    assert [link.kind for link in config.links] == ["ethernet"]
    assert "'e' is defined already, as ethernet at ethernets.e" in problems[0]


def test_paths_begin_where_the_document_begins() -> None:
    parsed = api.parse("network:\n  version: 2\n  ethernets: {e: {mtu: x}}\n")
    assert parsed.problems[0].path == "network.ethernets.e.mtu"


def test_no_version_is_an_error_and_is_read_as_two() -> None:
    config, problems = parse("ethernets: {e: {dhcp4: true}}\n")
    assert config.links[0].dhcp4
    assert problems == ["f:1:1: error: version: expected 'version: 2'; read as that all the same"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "[]",
        "version: 2\nethernets: []\n",
        "version: 2\nethernets: {e: []}\n",
        "version: 3\n",
    ],
)
def test_what_is_no_network_config_is_an_error(text: str) -> None:
    assert any(": error: " in problem for problem in parse(text)[1])


keys = st.sampled_from(
    sorted(
        {key for section in netv2.SECTIONS.values() for key in (*section.plain, *section.compound)}
    )
)
scalars = st.sampled_from(
    [
        "true",
        "1",
        "e0",
        "192.0.2.1/24",
        "192.0.2.1",
        "::1",
        "default",
        "vxlan",
        "wireguard",
        "gre",
        "02:00:00:00:00:01",
        "x y",
        "",
    ]
)
nodes = st.recursive(
    scalars | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys | scalars, inner, max_size=4),
    max_leaves=10,
)
bodies = st.dictionaries(keys, nodes, max_size=6)
documents = st.dictionaries(
    st.sampled_from(sorted(netv2.SECTIONS)),
    st.dictionaries(st.sampled_from(["e0", "e1", "e2"]), bodies, max_size=3),
    max_size=4,
)


@given(documents)
@settings(deadline=None, max_examples=400)
def test_any_tree_is_parsed_and_what_is_left_of_it_is_sound(document: Any) -> None:
    report = Report()
    config = netv2.parse({"version": "2", **document}, report)
    again = Report()
    second = netv2.parse(dict(config.tree or {}), again)
    assert not again.failed
    assert {link.id for link in second.links} == {link.id for link in config.links}


@pytest.mark.parametrize(
    "key",
    [
        "wakeonlan: true",
        "tcp-segmentation-offload: false",
        "virtual-function-count: 2",
        "embedded-switch-mode: legacy",
        "delay-virtual-functions-rebind: true",
        "infiniband-mode: connected",
    ],
)
def test_keys_of_hardware_mean_nothing_for_the_loopback_device(key: str) -> None:
    (problem,) = api.parse(f"version: 2\nethernets: {{lo: {{{key}}}}}\n").problems
    name = key.partition(":")[0]
    assert (problem.severity, problem.path, problem.message) == (
        "warning",
        f"ethernets.lo.{name}",
        f"'{name}' means nothing for the loopback device",
    )


@pytest.mark.parametrize("value", ["[]", "{}", "[default]"])
def test_a_destination_that_is_no_text_is_an_error(value: str) -> None:
    text = f"version: 2\nethernets: {{e: {{routes: [{{to: {value}, via: 192.0.2.1}}]}}}}\n"
    assert [(problem.severity, problem.path) for problem in api.parse(text).problems] == [
        ("error", "ethernets.e.routes[0].to")
    ]


@pytest.mark.parametrize("spelled", ["::/0", "::0/0", "0::/0", "2001:db8::/0"])
def test_a_network_of_everything_is_the_default_route(spelled: str) -> None:
    text = f"version: 2\nethernets: {{e: {{routes: [{{to: '{spelled}', via: '2001:db8::1'}}]}}}}\n"
    (link,) = api.parse(text).config.links
    assert [(route.to, route.family) for route in link.routes] == [("default", 6)]
