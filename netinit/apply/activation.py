"""Having the daemons take changed files: each backend whose files they are is told.

A device that only a file of ours made is taken away with it, as NetworkManager and netplan do by themselves;
systemd-networkd leaves the device of a .netdev file that is gone.
"""

from __future__ import annotations

from netinit import registry
from netinit.errors import NetinitError
from netinit.model.decision import Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from netinit.system.doors import System
    from netinit.system.manifest import Changes

# By the beginning of a path; what is left (udev's rules, units of supplicants) comes with systemd-networkd's files.
BACKENDS = (("/etc/netplan/", "netplan"), ("/etc/NetworkManager/", "networkmanager"))
NETWORKD = "networkd"
FAILED = "failed"


def activate(system: System, changes: Changes, before: Callable[[str], str]) -> tuple[Step, ...]:
    """Tell the backends, and what came of it; `before` gives the text of a file that was removed.

    Nothing in here raises.
    """
    steps: list[Step] = []
    for backend in sorted({_backend(path) for path in (*changes.written, *changes.removed)}):
        activator = registry.load("netinit.renderers", backend, "activate")
        steps.extend(activator.activate(system, changes.written, changes.removed))
    steps.extend(_remove_devices(system, changes, before))
    return tuple(steps)


def _backend(path: str) -> str:
    return next((name for start, name in BACKENDS if path.startswith(start)), NETWORKD)


def _remove_devices(system: System, changes: Changes, before: Callable[[str], str]) -> list[Step]:
    """Remove the devices of .netdev files that are gone."""
    gone = [_device(before(path)) for path in changes.removed if path.endswith(".netdev")]
    if not gone or system.netlink is None:
        return []
    steps = []
    try:
        there = {link.name for link in system.netlink.links()}
    except NetinitError as error:
        return [Step(question="remove devices", answer=FAILED, because=str(error))]
    for name in gone:
        if name not in there:
            continue
        question, answer, because = f"remove {name}", "done", "nothing asks for it any more"
        try:
            system.netlink.remove(name)
        except NetinitError as error:
            answer, because = FAILED, str(error)
        steps.append(Step(question=question, answer=answer, because=because))
    return steps


def _device(text: str) -> str:
    """The name of the device that a .netdev file makes."""
    for line in text.splitlines():
        if line.startswith("Name="):
            return line.removeprefix("Name=").strip()
    return ""
