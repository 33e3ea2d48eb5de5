"""Reading: walks mappings by key tables, so that every key of every format reports its mistakes alike."""

from __future__ import annotations

from netinit.formats.addresses import BadValue, shown
from netinit.formats.keys import did_you_mean, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import Any, TypeAlias

    from netinit.document import Tree
    from netinit.formats.keys import Parser
    from netinit.report import Path, Report

    Values: TypeAlias = dict[str, Any]
    # A plain key: the field it sets and the parser of its value.
    PlainTable: TypeAlias = Mapping[str, tuple[str, Parser]]
    # A compound key reports by itself: reader(reading, values, node, path).
    Reader: TypeAlias = Callable[["Reading", Values, Tree, Path], None]
    CompoundTable: TypeAlias = Mapping[str, Reader]

NOTHING: Mapping[str, Any] = {}


class Reading:
    """One pass over one document: its report, and which parts of the tree were refused."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.refused: list[Path] = []
        self.unknown_keys: list[tuple[Path, str]] = []  # each with the known key closest to it

    def error(
        self,
        path: Path,
        message: str,
        *,
        at: Path | None = None,
        key: bool = False,
        refuse: Path | None = None,
    ) -> None:
        """Report a mistake; what stands at `refuse` (default: at `path`) is left out."""
        self.report.error(path, message, at=at, key=key)
        self.refused.append(path if refuse is None else refuse)

    def mapping(
        self,
        values: Values,
        node: Tree,
        path: Path,
        plain: PlainTable,
        compound: CompoundTable = NOTHING,
        *,
        deprecated: Mapping[str, str] = NOTHING,
    ) -> bool:
        """Read a mapping's keys into `values`; False when it is no mapping at all.

        A key without a value counts as absent.
        """
        if type(node) is not dict:
            self.error(path, f"expected a mapping, found {shown(node)}" + indentation_hint(node))
            return False
        for key, value in node.items():
            entry = plain.get(key)
            if entry is not None:
                if value is None:
                    continue
                try:
                    values[entry[0]] = entry[1](value)
                except BadValue as error:
                    self.error((*path, key), str(error))
            else:
                reader = compound.get(key)
                if reader is not None:
                    if value is not None:
                        reader(self, values, value, (*path, key))
                else:
                    self.unknown(path, key, (*plain, *compound))
            if key in deprecated:
                self.report.deprecated((*path, key), deprecated[key])
        return True

    def unknown(self, path: Path, key: str, known: Collection[str]) -> None:
        """Report a key that nobody here knows: a warning, since a newer netplan may know it."""
        near = "" if self.report.full else nearest(key, known)
        self.unknown_keys.append(((*path, key), near))
        hint = f"; did you mean '{near}'?" if near else ", which netinit does not act on"
        self.report.warning((*path, key), f"unknown key '{key}'{hint}", key=True)

    def hint(self, word: object, known: Collection[str]) -> str:
        """`; did you mean 'x'?` for something close to a known word; nothing where nobody will read it."""
        return "" if self.report.full else did_you_mean(word, known)

    def items(self, node: Tree, path: Path) -> Iterable[tuple[Tree, Path]]:
        """The items of a list with their paths; nothing, and an error, when it is no list.

        Stops where the report is full of errors: a list like that is no list of ours.
        """
        if not isinstance(node, list):
            self.error(path, f"expected a list, found {shown(node)}")
            return
        for index, item in enumerate(node):
            if self.report.failed and self.report.full:
                self.report.error((*path, index), "too many errors; the list is not read further")
                self.refused.extend((*path, rest) for rest in range(index, len(node)))
                return
            yield item, (*path, index)

    def read_list(self, node: Tree, path: Path, parser: Parser) -> tuple[Any, ...]:
        """Parse each item of a list; a bad one is reported and left out."""
        found: dict[Any, None] = {}
        for item, item_path in self.items(node, path):
            try:
                found[parser(item)] = None
            except BadValue as error:
                self.error(item_path, str(error))
        return tuple(found)

    def value(self, node: Tree, path: Path, parser: Parser) -> Any:
        """Parse one value; None, and an error, when it is bad."""
        try:
            return parser(node)
        except BadValue as error:
            self.error(path, str(error))
            return None


def list_of(field: str, parser: Parser) -> Reader:
    """A compound reader for a list of plain values."""

    def read(reading: Reading, values: Values, node: Tree, path: Path) -> None:
        values[field] = reading.read_list(node, path, parser)

    return read


def without_blanks(node: Tree) -> Tree:
    """A mapping without the keys whose value is an empty string: templates leave such behind."""
    if isinstance(node, dict) and "" in node.values():
        return {key: value for key, value in node.items() if value != ""}
    return node


def ignore(_reading: Reading, _values: Values, _node: Tree, _path: Path) -> None:
    """The reader of a key that is known and says nothing to us."""


def indentation_hint(node: Tree) -> str:
    """What is most often behind a scalar or a list where a mapping should be."""
    return " (check the indentation)" if isinstance(node, str) else ""


def pruned(tree: dict[str, Tree], refused: Iterable[Path]) -> dict[str, Tree]:
    """A copy of a tree without what was refused; shares what is untouched."""
    branches: dict[str | int, list[Path]] = {}
    for path in refused:
        if path:
            branches.setdefault(path[0], []).append(path[1:])
    return _pruned(tree, branches)  # type: ignore[return-value]


def _pruned(node: Tree, branches: dict[str | int, list[Path]]) -> Tree:
    if isinstance(node, dict):
        kept = {key: _branch(value, branches.get(key)) for key, value in node.items()}
        return {key: value for key, value in kept.items() if value is not _GONE}
    if isinstance(node, list):
        items = [_branch(value, branches.get(index)) for index, value in enumerate(node)]
        return [item for item in items if item is not _GONE]
    return node


_GONE: list[Tree] = []


def _branch(node: Tree, rests: list[Path] | None) -> Tree:
    """What is left of a node below which the paths `rests` were refused; _GONE where it is one of them."""
    if rests is None:
        return node
    if () in rests:
        return _GONE
    below: dict[str | int, list[Path]] = {}
    for rest in rests:
        below.setdefault(rest[0], []).append(rest[1:])
    return _pruned(node, below)
