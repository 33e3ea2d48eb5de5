"""Whether anything is to be done at all, and whether the network is left alone: all switches, equal and all reported.

Some switch everything off; the others the network alone.  One more may stand in the datasource's own network-config,
which is only known once it was read (decide/network.py).
"""

from __future__ import annotations

from netinit.model.decision import Decision, Step
from netinit.model.paths import DISABLED_FILE, UPGRADED_NETWORK
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.base import Base
    from netinit.model.facts import Facts

CMDLINE = "kernel command line"
EVERYTHING = "cloud-init=disabled"
NETWORK = "network-config=disabled"


class Disabled(Record):
    """What is switched off, each by all that switch it off; empty: nothing is."""

    everything: tuple[str, ...] = ()
    network: tuple[str, ...] = ()


def disable(facts: Facts, base: Base) -> Decision[Disabled]:
    """The switches that are thrown."""
    everything, network = _everything(facts), _network(facts, base)
    steps = [
        Step(
            question="run at all?",
            answer="no" if everything else "yes",
            because=", ".join(everything) or "no switch says otherwise",
        ),
    ]
    if not everything:
        mark = base.mark("network", "config") if CONFIG in network else None
        steps.append(
            Step(
                question="a switch for the network?",
                answer="thrown" if network else "none",
                because=", ".join(network) or "nothing says that it is to be left alone",
                mark=mark,
            )
        )
    return Decision(
        value=Disabled(everything=everything, network=network),
        steps=tuple(steps),
    )


CONFIG = "network: {config: disabled} in the system configuration"


def _everything(facts: Facts) -> tuple[str, ...]:
    found = []
    if DISABLED_FILE in facts.files:
        found.append(f"{DISABLED_FILE} exists")
    if facts.environment.get("KERNEL_CMDLINE") == EVERYTHING:
        found.append(f"KERNEL_CMDLINE={EVERYTHING} in the environment")
    # cloud-init: anywhere in the line, even as part of a word
    if EVERYTHING in facts.cmdline:
        found.append(f"{EVERYTHING} on the {CMDLINE}")
    return tuple(found)


def _network(facts: Facts, base: Base) -> tuple[str, ...]:
    found = []
    words = [word for word in facts.cmdline.split() if word.startswith("network-config=")]
    if words and words[-1] == NETWORK:
        found.append(f"{NETWORK} on the {CMDLINE}")
    if UPGRADED_NETWORK in facts.files:
        found.append(f"{UPGRADED_NETWORK} exists")
    if is_switch(base.get("network")):
        found.append(CONFIG)
    return tuple(found)


def is_switch(tree: object) -> bool:
    """Whether a network-config says nothing but that there is to be none."""
    return tree == "disabled" or (isinstance(tree, dict) and tree.get("config") == "disabled")
