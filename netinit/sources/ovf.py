"""OVF: an environment document on a CD-ROM or in guestinfo, which this version does not read yet."""

from __future__ import annotations

from netinit.model.instance import Evidence
from netinit.model.paths import SEED
from netinit.sources._evidence import no, not_yet, seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "OVF"
RANK = 170
AZURE = "7783-7084-3265-9085-8269-3286-77"
LABELS = ("OVF-TRANSPORT", "OVFENV", "OVF ENV")


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether a seed, guestinfo or a CD-ROM has the document."""
    found = seed(facts, f"{SEED}/ovf", "ovf-env.xml")
    if found:
        return found
    if facts.virt == "none":
        return no(f"{found}, and this is no virtual machine")
    if facts.dmi.get("chassis_asset_tag") == AZURE:
        return no("Azure's CD-ROM is read by the source Azure")
    if "guestinfo.ovfEnv" in facts.environment:
        return Evidence(text="guestinfo.ovfEnv is set")
    for device in facts.devices:
        if device.type != "iso9660" or device.partition:
            continue
        if device.has_label(*LABELS) or device.has_ovf_environment:
            return Evidence(text=f"an OVF environment on {device.device}", device=device.device)
    return no(f"{found}, and no CD-ROM has an OVF environment")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
