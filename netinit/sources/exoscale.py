"""Exoscale: a service at http://169.254.169.254/1.0, which this version does not read yet."""

from __future__ import annotations

from netinit.sources._evidence import dmi_starts, needs_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "Exoscale"
RANK = 230


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware's product_name says so."""
    return dmi_starts(facts, "product_name", "Exoscale")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
