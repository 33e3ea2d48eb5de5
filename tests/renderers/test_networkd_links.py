"""What the networkd renderer makes of things that only other inputs than version 2 ask for."""

from __future__ import annotations

import pytest

from netinit.model.facts import Facts
from netinit.model.network import Address, Bond, BondParams, Ethernet, Route, Rule
from netinit.renderers.networkd import render as networkd
from tests.renderers.networkd_text import eth, files, made, sections

MAC = "02:00:00:00:00:01"
AUTOMATIC = "LinkLocalAddressing=ipv6"


def test_bond_options_that_only_version_1_has() -> None:
    params = BondParams(
        ad_actor_sys_prio=9,
        ad_actor_system=MAC,
        ad_user_port_key=8,
        active_member="a",
        dynamic_tlb=False,
        unsolicited_na=3,
    )
    contents, warned = made(Ethernet(id="a", master="b0"), Bond(id="b0", params=params))
    assert sections(contents["10-netinit-b0.netdev"], "Bond") == [
        [
            "GratuitousARP=3",
            "AdActorSystemPriority=9",
            f"AdActorSystem={MAC}",
            "AdUserPortKey=8",
            "DynamicTransmitLoadBalancing=no",
        ]
    ]
    assert "ActiveSlave=yes" in contents["10-netinit-a.network"]
    assert warned == []


def test_bond_options_that_networkd_lacks_are_reported_unless_they_are_the_default() -> None:
    lacking = BondParams(use_carrier=False, peer_notify_delay=5, unsolicited_na=3, gratuitous_arp=4)
    assert made(Bond(id="b0", params=lacking))[1] == [
        "parameters.use_carrier",
        "parameters.peer_notif_delay",
        "parameters.num_unsol_na",
    ]
    assert made(Bond(id="b0", params=BondParams(use_carrier=True, peer_notify_delay=0)))[1] == []


@pytest.mark.parametrize(
    ("mode", "dhcp6", "network", "advertisements"),
    [
        pytest.param("slaac", False, ["DHCP=no", AUTOMATIC, "IPv6AcceptRA=yes"], [["DHCPv6Client=no"]], id="slaac"),
        pytest.param("stateless", True, ["DHCP=no", AUTOMATIC, "IPv6AcceptRA=yes"], [], id="stateless"),
        pytest.param("stateful", True, ["DHCP=ipv6", AUTOMATIC, "IPv6AcceptRA=yes"], [], id="stateful"),
    ],
)  # fmt: skip
def test_kinds_of_ipv6_autoconfiguration(
    mode: str, dhcp6: bool, network: list[str], advertisements: list[list[str]]
) -> None:
    content = made(Ethernet(id="a", dhcp6=dhcp6, ipv6_mode=mode))[0]["10-netinit-a.network"]
    assert sections(content, "Network") == [network]
    assert sections(content, "IPv6AcceptRA") == advertisements


def test_addresses_with_peer_broadcast_and_scope() -> None:
    point = Address(ip="192.0.2.1", prefix=32, family=4, peer="192.0.2.2", scope="link")
    net = Address(ip="192.0.2.1", prefix=24, family=4, broadcast="192.0.2.255")
    content = made(Ethernet(id="a", addresses=(point, net)))[0]["10-netinit-a.network"]
    assert sections(content, "Address") == [
        ["Address=192.0.2.1/32", "Peer=192.0.2.2", "Scope=link"],
        ["Address=192.0.2.1/24", "Broadcast=192.0.2.255"],
    ]


@pytest.mark.parametrize(("family", "word"), [(None, "both"), (4, "ipv4"), (6, "ipv6")])
def test_a_rule_without_ends_says_its_family(family: int | None, word: str) -> None:
    rule = Rule(family=family, mark=1)  # type: ignore[arg-type]
    content = made(Ethernet(id="a", rules=(rule,)))[0]["10-netinit-a.network"]
    assert sections(content, "RoutingPolicyRule") == [[f"Family={word}", "FirewallMark=1"]]


def test_name_servers_that_no_link_takes_go_to_resolved() -> None:
    contents, _ = made(Ethernet(id="a"), nameservers=("192.0.2.53",), search=("a.example",))
    assert sections(contents["10-netinit.conf"], "Resolve") == [
        ["DNS=192.0.2.53", "Domains=a.example"]
    ]
    assert sections(made(search=("b.example",))[0]["10-netinit.conf"], "Resolve") == [
        ["Domains=b.example"]
    ]


def test_a_gateway_behind_a_route_of_the_link_or_its_peer_needs_no_flag() -> None:
    document = eth(
        "addresses: [192.0.2.9/32], "
        "routes: [{to: 198.51.100.1/32, scope: link}, {to: default, via: 198.51.100.1}]"
    )
    assert "GatewayOnLink" not in files(document)["10-netinit-eth0.network"]
    peer = Address(ip="192.0.2.1", prefix=32, family=4, peer="192.0.2.2")
    route = Route(family=4, to="default", via="192.0.2.2")
    contents, _ = made(Ethernet(id="a", addresses=(peer,), routes=(route,)))
    assert "GatewayOnLink" not in contents["10-netinit-a.network"]


def test_networkd_is_available_where_its_service_is_enabled() -> None:
    enabled = Facts(units={"systemd-networkd.service": "enabled"})
    assert networkd.available(enabled) == "systemd-networkd.service is enabled"
    assert networkd.available(Facts()) is None
