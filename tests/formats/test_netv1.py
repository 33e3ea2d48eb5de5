"""Version 1 documents become links; what is wrong is reported where it stands and alone is left out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netinit import api
from netinit.formats import netv1
from netinit.model import network as model
from netinit.model.facts import Facts
from netinit.report import Report


def parse(text: str) -> tuple[model.NetworkConfig, list[str]]:
    """The config, and the problems without the file's name."""
    parsed = api.parse(text, form="v1", file="f")
    return parsed.config, [str(problem).removeprefix("f:") for problem in parsed.problems]


def config_of(*entries: str) -> model.NetworkConfig:
    """What sound entries become."""
    config, problems = parse(document(*entries))
    assert problems == []
    return config


def document(*entries: str) -> str:
    return "version: 1\nconfig:\n" + "".join(f"  - {{{entry}}}\n" for entry in entries)


def nic(keys: str) -> Any:
    return config_of(f"type: physical, name: eth0, {keys}").links[0]


def subnet(keys: str) -> Any:
    return nic(f"subnets: [{{{keys}}}]")


def problems_of(*entries: str) -> list[str]:
    """Severity, path and message of each problem."""
    return [problem.split(": ", 1)[1] for problem in parse(document(*entries))[1]]


def places_of(*entries: str) -> list[str]:
    """Severity and path of each problem."""
    return [": ".join(problem.split(": ")[:2]) for problem in problems_of(*entries)]


# --- devices -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "field", "value"),
    [
        ("mtu: 9000", "mtu", 9000),
        ("mtu: null", "mtu", None),
        ("mtu: ''", "mtu", None),
        ("accept-ra: true", "accept_ra", True),
        ("accept-ra: 'off'", "accept_ra", False),
        ("accept-ra: 0", "accept_ra", False),
        ("accept-ra: null", "accept_ra", None),
        ("wakeonlan: 1", "wakeonlan", True),
        ("optional: yes", "optional", True),
        ("keep_configuration: true", "critical", True),
        (
            "params: {driver: virtio_net}",
            "match",
            model.Match(name=("eth0",), driver=("virtio_net",)),
        ),
        ("subnets: null", "addresses", ()),
        ("subnets: []", "addresses", ()),
        ("config_id: eth0", "id", "eth0"),
    ],
)
def test_key_of_a_device(keys: str, field: str, value: object) -> None:
    assert getattr(nic(keys), field) == value


def test_a_nic_without_mac_address_is_matched_by_its_name() -> None:
    assert nic("mtu: 1500") == model.Ethernet(id="eth0", name="eth0", mtu=1500)


def test_a_nic_with_mac_address_is_matched_by_it_and_renamed() -> None:
    link = nic("mac_address: '52:54:00:12:34:AB', params: {driver: e1000}")
    assert link.match == model.Match(mac="52:54:00:12:34:ab", driver=("e1000",))
    assert (link.set_name, link.name, link.id) == ("eth0", "eth0", "eth0")


def test_an_unquoted_mac_address_is_no_number() -> None:
    assert nic("mac_address: 52:54:00:12:34:56").match.mac == "52:54:00:12:34:56"


def test_loopback_is_no_nic() -> None:
    link = config_of(
        "type: loopback, name: lo, subnets: [{type: loopback}, {type: static, address: 192.0.2.1/32}]"
    ).links[0]
    assert link.kind == "loopback"
    assert [str(address) for address in link.addresses] == ["192.0.2.1/32"]
    assert config_of("type: physical, name: lo").links[0].kind == "loopback"


INFINIBAND_MAC = "a0:00:02:20:fe:80:00:00:00:00:00:00:ec:0d:9a:03:00:15:e2:c1"


@pytest.mark.parametrize(
    "entry",
    [
        f"type: infiniband, name: ib0, mac_address: '{INFINIBAND_MAC}'",
        f"type: physical, name: ib0, mac_address: '{INFINIBAND_MAC}'",
    ],
)
def test_infiniband_is_told_by_its_type_or_its_long_address(entry: str) -> None:
    link = config_of(entry).links[0]
    assert isinstance(link, model.Ethernet)
    assert link.infiniband
    assert link.match == model.Match(mac=INFINIBAND_MAC)


def test_infiniband_without_an_address_is_told_by_its_name() -> None:
    assert config_of("type: infiniband, name: ib0").links[0] == model.Ethernet(
        id="ib0", name="ib0", infiniband=True
    )


def test_bond_with_its_members() -> None:
    config = config_of(
        "type: physical, name: eth0",
        "type: bond, name: bond0, mac_address: '02:00:00:00:00:0b', mtu: 9000, "
        "bond_interfaces: [eth0, eth1], params: {bond-mode: 802.3ad}, subnets: [{type: dhcp}]",
        "type: physical, name: eth1",
    )
    eth0, bond, eth1 = config.links
    assert bond == model.Bond(
        id="bond0",
        name="bond0",
        mac="02:00:00:00:00:0b",
        mtu=9000,
        dhcp4=True,
        interfaces=("eth0", "eth1"),
        params=model.BondParams(mode="802.3ad"),
    )
    assert (eth0.master, eth1.master) == ("bond0", "bond0")


