"""What a datasource's module offers; imported by type checkers and tests only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence, InstanceData
    from netinit.system.doors import System


class Source(Protocol):
    """A module `netinit.sources.<name>`."""

    NAME: str  # as users write it in datasource_list
    RANK: int  # search order where no list is configured; lower first

    def detect(self, facts: Facts, config: Mapping[str, Tree]) -> Evidence:
        """What speaks for this source, or why nothing does; `config` is its own section, datasource.NAME."""

    def read(self, system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
        """What the source gives, or None where it turns out not to be there.

        Raises NeedsNetwork where the network must be up first, and NetinitError where the source is there and broken.
        """
