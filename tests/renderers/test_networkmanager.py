"""NetworkManager's profiles by their exact lines: kinds of links, which device, hardware, start."""

from __future__ import annotations

import pytest

from netinit import api
from netinit.model.facts import Facts, Nic
from netinit.renderers.networkmanager import render
from tests.renderers.nm_profiles import FOLDER, ethernet, files, groups, profile, warnings

MAC = "02:00:00:00:00:01"
IB_MAC = "80:00:00:6d:fe:80:00:00:00:00:00:00:00:02:55:00:70:33:cf:01"
WG_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
WG_PEER = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="


def test_dhcp_on_one_nic_becomes_a_profile() -> None:
    (file,) = api.render(ethernet("{dhcp4: true}"), to="networkmanager").files
    assert file.path == "/etc/NetworkManager/system-connections/netinit-eth0.nmconnection"
    assert (file.mode, file.secret) == (0o600, False)
    header, _, body = file.content.partition("\n")
    assert header.startswith("# Written by netinit from <text>")
    assert body == (
        "\n[connection]\nid=netinit-eth0\nuuid=8a963ac0-686a-51a8-8a3b-a433dbec7510\n"
        "type=ethernet\nautoconnect-priority=130\ninterface-name=eth0\n"
        "\n[ipv4]\nmethod=auto\nmay-fail=false\n\n[ipv6]\nmethod=auto\n"
    )


KINDS = {
    "bond": (
        "bonds: {l: {interfaces: [], parameters: {mode: active-backup}}}",
        {"bond": ["mode=active-backup"]},
    ),
    "bridge": (
        (
            "bridges: {l: {parameters: {stp: false, priority: 4096, ageing-time: 15, "
            "forward-delay: 4, hello-time: 2, max-age: 12}}}"
        ),
        {
            "bridge": [
                "stp=false",
                "priority=4096",
                "ageing-time=15",
                "forward-delay=4",
                "hello-time=2",
                "max-age=12",
            ]
        },
    ),
    "vlan": (
        "ethernets: {eth0: {}}\nvlans: {l: {id: 0, link: eth0}}",
        {"vlan": ["id=0", "parent=eth0"]},
    ),
    "vrf": ("vrfs: {l: {table: 1000}}", {"vrf": ["table=1000"]}),
    "dummy": ("dummy-devices: {l: {}}", {}),
    "veth": ("virtual-ethernets: {l: {peer: m}, m: {peer: l}}", {"veth": ["peer=m"]}),
    "vxlan": (
        (
            "ethernets: {eth0: {}}\n"
            "tunnels: {l: {mode: vxlan, id: 5, link: eth0, local: 192.0.2.1, remote: 239.0.0.1, "
            "port: 4789, ttl: 9, type-of-service: 16, ageing: 30, limit: 10, port-range: [100, 200], "
            "mac-learning: false, arp-proxy: true, short-circuit: true, "
            "notifications: [l2-miss, l3-miss]}}"
        ),
        {
            "vxlan": [
                "id=5",
                "parent=eth0",
                "local=192.0.2.1",
                "remote=239.0.0.1",
                "destination-port=4789",
                "ttl=9",
                "tos=16",
                "ageing=30",
                "limit=10",
                "source-port-min=100",
                "source-port-max=200",
                "learning=false",
                "proxy=true",
                "rsc=true",
                "l2-miss=true",
                "l3-miss=true",
            ]
        },
    ),
    "wireguard": (
        (
            f"tunnels: {{l: {{mode: wireguard, key: {WG_KEY}, port: 51820, mark: 42, "
            f"addresses: [192.0.2.1/24], peers: [{{keys: {{public: {WG_PEER}, shared: {WG_KEY}}}, "
            "endpoint: 'host.example:51820', keepalive: 25, "
            "allowed-ips: [198.51.100.0/24, '2001:db8::/64']}]}}"
        ),
        {
            "wireguard": [
                f"private-key={WG_KEY}",
                "listen-port=51820",
                "fwmark=42",
                "peer-routes=false",
            ],
            f"wireguard-peer.{WG_PEER}": [
                "endpoint=host.example:51820",
                "persistent-keepalive=25",
                f"preshared-key={WG_KEY}",
                "preshared-key-flags=0",
                "allowed-ips=198.51.100.0/24;2001:db8::/64;",
            ],
            "ipv4": ["method=manual", "may-fail=false", "address1=192.0.2.1/24"],
            "ipv6": ["method=ignore"],
        },
    ),
    "gsm": (
        (
            "modems: {l: {apn: internet, pin: '1234', sim-id: '89148', username: u, password: p, "
            "number: '*99#', device-id: da81, network-id: '24005', sim-operator-id: '310260', mtu: 1400}}"
        ),
        {
            "gsm": [
                "mtu=1400",
                "username=u",
                "password=p",
                "number=*99#",
                "apn=internet",
                "device-id=da81",
                "network-id=24005",
                "pin=1234",
                "sim-id=89148",
                "sim-operator-id=310260",
            ],
            "ipv4": ["method=auto"],
        },
    ),
    "cdma": ("modems: {l: {number: '#777', username: u}}", {"cdma": ["username=u", "number=#777"]}),
    "loopback": (
        "ethernets: {lo: {addresses: [192.0.2.1/32], mtu: 65536}}",
        {
            "loopback": ["mtu=65536"],
            "ipv4": ["method=manual", "address1=192.0.2.1/32"],
            "ipv6": ["method=auto"],
        },
    ),
    "infiniband": (
        f"ethernets: {{l: {{match: {{macaddress: '{IB_MAC}'}}, infiniband-mode: connected}}}}",
        {"infiniband": [f"mac-address={IB_MAC}", "transport-mode=connected"]},
    ),
}


