"""Which network-config counts, and why the others do not.

The usual order is kernel command line, initramfs, system configuration, datasource; some sources ask for another one
(InstanceData.network_order).  The first that says anything counts, and what says nothing (`{}`, `false`, no value) is
passed over.  Where nothing is left, the fallback is DHCP (decide/fallback.py).

A switch (`config: disabled`) counts where its turn comes, with one exception: in the system configuration or the
datasource it also beats the initramfs, whose files nobody wrote on purpose (docs/decisions.md).
"""

from __future__ import annotations

from netinit import document
from netinit.decide import disable
from netinit.formats.cmdline_config import decoded
from netinit.formats.inputs import unwrapped
from netinit.formats.lines import joined
from netinit.model.decision import Decision, NetworkChoice, Step
from netinit.model.instance import RawNetwork
from netinit.model.paths import OPEN_ISCSI, UPGRADED_NETWORK
from netinit.model.record import Record
from netinit.report import Found, Mark, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.base import Base
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData

ORDER = ("cmdline", "initramfs", "system", "datasource")
TITLES = {
    "cmdline": "kernel command line",
    "initramfs": "initramfs",
    "system": "system configuration",
    "datasource": "datasource",
    "user-data": "user-data",
}
LARGER_THAN_A_SWITCH = 64 * 1024  # bytes; what is larger says something, so it is not read twice
NOTHING = frozenset({"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"})


class Offer(Record):
    """What one place has to say; `state` is "absent", "empty", "given" or "disabled"."""

    state: str
    because: str
    raw: RawNetwork | None = None
    mark: Mark | None = None
    problems: tuple[Problem, ...] = ()


def network(
    facts: Facts,
    base: Base,
    instance: InstanceData | None,
    unusable: Mapping[str, str] | None = None,
) -> Decision[NetworkChoice]:
    """The network-config that counts; `unusable` are the places that were tried already, with what was wrong there."""
    if UPGRADED_NETWORK in facts.files:
        because = f"{UPGRADED_NETWORK} exists"
        step = Step(question="network from?", answer="nowhere", because=because)
        return Decision(
            value=NetworkChoice(source="upgrade", disabled=True, because=because), steps=(step,)
        )
    offers = _offers(facts, base, instance)
    for place, reason in (unusable or {}).items():
        if place in offers and offers[place].state == "given":
            offers[place] = offers[place].replace(state="unusable", because=reason)
    winner = _winner(offers)
    steps = [_step(place, offer, winner) for place, offer in offers.items()]
    problems = tuple(problem for offer in offers.values() for problem in offer.problems)
    if winner is None:
        because = "nothing else says anything"
        steps.append(Step(question="network from the fallback?", answer="yes", because=because))
        choice = NetworkChoice(source="fallback", because=because, problems=problems)
    else:
        offer = offers[winner]
        choice = NetworkChoice(
            source=winner,
            raw=offer.raw,
            disabled=offer.state == "disabled",
            because=offer.because,
            mark=offer.mark,
            problems=problems,
        )
    return Decision(value=choice, steps=tuple(steps))


def _offers(facts: Facts, base: Base, instance: InstanceData | None) -> dict[str, Offer]:
    """What each place says, in the order in which they count."""
    makers = {
        "cmdline": lambda: from_cmdline(facts),
        "initramfs": lambda: from_initramfs(facts),
        "system": lambda: from_system(base),
        "datasource": lambda: from_instance(instance),
    }
    order = tuple(
        place for place in (instance.network_order if instance else ()) if place in makers
    )
    offers = {place: makers[place]() for place in order or ORDER}
    if instance is not None:
        offer = from_userdata(instance, base)
        if offer is not None:
            offers["user-data"] = offer
    return offers


