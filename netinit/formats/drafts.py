"""Drafts: links while their document is read, before the references between them are followed.

Readers of all formats make drafts; `finish` checks what only the whole document shows (undefined links, a port with
two masters, names that are too long) and makes the frozen links.
"""

from __future__ import annotations

from netinit.formats.keys import did_you_mean
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from netinit.formats.reading import Reading, Values
    from netinit.model.network import AnyLink, Route
    from netinit.report import Path

MAX_NAME_BYTES = 15  # IFNAMSIZ less the closing NUL

MAIN_TABLE = 254


class Draft:
    """A link being read; `values` are the fields of its future record.

    `members_key` and `link_key` are how the format calls the list of a master's ports and the link below, for the
    paths of errors.
    """

    __slots__ = ("alive", "cls", "id", "link_key", "members_key", "path", "port", "values")

    def __init__(
        self,
        cls: type[AnyLink],
        link_id: str,
        path: Path,
        members_key: str = "interfaces",
        link_key: str = "link",
    ) -> None:
        self.cls, self.id, self.path = cls, link_id, path
        self.members_key, self.link_key = members_key, link_key
        self.values: Values = {"id": link_id, "path": path}
        self.port: Values = {}
        self.alive = True

    def extend(self, field: str, items: Iterable[Any]) -> None:
        """Add to a field that holds several values; `freeze` makes a tuple of it."""
        self.values.setdefault(field, []).extend(items)

    def freeze(self) -> None:
        """Make tuples, without repetitions, of the fields that were added to."""
        for field, value in self.values.items():
            if type(value) is list:
                self.values[field] = tuple(dict.fromkeys(value))

    def drop(
        self,
        reading: Reading,
        path: Path,
        message: str,
        *,
        at: Path | None = None,
        key: bool = False,
    ) -> None:
        """Report a mistake that leaves nothing of the link."""
        reading.error(path, message, at=at, key=key, refuse=self.path)
        self.alive = False


class Drafts:
    """All drafts of a document by id."""

    def __init__(self) -> None:
        self.by_id: dict[str, Draft] = {}
        self.patch_ports: set[str] = (
            set()
        )  # ends of Open vSwitch's own cables: ports that are no links

    def add(self, draft: Draft) -> None:
        """Keep a draft; the caller has dealt with another one of the same id."""
        self.by_id[draft.id] = draft

    def get(self, link_id: str, path: Path) -> Draft:
        """The draft of an id; where none is yet, a new one, of an Ethernet nic."""
        draft = self.by_id.get(link_id)
        if draft is None:
            draft = self.by_id[link_id] = Draft(model.Ethernet, link_id, path)
        return draft


def finish(drafts: Drafts, reading: Reading) -> tuple[AnyLink, ...]:
    """The links of a document, in its order, with `master`, `bridge_port` and `name` filled in."""
    _open_rings(drafts, reading)
    while _follow_links(drafts, reading):
        pass  # a link that was dropped takes those that stand on it along
    _follow_members(drafts, reading)
    links = []
    for draft in drafts.by_id.values():
        if draft.alive:
            _name(draft, reading)
            if len(draft.values.get("routes", ())) > 1:
                draft.values["routes"] = _said_twice(draft.values["routes"])
            if draft.port:
                draft.values["bridge_port"] = model.BridgePort(**draft.port)
            links.append(draft.cls(**draft.values))
    _default_routes(links, reading)
    return tuple(links)


def _open_rings(drafts: Drafts, reading: Reading) -> None:
    """Cut what makes a link stand on itself by way of others, as a port's VLAN that is a port of the port's bond.

    A link that is its own port or stands on itself straight away is left to those who follow its references.
    """
    done: set[str] = set()
    for draft in drafts.by_id.values():
        if draft.id in done or not _below(draft):
            continue
        trail = {draft.id: iter(_below(draft))}  # what is being looked at, from the top down
        while trail:
            upper, todo = next(reversed(trail.items()))
            index, lower = next(todo, (None, None))
            if lower is None:
                done.add(upper)
                del trail[upper]
            elif lower in trail and lower != upper:
                _cut(drafts.by_id[upper], index, lower, reading)
            elif lower in drafts.by_id and lower not in done and lower != upper:
                trail[lower] = iter(_below(drafts.by_id[lower]))


def _below(draft: Draft) -> list[tuple[int | None, str]]:
    """The ids that a link stands on, its ports with their index."""
    if not draft.alive:
        return []
    values = draft.values
    found: list[tuple[int | None, str]] = [
        (i, port) for i, port in enumerate(values.get("interfaces", ())) if port is not None
    ]
    parent = values.get("link", values.get("pf"))
    return found if parent is None else [*found, (None, parent)]


def _cut(draft: Draft, index: int | None, lower: str, reading: Reading) -> None:
    """Take a port, or the whole link where it is the link below, out of a ring."""
    message = f"'{lower}' stands on '{draft.id}' itself"
    if index is None:
        draft.drop(reading, (*draft.path, draft.link_key), message)
        return
    reading.error((*draft.path, draft.members_key, index), message)
    ports = list(draft.values["interfaces"])
    ports[index] = None
    draft.values["interfaces"] = ports


