"""Addresses become canonical, and what is none is refused."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netinit.formats import addresses
from netinit.formats.addresses import BadValue


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("192.0.2.1", ("192.0.2.1", 4)),
        ("2001:DB8:0:0::1", ("2001:db8::1", 6)),
        ("::ffff:192.0.2.1", ("::ffff:192.0.2.1", 6)),
    ],
)
def test_addresses_are_made_canonical(text: str, result: tuple[str, int]) -> None:
    assert addresses.ip_address(text) == result


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1.2.3",
        "1.2.3.4.5",
        "01.2.3.4",
        "1.2.3.256",
        "fe80::1%eth0",
        "1.2.3.4/24",
        "a",
        " 1.2.3.4",
        "::1::",
        None,
        [],
    ],
)
def test_what_is_no_address_is_refused(text: object) -> None:
    with pytest.raises(BadValue, match="expected an IP address"):
        addresses.ip_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "192.0.2.1/0",
        "192.0.2.1/33",
        "2001:db8::1/129",
        "192.0.2.1/",
        "192.0.2.1/-1",
        "192.0.2.1/ 8",
    ],
)
def test_a_prefix_out_of_range_is_refused(text: str) -> None:
    with pytest.raises(BadValue, match="prefix length"):
        addresses.interface_address(text)


def test_an_address_without_prefix_says_how_to_write_it() -> None:
    with pytest.raises(BadValue, match=r"such as 192\.0\.2\.1/24"):
        addresses.interface_address("192.0.2.1")


@given(st.ip_addresses(), st.integers(0, 128))
def test_networks_lose_their_host_bits(ip: object, prefix: int) -> None:
    text = f"{ip}/{min(prefix, 32) if '.' in str(ip) else prefix}"
    expected = ip_network(text, strict=False)
    found, family = addresses.network(text)
    assert ip_network(found) == expected
    assert family == expected.version


@pytest.mark.parametrize(
    ("mask", "length"),
    [
        ("255.255.255.0", 24),
        ("0.0.0.0", 0),
        ("255.255.255.255", 32),
        ("ffff:ffff::", 32),
        ("ffff:ffff:ffff:ffff:8000::", 65),
    ],
)
def test_netmasks_have_a_length(mask: str, length: int) -> None:
    assert addresses.netmask_length(mask) == length


@pytest.mark.parametrize("mask", ["255.0.255.0", "0.255.0.0", "24", "x"])
def test_holes_in_a_netmask_are_refused(mask: str) -> None:
    with pytest.raises(BadValue, match="netmask"):
        addresses.netmask_length(mask)


@pytest.mark.parametrize(
    ("ip", "net", "result"),
    [
        ("192.0.2.9", "192.0.2.0/24", True),
        ("192.0.3.9", "192.0.2.1/24", False),
        ("::1", "192.0.2.0/24", False),
        ("2001:db8::9", "2001:db8::/64", True),
    ],
)
def test_inside(ip: str, net: str, *, result: bool) -> None:
    assert addresses.inside(ip, net) is result


def test_macs_are_lower_case_and_may_have_20_bytes() -> None:
    assert addresses.mac_address("02:00:00:AA:bb:01") == "02:00:00:aa:bb:01"
    assert addresses.mac_address(":".join(["80"] * 20)) == ":".join(["80"] * 20)


@pytest.mark.parametrize(
    "text",
    [
        "02-00-00-00-00-01",
        "2:0:0:0:0:1",
        "02:00:00:00:00",
        "02:00:00:00:00:0g",
        None,
        "41135085296",
    ],
)
def test_what_is_no_mac_is_refused(text: object) -> None:
    with pytest.raises(BadValue, match="expected a MAC address"):
        addresses.mac_address(text)


def test_long_values_are_cut_in_messages() -> None:
    assert len(addresses.shown("x" * 1000)) < 70
