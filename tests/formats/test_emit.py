"""The emitter: what it writes reads back as the same tree, whoever reads it."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from netinit import document
from netinit.document import Quoted
from netinit.formats.emit import emit

TRICKY = [
    "", " ", "~", "null", "Null", "NULL", "true", "True", "yes", "NO", "on", "Off", "y", "N",
    "0", "10", "010", "0o17", "0x1F", "0b1", "1_000", "+1", "-1", "1.5", ".5", "1e3", "1.e+3", "6.8523015e+5",
    ".inf", "-.INF", ".NaN", "52:54:00:12:34:56", "12:30", "190:20:30.15", "2026-11-30", "2026-11-30 10:00:00",
    "<<", "=", "!", "&a", "*a", "- a", "-", "---", "...", "?", "? a", ":", "a:", "a: b", "a #b", "#a", "%a", "@a", "`a",
    "[a]", "{a}", "a,b", "'a'", '"a"', "\\", "a\nb", "a\n", "\na", "\t", "a\tb", " a", "a ", "\u00e4", "\u2028", "\x85",
    "\ufeff", "\x7f", "\x00", "\x1b[0m", "\U0001f600", "192.0.2.1", "192.0.2.1/24", "2001:db8::1", "::", "802.3ad",
    "1.2.3", "1.2e3", "1.2f", "e1", "0/0", "1__2", "0_7", "a" * 3000,
]  # fmt: skip

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(TRICKY)
leaves = texts.map(Quoted) | st.booleans() | st.integers(0, 2**32) | st.none()
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)
raw_trees = st.recursive(
    texts | texts.map(Quoted),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


def without_merge(tree):
    """Whether no key is `<<`: that one means something else to readers, quoted or not."""
    if isinstance(tree, dict):
        return "<<" not in tree and all(map(without_merge, tree.values()))
    return not isinstance(tree, list) or all(map(without_merge, tree))


@pytest.mark.parametrize("text", TRICKY, ids=lambda text: ascii(text)[:24])
def test_text_reads_back_as_the_same_text(text):
    emitted = emit({"key": Quoted(text)})
    assert yaml.safe_load(emitted) == {"key": text}
    assert document.read(emitted, "-").tree == {"key": text}


@pytest.mark.parametrize(
    "text", [text for text in TRICKY if text != "<<"], ids=lambda text: ascii(text)[:24]
)
def test_key_reads_back_as_the_same_text(text):
    emitted = emit({text: "value", "other": ["value"]})
    assert yaml.safe_load(emitted) == {text: "value", "other": ["value"]}
    assert document.read(emitted, "-").tree == {text: "value", "other": ["value"]}


@given(trees.filter(without_merge))
def test_any_tree_reads_back_with_pyyaml(tree):
    assert yaml.safe_load(emit(tree)) == tree


@given(raw_trees.filter(without_merge))
def test_texts_of_a_document_read_back_as_they_were(tree):
    emitted = emit(tree)
    assert yaml.load(emitted, yaml.BaseLoader) == tree
    assert document.read(emitted, "-").tree == tree


@given(raw_trees.filter(without_merge))
def test_emitting_what_was_read_changes_nothing(tree):
    emitted = emit(tree)
    assert emit(document.read(emitted, "-").tree) == emitted


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ({}, "{}\n"),
        ([], "[]\n"),
        ({"a": {}, "b": [], "c": None}, "a: {}\nb: []\nc: null\n"),
        ({"mtu": 1500, "dhcp4": True, "off": False}, 'mtu: 1500\ndhcp4: true\n"off": false\n'),
        ({"to": "default", "via": "192.0.2.1"}, "to: default\nvia: 192.0.2.1\n"),
        ({"id": "010", "table": "10", "dhcp4": "true"}, 'id: "010"\ntable: 10\ndhcp4: true\n'),
        ({"ssid": Quoted("10"), "word": Quoted("true")}, 'ssid: "10"\nword: "true"\n'),
        ({"mode": "802.3ad", "policy": "layer3+4"}, "mode: 802.3ad\npolicy: layer3+4\n"),
        ({"mac": "52:54:00:12:34:56", "ip": "fe80::1"}, 'mac: "52:54:00:12:34:56"\nip: "fe80::1"\n'),
        ({"routes": [{"to": "default", "on-link": True}]}, "routes:\n  - to: default\n    on-link: true\n"),
        ({"ports": [["a", "b"], ["c", "d"]]}, "ports:\n  - - a\n    - b\n  - - c\n    - d\n"),
        ({"a": [{"b": [{"c": {"d": "e"}}]}]}, "a:\n  - b:\n      - c:\n          d: e\n"),
        ({"text": "a\nb\u00e4\x07"}, 'text: "a\\nb\u00e4\\x07"\n'),
    ],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_form(tree, expected):
    assert emit(tree) == expected


def test_indent_moves_every_line():
    assert emit({"a": ["b", {"c": "d"}]}, indent=2) == "  a:\n    - b\n    - c: d\n"
