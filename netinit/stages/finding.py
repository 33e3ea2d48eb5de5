"""Finding the datasource: each candidate is asked in turn until one has the data of this instance."""

from __future__ import annotations

from netinit.decide.source import LAST_RESORT, identify, section
from netinit.errors import NeedsNetwork, NetinitError
from netinit.model.decision import Step
from netinit.model.record import Record
from netinit.report import Problem
from netinit.stages.plugins import Crash, attempt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.decide.source import Load
    from netinit.model.base import Base
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System


class Search(Record):
    """The instance that was found, if any, and how the search went."""

    instance: InstanceData | None = None
    steps: tuple[Step, ...] = ()
    problems: tuple[Problem, ...] = ()
    crashes: tuple[Crash, ...] = ()


class Answer(Record):
    """What one source has to say."""

    step: Step
    instance: InstanceData | None = None
    problem: Problem | None = None
    crash: Crash | None = None


def find(system: System, facts: Facts, base: Base, load: Load) -> Search:
    """Ask the sources that have evidence, in their order; the first that has data is the datasource.

    `load` gives the sources by name (sources/_loading.py).
    """
    identified = attempt(identify, facts, base, load)
    if isinstance(identified, Crash):
        step = Step(question="sources to try?", answer="crashed", because=identified.message)
        problem = _bug("identification", identified)
        return Search(steps=(step,), problems=(problem,), crashes=(identified,))
    answers: list[Answer] = []
    for name in identified.value.sources:
        if name == LAST_RESORT:
            continue  # the network stage takes it, when all others had their chance
        answers.append(_ask(name, system, facts, base, load, identified.value.evidence.get(name)))
        if answers[-1].instance is not None:
            break
    instance = answers[-1].instance if answers else None
    notes = instance.notes if instance is not None else ()
    return Search(
        instance=instance,
        steps=(*identified.steps, *(answer.step for answer in answers)),
        problems=(
            *(answer.problem for answer in answers if answer.problem is not None),
            *(Problem(severity="warning", path="", message=note) for note in notes),
        ),
        crashes=tuple(answer.crash for answer in answers if answer.crash is not None),
    )


def _ask(
    name: str,
    system: System,
    facts: Facts,
    base: Base,
    load: Load,
    evidence: Evidence | None,
) -> Answer:
    """What a source gives, or why it gives nothing."""
    question = f"data from {name}?"
    source = next(iter(load((name,)).values()))
    if source is None:
        because = "no source has that name"
        problem = Problem(severity="warning", path="", message=_unknown(name, load))
        step = Step(question=question, answer="no", because=because)
        return Answer(step=step, problem=problem)
    config = {**section(base, source), **(evidence.config if evidence is not None else {})}
    try:
        result = attempt(source.read, system, facts, config)
    except NeedsNetwork as error:
        return Answer(step=Step(question=question, answer="later", because=str(error)))
    except NetinitError as error:
        step = Step(question=question, answer="no", because=str(error))
        problem = Problem(severity="error", path="", message=f"{name}: {error}; passed over")
        return Answer(step=step, problem=problem)
    if isinstance(result, Crash):
        step = Step(question=question, answer="crashed", because=result.message)
        return Answer(step=step, problem=_bug(name, result), crash=result)
    if result is None:
        because = f"{evidence or 'it was named'}, but there is nothing to read"
        return Answer(step=Step(question=question, answer="no", because=because))
    because = result.evidence or str(evidence or f"read from {result.seed}")
    return Answer(
        step=Step(question=question, answer="yes", because=because),
        instance=result.replace(evidence=because),
    )


def _unknown(name: str, load: Load) -> str:
    from netinit.formats.keys import nearest

    known = {known.casefold(): known for known in load()}
    close = known.get(nearest(name.casefold(), known))
    hint = f"; did you mean '{close}'?" if close else ""
    return f"'{name}' is no datasource that netinit knows; passed over{hint}"


def _bug(what: str, crash: Crash) -> Problem:
    message = f"{what} crashed ({crash.message}), which is a bug; passed over"
    return Problem(severity="error", path="", message=message)
