"""LXD and Incus: a service behind the socket /dev/lxd/sock, which this version does not ask yet."""

from __future__ import annotations

from netinit.model.instance import Evidence
from netinit.sources._evidence import file, first, no, not_yet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "LXD"
RANK = 260
PORTS = "/sys/class/virtio-ports/"
PORT_NAMES = frozenset({"com.canonical.lxd", "org.linuxcontainers.lxd"})


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the socket, or in a virtual machine the port of its agent, is there."""
    ports = [text.strip() for path, text in facts.texts.items() if path.startswith(PORTS)]
    known = [port for port in ports if port in PORT_NAMES]
    if known:
        return Evidence(text=f"a virtio port named '{known[0]}'")
    return first(file(facts, "/dev/lxd/sock", network=False), no("no virtio port of its agent"))


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
