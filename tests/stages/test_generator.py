"""The generator pulls netinit into a boot that has a datasource."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from netinit.cli.main import main
from tests.fakes import tree

if TYPE_CHECKING:
    from pathlib import Path

SEED = {"/var/lib/cloud/seed/nocloud/meta-data": "", "/var/lib/cloud/seed/nocloud/user-data": ""}
LINK = "run/systemd/generator.early/multi-user.target.wants/netinit.target"


def generate(base: Path) -> int:
    return main(
        [
            "generator",
            "--root",
            str(base),
            "/run/systemd/generator",
            "/run/systemd/generator.early",
            "/run/systemd/generator.late",
        ]
    )


def test_with_a_datasource_the_target_is_wanted(tmp_path: Path) -> None:
    tree(tmp_path, SEED)
    assert generate(tmp_path) == 0
    assert os.readlink(tmp_path / LINK) == "/usr/lib/systemd/system/netinit.target"
    assert (tmp_path / "run/cloud-init/enabled").exists()
    assert (
        tmp_path / "run/cloud-init/cloud.cfg"
    ).read_text() == "datasource_list: [ NoCloud, None ]\n"
    assert (
        "NoCloud?: yes, because seed directory"
        in (tmp_path / "run/netinit/generator.log").read_text()
    )


@pytest.mark.parametrize(
    ("files", "result"),
    [
        ({}, "1"),
        ({**SEED, "/etc/cloud/cloud-init.disabled": ""}, "2"),
        ({**SEED, "/proc/cmdline": "quiet cloud-init=disabled\n"}, "2"),
    ],
    ids=["nothing", "file", "command line"],
)
def test_without_one_nothing_starts(tmp_path: Path, files: dict[str, str], result: str) -> None:
    tree(tmp_path, files)
    assert generate(tmp_path) == 0
    assert not os.path.lexists(tmp_path / LINK)
    assert (tmp_path / "run/cloud-init/disabled").exists()
    assert (tmp_path / "run/cloud-init/.ds-identify.result").read_text() == f"{result}\n"


def test_what_an_earlier_run_wanted_is_taken_back(tmp_path: Path) -> None:
    tree(tmp_path, SEED)
    generate(tmp_path)
    (tmp_path / "etc/cloud").mkdir(parents=True)
    (tmp_path / "etc/cloud/cloud-init.disabled").touch()
    generate(tmp_path)
    assert not os.path.lexists(tmp_path / LINK)
    assert not (tmp_path / "run/cloud-init/enabled").exists()


def test_a_run_directory_that_cannot_be_written_stops_no_boot(tmp_path: Path) -> None:
    tree(tmp_path, {**SEED, "/run": "a file\n"})
    assert generate(tmp_path) == 0