@pytest.mark.parametrize(("kind", "text", "expected"), [(k, *v) for k, v in KINDS.items()])
def test_each_kind_has_its_type_and_group(
    kind: str, text: str, expected: dict[str, list[str]]
) -> None:
    found = profile(f"version: 2\n{text}\n", "lo" if kind == "loopback" else "l")
    assert f"type={kind}" in found["connection"]
    assert {group: found.get(group) for group in expected} == expected


@pytest.mark.parametrize(
    ("mode", "number"),
    [
        ("ipip", 1),
        ("gre", 2),
        ("sit", 3),
        ("isatap", 4),
        ("vti", 5),
        ("ip6ip6", 6),
        ("ipip6", 7),
        ("ip6gre", 8),
        ("vti6", 9),
        ("gretap", 10),
        ("ip6gretap", 11),
    ],
)
def test_tunnel_modes_are_numbers(mode: str, number: int) -> None:
    six = "6" in mode
    ends = ("2001:db8::1", "2001:db8::2") if six else ("192.0.2.1", "192.0.2.2")
    text = f"version: 2\ntunnels: {{t: {{mode: {mode}, local: '{ends[0]}', remote: '{ends[1]}', ttl: 64, mtu: 1400}}}}"
    found = profile(text, "t")
    assert "type=ip-tunnel" in found["connection"]
    assert found["ip-tunnel"] == [
        "mtu=1400",
        f"mode={number}",
        f"local={ends[0]}",
        f"remote={ends[1]}",
        "ttl=64",
    ]


def test_tunnel_keys_are_numbers_even_where_they_were_dotted() -> None:
    text = "version: 2\ntunnels: {t: {mode: gre, remote: 192.0.2.2, keys: {input: 1.2.3.4, output: 7}}}"
    assert profile(text, "t")["ip-tunnel"][-2:] == ["input-key=16909060", "output-key=7"]


