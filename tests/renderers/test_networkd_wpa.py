"""Wi-Fi and 802.1X: what wpa_supplicant is given, and how it is started."""

from __future__ import annotations

import json

import pytest

from netinit import api
from tests.renderers.networkd_text import files

RAW = "e03ce667c87bc81ca968d9120ca37f89eb09aec3c55b80386e5d772efd6b926e"


def blocks(content: str) -> list[list[str]]:
    """The lines of each `network={…}`."""
    return [
        [line.strip() for line in part.partition("\n}")[0].splitlines()]
        for part in content.split("network={\n")[1:]
    ]


def block(point: str) -> list[str]:
    """The lines for one access point."""
    made = files(f"wifis: {{w: {{access-points: {{{point}}}}}}}")
    (lines,) = blocks(made["/etc/netinit/wpa-w.conf"])
    return lines


@pytest.mark.parametrize(
    ("point", "lines"),
    [
        ("open: {}", ['ssid="open"', "key_mgmt=NONE"]),
        ("x: {password: 'pass word'}", ['ssid="x"', "key_mgmt=WPA-PSK WPA-PSK-SHA256 SAE", "ieee80211w=1", 'psk="pass word"']),
        (f"x: {{password: {RAW}}}", ['ssid="x"', "key_mgmt=WPA-PSK WPA-PSK-SHA256", "ieee80211w=1", f"psk={RAW}"]),
        ("x: {auth: {key-management: psk-sha256, password: 12345678}}", ['ssid="x"', "key_mgmt=WPA-PSK-SHA256", "ieee80211w=1", 'psk="12345678"']),
        ("x: {auth: {key-management: sae, password: s}}", ['ssid="x"', "key_mgmt=SAE", "ieee80211w=2", 'sae_password="s"']),
        ("x: {auth: {key-management: none}}", ['ssid="x"', "key_mgmt=NONE"]),
        ("x: {auth: {key-management: eap, method: ttls, identity: i, anonymous-identity: a, password: p, ca-certificate: /c, phase2-auth: PAP}}",
         ['ssid="x"', "key_mgmt=WPA-EAP WPA-EAP-SHA256", "ieee80211w=1", "eap=TTLS", 'identity="i"', 'anonymous_identity="a"', 'ca_cert="/c"', 'password="p"', 'phase2="auth=PAP"']),
        ("x: {auth: {key-management: eap-sha256, method: tls, client-certificate: /c, client-key: /k, client-key-password: p}}",
         ['ssid="x"', "key_mgmt=WPA-EAP-SHA256", "ieee80211w=1", "eap=TLS", 'client_cert="/c"', 'private_key="/k"', 'private_key_passwd="p"']),
        ("x: {auth: {key-management: eap-suite-b-192, method: pwd, password: 'hash:00'}}", ['ssid="x"', "key_mgmt=WPA-EAP-SUITE-B-192", "ieee80211w=2", "eap=PWD", "password=hash:00"]),
        ("x: {auth: {key-management: 802.1x, method: leap}}", ['ssid="x"', "key_mgmt=IEEE8021X", "eap=LEAP"]),
        ("x: {auth: {method: peap}}", ['ssid="x"', "key_mgmt=WPA-EAP WPA-EAP-SHA256", "ieee80211w=1", "eap=PEAP"]),
        ("x: {hidden: true, bssid: '02:00:00:00:00:01', mode: adhoc, band: 2.4GHz, channel: 14}",
         ['ssid="x"', "scan_ssid=1", "mode=1", "bssid=02:00:00:00:00:01", "frequency=2484", "freq_list=2484", "key_mgmt=NONE"]),
        ("x: {band: 5GHz, channel: 36}", ['ssid="x"', "freq_list=5180", "key_mgmt=NONE"]),
        ("x: {band: 2.4GHz, channel: 1}", ['ssid="x"', "freq_list=2412", "key_mgmt=NONE"]),
    ],
)  # fmt: skip
def test_an_access_point_becomes_a_block(point: str, lines: list[str]) -> None:
    assert block(point) == lines


