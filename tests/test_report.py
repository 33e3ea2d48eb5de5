"""Problems are told once, in the order of the text, and not without end."""

from __future__ import annotations

from netinit import document
from netinit.report import Problem, Report, path_text


def test_paths_read_as_people_write_them() -> None:
    assert path_text(("ethernets", "eth0", "routes", 1, "via")) == "ethernets.eth0.routes[1].via"
    assert path_text((0, "a")) == "[0].a"


def test_problems_are_told_once_and_in_order_of_the_text() -> None:
    report = Report()
    report.warning(("b",), "second")
    report.error(("a",), "first")
    report.error(("a",), "first")
    problems = report.problems(document.read("a: 1\nb: 2\n", "f").locate)
    assert [str(problem) for problem in problems] == [
        "f:1:4: error: a: first",
        "f:2:4: warning: b: second",
    ]


def test_a_flood_is_counted() -> None:
    report = Report()
    for number in range(Report.LIMIT + 5):
        report.warning(("a", number), "x")
    report.error(("a",), "the error is among the untold")
    problems = report.problems(document.read("a: []\n", "f").locate)
    assert len(problems) == Report.LIMIT + 1
    assert (problems[-1].severity, problems[-1].message) == (
        "error",
        "6 further problems, which are not listed",
    )
    assert report.failed


def test_a_problem_stands_on_one_line_and_does_nothing_to_a_terminal() -> None:
    problem = Problem(severity="error", path="a", message="found '\x1b[2J\nß\ufffd'")
    assert str(problem) == "error: a: found '\\x1b[2J\\nß\ufffd'"
