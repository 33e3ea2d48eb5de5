"""A version 2 tree → one that netplan takes whole.

netplan refuses every file for one mistake in one of them, and 0.106 dies of some things that later versions take.  So:

* What its author wrote stays, in its order; only truth values are spelled `true` and `false`, and keys without a
  value, which netplan refuses, are gone.
* A key that netinit does not know is handed on with a warning, for a newer netplan may know it, unless it cannot be
  one: a slip of a known key, a known key in the wrong place, a word of cloud-init's own.  Those are left out.
* A key that came after netplan 0.106 is handed on with a warning that names the version (limits.py).
* What no netplan takes, or not for the backend in charge of the link, is left out with a warning (limits.py); so are
  links that stand on a link left out.
"""

from __future__ import annotations

from netinit.formats.addresses import inside
from netinit.model.network import Vrf
from netinit.renderers.netplan import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from typing import Any

    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Path, Report

    Body = dict[str, Any]

SECTIONS = (
    "ethernets",
    "wifis",
    "modems",
    "bonds",
    "bridges",
    "vlans",
    "vrfs",
    "tunnels",
    "dummy-devices",
    "virtual-ethernets",
    "nm-devices",
)
# Sections that came after 0.106, with the first version that has them.
NEWER_SECTIONS = {"dummy-devices": "0.107", "virtual-ethernets": "0.107"}
# Keys of version 2 that cloud-init reads and netplan has never had.
CLOUD_INIT_ONLY = frozenset({"dhcp4domain", "dhcp6domain"})
KEY_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
TRUE = frozenset({"true", "on", "yes", "y"})
FALSE = frozenset({"false", "off", "no", "n"})


def fit(config: NetworkConfig, written: Mapping[str, Any], report: Report) -> Body:
    """What stands below `network:` in our file, from the document itself or as it was `written` for other formats."""
    base = config.path
    if config.tree is None:
        source = dict(written)
    else:
        source = _copied(config.tree, _booleans())
        _unknown_keys(source, config, base, report)
    tree: Body = {"version": 2}
    tree.update((key, value) for key, value in source.items() if key != "version")
    dropped: set[str] = set()
    for section in SECTIONS:
        links = tree.get(section)
        if links is None:
            continue
        if section in NEWER_SECTIONS:
            limits.newer(report, (*base, section), f"'{section}'", NEWER_SECTIONS[section])
        _section(links, section, config, report, dropped)
    if dropped:
        _cascade(tree, config, report, dropped)
    if "ports" in tree.get("openvswitch", ()):
        _patch_ports(tree, base, report)
    for vrf_id, body in tree.get("vrfs", {}).items():
        _routes_of_vrf(vrf_id, body, tree, config, report)
    tree = {key: value for key, value in tree.items() if key not in SECTIONS or value}
    return _references_first(tree) if _minds_order(tree) else tree


def _section(
    links: Body, section: str, config: NetworkConfig, report: Report, dropped: set[str]
) -> None:
    """Fit the links of a section; those that netplan cannot take are taken out and added to `dropped`."""
    for link_id in list(links):
        link = config.link(link_id)
        if link is None:
            if link_id != "renderer":
                del links[link_id]  # the reader left it out and said why
            continue
        backend = link.renderer or config.renderer or "networkd"
        body = links[link_id] = links[link_id] or {}
        fitting = limits.Fitting(link, body, section, backend, config, report)
        if not fitting.check():
            del links[link_id]
            dropped.add(link_id)
        elif fitting.id != link_id:
            links[fitting.id] = links.pop(link_id)


def _cascade(tree: Body, config: NetworkConfig, report: Report, dropped: set[str]) -> None:
    """Take out what refers to links that were left out."""
    todo = True
    while todo:
        todo = False
        for section in SECTIONS:
            links = tree.get(section, {})
            for link_id in list(links):
                link = config.link(link_id)
                if link is None:
                    continue
                _forget_ports(links[link_id], dropped)
                lower = {links[link_id].get("link"), links[link_id].get("peer")}
                if lower & dropped:
                    report.warning(link.path, "left out, since the link that it stands on was")
                    del links[link_id]
                    dropped.add(link_id)
                    todo = True


def _forget_ports(body: Body, dropped: set[str]) -> None:
    if "interfaces" in body:
        body["interfaces"] = [port for port in body["interfaces"] if port not in dropped]
    parameters = body.get("parameters", {})
    if parameters.get("primary") in dropped:
        del parameters["primary"]
    for key in ("path-cost", "port-priority"):
        if key in parameters:
            parameters[key] = {
                port: value for port, value in parameters[key].items() if port not in dropped
            }


