"""What the commands of the stages after the local one share."""

from __future__ import annotations

from netinit.cli.machine import directory
from netinit.cli.options import Option, Verb, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def verb(name: str, purpose: str) -> Verb:
    """The command of a stage."""
    root = Option(name="--root", value="DIR", help="the machine is the tree below DIR", default="/")
    epilog = "exit codes: 0 fine, 1 failed, 2 done with errors, 64 wrong usage"
    return Verb(name=name, help=purpose, options=(root,), epilog=epilog)


def run(stage: Verb, words: Sequence[str]) -> int:
    """Run a stage on the machine that a command line names; its exit code."""
    arguments = parse(stage, words)
    from netinit.stages import later
    from netinit.system.root import Root
    from netinit.system.run import Run

    base = directory(arguments.root)
    live = base == "/"
    return later.run(Root(base, durable=live), stage.name, Run() if live else None)
