"""Commands that set up addresses, routes and rules, read as what they set up.

    ip route add NET via GATEWAY …    ip addr add IP/LENGTH …    ip rule add from NET …    ip link set DEV mtu N
    route add -net NET netmask MASK gw GATEWAY …                 ifconfig DEV mtu N        ethtool -K DEV tso off

For /etc/network/interfaces, whose `up` lines are where routes stand.  Sources: ip-route(8), ip-address(8), ip-rule(8),
ip-link(8), route(8), ifconfig(8), ethtool(8).
"""

from __future__ import annotations

from netinit.formats.addresses import BadValue, broadcast, ip_address, mac_address, masked, network
from netinit.formats.keys import boolean, integer, one_of, uint
from netinit.formats.subnets import classful_length, mask_length, split_address
from netinit.model import network as model
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from netinit.formats.keys import Parser
    from netinit.formats.reading import Values
    from netinit.model.network import Family
    from netinit.report import Path


class Effect(Record):
    """What a command does to a link: sets a field, or adds to it where the field is a tuple."""

    field: str = ""  # of model.Link; empty: nothing that a configuration would have to say
    value: Any = None
    device: str | None = None  # None: the command does not say


NOTHING = Effect()
UNDO = Effect(field="undo")  # takes away what another command set up
TABLES = {"main": 254, "default": 253, "local": 255}
SIX = frozenset({"-6", "inet6", "--inet6"})
ANY = frozenset({"0.0.0.0", "::"})  # noqa: S104  nothing is bound here
ROUTE_TYPES = ("unicast", "blackhole", "unreachable", "prohibit", "throw", "local")
FAMILIES: dict[str, Family] = {"-4": 4, "-6": 6, "inet": 4, "inet6": 6}
ADD = frozenset({"a", "add", "r", "replace", "append", "change"})
OFFLOADS = {
    "rx": "receive-checksum-offload",
    "tx": "transmit-checksum-offload",
    "tso": "tcp-segmentation-offload",
    "gso": "generic-segmentation-offload",
    "gro": "generic-receive-offload",
    "lro": "large-receive-offload",
}


def effects(words: list[str], path: Path) -> list[Effect] | None:
    """What a command does; None where it is not understood."""
    reader = PROGRAMS.get(words[0].rpartition("/")[2])
    if reader is None:
        return None
    try:
        return reader(words[1:], path)
    except (ValueError, IndexError):  # BadValue, or too few words
        return None


def _undo(verb: str) -> list[Effect] | None:
    return [UNDO] if "delete".startswith(verb) or verb == "flush" else None


def _nothing(_words: list[str], _path: Path) -> list[Effect]:
    return [NOTHING]


# --- ip ------------------------------------------------------------------------------------------------------------


def _ip(words: list[str], path: Path) -> list[Effect] | None:
    family: Family | None = None
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option in {"-f", "-family"}:
            option = words.pop(0)
        family = FAMILIES.get(option, family)
    what, verb, *rest = words
    reader = next((reader for name, reader in OBJECTS.items() if name.startswith(what)), None)
    return None if reader is None else reader(verb, rest, path, family)


def _addr(verb: str, words: list[str], path: Path, _family: Family | None) -> list[Effect] | None:
    if verb not in ADD:
        return _undo(verb)
    options = _options(words[1:], ADDRESS_OPTIONS)
    if options is None:
        return None
    device = options.pop("dev", None)
    options.pop("label", None)  # a name for the address and nothing more
    family: Family = 6 if ":" in words[0] else 4
    ip, prefix = split_address(words[0], family)
    length = prefix or (32 if family == 4 else 128)
    if options.get("broadcast") in {"+", "-"} or options.get("scope") == "global":
        options = {
            name: value for name, value in options.items() if value not in {"+", "-", "global"}
        }
    if family == 4 and options.get("broadcast") == broadcast(ip, length):
        del options["broadcast"]
    address = model.Address(ip=ip, prefix=length, family=family, path=path, **options)
    return [Effect(field="addresses", value=(address,), device=device)]