PHYSICAL = {
    "mtu": ("{mtu: 9000}", {"ethernet": ["mtu=9000"]}),
    "macaddress": (f"{{macaddress: '{MAC}'}}", {"ethernet": [f"cloned-mac-address={MAC}"]}),
    "macaddress word": ("{macaddress: random}", {"ethernet": ["cloned-mac-address=random"]}),
    "wakeonlan": ("{wakeonlan: true}", {"ethernet": ["wake-on-lan=64"]}),
    "wakeonlan off": ("{wakeonlan: false}", {"ethernet": ["wake-on-lan=0"]}),
    "offloads": (
        (
            "{receive-checksum-offload: true, transmit-checksum-offload: false, "
            "tcp-segmentation-offload: true, tcp6-segmentation-offload: false, "
            "generic-segmentation-offload: true, generic-receive-offload: false, "
            "large-receive-offload: true}"
        ),
        {
            "ethtool": [
                "feature-rx=true",
                "feature-tx=false",
                "feature-tso=true",
                "feature-tx-tcp6-segmentation=false",
                "feature-gso=true",
                "feature-gro=false",
                "feature-lro=true",
            ]
        },
    ),
    "sriov": ("{virtual-function-count: 4}", {"sriov": ["total-vfs=4"]}),
    "wired 802.1x": (
        (
            "{auth: {method: tls, identity: host, anonymous-identity: anon, ca-certificate: /ca.pem, "
            "client-certificate: /crt.pem, client-key: /key.pem, client-key-password: secret}}"
        ),
        {
            "802-1x": [
                "eap=tls",
                "identity=host",
                "anonymous-identity=anon",
                "ca-cert=/ca.pem",
                "client-cert=/crt.pem",
                "private-key=/key.pem",
                "private-key-password=secret",
            ]
        },
    ),
    "key without password": (
        "{auth: {method: tls, client-certificate: /crt.pem, client-key: /key.pem}}",
        {
            "802-1x": [
                "eap=tls",
                "client-cert=/crt.pem",
                "private-key=/key.pem",
                "private-key-password-flags=4",
            ]
        },
    ),
    "phase2": (
        "{auth: {method: ttls, identity: i, password: p, phase2-auth: MSCHAPV2}}",
        {"802-1x": ["eap=ttls", "identity=i", "password=p", "phase2-auth=mschapv2"]},
    ),
}


@pytest.mark.parametrize(
    ("body", "expected"), [pytest.param(*case, id=name) for name, case in PHYSICAL.items()]
)
def test_hardware_and_credentials(body: str, expected: dict[str, list[str]]) -> None:
    found = profile(ethernet(body))
    assert {group: found.get(group) for group in expected} == expected
    assert warnings(ethernet(body)) == []


def test_settings_for_networkmanager_alone_win_and_are_marked() -> None:
    text = ethernet(
        "{mtu: 1400, networkmanager: {name: My net, uuid: 87749F1D-334F-40B2-98D4-55DB58965F5F, "
        "stable-id: abc, passthrough: {802-3-ethernet.mtu: '1500', connection.metered: '1'}}}"
    )
    found = profile(text)
    assert found["ethernet"] == ["mtu=1500"]
    assert found["connection"] == [
        "id=My net",
        "uuid=87749f1d-334f-40b2-98d4-55db58965f5f",
        "type=ethernet",
        "autoconnect-priority=130",
        "interface-name=eth0",
        "stable-id=abc",
        "metered=1",
    ]
    assert warnings(text) == [
        (
            "ethernets.eth0.networkmanager.passthrough",
            "passed to NetworkManager as it is; other backends do not have it",
        )
    ]


@pytest.mark.parametrize(
    ("body", "connection", "others"),
    [
        pytest.param("{}", ["interface-name=eth0"], {}, id="by its id"),
        pytest.param(
            f"{{match: {{macaddress: '{MAC.upper()}'}}}}",
            [],
            {"ethernet": [f"mac-address={MAC}"]},
            id="by its address",
        ),
        pytest.param("{match: {name: enp1s0}}", ["interface-name=enp1s0"], {}, id="by name"),
        pytest.param(
            "{match: {name: 'enp*'}}",
            ["multi-connect=3"],
            {"match": ["interface-name=enp*;"]},
            id="by a glob",
        ),
        pytest.param(
            "{match: {driver: [virtio*, e1000]}}",
            ["multi-connect=3"],
            {"match": ["driver=virtio*;e1000;"]},
            id="by driver",
        ),
        pytest.param("{match: {}}", ["multi-connect=3"], {}, id="any"),
        pytest.param(
            f"{{match: {{macaddress: '{MAC}', driver: hv_netvsc}}, set-name: lan}}",
            [],
            {"ethernet": [f"mac-address={MAC}"], "match": ["driver=hv_netvsc;"]},
            id="renamed, by its address",
        ),
        pytest.param(
            "{match: {name: enp*}, set-name: lan}",
            ["interface-name=lan"],
            {},
            id="renamed, by name",
        ),
    ],
)
def test_which_devices_a_profile_is_for(
    body: str, connection: list[str], others: dict[str, list[str]]
) -> None:
    found = profile(ethernet(body))
    assert found.pop("connection")[4:] == connection
    assert {key: lines for key, lines in found.items() if not key.startswith("ip")} == others


