""".network files: what is set on a device that is there, addresses above all."""

from __future__ import annotations

from netinit.model.network import Bond, Bridge, Ethernet, Loopback
from netinit.renderers.networkd._dhcp import dhcp_sections
from netinit.renderers.networkd._match import network_match
from netinit.renderers.networkd._routes import (
    PLAIN,
    address_sections,
    route_sections,
    rule_sections,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AnyLink, BridgePort
    from netinit.renderers.networkd._plan import Plan

LINK_LOCAL = {
    ("ipv4", "ipv6"): "yes",
    ("ipv6", "ipv4"): "yes",
    ("ipv4",): "ipv4",
    ("ipv6",): "ipv6",
    (): "no",
}
IPV6_MIN_MTU = 1280  # RFC 8200, 5
# What gives a link addresses: neither a port of a bond nor the loopback device takes it from a .network file.
AUTOMATIC = (
    ("dhcp4", "dhcp4"),
    ("dhcp6", "dhcp6"),
    ("dhcp-identifier", "dhcp_identifier"),
    ("accept-ra", "accept_ra"),
    ("ra-overrides", "ra_overrides"),
    ("link-local", "link_local"),
    ("ipv6-address-token", "ipv6_token"),
    ("ipv6-address-generation", "ipv6_generation"),
)


def network(link: AnyLink, plan: Plan) -> str:
    """The content of a link's .network file."""
    master = plan.config.link(link.master) if link.master is not None else None
    if master is not None and not plan.makes(master):
        master = None
    lines = [plan.first, "\n", network_match(link, plan)]
    _link_section(link, plan, lines)
    lines.append("\n[Network]\n")
    if isinstance(master, Bond):
        _bond_port(link, plan, lines)
    else:
        _addressing(link, plan, lines)
    _network_section(link, plan, lines)
    if master is not None:
        _master(link, master, lines)
    lines.extend(plan.stacked.get(link.id, ()))
    if not isinstance(master, Bond):
        address_sections(link, plan, lines)
        route_sections(link, plan, lines)
        if not isinstance(link, Loopback):
            dhcp_sections(link, plan, lines)
    rule_sections(link, lines)
    if link.bridge_port is not None:
        if isinstance(master, Bridge):
            _bridge_section(link.bridge_port, lines)
        else:
            for key in link.bridge_port.own_keys():
                plan.cannot(link, key, why="for a link that is no port of a bridge it makes")
    if isinstance(link, Ethernet) and link.infiniband_mode is not None:
        lines.append(f"\n[IPoIB]\nMode={link.infiniband_mode}\n")
    return "".join(lines)


def _link_section(link: AnyLink, plan: Plan, lines: list[str]) -> None:
    found = []
    if link.mac is not None and ":" in link.mac:
        found.append(f"MACAddress={link.mac}\n")
    if link.mtu is not None:
        found.append(f"MTUBytes={link.mtu}\n")
    if link.activation is not None:
        policy = "manual" if link.activation == "manual" else "always-down"
        found.append(f"ActivationPolicy={policy}\n")
    if link.optional:
        found.append("RequiredForOnline=no\n")
    if link.optional_addresses:
        plan.cannot(
            link, "optional-addresses", why="it waits for any address of a link that is required"
        )
    if found:
        lines.append("\n[Link]\n")
        lines.extend(found)


def _bond_port(link: AnyLink, plan: Plan, lines: list[str]) -> None:
    """Report the addresses of a port of a bond, which networkd does not give it."""
    lines.append("LinkLocalAddressing=no\n")
    for key, value in (("addresses", link.addresses), ("routes", link.routes)):
        if value:
            plan.cannot(link, key, why="on a port of a bond")
    _no_automatic(link, plan, "on a port of a bond")


def _no_automatic(link: AnyLink, plan: Plan, why: str) -> None:
    """Report what is asked of a link that gets no addresses by itself."""
    for key, field in AUTOMATIC:
        if getattr(link, field):
            plan.cannot(link, key, why=why)


def _addressing(link: AnyLink, plan: Plan, lines: list[str]) -> None:
    if not isinstance(link, Loopback):
        _automatic(link, plan, lines)
    else:
        _no_automatic(link, plan, "on the loopback")
    lines.extend(
        f"Address={address.ip}/{address.prefix}\n"
        for address in link.addresses
        if PLAIN.issuperset(address.__dict__)  # one with options has a section of its own
    )


def _automatic(link: AnyLink, plan: Plan, lines: list[str]) -> None:
    dhcp6 = link.dhcp6 and link.ipv6_mode in {None, "stateful"}
    if link.dhcp4:
        lines.append("DHCP=yes\n" if dhcp6 else "DHCP=ipv4\n")
    elif dhcp6:
        lines.append("DHCP=ipv6\n")
    elif link.ipv6_mode is not None:
        lines.append("DHCP=no\n")
    families = link.link_local
    if families is None:
        master = plan.config.link(link.master) if link.master is not None else None
        families = () if isinstance(master, Bond | Bridge) else ("ipv6",)
    lines.append(f"LinkLocalAddressing={LINK_LOCAL[families]}\n")
    if link.accept_ra is False:
        lines.append("IPv6AcceptRA=no\n")
    elif "ipv6" in families and (link.accept_ra or link.ipv6_mode is not None):
        lines.append("IPv6AcceptRA=yes\n")
    if "ipv6" not in families:
        for key, value in (("dhcp6", dhcp6), ("accept-ra", link.accept_ra)):
            if value:
                plan.report.warning(
                    (*link.path, key),
                    f"'{key}' needs an IPv6 link-local address, and the link has none; it stays off",
                )


def _network_section(link: AnyLink, plan: Plan, lines: list[str]) -> None:
    lines.extend(f"DNS={server}\n" for server in link.nameservers)
    if link.search:
        lines.append(f"Domains={' '.join(link.search)}\n")
    if link.ipv6_mtu is not None:
        if link.ipv6_mtu < IPV6_MIN_MTU:
            plan.cannot(link, "ipv6-mtu", why=f"which IPv6 has from {IPV6_MIN_MTU} bytes on")
        else:
            lines.append(f"IPv6MTUBytes={link.ipv6_mtu}\n")
    if link.ipv6_privacy is not None:
        lines.append(f"IPv6PrivacyExtensions={'yes' if link.ipv6_privacy else 'no'}\n")
    if link.critical:
        lines.append("KeepConfiguration=yes\n")
    if link.ignore_carrier or (not link.physical and link.ignore_carrier is None):
        lines.append("ConfigureWithoutCarrier=yes\n")
    if link.emit_lldp:
        lines.append("EmitLLDP=yes\n")


def _master(link: AnyLink, master: AnyLink, lines: list[str]) -> None:
    name = master.name or master.id
    if isinstance(master, Bond):
        lines.append(f"Bond={name}\n")
        if master.params.primary == link.id:
            lines.append("PrimarySlave=yes\n")
        if master.params.active_member == link.id:
            lines.append("ActiveSlave=yes\n")
    elif isinstance(master, Bridge):
        lines.append(f"Bridge={name}\n")
    else:
        lines.append(f"VRF={name}\n")


def _bridge_section(port: BridgePort, lines: list[str]) -> None:
    lines.append("\n[Bridge]\n")
    if port.path_cost is not None:
        lines.append(f"Cost={port.path_cost}\n")
    if port.priority is not None:
        lines.append(f"Priority={port.priority}\n")
    for key, value in (
        ("HairPin", port.hairpin),
        ("Learning", port.learning),
        ("NeighborSuppression", port.neigh_suppress),
    ):
        if value is not None:
            lines.append(f"{key}={'yes' if value else 'no'}\n")
