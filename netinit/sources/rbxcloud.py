"""HyperOne (once Rootbox): `cloud.json` on a labelled medium, which this version does not read yet."""

from __future__ import annotations

from netinit.sources._evidence import label, not_yet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "RbxCloud"
RANK = 240


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether a medium with its label is there."""
    return label(facts, "CLOUDMD")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
