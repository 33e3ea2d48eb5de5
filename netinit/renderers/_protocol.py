"""What a renderer's module offers; imported by type checkers and tests only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.files import RenderedFile
    from netinit.model.network import NetworkConfig
    from netinit.report import Report


class Renderer(Protocol):
    """A module `netinit.renderers.<name>.render`."""

    NAME: str  # as in system_info.network.renderers: "netplan", "network-manager", "networkd"
    RANK: int  # the lowest that is available wins

    def available(self, facts: Facts) -> str | None:
        """Evidence that this backend runs the machine's network, or None."""

    def render(
        self, config: NetworkConfig, facts: Facts, report: Report
    ) -> tuple[RenderedFile, ...]:
        """The files, sorted by path; what the backend cannot say is reported, never dropped in silence."""
