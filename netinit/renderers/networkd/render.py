"""NetworkConfig → systemd-networkd's .network, .netdev and .link files (version 252 and later)."""

from __future__ import annotations

from netinit.model.files import RenderedFile
from netinit.renderers._naming import escaped, header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Report

NAME = "networkd"
RANK = 30
FOLDER = "/etc/systemd/network"


def available(facts: Facts) -> str | None:
    """Whether systemd-networkd is there and switched on."""
    state = facts.units.get("systemd-networkd.service")
    return f"systemd-networkd.service is {state}" if state == "enabled" else None


def render(config: NetworkConfig, facts: Facts, report: Report) -> tuple[RenderedFile, ...]:
    """The files for all links, sorted by path."""
    first = header(config)
    return tuple(
        RenderedFile(
            path=f"{FOLDER}/10-netinit-{escaped(link.id)}.network", content=first + _network(link)
        )
        for link in config.links
    )


def _network(link: AnyLink) -> str:
    lines = [f"[Match]\nName={link.name}\n\n[Network]\n"]
    dhcp = {(True, True): "yes", (True, False): "ipv4", (False, True): "ipv6"}.get(
        (link.dhcp4, link.dhcp6)
    )
    if dhcp:
        lines.append(f"DHCP={dhcp}\n")
    lines.extend(f"Address={address}\n" for address in link.addresses)
    return "".join(lines)
