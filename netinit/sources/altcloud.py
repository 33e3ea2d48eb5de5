"""RHEV and vSphere as Deltacloud used them: a floppy or a CD-ROM, which this version does not read yet.

cloud-init's identifier quotes its patterns and so never finds it; here the name counts in any spelling.
"""

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

NAME = "AltCloud"
RANK = 40
CLOUD_INFO = "/etc/sysconfig/cloud-info"


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether a file of the image or the firmware names one of the two; a guess, since no more is known."""
    info = facts.texts.get(CLOUD_INFO, "").strip().upper()
    product = facts.dmi.get("product_name", "").upper()
    where = f"'{info}' in {CLOUD_INFO}" if info else f"DMI product_name '{product}'"
    if info == "RHEV" or (not info and product.startswith("RHEV")):
        return Evidence(level="maybe", text=where)
    if info == "VSPHERE" or (not info and product.startswith("VMWARE")):
        medium = label(facts, "CDROM")
        return medium.replace(level="maybe", text=f"{where}, {medium}") if medium else medium
    return no(f"neither {CLOUD_INFO} nor the firmware names RHEV or vSphere")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
