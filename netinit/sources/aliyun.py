"""Alibaba Cloud: a service at http://100.100.100.200, which this version does not read yet."""

from __future__ import annotations

from netinit.model.paths import SEED
from netinit.sources._evidence import dmi_is, first, needs_network, seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "AliYun"
RANK = 110


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware's product name says so, or a seed is there."""
    return first(
        seed(facts, f"{SEED}/AliYun", "meta-data", "user-data"),
        dmi_is(facts, "product_name", "Alibaba Cloud ECS"),
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
