"""The plan by which nics get the names that a network-config gives them (`set-name`, names of version 1).

A nic is found by its match, a MAC address being the permanent one; devices that software made are never renamed.
Names that are taken are freed first: a swap goes through a temporary name.  A nic that is in use (an address other
than a link-local one, or a port of something) keeps its name, and so does every nic that waits for it.

cloud-init: the same order of steps (what has to go down, the renames, what has to come up again).
"""

from __future__ import annotations

from netinit.decide import names
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from netinit.model.facts import Facts, Nic
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Report

UP = frozenset({"up", "unknown"})
HYPER_V = "hv_netvsc"
TEMPORARY = "netinit"
LONGEST_NAME = 15  # bytes
INSTEAD_OF_HARDWARE = frozenset({"veth", "macvlan", "ipvlan"})


class Plan(Record):
    """Steps ("down", name), ("rename", old, new), ("up", name) in order, and the name of every nic in the end."""

    steps: tuple[tuple[str, ...], ...] = ()
    final_names: Mapping[str, str] = {}  # by MAC address
    failures: tuple[str, ...] = ()  # renames that are wanted and cannot be done


def renames(config: NetworkConfig, facts: Facts, report: Report) -> Plan:
    """The plan; what stands in its way is reported."""
    wanted = _wanted(config, facts, report)
    by_name = {nic.name: nic for nic in facts.nics}
    failures = _give_up(wanted, by_name, report)
    targets = {wish.nic.name: wish.name for wish in wanted.values() if wish.nic.name != wish.name}
    moves = _ordered(targets, by_name)
    for wish in wanted.values():
        if wish.name in by_name and wish.name not in wanted:
            message = f"the nic that has the name '{wish.name}' gets a temporary one"
            report.warning((*wish.link.path, "set-name"), message)
    return _plan(moves, by_name, facts, failures)


class Wish(Record):
    """A nic, the name that a link wants for it, and that link."""

    nic: Nic
    name: str
    link: AnyLink


def _wanted(config: NetworkConfig, facts: Facts, report: Report) -> dict[str, Wish]:
    """The wishes by present name of the nic; those that contradict another one or hit no single nic are reported."""
    wishes: dict[str, Wish] = {}
    taken: dict[str, AnyLink] = {}
    for link in config.links:
        if not link.physical or link.match is None or not link.set_name:
            continue
        path = (*link.path, "set-name")
        nic = _nic(link, facts, report)
        if nic is None:
            continue
        if link.set_name in taken:
            other = taken[link.set_name].id
            report.warning(path, f"'{other}' has this name already; nothing is renamed here")
        elif nic.name in wishes:
            other = wishes[nic.name].link.id
            report.warning(path, f"{nic.name} is matched by '{other}' too; nothing is renamed here")
        else:
            taken[link.set_name] = link
            wishes[nic.name] = Wish(nic=nic, name=link.set_name, link=link)
    return wishes


def _nic(link: AnyLink, facts: Facts, report: Report) -> Nic | None:
    """The one nic that a link means; None, and a warning, where it is not one."""
    assert link.match is not None
    # A match by name means the name before the rename: the nic that bears the new one already is it as well.
    found = _best(names.nics_of(link, facts))
    if not found and link.match.name:
        done = link.match.replace(name=(link.set_name or "",))
        found = _best(nic for nic in facts.nics if names.matches(done, nic))
    found = _without_twins(found)
    if len(found) == 1:
        return found[0]
    named = [nic for nic in found if nic.name == link.set_name]
    if named:
        return named[0]
    path = (*link.path, "match")
    if found:
        listed = ", ".join(nic.name for nic in found)
        report.warning(path, f"fits more than one nic ({listed}); none is renamed", key=True)
    elif facts.nics_known:
        report.warning(path, "fits no nic that is present; nothing is renamed", key=True)
    return None


def _best(nics: Iterable[Nic]) -> list[Nic]:
    """The hardware among some nics, or where there is none, what a container has in place of it."""
    found = list(nics)
    return [nic for nic in found if nic.kind is None] or [
        nic for nic in found if nic.kind in INSTEAD_OF_HARDWARE
    ]


def _without_twins(found: list[Nic]) -> list[Nic]:
    """The nics without those that work behind another of the same MAC address: Hyper-V's, or netfailover's master."""
    synthetic = {nic.own_mac for nic in found if nic.driver == HYPER_V}
    names_found = {nic.name for nic in found}
    return [
        nic
        for nic in found
        if nic.driver == HYPER_V or nic.own_mac not in synthetic
        if nic.master not in names_found
    ]


