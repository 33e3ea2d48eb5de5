"""`netinit network`: a stage of the boot."""

from __future__ import annotations

from netinit.cli import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

VERB = later.verb("network", "wait for the network where something needs it (the network stage)")


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    return later.run(VERB, words)
