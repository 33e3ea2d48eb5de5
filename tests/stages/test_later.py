"""The stages after the local one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from netinit.errors import NetinitError
from netinit.model.files import RenderedFile
from netinit.stages import later, status
from netinit.system import manifest
from netinit.system.root import Root
from tests.fakes import Ended, Script

if TYPE_CHECKING:
    from pathlib import Path


def rendered(base: Path) -> Root:
    root = Root(str(base))
    manifest.install(root, [RenderedFile(path="/etc/netplan/50-netinit.yaml", content="{}\n")])
    return root


def test_the_network_is_waited_for_where_netinit_wrote_one(tmp_path: Path) -> None:
    command = Script({later.WAIT: Ended()})
    assert later.run(rendered(tmp_path), "network", command) == 0
    assert command.log == [later.WAIT]


def test_nothing_is_waited_for_where_the_network_is_left_alone(tmp_path: Path) -> None:
    command = Script({})
    assert later.run(Root(str(tmp_path)), "network", command) == 0
    assert command.log == []


def test_a_tree_that_does_not_run_waits_for_nothing(tmp_path: Path) -> None:
    assert later.run(rendered(tmp_path), "network") == 0


@pytest.mark.parametrize(
    "answer",
    [Ended(exit_code=1, stderr=b"no bus"), NetinitError("no bus")],
    ids=["exit code", "no systemctl"],
)
def test_a_refused_wait_is_told_and_survived(answer: Ended | NetinitError, tmp_path: Path) -> None:
    root = rendered(tmp_path)
    assert later.run(root, "network", Script({later.WAIT: answer})) == 2
    (told,) = status.tell(root, "").recoverable["WARNING"]
    assert "no bus; the next stage does not wait for the network" in told
