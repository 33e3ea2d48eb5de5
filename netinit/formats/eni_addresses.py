"""What the methods of /etc/network/interfaces mean: addresses, gateways, DHCP, router advertisements, name servers."""

from __future__ import annotations

from netinit.formats.addresses import BadValue, broadcast, ipv4, ipv6, mac_address, shown
from netinit.formats.eni_stanza import each_word, parsed
from netinit.formats.keys import integer, loose_boolean, one_of, text, uint
from netinit.formats.netv2_parts import domain, nameserver
from netinit.formats.subnets import (
    default_route,
    mask_length,
    split_address,
)
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.drafts import Draft
    from netinit.formats.eni_stanza import Option, Stanza
    from netinit.formats.reading import Reading, Values
    from netinit.model.facts import Facts
    from netinit.model.network import Address, Family

USUAL_LENGTH: dict[Family, int] = {4: 24, 6: 64}  # cloud-init: where no netmask is given
TUNNELS = frozenset({"tunnel", "v4tunnel"})
STATIC = frozenset({"static", "loopback", *TUNNELS, ""})
METHODS: dict[str, frozenset[str]] = {
    "inet": frozenset({"loopback", "static", "manual", "dhcp", "ipv4ll", "tunnel"}),
    "inet6": frozenset({"loopback", "static", "manual", "dhcp", "auto", "v4tunnel", "tunnel"}),
    "": frozenset({""}),
}


def addressing(stanza: Stanza, draft: Draft, facts: Facts, reading: Reading) -> None:
    """Read what a stanza says about the addresses of its link."""
    values = draft.values
    method = stanza.method
    if method == "dhcp":
        _dhcp(stanza, draft, reading)
    elif method == "auto":
        stateless = stanza.value(reading, "dhcp", loose_boolean)
        values["ipv6_mode"] = "stateless" if stateless else "slaac"
        if stateless:
            values["dhcp6"] = True
    elif method == "ipv4ll":
        values["link_local"] = ("ipv4", "ipv6")
    elif method in STATIC:
        _static(stanza, draft, reading)
    if stanza.family == "inet6" and method != "loopback":
        _router_advertisements(stanza, draft, reading)
    stanza.put(reading, draft, "mtu", "mtu", integer(68, 65535))
    _mac(stanza, draft, facts, reading)


def _dhcp(stanza: Stanza, draft: Draft, reading: Reading) -> None:
    family = 6 if stanza.family == "inet6" else 4
    draft.values[f"dhcp{family}"] = True
    overrides: Values = {
        "hostname": stanza.value(reading, "hostname", text),
        "route_metric": stanza.value(reading, "metric", uint),
    }
    given = {field: value for field, value in overrides.items() if value is not None}
    if given:
        draft.values[f"dhcp{family}_overrides"] = model.DhcpOverrides(**given)


# --- static addresses ----------------------------------------------------------------------------------------------


def _static(stanza: Stanza, draft: Draft, reading: Reading) -> None:
    options = stanza.take_all("address")
    if not options and stanza.method == "static":
        reading.error(
            (*stanza.path, "address"), "a static interface needs an address", at=stanza.path
        )
    details: Values = {
        "mask": stanza.take(reading, "netmask"),
        "broadcast": _broadcast(stanza, reading),
        "peer": stanza.value(reading, "pointopoint", _ip),
        "scope": stanza.value(reading, "scope", one_of("global", "link", "host", "site")),
        "lifetime": _lifetime(stanza, reading),
    }
    if details["peer"] is None:
        details["peer"] = stanza.value(reading, "dstaddr", _ip)
    added = []
    for option in options:
        address = _address(stanza, option, details, reading)
        if address is not None:
            added.append(address)
    draft.extend("addresses", added)
    stanza.take(reading, "network")  # says again what address and netmask say
    _gateway(stanza, draft, added, reading)


def _ip(value: object) -> str:
    return nameserver(value)


