"""The evaluator of cases tells right from wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases.expectations import broken, differences

RESULTS = {
    "equal words": ({"a": True}, {"a": "yes", "b": 1}, True),
    "another word": ({"a": True}, {"a": "no"}, False),
    "a missing key": ({"a": 1}, {}, False),
    "a number and its text": ({"a": 9000}, {"a": "9000"}, True),
    "none is not the word None": ({"a": "None"}, {"a": None}, False),
    "a list of equal length": ([1, {"b": 2}], [1, {"b": 2, "c": 3}], True),
    "a longer list": ([1], [1, 2], False),
    "any_of": ({"a": {"any_of": [1, 2]}}, {"a": 2}, True),
    "any_of none": ({"a": {"any_of": [1, 2]}}, {"a": 3}, False),
    "contains an item": ({"contains": {"contains": "y"}}, ["x", "xyz"], True),
    "contains no item": ({"contains": {"contains": "q"}}, ["x", "xyz"], False),
    "not_contains": ({"not_contains": "q"}, ["q"], False),
    "not_contains of nothing": ({"not_contains": "q"}, None, True),
    "matches": ({"matches": "(?i)mac"}, "another MAC", True),
    "matches nothing": ({"matches": ".*"}, None, False),
    "absent": ({"a": {"absent": True}}, {}, True),
    "absent but there": ({"a": {"absent": True}}, {"a": 1}, False),
    "max_len": ({"max_len": 2}, "abc", False),
}


@pytest.mark.parametrize("name", RESULTS)
def test_results(name: str) -> None:
    expected, given, passes = RESULTS[name]
    assert (differences(expected, given) == []) == passes


FILES = {
    "a.yaml": "network:\n  version: 2\n  ethernets:\n    eth0:\n      dhcp4: true\n"
    "      routes:\n      - {to: default, via: 192.0.2.1}\n",
    "a.network": "[Match]\nName=eth0\n[Route]\nGateway=192.0.2.1\n[Route]\nGateway=192.0.2.2\nMetric=5\n",
    "a.nmconnection": "[ipv4]\ndns=192.0.2.53;192.0.2.54;\nmethod=auto\n",
}


def netplan(key: str | None, op: str, value: Any = None) -> dict[str, Any]:
    return {
        "backend": "netplan",
        "file": "*.yaml",
        "section": ["ethernets", "eth0"],
        "key": key,
        "op": op,
        "value": value,
    }


def ini(
    section: str, key: str | None, op: str, value: Any = None, file: str = "*.network"
) -> dict[str, Any]:
    return {
        "backend": "networkd",
        "file": file,
        "section": section,
        "key": key,
        "op": op,
        "value": value,
    }


ASSERTIONS: dict[str, tuple[dict[str, Any], bool]] = {
    "netplan equals": (netplan("dhcp4", "equals", "on"), True),
    "netplan equals another": (netplan("dhcp4", "equals", False), False),
    "netplan item": (netplan("routes", "item", {"to": {"any_of": ["default"]}}), True),
    "netplan no_item": (netplan("routes", "no_item", {"via": "192.0.2.1"}), False),
    "netplan absent": (netplan("dhcp6", "absent"), True),
    "netplan section present": (netplan(None, "present"), True),
    "key glob": (netplan("dhcp?", "equals", True), True),
    "contains in a list": (
        ini("ipv4", "dns", "contains", "192.0.2.54", file="*.nmconnection"),
        True,
    ),
    "not_contains": (ini("ipv4", "dns", "not_contains", "192.0.2.5", "*.nmconnection"), True),
    "equals needs all": (ini("Route", "Gateway", "equals", "192.0.2.1"), False),
    "any_of": (ini("Route", "Gateway", "any_of", ["192.0.2.1", "192.0.2.2"]), True),
    "matches": (ini("Route", "Gateway", "matches", r"\.2$"), True),
    "not_matches": (ini("Route", "Gateway", "not_matches", r"\.3$"), True),
    "section_with": (
        ini("Route", None, "section_with", {"Gateway": "192.0.2.2", "Metric": 5}),
        True,
    ),
    "section_with absent": (
        ini("Route", None, "section_with", {"Gateway": "192.0.2.2", "Metric": {"absent": True}}),
        False,
    ),
    "no_section_with": (ini("Route", None, "no_section_with", {"Metric": 6}), True),
    "section_count": (ini("Route", None, "section_count", 2), True),
    "count": (ini("Route", "Metric", "count", 2), False),
    "no_section_with_two": (ini("Route", None, "no_section_with_two", "Gateway"), True),
    "mode_max": (ini("Match", None, "mode_max", "0600"), False),
    "file_present": (ini("", None, "file_present", file="b.*"), False),
    "no_file": (ini("", None, "no_file", file="b.*"), True),
    "any": (
        {
            "backend": "networkd",
            "any": [
                {"file": "b.*", "op": "file_present"},
                {"file": "a.*", "op": "file_present"},
            ],
        },
        True,
    ),
}


@pytest.mark.parametrize("name", ASSERTIONS)
def test_assertions(name: str, tmp_path: Path) -> None:
    for file, text in FILES.items():
        (tmp_path / file).write_text(text)
        (tmp_path / file).chmod(0o640)
    assertion, holds = ASSERTIONS[name]
    assert (broken(assertion, tmp_path) == []) == holds
