"""An input is recognised and found wherever its document keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from netinit import api, document
from netinit.cli.inputs import input_format, read_input
from netinit.formats import inputs

if TYPE_CHECKING:
    from pathlib import Path

V2 = "{version: 2, ethernets: {e: {dhcp4: true}}}"


@pytest.mark.parametrize(
    "text",
    [
        V2,
        f"network: {V2}",
        f"network: {{network: {V2}}}",
        f"instance-id: i\nlocal-hostname: h\nnetwork: {V2}",
        f"version: 1\nlocale: C\nnetwork: {V2}",
        f"#cloud-config\nautoinstall:\n  version: 1\n  network: {V2}",
    ],
    ids=["bare", "netplan", "wrapped-twice", "meta-data", "installer", "autoinstall"],
)
def test_version_2_is_found(text: str) -> None:
    parsed = api.parse(text)
    assert parsed.problems == ()
    assert [link.id for link in parsed.config.links] == ["e"]
    assert parsed.config.origin.format == "v2"


@pytest.mark.parametrize(
    "text",
    [
        "disabled",
        "network: disabled",
        "config: disabled",
        "network: {config: disabled}",
        "{version: 1, config: disabled}",
    ],
)
def test_disabled_in_all_spellings(text: str) -> None:
    parsed = api.parse(text)
    assert parsed.config.disabled
    assert parsed.problems == ()


TEXTS = {
    "empty": ("", "yaml"),
    "comments alone": ("# nothing\n  # more\n\n", "yaml"),
    "byte order mark": ("\ufeff# c\nauto lo\n", "eni"),
    "auto": ("# interfaces\n\n  auto lo\niface lo inet loopback\n", "eni"),
    "iface": ("iface eth0 inet dhcp\n", "eni"),
    "hotplug": ("allow-hotplug eth0\niface eth0 inet dhcp\n", "eni"),
    "source": ("source /etc/network/interfaces.d/*\n", "eni"),
    "klibc": ("\nDEVICE='eth0'\nPROTO='dhcp'\n", "klibc"),
    "klibc for IPv6": ("DEVICE6=eth0\n", "klibc"),
    "klibc files": ("# file: net-eth0.conf\nDEVICE='eth0'\n", "klibc"),
    "ip word": ("ip=192.0.2.10::192.0.2.1:24::eth0:none\n", "cmdline"),
    "ip word for IPv6": ("ip=[2001:db8::10]::[2001:db8::1]:64::eth0:none", "cmdline"),
    "other words": ("BOOT_IMAGE=/vmlinuz root=LABEL=root ro quiet", "cmdline"),
    "bare word": ("ro quiet network-config=disabled", "cmdline"),
    "flow mapping": ("{version: 2, ethernets: {ip=x: {dhcp4: true}}}", "yaml"),
    "flow below a key": ("network: {version: 2, renderer: networkd}", "yaml"),
    "block": ("network:\n  version: 2\n", "yaml"),
    "list": ("- type: physical\n", "yaml"),
    "document mark": ("---\nversion: 1\n", "yaml"),
    "scalar": ("disabled", "yaml"),
    "a key called auto": ("auto: lo\n", "yaml"),
    "JSON": ('{"version": 2}', "yaml"),
}


@pytest.mark.parametrize(("text", "form"), TEXTS.values(), ids=TEXTS)
def test_a_text_is_recognised_by_its_first_line(text: str, form: str) -> None:
    assert inputs.recognise(text) == form


TREES = {
    "version 1": ("version: 1\nconfig: []\n", "v1"),
    "version 1 without a version": ("config: []\n", "v1"),
    "version 2": ("version: 2\n", "v2"),
    "version 2 by its sections": ("ethernets: {e: {}}\n", "v2"),
    "one line of version 1": ('{"config": [], "version": 1}', "v1"),
    "network data": ('{"services": [], "networks": [], "links": []}', "openstack"),
    "network data in YAML": ("networks: []\nlinks: []\n", "openstack"),
    "network data in lines": ('{\n "links": [],\n "networks": []\n}', "openstack"),
    "nothing": ("", "v2"),
    "no network-config": ("a: b\n", "v2"),
}


@pytest.mark.parametrize(("text", "form"), TREES.values(), ids=TREES)
def test_what_is_yaml_is_told_by_its_tree(text: str, form: str) -> None:
    assert inputs.version(document.read(text, "f").tree) == form


def test_nothing_at_all_is_an_error_and_no_crash() -> None:
    parsed = api.parse("")
    assert [problem.severity for problem in parsed.problems] == ["error"]
    assert parsed.config.links == ()


def test_a_text_of_another_encoding_is_an_error_for_every_format() -> None:
    for form in inputs.FORMATS:
        assert [problem.severity for problem in api.parse(b"\xe9", form=form).problems] == ["error"]


def test_a_folder_of_yaml_files_is_joined_as_netplan_does(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text(
        "network:\n  ethernets: {e: {dhcp4: false, addresses: [192.0.2.1/24], mtu: x}}\n"
    )
    (tmp_path / "a.yaml").write_text(
        "network:\n  version: 2\n  ethernets:\n    e: {dhcp4: true, dhcp6: maybe, addresses: [192.0.2.9/24]}\n"
    )
    (tmp_path / "ignored.txt").write_text("x: [")
    data, name = read_input(str(tmp_path))
    parsed = api.parse(data, file=name, form=input_format(name, "auto"))
    (link,) = parsed.config.links
    assert [str(address) for address in link.addresses] == ["192.0.2.9/24", "192.0.2.1/24"]
    assert not link.dhcp4
    assert sorted(str(problem).split(": ")[0] for problem in parsed.problems) == [
        f"{tmp_path}/a.yaml:4:29",
        f"{tmp_path}/b.yaml:2:65",
    ]
