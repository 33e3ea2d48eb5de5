"""One `iface` stanza of /etc/network/interfaces and the options in it."""

from __future__ import annotations

from netinit.formats.addresses import BadValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from netinit.formats.drafts import Draft
    from netinit.formats.keys import Parser
    from netinit.formats.lines import Line, Places
    from netinit.formats.reading import Reading
    from netinit.report import Path

NOWHERE_WORDS = """
    allow-ovs bond-give-a-chance bond-queue-id bootfile bridge-gcint bridge-maxwait bridge-waitport client dad-attempts
    dad-interval dns-options dns-sortlist frame leasehours leasetime ll-attempts ll-interval media netnum provider
    request-prefix server vendor wpa-conf wpa-roam
"""
KNOWN_WORDS = """
    accept-ra address autoconf bond-master bond-mode bond-miimon bond-primary bond-slaves bridge-ageing bridge-fd
    bridge-ports bridge-stp broadcast dhcp dns-domain dns-nameserver dns-nameservers dns-search down dstaddr endpoint
    ethernet-wol gateway hostname hwaddress local metric mode mtu netmask network pointopoint post-down post-up
    pre-down pre-up preferred-lifetime privext scope ttl up vlan-id vlan-raw-device wpa-psk wpa-ssid
"""
NOWHERE = frozenset(NOWHERE_WORDS.split())  # what they say no backend has a place for
KNOWN = frozenset(KNOWN_WORDS.split())


class Option:
    """An option's value, the rest of its line, and where it stands."""

    __slots__ = ("key", "path", "value")

    def __init__(self, key: str, value: str, path: Path) -> None:
        self.key, self.value, self.path = key, value, path


class Stanza:
    """An `iface` line with the options below it; those that nobody takes are reported in the end.

    `family` and `method` are empty where the line has none, as ifupdown2 and ifupdown-ng allow.
    """

    def __init__(self, name: str, family: str, method: str, path: Path, line: Line) -> None:
        self.name, self.family, self.method = name, family, method
        self.path, self.line = path, line
        self.alias = ""  # the name as it is written, where that is `eth0:1`
        self.options: dict[str, list[Option]] = {}
        self.given: dict[str, str] = {}  # the first value of each option, taken or not

    def add(self, key: str, value: str, line: Line, places: Places) -> None:
        """Note an option; `_` and `-` in names are the same to the scripts that read them."""
        known = self.options.setdefault(key.replace("_", "-"), [])
        path = (*self.path, key, len(known)) if known else (*self.path, key)
        places.put(path, line)
        known.append(Option(key, value, path))
        self.given.setdefault(key, value)

    def variables(self) -> dict[str, str]:
        """What ifupdown tells the commands of a stanza, longest names first."""
        names = {f"IF_{key.upper().replace('-', '_')}": value for key, value in self.given.items()}
        names["IFACE"] = self.alias or self.name
        return dict(sorted(names.items(), key=lambda item: -len(item[0])))

    def take_all(self, *keys: str) -> list[Option]:
        """All options of some names, in the order of the names."""
        return [option for key in keys for option in self.options.pop(key, ())]

    def take(self, reading: Reading, key: str) -> Option | None:
        """The option of a name; the last one, and an error, where it stands more than once."""
        found = self.options.pop(key, None)
        if not found:
            return None
        if len(found) > 1:
            reading.error(
                found[-1].path, f"the key '{found[-1].key}' stands twice here; this one counts"
            )
        return found[-1]

    def value(self, reading: Reading, key: str, parser: Parser) -> Any:
        """The parsed value of an option; None where it is absent or, with an error, bad."""
        option = self.take(reading, key)
        return None if option is None else parsed(reading, option, parser)

    def put(self, reading: Reading, draft: Draft, key: str, field: str, parser: Parser) -> None:
        """Set a field of a draft by an option, where it is given."""
        value = self.value(reading, key, parser)
        if value is not None:
            draft.values[field] = value

    def report_rest(self, reading: Reading) -> None:
        """Report what was not taken."""
        method = f"{self.family} {self.method}".strip() or "this method"
        for key, options in self.options.items():
            for option in options:
                if key in NOWHERE:
                    message = f"no backend can say '{option.key}'; left out"
                elif key in KNOWN:
                    message = f"'{option.key}' has no effect with {method}, ignored"
                else:
                    hint = reading.hint(key, KNOWN) or ", ignored"
                    message = f"unknown key '{option.key}'{hint}"
                reading.report.warning(option.path, message)


def parsed(reading: Reading, option: Option, parser: Parser) -> Any:
    """The parsed value of an option; None, and an error, where it is bad."""
    try:
        return parser(option.value)
    except BadValue as error:
        reading.error(option.path, str(error))
        return None


def each_word(reading: Reading, options: Iterable[Option], parser: Parser) -> tuple[Any, ...]:
    """The parsed words of some options; bad ones are reported and left out."""
    found: dict[Any, None] = {}
    for option in options:
        for word in option.value.split():
            try:
                found[parser(word)] = None
            except BadValue as error:
                reading.error(option.path, str(error))
    return tuple(found)
