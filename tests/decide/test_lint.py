"""What only the whole plan shows."""

from __future__ import annotations

from textwrap import dedent

import pytest

from netinit import api
from netinit.model.facts import Facts, Nic

V2 = "version: 2\n"
TWO = Facts(
    nics=(
        Nic(name="ens3", mac="02:00:00:00:00:01", driver="virtio_net"),
        Nic(name="ens4", mac="02:00:00:00:00:02", driver="e1000"),
    ),
    nics_known=True,
)

FOUND = {
    "same address": (
        """
        ethernets:
          a: {addresses: [192.0.2.1/24]}
          b: {addresses: [192.0.2.1/25]}
        """,
        "5 ethernets.b.addresses[0]: 'a' has the address 192.0.2.1 too",
    ),
    "overlapping subnets": (
        """
        ethernets:
          a: {addresses: [10.1.2.3/8]}
          b: {addresses: [10.9.0.1/24]}
        """,
        "5 ethernets.b.addresses[0]: the subnet of 10.9.0.1/24 overlaps that of 10.1.2.3/8 on 'a'",
    ),
    "subnet in a subnet, other order": (
        """
        ethernets:
          a: {addresses: [10.9.0.1/24, 192.0.2.1/24]}
          b: {addresses: [10.1.2.3/8]}
        """,
        "5 ethernets.b.addresses[0]: the subnet of 10.1.2.3/8 overlaps that of 10.9.0.1/24 on 'a'",
    ),
    "overlapping IPv6": (
        """
        ethernets:
          a: {addresses: ["2001:db8::1/32"]}
          b: {addresses: ["2001:db8:1::1/64"]}
        """,
        "5 ethernets.b.addresses[0]: the subnet of 2001:db8:1::1/64 overlaps that of 2001:db8::1/32 on 'a'",
    ),
    "gateway outside": (
        """
        ethernets:
          a: {addresses: [192.0.2.1/24], routes: [{to: default, via: 198.51.100.1}]}
        """,
        "4 ethernets.a.routes[0]: no subnet of 'a' holds the gateway 198.51.100.1",
    ),
    "gateway of another link": (
        """
        ethernets:
          a: {addresses: [192.0.2.1/24], routes: [{to: 10.0.0.0/8, via: 198.51.100.1}]}
          b: {addresses: [198.51.100.7/24]}
        """,
        "4 ethernets.a.routes[0]: the gateway 198.51.100.1 is in a subnet of 'b', not of 'a'",
    ),
    "gateway without any address": (
        """
        ethernets: {a: {routes: [{to: default, via: 192.0.2.1}]}}
        """,
        "3 ethernets.a.routes[0]: no subnet of 'a' holds the gateway 192.0.2.1",
    ),
    "gateway of a VRF": (
        """
        ethernets: {a: {addresses: [192.0.2.1/24]}}
        vrfs: {v: {table: 10, interfaces: [a], routes: [{to: default, via: 198.51.100.1}]}}
        """,
        "4 vrfs.v.routes[0]: no subnet of 'v' holds the gateway 198.51.100.1",
    ),
    "own gateway": (
        """
        ethernets: {a: {addresses: [192.0.2.1/24], routes: [{to: default, via: 192.0.2.1}]}}
        """,
        "3 ethernets.a.routes[0]: the gateway 192.0.2.1 is this link's own address",
    ),
    "two default routes": (
        """
        ethernets:
          a: {addresses: [192.0.2.9/24], routes: [{to: default, via: 192.0.2.1}]}
          b: {addresses: [198.51.100.9/24], routes: [{to: default, via: 198.51.100.1}]}
        """,
        (
            "5 ethernets.b.routes[0]: a second default route with the same family, table and metric; 'a' has one"
            " already, and which of them is used is left to chance"
        ),
    ),
    "two routes": (
        """
        ethernets:
          a: {addresses: [192.0.2.9/24], routes: [{to: 10.0.0.0/8, via: 192.0.2.1}]}
          b: {addresses: [198.51.100.9/24], routes: [{to: 10.0.0.0/8, via: 198.51.100.1}]}
        """,
        (
            "5 ethernets.b.routes[0]: 'a' has a route to 10.0.0.0/8 with the same metric; "
            "which of them is used is left to chance"
        ),
    ),
    "VLAN larger than its parent": (
        """
        ethernets: {a: {mtu: 1400}}
        vlans: {v: {id: 5, link: a, mtu: 1500}}
        """,
        "4 vlans.v.mtu: 'a' below it has an MTU of 1400; 1500 does not fit",
    ),
    "VLAN larger than a default": (
        """
        ethernets: {a: {}}
        vlans: {v: {id: 5, link: a, mtu: 9000}}
        """,
        "4 vlans.v.mtu: 'a' below it has an MTU of 1500, where nothing else is said; 9000 does not fit",
    ),
    "bridge larger than a port": (
        """
        ethernets: {a: {mtu: 9000}, b: {}}
        bridges: {br: {interfaces: [a, b], mtu: 9000}}
        """,
        "4 bridges.br.mtu: 'b' below it has an MTU of 1500, where nothing else is said; 9000 does not fit",
    ),
    "MTU too small for IPv6": (
        """
        ethernets: {a: {mtu: 1200, dhcp6: true}}
        """,
        "3 ethernets.a.mtu: IPv6 needs an MTU of at least 1280; the kernel takes it off the link",
    ),
    "IPv6 MTU larger": (
        """
        ethernets: {a: {mtu: 1400, ipv6-mtu: 1500}}
        """,
        "3 ethernets.a.ipv6-mtu: larger than the link's MTU of 1400",
    ),
    "address on a port": (
        """
        ethernets: {a: {addresses: [192.0.2.1/24]}}
        bridges: {br: {interfaces: [a]}}
        """,
        "3 ethernets.a.addresses[0]: an address on a port of bridge 'br'; that is where it belongs",
    ),
    "DHCP on a port": (
        """
        ethernets: {a: {dhcp4: true}}
        bonds: {bo: {interfaces: [a], parameters: {mode: 802.3ad}}}
        """,
        "3 ethernets.a.dhcp4: DHCP on a port of bond 'bo'; that is where it belongs",
    ),
    "bridge in a bridge": (
        """
        bridges: {br: {interfaces: [inner]}, inner: {}}
        """,
        "3 bridges.inner: a bridge cannot be a port of 'br'",
    ),
    "Wi-Fi client in a bridge": (
        """
        wifis: {w: {access-points: {net: {password: "12345678"}}}}
        bridges: {br: {interfaces: [w]}}
        """,
        "3 wifis.w: a Wi-Fi client cannot be a port of 'br'",
    ),
    "VLAN id twice": (
        """
        ethernets: {a: {}}
        vlans:
          v: {id: 5, link: a}
          w: {id: 5, link: a}
        """,
        "6 vlans.w.id: 'v' is VLAN 5 on 'a' already; the kernel makes just one",
    ),
    "long name": (
        """
        bridges: {a-name-of-16-byte: {}}
        """,
        (
            "3 bridges.a-name-of-16-byte: the name 'a-name-of-16-byte' is longer than 15 bytes; the kernel refuses it, "
            "the link will not appear"
        ),
    ),
    "MAC matched twice": (
        """
        ethernets:
          a: {match: {macaddress: "02:00:00:00:00:0a"}}
          b: {match: {macaddress: "02:00:00:00:00:0A"}}
        """,
        "5 ethernets.b.match.macaddress: 'a' matches the MAC address 02:00:00:00:00:0a too",
    ),
    "MAC set twice": (
        """
        ethernets:
          a: {macaddress: "02:00:00:00:00:0a"}
          b: {macaddress: "02:00:00:00:00:0a"}
        """,
        "5 ethernets.b.macaddress: 'a' is given the MAC address 02:00:00:00:00:0a too",
    ),
    "name set twice": (
        """
        ethernets:
          a: {match: {macaddress: "02:00:00:00:00:0a"}, set-name: lan}
          lan: {}
        """,
        "5 ethernets.lan: 'a' is for the device 'lan' too",
    ),
    "bond without a watch": (
        """
        ethernets: {a: {}}
        bonds: {bo: {interfaces: [a], parameters: {mode: active-backup}}}
        """,
        (
            "4 bonds.bo: nothing watches the ports in mode active-backup, so a dead one stays in use; "
            "say 'mii-monitor-interval: 100'"
        ),
    ),
    "bond without ports": (
        """
        bonds: {bo: {parameters: {mode: 802.3ad}}}
        """,
        "3 bonds.bo: a bond without ports never has a carrier",
    ),
    "bond with both watches": (
        """
        ethernets: {a: {}}
        bonds:
          bo:
            interfaces: [a]
            parameters: {mii-monitor-interval: 100, arp-interval: 100, arp-ip-targets: [192.0.2.1]}
        """,
        (
            "7 bonds.bo.parameters.arp-interval: a bond watches its ports by MII or by ARP; "
            "the kernel takes only one of them"
        ),
    ),
    "bond watching nobody": (
        """
        ethernets: {a: {}}
        bonds: {bo: {interfaces: [a], parameters: {arp-interval: 100}}}
        """,
        "4 bonds.bo.parameters.arp-interval: watching by ARP needs 'arp-ip-targets'",
    ),
    "bond option of another mode": (
        """
        ethernets: {a: {}}
        bonds: {bo: {interfaces: [a], parameters: {mii-monitor-interval: 100, lacp-rate: fast}}}
        """,
        "4 bonds.bo.parameters.lacp-rate: has no effect in mode balance-rr",
    ),
    "network address": (
        """
        ethernets: {a: {addresses: [192.0.2.0/24]}}
        """,
        "3 ethernets.a.addresses[0]: 192.0.2.0 is the network itself, as no host of 192.0.2.0/24 may be",
    ),
    "broadcast address": (
        """
        ethernets: {a: {addresses: [192.0.2.255/24]}}
        """,
        "3 ethernets.a.addresses[0]: 192.0.2.255 is the broadcast address of 192.0.2.0/24",
    ),
    "anycast address": (
        """
        ethernets: {a: {addresses: ["2001:db8::/64"]}}
        """,
        "3 ethernets.a.addresses[0]: 2001:db8:: is the address of all its routers, as no host of 2001:db8::/64 may be",
    ),
    "multicast address": (
        """
        ethernets: {a: {addresses: [224.0.0.9/24]}}
        """,
        "3 ethernets.a.addresses[0]: 224.0.0.9 is no address of a host",
    ),
    "loopback address": (
        """
        ethernets: {a: {addresses: [127.0.0.2/8]}}
        """,
        "3 ethernets.a.addresses[0]: 127.0.0.2 never leaves the machine; it belongs to lo",
    ),
}


