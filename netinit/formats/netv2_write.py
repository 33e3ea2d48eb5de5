"""NetworkConfig → network-config version 2, as a tree for formats/emit.py.

For inputs of other formats (the netplan renderer) and for `netinit convert`.  The tree says all that version 2 has
words for, in the order of netplan's documentation; what it has none for is reported by its key and left out.  Name
servers bound to no link have to be given to links before (renderers/_dns.py).  Reading the tree again gives an equal
NetworkConfig, paths and origin aside.
"""

from __future__ import annotations

from netinit.document import Quoted
from netinit.formats.netv2_write_kinds import KINDS, auth, given, nm_settings
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from netinit.model.network import Address, AnyLink, NetworkConfig, Route, Rule
    from netinit.report import Path, Report

    Body = dict[str, Any]

SECTIONS: dict[type[AnyLink], str] = {
    model.Loopback: "ethernets",
    model.Ethernet: "ethernets",
    model.Wifi: "wifis",
    model.Modem: "modems",
    model.Bond: "bonds",
    model.Bridge: "bridges",
    model.Vlan: "vlans",
    model.Vrf: "vrfs",
    model.Tunnel: "tunnels",
    model.Vxlan: "tunnels",
    model.WireGuard: "tunnels",
    model.Dummy: "dummy-devices",
    model.Veth: "virtual-ethernets",
    model.NmDevice: "nm-devices",
}
SECTION_ORDER = tuple(dict.fromkeys(SECTIONS.values()))

# Fields whose value version 2 takes as it is, before and after those of a link's own kind.
BEFORE = (("renderer", "renderer"),)
AFTER = (
    ("mac", "macaddress"),
    ("mtu", "mtu"),
    ("ipv6_mtu", "ipv6-mtu"),
    ("wakeonlan", "wakeonlan"),
    ("emit_lldp", "emit-lldp"),
    ("optional", "optional"),
    ("optional_addresses", "optional-addresses"),
    ("activation", "activation-mode"),
    ("critical", "critical"),
    ("ignore_carrier", "ignore-carrier"),
    ("dhcp4", "dhcp4"),
    ("dhcp6", "dhcp6"),
    ("dhcp_identifier", "dhcp-identifier"),
    ("accept_ra", "accept-ra"),
    ("ipv6_privacy", "ipv6-privacy"),
    ("ipv6_generation", "ipv6-address-generation"),
    ("ipv6_token", "ipv6-address-token"),
)
DHCP = (
    ("use_dns", "use-dns"),
    ("use_ntp", "use-ntp"),
    ("use_hostname", "use-hostname"),
    ("use_mtu", "use-mtu"),
    ("use_routes", "use-routes"),
    ("use_domains", "use-domains"),
    ("send_hostname", "send-hostname"),
    ("hostname", "hostname"),
    ("route_metric", "route-metric"),
)
RA = (("use_dns", "use-dns"), ("use_domains", "use-domains"), ("table", "table"))
ROUTE = (
    ("via", "via"),
    ("source", "from"),
    ("on_link", "on-link"),
    ("metric", "metric"),
    ("table", "table"),
    ("type", "type"),
    ("scope", "scope"),
    ("mtu", "mtu"),
    ("advmss", "advertised-mss"),
    ("initcwnd", "congestion-window"),
    ("initrwnd", "advertised-receive-window"),
)
RULE = (
    ("source", "from"),
    ("to", "to"),
    ("table", "table"),
    ("priority", "priority"),
    ("mark", "mark"),
    ("tos", "type-of-service"),
)
PORT = (
    ("hairpin", "hairpin"),
    ("learning", "port-mac-learning"),
    ("neigh_suppress", "neigh-suppress"),
)
UNSAID_OF_ADDRESS = ("peer", "broadcast", "scope")


def write(config: NetworkConfig, report: Report) -> Body:
    """The version 2 document, unwrapped, that asks for the same network."""
    body: Body = {"version": 2}
    if config.renderer is not None:
        body["renderer"] = config.renderer
    if config.openvswitch:
        body["openvswitch"] = config.openvswitch
    sections: dict[str, Body] = {name: {} for name in SECTION_ORDER}
    for link in config.links:
        sections[SECTIONS[type(link)]][link.id] = _link(link, config, report)
    if config.nameservers or config.search:
        servers = ", ".join((*config.nameservers, *config.search))
        report.warning(
            (), f"network-config version 2 binds name servers to links; {servers} left out"
        )
    body.update((name, links) for name, links in sections.items() if links)
    return body


def unsaid(report: Report, path: Path, word: str) -> None:
    """Report something that version 2 has no key for."""
    report.warning(path, f"network-config version 2 has no key for '{word}'; left out", key=True)


