"""network_data.json becomes links; nics are named as the machine names them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netinit import api
from netinit.formats import openstack
from netinit.formats.openstack_links import NIC_TYPES
from netinit.model import network as model
from netinit.model.facts import Facts, Nic
from netinit.report import Report

NICS = (
    Nic(name="ens3", mac="02:00:00:00:00:01"),
    Nic(name="ens4", mac="02:00:00:00:00:0b", perm_mac="02:00:00:00:00:02", master="bond0"),
    Nic(name="bond0", mac="02:00:00:00:00:0b", kind="bond"),
)
FACTS = Facts(nics=NICS, nics_known=True)
PORT = {"id": "tap1", "type": "ovs", "ethernet_mac_address": "02:00:00:00:00:01"}
PORT2 = {"id": "tap2", "type": "phy", "ethernet_mac_address": "02:00:00:00:00:02"}
BOND = {"id": "b", "type": "bond", "bond_links": ["tap1", "tap2"], "bond_mode": "active-backup"}


def data(links: Any = (), networks: Any = (), services: Any = (), **others: Any) -> str:
    parts = {"links": links, "networks": networks, "services": services, **others}
    return json.dumps(
        {key: list(value) if isinstance(value, tuple) else value for key, value in parts.items()}
    )


def parse(text: str, facts: Facts = FACTS) -> tuple[model.NetworkConfig, list[str]]:
    """The config, and severity, path and message of each problem."""
    parsed = api.parse(text, form="openstack", file="f", facts=facts)
    return parsed.config, [str(problem).split(": ", 1)[1] for problem in parsed.problems]


def sound(text: str, facts: Facts = FACTS) -> model.NetworkConfig:
    config, problems = parse(text, facts)
    assert problems == []
    return config


def network(**keys: Any) -> Any:
    """The link that one network makes of a port."""
    return sound(data([PORT], [{"id": "n0", "link": "tap1", **keys}])).links[0]


def places(text: str, facts: Facts = FACTS) -> list[str]:
    return [": ".join(problem.split(": ")[:2]) for problem in parse(text, facts)[1]]


# --- links ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*NIC_TYPES, None])
def test_every_kind_of_port_is_a_nic(kind: str | None) -> None:
    assert sound(data([{**PORT, "type": kind}])).links == (
        model.Ethernet(
            id="ens3",
            name="ens3",
            set_name="ens3",
            match=model.Match(mac="02:00:00:00:00:01"),
        ),
    )


def test_an_unknown_kind_of_port_is_a_nic_and_reported() -> None:
    config, problems = parse(data([{**PORT, "type": "quantum"}]))
    assert config.links[0].id == "ens3"
    assert problems == ["warning: links[0].type: unknown type of link 'quantum', read as a nic"]


def test_a_port_without_networks_is_brought_up_alone() -> None:
    assert not sound(data([PORT])).links[0].has_layer3


@pytest.mark.parametrize(
    ("keys", "mtu"),
    [({"mtu": 1442}, 1442), ({"mtu": "1442"}, 1442), ({"mtu": None}, None), ({}, None)],
)
def test_mtu(keys: dict[str, Any], mtu: int | None) -> None:
    assert sound(data([{**PORT, **keys}])).links[0].mtu == mtu


def test_macs_are_compared_in_lower_case() -> None:
    link = sound(data([{**PORT, "ethernet_mac_address": "02:00:00:00:00:01".upper()}])).links[0]
    assert link.id == "ens3"


def test_a_name_counts_more_than_what_the_nic_is_called_now() -> None:
    link = sound(data([{**PORT, "name": "public"}])).links[0]
    assert (link.id, link.name, link.set_name) == ("public", "public", "public")
    assert link.match == model.Match(mac="02:00:00:00:00:01")


def test_a_nic_may_be_told_by_its_name_alone() -> None:
    assert sound(data([{"id": "x", "type": "phy", "name": "eth0"}])).links == (
        model.Ethernet(id="eth0", name="eth0"),
    )


def test_a_port_of_a_running_bond_is_found_by_its_permanent_mac_address() -> None:
    assert sound(data([PORT2])).links[0].id == "ens4"


def test_an_absent_nic_is_matched_without_a_name_and_named_in_a_warning() -> None:
    absent = {"id": "tap9", "type": "phy", "ethernet_mac_address": "02:00:00:00:00:99"}
    config, problems = parse(
        data(
            [absent, PORT],
            [{"link": "tap9", "type": "ipv4_dhcp"}, {"link": "tap1", "type": "ipv4_dhcp"}],
        )
    )
    assert config.links[0] == model.Ethernet(
        id="tap9", name=None, match=model.Match(mac="02:00:00:00:00:99"), dhcp4=True
    )
    assert config.links[1].dhcp4
    assert problems == [
        (
            "warning: links[0].ethernet_mac_address: no nic has the MAC address 02:00:00:00:00:99; "
            "it will be set up when there is one"
        )
    ]


def test_where_nobody_looked_at_the_nics_nothing_is_said() -> None:
    config = sound(data([PORT, {**PORT2, "id": "a b"}]), Facts())
    assert [(link.id, link.name) for link in config.links] == [
        ("tap1", None),
        ("nic-020000000002", None),
    ]


INFINIBAND = Nic(
    name="ib0",
    mac="20:00:55:04:01:fe:80:00:00:00:00:00:02:00:00:03:00:00:00:01",
    type=32,
)


@pytest.mark.parametrize("keys", [{}, {"name": "ib0"}])
def test_infiniband_is_found_by_the_six_bytes_of_its_address(keys: dict[str, str]) -> None:
    link = sound(data([{**PORT, **keys}]), Facts(nics=(INFINIBAND,), nics_known=True)).links[0]
    assert isinstance(link, model.Ethernet)
    assert (link.id, link.infiniband) == ("ib0", True)
    assert link.match == model.Match(mac=INFINIBAND.mac)


def test_an_ethernet_nic_with_the_same_six_bytes_goes_first() -> None:
    link = sound(data([PORT]), Facts(nics=(INFINIBAND, *NICS), nics_known=True)).links[0]
    assert link.id == "ens3"


def test_bond() -> None:
    bond = {
        **BOND,
        "ethernet_mac_address": "02:00:00:00:00:01",
        "bond_mode": "4",
        "bond_miimon": 100,
        "bond_xmit_hash_policy": "layer3+4",
        "bond_primary": "tap2",
        "mtu": 9000,
    }
    ens3, made, ens4 = sound(data([PORT, bond, PORT2])).links
    assert made == model.Bond(
        id="bond0",
        name="bond0",
        mac="02:00:00:00:00:01",
        mtu=9000,
        interfaces=("ens3", "ens4"),
        params=model.BondParams(
            mode="802.3ad", miimon=100, transmit_hash_policy="layer3+4", primary="ens4"
        ),
    )
    assert made.match is None
    assert (ens3.master, ens4.master) == ("bond0", "bond0")


def test_bonds_are_numbered_around_the_names_that_are_given() -> None:
    bonds = [
        {"id": "a", "type": "bond", "bond_links": []},
        {"id": "b", "type": "bond", "bond_links": [], "name": "bond1"},
        {"id": "c", "type": "bond", "bond_links": []},
        {"id": "d", "type": "bond", "bond_links": [], "name": "lag1"},
    ]
    assert [link.id for link in sound(data(bonds)).links] == ["bond0", "bond1", "bond2", "lag1"]


def test_vlans_are_named_after_their_parent_wherever_that_stands() -> None:
    links = [
        {"id": "v2", "type": "vlan", "vlan_link": "v1", "vlan_id": "7"},
        {
            "id": "v1",
            "type": "vlan",
            "vlan_link": "b",
            "vlan_id": 602,
            "vlan_mac_address": "02:00:00:00:06:02",
        },
        {**BOND, "name": "bond-wan"},
        PORT,
        PORT2,
    ]
    inner, outer, *_ = sound(data(links)).links
    assert (inner.id, inner.link, inner.vlan_id) == ("bond-wan.602.7", "bond-wan.602", 7)  # type: ignore[union-attr]
    assert (outer.id, outer.link, outer.mac) == ("bond-wan.602", "bond-wan", "02:00:00:00:06:02")  # type: ignore[union-attr]


def test_names_that_would_be_too_long_are_cut_and_stay_different() -> None:
    nics = (
        Nic(name="enp193s0f0np0", mac="02:00:00:00:00:01"),
        Nic(name="enp193s0f0np1", mac="02:00:00:00:00:02"),
    )
    vlans = [
        {"id": f"v{port}", "type": "vlan", "vlan_link": port, "vlan_id": 1234}
        for port in ("tap1", "tap2")
    ]
    facts = Facts(nics=nics, nics_known=True)
    config, problems = parse(data([PORT, PORT2, *vlans]), facts)
    first, second = (link.id for link in config.links[2:])
    assert first == "enp193s0f0.1234"
    assert second.startswith("enp19-")
    assert second.endswith(".1234")
    assert len(second) == 15
    assert [problem.split(": ")[1] for problem in problems] == ["links[2]", "links[3]"]
    assert parse(data([PORT, PORT2, *vlans]), facts)[0] == config


def test_a_name_that_is_given_twice_is_made_different() -> None:
    config, problems = parse(data([{**PORT, "name": "eth0"}, {**PORT2, "name": "eth0"}]))
    first, second = config.links
    assert first.id == "eth0"
    assert second.id != "eth0"
    assert second.set_name == second.id
    assert problems == [
        f"warning: links[1]: the name 'eth0' is taken; called '{second.id}' instead"
    ]


def test_the_name_of_a_vlan_is_ignored_and_reported() -> None:
    vlan = {"id": "v", "type": "vlan", "name": "storage", "vlan_link": "tap1", "vlan_id": 5}
    config, problems = parse(data([PORT, vlan]))
    assert config.links[1].id == "ens3.5"
    assert problems == [
        "warning: links[1].name: a VLAN is called after its parent, here 'ens3.5'; ignored"
    ]


# --- networks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("ipv4_dhcp", {"dhcp4": True}),
        ("ipv6_dhcp", {"dhcp6": True, "accept_ra": True}),
        ("ipv6_slaac", {"ipv6_mode": "slaac"}),
        ("ipv6_dhcpv6-stateless", {"ipv6_mode": "stateless", "dhcp6": True}),
        ("ipv6_dhcpv6-stateful", {"ipv6_mode": "stateful", "dhcp6": True, "accept_ra": True}),
    ],
)
def test_dynamic_network(kind: str, fields: dict[str, Any]) -> None:
    plain = sound(data([PORT])).links[0]
    assert network(type=kind) == plain.replace(**fields)
    # neutron repeats the address that the port will get
    assert network(type=kind, ip_address="2001:db8::1", netmask="ffff::") == plain.replace(**fields)


@pytest.mark.parametrize(
    ("kind", "keys", "address", "accept_ra"),
    [
        ("ipv4", {"ip_address": "192.0.2.10", "netmask": "255.255.255.0"}, "192.0.2.10/24", None),
        ("ipv4", {"ip_address": "192.0.2.10/25"}, "192.0.2.10/25", None),
        ("static", {"ip_address": "192.0.2.10", "netmask": 25}, "192.0.2.10/25", None),
        ("ipv6", {"ip_address": "2001:DB8::1/56"}, "2001:db8::1/56", False),
        ("ipv6", {"ip_address": "2001:db8::1", "netmask": "ffff:ffff::"}, "2001:db8::1/32", False),
        ("ipv6", {"ip_address": "2001:db8::1", "netmask": "56"}, "2001:db8::1/56", False),
        ("static6", {"ip_address": "2001:db8::1", "netmask": ""}, "2001:db8::1/64", False),
    ],
)
def test_static_network(
    kind: str, keys: dict[str, Any], address: str, accept_ra: bool | None
) -> None:
    link = network(type=kind, **keys)
    assert [str(item) for item in link.addresses] == [address]
    assert link.accept_ra == accept_ra


def test_an_unknown_type_with_an_address_is_static_and_reported() -> None:
    config, problems = parse(
        data([PORT], [{"link": "tap1", "type": "ipv4_static", "ip_address": "192.0.2.10/24"}])
    )
    assert [str(item) for item in config.links[0].addresses] == ["192.0.2.10/24"]
    assert [problem.split(": ")[:2] for problem in problems] == [["warning", "networks[0].type"]]


@pytest.mark.parametrize(
    ("kinds", "accept_ra"),
    [
        (("ipv6", "ipv6_dhcpv6-stateful"), True),
        (("ipv6", "ipv6_slaac"), True),
        (("ipv6", "ipv4_dhcp"), False),
        (("ipv4_dhcp", "ipv6_slaac"), None),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_router_advertisements_do_not_depend_on_the_order(
    kinds: tuple[str, ...], accept_ra: bool | None, order: int
) -> None:
    networks = [
        {
            "link": "tap1",
            "type": kind,
            **({"ip_address": "2001:db8::1/64"} if kind == "ipv6" else {}),
        }
        for kind in kinds[::order]
    ]
    assert sound(data([PORT], networks)).links[0].accept_ra == accept_ra


def test_routes_of_a_network() -> None:
    link = network(
        type="ipv4",
        ip_address="192.0.2.10",
        netmask="255.255.255.0",
        routes=[
            {"network": "0.0.0.0", "netmask": "0.0.0.0", "gateway": "192.0.2.1"},
            {"network": "10.0.0.0", "netmask": "255.0.0.0", "gateway": "192.0.2.2", "metric": 5},
        ],
    )
    assert link.routes == (
        model.Route(family=4, to="default", via="192.0.2.1"),
        model.Route(family=4, to="10.0.0.0/8", via="192.0.2.2", metric=5),
    )


def test_other_keys_of_a_network() -> None:
    link = network(
        type="ipv4",
        network_id="n",
        ip_address="192.0.2.10/32",
        gateway="198.51.100.1",
        metric="7",
        broadcast="192.0.2.255",
        scope="global",
        pointopoint="198.51.100.1",
        dns_search=["a.example"],
    )
    assert link.routes == (model.Route(family=4, to="default", via="198.51.100.1", metric=7),)
    (address,) = link.addresses
    assert (address.peer, address.broadcast, address.scope) == (
        "198.51.100.1",
        "192.0.2.255",
        "global",
    )
    assert link.search == ("a.example",)


def test_name_servers_of_a_network_and_of_its_routes_belong_to_the_link() -> None:
    def dns(address: str) -> dict[str, str]:
        return {"type": "dns", "address": address}

    link = network(
        services=[dns("192.0.2.3"), dns("192.0.2.2")],
        routes=[
            {
                "network": "0.0.0.0/0",
                "gateway": "192.0.2.9",
                "services": [dns("192.0.2.2")],
            }
        ],
        dns_nameservers=["192.0.2.1"],
        type="ipv4_dhcp",
    )
    assert link.nameservers == ("192.0.2.1", "192.0.2.2", "192.0.2.3")


def test_services_of_the_document_are_global() -> None:
    config = sound(
        data(
            services=[
                {"type": "dns", "address": "192.0.2.53", "search": "a.example b.example"},
                {"type": "dns", "address": "2001:db8::53", "search": ["c.example"]},
            ]
        )
    )
    assert config.nameservers == ("192.0.2.53", "2001:db8::53")
    assert config.search == ("a.example", "b.example", "c.example")


def test_a_time_server_is_no_name_server() -> None:
    config, problems = parse(data(services=[{"type": "ntp", "address": "192.0.2.123"}]))
    assert config.nameservers == ()
    assert problems == [
        "warning: services[0].type: only services of type 'dns' are set up here, found 'ntp'; ignored"
    ]


@pytest.mark.parametrize("text", ["{}", '{"links": null, "networks": null, "services": null}'])
def test_a_document_may_be_empty(text: str) -> None:
    assert sound(text).links == ()


# --- mistakes ------------------------------------------------------------------------------------------------------

VLAN = {"id": "v", "type": "vlan", "vlan_link": "tap1", "vlan_id": 5}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", ["error: "]),
        ('{"links": {}}', ["error: links"]),
        ('{"lnks": []}', ["warning: lnks"]),
        (data(["x"]), ["error: links[0]"]),
        (data([{"type": "phy"}]), ["error: links[0].id"]),
        (data([PORT, {**PORT2, "id": "tap1"}]), ["error: links[1].id"]),
        (data([{"id": "x", "type": "phy"}]), ["error: links[0].ethernet_mac_address"]),
        (
            data([{"id": "x", "type": "phy", "ethernet_mac_address": "zz"}]),
            ["error: links[0].ethernet_mac_address"],
        ),
        (
            data([PORT, {**PORT2, "ethernet_mac_address": PORT["ethernet_mac_address"]}]),
            ["error: links[1].ethernet_mac_address"],
        ),
        (data([{**PORT, "mtu": 1500.5}]), ["error: links[0].mtu"]),
        (data([{**PORT, "name": "a b"}]), ["error: links[0].name"]),
        (data([{**PORT, "color": 1}]), ["warning: links[0].color"]),
        (data([{"id": "b", "type": "bond"}]), ["error: links[0].bond_links"]),
        (data([{**BOND, "bond_links": "tap1"}]), ["error: links[0].bond_links"]),
        (data([PORT, BOND]), ["error: links[1].bond_links[1]"]),
        (data([PORT, {**BOND, "bond_links": ["tap1", {}]}]), ["error: links[1].bond_links[1]"]),
        (data([{**BOND, "bond_links": [], "bond_mode": "fast"}]), ["error: links[0].bond_mode"]),
        (data([{**BOND, "bond_links": [], "bond_speed": 1}]), ["warning: links[0].bond_speed"]),
        (data([{**BOND, "bond_links": [], "bond_primary": "x"}]), ["error: links[0].bond_primary"]),
        (data([PORT, {**VLAN, "vlan_id": 4095}]), ["error: links[1].vlan_id"]),
        (data([PORT, {**VLAN, "vlan_id": None}]), ["error: links[1].vlan_id"]),
        (data([VLAN]), ["error: links[0].vlan_link"]),
        (data([{**VLAN, "vlan_link": "v"}]), ["error: links[0].vlan_link"]),
        (
            data([{"id": "x", "type": "phy"}, {**VLAN, "vlan_link": "x"}]),
            ["error: links[0].ethernet_mac_address", "warning: links[1].vlan_link"],
        ),
        (data([PORT], ["x"]), ["error: networks[0]"]),
        (data([PORT], [{"type": "ipv4_dhcp"}]), ["error: networks[0].link"]),
        (data([PORT], [{"type": "ipv4_dhcp", "link": "tap3"}]), ["error: networks[0].link"]),
        (data([PORT], [{"link": "tap1"}]), ["error: networks[0].type"]),
        (data([PORT], [{"link": "tap1", "type": "ipx"}]), ["error: networks[0].type"]),
        (data([PORT], [{"link": "tap1", "type": "ipv4"}]), ["error: networks[0].ip_address"]),
        (
            data([PORT], [{"link": "tap1", "type": "ipv4", "ip_address": "x"}]),
            ["error: networks[0].ip_address"],
        ),
        (
            data([PORT], [{"link": "tap1", "type": "ipv4_dhcp", "routes": [{"network": "x"}]}]),
            ["error: networks[0].routes[0].network"],
        ),
        (
            data([PORT], [{"link": "tap1", "type": "ipv4_dhcp", "services": [{"type": "dns"}]}]),
            ["error: networks[0].services[0].address"],
        ),
        (data(services=["x"]), ["error: services[0]"]),
        (data(services=[{"address": "192.0.2.1"}]), ["warning: services[0].type"]),
        (data(services=[{"type": "dns", "address": "x"}]), ["error: services[0].address"]),
    ],
)
def test_mistake(text: str, expected: list[str]) -> None:
    found = places(text)
    assert [place[: len(want)] for place, want in zip(found, expected, strict=True)] == expected


# --- any document --------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        *openstack.NETWORK_TYPES,
        *"id type link name ip_address netmask gateway routes network services mtu dns".split(),
        *"ethernet_mac_address bond_links bond_mode vlan_id vlan_link bond vlan phy tap1 tap2".split(),
        *"02:00:00:00:00:01 02:00:00:00:00:02 192.0.2.1 2001:db8::1 24 0".split(),
        "",
    ]
)
TREES = st.recursive(
    st.one_of(st.none(), WORDS, st.text(max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=6)),
    max_leaves=20,
)
ITEMS = st.lists(st.dictionaries(WORDS, TREES, max_size=7), max_size=4)


@settings(max_examples=300, deadline=None)
@given(ITEMS, ITEMS, ITEMS, TREES)
def test_any_tree_is_read(links: Any, networks: Any, services: Any, other: Any) -> None:
    for tree in ({"links": links, "networks": networks, "services": services}, other):
        config = openstack.parse(tree, FACTS, Report(), (), model.Origin())
        names = [link.name for link in config.links if link.name is not None]
        assert len(names) == len(set(names))
        assert all(len(name.encode()) <= 15 for name in names)


def test_an_id_with_a_line_break_costs_its_link_alone() -> None:
    config, problems = parse(data(({**PORT, "id": "a\nb"}, PORT2)))
    assert [link.id for link in config.links] == ["ens4"]
    (problem,) = problems
    assert problem.startswith("error: links[0].id: ")
