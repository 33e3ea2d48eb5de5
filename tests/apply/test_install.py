"""netinit is laid down on a tree and taken away again."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from netinit.apply import install
from netinit.cli.main import main
from netinit.errors import NetinitError
from netinit.system.root import Root
from tests.fakes import found, tree

if TYPE_CHECKING:
    from pathlib import Path

UNITS = "/usr/lib/systemd/system"


def put(base: Path, *, enable: bool = True, instead: bool = False) -> Root:
    root = Root(str(base))
    install.install(root, install.plan(root, enable=enable, instead=instead))
    return root


def test_everything_that_a_boot_needs_is_there(tmp_path: Path) -> None:
    root = put(tmp_path)
    files = found(tmp_path)
    assert {
        f"{UNITS}/netinit-{stage}.service" for stage in ("local", "network", "config", "final")
    } <= set(files)
    assert "/usr/lib/netinit/netinit/cli/main.py" in files
    assert root.mode(install.LAUNCHER) == 0o755
    assert os.readlink(tmp_path / "usr/bin/netinit") == install.LAUNCHER
    assert (
        os.readlink(tmp_path / install.ENABLED.lstrip("/")) == f"{install.CODE}/netinit-generator"
    )
    assert not any("@" in text for path, text in files.items() if path.startswith(UNITS))


def test_a_second_installation_writes_nothing(tmp_path: Path) -> None:
    root = put(tmp_path)
    changes = install.install(root, install.plan(root, enable=True, instead=False))
    assert changes.written == ()


def test_without_enable_no_generator_runs(tmp_path: Path) -> None:
    root = put(tmp_path, enable=False)
    assert not root.exists(install.ENABLED)
    assert root.exists(install.COMMAND)


def test_uninstall_takes_exactly_that_away(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "/etc/cloud/cloud.cfg": "mine: 1\n",
            "/usr/lib/netinit/netinit/__pycache__/a.pyc": b"x",
            "/etc/hosts": "\n",
        },
    )
    root = put(tmp_path)
    install.uninstall(root)
    assert found(tmp_path) == {"/etc/cloud/cloud.cfg": "mine: 1\n", "/etc/hosts": "\n"}
    assert not os.path.lexists(tmp_path / "usr/bin/netinit")


def test_uninstall_spares_what_somebody_edited(tmp_path: Path) -> None:
    root = put(tmp_path)
    (tmp_path / "etc/cloud/cloud.cfg").write_text("edited: 1\n")
    assert install.uninstall(root).foreign == ("/etc/cloud/cloud.cfg",)
    assert (tmp_path / "etc/cloud/cloud.cfg").read_text() == "edited: 1\n"


CLOUD_INIT = {"/usr/lib/systemd/system-generators/cloud-init-generator": "#!/bin/sh\n"}


def test_an_enabled_cloud_init_stands_in_the_way(tmp_path: Path) -> None:
    tree(tmp_path, CLOUD_INIT)
    with pytest.raises(
        NetinitError, match=r"cloud-init is installed and enabled .*--as-cloud-init"
    ):
        put(tmp_path)


def test_a_disabled_cloud_init_does_not(tmp_path: Path) -> None:
    tree(tmp_path, {**CLOUD_INIT, "/etc/cloud/cloud-init.disabled": ""})
    assert put(tmp_path).exists(install.COMMAND)


def test_its_place_is_taken_by_masking_it_and_given_back(tmp_path: Path) -> None:
    tree(tmp_path, CLOUD_INIT)
    root = put(tmp_path, instead=True)
    for unit in install.CLOUD_INIT_UNITS:
        assert os.readlink(tmp_path / f"etc/systemd/system/{unit}") == "/dev/null"
    assert os.readlink(tmp_path / install.CLOUD_INIT_GENERATOR.lstrip("/")) == "/dev/null"
    install.uninstall(root)
    assert set(found(tmp_path)) == set(CLOUD_INIT)
    assert not os.path.lexists(tmp_path / "etc/systemd/system/cloud-init.service")


def test_a_foreign_file_is_not_replaced_by_a_link(tmp_path: Path) -> None:
    tree(tmp_path, {"/usr/bin/netinit": "somebody's\n"})
    with pytest.raises(
        NetinitError, match="linking /usr/bin/netinit: a file that is not ours stands there"
    ):
        put(tmp_path)
    assert found(tmp_path) == {"/usr/bin/netinit": "somebody's\n"}


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "--root", str(tmp_path)]) == 0
    assert "not enabled: --enable lets it run" in capsys.readouterr().out
    assert main(["install", "--root", str(tmp_path), "--uninstall"]) == 0
    assert capsys.readouterr().out.startswith("removed ")
    assert main(["install", "--root", str(tmp_path / "none")]) == 2


def test_the_units_are_what_systemd_reads(tmp_path: Path) -> None:
    put(tmp_path)
    units = sorted(str(path) for path in (tmp_path / UNITS.lstrip("/")).iterdir())
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [
        line
        for line in done.stderr.splitlines()
        if "netinit" in line and "not executable" not in line
    ]
    assert complaints == []
