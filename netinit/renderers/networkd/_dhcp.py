"""DHCP and router advertisements: the sections [DHCP], [DHCPv4], [DHCPv6] and [IPv6AcceptRA].

[DHCP] is the older name for the sections of both families at once; what stands there holds for both, and its
RouteMetric= for routes by advertisement, too (measured with systemd 252).  It is used where both are to be alike;
netplan writes nothing else.  DHCPv6 hands out neither routes nor an MTU, so that to refuse them takes no line.
"""

from __future__ import annotations

from netinit.model.network import DhcpOverrides, Wifi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AnyLink
    from netinit.renderers.networkd._plan import Plan

# What version 2 documents as the metric of routes from DHCP; networkd's own is 1024 for all.
METRIC, WIFI_METRIC = 100, 600
NOTHING = DhcpOverrides()
MAX_HOST_NAME = 64  # HOST_NAME_MAX
LABEL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
DOMAINS = {"true": "yes", "false": "no", "route": "route"}


def dhcp_sections(link: AnyLink, plan: Plan, lines: list[str]) -> None:
    """Add the sections that say how to use leases and advertisements."""
    four, six = link.dhcp4_overrides or NOTHING, link.dhcp6_overrides or NOTHING
    advertised: list[str] = []
    if link.dhcp4 and not link.dhcp6:
        _client(link, "DHCPv4", four, plan, lines)
    elif link.dhcp6 and (not link.dhcp4 or four is six or four == six):
        _client(link, "DHCP", six, plan, lines)
    elif link.dhcp4:
        _client(link, "DHCPv4", four, plan, lines)
        _report_shared(link, four, six, plan)
        advertised.append(f"RouteMetric={_metric(link, six)}\n")
    apart = [] if link.dhcp6 and not advertised else _uses(six)
    if link.dhcp6 and link.accept_ra is False:
        apart.append("WithoutRA=solicit\n")  # since no advertisement would start the client
    if apart:
        lines.append("\n[DHCPv6]\n")
        lines.extend(apart)
    if link.ra_overrides is not None or link.ipv6_mode or link.ipv6_token or link.ipv6_generation:
        _advertisements(link, advertised)
    if advertised:
        lines.append("\n[IPv6AcceptRA]\n")
        lines.extend(advertised)


def _client(
    link: AnyLink, section: str, overrides: DhcpOverrides, plan: Plan, lines: list[str]
) -> None:
    lines.append(f"\n[{section}]\nRouteMetric={_metric(link, overrides)}\n")
    if link.mtu is None:  # (which counts, and the daemon complains where both are set)
        lines.append("UseMTU=no\n" if overrides.use_mtu is False else "UseMTU=yes\n")
    if overrides is not NOTHING:
        lines.extend(_uses(overrides))
        if overrides.use_routes is False:
            lines.append("UseRoutes=no\n")
        if overrides.send_hostname is False:
            lines.append("SendHostname=no\n")
        if overrides.hostname is not None:
            _host_name(link, section, overrides.hostname, plan, lines)
    if link.dhcp_identifier == "mac":
        lines.append("ClientIdentifier=mac\n")


def _host_name(link: AnyLink, section: str, name: str, plan: Plan, lines: list[str]) -> None:
    labels = name.removesuffix(".").split(".")
    if len(name) <= MAX_HOST_NAME and all(
        label and LABEL.issuperset(label) and label.strip("-") == label for label in labels
    ):
        lines.append(f"Hostname={name}\n")
    else:
        key = "dhcp6-overrides" if section == "DHCP" and not link.dhcp4 else "dhcp4-overrides"
        plan.cannot(link, key, "hostname", why="which is no host name")


def _metric(link: AnyLink, overrides: DhcpOverrides) -> int:
    if overrides.route_metric is not None:
        return overrides.route_metric
    return WIFI_METRIC if isinstance(link, Wifi) else METRIC


def _uses(overrides: DhcpOverrides) -> list[str]:
    """The keys that both families have."""
    lines = []
    if overrides.use_dns is False:
        lines.append("UseDNS=no\n")
    if overrides.use_ntp is False:
        lines.append("UseNTP=no\n")
    if overrides.use_hostname is False:
        lines.append("UseHostname=no\n")
    if overrides.use_domains is not None:
        lines.append(f"UseDomains={DOMAINS[overrides.use_domains]}\n")
    return lines


def _report_shared(link: AnyLink, four: DhcpOverrides, six: DhcpOverrides, plan: Plan) -> None:
    """Report a host name for DHCPv6 alone: the client takes it from [DHCPv4] for both families."""
    if six.hostname not in {None, four.hostname}:
        plan.cannot(link, "dhcp6-overrides", "hostname", why="apart from that of 'dhcp4-overrides'")
    if (six.send_hostname is False) != (four.send_hostname is False):
        key = "dhcp6-overrides" if six.send_hostname is not None else "dhcp4-overrides"
        plan.cannot(
            link, key, "send-hostname", why="for one family: that of 'dhcp4-overrides' counts"
        )


def _advertisements(link: AnyLink, lines: list[str]) -> None:
    overrides = link.ra_overrides
    if overrides is not None:
        if overrides.use_dns is not None:
            lines.append(f"UseDNS={'yes' if overrides.use_dns else 'no'}\n")
        if overrides.use_domains is not None:
            lines.append(f"UseDomains={DOMAINS[overrides.use_domains]}\n")
        if overrides.table:
            lines.append(f"RouteTable={overrides.table}\n")
    if link.ipv6_mode == "slaac":
        lines.append("DHCPv6Client=no\n")
    if link.ipv6_token is not None:
        lines.append(f"Token=static:{link.ipv6_token}\n")
    elif link.ipv6_generation is not None:
        lines.append("Token=eui64\n" if link.ipv6_generation == "eui64" else "Token=prefixstable\n")
