"""CloudSigma: a conversation over the serial port /dev/ttyS1, which this version does not speak yet."""

from __future__ import annotations

from netinit.sources._evidence import dmi_is, not_yet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "CloudSigma"
RANK = 70


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware's product_name says so."""
    return dmi_is(facts, "product_name", "CloudSigma", network=False)


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
