"""OpenNebula: a shell script `context.sh` on a labelled medium, which this version does not read yet."""

from __future__ import annotations

from netinit.model.paths import SEED
from netinit.sources._evidence import first, label, not_yet, seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "OpenNebula"
RANK = 140


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether a medium with its label or a seed is there."""
    return first(
        seed(facts, f"{SEED}/opennebula", "meta-data"),
        seed(facts, f"{SEED}/opennebula", "context.sh"),
        label(facts, "CONTEXT", "CDROM"),
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
