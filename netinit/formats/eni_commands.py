"""The commands of a stanza (`up`, `pre-down`, …), read for what they set up; none is ever run."""

from __future__ import annotations

from netinit.formats import ip_commands, shell
from netinit.formats.device_names import is_device_name
from netinit.formats.subnets import Subnets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.drafts import Draft, Drafts
    from netinit.formats.eni_stanza import Option, Stanza
    from netinit.formats.ip_commands import Effect
    from netinit.formats.reading import Reading
    from netinit.model.network import Route

UP = ("pre-up", "up", "post-up")
DOWN = ("down", "pre-down", "post-down")
LISTS = frozenset({"addresses", "routes", "rules", "offloads"})


def commands(
    stanza: Stanza, drafts: Drafts, reading: Reading, loose: list[tuple[Draft, Route]]
) -> None:
    """Take the effects of a stanza's commands; routes whose command names no device are added to `loose`."""
    for option in stanza.take_all(*UP):
        found = _understood(stanza, option)
        if found is None or any(effect.field == "undo" for effect in found):
            _report(option, reading)
            continue
        for effect in found:
            device = (effect.device or stanza.name).partition(":")[0]
            draft = drafts.get(device, option.path)
            _apply(effect, draft, loose)
    for option in stanza.take_all(*DOWN):
        found = _understood(stanza, option)
        # What undoes an address or a route needs no saying: they go with their link.
        if found is None or any(effect.field not in {"", "undo"} for effect in found):
            _report(option, reading)


def _understood(stanza: Stanza, option: Option) -> list[Effect] | None:
    found = shell.commands(option.value, stanza.variables() if "$" in option.value else {})
    if found is None:
        return None
    effects: list[Effect] = []
    for words in found:
        more = ip_commands.effects(words, option.path)
        if more is None:
            return None
        effects.extend(more)
    for effect in effects:
        if effect.device is not None and not is_device_name(effect.device.partition(":")[0]):
            return None
    return effects or None


def _report(option: Option, reading: Reading) -> None:
    # Only the program's name: the rest may hold a password.
    program = (option.value.split() or [""])[0]
    reading.report.warning(
        option.path,
        f"commands are not run, and this one ('{program} …') is not understood; left out",
    )


def _apply(effect: Effect, draft: Draft, loose: list[tuple[Draft, Route]]) -> None:
    if effect.field == "routes" and effect.device is None:
        loose.extend((draft, route) for route in effect.value)
    elif effect.field in LISTS:
        draft.extend(effect.field, effect.value)
    elif effect.field:
        draft.values[effect.field] = effect.value


def place_routes(loose: list[tuple[Draft, Route]], drafts: Drafts) -> None:
    """Give the routes that name no device to the link whose subnet holds their gateway, else to their stanza's."""
    if not loose:
        return
    subnets = Subnets()
    for draft in drafts.by_id.values():
        for address in draft.values.get("addresses", ()):
            subnets.add(address, draft.id)
    for draft, route in loose:
        owners = subnets.owners(route.via) if route.via is not None else []
        holder = draft if not owners or draft.id in owners else drafts.by_id[owners[0]]
        holder.extend("routes", [route])
