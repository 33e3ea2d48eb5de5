"""JSON text: what is written reads back as the same value."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from netinit.document import Quoted, read
from netinit.formats.jsontext import dump, typed

if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.formats.jsontext import Json


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        None,
        True,
        False,
        0,
        -7,
        "",
        "plain",
        'quotes " and \\ and / and\ttabs\nlines\x00\x7f\x85\u2028',
        "Grüße \U0001f427",
        "\ud800",
        {"a": [1, {"b": None}], "c": {"d": []}},
    ],
    ids=repr,
)
def test_it_reads_back(value: Json) -> None:
    text = dump(value)
    assert json.loads(text) == value
    text.encode()


def test_it_is_indented_as_people_read_it() -> None:
    assert dump({"a": [1], "b": {}}) == '{\n  "a": [\n    1\n  ],\n  "b": {}\n}'


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        ("true", True),
        ("False", False),
        ("off", "off"),
        ("1500", 1500),
        ("-1", -1),
        ("010", 10),
        ("52:54:00:12:34:56", "52:54:00:12:34:56"),
        ("1.5", "1.5"),
        ("²", "²"),
        (Quoted("1500"), "1500"),
        (None, None),
        ({"a": ["1", {"b": "x"}]}, {"a": [1, {"b": "x"}]}),
    ],
    ids=repr,
)
def test_plain_scalars_become_what_they_look_like(tree: Tree, value: Json) -> None:
    assert typed(tree) == value


def test_a_document() -> None:
    tree = read('{a: true, b: "true", c: ~}', "f").tree
    assert typed(tree) == {"a": True, "b": "true", "c": None}
