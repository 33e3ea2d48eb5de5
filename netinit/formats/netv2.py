"""Network-config version 2, the language of netplan.

    version: 2
    renderer: networkd | NetworkManager
    ethernets: {ID: {…}}
    wifis, modems, bonds, bridges, vlans, vrfs, tunnels, dummy-devices, virtual-ethernets, nm-devices
    openvswitch: {…}

bare or below `network:`.  Source: netplan's YAML reference (1.2) and its parser's answers to wrong input, measured.
An unknown key is a warning and survives in `NetworkConfig.tree`; a wrong value is an error, and the smallest part
that makes sense without it is left out: an item of a list, a key, a link.
"""

from __future__ import annotations

from netinit.formats.addresses import shown
from netinit.formats.drafts import Draft, Drafts, finish, undefined
from netinit.formats.keys import boolean, listed, one_of, uint
from netinit.formats.netv2_kinds import (
    ETHERNET,
    IP6_MODES,
    MODEM,
    OVS_BOND_MODES,
    TUNNEL,
    TUNNEL_COMPOUND,
    TUNNEL_MODES,
    VETH,
    VLAN,
    VRF,
    WAKE_ON_WLAN,
    WIFI,
    access_points,
    bond_parameters,
    bridge_parameters,
    split_keys,
)
from netinit.formats.netv2_parts import (
    addresses,
    auth,
    dhcp4_overrides,
    dhcp6_overrides,
    gateway,
    ip_token,
    link_id,
    link_name,
    mac_to_set,
    match,
    nameservers,
    networkd,
    networkmanager,
    ra_overrides,
    routes,
    rules,
    word_list,
)
from netinit.formats.reading import Reading, indentation_hint, pruned
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from netinit.document import Tree
    from netinit.formats.reading import CompoundTable, PlainTable, Values
    from netinit.model.network import AnyLink, NetworkConfig, Origin
    from netinit.report import Path, Report

RENDERERS = ("networkd", "NetworkManager")
OFFLOADS = (
    "receive-checksum-offload",
    "transmit-checksum-offload",
    "tcp-segmentation-offload",
    "tcp6-segmentation-offload",
    "generic-segmentation-offload",
    "generic-receive-offload",
    "large-receive-offload",
)

COMMON: PlainTable = {
    "renderer": ("renderer", one_of(*RENDERERS)),
    "dhcp4": ("dhcp4", boolean),
    "dhcp6": ("dhcp6", boolean),
    "accept-ra": ("accept_ra", boolean),
    "optional": ("optional", boolean),
    "activation-mode": ("activation", one_of("manual", "off")),
    "critical": ("critical", boolean),
    "ignore-carrier": ("ignore_carrier", boolean),
    "dhcp-identifier": ("dhcp_identifier", one_of("mac", "duid")),
    "ipv6-privacy": ("ipv6_privacy", boolean),
    "ipv6-address-generation": ("ipv6_generation", one_of("eui64", "stable-privacy")),
    "ipv6-address-token": ("ipv6_token", ip_token),
    "mtu": ("mtu", uint),
    "ipv6-mtu": ("ipv6_mtu", uint),
    "macaddress": ("mac", mac_to_set),
    "hairpin": ("hairpin", boolean),
    "port-mac-learning": ("learning", boolean),
    "neigh-suppress": ("neigh_suppress", boolean),
}
PORT_FIELDS = frozenset({"hairpin", "learning", "neigh_suppress"})


