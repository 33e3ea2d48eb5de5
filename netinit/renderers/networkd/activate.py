"""Makes a running systemd-networkd take changed files: one call over D-Bus.

Reload() reads all files again, makes new virtual devices and reconfigures the links whose .network file changed
(measured with version 252).  .link files are udev's, which reads them when a device appears.
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.renderers._activation import NOT_RUNNING, UNCHANGED, idle, running, step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.decision import Step
    from netinit.system.doors import System

SERVICE = "org.freedesktop.network1"
MANAGER = (SERVICE, "/org/freedesktop/network1", "org.freedesktop.network1.Manager")
BACKEND = "systemd-networkd"


def activate(system: System, changed: Sequence[str], removed: Sequence[str]) -> tuple[Step, ...]:
    """Reload systemd-networkd where it runs and anything of its own changed."""
    ours = [path for path in (*changed, *removed) if path.endswith((".network", ".netdev"))]
    if not ours:
        return idle(BACKEND, UNCHANGED)
    try:
        if system.bus is None or not running(system, SERVICE):
            return idle(BACKEND, NOT_RUNNING)
        system.bus.call(*MANAGER, "Reload")
    except NetinitError as error:
        return (step(BACKEND, "failed", str(error)),)
    return (step(BACKEND, "reloaded", f"{len(ours)} of its files changed"),)
