"""OpenStack's network_data.json, as config drives and the metadata service carry it.

    {"links": [{"id": …, "type": "phy", "ethernet_mac_address": …, "mtu": …}, …],
     "networks": [{"link": …, "type": "ipv4", "ip_address": …, "netmask": …, "routes": […], "services": […]}, …],
     "services": [{"type": "dns", "address": …}, …]}

Links have ids and no device names: nics are told by MAC address, and named as `facts` shows them.  Bonds are bond0,
bond1 and so on, VLANs `<parent>.<id>`; a `name` on a nic or bond counts.  A name that would not fit into 15 bytes is
made shorter.  Source: nova's schema of network_data.json, and what cloud-init makes of it, measured.
"""

from __future__ import annotations

from netinit.formats.addresses import shown
from netinit.formats.drafts import finish
from netinit.formats.netv1_params import settle_bond
from netinit.formats.netv1_routes import one_route
from netinit.formats.netv1_servers import add, domains, servers
from netinit.formats.netv1_subnets import settle, subnet
from netinit.formats.openstack_links import Links
from netinit.formats.reading import NOTHING, Reading, ignore, indentation_hint
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.formats.reading import CompoundTable, Values
    from netinit.model.facts import Facts
    from netinit.model.network import NetworkConfig, Origin
    from netinit.report import Path, Report

KEYS = ("links", "networks", "services")
# How version 1 calls a subnet of each type of network.
NETWORK_TYPES = {
    "ipv4": "static",
    "static": "static",
    "ipv4_dhcp": "dhcp4",
    "ipv6": "static6",
    "static6": "static6",
    "ipv6_dhcp": "dhcp6",
    "ipv6_slaac": "ipv6_slaac",
    "ipv6_dhcpv6-stateless": "ipv6_dhcpv6-stateless",
    "ipv6_dhcpv6-stateful": "ipv6_dhcpv6-stateful",
}


def parse(tree: Tree, facts: Facts, report: Report, base: Path, origin: Origin) -> NetworkConfig:
    """The network that a network_data.json asks for; nics are named as `facts` knows them."""
    reading = Reading(report)
    if not isinstance(tree, dict):
        message = f"expected a mapping with 'links' and 'networks', found {shown(tree)}"
        reading.error(base, message + indentation_hint(tree))
        return model.NetworkConfig(origin=origin)
    for key in tree:
        if key not in KEYS:
            reading.unknown(base, key, KEYS)
    parts = {
        key: reading.items(tree[key], (*base, key)) for key in KEYS if tree.get(key) is not None
    }
    links = Links(reading, facts)
    links.read(parts.get("links", ()))
    for item, path in parts.get("networks", ()):
        _network(reading, links, item, path)
    top: Values = {}
    for item, path in parts.get("services", ()):
        _service(reading, top, item, path)
    for draft in links.drafts.by_id.values():
        if draft.cls is model.Bond:
            settle_bond(reading, draft)
        _accept_ra(draft.values)
        settle(reading, draft)
    return model.NetworkConfig(links=finish(links.drafts, reading), origin=origin, **top)


# --- networks ------------------------------------------------------------------------------------------------------


def _network(reading: Reading, links: Links, node: Tree, path: Path) -> None:
    """One network: what a link gets of addresses, routes and name servers."""
    if not isinstance(node, dict):
        reading.error(path, f"expected a mapping with 'link' and 'type', found {shown(node)}")
        return
    draft = links.find(node.get("link"), (*path, "link"), path)
    kind = _kind(reading, node, path)
    if draft is None or kind is None:
        reading.refused.append(path)
        return
    draft.values.setdefault("kinds", []).append(kind)
    # Name servers count in this order, whatever the order of the keys.
    last = ("dns_nameservers", "routes", "services")
    ordered = {key: value for key, value in node.items() if key not in {"type", *last}}
    ordered.update({key: node[key] for key in last if key in node})
    subnet(reading, draft.values, ordered, path, kind=kind, address_key="ip_address", extra=NETWORK)


def _kind(reading: Reading, node: dict[str, Tree], path: Path) -> str | None:
    """What version 1 calls a network's type; None, and an error, where nothing tells it."""
    kind = node.get("type")
    if isinstance(kind, str) and kind in NETWORK_TYPES:
        return NETWORK_TYPES[kind]
    place = path if kind is None else (*path, "type")
    if node.get("ip_address"):
        message = (
            f"unknown type of network {shown(kind)}; it has an address, so it is read as static"
        )
        reading.report.warning((*path, "type"), message, at=place)
        return "static"
    message = f"expected a type of network such as 'ipv4' or 'ipv4_dhcp', found {shown(kind)}"
    reading.error((*path, "type"), message, at=place, refuse=path)
    return None


def _accept_ra(values: Values) -> None:
    """Whether a link listens to router advertisements, out of all its networks, in whatever order they stand."""
    kinds = set(values.pop("kinds", ()))
    if kinds & {"dhcp6", "ipv6_dhcpv6-stateful"}:
        values["accept_ra"] = True
    elif "static6" in kinds:
        # A port with a fixed address and no other way to an address must not make one up.
        values["accept_ra"] = bool(kinds & {"ipv6_slaac", "ipv6_dhcpv6-stateless"})


def _routes(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    found = []
    for item, item_path in reading.items(node, path):
        services: Values = {}
        found.append(one_route(reading, item, item_path, ROUTE, services))
        add(values, services)
    values["routes"] = tuple(route for route in found if route is not None)


def _services(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    for item, item_path in reading.items(node, path):
        _service(reading, values, item, item_path)


NETWORK: CompoundTable = {
    "id": ignore,
    "network_id": ignore,
    "link": ignore,
    "routes": _routes,
    "services": _services,
}
ROUTE: CompoundTable = {"services": _services}

# --- services ------------------------------------------------------------------------------------------------------


SERVICE: CompoundTable = {"type": ignore, "address": servers, "search": domains}


def _service(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """One service; only name servers are ours."""
    if not isinstance(node, dict):
        reading.error(path, f"expected a mapping with 'type' and 'address', found {shown(node)}")
        return
    if node.get("type") != "dns":
        # cloud-init: takes any service for a name server, a time server too
        message = (
            f"only services of type 'dns' are set up here, found {shown(node.get('type'))}; ignored"
        )
        place = (*path, "type") if "type" in node else path
        reading.report.warning((*path, "type"), message, at=place)
        return
    found: Values = {}
    reading.mapping(found, node, path, NOTHING, SERVICE)
    if node.get("address") is None:
        reading.error((*path, "address"), "a name server needs its 'address'", at=path, refuse=path)
    add(values, found)
