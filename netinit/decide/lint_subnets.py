"""Checks of a whole plan that concern addresses, subnets and routes.

netaddr turns them into numbers; it is imported in here only when a plan is checked (27 ms).
"""

from __future__ import annotations

from netinit.model.network import Veth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netaddr import IPNetwork

    from netinit.decide.lint_plan import Plan
    from netinit.model.network import Address, AnyLink, Route

MAIN_TABLE = 254


def _network(text: str) -> IPNetwork:
    from netaddr import IPNetwork

    return IPNetwork(text)


def _is_host(address: Address) -> bool:
    """Whether an address is its own subnet; such ones are lent to several links on purpose (unnumbered links)."""
    return address.prefix == (32 if address.family == 4 else 128)


def _is_link_local(address: Address) -> bool:
    return address.family == 6 and address.ip.startswith("fe80:")


def addresses(plan: Plan) -> None:
    """Addresses that cannot be a host's, and the same one on two links."""
    seen: dict[tuple[str, str], tuple[AnyLink, Address]] = {}
    for link in plan.links:
        domain = plan.domain(link)
        for address in link.addresses:
            _strange(plan, link, address)
            if _is_link_local(address):
                continue
            other, first = seen.setdefault((domain, address.ip), (link, address))
            if other is not link and not (_is_host(address) and _is_host(first)):
                plan.warn(address.path, f"'{other.id}' has the address {address.ip} too")


def _strange(plan: Plan, link: AnyLink, address: Address) -> None:
    subnet = _network(str(address))
    if subnet.ip.is_multicast() or int(subnet.ip) == 0:
        plan.warn(address.path, f"{address.ip} is no address of a host")
    elif subnet.ip.is_loopback():
        if link.kind not in {"loopback", "dummy"}:
            plan.warn(address.path, f"{address.ip} never leaves the machine; it belongs to lo")
    elif subnet.size > 2 and int(subnet.ip) == subnet.first:
        what = "the network itself" if address.family == 4 else "the address of all its routers"
        plan.warn(address.path, f"{address.ip} is {what}, as no host of {subnet.cidr} may be")
    elif address.family == 4 and subnet.size > 2 and int(subnet.ip) == subnet.last:
        plan.warn(address.path, f"{address.ip} is the broadcast address of {subnet.cidr}")


def subnets(plan: Plan) -> None:
    """Overlapping subnets on two links: answers leave by one of them, whichever they were asked on.

    Links with rules for their own addresses were set up for just that, and the ends of a virtual cable belong together.
    """
    found = []
    for index, link in enumerate(plan.links):
        if plan.is_port(link) or any(rule.source for rule in link.rules):
            continue
        for address in link.addresses:
            if not _is_host(address) and not _is_link_local(address):
                subnet = _network(str(address))
                found.append(
                    (plan.domain(link), subnet.version, subnet.first, -subnet.last, index, address)
                )
    found.sort(key=lambda item: item[:5])
    around: list[tuple[str, int, int, int, Address]] = []  # those that hold the current one
    for domain, version, first, last, index, address in found:
        while around and (around[-1][:2] != (domain, version) or around[-1][2] < first):
            around.pop()
        for *_, other, theirs in reversed(around):
            if other != index and not _cabled(plan.links[index], plan.links[other]):
                _overlap(
                    plan, *sorted([(index, address), (other, theirs)], key=lambda item: item[0])
                )
                break
        if not around or around[-1][2:4] != (-last, index):
            around.append((domain, version, -last, index, address))


def _cabled(one: AnyLink, other: AnyLink) -> bool:
    return isinstance(one, Veth) and one.peer == other.id


def _overlap(plan: Plan, first: tuple[int, Address], second: tuple[int, Address]) -> None:
    """Report at the link that comes later; a whole address that stands twice is reported by itself."""
    (index, earlier), (_, later) = first, second
    if earlier.ip != later.ip:
        plan.warn(
            later.path,
            f"the subnet of {later} overlaps that of {earlier} on '{plan.links[index].id}'",
        )


def gateways(plan: Plan) -> None:
    """Gateways that no subnet of their link holds, and links that are their own gateway."""
    for link in plan.links:
        if not link.routes or plan.is_broken(link):
            continue
        own = {address.ip for address in link.addresses}
        on_link: list[IPNetwork] | None = None
        for route in link.routes:
            if route.via is None or (route.family == 6 and route.via.startswith("fe80:")):
                continue
            if route.via in own:
                plan.warn(route.path, f"the gateway {route.via} is this link's own address")
                continue
            if not all(_must_reach(plan, near, route) for near in _near(plan, link)):
                continue
            if on_link is None:
                on_link = [net for near in _near(plan, link) for net in _reached(near)]
            if not any(_network(route.via) in subnet for subnet in on_link):
                plan.warn(route.path, _unreached(plan, link, route))


def _near(plan: Plan, link: AnyLink) -> tuple[AnyLink, ...]:
    """The links by which a link's gateways are reached: itself, or the members of a VRF."""
    return (link, *plan.members(link)) if link.kind == "vrf" else (link,)


def _must_reach(plan: Plan, link: AnyLink, route: Route) -> bool:
    """Whether a gateway has to be in one of the subnets that the config shows."""
    static = [address for address in link.addresses if address.family == route.family]
    if route.on_link:
        # Only version 2 has a key for this; for the others the reader concluded it, which is right for a host address.
        return plan.config.origin.format != "v2" and not any(map(_is_host, static))
    if route.family == 4:
        return not link.dhcp4
    return bool(static) or not (link.dhcp6 or link.ipv6_mode or link.accept_ra is not False)


def _reached(link: AnyLink) -> list[IPNetwork]:
    """What a link reaches without a gateway."""
    reached = [str(address) for address in link.addresses]
    reached += [address.peer for address in link.addresses if address.peer]
    reached += [
        route.destination for route in link.routes if route.via is None and route.type == "unicast"
    ]
    return [_network(text) for text in reached]


def _unreached(plan: Plan, link: AnyLink, route: Route) -> str:
    via = _network(route.via or "")
    for other in plan.links:
        if other is link or plan.domain(other) != plan.domain(link):
            continue
        if any(via in _network(str(address)) for address in other.addresses):
            return f"the gateway {route.via} is in a subnet of '{other.id}', not of '{link.id}'"
    return f"no subnet of '{link.id}' holds the gateway {route.via}"


def routes(plan: Plan) -> None:
    """Two links with a route to one network and the same metric; formats.drafts reports the default routes."""
    seen: dict[tuple[object, ...], AnyLink] = {}
    for link in plan.links:
        domain = plan.domain(link)
        for route in link.routes:
            if route.is_default or route.type != "unicast":
                continue
            key = (domain, route.family, route.to, route.table or MAIN_TABLE, route.metric)
            other = seen.setdefault(key, link)
            if other is not link:
                plan.warn(
                    route.path,
                    f"'{other.id}' has a route to {route.to} with the same metric; "
                    "which of them is used is left to chance",
                )