def test_a_renamed_nic_has_a_link_file() -> None:
    text = ethernet(f"{{match: {{macaddress: '{MAC}'}}, set-name: lan}}")
    content = files(text)["/etc/systemd/network/10-netinit-eth0.link"]
    assert groups(content) == {"Match": [f"PermanentMACAddress={MAC}"], "Link": ["Name=lan"]}


def test_ports_name_their_master_by_its_old_key() -> None:
    text = (
        "version: 2\nethernets: {eth0: {}}\n"
        "bridges: {br0: {interfaces: [eth0], parameters: {path-cost: {eth0: 50}, port-priority: {eth0: 8}}}}\n"
    )
    found = profile(text)
    assert found["connection"][-2:] == ["master=br0", "slave-type=bridge"]
    assert found["bridge-port"] == ["path-cost=50", "priority=8"]
    assert (found["ipv4"], found["ipv6"]) == (["method=disabled"], ["method=disabled"])


def test_a_parent_that_only_its_address_tells_is_named_by_uuid() -> None:
    text = (
        f"version: 2\nethernets: {{up: {{match: {{macaddress: '{MAC}'}}}}}}\n"
        "vlans: {v: {id: 5, link: up}}\n"
    )
    parent = profile(text, "up")["connection"][1].removeprefix("uuid=")
    assert profile(text, "v")["vlan"] == ["id=5", f"parent={parent}"]


def test_a_bonds_primary_is_the_device_and_not_the_id() -> None:
    text = (
        f"version: 2\nethernets: {{one: {{match: {{macaddress: '{MAC}'}}, set-name: enp1s0}}}}\n"
        "bonds: {bond0: {interfaces: [one], parameters: {mode: active-backup, primary: one}}}\n"
    )
    assert profile(text, "bond0")["bond"] == ["mode=active-backup", "primary=enp1s0"]


def test_a_bonds_primary_is_found_among_the_nics() -> None:
    text = (
        f"version: 2\nethernets: {{one: {{match: {{macaddress: '{MAC}'}}}}}}\n"
        "bonds: {bond0: {interfaces: [one], parameters: {mode: active-backup, primary: one}}}\n"
    )
    assert profile(text, "bond0")["bond"] == ["mode=active-backup"]
    assert [path for path, _ in warnings(text)] == ["bonds.bond0.parameters.primary"]
    facts = Facts(nics=(Nic(name="enp3s0", mac=MAC, perm_mac=MAC),), nics_known=True)
    assert profile(text, "bond0", facts)["bond"] == ["mode=active-backup", "primary=enp3s0"]


@pytest.mark.parametrize("mode", ["manual", "off"])
def test_a_link_that_is_started_by_hand(mode: str) -> None:
    text = ethernet(f"{{activation-mode: '{mode}'}}")
    assert profile(text)["connection"][-1] == "autoconnect=false"
    assert bool(warnings(text)) == (mode == "off")


def test_a_link_of_another_renderer_is_left_alone() -> None:
    text = (
        "version: 2\nrenderer: networkd\nethernets: {eth0: {}, eth1: {renderer: NetworkManager}}\n"
    )
    found = files(text)
    assert sorted(found) == [
        "/etc/NetworkManager/conf.d/10-netinit.conf",
        f"{FOLDER}eth1.nmconnection",
    ]
    conf = groups(found["/etc/NetworkManager/conf.d/10-netinit.conf"])
    assert conf == {"keyfile": ["unmanaged-devices+=interface-name:=eth0"]}
    assert [path for path, _ in warnings(text)] == ["ethernets.eth0.renderer"]


def test_a_document_wish_for_networkd_alone_is_overruled() -> None:
    text = "version: 2\nrenderer: networkd\nethernets: {eth0: {dhcp4: true}}\n"
    assert list(files(text)) == [f"{FOLDER}eth0.nmconnection"]


@pytest.mark.parametrize(
    ("match", "devices"),
    [
        ("", "interface-name:=eth0"),
        (f"match: {{macaddress: '{MAC}'}}, ", f"mac:{MAC}"),
        ("match: {name: [a*, b*]}, ", "interface-name:a*;interface-name:b*"),
        ("match: {driver: [x, y]}, ", "driver:x;driver:y"),
        ("match: {}, ", "type:ethernet"),
    ],
)
def test_ignoring_the_carrier_is_a_matter_of_the_configuration(match: str, devices: str) -> None:
    text = ethernet(f"{{{match}ignore-carrier: true}}")
    conf = groups(files(text)["/etc/NetworkManager/conf.d/10-netinit.conf"])
    assert conf == {"device-netinit-eth0": [f"match-device={devices}", "ignore-carrier=yes"]}


