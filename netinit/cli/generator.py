"""`netinit generator`: systemd calls it at the start of every boot, through a script of `netinit install`.

It must be quick and must not fail: whatever goes wrong, the boot goes on without netinit, and the reason stands in
/run/netinit/generator.log.
"""

from __future__ import annotations

from netinit.cli.options import Option, Positional, Verb, parse
from netinit.errors import NetinitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

VERB = Verb(
    name="generator",
    help="pull netinit into this boot where there is a datasource (systemd calls it)",
    options=(Option(name="--root", value="DIR", help="look below DIR instead of /", default="/"),),
    positionals=(
        Positional(name="NORMAL", help="systemd's directory for units"),
        Positional(name="EARLY", help="systemd's directory for units that win", required=False),
        Positional(name="LATE", help="systemd's directory for units that lose", required=False),
    ),
    epilog="exit codes: 0 always, but for wrong usage (64)",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    from netinit.stages.generator import generate
    from netinit.system.root import Root

    root = Root(arguments.root)
    try:
        generate(root, arguments.early or arguments.normal)
    except NetinitError:
        return 0  # /run cannot be written: nothing can be said, and nothing pulled in
    return 0
