"""How commands print problems and files."""

from __future__ import annotations

import sys

from netinit.report import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TextIO

    from netinit.model.files import RenderedFile
    from netinit.report import Problem

COLOURS = {"error": "\033[1;31m", "warning": "\033[1;35m", "deprecated": "\033[1;36m"}
PLAIN = "\033[0m"


def print_problems(
    problems: Sequence[Problem], text: str, stream: TextIO | None = None, file: str = ""
) -> None:
    """Problems as compilers print them; on a terminal with the line and a caret below each.

    `text` is the input, `file` its name, which an input of several files puts before theirs (formats.lines.parts).
    """
    stream = sys.stderr if stream is None else stream
    terminal = stream.isatty()
    sources: dict[str, list[str]] = {}
    if terminal:
        from netinit.formats.lines import parts

        sources = {name: part.splitlines() for name, part in parts(text, file)}
    for problem in problems:
        if not terminal:
            stream.write(f"{problem}\n")
            continue
        where = f"\033[1m{problem.mark}:{PLAIN} " if problem.mark else ""
        key = f"{problem.path}: " if problem.path else ""
        stream.write(
            f"{where}{COLOURS[problem.severity]}{problem.severity}:{PLAIN} {printable(key + problem.message)}\n"
        )
        lines = sources.get(problem.mark.file, ()) if problem.mark else ()
        if problem.mark and 0 < problem.mark.line <= len(lines):
            # One character for one, so that the caret stays where it belongs.
            line = lines[problem.mark.line - 1]
            source = "".join(char if char.isprintable() else " " for char in line)
            stream.write(
                f"    {source[:160]}\n    {' ' * (problem.mark.column - 1)}{COLOURS[problem.severity]}^{PLAIN}\n"
            )


def print_files(files: Sequence[RenderedFile]) -> None:
    """Files one after the other, each below its path and mode."""
    for index, file in enumerate(files):
        sys.stdout.write(
            ("\n" if index else "") + f"### {file.path} (mode {file.mode:04o})\n{file.content}"
        )
        if not file.content.endswith("\n"):
            sys.stdout.write("\n")


def problems_json(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Problems as the documented JSON objects."""
    return [
        {
            "severity": problem.severity,
            "path": problem.path,
            "file": problem.mark.file if problem.mark else None,
            "line": problem.mark.line if problem.mark else None,
            "column": problem.mark.column if problem.mark else None,
            "message": problem.message,
        }
        for problem in problems
    ]


def print_json(value: object) -> None:
    """A value as JSON on the standard output."""
    import json

    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")
