"""Finding the datasource: each candidate is asked in turn until one has the data of this instance."""

from __future__ import annotations

from netinit.errors import NeedsNetwork, NetinitError
from netinit.model.decision import Step
from netinit.model.record import Record
from netinit.report import Problem
from netinit.sources import _loading as sources
from netinit.stages.plugins import Crash, attempt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from netinit.document import Tree
    from netinit.model.base import Base
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.sources._protocol import Source
    from netinit.system.doors import System


class Search(Record):
    """The instance that was found, if any, and how the search went."""

    instance: InstanceData | None = None
    steps: tuple[Step, ...] = ()
    problems: tuple[Problem, ...] = ()
    crashes: tuple[Crash, ...] = ()


def find(system: System, facts: Facts, base: Base) -> Search:
    """Ask the candidates in order; the first that has something is the datasource."""
    steps: list[Step] = []
    problems: list[Problem] = []
    crashes: list[Crash] = []
    instance = None
    for name, source, evidence in _candidates(facts, base, steps):
        question = f"data from {name}?"
        config = base.section("datasource", name)
        answer, because = "no", f"{evidence}, but there is nothing to read"
        try:
            result = attempt(source.read, system, facts, config)
        except NeedsNetwork as error:
            answer, because = "later", str(error)
        except NetinitError as error:
            because = str(error)
            problems.append(Problem(severity="error", path="", message=f"{name}: {error}"))
        else:
            if isinstance(result, Crash):
                answer, because = "crashed", result.message
                message = f"{name} crashed ({result.message}), which is a bug; passed over"
                problems.append(Problem(severity="error", path="", message=message))
                crashes.append(result)
            elif result is not None:
                instance = result
                answer, because = "yes", str(evidence)
        steps.append(Step(question=question, answer=answer, because=because))
        if instance is not None:
            break
    if instance is not None:
        problems += [Problem(severity="warning", path="", message=note) for note in instance.notes]
        if not instance.evidence:
            instance = instance.replace(evidence=steps[-1].because)
    return Search(
        instance=instance, steps=tuple(steps), problems=tuple(problems), crashes=tuple(crashes)
    )


def _candidates(
    facts: Facts, base: Base, steps: list[Step]
) -> Iterator[tuple[str, Source, Evidence]]:
    listed = base.get("datasource_list")
    names = [str(name) for name in listed] if isinstance(listed, list) else None
    for name, source in sources.load(names).items():
        if source is None:
            continue
        config: Mapping[str, Tree] = base.section("datasource", name)
        evidence = source.detect(facts, config)
        if evidence:
            yield name, source, evidence
        else:
            steps.append(Step(question=f"data from {name}?", answer="no", because=str(evidence)))
