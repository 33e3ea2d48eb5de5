"""Stanzas of /etc/network/interfaces that make devices: bonds, bridges, VLANs, tunnels; and Wi-Fi, Wake-on-LAN.

Sources: the manual pages of ifenslave, bridge-utils-interfaces, vlan-interfaces, and wpasupplicant's README.Debian.
"""

from __future__ import annotations

from netinit.formats.addresses import BadValue, mac_address, shown
from netinit.formats.device_names import MAX_VLAN_ID, device_name, imply_vlans, vlan_of
from netinit.formats.eni_stanza import parsed
from netinit.formats.kernel_options import BOND_OPTIONS, BRIDGE_OPTIONS, kernel_name
from netinit.formats.keys import integer, listed, one_of
from netinit.formats.netv2_parts import check_psk, nameserver, secret
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.drafts import Draft, Drafts
    from netinit.formats.eni_stanza import Option, Stanza
    from netinit.formats.lines import Places
    from netinit.formats.reading import Reading, Values
    from netinit.report import Path

NIC_FIELDS = {"wakeonlan": "Wake-on-LAN", "offloads": "offloads to set"}
TUNNEL_MODES = ("gre", "ipip", "sit", "gretap", "vti", "ip6gre", "ip6ip6", "ipip6")


class Devices:
    """The drafts of a file, and what their stanzas say about each other."""

    def __init__(self, drafts: Drafts, reading: Reading, places: Places) -> None:
        self.drafts, self.reading, self.places = drafts, reading, places
        self.params: dict[str, Values] = {}  # of bonds and bridges
        self.primaries: dict[str, tuple[Path, list[str]]] = {}
        self.members: dict[str, list[tuple[str, Path]]] = {}  # as their bond-master tells
        self.port_values: list[tuple[str, str, str, int, Path]] = []  # bridge, port, field

    def read(self, stanza: Stanza, draft: Draft) -> None:
        """Take the options that make a device of a stanza's link."""
        self._bond(stanza, draft)
        self._bridge(stanza, draft)
        self._vlan(stanza, draft)
        if stanza.method in {"tunnel", "v4tunnel"}:
            self._tunnel(stanza, draft)
        self._wifi(stanza, draft)
        self._wake_on_lan(stanza, draft)

    def finish(self) -> None:
        """Join what the stanzas of masters and of ports say."""
        for master, members in self.members.items():
            draft = self.drafts.get(master, members[0][1])
            draft.cls = model.Bond
            known = draft.values.setdefault("interfaces", [])
            known.extend(dict.fromkeys(name for name, _ in members if name not in known))
        for draft in list(self.drafts.by_id.values()):
            for port in draft.values.get("interfaces", ()):
                self.drafts.get(port, draft.path)
            if draft.cls is model.Bond:
                self._primary(draft)
                draft.values["params"] = model.BondParams(**self.params.get(draft.id, {}))
            elif draft.cls is model.Bridge:
                # bridge-utils leaves STP off; other tools switch it on where nothing is said.
                params = {"stp": False, **self.params.get(draft.id, {})}
                draft.values["params"] = model.BridgeParams(**params)
        self._ports()
        imply_vlans(self.drafts)
        for draft in self.drafts.by_id.values():
            if draft.cls is not model.Ethernet and draft.cls is not model.Wifi:
                self._only_of_nics(draft)

    def _only_of_nics(self, draft: Draft) -> None:
        for field, what in NIC_FIELDS.items():
            if draft.values.pop(field, None) is not None:
                message = f"a {draft.cls.kind} has no {what}; left out"
                self.reading.report.warning(draft.path, message)

    def _primary(self, draft: Draft) -> None:
        path: Path
        path, names = self.primaries.get(draft.id, ((), []))
        members = draft.values.get("interfaces", ())
        found = next((name for name in names if name in members), None)
        if found is not None:
            self.params.setdefault(draft.id, {})["primary"] = found
        elif names:
            self.reading.error(path, f"'{names[0]}' is no port of '{draft.id}'")

    def _ports(self) -> None:
        for bridge, port, field, number, path in self.port_values:
            draft = self.drafts.by_id.get(port)
            if draft is None or port not in self.drafts.by_id[bridge].values.get("interfaces", ()):
                self.reading.error(path, f"'{port}' is no port of '{bridge}'")
            else:
                draft.port[field] = number

    # --- bonds -----------------------------------------------------------------------------------------------------

    def _bond(self, stanza: Stanza, draft: Draft) -> None:
        master = stanza.take(self.reading, "bond-master")
        bond = draft.id
        if master is not None and master.value != "none":
            bond = parsed(self.reading, master, device_name) or bond
            self.members.setdefault(bond, []).append((draft.id, master.path))
        slaves = stanza.take(self.reading, "bond-slaves") or stanza.take(self.reading, "slaves")
        if slaves is not None:
            self._members(draft, model.Bond, slaves)
        options = [key for key in stanza.options if key.startswith("bond-")]
        for key in options:
            name = kernel_name(key.removeprefix("bond-"))
            if name not in BOND_OPTIONS:
                continue
            if bond == draft.id:
                draft.cls = model.Bond
            option = stanza.take(self.reading, key)
            assert option is not None
            if name == "primary":
                self.primaries[bond] = (option.path, option.value.split())
            else:
                self._param(bond, option, BOND_OPTIONS[name])

    def _param(self, name: str, option: Option, entry: tuple[str, object]) -> None:
        value = parsed(self.reading, option, entry[1])  # type: ignore[arg-type]
        if value is not None:
            self.params.setdefault(name, {})[entry[0]] = value

    def _members(self, draft: Draft, cls: type[model.Bond | model.Bridge], option: Option) -> None:
        """Take a list of ports, or `none`."""
        draft.cls = cls
        draft.members_key = option.key
        names = option.value.split()
        known: dict[str, None] = {}
        for word, name in enumerate(names if names != ["none"] else (), 1):
            if name in known:
                continue
            path = (*draft.path, option.key, len(known))
            self.places.put_word(path, option.path, word)
            try:
                known[device_name(name)] = None
            except BadValue as error:
                self.reading.error(path, str(error))
        draft.values["interfaces"] = list(known)

    # --- bridges ---------------------------------------------------------------------------------------------------

    def _bridge(self, stanza: Stanza, draft: Draft) -> None:
        ports = stanza.take(self.reading, "bridge-ports")
        if ports is not None:
            names = ports.value.split()
            if {"all", "regex", "noregex"} & set(names):
                self.reading.error(
                    ports.path,
                    f"expected the names of ports, found {shown(ports.value)}; no port is taken",
                )
                ports.value = "none"
            self._members(draft, model.Bridge, ports)
        for key in [key for key in stanza.options if key.startswith("bridge-")]:
            name = key.removeprefix("bridge-")
            if name in BRIDGE_OPTIONS:
                option = stanza.take(self.reading, key)
                assert option is not None
                self._param(draft.id, option, BRIDGE_OPTIONS[name])
            elif name in {"pathcost", "portprio"}:
                for option in stanza.take_all(key):
                    self._port_value(draft.id, name, option)
            elif name == "hw":
                self._bridge_mac(stanza, draft)
            else:
                continue
            draft.cls = model.Bridge

    def _port_value(self, bridge: str, name: str, option: Option) -> None:
        field, most = ("path_cost", 2**32 - 1) if name == "pathcost" else ("priority", 63)
        words = option.value.split()
        if not words or len(words) % 2:
            self.reading.error(option.path, f"expected PORT NUMBER, found {shown(option.value)}")
            return
        for port, number in zip(words[::2], words[1::2], strict=True):
            try:
                self.port_values.append(
                    (bridge, port, field, integer(0, most)(number), option.path)
                )
            except BadValue as error:
                self.reading.error(option.path, str(error))

    def _bridge_mac(self, stanza: Stanza, draft: Draft) -> None:
        option = stanza.take(self.reading, "bridge-hw")
        assert option is not None
        word = (option.value.split() or [""])[-1]
        if ":" in word:
            mac = parsed(self.reading, option, lambda _: mac_address(word))
            if mac is not None:
                draft.values["mac"] = mac
        else:
            self.reading.report.warning(
                option.path, f"expected a MAC address, found {shown(option.value)}; left out"
            )

    # --- VLANs, tunnels --------------------------------------------------------------------------------------------

    def _vlan(self, stanza: Stanza, draft: Draft) -> None:
        """A VLAN by `vlan-raw-device`, by `vlan-id`, or by its name alone (vlan_names.imply_vlans)."""
        parent = stanza.value(self.reading, "vlan-raw-device", device_name)
        number = stanza.value(self.reading, "vlan-id", integer(0, MAX_VLAN_ID))
        if parent is None and number is None:
            return
        named = vlan_of(draft.id)
        if parent is None and named is not None:
            parent = named[0]
        if number is None and named is not None:
            number = named[1]
        if parent is None:
            draft.drop(
                self.reading,
                (*stanza.path, "vlan-raw-device"),
                "a VLAN needs the link that it runs on",
                at=stanza.path,
            )
        elif number is None:
            draft.drop(
                self.reading,
                (*stanza.path, "vlan-id"),
                f"a VLAN needs its id: in its name (vlan5, {parent}.5) or as 'vlan-id'",
                at=stanza.path,
            )
        else:
            draft.cls = model.Vlan
            draft.values["link"], draft.values["vlan_id"] = parent, number
            self.drafts.get(parent, (*stanza.path, "vlan-raw-device"))

    def _tunnel(self, stanza: Stanza, draft: Draft) -> None:
        mode = stanza.take(self.reading, "mode")
        found = "sit"
        if stanza.method == "tunnel":
            lower = mode.value.lower() if mode is not None else ""
            if lower not in TUNNEL_MODES:
                at = mode.path if mode else (*stanza.path, "mode")
                wanted = (
                    f"expected {listed(TUNNEL_MODES)}, found {shown(lower) if mode else 'nothing'}"
                )
                draft.drop(self.reading, at, wanted)
                return
            found = lower
        draft.cls = model.Tunnel
        draft.values["mode"] = found
        for key, field in (("endpoint", "remote"), ("local", "local")):
            option = stanza.take(self.reading, key)
            end = None
            if option is not None and option.value != "any":
                end = parsed(self.reading, option, nameserver)
                draft.values[field] = end
            if field == "remote" and end is None:
                draft.drop(
                    self.reading,
                    option.path if option else (*stanza.path, key),
                    f"a tunnel of mode {found} needs its other end ('endpoint')",
                    at=option.path if option else stanza.path,
                )
        stanza.put(self.reading, draft, "ttl", "ttl", integer(0, 255))

    # --- Wi-Fi, Wake-on-LAN ----------------------------------------------------------------------------------------

    def _wifi(self, stanza: Stanza, draft: Draft) -> None:
        ssid = stanza.take(self.reading, "wpa-ssid") or stanza.take(self.reading, "wireless-essid")
        if ssid is None:
            return
        name = ssid.value.strip('"')
        if not 0 < len(name.encode()) <= 32:
            self.reading.error(
                ssid.path, f"expected a network name of 1 to 32 bytes, found {shown(name)}"
            )
            return
        psk = stanza.take(self.reading, "wpa-psk")
        fields: Values = {"ssid": name, "path": ssid.path}
        if psk is not None:
            found: Values = {"key_management": "psk", "psk": secret(psk.value.strip('"'))}
            check_psk(self.reading, found, psk.path)
            fields["auth"] = model.Auth(path=psk.path, **found)
        draft.cls = model.Wifi
        draft.values["access_points"] = (model.AccessPoint(**fields),)

    def _wake_on_lan(self, stanza: Stanza, draft: Draft) -> None:
        wanted = stanza.value(self.reading, "ethernet-wol", one_of("g", "d"))
        if wanted is not None:
            draft.values["wakeonlan"] = wanted == "g"
