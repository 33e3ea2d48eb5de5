"""Keys that netinit does not know: a newer netplan may, or they cannot be keys at all."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from netinit.model.network import NetworkConfig
    from netinit.report import Path, Report

    Body = dict[str, Any]

# Keys of version 2 that cloud-init reads and netplan has never had.
CLOUD_INIT_ONLY = frozenset({"dhcp4domain", "dhcp6domain"})

KEY_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def settle_unknown_keys(tree: Body, config: NetworkConfig, base: Path, report: Report) -> None:
    """Hand on what a newer netplan may know; leave out what cannot be a key of netplan's, of any version."""
    if not config.unknown:
        return
    known = _known_keys()
    for path, nearest in config.unknown:
        key = str(path[-1])
        parents = [parent for parent in _parents(tree, path[:-1]) if key in parent]
        if not parents:
            continue  # what it stands in was left out
        if key in known or key in CLOUD_INIT_ONLY or _slip(key, nearest):
            message = f"'{key}' is left out: netplan would refuse the whole file for it"
        elif not key or not KEY_CHARACTERS.issuperset(key):
            message = f"'{key}' is left out: no key of netplan's looks like that, and it would refuse the whole file"
        else:
            message = f"'{key}' is handed on as it stands; a netplan that does not know it refuses the whole file"
            parents = []
        for parent in parents:
            del parent[key]
        report.warning((*base, *path), message, key=True)


def _parents(node: Any, path: Path) -> Iterator[Body]:
    """The mappings at a path; of a list all items, since those that were refused are gone and places have moved."""
    if not path:
        if isinstance(node, dict):
            yield node
    elif isinstance(path[0], int):
        for item in node if isinstance(node, list) else ():
            yield from _parents(item, path[1:])
    elif isinstance(node, dict) and path[0] in node:
        yield from _parents(node[path[0]], path[1:])


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
