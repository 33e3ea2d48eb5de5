"""The options of bonds and bridges as version 1 and OpenStack write them: the kernel's names, with a prefix or without.

`bond-xmit-hash-policy`, `bond-xmit_hash_policy`, `bond_xmit_hash_policy` and `xmit_hash_policy` are one option.
"""

from __future__ import annotations

from netinit.formats.addresses import shown
from netinit.formats.kernel_options import BOND_OPTIONS, BRIDGE_OPTIONS, kernel_name
from netinit.formats.keys import integer
from netinit.model.network import BondParams, BridgeParams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.formats.drafts import Draft, Drafts
    from netinit.formats.reading import PlainTable, Reading, Values
    from netinit.report import Path


# A member's name under each of these; the word 'none' stands for no member.
BOND_MEMBERS = {"primary": "primary", "active_slave": "active_member"}

BRIDGE_PORTS = {
    "pathcost": ("path_cost", integer(0, 2**32 - 1)),
    "portprio": ("priority", integer(0, 63)),
}
BRIDGE_OTHERS = {
    "gcint": "the kernel has no such setting any more",
    "maxwait": "nothing waits for a bridge's ports here",
    "waitport": "nothing waits for a bridge's ports here",
    "hw": "a bridge's MAC address is set by 'mac_address'",
    "ports": "a bridge's ports are listed in 'bridge_interfaces'",
}


def _bare(key: str, prefix: str) -> str:
    """An option without the prefix that tells whose it is."""
    head = key[: len(prefix) + 1]
    return key[len(head) :] if head in {f"{prefix}-", f"{prefix}_"} else key


def bond_params(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`params:` of a bond."""
    if not isinstance(node, dict):
        reading.error(path, f"expected a mapping of options, found {shown(node)}")
        return
    bond_options(reading, values, node, path)


def bond_options(reading: Reading, values: Values, node: dict[str, Tree], path: Path) -> None:
    """The options of a bond out of a mapping that holds nothing else."""
    found: Values = {}
    for key, value in node.items():
        name, place = kernel_name(_bare(key, "bond")), (*path, key)
        if value is None or value == "":
            continue
        if name == "slaves":
            # cloud-init: writes 'none' here itself; the members are in 'bond_interfaces'
            if value != "none":
                message = "a bond's members are listed in 'bond_interfaces'; ignored"
                reading.report.warning(place, message, key=True)
        elif name in BOND_MEMBERS and value == "none":
            continue
        else:
            _plain(reading, found, BOND_OPTIONS, name, value, place)
            if BOND_MEMBERS.get(name) in found:
                values.setdefault("member_options", {})[BOND_MEMBERS[name]] = place
    values["params"] = BondParams(**found)


def bridge_params(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`params:` of a bridge; what concerns single ports is kept apart in `ports`."""
    if not isinstance(node, dict):
        reading.error(path, f"expected a mapping of options, found {shown(node)}")
        return
    found: Values = {}
    ports: list[tuple[str, str, int, Path]] = []
    for key, value in node.items():
        name, place = kernel_name(_bare(key, "bridge")), (*path, key)
        if value is None or value == "":
            continue
        if name in BRIDGE_PORTS:
            ports += _per_port(reading, name, value, place)
        elif name in BRIDGE_OTHERS:
            reading.report.warning(place, f"left out: {BRIDGE_OTHERS[name]}", key=True)
        else:
            _plain(reading, found, BRIDGE_OPTIONS, name, value, place)
    values["params"] = BridgeParams(**found)
    values["ports"] = ports


def _plain(
    reading: Reading, found: Values, table: PlainTable, name: str, value: Tree, place: Path
) -> None:
    """Read an option with one value."""
    if name not in table:
        reading.unknown(place[:-1], str(place[-1]), table)
        return
    field, parser = table[name]
    if field in found:
        message = f"'{name}' is said twice, in two spellings; this one counts"
        reading.report.warning(place, message, key=True)
    parsed = reading.value(value, place, parser)
    if parsed is not None:
        found[field] = parsed


def _per_port(
    reading: Reading, name: str, node: Tree, path: Path
) -> list[tuple[str, str, int, Path]]:
    """(port, field, number, place) of each "eth0 50", in a list or alone, or of a mapping {eth0: 50}."""
    field, parser = BRIDGE_PORTS[name]
    pairs: list[tuple[Tree, Tree, Path]] = []
    if isinstance(node, dict):
        pairs = [(port, number, (*path, port)) for port, number in node.items()]
    else:
        items = [(node, path)] if isinstance(node, str) else reading.items(node, path)
        for item, place in items:
            parts = item.split() if isinstance(item, str) else []
            if len(parts) == 2:
                pairs.append((parts[0], parts[1], place))
            else:
                reading.error(
                    place, f"expected a port and a number ('eth0 50'), found {shown(item)}"
                )
    found = []
    for port, number, place in pairs:
        value = reading.value(number, place, parser)
        if value is not None:
            found.append((str(port), field, value, place))
    return found


def settle_bond(reading: Reading, draft: Draft) -> None:
    """Refuse options that name a member which the bond does not have."""
    members = draft.values.get("interfaces", ())
    for field, place in draft.values.pop("member_options", {}).items():
        name = getattr(draft.values["params"], field)
        if name not in members:
            reading.error(place, f"'{name}' is no member of '{draft.id}'")
            draft.values["params"] = draft.values["params"].replace(**{field: None})


def settle_bridge(reading: Reading, draft: Draft, drafts: Drafts) -> None:
    """Hand the options of single ports over to the ports."""
    members = draft.values.get("interfaces", ())
    for port, field, value, place in draft.values.pop("ports", ()):
        if port in members:
            drafts.by_id[port].port[field] = value
        else:
            reading.error(place, f"'{port}' is no port of '{draft.id}'")
