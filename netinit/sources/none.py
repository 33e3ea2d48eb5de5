"""None: the source of last resort, which gives what the configuration says and never fails."""

from __future__ import annotations

from netinit.model.instance import Evidence, InstanceData

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.system.doors import System

NAME = "None"
RANK = 1000


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Nothing speaks for it: it is taken where nothing else is."""
    return Evidence(level="no", text="taken where no other source is")


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """The `metadata` and `userdata_raw` of the configuration."""
    metadata = config.get("metadata")
    userdata = config.get("userdata_raw")
    given = metadata if isinstance(metadata, dict) else {}
    identity = given.get("instance-id")
    return InstanceData(
        source=NAME,
        instance_id=str(identity) if isinstance(identity, str) else "iid-datasource-none",
        metadata=given,
        userdata=userdata.encode() if isinstance(userdata, str) else b"",
        seed="the configuration" if config else "",
        evidence="no other source",
    )
