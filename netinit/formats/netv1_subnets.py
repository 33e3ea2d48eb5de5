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

from netinit.formats.addresses import (
    BadValue,
    inside,
    ip_address,
    ipv4,
    masked,
    netmask_length,
    prefix_length,
    shown,
)
from netinit.formats.keys import integer, listed, loose_boolean, one_of, text, uint
from netinit.formats.netv2_parts import domain, nameserver
from netinit.formats.reading import NOTHING
from netinit.model.network import Address, DhcpOverrides, Route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from netinit.document import Tree
    from netinit.formats.drafts import Draft
    from netinit.formats.keys import Parser
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
DEFAULT_PREFIX = {4: 24, 6: 64}
ANY = frozenset({"0.0.0.0", "::"})  # noqa: S104 - a destination, nothing is bound to it


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
    for field in ("nameservers", "search"):
        if found.get(field):
            values[field] = tuple(dict.fromkeys((*values.get(field, ()), *found[field])))


def without_blanks(node: Tree) -> Tree:
    """A mapping without the keys whose value is an empty string: templates leave such behind."""
    if isinstance(node, dict) and "" in node.values():
        return {key: value for key, value in node.items() if value != ""}
    return node


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


def length_of(value: object) -> tuple[int, Family | None]:
    """A prefix length, given as such or as a netmask, and the family where that tells it."""
    word = text(value)
    if word.isdigit():
        return prefix_length(word, 6), None
    return netmask_length(word), 6 if ":" in word else 4


def split_address(value: str) -> tuple[str, Family, int | None]:
    """Address, family and prefix length of `192.0.2.1`, `192.0.2.1/24`, `192.0.2.1/255.255.255.0`. Raises BadValue."""
    ip, slash, length = value.partition("/")
    canonical, family = ip_address(ip)
    if not slash:
        return canonical, family, None
    prefix, other = length_of(length)
    return canonical, family, _fitting(prefix, other, family, length)


def _fitting(prefix: int, other: Family | None, family: Family, given: object) -> int:
    """A prefix length that fits the family of its address. Raises BadValue."""
    if (other is not None and other != family) or prefix > (32 if family == 4 else 128):
        raise BadValue(f"expected a prefix or netmask of IPv{family}, found {shown(given)}")
    return prefix


def _prefix(
    reading: Reading, found: Values, path: Path, family: Family, slash: int | None
) -> int | None:
    """The prefix length that counts: after the slash, else `prefix`, else `netmask`; None: refused, or not given."""
    prefix = slash
    for key in ("prefix", "netmask"):
        if key not in found:
            continue
        length, other, given = found[key]
        try:
            length = _fitting(length, other, family, given)
        except BadValue as error:
            reading.error((*path, key), str(error))
            continue
        if prefix is not None and prefix != length:
            reading.report.warning(
                (*path, key), f"/{prefix} is said too, and counts; this is ignored", key=True
            )
        prefix = length if prefix is None else prefix
    return prefix


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
        ip, family, slash = split_address(found["address"])
        prefix = _prefix(reading, found, path, family, slash)
    except BadValue as error:
        reading.error(address_path, str(error))
        return None
    if prefix == 0:
        message = f"expected a prefix of 1 bit at least, found {shown(found['address'])}"
        reading.error(address_path, message)
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