def test_a_port_without_an_entry_is_taken_as_a_nic() -> None:
    config, problems = parse(
        document(
            "type: bridge, name: br0, bridge_interfaces: [eth7], params: {bridge_pathcost: [eth7 5]}"
        )
    )
    assert config.links[1] == model.Ethernet(
        id="eth7", name="eth7", master="br0", bridge_port=model.BridgePort(path_cost=5)
    )
    assert problems == [
        (
            "3:51: warning: config[0].bridge_interfaces[0]: 'eth7' has no entry of its own, "
            "taken as the nic of that name"
        )
    ]


def test_vlan_on_a_link_that_is_described_later() -> None:
    vlan = config_of(
        "type: vlan, name: eth0.5, vlan_id: 5, vlan_link: eth0, mac_address: '02:00:00:00:00:05'",
        "type: physical, name: eth0",
    ).links[0]
    assert vlan == model.Vlan(
        id="eth0.5", name="eth0.5", vlan_id=5, link="eth0", mac="02:00:00:00:00:05"
    )


def test_vlan_zero_is_a_vlan() -> None:
    links = config_of(
        "type: physical, name: eth0", "type: vlan, name: v0, vlan_id: 0, vlan_link: eth0"
    ).links
    assert links[1].vlan_id == 0  # type: ignore[union-attr]


def test_the_later_of_two_entries_of_one_name_counts() -> None:
    config, problems = parse(
        document(
            "type: physical, name: eth0, mtu: 1400", "type: physical, name: eth0, optional: true"
        )
    )
    assert config.links == (model.Ethernet(id="eth0", name="eth0", optional=True),)
    assert problems == [
        "4:28: warning: config[1].name: 'eth0' is described at config[0] too; what stands here counts"
    ]


# --- options of bonds and bridges ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "field", "expected"),
    [
        ("mode", "active-backup", "mode", "active-backup"),
        ("mode", "4", "mode", "802.3ad"),
        ("miimon", "100", "miimon", 100),
        ("updelay", "20", "up_delay", 20),
        ("downdelay", "0", "down_delay", 0),
        ("lacp-rate", "fast", "lacp_rate", "fast"),
        ("lacp-rate", "1", "lacp_rate", "fast"),
        ("xmit-hash-policy", "layer3+4", "transmit_hash_policy", "layer3+4"),
        ("xmit-hash-policy", "vlan+srcmac", "transmit_hash_policy", "vlan+srcmac"),
        ("min-links", "2", "min_links", 2),
        ("ad-select", "count", "ad_select", "count"),
        ("all-slaves-active", "1", "all_members_active", True),
        ("arp-interval", "250", "arp_interval", 250),
        ("arp-ip-target", "[192.0.2.1, 192.0.2.2]", "arp_ip_targets", ("192.0.2.1", "192.0.2.2")),
        ("arp-ip-target", "'192.0.2.1,192.0.2.2'", "arp_ip_targets", ("192.0.2.1", "192.0.2.2")),
        ("arp-validate", "all", "arp_validate", "all"),
        ("arp-all-targets", "any", "arp_all_targets", "any"),
        ("fail-over-mac", "follow", "fail_over_mac_policy", "follow"),
        ("num-grat-arp", "5", "gratuitous_arp", 5),
        ("num-unsol-na", "3", "unsolicited_na", 3),
        ("packets-per-slave", "2", "packets_per_member", 2),
        ("primary", "eth0", "primary", "eth0"),
        ("primary", "none", "primary", None),
        ("primary-reselect", "better", "primary_reselect_policy", "better"),
        ("resend-igmp", "4", "resend_igmp", 4),
        ("lp-interval", "10", "learn_packet_interval", 10),
        ("ad-actor-sys-prio", "100", "ad_actor_sys_prio", 100),
        ("ad-actor-system", "'02:00:00:00:00:0a'", "ad_actor_system", "02:00:00:00:00:0a"),
        ("ad-user-port-key", "7", "ad_user_port_key", 7),
        ("active-slave", "eth0", "active_member", "eth0"),
        ("tlb-dynamic-lb", "0", "dynamic_tlb", False),
        ("use-carrier", "1", "use_carrier", True),
        ("peer-notif-delay", "1000", "peer_notify_delay", 1000),
        ("slaves", "none", "mode", None),
        ("mode", "''", "mode", None),
    ],
)
@pytest.mark.parametrize("spelling", ["bond-x-y", "bond-x_y", "bond_x_y", "x_y"])
def test_bond_option(spelling: str, option: str, value: str, field: str, expected: object) -> None:
    prefix = spelling.partition("x")[0]
    key = prefix + (option if spelling == "bond-x-y" else option.replace("-", "_"))
    bond = config_of(
        "type: physical, name: eth0",
        f"type: bond, name: bond0, bond_interfaces: [eth0], params: {{{key}: {value}}}",
    ).links[1]
    assert getattr(bond.params, field) == expected  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("option", "value", "field", "expected"),
    [
        ("stp", "'on'", "stp", True),
        ("stp", "off", "stp", False),
        ("stp", "0", "stp", False),
        ("bridgeprio", "22", "priority", 22),
        ("ageing", "250", "ageing_time", 250),
        ("fd", "0", "forward_delay", 0),
        ("hello", "1", "hello_time", 1),
        ("maxage", "10", "max_age", 10),
        ("fd", "null", "forward_delay", None),
    ],
)
@pytest.mark.parametrize("prefix", ["bridge_", "bridge-", ""])
def test_bridge_option(prefix: str, option: str, value: str, field: str, expected: object) -> None:
    bridge = config_of(
        f"type: bridge, name: br0, bridge_interfaces: [], params: {{{prefix}{option}: {value}}}"
    ).links[0]
    assert getattr(bridge.params, field) == expected  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "value", ["[eth0 50, eth1 75]", "{eth0: 50, eth1: 75}"], ids=["list", "mapping"]
)
def test_options_of_single_bridge_ports(value: str) -> None:
    eth0, eth1, _ = config_of(
        "type: physical, name: eth0",
        "type: physical, name: eth1",
        f"type: bridge, name: br0, bridge_interfaces: [eth0, eth1], "
        f"params: {{bridge_pathcost: {value}, bridge_portprio: eth0 28}}",
    ).links
    assert eth0.bridge_port == model.BridgePort(path_cost=50, priority=28)
    assert eth1.bridge_port == model.BridgePort(path_cost=75)


