"""Runs cases on the local stage: the decision on a tree of files, and what running it costs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from netinit.cli.inputs import read_nics
from netinit.formats.emit import emit
from netinit.formats.netv2_write import write
from netinit.model.facts import BlockDevice
from netinit.renderers._dns import placed
from netinit.report import Report
from netinit.stages.local import local
from netinit.system.doors import System
from netinit.system.facts import gather
from netinit.system.root import Root
from tests.fakes import tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from netinit.model.network import NetworkConfig
    from netinit.report import Problem
    from netinit.system.doors import Folder

PROJECT = Path(__file__).resolve().parent.parent.parent
DRIVE = "config-2"
SEED = {
    "meta-data": "instance-id: i-1\n",
    "user-data": "#cloud-config\n{}\n",
    "network-config": "version: 2\nethernets: {eth0: {dhcp4: true}}\n",
}
# Runs a command line and tells on the last line what it asked of the network and what it imported.
PROBE = """
import json, sys
calls = []
sys.addaudithook(lambda event, args: calls.append([event, repr(args)]) if event.startswith("socket.") else None)
from netinit.cli.main import main
main({words!r})
names = [event for event, _ in calls]
print(json.dumps({{
    "dns_queries": sum(name.startswith(("socket.getaddrinfo", "socket.gethostby")) for name in names),
    "metadata_connections": names.count("socket.connect"),
    "modules": sorted(sys.modules),
}}))
"""


class Folders:
    """The media door of a case: the files of a medium stand in a folder."""

    def __init__(self, inputs: Path) -> None:
        self.inputs = inputs

    @contextmanager
    def open(self, device: BlockDevice) -> Iterator[Folder]:
        """The files on the medium of that label."""
        yield Root(str(self.inputs / str(device.label)))


def planted(inputs: Path, out: Path) -> Path:
    """A case's files where they belong on a target below `out`."""
    for source, target in (
        ("etc", "etc"),
        ("run", "run"),
        ("var", "var"),
        ("seed", "var/lib/cloud/seed"),
    ):
        if (inputs / source).is_dir():
            shutil.copytree(inputs / source, out / target, dirs_exist_ok=True)
    if (inputs / "cmdline").exists():
        (out / "proc").mkdir(parents=True)
        shutil.copy(inputs / "cmdline", out / "proc/cmdline")
    out.mkdir(exist_ok=True)
    return out


def decide_network(inputs: Path, run: dict[str, Any], out: Path) -> dict[str, Any]:
    """The local stage on a tree of files, without writing."""
    root = Root(str(planted(inputs, out)))
    facts = gather(root)
    if (inputs / "links.yaml").exists():
        facts = facts.replace(nics=read_nics(str(inputs / "links.yaml")).nics, nics_known=True)
    if (inputs / DRIVE).is_dir():
        drive = BlockDevice(device="/dev/sr0", type="iso9660", label=DRIVE)
        facts = facts.replace(devices=(*facts.devices, drive))
    system = System(root=root, media=Folders(inputs))
    outcome = local(system, facts, run.get("to", "networkd"), dry=True)
    decided, instance = outcome.decided, outcome.instance
    result: dict[str, Any] = {
        "datasource": instance.source if instance else None,
        "instance_id": instance.instance_id if instance else None,
        "user_data_applied": bool(instance and instance.userdata),
        "files_written": outcome.changes.written,
        "disabled": bool(outcome.disabled.everything),
        **reported(outcome.trail.problems),
    }
    if decided is None:
        return result
    return result | {
        "source": decided.choice.source,
        "disabled": decided.choice.disabled or decided.config.disabled,
        "config": as_v2(decided.config),
        "new_instance": decided.rerender.new_instance,
        "render": decided.rerender.render,
        "reason": decided.rerender.reason,
    }


def reported(problems: tuple[Problem, ...]) -> dict[str, Any]:
    """The first error, and all problems as text: what was wrong and cost nothing is a warning to a boot."""
    failed = next((problem for problem in problems if problem.severity == "error"), None)
    return {"error": str(failed) if failed else None, "warnings": [str(item) for item in problems]}


def as_v2(config: NetworkConfig) -> Any:
    """A network as version 2, with the types that YAML gives."""
    body = config.tree if config.tree is not None else write(placed(config), Report())
    return yaml.safe_load(emit(body)) if body else None


def probed(words: list[str]) -> dict[str, Any]:
    """What a command line asked of the network, and what it imported."""
    run = subprocess.run(
        [sys.executable, "-c", PROBE.format(words=words)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found: dict[str, Any] = json.loads(run.stdout.rstrip().rpartition("\n")[2])
    return found


def measure_local_stage(inputs: Path, run: dict[str, Any], out: Path) -> dict[str, Any]:
    """The local stage as a process of its own, watched."""
    return probed(["local", "--root", str(planted(inputs, out)), "--to", run.get("to", "networkd")])


def measure_imports(inputs: Path, run: dict[str, Any], out: Path) -> dict[str, Any]:
    """Which of the forbidden modules the local stage imports, with a seed to read."""
    forbidden = yaml.safe_load((inputs / "modules.yaml").read_text())["forbidden"]
    loaded: set[str] = set()
    for to in ("netplan", "networkmanager", "networkd"):
        tree(out / to, {f"/var/lib/cloud/seed/nocloud/{name}": text for name, text in SEED.items()})
        loaded.update(probed(["local", "--root", str(out / to), "--to", to])["modules"])
    return {"forbidden_loaded": sorted(loaded.intersection(forbidden))}
