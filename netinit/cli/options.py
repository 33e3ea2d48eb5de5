"""Command lines from a table.

A well-formed line is read right here; for everything else (`--help`, a mistake, an abbreviation) the same table is
given to argparse, whose import costs as much as rendering does, and which then says what there is to say.
"""

from __future__ import annotations

from netinit.errors import UsageError
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

USAGE = 64


class Option(Record):
    """`--name VALUE`, or a switch where `value` is empty."""

    name: str  # with its dashes
    help: str
    value: str = ""  # what the help calls the value
    short: str = ""
    choices: tuple[str, ...] = ()
    default: Any = None
    repeat: bool = False
    required: bool = False

    @property
    def field(self) -> str:
        """The attribute that it sets."""
        return self.name.lstrip("-").replace("-", "_")


class Positional(Record):
    """A word without dashes; `many` takes all that are left."""

    name: str
    help: str
    required: bool = True
    many: bool = False
    default: Any = None


class Verb(Record):
    """A command: its name, its one-line help and what it takes."""

    name: str
    help: str
    description: str = ""
    options: tuple[Option, ...] = ()
    positionals: tuple[Positional, ...] = ()
    exclusive: tuple[tuple[str, ...], ...] = ()  # option names of which only one may stand
    epilog: str = ""


class Arguments:
    """The values given, as attributes."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no option '{name}'")


def parse(verb: Verb, words: Sequence[str]) -> Arguments:
    """The arguments of a verb.

    Raises UsageError with argparse's message, or SystemExit after `--help`.
    """
    quick = _quick(verb, words)
    return Arguments(quick) if quick is not None else _with_argparse(verb, words)


def _quick(verb: Verb, words: Sequence[str]) -> dict[str, Any] | None:
    """The values of a well-formed line; None where argparse should look at it."""
    options = {
        name: option for option in verb.options for name in (option.name, option.short) if name
    }
    values: dict[str, Any] = {
        option.field: [] if option.repeat else option.default if option.value else False
        for option in verb.options
    }
    rest: list[str] = []
    given: set[str] = set()
    todo = list(reversed(words))
    while todo:
        word = todo.pop()
        if word[:1] != "-" or word == "-":
            rest.append(word)
            continue
        name, equals, attached = word.partition("=")
        option = options.get(name)
        if option is None or (not option.value and equals):
            return None
        given.add(option.name)
        if not option.value:
            values[option.field] = True
            continue
        if not equals:
            if not todo or (todo[-1][:1] == "-" and todo[-1] != "-"):
                return None
            attached = todo.pop()
        if option.choices and attached not in option.choices:
            return None
        if option.repeat:
            values[option.field].append(attached)
        else:
            values[option.field] = attached
    if any(option.required and option.name not in given for option in verb.options):
        return None
    if any(len(given.intersection(group)) > 1 for group in verb.exclusive):
        return None
    for positional in verb.positionals:
        field = positional.name.lower()
        if positional.many:
            if positional.required and not rest:
                return None
            values[field], rest = rest or (positional.default or []), []
        elif rest:
            values[field] = rest.pop(0)
        elif positional.required:
            return None
        else:
            values[field] = positional.default
    return None if rest else values


def _with_argparse(verb: Verb, words: Sequence[str]) -> Arguments:
    parser = argparse_parser(verb)
    return Arguments(vars(parser.parse_args(words)))


def argparse_parser(verb: Verb) -> Any:
    """The same table as an ArgumentParser, for help, mistakes and shell completion."""
    import argparse

    class Parser(argparse.ArgumentParser):
        """Reports mistakes as UsageError."""

        def error(self, message: str) -> NoReturn:
            raise UsageError(f"{message} (see 'netinit {verb.name} --help')")

    parser = Parser(
        prog=f"netinit {verb.name}",
        description=verb.description or verb.help,
        epilog=verb.epilog or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    grouped = {}
    for group in verb.exclusive:
        grouped.update(dict.fromkeys(group, parser.add_mutually_exclusive_group()))
    for option in verb.options:
        target = grouped.get(option.name, parser)
        names = [name for name in (option.short, option.name) if name]
        if not option.value:
            target.add_argument(*names, action="store_true", help=option.help)
        else:
            target.add_argument(
                *names,
                metavar=option.value,
                help=option.help,
                required=option.required,
                choices=option.choices or None,
                default=[] if option.repeat else option.default,
                action="append" if option.repeat else "store",
            )
    for positional in verb.positionals:
        count = {(True, True): "+", (True, False): None, (False, True): "*", (False, False): "?"}
        parser.add_argument(
            positional.name.lower(),
            metavar=positional.name,
            help=positional.help,
            nargs=count[positional.required, positional.many],
            default=positional.default,
        )
    return parser
