"""VMware vSphere: guestinfo properties and guest customisation, which this version does not read yet."""

from __future__ import annotations

from netinit.model.instance import Evidence
from netinit.sources._evidence import no, not_yet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "VMware"
RANK = 160
PROPERTIES = ("metadata", "userdata", "vendordata")
PLUGIN = "libdeployPkgPlugin.so"
DISABLED = "disable_vmware_customization"
TOP_LEVEL_KEYS = (DISABLED,)  # a setting of its own, not below datasource


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether guestinfo holds data, or the plug-in that customises guests is there and allowed."""
    properties = [name for name in PROPERTIES if f"guestinfo.{name}" in facts.environment]
    if properties:
        return Evidence(text=f"guestinfo.{properties[0]} is set")
    variables = [f"VMX_GUESTINFO_{name.upper()}" for name in PROPERTIES]
    given = [name for name in variables if name in facts.environment]
    if "VMX_GUESTINFO" in facts.environment and given:
        return Evidence(text=f"{given[0]} is set in the environment")
    if facts.virt != "vmware":
        return no(f"virtualisation is '{facts.virt}', not 'vmware'")
    plugins = [path for path in facts.files if path.endswith(f"/{PLUGIN}")]
    allowed = str(config.get(DISABLED, "")).casefold() in {"0", "false"}
    if plugins and allowed:
        return Evidence(text=f"{DISABLED} is off and {min(plugins)} exists")
    return no("no guestinfo property is set, and guest customisation is not switched on")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
