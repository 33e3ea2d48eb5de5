"""The account of the boot, in cloud-init's form."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from netinit.cli.main import main
from netinit.report import Problem
from netinit.stages import status
from netinit.system.root import Root
from tests.fakes import tree

if TYPE_CHECKING:
    from pathlib import Path

WARNING = Problem(severity="warning", path="a", message="odd")
ERROR = Problem(severity="error", path="a", message="wrong")


def boot(
    base: Path, *stages: str, problems: tuple[Problem, ...] = (), failed: bool = False
) -> Root:
    tree(base, {"/proc/uptime": "12.34 50.00\n", "/run/cloud-init/enabled": ""})
    root = Root(str(base))
    for stage in stages:
        status.begin(root, stage)
        status.finish(root, stage, problems, failed=failed, datasource="DataSourceNoCloud [seed=x]")
    return root


ALL = ("local", "network", "config", "final")


def test_status_json_has_cloud_inits_keys(tmp_path: Path) -> None:
    boot(tmp_path, "local")
    v1 = json.loads((tmp_path / "var/lib/cloud/data/status.json").read_text())["v1"]
    assert list(v1) == [
        "datasource",
        "stage",
        "init-local",
        "init",
        "modules-config",
        "modules-final",
    ]
    assert v1["init-local"] == {
        "start": 12.34,
        "finished": 12.34,
        "errors": [],
        "recoverable_errors": {},
    }
    assert v1["datasource"] == "DataSourceNoCloud [seed=x]"
    assert (
        os.readlink(tmp_path / "run/cloud-init/status.json")
        == "../../var/lib/cloud/data/status.json"
    )


def test_result_json_appears_with_the_last_stage(tmp_path: Path) -> None:
    boot(tmp_path, "local", "network", "config")
    assert not (tmp_path / "run/cloud-init/result.json").exists()
    boot(tmp_path, "final")
    result = json.loads((tmp_path / "run/cloud-init/result.json").read_text())
    assert result == {"v1": {"datasource": "DataSourceNoCloud [seed=x]", "errors": []}}


def test_a_new_boot_begins_anew(tmp_path: Path) -> None:
    root = boot(tmp_path, *ALL, problems=(ERROR,), failed=True)
    status.begin(root, "local")
    assert not root.exists("/var/lib/cloud/data/result.json")
    assert status.tell(root, "").status == "running"


@pytest.mark.parametrize(
    ("stages", "problems", "failed", "expected"),
    [
        ((), (), False, ("not started", "not started", 0)),
        (("local",), (), False, ("running", "running", 0)),
        (ALL, (), False, ("done", "done", 0)),
        (ALL, (WARNING,), False, ("done", "degraded done", 2)),
        (ALL, (ERROR,), False, ("done", "degraded done", 2)),
        (ALL, (ERROR,), True, ("error", "error - done", 1)),
        (("local",), (ERROR,), True, ("error", "error - running", 1)),
    ],
    ids=["before", "running", "done", "warning", "survived", "failed", "failing"],
)
def test_states(
    tmp_path: Path,
    stages: tuple[str, ...],
    problems: tuple[Problem, ...],
    failed: bool,
    expected: tuple[str, str, int],
) -> None:
    told = status.tell(boot(tmp_path, *stages, problems=problems, failed=failed), "")
    assert (told.status, told.extended, told.exit_code) == expected


@pytest.mark.parametrize(
    ("files", "cmdline", "code"),
    [
        ({"/etc/cloud/cloud-init.disabled": ""}, "", "disabled-by-marker-file"),
        ({}, "quiet cloud-init=disabled", "disabled-by-kernel-command-line"),
        ({"/run/cloud-init/disabled": ""}, "", "disabled-by-generator"),
    ],
)
def test_disabled_is_told_with_its_switch(
    tmp_path: Path, files: dict[str, str], cmdline: str, code: str
) -> None:
    tree(tmp_path, files)
    told = status.tell(Root(str(tmp_path)), cmdline)
    assert (told.status, told.boot_code, told.exit_code) == ("disabled", code, 0)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"v1": 5}', '{"v1": {"init": 7, "stage": []}}'])
def test_a_broken_file_counts_as_none(tmp_path: Path, text: str) -> None:
    root = boot(tmp_path, "local")
    (tmp_path / "var/lib/cloud/data/status.json").write_text(text)
    assert status.tell(root, "").status == "running"


def test_the_command_speaks_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boot(tmp_path, *ALL, problems=(WARNING,))
    assert main(["status", "--wait", "--format", "json", "--root", str(tmp_path)]) == 2
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (told["status"], told["extended_status"], told["datasource"]) == (
        "done",
        "degraded done",
        "nocloud",
    )
    assert told["recoverable_errors"]["WARNING"] == ["warning: a: odd"] * 4
    assert main(["status", "--root", str(tmp_path)]) == 2
    assert capsys.readouterr().out == "status: done\n"
    assert main(["status", "--long", "--root", str(tmp_path)]) == 2
    assert "detail: DataSourceNoCloud [seed=x]" in capsys.readouterr().out


def test_the_later_stages_keep_the_account(tmp_path: Path) -> None:
    boot(tmp_path, "local")
    for stage in ("network", "config", "final"):
        assert main([stage, "--root", str(tmp_path)]) == 0
    assert status.tell(Root(str(tmp_path)), "").status == "done"
    assert (tmp_path / "var/lib/cloud/instance/boot-finished").exists()


@pytest.mark.parametrize(
    "entry", [3, {"errors": 3}, {"recoverable_errors": [1]}, {"recoverable_errors": {"WARNING": 1}}]
)
def test_a_status_that_somebody_broke_is_no_obstacle(entry: Any, tmp_path: Path) -> None:
    text = json.dumps({"v1": {"init-local": entry}})
    tree(tmp_path, {"/var/lib/cloud/data/status.json": text})
    assert status.tell(Root(str(tmp_path)), "").status == "running"