def _patch_ports(tree: Body, base: Path, report: Report) -> None:
    """Take out the cables of Open vSwitch of which an end belongs to nothing."""
    used = {
        port
        for section in ("bonds", "bridges")
        for body in tree.get(section, {}).values()
        if isinstance(body, dict)
        for port in body.get("interfaces", ())
    }
    kept = []
    for index, pair in enumerate(tree["openvswitch"]["ports"]):
        loose = [port for port in pair if port not in used]
        if loose:
            message = (
                f"'{loose[0]}' is a port of no bridge or bond, which netplan refuses; left out"
            )
            report.warning((*base, "openvswitch", "ports", index), message)
        else:
            kept.append(pair)
    tree["openvswitch"]["ports"] = kept


def _routes_of_vrf(
    vrf_id: str, body: Body, tree: Body, config: NetworkConfig, report: Report
) -> None:
    """Give routes of a VRF without rules to the ports that reach their gateways: netplan 0.106 dies of them."""
    vrf = config.link(vrf_id)
    if not isinstance(vrf, Vrf) or "routes" not in body or body.get("routing-policy"):
        return
    left = []
    for item in body["routes"]:
        port = _port_towards(item.get("via"), config.members(vrf_id))
        section = next((name for name in SECTIONS if port in tree.get(name, ())), None)
        if section is not None:
            tree[section][port].setdefault("routes", []).append({**item, "table": vrf.table})
        else:
            left.append(item)
    body["routes"] = left
    if left:
        limits.newer(
            report, (*vrf.path, "routes"), "a VRF with 'routes' and without 'routing-policy'"
        )
    else:
        del body["routes"]


def _port_towards(gateway: str | None, ports: Iterable[AnyLink]) -> str | None:
    """The id of the port in one of whose networks a gateway lies."""
    for port in ports:
        if gateway and any(inside(gateway, str(address)) for address in port.addresses):
            return port.id
    return None


def _minds_order(tree: Body) -> bool:
    """Whether netplan 0.106 refuses the document if a link is named before it stands there.

    It reads such a document twice then, and takes Wi-Fi networks and the costs of bridge ports for duplicates.
    """
    costs = {"path-cost", "port-priority"}
    bridges = tree.get("bridges", {}).values()
    return "wifis" in tree or any(
        costs.intersection(bridge.get("parameters", ()))
        for bridge in bridges
        if type(bridge) is dict
    )


def _references_first(tree: Body) -> Body:
    """The sections, and the links in each, in an order without references forward, as far as there is one."""
    sections = [name for name in tree if name in SECTIONS]
    home = {link: name for name in sections for link in tree[name]}
    seen: set[str] = set()
    forward = False
    needs: dict[str, dict[str, None]] = {name: {} for name in sections}
    for name in sections:
        for link_id, body in tree[name].items():
            seen.add(link_id)
            for other in _references(body):
                if other in home:
                    forward = forward or other not in seen
                    needs[name][home[other]] = None
    if not forward:
        return tree
    for name in sections:
        links = tree[name]
        order = _needed_first(links, {link: _references(body) for link, body in links.items()})
        tree[name] = {link: links[link] for link in order}
    rest = {key: value for key, value in tree.items() if key not in SECTIONS}
    return {**rest, **{name: tree[name] for name in _needed_first(sections, needs)}}


def _references(body: Any) -> tuple[str, ...]:
    """The ids that a link names."""
    if not isinstance(body, dict):
        return ()  # `renderer:` of a section
    given = (*body.get("interfaces", ()), body.get("link"), body.get("peer"))
    return tuple(link for link in given if link is not None)


def _needed_first(names: Iterable[str], needs: Mapping[str, Iterable[str]]) -> list[str]:
    """The names in their order, each after those that it needs; of a circle, the first stays first."""
    ordered: dict[str, None] = {}
    above: set[str] = set()

    def visit(name: str) -> None:
        if name in needs and name not in ordered and name not in above:
            above.add(name)
            for other in needs[name]:
                visit(other)
            ordered[name] = None

    for name in names:
        visit(name)
    return list(ordered)


# --- the document as it was written --------------------------------------------------------------------------------


