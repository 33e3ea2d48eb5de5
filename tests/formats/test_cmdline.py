"""The network on a kernel command line."""

from __future__ import annotations

import gzip
from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netinit import api
from netinit.model.facts import Facts, Nic
from netinit.model.network import DhcpOverrides, Match, NetworkConfig

ANY = "zz-any-nic"
V2 = b"version: 2\nethernets:\n  eth0: {dhcp4: true, mut: 9}\n"


def parsed(text: str, facts: Facts | None = None) -> api.Parsed:
    return api.parse(text, form="cmdline", file="cmdline", facts=facts)


def links(text: str, facts: Facts | None = None) -> dict[str, Any]:
    return {link.id: link for link in parsed(text, facts).config.links}


def fields(link: Any, names: dict[str, Any]) -> dict[str, Any]:
    return {name: getattr(link, name) for name in names}


def said(text: str) -> list[str]:
    return [
        f"{problem.mark.line}:{problem.mark.column} {problem.severity} {problem.path}"
        for problem in parsed(text).problems
        if problem.mark
    ]


@pytest.mark.parametrize(
    ("word", "name", "expected"),
    [
        ("ip=dhcp", ANY, {"dhcp4": True, "match": Match(), "name": None}),
        ("ip=on", ANY, {"dhcp4": True}),
        ("ip=dhcp6", ANY, {"dhcp6": True, "dhcp4": False}),
        ("ip=dhcp,dhcp6", ANY, {"dhcp6": True, "dhcp4": True}),
        ("ip=:::::eth0:dhcp", "eth0", {"dhcp4": True}),
        ("ip=::::node7:eth0:dhcp", "eth0", {"dhcp4_overrides": DhcpOverrides(hostname="node7")}),
        ("ip=eth0:dhcp", "eth0", {"dhcp4": True, "match": None}),
        ("ip=eth0:on:1400", "eth0", {"dhcp4": True, "mtu": 1400}),
        ("ip=eth0:dhcp:1400:02:00:00:00:00:77", "eth0", {"mtu": 1400, "mac": "02:00:00:00:00:77"}),
        ("ip=eth0:dhcp::02:00:00:00:00:77", "eth0", {"mtu": None, "mac": "02:00:00:00:00:77"}),
        ("ip=eth0:auto6", "eth0", {"ipv6_mode": "slaac", "dhcp6": False}),
        ("ip=eth0:either6", "eth0", {"dhcp6": True}),
        ("ip=eth0:link6", "eth0", {"link_local": ("ipv6",), "accept_ra": False}),
        ("ip=eth0:off", "eth0", {"dhcp4": False, "addresses": ()}),
        ("ip6=dhcp", ANY, {"dhcp6": True}),
        ("ip6=eth0", "eth0", {"dhcp6": True}),
        ("ip=dhcp bootdev=eth1", "eth1", {"dhcp4": True, "match": None}),
        (
            "ip=dhcp BOOTIF=01-02-00-00-00-00-0A",
            "bootif",
            {"match": Match(mac="02:00:00:00:00:0a")},
        ),
        ("ip=dhcp BOOTIF=01-02-00-00-00-00-0A rd.bootif=0", ANY, {"match": Match()}),
        ("rd.neednet=1", ANY, {"dhcp4": True}),
        ("ifname=lan0:02:00:00:00:00:01 ip=lan0:dhcp", "lan0", {"set_name": "lan0", "dhcp4": True}),
        ("vlan=vlan0005:eth0", "vlan0005", {"kind": "vlan", "vlan_id": 5, "link": "eth0"}),
        (
            "vlan=eth0.7:eth0 ip=eth0.7:dhcp",
            "eth0.7",
            {"kind": "vlan", "vlan_id": 7, "dhcp4": True},
        ),
        ("bond=bond0", "bond0", {"kind": "bond", "interfaces": ()}),
        ("bond", "bond0", {"interfaces": ("eth0", "eth1")}),
        (
            "bond=b:eth1,eth2:mode=1,miimon=100:9000",
            "b",
            {"interfaces": ("eth1", "eth2"), "mtu": 9000},
        ),
        ("bridge=br0:eth0,eth1", "br0", {"kind": "bridge", "interfaces": ("eth0", "eth1")}),
        ('ip="eth0:dhcp" quiet "dyndbg=file a +p"', "eth0", {"dhcp4": True}),
    ],
)
def test_words_make_links(word: str, name: str, expected: dict[str, Any]) -> None:
    assert parsed(word).problems == ()
    assert fields(links(word)[name], expected) == expected


STATIC = "192.0.2.10::192.0.2.1:24::eth0:none"