@pytest.mark.parametrize("option", ["gcint", "hw", "maxwait", "waitport", "ports"])
def test_bridge_options_that_nothing_can_say_are_reported(option: str) -> None:
    (problem,) = problems_of(
        f"type: bridge, name: br0, bridge_interfaces: [], params: {{bridge_{option}: 1}}"
    )
    assert problem.startswith(f"warning: config[0].params.bridge_{option}: left out: ")


def test_one_option_in_two_spellings_is_reported() -> None:
    assert places_of(
        "type: bond, name: bond0, bond_interfaces: [], params: {bond-mode: 1, bond_mode: 2}"
    ) == ["warning: config[0].params.bond_mode"]


# --- subnets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("dhcp", {"dhcp4": True}),
        ("dhcp4", {"dhcp4": True}),
        ("dhcp6", {"dhcp6": True}),
        ("ipv6_slaac", {"ipv6_mode": "slaac"}),
        ("ipv6_dhcpv6-stateless", {"ipv6_mode": "stateless", "dhcp6": True}),
        ("ipv6_dhcpv6-stateful", {"ipv6_mode": "stateful", "dhcp6": True}),
        ("manual", {}),
        ("loopback", {}),
    ],
)
def test_type_of_subnet(kind: str, fields: dict[str, object]) -> None:
    assert subnet(f"type: {kind}") == model.Ethernet(id="eth0", name="eth0", **fields)


@pytest.mark.parametrize(
    ("first", "second"),
    [("ipv6_slaac", "dhcp6"), ("dhcp6", "ipv6_slaac"), ("ipv6_slaac", "ipv6_dhcpv6-stateful")],
)
def test_two_ways_of_automatic_ipv6_are_both_open(first: str, second: str) -> None:
    link = nic(f"subnets: [{{type: {first}}}, {{type: {second}}}]")
    assert (link.ipv6_mode, link.dhcp6) == (None, True)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("address: 192.0.2.10/25", "192.0.2.10/25"),
        ("address: 192.0.2.10/255.255.255.128", "192.0.2.10/25"),
        ("address: 192.0.2.10, netmask: 255.255.255.128", "192.0.2.10/25"),
        ("address: 192.0.2.10, netmask: 25", "192.0.2.10/25"),
        ("address: 192.0.2.10, prefix: 25", "192.0.2.10/25"),
        ("address: 192.0.2.10/25, prefix: 25, netmask: 255.255.255.128", "192.0.2.10/25"),
        ("address: 192.0.2.10", "192.0.2.10/24"),
        ("address: 192.0.2.10, netmask: ''", "192.0.2.10/24"),
        ("ip_address: 192.0.2.10/25", "192.0.2.10/25"),
        ("address: '2001:DB8::10/56'", "2001:db8::10/56"),
        ("address: '2001:db8::10', netmask: 'ffff:ffff:ffff:ff00::'", "2001:db8::10/56"),
        ("address: '2001:db8::10/ffff:ffff:ffff:ff00::'", "2001:db8::10/56"),
        ("address: '2001:db8::10', netmask: '56'", "2001:db8::10/56"),
        ("address: '2001:db8::10'", "2001:db8::10/64"),
    ],
)
@pytest.mark.parametrize("kind", ["static", "static6"])
def test_static_address(kind: str, keys: str, expected: str) -> None:
    if kind == "static6" and ":" not in expected:
        kind = "static"
    assert [str(address) for address in subnet(f"type: {kind}, {keys}").addresses] == [expected]


def test_an_address_that_is_said_twice_counts_once() -> None:
    link = nic(
        "subnets: [{type: static, address: 192.0.2.1/24}, {type: static, address: 192.0.2.1/24}]"
    )
    assert len(link.addresses) == 1


def test_what_else_belongs_to_an_address() -> None:
    (address,) = subnet(
        "type: static, address: 192.0.2.10/24, broadcast: 192.0.2.255, scope: link, pointopoint: 198.51.100.1"
    ).addresses
    assert (address.broadcast, address.scope, address.peer) == (
        "192.0.2.255",
        "link",
        "198.51.100.1",
    )


