"""What README and docs show is what the commands print; their links lead somewhere.

In a block fenced as `console`, a line that starts with `$ ` is run in a copy of examples/, and the lines after it are
what it prints; a line of `…` stands for any lines, a `…` at the end of a line for the rest of it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def examples() -> list[tuple[str, str]]:
    """Page and text of each block."""
    return [(page.name, block) for page in PAGES for block in BLOCK.findall(page.read_text())]


def pattern(output: str) -> str:
    """A regular expression for what a page shows."""
    found = []
    for line in output.splitlines():
        if line == "…":
            found.append(r"(?:.*\n)*?")
        else:
            found.append(re.escape(line.removesuffix("…")) + (".*" * line.endswith("…")) + r"\n")
    return "".join(found)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of examples/ with `netinit` on the PATH."""
    shutil.copytree(PROJECT / "examples", tmp_path / "examples")
    command = tmp_path / "bin" / "netinit"
    command.parent.mkdir()
    command.write_text(
        f'#!/bin/sh\nPYTHONPATH="{PROJECT}" exec "{sys.executable}" -m netinit "$@"\n'
    )
    command.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(("page", "block"), examples())
def test_the_commands_of_a_page_print_what_it_shows(page: str, block: str, folder: Path) -> None:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        printed = run(command, folder)
        assert re.fullmatch(pattern(output), printed), f"{command} prints\n{printed}"


def run(command: str, folder: Path) -> str:
    """What a command prints, errors included."""
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    ended = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    return ended.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []
