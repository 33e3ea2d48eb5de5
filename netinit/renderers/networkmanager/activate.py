"""Makes a running NetworkManager take changed profiles, and those alone, over D-Bus.

Interfaces: org.freedesktop.NetworkManager, its Settings, Device and Connection.Active (NetworkManager 1.42).
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.renderers._activation import NOT_RUNNING, UNCHANGED, idle, running, step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from netinit.model.decision import Step
    from netinit.system.doors import Bus, System

SERVICE = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
SETTINGS = f"{ROOT}/Settings"
PROPERTIES = "org.freedesktop.DBus.Properties"
BACKEND = "NetworkManager"
RELOAD_CONF = 1  # NM_MANAGER_RELOAD_FLAG_CONF
ANY = "/"  # the object path that leaves the choice to NetworkManager


def activate(system: System, changed: Sequence[str], removed: Sequence[str]) -> tuple[Step, ...]:
    """Load changed profiles, drop removed ones, and bring each changed one into force on its device."""
    profiles = [path for path in (*changed, *removed) if path.endswith(".nmconnection")]
    conf = [path for path in (*changed, *removed) if "/conf.d/" in path]
    if not profiles and not conf:
        return idle(BACKEND, UNCHANGED)
    steps: list[Step] = []
    try:
        bus = system.bus
        if bus is None or not running(system, SERVICE):
            return idle(BACKEND, NOT_RUNNING)
        if conf:
            bus.call(SERVICE, ROOT, SERVICE, "Reload", "u", [RELOAD_CONF])
            steps.append(step(BACKEND, "configuration reloaded", f"{', '.join(conf)} changed"))
        if profiles:
            refused = _load(bus, profiles) - set(removed)
            steps.extend(
                step(BACKEND, "failed", f"NetworkManager refuses {path}")
                for path in sorted(refused)
            )
            steps.extend(_bring_up(bus, set(changed) & set(profiles) - refused))
    except NetinitError as error:
        steps.append(step(BACKEND, "failed", str(error)))
    return tuple(steps)


def _load(bus: Bus, profiles: list[str]) -> set[str]:
    """Have files read again (one that is gone takes its profile along); those that NetworkManager refuses."""
    interface = f"{SERVICE}.Settings"
    answer = bus.call(SERVICE, SETTINGS, interface, "LoadConnections", "as", [profiles])
    return set(answer[1])


def _bring_up(bus: Bus, wanted: set[str]) -> list[Step]:
    """Reapply the profiles that are active on a device already, activate the others."""
    steps: list[Step] = []
    active = _active(bus)
    for connection in bus.call(SERVICE, SETTINGS, f"{SERVICE}.Settings", "ListConnections")[0]:
        path = _property(bus, connection, f"{SERVICE}.Settings.Connection", "Filename")
        if path not in wanted:
            continue
        try:
            devices = active.get(connection, [])
            for device in devices:
                reapply = ("Reapply", "a{sa{sv}}tu", [{}, 0, 0])
                bus.call(SERVICE, device, f"{SERVICE}.Device", *reapply)
            if devices:
                steps.append(step(BACKEND, "reapplied", f"{path} changed and is in force"))
            else:
                bus.call(
                    SERVICE, ROOT, SERVICE, "ActivateConnection", "ooo", [connection, ANY, ANY]
                )
                steps.append(step(BACKEND, "activated", f"{path} is new"))
        except NetinitError as error:
            steps.append(step(BACKEND, "failed", f"{path}: {error}"))
    return steps


def _active(bus: Bus) -> dict[str, list[str]]:
    """The devices of each connection that is in force."""
    found: dict[str, list[str]] = {}
    for active in _property(bus, ROOT, SERVICE, "ActiveConnections"):
        interface = f"{SERVICE}.Connection.Active"
        try:
            connection = _property(bus, active, interface, "Connection")
            found[connection] = _property(bus, active, interface, "Devices")
        except NetinitError:
            continue  # gone meanwhile
    return found


def _property(bus: Bus, path: str, interface: str, name: str) -> Any:
    """A property's value, out of its variant."""
    return bus.call(SERVICE, path, PROPERTIES, "Get", "ss", [interface, name])[0].value
