"""Scaleway: a service at http://169.254.42.42, which this version does not read yet."""

from __future__ import annotations

from netinit.sources._evidence import cmdline_word, dmi_is, file, first, needs_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System

NAME = "Scaleway"
RANK = 190


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware, the command line or a file of the image says so."""
    return first(
        dmi_is(facts, "sys_vendor", "Scaleway"),
        cmdline_word(facts, "scaleway"),
        file(facts, "/run/scaleway"),
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