def _link(link: AnyLink, config: NetworkConfig, report: Report) -> Body:
    body = given(link, BEFORE)
    if link.match is not None:
        body["match"] = _match(link.match)
    if link.set_name is not None:
        body["set-name"] = Quoted(link.set_name)
    write_kind = KINDS.get(type(link))
    if write_kind is not None:
        write_kind(body, link, config, report)
    body.update(given(link, AFTER))
    body.update(link.offloads)
    if link.bridge_port is not None:
        body.update(given(link.bridge_port, PORT))
    _dynamic(body, link, report)
    if link.addresses:
        body["addresses"] = [_address(address, report) for address in link.addresses]
    if link.routes:
        body["routes"] = [_route(route, link) for route in link.routes]
    if link.rules:
        body["routing-policy"] = [_rule(rule, link) for rule in link.rules]
    _nameservers(body, link.nameservers, link.search)
    if link.auth is not None:
        body["auth"] = auth(link.auth)
    if link.nm is not None:
        body["networkmanager"] = nm_settings(link.nm)
    if link.networkd is not None:
        body["networkd"] = {
            part: {key: Quoted(value) for key, value in lines}
            for part, lines in link.networkd.items()
            if lines
        }
    if link.openvswitch is not None:
        body["openvswitch"] = link.openvswitch
    return body


def _match(match: model.Match) -> Body:
    body: Body = {}
    if match.mac is not None:
        body["macaddress"] = match.mac
    for key, globs in (("name", match.name), ("driver", match.driver)):
        if globs:
            body[key] = Quoted(globs[0]) if len(globs) == 1 else [Quoted(glob) for glob in globs]
    return body


def _dynamic(body: Body, link: AnyLink, report: Report) -> None:
    """Link-local addresses, overrides, and the ways to get an IPv6 address that version 1 tells apart."""
    if link.link_local is not None:
        body["link-local"] = list(link.link_local)
    for overrides, key, table in (
        (link.dhcp4_overrides, "dhcp4-overrides", DHCP),
        (link.dhcp6_overrides, "dhcp6-overrides", DHCP),
        (link.ra_overrides, "ra-overrides", RA),
    ):
        if overrides is not None:
            body[key] = given(overrides, table)
            if overrides.use_domains is not None:
                # a bare true or false, or the word route
                body[key]["use-domains"] = overrides.use_domains
    if link.ipv6_mode is not None:
        # Router advertisements tell whether DHCPv6 runs at all, so `dhcp6` fits all that use it.
        body.setdefault("accept-ra", True)
        if link.ipv6_mode == "stateful":
            report.warning(
                link.path,
                "network-config version 2 cannot keep autoconfiguration (SLAAC) off beside DHCPv6; "
                "written as 'dhcp6', and the router decides",
            )


def _address(address: Address, report: Report) -> Any:
    for field in UNSAID_OF_ADDRESS:
        if getattr(address, field) is not None:
            unsaid(report, (*address.path, field), field)
    options: Body = {}
    if address.lifetime is not None:
        options["lifetime"] = address.lifetime
    if address.label is not None:
        options["label"] = Quoted(address.label)
    return {str(address): options} if options else str(address)


def _route(route: Route, link: AnyLink) -> Body:
    body: Body = {"to": route.to}
    if route.to == "default" and route.via is None:
        if route.family == 6 and route.source is None:
            body["to"] = "::/0"
        elif route.scope is None and route.type == "unicast" and not route.on_link:
            # Without a gateway only the spelled out network may be on the link itself (netv2_parts).
            body["to"] = "::/0" if route.family == 6 else "0.0.0.0/0"
    body.update(given(route, ROUTE))
    if isinstance(link, model.Vrf) and route.table == link.table:
        del body["table"]  # it goes without saying
    return body


def _rule(rule: Rule, link: AnyLink) -> Body:
    body = given(rule, RULE)
    if isinstance(link, model.Vrf) and rule.table == link.table:
        del body["table"]
    return body


def _nameservers(body: Body, servers: tuple[str, ...], search: tuple[str, ...]) -> None:
    found: Body = {}
    if servers:
        found["addresses"] = list(servers)
    if search:
        found["search"] = [Quoted(domain) for domain in search]
    if found:
        body["nameservers"] = found


def with_unknown(body: Body, config: NetworkConfig, report: Report) -> Body:
    """The written document with the keys that netinit does not know, where their place can be told again."""
    for path, _ in config.unknown:
        source: Any = config.tree
        place: Any = body
        try:
            for part in path[:-1]:
                source, place = source[part], place[part]
            value = source[path[-1]]
        except (KeyError, IndexError, TypeError):
            place = None
        if isinstance(place, dict) and not any(isinstance(part, int) for part in path):
            place[path[-1]] = value
        else:
            report.warning((*config.path, *path), f"'{path[-1]}' is left out", key=True)
    return body