@pytest.mark.parametrize(
    ("keys", "fields"),
    [
        (
            "type: dhcp4, metric: 50",
            {"dhcp4": True, "dhcp4_overrides": model.DhcpOverrides(route_metric=50)},
        ),
        (
            "type: dhcp4, metric: 0",
            {"dhcp4": True, "dhcp4_overrides": model.DhcpOverrides(route_metric=0)},
        ),
        (
            "type: dhcp6, metric: 50",
            {"dhcp6": True, "dhcp6_overrides": model.DhcpOverrides(route_metric=50)},
        ),
        ("type: dhcp4, mtu: 1400", {"dhcp4": True, "mtu": 1400}),
        ("type: dhcp6, mtu: 1400", {"dhcp6": True, "ipv6_mtu": 1400}),
        ("type: dhcp4, control: auto", {"dhcp4": True}),
        ("type: dhcp4, control: hotplug", {"dhcp4": True}),
        ("type: dhcp4, ipv4: true, ipv6: false", {"dhcp4": True}),
        (
            "type: dhcp4, dns_nameservers: [192.0.2.53]",
            {"dhcp4": True, "nameservers": ("192.0.2.53",)},
        ),
        (
            "type: dhcp4, dns_nameservers: '192.0.2.53 2001:db8::53', dns_search: 'a.example b.example'",
            {
                "dhcp4": True,
                "nameservers": ("192.0.2.53", "2001:db8::53"),
                "search": ("a.example", "b.example"),
            },
        ),
        ("type: dhcp4, dns_search: [a.example]", {"dhcp4": True, "search": ("a.example",)}),
    ],
)
def test_key_of_a_subnet(keys: str, fields: dict[str, object]) -> None:
    assert subnet(keys) == model.Ethernet(id="eth0", name="eth0", **fields)


def test_name_servers_of_all_subnets_add_up() -> None:
    link = nic(
        "subnets: [{type: dhcp4, dns_nameservers: [192.0.2.1, 192.0.2.2]}, "
        "{type: dhcp6, dns_nameservers: [192.0.2.2, 192.0.2.3]}]"
    )
    assert link.nameservers == ("192.0.2.1", "192.0.2.2", "192.0.2.3")


@pytest.mark.parametrize(
    ("keys", "mtus", "problems"),
    [
        ("mtu: 1400, subnets: [{type: dhcp4, mtu: 1400}]", (1400, None), []),
        ("mtu: 1500, subnets: [{type: dhcp6, mtu: 1400}]", (1500, 1400), []),
        (
            "mtu: 8999, subnets: [{type: static, address: 192.0.2.1/24, mtu: 9000}]",
            (9000, None),
            [
                (
                    "warning: config[0].subnets[0].mtu: the MTU 8999 is asked for too; "
                    "that of the subnet counts, 9000"
                )
            ],
        ),
        (
            "subnets: [{type: static6, address: '2001:db8::1/64', mtu: 1400}, {type: dhcp6, mtu: 1300}], mtu: 1500",
            (1500, 1300),
            [
                (
                    "warning: config[0].subnets[1].mtu: the MTU 1400 is asked for too; "
                    "that of the subnet counts, 1300"
                )
            ],
        ),
        (
            "mtu: 0",
            (None, None),
            ["warning: config[0].mtu: 0 is no MTU; the device's default is kept"],
        ),
    ],
    ids=["same", "ipv6-alone", "ipv4-wins", "two-of-ipv6", "zero"],
)
def test_mtu(keys: str, mtus: tuple[int | None, int | None], problems: list[str]) -> None:
    entry = f"type: physical, name: eth0, {keys}"
    (link,) = parse(document(entry))[0].links
    assert (link.mtu, link.ipv6_mtu) == mtus
    assert problems_of(entry) == problems


def test_control_manual_keeps_a_link_and_says_so() -> None:
    entry = "type: physical, name: eth0, subnets: [{type: dhcp4, control: manual}]"
    (link,) = parse(document(entry))[0].links
    assert (link.critical, link.activation) == (True, None)
    assert places_of(entry) == ["warning: config[0].subnets[0].control"]


def test_automatic_ipv6_without_router_advertisements_is_reported() -> None:
    assert places_of(
        "type: physical, name: eth0, accept-ra: false, subnets: [{type: ipv6_slaac}]"
    ) == ["warning: config[0].accept-ra"]


def test_a_null_subnet_is_skipped() -> None:
    entry = "type: physical, name: eth0, subnets: [null, {type: dhcp4}]"
    assert parse(document(entry))[0].links[0].dhcp4
    assert problems_of(entry) == ["warning: config[0].subnets[0]: an empty subnet, ignored"]


# --- routes --------------------------------------------------------------------------------------------------------


