"""A change of the network's files that dies at any moment leaves, after recovery, the old files or the new ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from netinit.apply import transaction
from netinit.errors import NetinitError
from netinit.model.files import RenderedFile
from netinit.model.paths import CHANGING, JOURNAL, LAST_GOOD, MANIFEST
from netinit.stages.live import recover
from netinit.system import manifest
from netinit.system.doors import System
from netinit.system.lock import Lock
from netinit.system.root import Root
from tests.fakes import found, tree

PROJECT = Path(__file__).resolve().parent.parent.parent
FOLDER = "/etc/systemd/network"


class Killed(BaseException):
    """What stands for SIGKILL: nothing in the code under test may catch it."""


class Dying(Root):
    """A root whose process dies before its nth operation, or in the midst of it, with a file half written."""

    def __init__(self, base: str, after: int, *, half: bool) -> None:
        super().__init__(base)
        self.left, self.half = after, half

    def write(self, file: RenderedFile) -> bool:
        self._count(file.path)
        return super().write(file)

    def remove(self, path: str) -> bool:
        self._count(path)
        return super().remove(path)

    def rename(self, path: str, new_path: str) -> None:
        self._count(path)
        super().rename(path, new_path)

    def _count(self, path: str) -> None:
        if self.left == 0:
            if self.half:
                folder = self.resolve(path.rpartition("/")[0])
                os.makedirs(folder, exist_ok=True)
                Path(folder, ".netinit-1").write_text("hal")
            raise Killed
        self.left -= 1


def network(name: str, content: str, mode: int = 0o644) -> RenderedFile:
    return RenderedFile(path=f"{FOLDER}/10-netinit-{name}", content=content, mode=mode)


OLD = [network("a.network", "old a\n"), network("b.netdev", "Name=b\n", 0o640)]
NEW = [network("a.network", "new a\n", 0o600), network("c.network", "new c\n")]
OTHERS = {f"{FOLDER}/20-mine.network": "an administrator's\n"}


def change(root: Root, files: list[RenderedFile]) -> None:
    """What `netinit apply` does to the files of a machine on which all goes well."""
    transaction.begin(root, [file.path for file in files])
    manifest.install(root, files)
    transaction.keep(root)


def network_files(base: Path) -> dict[str, tuple[str, int]]:
    """The network's files, with their modes, and the manifest."""
    places = {path: base / path.lstrip("/") for path in found(base)}
    return {
        path: (place.read_text(), place.stat().st_mode & 0o777)
        for path, place in places.items()
        if path not in {JOURNAL, LAST_GOOD, CHANGING}
    }


def machine(base: Path) -> Path:
    tree(base, OTHERS)
    manifest.install(Root(str(base)), OLD)
    return base


def whole_states(folder: Path) -> tuple[object, object]:
    """The old and the new files, each whole."""
    old = network_files(machine(folder / "old"))
    change(Root(str(machine(folder / "new"))), NEW)
    return old, network_files(folder / "new")


@pytest.mark.parametrize("half", [False, True], ids=["between", "half-written"])
@pytest.mark.parametrize("after", range(12))
def test_a_change_that_dies_is_found_old_or_new(tmp_path: Path, after: int, half: bool) -> None:
    states = whole_states(tmp_path)
    base = machine(tmp_path / "machine")
    died = False
    try:
        change(Dying(str(base), after, half=half), NEW)
    except Killed:
        died = True
    recover(System(root=Root(str(base))))
    left = network_files(base)
    left.pop("/var/lib/netinit/.netinit-1", None)  # of a journal that never came to be
    assert left in states
    assert died or left == states[1]
    assert not (base / JOURNAL.lstrip("/")).exists()


def test_the_points_of_death_cover_the_whole_change(tmp_path: Path) -> None:
    base = machine(tmp_path)
    change(Dying(str(base), 11, half=False), NEW)  # does not die


