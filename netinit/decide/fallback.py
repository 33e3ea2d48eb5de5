"""DHCP where nothing else says how to reach the network: on which nics, in which order, and why not on the others.

The configuration asks for both families, and either may fail.  It matches by MAC address alone, since the kernel's
name may still change after we looked, and it gives no name.

cloud-init: the order (carrier first, then nics that may get one; names sorted naturally, eth0 before all) and the
handling of Hyper-V's and netfailover's twins are the same; devices that other software made are never chosen here.

The base configuration may say otherwise:

    netinit:
      fallback:
        nics: first                  # or all, or none
        deny_drivers: [mlx4_core]    # globs
        deny_names: ["usb*"]
"""

from __future__ import annotations

from netinit.decide.names import glob_hit
from netinit.model.decision import Decision, Step
from netinit.model.instance import RawNetwork
from netinit.model.record import Record
from netinit.report import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from netinit.model.base import Base
    from netinit.model.facts import Facts, Nic

ETHERNET, INFINIBAND = 1, 32  # ARPHRD_*
NO_MAC = "00:00:00:00:00:00"
NET_FAILOVER = 62  # VIRTIO_NET_F_STANDBY
# Ways for a guest to reach the network of its host; in a container they are all there is.
PASSED_THROUGH = frozenset({"veth", "macvlan", "ipvlan"})
MAY_COME_UP = frozenset({None, "dormant", "down", "lowerlayerdown", "unknown"})
KEY = ("netinit", "fallback")
CHOICES = ("first", "all", "none")


class Candidate(Record):
    """A nic that DHCP may be tried on; of two, the one of lower rank comes first."""

    nic: Nic
    rank: int
    because: str


class Fallback(Record):
    """The nics in order of hope, those of them that are configured, and the configuration."""

    candidates: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    raw: RawNetwork | None = None
    problems: tuple[Problem, ...] = ()


class Policy(Record):
    """What the base configuration says about the fallback."""

    nics: str = "first"
    deny_drivers: tuple[str, ...] = ()
    deny_names: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def fallback(facts: Facts, base: Base) -> Decision[Fallback]:
    """DHCP on the nic, or the nics, that most likely lead out of the machine."""
    policy = read_policy(base)
    candidates, steps = _candidates(facts, policy)
    names = tuple(candidate.nic.name for candidate in candidates)
    chosen = candidates if policy.nics == "all" else candidates[:1]
    mark = base.mark(*KEY) if base.has(*KEY) else None
    question = "DHCP on which nic?"
    if policy.nics == "none":
        because = "the configuration wants no fallback"
        steps.append(Step(question=question, answer="none", because=because, mark=mark))
        value = Fallback(candidates=names, problems=policy.problems)
        return Decision(value=value, steps=tuple(steps))
    if not chosen:
        because = "no nic is fit" if facts.nics_known else "nobody looked which nics there are"
        steps.append(Step(question=question, answer="none", because=because))
        return Decision(value=Fallback(problems=policy.problems), steps=tuple(steps))
    because = "all are wanted" if policy.nics == "all" else chosen[0].because
    answer = ", ".join(candidate.nic.name for candidate in chosen)
    steps.append(Step(question=question, answer=answer, because=because, mark=mark))
    twins = _twins(candidates)
    masters = _masters(facts.nics)
    lines = [line for candidate in chosen for line in _ethernet(candidate.nic, twins, masters)]
    value = Fallback(
        candidates=names,
        chosen=tuple(candidate.nic.name for candidate in chosen),
        raw=RawNetwork(
            format="v2", text="version: 2\nethernets:\n" + "".join(lines), file="fallback"
        ),
        problems=(*policy.problems, *_twin_warnings(twins)),
    )
    return Decision(value=value, steps=tuple(steps))


def reach(
    candidates: Iterable[str], probe: Callable[[str], bool]
) -> tuple[str | None, tuple[str, ...]]:
    """The first candidate on which `probe` finds what it looks for, and all that were tried."""
    tried = []
    for name in candidates:
        tried.append(name)
        if probe(name):
            return name, tuple(tried)
    return None, tuple(tried)


def read_policy(base: Base) -> Policy:
    """The wishes of the base configuration; what cannot be understood is reported and left out."""
    given = base.get(*KEY)
    problems: list[Problem] = []
    section = given if isinstance(given, dict) else {} if given is None else {"nics": given}
    nics = section.get("nics", "first")
    if base.get("disable_fallback_netcfg") == "true":
        nics = "none"  # cloud-init: a key of Photon OS and Raspberry Pi OS
    if nics not in CHOICES:
        found = f"'{nics}'" if isinstance(nics, str) else "something else"
        message = f"expected one of {', '.join(CHOICES)}, found {found}; taken as first"
        where = (*KEY, "nics") if isinstance(given, dict) else KEY
        problems.append(
            Problem(severity="error", path=".".join(where), message=message, mark=base.mark(*where))
        )
        nics = "first"
    return Policy(
        nics=str(nics),
        deny_drivers=_globs(section.get("deny_drivers")),
        deny_names=_globs(section.get("deny_names")),
        problems=tuple(problems),
    )


