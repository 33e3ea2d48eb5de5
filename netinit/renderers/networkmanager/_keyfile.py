r"""GLib's key files, the form in which NetworkManager keeps its profiles.

    [group]
    key=value

A value is one line: `\`, line breaks, tabs and leading blanks are escaped, items of a list end in `;`.
NetworkManager ignores a whole profile for one value that it cannot read, and drops a key that it does not know.
Source: GLib's "Key-value file parser"; nm-settings-keyfile(5); both tried with `nmcli --offline`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def string(text: str) -> str:
    """A text as a value; control characters that GLib has no escape for are left out (see `clean`)."""
    if text.isprintable() and "\\" not in text and text[:1] != " ":
        return text
    body = text.lstrip(" ")
    blanks = "\\s" * (len(text) - len(body))
    return blanks + "".join(ESCAPES.get(char, char) for char in body if clean(char))


def clean(text: str) -> bool:
    """Whether a value can hold every character of a text."""
    return text.isprintable() or not any(
        (char < " " or "\x7f" <= char <= "\x9f") and char not in ESCAPES for char in text
    )


def raw(text: str) -> str:
    """A value that is in a key file's form already; only line breaks could still do harm."""
    if text.isprintable() and text[:1] != " ":
        return text
    return string(text).replace("\\\\", "\\")


def strings(items: Iterable[str]) -> str:
    """A list of texts as a value."""
    return "".join(string(item).replace(";", "\\;") + ";" for item in items)


def boolean(value: bool) -> str:
    """A truth value."""
    return "true" if value else "false"


class Profile:
    """A connection profile being made: groups of keys, whose values have the form of the file already."""

    __slots__ = ("groups", "secret")

    def __init__(self) -> None:
        self.groups: dict[str, dict[str, str]] = {}
        self.secret = False

    def group(self, name: str) -> dict[str, str]:
        """The keys of a group, which is made when it is not there yet."""
        found = self.groups.get(name)
        if found is None:
            found = self.groups[name] = {}
        return found

    def text(self) -> str:
        """The file, without its first line."""
        lines = []
        for name, keys in self.groups.items():
            lines.append(f"\n[{name}]\n")
            lines += [f"{key}={value}\n" for key, value in keys.items()]
        return "".join(lines)
