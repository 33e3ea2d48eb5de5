"""`netinit identify`: which datasources this machine has, and why; what cloud-init's ds-identify does."""

from __future__ import annotations

import sys

from netinit.cli.machine import directory, read_facts, refuse_replay
from netinit.cli.options import Option, Verb, parse
from netinit.cli.output import print_json, print_problems
from netinit.report import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from netinit.decide.source import Identification
    from netinit.model.decision import Step

VERB = Verb(
    name="identify",
    help="tell which datasources this machine has, and why",
    description="Looks for evidence of each datasource and prints those to try, in their order.\n"
    "Nobody is asked over the network, nothing is written without --write.",
    options=(
        Option(name="--root", value="DIR", help="look below DIR instead of /", default="/"),
        Option(
            name="--facts", value="FILE", help="decide from a file that 'netinit facts' printed"
        ),
        Option(
            name="--media",
            value="IMAGE",
            help="an ISO 9660 or FAT image to take for a block device",
            repeat=True,
        ),
        Option(name="--list", help="print every source in search order, also those without"),
        Option(name="--json", help="print all of it as JSON"),
        Option(
            name="--write",
            help="write /run/cloud-init/cloud.cfg and .ds-identify.result, as boot does",
        ),
        Option(name="--force", help="look again, though this boot has a result already"),
    ),
    epilog="exit codes: 0 there is something to try, 1 nothing was found, 2 switched off, 64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    from netinit.decide.disable import disable
    from netinit.decide.source import DISABLED, Identification, identify
    from netinit.sources._loading import load
    from netinit.stages import base
    from netinit.stages.generator import write_result
    from netinit.system.root import Root

    directory_given = directory(arguments.root)
    if arguments.write:
        refuse_replay(directory_given, arguments.facts, "leave --write away, or add --root DIR")
    root = Root(directory_given)
    facts = read_facts(root, arguments.facts, arguments.media)
    configuration = base.read(facts)
    switches = disable(facts, configuration)
    if switches.value.everything:
        value, steps = Identification(exit_code=DISABLED), switches.steps
    else:
        decision = identify(facts, configuration, load, again=arguments.force)
        value, steps = decision.value, decision.steps
    if arguments.write:
        write_result(root, value)
    if arguments.json:
        print_json(_json(value, steps))
    else:
        _print(steps, every=arguments.list)
    sys.stdout.flush()
    print_problems(configuration.problems, "")
    return value.exit_code


def _print(steps: Sequence[Step], *, every: bool) -> None:
    """Each step on a line; without `every` the sources that nothing speaks for are left out."""
    shown = [step for step in steps if every or step.answer != "no" or step is steps[-1]]
    width = max((len(step.question) for step in shown), default=0)
    for step in shown:
        where = f" ({step.mark})" if step.mark else ""
        line = f"{step.question:<{width}}  {step.answer}: {step.because}{where}"
        sys.stdout.write(f"{printable(line)}\n")


def _json(value: Identification, steps: Sequence[Step]) -> dict[str, Any]:
    return {
        "sources": list(value.sources),
        "exit_code": value.exit_code,
        "evidence": {
            name: {
                "level": item.level,
                "because": item.text,
                "device": item.device,
                "instance_id": item.instance_id,
                "seedfrom": item.seedfrom,
                "network": item.network,
            }
            for name, item in value.evidence.items()
        },
        "steps": [
            {
                "question": step.question,
                "answer": step.answer,
                "because": step.because,
                "at": str(step.mark) if step.mark else None,
            }
            for step in steps
        ],
    }
