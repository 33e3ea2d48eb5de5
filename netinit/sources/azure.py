"""Azure: a service at http://169.254.169.254/metadata beside the wire server, which this version does not read yet."""

from __future__ import annotations

from netinit.model.paths import SEED
from netinit.sources._evidence import dmi_is, file, first, needs_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "Azure"
RANK = 50
ASSET_TAG = "7783-7084-3265-9085-8269-3286-77"


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the chassis' asset tag says so, or a seed is there."""
    return first(
        dmi_is(facts, "chassis_asset_tag", ASSET_TAG),
        file(facts, f"{SEED}/azure/ovf-env.xml"),
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
