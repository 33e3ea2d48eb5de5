"""`netinit check`: what is wrong with network-configs, each by itself and as a whole plan."""

from __future__ import annotations

import sys

from netinit.cli.inputs import FROM, NICS, STRICT, input_format, read_input, read_nics
from netinit.cli.options import Option, Positional, Verb, parse
from netinit.cli.output import print_json, print_problems, problems_json
from netinit.cli.render import exit_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.report import Problem

VERB = Verb(
    name="check",
    help="tell what is wrong with a network-config",
    description="Reads network-configs of any format and prints what is wrong with them: values and references, and\n"
    "what only the whole plan shows, such as an address on two links or a gateway that no link reaches.\n"
    "Several INPUTs are checked one by one.",
    options=(
        FROM,
        NICS,
        STRICT,
        Option(name="--json", help="print the problems as JSON"),
    ),
    positionals=(
        Positional(
            name="INPUT",
            required=False,
            many=True,
            help="files, directories of YAML or klibc files, or - (the default)",
        ),
    ),
    epilog="exit codes: 0 fine, 1 --strict and a warning, 2 errors, 64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    facts = read_nics(arguments.nics)
    from netinit.api import check

    problems: list[Problem] = []
    for given in arguments.input or (None,):
        form = input_format(given, getattr(arguments, "from"))
        data, name = read_input(given)
        checked = check(data, form=form, file=name, facts=facts)
        problems.extend(checked.problems)
        if not arguments.json:
            print_problems(checked.problems, checked.text, sys.stdout, file=name)
    if arguments.json:
        print_json({"problems": problems_json(problems)})
    return exit_code(problems, strict=arguments.strict)
