"""Nics are told from /sys/class/net below any root."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from netinit.model.facts import Nic
from netinit.system import rtnetlink
from netinit.system.nics import nics
from netinit.system.root import Root
from tests.fakes import tree

MAC = "52:54:00:12:34:56"


def look(base: Path, entries: dict[str, Any]) -> Nic:
    """The only nic of a tree."""
    files = {f"sys/class/net/ens3/{name}": value for name, value in entries.items()}
    found = nics(Root(str(tree(base, {"sys/class/net/ens3": None, **files}))), live=False)
    assert found is not None
    (nic,) = found
    return nic


def test_a_tree_without_sysfs_knows_of_no_nics(tmp_path: Path) -> None:
    assert nics(Root(str(tmp_path)), live=False) is None


def test_no_nics_are_known_to_be_none(tmp_path: Path) -> None:
    root = Root(str(tree(tmp_path, {"sys/class/net/bonding_masters": "bond0\n"})))
    assert nics(root, live=False) == ()


def test_all_attributes_of_a_nic(tmp_path: Path) -> None:
    nic = look(
        tmp_path,
        {
            "address": f"{MAC.upper()}\n",
            "operstate": "up\n",
            "carrier": "1\n",
            "dormant": "0\n",
            "type": "1\n",
            "addr_assign_type": "0\n",
            "name_assign_type": "4\n",
            "device/device": "0x0001\n",
            "device/features": "0110\n",
            "device/driver": Path("../../drivers/virtio_net"),
            "master": Path("../bond0"),
            "uevent": "INTERFACE=ens3\nIFINDEX=2\n",
        },
    )
    assert nic == Nic(
        name="ens3",
        mac=MAC,
        operstate="up",
        carrier=1,
        dormant=0,
        type=1,
        addr_assign_type=0,
        name_assign_type=4,
        device_id="0x0001",
        features="0110",
        driver="virtio_net",
        master="bond0",
    )


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        ({"device/vendor": ""}, None),
        ({"device/vendor": "", "uevent": "DEVTYPE=wlan\n"}, None),
        ({"uevent": "DEVTYPE=vlan\n"}, "vlan"),
        ({"uevent": "DEVTYPE=bridge\n", "bridge/bridge_id": ""}, "bridge"),
        ({"bridge/bridge_id": ""}, "bridge"),
        ({"bonding/mode": ""}, "bond"),
        ({"tun_flags": "0x1\n"}, "tun"),
        ({"uevent": "DEVTYPE=vrf\n"}, "vrf"),
        ({"uevent": "DEVTYPE=vxlan\n"}, "vxlan"),
        ({"type": "772\n"}, "loopback"),
        ({"type": "1\n", "ifindex": "5\n", "iflink": "6\n"}, "veth"),
        ({"type": "1\n", "ifindex": "5\n", "iflink": "5\n"}, "virtual"),
        ({"type": "768\n", "ifindex": "5\n", "iflink": "6\n"}, "virtual"),
    ],
    ids=lambda value: "hardware" if value is None else value if isinstance(value, str) else "",
)
def test_what_made_a_device(tmp_path: Path, entries: dict[str, str], kind: str | None) -> None:
    assert look(tmp_path, entries).kind == kind


def test_a_dummy_is_told_by_its_name(tmp_path: Path) -> None:
    root = Root(str(tree(tmp_path, {"sys/class/net/dummy0/type": "1\n"})))
    assert nics(root, live=False) == (Nic(name="dummy0", kind="dummy"),)


def test_the_address_of_a_bond_s_port_is_its_own(tmp_path: Path) -> None:
    own = "52:54:00:aa:aa:aa"
    nic = look(tmp_path, {"address": MAC, "bonding_slave/perm_hwaddr": own})
    assert (nic.mac, nic.perm_mac, nic.own_mac) == (MAC, own, own)


@pytest.mark.parametrize("address", ["", "0.0.0.0", "00:00:00:00", "::"], ids=repr)
def test_addresses_that_are_no_mac_are_none(tmp_path: Path, address: str) -> None:
    assert look(tmp_path, {"address": address}).mac is None


def test_attributes_that_make_no_sense_are_unknown(tmp_path: Path) -> None:
    nic = look(tmp_path, {"carrier": "x", "type": "\xff", "address": "\xff" * 5000})
    assert (nic.carrier, nic.type, nic.mac) == (None, 1, None)


def test_the_kernel_is_asked_for_what_no_file_says() -> None:
    links = rtnetlink.links()
    if not links:
        pytest.skip("no netlink here")
    assert "127.0.0.1/8" in links["lo"].addresses or not links["lo"].addresses
    assert links["lo"].perm_mac is None
