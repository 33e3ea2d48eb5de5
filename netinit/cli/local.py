"""`netinit local`: the local stage of the boot, or of an image."""

from __future__ import annotations

import sys

from netinit.cli.machine import directory, read_facts, refuse_replay
from netinit.cli.options import Option, Verb, parse
from netinit.cli.output import print_problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from netinit.cli.options import Arguments
    from netinit.model.facts import Facts
    from netinit.stages.local import Outcome
    from netinit.system.root import Root

FAILED = 1
ROOT = Option(name="--root", value="DIR", help="the machine is the tree below DIR", default="/")
FACTS = Option(
    name="--facts", value="FILE", help="take the facts from FILE ('netinit facts' makes one)"
)
TO = Option(
    name="--to",
    value="BACKEND",
    help="netplan, networkmanager or networkd, instead of the one that the machine runs",
)
MEDIA = Option(
    name="--media",
    value="IMAGE",
    help="an ISO 9660 or FAT image to take for a block device",
    repeat=True,
)
VERB = Verb(
    name="local",
    help="decide what network this boot gets, and write it down (the local stage)",
    description="Finds the datasource, decides which network-config counts, and writes the files of the backend\n"
    "that runs this machine's network.  Needs no network and no daemon.  'netinit explain' tells why.",
    options=(
        ROOT,
        TO,
        FACTS,
        MEDIA,
        Option(name="--dry-run", help="write nothing; tell what would be done"),
        Option(name="--json", help="print the decision as JSON"),
    ),
    epilog="exit codes: 0 fine, 1 failed (the network is as it was), 2 done with errors, 64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    dry = arguments.dry_run
    if not dry:
        refuse_replay(
            directory(arguments.root),
            arguments.facts,
            "add --dry-run, or --root DIR to write into a tree",
        )
    outcome, root, facts = stage(arguments, dry=dry)
    for crash in outcome.crashes:
        sys.stderr.write(crash.traceback)
    if arguments.json:
        from netinit.formats.jsontext import dump

        sys.stdout.write(dump(as_tree(outcome)) + "\n")
    else:
        _print(outcome, dry=dry)
    sys.stderr.write(f"{outcome.trail.summary}\n")
    if not dry:
        from netinit.formats import factsfile
        from netinit.stages.local import leave_trail

        leave_trail(root, factsfile.dump(facts), outcome.trail)
        if not outcome.disabled.everything:
            _close_account(root, outcome)
    return outcome.trail.exit_code


def _close_account(root: Root, outcome: Outcome) -> None:
    """Note in status.json that the stage is over. Raises NetinitError."""
    from netinit.stages import status

    failed = outcome.trail.exit_code == FAILED
    problems = outcome.trail.problems
    status.finish(root, "local", problems, failed=failed, datasource=_datasource(outcome))


def _datasource(outcome: Outcome) -> str | None:
    """The datasource as cloud-init's status names it."""
    instance = outcome.instance
    if instance is None:
        return None
    return f"DataSource{instance.source} [seed={instance.seed}]"


def _print(outcome: Outcome, *, dry: bool) -> None:
    """The problems, those of the network-config with their line, and what a dry run would do."""
    raw = outcome.decided.choice.raw if outcome.decided is not None else None
    for problem in outcome.trail.problems:
        shown = raw is not None and problem.mark is not None and problem.mark.file == raw.file
        print_problems([problem], raw.text if raw is not None and shown else "")
    if dry:
        changes = outcome.changes
        sys.stdout.writelines(f"would write {path}\n" for path in changes.written)
        sys.stdout.writelines(f"would remove {path}\n" for path in changes.removed)


def stage(arguments: Arguments, *, dry: bool) -> tuple[Outcome, Root, Facts]:
    """Run the stage on the machine that a command line names; what came of it, its root and its facts."""
    from netinit.stages.local import local
    from netinit.system.machine import machine

    system = machine(directory(arguments.root), replay=arguments.facts is not None)
    facts = read_facts(system.root, arguments.facts, arguments.media)
    return local(system, facts, arguments.to, dry=dry), system.root, facts


def as_tree(outcome: Outcome) -> dict[str, Any]:
    """The outcome as the documented JSON object (docs/decisions.md)."""
    from netinit.stages import trail

    tree: dict[str, Any] = trail.as_tree(outcome.trail)
    decided, instance, changes = outcome.decided, outcome.instance, outcome.changes
    tree["disabled"] = list(outcome.disabled.everything) or None
    tree["datasource"] = instance.source if instance else None
    tree["instance_id"] = instance.instance_id if instance else None
    if decided is not None:
        choice = decided.choice
        tree["network"] = {
            "source": choice.source,
            "disabled": choice.disabled or decided.config.disabled,
            "format": decided.config.origin.format or None,
            "file": decided.config.origin.file or None,
            "candidates": list(decided.candidates),
        }
        tree["render"] = decided.rerender.render
        tree["new_instance"] = decided.rerender.new_instance
        tree["reason"] = decided.rerender.reason
        tree["renderer"] = decided.renderer.name if decided.renderer else None
        tree["renames"] = [list(step) for step in decided.renames.steps]
    tree["files"] = {name: list(paths) for name, paths in changes.items()}
    return tree
