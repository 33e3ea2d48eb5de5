"""`netinit network`: a stage of the boot."""

from __future__ import annotations

from netinit.cli.machine import directory
from netinit.cli.options import Option, Verb, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

VERB = Verb(
    name="network",
    help="wait for the network where something needs it (the network stage)",
    options=(
        Option(name="--root", value="DIR", help="the machine is the tree below DIR", default="/"),
    ),
    epilog="exit codes: 0 fine, 1 failed, 2 done with errors, 64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    from netinit.stages import later
    from netinit.system.root import Root

    base = directory(arguments.root)
    if base != "/":
        return later.run(Root(base), VERB.name)
    from netinit.system.run import Run

    return later.run(Root(base, durable=True), VERB.name, Run())
