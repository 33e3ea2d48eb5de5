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
    unreadable: str = ""  # why there is no text, though there is a file


class Evidence(Record):
    """What speaks for a source on this machine, or why nothing does."""

    text: str
    # "found", "maybe" (worth a try where the policy allows guesses), "incomplete" (meant, yet of no use),
    # "no"
    level: str = "found"
    device: str | None = None  # the block device that it stands on
    instance_id: str | None = None  # where it is known before anything is read
    seedfrom: str | None = None  # the URL or path that the data is to be fetched from
    network: bool = False  # the data is behind the network
    config: Mapping[str, Tree] = {}  # settings of the source that go with it

    def __bool__(self) -> bool:
        return self.level in {"found", "maybe"}

    def __str__(self) -> str:
        return self.text


class InstanceData(Record):
    """All that a source knows of this instance."""

    source: str  # NAME of the source
    instance_id: str
    metadata: Mapping[str, Tree] = {}
    userdata: bytes = b""
    vendordata: tuple[bytes, ...] = ()
    vendordata2: tuple[bytes, ...] = ()  # of OpenStack: counts more than the other
    network: RawNetwork | None = None
    seed: str = ""  # where it was read: a directory, a device, a URL
    dsmode: str = "net"
    evidence: str = ""
    notes: tuple[
        str, ...
    ] = ()  # oddities met while reading, each with its file: left out, taken all the same
    files: Mapping[str, bytes] = {}  # to be put on the machine once, by path
    random_seed: bytes = b""  # for the kernel's pool
    extra: Mapping[str, Tree] = {}  # what else the source has, by its name in instance-data.json
    # Where network-config is looked for, if not as usual (decide/network.py).
    network_order: tuple[str, ...] = ()
    # When it is rendered, beside a new instance: "boot", "boot-legacy" (decide/rerender.py).
    update_events: tuple[str, ...] = ()
