"""Checks of a whole plan: what each link says may be right, and still they cannot all be meant together.

For `netinit check`, and for nothing that runs at boot.  All findings are warnings: what is asked for can be rendered,
and the kernel or the network will answer otherwise than the author thinks.  A check is here only if an experienced
engineer would want to hear of it every time; what is merely unusual (a route into an empty table, no name server, two
DHCP links) is not.
"""

from __future__ import annotations

from netinit.decide.lint_links import bonds, devices, macs, mtus, ports, vlans
from netinit.decide.lint_plan import Plan
from netinit.decide.lint_subnets import addresses, gateways, routes, subnets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.network import NetworkConfig
    from netinit.report import Report

CHECKS = (devices, macs, vlans, mtus, ports, bonds, addresses, subnets, gateways, routes)


def check(config: NetworkConfig, facts: Facts, report: Report) -> None:
    """Report what the links of a config do to each other; the names of its links are resolved already."""
    plan = Plan(config, facts, report)
    for examine in CHECKS:
        examine(plan)