def _openvswitch(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    from netinit.formats import netv2_ovs  # few documents have it

    netv2_ovs.of_link(reading, values, node, path)


COMMON_COMPOUND: CompoundTable = {
    "addresses": addresses,
    "routes": routes,
    "routing-policy": rules,
    "nameservers": nameservers,
    "gateway4": gateway(4),
    "gateway6": gateway(6),
    "dhcp4-overrides": dhcp4_overrides,
    "dhcp6-overrides": dhcp6_overrides,
    "ra-overrides": ra_overrides,
    "link-local": word_list("link_local", ("ipv4", "ipv6")),
    "optional-addresses": word_list(
        "optional_addresses", ("ipv4-ll", "ipv6-ra", "dhcp4", "dhcp6", "static")
    ),
    "networkmanager": networkmanager,
    "networkd": networkd,
    "openvswitch": _openvswitch,
}
PHYSICAL: PlainTable = {
    "set-name": ("set_name", link_name),
    "wakeonlan": ("wakeonlan", boolean),
    "emit-lldp": ("emit_lldp", boolean),
    **{name: (name, boolean) for name in OFFLOADS},
}
PHYSICAL_COMPOUND: CompoundTable = {
    "match": match,
    "wakeonwlan": word_list("wakeonwlan", WAKE_ON_WLAN),
}


def _interfaces(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    # Indexes stay those of the document, for the messages of drafts.finish.
    values["interfaces"] = [
        str(item) if isinstance(item, str) else "" for item, _ in reading.items(node, path)
    ]


INTERFACES: CompoundTable = {"interfaces": _interfaces}


class Section:
    """One of the mappings of links: which class its links have, and which keys."""

    def __init__(
        self,
        cls: type[AnyLink],
        plain: PlainTable,
        compound: CompoundTable | None = None,
        *,
        physical: bool = False,
    ) -> None:
        self.cls = cls
        self.physical = physical
        self.plain = {**COMMON, **(PHYSICAL if physical else {}), **plain}
        self.compound = {
            **COMMON_COMPOUND,
            **(PHYSICAL_COMPOUND if physical else {}),
            **(compound or {}),
        }


SECTIONS: dict[str, Section] = {
    "ethernets": Section(model.Ethernet, ETHERNET, {"auth": auth}, physical=True),
    "wifis": Section(
        model.Wifi, WIFI, {"access-points": access_points, "auth": auth}, physical=True
    ),
    "modems": Section(model.Modem, MODEM, physical=True),
    "nm-devices": Section(model.NmDevice, ETHERNET, {"auth": auth}, physical=True),
    "bonds": Section(model.Bond, {}, {**INTERFACES, "parameters": bond_parameters}),
    "bridges": Section(model.Bridge, {}, {**INTERFACES, "parameters": bridge_parameters}),
    "vlans": Section(model.Vlan, {**VLAN, "renderer": ("renderer", one_of(*RENDERERS, "sriov"))}),
    "vrfs": Section(model.Vrf, VRF, INTERFACES),
    "tunnels": Section(model.Tunnel, TUNNEL, TUNNEL_COMPOUND),
    "dummy-devices": Section(model.Dummy, {}),
    "virtual-ethernets": Section(model.Veth, VETH),
}
TOP_KEYS = ("version", "renderer", "openvswitch", *SECTIONS)


def parse(
    tree: Tree, report: Report, base: Path = (), origin: Origin | None = None
) -> NetworkConfig:
    """The network that a version 2 document asks for; `base` is where it stands in its file (`("network",)`)."""
    reading = Reading(report)
    origin = origin or model.Origin()
    if not isinstance(tree, dict):
        reading.error(
            base,
            f"expected a mapping with 'version' and the links, found {shown(tree)}"
            + indentation_hint(tree),
        )
        return model.NetworkConfig(origin=origin)
    top: Values = {}
    drafts = Drafts()
    for key, node in tree.items():
        path = (*base, key)
        section = SECTIONS.get(key)
        if section is not None:
            if node is not None:
                _section(drafts, reading, section, node, path)
        elif key == "version":
            if node != "2":
                reading.error(path, f"expected version 2, found {shown(node)}")
        elif key == "renderer":
            top["renderer"] = reading.value(node, path, one_of(*RENDERERS))
        elif key == "openvswitch":
            from netinit.formats import netv2_ovs

            netv2_ovs.of_document(reading, top, node, path)
            drafts.patch_ports.update(top.pop("ports", ()))
        elif key == "config":
            reading.error(
                path, "'config' is a key of version 1; nothing below it is read", key=True
            )
        else:
            reading.unknown(base, key, TOP_KEYS)
    for draft in drafts.by_id.values():
        if draft.alive:
            CHECKS.get(draft.cls, _nothing)(draft, drafts, reading)
    links = finish(drafts, reading)
    sound = (
        pruned(tree, [path[len(base) :] for path in reading.refused]) if reading.refused else tree
    )
    unknown = tuple((path[len(base) :], near) for path, near in reading.unknown_keys)
    return model.NetworkConfig(
        links=links, tree=sound, unknown=unknown, path=base, origin=origin, **top
    )


def _section(drafts: Drafts, reading: Reading, section: Section, node: Tree, path: Path) -> None:
    if not isinstance(node, dict):
        reading.error(
            path, f"expected a mapping of links, found {shown(node)}" + indentation_hint(node)
        )
        return
    renderer = None
    for link, body in node.items():
        link_path = (*path, link)
        if link == "renderer" and not isinstance(body, dict):
            renderer = reading.value(body, link_path, one_of(*RENDERERS))
            continue
        if not link_id(link):
            reading.error(
                link_path,
                f"the name '{link}' may hold no white space and nothing but ASCII",
                key=True,
            )
            continue
        before = drafts.by_id.get(link)
        if before is not None:
            reading.error(
                link_path,
                f"'{link}' is defined already, as {before.cls.kind} at {'.'.join(map(str, before.path))}",
                key=True,
            )
            continue
        draft = Draft(section.cls, link, link_path)
        if body is None:
            body = {}
        if _link(draft, reading, section, body):
            if renderer is not None:
                draft.values.setdefault("renderer", renderer)
            drafts.add(draft)


def _link(draft: Draft, reading: Reading, section: Section, body: Tree) -> bool:
    """Read one link's keys; False when nothing can be made of it."""
    values = draft.values
    if not reading.mapping(values, body, draft.path, section.plain, section.compound):
        return False
    if values.pop("broken_match", False):
        # Without the condition that was refused it would match other nics than meant.
        reading.refused.append(draft.path)
        draft.alive = False
    for field in PORT_FIELDS.intersection(values):
        draft.port[field] = values.pop(field)
    if section.physical:
        if not values.keys().isdisjoint(OFFLOADS):
            given = [name for name in OFFLOADS if name in values]
            values["offloads"] = tuple((name, values.pop(name)) for name in given)
        if values.get("set_name") is not None and "match" not in values and draft.alive:
            reading.error(
                (*draft.path, "set-name"), "'set-name' needs 'match', to know which nic to rename"
            )
            del values["set_name"]
        if section.cls is not model.Wifi and "wakeonwlan" in values:
            del values["wakeonwlan"]
            reading.report.warning(
                (*draft.path, "wakeonwlan"), "only Wi-Fi links have it, ignored", key=True
            )
    _addressing(draft, reading)
    return True


def _addressing(draft: Draft, reading: Reading) -> None:
    values = draft.values
    if "ipv6_token" in values and "ipv6_generation" in values:
        later = max("ipv6_token", "ipv6_generation", key=list(values).index)
        key = {"ipv6_token": "ipv6-address-token", "ipv6_generation": "ipv6-address-generation"}[
            later
        ]
        reading.error(
            (*draft.path, key),
            "'ipv6-address-token' and 'ipv6-address-generation' exclude each other; this one is left out",
            key=True,
        )
        del values[later]
    for field in ("mtu", "ipv6_mtu"):
        if values.get(field) == 0:
            # Zero has always meant "leave it alone" here.
            reading.report.warning(
                (*draft.path, field.replace("_", "-")), "0 is no MTU; the device's default is kept"
            )
            del values[field]


# --- checks of single kinds ----------------------------------------------------------------------------------------


def _nothing(_draft: Draft, _drafts: Drafts, _reading: Reading) -> None:
    return


def _need(draft: Draft, reading: Reading, field: str, key: str, what: str) -> bool:
    """Drop a link that lacks a key; silent where the key is there and was refused already."""
    if draft.values.get(field) is not None:
        return True
    if any(path == (*draft.path, key) for path in reading.refused):
        reading.refused.append(draft.path)
        draft.alive = False
    else:
        draft.drop(reading, (*draft.path, key), what, at=draft.path)
    return False


# What an ethernet can have and neither the loopback device nor a device of NetworkManager alone has.
OF_NICS = {
    "infiniband-mode": "infiniband_mode",
    "link": "pf",
    "virtual-function-count": "vf_count",
    "embedded-switch-mode": "eswitch_mode",
    "delay-virtual-functions-rebind": "delay_rebind",
}


def _without(draft: Draft, reading: Reading, keys: dict[str, str], what: str) -> None:
    """Take what means nothing for a device out of its draft, and say so."""
    for key, field in keys.items():
        if draft.values.pop(field, None) is not None:
            reading.report.warning(
                (*draft.path, key), f"'{key}' means nothing for {what}", key=True
            )


def _ethernet(draft: Draft, _drafts: Drafts, reading: Reading) -> None:
    values = draft.values
    mac = values["match"].mac if "match" in values else None
    if values.get("infiniband_mode") or (mac and len(mac) > 17):
        values["infiniband"] = True
    if draft.id == "lo" and "match" not in values:
        draft.cls = model.Loopback
        values.pop("infiniband", None)
        values.update(values.pop("offloads", ()))
        keys = {**OF_NICS, "wakeonlan": "wakeonlan", **{name: name for name in OFFLOADS}}
        _without(draft, reading, keys, "the loopback device")


def _wifi(draft: Draft, _drafts: Drafts, reading: Reading) -> None:
    if not draft.values.get("access_points"):
        _need(
            draft, reading, "no_access_point", "access-points", "a Wi-Fi link needs an access point"
        )


def _nm_device(draft: Draft, _drafts: Drafts, reading: Reading) -> None:
    settings = draft.values.get("nm")
    names = dict(settings.passthrough) if settings else {}
    if "connection.type" not in names:
        draft.drop(
            reading,
            (*draft.path, "networkmanager", "passthrough", "connection.type"),
            "a device of NetworkManager alone needs its connection.type",
            at=draft.path,
        )
    _without(draft, reading, OF_NICS, "a device of NetworkManager alone")


def _bond(draft: Draft, drafts: Drafts, reading: Reading) -> None:
    params = draft.values.get("params")
    if params is None:
        return
    path = (*draft.path, "parameters")
    if params.primary is not None:
        members = draft.values.get("interfaces", ())
        if params.primary not in members:
            message = (
                f"'{params.primary}' is no port of '{draft.id}'"
                if params.primary in drafts.by_id
                else undefined(drafts, params.primary)
            )
            reading.error((*path, "primary"), message)
            draft.values["params"] = params = params.replace(primary=None)
    if params.mode in OVS_BOND_MODES and "openvswitch" not in draft.values:
        draft.values["openvswitch"] = {}


def _bridge(draft: Draft, drafts: Drafts, reading: Reading) -> None:
    for port, fields in draft.values.pop("ports", {}).items():
        if port in draft.values.get("interfaces", ()):
            if port in drafts.by_id:
                drafts.by_id[port].port.update(fields)
        else:
            key = "path-cost" if "path_cost" in fields else "port-priority"
            reading.error(
                (*draft.path, "parameters", key, port),
                f"'{port}' is no port of '{draft.id}'",
                key=True,
            )


def _vlan(draft: Draft, _drafts: Drafts, reading: Reading) -> None:
    if _need(draft, reading, "vlan_id", "id", "a VLAN needs its 'id' (0 to 4094)"):
        _need(draft, reading, "link", "link", "a VLAN needs the 'link' that it runs on")


def _vrf(draft: Draft, _drafts: Drafts, reading: Reading) -> None:
    if not _need(draft, reading, "table", "table", "a VRF needs the 'table' of its routes"):
        return
    table = draft.values["table"]
    for field in ("routes", "rules"):
        kept = []
        for item in draft.values.get(field, ()):
            if item.table is not None and item.table != table:
                reading.error(
                    (*item.path, "table"),
                    f"the VRF's table is {table}, its routes and rules have no other",
                    refuse=item.path,
                )
            else:
                kept.append(item.replace(table=table))
        if field in draft.values:
            draft.values[field] = tuple(kept)


def _veth(draft: Draft, drafts: Drafts, reading: Reading) -> None:
    if not _need(draft, reading, "peer", "peer", "a virtual cable needs its other end ('peer')"):
        return
    path = (*draft.path, "peer")
    peer = drafts.by_id.get(draft.values["peer"])
    if peer is None:
        draft.drop(reading, path, undefined(drafts, draft.values["peer"]))
    elif peer is draft:
        draft.drop(reading, path, f"'{draft.id}' cannot be its own peer")
    elif peer.cls is not model.Veth:
        draft.drop(
            reading,
            path,
            f"'{peer.id}' is of kind {peer.cls.kind}; a peer is the other end of the cable",
        )
    elif peer.alive and peer.values.get("peer") not in {None, draft.id}:
        draft.drop(reading, path, f"'{peer.id}' is the peer of '{peer.values['peer']}' already")


def _tunnel(draft: Draft, drafts: Drafts, reading: Reading) -> None:
    values = draft.values
    if not _need(
        draft, reading, "mode", "mode", f"a tunnel needs its 'mode': {listed(TUNNEL_MODES)}"
    ):
        return
    mode = values["mode"]
    if "keys" in values:
        split_keys(reading, values, mode)
    check = {"wireguard": _wireguard, "vxlan": _vxlan}.get(mode, _ip_tunnel)
    check(draft, drafts, reading)


def _only(draft: Draft, reading: Reading, fields: dict[str, str], mode: str) -> None:
    """Report and forget keys that this mode of tunnel does not have."""
    for field, key in fields.items():
        if draft.values.pop(field, None) not in {None, ()}:
            reading.report.warning(
                (*draft.path, key), f"a tunnel of mode {mode} has no '{key}', ignored", key=True
            )


VXLAN_FIELDS = {
    "vni": "id",
    "link": "link",
    "ageing": "ageing",
    "limit": "limit",
    "tos": "type-of-service",
    "flow_label": "flow-label",
    "do_not_fragment": "do-not-fragment",
    "short_circuit": "short-circuit",
    "arp_proxy": "arp-proxy",
    "mac_learning": "mac-learning",
    "notifications": "notifications",
    "checksums": "checksums",
    "extensions": "extensions",
    "port_range": "port-range",
}
WIREGUARD_FIELDS = {
    "private_key": "key",
    "key_flags": "private-key-flags",
    "mark": "mark",
    "peers": "peers",
}


def _ip_tunnel(draft: Draft, _drafts: Drafts, reading: Reading) -> None:
    values = draft.values
    mode = values["mode"]
    _only(draft, reading, {**VXLAN_FIELDS, **WIREGUARD_FIELDS, "port": "port"}, mode)
    family = 6 if mode in IP6_MODES else 4
    for end in ("local", "remote"):
        if values.get(end) is not None and (6 if ":" in values[end] else 4) != family:
            draft.drop(
                reading,
                (*draft.path, end),
                f"a tunnel of mode {mode} runs over IPv{family}, found {shown(values[end])}",
            )
            return
    _need(
        draft,
        reading,
        "remote",
        "remote",
        f"a tunnel of mode {mode} needs its other end ('remote')",
    )


def _vxlan(draft: Draft, _drafts: Drafts, reading: Reading) -> None:
    values = draft.values
    _only(draft, reading, {**WIREGUARD_FIELDS, "input_key": "keys", "output_key": "keys"}, "vxlan")
    if not _need(draft, reading, "vni", "id", "a VXLAN needs its 'id' (1 to 16777215)"):
        return
    ends = [values[end] for end in ("local", "remote") if values.get(end)]
    if len({":" in end for end in ends}) > 1:
        draft.drop(reading, (*draft.path, "remote"), "'local' and 'remote' are of two families")
        return
    if values.get("flow_label") is not None and not any(":" in end for end in ends):
        # The kernel refuses the whole device (EINVAL).
        reading.error((*draft.path, "flow-label"), "a flow label needs a tunnel over IPv6")
        del values["flow_label"]
    draft.cls = model.Vxlan
    del values["mode"]


def _wireguard(draft: Draft, _drafts: Drafts, reading: Reading) -> None:
    values = draft.values
    _only(draft, reading, VXLAN_FIELDS, "wireguard")
    for end in ("local", "remote"):
        if values.pop(end, None) is not None:
            reading.report.warning(
                (*draft.path, end), f"WireGuard has no '{end}' end, ignored", key=True
            )
    if values.get("private_key") is None:
        values.pop("private_key", None)
        if not any(
            path[: len(draft.path) + 1] in {(*draft.path, "key"), (*draft.path, "keys")}
            for path in reading.refused
        ):
            reading.report.warning(
                draft.path, "a WireGuard tunnel without a private key ('key') cannot come up"
            )
        else:
            reading.refused.append(draft.path)
            draft.alive = False
            return
    if not values.get("peers"):
        reading.report.warning(draft.path, "a WireGuard tunnel without 'peers' reaches nobody")
    draft.cls = model.WireGuard
    del values["mode"]


CHECKS: dict[Any, Any] = {
    model.Ethernet: _ethernet,
    model.Wifi: _wifi,
    model.NmDevice: _nm_device,
    model.Bond: _bond,
    model.Bridge: _bridge,
    model.Vlan: _vlan,
    model.Vrf: _vrf,
    model.Veth: _veth,
    model.Tunnel: _tunnel,
}
