"""[ipv4] and [ipv6] of a profile: method, addresses, name servers, what to take from DHCP and routers.

NetworkManager 1.42 refuses a whole profile that has `manual` without an address, an address with `link-local`, or
name servers with `disabled`, `ignore` or `link-local`.
"""

from __future__ import annotations

from netinit.renderers.networkmanager import _keyfile, _routes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import (
        AnyLink,
        DhcpOverrides,
        Family,
        RaOverrides,
    )
    from netinit.renderers.networkmanager._job import Job

    Keys = dict[str, str]

# Bonds and bridges carry the addresses of their ports; a VRF's ports keep their own.
PORTS_WITHOUT_IP = frozenset({"bond", "bridge"})
WITH_DNS = frozenset({"auto", "manual", "dhcp", "shared"})
LINK_LOCAL_ON = "3"  # NM_SETTING_IP4_LL_ENABLED; the key file drops the word `enabled`
HOST_NAME_BYTES = 253


def methods(job: Job, link: AnyLink) -> tuple[str, str]:
    """ipv4.method and ipv6.method of a link.

    Where nothing is asked of a family, IPv4 is off.  IPv6 takes what routers announce, as everywhere else, if
    there is IPv4 too; alone it would fail the activation in a network without routers, so it is the kernel's.
    """
    as_netplan = job.as_netplan(link)
    if is_port(job, link):
        netplans = as_netplan and link.kind not in TUNNELS
        return ("link-local", "ignore") if netplans else ("disabled", "disabled")
    kind = link.kind
    if kind == "modem":
        return _of_modem(job, link, as_netplan=as_netplan)
    has4 = has6 = False
    for address in link.addresses:
        if address.family == 4:
            has4 = True
        else:
            has6 = True
    if link.dhcp4:
        method4 = "auto"
    elif has4:
        method4 = "manual"
    elif link.link_local is not None and "ipv4" in link.link_local:
        method4 = "link-local"
    else:
        method4 = "link-local" if as_netplan and kind not in TUNNELS else "disabled"
    method6 = _method6(link, has4 or link.dhcp4, has6, as_netplan)
    if kind == "wireguard":
        return _without_auto(job, link, method4, method6)
    if kind == "loopback":
        # The kernel's own addresses stay with `auto`; nothing else is allowed.
        return "manual" if has4 else "auto", "manual" if has6 else "auto"
    return method4, method6


TUNNELS = frozenset({"tunnel", "vxlan", "wireguard"})


def _method6(link: AnyLink, with4: bool, has6: bool, as_netplan: bool) -> str:
    accept_ra = link.accept_ra
    if link.dhcp6 or link.ipv6_mode is not None:
        only_dhcp = accept_ra is False and link.ipv6_mode in {None, "stateful"}
        return "dhcp" if only_dhcp else "auto"
    if accept_ra:
        return "auto"
    if has6:
        return "manual"
    if link.link_local is not None and "ipv6" not in link.link_local:
        return "disabled"
    if accept_ra is False:
        return "link-local"
    if link.ra_overrides is not None or link.ipv6_token or link.ipv6_generation:
        return "auto"
    if any(":" in server for server in link.nameservers):
        return "auto"
    return "auto" if with4 and not as_netplan else "ignore"


def _without_auto(job: Job, link: AnyLink, method4: str, method6: str) -> tuple[str, str]:
    """The methods of WireGuard, which has no way to configure itself."""
    for key, given in (("dhcp4", link.dhcp4), ("dhcp6", link.dhcp6), ("accept-ra", link.accept_ra)):
        if given:
            job.cannot(link, key, "WireGuard links have static addresses only")
    families = {address.family for address in link.addresses}
    if method4 in {"auto", "link-local"}:
        if method4 == "link-local":
            job.cannot(link, "link-local", "WireGuard links have static addresses only")
        method4 = "manual" if 4 in families else "disabled"
    if method6 in {"auto", "dhcp"}:
        method6 = "manual" if 6 in families else "ignore"
    return method4, method6


