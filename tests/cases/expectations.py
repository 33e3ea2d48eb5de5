"""The language in which cases say what they expect (cases/reports/FORMAT.md of the reference material).

`assertions` speak of rendered files, `result` of what a decision reports.  Each function returns what is wrong, as
lines of text; an empty list is a pass.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

LEAVES = frozenset({"any_of", "contains", "not_contains", "matches", "absent", "max_len"})
WORDS = {"yes": "true", "on": "true", "no": "false", "off": "false"}
Pairs = list[tuple[str, Any]]


def differences(expected: Any, given: Any, where: str = "") -> list[str]:
    """Where `given` does not hold what is expected: a mapping may hold more, a list may not."""
    if isinstance(expected, dict) and len(expected) == 1 and LEAVES.issuperset(expected):
        ((operator, value),) = expected.items()
        if _leaf(operator, value, given):
            return []
        return [f"{where}: expected {operator} {value!r}, found {given!r}"]
    if isinstance(expected, dict):
        if not isinstance(given, dict):
            return [f"{where}: expected a mapping, found {given!r}"]
        return [
            line
            for key, value in expected.items()
            for line in differences(value, given.get(key), f"{where}.{key}".lstrip("."))
        ]
    if isinstance(expected, list):
        if not isinstance(given, list | tuple) or len(given) != len(expected):
            return [f"{where}: expected {expected!r}, found {given!r}"]
        return [
            line
            for index, pair in enumerate(zip(expected, given, strict=True))
            for line in differences(*pair, f"{where}[{index}]")
        ]
    return [] if same(expected, given) else [f"{where}: expected {expected!r}, found {given!r}"]


def same(first: Any, second: Any) -> bool:
    """Whether two scalars are equal; true, yes and on are one word, and so are false, no and off."""
    return first is second or (_word(first) == _word(second) and None not in (first, second))


def _word(value: Any) -> str:
    text = str(value)
    return WORDS.get(text.lower(), text.lower() if isinstance(value, bool) else text)


def _leaf(operator: str, value: Any, given: Any) -> bool:
    if operator == "absent":
        return (given is None) == bool(value)
    if operator == "any_of":
        return any(not differences(choice, given) for choice in value)
    if operator == "not_contains":
        return not _leaf("contains", value, given)
    if given is None:
        return False
    if operator == "contains":
        if isinstance(given, list | tuple):
            return any(not differences(value, item) for item in given)
        return str(value) in str(given)
    if operator == "matches":
        return re.search(value, str(given)) is not None
    assert operator == "max_len"
    return len(str(given)) <= value


def broken(assertion: dict[str, Any], root: Path) -> list[str]:
    """What is wrong with the files below `root` by an assertion."""
    if "any" in assertion:
        tries = [broken({"backend": assertion["backend"], **one}, root) for one in assertion["any"]]
        return (
            [] if any(not lines for lines in tries) else [line for lines in tries for line in lines]
        )
    files = [
        path
        for path in sorted(root.rglob("*"))
        if path.is_file() and fnmatchcase(path.name, assertion["file"])
    ]
    found = _Found(assertion, files)
    return [] if found.holds() else [f"{assertion}: {found}"]


class _Found:
    """What the files of an assertion hold at its section and key."""

    def __init__(self, assertion: dict[str, Any], files: list[Path]) -> None:
        self.operator: str = assertion["op"]
        self.value = assertion.get("value")
        self.files = files
        self.sections: list[Pairs] = []
        key = assertion.get("key")
        if key == "MACAddress" and assertion.get("section") == "Match":
            key = "*MACAddress"  # PermanentMACAddress is the same nic, told more strictly
        for path in files:
            if assertion["backend"] == "netplan":
                self.sections += _netplan_section(path, assertion.get("section") or [])
            else:
                self.sections += _ini_sections(path, assertion.get("section"))
        pairs = [pair for section in self.sections for pair in section]
        self.values = [value for name, value in pairs if key is None or fnmatchcase(name, key)]
        self.present = bool(self.sections) if key is None else bool(self.values)

    def __str__(self) -> str:
        names = [path.name for path in self.files]
        return f"found {self.values!r} in {self.sections!r} of {names}"

    def holds(self) -> bool:
        """Whether the assertion holds."""
        if self.operator in {"no_file", "file_present"}:
            return bool(self.files) == (self.operator == "file_present")
        if not self.files:
            return False
        if self.operator.startswith(("no_", "not_")) and self.operator != "no_section_with_two":
            return not self._positive(re.sub("^not?_", "", self.operator))
        return self._positive(self.operator)

    def _positive(self, operator: str) -> bool:
        value, values = self.value, self.values
        match operator:
            case "present" | "absent":
                return self.present == (operator == "present")
            case "equals":
                return bool(values) and all(same(value, item) for item in values)
            case "any_of":
                return bool(values) and all(
                    any(same(one, item) for one in value) for item in values
                )
            case "contains":
                return any(same(value, part) for item in values for part in _parts(item))
            case "matches":
                return any(re.search(value, str(item)) for item in values)
            case "item":
                return any(
                    isinstance(item, dict) and not differences(value, item) for item in values
                )
            case "count":
                return len(values) == value
            case "section_count":
                return len(self.sections) == value
            case "section_with":
                return any(_section_holds(section, value) for section in self.sections)
            case "no_section_with_two":
                return all(
                    sum(name == value for name, _ in section) < 2 for section in self.sections
                )
            case "mode_max":
                allowed = int(str(value), 8)
                return all(not path.stat().st_mode & 0o777 & ~allowed for path in self.files)
        raise AssertionError(f"no operator '{operator}'")


def _parts(item: Any) -> list[Any]:
    return [item, *re.split(r"[;,\s]+", item)] if isinstance(item, str) else [item]


def _section_holds(section: Pairs, wanted: dict[str, Any]) -> bool:
    for key, value in wanted.items():
        given = [item for name, item in section if name == key]
        if isinstance(value, dict) and value.get("absent"):
            if given:
                return False
        elif not any(
            same(one, item)
            for one in (value if isinstance(value, list) else [value])
            for item in given
        ):
            return False
    return True


def _netplan_section(path: Path, section: list[str]) -> list[Pairs]:
    node = yaml.safe_load(path.read_text()) or {}
    for part in ["network", *section]:
        if not isinstance(node, dict) or part not in node:
            return []
        node = node[part]
    if not isinstance(node, dict):
        return [[("", node)]]
    return [
        [
            (str(key), item)
            for key, value in node.items()
            for item in (value if isinstance(value, list) else [value])
        ]
    ]


def _ini_sections(path: Path, wanted: str | None) -> list[Pairs]:
    """The sections of that name; both sections and keys may stand several times."""
    sections: list[Pairs] = []
    name = None
    for raw in path.read_text().splitlines():
        line = raw.strip()
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1]
            if name == wanted:
                sections.append([])
        elif line and line[0] not in "#;" and "=" in line and name == wanted and sections:
            key, _, value = line.partition("=")
            sections[-1].append((key.strip(), value.strip()))
    return sections
