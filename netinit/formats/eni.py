"""/etc/network/interfaces, the language of ifupdown.

    auto NAME…, allow-hotplug NAME…           started at boot, or when the nic appears
    iface NAME inet|inet6 METHOD              a stanza; several for one name add up
        OPTION VALUE                          lines until the next stanza
    source FILE, source-directory DIR         not followed: a network-config stands alone
    mapping, template, inherits               reported

Lines are words between white space; `#` starts a comment line and a backslash at the end continues a line.  Stanzas
named `eth0:1` add addresses to eth0.  An interface that is never started is `activation: manual`, unless a master or a
VLAN that is started needs it.  Commands are never run: those that set up routes, addresses and rules are read as such
(ip_commands), all others are reported.  Sources: interfaces(5) of ifupdown 0.8, and what cloud-init makes of it.
"""

from __future__ import annotations

from netinit.formats.addresses import BadValue, shown
from netinit.formats.device_names import device_name
from netinit.formats.drafts import Draft, Drafts, finish
from netinit.formats.eni_addresses import METHODS, addressing, name_servers
from netinit.formats.eni_commands import commands, place_routes
from netinit.formats.eni_devices import Devices
from netinit.formats.eni_stanza import Stanza
from netinit.formats.keys import did_you_mean, listed
from netinit.formats.lines import Places, lines
from netinit.formats.reading import Reading
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.inputs import Locate
    from netinit.formats.lines import Line
    from netinit.model.facts import Facts
    from netinit.model.network import NetworkConfig, Origin, Route
    from netinit.report import Path, Report

GLOB = frozenset("*?[")
MAX_LINES = 100_000
MAX_PATTERNS = 100
# Only about how and when ifupdown itself takes interfaces down, or runs scripts.
SILENT = frozenset({"no-auto-down", "no-scripts"})
NOT_FOLLOWED = {
    "source": "other files are not read; put their stanzas in here",
    "source-directory": "other files are not read; put their stanzas in here",
    "mapping": "mappings are not run; write the stanza under the interface's own name",
    "template": "templates are not filled in; write the stanzas out",
    "rename": "renaming is not read from here",
}
STANZAS = frozenset({"auto", "iface", *NOT_FOLLOWED, *SILENT})


def parse(
    text: str, file: str, facts: Facts, report: Report, origin: Origin
) -> tuple[NetworkConfig, Locate]:
    """The network that a text in the language of /etc/network/interfaces asks for."""
    return _Interfaces(file, facts, report).read(text).config(origin)


