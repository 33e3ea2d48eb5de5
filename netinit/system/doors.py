"""The doors of the machine, passed in wherever something outside the process is touched."""

from __future__ import annotations

from netinit.model.record import Record
from netinit.system.root import Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime
    from typing import Any, Protocol

    from netinit.model.facts import BlockDevice, Nic
    from netinit.model.kernel import KernelLink

    class Folder(Protocol):
        """A tree of files to read: a Root, a mounted medium, an image read without mounting."""

        def read(self, path: str) -> bytes | None:
            """The bytes of a file, or None where there is none."""

        def names(self, path: str) -> tuple[str, ...]:
            """The names in a directory, sorted; none where there is no directory."""

        def is_dir(self, path: str) -> bool:
            """Whether a path is a directory."""

    class Media(Protocol):
        """Opens block devices and image files for reading."""

        def open(self, device: BlockDevice) -> AbstractContextManager[Folder]:
            """The files on a device. Raises NetinitError where it cannot be read."""

    class Completed(Protocol):
        """A finished command."""

        @property
        def argv(self) -> tuple[str, ...]:
            """Its words."""

        @property
        def exit_code(self) -> int:
            """Its exit code; a negative one is the signal that ended it."""

        @property
        def stdout(self) -> bytes:
            """What it wrote."""

        @property
        def stderr(self) -> bytes:
            """What it complained about."""

    class Run(Protocol):
        """Runs commands."""

        def __call__(
            self, argv: Sequence[str], *, stdin: bytes = b"", timeout_s: float = 60.0
        ) -> Completed:
            """Run a command to its end. Raises NetinitError where it cannot be started or takes too long."""

    class Clock(Protocol):
        """Tells the time and waits."""

        def monotonic_s(self) -> float:
            """Seconds since some fixed moment."""

        def sleep_s(self, seconds: float) -> None:
            """Wait."""

        def now(self) -> datetime:
            """The time of day, in UTC."""

    class Bus(Protocol):
        """A D-Bus bus."""

        def owned(self, name: str) -> bool:
            """Whether a service of that name runs."""

        def call(
            self,
            destination: str,
            path: str,
            interface: str,
            member: str,
            signature: str = "",
            body: Sequence[Any] = (),
        ) -> list[Any]:
            """The answer to a method call. Raises NetinitError."""

    class Netlink(Protocol):
        """The few things that netinit asks of the kernel's network."""

        def nics(self) -> tuple[Nic, ...]:
            """All interfaces."""

        def set_up(self, name: str, *, up: bool) -> None:
            """Set an interface up or down."""

        def rename(self, name: str, new_name: str) -> None:
            """Rename an interface that is down."""

        def links(self) -> tuple[KernelLink, ...]:
            """All interfaces with their addresses."""

        def remove(self, name: str) -> None:
            """Remove an interface that has no hardware behind it."""

        def answers(self, name: str, address: str) -> bool:
            """Whether a neighbour on an interface has answered; where that is not known, the kernel asks it."""


class System(Record):
    """All doors of a machine; a door that a command does not need is None there."""

    root: Root
    live: bool = (
        False  # the root is that of the running machine, whose kernel and daemons may be touched
    )
    media: Media | None = None
    run: Run | None = None
    clock: Clock | None = None
    netlink: Netlink | None = None
    bus: Bus | None = None
