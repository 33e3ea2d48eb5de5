"""Superblocks of the two file systems that seeds come on: type, labels and uuid, as blkid names them.

ISO 9660 (ECMA-119, 8.4): volume descriptors of 2048 bytes from sector 16 on; type 1 is the primary one, type 2 with a
Unicode escape sequence is Joliet's, type 255 ends them.
FAT (Microsoft's "FAT: General Overview of On-Disk Format", 1.03): the BIOS parameter block at 0.  The label stands in
the boot sector and, where it was set properly, in an entry of the root directory, which counts for more.
"""

from __future__ import annotations

from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # read(offset, length) → at most that many bytes
    Reader = Callable[[int, int], bytes]

SECTOR = 2048
FIRST_DESCRIPTOR = 16 * SECTOR
MAX_DESCRIPTORS = 16
NO_LABEL = frozenset({"", "NO NAME"})
VOLUME_LABEL, LONG_NAME = 0x08, 0x0F
MAX_ROOT_BYTES = 512 * 1024
MAX_ROOT_CLUSTERS = 64


class Superblock(Record):
    """What a file system says of itself."""

    type: str
    label: str | None = None
    label_fatboot: str | None = None
    uuid: str | None = None


def superblock(read: Reader) -> Superblock | None:
    """The file system on a device; None where it is neither ISO 9660 nor FAT."""
    return _iso9660(read) or _vfat(read)


def _iso9660(read: Reader) -> Superblock | None:
    primary = read(FIRST_DESCRIPTOR, SECTOR)
    if len(primary) < SECTOR or primary[1:6] != b"CD001" or primary[0] == 255:
        return None
    label = joliet = uuid = None
    for number in range(MAX_DESCRIPTORS):
        data = primary if not number else read(FIRST_DESCRIPTOR + number * SECTOR, SECTOR)
        if len(data) < SECTOR or data[1:6] != b"CD001" or data[0] == 255:
            break
        if data[0] == 1 and label is None:
            label = data[40:72].decode("utf-8", "replace").strip(" \0")
            uuid = _iso_uuid(data)
        elif data[0] == 2 and data[88:91] in {b"%/@", b"%/C", b"%/E"}:
            joliet = data[40:72].decode("utf-16-be", "replace").strip(" \0")
    # Joliet keeps capitals and small letters apart, but is cut to 16 characters.
    if label and joliet and label.casefold() == joliet.casefold():
        label = joliet
    return Superblock(type="iso9660", label=label or joliet or None, uuid=uuid)


def _iso_uuid(descriptor: bytes) -> str | None:
    """The time of the last change, else of creation: YYYYMMDDHHMMSScc."""
    for start in (830, 813):
        digits = descriptor[start : start + 16]
        if digits.isdigit() and digits.strip(b"0"):
            text = digits.decode("ascii")
            return "-".join((text[:4], *(text[at : at + 2] for at in range(4, 16, 2))))
    return None


class FatLayout(Record):
    """Where things are on a FAT file system; offsets and sizes in bytes."""

    bits: int  # 12, 16 or 32
    fat_offset: int
    fat_bytes: int
    root_offset: int  # of the fixed root directory; 0 where it is a chain of clusters
    root_bytes: int
    root_cluster: int  # 0 where it is fixed
    data_offset: int
    cluster_bytes: int
    clusters: int
    boot_label: str = ""
    serial: str = ""


