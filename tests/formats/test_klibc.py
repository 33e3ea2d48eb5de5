"""What klibc's ipconfig left behind: links that must not be taken down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netinit import api
from netinit.formats.lines import joined
from netinit.model.facts import Facts, Nic
from netinit.model.network import Match, NetworkConfig

STATIC = """
DEVICE='ens3'
PROTO='none'
IPV4ADDR='192.0.2.50'
IPV4BROADCAST='192.0.2.255'
IPV4NETMASK='255.255.255.0'
IPV4GATEWAY='192.0.2.1'
IPV4DNS0='192.0.2.53'
IPV4DNS1='0.0.0.0'
HOSTNAME='node7'
ROOTPATH=''
filename=''
UPTIME='21'
DOMAINSEARCH='a.example,b.example'
"""
BOTH = joined(
    [
        (
            "net-ens3.conf",
            "DEVICE='ens3'\nPROTO='dhcp'\nIPV4ADDR='192.0.2.9'\nIPV4DNS0='192.0.2.53'\n",
        ),
        (
            "net6-ens3.conf",
            "DEVICE6=ens3\nIPV6PROTO=dhcp6\nIPV6ADDR=2001:db8::9\nIPV6NETMASK=64\nIPV6DNS0=::\n",
        ),
    ]
)


def parsed(text: str, facts: Facts | None = None) -> api.Parsed:
    return api.parse(text, form="klibc", file="run", facts=facts)


def said(text: str) -> list[str]:
    return [
        f"{problem.mark} {problem.severity} {problem.path}" for problem in parsed(text).problems
    ]


def test_a_static_link_keeps_what_the_initramfs_gave_it() -> None:
    found = parsed(STATIC)
    assert found.problems == ()
    (link,) = found.config.links
    assert [str(address) for address in link.addresses] == ["192.0.2.50/24"]
    assert link.addresses[0].broadcast is None
    assert [(route.to, route.via) for route in link.routes] == [("default", "192.0.2.1")]
    assert (link.nameservers, link.search) == (("192.0.2.53",), ("a.example", "b.example"))
    assert (link.dhcp4, link.critical, link.activation) == (False, True, None)


def test_files_of_one_device_are_joined() -> None:
    (link,) = parsed(BOTH).config.links
    assert (link.id, link.dhcp4, link.dhcp6, link.addresses) == ("ens3", True, True, ())
    assert link.nameservers == ("192.0.2.53",)
    assert parsed(BOTH).problems == ()


def test_files_of_two_devices_may_follow_each_other() -> None:
    text = "DEVICE=a\nPROTO=dhcp\nIPV4ADDR=192.0.2.1\nDEVICE=b\nPROTO=dhcp\nIPV4ADDR=192.0.2.2\n"
    assert [(link.id, link.dhcp4) for link in parsed(text).config.links] == [
        ("a", True),
        ("b", True),
    ]


@pytest.mark.parametrize("proto", ["none", "off", "static", ""])
def test_every_spelling_of_static_is_one(proto: str) -> None:
    (link,) = parsed(STATIC.replace("'none'", f"'{proto}'")).config.links
    assert (len(link.addresses), link.dhcp4) == (1, False)


@pytest.mark.parametrize(("filename", "dhcp"), [("pxelinux.0", True), ("", False)])
def test_without_proto_a_boot_file_tells_dhcp(filename: str, dhcp: bool) -> None:
    (link,) = parsed(
        f"DEVICE=e\nIPV4ADDR=192.0.2.1\nIPV4NETMASK=24\nfilename={filename}\n"
    ).config.links
    assert (link.dhcp4, bool(link.addresses)) == (dhcp, not dhcp)


@pytest.mark.parametrize(
    "text",
    ["'a b'", '"a b"', "a\\ b", "'a 'b", "a\\ b # more"],
)
def test_values_are_quoted_as_in_a_shell(text: str) -> None:
    (link,) = parsed(f"DEVICE=e\nDOMAINSEARCH={text}\n").config.links
    assert link.search == ("a", "b")


def test_a_known_nic_is_matched_by_its_address() -> None:
    facts = Facts(nics=(Nic(name="ens3", mac="02:00:00:00:00:01"),), nics_known=True)
    (link,) = parsed(STATIC, facts).config.links
    assert (link.match, link.set_name, link.name) == (
        Match(mac="02:00:00:00:00:01"),
        "ens3",
        "ens3",
    )


WRONG = {
    "bad device": ("DEVICE='a/b'\nPROTO=dhcp\n", "run:1:1 error run.DEVICE"),
    "no device": ("PROTO=dhcp\n", "run:1:1 error run.DEVICE"),
    "proto": ("DEVICE=e\nPROTO=bootp\n", "run:2:1 error e.PROTO"),
    "address": ("DEVICE=e\nIPV4ADDR=x\n", "run:2:1 error e.IPV4ADDR"),
    "family": ("DEVICE=e\nIPV4ADDR=2001:db8::1\n", "run:2:1 error e.IPV4ADDR"),
    "netmask": (
        "DEVICE=e\nIPV4ADDR=192.0.2.1\nIPV4NETMASK=255.0.255.0\n",
        "run:3:1 error e.IPV4NETMASK",
    ),
    "no netmask": ("DEVICE=e\nIPV4ADDR=192.0.2.1\n", "run:2:1 warning e.IPV4ADDR"),
    "gateway": ("DEVICE=e\nIPV4ADDR=192.0.2.1/24\nIPV4GATEWAY=x\n", "run:3:1 error e.IPV4GATEWAY"),
    "server": ("DEVICE=e\nIPV6DNS0=192.0.2.1\n", "run:2:1 error e.IPV6DNS0"),
    "unknown": ("DEVICE=e\nIPV4ADR=192.0.2.1\n", "run:2:1 warning e.IPV4ADR"),
    "no assignment": ("DEVICE=e\n  what is this\n", "run:2:3 error run[2]"),
    "other file": (
        joined([("a", "DEVICE=a\n"), ("b", "\nDEVICE=b\nPROTO=x\n")]),
        "run/b:3:1 error b.PROTO",
    ),
}


@pytest.mark.parametrize(("text", "problem"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_with_its_place(text: str, problem: str) -> None:
    assert said(text) == [problem]


LINES = """
DEVICE=e
DEVICE6=e
DEVICE=f
PROTO=dhcp
IPV4ADDR=192.0.2.1
IPV6ADDR=::1
IPV4NETMASK=0.0.0.0
IPV4GATEWAY=::
IPV6NETMASK=129
# file: x
'
=\\
"""


@given(st.lists(st.sampled_from(LINES.splitlines())).map("\n".join))
def test_any_lines_end_in_a_config(text: str) -> None:
    assert isinstance(parsed(text).config, NetworkConfig)


@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_config(data: bytes) -> None:
    assert isinstance(api.parse(data, form="klibc").config, NetworkConfig)
