"""[ipv4] and [ipv6] of NetworkManager's profiles, by their exact lines."""

from __future__ import annotations

import pytest

from tests.renderers.nm_profiles import ethernet, profile, warnings

OFF = ["method=disabled"]
AUTO = ["method=auto"]
IGNORE = ["method=ignore"]
STATIC4 = ["method=manual", "may-fail=false", "address1=192.0.2.10/24"]
STATIC6 = ["method=manual", "may-fail=false", "address1=2001:db8::10/64"]


@pytest.mark.parametrize(
    ("body", "four", "six"),
    [
        pytest.param("{}", OFF, IGNORE, id="nothing asked"),
        pytest.param("{link-local: []}", OFF, OFF, id="no link-local"),
        pytest.param("{link-local: [ipv4]}", ["method=link-local"], OFF, id="link-local of IPv4"),
        pytest.param("{accept-ra: true}", OFF, AUTO, id="router advertisements"),
        pytest.param("{accept-ra: false}", OFF, ["method=link-local"], id="none of them"),
        pytest.param("{dhcp4: true}", ["method=auto", "may-fail=false"], AUTO, id="dhcp4"),
        pytest.param("{dhcp6: true}", OFF, ["method=auto", "may-fail=false"], id="dhcp6"),
        pytest.param("{dhcp4: true, dhcp6: true}", AUTO, AUTO, id="both, of which one may fail"),
        pytest.param(
            "{dhcp6: true, accept-ra: false}",
            OFF,
            ["method=dhcp", "may-fail=false"],
            id="dhcp6 without routers",
        ),
        pytest.param("{addresses: [192.0.2.10/24]}", STATIC4, AUTO, id="static IPv4"),
        pytest.param(
            "{addresses: [192.0.2.10/24], accept-ra: false}",
            STATIC4,
            ["method=link-local"],
            id="static IPv4 without routers",
        ),
        pytest.param("{addresses: ['2001:db8::10/64']}", OFF, STATIC6, id="static IPv6"),
        pytest.param(
            "{addresses: ['2001:db8::10/64'], accept-ra: true}",
            OFF,
            ["method=auto", "may-fail=false", "address1=2001:db8::10/64"],
            id="static IPv6 with routers",
        ),
        pytest.param(
            "{dhcp4: true, addresses: [192.0.2.10/24, 192.0.2.11/24]}",
            ["method=auto", "may-fail=false", "address1=192.0.2.10/24", "address2=192.0.2.11/24"],
            AUTO,
            id="static beside dhcp",
        ),
        pytest.param(
            "{dhcp4: true, link-local: [ipv4, ipv6]}",
            ["method=auto", "may-fail=false", "link-local=3"],
            AUTO,
            id="link-local beside dhcp",
        ),
        pytest.param(
            "{dhcp4: true, dhcp-identifier: mac}",
            ["method=auto", "may-fail=false", "dhcp-client-id=mac"],
            AUTO,
            id="client identifier",
        ),
        pytest.param(
            "{dhcp6: true, ipv6-privacy: true, ipv6-mtu: 1400, ipv6-address-generation: stable-privacy}",
            OFF,
            ["method=auto", "may-fail=false", "mtu=1400", "ip6-privacy=2", "addr-gen-mode=1"],
            id="IPv6 settings",
        ),
        pytest.param(
            "{dhcp6: true, ipv6-privacy: false, ipv6-address-generation: eui64}",
            OFF,
            ["method=auto", "may-fail=false", "ip6-privacy=0", "addr-gen-mode=0"],
            id="IPv6 settings off",
        ),
        pytest.param(
            "{accept-ra: true, ipv6-address-token: '::5'}",
            OFF,
            ["method=auto", "addr-gen-mode=0", "token=::5"],
            id="token",
        ),
        pytest.param(
            "{accept-ra: true, ra-overrides: {use-dns: false, table: 300}}",
            OFF,
            ["method=auto", "ignore-auto-dns=true", "route-table=300"],
            id="router overrides",
        ),
        pytest.param(
            "{dhcp4: true, dhcp4-overrides: {use-dns: false, use-routes: false, route-metric: 0, "
            "send-hostname: false, hostname: node7}}",
            [
                "method=auto",
                "may-fail=false",
                "ignore-auto-dns=true",
                "ignore-auto-routes=true",
                "never-default=true",
                "route-metric=0",
                "dhcp-send-hostname=false",
                "dhcp-hostname=node7",
            ],
            AUTO,
            id="dhcp4 overrides",
        ),
        pytest.param(
            "{dhcp4: true, dhcp6: true, dhcp6-overrides: {use-dns: false, route-metric: 50}}",
            AUTO,
            ["method=auto", "ignore-auto-dns=true", "route-metric=50"],
            id="overrides of one family",
        ),
    ],
)
def test_methods_and_overrides(body: str, four: list[str], six: list[str]) -> None:
    found = profile(ethernet(body))
    assert (found["ipv4"], found["ipv6"]) == (four, six)
    assert warnings(ethernet(body)) == []


