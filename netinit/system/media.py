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

    def __init__(self, root: Root, run: Run | None = None, mount_point: str = MOUNT_POINT) -> None:
        self._root = root
        self._run = run
        self._mount_point = mount_point

    @contextmanager
    def open(self, device: BlockDevice) -> Iterator[Folder]:
        """The files on a device. Raises NetinitError where it cannot be read."""
        place = device.device if device.image else self._root.look(device.device)
        if self._may_mount(device, place):
            assert self._run is not None
            if _mount(self._run, device, place, self._mount_point):
                try:
                    yield Root(self._mount_point)
                finally:
                    _unmount(self._run, self._mount_point)
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


def _mount(run: Run, device: BlockDevice, place: str, point: str) -> bool:
    """Mount a device; False where the kernel would not: it has no such file system, or we may not."""
    try:
        os.makedirs(point, mode=0o700, exist_ok=True)
        argv = (MOUNT, "-t", str(device.type), "-o", OPTIONS, place, point)
        mounted = run(argv, timeout_s=MOUNT_S).exit_code == 0
    except (OSError, NetinitError):
        mounted = False
    if not mounted:
        _forget(point)
    return mounted


def _unmount(run: Run, point: str) -> None:
    # Lazily where something still looks at it: the boot does not wait for a disc.
    try:
        if run((UMOUNT, point), timeout_s=MOUNT_S).exit_code != 0:
            run((UMOUNT, "-l", point), timeout_s=MOUNT_S)
    except NetinitError:
        return
    _forget(point)


def _forget(point: str) -> None:
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
