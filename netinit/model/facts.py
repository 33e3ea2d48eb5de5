"""Facts: everything that a decision looks at, gathered once (system/facts.py), saved and replayed as YAML."""

from __future__ import annotations

from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Nic(Record):
    """A network interface as the kernel shows it below /sys/class/net."""

    name: str
    mac: str | None = None  # current address, lower case
    perm_mac: str | None = (
        None  # permanent address; None where the device has none (veth) or it is not known
    )
    driver: str | None = None
    operstate: str | None = None
    carrier: int | None = None  # 0, 1; None: reading it failed
    dormant: int | None = None
    type: int = 1  # ARPHRD: 1 Ethernet, 32 InfiniBand, 772 loopback
    kind: str | None = (
        None  # "bridge", "bond", "vlan", "veth", "dummy", ...; None: a physical device
    )
    master: str | None = None
    addr_assign_type: int | None = None
    name_assign_type: int | None = None
    addresses: tuple[str, ...] = ()
    device_id: str | None = None
    features: str | None = None  # the device's feature bits as a string of 0 and 1
    ovs_internal: bool = False

    @property
    def own_mac(self) -> str | None:
        """The permanent address, or else the current one."""
        return self.perm_mac or self.mac


class BlockDevice(Record):
    """A block device or partition with the file system on it."""

    device: str  # path
    type: str | None = None  # "iso9660", "vfat", ...
    label: str | None = None
    label_fatboot: str | None = None
    uuid: str | None = None
    size_bytes: int | None = None
    partition: bool = False


class Facts(Record):
    """The observed machine."""

    cmdline: str = ""
    container: bool = False
    virt: str = "none"  # as systemd-detect-virt names it
    arch: str = ""
    dmi: Mapping[
        str, str
    ] = {}  # sys_vendor, product_name, product_serial, product_uuid, chassis_asset_tag, board_name
    nics: tuple[Nic, ...] = ()
    nics_known: bool = False  # False: nobody looked (an image build), so nothing may be concluded from their absence
    devices: tuple[BlockDevice, ...] = ()
    files: frozenset[str] = frozenset()  # which of the paths that some decision asks about exist
    texts: Mapping[
        str, str
    ] = {}  # contents of the small ones among them (markers, seeds' meta-data, klibc files)
    programs: frozenset[str] = frozenset()  # names found in the target's bin and sbin directories
    units: Mapping[str, str] = {}  # systemd unit name → "enabled", "disabled", "masked", "absent"
    environment: Mapping[str, str] = {}  # of pid 1, the few words that are looked at