@pytest.mark.parametrize(
    ("links", "four", "six"),
    [
        ("ethernets: {l: {}}", "link-local", "ignore"),
        ("ethernets: {l: {dhcp4: true}}", "auto", "ignore"),
        ("ethernets: {l: {addresses: ['2001:db8::1/64']}}", "link-local", "manual"),
        ("tunnels: {l: {mode: sit, remote: 192.0.2.1}}", "disabled", "ignore"),
    ],
)
def test_a_document_for_netplans_networkmanager_gets_netplans_answer_to_what_it_leaves_open(
    links: str, four: str, six: str
) -> None:
    found = profile(f"version: 2\nrenderer: NetworkManager\n{links}\n", "l")
    assert (found["ipv4"][0], found["ipv6"][0]) == (f"method={four}", f"method={six}")
    assert not any("may-fail" in line for line in (*found["ipv4"], *found["ipv6"]))


@pytest.mark.parametrize(
    ("route", "lines"),
    [
        ("{to: default, via: 192.0.2.1}", ["route1=0.0.0.0/0,192.0.2.1"]),
        ("{to: 198.51.100.7, via: 192.0.2.1}", ["route1=198.51.100.7/32,192.0.2.1"]),
        ("{to: 10.0.0.0/8, via: 192.0.2.1, metric: 0}", ["route1=10.0.0.0/8,192.0.2.1,0"]),
        (
            "{to: 10.0.0.0/8, scope: link, metric: 7}",
            ["route1=10.0.0.0/8,,7", "route1_options=scope=253"],
        ),
        (
            (
                "{to: 10.0.0.0/8, via: 192.0.2.1, table: 101, from: 192.0.2.10, on-link: true, "
                "mtu: 1400, advertised-mss: 1300, congestion-window: 10, advertised-receive-window: 20}"
            ),
            [
                "route1=10.0.0.0/8,192.0.2.1",
                (
                    "route1_options=table=101,src=192.0.2.10,onlink=true,"
                    "mtu=1400,advmss=1300,initcwnd=10,initrwnd=20"
                ),
            ],
        ),
        (
            "{to: 10.0.0.0/8, type: blackhole}",
            ["route1=10.0.0.0/8", "route1_options=type=blackhole"],
        ),
        (
            "{to: 10.0.0.0/8, type: local, scope: host}",
            ["route1=10.0.0.0/8", "route1_options=type=local,scope=254"],
        ),
    ],
)
def test_routes(route: str, lines: list[str]) -> None:
    text = ethernet(f"{{addresses: [192.0.2.10/24], routes: [{route}]}}")
    assert profile(text)["ipv4"] == [*STATIC4, *lines]


