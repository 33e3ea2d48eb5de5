"""OpenStack: a service at http://169.254.169.254/openstack, which this version does not read yet."""

from __future__ import annotations

from netinit.model.instance import Evidence
from netinit.sources._evidence import dmi_is, first, needs_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "OpenStack"
RANK = 150
PRODUCTS = ("OpenStack Nova", "OpenStack Compute")
ASSET_TAGS = (
    *PRODUCTS,
    "HUAWEICLOUD",
    "OpenTelekomCloud",
    "SAP CCloud VM",
    "Samsung Cloud Platform",
)
WITH_FIRMWARE = frozenset({"i386", "i486", "i586", "i686", "x86_64"})


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware or pid 1's environment says so; where there is no such firmware (not x86), a guess."""
    if facts.environment.get("product_name") == "OpenStack Nova":
        return Evidence(
            text="product_name is 'OpenStack Nova' in pid 1's environment", network=True
        )
    evidence = first(
        dmi_is(facts, "product_name", *PRODUCTS), dmi_is(facts, "chassis_asset_tag", *ASSET_TAGS)
    )
    if not evidence and facts.arch and facts.arch not in WITH_FIRMWARE:
        return evidence.replace(
            level="maybe", text=f"a machine of type {facts.arch} cannot tell", network=True
        )
    return evidence


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
