"""Hetzner Cloud: a service at http://169.254.169.254/hetzner/v1, which this version does not read yet."""

from __future__ import annotations

from netinit.sources._evidence import dmi_is, needs_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "Hetzner"
RANK = 200


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware's sys_vendor says so."""
    return dmi_is(facts, "sys_vendor", "Hetzner")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
