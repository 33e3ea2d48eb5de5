"""The links of OpenStack's network_data.json: which device each one means, and what it is called.

A nic is named by its `name`, else as the machine calls the nic of its MAC address; where nobody knows that nic, it is
matched by MAC address and keeps whatever name it has.  Bonds are bond0, bond1, …, VLANs `<parent>.<id>`.
"""

from __future__ import annotations

from netinit.digest import sha256_hex
from netinit.formats.addresses import mac_address, shown
from netinit.formats.drafts import MAX_NAME_BYTES, Draft, Drafts
from netinit.formats.keys import integer, text, uint
from netinit.formats.netv1_params import bond_options
from netinit.formats.netv2_parts import link_id, link_name
from netinit.formats.reading import without_blanks
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from netinit.document import Tree
    from netinit.formats.reading import CompoundTable, PlainTable, Reading, Values
    from netinit.model.facts import Facts, Nic
    from netinit.report import Path

# What a port is plugged into on the hypervisor; inside the machine each is just a nic.
NIC_TYPES = (
    "bgpovs",
    "bridge",
    "cascading",
    "dvs",
    "ethernet",
    "hw_veb",
    "hyperv",
    "infiniband",
    "ovs",
    "phy",
    "physical",
    "tap",
    "vhostuser",
    "vif",
)
INFINIBAND = 32  # ARPHRD_INFINIBAND