def route(keys: str) -> model.Route:
    (found,) = subnet(f"type: dhcp4, routes: [{{{keys}}}]").routes
    assert isinstance(found, model.Route)
    return found


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (
            "network: 10.0.0.0, netmask: 255.0.0.0, gateway: 192.0.2.1",
            {"family": 4, "to": "10.0.0.0/8", "via": "192.0.2.1"},
        ),
        (
            "destination: 10.0.0.0/8, gateway: 192.0.2.1, metric: 3",
            {"family": 4, "to": "10.0.0.0/8", "via": "192.0.2.1", "metric": 3},
        ),
        (
            "network: 10.1.2.3, prefix: 8, gateway: 192.0.2.1, metric: '0'",
            {"family": 4, "to": "10.0.0.0/8", "via": "192.0.2.1", "metric": 0},
        ),
        (
            "network: 10.0.0.1, netmask: 255.255.255.255, gateway: 192.0.2.1",
            {"family": 4, "to": "10.0.0.1/32", "via": "192.0.2.1"},
        ),
        (
            "network: 0.0.0.0, netmask: 0.0.0.0, gateway: 192.0.2.1",
            {"family": 4, "to": "default", "via": "192.0.2.1"},
        ),
        (
            "network: 0.0.0.0, gateway: 192.0.2.1",
            {"family": 4, "to": "default", "via": "192.0.2.1"},
        ),
        (
            "destination: default, gateway: 'fe80::1'",
            {"family": 6, "to": "default", "via": "fe80::1"},
        ),
        (
            "network: '::', netmask: '::', gateway: '2001:db8::1'",
            {"family": 6, "to": "default", "via": "2001:db8::1", "on_link": True},
        ),
        (
            "network: '2001:db8:1::', netmask: 'ffff:ffff:ffff::', gateway: 'fe80::1'",
            {"family": 6, "to": "2001:db8:1::/48", "via": "fe80::1"},
        ),
        (
            "destination: 10.0.0.0/8, gateway: 192.0.2.1, mtu: 1400, table: 7",
            {"family": 4, "to": "10.0.0.0/8", "via": "192.0.2.1", "mtu": 1400, "table": 7},
        ),
        ("destination: 10.0.0.0/8", {"family": 4, "to": "10.0.0.0/8", "scope": "link"}),
    ],
)
def test_route(keys: str, expected: dict[str, object]) -> None:
    assert route(keys) == model.Route(**expected)  # type: ignore[arg-type]


def test_a_destination_without_mask_gets_the_default_prefix_and_a_warning() -> None:
    entry = (
        "type: physical, name: eth0, subnets: [{type: dhcp4, "
        "routes: [{network: 10.0.0.0, gateway: 192.0.2.1}]}]"
    )
    assert parse(document(entry))[0].links[0].routes[0].to == "10.0.0.0/24"
    assert problems_of(entry) == [
        (
            "warning: config[0].subnets[0].routes[0].network: read as 10.0.0.0/24, since nothing says its "
            "length (a single host is 10.0.0.0/32)"
        )
    ]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("address: 192.0.2.10/24, gateway: 192.0.2.1", {"via": "192.0.2.1", "family": 4}),
        (
            "address: 192.0.2.10/24, gateway: 192.0.2.1, metric: 0",
            {"via": "192.0.2.1", "family": 4, "metric": 0},
        ),
        (
            "address: 192.0.2.10/32, gateway: 198.51.100.1",
            {"via": "198.51.100.1", "family": 4, "on_link": True},
        ),
        (
            "address: 192.0.2.10/32, gateway: 198.51.100.1, pointopoint: 198.51.100.1",
            {"via": "198.51.100.1", "family": 4},
        ),
        ("address: '2001:db8::10/64', gateway: 'fe80::1'", {"via": "fe80::1", "family": 6}),
        (
            "address: 192.0.2.10/24, metric: 9, routes: [{destination: default, gateway: 192.0.2.1}]",
            {"via": "192.0.2.1", "family": 4, "metric": 9},
        ),
        (
            "address: 192.0.2.10/24, gateway: 192.0.2.1, routes: [{network: 0.0.0.0/0, gateway: 192.0.2.1}]",
            {"via": "192.0.2.1", "family": 4},
        ),
    ],
    ids=[
        "plain",
        "metric-zero",
        "outside",
        "peer",
        "link-local",
        "metric-of-a-route",
        "said-twice",
    ],
)
def test_gateway_becomes_a_default_route(keys: str, expected: dict[str, object]) -> None:
    assert subnet(f"type: static, {keys}").routes == (model.Route(to="default", **expected),)  # type: ignore[arg-type]


def test_where_dhcp_brings_subnets_no_gateway_is_called_outside() -> None:
    link = nic(
        "subnets: [{type: dhcp4}, {type: static, address: 192.0.2.10/24, gateway: 198.51.100.1}]"
    )
    assert link.routes == (model.Route(family=4, to="default", via="198.51.100.1"),)


def test_a_gateway_may_stand_behind_a_route_of_its_own() -> None:
    link = subnet(
        "type: static, address: 192.0.2.10/32, gateway: 198.51.100.1, routes: [{destination: 198.51.100.1/32}]"
    )
    assert link.routes[0].on_link is None


def test_a_metric_without_default_route_is_reported() -> None:
    assert places_of(
        "type: physical, name: eth0, subnets: [{type: static, address: 192.0.2.10/24, metric: 5}]"
    ) == ["warning: config[0].subnets[0].metric"]


@pytest.mark.parametrize("key", ["destination", "network"])
def test_a_global_route_goes_to_the_link_that_reaches_its_gateway(key: str) -> None:
    config = config_of(
        f"type: route, {key}: 198.51.100.0/24, gateway: 192.0.2.1, metric: 3",
        "type: physical, name: eth0, subnets: [{type: static, address: 203.0.113.1/24}, {type: dhcp6}]",
        "type: physical, name: eth1, subnets: [{type: static, address: 192.0.2.10/24}]",
    )
    assert [link.routes for link in config.links] == [
        (),
        (model.Route(family=4, to="198.51.100.0/24", via="192.0.2.1", metric=3),),
    ]


