"""The words of a kernel command line, and the fields between the colons of one of them."""

from __future__ import annotations

from netinit.formats.lines import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from netinit.formats.lines import Line


class Word:
    """`key=value` or `key`, without the double quotes that may stand around either."""

    __slots__ = ("key", "line", "offset", "value")

    def __init__(self, key: str, value: str | None, line: Line, offset: int) -> None:
        self.key, self.value, self.line = key, value, line
        self.offset = offset  # from the first word of the line


def words(text: str, file: str) -> Iterator[Word]:
    """All words; double quotes keep blanks together."""
    for line in lines(text, file):
        start, quoted = None, False
        content = line.text.lstrip()
        for index, char in enumerate(content + " "):
            if char == '"':
                quoted = not quoted
            if (char.isspace() and not quoted) or index == len(content):
                if start is not None:
                    yield _word(content[start:index], line, start)
                start = None
            elif start is None:
                start = index


def _word(text: str, line: Line, offset: int) -> Word:
    key, equals, value = text.replace('"', "").partition("=")
    return Word(key, value if equals else None, line, offset)


def fields(value: str) -> list[str]:
    """The parts between colons; an IPv6 address in brackets is one part and loses them."""
    found, part, depth = [], "", 0
    for char in value:
        if char == "[":
            depth += 1
        elif char == "]":
            depth = max(depth - 1, 0)
        elif char == ":" and not depth:
            found.append(part)
            part = ""
        else:
            part += char
    return [*found, part]
