"""The machine's nics: from /sys/class/net below a root, so that an image tree works the same.

What /sys does not say (the permanent address, the kind of some virtual devices, IP addresses) the kernel is asked on a
live root by one message each (rtnetlink.py); elsewhere it stays unknown.
"""

from __future__ import annotations

import os

from netinit.model.facts import Nic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.system.root import Root
    from netinit.system.rtnetlink import Link

DIRECTORY = "/sys/class/net"
ETHERNET, LOOPBACK = 1, 772
# DEVTYPE in a device's uevent file that stands for hardware.
HARDWARE_TYPES = frozenset({"wlan", "wwan", "dsa", "fcoe"})


def nics(root: Root, *, live: bool) -> tuple[Nic, ...] | None:
    """All nics by name; None where the tree has no /sys/class/net, as an image has none."""
    folder = root.look(DIRECTORY)
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return None
    links: dict[str, Link] = {}
    if live:
        from netinit.system import rtnetlink

        links = rtnetlink.links()
    return tuple(
        _nic(name, f"{folder}/{name}", links.get(name))
        for name in names
        if os.path.isdir(f"{folder}/{name}")  # bonding_masters is a file
    )


def _nic(name: str, folder: str, link: Link | None) -> Nic:
    devtype = ""
    for line in (_attribute(folder, "uevent") or "").splitlines():
        if line.startswith("DEVTYPE="):
            devtype = line[8:]
    device = os.path.isdir(f"{folder}/device")
    hardware_type = _number(folder, "type")
    number = ETHERNET if hardware_type is None else hardware_type
    kind = _kind(folder, name, number, devtype, device=device)
    driver = _base_name(f"{folder}/device/driver") if device else None
    perm_mac = _mac(_attribute(folder, "bonding_slave/perm_hwaddr"))
    addresses: tuple[str, ...] = ()
    if link is not None:
        perm_mac = link.perm_mac or perm_mac
        addresses = link.addresses
        if kind is not None and link.kind:
            kind = link.kind
    return Nic(
        name=name,
        mac=_mac(_attribute(folder, "address")),
        perm_mac=perm_mac,
        driver=driver,
        operstate=_attribute(folder, "operstate"),
        carrier=_number(folder, "carrier"),
        dormant=_number(folder, "dormant"),
        type=number,
        kind=kind,
        master=_base_name(f"{folder}/master"),
        addr_assign_type=_number(folder, "addr_assign_type"),
        name_assign_type=_number(folder, "name_assign_type"),
        addresses=addresses,
        device_id=_attribute(folder, "device/device") if device else None,
        features=_attribute(folder, "device/features") if driver == "virtio_net" else None,
        ovs_internal=kind == "openvswitch",
        wireless=devtype == "wlan",
    )


def _kind(folder: str, name: str, number: int, devtype: str, *, device: bool) -> str | None:
    """What made a device; None for hardware."""
    if number == LOOPBACK:
        return "loopback"
    for kind, entry in (("bridge", "bridge"), ("bond", "bonding"), ("tun", "tun_flags")):
        if os.path.exists(f"{folder}/{entry}"):
            return kind
    if devtype and devtype not in HARDWARE_TYPES:
        return devtype
    if device:
        return None
    if _is_peer(folder, number):
        return "veth"
    return "dummy" if name.startswith("dummy") else "virtual"


def _is_peer(folder: str, number: int) -> bool:
    """Whether an Ethernet device without a type of its own is tied to another device: veth names its peer."""
    if number != ETHERNET:
        return False
    index, other = _number(folder, "ifindex"), _number(folder, "iflink")
    return bool(other) and index is not None and other != index


def _attribute(folder: str, name: str) -> str | None:
    """An attribute without its newline; None where there is none or the device refuses (EINVAL while it is down)."""
    try:
        handle = os.open(f"{folder}/{name}", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return os.read(handle, 4096).decode("ascii", "replace").strip()
    except OSError:
        return None
    finally:
        os.close(handle)


def _number(folder: str, name: str) -> int | None:
    text = _attribute(folder, name)
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        return None


def _mac(text: str | None) -> str | None:
    """An Ethernet or InfiniBand address; a tunnel's is an IP address, a tun's is empty."""
    return text.lower() if text and text.count(":") in {5, 19} else None


def _base_name(link: str) -> str | None:
    try:
        return os.readlink(link).rpartition("/")[2]
    except OSError:
        return None
