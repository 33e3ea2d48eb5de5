"""Which virtual machine or container this is, told from files as systemd-detect-virt tells it.

The names are systemd's.  What only the processor's CPUID instruction says is not asked; the flag `hypervisor` in
/proc/cpuinfo and the clocks that the kernel found tell as much as any decision here needs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.system.root import Root

# Value of a DMI field begins with → name.  Source: systemd 252, src/basic/virt.c, checked in this order.
DMI_FILES = ("product_name", "sys_vendor", "board_vendor", "bios_vendor", "product_version")
DMI = (
    ("KVM", "kvm"),
    ("OpenStack", "kvm"),
    ("KubeVirt", "kvm"),
    ("Amazon EC2", "amazon"),
    ("QEMU", "qemu"),
    ("VMware", "vmware"),
    ("VMW", "vmware"),
    ("innotek GmbH", "oracle"),
    ("VirtualBox", "oracle"),
    ("Oracle Corporation", "oracle"),
    ("Xen", "xen"),
    ("Bochs", "bochs"),
    ("Parallels", "parallels"),
    ("BHYVE", "bhyve"),
    ("Hyper-V", "microsoft"),
    ("Apple Virtualization", "apple"),
    ("Google Compute Engine", "google"),
)
CLOCKS = (("kvm-clock", "kvm"), ("hyperv", "microsoft"), ("xen", "xen"))
# Containers in which neither the firmware's names nor the block devices are this machine's.
CONTAINERS = frozenset(
    {
        "container-other",
        "docker",
        "jail",
        "lxc",
        "lxc-libvirt",
        "openvz",
        "podman",
        "pouch",
        "rkt",
        "systemd-nspawn",
    }
)


def detect(root: Root, environment: Mapping[str, str], *, live: bool) -> tuple[str, bool]:
    """The name of what this runs in ("none": nothing), and whether it is a container."""
    # Given to generators since systemd 251: "vm:kvm", "container:lxc".
    kind, _, name = environment.get("SYSTEMD_VIRTUALIZATION", "").partition(":")
    if kind in {"vm", "container"} and name:
        return name, kind == "container" and name != "wsl"
    container = _container(root, environment)
    if container is not None:
        return container, container != "wsl"
    return _machine(root), False


def _first_line(root: Root, path: str, limit: int = 4096) -> str:
    try:
        with open(root.look(path), "rb") as file:
            return file.read(limit).partition(b"\n")[0].decode("utf-8", "replace").strip("\0 ")
    except OSError:
        return ""


def _container(root: Root, environment: Mapping[str, str]) -> str | None:
    if root.is_dir("/proc/vz") and not root.is_dir("/proc/bc"):
        return "openvz"
    release = _first_line(root, "/proc/sys/kernel/osrelease")
    if "Microsoft" in release or "WSL" in release:
        return "wsl"
    name = (
        environment.get("container")
        or _first_line(root, "/run/host/container-manager")
        or _first_line(root, "/run/systemd/container")
    )
    if name:
        return name if name in CONTAINERS | {"wsl"} else "container-other"
    # An exported image keeps these two, also when it is booted as a machine, whose kernel threads can be seen.
    if root.is_dir("/proc/1") and _first_line(root, "/proc/2/comm") != "kthreadd":
        for marker, name in (("/run/.containerenv", "podman"), ("/.dockerenv", "docker")):
            if root.exists(marker):
                return name
    return None


def _machine(root: Root) -> str:
    for file in DMI_FILES:
        value = _first_line(root, f"/sys/class/dmi/id/{file}")
        for start, name in DMI if value else ():
            if value.startswith(start):
                return name
    hypervisor = _first_line(root, "/sys/hypervisor/type")
    if hypervisor:
        return "xen" if hypervisor == "xen" else "vm-other"
    if root.exists("/proc/sysinfo"):
        return _on_s390(root)
    compatible = _first_line(root, "/proc/device-tree/hypervisor/compatible")
    if compatible:
        known = {"linux,kvm": "kvm", "xen": "xen", "vmware": "vmware"}
        return next((name for word, name in known.items() if word in compatible), "vm-other")
    clocks = _first_line(root, "/sys/devices/system/clocksource/clocksource0/available_clocksource")
    for word, name in CLOCKS:
        if word in clocks:
            return name
    return "vm-other" if _has_hypervisor_flag(root) else "none"


def _on_s390(root: Root) -> str:
    for line in _text(root, "/proc/sysinfo").splitlines():
        if line.startswith("VM00 Control Program:"):
            return "zvm" if "z/VM" in line else "kvm"
    return "none"


def _has_hypervisor_flag(root: Root) -> bool:
    return any(
        line.startswith("flags") and " hypervisor" in line
        for line in _text(root, "/proc/cpuinfo").splitlines()
    )


def _text(root: Root, path: str, limit: int = 8192) -> str:
    """The beginning of a file: /proc/cpuinfo is long on large machines, and its first processor says it all."""
    try:
        with open(root.look(path), "rb") as file:
            return file.read(limit).decode("utf-8", "replace")
    except OSError:
        return ""
