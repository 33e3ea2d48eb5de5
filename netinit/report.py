"""Problems: what is wrong with an input, where it stands, and what happens instead.

Readers and renderers name the key path only; where in the text it stands is looked up once, when the report is
finished, so that a sound input pays nothing for line numbers.
"""

from __future__ import annotations

from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal

    from netinit.document import Tree

    Severity = Literal["error", "warning", "deprecated"]
    Path = tuple[str | int, ...]


def printable(text: str) -> str:
    """A text on one line, in which line ends and what a terminal would act upon are escaped."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


class Mark(Record):
    """A place in a text; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Problem(Record):
    """One thing wrong with an input."""

    severity: Severity
    path: str
    message: str
    mark: Mark | None = None

    def __str__(self) -> str:
        where = f"{self.mark}: " if self.mark else ""
        key = f"{self.path}: " if self.path else ""
        return printable(f"{where}{self.severity}: {key}{self.message}")


class Found(Record):
    """A problem before its place in the text is looked up."""

    severity: Severity
    path: Path
    message: str
    at: Path | None = None  # where to point when the key itself is absent
    key: bool = False  # point at the key rather than at its value
    mark: Mark | None = None  # known already


def path_text(path: Path) -> str:
    """A key path as people write it: `ethernets.eth0.routes[1].via`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def depth(tree: Tree, path: Path) -> int:
    """How many of the keys of a path lead to something in a tree."""
    for reached, key in enumerate(path):
        if isinstance(tree, dict) and key in tree:
            tree = tree[key]  # type: ignore[index]
        elif isinstance(tree, list) and isinstance(key, int) and key < len(tree):
            tree = tree[key]
        else:
            return reached
    return len(path)


class Report:
    """Collects the problems of one input, the first thousand in full."""

    LIMIT = 1000

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.failed = False  # whether an error was noted
        self.untold = 0

    @property
    def full(self) -> bool:
        """Whether further problems are only counted; a caller may spare itself the wording."""
        return len(self.found) >= self.LIMIT

    def error(self, path: Path, message: str, *, at: Path | None = None, key: bool = False) -> None:
        """Note a mistake: the value at `path` is left out."""
        self._note("error", path, message, at, key)

    def warning(
        self, path: Path, message: str, *, at: Path | None = None, key: bool = False
    ) -> None:
        """Note something that works otherwise than the author may think."""
        self._note("warning", path, message, at, key)

    def deprecated(
        self, path: Path, message: str, *, at: Path | None = None, key: bool = True
    ) -> None:
        """Note a key that works and has a successor."""
        self._note("deprecated", path, message, at, key)

    def _note(
        self, severity: Severity, path: Path, message: str, at: Path | None, key: bool
    ) -> None:
        self.failed = self.failed or severity == "error"
        if self.full:
            self.untold += 1
        else:
            self.found.append(Found(severity=severity, path=path, message=message, at=at, key=key))

    def add(self, found: Iterable[Found]) -> None:
        """Take over problems found elsewhere."""
        for item in found:
            self.found.append(item)
            self.failed = self.failed or item.severity == "error"

    def problems(
        self, locate: Callable[[Iterable[Found]], Iterable[Mark | None]]
    ) -> tuple[Problem, ...]:
        """All problems with their places, without repetitions, in order of the text.

        `locate` gives a mark for each problem (document.Document.locate).
        """
        marks = locate(self.found)
        problems: dict[tuple[str, str, str], Problem] = {}
        for found, mark in zip(self.found, marks, strict=True):
            text = path_text(found.path)
            problem = Problem(severity=found.severity, path=text, message=found.message, mark=mark)
            problems.setdefault((found.severity, text, found.message), problem)
        told = sorted(problems.values(), key=_place)
        if self.untold:
            severity: Severity = "error" if self.failed else "warning"
            more = f"{self.untold} further problems, which are not listed"
            told.append(Problem(severity=severity, path="", message=more))
        return tuple(told)


def _place(problem: Problem) -> tuple[int, int]:
    return (problem.mark.line, problem.mark.column) if problem.mark else (0, 0)