def test_a_global_route_goes_to_the_only_link_with_dhcp_where_no_static_one_fits() -> None:
    config = config_of(
        "type: physical, name: eth0, subnets: [{type: static, address: 203.0.113.1/24}]",
        "type: physical, name: eth1, subnets: [{type: dhcp4}]",
        "type: route, destination: 198.51.100.0/24, gateway: 192.0.2.1",
    )
    assert [len(link.routes) for link in config.links] == [0, 1]


def test_a_global_route_goes_on_link_to_the_only_link_there_is() -> None:
    config, problems = parse(
        document(
            "type: physical, name: eth0, subnets: [{type: static, address: 203.0.113.1/24}]",
            "type: physical, name: eth1",
            "type: route, destination: 198.51.100.0/24, gateway: 192.0.2.1",
        )
    )
    assert config.links[0].routes == (
        model.Route(family=4, to="198.51.100.0/24", via="192.0.2.1", on_link=True),
    )
    assert problems == [
        (
            "5:58: warning: config[2].gateway: no subnet of any link holds '192.0.2.1'; "
            "the route goes to 'eth0', the only one"
        )
    ]


@pytest.mark.parametrize(
    "subnet",
    [
        "type: static, address: 203.0.113.1/24",
        "type: dhcp",
        "type: static, address: '2001:db8::1/64'",
    ],
)
def test_a_global_route_that_could_go_to_several_links_or_none_is_left_out(subnet: str) -> None:
    config, problems = parse(
        document(
            f"type: physical, name: eth0, subnets: [{{{subnet}}}]",
            f"type: physical, name: eth1, subnets: [{{{subnet}}}]",
            "type: route, destination: 198.51.100.0/24, gateway: 192.0.2.1",
        )
    )
    assert [link.routes for link in config.links] == [(), ()]
    assert [problem.split(": ")[1:3] for problem in problems] == [["warning", "config[2].gateway"]]


# --- name servers --------------------------------------------------------------------------------------------------


def test_name_servers_without_interface_are_global() -> None:
    config = config_of(
        "type: nameserver, address: 192.0.2.53",
        "type: nameserver, address: ['2001:db8::53', 192.0.2.53], search: [a.example, b.example]",
        "type: nameserver, address: 192.0.2.54, search: c.example",
    )
    assert config.nameservers == ("192.0.2.53", "2001:db8::53", "192.0.2.54")
    assert config.search == ("a.example", "b.example", "c.example")


def test_name_servers_with_interface_belong_to_it() -> None:
    config = config_of(
        "type: nameserver, interface: eth0, address: [192.0.2.53], search: [a.example]",
        "type: physical, name: eth0, subnets: [{type: dhcp4, dns_nameservers: [192.0.2.1]}]",
        "type: nameserver, interface: eth0, address: [192.0.2.54]",
    )
    assert config.nameservers == ()
    assert config.links[0].nameservers == ("192.0.2.1", "192.0.2.53", "192.0.2.54")
    assert config.links[0].search == ("a.example",)


# --- mistakes ------------------------------------------------------------------------------------------------------

