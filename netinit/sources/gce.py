"""Google Compute Engine: a service at http://metadata.google.internal, which this version does not read yet."""

from __future__ import annotations

from netinit.sources._evidence import dmi_is, dmi_starts, first, needs_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "GCE"
RANK = 130


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware's product name or serial number says so."""
    return first(
        dmi_is(facts, "product_name", "Google Compute Engine"),
        dmi_starts(facts, "product_serial", "GoogleCloud-"),
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