@pytest.mark.parametrize("at", range(5))
def test_a_recovery_that_dies_is_taken_up_again(tmp_path: Path, at: int) -> None:
    old, _ = whole_states(tmp_path)
    base = machine(tmp_path / "machine")
    with pytest.raises(Killed):
        change(Dying(str(base), 5, half=False), NEW)
    died = False
    try:
        recover(System(root=Dying(str(base), at, half=True)))
    except Killed:
        died = True
    recover(System(root=Root(str(base))))
    assert died
    assert network_files(base) == old


def test_without_a_journal_nothing_is_done(tmp_path: Path) -> None:
    assert recover(System(root=Root(str(machine(tmp_path))))) == ()
    assert transaction.take_back(Root(str(tmp_path))) == manifest.Changes()


def test_what_was_before_a_change_is_the_last_good_state(tmp_path: Path) -> None:
    root = Root(str(machine(tmp_path)))
    before = network_files(tmp_path)
    change(root, NEW)
    state = transaction.read(root, LAST_GOOD)
    assert state is not None
    assert root.mode(LAST_GOOD) == 0o600
    changes = transaction.restore(root, state)
    assert network_files(tmp_path) == before
    assert changes.removed == (f"{FOLDER}/10-netinit-c.network",)
    assert set(changes.written) == {file.path for file in OLD}


def test_a_file_that_was_not_ours_comes_back_too(tmp_path: Path) -> None:
    base = machine(tmp_path)
    path = f"{FOLDER}/10-netinit-c.network"
    tree(base, {path: "somebody else's\n"})
    with pytest.raises(Killed):
        change(Dying(str(base), 6, half=False), NEW)
    assert found(base)[path] == "new c\n"
    recover(System(root=Root(str(base))))
    assert found(base)[path] == "somebody else's\n"


def test_a_change_that_is_under_way_is_left_alone(tmp_path: Path) -> None:
    root = Root(str(machine(tmp_path)))
    lock = Lock(root, CHANGING)
    assert lock.take()
    transaction.begin(root, [])
    with pytest.raises(NetinitError, match="confirm that, or wait"):
        recover(System(root=root))
    lock.release()
    assert recover(System(root=root)) != ()


def test_a_link_in_the_place_of_a_file_is_refused_before_anything_is_touched(
    tmp_path: Path,
) -> None:
    base = machine(tmp_path)
    tree(base, {f"{FOLDER}/10-netinit-c.network": Path("/etc/hostname")})
    with pytest.raises(NetinitError, match=r"saving .*netinit-c"):
        change(Root(str(base)), NEW)
    assert not (base / JOURNAL.lstrip("/")).exists()


@pytest.mark.parametrize("text", ["", "{}", '{"version": 1, "files": [{}], "absent": []}', "[1]"])
def test_a_damaged_journal_is_told(tmp_path: Path, text: str) -> None:
    root = Root(str(tree(tmp_path, {JOURNAL: text})))
    with pytest.raises(NetinitError, match="it is damaged"):
        transaction.take_back(root)


SWAPPER = """
import sys
from netinit.model.files import RenderedFile
from netinit.system.root import Root
from tests.apply.test_transaction import NEW, OLD, change
root = Root(sys.argv[1])
print("ready", flush=True)
while True:
    change(root, NEW)
    change(root, OLD)
"""


def test_a_process_that_is_killed_leaves_one_of_the_two(tmp_path: Path) -> None:
    states = whole_states(tmp_path)
    base = machine(tmp_path / "machine")
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONDONTWRITEBYTECODE": "1"}
    for round_ in range(12):
        process = subprocess.Popen(
            [sys.executable, "-c", SWAPPER, str(base)], stdout=subprocess.PIPE, env=environment
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.003 + 0.0017 * round_)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        recover(System(root=Root(str(base))))
        left = {path: file for path, file in network_files(base).items() if ".netinit-" not in path}
        assert left in states
        assert MANIFEST in left