def _address(stanza: Stanza, option: Option, details: Values, reading: Reading) -> Address | None:
    family: Family = 6 if ":" in option.value else 4
    if stanza.family and (family == 6) != (stanza.family == "inet6"):
        reading.report.warning(
            option.path,
            f"an address of IPv{family} in a stanza of {stanza.family}; taken all the same",
        )
    try:
        ip, prefix = split_address(option.value, family)
    except BadValue as error:
        reading.error(option.path, str(error))
        return None
    mask: Option | None = details["mask"]
    if prefix is None and mask is not None:
        try:
            prefix = mask_length(mask.value, family)
        except BadValue as error:
            reading.error(mask.path, str(error), refuse=option.path)
            return None
    if prefix is None:
        prefix = USUAL_LENGTH[family]
        reading.report.warning(option.path, f"no netmask; using a prefix of {prefix} bits")
    fields: Values = {"ip": ip, "prefix": prefix, "family": family, "path": option.path}
    if family == 4 and details["broadcast"] not in {None, broadcast(ip, prefix)}:
        fields["broadcast"] = details["broadcast"]
    if details["peer"] is not None and (":" in details["peer"]) == (family == 6):
        fields["peer"] = details["peer"]
    if details["scope"] in {"link", "host"}:
        fields["scope"] = details["scope"]
    if details["lifetime"] is not None:
        fields["lifetime"] = details["lifetime"]
    return model.Address(**fields)


def _broadcast(stanza: Stanza, reading: Reading) -> str | None:
    option = stanza.take(reading, "broadcast")
    if option is None or option.value in {"+", "-"}:
        return None
    given: str | None = parsed(reading, option, ipv4)
    return given


def _lifetime(stanza: Stanza, reading: Reading) -> str | None:
    option = stanza.take(reading, "preferred-lifetime")
    if option is None:
        return None
    if option.value not in {"0", "forever"}:
        reading.report.warning(
            option.path, f"expected 0 or forever, found {shown(option.value)}; using forever"
        )
        return None
    return option.value


def _gateway(stanza: Stanza, draft: Draft, addresses: list[Address], reading: Reading) -> None:
    option = stanza.take(reading, "gateway")
    metric = stanza.value(reading, "metric", uint)
    if option is None:
        return
    family: Family = 6 if ":" in option.value else 4
    via = parsed(reading, option, ipv6 if family == 6 else ipv4)
    if via is not None:
        draft.extend("routes", [default_route(via, family, addresses, option.path, metric)])


# --- IPv6 ----------------------------------------------------------------------------------------------------------


def _router_advertisements(stanza: Stanza, draft: Draft, reading: Reading) -> None:
    values = draft.values
    accept = stanza.value(reading, "accept-ra", integer(0, 2))
    if accept is not None:
        values["accept_ra"] = accept > 0
    autoconf = stanza.take(reading, "autoconf")
    if autoconf is not None:
        wanted = parsed(reading, autoconf, loose_boolean)
        if wanted and accept is None:
            values["accept_ra"] = True
        elif wanted is False and stanza.method == "static" and accept is None:
            values["accept_ra"] = False
        elif wanted is False and accept:
            reading.report.warning(
                autoconf.path,
                "router advertisements without addresses from them cannot be had; left out",
            )
    privacy = stanza.value(reading, "privext", integer(0, 2))
    if privacy is not None:
        values["ipv6_privacy"] = privacy > 0


# --- MAC addresses and name servers --------------------------------------------------------------------------------


def _mac(stanza: Stanza, draft: Draft, facts: Facts, reading: Reading) -> None:
    option = stanza.take(reading, "hwaddress")
    if option is None:
        return
    words = option.value.split()
    word = (
        words[-1]
        if words and (len(words) == 1 or words[0] in {"ether", "infiniband"})
        else option.value
    )
    if word == "random":
        draft.values["mac"] = "random"
        return
    try:
        mac = mac_address(word)
    except BadValue as error:
        reading.error(option.path, str(error))
        return
    owner = next((nic for nic in facts.nics if nic.own_mac == mac and nic.kind is None), None)
    if owner is not None and owner.name != draft.id and draft.cls is model.Ethernet:
        # cloud-init: hwaddress says which nic is meant. Giving one nic the address of another is never meant.
        draft.values["match"], draft.values["set_name"] = model.Match(mac=mac), draft.id
    else:
        draft.values.setdefault("mac", mac)


def name_servers(stanza: Stanza, reading: Reading) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The name servers and search domains of a stanza."""
    servers = each_word(reading, stanza.take_all("dns-nameservers", "dns-nameserver"), nameserver)
    search = each_word(reading, stanza.take_all("dns-search", "dns-domain"), domain)
    return servers, search
