"""Texts made of lines and words, and where in them a key stands.

The readers of /etc/network/interfaces, of klibc's files and of the kernel command line note for each key path the
line that it came from; the column is counted only when there is a problem to point at.
"""

from __future__ import annotations

from netinit.report import Mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from netinit.report import Found, Path

FILE_MARK = "# file: "  # starts the line before each part of a text that was made of several files


class Line:
    """A line of a file; a continued one holds its further lines after newlines. Numbers count from 1."""

    __slots__ = ("_starts", "file", "number", "text")

    def __init__(self, file: str, number: int, text: str) -> None:
        self.file, self.number, self.text = file, number, text
        self._starts: list[int] | None = None  # of its words

    def offset(self, word: int) -> int:
        """Where the word of that index begins in the text; the end of the text where there is no such word."""
        if self._starts is None:
            self._starts, position = [], 0
            for part in self.text.split():
                position = self.text.index(part, position)
                self._starts.append(position)
                position += len(part)
        return self._starts[word] if word < len(self._starts) else len(self.text)

    def mark(self, offset: int) -> Mark:
        """The place of an offset into the text."""
        number = self.number + self.text.count("\n", 0, offset)
        return Mark(file=self.file, line=number, column=offset - self.text.rfind("\n", 0, offset))


class Places:
    """Where the keys of a text stand; `locate` is what document.Document.locate is for YAML."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.by_path: dict[Path, tuple[Line, int, int]] = {}
        self._counts: dict[Path, int] = {}

    def put(self, path: Path, line: Line, word: int = 0, offset: int = 0) -> None:
        """Note that a key stands at a word of a line, or `offset` characters into that word."""
        self.by_path[path] = (line, word, offset)

    def put_word(self, path: Path, key: Path, word: int) -> None:
        """Note that a key stands at a later word of the line of another one."""
        self.by_path[path] = (self.by_path[key][0], word, 0)

    def fresh(self, path: Path, line: Line) -> Path:
        """Note a key that may stand several times; its path, numbered from the second one on."""
        count = self._counts.get(path, 0)
        self._counts[path] = count + 1
        path = (*path, count) if count else path
        self.put(path, line)
        return path

    def locate(self, found: Iterable[Found]) -> list[Mark | None]:
        """The place of each problem: of its key, or of the nearest key above it that was noted."""
        return [
            item.mark or self._mark(item.path if item.at is None else item.at) for item in found
        ]

    def _mark(self, path: Path) -> Mark | None:
        while path:
            place = self.by_path.get(path)
            if place is not None:
                line, word, offset = place
                return line.mark(line.offset(word) + offset)
            path = path[:-1]
        return Mark(file=self.file, line=1, column=1)


def lines(text: str, file: str) -> Iterator[Line]:
    """All lines but empty ones and comments; a backslash at the end of a line joins the next one to it."""
    first = 0
    pending: list[str] = []
    for number, raw in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        line = raw.rstrip("\r")
        if not pending:
            start = line.lstrip()
            if not start or start[0] == "#":
                continue
            first = number
        if line.endswith("\\"):
            pending.append(line[:-1])
        elif not pending:
            yield Line(file, first, line)
        else:
            yield from _continued(file, first, [*pending, line])
            pending = []
    yield from _continued(file, first, pending)


def _continued(file: str, first: int, pieces: list[str]) -> Iterator[Line]:
    """The line that pieces make, unless they are all blank."""
    text = "\n".join(pieces)
    if text.strip():
        yield Line(file, first, text)


def joined(files: Iterable[tuple[str, str]]) -> str:
    """Several files, given as (name, text), as one text that `parts` takes apart again."""
    return "\n".join(f"{FILE_MARK}{name}\n{text}" for name, text in files)


def parts(text: str, file: str) -> list[tuple[str, str]]:
    """The files that a text was made of, as (name, text).

    `file` is the name of a text that was not joined, or the directory of the names that are not absolute.
    """
    if not text.startswith(FILE_MARK):
        return [(file, text)]
    found = []
    for part in ("\n" + text).split("\n" + FILE_MARK)[1:]:
        name, _, body = part.partition("\n")
        whole = file and not name.startswith("/")
        found.append((f"{file.rstrip('/')}/{name.strip()}" if whole else name.strip(), body))
    return found
