"""What several commands read: the input, and the nics that --nics names."""

from __future__ import annotations

import os
import sys

from netinit import document
from netinit.errors import NetinitError, UsageError
from netinit.formats.inputs import FORMATS
from netinit.model.facts import Facts


def read_input(name: str | None) -> tuple[bytes, str]:
    """The bytes of the input and what to call it; `-` is the standard input, a directory one of klibc's.

    Raises NetinitError.
    """
    if name is None or name == "-":
        if name is None and sys.stdin is not None and sys.stdin.isatty():
            raise UsageError("no INPUT given; name a file, or '-' to type one in")
        return sys.stdin.buffer.read(document.MAX_BYTES + 1), "<stdin>"
    try:
        if os.path.isdir(name):
            parts = []
            for entry in sorted(os.listdir(name)):
                if entry.startswith(("net-", "net6-")) and entry.endswith(".conf"):
                    with open(os.path.join(name, entry), "rb") as file:
                        text, problem = document.decode(file.read(document.MAX_BYTES))
                    if problem is not None:
                        raise NetinitError(f"reading {name}/{entry}: {problem}")
                    parts.append((entry, text))
            if not parts:
                raise NetinitError(f"reading {name}: a directory without net-*.conf or net6-*.conf")
            from netinit.formats.lines import joined

            return joined(parts).encode(), name
        with open(name, "rb") as file:
            return file.read(document.MAX_BYTES + 1), name
    except OSError as error:
        raise NetinitError(f"reading {name}: {error.strerror}") from None


def input_format(name: str | None, asked: str) -> str:
    """The format to read an input as: what was asked for, or `auto`; a directory is klibc's."""
    if asked == "auto" and name is not None and os.path.isdir(name):
        return "klibc"
    return asked


FORMAT_CHOICES = ("auto", *FORMATS)


def read_nics(name: str | None) -> Facts:
    """Facts that hold the nics of a YAML file (docs/facts.md); without a file, facts that know of none.

    Raises NetinitError.
    """
    if name is None:
        return Facts()
    from netinit.formats import factsfile

    data, file = read_input(name)
    tree = factsfile.read_tree(data, file)
    if isinstance(tree, dict):
        tree = tree.get("links", tree.get("nics"))
    return Facts(nics=factsfile.nics(tree, file), nics_known=True)