def _globs(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(item for item in items if isinstance(item, str))


def _candidates(facts: Facts, policy: Policy) -> tuple[list[Candidate], list[Step]]:
    """The nics that are fit, best first, and a step for each other one."""
    fit: list[Candidate] = []
    steps: list[Step] = []
    masters = _shared_macs(facts.nics)
    for nic in facts.nics:
        reason = _unfit(nic, policy) or _twin_of_master(nic, masters)
        if reason is None:
            fit.append(_candidate(nic))
        elif nic.type != 772:  # the loopback device goes without saying
            question = f"DHCP on {nic.name}?"
            steps.append(Step(question=question, answer="no", because=reason))
    fit.sort(key=lambda item: (item.rank, item.nic.name != "eth0", natural(item.nic.name)))
    steps.extend(
        Step(question=f"DHCP on {item.nic.name}?", answer="possible", because=item.because)
        for item in fit
    )
    return fit, steps


def _unfit(nic: Nic, policy: Policy) -> str | None:
    """Why a nic is never configured unasked, or None."""
    if nic.type == 772 or nic.name == "lo":
        return "the loopback device"
    if nic.master is not None:
        return f"a port of {nic.master}"
    if nic.ovs_internal:
        return "a port inside Open vSwitch"
    if nic.kind is not None and (
        nic.kind not in PASSED_THROUGH or nic.name.startswith(("veth", "macv", "ipvl"))
    ):
        return f"a virtual device ({nic.kind})"
    if nic.type not in {ETHERNET, INFINIBAND}:
        return f"no Ethernet or InfiniBand device (type {nic.type})"
    if nic.wireless:
        return "wireless, which needs a name and a password"
    if not nic.own_mac or nic.own_mac == NO_MAC:
        return "it has no MAC address"
    if nic.operstate == "notpresent":
        return "its hardware is not present"
    if glob_hit(nic.driver or "", policy.deny_drivers):
        return f"the configuration denies the driver {nic.driver}"
    if glob_hit(nic.name, policy.deny_names):
        return "the configuration denies this name"
    return None


def _candidate(nic: Nic) -> Candidate:
    virtual = 10 if nic.kind is not None else 0
    if nic.carrier == 1:
        return Candidate(nic=nic, rank=virtual, because="it has a carrier")
    if nic.dormant == 1 or nic.operstate in MAY_COME_UP:
        because = f"no carrier yet, it is {nic.operstate or 'in an unknown state'}"
        return Candidate(nic=nic, rank=virtual + 1, because=because)
    because = f"no carrier, though it is {nic.operstate}"
    return Candidate(nic=nic, rank=virtual + 2, because=because)


def is_failover_master(nic: Nic, masters: Collection[str]) -> bool:
    """Whether a virtio nic stands in for a passed-through one with the same MAC address; `masters` have ports."""
    if nic.driver != "virtio_net" or nic.master is not None or nic.kind is not None:
        return False
    bits = nic.features or ""
    offered = len(bits) > NET_FAILOVER and bits[NET_FAILOVER] == "1"
    return offered or nic.name in masters


def _masters(nics: Sequence[Nic]) -> frozenset[str]:
    """The names of the nics that have ports."""
    return frozenset(nic.master for nic in nics if nic.master is not None)


def _shared_macs(nics: Sequence[Nic]) -> dict[str, Nic]:
    """By MAC address the nics that stand in for another one: Hyper-V's synthetic ones and netfailover's masters."""
    masters = _masters(nics)
    return {
        nic.mac: nic
        for nic in nics
        if nic.mac and (nic.driver == "hv_netvsc" or is_failover_master(nic, masters))
    }


def _twin_of_master(nic: Nic, masters: Mapping[str, Nic]) -> str | None:
    master = masters.get(nic.mac or "")
    if master is None or master is nic or master.driver == nic.driver:
        return None
    return f"it works behind {master.name}, whose MAC address it has"


def _twins(candidates: Sequence[Candidate]) -> dict[str, list[Nic]]:
    """The nics by MAC address, of addresses that more than one has."""
    by_mac: dict[str, list[Nic]] = {}
    for candidate in candidates:
        by_mac.setdefault(candidate.nic.own_mac or "", []).append(candidate.nic)
    return {mac: nics for mac, nics in by_mac.items() if len(nics) > 1}


def _twin_warnings(twins: Mapping[str, Sequence[Nic]]) -> list[Problem]:
    return [
        Problem(
            severity="warning",
            path="",
            message=f"the nics {', '.join(nic.name for nic in nics)} have the same MAC address {mac}; "
            "the one for DHCP is told by its driver or name",
        )
        for mac, nics in twins.items()
    ]


def _ethernet(nic: Nic, twins: Mapping[str, Sequence[Nic]], masters: Collection[str]) -> list[str]:
    """The lines of one nic."""
    mac = nic.own_mac or ""
    same = [other for other in twins.get(mac, ()) if other is not nic]
    match = [f'macaddress: "{mac}"']
    if is_failover_master(nic, masters):
        match = [f'name: "{nic.name}"']  # all three devices of the set have this MAC address
    elif same and nic.driver and all(other.driver != nic.driver for other in same):
        match.append(f'driver: "{nic.driver}"')
    elif same:
        match.append(f'name: "{nic.name}"')
    return [
        f'  "{nic.name}":\n',
        "    dhcp4: true\n    dhcp6: true\n",
        f"    match: {{{', '.join(match)}}}\n",
    ]


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts eth10 after eth2."""
    parts: list[tuple[int, str]] = []
    word = ""
    for character in (*name, ""):
        if word and (not character or character.isdecimal() != word[-1].isdecimal()):
            # a number counts by its length first, then digit by digit; it comes before any word
            digits = word.lstrip("0")
            parts.append((len(digits), digits) if word[-1].isdecimal() else (1 << 16, word))
            word = ""
        word += character
    return tuple(parts)
