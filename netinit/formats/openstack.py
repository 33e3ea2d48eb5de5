"""Placeholder."""

from __future__ import annotations

from netinit.model.network import NetworkConfig, Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.report import Path, Report


def parse(tree: Tree, facts: Facts, report: Report, base: Path, origin: Origin) -> NetworkConfig:
    """The network that a document asks for."""
    raise NotImplementedError