class _Interfaces:
    """One text being read."""

    def __init__(self, file: str, facts: Facts, report: Report) -> None:
        self.reading, self.places, self.facts = Reading(report), Places(file), facts
        self.drafts = Drafts()
        self.devices = Devices(self.drafts, self.reading, self.places)
        self.stanzas: list[Stanza] = []
        self.started: dict[str, Path] = {}  # names after `auto` and `allow-…`
        self.spoken: set[str] = set()  # names that have an `iface` line, sound or not
        self.loose: list[tuple[Draft, Route]] = []
        self.nameservers: dict[str, None] = {}  # those of lo are bound to no link
        self.search: dict[str, None] = {}

    # --- lines into stanzas ----------------------------------------------------------------------------------------

    def read(self, text: str) -> _Interfaces:
        """Take the text apart into stanzas."""
        stanza: Stanza | None = None
        orphans = True  # whether a line that belongs to no stanza is worth a word
        for count, line in enumerate(lines(text, self.places.file)):
            if count == MAX_LINES or self.reading.report.full:
                path = self.places.fresh(("line",), line)
                self.reading.error(path, "too much to read, or too much of it wrong; stopped here")
                break
            words = line.text.split()
            key = words[0]
            if key == "iface":
                stanza = self._iface(line, words)
                orphans = False
            elif key in STANZAS or key.startswith("allow-"):
                stanza, orphans = None, key not in NOT_FOLLOWED
                self._other(line, key, words)
            elif stanza is not None:
                stanza.add(key, " ".join(words[1:]), line, self.places)
            elif orphans:
                path = self.places.fresh((key,), line)
                hint = self.reading.hint(key, STANZAS)
                self.reading.error(path, f"'{key}' stands below no 'iface' line{hint}")
        return self

    def _iface(self, line: Line, words: list[str]) -> Stanza | None:
        name, family, method, *more = [*words[1:], "", "", ""]
        path = self.places.fresh(("iface", name, *((family,) if family else ())), line)
        base = name.partition(":")[0]
        self.spoken.update((name, base))
        self.places.by_path.setdefault(("iface", base), (line, 1, 0))
        problem = _wrong_name(base) or _wrong_method(family, method)
        if problem:
            self.reading.error(path, problem)
            return None
        if more[0] == "inherits":
            self.reading.error(path, "'inherits' is not followed; write the options out")
        elif more[0]:
            self.reading.error(path, f"expected the end of the line, found '{more[0]}'")
        stanza = Stanza(base, family, method, path, line)
        stanza.alias = name if name != base else ""
        self.stanzas.append(stanza)
        return stanza

    def _other(self, line: Line, key: str, words: list[str]) -> None:
        """A stanza that is not `iface`."""
        path = self.places.fresh((key,), line)
        if key in NOT_FOLLOWED:
            note = self.reading.report.warning if key.startswith("source") else self.reading.error
            note(path, f"not followed: {NOT_FOLLOWED[key]}")
        elif key not in SILENT:
            for index, word in enumerate(words[1:], 1):
                self.places.put((*path, word), line, index)
                self.started.setdefault(word.removeprefix("/"), (*path, word))

    # --- stanzas into links ----------------------------------------------------------------------------------------

    def config(self, origin: Origin) -> tuple[NetworkConfig, Locate]:
        """The links that all stanzas make together."""
        for stanza in self.stanzas:
            self._stanza(stanza)
        self.devices.finish()
        place_routes(self.loose, self.drafts)
        self._activation()
        self._loopback()
        for draft in self.drafts.by_id.values():
            draft.freeze()
        config = model.NetworkConfig(
            links=finish(self.drafts, self.reading),
            nameservers=tuple(self.nameservers),
            search=tuple(self.search),
            origin=origin,
        )
        return config, self.places.locate

    def _stanza(self, stanza: Stanza) -> None:
        draft = self.drafts.get(stanza.name, ("iface", stanza.name))
        if stanza.name == "lo":
            draft.cls = model.Loopback
        elif GLOB & set(stanza.name):
            draft.values["match"] = model.Match(name=(stanza.name,))
        self.devices.read(stanza, draft)
        addressing(stanza, draft, self.facts, self.reading)
        servers, search = name_servers(stanza, self.reading)
        if draft.cls is model.Loopback:
            self.nameservers.update(dict.fromkeys(servers))
            self.search.update(dict.fromkeys(search))
        else:
            for field, found in (("nameservers", servers), ("search", search)):
                if found:
                    draft.extend(field, found)
        commands(stanza, self.drafts, self.reading, self.loose)
        stanza.report_rest(self.reading)

    def _loopback(self) -> None:
        """Leave lo to the kernel, which sets it up by itself, where the text gives it nothing more."""
        draft = self.drafts.by_id.get("lo")
        if draft is None:
            return
        values = draft.values
        kept = [
            address
            for address in values.get("addresses", ())
            if not address.ip.startswith("127.") and address.ip != "::1"
        ]
        values["addresses"] = tuple(kept)
        if not any(values.get(field) for field in ("addresses", "routes", "rules", "mtu")):
            del self.drafts.by_id["lo"]

    # --- what is started -------------------------------------------------------------------------------------------

    def _activation(self) -> None:
        """Mark the links that nothing starts."""
        patterns = [name for name in self.started if GLOB & set(name)]
        for name, path in self.started.items():
            if name not in self.spoken and not GLOB & set(name):
                self.reading.report.warning(path, f"'{name}' has no 'iface' stanza, ignored")
        for pattern in patterns[MAX_PATTERNS:]:
            self.reading.error(
                self.started[pattern], f"more than {MAX_PATTERNS} patterns; left out"
            )
        wanted: dict[str, Stanza] = {}
        started = set()
        for stanza in self.stanzas:
            if stanza.name != "lo":
                wanted.setdefault(stanza.name, stanza)
                if self._starts(stanza, patterns[:MAX_PATTERNS]):
                    started.add(stanza.name)
        if wanted and not started:
            first = next(iter(wanted.values()))
            self.reading.report.warning(
                first.path, "no 'auto' line starts any interface; all are started at boot"
            )
            return
        needed = self._needed(started)
        for name in wanted:
            if name not in needed:
                self.drafts.by_id[name].values["activation"] = "manual"

    def _starts(self, stanza: Stanza, patterns: list[str]) -> bool:
        """Whether an `auto` or `allow-…` line names a stanza; an alias takes its interface along."""
        if stanza.name in self.started or stanza.alias in self.started:
            return True
        if not patterns:
            return False
        from fnmatch import fnmatchcase

        return any(fnmatchcase(stanza.name, pattern) for pattern in patterns)

    def _needed(self, started: set[str]) -> set[str]:
        """What is started, and what that stands on: ports, and the links below VLANs."""
        needed: set[str] = set()
        todo = list(started)
        while todo:
            name = todo.pop()
            draft = self.drafts.by_id.get(name)
            if name in needed or draft is None:
                continue
            needed.add(name)
            todo.extend(draft.values.get("interfaces", ()))
            if "link" in draft.values:
                todo.append(draft.values["link"])
        return needed


def _wrong_name(name: str) -> str | None:
    try:
        device_name(name)
    except BadValue as error:
        return str(error)
    return None


def _wrong_method(family: str, method: str) -> str | None:
    if family not in METHODS:
        return f"expected inet or inet6, found {shown(family)}{did_you_mean(family, METHODS)}; left out"
    if method not in METHODS[family]:
        known = [*METHODS[family]]
        return (
            f"expected a method of {family} ({listed(sorted(known))}), found {shown(method)}"
            f"{did_you_mean(method, known)}; left out"
        )
    return None