def _winner(offers: Mapping[str, Offer]) -> str | None:
    speaking = [place for place, offer in offers.items() if offer.state in {"given", "disabled"}]
    if speaking[:1] == ["initramfs"]:
        if any(offers[place].state == "given" for place in speaking[1:2]):
            return "initramfs"
        return next((place for place in speaking if offers[place].state == "disabled"), "initramfs")
    return speaking[0] if speaking else None


def _step(place: str, offer: Offer, winner: str | None) -> Step:
    question = f"network from the {TITLES[place]}?"
    if offer.state not in {"given", "disabled"}:
        return Step(question=question, answer="no", because=offer.because, mark=offer.mark)
    if place != winner:
        assert winner is not None
        because = f"{offer.because}, but the {TITLES[winner]} counts more"
        return Step(question=question, answer="no", because=because, mark=offer.mark)
    answer = "yes" if offer.state == "given" else "switched off"
    return Step(question=question, answer=answer, because=offer.because, mark=offer.mark)


def from_cmdline(facts: Facts) -> Offer:
    """What `network-config=` says: base64 of YAML, perhaps compressed, or `disabled`; the last one counts."""
    file = TITLES["cmdline"]
    values = [
        word.removeprefix("network-config=")
        for word in facts.cmdline.split()
        if word.startswith("network-config=")
    ]
    if not values:
        return Offer(state="absent", because="no network-config= there")
    if values[-1] == "disabled":
        return Offer(state="disabled", because="network-config=disabled")
    try:
        text = decoded(values[-1])
    except ValueError as error:
        message = f"network-config= on the {file} is not base64 ({error}); passed over"
        problem = Problem(severity="error", path="", message=message)
        return Offer(state="absent", because=message, problems=(problem,))
    raw = RawNetwork(format="auto", text=text, file=f"{file}, network-config=")
    return _judged(raw, "network-config= stands there")


def from_initramfs(facts: Facts) -> Offer:
    """What klibc's ipconfig left in /run/net-*.conf, if the command line asked for a network in the initramfs."""
    files = [
        path
        for path in sorted(facts.texts)
        if path.startswith(("/run/net-", "/run/net6-")) and path.endswith(".conf")
    ]
    if not files:
        return Offer(state="absent", because="no /run/net-*.conf")
    asked = next((word for word in facts.cmdline.split() if word.startswith(("ip=", "ip6="))), None)
    if asked is None and OPEN_ISCSI in facts.files:
        asked = OPEN_ISCSI
    if asked is None:
        because = f"{files[0]} is there, but neither ip= nor ip6= on the command line"
        return Offer(state="absent", because=because)
    if len(files) == 1:
        raw = RawNetwork(format="klibc", text=facts.texts[files[0]], file=files[0])
    else:
        text = joined((path, facts.texts[path]) for path in files)
        raw = RawNetwork(format="klibc", text=text, file="/run/net-*.conf")
    mark = Mark(file=files[0], line=1, column=1)
    return Offer(state="given", because=f"{raw.file} and {asked}", raw=raw, mark=mark)


def from_system(base: Base) -> Offer:
    """What the key `network` of the merged system configuration says."""
    if not base.has("network"):
        return Offer(state="absent", because="no key 'network' there")
    tree, mark = base.get("network"), base.mark("network")
    state = _state(tree)
    if state == "broken":
        message = f"expected a mapping, found {'a list' if isinstance(tree, list) else repr(tree)}"
        problem = Problem(
            severity="error", path="network", message=f"{message}; passed over", mark=mark
        )
        return Offer(state="absent", because=message, mark=mark, problems=(problem,))
    if state == "empty":
        problems = () if isinstance(tree, str) else (_empty_problem("network", mark),)
        return Offer(
            state="empty", because="the key 'network' is empty", mark=mark, problems=problems
        )
    if state == "disabled":
        mark = base.mark("network", "config")
        return Offer(state="disabled", because="network: {config: disabled}", mark=mark)
    return Offer(state="given", because="the key 'network' stands there", mark=mark)


