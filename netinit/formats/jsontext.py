"""Values as JSON text; the standard library's json costs the boot 12 ms of import, all of it for reading."""

from __future__ import annotations

from netinit.document import Quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree

    Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None

ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
WORDS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


def dump(value: object, indent: str = "") -> str:
    """A value as indented JSON, without a newline at its end."""
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{inner}{_quoted(str(key))}: {dump(part, inner)}" for key, part in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}" if lines else "{}"
    if isinstance(value, (list, tuple)):
        lines = [inner + dump(part, inner) for part in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]" if lines else "[]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return repr(value)
    return _quoted(str(value))


def _quoted(text: str) -> str:
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in ESCAPES:
        return ESCAPES[character]
    code = ord(character)
    # a lone surrogate has no UTF-8, and a program may take the line separators for line ends
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code in {0x2028, 0x2029}:
        return f"\\u{code:04x}"
    return character


def typed(tree: Tree) -> Json:
    """A tree with its plain scalars as the JSON types that they look like in YAML 1.2: booleans and whole numbers."""
    if isinstance(tree, dict):
        return {key: typed(part) for key, part in tree.items()}
    if isinstance(tree, list):
        return [typed(part) for part in tree]
    if not isinstance(tree, str):
        return tree
    if isinstance(tree, Quoted):
        return str(tree)
    if tree in WORDS:
        return WORDS[tree]
    digits = tree[1:] if tree[:1] in {"-", "+"} else tree
    if digits.isdecimal() and digits.isascii() and len(digits) < 20:
        return int(tree)
    return tree
