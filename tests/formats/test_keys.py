"""Parsers of single values."""

from __future__ import annotations

from typing import Any

import pytest

from netinit.formats import keys
from netinit.formats.addresses import BadValue


@pytest.mark.parametrize("word", ["true", "True", "on", "ON", "yes", "y", "Y"])
def test_true_in_all_spellings(word: str) -> None:
    assert keys.boolean(word) is True


@pytest.mark.parametrize("word", ["false", "off", "No", "n"])
def test_false_in_all_spellings(word: str) -> None:
    assert keys.boolean(word) is False


@pytest.mark.parametrize("word", ["1", "0", "", "maybe", None, []])
def test_numbers_are_no_booleans(word: object) -> None:
    with pytest.raises(BadValue, match="expected true or false"):
        keys.boolean(word)


def test_version_one_also_takes_digits() -> None:
    assert (keys.loose_boolean("1"), keys.loose_boolean("0")) == (True, False)


@pytest.mark.parametrize(("word", "number"), [("0", 0), ("010", 10), ("4294967295", 2**32 - 1)])
def test_integers_are_decimal(word: str, number: int) -> None:
    assert keys.uint(word) == number


@pytest.mark.parametrize("word", ["-1", "1.5", "0x10", "1e3", "", "٣", "4294967296", " 1", None])
def test_what_is_no_integer_is_refused(word: object) -> None:
    with pytest.raises(BadValue, match="expected an integer from 0 to 4294967295"):
        keys.uint(word)


@pytest.mark.parametrize(
    ("parser", "word", "value"),
    [
        (keys.duration_ms, "100", 100),
        (keys.duration_ms, "1s", 1000),
        (keys.duration_ms, "100ms", 100),
        (keys.duration_ms, "2 min", 120_000),
        (keys.duration_s, "15", 15),
        (keys.duration_s, "2000ms", 2),
        (keys.duration_s, "1h", 3600),
    ],
)
def test_durations_have_units(parser: Any, word: str, value: int) -> None:
    assert parser(word) == value


@pytest.mark.parametrize(
    ("parser", "word"),
    [
        (keys.duration_s, "1500ms"),
        (keys.duration_ms, "1 fortnight"),
        (keys.duration_ms, "-1"),
        (keys.duration_ms, ""),
    ],
)
def test_odd_durations_are_refused(parser: Any, word: str) -> None:
    with pytest.raises(BadValue, match="expected"):
        parser(word)


def test_a_near_miss_is_named() -> None:
    with pytest.raises(BadValue, match="did you mean 'active-backup'"):
        keys.one_of("active-backup", "802.3ad")("active_backup")


def test_true_false_or_a_word() -> None:
    parse = keys.true_false_or("route")
    assert [parse("on"), parse("no"), parse("route")] == ["true", "false", "route"]
    with pytest.raises(BadValue, match="true, false or route"):
        parse("perhaps")


@pytest.mark.parametrize("value", ["two\nlines", "nul\0", None, {}])
def test_text_is_one_line(value: object) -> None:
    with pytest.raises(BadValue):
        keys.text(value)
