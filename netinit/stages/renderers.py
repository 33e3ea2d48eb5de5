"""The renderers there are, each with the evidence that it runs the network of a machine."""

from __future__ import annotations

import os

from netinit import registry
from netinit.decide.renderer import Candidate, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts

PACKAGE = "netinit.renderers"


def candidates(facts: Facts, asked: str | None = None) -> tuple[Candidate, ...]:
    """All renderers; of one that is asked for only that one, so that no other is imported."""
    asked_for = _candidate(plain(asked), facts) if asked is not None else None
    if asked_for is not None:
        return (asked_for,)
    every = (_candidate(name, facts) for name in _names())
    return tuple(candidate for candidate in every if candidate is not None)


def _names() -> list[str]:
    """The folders of the package; by listing it, since pkgutil costs the boot 5 ms."""
    from netinit import renderers

    try:
        names = os.listdir(renderers.__path__[0])
    except OSError:  # in an archive
        names = list(registry.names(PACKAGE))
    return sorted(name for name in names if name.isidentifier() and not name.startswith("_"))


def _candidate(name: str, facts: Facts) -> Candidate | None:
    try:
        module = registry.load(PACKAGE, name, "render")
    except ModuleNotFoundError as error:
        if not f"{PACKAGE}.{name}.render".startswith(str(error.name)):
            raise
        return None
    return Candidate(name=module.NAME, rank=module.RANK, evidence=module.available(facts))
