"""The door to netinit's own files: its code, and what it lays down on a machine (netinit/data)."""

from __future__ import annotations

import os

import netinit

HERE = os.path.dirname(os.path.abspath(netinit.__file__))


def data(name: str) -> str:
    """The text of a file below netinit/data."""
    with open(os.path.join(HERE, "data", name), encoding="utf-8") as file:
        return file.read()


def names(folder: str) -> list[str]:
    """The names in a directory below netinit/data, sorted."""
    return sorted(os.listdir(os.path.join(HERE, "data", folder)))


def code() -> dict[str, str]:
    """The text of every file of the package, by its path in it."""
    found = {}
    for folder, subfolders, files in os.walk(HERE):
        subfolders[:] = sorted(name for name in subfolders if name != "__pycache__")
        for name in sorted(files):
            if name.endswith(".pyc"):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as file:
                found[os.path.relpath(path, HERE)] = file.read()
    return found
