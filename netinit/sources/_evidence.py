"""How most sources are recognised: by a name in the firmware's tables."""

from __future__ import annotations

from netinit.errors import NeedsNetwork, NetinitError
from netinit.model.instance import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from netinit.model.facts import Facts


def no(text: str) -> Evidence:
    """Nothing speaks for the source, for this reason."""
    return Evidence(level="no", text=text)


def dmi_is(facts: Facts, field: str, *names: str, network: bool = True) -> Evidence:
    """Evidence that a DMI field has one of these values."""
    return _dmi(facts, field, names, str.__eq__, "is", network=network)


def dmi_starts(facts: Facts, field: str, *names: str, network: bool = True) -> Evidence:
    """Evidence that a DMI field begins with one of these."""
    return _dmi(facts, field, names, str.startswith, "begins with", network=network)


def _dmi(
    facts: Facts,
    field: str,
    names: tuple[str, ...],
    fits: Callable[[str, str], bool],
    verb: str,
    *,
    network: bool,
) -> Evidence:
    if facts.container:
        return no(f"a container has no DMI {field} of its own")
    value = facts.dmi.get(field)
    for name in names:
        if value is not None and fits(value, name):
            return Evidence(text=f"DMI {field} {verb} '{name}'", network=network)
    wanted = f"'{names[0]}'" if len(names) == 1 else f"one of {', '.join(map(repr, names))}"
    return no(f"DMI {field} is {repr(value) if value else 'not set'}, not {wanted}")


def first(*evidence: Evidence) -> Evidence:
    """The first that speaks for the source, else all reasons why nothing does."""
    for item in evidence:
        if item:
            return item
    return no("; ".join(dict.fromkeys(map(str, evidence))))


def cmdline_word(facts: Facts, word: str) -> Evidence:
    """Evidence that a word stands on the kernel command line."""
    if word in facts.words:
        return Evidence(text=f"'{word}' on the kernel command line", network=True)
    return no(f"no '{word}' on the kernel command line")


def file(facts: Facts, path: str, *, network: bool = True) -> Evidence:
    """Evidence that a file exists."""
    if path in facts.files:
        return Evidence(text=f"{path} exists", network=network)
    return no(f"no {path}")


def seed(facts: Facts, directory: str, *needed: str) -> Evidence:
    """Evidence that a seed directory holds all files that it must."""
    lacking = [name for name in needed if f"{directory}/{name}" not in facts.files]
    if not lacking:
        return Evidence(text=f"seed directory {directory}")
    if len(lacking) == len(needed):
        return no(f"no seed in {directory}")
    return no(f"the seed in {directory} lacks {' and '.join(lacking)}")


def needs_network(name: str) -> NoReturn:
    """Say that a source can only be asked once the network is up. Raises NeedsNetwork."""
    raise NeedsNetwork(f"asking {name}'s metadata service needs the network")


def label(facts: Facts, *labels: str) -> Evidence:
    """Evidence that a medium has one of these labels, in any spelling."""
    for device in facts.devices:
        if device.has_label(*labels):
            shown = device.label or device.label_fatboot
            return Evidence(text=f"label '{shown}' on {device.device}", device=device.device)
    return no(f"no medium labelled {' or '.join(map(repr, labels))}")


def not_yet(name: str) -> NoReturn:
    """Say that a source is recognised and cannot be read. Raises NetinitError."""
    raise NetinitError(f"reading {name} is not possible with this version of netinit")