def _of_modem(job: Job, link: AnyLink, *, as_netplan: bool) -> tuple[str, str]:
    """The methods of a modem, which gets its addresses from the network, whatever the means.

    NetworkManager fails the connection of a modem with any other method than auto (or disabled, for IPv4).
    """
    if as_netplan and not link.dhcp4:
        job.report.warning(
            (*link.path, "dhcp4"),
            "netplan's answer to a modem without 'dhcp4: true' is link-local, with which NetworkManager "
            "fails to connect",
            at=link.path,
        )
        return "link-local", "auto" if link.dhcp6 else "ignore"
    return "auto", "auto"


def is_port(job: Job, link: AnyLink) -> bool:
    """Whether a link is the port of a bond or bridge."""
    if link.master is None:
        return False
    master = job.config.link(link.master)
    return master is not None and master.kind in PORTS_WITHOUT_IP


def sections(job: Job, link: AnyLink, method4: str, method6: str) -> tuple[Keys, Keys]:
    """The keys of [ipv4] and of [ipv6]."""
    four: Keys = {"method": method4}
    six: Keys = {"method": method6}
    if is_port(job, link):
        _port(job, link)
        return four, six
    if not link.has_layer3 and not (link.routes or link.rules or link.nameservers or link.search):
        _plain(job, link, four, six)
        return four, six
    _may_fail(job, link, four, six)
    _addresses(job, link, four, six)
    _plain(job, link, four, six)
    if link.routes:
        _routes.routes(job, link, four, six)
    if link.rules:
        _routes.rules(job, link, four, six)
    if link.nameservers or link.search:
        _dns(job, link, four, six)
    return four, six


def _port(job: Job, link: AnyLink) -> None:
    master = job.config.link(link.master or "")
    for key, given in (
        ("addresses", link.addresses),
        ("dhcp4", link.dhcp4),
        ("dhcp6", link.dhcp6),
        ("routes", link.routes),
        ("routing-policy", link.rules),
        ("nameservers", link.nameservers or link.search),
        ("ra-overrides", link.ra_overrides),
        ("ipv6-mtu", link.ipv6_mtu),
        ("ipv6-privacy", link.ipv6_privacy),
        ("ipv6-address-token", link.ipv6_token),
        ("ipv6-address-generation", link.ipv6_generation),
    ):
        if given:
            kind = master.kind if master else "bond"
            job.cannot(link, key, f"for the port of a {kind}, which has the addresses itself")


def _may_fail(job: Job, link: AnyLink, four: Keys, six: Keys) -> None:
    # cloud-init: what is configured must come up, but of two dynamic families one is enough.
    if job.as_netplan(link) or link.kind == "loopback":
        return
    dynamic4, dynamic6 = link.dhcp4, link.dhcp6 or link.ipv6_mode is not None
    if dynamic4 and dynamic6:
        return
    if link.has_family(4) and four["method"] in {"auto", "manual"}:
        four["may-fail"] = "false"
    if link.has_family(6) and six["method"] in {"auto", "manual", "dhcp"}:
        six["may-fail"] = "false"


def _addresses(job: Job, link: AnyLink, four: Keys, six: Keys) -> None:
    count4 = count6 = 0
    for address in link.addresses:
        if address.family == 4:
            count4 += 1
            four[f"address{count4}"] = f"{address.ip}/{address.prefix}"
        else:
            count6 += 1
            six[f"address{count6}"] = f"{address.ip}/{address.prefix}"
        if address.label or address.lifetime or address.peer or address.broadcast or address.scope:
            for field in ("label", "lifetime", "peer", "broadcast", "scope"):
                if getattr(address, field) is not None:
                    job.unsupported((*address.path, str(address), field), "for an address")


def _plain(job: Job, link: AnyLink, four: Keys, six: Keys) -> None:
    """What is neither an address, a route, a rule nor a name server; `__dict__` holds what was given."""
    given = link.__dict__
    if link.dhcp4:
        _dhcp(job, link, link.dhcp4_overrides, 4, four)
        if "dhcp_identifier" in given and link.dhcp_identifier is not None:
            four["dhcp-client-id"] = link.dhcp_identifier
    if link.dhcp6 or link.ipv6_mode is not None:
        _dhcp(job, link, link.dhcp6_overrides, 6, six)
    if "link_local" in given and link.link_local is not None:
        _link_local(job, link, link.link_local, four, six)
    if link.ra_overrides is not None:
        _ra(job, link, link.ra_overrides, six)
    if link.ipv6_mtu is not None:
        mtu = job.number(link.ipv6_mtu, 1280, 2**32 - 1, (*link.path, "ipv6-mtu"))
        if mtu is not None:
            six["mtu"] = mtu
    if link.ipv6_privacy is not None:
        six["ip6-privacy"] = "2" if link.ipv6_privacy else "0"
    if link.ipv6_token is not None:
        _token(job, link, link.ipv6_token, six)
    if link.ipv6_generation is not None:
        six["addr-gen-mode"] = {"eui64": "0", "stable-privacy": "1"}[link.ipv6_generation]