@pytest.mark.parametrize(
    ("band", "first", "last", "count"),
    [("5GHz", "5180", "5885", 28), ("2.4GHz", "2412", "2484", 14)],
)
def test_a_band_is_all_its_channels(band: str, first: str, last: str, count: int) -> None:
    frequencies = block(f"x: {{band: {band}}}")[1].removeprefix("freq_list=").split()
    assert (frequencies[0], frequencies[-1], len(frequencies)) == (first, last, count)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        pytest.param('with "quotes"', 'password="with "quotes""', id="quotes"),
        pytest.param("a # b", 'password="a # b"', id="comment sign"),
        pytest.param('"a" # b', r'password=P"\x22a\x22 \x23 b"', id="both"),
        pytest.param("back\\slash", 'password="back\\slash"', id="backslash"),
        pytest.param('\\"#', r'password=P"\x5c\x22\x23"', id="all three"),
        pytest.param("\x7f", r'password=P"\x7f"', id="control character"),
    ],
)
def test_strings_reach_wpa_supplicant_whole(given: str, line: str) -> None:
    text = json.dumps(given)
    assert line in block(f"x: {{auth: {{key-management: eap, method: peap, password: {text}}}}}")


def test_a_passphrase_that_cannot_be_written_is_given_as_its_key() -> None:
    # as wpa_passphrase makes it
    key = "00d6927759c884adfc4da9ce4ac4771fb7ab9635873a65749bb63c8e57c43679"
    lines = block("""'q#u': {password: '12345"678#90'}""")
    assert lines[1:] == ["key_mgmt=WPA-PSK WPA-PSK-SHA256", "ieee80211w=1", f"psk={key}"]


def test_the_radio_as_a_whole() -> None:
    document = (
        "wifis: {w: {regulatory-domain: GB, wakeonwlan: [magic_pkt, disconnect], access-points: {x: {}}}, "
        "v: {wakeonwlan: [default], access-points: {x: {}}}}"
    )
    made = files(document)
    head = made["/etc/netinit/wpa-w.conf"].partition("network=")[0]
    assert head.split() == [
        "ctrl_interface=/run/wpa_supplicant",
        "country=GB",
        "wowlan_triggers=magic_pkt",
        "disconnect",
    ]
    assert "wowlan" not in made["/etc/netinit/wpa-v.conf"]


WIRE = "ethernets: {'e-0': {auth: {key-management: 802.1x, method: tls, identity: h}}}"


def test_a_wire_has_no_network_to_look_for() -> None:
    content = files(WIRE)["/etc/netinit/wpa-e-0.conf"]
    assert "\nap_scan=0\n" in content
    assert blocks(content) == [["key_mgmt=IEEE8021X", "eap=TLS", 'identity="h"', "eapol_flags=0"]]


def test_the_unit_is_bound_to_its_device_which_wants_it() -> None:
    made = files(WIRE)
    device = r"sys-subsystem-net-devices-e\x2d0.device"
    unit = made[r"/etc/systemd/system/netinit-wpa-e\x2d0.service"]
    assert f"BindsTo={device}\nAfter={device}\n" in unit
    command = "ExecStart=/usr/sbin/wpa_supplicant -c /etc/netinit/wpa-e-0.conf -i e-0 -Dwired\n"
    assert command in unit
    wants = made[f"/etc/systemd/system/{device}.d/10-netinit.conf"]
    assert wants == "\n[Unit]\nWants=netinit-wpa-e\\x2d0.service\n"


def test_a_percent_sign_is_no_specifier() -> None:
    unit = files("ethernets: {'e%0': {auth: {method: tls}}}")[
        r"/etc/systemd/system/netinit-wpa-e\x250.service"
    ]
    assert "-c /etc/netinit/wpa-e%%250.conf -i e%%0" in unit


def test_a_renamed_radio_is_known_by_its_new_name() -> None:
    made = files(
        "wifis: {w: {match: {macaddress: '02:00:00:00:00:01'}, set-name: air, access-points: {x: {}}}}"
    )
    assert " -i air -Dnl80211,wext\n" in made["/etc/systemd/system/netinit-wpa-w.service"]


def test_passwords_are_readable_by_root_alone() -> None:
    rendering = api.render(f"version: 2\n{WIRE}\n", to="networkd")
    (file,) = (file for file in rendering.files if file.path.endswith("e-0.conf"))
    assert (file.mode, file.secret) == (0o600, True)
