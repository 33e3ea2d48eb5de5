"""[Match]: which devices a file is for, and in what order the files are asked."""

from __future__ import annotations

from netinit.renderers._rename import all_of_kind, match_lines, nic_without_permanent_mac

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AnyLink
    from netinit.renderers.networkd._plan import Plan

GLOB = frozenset("*?[!\\")


def literal(name: str) -> str:
    """A device's name as a glob that matches nothing else."""
    if GLOB.isdisjoint(name):
        return name
    # A backslash is eaten by the parser of the list, and '[!]' is no bracket expression: '?' comes closest.
    return "".join("?" if char in "!\\" else f"[{char}]" if char in GLOB else char for char in name)


def network_rank(link: AnyLink) -> int:
    """The number before the name of a .network file: the broader the match, the later its turn."""
    return 10 if link.set_name is not None else link_rank(link)


def link_rank(link: AnyLink) -> int:
    """The number before the name of a .link file."""
    match = link.match
    if match is None or match.mac is not None or match.literal_name is not None:
        return 10
    return 11 if match.name or match.driver else 12


def network_match(link: AnyLink, plan: Plan) -> str:
    """The [Match] of a .network file, which sees devices after their renaming."""
    match = link.match
    if match is None:
        return f"[Match]\nName={literal(link.name or link.id)}\n"
    name = literal(link.set_name) if link.set_name is not None else " ".join(match.name)
    lines = ""
    if match.mac is not None:
        nic = nic_without_permanent_mac(match.mac, plan.facts)
        if nic is None:
            lines += f"PermanentMACAddress={match.mac}\n"
        else:
            # VLANs on the nic bear its address, too: the name tells them apart.
            name = name or literal(nic.name)
            if link.master is None:
                lines += f"MACAddress={match.mac}\n"  # (a bond gives its own address to its ports)
    if match.driver:
        lines += f"Driver={' '.join(match.driver)}\n"
    if name:
        lines += f"Name={name}\n"
    return f"[Match]\n{lines or all_of_kind(link)}"


def link_match(link: AnyLink, plan: Plan) -> str:
    """The [Match] of a .link file, which sees devices under their first names."""
    if link.match is None:
        return f"[Match]\nOriginalName={literal(link.name or link.id)}\n"
    return f"[Match]\n{match_lines(link, plan.facts)}"
