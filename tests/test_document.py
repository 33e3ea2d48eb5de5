"""YAML and JSON become a tree of raw texts, with places on demand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from netinit import document
from netinit.document import Quoted
from netinit.report import Report

if TYPE_CHECKING:
    from netinit.report import Path


def messages(data: bytes | str) -> list[str]:
    read = document.read(data, "f")
    report = Report()
    report.add(read.found)
    return [str(problem) for problem in report.problems(read.locate)]


def place(text: str, path: Path, *, at: Path | None = None, key: bool = False) -> tuple[int, int]:
    read = document.read(text, "f")
    report = Report()
    report.error(path, "x", at=at, key=key)
    mark = report.problems(read.locate)[0].mark
    assert mark is not None
    return mark.line, mark.column


@pytest.mark.parametrize(
    "scalar",
    [
        "52:54:00:12:34:56",
        "on",
        "off",
        "yes",
        "010",
        "0x10",
        "1_000",
        "2026-11-30",
        "1e3",
        ".inf",
        "=",
        "12:30",
    ],
)
def test_a_plain_scalar_keeps_its_text(scalar: str) -> None:
    assert document.read(f"key: {scalar}\n", "f").tree == {"key": scalar}


@pytest.mark.parametrize("spelling", ["", "~", "null", "Null", "NULL"])
def test_a_plain_null_is_none(spelling: str) -> None:
    assert document.read(f"key: {spelling}\nother: [{spelling or '~'}]\n", "f").tree == {
        "key": None,
        "other": [None],
    }


@pytest.mark.parametrize("spelling", ["'null'", '"~"', "''"])
def test_a_quoted_null_is_a_text(spelling: str) -> None:
    tree = document.read(f"key: {spelling}\n", "f").tree
    assert isinstance(tree, dict)
    assert isinstance(tree["key"], Quoted)


def test_json_is_read_as_it_is() -> None:
    value = {"links": [{"id": "a", "mtu": None, "ä": "\n"}], "deep": [[["x"]]], "empty": {}}
    assert document.read(json.dumps(value, indent=1), "f").tree == value


def test_aliases_and_merge_keys_are_followed() -> None:
    tree = document.read("a: &x {b: '1', c: '2'}\nd: *x\ne: {<<: *x, c: '3'}\n", "f").tree
    assert tree == {"a": {"b": "1", "c": "2"}, "d": {"b": "1", "c": "2"}, "e": {"b": "1", "c": "3"}}


def test_only_the_first_document_counts_and_that_is_said() -> None:
    assert document.read("a: 1\n---\nb: 2\n", "f").tree == {"a": "1"}
    assert messages("a: 1\n---\nb: 2\n") == [
        "f:2:1: warning: a second document starts here, which is not read"
    ]


def test_the_last_of_two_equal_keys_counts_and_is_reported() -> None:
    text = "a:\n  b: 1\n  c: 2\n  b: 3\n"
    assert document.read(text, "f").tree == {"a": {"b": "3", "c": "2"}}
    message = "the key 'b' stands twice; the two are joined, and where they differ this one counts"
    assert messages(text) == [f"f:4:3: warning: a.b: {message}"]


def test_mappings_and_lists_of_one_key_are_joined() -> None:
    text = "a: {b: {c: 1, d: [1]}}\ne: 1\na: {b: {c: 2, d: [2]}, f: 3}\na: {f: 4}\n"
    expected = {"a": {"b": {"c": "2", "d": ["1", "2"]}, "f": "4"}, "e": "1"}
    assert document.read(text, "f").tree == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a:\n\tb: 1\n", "f:2:1: error: a tab stands where YAML wants spaces"),
        (b"a: 1\nb: \xff\n", "f:1:1: error: byte 8 (line 2, column 4) is not UTF-8"),
        (b"a: \x00\n", "f:1:4: error: not valid YAML: control characters are not allowed"),
        (
            b"a: &x [*x]\n",
            "f:1:8: error: the alias '*x' has no anchor before it, or contains itself",
        ),
        (b"a: *y\n", "f:1:4: error: the alias '*y' has no anchor before it, or contains itself"),
        (b"[" * 70, "f:1:65: error: nested more than 64 levels deep"),
        (b"? [a]\n: b\n", "f:1:3: error: a key has to be a plain word"),
        (b"a: {<<: 1}\n", "f:1:10: error: '<<' takes a mapping or a list of mappings"),
    ],
    ids=["tab", "utf8", "nul", "loop", "alias", "deep", "complex-key", "merge"],
)
def test_what_cannot_be_read_is_one_error_with_its_place(data: bytes, message: str) -> None:
    assert messages(data) == [message]
    assert document.read(data, "f").tree is None


def test_utf16_and_a_byte_order_mark_are_read() -> None:
    assert document.read("a: ü\n".encode("utf-16"), "f").tree == {"a": "ü"}
    assert document.read("a: ü\n".encode("utf-8-sig"), "f").tree == {"a": "ü"}


def test_an_exploding_alias_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert messages("\n".join(lines))[0].endswith("(aliases counted as what they stand for)")


def test_too_large_an_input_is_refused_unread() -> None:
    assert messages(b"#" * (document.MAX_BYTES + 1)) == ["f:1:1: error: larger than 8 MiB"]


TEXT = """\
network:
  eth0:
    mtu: big
    addresses:
    - 192.0.2.1/24
    - {a: b,
       c: d}
"""


def test_a_value_on_its_keys_line_is_pointed_at() -> None:
    assert place(TEXT, ("network", "eth0", "mtu")) == (3, 10)
    assert place(TEXT, ("network", "eth0", "mtu"), key=True) == (3, 5)


def test_a_value_below_its_key_is_pointed_at_by_the_key() -> None:
    assert place(TEXT, ("network", "eth0", "addresses")) == (4, 5)


def test_items_and_flow_values_have_places() -> None:
    assert place(TEXT, ("network", "eth0", "addresses", 0)) == (5, 7)
    assert place(TEXT, ("network", "eth0", "addresses", 1, "c")) == (7, 11)


def test_an_absent_key_is_pointed_at_by_the_nearest_one_above_it() -> None:
    assert place(TEXT, ("network", "eth0", "dhcp4")) == (2, 3)
    assert place(TEXT, ("elsewhere",), at=("network", "eth0", "mtu")) == (3, 10)


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_bytes_become_a_tree_or_an_error_with_a_place(data: bytes) -> None:
    read = document.read(data, "f")
    report = Report()
    report.add(read.found)
    problems = report.problems(read.locate)
    assert all(problem.mark is not None and problem.mark.line >= 1 for problem in problems)
    if read.tree is None and data.strip() and b"#" not in data:
        assert problems or data.decode("utf-8", "ignore").strip("\ufeff \n\r\t-.~") in {
            "",
            "null",
            "Null",
            "NULL",
        }


scalars = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(scalars, inner, max_size=3),
    max_leaves=12,
)


@given(trees)
@settings(deadline=None)
def test_what_pyyaml_writes_is_read_back_as_text(tree: object) -> None:
    written = yaml.safe_dump(tree, default_style='"', allow_unicode=True)
    assert document.read(written, "f").tree == tree


def test_a_flood_of_repeated_keys_ends_early() -> None:
    told = messages("a: 1\n" * 5000)
    assert told == ["f:103:1: error: more than 100 keys stand twice"]
