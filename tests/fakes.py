"""Hand-written stand-ins for the doors of netinit.system: no mock framework anywhere."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import PurePath
from typing import TYPE_CHECKING

from netinit.errors import NetinitError
from netinit.model.kernel import KernelLink
from netinit.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from netinit.model.facts import BlockDevice, Nic


def tree(base: Path, files: Mapping[str, str | bytes | Path | None]) -> Path:
    """Make files below a directory, by their path on the target; None makes a directory, a Path a link. The directory."""
    for path, content in files.items():
        place = base / path.lstrip("/")
        if content is None:
            place.mkdir(parents=True, exist_ok=True)
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, PurePath):
            place.symlink_to(content)
        else:
            place.write_bytes(content.encode() if isinstance(content, str) else content)
    return base


def found(base: Path) -> dict[str, str]:
    """The regular files below a directory with their text, by their path on the target."""
    return {
        f"/{path.relative_to(base)}": path.read_text()
        for path in sorted(base.rglob("*"))
        if path.is_file()
    }


class Ended(Record):
    """A finished command."""

    argv: tuple[str, ...] = ()
    exit_code: int = 0
    stdout: bytes = b""
    stderr: bytes = b""


class Script:
    """The door of commands: knows what some commands answer; any other fails the test. `log` keeps the calls."""

    def __init__(self, answers: Mapping[tuple[str, ...], Ended | NetinitError]) -> None:
        self.answers = dict(answers)
        self.log: list[tuple[str, ...]] = []

    def __call__(
        self, argv: Sequence[str], *, stdin: bytes = b"", timeout_s: float = 60.0
    ) -> Ended:
        words = tuple(argv)
        self.log.append(words)
        assert words in self.answers, f"nobody expected {words}"
        answer = self.answers[words]
        if isinstance(answer, NetinitError):
            raise answer
        return answer.replace(argv=words)


class FakeClock:
    """The door of time: sleeping moves it on and takes none."""

    def __init__(self) -> None:
        self.passed_s = 0.0
        self.start = datetime(2026, 1, 1, tzinfo=UTC)

    def monotonic_s(self) -> float:
        return self.passed_s

    def sleep_s(self, seconds: float) -> None:
        self.passed_s += seconds

    def now(self) -> datetime:
        return self.start + timedelta(seconds=self.passed_s)


class FakeNetlink:
    """The door of the kernel's network: nics that can be set up and renamed; `log` keeps what was asked.

    `neighbours` are those that answer.
    """

    def __init__(self, nics: Sequence[Nic], neighbours: Sequence[str] = ()) -> None:
        self._nics = {nic.name: nic for nic in nics}
        self.neighbours = set(neighbours)
        self.up = {nic.name for nic in nics if nic.operstate == "up"}
        self.log: list[tuple[str, ...]] = []

    def nics(self) -> tuple[Nic, ...]:
        return tuple(self._nics.values())

    def set_up(self, name: str, *, up: bool) -> None:
        self.log.append(("up" if up else "down", name))
        if name not in self._nics:
            raise NetinitError(f"setting {name} up: no such device")
        (self.up.add if up else self.up.discard)(name)

    def rename(self, name: str, new_name: str) -> None:
        self.log.append(("rename", name, new_name))
        if name not in self._nics:
            raise NetinitError(f"renaming {name}: no such device")
        if new_name in self._nics:
            raise NetinitError(f"renaming {name} to {new_name}: the name is taken")
        if name in self.up:
            raise NetinitError(f"renaming {name}: it is up")
        self._nics[new_name] = self._nics.pop(name).replace(name=new_name)

    def links(self) -> tuple[KernelLink, ...]:
        return tuple(
            KernelLink(
                name=nic.name,
                up=nic.name in self.up,
                addresses=nic.addresses,
                lasting=nic.addresses,
            )
            for nic in self._nics.values()
        )

    def remove(self, name: str) -> None:
        self.log.append(("remove", name))
        del self._nics[name]

    def answers(self, name: str, address: str) -> bool:
        self.log.append(("answers", name, address))
        return address in self.neighbours

    def set_addresses(self, name: str, *addresses: str) -> None:
        """What a daemon does."""
        self._nics[name] = self._nics[name].replace(addresses=addresses)


class Shelf:
    """The door of media: what is on each device, as files by path, or why it cannot be read; `log` keeps what was opened."""

    def __init__(self, media: Mapping[str, Mapping[str, bytes] | NetinitError]) -> None:
        self.media = dict(media)
        self.log: list[str] = []

    @contextmanager
    def open(self, device: BlockDevice) -> Iterator[Files]:
        self.log.append(device.device)
        content = self.media[device.device]
        if isinstance(content, NetinitError):
            raise content
        yield Files(content)


class Files:
    """A folder that holds these files, by path."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)

    def read(self, path: str, limit: int = 64 * 1024 * 1024) -> bytes | None:
        data = self.files.get(path)
        return None if data is None else data[: limit + 1]

    def names(self, path: str) -> tuple[str, ...]:
        start = path.rstrip("/") + "/"
        below = (name[len(start) :] for name in self.files if name.startswith(start))
        return tuple(sorted({name.partition("/")[0] for name in below}))

    def is_dir(self, path: str) -> bool:
        return bool(self.names(path))


class FakeBus:
    """The door of D-Bus: answers by member; a NetinitError is raised. `log` keeps member and body of each call."""

    def __init__(self, names: Sequence[str], answers: Mapping[str, object]) -> None:
        self.names, self.answers = set(names), dict(answers)
        self.log: list[tuple[str, object]] = []

    def owned(self, name: str) -> bool:
        return name in self.names

    def call(
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        body: Sequence[object] = (),
    ) -> list[object]:
        assert destination in self.names, f"{destination} does not run"
        self.log.append((member, tuple(body)))
        answer = self.answers[member]
        if isinstance(answer, NetinitError):
            raise answer
        assert isinstance(answer, list)
        return answer