def test_ids_are_escaped_in_file_names() -> None:
    text = "version: 2\nethernets: {'lan/1': {match: {name: eth7}}}\n"
    assert list(files(text)) == [f"{FOLDER}lan%2F1.nmconnection"]


@pytest.mark.parametrize("name", ["a%b", "all", "default", "bonding_masters"])
def test_a_name_that_networkmanager_refuses_costs_that_link_alone(name: str) -> None:
    text = f"version: 2\nethernets: {{eth0: {{}}, '{name}': {{}}}}\n"
    assert list(files(text)) == [f"{FOLDER}eth0.nmconnection"]
    assert [path for path, _ in warnings(text)] == [f"ethernets.{name}"]


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ("{optional: true}", "optional"),
        ("{critical: true}", "critical"),
        ("{emit-lldp: true}", "emit-lldp"),
        ("{optional-addresses: [dhcp4]}", "optional-addresses"),
        ("{networkd: {network: {Network.LLDP: 'yes'}}}", "networkd"),
        ("{openvswitch: {}}", "openvswitch"),
        ("{embedded-switch-mode: switchdev}", "embedded-switch-mode"),
        ("{delay-virtual-functions-rebind: true}", "delay-virtual-functions-rebind"),
        ("{macaddress: stable-ssid}", "macaddress"),
        ("{auth: {method: peap, password: p}}", "auth.identity"),
        ("{auth: {method: tls, client-key: /k}}", "auth.client-certificate"),
        ("{auth: {identity: i}}", "auth.method"),
        ("{auth: {method: ttls, identity: i}}", "auth.phase2-auth"),
        ("{auth: {method: pwd, identity: i, ca-certificate: ca.pem}}", "auth.ca-certificate"),
        ("{networkmanager: {uuid: nonsense}}", "networkmanager.uuid"),
    ],
)
def test_what_no_profile_can_say_is_named(body: str, key: str) -> None:
    assert [path for path, _ in warnings(ethernet(body))] == [f"ethernets.eth0.{key}"]


@pytest.mark.parametrize(
    ("tunnel", "key"),
    [
        ("{mode: vxlan, id: 1, do-not-fragment: true}", "do-not-fragment"),
        ("{mode: vxlan, id: 1, checksums: [udp]}", "checksums"),
        ("{mode: vxlan, id: 1, extensions: [group-policy]}", "extensions"),
        ("{mode: vxlan, id: 1, remote: '2001:db8::1', flow-label: 5}", "flow-label"),
        ("{mode: sit, remote: 192.0.2.1, macaddress: '02:00:00:00:00:01'}", "macaddress"),
        (
            f"{{mode: wireguard, key: {WG_KEY}, ttl: 5, peers: [{{keys: {{public: {WG_PEER}}}, allowed-ips: [192.0.2.0/24]}}]}}",
            "ttl",
        ),
        (
            f"{{mode: wireguard, key: /etc/key, peers: [{{keys: {{public: {WG_PEER}}}, allowed-ips: [192.0.2.0/24]}}]}}",
            "key",
        ),
        (
            f"{{mode: wireguard, key: {WG_KEY}, dhcp4: true, peers: [{{keys: {{public: {WG_PEER}}}, allowed-ips: [192.0.2.0/24]}}]}}",
            "dhcp4",
        ),
    ],
)
def test_what_no_tunnel_can_say_is_named(tunnel: str, key: str) -> None:
    found = warnings(f"version: 2\ntunnels: {{t: {tunnel}}}\n")
    assert [path for path, _ in found] == [f"tunnels.t.{key}"]


def test_a_layer_2_tunnel_can_have_an_address_of_its_own() -> None:
    text = f"version: 2\ntunnels: {{t: {{mode: gretap, remote: 192.0.2.1, macaddress: '{MAC}'}}}}\n"
    assert profile(text, "t")["ethernet"] == [f"cloned-mac-address={MAC}"]


