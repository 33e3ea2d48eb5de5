"""Which backend runs the network of this machine: as asked, as configured, or as the machine shows."""

from __future__ import annotations

from netinit import registry
from netinit.errors import NetinitError
from netinit.model.decision import Decision, Step
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.base import Base
    from netinit.model.facts import Facts

KEY = ("system_info", "network", "renderers")
# cloud-init's other renderers, which images name in their lists; netinit has none of that name.
ELSEWHERE = frozenset({"eni", "sysconfig", "freebsd", "netbsd", "openbsd"})
QUESTION = "which renderer?"


class Candidate(Record):
    """A renderer with the evidence that it runs this machine's network, or None."""

    name: str
    rank: int
    evidence: str | None = None

    @property
    def module(self) -> str:
        """Its name with dashes and capitals gone: "network-manager" and "NetworkManager" are one."""
        return plain(self.name)


def plain(name: str) -> str:
    """A renderer's name as all its spellings have in common."""
    return registry.module_name(name).replace("_", "")


def renderer(
    facts: Facts, base: Base, candidates: Sequence[Candidate], asked: str | None = None
) -> Decision[Candidate]:
    """The backend to write for.

    Raises NetinitError where an unknown one is asked for, or none is available.
    """
    known = {candidate.module: candidate for candidate in candidates}
    if asked is not None:
        if plain(asked) not in known:
            raise NetinitError(f"'{asked}' is no renderer of netinit: {_listed(candidates)}")
        step = Step(question=QUESTION, answer=known[plain(asked)].name, because="asked for")
        return Decision(value=known[plain(asked)], steps=(step,))
    mark = base.mark(*KEY) if base.has(*KEY) else None
    order, steps = sorted(candidates, key=lambda item: item.rank), []
    wanted = base.get(*KEY)
    if wanted:
        order = []
        for name in wanted if isinstance(wanted, list) else [wanted]:
            candidate = known.get(plain(name)) if isinstance(name, str) else None
            if candidate is not None:
                order.append(candidate)
            elif isinstance(name, str) and name in ELSEWHERE:
                because = "netinit has no renderer of this name"
                question = f"renderer {name}?"
                steps.append(Step(question=question, answer="no", because=because, mark=mark))
            else:
                shown = f"'{name}'" if isinstance(name, str) else "something that is no name"
                raise NetinitError(
                    f"{mark}: {'.'.join(KEY)}: {shown} is no renderer: {_listed(candidates)}"
                )
    for candidate in order:
        if candidate.evidence is not None:
            because = candidate.evidence
            steps.append(Step(question=QUESTION, answer=candidate.name, because=because, mark=mark))
            return Decision(value=candidate, steps=tuple(steps))
        question = f"renderer {candidate.name}?"
        steps.append(Step(question=question, answer="no", because="not found on this machine"))
    raise NetinitError(
        "no renderer fits this machine: looked for "
        + (", ".join(candidate.name for candidate in order) or "none")
        + "; name one with --to, or in system_info.network.renderers"
    )


def _listed(candidates: Sequence[Candidate]) -> str:
    return "there are " + ", ".join(sorted(candidate.name for candidate in candidates))
