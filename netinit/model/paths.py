"""Where things are on the target: one place for every path that netinit reads or writes by itself."""

from __future__ import annotations

MANIFEST = "/var/lib/netinit/manifest.sha256"

# What the local decision reads; the names are cloud-init's, since users' scripts and images write them.
CLOUD_CFG = "/etc/cloud/cloud.cfg"
CLOUD_CFG_D = "/etc/cloud/cloud.cfg.d"
DISABLED_FILE = "/etc/cloud/cloud-init.disabled"
IDENTIFY_CFG = "/etc/cloud/ds-identify.cfg"
SEED = "/var/lib/cloud/seed"
SNAPPY_SEED = "/writable/system-data/var/lib/cloud/seed"  # where Ubuntu Core keeps it
INSTANCE_ID = "/var/lib/cloud/data/instance-id"
UPGRADED_NETWORK = "/var/lib/cloud/data/upgraded-network"
MANUAL_CLEAN = "/var/lib/cloud/instance/manual-clean"
RUN_INSTANCE_ID = "/run/cloud-init/.instance-id"
RUN_CLOUD_CFG = "/run/cloud-init/cloud.cfg"
RUN_IDENTIFY_RESULT = "/run/cloud-init/.ds-identify.result"
OPEN_ISCSI = "/run/initramfs/open-iscsi.interface"
