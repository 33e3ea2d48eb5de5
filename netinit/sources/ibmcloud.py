"""IBM Cloud Classic: a config drive or a metadata disk on Xen, which this version does not read yet."""

from __future__ import annotations

from netinit.model.instance import Evidence
from netinit.sources._evidence import label, no, not_yet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "IBMCloud"
RANK = 210
# Its config drive is like OpenStack's, but for the keys that it renames.
INSTEAD_OF = ("ConfigDrive",)
PROVISIONING, LOG = "/root/provisioningConfiguration.cfg", "/root/swinstall.log"
UUID = "9796-932E"


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether Xen and the disk are there; not while the machine is still being provisioned."""
    if facts.virt != "xen":
        return no(f"virtualisation is '{facts.virt}', not 'xen'")
    if PROVISIONING in facts.files and (LOG not in facts.files or LOG in facts.fresh):
        return no(f"the machine is being provisioned: {PROVISIONING} exists")
    for device in facts.devices:
        if device.has_label("config-2") and device.uuid == UUID:
            return Evidence(text=f"config drive {UUID} on {device.device}", device=device.device)
    return label(facts, "METADATA")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