def _give_up(
    wishes: dict[str, Wish], by_name: Mapping[str, Nic], report: Report
) -> tuple[str, ...]:
    """Take out the wishes that cannot be fulfilled, and those that wait for them; what was taken out, in words."""
    failures: list[str] = []
    again = True
    while again:
        again = False
        for wish in list(wishes.values()):
            reason = _obstacle(wish, wishes, by_name)
            if reason is not None:
                del wishes[wish.nic.name]
                failures.append(f"{wish.nic.name} to {wish.name}: {reason}")
                message = f"{wish.nic.name} is not renamed to '{wish.name}': {reason}"
                report.warning((*wish.link.path, "set-name"), message)
                again = True
    return tuple(failures)


def _obstacle(wish: Wish, wishes: Mapping[str, Wish], by_name: Mapping[str, Nic]) -> str | None:
    if wish.name == wish.nic.name:
        return None
    if len(wish.name.encode()) > LONGEST_NAME or "%" in wish.name:
        return f"the kernel takes no such name (at most {LONGEST_NAME} bytes, and no '%')"
    use = in_use(wish.nic)
    if use is not None:
        return f"busy, {use}"
    holder = by_name.get(wish.name)
    if holder is None:
        return None
    if holder.name in wishes and wishes[holder.name].name != holder.name:
        return None  # it leaves, unless it is given up later
    if holder.kind is not None:
        return f"the name belongs to a virtual device ({holder.kind})"
    use = in_use(holder)
    return f"the nic of that name is busy, {use}" if use is not None else None


def in_use(nic: Nic) -> str | None:
    """What would be lost if a nic went down for a moment, or None."""
    if nic.operstate in {"down", "notpresent"} and nic.carrier != 1 and nic.master is None:
        return None
    if nic.master is not None:
        return f"it is a port of {nic.master}"
    for address in nic.addresses:
        # fe80::/10 comes back by itself
        if not (address[:2].lower() == "fe" and address[2:3].lower() in {"8", "9", "a", "b"}):
            return f"it has the address {address}"
    return None


def _ordered(targets: dict[str, str], by_name: Mapping[str, Nic]) -> list[tuple[str, str]]:
    """Renames in an order in which each new name is free."""
    present = set(by_name)
    moves: list[tuple[str, str]] = []
    todo = dict(targets)
    while todo:
        free = [old for old, new in todo.items() if new not in present]
        if not free:
            old, new = next(iter(todo.items()))
            spare = _spare_name(present)
            moves.append((new, spare))
            present.remove(new)
            present.add(spare)
            if new in todo:
                todo[spare] = todo.pop(new)
            free = [old]
        for old in free:
            new = todo[old]
            if new in present:
                continue
            del todo[old]
            moves.append((old, new))
            present.remove(old)
            present.add(new)
    return moves


def _spare_name(present: Iterable[str]) -> str:
    number = 0
    while f"{TEMPORARY}{number}" in present:
        number += 1
    return f"{TEMPORARY}{number}"


def _plan(
    moves: list[tuple[str, str]],
    by_name: Mapping[str, Nic],
    facts: Facts,
    failures: tuple[str, ...],
) -> Plan:
    """The moves with what has to go down before and come up after."""
    final = {name: name for name in by_name}  # by the name at the start
    start = {name: name for name in by_name}  # name at the start by present name
    for old, new in moves:
        first = start.pop(old)
        start[new] = first
        final[first] = new
    moved = [name for name in dict.fromkeys(_firsts(moves)) if name in by_name]
    up = [name for name in moved if by_name[name].operstate in UP]
    return Plan(
        steps=(
            *(("down", name) for name in up),
            *(("rename", old, new) for old, new in moves),
            *(("up", final[name]) for name in up),
        ),
        final_names={
            nic.own_mac: final[nic.name]
            # Of several with one address the one that was renamed is meant, so it comes last.
            for nic in sorted(facts.nics, key=lambda nic: nic.name in moved)
            if nic.own_mac and (nic.kind is None or nic.kind in INSTEAD_OF_HARDWARE)
        },
        failures=failures,
    )


def _firsts(moves: list[tuple[str, str]]) -> list[str]:
    return [old for old, _ in moves]
