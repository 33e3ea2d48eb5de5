"""`netinit facts` and `netinit identify`: what is printed, what is written, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from netinit.cli.main import main
from tests.fakes import found, tree
from tests.system.images import SEED, vfat

NOCLOUD = {
    "var/lib/cloud/seed/nocloud/meta-data": "instance-id: iid-1\n",
    "var/lib/cloud/seed/nocloud/user-data": "#cloud-config\npassword: secret\n",
}
Captured = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return main(list(words))


def test_what_has_evidence_is_printed(tmp_path: Path, capsys: Captured) -> None:
    assert run("identify", "--root", str(tree(tmp_path, NOCLOUD))) == 0
    assert capsys.readouterr().out == (
        "NoCloud?         yes: seed directory /var/lib/cloud/seed/nocloud\n"
        "sources to try?  NoCloud, None: these have evidence\n"
    )


def test_all_sources_can_be_listed(tmp_path: Path, capsys: Captured) -> None:
    assert run("identify", "--root", str(tmp_path), "--list") == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 31
    assert "Hetzner?         no: DMI sys_vendor is not set, not 'Hetzner'" in lines


@pytest.mark.parametrize(
    "files", [{"etc/cloud/cloud-init.disabled": ""}, {"proc/cmdline": "cloud-init=disabled"}]
)
def test_a_switch_is_told_by_the_exit_code(
    tmp_path: Path, capsys: Captured, files: dict[str, str]
) -> None:
    assert run("identify", "--root", str(tree(tmp_path, {**NOCLOUD, **files}))) == 2
    assert "run at all?" in capsys.readouterr().out


def test_json_has_all_of_it(tmp_path: Path, capsys: Captured) -> None:
    assert run("identify", "--root", str(tree(tmp_path, NOCLOUD)), "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["sources"] == ["NoCloud", "None"]
    assert printed["evidence"]["NoCloud"]["level"] == "found"
    assert printed["steps"][-1]["because"] == "these have evidence"


def test_the_run_files_are_written_when_told_to(tmp_path: Path, capsys: Captured) -> None:
    root = str(tree(tmp_path, NOCLOUD))
    assert run("identify", "--root", root) == 0
    assert not (tmp_path / "run").exists()
    assert run("identify", "--root", root, "--write") == 0
    written = {path: text for path, text in found(tmp_path).items() if path.startswith("/run/")}
    assert written == {
        "/run/cloud-init/cloud.cfg": "datasource_list: [ NoCloud, None ]\n",
        "/run/cloud-init/.ds-identify.result": "0\n",
    }
    capsys.readouterr()
    assert run("identify", "--root", root) == 0
    assert "identified in this boot already" in capsys.readouterr().out
    assert run("identify", "--root", root, "--force") == 0
    assert "these have evidence" in capsys.readouterr().out


def test_an_image_can_stand_for_a_device(tmp_path: Path, capsys: Captured) -> None:
    path = vfat(tmp_path, SEED)
    assert (
        run(
            "identify", "--root", str(tree(tmp_path / "root", {"/etc": None})), "--media", str(path)
        )
        == 0
    )
    assert f"vfat with the label 'CIDATA' on {path}" in capsys.readouterr().out


def test_facts_replay_elsewhere_and_hold_no_user_data(tmp_path: Path, capsys: Captured) -> None:
    assert run("facts", "--root", str(tree(tmp_path / "root", NOCLOUD))) == 0
    text = capsys.readouterr().out
    assert "secret" not in text
    (tmp_path / "facts.yaml").write_text(text)
    (tmp_path / "empty").mkdir()
    words = ("--facts", str(tmp_path / "facts.yaml"), "--root", str(tmp_path / "empty"))
    assert run("identify", *words) == 0
    assert "NoCloud, None" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("identify", "--facts", "/nonexistent"),
        ("identify", "--media", "/nonexistent"),
        ("facts", "--media", "/nonexistent"),
    ],
    ids=" ".join,
)
def test_a_file_that_is_not_there_is_named(words: tuple[str, ...], capsys: Captured) -> None:
    assert run(*words) == 2
    assert "/nonexistent: No such file" in capsys.readouterr().err
