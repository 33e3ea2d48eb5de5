"""The subnets of network-config version 1, and the networks of OpenStack, which say the same in nearly the same words.

    type                        what comes of it
    dhcp, dhcp4, dhcp6          a DHCP client
    ipv6_slaac                  router advertisements alone
    ipv6_dhcpv6-stateless       router advertisements for addresses, DHCPv6 for the rest
    ipv6_dhcpv6-stateful        DHCPv6 for addresses
    static, static6             `address` with `/24`, `/255.255.255.0`, `prefix` or `netmask` (else /24 or /64)
    manual, loopback            nothing: the link is brought up

and with any of them `gateway`, `metric`, `mtu`, `dns_nameservers`, `dns_search`, `routes`, `control`; a static address
may have `broadcast`, `scope` and `pointopoint`.  Source: cloud-init's documentation of version 1 and its answers to
the inputs in question, measured.
"""

from __future__ import annotations

from netinit.formats.addresses import BadValue, ip_address, ipv4
from netinit.formats.keys import listed, loose_boolean, one_of, text, uint
from netinit.formats.netv1_routes import (
    DEFAULT_PREFIX,
    prefix_of,
    reach_gateways,
    routes,
    split_address,
)
from netinit.formats.netv1_servers import add, domains, servers
from netinit.formats.reading import NOTHING, without_blanks
from netinit.model.network import Address, DhcpOverrides, Route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.formats.drafts import Draft
    from netinit.formats.reading import CompoundTable, PlainTable, Reading, Values
    from netinit.model.network import Family
    from netinit.report import Path

STATIC = ("static", "static6")
IPV6_MODES = {
    "ipv6_slaac": "slaac",
    "ipv6_dhcpv6-stateless": "stateless",
    "ipv6_dhcpv6-stateful": "stateful",
}
TYPES = ("dhcp", "dhcp4", "dhcp6", *STATIC, *IPV6_MODES, "manual", "loopback")