def findings(text: str, facts: Facts | None = None, form: str = "auto") -> list[str]:
    problems = api.check(text, facts=facts, form=form, file="f").problems
    assert all(problem.severity == "warning" and problem.mark for problem in problems)
    return [f"{p.mark.line} {p.path}: {p.message}" for p in problems if p.mark]


@pytest.mark.parametrize(("text", "finding"), FOUND.values(), ids=FOUND)
def test_what_does_not_fit_together_is_found(text: str, finding: str) -> None:
    assert findings(V2 + dedent(text)) == [finding]


FINE = {
    "unnumbered links lend one address": """
        ethernets:
          a: {addresses: [192.0.2.1/32]}
          b: {addresses: [192.0.2.1/32]}
        """,
    "links in two VRFs": """
        ethernets: {a: {addresses: [192.0.2.1/24]}, b: {addresses: [192.0.2.1/24]}}
        vrfs: {v: {table: 10, interfaces: [a]}, w: {table: 11, interfaces: [b]}}
        """,
    "link-local addresses": """
        ethernets: {a: {addresses: ["fe80::1/64"]}, b: {addresses: ["fe80::1/64"]}}
        """,
    "two addresses in one subnet of one link": """
        ethernets: {a: {addresses: [192.0.2.1/24, 192.0.2.2/24]}}
        """,
    "two nics in one subnet, with rules for each": """
        ethernets:
          a: {addresses: [192.0.2.1/24]}
          b: {addresses: [192.0.2.2/24], routing-policy: [{from: 192.0.2.2, table: 10}]}
        """,
    "ends of a virtual cable": """
        virtual-ethernets: {a: {peer: b, addresses: [192.0.2.1/30]}, b: {peer: a, addresses: [192.0.2.2/30]}}
        """,
    "point-to-point subnets": """
        ethernets: {a: {addresses: [192.0.2.0/31, "2001:db8::/127"]}, b: {addresses: [192.0.2.2/31]}}
        """,
    "gateway on the link": """
        ethernets: {a: {addresses: [192.0.2.1/32], routes: [{to: default, via: 198.51.100.1, on-link: true}]}}
        """,
    "gateway by a route of its own": """
        ethernets:
          a:
            addresses: [192.0.2.1/32]
            routes: [{to: 198.51.100.1/32, scope: link}, {to: default, via: 198.51.100.1}]
        """,
    "gateway of DHCP": """
        ethernets: {a: {dhcp4: true, routes: [{to: 10.0.0.0/8, via: 192.0.2.1}]}}
        """,
    "gateway by router advertisements": """
        ethernets: {a: {routes: [{to: "2001:db8:1::/48", via: "2001:db8::1"}]}}
        """,
    "link-local gateway": """
        ethernets: {a: {addresses: ["2001:db8::9/64"], routes: [{to: default, via: "fe80::1"}]}}
        """,
    "gateway of a VRF's member": """
        ethernets: {a: {addresses: [192.0.2.9/24]}}
        vrfs: {v: {table: 10, interfaces: [a], routes: [{to: default, via: 192.0.2.1}]}}
        """,
    "default routes of two metrics or tables": """
        ethernets:
          a: {addresses: [192.0.2.9/24], routes: [{to: default, via: 192.0.2.1, metric: 10}]}
          b: {addresses: [198.51.100.9/24], routes: [{to: default, via: 198.51.100.1, metric: 20}]}
          c: {addresses: [203.0.113.9/24], routes: [{to: default, via: 203.0.113.1, table: 5, metric: 20}]}
        """,
    "VLAN as large as its bond": """
        ethernets: {a: {}}
        bonds: {bo: {interfaces: [a], mtu: 9000, parameters: {mode: 802.3ad}}}
        vlans: {v: {id: 5, link: bo, mtu: 9000}}
        """,
    "bridge over ports that a bond enlarges": """
        ethernets: {a: {}}
        bonds: {bo: {interfaces: [a], mtu: 9000, parameters: {mode: 802.3ad}}}
        bridges: {br: {interfaces: [bo], mtu: 9000}}
        """,
    "the same VLAN on two parents": """
        ethernets: {a: {}, b: {}}
        vlans: {v: {id: 5, link: a}, w: {id: 5, link: b}}
        """,
    "address on a VRF's member": """
        ethernets: {a: {addresses: [192.0.2.1/24]}}
        vrfs: {v: {table: 10, interfaces: [a]}}
        """,
    "one MAC told apart by drivers": """
        ethernets:
          a: {match: {macaddress: "02:00:00:00:00:0a", driver: hv_netvsc}}
          b: {match: {macaddress: "02:00:00:00:00:0a", driver: mlx5_core}}
        """,
    "names that are swapped": """
        ethernets:
          a: {match: {macaddress: "02:00:00:00:00:0a"}, set-name: b}
          b: {match: {macaddress: "02:00:00:00:00:0b"}, set-name: a}
        """,
    "two links with DHCP": """
        ethernets: {a: {dhcp4: true, dhcp6: true}, b: {dhcp4: true}}
        """,
}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_what_is_meant_like_that_raises_no_alarm(text: str) -> None:
    assert findings(V2 + dedent(text)) == []


