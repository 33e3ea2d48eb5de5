"""What activators share: the steps they tell, and when there is nothing for them to do."""

from __future__ import annotations

from netinit.model.decision import Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.system.doors import System

UNCHANGED = "no file of its own changed"
NOT_RUNNING = "it does not run yet and reads the files when it starts"


def step(backend: str, answer: str, because: str) -> Step:
    """A step of the trail."""
    return Step(question=f"activate {backend}", answer=answer, because=because)


def idle(backend: str, because: str) -> tuple[Step, ...]:
    """The trail of an activator that has nothing to do."""
    return (step(backend, "nothing to do", because),)


def running(system: System, service: str) -> bool:
    """Whether a daemon owns its name on the system bus."""
    return system.bus is not None and system.bus.owned(service)
