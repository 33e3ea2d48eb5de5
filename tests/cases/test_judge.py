"""The reference material's judge and vectors, on the command as users run it.  They are read in place, never copied."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parent.parent.parent

# Of 100 checks of an area on a backend, how many have to be good: never fewer than the last time.  Where a number is
# below 100, the expectation is another project's habit or mistake (docs/compatibility.md).
VECTORS: dict[str, float] = {
    "ci-v1 netplan": 65,
    "ci-v1 networkd": 17,
    "ci-v1 nm": 40,
    "ci-v2 netplan": 93,
    "ci-v2 networkd": 36,
    "ci-v2 nm": 53,
    "nc-bad schema": 100,
    "nc-ok schema": 86,
    "np-err networkd": 98,
    "np-ex networkd": 83,
    "np-mixed networkd": 100,
    "np-mixed nm": 100,
    "np-nd networkd": 86,
    "np-nm nm": 89,
    "real-net netplan": 78,
    "real-net networkd": 61,
    "real-net nm": 60,
}


@pytest.fixture
def netinit(tmp_path: Path) -> str:
    """A `netinit` of its own, which runs this tree with this Python."""
    command = tmp_path / "netinit"
    command.write_text(
        f'#!/bin/sh\nPYTHONPATH="{PROJECT}" exec "{sys.executable}" -m netinit "$@"\n'
    )
    command.chmod(0o755)
    return str(command)


def ran(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=1500,
    )


@pytest.mark.parametrize("backend", ["netplan", "networkd", "networkmanager"])
def test_the_judge_finds_nothing(
    backend: str, netinit: str, shared_folder: Path, tmp_path: Path
) -> None:
    results = tmp_path / "results.json"
    words = ["netcases.py", "--cmd", netinit, "--to", backend, "--json", str(results)]
    cases = [str(shared_folder / "cases" / name) for name in ("network", "reports")]
    run = ran([*words, "--cases", *cases], shared_folder / "judge")
    found = json.loads(results.read_text())
    failures = {case["case"]: case["failures"] for case in found["cases"] if not case["passed"]}
    assert failures == {}
    assert run.returncode == 0, run.stderr
    assert found["passed"] > 0


def good(result: dict[str, Any]) -> bool:
    return result["status"] == "pass" or bool(
        result["lenient"] and result["status"] in {"superset", "alt"}
    )


# What netplan refuses has to be refused under --strict, since an unknown key alone is a warning here.
@pytest.mark.parametrize(
    ("area", "options"),
    [
        ("ci-", ""),
        ("np-nd", ""),
        ("np-nm", ""),
        ("np-mixed", ""),
        ("np-ex", ""),
        ("np-err", "--strict"),
        ("nc-", ""),
        ("real-net", ""),
    ],
)
def test_vectors_fare_as_well_as_before(
    area: str, options: str, netinit: str, shared_folder: Path, tmp_path: Path
) -> None:
    results = tmp_path / "results.json"
    command = f"{netinit} render {options} --to {{backend}} --root {{out}} {{nics}} {{input}}"
    words = ["score.py", "--area", area, "--json", str(results), "--cmd", command]
    words += ["--schema-cmd", f"{netinit} check {{input}}", "--backend-names", "nm=networkmanager"]
    ran(words, shared_folder / "vectors")
    found = json.loads(results.read_text())
    assert [result["vector"] for result in found if result["status"] == "crashed"] == []
    total, passed = Counter[str](), Counter[str]()
    for result in found:
        name = f"{result['area']} {result['backend']}"
        total[name] += 1
        passed[name] += good(result)
    shares = {name: 100 * passed[name] / count for name, count in total.items()}
    assert shares.keys() <= VECTORS.keys(), shares
    assert {name: share for name, share in shares.items() if share < VECTORS[name]} == {}