def from_instance(instance: InstanceData | None) -> Offer:
    """What the datasource brings."""
    if instance is None:
        return Offer(state="absent", because="there is no datasource")
    raw = instance.network
    if raw is None:
        return Offer(state="absent", because=f"{instance.source} brings no network-config")
    if raw.format == "disabled":
        return Offer(state="disabled", because=f"{instance.source}: {raw.file} says so", raw=raw)
    if raw.unreadable:
        mark = Mark(file=raw.file, line=1, column=1)
        message = f"{raw.unreadable}; passed over"
        problem = Problem(severity="error", path="", message=message, mark=mark)
        return Offer(state="absent", because=raw.unreadable, mark=mark, problems=(problem,))
    return _judged(raw, f"{instance.source} brings {raw.file}")


def from_userdata(instance: InstanceData, base: Base) -> Offer | None:
    """What a key `network` of the user-data says; None where there is none.

    Obeyed where the seed is local and brings no network-config of its own, since whoever wrote the one wrote the other.
    """
    raw = _userdata_network(instance)
    if raw is None:
        return None
    key = Found(severity="warning", path=("network",), message="", key=True)
    mark = document.read(raw.text, raw.file).locate([key])[0]
    own = instance.network is not None and from_instance(instance).state != "empty"
    refused = None
    if _is_off(base.get("allow_userdata")):
        refused = "allow_userdata is false"
    elif "://" in instance.seed and not instance.seed.startswith("file://"):
        refused = f"the seed {instance.seed} is not local"
    elif own:
        refused = "the datasource has a network-config of its own"
    if refused is None:
        return _judged(raw, f"{raw.file} has the key 'network'").replace(mark=mark)
    message = f"passed over, since {refused}; it belongs into the seed's network-config"
    problem = Problem(severity="warning", path="network", message=message, mark=mark)
    return Offer(state="absent", because=refused, mark=mark, problems=(problem,))


def _userdata_network(instance: InstanceData) -> RawNetwork | None:
    data = instance.userdata
    if not data.startswith(b"#cloud-config") or b"network" not in data:
        return None
    text, _ = document.decode(data)
    file = f"{instance.seed.rstrip('/')}/user-data" if instance.seed else "user-data"
    tree = document.read(text, file).tree
    if not isinstance(tree, dict) or "network" not in tree:
        return None
    return RawNetwork(format="auto", text=text, file=file, wrapped_in=("network",))


def _judged(raw: RawNetwork, because: str) -> Offer:
    """An offer whose text says whether it is empty, a switch or a network-config; a broken one is told when parsed."""
    mark = Mark(file=raw.file, line=1, column=1)
    state = "given"
    if raw.format in {"eni", "klibc", "cmdline"}:
        state = "given" if raw.text.strip() else "empty"
    elif len(raw.text) < LARGER_THAN_A_SWITCH:
        read = document.read(raw.text, raw.file)
        tree = read.tree
        for key in raw.wrapped_in:
            tree = tree.get(key) if isinstance(tree, dict) else None
        state = "given" if read.tree is None and read.found else _state(tree)
        state = "given" if state == "broken" else state
    if state == "empty":
        problem = _empty_problem("", mark)
        return Offer(state=state, because=f"{raw.file} is empty", mark=mark, problems=(problem,))
    return Offer(state=state, because=because, raw=raw, mark=mark)


def _state(tree: Tree) -> str:
    """What a network-config amounts to: "empty", "disabled", "given", or "broken" where it is no mapping."""
    tree, _ = unwrapped(tree)
    if disable.is_switch(tree):
        return "disabled"
    if isinstance(tree, str):
        return "empty" if _is_off(tree) else "broken"
    if not tree:
        return "empty"
    return "given" if isinstance(tree, dict) else "broken"


def _is_off(tree: Tree) -> bool:
    return isinstance(tree, str) and tree in NOTHING


def _empty_problem(path: str, mark: Mark | None) -> Problem:
    return Problem(
        severity="warning", path=path, message="an empty network-config, passed over", mark=mark
    )
