"""Command lines are read from a table, by hand where they are well-formed, by argparse elsewhere."""

from __future__ import annotations

import pytest

from netinit.cli.options import Option, Positional, Verb, parse
from netinit.errors import UsageError

VERB = Verb(
    name="try",
    help="tries",
    options=(
        Option(name="--to", value="X", choices=("a", "b"), required=True, help="where to"),
        Option(name="--root-dir", value="DIR", help="below"),
        Option(name="--media", value="F", repeat=True, help="files"),
        Option(name="--json", help="switch"),
        Option(name="--diff", help="switch"),
    ),
    positionals=(Positional(name="INPUT", required=False, help="what"),),
    exclusive=(("--json", "--diff"),),
)


@pytest.mark.parametrize(
    "words", [["--to", "a", "f", "--json"], ["--to=a", "--json", "f"], ["f", "--json", "--to", "a"]]
)
def test_options_stand_in_any_order(words: list[str]) -> None:
    arguments = parse(VERB, words)
    assert (arguments.to, arguments.json, arguments.input, arguments.root_dir, arguments.media) == (
        "a",
        True,
        "f",
        None,
        [],
    )


def test_abbreviations_and_double_dash_are_left_to_argparse() -> None:
    assert parse(VERB, ["--to", "a", "--roo", "d", "--", "-f"]).root_dir == "d"
    assert parse(VERB, ["--to", "a", "--", "-f"]).input == "-f"


def test_repeated_options_collect() -> None:
    assert parse(VERB, ["--to", "a", "--media", "1", "--media=2"]).media == ["1", "2"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "the following arguments are required: --to"),
        (["--to", "c"], "invalid choice: 'c'"),
        (["--to"], "expected one argument"),
        (["--to", "a", "--nope"], "unrecognized arguments: --nope"),
        (["--to", "a", "x", "y"], "unrecognized arguments: y"),
        (["--to", "a", "--json", "--diff"], "not allowed with argument"),
        (["--to", "a", "--json=1"], "ignored explicit argument"),
    ],
    ids=["missing", "choice", "value", "unknown", "extra", "exclusive", "switch-value"],
)
def test_mistakes_are_one_line_with_a_pointer_to_help(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse(VERB, words)
    assert str(caught.value).endswith("(see 'netinit try --help')")
    assert "\n" not in str(caught.value)


def test_help_shows_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        parse(VERB, ["--help"])
    assert stop.value.code == 0
    printed = capsys.readouterr().out
    assert all(option.name in printed and option.help in printed for option in VERB.options)
