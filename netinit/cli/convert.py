"""`netinit convert`: any network-config as version 2, which netplan reads too."""

from __future__ import annotations

import sys

from netinit.cli.inputs import FROM, INPUT, NICS, STRICT, input_format, read_input, read_nics
from netinit.cli.options import Verb, parse
from netinit.cli.output import print_problems
from netinit.cli.render import exit_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

VERB = Verb(
    name="convert",
    help="print a network-config of any format as version 2",
    description="Reads a network-config of any format and prints it as version 2, the language of netplan.\n"
    "What version 2 has no words for is reported and left out.",
    options=(
        FROM,
        NICS,
        STRICT,
    ),
    positionals=(INPUT,),
    epilog="exit codes: 0 converted, 1 --strict and a warning, 2 errors, 64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    form = input_format(arguments.input, getattr(arguments, "from"))
    facts = read_nics(arguments.nics)
    data, name = read_input(arguments.input)
    from netinit.api import convert

    conversion = convert(data, form=form, file=name, facts=facts)
    sys.stdout.write(conversion.yaml)
    sys.stdout.flush()
    print_problems(conversion.problems, conversion.text, file=name)
    return exit_code(conversion.problems, strict=arguments.strict)