def _copied(node: Any, booleans: Container[str]) -> Any:
    """A copy of a tree without keys that have no value, its truth values spelled `true` and `false`."""
    if isinstance(node, list):
        return [_copied(item, booleans) if isinstance(item, dict | list) else item for item in node]
    copy = {}
    for key, value in node.items():
        if isinstance(value, dict):
            copy[key] = (
                _with_empty_values(value, booleans)
                if key in {*SECTIONS, "access-points", "passthrough"}
                else _copied(value, booleans)
            )
        elif isinstance(value, list):
            copy[key] = _copied(value, booleans)
        elif value is not None:
            lower = value.lower() if key in booleans else ""
            copy[key] = "true" if lower in TRUE else "false" if lower in FALSE else value
    if not copy and len(node) == 1 and "/" in next(iter(node)):
        return next(iter(node))  # `- 192.0.2.1/24:` is an address without options
    return copy


def _with_empty_values(node: Body, booleans: Container[str]) -> Body:
    """A copy of a mapping whose keys count without a value: links, access points, NetworkManager's settings."""
    return {
        key: _copied(value, booleans)
        if isinstance(value, dict | list)
        else ("" if "." in key else {})
        if value is None
        else value
        for key, value in node.items()
    }


def _booleans() -> frozenset[str]:
    """All keys of version 2 that take a truth value."""
    from netinit.formats import keys, netv2, netv2_kinds, netv2_parts

    tables = [
        *(section.plain for section in netv2.SECTIONS.values()),
        netv2_kinds.BOND,
        netv2_kinds.BRIDGE,
        netv2_kinds.ACCESS_POINT,
        netv2_parts.ROUTE,
        netv2_parts.DHCP,
        netv2_parts.RA,
    ]
    found = {
        key for table in tables for key, (_, parser) in table.items() if parser is keys.boolean
    }
    return frozenset(found | {"use-domains", "mcast-snooping", "rstp"})


# --- keys that netinit does not know -------------------------------------------------------------------------------


def _unknown_keys(tree: Body, config: NetworkConfig, base: Path, report: Report) -> None:
    """Hand on what a newer netplan may know; leave out what cannot be a key of netplan's, of any version."""
    if not config.unknown:
        return
    known = _known_keys()
    for path, nearest in config.unknown:
        parent: Any = tree
        try:
            for part in path[:-1]:
                parent = parent[part]
        except (KeyError, IndexError, TypeError):
            continue  # what it stands in was left out
        key = str(path[-1])
        if key not in parent:
            continue
        if key in known or key in CLOUD_INIT_ONLY or _slip(key, nearest) or not key:
            del parent[key]
            message = f"'{key}' is left out: netplan would refuse the whole file for it"
        elif not KEY_CHARACTERS.issuperset(key):
            del parent[key]
            message = f"'{key}' is left out: no key of netplan's looks like that, and it would refuse the whole file"
        else:
            message = f"'{key}' is handed on as it stands; a netplan that does not know it refuses the whole file"
        report.warning((*base, *path), message, key=True)


def _known_keys() -> set[str]:
    """The keys of version 2 wherever they may stand: one of them in a wrong place is no key of a newer netplan."""
    from netinit.formats import netv2, netv2_kinds, netv2_parts

    known = {*netv2.TOP_KEYS, *netv2_kinds.BOND, *netv2_kinds.BOND_LISTS, *netv2_kinds.BRIDGE}
    for section in netv2.SECTIONS.values():
        known.update(section.plain, section.compound)
    for table in (netv2_kinds.ACCESS_POINT, netv2_parts.AUTH, netv2_parts.ROUTE, netv2_parts.RULE):
        known.update(table)
    for table in (netv2_parts.DHCP, netv2_parts.RA, netv2_parts.MATCH):
        known.update(table)
    return known


def _slip(key: str, nearest: str) -> bool:
    """Whether a key is a mistyped known one: equal but for `_`, `-` and case, or one or two letters off."""
    if not nearest:
        return False
    bare, wanted = (word.lower().replace("_", "").replace("-", "") for word in (key, nearest))
    if bare == wanted:
        return True
    if [char for char in bare if char.isdigit()] != [char for char in wanted if char.isdigit()]:
        return False  # ipv4-mtu is no slip of ipv6-mtu
    return _distance(bare, wanted) <= (1 if len(wanted) < 8 else 2)


def _distance(one: str, other: str) -> int:
    """How many letters to add, drop, change or swap to get from one word to the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for index, char in enumerate(one, 1):
        above, row = row, [index]
        for place, wanted in enumerate(other, 1):
            cost = min(row[-1] + 1, above[place] + 1, above[place - 1] + (char != wanted))
            if index > 1 < place and char == other[place - 2] and one[index - 2] == wanted:
                cost = min(cost, before[place - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]
