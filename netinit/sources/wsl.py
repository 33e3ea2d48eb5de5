"""Windows Subsystem for Linux: files in the Windows user's profile, which this version does not read yet."""

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

NAME = "WSL"
RANK = 290


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether a file for this distribution is in a profile that is mounted here."""
    if facts.virt != "wsl":
        return no(f"virtualisation is '{facts.virt}', not 'wsl'")
    wanted = _names(facts)
    for path in sorted(facts.files):
        if "/.cloud-init/" in path and path.rpartition("/")[2].casefold() in wanted:
            return Evidence(text=f"{path} exists")
    return no(f"no .cloud-init folder with one of {', '.join(sorted(wanted))}")


def _names(facts: Facts) -> set[str]:
    """The names of files that are meant for this distribution, in small letters."""
    release = {}
    for line in facts.texts.get("/etc/os-release", "").splitlines():
        key, _, value = line.partition("=")
        release[key] = value.strip("\"'")
    distribution = release.get("ID", "linux")
    names = {"default", f"{distribution}-all"}
    for key in ("VERSION_ID", "VERSION_CODENAME"):
        if release.get(key):
            names.add(f"{distribution}-{release[key]}")
    if facts.environment.get("WSL_DISTRO_NAME"):
        names.add(facts.environment["WSL_DISTRO_NAME"])
    return {f"{name}.user-data".casefold() for name in names} | {"agent.yaml"}


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """Raises NetinitError: this version recognises the source and cannot read it."""
    not_yet(NAME)
