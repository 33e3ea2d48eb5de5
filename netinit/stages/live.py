"""What only a running machine needs, after the files are in place: nics renamed, the backend told."""

from __future__ import annotations

from netinit import registry
from netinit.apply.renames import carry_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.decide.local import Decided
    from netinit.model.decision import Step
    from netinit.system.doors import System
    from netinit.system.manifest import Changes


def bring_into_force(system: System, decided: Decided, changes: Changes) -> tuple[Step, ...]:
    """Rename nics and activate what was written; what was done, as steps.  Nothing in here raises."""
    steps: tuple[Step, ...] = ()
    if decided.renames.steps and system.netlink is not None:
        steps = carry_out(decided.renames.steps, system.netlink)
    if decided.renderer is not None and (changes.written or changes.removed):
        activator = registry.load("netinit.renderers", decided.renderer.module, "activate")
        steps += activator.activate(system, changes.written, changes.removed)
    return steps
