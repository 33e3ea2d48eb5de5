"""What systemd-networkd cannot say is reported under its key, once, and the rest is rendered."""

from __future__ import annotations

import pytest

from netinit import api
from netinit.model.facts import Facts
from netinit.model.network import (
    AccessPoint,
    Address,
    Auth,
    Ethernet,
    Modem,
    NetworkConfig,
    NmSettings,
    Wifi,
)
from netinit.renderers.networkd import render as networkd
from netinit.report import Report
from tests.renderers.networkd_text import eth, files, made, sections, warnings

ETH0 = "ethernets.eth0"
OVS = """
ethernets: {a: {}, b: {}}
bridges: {br0: {interfaces: [a], openvswitch: {}, addresses: [192.0.2.1/24]}}
bonds: {b0: {interfaces: [b], openvswitch: {lacp: active}}}
vlans: {v1: {id: 1, link: a, openvswitch: {}}}
"""


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ("optional-addresses: [dhcp4]", "optional-addresses"),
        ("networkmanager: {name: x}", "networkmanager"),
        ("networkd: {network: {Network.LLMNR: no}}", "networkd"),
        ("embedded-switch-mode: legacy, virtual-function-count: 2", "embedded-switch-mode"),
        ("delay-virtual-functions-rebind: true, virtual-function-count: 2", "delay-virtual-functions-rebind"),
        ("macaddress: stable", "macaddress"),
        ("ipv6-mtu: 1000", "ipv6-mtu"),
        ("link-local: [], dhcp6: true", "dhcp6"),
        ("link-local: [], accept-ra: true", "accept-ra"),
        ("addresses: [{'2001:db8::1/64': {label: 'eth0:a'}}]", "addresses[0].label"),
        ("addresses: [192.0.2.1/24], routes: [{to: 10.0.0.0/8, via: 192.0.2.2, congestion-window: 5000}]", "routes[0].congestion-window"),
        ("dhcp4: true, dhcp4-overrides: {hostname: '-x'}", "dhcp4-overrides.hostname"),
        ("dhcp6: true, dhcp6-overrides: {hostname: 'a..b'}", "dhcp6-overrides.hostname"),
        ("dhcp4: true, dhcp6: true, dhcp6-overrides: {hostname: six}", "dhcp6-overrides.hostname"),
        ("dhcp4: true, dhcp6: true, dhcp6-overrides: {send-hostname: false}", "dhcp6-overrides.send-hostname"),
        ("dhcp4: true, dhcp6: true, dhcp4-overrides: {send-hostname: false}", "dhcp4-overrides.send-hostname"),
        ("match: {macaddress: '02:00:00:00:00:01'}, auth: {method: tls}", "auth"),
        ("hairpin: true", "hairpin"),
        ("port-mac-learning: false", "port-mac-learning"),
        ("neigh-suppress: true", "neigh-suppress"),
    ],
)  # fmt: skip
def test_a_key_without_a_word_for_it_is_reported(keys: str, key: str) -> None:
    assert warnings(eth(keys)) == [f"{ETH0}.{key}"]


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ("modems: {m: {apn: x}}", "modems.m"),
        ("nm-devices: {n: {networkmanager: {passthrough: {connection.type: vpn}}}}", "nm-devices.n"),
        ("ethernets: {a: {}}\nvlans: {v: {id: 1, link: a, renderer: sriov}}", "vlans.v.renderer"),
        ("openvswitch: {protocols: [OpenFlow13]}", "openvswitch"),
        ("renderer: NetworkManager\nethernets: {a: {}}", "renderer"),
        ("ethernets: {a: {renderer: NetworkManager}}", "ethernets.a.renderer"),
        ("tunnels: {t: {mode: gre, remote: 192.0.2.1, macaddress: '02:00:00:00:00:01'}}", "tunnels.t.macaddress"),
        ("bonds: {b: {parameters: {ad-select: none}}}", "bonds.b.parameters.ad-select"),
        ("ethernets: {pf: {}, vf: {link: pf, match: {name: 'x*'}}}", "ethernets.pf"),
        ("ethernets: {lo: {dhcp6: true}}", "ethernets.lo.dhcp6"),
        ("wifis: {w: {access-points: {x: {mode: ap, password: 12345678}}}}", "wifis.w.access-points.x.mode"),
        ("wifis: {w: {access-points: {x: {networkmanager: {name: y}}}}}", "wifis.w.access-points.x.networkmanager"),
        ("wifis: {w: {auth: {method: tls}, access-points: {x: {}}}}", "wifis.w.auth"),
        ("wifis: {w: {regulatory-domain: XYZ, access-points: {x: {}}}}", "wifis.w.regulatory-domain"),
        ("wifis: {w: {wakeonwlan: [tcp, any], access-points: {x: {}}}}", "wifis.w.wakeonwlan"),
        ("wifis: {w: {match: {driver: d}, access-points: {x: {}}}}", "wifis.w.access-points"),
    ],
)  # fmt: skip
def test_what_concerns_more_than_one_key_is_reported_where_it_stands(
    document: str, path: str
) -> None:
    assert warnings(document) == [path]


