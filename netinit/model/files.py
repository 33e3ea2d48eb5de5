"""What a renderer makes: files, by their path on the target."""

from __future__ import annotations

from netinit.model.record import Record


class RenderedFile(Record):
    """A file to be written; `path` is absolute on the target."""

    path: str
    content: str
    mode: int = 0o644
    group: str | None = None  # name of the owning group, where it is not root
    secret: bool = False  # never to be shown in a log
