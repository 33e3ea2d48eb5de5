"""What a renderer's module offers; imported by type checkers and tests only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.decision import Step
    from netinit.model.facts import Facts
    from netinit.model.files import RenderedFile
    from netinit.model.network import NetworkConfig
    from netinit.report import Report
    from netinit.system.doors import System


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


class Activator(Protocol):
    """A module `netinit.renderers.<name>.activate`: makes the backend's daemon take what was written."""

    def activate(
        self, system: System, changed: Sequence[str], removed: Sequence[str]
    ) -> tuple[Step, ...]:
        """Hand changed and removed paths to the daemon, if it runs; what was done, as steps.

        A daemon that does not run yet reads the files when it starts, so nothing is done then.  Never raises: a refusal
        is a step whose answer is "failed".
        """