def _route(verb: str, words: list[str], path: Path, family: Family | None) -> list[Effect] | None:
    if verb not in ADD:
        return _undo(verb)
    kind = words.pop(0) if words[0] in ROUTE_TYPES else "unicast"
    to = words.pop(0)
    if words[:1] == ["via"] and words[1] in FAMILIES:
        del words[1]
    options = _options(words, ROUTE_OPTIONS, switches=("onlink",))
    if options is None:
        return None
    device = options.pop("dev", None)
    options.pop("proto", None)  # who set the route, which will be the backend
    destination, told = ("default", None) if to in {"default", "any"} else network(to)
    if destination in {"0.0.0.0/0", "::/0"}:
        destination = "default"
    ends = {_family_of(options[field]) for field in ("via", "source") if field in options}
    found: Family = told or family or (6 if 6 in ends else 4)
    if ends - {found}:
        return None
    if kind != "unicast":
        options["type"] = kind
    elif "via" not in options:
        options.setdefault("scope", "link")
    route = model.Route(to=destination, family=found, path=path, **options)
    return [Effect(field="routes", value=(route,), device=device)]


def _rule(verb: str, words: list[str], path: Path, family: Family | None) -> list[Effect] | None:
    if verb not in ADD:
        return _undo(verb)
    options = _options(words, RULE_OPTIONS)
    if options is None:
        return None
    for field in ("source", "to"):
        given = options.pop(field, "all")
        if given in {"all", "any", "default"}:
            continue
        options[field], told = network(given)
        if family not in {None, told}:
            return None
        family = told
    if not {"source", "to"} & set(options):
        # From all, which netplan and NetworkManager want to be told.
        family = family or 4
        options["source"] = "0.0.0.0/0" if family == 4 else "::/0"
    rule = model.Rule(family=family, path=path, **options)
    return [Effect(field="rules", value=(rule,))]


def _link(verb: str, words: list[str], _path: Path, _family: Family | None) -> list[Effect] | None:
    if verb != "set":
        return _undo(verb)
    rest = [word for word in words if word not in {"up", "down"}]
    place = rest.index("dev") if "dev" in rest else -1
    device = rest.pop(place + 1)
    if place >= 0:
        del rest[place]
    if "down" in words:
        return None if rest else [UNDO]
    options = _options(rest, {"mtu": integer(68, 65535), "address": mac_address})
    if options is None:
        return None
    fields = {"mtu": "mtu", "address": "mac"}
    found = [
        Effect(field=fields[key], value=value, device=device) for key, value in options.items()
    ]
    return found or [NOTHING]


def _family_of(ip: str) -> Family:
    return 6 if ":" in ip else 4


def _address(text: str) -> str:
    return ip_address(text)[0]


def _table(text: str) -> int:
    return TABLES[text] if text in TABLES else int(uint(text))


def _number(text: str) -> int:
    """A number, decimal or hexadecimal."""
    if text.startswith("0x"):
        try:
            return int(text, 16)
        except ValueError:
            raise BadValue("expected a number") from None
    return int(uint(text))


ADDRESS_OPTIONS: dict[str, tuple[str, Parser]] = {
    "dev": ("dev", str),
    "label": ("label", str),
    "brd": ("broadcast", str),
    "broadcast": ("broadcast", str),
    "scope": ("scope", one_of("global", "link", "host")),
}
ROUTE_OPTIONS: dict[str, tuple[str, Parser]] = {
    "via": ("via", _address),
    "dev": ("dev", str),
    "metric": ("metric", uint),
    "preference": ("metric", uint),
    "table": ("table", _table),
    "src": ("source", _address),
    "proto": ("proto", str),
    "scope": ("scope", one_of("global", "link", "host")),
    "mtu": ("mtu", uint),
    "advmss": ("advmss", uint),
    "initcwnd": ("initcwnd", uint),
    "initrwnd": ("initrwnd", uint),
}
RULE_OPTIONS: dict[str, tuple[str, Parser]] = {
    "from": ("source", str),
    "to": ("to", str),
    "table": ("table", _table),
    "lookup": ("table", _table),
    "priority": ("priority", uint),
    "pref": ("priority", uint),
    "prio": ("priority", uint),
    "fwmark": ("mark", _number),
    "tos": ("tos", _number),
    "dsfield": ("tos", _number),
}


