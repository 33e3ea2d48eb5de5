"""`netinit check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from netinit.cli.main import main

FINE = "version: 2\nethernets: {eth0: {dhcp4: true}}\n"
WARNING = "version: 2\nethernets: {eth0: {addresses: [192.0.2.0/24]}}\n"
ERROR = "version: 2\nethernets: {eth0: {dhcp4: maybe}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("fine", FINE), ("warning", WARNING), ("error", ERROR)):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["fine"], 0),
        (["warning"], 0),
        (["--strict", "fine"], 0),
        (["--strict", "warning"], 1),
        (["error"], 2),
        (["fine", "error", "fine"], 2),
        (["--strict", "warning", "error"], 2),
        (["--from", "nonsense", "fine"], 64),
        (["absent"], 2),
    ],
)
@pytest.mark.usefixtures("folder")
def test_the_exit_code_tells_the_worst(words: list[str], code: int) -> None:
    assert main(["check", *words]) == code


@pytest.mark.usefixtures("folder")
def test_problems_are_printed_input_by_input(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "error", "warning", "fine"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["error:2:27:", "warning:2:32:"]


@pytest.mark.usefixtures("folder")
def test_json_holds_all_problems(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--json", "error", "warning"])
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert [(item["file"], item["severity"], item["path"]) for item in problems] == [
        ("error", "error", "ethernets.eth0.dhcp4"),
        ("warning", "warning", "ethernets.eth0.addresses[0]"),
    ]


def test_nics_tell_more(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "nics").write_text("- {name: ens3, mac: '02:00:00:00:00:01'}\n")
    assert main(["check", "--strict", "--nics", "nics", "fine"]) == 1
    assert "no nic of this machine" in capsys.readouterr().out


def test_a_directory_of_klibc_files_names_each(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "run").mkdir()
    (folder / "run" / "net-a.conf").write_text("DEVICE=a\nIPV4ADDR=192.0.2.1/24\n")
    (folder / "run" / "net-b.conf").write_text("DEVICE=b\nPROTO=x\n")
    assert main(["check", "run"]) == 2
    assert capsys.readouterr().out.startswith("run/net-b.conf:2:1: error: b.PROTO:")
