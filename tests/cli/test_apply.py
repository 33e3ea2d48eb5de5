"""`netinit apply` on a tree: what it prints, its exit codes, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from netinit.cli.apply import Confirmation
from netinit.cli.main import main
from netinit.model.files import RenderedFile
from netinit.model.paths import CHANGING, LAST_GOOD, UNCONFIRMED
from netinit.system.lock import Lock
from netinit.system.root import Root
from tests.fakes import FakeClock, found, tree

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "version: 2\nethernets: {eth0: {dhcp4: true}}\n"
BAD = "version: 2\nethernets: {eth0: {dhcp4: true, mtu: big}}\n"
SECRET = (
    "version: 2\nwifis: {wlan0: {access-points: {home: {password: very-secret}}, optional: true}}\n"
)
FILE = "/etc/systemd/network/10-netinit-eth0.network"


def apply(base: Path, text: str | None, *more: str) -> int:
    words = ["apply", "--root", str(base), "--to", "networkd", *more]
    if text is not None:
        (base / "given").write_text(text)
        words.append(str(base / "given"))
    return main(words)


def test_it_writes_what_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert apply(tmp_path, GOOD) == 0
    assert capsys.readouterr().out == f"wrote {FILE}\ndone\n"
    assert FILE in found(tmp_path)
    assert apply(tmp_path, GOOD) == 0
    assert capsys.readouterr().out == "nothing to change\n"


def test_errors_are_refused_unless_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert apply(tmp_path, BAD) == 2
    told = capsys.readouterr().err.splitlines()
    assert "ethernets.eth0.mtu" in told[0]
    assert told[1].startswith("netinit apply: 1 error in the network-config")
    assert FILE not in found(tmp_path)
    assert apply(tmp_path, BAD, "--force") == 0
    assert FILE in found(tmp_path)


def test_going_back_and_forth(tmp_path: Path) -> None:
    apply(tmp_path, GOOD)
    first = found(tmp_path)[FILE]
    apply(tmp_path, GOOD.replace("true", "false"))
    second = found(tmp_path)[FILE]
    assert apply(tmp_path, None, "--rollback") == 0
    assert found(tmp_path)[FILE] == first
    assert apply(tmp_path, None, "--rollback") == 0
    assert found(tmp_path)[FILE] == second


def test_json_tells_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert apply(tmp_path, GOOD, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["result"] == "kept"
    assert told["renderer"] == "networkd"
    assert told["files"]["written"] == [FILE]
    assert told["failures"] == told["left"] == told["problems"] == []


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_no_secret_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], how: tuple[str, ...]
) -> None:
    assert apply(tmp_path, SECRET, *how) == 0
    assert apply(tmp_path, GOOD, *how) == 0
    told = capsys.readouterr()
    assert "very-secret" not in told.out + told.err
    assert "very-secret" in found(tmp_path)[LAST_GOOD]
    assert Root(str(tmp_path)).mode(LAST_GOOD) == 0o600


@pytest.mark.parametrize(
    "words",
    [
        ["--confirm", "soon"],
        ["--confirm", "0"],
        ["--wait", "-1"],
        ["--rollback", "given"],
        ["--confirm-now", "given"],
        ["--confirm-now", "--rollback"],
    ],
    ids=" ".join,
)
def test_wrong_usage(words: list[str], tmp_path: Path) -> None:
    assert main(["apply", "--root", str(tmp_path), *words]) == 64


@pytest.mark.parametrize("option", ["--confirm-now", "--rollback"])
def test_nothing_to_confirm_and_nothing_to_go_back_to(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert apply(tmp_path, None, option) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_there_is_one_change_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = Lock(Root(str(tmp_path)), CHANGING)
    assert lock.take()
    assert apply(tmp_path, GOOD) == 2
    assert (
        capsys.readouterr().err
        == "netinit apply: another 'netinit apply' is changing the network\n"
    )
    assert apply(tmp_path, None, "--confirm-now") == 2  # it has not come true yet
    tree(tmp_path, {UNCONFIRMED: "1\n"})
    assert apply(tmp_path, None, "--confirm-now") == 0
    assert UNCONFIRMED not in found(tmp_path)
    lock.release()


class Person(FakeClock):
    """A clock with somebody at another terminal, who confirms after a while."""

    def __init__(self, root: Root, after_s: float) -> None:
        super().__init__()
        self.root, self.after_s = root, after_s

    def sleep_s(self, seconds: float) -> None:
        super().sleep_s(seconds)
        if self.passed_s > self.after_s:
            self.root.remove(UNCONFIRMED)


@pytest.mark.parametrize(("after_s", "confirmed"), [(3.0, True), (12.0, False)])
def test_the_change_waits_for_a_confirmation(
    tmp_path: Path, after_s: float, confirmed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    root = Root(str(tmp_path))
    root.write(RenderedFile(path=UNCONFIRMED, content="of a process that was killed\n"))
    clock = Person(root, after_s)
    assert Confirmation(root, clock, 10.0)() is confirmed
    assert clock.passed_s == pytest.approx(3.2 if confirmed else 10.0, abs=0.25)
    assert "'netinit apply --confirm-now' within 10 s" in capsys.readouterr().err
    assert UNCONFIRMED not in found(tmp_path)
