"""Exchanging the network's files as a whole: a run that is killed at any moment leaves the old ones or the new ones.

Before the first file is touched, all that is about to change is written down as it stands (paths.JOURNAL, one file,
put in place in one step and on the disk before it counts).  As long as the journal is there, the change does not
count: whoever finds it with nobody at work puts everything back.  Keeping a change is renaming its journal, which
from then on is the last good state (paths.LAST_GOOD).

The journal is JSON: `version` 1, `files` with path, mode, group and content, `absent` with the paths at which nothing
stood.  It holds whatever secrets the files hold, and only root can read it.
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.formats.jsontext import dump
from netinit.model.files import RenderedFile
from netinit.model.paths import JOURNAL, LAST_GOOD, MANIFEST
from netinit.model.record import Record
from netinit.system import manifest
from netinit.system.manifest import Changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from netinit.system.root import Root

VERSION = 1


class State(Record):
    """The network's files at some moment, and the paths at which nothing stood then."""

    files: tuple[RenderedFile, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths that it knows of."""
        return (*(file.path for file in self.files), *self.absent)

    def text(self, path: str) -> str:
        """What stood in a file; empty where there was none."""
        return next((file.content for file in self.files if file.path == path), "")


def pending(root: Root) -> bool:
    """Whether there is a change that nobody said is to be kept."""
    return root.exists(JOURNAL)


def saved(root: Root, also: Iterable[str] = ()) -> State:
    """The network's files as they stand now, and what stands at some more paths. Raises NetinitError."""
    files, absent = [], []
    for path in dict.fromkeys((MANIFEST, *manifest.read(root), *also)):
        file = root.saved(path)
        if file is None:
            absent.append(path)
        else:
            files.append(file)
    return State(files=tuple(files), absent=tuple(absent))


def begin(root: Root, wanted: Iterable[str]) -> State:
    """Write the journal of a change that will touch our files and those at `wanted`; what it holds.

    Raises NetinitError.
    """
    before = saved(root, wanted)
    tree = {
        "version": VERSION,
        "files": [
            {
                "path": file.path,
                "mode": f"{file.mode:04o}",
                "group": file.group,
                "content": file.content,
            }
            for file in before.files
        ],
        "absent": list(before.absent),
    }
    journal = RenderedFile(path=JOURNAL, content=dump(tree) + "\n", mode=0o600, secret=True)
    root.write(journal)
    return before


def touched(root: Root) -> tuple[str, ...]:
    """The paths that the change of the journal may have touched. Raises NetinitError."""
    return (read(root, JOURNAL) or State()).paths


def keep(root: Root) -> None:
    """Let a change count: from now on, what was before it is the last good state. Raises NetinitError."""
    root.rename(JOURNAL, LAST_GOOD)


def take_back(root: Root) -> Changes:
    """Put everything back as the journal says; nothing is done where there is none. Raises NetinitError."""
    before = read(root, JOURNAL)
    if before is None:
        return Changes()
    changes = restore(root, before)
    root.remove(JOURNAL)
    return changes


def restore(root: Root, state: State) -> Changes:
    """Make the network's files those of a state; what changed, the manifest aside. Raises NetinitError."""
    for folder in {path.rpartition("/")[0] for path in state.paths}:
        root.sweep(folder)
    written = [file.path for file in state.files if root.write(file)]
    removed = [path for path in state.absent if root.remove(path)]
    return Changes(
        written=tuple(path for path in written if path != MANIFEST),
        removed=tuple(path for path in removed if path != MANIFEST),
    )


def read(root: Root, path: str) -> State | None:
    """The state in a file; None where there is no such file. Raises NetinitError where it is damaged."""
    data = root.read(path)
    if data is None:
        return None
    import json  # a boot that finds no journal goes without

    try:
        tree = json.loads(data)
        if tree["version"] != VERSION:
            raise NetinitError(f"reading {path}: another version of netinit wrote it")
        files = tuple(
            RenderedFile(
                path=str(item["path"]),
                content=str(item["content"]),
                mode=int(item["mode"], 8),
                group=item["group"],
                secret=True,
            )
            for item in tree["files"]
        )
        return State(files=files, absent=tuple(map(str, tree["absent"])))
    except (ValueError, KeyError, TypeError):
        raise NetinitError(f"reading {path}: it is damaged") from None