def subnets(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`subnets:` of a link."""
    for item, item_path in reading.items(node, path):
        if item is None:
            reading.report.warning(item_path, "an empty subnet, ignored")
            continue
        subnet(reading, values, item, item_path)


def subnet(
    reading: Reading,
    values: Values,
    node: Tree,
    path: Path,
    *,
    kind: str | None = None,
    address_key: str = "address",
    extra: CompoundTable = NOTHING,
) -> None:
    """One subnet; its `type` is `kind` where the caller knows it already."""
    found: Values = {}
    before = len(reading.refused)
    if not reading.mapping(found, without_blanks(node), path, SUBNET, {**COMPOUND, **extra}):
        return
    assert isinstance(node, dict)
    if kind is None:
        if "type" not in found:
            if node.get("type") is None:
                message = f"a subnet needs its 'type': {listed(TYPES)}"
                reading.error((*path, "type"), message, at=path)
            reading.refused.append(path)
            return
        kind = str(found["type"])
    family: Family | None = 6 if kind.startswith("ipv6") or kind == "dhcp6" else 4
    if kind in STATIC:
        key = "ip_address" if "ip_address" in node else address_key
        family = _static(reading, values, found, path, key, kind, before)
    else:
        _dynamic(values, kind)
        for key in ADDRESS_KEYS:
            if node.get(key) and not extra:
                reading.report.warning(
                    (*path, key), f"a subnet of type '{kind}' has no '{key}', ignored", key=True
                )
    if family is not None:
        _routes(reading, values, found, path, kind)
        if "mtu" in found:
            mtus = values.setdefault(f"mtus{family}", [])
            mtus.append((found["mtu"], (*path, "mtu")))
    if found.get("control") == "manual":
        values["manual"] = (*path, "control")
    add(values, found)


def _dynamic(values: Values, kind: str) -> None:
    """Note which automatic configuration a link gets."""
    if kind in {"dhcp", "dhcp4"}:
        values["dhcp4"] = True
    elif kind == "dhcp6":
        values["dhcp6"] = True
        values["ipv6_mode"] = None
    elif kind in IPV6_MODES:
        mode = IPV6_MODES[kind]
        # Two of them on one link, or one beside plain dhcp6: only both together do what each asks.
        alone = "ipv6_mode" not in values or values["ipv6_mode"] == mode
        values["ipv6_mode"] = mode if alone else None
        values["dhcp6"] = values.get("dhcp6", False) or mode != "slaac" or not alone


# --- addresses -----------------------------------------------------------------------------------------------------


def _static(
    reading: Reading, values: Values, found: Values, path: Path, key: str, kind: str, before: int
) -> Family | None:
    """Read a static address; its family, or None where it is refused and takes its gateway and routes along.

    `before` is how much was refused before this subnet.
    """
    address_path = (*path, key)
    if "address" not in found:
        if address_path not in reading.refused[before:]:
            message = f"a subnet of type '{kind}' needs its '{key}'"
            reading.error(address_path, message, at=path, refuse=path)
        return None
    lengths = {(*path, "netmask"), (*path, "prefix")}
    if "/" not in found["address"] and lengths & set(reading.refused[before:]):
        return None
    before = len(reading.refused)
    try:
        ip, family, slash = split_address(found["address"], least=1)
        prefix = prefix_of(reading, found, path, family, slash, least=1)
    except BadValue as error:
        reading.error(address_path, str(error))
        return None
    if len(reading.refused) > before:
        return None
    if kind == "static6" and family == 4:
        reading.report.warning(address_path, "an IPv4 address in a subnet of type 'static6'")
    fields = _address_fields(reading, found, path, family)
    prefix = DEFAULT_PREFIX[family] if prefix is None else prefix
    address = Address(ip=ip, prefix=prefix, family=family, path=address_path, **fields)
    if not any(str(other) == str(address) for other in values.get("addresses", ())):
        values["addresses"] = (*values.get("addresses", ()), address)
    return family


def _address_fields(reading: Reading, found: Values, path: Path, family: Family) -> Values:
    """What else belongs to an address: peer, broadcast address, scope."""
    fields: Values = {name: found[name] for name in ("broadcast", "scope") if name in found}
    if "pointopoint" in found:
        fields["peer"], other = found["pointopoint"]
        if other != family:
            message = f"expected an address of IPv{family}, as the subnet's own is"
            reading.error((*path, "pointopoint"), message)
            del fields["peer"]
    if "broadcast" in fields and family == 6:
        reading.error((*path, "broadcast"), "IPv6 has no broadcast addresses")
        del fields["broadcast"]
    return fields


# --- routes --------------------------------------------------------------------------------------------------------


def _routes(reading: Reading, values: Values, found: Values, path: Path, kind: str) -> None:
    """The routes of a subnet: its gateway and its `routes`; `metric` counts for default routes and for DHCP."""
    metric = found.get("metric")
    routes: list[Route] = []
    if "gateway" in found:
        via, family = found["gateway"]
        routes.append(Route(family=family, to="default", via=via, path=(*path, "gateway")))
    routes += found.get("routes", ())
    used = False
    if metric is not None:
        for index, route in enumerate(routes):
            if route.is_default and route.metric is None:
                routes[index] = route.replace(metric=metric)
                used = True
        for field, kinds in OVERRIDES.items():
            if kind in kinds:
                values[field] = DhcpOverrides(route_metric=metric)
                used = True
        if not used:
            reading.report.warning(
                (*path, "metric"),
                "there is no default route here that it could count for",
                key=True,
            )
    if routes:
        values["routes"] = tuple(dict.fromkeys((*values.get("routes", ()), *routes)))


OVERRIDES = {
    "dhcp4_overrides": ("dhcp", "dhcp4"),
    "dhcp6_overrides": ("dhcp6", *IPV6_MODES),
}


# --- what all subnets of a link add up to --------------------------------------------------------------------------


def settle(reading: Reading, draft: Draft) -> None:
    """Finish what the subnets of a link add up to."""
    _settle_mtu(reading, draft)
    values = draft.values
    manual = values.pop("manual", None)
    if manual is not None:
        # cloud-init: its initramfs reader says this of links that are up already, and only ENI acts on it
        values.setdefault("critical", True)
        message = "'manual' keeps the link from being taken down; it is brought up all the same"
        reading.report.warning(manual, message)
    if values.get("accept_ra") is False and values.get("ipv6_mode"):
        message = (
            "without router advertisements no host can configure itself, as a subnet here asks"
        )
        reading.report.warning((*draft.path, "accept-ra"), message)
    if values.get("routes"):
        reach_gateways(values)


def _settle_mtu(reading: Reading, draft: Draft) -> None:
    """The MTU of a link out of its own and those of its subnets: IPv4's counts for the link, IPv6's for IPv6 alone."""
    values = draft.values
    for field, found in (
        ("mtu", values.pop("mtus4", ())),
        ("ipv6_mtu", values.pop("mtus6", ())),
    ):
        for mtu, path in found:
            before = values.get(field)
            if before is not None and before != mtu:
                reading.report.warning(
                    path, f"the MTU {before} is asked for too; that of the subnet counts, {mtu}"
                )
            values[field] = mtu
        if values.get(field) == 0:
            path = found[-1][1] if found else (*draft.path, "mtu")
            reading.report.warning(path, "0 is no MTU; the device's default is kept")
            del values[field]


# --- key tables ----------------------------------------------------------------------------------------------------

ADDRESS_KEYS = (
    "address",
    "ip_address",
    "netmask",
    "prefix",
    "broadcast",
    "scope",
    "pointopoint",
)
SUBNET: PlainTable = {
    "type": ("type", one_of(*TYPES)),
    "control": ("control", one_of("auto", "manual", "hotplug")),
    "address": ("address", text),
    "ip_address": ("address", text),
    "netmask": ("netmask", text),
    "prefix": ("prefix", text),
    "broadcast": ("broadcast", ipv4),
    "pointopoint": ("pointopoint", ip_address),
    "scope": ("scope", one_of("global", "site", "link", "host", "nowhere")),
    "gateway": ("gateway", ip_address),
    "metric": ("metric", uint),
    "mtu": ("mtu", uint),
    # Both repeat what the address shows.
    "ipv4": ("ipv4", loose_boolean),
    "ipv6": ("ipv6", loose_boolean),
}
COMPOUND: CompoundTable = {
    "dns_nameservers": servers,
    "dns_search": domains,
    "routes": routes,
}