def fat_layout(boot: bytes) -> FatLayout | None:
    """The layout that a boot sector tells; None where it is not that of a FAT."""
    if len(boot) < 512 or boot[510:512] != b"\x55\xaa" or boot[0] not in {0xEB, 0xE9, 0}:
        return None
    sector, sectors_per_cluster = _le(boot, 11, 2), boot[13]
    reserved, fats, entries = _le(boot, 14, 2), boot[16], _le(boot, 17, 2)
    total = _le(boot, 19, 2) or _le(boot, 32, 4)
    fat_sectors = _le(boot, 22, 2) or _le(boot, 36, 4)
    if (
        sector not in {512, 1024, 2048, 4096}
        or not _is_power_of_two(sectors_per_cluster)
        or not reserved
        or fats not in {1, 2, 3, 4}
        or boot[21] < 0xF0
        or not fat_sectors
    ):
        return None
    root_bytes = -(-entries * 32 // sector) * sector
    root_offset = (reserved + fats * fat_sectors) * sector
    data_offset = root_offset + root_bytes
    clusters = (total * sector - data_offset) // (sectors_per_cluster * sector)
    if clusters < 1:
        return None
    wide = not entries
    extended = 64 if wide else 36  # of the extended boot record: drive, …, signature, serial, label
    signed = boot[extended + 2] == 0x29
    serial = _le(boot, extended + 3, 4) if signed else 0
    return FatLayout(
        bits=32 if wide else 16 if clusters >= 4085 else 12,
        fat_offset=reserved * sector,
        fat_bytes=fat_sectors * sector,
        root_offset=0 if wide else root_offset,
        root_bytes=root_bytes,
        root_cluster=_le(boot, 44, 4) if wide else 0,
        data_offset=data_offset,
        cluster_bytes=sectors_per_cluster * sector,
        clusters=clusters,
        boot_label=_label(boot[extended + 7 : extended + 18]) if signed else "",
        serial=f"{serial >> 16:04X}-{serial & 0xFFFF:04X}" if serial else "",
    )


def fat_next(read: Reader, layout: FatLayout, cluster: int) -> int:
    """The cluster that follows one in its chain; 0 at the end and where the chain is broken."""
    at = cluster * layout.bits // 8
    size = 4 if layout.bits == 32 else 2
    if at + size > layout.fat_bytes:
        return 0
    value = _le(read(layout.fat_offset + at, size), 0, size)
    if layout.bits == 12:
        value = value >> 4 if cluster & 1 else value & 0xFFF
    value &= 0x0FFFFFFF
    return value if 2 <= value < layout.clusters + 2 else 0


def _vfat(read: Reader) -> Superblock | None:
    layout = fat_layout(read(0, 512))
    if layout is None:
        return None
    label = _root_label(read, layout)
    boot_label = None if layout.boot_label in NO_LABEL else layout.boot_label
    return Superblock(
        type="vfat",
        label=label or boot_label,
        label_fatboot=boot_label,
        uuid=layout.serial or None,
    )


def _root_label(read: Reader, layout: FatLayout) -> str | None:
    """The label that stands in the root directory."""
    if not layout.root_cluster:
        return _entry_label(read(layout.root_offset, min(layout.root_bytes, MAX_ROOT_BYTES)))[0]
    cluster = layout.root_cluster
    for _ in range(MAX_ROOT_CLUSTERS):
        if not 2 <= cluster < layout.clusters + 2:
            return None
        start = layout.data_offset + (cluster - 2) * layout.cluster_bytes
        label, ended = _entry_label(read(start, layout.cluster_bytes))
        if label or ended:
            return label
        cluster = fat_next(read, layout, cluster)
    return None


def _entry_label(data: bytes) -> tuple[str | None, bool]:
    """The label among directory entries, and whether the directory ends here."""
    for start in range(0, len(data) - 31, 32):
        first, attributes = data[start], data[start + 11]
        if not first:
            return None, True
        if first == 0xE5 or attributes & LONG_NAME == LONG_NAME or not attributes & VOLUME_LABEL:
            continue
        label = _label(data[start : start + 11])
        if label not in NO_LABEL:
            return label, True
    return None, False


def _label(data: bytes) -> str:
    return data.decode("ascii", "replace").rstrip(" \0")


def _le(data: bytes, start: int, length: int) -> int:
    return int.from_bytes(data[start : start + length], "little")


def _is_power_of_two(number: int) -> bool:
    return number > 0 and not number & (number - 1)