def _bond_links(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    values["interfaces"] = [item for item, _ in reading.items(node, path)]


NIC: PlainTable = {
    "id": ("openstack_id", text),
    "type": ("type", text),
    "name": ("given_name", link_name),
    "vif_id": ("vif_id", text),
    "ethernet_mac_address": ("mac", mac_address),
    "mtu": ("mtu", uint),
}
VLAN: PlainTable = {
    **NIC,
    "vlan_id": ("vlan_id", integer(0, 4094)),
    "vlan_link": ("link", text),
    "vlan_mac_address": ("vlan_mac", mac_address),
}
BOND_COMPOUND: CompoundTable = {"bond_links": _bond_links}
MEMBER_OPTIONS = ("bond_primary", "bond_active_slave")


class _Port:
    """A link of the document before it has a name."""

    __slots__ = ("kind", "name", "options", "path", "values")

    def __init__(self, kind: str, values: Values, path: Path) -> None:
        self.kind, self.values, self.path = kind, values, path
        self.name: str | None = None  # its id among the drafts
        self.options: dict[str, Tree] = {}  # of a bond


class Links:
    """The links of a document: `drafts` under their device names, found by the ids of the document."""

    def __init__(self, reading: Reading, facts: Facts) -> None:
        self.reading, self.facts = reading, facts
        self.drafts = Drafts()
        self._ports: dict[str, _Port | None] = {}  # by id; None: refused
        self._names: set[str] = set()
        self._nics = _by_mac(facts.nics)
        self._owners: dict[str, str] = {}  # MAC address of a nic → id of the link that took it

    def read(self, items: Iterable[tuple[Tree, Path]]) -> None:
        """Read all links: first what they are called, then what they are."""
        for item, path in items:
            self._read_one(without_blanks(item), path)
        ports = [port for port in self._ports.values() if port is not None]
        for port in ports:
            if "given_name" in port.values and port.kind != "vlan":
                port.name = self._claim(port.values["given_name"], "", port)
        for port in ports:
            if port.name is None and port.kind == "nic":
                self._name_nic(port)
        for port in ports:
            if port.name is None and port.kind == "bond":
                port.name = self._claim(self._next_bond(), "", port)
        for port in ports:
            if port.kind == "vlan":
                self._name_vlan(port, ())
        for port in ports:
            if port.name is not None:
                self._draft(port)

    def find(self, openstack_id: Tree, path: Path, at: Path) -> Draft | None:
        """The link of an id; None, and a problem, where there is none."""
        if not isinstance(openstack_id, str):
            message = f"expected the id of a link, found {shown(openstack_id)}"
            self.reading.error(path, message, at=at if openstack_id is None else None, refuse=at)
            return None
        if openstack_id not in self._ports:
            message = f"there is no link with the id '{openstack_id}'"
            hint = self.reading.hint(openstack_id, self._ports)
            self.reading.error(path, message + hint, refuse=at)
            return None
        port = self._ports[openstack_id]
        draft = self.drafts.by_id.get(port.name) if port is not None and port.name else None
        if draft is None:
            self.reading.report.warning(path, f"left out, since the link '{openstack_id}' was")
        return draft

    # --- reading -------------------------------------------------------------------------------------------------

    def _read_one(self, node: Tree, path: Path) -> None:
        reading = self.reading
        if not isinstance(node, dict):
            reading.error(path, f"expected a mapping with 'id' and 'type', found {shown(node)}")
            return
        openstack_id = node.get("id")
        if not isinstance(openstack_id, str):
            message = f"a link needs its 'id', found {shown(openstack_id)}"
            reading.error((*path, "id"), message, at=path, refuse=path)
            return
        if openstack_id in self._ports:
            reading.error(
                (*path, "id"), f"'{openstack_id}' is the id of a link before", refuse=path
            )
            return
        kind = self._kind(node.get("type"), path)
        values: Values = {}
        port = _Port(kind, values, path)
        if kind == "bond":
            own = {k: v for k, v in node.items() if k == "bond_links" or not k.startswith("bond_")}
            port.options = {key: value for key, value in node.items() if key not in own}
            reading.mapping(values, own, path, NIC, BOND_COMPOUND)
        else:
            reading.mapping(values, node, path, VLAN if kind == "vlan" else NIC)
        named = "openstack_id" in values  # an id with control characters was refused
        self._ports[openstack_id] = port if named and self._complete(port, node) else None

    def _kind(self, kind: Tree, path: Path) -> str:
        """Whether a link is a bond, a vlan or a nic; any other type is a nic, as new ones appear now and then."""
        if kind in {"bond", "vlan"} if isinstance(kind, str) else False:
            return str(kind)
        if kind is not None and kind not in NIC_TYPES:
            hint = self.reading.hint(kind, ("bond", "vlan", *NIC_TYPES))
            message = f"unknown type of link {shown(kind)}, read as a nic{hint}"
            self.reading.report.warning((*path, "type"), message)
        return "nic"

    def _complete(self, port: _Port, node: dict[str, Tree]) -> bool:
        """Whether a link has all that its kind needs."""
        needs = {"bond": ("bond_links",), "vlan": ("vlan_id", "vlan_link"), "nic": ()}[port.kind]
        missing = [key for key in needs if node.get(key) is None]
        for key in missing:
            message = f"a link of type '{port.kind}' needs its '{key}'"
            self.reading.error((*port.path, key), message, at=port.path, refuse=port.path)
        if missing:
            return False
        if port.kind == "vlan":
            return "vlan_id" in port.values and "link" in port.values
        if port.kind == "nic" and not {"mac", "given_name"} & set(port.values):
            if node.get("ethernet_mac_address") is None:
                self.reading.error(
                    (*port.path, "ethernet_mac_address"),
                    "a nic is told by its 'ethernet_mac_address' or its 'name'; it has neither",
                    at=port.path,
                    refuse=port.path,
                )
            return False
        if port.kind == "nic" and "mac" in port.values:
            return self._take_mac(port)
        return True

    def _take_mac(self, port: _Port) -> bool:
        """Note that a nic is taken; False, and an error, when another link has taken it."""
        mac, openstack_id = port.values["mac"], str(port.values["openstack_id"])
        owner = self._owners.setdefault(mac, openstack_id)
        if owner != openstack_id:
            message = f"the nic of '{mac}' belongs to the link '{owner}' already"
            place = (*port.path, "ethernet_mac_address")
            self.reading.error(place, message, refuse=port.path)
        return owner == openstack_id

    # --- naming --------------------------------------------------------------------------------------------------

    def _name_nic(self, port: _Port) -> None:
        mac = port.values["mac"]
        nic = self._nics.get(mac)
        if nic is not None:
            port.values["nic"] = nic
            port.name = self._claim(nic.name, "", port)
            return
        if self.facts.nics_known:
            message = f"no nic has the MAC address {mac}; it will be set up when there is one"
            self.reading.report.warning((*port.path, "ethernet_mac_address"), message)
        openstack_id = port.values["openstack_id"]
        wanted = openstack_id if link_id(openstack_id) else "nic-" + mac.replace(":", "")
        port.values["unnamed"] = True
        port.name = wanted if wanted not in self._names else self._claim(wanted, "", port)
        self._names.add(port.name)

    def _next_bond(self) -> str:
        number = 0
        while f"bond{number}" in self._names:
            number += 1
        return f"bond{number}"

    def _name_vlan(self, port: _Port, above: tuple[_Port, ...]) -> None:
        """Name a VLAN after its parent, which may be a VLAN that stands further below."""
        parent_id = port.values["link"]
        parent = self._ports.get(parent_id)
        if port.name is not None:
            return
        if parent is port or parent in above:
            message = f"'{parent_id}' stands on this very link"
            self.reading.error((*port.path, "vlan_link"), message, refuse=port.path)
            return
        if parent is not None and parent.kind == "vlan":
            self._name_vlan(parent, (*above, port))
        if parent is None or parent.name is None:
            self.find(parent_id, (*port.path, "vlan_link"), port.path)
            return
        suffix = f".{port.values['vlan_id']}"
        port.name = self._claim(parent.name, suffix, port)
        given = port.values.get("given_name", port.name)
        if given != port.name:
            message = f"a VLAN is called after its parent, here '{port.name}'; ignored"
            self.reading.report.warning((*port.path, "name"), message)

    def _claim(self, head: str, suffix: str, port: _Port) -> str:
        """A free name that fits into 15 bytes: `head` and `suffix`, or as near to that as can be."""
        wanted = head + suffix
        room = MAX_NAME_BYTES - len(suffix)
        name = head[:room] + suffix
        seed = port.values["openstack_id"]
        while name in self._names:
            seed = sha256_hex(f"{seed} {wanted}".encode())
            name = head[: room - 5] + "-" + seed[:4] + suffix
        if name != wanted:
            why = "is longer than 15 bytes" if len(wanted) > MAX_NAME_BYTES else "is taken"
            message = f"the name '{wanted}' {why}; called '{name}' instead"
            self.reading.report.warning(port.path, message)
        self._names.add(name)
        return name

    # --- drafts --------------------------------------------------------------------------------------------------

    def _draft(self, port: _Port) -> None:
        """Turn a port into a draft."""
        assert port.name is not None
        cls = {"nic": model.Ethernet, "bond": model.Bond, "vlan": model.Vlan}[port.kind]
        draft = Draft(cls, port.name, port.path, members_key="bond_links", link_key="vlan_link")
        values = port.values
        if "mtu" in values:
            draft.values["mtu"] = values["mtu"]
        if port.kind == "nic":
            self._nic_draft(draft, values)
        elif port.kind == "bond":
            self._bond_draft(draft, port)
        else:
            draft.values["vlan_id"] = values["vlan_id"]
            parent = self._ports[values["link"]]
            assert parent is not None
            draft.values["link"] = parent.name
            mac = values.get("vlan_mac", values.get("mac"))
            if mac is not None:
                draft.values["mac"] = mac
        self.drafts.add(draft)

    def _nic_draft(self, draft: Draft, values: Values) -> None:
        mac, nic = values.get("mac"), values.get("nic")
        if mac is None:
            return  # told by its name
        if nic is None and "given_name" in values:
            nic = self._nics.get(mac)
        if nic is not None and nic.type == INFINIBAND and nic.own_mac:
            mac = nic.own_mac
        if len(mac) > 17:
            draft.values["infiniband"] = True
        draft.values["match"] = model.Match(mac=mac)
        if "unnamed" not in values:
            draft.values["set_name"] = draft.id

    def _bond_draft(self, draft: Draft, port: _Port) -> None:
        if "mac" in port.values:
            draft.values["mac"] = port.values["mac"]
        members: list[str | None] = []
        for index, openstack_id in enumerate(port.values.get("interfaces", ())):
            path = (*port.path, "bond_links", index)
            member = self._ports.get(openstack_id) if isinstance(openstack_id, str) else None
            members.append(member.name if member is not None else None)
            if members[-1] is None:
                self.find(openstack_id, path, path)
        draft.values["interfaces"] = members
        options = dict(port.options)
        for key in MEMBER_OPTIONS:
            member = self._ports.get(str(options.get(key)))
            if member is not None and member.name is not None:
                options[key] = member.name
        bond_options(self.reading, draft.values, options, port.path)


def _by_mac(nics: Iterable[Nic]) -> dict[str, Nic]:
    """Nics by MAC address; those of InfiniBand also by the 6 bytes of it that OpenStack gives."""
    found: dict[str, Nic] = {}
    short: dict[str, Nic] = {}
    for nic in nics:
        mac = nic.own_mac
        if mac is None or nic.kind not in {None, "veth"}:
            continue
        found.setdefault(mac, nic)
        if nic.type == INFINIBAND and len(mac) == 59:
            # Bytes 12 to 14 and 17 to 19 of the 20: the ends of the port's GUID.
            short.setdefault(mac[36:45] + mac[51:], nic)
    return {**short, **found}