BOND = "type: bond, name: b0, params: {bond-mode: 1}, bond_interfaces"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("name: eth0", "config[0].type"),
        ("type: warp, name: w0", "config[0].type"),
        ("type: [a], name: w0", "config[0].type"),
        ("type: physical", "config[0].name"),
        ("type: physical, name: null", "config[0].name"),
        ("type: physical, name: enp0s31f6abcdefg", "config[0].name"),
        ("type: physical, name: a/b", "config[0].name"),
        ("type: physical, name: a b", "config[0].name"),
        ("type: physical, name: ä0", "config[0].name"),
        ("type: physical, name: [eth0]", "config[0].name"),
        ("type: physical, name: eth0, mtu: big", "config[0].mtu"),
        ("type: physical, name: eth0, accept-ra: maybe", "config[0].accept-ra"),
        ("type: physical, name: eth0, subnets: {type: dhcp}", "config[0].subnets"),
        ("type: physical, name: eth0, subnets: [dhcp]", "config[0].subnets[0]"),
        ("type: physical, name: eth0, params: [driver]", "config[0].params"),
        ("type: vlan, name: v1, vlan_link: eth0", "config[0].vlan_id"),
        ("type: vlan, name: v1, vlan_id: 1", "config[0].vlan_link"),
        ("type: vlan, name: v1, vlan_id: 1, vlan_link: eth9", "config[0].vlan_link"),
        ("type: vlan, name: v1, vlan_id: ten, vlan_link: v1", "config[0].vlan_id"),
        ("type: vlan, name: v1, vlan_id: 4095, vlan_link: v1", "config[0].vlan_id"),
        ("type: vlan, name: v1, vlan_id: 1, vlan_link: v1", "config[0].vlan_link"),
        ("type: bond, name: b0, bond_interfaces: []", "config[0].params"),
        ("type: bond, name: b0, params: {bond-mode: 1}", "config[0].bond_interfaces"),
        (f"{BOND}: eth0", "config[0].bond_interfaces"),
        (f"{BOND}: [a/b]", "config[0].bond_interfaces[0]"),
        ("type: bond, name: b0, bond_interfaces: [], params: [a]", "config[0].params"),
        (
            "type: bond, name: b0, bond_interfaces: [], params: {bond-mode: x}",
            "config[0].params.bond-mode",
        ),
        (
            "type: bond, name: b0, bond_interfaces: [], params: {bond-primary: eth5}",
            "config[0].params.bond-primary",
        ),
        ("type: bridge, name: br0", "config[0].bridge_interfaces"),
        ("type: bridge, name: br0, bridge_interfaces: [], params: x", "config[0].params"),
        (
            "type: bridge, name: br0, bridge_interfaces: [], params: {bridge_stp: maybe}",
            "config[0].params.bridge_stp",
        ),
        (
            "type: bridge, name: br0, bridge_interfaces: [], params: {bridge_pathcost: [eth0]}",
            "config[0].params.bridge_pathcost[0]",
        ),
        (
            "type: bridge, name: br0, bridge_interfaces: [], params: {bridge_pathcost: [eth0 5]}",
            "config[0].params.bridge_pathcost[0]",
        ),
        (
            "type: bridge, name: br0, bridge_interfaces: [], params: {bridge_portprio: {eth0: 64}}",
            "config[0].params.bridge_portprio.eth0",
        ),
        ("type: nameserver", "config[0].address"),
        ("type: nameserver, address: example.org", "config[0].address"),
        ("type: nameserver, address: [192.0.2.53, x]", "config[0].address[1]"),
        ("type: nameserver, address: 192.0.2.53, search: [{}]", "config[0].search[0]"),
        ("type: nameserver, address: 192.0.2.53, interface: eth9", "config[0].interface"),
        ("type: route, gateway: 192.0.2.1", "config[0].destination"),
        ("type: route, destination: 10.0.0.0/8", "config[0].gateway"),
        ("type: route, destination: x, gateway: 192.0.2.1", "config[0].destination"),
        ("type: route, destination: 10.0.0.0/8, gateway: x", "config[0].gateway"),
    ],
)
def test_mistake_in_an_entry(entry: str, expected: str) -> None:
    assert places_of(entry) == [f"error: {expected}"]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("address: 192.0.2.1/24", "type"),
        ("type: null", "type"),
        ("type: ipv4_static, address: 192.0.2.1/24", "type"),
        ("type: {}", "type"),
        ("type: static", "address"),
        ("type: static, gateway: 192.0.2.1", "address"),
        ("type: static, address: {}", "address"),
        ("type: static, address: 192.0.2.999/24", "address"),
        ("type: static, address: 192.0.2.1/33", "address"),
        ("type: static, address: 192.0.2.1/0", "address"),
        ("type: static, address: '192.0.2.1/ffff::'", "address"),
        ("type: static, address: 192.0.2.1, netmask: 255.0.255.0", "netmask"),
        ("type: static, address: 192.0.2.1, netmask: 'ffff::'", "netmask"),
        ("type: static, address: 192.0.2.1, prefix: 33", "prefix"),
        ("type: static, address: 192.0.2.1/24, broadcast: x", "broadcast"),
        ("type: static, address: '2001:db8::1/64', broadcast: 192.0.2.255", "broadcast"),
        ("type: static, address: 192.0.2.1/24, pointopoint: '2001:db8::1'", "pointopoint"),
        ("type: static, address: 192.0.2.1/24, scope: galactic", "scope"),
        ("type: static, address: 192.0.2.1/24, gateway: x", "gateway"),
        ("type: dhcp4, metric: fast", "metric"),
        ("type: dhcp4, mtu: big", "mtu"),
        ("type: dhcp4, control: never", "control"),
        ("type: dhcp4, dns_nameservers: [x]", "dns_nameservers[0]"),
        ("type: dhcp4, dns_nameservers: 192.0.2.1 x", "dns_nameservers"),
        ("type: dhcp4, dns_search: {}", "dns_search"),
        ("type: dhcp4, routes: {}", "routes"),
        ("type: dhcp4, routes: [x]", "routes[0]"),
        ("type: dhcp4, routes: [{gateway: 192.0.2.1}]", "routes[0].destination"),
        ("type: dhcp4, routes: [{network: default}]", "routes[0].gateway"),
        ("type: dhcp4, routes: [{network: 10.0.0.0/8, gateway: 'fe80::1'}]", "routes[0].gateway"),
        ("type: dhcp4, routes: [{network: 10.0.0.0/8, gateway: x}]", "routes[0].gateway"),
        ("type: dhcp4, routes: [{network: 10.0.0.0/40}]", "routes[0].network"),
        ("type: dhcp4, routes: [{network: 10.0.0.0, prefix: 40}]", "routes[0].prefix"),
        ("type: dhcp4, routes: [{network: 10.0.0.0/8, metric: x}]", "routes[0].metric"),
    ],
)
def test_mistake_in_a_subnet(keys: str, expected: str) -> None:
    assert places_of(f"type: physical, name: eth0, subnets: [{{{keys}}}]") == [
        f"error: config[0].subnets[0].{expected}"
    ]