def _options(
    words: list[str],
    known: Mapping[str, tuple[str, Parser] | Parser],
    switches: tuple[str, ...] = (),
) -> Values | None:
    """Pairs of name and value as fields; None where a name is not known. Raises BadValue, IndexError."""
    values: Values = {}
    index = 0
    while index < len(words):
        name = words[index]
        if name in switches:
            values["on_link"] = True
            index += 1
            continue
        entry = known.get(name)
        if entry is None:
            return None
        field, parser = entry if isinstance(entry, tuple) else (name, entry)
        values[field] = parser(words[index + 1])
        index += 2
    return values


# --- route, ifconfig, ethtool --------------------------------------------------------------------------------------


def _old_route(words: list[str], path: Path) -> list[Effect] | None:
    """`route add [-A inet6] [-net|-host] TARGET [netmask MASK] [gw GATEWAY] [metric N] [[dev] DEV]`."""
    six = not SIX.isdisjoint(words)
    words = [word for word in words if word not in {"-A", "-4", "--inet", "inet", *SIX}]
    verb = words.pop(0)
    if verb != "add":
        return _undo(verb)
    shape = words.pop(0) if words[0] in {"-net", "-host"} else ""
    target = words.pop(0)
    options: Values = {}
    mask = None
    while words:
        name = words.pop(0)
        if name in {"gw", "gateway"}:
            options["via"] = _address(words.pop(0))
        elif name == "netmask":
            mask = words.pop(0)
        elif name == "metric":
            options["metric"] = uint(words.pop(0))
        elif name == "reject":
            options["type"] = "unreachable"
        elif name == "dev":
            options["dev"] = words.pop(0)
        elif words or not name.isascii():
            return None
        else:
            options["dev"] = name
    device = options.pop("dev", None)
    to, family = _target(target, shape, mask, six=six)
    if "via" in options and _family_of(options["via"]) != family:
        return None
    if "via" not in options and "type" not in options:
        options["scope"] = "link"
    route = model.Route(to=to, family=family, path=path, **options)
    return [Effect(field="routes", value=(route,), device=device)]


def _target(target: str, shape: str, mask: str | None, *, six: bool) -> tuple[str, Family]:
    if target == "default" or (target in ANY and mask in {None, "0", *ANY}):
        return "default", 6 if six or target == "::" else 4
    family = _family_of(target)
    ip, length = split_address(target, family)
    if mask is not None:
        length = mask_length(mask, family)
    if length is None:
        length = (
            classful_length(ip) if shape == "-net" and family == 4 else 32 if family == 4 else 128
        )
    return masked(ip, length, family), family


def _ifconfig(words: list[str], _path: Path) -> list[Effect] | None:
    device = words.pop(0)
    if words == ["down"]:
        return [UNDO]
    words = [word for word in words if word not in {"up", *ANY}]
    if not words:
        return [NOTHING]
    if words[0] == "mtu" and len(words) == 2:
        return [Effect(field="mtu", value=integer(68, 65535)(words[1]), device=device)]
    return None


def _ethtool(words: list[str], _path: Path) -> list[Effect] | None:
    switch, device, *rest = words
    if switch in {"-s", "--change"} and rest in (["wol", "g"], ["wol", "d"]):
        return [Effect(field="wakeonlan", value=rest[1] == "g", device=device)]
    if switch not in {"-K", "--offload", "--features"} or len(rest) % 2 or not rest:
        return None
    names = rest[::2]
    if not set(names) <= set(OFFLOADS):
        return None
    offloads = tuple(
        (OFFLOADS[name], boolean(state)) for name, state in zip(names, rest[1::2], strict=True)
    )
    return [Effect(field="offloads", value=offloads, device=device)]


OBJECTS: dict[str, Callable[[str, list[str], Path, Family | None], list[Effect] | None]] = {
    "route": _route,
    "address": _addr,
    "rule": _rule,
    "link": _link,
}
PROGRAMS: dict[str, Callable[[list[str], Path], list[Effect] | None]] = {
    "ip": _ip,
    "route": _old_route,
    "ifconfig": _ifconfig,
    "ethtool": _ethtool,
    "true": _nothing,
    ":": _nothing,
}
