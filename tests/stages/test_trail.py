"""The trail on disk reads back as it was."""

from __future__ import annotations

import json

import pytest

from netinit.model.decision import Step
from netinit.report import Mark, Problem
from netinit.stages.trail import Trail, read, write

MARK = Mark(file="/etc/cloud/cloud.cfg", line=3, column=1)
TRAIL = Trail(
    stage="local",
    summary="local: fine",
    exit_code=2,
    steps=(
        Step(question="q?", answer="yes", because="so"),
        Step(question="r?", answer="no", because="not so", mark=MARK),
    ),
    problems=(Problem(severity="warning", path="a.b", message="m", mark=MARK),),
)


def test_round_trip() -> None:
    assert read(write(TRAIL)) == TRAIL


def test_schema() -> None:
    tree = json.loads(write(TRAIL))
    assert list(tree) == ["schema", "stage", "summary", "exit_code", "steps", "problems"]
    assert tree["steps"][1] == {
        "question": "r?",
        "answer": "no",
        "because": "not so",
        "file": "/etc/cloud/cloud.cfg",
        "line": 3,
        "column": 1,
    }


@pytest.mark.parametrize("text", ["", "{}", "[]", "1", '{"steps": 1}', "{"])
def test_what_is_no_trail(text: str) -> None:
    assert read(text) is None