@pytest.mark.parametrize(
    ("word", "address", "via", "servers"),
    [
        (STATIC, "192.0.2.10/24", "192.0.2.1", ()),
        ("192.0.2.10::192.0.2.1:255.255.255.128::eth0:off", "192.0.2.10/25", "192.0.2.1", ()),
        ("192.0.2.10/25::192.0.2.1:::eth0:off", "192.0.2.10/25", "192.0.2.1", ()),
        (f"{STATIC}:192.0.2.53", "192.0.2.10/24", "192.0.2.1", ("192.0.2.53",)),
        (
            f"{STATIC}:192.0.2.53:192.0.2.54",
            "192.0.2.10/24",
            "192.0.2.1",
            ("192.0.2.53", "192.0.2.54"),
        ),
        (f"{STATIC}:0.0.0.0:192.0.2.54", "192.0.2.10/24", "192.0.2.1", ("192.0.2.54",)),
        (
            "[2001:db8::10]::[2001:db8::1]:64::eth0:none:[2001:db8::53]",
            "2001:db8::10/64",
            "2001:db8::1",
            ("2001:db8::53",),
        ),
        ("192.0.2.10:::24::eth0:none", "192.0.2.10/24", None, ()),
        ("192.0.2.10:198.51.100.9:0.0.0.0:24::eth0", "192.0.2.10/24", None, ()),
    ],
)
def test_the_long_form_gives_an_address(
    word: str, address: str, via: str | None, servers: tuple[str, ...]
) -> None:
    link = links(f"ip={word}")["eth0"]
    assert parsed(f"ip={word}").problems == ()
    assert [str(item) for item in link.addresses] == [address]
    assert link.addresses[0].peer is None
    assert [route.via for route in link.routes] == ([via] if via else [])
    assert (link.nameservers, link.dhcp4) == (servers, False)


def test_the_long_form_may_end_in_mtu_and_mac() -> None:
    link = links(f"ip={STATIC}:1400:02:00:00:00:00:77")["eth0"]
    assert (link.mtu, link.mac, link.nameservers) == (1400, "02:00:00:00:00:77", ())


def test_a_host_route_has_the_server_as_its_other_end() -> None:
    link = links("ip=192.0.2.10:192.0.2.1:192.0.2.1:32::eth0:none")["eth0"]
    assert (link.addresses[0].peer, link.routes[0].on_link) == ("192.0.2.1", True)


def test_a_mask_that_is_missing_is_that_of_the_class() -> None:
    text = "ip=10.0.0.10::10.0.0.1:::eth0:none"
    assert [str(item) for item in links(text)["eth0"].addresses] == ["10.0.0.10/8"]
    assert said(text) == ["1:1 warning ip[0].netmask"]


def test_an_address_without_a_device_goes_to_the_only_nic() -> None:
    text = "ip=192.0.2.10::192.0.2.1:24"
    one = Facts(
        nics=(Nic(name="lo", type=772), Nic(name="ens3", mac="02:00:00:00:00:01")), nics_known=True
    )
    assert list(links(text, one)) == ["ens3"]
    assert parsed(text, one).problems == ()
    assert list(links(text)) == [ANY]
    assert said(text) == ["1:1 warning ip[0]"]


def test_servers_and_routes_have_words_of_their_own() -> None:
    text = (
        "ip=192.0.2.10:::24::eth0:none nameserver=198.51.100.53 nameserver=[2001:db8::53] rd.route=203.0.113.0/24:192.0.2.7 "
        "rd.route=[2001:db8:1::/48]:[fe80::1]:eth0 rd.route=10.0.0.0/8::eth0 rd.route=0.0.0.0/0:192.0.2.2"
    )
    found = parsed(text)
    assert found.problems == ()
    assert found.config.nameservers == ("198.51.100.53", "2001:db8::53")
    assert [(route.to, route.via, route.scope) for route in found.config.links[0].routes] == [
        ("203.0.113.0/24", "192.0.2.7", None),
        ("2001:db8:1::/48", "fe80::1", None),
        ("10.0.0.0/8", None, "link"),
        ("default", "192.0.2.2", None),
    ]


def test_dns_of_peers_may_be_refused() -> None:
    found = links("ip=eth0:dhcp ip=eth1:auto6 ip=eth2:dhcp6 rd.peerdns=0")
    assert found["eth0"].dhcp4_overrides.use_dns is False
    assert found["eth1"].ra_overrides is None  # dracut: those of DHCP alone
    assert found["eth2"].dhcp6_overrides.use_dns is False


def test_bond_options_are_the_kernels() -> None:
    text = (
        "bond=b:eth0,eth1:mode=802.3ad,lacp_rate=1,arp_ip_target=192.0.2.1,192.0.2.2,num_grat_arp=2"
    )
    params = links(text)["b"].params
    assert (params.mode, params.lacp_rate, params.gratuitous_arp) == ("802.3ad", "fast", 2)
    assert params.arp_ip_targets == ("192.0.2.1", "192.0.2.2")
    assert [link.master for link in parsed(text).config.members("b")] == ["b", "b"]


def test_a_team_becomes_a_bond_and_says_so() -> None:
    assert links("team=t:eth0,eth1")["t"].params.mode == "active-backup"
    assert said("team=t:eth0,eth1") == ["1:1 warning team[0]"]


@pytest.mark.parametrize("text", ["ip=off", "ip=none", "ip=off ip6=off", "network-config=disabled"])
def test_off_is_no_network_at_all(text: str) -> None:
    assert parsed(text).config.disabled


