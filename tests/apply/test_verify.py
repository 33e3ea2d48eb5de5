"""What a network-config makes true of the kernel, and what is told while it is not."""

from __future__ import annotations

import pytest

from netinit import api
from netinit.apply import verify
from netinit.apply.verify import Wanted
from netinit.model.facts import Facts, Nic
from netinit.model.kernel import KernelLink
from tests.fakes import FakeClock, FakeNetlink

NICS = (
    Nic(name="eth0", mac="52:54:00:00:00:01", driver="virtio_net", operstate="up"),
    Nic(name="eth1", mac="52:54:00:00:00:02", driver="virtio_net", operstate="up"),
)
FACTS = Facts(nics=NICS, nics_known=True)


def wanted(text: str) -> tuple[Wanted, ...]:
    parsed = api.parse(f"version: 2\n{text}", facts=FACTS)
    assert parsed.problems == ()
    return verify.wanted(parsed.config, FACTS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "ethernets: {eth0: {addresses: [192.0.2.1/24, '2001:DB8::0:1/64']}}",
            [Wanted(link="eth0", device="eth0", addresses=("192.0.2.1/24", "2001:db8::1/64"))],
            id="static-addresses",
        ),
        pytest.param(
            "ethernets: {eth0: {dhcp6: true}}",
            [Wanted(link="eth0", device="eth0", dynamic=True)],
            id="dhcp",
        ),
        pytest.param(
            "ethernets: {eth0: {addresses: [192.0.2.1/24], routes: ["
            "{to: default, via: 192.0.2.254}, {to: 10.0.0.0/8, via: 192.0.2.9}]}}",
            [
                Wanted(
                    link="eth0",
                    device="eth0",
                    addresses=("192.0.2.1/24",),
                    gateways=("192.0.2.254",),
                )
            ],
            id="the-gateway-of-the-default-route-alone",
        ),
        pytest.param(
            "ethernets: {all: {match: {driver: virtio_net}, dhcp4: true}}",
            [
                Wanted(link="all", device="eth0", dynamic=True),
                Wanted(link="all", device="eth1", dynamic=True),
            ],
            id="every-nic-that-a-match-means",
        ),
        pytest.param(
            "ethernets: {gone: {match: {macaddress: '52:54:00:00:00:99'}, dhcp4: true}}",
            [Wanted(link="gone", device=None, dynamic=True)],
            id="no-nic-fits",
        ),
        pytest.param(
            "ethernets: {lan: {match: {macaddress: '52:54:00:00:00:02'}, set-name: lan0}}",
            [Wanted(link="lan", device="lan0")],
            id="the-new-name",
        ),
        pytest.param("ethernets: {eth7: {optional: true, dhcp4: true}}", [], id="optional"),
        pytest.param("ethernets: {eth7: {activation-mode: off}}", [], id="kept-down"),
        pytest.param(
            "dummy-devices: {d0: {addresses: [192.0.2.1/32], routes: [{to: default, via: 192.0.2.9}]}}",
            [Wanted(link="d0", device="d0", addresses=("192.0.2.1/32",))],
            id="nobody-answers-on-a-dummy",
        ),
    ],
)
def test_what_a_config_makes_true(text: str, expected: list[Wanted]) -> None:
    assert list(wanted(text)) == expected


def lacking(want: Wanted, *links: KernelLink, neighbours: tuple[str, ...] = ()) -> tuple[str, ...]:
    return verify.lacking([want], links, FakeNetlink([], neighbours))


STATIC = Wanted(link="eth0", device="eth0", addresses=("192.0.2.1/24",), gateways=("192.0.2.9",))
DHCP = Wanted(link="eth0", device="eth0", addresses=("192.0.2.1/24",), dynamic=True)
UP = KernelLink(name="eth0", up=True, addresses=("192.0.2.1/24",))


@pytest.mark.parametrize(
    ("want", "link", "expected"),
    [
        (STATIC, UP, ["the gateway 192.0.2.9 does not answer on eth0"]),
        (STATIC.replace(gateways=()), UP, []),
        (STATIC.replace(gateways=()), UP.replace(up=False), ["eth0 is not up"]),
        (
            STATIC.replace(gateways=()),
            UP.replace(addresses=("192.0.2.2/24",)),
            ["eth0 does not have the address 192.0.2.1/24"],
        ),
        (
            STATIC.replace(gateways=()),
            UP.replace(addresses=("192.0.2.1/16",)),
            ["eth0 has the address 192.0.2.1 with prefix 16, not 24"],
        ),
        (STATIC, UP.replace(name="eth1"), ["eth0 is not there"]),
        (STATIC.replace(device=None), UP, ["no nic fits 'eth0'"]),
        (DHCP, UP, ["DHCP gave eth0 no address"]),
        (
            DHCP,
            UP.replace(addresses=("192.0.2.1/24", "fe80::1/64", "169.254.7.7/16")),
            ["DHCP gave eth0 no address"],
        ),
        (DHCP, UP.replace(addresses=("192.0.2.1/24", "198.51.100.7/24")), []),
    ],
)
def test_what_is_lacking_is_told(want: Wanted, link: KernelLink, expected: list[str]) -> None:
    assert list(lacking(want, link)) == expected


def test_a_gateway_that_answers_is_all_that_is_asked_of_it() -> None:
    assert lacking(STATIC, UP, neighbours=("192.0.2.9",)) == ()


def test_waiting_ends_with_the_first_look_that_finds_all_well() -> None:
    clock, looks = FakeClock(), [("a",), ("b",), ()]
    assert verify.wait(lambda: looks.pop(0), clock, 30.0) == ()
    assert clock.passed_s == 2 * verify.PAUSE_S


def test_waiting_has_an_end() -> None:
    clock = FakeClock()
    assert verify.wait(lambda: ("never",), clock, 10.0) == ("never",)
    assert clock.passed_s == 10.0


OWN = KernelLink(name="eth0", addresses=("192.0.2.5/24", "fe80::1/64"), lasting=("192.0.2.5/24",))
LEASED = KernelLink(name="eth1", addresses=("198.51.100.7/24",))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param([OWN, LEASED], [], id="as-before"),
        pytest.param(
            [OWN.replace(addresses=("198.51.100.9/24",)), LEASED],
            ["eth0 has not got 192.0.2.5/24 back"],
            id="a-static-address-is-missing",
        ),
        pytest.param(
            [OWN, LEASED.replace(addresses=("198.51.100.9/24",))], [], id="another-lease-will-do"
        ),
        pytest.param(
            [OWN, LEASED.replace(addresses=("2001:db8::9/64",))],
            ["eth1 has not got 198.51.100.7/24 back"],
            id="but-not-of-another-family",
        ),
        pytest.param([OWN], ["eth1 has not got 198.51.100.7/24 back"], id="a-device-is-missing"),
        pytest.param(
            [OWN.replace(addresses=("192.0.2.5/24", "192.0.2.10/24")), LEASED],
            ["eth0 still has 192.0.2.10/24"],
            id="the-new-address-is-still-there",
        ),
    ],
)
def test_what_did_not_come_back_is_told(now: list[KernelLink], expected: list[str]) -> None:
    brought = ["192.0.2.10/24", "192.0.2.5/24"]
    assert list(verify.differences([OWN, LEASED], now, brought)) == expected