def undefined(drafts: Drafts, name: object) -> str:
    """Message for a reference to a link that the document does not define."""
    return f"'{name}' is not defined here" + did_you_mean(name, drafts.by_id)


def _follow_members(drafts: Drafts, reading: Reading) -> None:
    masters: dict[str, Draft] = {}
    for master in list(drafts.by_id.values()):
        if not master.alive or "interfaces" not in master.values:
            continue
        kept = []
        for index, member_id in enumerate(master.values["interfaces"]):
            if member_id is None:
                continue  # refused already
            path = (*master.path, master.members_key, index)
            member = drafts.by_id.get(member_id)
            if member is None and member_id in drafts.patch_ports:
                kept.append(member_id)
            elif member is None:
                reading.error(path, undefined(drafts, member_id))
            elif not member.alive:
                reading.report.warning(path, f"'{member_id}' was left out, and so it is here")
                reading.refused.append(path)
            elif member is master:
                reading.error(path, f"'{member_id}' cannot be its own port")
            elif masters.get(member_id) is master:
                reading.report.warning(path, f"'{member_id}' stands here twice")
            elif member_id in masters:
                other = masters[member_id]
                reading.error(
                    path, f"'{member_id}' already belongs to {other.cls.kind} '{other.id}'"
                )
            else:
                masters[member_id] = master
                member.values["master"] = master.id
                kept.append(member_id)
        if len(kept) < len(master.values["interfaces"]):
            _forget_ports(master, kept, reading)
        master.values["interfaces"] = tuple(kept)


def _forget_ports(master: Draft, kept: list[str], reading: Reading) -> None:
    """Take out what parameters say of ports that were refused: netplan refuses the whole file for one such name."""
    parameters = (*master.path, "parameters")
    params = master.values.get("params")
    if isinstance(params, model.BondParams) and params.primary not in {None, *kept}:
        master.values["params"] = params.replace(primary=None)
        reading.refused.append((*parameters, "primary"))
    for port in set(master.values["interfaces"]).difference(kept):
        reading.refused += [(*parameters, key, port) for key in ("path-cost", "port-priority")]


def _follow_links(drafts: Drafts, reading: Reading) -> bool:
    """Drop the links whose parent is missing; True when any was dropped."""
    dropped = False
    for draft in drafts.by_id.values():
        parent_id = draft.values.get("link", draft.values.get("pf"))
        if not draft.alive or parent_id is None:
            continue
        parent = drafts.by_id.get(parent_id)
        path = (*draft.path, draft.link_key)
        if parent is None:
            draft.drop(reading, path, undefined(drafts, parent_id))
        elif parent is draft:
            draft.drop(reading, path, f"'{draft.id}' cannot stand on itself")
        elif not parent.alive:
            reading.report.warning(path, f"left out, since '{parent_id}' was left out")
            reading.refused.append(draft.path)
            draft.alive = False
        dropped = dropped or not draft.alive
    return dropped


def _name(draft: Draft, reading: Reading) -> None:
    values = draft.values
    match = values.get("match")
    if values.get("set_name") is not None:
        name = values["set_name"]
    elif match is None:
        name = draft.id
    else:
        name = match.literal_name
    values["name"] = name
    if (
        name is not None
        and len(name.encode()) > MAX_NAME_BYTES
        and (match is None or values.get("set_name"))
    ):
        path = (*draft.path, "set-name") if values.get("set_name") else draft.path
        reading.report.warning(
            path,
            f"the name '{name}' is longer than {MAX_NAME_BYTES} bytes; "
            "the kernel refuses it, the link will not appear",
            key=not values.get("set_name"),
        )


def _said_twice(routes: tuple[Route, ...]) -> tuple[Route, ...]:
    """Routes without the `gateway` that one of them spells out, with a metric or more: the two are one route."""
    spelled = {
        (route.family, route.via)
        for route in routes
        if route.is_default and not _from_gateway_key(route) and route.table in {None, MAIN_TABLE}
    }
    return tuple(
        route
        for route in routes
        if not (_from_gateway_key(route) and (route.family, route.via) in spelled)
    )


def _from_gateway_key(route: Route) -> bool:
    return bool(route.path) and str(route.path[-1]).startswith("gateway")


def _default_routes(links: list[AnyLink], reading: Reading) -> None:
    """Warn about default routes that only chance tells apart: same family, table and metric."""
    seen: dict[tuple[int, int, int | None], AnyLink] = {}
    for link in links:
        for route in link.routes:
            if not route.is_default or route.type != "unicast":
                continue
            key = (route.family, route.table or MAIN_TABLE, route.metric)
            if key in seen:
                reading.report.warning(
                    route.path,
                    f"a second default route with the same family, table and metric; '{seen[key].id}' "
                    "has one already, and which of them is used is left to chance",
                )
            seen.setdefault(key, link)
