"""Labels are read from superblocks, and no device can hold the boot."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random
from shutil import copyfile

import pytest

from netinit.formats.superblocks import superblock
from netinit.model.facts import BlockDevice
from netinit.system.blockdevices import block_devices, image
from netinit.system.root import Root
from tests.fakes import tree
from tests.system.images import SEED, iso, needs, vfat


def look(base: Path, devices: dict[str, Path | bytes | None]) -> tuple[BlockDevice, ...]:
    """The block devices of a tree: by name the content of each, None for one without a node."""
    for name, content in devices.items():
        tree(base, {f"sys/class/block/{name}/size": "2880\n", "dev": None})
        if isinstance(content, Path):
            copyfile(content, base / "dev" / name)
        elif content is not None:
            (base / "dev" / name).write_bytes(content)
    notes: list[str] = []
    found = block_devices(Root(str(base)), notes)
    assert notes == []
    return found


@pytest.mark.parametrize("options", [("-J",), ("-R",), ()], ids=["joliet", "rock ridge", "plain"])
@pytest.mark.parametrize("label", ["cidata", "CIDATA", "CiData", "config-2"])
def test_the_label_of_an_iso(tmp_path: Path, options: tuple[str, ...], label: str) -> None:
    found = image(str(iso(tmp_path, SEED, *options, label=label)))
    assert (found.type, found.label) == ("iso9660", label)
    assert found.uuid is not None


@pytest.mark.parametrize(("bits", "size_kib"), [(12, 1440), (16, 20480), (32, 40960)])
def test_the_labels_of_a_fat(tmp_path: Path, bits: int, size_kib: int) -> None:
    found = image(str(vfat(tmp_path, SEED, bits=bits, size_kib=size_kib)))
    assert (found.type, found.label, found.label_fatboot) == ("vfat", "CIDATA", "CIDATA")


def test_a_label_that_stands_in_the_root_directory_alone(tmp_path: Path) -> None:
    path = vfat(tmp_path, {})
    data = bytearray(path.read_bytes())
    assert data[43:54] == b"CIDATA     "
    data[43:54] = b"NO NAME    "
    path.write_bytes(data)
    found = image(str(path))
    assert (found.label, found.label_fatboot) == ("CIDATA", None)


def test_a_label_that_stands_in_the_boot_sector_alone(tmp_path: Path) -> None:
    path = vfat(tmp_path, {})
    path.write_bytes(path.read_bytes().replace(b"CIDATA     \x08", b"\xe5IDATA     \x08"))
    found = image(str(path))
    assert (found.label, found.label_fatboot) == ("CIDATA", "CIDATA")


@pytest.mark.parametrize("kind", ["iso", "vfat"])
def test_blkid_says_the_same(tmp_path: Path, kind: str) -> None:
    needs("blkid")
    path = iso(tmp_path, SEED, "-J") if kind == "iso" else vfat(tmp_path, SEED)
    run = subprocess.run(
        ["blkid", "-p", "-o", "export", path], capture_output=True, text=True, check=True
    )
    said = dict(line.split("=", 1) for line in run.stdout.splitlines() if "=" in line)
    found = image(str(path))
    assert (found.type, found.label, found.uuid) == (said["TYPE"], said["LABEL"], said["UUID"])
    assert found.label_fatboot == said.get("LABEL_FATBOOT")


def test_devices_are_found_by_name(tmp_path: Path) -> None:
    found = look(tmp_path / "root", {"sr0": iso(tmp_path, SEED), "vda": b"\0" * 65536, "vdb": None})
    assert [(device.device, device.type) for device in found] == [
        ("/dev/sr0", "iso9660"),
        ("/dev/vda", None),
        ("/dev/vdb", None),
    ]


def test_partitions_are_known_as_such(tmp_path: Path) -> None:
    tree(tmp_path, {"sys/class/block/vda1/partition": "1\n"})
    assert [device.partition for device in look(tmp_path, {"vda1": b""})] == [True]


@pytest.mark.parametrize("name", ["ram0", "zram0", "fd0", "nbd0"])
def test_devices_that_could_make_the_boot_wait_are_not_opened(tmp_path: Path, name: str) -> None:
    assert look(tmp_path, {name: b""}) == ()


def test_a_device_without_a_size_is_not_opened(tmp_path: Path) -> None:
    root = Root(str(tree(tmp_path, {"sys/class/block/sr0/size": "0\n"})))
    assert block_devices(root, []) == ()


def test_a_node_that_is_a_pipe_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    os.mkfifo(tmp_path / "dev/vdb")
    assert look(tmp_path, {"vdb": None}) == (BlockDevice(device="/dev/vdb", size_bytes=2880 * 512),)


def test_an_ovf_environment_is_found_by_its_schema(tmp_path: Path) -> None:
    files = {"ovf-env.xml": '<Environment xmlns="http://schemas.dmtf.org/OVF/environment/1"/>'}
    other = {"README": "http://schemas.dmtf.org/something/else"}
    for number, (content, expected) in enumerate(((files, True), (other, False))):
        base = tmp_path / str(number)
        (device,) = look(base / "root", {"sr0": iso(base, content, label="x")})
        assert device.has_ovf_environment == expected


def test_no_bytes_make_the_reader_fail() -> None:
    random = Random(2)
    for _ in range(2000):
        data = bytearray(random.randbytes(random.choice((0, 511, 512, 40000))))
        if len(data) >= 512:
            data[510:512], data[0], data[21] = b"\x55\xaa", 0xEB, 0xF8
            data[11:13], data[13], data[16] = b"\0\2", random.choice((1, 8)), 2
        superblock(lambda offset, length, data=data: bytes(data[offset : offset + length]))  # type: ignore[misc]