def test_off_for_the_rest_leaves_what_is_named() -> None:
    found = parsed("ip=off ip=eth0:dhcp").config
    assert (found.disabled, [link.id for link in found.links]) == (False, ["eth0"])


# --- network-config= -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [V2, gzip.compress(V2)], ids=["plain", "gzip"])
def test_a_whole_config_may_be_given(data: bytes) -> None:
    text = f"ro ip=eth9:dhcp network-config=xx network-config={b64encode(data).decode()}"
    found = parsed(text)
    assert [link.id for link in found.config.links] == ["eth0"]
    assert [str(problem).rpartition(",")[0] for problem in found.problems] == [
        "cmdline(network-config):3:23: warning: ethernets.eth0.mut: unknown key 'mut'"
    ]


@pytest.mark.parametrize(
    "value",
    [
        "a",
        "H4sIAAAA",
        b64encode(gzip.compress(V2)[:-9]).decode(),
        b64encode(b"\xff\xfe\xff").decode(),
    ],
    ids=["no base64", "no gzip", "cut gzip", "no text"],
)
def test_a_broken_config_is_an_error(value: str) -> None:
    found = parsed(f"network-config={value}")
    assert [problem.severity for problem in found.problems] == ["error"]
    assert found.config.links == ()


def test_a_bomb_is_not_unpacked() -> None:
    data = b64encode(gzip.compress(b"\0" * 50_000_000)).decode()
    assert [problem.severity for problem in parsed(f"network-config={data}").problems] == ["error"]


# --- what is wrong -------------------------------------------------------------------------------------------------

WRONG = {
    "method": ("quiet  ip=eth0:dhcq", "1:8 error ip[0]"),
    "second word": ("ip=eth0:dhcp ip=dhcq", "1:14 error ip[1]"),
    "empty": ("ip=", "1:1 warning ip[0]"),
    "ibft": ("ip=ibft", "1:1 warning ip[0]"),
    "bootp": ("ip=eth0:bootp", "1:1 warning ip[0]"),
    "host name": ("ip=192.0.2.1:::24:node7:eth0:none", "1:1 warning ip[0].hostname"),
    "mask": ("ip=192.0.2.1:::255.0.255.0::eth0:none", "1:1 error ip[0]"),
    "gateway": ("ip=192.0.2.1::x:24::eth0:none", "1:1 error ip[0].gateway"),
    "mtu": ("ip=eth0:dhcp:9", "1:1 error ip[0].mtu"),
    "mac": ("ip=eth0:dhcp:1400:02:00", "1:1 error ip[0].mac"),
    "dns": ("ip=192.0.2.1:::24::eth0:none:x", "1:1 error ip[0].dns"),
    "ntp": ("ip=192.0.2.1:::24::eth0:none:192.0.2.2::192.0.2.3", "1:1 warning ip[0].ntp"),
    "device": ("ip=et/0:dhcp", "1:1 error ip[0]"),
    "server": ("nameserver=x", "1:1 error nameserver[0]"),
    "ifname": ("ifname=a:b", "1:1 error ifname[0]"),
    "vlan": ("vlan=lan:eth0", "1:1 error vlan[0]"),
    "bond option": ("bond=b:eth0:mood=1", "1:1 warning bond[0].mood"),
    "bond value": ("bond=b:eth0:mode=9", "1:1 error bond[0].mode"),
    "two masters": ("bond=b:eth0 bridge=c:eth0", "1:13 error bridge[0].ports[0]"),
    "route": ("rd.route=x:192.0.2.1:eth0", "1:1 error rd.route[0]"),
    "route families": ("rd.route=10.0.0.0/8:[fe80::1]:eth0", "1:1 error rd.route[0]"),
    "route nowhere": ("rd.route=10.0.0.0/8:192.0.2.1", "1:1 error rd.route[0]"),
    "unsupported": ("ip=eth0:dhcp rd.znet=qeth,0.0.1", "1:14 warning rd.znet[0]"),
    "nothing": ("ro quiet root=/dev/sda1", "1:1 warning "),
}


@pytest.mark.parametrize(("text", "problem"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_with_its_place(text: str, problem: str) -> None:
    assert said(text) == [problem]


PIECES = [
    "ip",
    "=",
    ":",
    "[",
    "]",
    "eth0",
    "dhcp",
    "192.0.2.1",
    "2001:db8::1",
    "24",
    ",",
    "off",
    "1400",
    '"',
    " ",
]
PIECES += [
    " ip=",
    " bond=",
    " vlan=eth0.5:",
    " bridge=",
    " rd.route=",
    " ifname=",
    "02:00:00:00:00:01",
    "mode=1",
]
PIECES += [
    " network-config=",
    " BOOTIF=",
    " bootdev=",
    " rd.peerdns=0",
    " nameserver=",
    "\n",
    " ip6=",
    " team=",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_words_end_in_a_config(text: str) -> None:
    found = parsed(text)
    assert isinstance(found.config, NetworkConfig)
    assert all(problem.mark for problem in found.problems)


@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_config(data: bytes) -> None:
    assert isinstance(api.parse(data, form="cmdline").config, NetworkConfig)
