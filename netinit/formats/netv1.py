"""Network-config version 1, cloud-init's first language.

    version: 1
    config:
      - {type: physical | loopback | infiniband | bond | bridge | vlan, name: …, subnets: […], …}
      - {type: nameserver, address: […], search: […], interface: …}
      - {type: route, destination: …, gateway: …, metric: …}

bare or below `network:`; `config: disabled` asks for nothing.  The order of entries does not matter.  What differs from
cloud-init is listed in docs/formats.md: nothing is dropped in silence, global routes go to the link that reaches their
gateway, wrong values are errors.
"""

from __future__ import annotations

from netinit.formats.addresses import BadValue, inside, mac_address, shown
from netinit.formats.drafts import MAX_NAME_BYTES, Draft, Drafts, finish, undefined
from netinit.formats.keys import integer, listed, loose_boolean, text, uint
from netinit.formats.netv1_params import bond_params, bridge_params, settle_bond, settle_bridge
from netinit.formats.netv1_routes import is_dynamic, one_route
from netinit.formats.netv1_servers import add, domains, servers
from netinit.formats.netv1_subnets import settle, subnets
from netinit.formats.netv2_parts import link_id, link_name
from netinit.formats.reading import Reading, ignore, indentation_hint, without_blanks
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from netinit.document import Tree
    from netinit.formats.reading import CompoundTable, PlainTable, Values
    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig, Origin, Route
    from netinit.report import Path, Report

    Entry = tuple[dict[str, Tree], Path]


def parse(tree: Tree, facts: Facts, report: Report, base: Path, origin: Origin) -> NetworkConfig:
    """The network that a version 1 document asks for; `base` is where it stands in its file (`("network",)`)."""
    reading = Reading(report)
    if not isinstance(tree, dict):
        message = f"expected a mapping with 'version' and 'config', found {shown(tree)}"
        reading.error(base, message + indentation_hint(tree))
        return model.NetworkConfig(origin=origin)
    if tree.get("version") != "1":
        found = f", found {shown(tree['version'])}" if "version" in tree else ""
        reading.error(
            (*base, "version"),
            f"expected 'version: 1'{found}; read as that all the same",
            at=(*base, "version") if "version" in tree else base,
        )
    for key in tree:
        if key not in {"version", "config"}:
            reading.unknown(base, key, ("version", "config"))
    entries: list[tuple[Tree, Path]] = []
    if "config" in tree:
        entries = list(reading.items(tree["config"], (*base, "config")))
    else:
        reading.error((*base, "config"), "expected 'config', the list of what to set up", at=base)
    drafts = Drafts()
    others: dict[str, list[Entry]] = {"nameserver": [], "route": []}
    for entry, path in entries:
        kind = _type(reading, entry, path)
        if kind in KINDS:
            _device(reading, drafts, KINDS[kind], without_blanks(entry), path)
        elif kind is not None:
            others[kind].append((without_blanks(entry), path))  # type: ignore[arg-type]
    top: Values = {}
    _undescribed(reading, drafts)
    for entry, path in others["nameserver"]:
        _nameserver(reading, drafts, top, entry, path)
    for entry, path in others["route"]:
        _route(reading, drafts, entry, path)
    for draft in drafts.by_id.values():
        if draft.cls is model.Bond:
            settle_bond(reading, draft)
        elif draft.cls is model.Bridge:
            settle_bridge(reading, draft, drafts)
        settle(reading, draft)
    return model.NetworkConfig(links=finish(drafts, reading), origin=origin, **top)


def _type(reading: Reading, entry: Tree, path: Path) -> str | None:
    """The type of an entry; None, and an error, where it has none that is known."""
    if not isinstance(entry, dict):
        message = f"expected a mapping with 'type', found {shown(entry)}"
        reading.error(path, message + indentation_hint(entry))
        return None
    kind = entry.get("type")
    if isinstance(kind, str) and kind in TYPES:
        return str(kind)
    expected = f"expected {listed(TYPES)}"
    if kind is None:
        reading.error((*path, "type"), expected, at=path, refuse=path)
    else:
        message = f"{expected}, found {shown(kind)}{reading.hint(kind, TYPES)}"
        reading.error((*path, "type"), message, refuse=path)
    return None


# --- devices -------------------------------------------------------------------------------------------------------