def test_routes_are_counted_by_family() -> None:
    text = ethernet(
        "{addresses: [192.0.2.10/24, '2001:db8::10/64'], routes: [{to: '::/0', via: 'fe80::1'}, "
        "{to: default, via: 192.0.2.1}, {to: '2001:db8:1::/48', via: 'fe80::2', metric: 5}]}"
    )
    found = profile(text)
    assert found["ipv4"][-1:] == ["route1=0.0.0.0/0,192.0.2.1"]
    assert found["ipv6"][-2:] == ["route1=::/0,fe80::1", "route2=2001:db8:1::/48,fe80::2,5"]


def test_static_routes_stay_in_the_main_table_where_routers_have_another() -> None:
    text = ethernet(
        "{accept-ra: true, ra-overrides: {table: 300}, routes: [{to: '2001:db8::/32', via: 'fe80::1'}]}"
    )
    assert profile(text)["ipv6"][-1] == "route1_options=table=254"


@pytest.mark.parametrize("kind", ["anycast", "broadcast", "multicast", "nat", "xresolve"])
def test_a_type_of_route_that_networkmanager_drops_is_named(kind: str) -> None:
    text = ethernet(f"{{addresses: [192.0.2.10/24], routes: [{{to: 10.0.0.0/8, type: {kind}}}]}}")
    assert profile(text)["ipv4"] == STATIC4
    assert [path for path, _ in warnings(text)] == ["ethernets.eth0.routes[0].type"]


@pytest.mark.parametrize(
    ("rule", "family", "line"),
    [
        (
            "{from: 192.0.2.10, priority: 5, table: 101}",
            "ipv4",
            "priority 5 from 192.0.2.10 table 101",
        ),
        (
            "{from: 192.0.2.0/24, to: 10.0.0.0/8, priority: 5, mark: 7, type-of-service: 16}",
            "ipv4",
            "priority 5 from 192.0.2.0/24 to 10.0.0.0/8 tos 0x10 fwmark 7",
        ),
        (
            "{to: '2001:db8::/32', priority: 0, table: 9}",
            "ipv6",
            "priority 0 to 2001:db8::/32 table 9",
        ),
    ],
)
def test_rules(rule: str, family: str, line: str) -> None:
    text = ethernet(f"{{dhcp4: true, routing-policy: [{rule}]}}")
    assert profile(text)[family][-1] == f"routing-rule1={line}"
    assert warnings(text) == []


def test_rules_without_priority_are_numbered_as_the_kernel_would() -> None:
    text = (
        "version: 2\nethernets:\n"
        "  eth0: {dhcp4: true, routing-policy: [{from: 192.0.2.1, table: 1}, {from: 192.0.2.2, table: 2}]}\n"
        "  eth1: {dhcp4: true, routing-policy: [{from: 192.0.2.3, table: 3, priority: 32765}]}\n"
    )
    assert profile(text)["ipv4"][-2:] == [
        "routing-rule1=priority 32764 from 192.0.2.1 table 1",
        "routing-rule2=priority 32763 from 192.0.2.2 table 2",
    ]
    assert [path for path, _ in warnings(text)] == [
        "ethernets.eth0.routing-policy[0].priority",
        "ethernets.eth0.routing-policy[1].priority",
    ]


DNS = "nameservers: {addresses: [192.0.2.53, '2001:db8::53', 192.0.2.54], search: [a.example, ~b.example]}"


