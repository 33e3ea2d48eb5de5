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

    Severity = Literal["error", "warning", "deprecated"]
    Path = tuple[str | int, ...]


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
        return f"{where}{self.severity}: {key}{self.message}"


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


class Report:
    """Collects the problems of one input."""

    def __init__(self) -> None:
        self.found: list[Found] = []

    def error(self, path: Path, message: str, *, at: Path | None = None, key: bool = False) -> None:
        """Note a mistake: the value at `path` is left out."""
        self.found.append(Found(severity="error", path=path, message=message, at=at, key=key))

    def warning(
        self, path: Path, message: str, *, at: Path | None = None, key: bool = False
    ) -> None:
        """Note something that works otherwise than the author may think."""
        self.found.append(Found(severity="warning", path=path, message=message, at=at, key=key))

    def deprecated(
        self, path: Path, message: str, *, at: Path | None = None, key: bool = True
    ) -> None:
        """Note a key that works and has a successor."""
        self.found.append(Found(severity="deprecated", path=path, message=message, at=at, key=key))

    def add(self, found: Iterable[Found]) -> None:
        """Take over problems found elsewhere."""
        self.found.extend(found)

    @property
    def failed(self) -> bool:
        """Whether an error was noted."""
        return any(item.severity == "error" for item in self.found)

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
        return tuple(sorted(problems.values(), key=_place))


def _place(problem: Problem) -> tuple[int, int]:
    return (problem.mark.line, problem.mark.column) if problem.mark else (0, 0)
