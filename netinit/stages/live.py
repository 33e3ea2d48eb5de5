"""What only a running machine needs, after the files are in place: nics renamed, the backend told.

And before anything else: a change that its process did not live to finish is taken back (apply/transaction.py).
"""

from __future__ import annotations

from netinit import registry
from netinit.apply import transaction
from netinit.apply.renames import carry_out
from netinit.errors import NetinitError
from netinit.model.decision import Step
from netinit.model.paths import CHANGING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.decide.local import Decided
    from netinit.system.doors import System
    from netinit.system.manifest import Changes

UNFINISHED = "it was neither finished nor confirmed"


def bring_into_force(system: System, decided: Decided, changes: Changes) -> tuple[Step, ...]:
    """Rename nics and activate what was written; what was done, as steps.  Nothing in here raises."""
    steps: tuple[Step, ...] = ()
    if decided.renames.steps and system.netlink is not None:
        steps = carry_out(decided.renames.steps, system.netlink)
    if decided.renderer is not None and (changes.written or changes.removed):
        activator = registry.load("netinit.renderers", decided.renderer.module, "activate")
        steps += activator.activate(system, changes.written, changes.removed)
    return steps


def recover(system: System) -> tuple[Step, ...]:
    """Take an unfinished change back; what was done, no steps where there was none.

    Raises NetinitError where a change is being made at this moment, or cannot be taken back.
    """
    if not transaction.pending(system.root):
        return ()
    from netinit.system.lock import Lock

    lock = Lock(system.root, CHANGING)
    if not lock.take():
        raise NetinitError("'netinit apply' is changing the network; confirm that, or wait")
    try:
        return take_back(system, UNFINISHED)
    finally:
        lock.release()


def unfinished(system: System) -> bool:
    """Whether a change was begun and neither kept nor taken back."""
    return transaction.pending(system.root)


def take_back(system: System, because: str) -> tuple[Step, ...]:
    """Take the change of the journal back: its files, and what the daemons made of them. Raises NetinitError."""
    from netinit.apply.activation import activate

    root = system.root
    devices = {
        path: (root.read(path) or b"").decode("utf-8", "replace")
        for path in transaction.touched(root)
        if path.endswith(".netdev")
    }
    changes = transaction.take_back(root)
    touched = ", ".join((*changes.written, *changes.removed)) or "no file had changed"
    step = Step(question="the change?", answer="taken back", because=f"{because}: {touched}")
    steps: tuple[Step, ...] = (step,)
    if system.live:
        steps += activate(system, changes, devices.__getitem__)
    return steps
