"""The doors of a machine: all of them on a running one, those of files and media for a tree."""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.system.doors import System
from netinit.system.root import Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from netinit.model.facts import BlockDevice
    from netinit.system.doors import Folder


def machine(base: str, *, replay: bool = False) -> System:
    """The machine whose root directory is `base`; `/` is the one that this process runs on.

    `replay`: what is known of it comes from elsewhere, so that the devices of this machine are not its own.

    Opening a door costs nothing before it is used.
    """
    root = Root(base, durable=base == "/")
    if replay and base == "/":
        return System(root=root, media=ImagesAlone(root))
    if base != "/":
        return System(root=root, media=LazyMedia(root))
    from netinit.system.clock import Clock
    from netinit.system.dbus import SystemBus
    from netinit.system.netlink import Netlink
    from netinit.system.run import Run

    return System(
        root=root,
        live=True,
        media=LazyMedia(root),
        run=Run(),
        clock=Clock(),
        netlink=Netlink(),
        bus=SystemBus(),
    )


class LazyMedia:
    """The media door, imported when the first medium is opened."""

    def __init__(self, root: Root) -> None:
        self.root = root

    def open(self, device: BlockDevice) -> AbstractContextManager[Folder]:
        """The files on a device. Raises NetinitError."""
        from netinit.system.media import Media
        from netinit.system.run import Run

        return Media(self.root, Run()).open(device)


class ImagesAlone(LazyMedia):
    """The media door of a replay: images that were given by hand, and no device of this machine."""

    def open(self, device: BlockDevice) -> AbstractContextManager[Folder]:
        """The files on an image. Raises NetinitError."""
        if not device.image:
            raise NetinitError(f"{device.device}: a device of the machine that the facts are of")
        return super().open(device)
