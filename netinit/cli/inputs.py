"""What several commands read: the input, and the nics that --nics names."""

from __future__ import annotations

import os
import sys

from netinit import document
from netinit.cli.options import Option, Positional
from netinit.errors import NetinitError, UsageError
from netinit.formats.inputs import FORMATS
from netinit.model.facts import Facts


def read_input(name: str | None) -> tuple[bytes, str]:
    """The bytes of the input and what to call it; `-` is the standard input.

    A directory is netplan's (its *.yaml files) or else klibc's (net-*.conf and net6-*.conf).  Raises NetinitError.
    """
    if name is None or name == "-":
        if name is None and sys.stdin is not None and sys.stdin.isatty():
            raise UsageError("no INPUT given; name a file, or '-' to type one in")
        if sys.stdin is None:
            raise NetinitError("reading the standard input: it is closed")
        return sys.stdin.buffer.read(document.MAX_BYTES + 1), "<stdin>"
    try:
        if os.path.isdir(name):
            return _read_folder(name), name
        with open(name, "rb") as file:
            return file.read(document.MAX_BYTES + 1), name
    except OSError as error:
        raise NetinitError(f"reading {name}: {error.strerror}") from None


def _read_folder(name: str) -> bytes:
    """The files of a directory that count, as one text."""
    from netinit.formats.lines import joined

    names = _yaml_names(name) or _klibc_names(name)
    if not names:
        raise NetinitError(f"reading {name}: a directory without *.yaml, net-*.conf or net6-*.conf")
    parts = []
    for entry in names:
        with open(os.path.join(name, entry), "rb") as file:
            text, problem = document.decode(file.read(document.MAX_BYTES))
        if problem is not None:
            raise NetinitError(f"reading {name}/{entry}: {problem}")
        parts.append((entry, text))
    return joined(parts).encode()


def _yaml_names(folder: str) -> list[str]:
    return [name for name in sorted(os.listdir(folder)) if name.endswith(".yaml")]


def _klibc_names(folder: str) -> list[str]:
    return [
        name
        for name in sorted(os.listdir(folder))
        if name.startswith(("net-", "net6-")) and name.endswith(".conf")
    ]


def input_format(name: str | None, asked: str) -> str:
    """The format to read an input as: what was asked for, or `auto`; a directory without *.yaml is klibc's."""
    if asked == "auto" and name is not None and os.path.isdir(name) and not _yaml_names(name):
        return "klibc"
    return asked


FROM = Option(
    name="--from",
    value="FORMAT",
    choices=("auto", *FORMATS),
    default="auto",
    help="what INPUT is: v1, v2, eni, openstack, klibc or cmdline (default: auto, found out)",
)
NICS = Option(
    name="--nics", value="FILE", help="YAML list of the machine's nics, for what depends on them"
)
STRICT = Option(name="--strict", help="exit 1 when there is a warning")
INPUT = Positional(
    name="INPUT",
    required=False,
    help="a file, a directory of YAML or klibc files, or - (the default)",
)


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
