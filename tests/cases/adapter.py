"""Runs cases on netinit: of each command a function from its inputs to the mapping that it reports."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile, copytree
from typing import TYPE_CHECKING, Any

import yaml

from netinit import api
from netinit.cli.inputs import read_nics
from netinit.decide.fallback import fallback, reach
from netinit.decide.renames import renames
from netinit.decide.source import identify
from netinit.errors import NeedsNetwork, NetinitError
from netinit.formats import inputs as formats
from netinit.model.base import Base
from netinit.model.facts import BlockDevice, Facts
from netinit.report import Report
from netinit.sources._loading import load
from netinit.stages import base
from netinit.system.doors import System
from netinit.system.facts import gather
from netinit.system.root import Root
from tests.cases import stage

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


def validate(inputs: Path, run: dict[str, Any], out: Path) -> dict[str, Any]:
    """Check without rendering."""
    name = "network-config"
    return reported(api.check((inputs / name).read_bytes(), file=name).problems)


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


# Where an input belongs below a root; the rest is laid out as it is.
PLACES = {"cmdline": "proc/cmdline", "seed": "var/lib/cloud/seed", "config-2": "config-drive"}


def root_of(inputs: Path, out: Path) -> Root:
    """A root with the inputs in their places."""
    folder = out / "root"
    folder.mkdir()
    for path in inputs.iterdir():
        place = folder / PLACES.get(path.name, path.name)
        place.parent.mkdir(parents=True, exist_ok=True)
        (copytree if path.is_dir() else copyfile)(path, place)
    return Root(str(folder))


def machine(inputs: Path, root: Root) -> Facts:
    """The facts of a root, with those that the inputs give as tables."""
    facts = gather(root)
    for name in ("dmi", "blkid"):
        file = inputs / f"{name}.yaml"
        table = yaml.safe_load(file.read_text()) if file.exists() else None
        if table and name == "dmi":
            facts = facts.replace(dmi={key: str(value) for key, value in table.items() if value})
        elif table:
            facts = facts.replace(devices=tuple(map(device, table)))
    if (inputs / "arch").exists():
        facts = facts.replace(arch=(inputs / "arch").read_text().strip())
    if (inputs / "links.yaml").exists():
        facts = facts.replace(nics=facts_of(inputs).nics, nics_known=True)
    return facts


def device(row: dict[str, str]) -> BlockDevice:
    """A block device as blkid tells of it."""
    return BlockDevice(
        device=row["dev"],
        type=row.get("TYPE"),
        label=row.get("LABEL"),
        label_fatboot=row.get("LABEL_FATBOOT"),
        uuid=row.get("UUID"),
    )


def detect(inputs: Path, run: dict[str, Any], out: Path) -> dict[str, Any]:
    """Which datasource the machine has; nobody is contacted, there being no door to do it through."""
    root = root_of(inputs, out)
    facts = machine(inputs, root)
    configuration = base.read(facts)
    found = identify(facts, configuration, load).value
    name, source = next(iter(load([found.first] if found.first else []).items()), (None, None))
    evidence = found.evidence.get(name or "")
    instance, error = None, None
    if source is not None:
        try:
            section = dict(configuration.section("datasource", source.NAME))
            instance = source.read(System(root=root), facts, section)
        except NeedsNetwork:
            pass
        except NetinitError as problem:
            error = {"message": str(problem)}
    return {
        "datasource": name,
        "device": evidence and evidence.device,
        "stage": source and ("network" if evidence and evidence.network else "local"),
        "seedfrom": evidence and evidence.seedfrom,
        "instance_id": instance.instance_id if instance else evidence and evidence.instance_id,
        "contacted": [],
        "error": error,
        "warnings": [str(problem) for problem in configuration.problems],
    }


RUNNERS: dict[str, Runner] = {
    "detect": detect,
    "decide-fallback": decide_fallback,
    "decide-network": stage.decide_network,
    "measure-imports": stage.measure_imports,
    "measure-local-stage": stage.measure_local_stage,
    "plan-renames": plan_renames,
    "render": render,
    "validate": validate,
}


def can_run(run: dict[str, Any]) -> bool:
    """Whether netinit has the command, and all options that a case gives it."""
    return run["command"] in RUNNERS and not run.get("options")
