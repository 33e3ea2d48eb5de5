"""`netinit facts`: what netinit sees of the machine, as a file that replays the decision elsewhere."""

from __future__ import annotations

import sys

from netinit.cli.machine import directory, read_facts
from netinit.cli.options import Option, Verb, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

VERB = Verb(
    name="facts",
    help="print what the boot decision looks at on this machine",
    description="Prints everything that netinit's decision looks at as YAML: command line, firmware,\n"
    "devices and labels, seeds, configuration, nics.  A bug report that has this file carries the boot:\n"
    "'netinit identify --facts FILE' and 'netinit explain --facts FILE' decide again from it.\n"
    "Passwords in it are replaced, user data is not in it; serial numbers and addresses are.",
    options=(
        Option(name="--root", value="DIR", help="look below DIR instead of /", default="/"),
        Option(
            name="--media",
            value="IMAGE",
            help="an ISO 9660 or FAT image to take for a block device",
            repeat=True,
        ),
    ),
    epilog="exit codes: 0 printed, 2 an image that cannot be read, 64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    from netinit.formats import factsfile
    from netinit.system.root import Root

    root = Root(directory(arguments.root))
    sys.stdout.write(factsfile.dump(read_facts(root, None, arguments.media)))
    return 0
