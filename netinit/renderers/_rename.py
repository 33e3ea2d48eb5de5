"""The .link file that gives a nic its new name (`set-name`); udev reads it, whichever backend runs the network.

systemd-networkd's renderer adds more lines to the same file, since udev uses the first .link that matches.
"""

from __future__ import annotations

from netinit.renderers._naming import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink

FOLDER = "/etc/systemd/network"


def link_path(link: AnyLink) -> str:
    """Where the .link file of a link belongs."""
    return f"{FOLDER}/10-netinit-{escaped(link.id)}.link"


def link_text(link: AnyLink, facts: Facts, settings: str = "") -> str:
    """The text of a .link file, or nothing where there is nothing to say; `settings` are more lines for [Link]."""
    if link.set_name is not None:
        settings = f"Name={link.set_name}\n{settings}"
    return f"[Match]\n{match_lines(link, facts)}\n[Link]\n{settings}" if settings else ""


def match_lines(link: AnyLink, facts: Facts) -> str:
    """The [Match] of a .link file: the nic that the link means, by what it has before it is renamed."""
    match = link.match
    if match is None:
        return f"OriginalName={link.id}\n"
    lines = ""
    if match.mac is not None:
        lines += mac_line(match.mac, facts)
    if match.driver:
        lines += f"Driver={' '.join(match.driver)}\n"
    if match.name:
        lines += f"OriginalName={' '.join(match.name)}\n"
    return lines or "OriginalName=*\n"


def mac_line(mac: str, facts: Facts) -> str:
    """The condition for a MAC address: the permanent one, which a VLAN or bond on top of the nic does not share.

    A nic that is known to have none (veth in a container) is found by its current one.
    """
    for nic in facts.nics:
        if nic.mac == mac and nic.perm_mac is None and nic.kind == "veth":
            return f"MACAddress={mac}\nType=ether\n"
    return f"PermanentMACAddress={mac}\n"