def test_a_key_of_the_document_is_found_below_its_wrapper() -> None:
    text = "network: {version: 2, renderer: NetworkManager, ethernets: {a: {}}}"
    (problem,) = api.render(text, to="networkd").problems
    assert problem.path == "network.renderer"


def test_wireguard_keys_from_an_agent_are_reported() -> None:
    key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    document = (
        f"tunnels: {{w: {{mode: wireguard, ttl: 5, keys: {{private: '{key}', private-key-flags: [agent-owned]}}, "
        f"peers: [{{keys: {{public: '{key}'}}, allowed-ips: ['::/0']}}]}}}}"
    )
    assert warnings(document) == ["tunnels.w.ttl", "tunnels.w.keys.private-key-flags"]


def test_a_port_of_a_bond_has_no_addresses_of_its_own() -> None:
    document = (
        "ethernets: {a: {dhcp4: true, dhcp6: true, addresses: [192.0.2.1/24], link-local: [ipv6], "
        "routes: [{to: default, via: 192.0.2.2}]}}\nbonds: {b0: {interfaces: [a]}}"
    )
    assert sorted(warnings(document)) == [
        f"ethernets.a.{key}" for key in ("addresses", "dhcp4", "dhcp6", "link-local", "routes")
    ]
    content = files(document)["10-netinit-a.network"]
    assert sections(content, "Network") == [["LinkLocalAddressing=no", "Bond=b0"]]
    assert sections(content, "Route") == sections(content, "DHCP") == []


@pytest.mark.parametrize(
    "document",
    [
        "ethernets: {a: {KEY}}\nbonds: {b0: {interfaces: [a]}}",
        "ethernets: {lo: {KEY}}",
    ],
    ids=["port of a bond", "loopback"],
)
@pytest.mark.parametrize(
    "key",
    [
        "dhcp4: true",
        "dhcp6: true",
        "dhcp-identifier: mac",
        "accept-ra: true",
        "ra-overrides: {use-dns: false}",
        "link-local: [ipv4]",
        "ipv6-address-token: '::5'",
        "ipv6-address-generation: eui64",
    ],
)
def test_what_gets_no_addresses_by_itself_reports_each_key_about_them(
    document: str, key: str
) -> None:
    (path,) = warnings(document.replace("KEY", key))
    assert path.endswith(f".{key.partition(':')[0]}")


def test_open_vswitch_keeps_its_devices_and_ports() -> None:
    contents = files(OVS)
    assert warnings(OVS) == [
        "bridges.br0.openvswitch",
        "bonds.b0.openvswitch",
        "vlans.v1.openvswitch",
    ]
    assert not [name for name in contents if name.endswith(".netdev")]
    assert sections(contents["10-netinit-a.network"], "Network") == [["LinkLocalAddressing=no"]]
    assert sections(contents["10-netinit-b.network"], "Network") == [["LinkLocalAddressing=no"]]
    assert "Address=192.0.2.1/24" in contents["10-netinit-br0.network"]


def test_what_wishes_for_networkmanager_is_left_to_it_where_it_runs() -> None:
    runs = Facts(units={"NetworkManager.service": "enabled"})
    document = (
        "ethernets: {a: {renderer: NetworkManager, wakeonlan: true}, b: {}}\n"
        "bridges: {br0: {renderer: NetworkManager, interfaces: [b]}}"
    )
    contents = files(document, runs)
    assert list(contents) == ["10-netinit-a.link", "10-netinit-b.network"]
    assert sections(contents["10-netinit-b.network"], "Network") == [["LinkLocalAddressing=no"]]
    assert "10-netinit-a.network" in files(document)


def test_a_broadcast_address_needs_a_network() -> None:
    addresses = (
        Address(ip="192.0.2.1", prefix=32, family=4, broadcast="192.0.2.1", path=("a", 0)),
        Address(ip="2001:db8::1", prefix=64, family=6, broadcast="::1", path=("a", 1)),
    )
    contents, warned = made(Ethernet(id="a", addresses=addresses))
    assert warned == ["a.0.broadcast", "a.1.broadcast"]
    assert "Broadcast" not in contents["10-netinit-a.network"]


def test_secrets_stand_in_no_message() -> None:
    auth = Auth(psk="top secret", password="top secret", key_management="psk")
    point = AccessPoint(ssid="x", mode="ap", auth=auth, nm=NmSettings(name="n"))
    report = Report()
    links = (Wifi(id="w", access_points=(point,)), Modem(id="m", pin="top secret", path=("m",)))
    networkd.render(NetworkConfig(links=links), Facts(), report)
    assert len(report.found) == 3
    assert not [found for found in report.found if "secret" in found.message]