def test_a_refused_address_raises_no_alarm_about_its_gateway() -> None:
    text = V2 + "ethernets: {a: {addresses: [x], routes: [{to: default, via: 192.0.2.1}]}}"
    assert [problem.severity for problem in api.check(text).problems] == ["error"]


def test_links_that_mean_no_nic_or_the_same_one_are_found() -> None:
    text = """
    version: 2
    ethernets:
      a: {match: {macaddress: "02:00:00:00:00:01"}}
      ens3: {}
      ens9: {}
      ens8: {optional: true}
      all: {match: {name: "ens*"}}
    """
    assert findings(dedent(text), TWO) == [
        "5 ethernets.ens3: 'a' is for the device 'ens3' too",
        "6 ethernets.ens9: no nic of this machine is meant by it",
    ]


def test_an_address_for_several_nics_is_found() -> None:
    text = V2 + "ethernets: {all: {match: {name: 'ens*'}, addresses: [192.0.2.1/24]}}"
    assert findings(text, TWO) == [
        "2 ethernets.all.addresses[0]: each of ens3, ens4 gets this address"
    ]
    assert findings(text) == []


OTHER_FORMATS = {
    "v1": (
        (
            "version: 1\nconfig:\n- {type: physical, name: a, subnets: [{type: static, address: 192.0.2.1/24}]}\n"
            "- {type: physical, name: b, subnets: [{type: static, address: 192.0.2.1/24}]}\n"
        ),
        "4 config[1].subnets[0].address: 'a' has the address 192.0.2.1 too",
    ),
    "eni": (
        "auto a b\niface a inet static\n address 192.0.2.1/24\niface b inet static\n address 192.0.2.1/24\n",
        "5 iface.b.inet.address: 'a' has the address 192.0.2.1 too",
    ),
    "cmdline": (
        "ip=192.0.2.1:::24::a:none ip=192.0.2.1:::24::b:none",
        "1 ip[1]: 'a' has the address 192.0.2.1 too",
    ),
    "klibc": (
        "DEVICE=a\nIPV4ADDR=192.0.2.1/24\nDEVICE=b\nIPV4ADDR=192.0.2.1/24\n",
        "4 b.IPV4ADDR: 'a' has the address 192.0.2.1 too",
    ),
}


@pytest.mark.parametrize(("text", "finding"), OTHER_FORMATS.values(), ids=OTHER_FORMATS)
def test_every_format_is_looked_at(text: str, finding: str) -> None:
    assert findings(text) == [finding]


def test_a_gateway_that_a_reader_took_for_on_link_is_found() -> None:
    text = "auto a\niface a inet static\n address 192.0.2.1/{}\n gateway 198.51.100.1\n"
    assert findings(text.format(24)) == [
        "4 iface.a.inet.gateway: no subnet of 'a' holds the gateway 198.51.100.1"
    ]
    assert findings(text.format(32)) == []
