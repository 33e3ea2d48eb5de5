"""Runs cases on netinit: of each command a function from its inputs to the mapping that it reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from netinit import api
from netinit.cli.inputs import read_nics
from netinit.decide.fallback import fallback, reach
from netinit.decide.renames import renames
from netinit.formats import inputs as formats
from netinit.model.base import Base
from netinit.model.facts import Facts
from netinit.report import Report
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


def decide_fallback(inputs: Path, run: dict[str, Any], out: Path) -> dict[str, Any]:
    """DHCP where nothing else is said; `dhcp.yaml` tells on which nics a probe would meet a server."""
    decided = fallback(facts_of(inputs), Base()).value
    probes = inputs / "dhcp.yaml"
    offers = yaml.safe_load(probes.read_text()) if probes.exists() else {}
    reached, tried = reach(
        decided.candidates, lambda name: bool((offers.get(name) or {}).get("offer"))
    )
    return reported(decided.problems) | {
        "interface": decided.chosen[0] if decided.chosen else None,
        "candidates": decided.candidates,
        "config": yaml.safe_load(decided.raw.text) if decided.raw else None,
        "tried": tried,
        "metadata_interface": reached,
    }


def plan_renames(inputs: Path, run: dict[str, Any], out: Path) -> dict[str, Any]:
    """The renames that a network-config asks for."""
    report = Report()
    facts = facts_of(inputs)
    text = (inputs / "network-config").read_text()
    config, locate = formats.parse(text, "network-config", "auto", facts, report)
    plan = renames(config, facts, report)
    return reported(report.problems(locate)) | {
        "steps": plan.steps,
        "final_names": plan.final_names,
        "error": "; ".join(plan.failures) or None,
    }


RUNNERS: dict[str, Runner] = {
    "decide-fallback": decide_fallback,
    "plan-renames": plan_renames,
    "render": render,
}
