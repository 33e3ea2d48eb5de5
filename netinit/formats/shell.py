"""Simple shell commands as words, for reading what configuration files run; nothing in here runs anything."""

from __future__ import annotations

QUIET = ("2>/dev/null", "2> /dev/null", "&>/dev/null", ">/dev/null", "> /dev/null", "2>&1")
HARMLESS = ({"true"}, {":"}, {"exit", "0"})
# Anything with these in it needs a shell to be understood.
SPECIAL = frozenset("$`<>|&()*?[]{}\\")
QUOTED = SPECIAL | frozenset("'\"")


def commands(text: str, variables: dict[str, str]) -> list[list[str]] | None:
    """The words of each command of a line (joined by `;` or `&&`), or None where only a shell can tell.

    `|| true` and output thrown away change nothing, so they are dropped; the given variables are filled in.
    """
    if ">" in text:
        for word in QUIET:
            text = text.replace(word, " ")
    if "$" in text:
        for name, value in variables.items():
            text = text.replace("${" + name + "}", value).replace(f"${name}", value)
    found: list[list[str]] = []
    for part in text.replace("&&", ";").split(";"):
        command, *fallbacks = part.split("||")
        if any(set(fallback.split()) not in HARMLESS for fallback in fallbacks):
            return None
        words = _words(command)
        if words is None:
            return None
        if words:
            found.append(words)
    return found


def _words(command: str) -> list[str] | None:
    if QUOTED.isdisjoint(command):
        return command.split()
    words: list[str] = []
    word: str | None = None
    quote = ""
    for char in command:
        if quote:
            if char == quote:
                quote = ""
            elif quote == '"' and char in "$`\\":
                return None
            else:
                word = (word or "") + char
        elif char in "'\"":
            quote, word = char, word or ""
        elif char.isspace():
            if word is not None:
                words.append(word)
            word = None
        elif char in SPECIAL:
            return None
        else:
            word = (word or "") + char
    if quote:
        return None
    return [*words, word] if word is not None else words
