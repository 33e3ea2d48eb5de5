"""The renderers there are, each with the evidence that it runs the network of a machine."""

from __future__ import annotations

from netinit import registry
from netinit.decide.renderer import Candidate, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts

PACKAGE = "netinit.renderers"


def candidates(facts: Facts, asked: str | None = None) -> tuple[Candidate, ...]:
    """All renderers; only the one asked for where there is one of that name, so that no other is imported."""
    if asked is not None:
        try:
            return (_candidate(plain(asked), facts),)
        except ModuleNotFoundError:
            pass
    return tuple(_candidate(name, facts) for name in registry.names(PACKAGE))


def _candidate(name: str, facts: Facts) -> Candidate:
    module = registry.load(PACKAGE, name, "render")
    return Candidate(name=module.NAME, rank=module.RANK, evidence=module.available(facts))
