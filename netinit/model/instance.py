"""What a datasource gives."""

from __future__ import annotations

from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree


class RawNetwork(Record):
    """A network-config as it was found: parsed only after it was chosen, so that a broken one hides nothing else."""

    format: str  # "v1", "v2", "auto", "openstack", "eni", "klibc", "cmdline", "disabled"
    text: str
    file: str  # where it was found, for error messages
    wrapped_in: tuple[str, ...] = ()  # keys above it in that file


class InstanceData(Record):
    """All that a source knows of this instance."""

    source: str  # NAME of the source
    instance_id: str
    metadata: Mapping[str, Tree] = {}
    userdata: bytes = b""
    vendordata: tuple[bytes, ...] = ()
    network: RawNetwork | None = None
    seed: str = ""  # where it was read: a directory, a device, a URL
    dsmode: str = "net"
    evidence: str = ""
