"""Parsers of single values: a node of the tree → a typed value, or BadValue with what was expected and found."""

from __future__ import annotations

from netinit.formats.addresses import BadValue, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any, TypeAlias

    Parser: TypeAlias = Callable[[Any], Any]

UINT32 = 2**32 - 1
TRUE = frozenset({"true", "on", "yes", "y"})
FALSE = frozenset({"false", "off", "no", "n"})


def boolean(value: object) -> bool:
    """true/on/yes/y or false/off/no/n in any case."""
    if isinstance(value, str):
        lower = value.lower()
        if lower in TRUE:
            return True
        if lower in FALSE:
            return False
    raise BadValue(f"expected true or false, found {shown(value)}")


def loose_boolean(value: object) -> bool:
    """A boolean of version 1, which also takes 1 and 0."""
    if isinstance(value, str) and value in {"0", "1"}:
        return value == "1"
    return boolean(value)


def integer(least: int = 0, most: int = UINT32) -> Parser:
    """A decimal number within limits; `010` is ten, as netplan reads it."""

    def parse(value: object) -> int:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 12:
            number = int(value)
            if least <= number <= most:
                return number
        raise BadValue(f"expected an integer from {least} to {most}, found {shown(value)}")

    return parse


uint = integer()


def text(value: object) -> str:
    """Any scalar."""
    if isinstance(value, str):
        if "\n" in value or "\0" in value:
            raise BadValue(f"expected one line of text, found {shown(value)}")
        return str(value)
    raise BadValue(f"expected text, found {shown(value)}")


def one_of(*words: str) -> Parser:
    """One of some words, as they are spelled here."""
    known = dict.fromkeys(words)

    def parse(value: object) -> str:
        if isinstance(value, str) and value in known:
            return str(value)
        raise BadValue(
            f"expected {listed(words)}, found {shown(value)}" + did_you_mean(value, words)
        )

    return parse


def sequence(item: Parser) -> Parser:
    """A list; the caller that wants each bad item named by its index uses read_list (netv2)."""

    def parse(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise BadValue(f"expected a list, found {shown(value)}")
        return tuple(item(part) for part in value)

    return parse


def true_false_or(*words: str) -> Parser:
    """A boolean or one of some words; gives "true", "false" or the word."""

    def parse(value: object) -> str:
        if isinstance(value, str) and value in words:
            return str(value)
        try:
            return "true" if boolean(value) else "false"
        except BadValue:
            raise BadValue(
                f"expected true, false or {listed(words)}, found {shown(value)}"
            ) from None

    return parse


def duration_ms(value: object) -> int:
    """A time: milliseconds without a unit, or with one (`100`, `100ms`, `1s`, `2min`)."""
    return _duration(value, 1, "milliseconds")


def duration_s(value: object) -> int:
    """A time: seconds without a unit, or with one (`15`, `15s`, `2min`); parts of seconds are refused."""
    milliseconds = _duration(value, 1000, "seconds")
    if milliseconds % 1000:
        raise BadValue(f"expected whole seconds, found {shown(value)}")
    return milliseconds // 1000


UNITS_MS = {
    "ms": 1,
    "msec": 1,
    "s": 1000,
    "sec": 1000,
    "second": 1000,
    "seconds": 1000,
    "m": 60_000,
    "min": 60_000,
    "minute": 60_000,
    "minutes": 60_000,
    "h": 3_600_000,
    "hr": 3_600_000,
    "hour": 3_600_000,
}


def _duration(value: object, default_ms: int, unit_name: str) -> int:
    if isinstance(value, str):
        word = value.strip()
        digits = word.rstrip("abcdefghijklmnopqrstuvwxyz ")
        unit = word[len(digits) :].strip()
        if (
            digits.isascii()
            and digits.isdigit()
            and len(digits) <= 10
            and (not unit or unit in UNITS_MS)
        ):
            return int(digits) * (UNITS_MS[unit] if unit else default_ms)
    raise BadValue(
        f"expected a time in {unit_name} (such as 100, 100ms or 1s), found {shown(value)}"
    )


def listed(words: Iterable[str]) -> str:
    """Words as a phrase: `a, b or c`."""
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} or {items[-1]}"


MAX_CANDIDATES = (
    100  # comparing one word takes up to 80 us, and a document may hold a thousand typos
)


def nearest(word: str, known: Collection[str]) -> str:
    """The known word that is spelled most like this one; empty where none is close, or too many are known."""
    if len(known) > MAX_CANDIDATES:
        return ""
    from difflib import get_close_matches

    close = get_close_matches(word.lower().replace("_", "-"), known, 1, 0.7)
    return close[0] if close else ""


def did_you_mean(value: object, known: Collection[str]) -> str:
    """`; did you mean 'x'?` for something close to a known word, else nothing."""
    close = nearest(value, known) if isinstance(value, str) else ""
    return f"; did you mean '{close}'?" if close else ""
