"""The compound keys of network-config version 2 that several kinds of link share.

Grammar: netplan's YAML reference (version 1.2) and ../docs/formats.md.  Each reader has the signature of
reading.CompoundTable: it reports by itself and leaves out what it cannot use.
"""

from __future__ import annotations

from netinit.formats.addresses import (
    BadValue,
    interface_address,
    ip_address,
    ipv4,
    ipv6,
    mac_address,
    network,
    shown,
)
from netinit.formats.keys import (
    boolean,
    did_you_mean,
    integer,
    listed,
    one_of,
    text,
    true_false_or,
    uint,
)
from netinit.formats.reading import NOTHING, list_of
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.formats.reading import CompoundTable, PlainTable, Reader, Reading, Values
    from netinit.model.network import Address, Family, NmSettings, Route, Rule
    from netinit.report import Path

LABEL_MAX_BYTES = 15


def scalar_or_list(value: object) -> list[object]:
    """A list as it is; anything else as a list of one."""
    return value if isinstance(value, list) else [value]


# --- names and matching --------------------------------------------------------------------------------------------


NO_NAME = frozenset("/: ")


def link_name(value: object) -> str:
    """A name that the kernel takes: no slash, no white space, no `:`; at least one character."""
    name = text(value)
    if name in {"", ".", ".."} or not name.isprintable() or not NO_NAME.isdisjoint(name):
        raise BadValue(
            f"expected an interface name (no white space, '/' or ':'), found {shown(value)}"
        )
    return name


def link_id(value: str) -> bool:
    """Whether an id is made of printable ASCII without white space, as netplan demands."""
    return bool(value) and value.isascii() and value.isprintable() and " " not in value


def globs(value: object) -> tuple[str, ...]:
    """One glob or a list of them, none with white space in it."""
    found = []
    for item in scalar_or_list(value):
        word = text(item)
        if not word or word.split() != [word]:
            raise BadValue(f"expected a name or glob without white space, found {shown(item)}")
        found.append(word)
    if not found:
        raise BadValue("expected a name or glob, found an empty list")
    return tuple(found)


MATCH: PlainTable = {
    "macaddress": ("mac", mac_address),
    "name": ("name", globs),
    "driver": ("driver", globs),
}


