"""The manifest: which files netinit wrote below a root, so that a later run removes what is no longer wanted.

It has the form of sha256sum's output (`cd ROOT && sha256sum -c var/lib/netinit/manifest.sha256` checks it): a digest,
two spaces, the path without its leading slash.  A listed file whose content is no longer ours was edited by somebody.

While files are put in place, the manifest lists what stood there and what is to stand there, so that a run which is
killed half way leaves no file behind that nobody knows.
"""

from __future__ import annotations

from netinit.digest import sha256_hex
from netinit.model.files import RenderedFile
from netinit.model.paths import MANIFEST
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import TypeAlias

    from netinit.system.root import Root

    Digests: TypeAlias = Mapping[str, tuple[str, ...]]


class Changes(Record):
    """What putting files in place did, or would do; paths, sorted."""

    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()  # wanted, but edited since: spared
    foreign: tuple[str, ...] = ()  # ours once, edited since, no longer wanted: left alone


def read(root: Root, listed: str = MANIFEST) -> Digests:
    """The digests that each file of earlier runs may have, by path; more than one after a run that was killed."""
    text = (root.read(listed) or b"").decode("utf-8", "replace")
    found: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        digest, _, path = line.partition("  ")
        if len(digest) == 64 and path:
            path = "/" + path.lstrip("/")
            found[path] = (*found.get(path, ()), digest)
    return found


def edited(root: Root) -> tuple[str, ...]:
    """The files of earlier runs that somebody changed since; one that was removed is not among them."""
    found = []
    for path, digests in read(root).items():
        content = root.read(path)
        if content is not None and sha256_hex(content) not in digests:
            found.append(path)
    return tuple(found)


def manifest_file(files: Iterable[RenderedFile]) -> RenderedFile:
    """The manifest of some files, as a file."""
    return _manifest(_digests(files))


def plan(root: Root, files: Sequence[RenderedFile], keep: Collection[str] = ()) -> Changes:
    """What `install` would do."""
    files = [file for file in files if file.path not in keep]
    written = [file.path for file in files if root.differs(file)]
    return _changes(root, files, read(root), written, keep)


def install(
    root: Root,
    files: Sequence[RenderedFile],
    keep: Collection[str] = (),
    listed: str = MANIFEST,
) -> Changes:
    """Write files, remove what earlier runs wrote and is no longer wanted, and keep the manifest.

    What stands in `keep` is neither written nor removed; `listed` is where the manifest is kept.  Raises NetinitError.
    """
    before = read(root, listed)
    spared = {path: digests for path, digests in before.items() if path in keep}
    files = [file for file in files if file.path not in keep]
    after = {**spared, **_digests(files)}
    now = before
    if any(digests[0] not in before.get(path, ()) for path, digests in after.items()):
        now = _both(before, after)
        root.write(_manifest(now, listed))
    written = [file.path for file in files if root.write(file)]
    changes = _changes(root, files, before, written, keep)
    for path in changes.removed:
        root.remove(path)
    if now != after:
        root.write(_manifest(after, listed))
    return changes


def _digests(files: Iterable[RenderedFile]) -> dict[str, tuple[str, ...]]:
    return {file.path: (sha256_hex(file.content.encode()),) for file in files}


def _both(before: Digests, after: Digests) -> Digests:
    """What stands there with what is to stand there."""
    if not before:
        return after
    return {
        path: tuple(dict.fromkeys((*after.get(path, ()), *before.get(path, ()))))
        for path in (*after, *before)
    }


def _manifest(digests: Digests, listed: str = MANIFEST) -> RenderedFile:
    lines = [
        f"{digest}  {path.lstrip('/')}\n" for path, several in digests.items() for digest in several
    ]
    return RenderedFile(path=listed, content="".join(lines), mode=0o644)


def _changes(
    root: Root,
    files: Sequence[RenderedFile],
    before: Digests,
    written: list[str],
    keep: Collection[str],
) -> Changes:
    wanted = {file.path for file in files}
    removed: list[str] = []
    foreign: list[str] = []
    for path, digests in before.items():
        if path in wanted or path in keep:
            continue
        content = root.read(path)
        if content is None:
            continue
        (removed if sha256_hex(content) in digests else foreign).append(path)
    changed = set(written)
    return Changes(
        written=tuple(written),
        removed=tuple(removed),
        foreign=tuple(foreign),
        kept=tuple(path for path in before if path in keep),
        unchanged=tuple(file.path for file in files if file.path not in changed),
    )
