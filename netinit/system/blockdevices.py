"""Block devices and the labels of their file systems, read by ourselves: no blkid, no links of udev needed.

A device that could make the boot wait is not opened: one without a medium, a floppy drive, one of no size.
"""

from __future__ import annotations

import os
import stat
from time import monotonic

from netinit.errors import NetinitError
from netinit.formats.superblocks import superblock
from netinit.model.facts import BlockDevice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.system.root import Root

DIRECTORY = "/sys/class/block"
# Memory, floppies (their motor takes seconds to find nothing) and network block devices without a peer.
SKIPPED = ("ram", "zram", "fd", "nbd")
MAX_DEVICES = 1024
PATIENCE_S = 5.0  # a failing disk answers in the end; the next ones are left out then
CDROM_DRIVE_STATUS, CDS_NO_INFO, CDS_DISC_OK = 0x5326, 0, 4
OVF_SCHEMA = b"http://schemas.dmtf.org/ovf/environment/1"
MAX_OVF_BYTES = 10 * 1024 * 1024
SECTOR_BYTES = 512  # what /sys counts in, whatever the device does


def block_devices(root: Root, notes: list[str]) -> tuple[BlockDevice, ...]:
    """All block devices that can be read, in the order of their names."""
    folder = root.look(DIRECTORY)
    try:
        names = sorted(name for name in os.listdir(folder) if not _is_skipped(name))
    except OSError:
        return ()
    found: list[BlockDevice] = []
    end = monotonic() + PATIENCE_S
    for name in names:
        size = _size_bytes(f"{folder}/{name}")
        if not size:
            continue
        if len(found) == MAX_DEVICES or monotonic() > end:
            notes.append(f"block devices from '{name}' on are not looked at: too many, or too slow")
            break
        device = BlockDevice(
            device=f"/dev/{name.replace('!', '/')}",
            size_bytes=size,
            partition=os.path.exists(f"{folder}/{name}/partition"),
        )
        try:
            found.append(_probed(device, root.look(device.device)))
        except FileNotFoundError:
            found.append(device)  # a tree without device nodes
        except (OSError, NetinitError) as error:
            notes.append(f"reading {device.device}: {getattr(error, 'strerror', None) or error}")
            found.append(device)
    return tuple(found)


def image(path: str) -> BlockDevice:
    """An image file, or a device of this machine, as a block device. Raises NetinitError."""
    device = BlockDevice(device=path, image=True)
    try:
        return _probed(device.replace(size_bytes=os.stat(path).st_size), path)
    except OSError as error:
        raise NetinitError(f"reading {path}: {error.strerror}") from None


def _is_skipped(name: str) -> bool:
    return any(name.startswith(start) and name[len(start) :][:1].isdigit() for start in SKIPPED)


def _size_bytes(folder: str) -> int:
    try:
        with open(f"{folder}/size", "rb") as file:
            return int(file.read(32)) * SECTOR_BYTES
    except (OSError, ValueError):
        return 0


def _probed(device: BlockDevice, place: str) -> BlockDevice:
    """A device with what its superblock says. Raises OSError."""
    status = os.stat(place)
    if not (stat.S_ISBLK(status.st_mode) or stat.S_ISREG(status.st_mode)):
        return device
    if device.device.startswith("/dev/sr") and not _has_disc(place):
        return device
    handle = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
    try:
        found = superblock(lambda offset, length: os.pread(handle, length, offset))
        if found is None:
            return device
        device = device.replace(
            type=found.type, label=found.label, label_fatboot=found.label_fatboot, uuid=found.uuid
        )
        return device.replace(has_ovf_environment=True) if _has_ovf(handle, device) else device
    finally:
        os.close(handle)


def _has_ovf(handle: int, device: BlockDevice) -> bool:
    """Whether a small disc holds the schema of OVF's environment somewhere; hypervisors label it as they like."""
    name = device.device.rpartition("/")[2]
    if not (name.startswith(("sr", "hd", "xvd")) or device.image) or device.type != "iso9660":
        return False
    if device.has_label("cidata", "config-2") or not 0 < (device.size_bytes or 0) < MAX_OVF_BYTES:
        return False
    if (device.label or "").startswith("rd_rdfe_stable"):
        return False  # Azure's
    return OVF_SCHEMA in os.pread(handle, MAX_OVF_BYTES, 0).lower()


def _has_disc(place: str) -> bool:
    """Whether an optical drive holds a disc; asked without waiting for it."""
    from fcntl import ioctl

    handle = os.open(place, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return ioctl(handle, CDROM_DRIVE_STATUS, 0) in {CDS_DISC_OK, CDS_NO_INFO}
    except OSError:
        return True  # not an optical drive after all: a file in a tree, a paravirtual disk
    finally:
        os.close(handle)
