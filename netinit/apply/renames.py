"""Carries out a plan of renames (decide/renames.py) through the netlink door."""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.model.decision import Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.system.doors import Netlink


def carry_out(plan: Sequence[Sequence[str]], netlink: Netlink) -> tuple[Step, ...]:
    """Do each of the steps `("down", nic)`, `("rename", nic, new)`, `("up", nic)` and tell of it.

    A step that the kernel refuses is told, and the rest is done all the same: a nic must not stay down because another
    one cannot be renamed.
    """
    done = []
    for verb, *names in plan:
        question = " ".join((verb, *names))
        try:
            if verb == "rename":
                netlink.rename(*names)
            else:
                netlink.set_up(names[0], up=verb == "up")
        except NetinitError as error:
            done.append(Step(question=question, answer="failed", because=str(error)))
        else:
            done.append(
                Step(question=question, answer="done", because="the network-config asks for it")
            )
    return tuple(done)
