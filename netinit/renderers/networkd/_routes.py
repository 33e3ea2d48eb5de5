"""The sections [Address], [Route] and [RoutingPolicyRule]."""

from __future__ import annotations

from netinit.formats.addresses import inside
from netinit.model.network import Tunnel, WireGuard
from netinit.renderers._naming import unsupported
from netinit.renderers.networkd._plan import BACKEND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import Address, AnyLink, Route
    from netinit.renderers.networkd._plan import Plan

PLAIN = frozenset({"ip", "prefix", "family", "path"})  # what an address without options holds
MAX_WINDOW = 1023  # of InitialCongestionWindow= and its like; a larger one costs the whole [Route]
# Scopes of IPv4 routes: what the kernel would take by default, said aloud.
SCOPES = {
    "local": "host",
    "nat": "host",
    "broadcast": "link",
    "multicast": "link",
    "anycast": "link",
}


def address_sections(link: AnyLink, plan: Plan, lines: list[str]) -> None:
    """Add a section for each address that has options."""
    for address in link.addresses:
        if not PLAIN.issuperset(address.__dict__):
            _address(link, address, plan, lines)


def _address(link: AnyLink, address: Address, plan: Plan, lines: list[str]) -> None:
    lines.append(f"\n[Address]\nAddress={address}\n")
    if address.label is not None:
        if address.family == 6:
            unsupported(plan.report, (*address.path, "label"), "IPv6")
        else:
            lines.append(f"Label={address.label}\n")
    if address.broadcast is not None:
        if address.family == 6 or address.peer is not None or address.prefix > 30:
            unsupported(
                plan.report, (*address.path, "broadcast"), BACKEND, "where only one host is reached"
            )
        else:
            lines.append(f"Broadcast={address.broadcast}\n")
    if address.peer is not None:
        lines.append(f"Peer={address.peer}\n")
    if address.lifetime is not None:
        lines.append(f"PreferredLifetime={address.lifetime}\n")
    if address.scope is not None:
        lines.append(f"Scope={address.scope}\n")


def route_sections(link: AnyLink, plan: Plan, lines: list[str]) -> None:
    """Add a section for each route."""
    for route in link.routes:
        lines.append(f"\n[Route]\nDestination={route.destination}\n")
        if route.via is not None:
            lines.append(f"Gateway={route.via}\n")
            on_link = route.on_link
            if on_link or (on_link is None and _out_of_reach(route, link)):
                lines.append("GatewayOnLink=yes\n")
        _route_options(route, plan, lines)


def _route_options(route: Route, plan: Plan, lines: list[str]) -> None:
    kind = route.type
    scope = route.scope
    if scope is None and route.family == 4:
        scope = SCOPES.get(kind) or ("link" if kind == "unicast" and route.via is None else None)
    if scope is not None and scope != "global":
        lines.append(f"Scope={scope}\n")
    if kind != "unicast":
        lines.append(f"Type={kind}\n")
    if route.source is not None:
        lines.append(f"PreferredSource={route.source}\n")
    if route.metric is not None:
        lines.append(f"Metric={route.metric}\n")
    if route.table:  # 0 stands for the main one and is no number that networkd takes
        lines.append(f"Table={route.table}\n")
    if route.mtu:
        lines.append(f"MTUBytes={route.mtu}\n")
    if route.advmss:
        lines.append(f"TCPAdvertisedMaximumSegmentSize={route.advmss}\n")
    for key, name, value in (
        ("congestion-window", "InitialCongestionWindow", route.initcwnd),
        ("advertised-receive-window", "InitialAdvertisedReceiveWindow", route.initrwnd),
    ):
        if not value:
            continue
        if value > MAX_WINDOW:
            unsupported(plan.report, (*route.path, key), BACKEND, f"beyond {MAX_WINDOW} segments")
        else:
            lines.append(f"{name}={value}\n")


def _out_of_reach(route: Route, link: AnyLink) -> bool:
    """Whether the kernel would refuse a gateway: no network of the link holds it, and none will come by itself."""
    family, via = route.family, route.via
    if via is None or isinstance(link, Tunnel | WireGuard):
        return False
    if family == 6 and (via.startswith("fe80:") or link.dhcp6 or link.accept_ra or link.ipv6_mode):
        return False
    if family == 4 and link.dhcp4:
        return False
    static = False
    for address in link.addresses:
        if address.family == family:
            static = True
            if inside(via, f"{address.ip}/{address.prefix}"):
                return False
            if address.peer is not None and inside(
                via,
                address.peer
                if "/" in address.peer
                else f"{address.peer}/{32 if family == 4 else 128}",
            ):
                return False
    return static and not any(
        other.via is None
        and other.to != "default"
        and other.family == family
        and inside(via, other.to)
        for other in link.routes
    )


def rule_sections(link: AnyLink, lines: list[str]) -> None:
    """Add a section for each rule."""
    for rule in link.rules:
        lines.append("\n[RoutingPolicyRule]\n")
        if rule.source is not None:
            lines.append(f"From={_host(rule.source)}\n")
        if rule.to is not None:
            lines.append(f"To={_host(rule.to)}\n")
        if rule.source is None and rule.to is None:
            lines.append(f"Family={FAMILIES[rule.family]}\n")
        if rule.table:
            lines.append(f"Table={rule.table}\n")
        if rule.priority is not None:
            lines.append(f"Priority={rule.priority}\n")
        if rule.mark is not None:
            lines.append(f"FirewallMark={rule.mark}\n")
        if rule.tos is not None:
            lines.append(f"TypeOfService={rule.tos}\n")


def _host(network: str) -> str:
    """A network, a single address without its prefix."""
    return network.removesuffix("/128" if ":" in network else "/32")


FAMILIES = {4: "ipv4", 6: "ipv6", None: "both"}
