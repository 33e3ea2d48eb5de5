"""Amazon EC2 and its look-alikes: a service at http://169.254.169.254/latest, which this version does not read yet.

Without proof of the platform nobody is asked: on a foreign network anybody could answer (CVE-2024-6174).
`strict_id: false` makes a guess of it.
"""

from __future__ import annotations

from netinit.decide.source import settings
from netinit.model.instance import Evidence
from netinit.model.paths import SEED
from netinit.sources._evidence import dmi_is, first, needs_network, no, seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "Ec2"
RANK = 120
HYPERVISOR_UUID = "/sys/hypervisor/uuid"
STRICT_ID = "ci.datasource.ec2.strict_id"


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether the firmware or the hypervisor says so, or a seed is there."""
    found = first(
        seed(facts, f"{SEED}/ec2", "meta-data", "user-data"),
        no("a container has no firmware of its own") if facts.container else _platform(facts),
    )
    if found:
        return found
    strict = _strict(facts, config)
    if strict.casefold() == "true":
        return found
    return Evidence(
        level="maybe",
        text=f"strict_id is '{strict}'; {found}",
        network=True,
        config={"strict_id": strict},
    )


def _platform(facts: Facts) -> Evidence:
    """What in firmware and hypervisor names EC2 or one of those that offer its service."""
    uuid = facts.dmi.get("product_uuid", "").casefold()
    group = uuid.partition("-")[0]
    if group.startswith("ec2") or (len(group) == 8 and group[4] == "2" and group[6:] == "ec"):
        # The second form is the first with its bytes swapped, as some firmware has it.
        return Evidence(text=f"DMI product_uuid '{uuid}' is one of EC2's", network=True)
    if facts.texts.get(HYPERVISOR_UUID, "").casefold().startswith("ec2"):
        return Evidence(text=f"{HYPERVISOR_UUID} begins with 'ec2'", network=True)
    for field, end in (("product_serial", ".brightbox.com"), ("chassis_asset_tag", ".zstack.io")):
        if facts.dmi.get(field, "").endswith(end):
            return Evidence(text=f"DMI {field} ends with '{end}'", network=True)
    outscale = dmi_is(facts, "product_name", "3DS Outscale VM")
    if outscale and not dmi_is(facts, "sys_vendor", "3DS Outscale"):
        outscale = no("DMI sys_vendor is not '3DS Outscale'")
    return first(
        outscale,
        dmi_is(facts, "sys_vendor", "e24cloud", "Tilaa"),
        no(f"DMI product_uuid is {repr(uuid) if uuid else 'not set'}, not one of EC2's"),
    )


def _strict(facts: Facts, config: Mapping[str, Tree]) -> str:
    """What `strict_id` says: on the command line, in the configuration, in ds-identify.cfg."""
    for word in reversed(facts.words):
        if word.startswith(f"{STRICT_ID}="):
            return word.partition("=")[2]
    value = config.get("strict_id")
    if isinstance(value, str):
        return value
    return settings(facts).get(STRICT_ID, "true")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NeedsNetwork: the metadata service is asked in the network stage."""
    needs_network(NAME)
