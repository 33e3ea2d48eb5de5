"""The trail: what a stage decided and why, as /run/netinit/trail.json (docs/decisions.md has its schema)."""

from __future__ import annotations

from netinit.formats.jsontext import dump
from netinit.model.decision import Step
from netinit.model.record import Record
from netinit.report import Mark, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA = 1


class Trail(Record):
    """The steps and problems of a stage, with the line that sums them up."""

    stage: str
    summary: str = ""
    exit_code: int = 0
    steps: tuple[Step, ...] = ()
    problems: tuple[Problem, ...] = ()


def as_tree(trail: Trail) -> dict[str, Any]:
    """A trail as the documented JSON object."""
    return {
        "schema": SCHEMA,
        "stage": trail.stage,
        "summary": trail.summary,
        "exit_code": trail.exit_code,
        "steps": [
            {
                "question": step.question,
                "answer": step.answer,
                "because": step.because,
                **_place(step.mark),
            }
            for step in trail.steps
        ],
        "problems": [
            {
                "severity": problem.severity,
                "path": problem.path,
                "message": problem.message,
                **_place(problem.mark),
            }
            for problem in trail.problems
        ],
    }


def write(trail: Trail) -> str:
    """A trail as text."""
    return dump(as_tree(trail)) + "\n"


def read(text: str) -> Trail | None:
    """The trail in a text; None where it is none."""
    import json

    try:
        tree = json.loads(text)
        return Trail(
            stage=str(tree["stage"]),
            summary=str(tree["summary"]),
            exit_code=int(tree["exit_code"]),
            steps=tuple(
                Step(
                    question=item["question"],
                    answer=item["answer"],
                    because=item["because"],
                    mark=_mark(item),
                )
                for item in tree["steps"]
            ),
            problems=tuple(
                Problem(
                    severity=item["severity"],
                    path=item["path"],
                    message=item["message"],
                    mark=_mark(item),
                )
                for item in tree["problems"]
            ),
        )
    except (ValueError, KeyError, TypeError):
        return None


def _place(mark: Mark | None) -> dict[str, Any]:
    return {"file": mark.file, "line": mark.line, "column": mark.column} if mark else {}


def _mark(item: dict[str, Any]) -> Mark | None:
    if "file" not in item:
        return None
    return Mark(file=item["file"], line=item["line"], column=item["column"])
