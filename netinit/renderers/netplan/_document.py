"""A version 2 document as its author wrote it, in netplan's spelling."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from typing import Any

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

TRUE = frozenset({"true", "on", "yes", "y"})

FALSE = frozenset({"false", "off", "no", "n"})


def copied(tree: Mapping[str, Any]) -> Body:
    """A copy of a document without keys that have no value, its truth values spelled `true` and `false`."""
    copy: Body = _copied(tree, _booleans())
    return copy


def _copied(node: Any, booleans: Container[str]) -> Any:
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
