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

# What the local stage writes beside the network's files.
RUN_INSTANCE_DATA = "/run/cloud-init/instance-data-sensitive.json"
RUN_NETWORK_CONFIG = "/run/cloud-init/network-config.json"
APPLIED = "/run/cloud-init/sem/apply_network_config.once"  # the network was rendered in this boot
INSTANCE = "/var/lib/cloud/instance"  # link to the folder of the instance at hand
INSTANCES = "/var/lib/cloud/instances"
PREVIOUS_INSTANCE_ID = "/var/lib/cloud/data/previous-instance-id"
PREVIOUS_DATASOURCE = "/var/lib/cloud/data/previous-datasource"
LAST_LINKS = "/var/lib/netinit/last-links.yaml"  # the nics that the network was last rendered for
LAST_SOURCE = "/var/lib/netinit/last-source"  # where its network-config came from
REPLACED = "/var/lib/netinit/replaced"  # files that somebody had edited, as they were
JOURNAL = "/var/lib/netinit/journal.json"  # the network's files as they were before a change that is under way
LAST_GOOD = "/var/lib/netinit/last-good.json"  # the same, before the last change that was kept
CHANGING = "/run/netinit/apply.lock"  # held by the process that makes a change
UNCONFIRMED = "/run/netinit/unconfirmed"  # a change waits for somebody to remove this
TRAIL = "/run/netinit/trail.json"
FACTS = "/run/netinit/facts.yaml"

# What `netinit install` lays down, and what the generator writes.
UNITS = "/usr/lib/systemd/system"
INSTALLED = "/var/lib/netinit/installed.sha256"  # as MANIFEST, for the files of netinit itself
INSTALLED_LINKS = "/var/lib/netinit/installed-links"  # a path on each line
RUN_ENABLED = "/run/cloud-init/enabled"
RUN_DISABLED = "/run/cloud-init/disabled"
GENERATOR_LOG = "/run/netinit/generator.log"

# How far the boot has come (stages/status.py).
STATUS = "/var/lib/cloud/data/status.json"
RESULT = "/var/lib/cloud/data/result.json"
RUN_STATUS = "/run/cloud-init/status.json"
RUN_RESULT = "/run/cloud-init/result.json"
BOOT_FINISHED = "/var/lib/cloud/instance/boot-finished"
EVENTS = "/run/netinit/events"  # one file for each interface and event, the latest of its kind
