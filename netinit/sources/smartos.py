"""SmartOS: a conversation over a serial port or a socket of the zone, which this version does not speak yet."""

from __future__ import annotations

from netinit.model.instance import Evidence
from netinit.sources._evidence import dmi_starts, first, no, not_yet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "SmartOS"
RANK = 180
SOCKET = "/native/.zonecontrol/metadata.sock"


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware's product name or the kernel of a zone says so."""
    if "BrandZ virtual linux" in facts.kernel and SOCKET in facts.files:
        return Evidence(text=f"a zone with {SOCKET}")
    return first(
        dmi_starts(facts, "product_name", "SmartDC", network=False), no("no zone of SmartOS")
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
