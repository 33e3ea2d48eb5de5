"""The C parser by the short way, and what stands in for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from netinit import yamlevents

if TYPE_CHECKING:
    from collections.abc import Callable

PROJECT = Path(__file__).resolve().parent.parent
TEXTS = {
    "mapping": "a: 1\nb: [x, 'y', \"z\"]\n",
    "anchors": "a: &one {b: 1}\nc: *one\n",
    "block scalars": "a: |\n  text\nb: >-\n  folded\n  text\n",
    "two documents": "a: 1\n---\nb: 2\n",
    "nothing": "",
}
# Runs with the C module out of reach, as where PyYAML was built without libyaml.
PURE = """
import sys
class Hidden:
    def find_spec(name, path=None, target=None):
        if name == "yaml._yaml":
            raise ImportError(name)
sys.meta_path.insert(0, Hidden)
from netinit import yamlevents
from tests.test_yamlevents import told
assert yamlevents.Parser.__module__ == "yaml.loader", yamlevents.Parser
print(told(sys.argv[1]), end="")
"""


def told(text: str) -> str:
    """All that is called while a text is read, a line each."""
    lines: list[str] = []

    def note(name: str) -> Callable[..., None]:
        return lambda *parts: lines.append(f"{name} {[shown(part) for part in parts]}\n")

    kinds = ("scalar", "mapping", "sequence", "end", "alias", "document")
    yamlevents.read(text, **{kind: note(kind) for kind in kinds})
    return "".join(lines)


def shown(part: Any) -> object:
    return (part.line, part.column) if hasattr(part, "line") else part or None


@pytest.mark.parametrize("name", TEXTS)
def test_the_pure_python_parser_gives_the_same_events(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PURE, TEXTS[name]],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.stderr == ""
    assert run.stdout == told(TEXTS[name])


def test_the_real_package_keeps_its_own_events() -> None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    assert told("a: 1\n")
    kinds = [type(event).__name__ for event in yaml.parse("a: 1\n", Loader=loader)]
    assert kinds[2:5] == ["MappingStartEvent", "ScalarEvent", "ScalarEvent"]


def test_bad_yaml_names_its_place() -> None:
    with pytest.raises(yamlevents.BadYaml) as caught:
        told("a: [1\nb: 2\n")
    assert (caught.value.line, caught.value.column) == (2, 2)
