"""The network that a kernel command line asks for, in the words of the kernel, klibc and dracut.

    ip=METHOD                        dhcp on any both bootp rarp dhcp6 auto6 either6 link6 link-local off none
    ip=DEV:METHOD[:[MTU][:MAC]]
    ip=CLIENT:[SERVER]:[GATEWAY]:[MASK]:[HOST]:[DEV]:[METHOD][:DNS[:DNS[:NTP]]]
                                                                    or, after METHOD, [:[MTU][:MAC]]
    ip6=METHOD|DEV        ifname=NAME:MAC       vlan=NAME:PARENT    bootdev=DEV    BOOTIF=01-MAC
    bond=NAME[:PORTS[:OPTIONS[:MTU]]]           bridge=NAME:PORTS   team=NAME:PORTS
    nameserver=IP         rd.route=NET/LENGTH:[GATEWAY][:DEV]       rd.peerdns=0   rd.neednet=1
    network-config=BASE64                       a whole network-config, perhaps gzipped, or `disabled`

IPv6 addresses stand in [brackets].  Of several network-config= the last one counts, and then nothing else does.
Sources: the kernel's Documentation/admin-guide/nfs/nfsroot.rst, dracut.cmdline(7), nm-initrd-generator(8),
systemd-network-generator(8), initramfs-tools(7).
"""

from __future__ import annotations

from netinit.formats.addresses import (
    BadValue,
    ip_address,
    ip_of,
    mac_address,
    network,
    shown,
)
from netinit.formats.cmdline_ip import read_ip, read_ip6
from netinit.formats.cmdline_words import fields, words
from netinit.formats.device_names import imply_vlans, is_device_name, vlan_of
from netinit.formats.drafts import Draft, Drafts, finish
from netinit.formats.kernel_options import BOND_OPTIONS, kernel_name
from netinit.formats.keys import integer
from netinit.formats.lines import Places
from netinit.formats.reading import Reading
from netinit.formats.subnets import Subnets
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from netinit.formats.cmdline_words import Word
    from netinit.formats.inputs import Locate
    from netinit.formats.reading import Values
    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig, Origin
    from netinit.report import Path, Report

# The id of the link for all nics that no other link names: backends take the first file that fits, in the order of
# names, so this one comes last.
ANY_NIC = "zz-any-nic"
# Words about the network that no backend has an answer to.
UNSUPPORTED = frozenset(
    {"ib.pkey", "rd.ethtool", "rd.znet", "rd.znet_ifname", "rd.iscsi.ibft", "iscsi_firmware"}
)
OFF_WORDS = frozenset({"0", "no", "off", "false"})


def parse(
    text: str, file: str, facts: Facts, report: Report, origin: Origin
) -> tuple[NetworkConfig, Locate]:
    """The network that a kernel command line asks for."""
    found = list(words(text, file))
    given = [word for word in found if word.key == "network-config" and word.value]
    if given:
        from netinit.formats.cmdline_config import read_network_config

        return read_network_config(given[-1], facts, report, origin)
    return Cmdline(found, facts, report, file).config(origin)