@pytest.mark.parametrize(
    ("flags", "lines"),
    [("[agent-owned]", ["private-key-flags=1"]), ("[not-saved]", ["private-key-flags=2"])],
)
def test_a_key_that_an_agent_keeps_is_not_written(flags: str, lines: list[str]) -> None:
    text = (
        f"version: 2\ntunnels: {{t: {{mode: wireguard, keys: {{private: {WG_KEY}, "
        f"private-key-flags: {flags}}}, peers: []}}}}\n"
    )
    assert profile(text, "t")["wireguard"] == [*lines, "peer-routes=false"]


@pytest.mark.parametrize(
    ("body", "secret"),
    [
        ("ethernets: {eth0: {}}", False),
        ("ethernets: {eth0: {auth: {method: leap, identity: i, password: p}}}", True),
        ("modems: {m: {apn: a, password: p}}", True),
        ("wifis: {w: {access-points: {s: {password: s0s3kr1t}}}}", True),
        ("wifis: {w: {access-points: {s: {}}}}", False),
        (f"tunnels: {{t: {{mode: wireguard, key: {WG_KEY}, peers: []}}}}", True),
    ],
)
def test_files_with_secrets_are_marked(body: str, secret: bool) -> None:
    (file,) = api.render(f"version: 2\n{body}\n", to="networkmanager").files
    assert (file.mode, file.secret) == (0o600, secret)


def test_networkmanager_is_available_where_it_is_installed_and_enabled() -> None:
    enabled = Facts(programs=frozenset({"nmcli"}), units={"NetworkManager.service": "enabled"})
    assert render.available(enabled) == "nmcli is there and NetworkManager.service is enabled"
    assert render.available(Facts(units={"NetworkManager.service": "enabled"})) is None
    assert render.available(Facts(programs=frozenset({"nmcli"}))) is None


def test_two_renderings_are_equal() -> None:
    text = ethernet("{dhcp4: true, routing-policy: [{from: 192.0.2.1, table: 5}]}")
    assert files(text) == files(text)


@pytest.mark.parametrize(
    ("match", "priority"),
    [
        ("macaddress: 02:00:00:00:00:01", 130),
        ("name: enp1s0", 130),
        ("name: 'enp*'", 127),
        ("driver: virtio_net", 127),
        ("", 124),
    ],
)
def test_the_profile_that_means_a_nic_more_closely_wins(match: str, priority: int) -> None:
    text = f"version: 2\nethernets: {{e: {{match: {{{match}}}, dhcp4: true}}}}\n"
    (file,) = api.render(text, to="networkmanager").files
    assert f"autoconnect-priority={priority}\n" in file.content


@pytest.mark.parametrize(
    "key",
    [
        "macaddress: '02:00:00:00:00:01'",
        "activation-mode: manual",
        "accept-ra: true",
        "ra-overrides: {use-dns: false}",
        "link-local: [ipv4]",
        "ipv6-mtu: 1400",
        "ipv6-privacy: true",
        "ipv6-address-token: '::5'",
        "ipv6-address-generation: eui64",
        "optional: true",
        "critical: true",
        "emit-lldp: true",
        "hairpin: true",
    ],
)
def test_a_loopback_device_without_a_profile_has_its_keys_reported(key: str) -> None:
    text = f"version: 2\nethernets: {{lo: {{{key}}}}}\n"
    assert files(text) == {}
    assert [path for path, _ in warnings(text)] == [f"ethernets.lo.{key.partition(':')[0]}"]


@pytest.mark.parametrize(
    ("key", "group", "line"),
    [
        ("mtu: 65000", "loopback", "mtu=65000"),
        (
            "routing-policy: [{from: 192.0.2.1, table: 5, priority: 4}]",
            "ipv4",
            "routing-rule1=priority 4 from 192.0.2.1 table 5",
        ),
    ],
)
def test_a_loopback_device_has_a_profile_for_what_it_can_say(
    key: str, group: str, line: str
) -> None:
    text = f"version: 2\nethernets: {{lo: {{{key}}}}}\n"
    assert line in profile(text, "lo")[group]


def test_what_is_said_of_a_port_is_reported_key_by_key_where_there_is_no_bridge() -> None:
    text = ethernet("{hairpin: true, port-mac-learning: false, neigh-suppress: true}")
    assert [path for path, _ in warnings(text)] == [
        "ethernets.eth0.hairpin",
        "ethernets.eth0.port-mac-learning",
        "ethernets.eth0.neigh-suppress",
    ]
