"""The .link file that gives a nic its new name (`set-name`); udev reads it, whichever backend runs the network.

systemd-networkd's renderer adds more lines to the same file, since udev uses the first .link that matches.
"""

from __future__ import annotations

from netinit.renderers._naming import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts, Nic
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
    return lines or all_of_kind(link)


def all_of_kind(link: AnyLink) -> str:
    """`match: {}`: an empty [Match] would take every device, the loopback and all VLANs among them."""
    return "Type=wlan\n" if link.kind == "wifi" else "Type=ether\n"


def mac_line(mac: str, facts: Facts) -> str:
    """The condition for a MAC address: the permanent one, which a VLAN or bond on top of the nic does not share.

    A nic that is known to have none (veth in a container) is found by its current one.
    """
    if nic_without_permanent_mac(mac, facts) is not None:
        return f"MACAddress={mac}\nType=ether\n"
    return f"PermanentMACAddress={mac}\n"


def nic_without_permanent_mac(mac: str, facts: Facts) -> Nic | None:
    """The nic that bears an address which is not its own for good, if one is known to."""
    nic = facts.nic_with_mac(mac)
    if nic is None or nic.perm_mac is not None:
        return None
    return nic if nic.kind == "veth" or nic.addr_assign_type not in {None, 0} else None