def match(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`match:`; a condition that is refused takes the whole link along, which would match too much without it."""
    found: Values = {}
    before = len(reading.refused)
    if reading.mapping(found, node, path, MATCH):
        values["match"] = model.Match(**found)
    if len(reading.refused) > before:
        values["broken_match"] = True


# --- addresses -----------------------------------------------------------------------------------------------------


def label(value: object) -> str:
    """An address label, which the kernel cuts at 15 bytes."""
    word = text(value)
    if not word or len(word.encode()) > LABEL_MAX_BYTES:
        raise BadValue(f"expected a label of 1 to {LABEL_MAX_BYTES} bytes, found {shown(value)}")
    return word


ADDRESS_OPTIONS: PlainTable = {
    "label": ("label", label),
    "lifetime": ("lifetime", one_of("0", "forever")),
}


def addresses(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`addresses:` a list of `192.0.2.1/24` or of `{192.0.2.1/24: {label: …, lifetime: …}}`."""
    found: dict[tuple[str, int], Address] = {}
    for item, item_path in reading.items(node, path):
        options: Values = {}
        spelled: Tree = item
        if isinstance(item, dict):
            if len(item) != 1:
                reading.error(
                    item_path, f"expected one address with its options, found {len(item)} keys"
                )
                continue
            spelled, body = next(iter(item.items()))
            if body is not None and not reading.mapping(
                options, body, (*item_path, spelled), ADDRESS_OPTIONS
            ):
                reading.refused.append(item_path)  # an item without its address crashes netplan
                continue
        try:
            ip, prefix, family = interface_address(spelled)
        except BadValue as error:
            reading.error(item_path, str(error))
            continue
        found.setdefault(
            (ip, prefix),
            model.Address(ip=ip, prefix=prefix, family=family, path=item_path, **options),
        )
    values["addresses"] = tuple(found.values())


# --- routes and rules ----------------------------------------------------------------------------------------------

ROUTE_TYPES = (
    "unicast",
    "anycast",
    "blackhole",
    "broadcast",
    "local",
    "multicast",
    "nat",
    "prohibit",
    "throw",
    "unreachable",
    "xresolve",
)
WITHOUT_GATEWAY = frozenset({"blackhole", "prohibit", "throw", "unreachable"})


def destination(value: object) -> tuple[str, Family | None]:
    """`default`, a network or a single address."""
    if value == "default":
        return "default", None
    net, family = network(value)
    return "default" if net in {"0.0.0.0/0", "::/0"} else net, family


ROUTE: PlainTable = {
    "to": ("to", destination),
    "via": ("via", ip_address),
    "from": ("source", ip_address),
    "on-link": ("on_link", boolean),
    "metric": ("metric", uint),
    "table": ("table", uint),
    "type": ("type", one_of(*ROUTE_TYPES)),
    "scope": ("scope", one_of("global", "link", "host")),
    "mtu": ("mtu", uint),
    "advertised-mss": ("advmss", uint),
    "congestion-window": ("initcwnd", uint),
    "advertised-receive-window": ("initrwnd", uint),
}


def routes(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`routes:`; the same route twice counts once."""
    found = [one_route(reading, item, item_path) for item, item_path in reading.items(node, path)]
    sound = [route for route in found if route is not None]
    unique = dict.fromkeys(sound) if len(sound) > 1 else sound
    values["routes"] = (*values.get("routes", ()), *unique)


def one_route(reading: Reading, node: Tree, path: Path) -> Route | None:
    """A route, or None where it is wrong in any part: without that part it would be another route."""
    fields: Values = {}
    before = len(reading.refused)
    if not reading.mapping(fields, node, path, ROUTE):
        return None
    if len(reading.refused) > before:
        reading.refused.append(path)
        return None
    to, family = fields.pop("to", ("", None))
    families: dict[str, Family] = {"to": family} if family else {}
    take_families(fields, families, {"via": "via", "from": "source"})
    if "via" in fields and fields.get("type") in WITHOUT_GATEWAY:
        message = f"a route of type {fields['type']} has no gateway, ignored"
        reading.report.warning((*path, "via"), message, key=True)
        del fields["via"]
    mistake = _route_mistake(to, fields, named=family is not None) or mixed_families(families)
    if mistake is not None:
        key, message = mistake
        reading.error((*path, key), message, at=path if key not in node else None, refuse=path)  # type: ignore[operator]
        return None
    fields["family"] = next(iter(families.values()), 4)
    return model.Route(to=to, path=path, **fields)


def take_families(fields: Values, families: dict[str, Family], keys: Mapping[str, str]) -> None:
    """Split the (value, family) pairs that address parsers give; `keys` maps keys of the format to fields."""
    for key, field in keys.items():
        if field in fields:
            fields[field], families[key] = fields[field]


def mixed_families(families: dict[str, Family]) -> tuple[str, str] | None:
    """The first key whose family differs from those before it, with a message."""
    if len(set(families.values())) < 2:
        return None
    first, *others = families
    wrong = next(key for key in others if families[key] != families[first])
    return (
        wrong,
        f"IPv{families[wrong]} here and IPv{families[first]} at '{first}'; both must be of one family",
    )


def _route_mistake(to: str, fields: Values, *, named: bool) -> tuple[str, str] | None:
    """The key and the message of what makes no sense in a route, if anything does.

    `named` says that the destination is an address: 0.0.0.0/0 can be on the link like any network, and `default`
    without a gateway tells no family.
    """
    kind, scope = fields.get("type", "unicast"), fields.get("scope")
    if not to:
        return "to", "a route needs a destination ('to': default, or a network)"
    if "via" in fields:
        return None
    wants_gateway = scope == "global" or (scope is None and to == "default" and not named)
    if kind == "unicast" and wants_gateway and not fields.get("on_link"):
        return "via", (
            "a route of scope global needs a gateway ('via'), or 'scope: link' where the "
            "destination is on the link itself"
        )
    return None


RULE: PlainTable = {
    "from": ("source", network),
    "to": ("to", network),
    "table": ("table", uint),
    "priority": ("priority", uint),
    "mark": ("mark", uint),
    "type-of-service": ("tos", integer(0, 255)),
}


def rules(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`routing-policy:`."""
    found: list[Rule] = []
    for item, item_path in reading.items(node, path):
        fields: Values = {}
        before = len(reading.refused)
        if not reading.mapping(fields, item, item_path, RULE):
            continue
        if len(reading.refused) > before:
            reading.refused.append(item_path)
            continue
        families: dict[str, Family] = {}
        take_families(fields, families, {"from": "source", "to": "to"})
        mistake = mixed_families(families)
        if not families:
            reading.error(item_path, "a rule needs 'from' or 'to'")
        elif mistake is not None:
            reading.error((*item_path, mistake[0]), mistake[1], refuse=item_path)
        else:
            family = next(iter(families.values()))
            found.append(model.Rule(family=family, path=item_path, **fields))
    values["rules"] = (*values.get("rules", ()), *dict.fromkeys(found))


def gateway(family: Family) -> Reader:
    """Reader of `gateway4:` and `gateway6:`."""
    parser = ipv4 if family == 4 else ipv6

    def read(reading: Reading, values: Values, node: Tree, path: Path) -> None:
        reading.report.deprecated(
            path,
            f"'gateway{family}' is old; write it as a route: "
            "{to: default, via: " + (node if isinstance(node, str) else "…") + "}",
        )
        via = reading.value(node, path, parser)
        if via is not None:
            route = model.Route(family=family, to="default", via=via, path=path)
            values["routes"] = tuple(dict.fromkeys((*values.get("routes", ()), route)))

    return read


# --- name servers, DHCP, router advertisements ---------------------------------------------------------------------


def nameserver(value: object) -> str:
    """The address of a name server."""
    return ip_address(value)[0]


def nameservers(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`nameservers: {addresses: […], search: […]}`."""
    reading.mapping(values, node, path, NOTHING, NAME_SERVERS)


def domain(value: object) -> str:
    """A search domain, or a routing domain with `~` before it."""
    word = text(value)
    if not word or word.split() != [word]:
        raise BadValue(f"expected a domain, found {shown(value)}")
    return word


NAME_SERVERS: CompoundTable = {
    "addresses": list_of("nameservers", nameserver),
    "search": list_of("search", domain),
}
DHCP: PlainTable = {
    "use-dns": ("use_dns", boolean),
    "use-ntp": ("use_ntp", boolean),
    "use-hostname": ("use_hostname", boolean),
    "use-mtu": ("use_mtu", boolean),
    "use-routes": ("use_routes", boolean),
    "use-domains": ("use_domains", true_false_or("route")),
    "send-hostname": ("send_hostname", boolean),
    "hostname": ("hostname", text),
    "route-metric": ("route_metric", uint),
}
RA: PlainTable = {
    "use-dns": ("use_dns", boolean),
    "use-domains": ("use_domains", true_false_or("route")),
    "table": ("table", uint),
}


def dhcp4_overrides(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`dhcp4-overrides:`."""
    found: Values = {}
    if reading.mapping(found, node, path, DHCP):
        values["dhcp4_overrides"] = model.DhcpOverrides(**found)


def dhcp6_overrides(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`dhcp6-overrides:`."""
    found: Values = {}
    if reading.mapping(found, node, path, DHCP):
        values["dhcp6_overrides"] = model.DhcpOverrides(**found)


def ra_overrides(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`ra-overrides:`."""
    found: Values = {}
    if reading.mapping(found, node, path, RA):
        values["ra_overrides"] = model.RaOverrides(**found)


# --- credentials ---------------------------------------------------------------------------------------------------

KEY_MANAGEMENTS = (
    "none",
    "psk",
    "psk-sha256",
    "eap",
    "eap-sha256",
    "eap-suite-b-192",
    "sae",
    "802.1x",
)
PSK_KEY_MANAGEMENTS = frozenset({"psk", "psk-sha256", "sae"})
EAP_METHODS = ("tls", "peap", "leap", "pwd", "ttls")


def secret(value: object) -> str:
    """Text that no message may repeat."""
    if not isinstance(value, str):
        raise BadValue("expected text")
    if "\n" in value or "\0" in value:
        raise BadValue("expected one line of text")
    return str(value)


AUTH: PlainTable = {
    "key-management": ("key_management", one_of(*KEY_MANAGEMENTS)),
    "method": ("method", one_of(*EAP_METHODS)),
    "identity": ("identity", text),
    "anonymous-identity": ("anonymous_identity", text),
    "password": ("password", secret),
    "ca-certificate": ("ca_certificate", text),
    "client-certificate": ("client_certificate", text),
    "client-key": ("client_key", text),
    "client-key-password": ("client_key_password", secret),
    "phase2-auth": ("phase2_auth", text),
}


def auth(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`auth:` of a wired link or of an access point."""
    found: Values = {}
    if not reading.mapping(found, node, path, AUTH):
        return
    if (
        found.get("key_management") in PSK_KEY_MANAGEMENTS
        and "password" in found
        and "method" not in found
    ):
        found["psk"] = found.pop("password")
        check_psk(reading, found, (*path, "password"))
    values["auth"] = model.Auth(path=path, **found)


def check_psk(reading: Reading, found: Values, path: Path) -> None:
    """Refuse a pre-shared key that wpa_supplicant would refuse: 8 to 63 characters, or 64 hexadecimal digits."""
    psk = found["psk"]
    if found.get("key_management") == "sae":
        return  # SAE takes a password of any length
    hexadecimal = len(psk) == 64 and set(psk.lower()) <= set("0123456789abcdef")
    if not hexadecimal and not 8 <= len(psk.encode()) <= 63:
        reading.error(
            path,
            f"expected a pre-shared key of 8 to 63 characters or of 64 hexadecimal digits, "
            f"found {len(psk)} characters",
        )
        del found["psk"]


# --- backend sections ----------------------------------------------------------------------------------------------


def networkmanager(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`networkmanager:` settings for NetworkManager alone, `passthrough: {group.key: value}` among them."""
    values["nm"] = nm_settings(reading, node, path)


def nm_settings(reading: Reading, node: Tree, path: Path) -> NmSettings:
    """The `networkmanager` section."""
    found: Values = {}

    def passthrough(reading: Reading, values: Values, node: Tree, path: Path) -> None:
        values["passthrough"] = dotted(reading, node, path, "group.key")

    plain: PlainTable = {
        "name": ("name", text),
        "uuid": ("uuid", text),
        "stable-id": ("stable_id", text),
        "device": ("device", text),
    }
    reading.mapping(found, node, path, plain, {"passthrough": passthrough})
    return model.NmSettings(**found)


def networkd(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """`networkd:` lines for systemd-networkd alone: `{network: {Section.Key: value}, netdev: …, link: …}`."""
    found: Values = {}

    def lines(field: str) -> Reader:
        def read(reading: Reading, values: Values, node: Tree, path: Path) -> None:
            values[field] = dotted(reading, node, path, "Section.Key")

        return read

    table: CompoundTable = {field: lines(field) for field in ("network", "netdev", "link")}
    reading.mapping(found, node, path, {}, table)
    values["networkd"] = model.NetworkdSettings(**found)


def dotted(reading: Reading, node: Tree, path: Path, shape: str) -> tuple[tuple[str, str], ...]:
    """A mapping of dotted keys to one-line values (a null stands for an empty one)."""
    if not isinstance(node, dict):
        reading.error(path, f"expected a mapping of {shape}, found {shown(node)}")
        return ()
    found = []
    for key, value in node.items():
        group, dot, name = key.rpartition(".")
        if (
            not (dot and group and name)
            or any(char in key for char in "\n[]")
            or "=" in name  # the group may hold one: [wireguard-peer.KEY=]
        ):
            reading.report.warning(
                (*path, key),
                f"expected a key of the form {shape}, found '{key}'; ignored",
                key=True,
            )
            continue
        try:
            found.append((key, "" if value is None else text(value)))
        except BadValue as error:
            reading.error((*path, key), str(error))
    return tuple(found)


def word_list(field: str, words: tuple[str, ...]) -> Reader:
    """Reader for a list of words out of a closed set."""
    parser = one_of(*words)

    def read(reading: Reading, values: Values, node: Tree, path: Path) -> None:
        values[field] = reading.read_list(node, path, parser)

    return read


def ip_token(value: object) -> str:
    """The host part of an IPv6 address, such as `::1a`."""
    return ipv6(value)


SPECIAL_MACS = ("permanent", "random", "stable", "preserve", "stable-ssid")


def mac_to_set(value: object) -> str:
    """A MAC address, or how to make one."""
    if isinstance(value, str) and value in SPECIAL_MACS:
        return str(value)
    try:
        return mac_address(value)
    except BadValue as error:
        raise BadValue(
            f"{error}, nor {listed(SPECIAL_MACS)}{did_you_mean(value, SPECIAL_MACS)}"
        ) from None