def routes(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`routes:` of a subnet."""
    found = [one_route(reading, item, item_path) for item, item_path in reading.items(node, path)]
    values["routes"] = tuple(route for route in found if route is not None)


def one_route(
    reading: Reading,
    node: Tree,
    path: Path,
    extra: CompoundTable = NOTHING,
    values: Values | None = None,
) -> Route | None:
    """A route, or None where it is wrong in any part; `values` takes what the readers of `extra` find."""
    found: Values = {} if values is None else values
    before = len(reading.refused)
    if not reading.mapping(found, without_blanks(node), path, ROUTE, extra):
        return None
    assert isinstance(node, dict)
    key = "network" if "network" in node and "destination" not in node else "destination"
    via, via_family = found.get("gateway", (None, None))
    family: Family
    if len(reading.refused) > before:
        reading.refused.append(path)
        return None
    if "to" not in found:
        message = "a route needs its destination: 'default' or a network"
        reading.error((*path, key), message, at=path, refuse=path)
        return None
    prefix: int | None = 0
    ip, family = "default", via_family or 4
    try:
        if found["to"] != "default":
            ip, family, slash = split_address(found["to"])
            prefix = _prefix(reading, found, path, family, slash)
    except BadValue as error:
        reading.error((*path, key), str(error), refuse=path)
        return None
    if len(reading.refused) > before:
        reading.refused.append(path)
        return None
    if prefix is None:
        prefix = _default_length(reading, (*path, key), ip, family)
    if via is None and prefix == 0:
        message = "a default route needs its 'gateway'"
        reading.error((*path, "gateway"), message, at=path, refuse=path)
        return None
    if via_family not in {None, family}:
        message = f"'{key}' is IPv{family}, this is IPv{via_family}; a route is of one family"
        reading.error((*path, "gateway"), message, refuse=path)
        return None
    fields: Values = {name: found[name] for name in ("metric", "mtu", "table") if name in found}
    if via is None:
        fields["scope"] = "link"
    to = "default" if prefix == 0 else masked(ip, prefix, family)
    return Route(family=family, to=to, via=via, path=path, **fields)


def _default_length(reading: Reading, path: Path, ip: str, family: Family) -> int:
    """The prefix length of a route's destination that says none."""
    if ip in ANY:
        return 0
    # cloud-init: a destination without mask is no host: the same default as for addresses
    prefix, host = DEFAULT_PREFIX[family], 32 if family == 4 else 128
    reading.report.warning(
        path,
        f"read as {ip}/{prefix}, since nothing says its length (a single host is {ip}/{host})",
    )
    return prefix


def reach_gateways(values: Values) -> None:
    """Mark the routes of a link whose gateway no subnet of it holds: the kernel refuses them unless they are on-link.

    Where DHCP or router advertisements add subnets nobody knows which, and the routes stay as they are.
    """
    known = [f"{item.ip}/{item.prefix}" for item in values.get("addresses", ())]
    known += [
        item.peer + ("/32" if item.family == 4 else "/128")
        for item in values.get("addresses", ())
        if item.peer
    ]
    given = values["routes"]
    known += [route.destination for route in given if route.via is None]
    values["routes"] = tuple(
        route
        if route.via is None or is_dynamic(values, route.family) or holds(known, route.via)
        else route.replace(on_link=True)
        for route in given
    )


def is_dynamic(values: Values, family: Family) -> bool:
    """Whether DHCP or router advertisements bring addresses of a family."""
    if family == 4:
        return bool(values.get("dhcp4"))
    return bool(values.get("dhcp6") or values.get("ipv6_mode"))


def holds(networks: Iterable[str], ip: str) -> bool:
    """Whether any network holds an address; a link-local one is near on every link."""
    return ip.startswith("fe80:") or any(inside(ip, network) for network in networks)


def settle_mtu(reading: Reading, draft: Draft) -> None:
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


def words(reading: Reading, node: Tree, path: Path, parser: Parser) -> tuple[Any, ...]:
    """A list, or one text of words with blanks or commas between them; a bad word is reported and left out."""
    if not isinstance(node, str):
        return reading.read_list(node, path, parser)
    found = (reading.value(word, path, parser) for word in node.replace(",", " ").split())
    return tuple(dict.fromkeys(word for word in found if word is not None))


def _nameservers(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    values["nameservers"] = words(reading, node, path, nameserver)


def _search(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    values["search"] = words(reading, node, path, domain)


def _length(value: object) -> tuple[int, Family | None, object]:
    """A prefix length or netmask, with what was given for it."""
    return (*length_of(value), value)


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
    "netmask": ("netmask", _length),
    "prefix": ("prefix", _length),
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
    "dns_nameservers": _nameservers,
    "dns_search": _search,
    "routes": routes,
}
ROUTE: PlainTable = {
    "type": ("type", one_of("route")),  # the documentation of version 1 writes it below subnets too
    "network": ("to", text),
    "destination": ("to", text),
    "netmask": ("netmask", _length),
    "prefix": ("prefix", _length),
    "gateway": ("gateway", ip_address),
    "metric": ("metric", uint),
    "mtu": ("mtu", uint),
    "table": ("table", integer(1)),
}
