"""The system configuration that the boot starts from: several files merged, each key with the place that set it."""

from __future__ import annotations

from netinit.model.record import Record
from netinit.report import depth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from netinit.document import Document, Tree
    from netinit.report import Found, Mark, Problem


class Base(Record):
    """The merged tree; `layers` are the documents that it was made of, the one that counts most first."""

    tree: Mapping[str, Tree] = {}
    layers: tuple[Document, ...] = ()
    problems: tuple[Problem, ...] = ()  # what is wrong with the files themselves

    def get(self, *path: str) -> Tree:
        """The value at a key path; None where nothing stands."""
        node: Tree = dict(self.tree)
        for key in path:
            if not isinstance(node, dict):
                return None
            node = node.get(key)
        return node

    def has(self, *path: str) -> bool:
        """Whether a key stands anywhere, even with nothing behind it."""
        return any(depth(layer.tree, path) == len(path) for layer in self.layers)

    def section(self, *path: str) -> Mapping[str, Tree]:
        """The mapping at a key path; empty where there is none."""
        node = self.get(*path)
        return node if isinstance(node, dict) else {}

    def mark(self, *path: str) -> Mark | None:
        """The file and line that set a key."""
        from netinit.report import Found

        return self.locate([Found(severity="warning", path=path, message="", key=True)])[0]

    def locate(self, found: Iterable[Found]) -> list[Mark | None]:
        """The place of each problem: in the layer that knows most of its path, of equals the one that counts most."""
        marks: list[Mark | None] = []
        for item in found:
            path = item.path if item.at is None else item.at
            depths = [depth(layer.tree, path) for layer in self.layers]
            deepest = max(depths, default=0)
            marks.append(
                self.layers[depths.index(deepest)].locate([item])[0] if deepest else item.mark
            )
        return marks
