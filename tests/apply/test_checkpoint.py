"""NetworkManager's checkpoints are used where it runs, and its refusals are told."""

from __future__ import annotations

from netinit.apply.checkpoint import FLAGS, SERVICE, Checkpoint
from netinit.errors import NetinitError
from netinit.system.doors import System
from netinit.system.root import Root
from tests.fakes import FakeBus

PATH = "/org/freedesktop/NetworkManager/Checkpoint/1"
REFUSED = NetinitError("calling CheckpointCreate: no")


def checkpoint(answers: dict[str, object], *names: str) -> tuple[Checkpoint, FakeBus]:
    bus = FakeBus(names, answers)
    return Checkpoint(System(root=Root("/nowhere"), bus=bus)), bus


def test_it_is_made_and_dropped() -> None:
    point, bus = checkpoint({"CheckpointCreate": [PATH], "CheckpointDestroy": []}, SERVICE)
    assert [step.answer for step in point.create(90.0)] == ["checkpoint made"]
    assert [step.answer for step in point.destroy()] == ["checkpoint dropped"]
    assert bus.log == [("CheckpointCreate", ([], 90, FLAGS)), ("CheckpointDestroy", (PATH,))]
    assert point.destroy() == point.roll_back() == ()


def test_networkmanager_goes_back_to_it() -> None:
    point, bus = checkpoint(
        {"CheckpointCreate": [PATH], "CheckpointRollback": [{"/1": 0}]}, SERVICE
    )
    point.create(90.0)
    assert [step.answer for step in point.roll_back()] == ["went back"]
    assert bus.log[-1] == ("CheckpointRollback", (PATH,))


def test_a_device_that_does_not_go_back_is_told() -> None:
    results = {"/1": 0, "/2": 3}
    point, _ = checkpoint({"CheckpointCreate": [PATH], "CheckpointRollback": [results]}, SERVICE)
    point.create(90.0)
    steps = point.roll_back()
    assert [step.answer for step in steps] == ["failed"]
    assert steps[0].because.startswith("1 of 2 devices")


def test_a_refusal_leaves_the_files_to_be_taken_back() -> None:
    point, _ = checkpoint({"CheckpointCreate": REFUSED}, SERVICE)
    steps = point.create(90.0)
    assert [step.answer for step in steps] == ["no checkpoint"]
    assert point.roll_back() == ()


def test_without_networkmanager_there_is_none() -> None:
    point, bus = checkpoint({})
    assert point.create(90.0) == point.roll_back() == point.destroy() == ()
    assert bus.log == []
