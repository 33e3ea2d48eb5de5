"""A tree of mappings, lists and scalars → YAML that every reader takes for the same tree.

A text stands without quotes only where YAML 1.1 (PyYAML, Go's yaml.v2), YAML 1.2 and readers that look at the bare
text (netplan) all see that text: `on`, `010`, `1e3`, `52:54:00:12:34:56`, `~` and their like are quoted.  A plain
`str` that spells a canonical number, `true` or `false` stays bare, since a Document's tree holds numbers as text; a
`Quoted` one is quoted then.  Keys are always texts.  Order is that of the tree; nothing is folded, so equal trees
give equal bytes.  Source of the rules: YAML 1.1 type repository, YAML 1.2 core schema, PyYAML's resolver.
"""

from __future__ import annotations

from netinit.document import Quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
DIGITS = frozenset("0123456789")
FIRST = LETTERS | set("/_")
PLAIN = LETTERS | DIGITS | set("/_.-+@")
# Words that some reader takes for something else than text, in lower case.
WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})
BARE = frozenset({"true", "false"})
ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\0": "\\0",
}
# libyaml looks for the `:` of a short key within 1024 characters; the quotes and escapes count.
LONGEST_SHORT_KEY = 1000


class Literal(str):
    """A text of several lines, which stands as it is below `|` where it is the value of a key and fits there."""

    __slots__ = ()


def emit(tree: Any, indent: int = 0) -> str:
    """The tree as block-style YAML, each line indented by `indent` blanks and ended by a newline."""
    lines: list[str] = []
    margin = " " * indent
    if isinstance(tree, dict) and tree:
        _mapping(lines, tree, margin, {})
    elif isinstance(tree, list | tuple) and tree:
        _sequence(lines, tree, margin, {})
    else:
        lines.append(margin + _leaf(tree))
    lines.append("")
    return "\n".join(lines)


def _mapping(lines: list[str], tree: dict[str, Any], margin: str, memo: dict[str, str]) -> None:
    """Append the lines of a mapping that is not empty."""
    for key, value in tree.items():
        head = memo.get(key)
        if head is None:
            head = memo[key] = quoted(key) + ":"
        if len(head) > LONGEST_SHORT_KEY:
            lines.append(f"{margin}? {head[:-1]}")
            head = ":"
        kind = type(value)
        if kind is dict:
            if value:
                lines.append(f"{margin}{head}")
                _mapping(lines, value, margin + "  ", memo)
            else:
                lines.append(f"{margin}{head} {{}}")
        elif (kind is list or kind is tuple) and value:
            lines.append(f"{margin}{head}")
            _sequence(lines, value, margin + "  ", memo)
        elif kind is Literal and _fits_below(value):
            lines.append(f"{margin}{head} |" + ("" if value[-1] == "\n" else "-"))
            rows = value.removesuffix("\n").split("\n")
            lines.extend(f"{margin}  {row}" if row else "" for row in rows)
        else:
            lines.append(f"{margin}{head} {_leaf(value)}")


def _sequence(
    lines: list[str], tree: list[Any] | tuple[Any, ...], margin: str, memo: dict[str, str]
) -> None:
    """Append the lines of a list that is not empty; a collection starts on the line of its dash."""
    for value in tree:
        if isinstance(value, dict | list | tuple) and value:
            first = len(lines)
            if isinstance(value, dict):
                _mapping(lines, value, margin + "  ", memo)
            else:
                _sequence(lines, value, margin + "  ", memo)
            lines[first] = f"{margin}- {lines[first][len(margin) + 2 :]}"
        else:
            lines.append(f"{margin}- {_leaf(value)}")


def _leaf(value: Any) -> str:
    """A scalar or an empty collection."""
    kind = type(value)
    if kind is str:
        return scalar(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(value)
    if kind is Quoted or kind is Literal:
        return quoted(value)
    if value is None:
        return "null"
    return "{}" if kind is dict else "[]"


def _fits_below(text: str) -> bool:
    """Whether a text reads back the same from below `|`."""
    return (
        "\n" in text
        and text[0] not in " \t\n"
        and not text.endswith("\n\n")
        and all(char.isprintable() or char in "\n\t" for char in text)
    )


def scalar(text: str) -> str:
    """A text of a document: canonical numbers and truth values stay bare."""
    if text in BARE or (DIGITS.issuperset(text) and text and (text[0] != "0" or text == "0")):
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """A text that reads back as text: in quotes where it could be taken for anything else."""
    if PLAIN.issuperset(text) and text and _harmless(text):
        return str(text)
    return '"' + "".join(ESCAPES.get(char) or _printable(char) for char in text) + '"'


def _harmless(text: str) -> bool:
    """Whether plain characters make a text rather than a number, a truth value or null."""
    if text[0] in FIRST:
        return text.lower() not in WORDS
    if text[0] not in DIGITS:
        return False
    # 192.0.2.1/24, 192.0.2.1 and 802.3ad are texts; 1.5, 1e3, 0x1f, 1_000 and 2026-11-30 are not.
    return "/" in text or (
        "." in text and (text.count(".") > 1 or bool(LETTERS.intersection(text) - {"e", "E"}))
    )


def _printable(char: str) -> str:
    if char.isprintable():
        return char
    code = ord(char)
    return (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )
