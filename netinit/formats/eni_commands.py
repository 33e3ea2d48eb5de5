"""The commands of a stanza (`up`, `pre-down`, …), read for what they set up; none is ever run."""

from __future__ import annotations

from netinit.formats import ip_commands, shell
from netinit.formats.addresses import inside
from netinit.formats.netv2_parts import is_device_name

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
    stanza: Stanza, device: str, drafts: Drafts, reading: Reading, loose: list[tuple[Draft, Route]]
) -> None:
    """Take the effects of a stanza's commands; routes whose command names no device are added to `loose`."""
    for option in stanza.take_all(*UP):
        found = _understood(stanza, device, option)
        if found is None or any(effect.field == "undo" for effect in found):
            _report(option, reading)
            continue
        for effect in found:
            draft = drafts.get(effect.device or device, option.path)
            _apply(effect, draft, loose)
    for option in stanza.take_all(*DOWN):
        found = _understood(stanza, device, option)
        # What undoes an address or a route needs no saying: they go with their link.
        if found is None or any(effect.field not in {"", "undo"} for effect in found):
            _report(option, reading)


def _understood(stanza: Stanza, device: str, option: Option) -> list[Effect] | None:
    variables = {"IFACE": device, "IF_ADDRESS": ""}
    address = stanza.options.get("address")
    if address:
        variables["IF_ADDRESS"] = address[0].value
    found = shell.commands(option.value, variables)
    if found is None:
        return None
    effects: list[Effect] = []
    for words in found:
        more = ip_commands.effects(words, option.path)
        if more is None:
            return None
        effects.extend(more)
    for effect in effects:
        if effect.device is not None and not is_device_name(effect.device):
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
    values = draft.values
    if effect.field in LISTS:
        if effect.field == "routes" and effect.device is None:
            loose.extend((draft, route) for route in effect.value)
        else:
            values[effect.field] = tuple(
                dict.fromkeys((*values.get(effect.field, ()), *effect.value))
            )
    elif effect.field:
        values[effect.field] = effect.value


def place_routes(loose: list[tuple[Draft, Route]], drafts: Drafts) -> None:
    """Give the routes that name no device to the link whose subnet holds their gateway, else to their stanza's."""
    for draft, route in loose:
        holder = draft
        if route.via is not None and not _reaches(draft, route.via):
            for other in drafts.by_id.values():
                if _reaches(other, route.via):
                    holder = other
                    break
        known = holder.values.get("routes", ())
        holder.values["routes"] = tuple(dict.fromkeys((*known, route)))


def _reaches(draft: Draft, via: str) -> bool:
    return any(
        inside(via, str(address))
        for address in draft.values.get("addresses", ())
        if (address.family == 6) == (":" in via)
    )