@pytest.mark.parametrize(
    ("body", "four", "six"),
    [
        pytest.param(
            f"{{addresses: [192.0.2.10/24, '2001:db8::10/64'], {DNS}}}",
            [*STATIC4, "dns=192.0.2.53;192.0.2.54;", "dns-search=a.example;~b.example;"],
            [*STATIC6, "dns=2001:db8::53;", "dns-search=a.example;~b.example;"],
            id="both families",
        ),
        pytest.param(
            f"{{dhcp4: true, {DNS}}}",
            [
                "method=auto",
                "may-fail=false",
                "dns=192.0.2.53;192.0.2.54;",
                "dns-search=a.example;~b.example;",
            ],
            ["method=auto", "dns=2001:db8::53;"],
            id="IPv6 servers of a link without IPv6",
        ),
        pytest.param(
            "{nameservers: {search: [a.example], addresses: ['2001:db8::53']}}",
            OFF,
            ["method=auto", "dns=2001:db8::53;", "dns-search=a.example;"],
            id="nothing but servers",
        ),
    ],
)
def test_name_servers(body: str, four: list[str], six: list[str]) -> None:
    found = profile(ethernet(body))
    assert (found["ipv4"], found["ipv6"]) == (four, six)
    assert warnings(ethernet(body)) == []


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        ("{dhcp6: true, nameservers: {addresses: [192.0.2.53]}}", ["nameservers.addresses"]),
        (
            "{dhcp4: true, link-local: [], nameservers: {addresses: ['2001:db8::53']}}",
            ["nameservers.addresses"],
        ),
        ("{nameservers: {search: [a.example]}}", ["nameservers.search"]),
        ("{dhcp4: true, dhcp4-overrides: {use-ntp: false}}", ["dhcp4-overrides.use-ntp"]),
        ("{dhcp4: true, dhcp4-overrides: {use-mtu: false}}", ["dhcp4-overrides.use-mtu"]),
        ("{dhcp4: true, dhcp4-overrides: {use-domains: route}}", ["dhcp4-overrides.use-domains"]),
        ("{dhcp4: true, dhcp4-overrides: {use-hostname: false}}", ["dhcp4-overrides.use-hostname"]),
        ("{dhcp4: true, dhcp4-overrides: {hostname: ''}}", ["dhcp4-overrides.hostname"]),
        ("{accept-ra: true, ra-overrides: {use-domains: true}}", []),
        ("{accept-ra: true, ra-overrides: {use-domains: false}}", ["ra-overrides.use-domains"]),
        ("{accept-ra: true, ipv6-address-token: '2001:db8::1'}", ["ipv6-address-token"]),
        ("{addresses: ['2001:db8::1/64'], link-local: []}", ["link-local"]),
        (
            "{addresses: [{192.0.2.1/24: {label: 'eth0:1', lifetime: 0}}]}",
            ["addresses[0].192.0.2.1/24.label", "addresses[0].192.0.2.1/24.lifetime"],
        ),
        (
            "{dhcp6: true, routes: [{to: '2001:db8::/32', scope: link}]}",
            ["routes[0].scope"],
        ),
    ],
)
def test_what_the_sections_cannot_say_is_named(body: str, keys: list[str]) -> None:
    assert [path for path, _ in warnings(ethernet(body))] == [
        f"ethernets.eth0.{key}" for key in keys
    ]


def test_host_names_of_dhcp_are_switched_off_with_a_number() -> None:
    text = ethernet("{dhcp4: true, dhcp4-overrides: {use-hostname: false}}")
    assert profile(text)["hostname"] == ["from-dhcp=0"]


def test_addresses_of_a_port_are_named_since_the_bridge_has_them() -> None:
    text = (
        "version: 2\nethernets: {eth0: {addresses: [192.0.2.1/24], dhcp6: true, ipv6-mtu: 1400}}\n"
        "bridges: {br0: {interfaces: [eth0]}}\n"
    )
    assert profile(text)["ipv4"] == OFF
    assert sorted(path for path, _ in warnings(text)) == [
        "ethernets.eth0.addresses",
        "ethernets.eth0.dhcp6",
        "ethernets.eth0.ipv6-mtu",
    ]


def test_ports_of_a_vrf_keep_their_addresses() -> None:
    text = (
        "version: 2\nethernets: {eth0: {addresses: [192.0.2.10/24]}}\n"
        "vrfs: {red: {table: 7, interfaces: [eth0], routes: [{to: default, via: 192.0.2.1}]}}\n"
    )
    assert profile(text)["ipv4"] == STATIC4
    assert profile(text, "red")["ipv4"] == [
        "method=disabled",
        "route1=0.0.0.0/0,192.0.2.1",
        "route1_options=table=7",
    ]
