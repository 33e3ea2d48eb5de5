"""Asking the sources: in their order, until one has data; what goes wrong with one costs it alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from netinit.errors import NeedsNetwork, NetinitError
from netinit.model.base import Base
from netinit.model.facts import Facts
from netinit.model.instance import Evidence, InstanceData
from netinit.stages.finding import Search, find
from netinit.system.doors import System
from netinit.system.root import Root

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from netinit.document import Tree

FOUND = InstanceData(source="B", instance_id="i-1", seed="/seed", notes=("/seed/meta-data: odd",))


class Fake:
    """A source whose reading gives, or raises, what it was made with."""

    RANK = 1

    def __init__(self, name: str, result: InstanceData | Exception | None) -> None:
        self.NAME, self.result = name, result
        self.given: Mapping[str, Tree] = {}

    def detect(self, facts: Facts, config: Mapping[str, Tree]) -> Evidence:
        return Evidence(text=f"{self.NAME} is here", config={"hint": "found"})

    def read(self, system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
        self.given = config
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def search(*sources: Fake, config: Mapping[str, Tree] | None = None) -> Search:
    by_name = {source.NAME: source for source in sources}

    def load(names: Iterable[str] | None = None) -> dict[str, Fake | None]:
        return {name: by_name.get(name) for name in (by_name if names is None else names)}

    return find(System(root=Root("/nonexistent")), Facts(), Base(tree=config or {}), load)


@pytest.mark.parametrize(
    ("result", "step", "problems"),
    [
        pytest.param(None, "no, because A is here, but there is nothing to read", [], id="nothing"),
        pytest.param(
            NeedsNetwork("http://192.0.2.1/ is behind the network"),
            "later, because http://192.0.2.1/ is behind the network",
            [],
            id="behind the network",
        ),
        pytest.param(
            NetinitError("reading /dev/sr0: I/O error"),
            "no, because reading /dev/sr0: I/O error",
            ["A: reading /dev/sr0: I/O error; passed over"],
            id="broken",
        ),
        pytest.param(
            KeyError("x"),
            "crashed, because KeyError: 'x'",
            ["A crashed (KeyError: 'x'), which is a bug; passed over"],
            id="a bug",
        ),
    ],
)
def test_the_next_source_is_asked(
    result: InstanceData | Exception | None, step: str, problems: list[str]
) -> None:
    found = search(Fake("A", result), Fake("B", FOUND), Fake("C", FOUND))
    assert found.instance == FOUND.replace(evidence="B is here")
    assert [str(item) for item in found.steps[-2:]] == [
        f"data from A?: {step}",
        "data from B?: yes, because B is here",
    ]
    assert [item.message for item in found.problems] == [*problems, "/seed/meta-data: odd"]
    assert len(found.crashes) == (1 if "crashed" in step else 0)


def test_no_source_has_anything() -> None:
    found = search(Fake("A", None))
    assert found.instance is None
    assert found.problems == ()


def test_settings_are_those_of_the_configuration_and_of_the_evidence() -> None:
    source = Fake("A", None)
    search(source, config={"datasource": {"A": {"seedfrom": "/s"}, "B": {"x": "y"}}})
    assert source.given == {"seedfrom": "/s", "hint": "found"}


def test_a_bug_in_detection_is_caught() -> None:
    class Bad(Fake):
        def detect(self, facts: Facts, config: Mapping[str, Tree]) -> Evidence:
            raise ZeroDivisionError("bad")

    found = search(Bad("A", None))
    assert [str(item) for item in found.steps] == [
        "sources to try?: crashed, because ZeroDivisionError: bad"
    ]
    assert len(found.crashes) == 1


def test_a_source_that_nobody_knows_is_told() -> None:
    def load(names: Iterable[str] | None = None) -> dict[str, Fake | None]:
        return dict.fromkeys(names) if names else {"NoCloud": Fake("NoCloud", None)}

    facts = Facts(cmdline="ds=nocluod")
    found = find(System(root=Root("/nonexistent")), facts, Base(), load)
    assert [str(problem) for problem in found.problems] == [
        "warning: 'nocluod' is no datasource that netinit knows; passed over; did you mean 'NoCloud'?"
    ]