class Cmdline:
    """One command line being read."""

    def __init__(self, found: list[Word], facts: Facts, report: Report, file: str) -> None:
        self.reading, self.facts, self.places = Reading(report), facts, Places(file)
        self.drafts = Drafts()
        self.nameservers: dict[str, None] = {}
        self.switched_off = False  # ip=off
        self.routes: list[tuple[str, Path]] = []
        self._only: list[Draft] | None = None  # the links that have addresses
        self.counts: dict[str, int] = {}
        self.words = found
        self.given = {word.key: word.value or "" for word in found}

    def config(self, origin: Origin) -> tuple[NetworkConfig, Locate]:
        """Read all words and make the config."""
        seen = False
        for word in self.words:
            reader = READERS.get(word.key)
            if reader is not None:
                seen = True
                reader(self, word.value or "", self._path(word))
            elif word.key in UNSUPPORTED:
                self.reading.report.warning(
                    self._path(word), f"no backend can say '{word.key}'; left out"
                )
        if self.given.get("rd.neednet", "0") not in OFF_WORDS and "ip" not in self.given:
            seen = True
            path: Path = ("rd.neednet", 0)
            self.any_nic(path).values["dhcp4"] = True
        if not seen:
            self.reading.report.warning((), "no word here asks for a network")
        imply_vlans(self.drafts)
        subnets = Subnets()
        for draft in self.drafts.by_id.values():
            for address in draft.values.get("addresses", ()):
                subnets.add(address, draft.id)
        for value, route_path in self.routes:
            self._place_route(value, route_path, subnets)
        if self.given.get("rd.peerdns") in OFF_WORDS:
            self._refuse_dns()
        for draft in self.drafts.by_id.values():
            draft.freeze()
        links = finish(self.drafts, self.reading)
        config = model.NetworkConfig(
            links=links,
            nameservers=tuple(self.nameservers),
            disabled=self.switched_off and not links and not self.nameservers,
            origin=origin,
        )
        return config, self.places.locate

    def _path(self, word: Word) -> Path:
        """The key path of a word: its key, and which of those it is."""
        count = self.counts.get(word.key, 0)
        self.counts[word.key] = count + 1
        path: Path = (word.key, count)
        self.places.put(path, word.line, offset=word.offset)
        return path

    # --- which link ------------------------------------------------------------------------------------------------

    def link(self, name: str, path: Path) -> Draft:
        """The link of a device's name; a name that cannot be is an error, and its link is left out."""
        draft = self.drafts.get(name, path)
        if draft.alive and not is_device_name(name):
            draft.drop(self.reading, path, f"expected a device's name, found {shown(name)}")
        return draft

    def any_nic(self, path: Path) -> Draft:
        """The link for devices that are not named: the one that was booted from, or all nics."""
        if self.given.get("bootdev"):
            return self.link(self.given["bootdev"], path)
        mac = self._boot_mac()
        draft = self.drafts.get("bootif" if mac else ANY_NIC, path)
        draft.values["match"] = model.Match(mac=mac) if mac else model.Match()
        return draft

    def only_nic(self, path: Path) -> Draft:
        """The link for a static address without a device: the only nic, where the machine has just one."""
        nics = [nic for nic in self.facts.nics if nic.kind is None and nic.type == 1]
        if len(nics) == 1 and not self.given.get("bootdev"):
            return self.link(nics[0].name, path)
        draft = self.any_nic(path)
        if draft.id == ANY_NIC:
            self.reading.report.warning(
                path,
                "an address without a device; it will be given to every nic, which is right for one",
            )
        return draft

    def _boot_mac(self) -> str | None:
        """The MAC address that PXELINUX hands on: hardware type, then six bytes, joined by dashes."""
        value = self.given.get("BOOTIF", "").replace("-", ":")
        if not value or self.given.get("rd.bootif") in OFF_WORDS:
            return None
        try:
            return mac_address(value[3:] if len(value) == 20 else value)
        except BadValue:
            return None

    # --- single words ----------------------------------------------------------------------------------------------

    def ifname(self, value: str, path: Path) -> None:
        """`NAME:MAC`."""
        name, _, mac = value.partition(":")
        try:
            match = model.Match(mac=mac_address(mac.replace("-", ":")))
        except BadValue as error:
            self.reading.error(path, str(error))
            return
        draft = self.link(name, path)
        draft.values["match"], draft.values["set_name"] = match, name

    def vlan(self, value: str, path: Path) -> None:
        """`NAME:PARENT`; the name holds the id."""
        name, _, parent = value.partition(":")
        found = vlan_of(name)
        if found is None or not parent:
            self.reading.error(
                path,
                f"expected NAME:PARENT with the id in the name (vlan5:eth0, eth0.5:eth0), found {shown(value)}",
            )
            return
        draft = self.link(name, path)
        draft.cls = model.Vlan
        draft.values["vlan_id"], draft.values["link"] = found[1], parent
        self.link(parent, path)

    def bond(self, value: str, path: Path) -> None:
        """`NAME[:PORTS[:OPTIONS[:MTU]]]`."""
        name, ports, options, mtu, *rest = [*fields(value), "", "", "", ""][
            : len(fields(value)) + 4
        ]
        if any(rest):
            self.reading.error(path, f"expected NAME:PORTS:OPTIONS:MTU, found {shown(value)}")
        draft = self._master(
            model.Bond, name or "bond0", ports or ("" if name else "eth0,eth1"), path
        )
        draft.values["params"] = self._bond_options(options or "mode=balance-rr", path)
        if mtu:
            self._set(draft, "mtu", mtu, path)

    def _bond_options(self, text: str, path: Path) -> model.BondParams:
        params: Values = {}
        options: list[list[str]] = []
        for part in text.split(","):
            name, equals, value = part.partition("=")
            if equals:
                options.append([kernel_name(name), value])
            elif options:
                options[-1][1] += f",{part}"  # arp_ip_target takes several
            elif part:
                self.reading.error((*path, part), f"expected OPTION=VALUE, found {shown(part)}")
        for name, value in options:
            entry = BOND_OPTIONS.get(name)
            if entry is None:
                hint = self.reading.hint(name, BOND_OPTIONS) or ", ignored"
                self.reading.report.warning((*path, name), f"unknown option '{name}'{hint}")
                continue
            try:
                params[entry[0]] = entry[1](value)
            except BadValue as error:
                self.reading.error((*path, name), str(error))
        return model.BondParams(**params)

    def bridge(self, value: str, path: Path) -> None:
        """`NAME:PORTS`; without anything br0 of eth0."""
        name, _, ports = value.partition(":")
        draft = self._master(model.Bridge, name or "br0", ports or ("" if name else "eth0"), path)
        draft.values["params"] = model.BridgeParams(stp=False)

    def team(self, value: str, path: Path) -> None:
        """`NAME:PORTS`; no backend that is to come has teams, and a bond does what dracut's team does."""
        name, _, ports = value.partition(":")
        self.reading.report.warning(
            path, "no backend has teams; making an active-backup bond, which does the same"
        )
        draft = self._master(model.Bond, name or "team0", ports, path)
        draft.values["params"] = model.BondParams(mode="active-backup", miimon=100)

    def _master(self, cls: type[AnyLink], name: str, ports: str, path: Path) -> Draft:
        draft = self.link(name, path)
        draft.cls, draft.members_key = cls, "ports"
        draft.values["interfaces"] = [port for port in ports.split(",") if port]
        for port in draft.values["interfaces"]:
            self.link(port, path)
        return draft

    def nameserver(self, value: str, path: Path) -> None:
        """`IP`."""
        try:
            self.nameservers[ip_address(value.strip("[]"))[0]] = None
        except BadValue as error:
            self.reading.error(path, str(error))

    def route(self, value: str, path: Path) -> None:
        """`NET:GATEWAY:DEV`, kept until all addresses are known."""
        self.routes.append((value, path))

    def boot_device(self, value: str, path: Path) -> None:
        """`bootdev=` has its effect in any_nic."""

    def _set(self, draft: Draft, field: str, text: str, path: Path) -> None:
        try:
            draft.values[field] = integer(68, 65535)(text)
        except BadValue as error:
            self.reading.error((*path, field), str(error))

    # --- when all words are read -----------------------------------------------------------------------------------

    def _place_route(self, value: str, path: Path, subnets: Subnets) -> None:
        to, via, device, *_ = [*fields(value), "", ""]
        try:
            destination, family = network(to)
            gateway = ip_of(family, via) if via else None
        except BadValue as error:
            self.reading.error(path, str(error))
            return
        draft = self.link(device, path) if device else self._link_reaching(gateway, subnets)
        if draft is None:
            self.reading.error(
                path, "expected a device (NET:GATEWAY:DEV): no link reaches the gateway"
            )
            return
        route = model.Route(
            to="default" if destination in {"0.0.0.0/0", "::/0"} else destination,
            family=family,
            via=gateway,
            scope=None if gateway else "link",
            path=path,
        )
        draft.extend("routes", [route])

    def _link_reaching(self, via: str | None, subnets: Subnets) -> Draft | None:
        """The link whose subnet holds a gateway, or else the only link that has addresses."""
        owners = subnets.owners(via) if via else []
        if owners:
            return self.drafts.by_id[owners[0]]
        if self._only is None:
            self._only = [
                draft
                for draft in self.drafts.by_id.values()
                if any(draft.values.get(field) for field in ("addresses", "dhcp4", "dhcp6"))
            ]
        return self._only[0] if len(self._only) == 1 else None

    def _refuse_dns(self) -> None:
        for draft in self.drafts.by_id.values():
            for family in (4, 6):
                if draft.values.get(f"dhcp{family}"):
                    field = f"dhcp{family}_overrides"
                    overrides = draft.values.get(field) or model.DhcpOverrides()
                    draft.values[field] = overrides.replace(use_dns=False)


READERS: dict[str, Callable[[Cmdline, str, Path], None]] = {
    "ip": read_ip,
    "ip6": read_ip6,
    "ifname": Cmdline.ifname,
    "vlan": Cmdline.vlan,
    "bond": Cmdline.bond,
    "bridge": Cmdline.bridge,
    "team": Cmdline.team,
    "nameserver": Cmdline.nameserver,
    "rd.route": Cmdline.route,
    "bootdev": Cmdline.boot_device,
}
