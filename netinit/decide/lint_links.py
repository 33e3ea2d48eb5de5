"""Checks of a whole plan that concern links and not their addresses."""

from __future__ import annotations

from netinit.decide.names import nics_of
from netinit.model.network import Bond, Bridge, Ethernet, Vlan, Wifi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.decide.lint_plan import Plan
    from netinit.model.network import AnyLink, Match
    from netinit.report import Path

MIN_IPV6_MTU = 1280  # RFC 8200, 5
# The kernel sets 100 ms by itself in these modes, as they cannot work without (bond_main.c, bond_check_params).
MONITORED_MODES = frozenset({"802.3ad", "balance-tlb", "balance-alb"})
# Options that the kernel takes in some modes only.
MODES_OF = {
    "lacp_rate": ("lacp-rate", frozenset({"802.3ad"})),
    "ad_select": ("ad-select", frozenset({"802.3ad"})),
    "packets_per_member": ("packets-per-member", frozenset({"balance-rr"})),
    "primary": ("primary", frozenset({"active-backup", "balance-tlb", "balance-alb"})),
    "arp_interval": (
        "arp-interval",
        frozenset({"balance-rr", "active-backup", "balance-xor", "broadcast"}),
    ),
}


def devices(plan: Plan) -> None:
    """Two links for one device, and links for none."""
    by_name: dict[str, AnyLink] = {}
    by_nic: dict[str, AnyLink] = {}
    for link in plan.links:
        if link.name is not None:
            other = by_name.setdefault(link.name, link)
            if other is not link:
                plan.warn(link.path, f"'{other.id}' is for the device '{link.name}' too", key=True)
                continue
        if not (plan.facts.nics_known and link.physical) or link.kind == "loopback":
            continue
        found = nics_of(link, plan.facts)
        if not found and not link.optional and not (isinstance(link, Ethernet) and link.pf):
            plan.warn(link.path, "no nic of this machine is meant by it", key=True)
        if len(found) > 1 and link.addresses:
            names = ", ".join(nic.name for nic in found)
            plan.warn(link.addresses[0].path, f"each of {names} gets this address")
        if len(found) == 1 and _is_specific(link):
            other = by_nic.setdefault(found[0].name, link)
            if other is not link:
                plan.warn(link.path, f"'{other.id}' means the nic '{found[0].name}' too", key=True)


def _is_specific(link: AnyLink) -> bool:
    """Whether a link is meant for one nic: globs are written to take what nothing else names."""
    match = link.match
    return match is None or match.mac is not None or match.literal_name is not None


def macs(plan: Plan) -> None:
    """The same MAC address matched, or set, twice."""
    matched: dict[str, list[AnyLink]] = {}
    given: dict[str, AnyLink] = {}
    for link in plan.links:
        match = link.match
        if match is not None and match.mac is not None:
            for other in matched.get(match.mac, ()):
                assert other.match is not None
                if _may_meet(match, other.match):
                    place = plan.path(link, "match", "macaddress")
                    plan.warn(place, f"'{other.id}' matches the MAC address {match.mac} too")
                    break
            matched.setdefault(match.mac, []).append(link)
        if link.physical and link.mac is not None and ":" in link.mac and not plan.is_port(link):
            other = given.setdefault(link.mac, link)
            if other is not link:
                place = plan.path(link, "macaddress")
                plan.warn(place, f"'{other.id}' is given the MAC address {link.mac} too")


def _may_meet(one: Match, other: Match) -> bool:
    """Whether two matches of one MAC address may mean the same nic: other drivers or names tell them apart."""
    for mine, theirs in ((one.driver, other.driver), (one.name, other.name)):
        if mine and theirs and not set(mine) & set(theirs):
            return False
    return True


def vlans(plan: Plan) -> None:
    """A VLAN id twice on one parent."""
    seen: dict[tuple[str, int], Vlan] = {}
    for link in plan.links:
        if not isinstance(link, Vlan):
            continue
        other = seen.setdefault((link.link, link.vlan_id), link)
        if other is not link:
            plan.warn(
                plan.path(link, "id"),
                f"'{other.id}' is VLAN {link.vlan_id} on '{link.link}' already; the kernel makes just one",
            )


