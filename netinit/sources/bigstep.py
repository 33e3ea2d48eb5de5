"""Bigstep: a JSON document at the URL that a seed file holds, which this version does not read yet."""

from __future__ import annotations

from netinit.sources._evidence import file, needs_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "Bigstep"
RANK = 60


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the file with the URL is there."""
    return file(facts, "/var/lib/cloud/data/seed/bigstep/url")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