def device_name(value: object) -> str:
    """A name for a device that the kernel and all backends take: ASCII, at most 15 bytes."""
    name = link_name(value)
    if not link_id(name):
        raise BadValue(f"expected an interface name of ASCII letters, found {shown(value)}")
    if len(name) > MAX_NAME_BYTES:
        raise BadValue(
            f"expected an interface name of at most {MAX_NAME_BYTES} bytes, found {shown(value)}"
        )
    return name


def _interfaces(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    # A refused name leaves None behind: indexes stay those of the document, for the messages of drafts.finish.
    values["interfaces"] = [
        reading.value(item, item_path, device_name) for item, item_path in reading.items(node, path)
    ]


def _physical_params(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`params:` of a nic: how it is recognised, beyond its MAC address."""
    found: Values = {}
    if reading.mapping(found, node, path, {"driver": ("driver", text), "device_id": ("id", text)}):
        if "driver" in found:
            values["driver"] = found["driver"]
        if "id" in found:
            message = "nics are told by MAC address and driver, not by 'device_id'; ignored"
            reading.report.warning((*path, "device_id"), message, key=True)


COMMON: PlainTable = {
    "type": ("type", text),
    "name": ("name", device_name),
    "mac_address": ("mac", mac_address),
    "mtu": ("mtu", uint),
    "accept-ra": ("accept_ra", loose_boolean),
    "wakeonlan": ("wakeonlan", loose_boolean),
    "optional": ("optional", loose_boolean),
    "keep_configuration": ("critical", loose_boolean),
    "config_id": ("other_id", text),
    "id": ("other_id", text),  # curtin's name for it, in what MAAS exports
}


class Kind:
    """A type of device: its class, its keys, and which of them it cannot do without."""

    def __init__(
        self,
        cls: type[AnyLink],
        plain: PlainTable | None = None,
        compound: CompoundTable | None = None,
        *,
        members_key: str = "interfaces",
        needs: tuple[str, ...] = (),
        wants: tuple[str, ...] = (),
    ) -> None:
        self.cls, self.members_key, self.needs, self.wants = cls, members_key, needs, wants
        self.plain = {**COMMON, **(plain or {})}
        self.compound = {"subnets": subnets, **(compound or {})}


PHYSICAL: CompoundTable = {"params": _physical_params}
KINDS = {
    "physical": Kind(model.Ethernet, compound=PHYSICAL),
    "infiniband": Kind(model.Ethernet, compound=PHYSICAL),
    "loopback": Kind(model.Loopback),
    "bond": Kind(
        model.Bond,
        compound={"bond_interfaces": _interfaces, "params": bond_params},
        members_key="bond_interfaces",
        needs=("bond_interfaces",),
        wants=("params",),
    ),
    "bridge": Kind(
        model.Bridge,
        compound={"bridge_interfaces": _interfaces, "params": bridge_params},
        members_key="bridge_interfaces",
        needs=("bridge_interfaces",),
    ),
    "vlan": Kind(
        model.Vlan,
        {"vlan_id": ("vlan_id", integer(0, 4094)), "vlan_link": ("link", text)},
        needs=("vlan_id", "vlan_link"),
    ),
}
TYPES = (*KINDS, "nameserver", "route")


def _device(reading: Reading, drafts: Drafts, kind: Kind, entry: Tree, path: Path) -> None:
    """Read one entry that describes a device."""
    assert isinstance(entry, dict)
    before = len(reading.refused)
    values: Values = {}
    reading.mapping(values, entry, path, kind.plain, kind.compound)
    word = values.pop("type")
    refused = set(reading.refused[before:])
    sound = True
    for key in ("name", *kind.needs, *kind.wants):
        if entry.get(key) is None:
            message = f"an entry of type '{word}' needs its '{key}'"
            if key in kind.wants:
                message += "; read as if it were empty"
            reading.error((*path, key), message, at=path)
        elif (*path, key) not in refused:
            continue
        sound = sound and key in kind.wants
    if not sound:
        reading.refused.append(path)
        return
    name = values.pop("name")
    if values.pop("other_id", name) != name:
        key = "id" if "id" in entry else "config_id"
        message = f"devices are told by their 'name', here '{name}'; ignored"
        reading.report.warning((*path, key), message)
    draft = Draft(kind.cls, name, path, members_key=kind.members_key, link_key="vlan_link")
    draft.values.update(values)
    if kind.cls is model.Ethernet:
        _physical(reading, draft, word, refused)
    elif kind.cls is model.Loopback and draft.values.pop("mac", None) is not None:
        message = "the loopback device has no MAC address; ignored"
        reading.report.warning((*path, "mac_address"), message, key=True)
    earlier = drafts.by_id.get(name)
    if earlier is not None:
        message = (
            f"'{name}' is described at config[{earlier.path[-1]}] too; what stands here counts"
        )
        reading.report.warning((*path, "name"), message)
    drafts.add(draft)


def _physical(reading: Reading, draft: Draft, word: str, refused: set[Path]) -> None:
    """How a nic is found: by its MAC address and then renamed, else by its name."""
    values = draft.values
    mac, driver = values.pop("mac", None), values.pop("driver", None)
    if word == "infiniband" or (mac is not None and len(mac) > 17):
        values["infiniband"] = True
    drivers = (driver,) if driver is not None else ()
    if draft.id == "lo" and mac is None:
        draft.cls = model.Loopback
        values.pop("infiniband", None)
    elif mac is not None:
        values["match"] = model.Match(mac=mac, driver=drivers)
        values["set_name"] = draft.id
    elif drivers:
        values["match"] = model.Match(name=(draft.id,), driver=drivers)
    if (*draft.path, "mac_address") in refused:
        message = f"'{draft.id}' is looked for by its name, since its MAC address was refused"
        reading.report.warning(draft.path, message)


# --- what only the whole document shows -----------------------------------------------------------------------------


def _undescribed(reading: Reading, drafts: Drafts) -> None:
    """Make links of the ports that have no entry of their own: the nics of those names."""
    for master in list(drafts.by_id.values()):
        for index, name in enumerate(master.values.get("interfaces", ())):
            if name is None or name in drafts.by_id:
                continue
            path = (*master.path, master.members_key, index)
            close = reading.hint(name, drafts.by_id)
            message = f"'{name}' has no entry of its own, taken as the nic of that name{close}"
            reading.report.warning(path, message)
            drafts.add(Draft(model.Ethernet, name, path))


NAMESERVER: PlainTable = {
    "type": ("type", text),
    "id": ("id", text),
    "interface": ("interface", text),
}
NAMESERVER_COMPOUND: CompoundTable = {"address": servers, "search": domains}


def _nameserver(
    reading: Reading, drafts: Drafts, top: Values, entry: dict[str, Tree], path: Path
) -> None:
    """An entry of type nameserver: for one link, or for none in particular."""
    found: Values = {}
    reading.mapping(found, entry, path, NAMESERVER, NAMESERVER_COMPOUND)
    if entry.get("address") is None:
        reading.error((*path, "address"), "a name server needs its 'address'", at=path, refuse=path)
    target = top
    if "interface" in found:
        draft = drafts.by_id.get(found["interface"])
        if draft is None:
            message = undefined(drafts, found["interface"])
            reading.error((*path, "interface"), message, refuse=path)
            return
        target = draft.values
    add(target, found)


def _route(reading: Reading, drafts: Drafts, entry: dict[str, Tree], path: Path) -> None:
    """An entry of type route: it belongs to the links that reach its gateway."""
    route = one_route(reading, entry, path, {"id": ignore})
    if route is None:
        return
    place = (*path, "gateway")
    if route.via is None:
        message = "a route outside of any subnet needs its 'gateway', which tells the link"
        reading.error(place, message, at=path, refuse=path)
        return
    for draft in _links_reaching(reading, drafts, route, place):
        known = draft.values.get("routes", ())
        draft.values["routes"] = tuple(dict.fromkeys((*known, route)))


def _links_reaching(reading: Reading, drafts: Drafts, route: Route, path: Path) -> Iterable[Draft]:
    """The links whose subnets hold the gateway of a route, which stands at `path`; a problem where there is none."""
    via = str(route.via)
    able, near, dynamic = [], [], []
    for draft in drafts.by_id.values():
        networks = [
            str(item) for item in draft.values.get("addresses", ()) if item.family == route.family
        ]
        if is_dynamic(draft.values, route.family):
            dynamic.append(draft)
        elif not networks:
            continue
        able.append(draft)
        if any(inside(via, network) for network in networks):
            near.append(draft)
    if not near and len(dynamic) == 1:
        near = dynamic  # nobody knows its subnets yet, so the gateway can be in one of them
    if near:
        return near
    message = f"no subnet of any link holds '{via}'"
    if len(able) == 1:
        reading.report.warning(path, f"{message}; the route goes to '{able[0].id}', the only one")
        return able
    reading.report.warning(
        path,
        f"{message}, and nothing else tells the link of this route; left out (write it below 'routes' of a subnet)",
    )
    return ()
