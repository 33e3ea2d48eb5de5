"""The media door: the files on a block device or in an image.

A device of the running machine is mounted where that is allowed, read-only and so that nothing on it can act: no
set-user-ID programs, no device nodes, nothing executed.  Everything else is read directly.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager

from netinit.errors import NetinitError
from netinit.system.root import Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from netinit.formats.superblocks import Reader
    from netinit.model.facts import BlockDevice
    from netinit.system.doors import Folder, Run

MOUNT, UMOUNT = "/bin/mount", "/bin/umount"
OPTIONS = "ro,nosuid,nodev,noexec"
MOUNT_POINT = "/run/netinit/media"
MOUNT_S = 30.0


class Media:
    """Opens the devices of a root; those of the running machine are mounted by `run`, if it is given."""

    def __init__(self, root: Root, run: Run | None = None) -> None:
        self._root = root
        self._run = run

    @contextmanager
    def open(self, device: BlockDevice) -> Iterator[Folder]:
        """The files on a device. Raises NetinitError where it cannot be read."""
        place = device.device if device.image else self._root.look(device.device)
        if self._may_mount(device, place):
            assert self._run is not None
            point = _mounted(self._run, device, place)
            if point is not None:
                try:
                    yield Root(point)
                finally:
                    _unmounted(self._run, point)
                return
        with _directly(device, place) as folder:
            yield folder

    def _may_mount(self, device: BlockDevice, place: str) -> bool:
        if self._run is None or self._root.base or os.geteuid() != 0 or device.type is None:
            return False
        try:
            return stat.S_ISBLK(os.stat(place).st_mode)
        except OSError:
            return False


def _mounted(run: Run, device: BlockDevice, place: str) -> str | None:
    """Where a device is mounted now; None where the kernel would not."""
    try:
        os.makedirs(MOUNT_POINT, mode=0o700, exist_ok=True)
        done = run(
            (MOUNT, "-t", str(device.type), "-o", OPTIONS, place, MOUNT_POINT), timeout_s=MOUNT_S
        )
    except (OSError, NetinitError):
        return None
    return MOUNT_POINT if done.exit_code == 0 else None


def _unmounted(run: Run, point: str) -> None:
    # Lazily where something still looks at it: the boot does not wait for a disc.
    if run((UMOUNT, point), timeout_s=MOUNT_S).exit_code != 0:
        run((UMOUNT, "-l", point), timeout_s=MOUNT_S)
    try:
        os.rmdir(point)
    except OSError:
        return


@contextmanager
def _directly(device: BlockDevice, place: str) -> Iterator[Folder]:
    """The files of a device, read without mounting it."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise NetinitError(f"reading {device.device}: {error.strerror}") from None
    try:
        if device.type == "vfat":
            from netinit.system.fat import Fat

            yield Fat(_reader(handle, device.device), device.device)
        elif device.type == "iso9660":
            from netinit.system.iso9660 import Iso9660

            image = Iso9660(handle, device.device)
            try:
                yield image
            finally:
                image.close()
        else:
            raise NetinitError(f"reading {device.device}: neither ISO 9660 nor FAT")
    finally:
        os.close(handle)


def _reader(handle: int, where: str) -> Reader:
    def read(offset: int, length: int) -> bytes:
        try:
            return os.pread(handle, length, offset)
        except (OSError, OverflowError) as error:
            raise NetinitError(f"reading {where}: {error}") from None

    return read
