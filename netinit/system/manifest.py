"""The manifest: which files netinit wrote below a root, so that a later run removes what is no longer wanted.

It has the form of sha256sum's output (`cd ROOT && sha256sum -c var/lib/netinit/manifest.sha256` checks it): a digest,
two spaces, the path without its leading slash.  A listed file whose content is no longer ours is somebody else's now.
"""

from __future__ import annotations

from netinit.digest import sha256_hex
from netinit.model.files import RenderedFile
from netinit.model.paths import MANIFEST
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from netinit.system.root import Root


class Changes(Record):
    """What putting files in place did, or would do; paths, sorted."""

    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()  # ours once, edited since, no longer wanted: left alone


def read(root: Root) -> dict[str, str]:
    """Digests by path of the files that earlier runs wrote."""
    text = (root.read(MANIFEST) or b"").decode("utf-8", "replace")
    found = {}
    for line in text.splitlines():
        digest, _, path = line.partition("  ")
        if len(digest) == 64 and path:
            found["/" + path.lstrip("/")] = digest
    return found


def manifest_file(files: Iterable[RenderedFile]) -> RenderedFile:
    """The manifest of some files, as a file."""
    lines = [f"{sha256_hex(file.content.encode())}  {file.path.lstrip('/')}\n" for file in files]
    return RenderedFile(path=MANIFEST, content="".join(lines), mode=0o644)


def plan(root: Root, files: Sequence[RenderedFile]) -> Changes:
    """What `install` would do."""
    return _changes(root, files, read(root), [file.path for file in files if root.differs(file)])


def install(root: Root, files: Sequence[RenderedFile]) -> Changes:
    """Write files, remove what earlier runs wrote and is no longer wanted, and keep the manifest.

    Raises NetinitError.
    """
    before = read(root)
    written = [file.path for file in files if root.write(file)]
    changes = _changes(root, files, before, written)
    for path in changes.removed:
        root.remove(path)
    if files or before:
        root.write(manifest_file(files))
    return changes


def _changes(
    root: Root, files: Sequence[RenderedFile], before: dict[str, str], written: list[str]
) -> Changes:
    wanted = {file.path for file in files}
    removed: list[str] = []
    foreign: list[str] = []
    for path, digest in before.items():
        if path in wanted:
            continue
        content = root.read(path)
        if content is None:
            continue
        (removed if sha256_hex(content) == digest else foreign).append(path)
    changed = set(written)
    return Changes(
        written=tuple(written),
        removed=tuple(removed),
        foreign=tuple(foreign),
        unchanged=tuple(file.path for file in files if file.path not in changed),
    )
