"""The routes of network-config version 1 and of OpenStack, and how both write the length of a prefix.

    {network | destination: 10.0.0.0, netmask: 255.0.0.0 | prefix: 8, gateway: 192.0.2.1, metric: 5}

The length may stand behind a slash too, as a number or as a mask; `default` and `0.0.0.0` mean the default route.
"""

from __future__ import annotations

from netinit.formats.addresses import BadValue, inside, ip_address, masked
from netinit.formats.keys import integer, one_of, text, uint
from netinit.formats.reading import NOTHING, without_blanks
from netinit.formats.subnets import mask_length
from netinit.model.network import Route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from netinit.document import Tree
    from netinit.formats.reading import CompoundTable, PlainTable, Reading, Values
    from netinit.model.network import Family
    from netinit.report import Path

DEFAULT_PREFIX = {4: 24, 6: 64}
ANY = frozenset({"0.0.0.0", "::"})  # noqa: S104 - a destination, nothing is bound to it

# --- lengths of prefixes -------------------------------------------------------------------------------------------


def split_address(value: str, least: int) -> tuple[str, Family, int | None]:
    """Address, family and prefix length of `192.0.2.1`, `192.0.2.1/24`, `192.0.2.1/255.255.255.0`. Raises BadValue."""
    ip, slash, mask = value.partition("/")
    canonical, family = ip_address(ip)
    return canonical, family, mask_length(mask, family, least) if slash else None


def prefix_of(
    reading: Reading, found: Values, path: Path, family: Family, slash: int | None, least: int
) -> int | None:
    """The prefix length that counts: after the slash, else `prefix`, else `netmask`; None: refused, or not given."""
    prefix = slash
    for key in ("prefix", "netmask"):
        if key not in found:
            continue
        try:
            bits = mask_length(found[key], family, least)
        except BadValue as error:
            reading.error((*path, key), str(error))
            continue
        if prefix is None:
            prefix = bits
        elif prefix != bits:
            message = f"/{prefix} is said too, and counts; ignored"
            reading.report.warning((*path, key), message, key=True)
    return prefix


# --- routes --------------------------------------------------------------------------------------------------------


def routes(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`routes:` of a subnet."""
    found = [one_route(reading, item, item_path) for item, item_path in reading.items(node, path)]
    values["routes"] = tuple(route for route in found if route is not None)


def one_route(
    reading: Reading,
    node: Tree,
    path: Path,
    extra: CompoundTable = NOTHING,
    found: Values | None = None,
) -> Route | None:
    """A route, or None where it is wrong in any part: without that part it would be another route.

    `found` takes what the readers of `extra` find.
    """
    found = {} if found is None else found
    before = len(reading.refused)
    route = None
    if reading.mapping(found, without_blanks(node), path, ROUTE, extra):
        assert isinstance(node, dict)
        key = "network" if "network" in node and "destination" not in node else "destination"
        if len(reading.refused) == before:
            route = _route(reading, found, path, key)
    if len(reading.refused) > before:
        reading.refused.append(path)
        return None
    return route


def _route(reading: Reading, found: Values, path: Path, key: str) -> Route | None:
    """A route out of its values, whose destination stands at `key`; None, and an error, where they make none."""
    via, via_family = found.get("gateway", (None, None))
    family: Family = via_family or 4
    to = "default"
    if "to" not in found:
        message = "a route needs its destination: 'default' or a network"
        reading.error((*path, key), message, at=path)
        return None
    if found["to"] != "default":
        before = len(reading.refused)
        try:
            ip, family, slash = split_address(found["to"], least=0)
        except BadValue as error:
            reading.error((*path, key), str(error))
            return None
        prefix = prefix_of(reading, found, path, family, slash, least=0)
        if len(reading.refused) > before:
            return None
        if prefix is None:
            prefix = _default_length(reading, (*path, key), ip, family)
        to = "default" if prefix == 0 else masked(ip, prefix, family)
    if via is None and to == "default":
        reading.error((*path, "gateway"), "a default route needs its 'gateway'", at=path)
        return None
    if via_family not in {None, family}:
        message = f"'{key}' is IPv{family}, this is IPv{via_family}; a route is of one family"
        reading.error((*path, "gateway"), message)
        return None
    fields: Values = {name: found[name] for name in ("metric", "mtu", "table") if name in found}
    if via is None:
        fields["scope"] = "link"
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


ROUTE: PlainTable = {
    "type": ("type", one_of("route")),  # the documentation of version 1 writes it below subnets too
    "network": ("to", text),
    "destination": ("to", text),
    "netmask": ("netmask", text),
    "prefix": ("prefix", text),
    "gateway": ("gateway", ip_address),
    "metric": ("metric", uint),
    "mtu": ("mtu", uint),
    "table": ("table", integer(1)),
}
