"""/etc/network/interfaces: what its stanzas make, and what is reported instead of being lost."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netinit import api
from netinit.model.facts import Facts, Nic
from netinit.model.network import Link, Match, NetworkConfig, Route

FIELDS = st.sampled_from(
    [
        *("auto", "iface", "eth0", "eth0:1", "eth0.5", "br0", "inet", "inet6", "static", "dhcp"),
        *(
            "auto eth0",
            "iface eth0 inet static",
            "iface eth0 inet6 auto",
            "address",
            "192.0.2.1/24",
        ),
        *("netmask", "255.255.255.0", "24", "gateway", "bond-slaves", "bond-master", "none", "all"),
        *(
            "bridge_ports",
            "bridge_pathcost",
            "vlan-raw-device",
            "vlan-id",
            "mode",
            "gre",
            "endpoint",
        ),
        *("up", "ip route add", "via", "default", "dev", "$IFACE", "||", "true", "\\", "\n", "#"),
        *("hwaddress", "ether", "mtu", "9000", "dns-search", "wpa-ssid", "wpa-psk", "source", "\0"),
    ]
)


def parsed(text: str, facts: Facts | None = None) -> api.Parsed:
    return api.parse(dedent(text), form="eni", file="interfaces", facts=facts)


def config(text: str) -> NetworkConfig:
    found = parsed(text)
    assert [str(problem) for problem in found.problems] == []
    return found.config


def link(text: str, name: str = "eth0") -> Any:
    found = config(text).link(name)
    assert found is not None
    return found


def said(text: str) -> list[str]:
    return [
        f"{p.mark.line}:{p.mark.column} {p.severity} {p.path}"
        for p in parsed(text).problems
        if p.mark
    ]


# --- addresses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "address"),
    [
        ("address 192.0.2.10/24", "192.0.2.10/24"),
        ("address 192.0.2.10\n netmask 255.255.255.128", "192.0.2.10/25"),
        ("address\t192.0.2.10\n\tnetmask\t\t25", "192.0.2.10/25"),
        ("address 192.0.2.10/255.255.255.0", "192.0.2.10/24"),
        ("address 192.0.2.10/24\n network 192.0.2.0\n broadcast 192.0.2.255", "192.0.2.10/24"),
    ],
    ids=["prefix", "netmask", "tabs", "mask-behind-slash", "what-follows-from-it"],
)
def test_an_address_takes_its_prefix_from_wherever_it_stands(options: str, address: str) -> None:
    text = f"auto eth0\niface eth0 inet static\n {options}\n"
    assert [str(item) for item in link(text).addresses] == [address]
    assert link(text).addresses[0].broadcast is None


@pytest.mark.parametrize(
    ("stanza", "fields"),
    [
        ("inet dhcp", {"dhcp4": True}),
        ("inet6 dhcp", {"dhcp6": True}),
        ("inet6 auto", {"ipv6_mode": "slaac", "dhcp6": False}),
        ("inet6 auto\n dhcp 1", {"ipv6_mode": "stateless", "dhcp6": True}),
        ("inet6 auto\n privext 2\n accept_ra 2", {"ipv6_privacy": True, "accept_ra": True}),
        ("inet6 static\n address 2001:db8::1/64\n accept_ra 0", {"accept_ra": False}),
        ("inet manual\n mtu 9000", {"mtu": 9000, "addresses": (), "dhcp4": False}),
        ("inet manual\n hwaddress ether 02:00:00:00:00:AA", {"mac": "02:00:00:00:00:aa"}),
        ("inet manual\n hwaddress 02:00:00:00:00:0a", {"mac": "02:00:00:00:00:0a"}),
        (
            "inet manual\n dns-nameservers 192.0.2.1 2001:db8::1",
            {"nameservers": ("192.0.2.1", "2001:db8::1")},
        ),
        (
            "inet manual\n dns-search a.example \\\n  b.example",
            {"search": ("a.example", "b.example")},
        ),
        ("inet manual\n ethernet-wol g", {"wakeonlan": True}),
        ("inet manual\n hwaddress random", {"mac": "random"}),
        ("inet6 static\n address 2001:db8::1/64\n autoconf 1", {"accept_ra": True}),
        ("inet6 static\n address 2001:db8::1/64\n autoconf 0", {"accept_ra": False}),
        ("inet6 static\n address 2001:db8::1/64\n autoconf 1\n accept_ra 0", {"accept_ra": False}),
        ("inet6 static\n address 2001:db8::1/64\n privext 0", {"ipv6_privacy": False}),
        ("inet ipv4ll", {"link_local": ("ipv4", "ipv6")}),
    ],
    ids=lambda value: value.splitlines()[0] if isinstance(value, str) else "",
)
def test_methods_and_options_set_their_fields(stanza: str, fields: dict[str, Any]) -> None:
    found = link(f"auto eth0\niface eth0 {stanza}\n")
    assert {key: getattr(found, key) for key in fields} == fields


def test_dhcp_takes_a_metric_and_a_host_name() -> None:
    overrides = link(
        "auto eth0\niface eth0 inet dhcp\n metric 50\n hostname node7\n"
    ).dhcp4_overrides
    assert (overrides.route_metric, overrides.hostname) == (50, "node7")


def test_stanzas_of_both_families_and_aliases_add_up() -> None:
    text = """
    auto eth0 eth0:1
    iface eth0 inet static
        address 192.0.2.10/24
    iface eth0 inet6 static
        address 2001:db8::10/64
    iface eth0:1 inet static
        address 192.0.2.11/24
    """
    assert [str(item) for item in link(text).addresses] == [
        "192.0.2.10/24",
        "2001:db8::10/64",
        "192.0.2.11/24",
    ]
    assert len(config(text).links) == 1


@pytest.mark.parametrize(
    ("gateway", "on_link"),
    [("192.0.2.1", None), ("198.51.100.1", True), ("2001:db8::1", None), ("fe80::1", None)],
)
def test_a_gateway_outside_of_the_subnets_is_on_link(gateway: str, on_link: bool | None) -> None:
    family, address = ("inet6", "2001:db8::10/64") if ":" in gateway else ("inet", "192.0.2.10/24")
    text = f"auto eth0\niface eth0 {family} static\n address {address}\n gateway {gateway}\n metric 7\n"
    (route,) = link(text).routes
    assert (route.to, route.via, route.metric, route.on_link) == ("default", gateway, 7, on_link)


def test_what_an_address_has_beside_it_is_kept() -> None:
    text = """
    auto eth0
    iface eth0 inet static
        address 192.0.2.10/32
        pointopoint 192.0.2.1
        scope link
        broadcast 192.0.2.77
    """
    (address,) = link(text).addresses
    assert (address.peer, address.scope, address.broadcast) == ("192.0.2.1", "link", "192.0.2.77")


def test_the_preferred_lifetime_of_an_address_is_kept() -> None:
    text = "auto e\niface e inet6 static\n address 2001:db8::1/64\n preferred-lifetime {}\n"
    assert [link(text.format(word), "e").addresses[0].lifetime for word in ("0", "forever")] == [
        "0",
        "forever",
    ]
    assert said(text.format("3600")) == ["4:2 warning iface.e.inet6.preferred-lifetime"]


def test_a_stanza_may_leave_family_and_method_out() -> None:
    found = link("auto e\niface e\n address 192.0.2.1/24\n address 2001:db8::1/64\n", "e")
    assert [str(item) for item in found.addresses] == ["192.0.2.1/24", "2001:db8::1/64"]


def test_a_stanza_may_name_nics_by_a_pattern() -> None:
    found = config("auto /e*\niface e* inet dhcp\n").links
    assert [(item.match, item.name, item.activation) for item in found] == [
        (Match(name=("e*",)), None, None)
    ]


def test_name_servers_of_lo_are_bound_to_no_link_and_lo_itself_is_left_to_the_kernel() -> None:
    found = config(
        "auto lo\niface lo inet loopback\n dns-nameservers 192.0.2.53\n dns-search example.com\n"
    )
    assert (found.links, found.nameservers, found.search) == ((), ("192.0.2.53",), ("example.com",))


def test_a_further_address_of_lo_is_kept() -> None:
    text = "auto lo lo:0\niface lo inet loopback\niface lo:0 inet static\n address 192.0.2.100/32\n"
    assert [str(item) for item in link(text, "lo").addresses] == ["192.0.2.100/32"]
    assert link(text, "lo").kind == "loopback"


def test_hwaddress_of_a_known_nic_says_which_nic_is_meant() -> None:
    text = "auto eth0\niface eth0 inet dhcp\n hwaddress 02:00:00:00:00:01\n"
    facts = Facts(nics=(Nic(name="ens3", mac="02:00:00:00:00:01"),), nics_known=True)
    found = parsed(text, facts).config.links[0]
    assert (found.match, found.set_name, found.mac) == (
        Match(mac="02:00:00:00:00:01"),
        "eth0",
        None,
    )


# --- devices -------------------------------------------------------------------------------------------------------

BOND_BY_MEMBERS = """
auto bond0
iface bond0 inet dhcp
    bond-slaves none
    bond-mode 4
    bond_miimon 100
    bond-lacp-rate fast
