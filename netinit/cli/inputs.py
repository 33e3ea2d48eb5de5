"""What several commands read: the input, and the nics that --nics names."""

from __future__ import annotations

import os
import sys

from netinit import document
from netinit.errors import NetinitError, UsageError
from netinit.formats.addresses import BadValue, mac_address
from netinit.formats.inputs import FORMATS
from netinit.model.facts import Facts, Nic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from netinit.document import Tree


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
                        parts.append(
                            b"# file: " + entry.encode() + b"\n" + file.read(document.MAX_BYTES)
                        )
            if not parts:
                raise NetinitError(f"reading {name}: a directory without net-*.conf or net6-*.conf")
            return b"\n".join(parts), name
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
    data, file = read_input(name)
    read = document.read(data, file)
    if read.found:
        raise NetinitError(f"{file}: {read.found[0].message}")
    tree = read.tree
    if isinstance(tree, dict):
        tree = tree.get("links", tree.get("nics"))
    if not isinstance(tree, list):
        raise NetinitError(f"{file}: expected a list of nics ({{name: …, mac: …}}), one item each")
    return Facts(
        nics=tuple(_nic(item, index, file) for index, item in enumerate(tree)), nics_known=True
    )


def _nic(item: Tree, index: int, file: str) -> Nic:
    if not isinstance(item, dict) or not isinstance(item.get("name"), str):
        raise NetinitError(f"{file}: nic {index + 1}: expected a mapping with 'name'")
    try:
        fields: dict[str, Any] = {
            key: _fact(key, value) for key, value in item.items() if key in Nic.fields()
        }
    except BadValue as error:
        raise NetinitError(f"{file}: nic '{item['name']}': {error}") from None
    return Nic(**fields)


def _fact(key: str, value: Tree) -> object:
    if key in {"mac", "perm_mac"}:
        return None if value is None or value == "" else mac_address(value)
    if key in {"type", "carrier", "dormant", "addr_assign_type", "name_assign_type"}:
        return int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else None
    if key == "addresses":
        return tuple(str(part) for part in value) if isinstance(value, list) else ()
    if key == "ovs_internal":
        return value == "true"
    return value
