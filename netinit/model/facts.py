"""Facts: everything that a decision looks at, gathered once by system/facts.py.

formats/factsfile.py saves them and reads them back.
"""

from __future__ import annotations

from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Nic(Record):
    """A network interface as the kernel shows it below /sys/class/net.

    `kind` is None for a device with hardware behind it, else what made it: "bond", "bridge", "dummy", "loopback",
    "macvlan", "tun", "veth", "vlan", "vrf", "vxlan", …; "virtual" where no more than that is known.
    """

    name: str
    mac: str | None = None  # current address, lower case
    perm_mac: str | None = None  # None: the device has none (veth, dummy), or nobody could tell
    driver: str | None = None
    operstate: str | None = None
    carrier: int | None = None  # 0, 1; None: reading it failed, as it does while the nic is down
    dormant: int | None = None
    type: int = 1  # ARPHRD: 1 Ethernet, 32 InfiniBand, 772 loopback
    kind: str | None = None
    master: str | None = None
    addr_assign_type: int | None = None  # 0 permanent, 1 random, 2 stolen from another, 3 set
    name_assign_type: int | None = None  # 1 enumerated, 2 predictable, 3 by user, 4 renamed
    addresses: tuple[str, ...] = ()  # with prefix; those of the kernel's own making (fe80::) too
    device_id: str | None = None
    features: str | None = (
        None  # the device's feature bits as a string of 0 and 1; virtio_net alone
    )
    ovs_internal: bool = False
    wireless: bool = False

    @property
    def own_mac(self) -> str | None:
        """The permanent address, or else the current one."""
        return self.perm_mac or self.mac


class BlockDevice(Record):
    """A block device or partition, or an image file standing for one, with the file system on it."""

    device: str  # path on the target
    type: str | None = None  # "iso9660", "vfat"; None: something else, nothing, or not looked at
    label: str | None = None
    label_fatboot: str | None = None  # the one in a FAT's boot sector, where it may stand alone
    uuid: str | None = None
    size_bytes: int | None = None
    partition: bool = False
    has_ovf_environment: bool = False  # looked for on small ISO 9660 media alone
    image: bool = False  # a file given by hand (--media): `device` is a path on this machine

    def has_label(self, *labels: str) -> bool:
        """Whether a label is one of these, in any spelling."""
        own = {(self.label or "").casefold(), (self.label_fatboot or "").casefold()} - {""}
        return any(label.casefold() in own for label in labels)


class Facts(Record):
    """The observed machine; what is absent here was not there, or is not asked about by any decision."""

    cmdline: str = ""
    container: bool = False
    virt: str = (
        "none"  # as systemd-detect-virt names it; "vm-other": one that the files do not name
    )
    arch: str = ""  # as uname -m names it; "": not known (a tree that does not run)
    kernel: str = ""  # version, as uname -v names it
    dmi: Mapping[str, str] = {}  # by file name below /sys/class/dmi/id; a container has none
    nics: tuple[Nic, ...] = ()
    nics_known: bool = False  # False: nobody looked (an image build), so absence means nothing
    devices: tuple[BlockDevice, ...] = ()
    files: frozenset[str] = frozenset()  # which of the watched paths exist
    texts: Mapping[str, str] = {}  # what stands in the small ones that a decision reads
    fresh: frozenset[str] = frozenset()  # which of the watched logs were written since the boot
    programs: frozenset[str] = frozenset()  # which of the watched ones are installed
    units: Mapping[str, str] = {}  # systemd unit → "enabled", "disabled", "masked"; absent: none
    environment: Mapping[str, str] = {}  # of pid 1 and of this process, the few watched words
    notes: tuple[str, ...] = ()  # what could not be looked at, and why

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command line, split and unquoted as the kernel does."""
        return split_words(self.cmdline)

    def below(self, directory: str) -> tuple[str, ...]:
        """The watched paths that exist below a directory, sorted."""
        prefix = directory.rstrip("/") + "/"
        return tuple(sorted(path for path in self.files if path.startswith(prefix)))

    def nic_with_mac(self, mac: str) -> Nic | None:
        """The physical nic, or the container's end of a virtual cable, that bears a MAC address now."""
        index: dict[str, Nic] | None = self.__dict__.get("_nic_with_mac")
        if index is None:
            index = {}
            for nic in self.nics:
                if nic.mac is not None and nic.kind in {None, "veth"}:
                    index.setdefault(nic.mac, nic)
            self.__dict__["_nic_with_mac"] = index
        return index.get(mac)


def split_words(text: str) -> tuple[str, ...]:
    """Words between blanks; double quotes keep blanks together and are dropped around a word or its value."""
    if '"' not in text:
        return tuple(text.split())
    words: list[str] = []
    word: list[str] = []
    quoted = started = False
    for character in text:
        if character == '"':
            quoted, started = not quoted, True
        elif character.isspace() and not quoted:
            if word or started:
                words.append("".join(word))
            word, started = [], False
        else:
            word.append(character)
    if word or started:
        words.append("".join(word))
    return tuple(words)
