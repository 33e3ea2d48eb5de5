"""The `openvswitch` sections of network-config version 2: of the document and of its links.

They are netplan's alone, so that the model carries them as they stand; what netplan refuses is refused here.

    openvswitch: {external-ids: {…}, other-config: {…}, protocols: [OpenFlow13], ports: [[patch0-1, patch1-0]],
                  ssl: {ca-cert: …, certificate: …, private-key: …}}
    bonds:   {ID: {openvswitch: {external-ids, other-config, lacp}}}
    bridges: {ID: {openvswitch: {external-ids, other-config, fail-mode, mcast-snooping, rstp, protocols,
                                 controller: {addresses: […], connection-mode: …}}}}

Source: netplan's YAML reference, and its parser's answers.
"""

from __future__ import annotations

from netinit.formats.addresses import shown
from netinit.formats.keys import boolean, one_of, text
from netinit.formats.reading import list_of, pruned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.formats.reading import CompoundTable, PlainTable, Reader, Reading, Values
    from netinit.report import Path

PROTOCOLS = tuple(f"OpenFlow{number}" for number in range(10, 17))
SSL: PlainTable = {
    "ca-cert": ("ca_cert", text),
    "certificate": ("certificate", text),
    "private-key": ("private_key", text),
}
OF_BOND: PlainTable = {"lacp": ("lacp", one_of("active", "passive", "off"))}
OF_BRIDGE: PlainTable = {
    "fail-mode": ("fail_mode", one_of("secure", "standalone")),
    "mcast-snooping": ("mcast_snooping", boolean),
    "rstp": ("rstp", boolean),
}
CONTROLLER: PlainTable = {"connection-mode": ("mode", one_of("in-band", "out-of-band"))}


def _texts(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """A mapping of any names to text."""
    if not isinstance(node, dict):
        reading.error(path, f"expected a mapping, found {shown(node)}")
        return
    for key, value in node.items():
        if value is not None:
            reading.value(value, (*path, key), text)


def _section(plain: PlainTable, compound: CompoundTable) -> Reader:
    def read(reading: Reading, values: Values, node: Tree, path: Path) -> None:
        reading.mapping({}, node, path, plain, compound)

    return read


def _ports(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """Pairs of patch ports."""
    found: list[str] = []
    for item, item_path in reading.items(node, path):
        names = reading.read_list(item, item_path, text)
        if len(names) == 2:
            found.extend(names)
        elif isinstance(item, list):
            reading.error(item_path, f"expected the names of two patch ports, found {len(item)}")
    values["ports"] = found


COMMON: CompoundTable = {"external-ids": _texts, "other-config": _texts}
WITH_PROTOCOLS: CompoundTable = {
    **COMMON,
    "protocols": list_of("protocols", one_of(*PROTOCOLS)),
}
GLOBAL: CompoundTable = {**WITH_PROTOCOLS, "ports": _ports, "ssl": _section(SSL, {})}
BRIDGE: CompoundTable = {
    **WITH_PROTOCOLS,
    "controller": _section(CONTROLLER, {"addresses": list_of("addresses", text)}),
}
TABLES: dict[str, tuple[PlainTable, CompoundTable]] = {
    "bonds": (OF_BOND, COMMON),
    "bridges": (OF_BRIDGE, BRIDGE),
}


def of_link(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """The section of a link, which stands at `path` below its section's name and its id."""
    plain, compound = TABLES.get(str(path[-3]), ({}, COMMON))
    values["openvswitch"] = _sound(reading, {}, node, path, plain, compound)


def of_document(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """The document's own section; `ports` in `values` are the names of its patch ports."""
    values["openvswitch"] = _sound(reading, values, node, path, {}, GLOBAL)


def _sound(
    reading: Reading,
    values: Values,
    node: Tree,
    path: Path,
    plain: PlainTable,
    compound: CompoundTable,
) -> dict[str, Tree]:
    """The section without what was refused of it."""
    before = len(reading.refused)
    reading.mapping(values, node, path, plain, compound)
    refused = [gone[len(path) :] for gone in reading.refused[before:]]
    return pruned(node, refused) if isinstance(node, dict) else {}
