"""NetworkManager's checkpoints: the state of its devices, which it goes back to when told, or when nobody tells it.

They know what files do not: which profile was in force on which device, an administrator's own among them.  A
checkpoint has a time of its own after which NetworkManager goes back by itself, should we not live to ask for it.

Interface: org.freedesktop.NetworkManager, CheckpointCreate, CheckpointRollback, CheckpointDestroy (since 1.4).
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.renderers._activation import running, step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.decision import Step
    from netinit.system.doors import System

SERVICE = "org.freedesktop.NetworkManager"
MANAGER = (SERVICE, "/org/freedesktop/NetworkManager", SERVICE)
BACKEND = "NetworkManager"
# NM_CHECKPOINT_CREATE_FLAG_DELETE_NEW_CONNECTIONS | _DISCONNECT_NEW_DEVICES
FLAGS = 0x02 | 0x04
GOOD = 0  # NM_ROLLBACK_RESULT_OK


class Checkpoint:
    """A checkpoint of all devices, where NetworkManager runs; otherwise nothing at all."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.path: str | None = None

    def create(self, timeout_s: float) -> tuple[Step, ...]:
        """Make it; it goes back by itself after that time."""
        bus = self.system.bus
        try:
            if bus is None or not running(self.system, SERVICE):
                return ()
            body = [[], int(timeout_s), FLAGS]
            self.path = bus.call(*MANAGER, "CheckpointCreate", "aouu", body)[0]
        except NetinitError as error:
            return (step(BACKEND, "no checkpoint", f"{error}; files alone are taken back"),)
        return (step(BACKEND, "checkpoint made", f"it holds for {timeout_s:.0f} s"),)

    def destroy(self) -> tuple[Step, ...]:
        """Forget it, since the change is kept."""
        path, self.path = self.path, None
        if path is None or self.system.bus is None:
            return ()
        try:
            self.system.bus.call(*MANAGER, "CheckpointDestroy", "o", [path])
        except NetinitError as error:
            return (step(BACKEND, "failed", str(error)),)
        return (step(BACKEND, "checkpoint dropped", "the change is kept"),)

    def roll_back(self) -> tuple[Step, ...]:
        """Have NetworkManager go back to it."""
        path, self.path = self.path, None
        if path is None or self.system.bus is None:
            return ()
        try:
            results = self.system.bus.call(*MANAGER, "CheckpointRollback", "o", [path])[0]
        except NetinitError as error:
            return (step(BACKEND, "failed", str(error)),)
        bad = [device.rpartition("/")[2] for device, result in results.items() if result != GOOD]
        if bad:
            because = f"{len(bad)} of {len(results)} devices did not go back to the checkpoint"
            return (step(BACKEND, "failed", because),)
        return (step(BACKEND, "went back", "the checkpoint from before the change"),)
