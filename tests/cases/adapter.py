"""Runs cases on netinit: of each command a function from its inputs to the mapping that it reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from netinit import api
from netinit.cli.inputs import read_nics
from netinit.model.facts import Facts
from netinit.system.root import Root

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from netinit.report import Problem

    Runner = Callable[[Path, dict[str, Any], Path], dict[str, Any]]


def facts_of(inputs: Path) -> Facts:
    links = inputs / "links.yaml"
    return read_nics(str(links)) if links.exists() else Facts()


def reported(problems: Sequence[Problem]) -> dict[str, Any]:
    """Problems as results name them: the first error, and all warnings as text."""
    error = next((problem for problem in problems if problem.severity == "error"), None)
    return {
        "error": error
        and {
            "path": error.path,
            "message": error.message,
            "file": error.mark and error.mark.file,
            "line": error.mark and error.mark.line,
        },
        "warnings": [
            f"{problem.path}: {problem.message}"
            for problem in problems
            if problem.severity != "error"
        ],
    }


def render(inputs: Path, run: dict[str, Any], out: Path) -> dict[str, Any]:
    """Render into a folder for each backend."""
    problems: list[Problem] = []
    for backend in run["to"]:
        text = (inputs / run["input"]).read_bytes()
        rendering = api.render(text, to=backend, file=run["input"], facts=facts_of(inputs))
        root = Root(str(out / backend))
        for file in rendering.files:
            root.write(file)
        (out / backend).mkdir(exist_ok=True)
        problems += rendering.problems
    return reported(problems)


RUNNERS: dict[str, Runner] = {"render": render}
