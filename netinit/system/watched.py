"""What is looked at below a root, for the sake of some decision: paths, programs, words of the environment."""

from __future__ import annotations

from netinit.model import paths

# Paths whose mere existence a decision asks about.
MARKERS = (
    paths.DISABLED_FILE,
    paths.UPGRADED_NETWORK,
    paths.MANUAL_CLEAN,
    "/etc/network/interfaces",
    "/etc/vultr",
    "/native/.zonecontrol/metadata.sock",
    "/root/provisioningConfiguration.cfg",
    "/root/swinstall.log",
    paths.APPLIED,
    "/run/scaleway",
    "/var/lib/cloud/data/seed/bigstep/url",
)
SOCKETS = ("/dev/lxd/sock",)
VMWARE_PLUGIN = "libdeployPkgPlugin.so"
VMWARE_PLUGIN_DIRECTORIES = ("vmware-tools/plugins/vmsvc", "open-vm-tools/plugins/vmsvc")
# Small files that a decision reads.
TEXTS = (
    paths.CLOUD_CFG,
    paths.IDENTIFY_CFG,
    paths.INSTANCE_ID,
    paths.LAST_LINKS,
    paths.LAST_SOURCE,
    paths.RUN_INSTANCE_ID,
    paths.RUN_CLOUD_CFG,
    paths.RUN_IDENTIFY_RESULT,
    paths.RUN_INSTANCE_DATA,
    paths.OPEN_ISCSI,
    "/etc/os-release",
    "/etc/sysconfig/cloud-info",
    "/sys/hypervisor/uuid",
    "/var/lib/cloud/hotplug.enabled",
)
# Directory, beginning and end of the names of more of them.
TEXT_PATTERNS = (
    ("/run", "net-", ".conf"),
    ("/run", "net6-", ".conf"),
)
SEEDS = (paths.SEED, paths.SNAPPY_SEED, "/config-drive")
PROGRAMS = frozenset(
    [
        "NetworkManager",
        "dhclient",
        "dhcpcd",
        "ifdown",
        "ifquery",
        "ifup",
        "ip",
        "netplan",
        "networkctl",
        "nmcli",
        "ovs-vsctl",
        "resolvectl",
        "systemctl",
        "systemd-networkd",
        "udevadm",
        "udhcpc",
        "vmtoolsd",
        "vmware-rpctool",
        "wpa_supplicant",
    ]
)
PROGRAM_DIRECTORIES = (
    "/usr/sbin",
    "/usr/bin",
    "/sbin",
    "/bin",
    "/usr/lib/systemd",
    "/lib/systemd",
)
ENVIRONMENT = frozenset(
    {"KERNEL_CMDLINE", "SYSTEMD_VIRTUALIZATION", "WSL_DISTRO_NAME", "container", "product_name"}
)
# These carry user data, which no fact holds: only that they are set.
SECRET_ENVIRONMENT = frozenset(
    {
        "VMX_GUESTINFO",
        "VMX_GUESTINFO_METADATA",
        "VMX_GUESTINFO_USERDATA",
        "VMX_GUESTINFO_VENDORDATA",
    }
)


# What VMware's tools are asked for, where they are there; none of it is kept but whether it is set.
GUESTINFO = ("metadata", "userdata", "vendordata", "ovfEnv")
GUESTINFO_S = 5.0
