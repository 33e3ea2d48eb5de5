"""Whether the network's files are written in this boot, and what becomes of those that somebody edited.

By default they are written once for each instance, and again where the set of nics changed: a nic that was replaced
must not make the machine unreachable, or where there is a network-config at last: one that was mended, or came later.
`updates: {network: {when: […]}}` replaces the source's own events: with "boot"
they are written once in every boot, with "boot-legacy" whenever a stage comes by, and without "boot", "boot-legacy"
and "hotplug" neither counts for anything.  A new instance is always rendered.

Without a datasource (its medium was taken out, or it is only reached once there is a network) what the instance before
was given stays, as long as its nics are there; where there never was an instance, the network is always rendered.

A file of ours that somebody edited is kept, unless the instance is new, or the file speaks of a nic that is gone.

cloud-init: the events and the semaphore of the boot are the same; it neither looks at the nics nor spares edits, and it
renders its fallback whenever there is no datasource.
"""

from __future__ import annotations

from netinit.model.decision import Decision, Step
from netinit.model.paths import APPLIED, INSTANCE_ID, LAST_LINKS, LAST_SOURCE
from netinit.model.record import Record
from netinit.report import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.base import Base
    from netinit.model.facts import Facts, Nic
    from netinit.model.instance import InstanceData

EVENTS = ("boot-new-instance", "boot", "boot-legacy", "hotplug")
KEY = ("updates", "network", "when")
FALLBACK = "fallback"
RANDOM_MAC = 1  # NET_ADDR_RANDOM: another one in every boot
NO_MAC = "00:00:00:00:00:00"


class Rerender(Record):
    """Whether to write, whether edited files are overwritten, and the nics that are gone since the last time."""

    render: bool
    reason: str
    new_instance: bool = False
    gone: tuple[tuple[str, str], ...] = ()  # (name, MAC address)
    problems: tuple[Problem, ...] = ()


def rerender(
    facts: Facts, base: Base, instance: InstanceData | None, source: str
) -> Decision[Rerender]:
    """Whether the network is rendered now; `source` is where its network-config comes from."""
    events, problems = _events(base, instance)
    mark = base.mark(*KEY) if base.has(*KEY) else None
    previous = facts.texts.get(INSTANCE_ID, "").strip()
    last_source = facts.texts.get(LAST_SOURCE, "").strip()
    came, gone = _changed_nics(facts)
    watched = mark is None or bool({"boot", "boot-legacy", "hotplug"}.intersection(events))
    new = instance is not None and instance.instance_id != previous
    if instance is None and previous and not gone:
        render, reason = False, f"there is no datasource now; what {previous} was given stays"
    elif instance is None:
        render, reason = True, "there is no datasource"
        reason += f", and the nics changed: {_change(came, gone)}" if gone else ""
    elif new:
        render, reason = True, f"{instance.instance_id} is a new instance"
        reason += f" (before: {previous})" if previous else ""
    elif watched and (came or gone):
        render, reason = True, "the nics changed: " + _change(came, gone)
    elif watched and source != FALLBACK and last_source == FALLBACK:
        render, reason = True, "it was DHCP for want of a network-config, and there is one now"
    elif "boot-legacy" in events:
        render, reason = True, "it is wanted always"
    elif "boot" in events and APPLIED not in facts.files:
        render, reason = True, "it is wanted in every boot"
    elif "boot" in events:
        render, reason = False, "it was rendered in this boot"
    else:
        render, reason = False, f"{previous} has been rendered, with these nics"
    step = Step(
        question="render the network now?",
        answer="yes" if render else "no",
        because=reason,
        mark=mark,
    )
    value = Rerender(render=render, reason=reason, new_instance=new, gone=gone, problems=problems)
    return Decision(value=value, steps=(step,))


def may_replace(text: str, decided: Rerender) -> bool:
    """Whether an edited file gives way: for a new instance, or because it speaks of a nic that is gone."""
    if decided.new_instance:
        return True
    lower = text.lower()
    return any(mac in lower for _, mac in decided.gone)


def _events(
    base: Base, instance: InstanceData | None
) -> tuple[frozenset[str], tuple[Problem, ...]]:
    wanted = base.get(*KEY)
    own = instance.update_events if instance else ()
    if not base.has(*KEY):
        return frozenset(own), ()
    items = wanted if isinstance(wanted, list) else [] if wanted is None else [wanted]
    unknown = [str(item) for item in items if item not in EVENTS]
    if unknown:
        message = (
            f"expected some of {', '.join(EVENTS)}, found '{unknown[0]}'; taken as no event at all"
        )
        problem = Problem(
            severity="warning", path=".".join(KEY), message=message, mark=base.mark(*KEY)
        )
        return frozenset(), (problem,)
    return frozenset(str(item) for item in items), ()


def physical_nics(facts: Facts) -> dict[str, str]:
    """Names by MAC address of the nics whose replacement matters."""
    return {
        mac: nic.name for nic in facts.nics if (mac := nic.own_mac) is not None and _lasting(nic)
    }


def _lasting(nic: Nic) -> bool:
    return (
        nic.kind is None
        and nic.type in {1, 32}
        and nic.own_mac != NO_MAC
        and (nic.perm_mac is not None or nic.addr_assign_type != RANDOM_MAC)
    )


def last_links(facts: Facts) -> dict[str, str] | None:
    """Names by MAC address of the nics that the network was last rendered for; None where that is not known."""
    text = facts.texts.get(LAST_LINKS)
    if text is None:
        return None
    from netinit import document

    tree = document.read(text, LAST_LINKS).tree
    if not isinstance(tree, list):
        return None
    return {
        str(item["mac"]).lower(): str(item.get("name"))
        for item in tree
        if isinstance(item, dict) and item.get("mac")
    }


def _changed_nics(facts: Facts) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """The nics that came and those that went since the last rendering."""
    before = last_links(facts)
    if before is None or not facts.nics_known:
        return (), ()
    now = physical_nics(facts)
    came = tuple((name, mac) for mac, name in now.items() if mac not in before)
    gone = tuple((name, mac) for mac, name in before.items() if mac not in now)
    return came, gone


def _change(came: Sequence[tuple[str, str]], gone: Sequence[tuple[str, str]]) -> str:
    words = [f"{name} with MAC address {mac} is new" for name, mac in came]
    words += [f"{name} with MAC address {mac} is gone" for name, mac in gone]
    return ", ".join(words)
