"""Whether systemd units are enabled, told from their symbolic links, so that it works on a tree that does not run."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.system.root import Root

WATCHED = (
    "NetworkManager.service",
    "NetworkManager-wait-online.service",
    "networking.service",
    "systemd-networkd.service",
    "systemd-networkd-wait-online.service",
    "systemd-resolved.service",
    "wicked.service",
)
# The administrator's come first: what they say counts.
DIRECTORIES = (
    "/etc/systemd/system",
    "/run/systemd/system",
    "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system",
    "/lib/systemd/system",
)


def units(root: Root) -> dict[str, str]:
    """The state of each watched unit that is there at all: "enabled", "disabled", "masked"."""
    places = tuple(dict.fromkeys(map(root.look, DIRECTORIES)))
    wanted = _pulled_in(places)
    found = {}
    for unit in WATCHED:
        state = _state(unit, places, wanted)
        if state is not None:
            found[unit] = state
    return found


def _pulled_in(places: tuple[str, ...]) -> frozenset[str]:
    """Names that stand in some .wants or .requires directory."""
    found: set[str] = set()
    for place in places:
        for name in _names(place):
            if name.endswith((".wants", ".requires")):
                found.update(_names(f"{place}/{name}"))
    return frozenset(found)


def _state(unit: str, places: tuple[str, ...], wanted: frozenset[str]) -> str | None:
    for place in places:
        try:
            status = os.lstat(f"{place}/{unit}")
        except OSError:
            continue
        empty = not status.st_size
        try:
            masked = os.readlink(f"{place}/{unit}") == "/dev/null"
        except OSError:
            masked = empty  # an empty file masks as well
        if masked:
            return "masked"
        return "enabled" if unit in wanted else "disabled"
    return None


def _names(directory: str) -> list[str]:
    try:
        return os.listdir(directory)
    except OSError:
        return []