def _link_local(job: Job, link: AnyLink, wanted: tuple[str, ...], four: Keys, six: Keys) -> None:
    if "ipv4" in wanted and four["method"] in {"auto", "manual"}:
        four["link-local"] = LINK_LOCAL_ON
    if "ipv6" not in wanted and six["method"] != "disabled":
        job.cannot(link, "link-local", "without 'ipv6' where the link has IPv6 addresses")


def _token(job: Job, link: AnyLink, token: str, six: Keys) -> None:
    from netinit.formats.addresses import inside

    if token == "::" or not inside(token, "::/64"):  # noqa: S105 (an interface identifier)
        job.cannot(link, "ipv6-address-token", "which must be of the form ::a:b:c:d")
        return
    six["addr-gen-mode"] = "0"
    six["token"] = token


def _dhcp(
    job: Job, link: AnyLink, overrides: DhcpOverrides | None, family: Family, keys: Keys
) -> None:
    if overrides is None:
        return
    path = (*link.path, f"dhcp{family}-overrides")
    if overrides.use_dns is False:
        keys["ignore-auto-dns"] = "true"
    if overrides.use_routes is False:
        keys["ignore-auto-routes"] = "true"
        keys["never-default"] = "true"
    if overrides.route_metric is not None:
        keys["route-metric"] = str(overrides.route_metric)
    if overrides.send_hostname is False:
        keys["dhcp-send-hostname"] = "false"
    if overrides.hostname is not None:
        if len(overrides.hostname) <= HOST_NAME_BYTES:
            job.put(keys, "dhcp-hostname", overrides.hostname, (*path, "hostname"))
        else:
            job.unsupported((*path, "hostname"), f"longer than {HOST_NAME_BYTES} characters")
    if overrides.use_ntp is not None:
        job.unsupported((*path, "use-ntp"), "since it hands DHCP's time servers to nobody")
    if overrides.use_domains in {"false", "route"}:
        job.unsupported((*path, "use-domains"), "the lease's domains go with its name servers")
    if overrides.use_mtu is False and link.mtu is None:
        job.unsupported((*path, "use-mtu"), "where the link has no 'mtu' of its own")
    elif overrides.use_mtu is False:
        job.report.warning(
            (*path, "use-mtu"), "NetworkManager prefers the link's 'mtu' to that of the lease"
        )


def _ra(job: Job, link: AnyLink, overrides: RaOverrides, six: Keys) -> None:
    path = (*link.path, "ra-overrides")
    if overrides.use_dns is False:
        six["ignore-auto-dns"] = "true"
    if overrides.use_domains in {"false", "route"}:
        job.unsupported((*path, "use-domains"), "a router's domains go with its name servers")
    if overrides.table:
        six["route-table"] = str(overrides.table)


# --- name servers --------------------------------------------------------------------------------------------------


def _dns(job: Job, link: AnyLink, four: Keys, six: Keys) -> None:
    homes = {family: keys for family, keys in ((4, four), (6, six)) if keys["method"] in WITH_DNS}
    servers: dict[int, list[str]] = {4: [], 6: []}
    for server in link.nameservers:
        servers[6 if ":" in server else 4].append(server)
    for family, found in servers.items():
        if found and family in homes:
            homes[family]["dns"] = _keyfile.strings(found)
        elif found:
            job.cannot(
                link,
                "nameservers.addresses",
                f"a link without IPv{family} has no IPv{family} name servers ({', '.join(found)})",
            )
    if not link.search:
        return
    if not homes:
        job.cannot(link, "nameservers.search", "for a link without addresses")
    asked = {family: keys for family, keys in homes.items() if link.has_family(family)}  # type: ignore[arg-type]
    for keys in (asked or homes).values():
        keys["dns-search"] = _keyfile.strings(link.search)
