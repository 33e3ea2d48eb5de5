"""MAAS: a service whose URL stands in the configuration, which this version does not read yet.

cloud-init's identifier has no check for it; the URL in the configuration is as good an evidence as any.
"""

from __future__ import annotations

from netinit.model.instance import Evidence
from netinit.model.paths import SEED
from netinit.sources._evidence import first, needs_network, no, seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "MAAS"
RANK = 10


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the configuration names the service, or a seed is there."""
    url = config.get("metadata_url")
    if isinstance(url, str) and url:
        return Evidence(text="'metadata_url' in the configuration", network=True)
    return first(
        seed(facts, f"{SEED}/maas", "meta-data"), no("no 'metadata_url' in the configuration")
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
