"""What went wrong for people, as cases: `pytest tests/cases --cases DIR` runs those of any folder of the same format.

Without --cases the reference material's cases/reports are run, where they are.  Each runner gives netinit what the
case describes and reports as a mapping (adapter.py); expectations.py compares.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cases import adapter
from tests.cases.expectations import broken, differences
from tests.conftest import shared


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" not in metafunc.fixturenames:
        return
    folder = Path(metafunc.config.getoption("--cases") or shared() / "cases" / "reports")
    cases = [path.parent for path in sorted(folder.glob("*/case.yaml"))]
    known = [path for path in cases if adapter.can_run(read(path)["run"])]
    if not known:
        reason = f"no cases in {folder} (--cases DIR names another folder)"
        metafunc.parametrize("case", [pytest.param(folder, marks=pytest.mark.skip(reason))])
        return
    metafunc.parametrize("case", known, ids=lambda path: path.name)


def read(case: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((case / "case.yaml").read_text())
    return loaded


def test_case(case: Path, tmp_path: Path) -> None:
    described = read(case)
    expected = described["expect"]
    result = adapter.RUNNERS[described["run"]["command"]](
        case / "input", described["run"], tmp_path
    )
    wrong = differences(expected.get("result", {}), result)
    for assertion in expected.get("assertions", ()):
        wrong += broken(assertion, tmp_path / assertion["backend"])
    if expected["outcome"] == "error" and not result.get("error"):
        wrong.append("expected an error")
    assert wrong == [], described["why"]
