"""Several YAML files read as one document, as netplan reads a directory.

They are read in the order of their names, each joined to what came before it (document.joined).
"""

from __future__ import annotations

from netinit import document
from netinit.formats.lines import parts
from netinit.report import depth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from netinit.document import Document, Tree
    from netinit.report import Found, Mark


class Several:
    """What document.Document is for one file."""

    def __init__(self, documents: list[Document]) -> None:
        self.documents = documents
        self.found: list[Found] = []
        self.tree: Tree = None
        for part in documents:
            self.found.extend(part.found)
            self.tree = document.joined(self.tree, part.tree)

    def locate(self, found: Iterable[Found]) -> list[Mark | None]:
        """The place of each problem, in the last file that has the most of its path."""
        items = list(found)
        marks: list[Mark | None] = [item.mark for item in items]
        for part in self.documents:
            mine = [index for index, item in enumerate(items) if self._home(item) is part]
            for index, mark in zip(mine, part.locate(items[index] for index in mine), strict=True):
                marks[index] = mark
        return marks

    def _home(self, item: Found) -> Document:
        path = item.path if item.at is None else item.at
        return max(reversed(self.documents), key=lambda part: depth(part.tree, path))


def read(text: str, folder: str) -> Several:
    """Read a text that lines.joined made of the files in a folder."""
    return Several([document.read(content, name) for name, content in parts(text, folder)])