def mtus(plan: Plan) -> None:
    """An MTU that what is below cannot carry, or that is too small for what is asked."""
    for link in plan.links:
        if isinstance(link, Vlan) and link.mtu is not None:
            parent = plan.config.link(link.link)
            if parent is not None and link.mtu > plan.mtu(parent):
                plan.warn(plan.path(link, "mtu"), _too_large(plan, link, parent))
        elif isinstance(link, Bridge) and link.mtu is not None:
            for port in plan.members(link):
                if link.mtu > plan.mtu(port):
                    plan.warn(plan.path(link, "mtu"), _too_large(plan, link, port))
                    break
        if link.mtu is not None and link.mtu < MIN_IPV6_MTU and link.has_family(6):
            plan.warn(
                plan.path(link, "mtu"),
                f"IPv6 needs an MTU of at least {MIN_IPV6_MTU}; the kernel takes it off the link",
            )
        if link.mtu is not None and link.ipv6_mtu is not None and link.ipv6_mtu > link.mtu:
            plan.warn(plan.path(link, "ipv6-mtu"), f"larger than the link's MTU of {link.mtu}")


def _too_large(plan: Plan, link: AnyLink, below: AnyLink) -> str:
    default = "" if below.mtu else ", where nothing else is said"
    return (
        f"'{below.id}' below it has an MTU of {plan.mtu(below)}{default}; {link.mtu} does not fit"
    )


def ports(plan: Plan) -> None:
    """Addresses on a port: its frames go to its master, so nobody answers for them."""
    for link in plan.links:
        if not plan.is_port(link):
            continue
        master = plan.master(link)
        assert master is not None
        what, path = _own_network(plan, link)
        if what:
            plan.warn(
                path, f"{what} on a port of {master.kind} '{master.id}'; that is where it belongs"
            )
        if isinstance(link, Bridge) and master.kind == "bridge":
            plan.warn(link.path, f"a bridge cannot be a port of '{master.id}'", key=True)
        if isinstance(link, Wifi) and master.kind == "bridge" and _is_station(link):
            plan.warn(link.path, f"a Wi-Fi client cannot be a port of '{master.id}'", key=True)


def _is_station(link: Wifi) -> bool:
    return any(point.mode == "infrastructure" for point in link.access_points)


def _own_network(plan: Plan, link: AnyLink) -> tuple[str, Path]:
    """What a link asks for of layer 3, and where."""
    if link.addresses:
        return "an address", link.addresses[0].path
    for field, text in (("dhcp4", "DHCP"), ("dhcp6", "DHCPv6")):
        if getattr(link, field):
            return text, plan.path(link, field)
    if link.routes:
        return "a route", link.routes[0].path
    return "", ()


def bonds(plan: Plan) -> None:
    """Bonds that have no ports, that do not notice a dead one, or whose options belong to another mode."""
    for link in plan.links:
        if not isinstance(link, Bond) or link.openvswitch is not None:
            continue
        if not link.interfaces:
            plan.warn(link.path, "a bond without ports never has a carrier", key=True)
        _monitoring(plan, link)
        mode = link.params.mode or "balance-rr"
        for field, (key, modes) in MODES_OF.items():
            if getattr(link.params, field) and mode not in modes:
                plan.warn(
                    plan.path(link, "parameters", key), f"has no effect in mode {mode}", key=True
                )


def _monitoring(plan: Plan, bond: Bond) -> None:
    params = bond.params
    mode = params.mode or "balance-rr"
    if params.miimon and params.arp_interval:
        plan.warn(
            plan.path(bond, "parameters", "arp-interval"),
            "a bond watches its ports by MII or by ARP; the kernel takes only one of them",
        )
    if params.arp_interval and not params.arp_ip_targets:
        plan.warn(
            plan.path(bond, "parameters", "arp-interval"), "watching by ARP needs 'arp-ip-targets'"
        )
    if not params.miimon and not params.arp_interval and mode not in MONITORED_MODES:
        plan.warn(
            bond.path,
            f"nothing watches the ports in mode {mode}, so a dead one stays in use; "
            "say 'mii-monitor-interval: 100'",
            key=True,
        )