def test_a_subnet_whose_address_is_refused_takes_its_routes_along_and_keeps_its_name_servers() -> (
    None
):
    config, _ = parse(
        document(
            "type: physical, name: eth0, mtu: 1400, subnets: [{type: static, address: x, gateway: 192.0.2.1, "
            "dns_nameservers: [192.0.2.53]}, {type: dhcp6}]"
        )
    )
    assert config.links == (
        model.Ethernet(id="eth0", name="eth0", mtu=1400, dhcp6=True, nameservers=("192.0.2.53",)),
    )


def test_a_nic_whose_mac_address_is_refused_is_matched_by_its_name() -> None:
    entry = "type: physical, name: eth0, mac_address: zz, subnets: [{type: dhcp}]"
    assert parse(document(entry))[0].links[0].match is None
    assert places_of(entry) == ["warning: config[0]", "error: config[0].mac_address"]


def test_a_bond_without_params_is_kept() -> None:
    config, _ = parse(document("type: bond, name: b0, bond_interfaces: []"))
    assert config.links == (model.Bond(id="b0", name="b0"),)


def test_a_port_belongs_to_one_master() -> None:
    assert problems_of(
        "type: physical, name: eth0",
        "type: bond, name: b0, params: {bond-mode: 1}, bond_interfaces: [eth0, eth0]",
        "type: bridge, name: br0, bridge_interfaces: [eth0]",
    ) == [
        "warning: config[1].bond_interfaces[1]: 'eth0' stands here twice",
        "error: config[2].bridge_interfaces[0]: 'eth0' already belongs to bond 'b0'",
    ]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("type: physical, name: eth0, mac: x", "config[0].mac"),
        ("type: physical, name: eth0, params: {device_id: '0x1000'}", "config[0].params.device_id"),
        ("type: physical, name: eth0, params: {color: red}", "config[0].params.color"),
        ("type: physical, name: eth0, config_id: x", "config[0].config_id"),
        ("type: loopback, name: lo, mac_address: '00:00:00:00:00:00'", "config[0].mac_address"),
        (
            "type: bond, name: b0, bond_interfaces: [], params: {bond-slaves: [a]}",
            "config[0].params.bond-slaves",
        ),
        (
            "type: bond, name: b0, bond_interfaces: [], params: {bond-speed: 1}",
            "config[0].params.bond-speed",
        ),
        (
            "type: physical, name: eth0, subnets: [{type: dhcp, color: red}]",
            "config[0].subnets[0].color",
        ),
        (
            "type: physical, name: eth0, subnets: [{type: dhcp, address: 192.0.2.1/24}]",
            "config[0].subnets[0].address",
        ),
        (
            "type: physical, name: eth0, subnets: [{type: static6, address: 192.0.2.1/24}]",
            "config[0].subnets[0].address",
        ),
        (
            "type: physical, name: eth0, subnets: [{type: static, address: 192.0.2.1/24, netmask: 255.0.0.0}]",
            "config[0].subnets[0].netmask",
        ),
    ],
)
def test_what_is_ignored_is_said(entry: str, expected: str) -> None:
    assert places_of(entry) == [f"warning: {expected}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("config: []\n", "1:1: error: version: "),
        ("version: 3\nconfig: []\n", "1:10: error: version: "),
        ("version: 1\n", "1:1: error: config: "),
        ("version: 1\nconfig: {}\n", "2:9: error: config: "),
        ("version: 1\nconfig: null\n", "2:9: error: config: "),
        ("version: 1\nconfig: [null]\n", "2:10: error: config[0]: "),
        ("network: {version: 1, config: [{}]}\n", "1:32: error: network.config[0].type: "),
        ("version: 1\nconfig: []\nethernets: {}\n", "3:1: warning: ethernets: "),
    ],
)
def test_mistake_in_a_document(text: str, expected: str) -> None:
    _, problems = parse(text)
    assert [problem[: len(expected)] for problem in problems] == [expected]


def test_a_document_may_be_disabled() -> None:
    assert parse("config: disabled\n")[0].disabled


# --- any document --------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        *netv1.TYPES,
        *"name type subnets address netmask prefix gateway routes network destination metric mtu params".split(),
        *"mac_address bond_interfaces bridge_interfaces vlan_id vlan_link dns_nameservers interface".split(),
        *"static dhcp6 ipv6_slaac eth0 eth1 default 192.0.2.1/24 192.0.2.1 2001:db8::1 fe80::1 ::".split(),
        *"bond-mode bridge_pathcost bond-primary control manual eth0.5 02:00:00:00:00:01 0 1 24".split(),
        "eth0 5",
        "",
        "/",
        "é",
    ]
)
TREES = st.recursive(
    st.one_of(st.none(), WORDS, st.text(max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=6)),
    max_leaves=30,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.dictionaries(WORDS, TREES, max_size=8), max_size=5), TREES)
def test_any_tree_is_read(entries: list[Any], other: Any) -> None:
    for tree in ({"version": "1", "config": entries}, other):
        config = netv1.parse(tree, Facts(), Report(), (), model.Origin())
        names = [link.name for link in config.links if link.name is not None]
        assert len(names) == len(set(names))
        assert all(len(name.encode()) <= 15 for name in names)