iface eth0 inet manual
    bond-master bond0
iface eth1 inet manual
    bond-master bond0
"""
BOND_BY_LIST = """
auto bond0
iface bond0 inet dhcp
    bond-slaves eth0 eth1
    bond-mode 802.3ad
    bond-miimon 100
    bond-lacp-rate 1
"""


@pytest.mark.parametrize("text", [BOND_BY_MEMBERS, BOND_BY_LIST], ids=["by-members", "by-list"])
def test_a_bond_knows_its_ports_however_they_are_told(text: str) -> None:
    bond = link(text, "bond0")
    assert (bond.kind, bond.interfaces, bond.dhcp4) == ("bond", ("eth0", "eth1"), True)
    assert (bond.params.mode, bond.params.miimon, bond.params.lacp_rate) == ("802.3ad", 100, "fast")
    assert [(port.id, port.master, port.activation) for port in config(text).members("bond0")] == [
        ("eth0", "bond0", None),
        ("eth1", "bond0", None),
    ]


def test_bond_options_may_stand_with_a_port() -> None:
    text = """
    auto bond0
    iface bond0 inet manual
        bond-slaves none
    iface eth0 inet manual
        bond-master bond0
        bond-mode active-backup
        bond-primary eth1 eth0
    iface eth1 inet manual
        bond-master bond0
    """
    params = link(text, "bond0").params
    assert (params.mode, params.primary) == ("active-backup", "eth1")


def test_a_bridge_keeps_its_options_and_those_of_its_ports() -> None:
    text = """
    auto br0
    iface br0 inet static
        address 10.0.0.1/8
        bridge_ports eth0 eth1.5
        bridge_fd 0
        bridge-ageing 300
        bridge_pathcost eth0 50
        bridge_portprio eth0 7
        bridge_hw 02:00:00:00:00:0b
    """
    bridge = link(text, "br0")
    assert (bridge.interfaces, bridge.mac) == (("eth0", "eth1.5"), "02:00:00:00:00:0b")
    assert (bridge.params.stp, bridge.params.forward_delay, bridge.params.ageing_time) == (
        False,
        0,
        300,
    )
    port = link(text, "eth0").bridge_port
    assert (port.path_cost, port.priority) == (50, 7)
    assert (link(text, "eth1.5").vlan_id, link(text, "eth1.5").link) == (5, "eth1")


@pytest.mark.parametrize(
    ("name", "options", "parent", "number"),
    [
        ("vlan5", "vlan-raw-device eth0", "eth0", 5),
        ("vlan0005", "vlan_raw_device eth0", "eth0", 5),
        ("eth0.5", "mtu 1400", "eth0", 5),
        ("eth0.0005", "mtu 1400", "eth0", 5),
        ("eth0.5", "vlan-raw-device eth1", "eth1", 5),
        ("office", "vlan-raw-device eth0\n vlan-id 7", "eth0", 7),
        ("br0.9", "mtu 1400", "br0", 9),
    ],
)
def test_a_vlan_is_known_by_its_name_or_by_its_options(
    name: str, options: str, parent: str, number: int
) -> None:
    text = f"auto {name}\niface {name} inet manual\n {options}\n"
    found = link(text, name)
    assert (found.kind, found.link, found.vlan_id) == ("vlan", parent, number)
    assert link(text, parent).kind == "ethernet"


def test_a_bond_may_be_told_by_its_options_alone() -> None:
    found = link("auto b\niface b inet dhcp\n bond-mode active-backup\n bond-miimon 100\n", "b")
    assert (found.kind, found.interfaces, found.params.miimon) == ("bond", (), 100)


def test_a_tunnel_has_its_ends() -> None:
    text = """
    auto tun0 six0
    iface tun0 inet tunnel
        mode gre
        address 192.0.2.10/30
        endpoint 198.51.100.1
        local 198.51.100.2
        ttl 64
    iface six0 inet6 v4tunnel
        address 2001:db8::2/64
        endpoint 198.51.100.3
    """
    gre, sit = link(text, "tun0"), link(text, "six0")
    assert (gre.mode, gre.remote, gre.local, gre.ttl) == ("gre", "198.51.100.1", "198.51.100.2", 64)
    assert (sit.mode, sit.remote) == ("sit", "198.51.100.3")


def test_wifi_has_its_network_and_key() -> None:
    found = link(
        'auto wlan0\niface wlan0 inet dhcp\n wpa-ssid "My Home"\n wpa-psk not-so-secret\n', "wlan0"
    )
    (point,) = found.access_points
    assert (found.kind, point.ssid, point.auth.psk) == ("wifi", "My Home", "not-so-secret")


# --- what is started -----------------------------------------------------------------------------------------------


def activations(text: str) -> dict[str, str | None]:
    return {item.id: item.activation for item in parsed(text).config.links}


def test_what_nothing_starts_stays_down() -> None:
    text = "auto eth0\niface eth0 inet dhcp\nallow-hotplug eth1\niface eth1 inet dhcp\niface eth2 inet dhcp\n"
    assert activations(text) == {"eth0": None, "eth1": None, "eth2": "manual"}


def test_what_a_started_link_stands_on_is_started_too() -> None:
    text = """
    auto br0
    iface br0 inet manual
        bridge_ports eth0.5
    iface eth0 inet manual
    iface eth0.5 inet manual
    iface eth1 inet manual
    """
    assert activations(text) == {"br0": None, "eth0": None, "eth0.5": None, "eth1": "manual"}


def test_patterns_start_what_they_fit() -> None:
    text = "auto /eth*\niface eth0 inet dhcp\niface wlan0 inet dhcp\n"
    assert activations(text) == {"eth0": None, "wlan0": "manual"}


def test_a_text_without_auto_starts_everything_and_says_so() -> None:
    text = "iface eth0 inet dhcp\niface eth1 inet dhcp\n"
    assert activations(text) == {"eth0": None, "eth1": None}
    assert said(text) == ["1:1 warning iface.eth0.inet"]


# --- commands ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            "ip route add 198.51.100.0/24 via 192.0.2.1",
            {"to": "198.51.100.0/24", "via": "192.0.2.1"},
        ),
        (
            "ip route add 198.51.100.9 via 192.0.2.1 dev $IFACE",
            {"to": "198.51.100.9/32", "via": "192.0.2.1"},
        ),
        (
            "/sbin/ip -4 ro a default via 192.0.2.1 metric 5 || true",
            {"to": "default", "via": "192.0.2.1", "metric": 5},
        ),
        (
            'ip route add 10.0.0.0/8 dev "${IFACE}" table 100 src 192.0.2.9',
            {"to": "10.0.0.0/8", "scope": "link", "table": 100, "source": "192.0.2.9"},
        ),
        (
            "ip -6 route add 2001:db8:1::/48 via fe80::1 dev eth0 onlink",
            {"to": "2001:db8:1::/48", "via": "fe80::1", "family": 6, "on_link": True},
        ),
        ("ip route add blackhole 10.9.0.0/16", {"to": "10.9.0.0/16", "type": "blackhole"}),
        (
            "route add -net 10.0.0.0 netmask 255.0.0.0 gw 192.0.2.1",
            {"to": "10.0.0.0/8", "via": "192.0.2.1"},
        ),
        (
            "route add -net 10.1.0.0/16 gw 192.0.2.1 dev eth0 2>/dev/null",
            {"to": "10.1.0.0/16", "via": "192.0.2.1"},
        ),
        (
            "route add -host 10.1.0.1 gw 192.0.2.1 metric 3 eth0",
            {"to": "10.1.0.1/32", "via": "192.0.2.1", "metric": 3},
        ),
        ("route add default gw 192.0.2.1", {"to": "default", "via": "192.0.2.1"}),
        (
            "route -A inet6 add 2001:db8:1::/48 gw 2001:db8::1",
            {"to": "2001:db8:1::/48", "via": "2001:db8::1", "family": 6},
        ),
    ],
)
def test_commands_that_add_routes_are_read_as_routes(
    command: str, expected: dict[str, Any]
) -> None:
    (route,) = link(f"auto eth0\niface eth0 inet manual\n post-up {command}\n").routes
    assert route.replace(path=()) == Route(**{"family": 4, **expected})


def test_other_commands_that_configure_are_read_too() -> None:
    text = """
    auto eth0
    iface eth0 inet manual
        pre-up ip link set $IFACE mtu 1400 up
        up ip addr add 192.0.2.10/24 dev $IFACE; ip addr add 2001:db8::10/64 dev $IFACE
        up ip rule add from 192.0.2.10 lookup 100 prio 50 && ethtool -K $IFACE tso off gro on
        up ip link set up dev eth0
        down ip addr del 192.0.2.10/24 dev $IFACE
        down ip route flush table 100
    """
    found = link(text)
    assert found.mtu == 1400
    assert [str(item) for item in found.addresses] == ["192.0.2.10/24", "2001:db8::10/64"]
    assert [(rule.source, rule.table, rule.priority) for rule in found.rules] == [
        ("192.0.2.10/32", 100, 50)
    ]
    assert found.offloads == (
        ("tcp-segmentation-offload", False),
        ("generic-receive-offload", True),
    )


def test_the_variables_of_ifupdown_are_filled_in() -> None:
    text = """
    auto eth0:1
    iface eth0:1 inet static
        address 192.0.2.10
        netmask 24
        up ip rule add from $IF_ADDRESS table 100
        up ip route add 10.0.0.0/8 via 192.0.2.1 dev ${IFACE} src "$IF_ADDRESS"
    """
    found = link(text)
    assert [rule.source for rule in found.rules] == ["192.0.2.10/32"]
    assert [route.source for route in found.routes] == ["192.0.2.10"]


def test_a_route_without_a_device_goes_where_its_gateway_is() -> None:
    text = """
    auto eth0 eth1
    iface eth0 inet static
        address 192.0.2.10/24
        up ip route add 10.0.0.0/8 via 198.51.100.1
    iface eth1 inet static
        address 198.51.100.10/24
    """
    assert [(item.id, len(item.routes)) for item in config(text).links] == [
        ("eth0", 0),
        ("eth1", 1),
    ]


@pytest.mark.parametrize(
    "command",
    [
        "up iptables-restore < /etc/iptables.rules",
        "up ip route del default",
        "up ip route add $(cat /net) via 192.0.2.1",
        "up ip route add 10.0.0.0/8 via nowhere",
        "up ip route add 10.0.0.0/8 nexthop via 192.0.2.1",
        "up ip route add",
        "up ip",
        "up",
        "up route add -net 10.0.0.0/8 gw",
        "up echo 'open",
        "up ip route add 10.0.0.0/8 via 192.0.2.1 || logger failed",
        "down ip route add 10.0.0.0/8 via 192.0.2.1",
        "post-down rm /tmp/x",
    ],
)
def test_a_command_that_is_not_understood_is_reported_by_line(command: str) -> None:
    text = f"auto eth0\niface eth0 inet manual\n  {command}\n"
    assert said(text) == [f"3:3 warning iface.eth0.inet.{command.split(maxsplit=1)[0]}"]
    assert parsed(text).config.links[0].routes == ()


def test_a_password_in_a_command_is_not_repeated() -> None:
    (problem,) = parsed("auto e\niface e inet manual\n up login --password hunter2\n").problems
    assert "hunter2" not in problem.message


# --- what is wrong -------------------------------------------------------------------------------------------------

WRONG = {
    "unknown key": (
        "auto e\niface e inet dhcp\n  addres_ 1.2.3.4\n",
        "3:3 warning iface.e.inet.addres_",
    ),
    "no effect": (
        "auto e\niface e inet dhcp\n  address 192.0.2.1\n",
        "3:3 warning iface.e.inet.address",
    ),
    "no backend": (
        "auto e\niface e inet dhcp\n  leasetime 9\n",
        "3:3 warning iface.e.inet.leasetime",
    ),
    "bad address": ("auto e\niface e inet static\n  address x\n", "3:3 error iface.e.inet.address"),
    "bad mask": (
        "auto e\niface e inet static\n address 192.0.2.1\n netmask 255.0.255.0\n",
        "4:2 error iface.e.inet.netmask",
    ),
    "no mask": (
        "auto e\niface e inet static\n address 192.0.2.1\n",
        "3:2 warning iface.e.inet.address",
    ),
    "no address": ("auto e\niface e inet static\n", "2:1 error iface.e.inet.address"),
    "other family": (
        "auto e\niface e inet static\n address 2001:db8::1/64\n",
        "3:2 warning iface.e.inet.address",
    ),
    "method": ("auto e\niface e inet dhcq\n", "2:1 error iface.e.inet"),
    "family": ("auto e\niface e ipx static\n", "2:1 error iface.e.ipx"),
    "name": ("iface a/b inet dhcp\n", "1:1 error iface.a/b.inet"),
    "twice": (
        "auto e\niface e inet manual\n mtu 1400\n mtu 1500\n",
        "4:2 error iface.e.inet.mtu[1]",
    ),
    "inherits": ("auto e\niface e inet dhcp inherits d\n", "2:1 error iface.e.inet"),
    "mapping": ("mapping eth0\n script /bin/x\n map home\n", "1:1 error mapping"),
    "template": ("auto e\ntemplate t inet dhcp\n mtu 1\niface e inet dhcp\n", "2:1 error template"),
    "source": (
        "auto e\nsource /etc/network/interfaces.d/*\niface e inet dhcp\n",
        "2:1 warning source",
    ),
    "orphan": ("address 192.0.2.1\n", "1:1 error address"),
    "no stanza": ("auto eth0 e\niface e inet dhcp\n", "1:6 warning auto.eth0"),
    "two masters": (
        "auto a b\niface a inet manual\n bond-slaves e\n\niface b inet manual\n bond-slaves e\n",
        "6:14 error iface.b.bond-slaves[0]",
    ),
    "regex ports": (
        "auto b\niface b inet manual\n bridge_ports regex eth.*\n",
        "3:2 error iface.b.inet.bridge_ports",
    ),
    "no port": (
        "auto b\niface b inet manual\n bridge_ports e\n bridge_pathcost f 1\n",
        "4:2 error iface.b.inet.bridge_pathcost",
    ),
    "bond option": (
        "auto b\niface b inet manual\n bond-slaves e\n bond-mode 7\n",
        "4:2 error iface.b.inet.bond-mode",
    ),
    "mac": (
        "auto e\niface e inet manual\n hwaddress ether x\n",
        "3:2 error iface.e.inet.hwaddress",
    ),
    "hw": (
        "auto e\niface e inet manual\n bridge_ports none\n bridge_hw eth0\n",
        "4:2 warning iface.e.inet.bridge_hw",
    ),
    "autoconf": (
        "auto e\niface e inet6 static\n address 2001:db8::1/64\n accept_ra 1\n autoconf 0\n",
        "5:2 warning iface.e.inet6.autoconf",
    ),
    "gateway": (
        "auto e\niface e inet static\n address 192.0.2.1/24\n gateway x\n",
        "4:2 error iface.e.inet.gateway",
    ),
    "server": (
        "auto e\niface e inet dhcp\n dns-nameservers x\n",
        "3:2 error iface.e.inet.dns-nameservers",
    ),
    "bad port": (
        "auto b\niface b inet manual\n bond-slaves a/b\n",
        "3:14 error iface.b.bond-slaves[0]",
    ),
    "primary": (
        "auto b\niface b inet manual\n bond-slaves e\n bond-primary f\n",
        "4:2 error iface.b.inet.bond-primary",
    ),
    "path cost": (
        "auto b\niface b inet manual\n bridge_ports e\n bridge_pathcost e\n",
        "4:2 error iface.b.inet.bridge_pathcost",
    ),
    "priority": (
        "auto b\niface b inet manual\n bridge_ports e\n bridge_portprio e 64\n",
        "4:2 error iface.b.inet.bridge_portprio",
    ),
    "vlan id": (
        "auto v\niface v inet manual\n vlan-raw-device e\n",
        "2:1 error iface.v.inet.vlan-id",
    ),
    "tunnel mode": ("auto t\niface t inet tunnel\n mode x\n", "3:2 error iface.t.inet.mode"),
    "no tunnel mode": ("auto t\niface t inet tunnel\n", "2:1 error iface.t.inet.mode"),
    "not of a bridge": (
        "auto b\niface b inet manual\n bridge_ports none\n ethernet-wol g\n",
        "2:7 warning iface.b",
    ),
    "not of a VLAN": (
        "auto e.5\niface e.5 inet manual\n up ethtool -K e.5 rx off\n",
        "2:7 warning iface.e.5",
    ),
    "no end": ("auto t\niface t inet tunnel\n mode gre\n", "2:1 error iface.t.inet.endpoint"),
    "any end": (
        "auto t\niface t inet6 v4tunnel\n endpoint any\n",
        "3:2 error iface.t.inet6.endpoint",
    ),
    "ssid": ('auto w\niface w inet dhcp\n wpa-ssid ""\n', "3:2 error iface.w.inet.wpa-ssid"),
    "psk": (
        "auto w\niface w inet dhcp\n wpa-ssid net\n wpa-psk short\n",
        "4:2 error iface.w.inet.wpa-psk",
    ),
    "no name": ("iface\n", "1:1 error iface."),
    "more words": ("auto e\niface e inet dhcp now\n", "2:1 error iface.e.inet"),
    "vlan parent": (
        "auto v\niface v inet manual\n vlan-id 7\n",
        "2:1 error iface.v.inet.vlan-raw-device",
    ),
    "bridge timing": (
        "auto b\niface b inet manual\n bridge_ports none\n bridge_maxwait 0\n",
        "4:2 warning iface.b.inet.bridge_maxwait",
    ),
}


@pytest.mark.parametrize(("text", "problem"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_with_its_place(text: str, problem: str) -> None:
    assert said(text) == [problem]


def test_a_text_that_is_all_wrong_is_not_read_to_its_end() -> None:
    problems = parsed("what is this\n" * 5000).problems
    assert len(problems) == 1001
    assert problems[-1].message == "1 further problems, which are not listed"


def test_patterns_are_counted() -> None:
    text = "".join(f"auto /e{number}*\n" for number in range(102)) + "iface e101 inet dhcp\n"
    assert said(text) == ["101:6 error auto[100]./e100*", "102:6 error auto[101]./e101*"]


def test_columns_count_in_continued_lines() -> None:
    assert said("auto \\\n  lo \\\n  eth7\niface lo inet loopback\n") == ["3:3 warning auto.eth7"]


@pytest.mark.parametrize("blank", ["\\", "  \\\n", "\\\n\\\n\n", "\\\n  \n"])
def test_a_continued_line_may_be_blank(blank: str) -> None:
    assert said(f"auto lo\niface lo inet loopback\n{blank}") == []


@given(st.lists(FIELDS, max_size=60).map(" ".join))
def test_any_words_end_in_a_config_and_problems(text: str) -> None:
    found = api.parse(text, form="eni")
    assert all(isinstance(item, Link) for item in found.config.links)
    assert all(problem.mark is not None for problem in found.problems)


@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_config_and_problems(data: bytes) -> None:
    found = api.parse(data, form="eni")
    assert isinstance(found.config, NetworkConfig)
