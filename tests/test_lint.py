"""`make check` as tests: style, format, types and spelling."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
COMMANDS = {
    "ruff check": ("ruff", "check", "--quiet", "."),
    "ruff format": ("ruff", "format", "--quiet", "--check", "."),
    "mypy": ("mypy", "--no-error-summary"),
    "codespell": ("codespell_lib",),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_project_passes(name: str) -> None:
    module, *words = COMMANDS[name]
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed (pip install -e '.[dev]')")
    run = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (run.returncode, run.stdout) == (0, ""), run.stdout + run.stderr
