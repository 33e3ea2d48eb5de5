"""Vultr: a JSON document at http://169.254.169.254/v1.json, which this version does not read yet."""

from __future__ import annotations

from netinit.sources._evidence import cmdline_word, dmi_is, file, first, needs_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "Vultr"
RANK = 100


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware, the command line (of bare metal) or a file of the image says so."""
    return first(
        dmi_is(facts, "sys_vendor", "Vultr"),
        cmdline_word(facts, "vultr"),
        file(facts, "/etc/vultr"),
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
