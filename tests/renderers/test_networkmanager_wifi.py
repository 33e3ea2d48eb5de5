"""Wi-Fi profiles of NetworkManager, by their exact lines, and the forms of key files."""

from __future__ import annotations

import json

import pytest

from netinit.renderers.networkmanager import _keyfile, _wifi
from tests.renderers.nm_profiles import FOLDER, files, groups, profile, warnings


def wifi(point: dict[str, object], **link: object) -> str:
    body = {"access-points": {"net": point}, **link}
    return json.dumps({"version": 2, "wifis": {"wlan0": body}})


@pytest.mark.parametrize(
    ("auth", "security", "eap"),
    [
        ({"key-management": "none"}, None, None),
        (
            {"key-management": "psk", "password": "s0s3kr1t"},
            ["key-mgmt=wpa-psk", "pmf=2", "psk=s0s3kr1t"],
            None,
        ),
        (
            {"key-management": "psk-sha256", "password": "s0s3kr1t"},
            ["key-mgmt=wpa-psk", "pmf=2", "psk=s0s3kr1t"],
            None,
        ),
        (
            {"key-management": "sae", "password": "s0s3kr1t"},
            ["key-mgmt=sae", "pmf=3", "psk=s0s3kr1t"],
            None,
        ),
        (
            {
                "key-management": "eap",
                "method": "peap",
                "identity": "i",
                "password": "p",
                "phase2-auth": "MSCHAPV2",
            },
            ["key-mgmt=wpa-eap", "pmf=2"],
            ["eap=peap", "identity=i", "password=p", "phase2-auth=mschapv2"],
        ),
        (
            {"key-management": "eap-sha256", "method": "pwd", "identity": "i", "password": "p"},
            ["key-mgmt=wpa-eap", "pmf=3"],
            ["eap=pwd", "identity=i", "password=p"],
        ),
        (
            {
                "key-management": "eap-suite-b-192",
                "method": "tls",
                "client-certificate": "/c",
                "client-key": "/k",
            },
            ["key-mgmt=wpa-eap-suite-b-192", "pmf=3"],
            ["eap=tls", "client-cert=/c", "private-key=/k", "private-key-password-flags=4"],
        ),
        (
            {"key-management": "802.1x", "method": "leap", "identity": "i", "password": "p"},
            ["key-mgmt=ieee8021x"],
            ["eap=leap", "identity=i", "password=p"],
        ),
    ],
    ids=lambda value: value["key-management"] if isinstance(value, dict) else "",
)
def test_each_way_to_prove_who_one_is(
    auth: dict[str, str], security: list[str] | None, eap: list[str] | None
) -> None:
    found = profile(wifi({"auth": auth}), "wlan0-net")
    assert (found.get("wifi-security"), found.get("802-1x")) == (security, eap)
    assert warnings(wifi({"auth": auth})) == []


@pytest.mark.parametrize(
    ("point", "lines"),
    [
        ({}, []),
        ({"hidden": True}, ["hidden=true"]),
        ({"bssid": "02:00:00:00:00:0A"}, ["bssid=02:00:00:00:00:0a"]),
        ({"band": "5GHz", "channel": 36}, ["band=a", "channel=36"]),
        ({"band": "2.4GHz"}, ["band=bg"]),
    ],
)
def test_access_points(point: dict[str, object], lines: list[str]) -> None:
    assert profile(wifi(point), "wlan0-net")["wifi"] == ["ssid=net", "mode=infrastructure", *lines]


def test_an_access_point_of_ones_own_shares_the_network() -> None:
    found = profile(wifi({"mode": "ap", "password": "s0s3kr1t"}), "wlan0-net")
    assert found["wifi"] == ["ssid=net", "mode=ap"]
    assert found["ipv4"] == ["method=shared"]


def test_each_network_has_a_profile_with_a_uuid_of_its_own() -> None:
    points: dict[str, object] = {"one": {}, "two words": {}}
    text = json.dumps({"version": 2, "wifis": {"wlan0": {"access-points": points}}})
    found = files(text)
    assert list(found) == [
        f"{FOLDER}wlan0-one.nmconnection",
        f"{FOLDER}wlan0-two%20words.nmconnection",
    ]
    assert len({groups(content)["connection"][1] for content in found.values()}) == 2


@pytest.mark.parametrize(
    ("link", "lines"),
    [
        ({"wakeonwlan": ["disconnect", "magic_pkt"]}, ["wake-on-wlan=12"]),
        ({"wakeonwlan": ["default"]}, ["wake-on-wlan=1"]),
        (
            {"wakeonwlan": ["any", "gtk_rekey_failure", "eap_identity_req"]},
            ["wake-on-wlan=50"],
        ),
        ({"wakeonwlan": ["four_way_handshake", "rfkill_release", "tcp"]}, ["wake-on-wlan=448"]),
    ],
)
def test_waking_up(link: dict[str, object], lines: list[str]) -> None:
    assert profile(wifi({}, **link), "wlan0-net")["wifi"][2:] == lines


def test_hardware_of_a_wifi_link_stands_in_its_own_group() -> None:
    link = {"mtu": 1400, "macaddress": "stable", "match": {"macaddress": "02:00:00:00:00:01"}}
    assert profile(wifi({}, **link), "wlan0-net")["wifi"] == [
        "mac-address=02:00:00:00:00:01",
        "mtu=1400",
        "cloned-mac-address=stable",
        "ssid=net",
        "mode=infrastructure",
    ]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (wifi({}, **{"regulatory-domain": "DE"}), "wifis.wlan0.regulatory-domain"),
        (wifi({"band": "5GHz", "channel": 177}), "wifis.wlan0.access-points.net.channel"),
        (wifi({}, wakeonwlan=["default", "tcp"]), "wifis.wlan0.wakeonwlan"),
        (wifi({}, wakeonlan=True), "wifis.wlan0.wakeonlan"),
        (wifi({}, macaddress="stable-ssid"), "wifis.wlan0.macaddress"),
    ],
)
def test_what_a_wifi_profile_cannot_say_is_named(text: str, path: str) -> None:
    assert [found for found, _ in warnings(text)] == [path]


def test_a_network_without_its_credentials_is_left_out() -> None:
    text = wifi({"auth": {"key-management": "eap", "method": "peap", "password": "p"}})
    assert files(text) == {}
    assert [path for path, _ in warnings(text)] == ["wifis.wlan0.access-points.net.auth.identity"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plain", "plain"),
        ("two words", "two words"),
        (" x", "32;120;"),
        ("12;", "49;50;59;"),
        ("a\\b", "97;92;98;"),
        ("é", "195;169;"),
    ],
)
def test_network_names(name: str, value: str) -> None:
    assert _wifi.ssid(name) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("plain", "plain"),
        ("a;b", "a;b"),
        ("  x ", "\\s\\sx "),
        ("a\\b", "a\\\\b"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("a\x00b\x1bc", "abc"),
        ("\\s", "\\\\s"),
    ],
)
def test_texts_become_one_line(text: str, value: str) -> None:
    assert _keyfile.string(text) == value


@pytest.mark.parametrize(("text", "value"), [("a\\nb", "a\\nb"), ("a\nb", "a\\nb"), (" x", "\\sx")])
def test_values_passed_through_keep_their_escapes(text: str, value: str) -> None:
    assert _keyfile.raw(text) == value


def test_items_of_lists_end_in_semicolons() -> None:
    assert _keyfile.strings(["a", "b;c"]) == "a;b\\;c;"
