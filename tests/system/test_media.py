"""Seeds are read from real images without mounting them, and no image can hang or crash the reader."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from netinit.errors import NetinitError
from netinit.model.facts import BlockDevice
from netinit.system.blockdevices import image
from netinit.system.media import OPTIONS, Media
from netinit.system.root import Root
from tests.fakes import Ended, Script
from tests.system.images import SEED, iso, vfat

if TYPE_CHECKING:
    from netinit.system.doors import Folder

NOWHERE = Root("/nonexistent")


def contents(path: Path) -> dict[str, bytes | None]:
    """The files in the root directory of an image."""
    with Media(NOWHERE).open(image(str(path))) as folder:
        return {name: folder.read(f"/{name}") for name in folder.names("/")}


def expected(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


@pytest.mark.parametrize(
    "options",
    [("-J", "-R"), ("-R",), ("-J",), ("-iso-level", "4"), ("-l", "-allow-lowercase")],
    ids=" ".join,
)
def test_an_iso_is_read_whatever_its_extensions(tmp_path: Path, options: tuple[str, ...]) -> None:
    pytest.importorskip("pycdlib")
    files = {name.replace("-", "") if "-l" in options else name: SEED[name] for name in SEED}
    assert contents(iso(tmp_path, files, *options)) == expected(files)


def test_plain_names_are_found_by_the_names_that_they_stand_for(tmp_path: Path) -> None:
    pytest.importorskip("pycdlib")
    path = iso(tmp_path, SEED, "-l")
    with Media(NOWHERE).open(image(str(path))) as folder:
        assert folder.names("/") == ("meta_data", "network_config", "user_data")
        assert folder.read("/meta-data") == SEED["meta-data"].encode()


@pytest.mark.parametrize("bits", [12, 16, 32])
def test_a_fat_is_read_with_long_names(tmp_path: Path, bits: int) -> None:
    size = {12: 1440, 16: 8192, 32: 40960}[bits]
    assert contents(vfat(tmp_path, SEED, bits=bits, size_kib=size)) == expected(SEED)


def read_below(folder: Folder) -> None:
    assert folder.names("/openstack") == ("content", "latest")
    assert folder.is_dir("/openstack/latest")
    assert not folder.is_dir("/openstack/latest/meta_data.json")
    assert folder.read("/openstack/latest/meta_data.json") == b"{}"
    assert folder.read("/openstack/latest") is None
    assert folder.read("/openstack/absent") is None
    assert folder.names("/openstack/absent") == ()
    large = folder.read("/openstack/content/0000")
    assert large is not None
    assert len(large) == 300_000
    assert large[-3:] == b"end"


TREE = {
    "openstack/latest/meta_data.json": b"{}",
    "openstack/content/0000": b"x" * 299_997 + b"end",
}


def test_directories_and_large_files_of_a_fat(tmp_path: Path) -> None:
    with Media(NOWHERE).open(image(str(vfat(tmp_path, TREE, label="config-2")))) as folder:
        read_below(folder)


@pytest.mark.parametrize("options", [("-R",), ("-J",)], ids=" ".join)
def test_directories_and_large_files_of_an_iso(tmp_path: Path, options: tuple[str, ...]) -> None:
    pytest.importorskip("pycdlib")
    with Media(NOWHERE).open(image(str(iso(tmp_path, TREE, *options)))) as folder:
        read_below(folder)


def test_fat_names_are_found_in_any_case(tmp_path: Path) -> None:
    path = vfat(tmp_path, {"META-DATA": "a", "Deep/User-Data": "b"})
    with Media(NOWHERE).open(image(str(path))) as folder:
        assert folder.read("/meta-data") == b"a"
        assert folder.read("/deep/user-data") == b"b"


@pytest.mark.parametrize("kind", ["iso", "vfat"])
def test_a_broken_image_ends_in_an_error_or_in_nothing(tmp_path: Path, kind: str) -> None:
    if kind == "iso":
        pytest.importorskip("pycdlib")
    path = iso(tmp_path, TREE, "-R", "-J") if kind == "iso" else vfat(tmp_path, TREE)
    sound = path.read_bytes()
    random = Random(1)
    # Where the structures are: descriptors and directories of one, the tables of the other.
    start, end = (32768, min(len(sound), 65536)) if kind == "iso" else (0, 40960)
    kind_name = "iso9660" if kind == "iso" else "vfat"
    errors: list[str] = []
    for _ in range(300):
        broken = bytearray(sound)
        for _ in range(random.choice((1, 4, 64))):
            broken[random.randrange(start, end)] = random.choice((0, 1, 255, random.randrange(256)))
        path.write_bytes(broken)
        try:
            with Media(NOWHERE).open(
                BlockDevice(device=str(path), type=kind_name, image=True)
            ) as folder:
                for name in folder.names("/openstack"):
                    folder.read(f"/openstack/{name}/meta_data.json")
                    folder.read(f"/openstack/{name}/0000")
        except NetinitError as error:
            errors.append(str(error))
    assert errors
    assert [text for text in errors if not text.startswith("reading ")] == []


def test_a_chain_of_clusters_that_loops_ends(tmp_path: Path) -> None:
    path = vfat(tmp_path, TREE)
    data = bytearray(path.read_bytes())
    with Media(NOWHERE).open(image(str(path))) as folder:
        assert folder.read("/openstack/latest/meta_data.json") == b"{}"
    # FAT 12: every entry of both tables points to cluster 2.
    data[512 : 512 + 9 * 512 * 2] = b"\x02\x20\x00" * (9 * 512 * 2 // 3)
    path.write_bytes(data)
    with Media(NOWHERE).open(image(str(path))) as folder:
        assert folder.read("/openstack/absent") is None


def test_a_truncated_image_gives_what_is_left(tmp_path: Path) -> None:
    path = vfat(tmp_path, SEED)
    path.write_bytes(path.read_bytes()[:2048])
    with Media(NOWHERE).open(BlockDevice(device=str(path), type="vfat", image=True)) as folder:
        assert folder.names("/") == ()


def test_what_is_no_medium_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("text")
    with (
        pytest.raises(NetinitError, match="neither ISO 9660 nor FAT"),
        Media(NOWHERE).open(image(str(path))),
    ):
        pass


def test_an_absent_image_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NetinitError, match="No such file"):
        image(str(tmp_path / "absent.iso"))


def test_files_in_a_tree_are_never_mounted(tmp_path: Path) -> None:
    path = vfat(tmp_path, SEED)
    (tmp_path / "dev").mkdir()
    path.rename(tmp_path / "dev/vdb")
    run = Script({})
    with Media(Root(str(tmp_path)), run).open(
        BlockDevice(device="/dev/vdb", type="vfat")
    ) as folder:
        assert folder.read("/meta-data") == SEED["meta-data"].encode()
    assert run.log == []


def test_mounting_forbids_what_a_seed_must_not_do() -> None:
    assert set(OPTIONS.split(",")) == {"ro", "nosuid", "nodev", "noexec"}


def block_device() -> str:
    """Any block device of this machine."""
    if os.geteuid() != 0:
        pytest.skip("mounting takes the root user")
    for path in sorted(Path("/dev").iterdir()):
        if path.is_block_device():
            return str(path)
    pytest.skip("no block device here")


@pytest.mark.root
@pytest.mark.parametrize("busy", [False, True], ids=["done with", "still looked at"])
def test_a_device_of_the_machine_is_mounted_and_unmounted(tmp_path: Path, busy: bool) -> None:
    device, point = block_device(), str(tmp_path / "point")
    mount = ("/bin/mount", "-t", "vfat", "-o", OPTIONS, device, point)
    umount, lazily = ("/bin/umount", point), ("/bin/umount", "-l", point)
    run = Script({mount: Ended(), umount: Ended(exit_code=32 if busy else 0), lazily: Ended()})
    media = Media(Root("/"), run, point)
    with media.open(BlockDevice(device=device, type="vfat")) as folder:
        (tmp_path / "point/meta-data").write_text("x")
        assert folder.read("/meta-data") == b"x"
        (tmp_path / "point/meta-data").unlink()
    assert run.log == [mount, umount, lazily][: 3 if busy else 2]
    assert not (tmp_path / "point").exists()


@pytest.mark.root
def test_a_device_that_the_kernel_does_not_mount_is_read_directly(tmp_path: Path) -> None:
    device, point = block_device(), str(tmp_path / "point")
    mount = ("/bin/mount", "-t", "vfat", "-o", OPTIONS, device, point)
    media = Media(Root("/"), Script({mount: Ended(exit_code=32)}), point)
    with (
        pytest.raises(NetinitError, match="not a FAT"),
        media.open(BlockDevice(device=device, type="vfat")),
    ):
        pass
    assert not (tmp_path / "point").exists()
