"""Makes a running systemd-networkd take changed files: one call over D-Bus.

Reload() reads all files again, makes new virtual devices and reconfigures the links whose .network file changed
(measured with version 252).  .link files are udev's, which reads them when a device appears.

Supplicants for Wi-Fi and 802.1X are units of their own: systemd has to read new ones, and those whose device is
there already are started; the others start when theirs appears.
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.renderers._activation import NOT_RUNNING, UNCHANGED, idle, running, step
from netinit.renderers.networkd._wpa import CONFIGURATIONS, UNITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.decision import Step
    from netinit.system.doors import Run, System
    from netinit.system.root import Root

SERVICE = "org.freedesktop.network1"
MANAGER = (SERVICE, "/org/freedesktop/network1", "org.freedesktop.network1.Manager")
BACKEND = "systemd-networkd"
SUPPLICANT = "wpa_supplicant"
UNIT = "netinit-wpa-"


def activate(system: System, changed: Sequence[str], removed: Sequence[str]) -> tuple[Step, ...]:
    """Start and stop supplicants, and reload systemd-networkd where it runs and anything of its own changed."""
    return (*_supplicants(system, changed, removed), _reload(system, (*changed, *removed)))


def _reload(system: System, touched: Sequence[str]) -> Step:
    ours = [path for path in touched if path.endswith((".network", ".netdev"))]
    if not ours:
        return idle(BACKEND, UNCHANGED)[0]
    try:
        if system.bus is None or not running(system, SERVICE):
            return idle(BACKEND, NOT_RUNNING)[0]
        system.bus.call(*MANAGER, "Reload")
    except NetinitError as error:
        return step(BACKEND, "failed", str(error))
    return step(BACKEND, "reloaded", f"{len(ours)} of its files changed")


def _supplicants(
    system: System, changed: Sequence[str], removed: Sequence[str]
) -> tuple[Step, ...]:
    """The step of all supplicants together; none where nothing of theirs changed."""
    touched = [
        path for path in changed if path.startswith((f"{UNITS}/{UNIT}", f"{CONFIGURATIONS}/"))
    ]
    gone = [path.rpartition("/")[2] for path in removed if path.startswith(f"{UNITS}/{UNIT}")]
    if not (touched or gone):
        return ()
    if system.run is None:
        return idle(SUPPLICANT, "this root is not the running system")
    try:
        if gone:
            _systemctl(system.run, "stop", *gone)
        _systemctl(system.run, "daemon-reload")
        started = [
            unit
            for unit, device in _units(system.root, touched)
            if not system.run(("systemctl", "is-active", "--quiet", device)).exit_code
        ]
        if started:
            _systemctl(system.run, "restart", "--no-block", *started)
    except NetinitError as error:
        return (step(SUPPLICANT, "failed", str(error)),)
    if not started:
        return (step(SUPPLICANT, "units read", "none of their devices is there yet"),)
    return (step(SUPPLICANT, f"started {', '.join(started)}", "their devices are there"),)


def _units(root: Root, touched: Sequence[str]) -> list[tuple[str, str]]:
    """The units that changed or whose configuration did, with the unit of the device each waits for."""
    found = []
    for name in root.names(UNITS):
        if not name.startswith(UNIT):
            continue
        path = f"{UNITS}/{name}"
        text = (root.read(path) or b"").decode("utf-8", "replace")
        if path in touched or any(f" {other} " in text for other in touched):
            device = text.partition("BindsTo=")[2].partition("\n")[0]
            found.append((name, device))
    return found


def _systemctl(run: Run, *words: str) -> None:
    """Run systemctl. Raises NetinitError where it fails."""
    done = run(("systemctl", *words))
    if done.exit_code:
        reason = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise NetinitError(f"systemctl {' '.join(words)}: exit {done.exit_code}: {reason}")
