"""What each kind of link has in its profile beyond addresses: connection.type and the group of that type."""

from __future__ import annotations

from netinit.renderers.networkmanager import _auth, _bond, _keyfile, _tunnels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from netinit.model.network import AnyLink, Bridge, Ethernet, Modem, Veth, Vlan, Vrf
    from netinit.renderers.networkmanager._job import Job
    from netinit.renderers.networkmanager._keyfile import Profile

    Keys = dict[str, str]

FEATURES = {
    "receive-checksum-offload": "feature-rx",
    "transmit-checksum-offload": "feature-tx",
    "tcp-segmentation-offload": "feature-tso",
    "tcp6-segmentation-offload": "feature-tx-tcp6-segmentation",
    "generic-segmentation-offload": "feature-gso",
    "generic-receive-offload": "feature-gro",
    "large-receive-offload": "feature-lro",
}
MAGIC, NO_WAKE = "64", "0"  # NMSettingWiredWakeOnLan; 1 would leave it to the driver
LAYER2_TUNNELS = frozenset({"gretap", "ip6gretap"})
# The group that holds `mtu`, and the one that holds `cloned-mac-address`; [ethernet] for all others.
MTU_GROUPS = {
    "infiniband": "infiniband",
    "wifi": "wifi",
    "ip-tunnel": "ip-tunnel",
    "wireguard": "wireguard",
    "gsm": "gsm",
    "cdma": "cdma",
    "loopback": "loopback",
}
MAC_GROUPS = {
    "infiniband": None,
    "wifi": "wifi",
    "ip-tunnel": None,
    "wireguard": None,
    "gsm": None,
    "cdma": None,
    "loopback": None,
}
GSM_FIELDS = (
    "apn",
    "auto_config",
    "device_id",
    "network_id",
    "pin",
    "sim_id",
    "sim_operator_id",
)


def connection_type(link: AnyLink) -> str:
    """connection.type of a link."""
    match link.kind:
        case "ethernet":
            return "infiniband" if link.infiniband else "ethernet"  # type: ignore[union-attr]
        case "tunnel":
            return "ip-tunnel"
        case "modem":
            gsm = any(getattr(link, field) is not None for field in GSM_FIELDS)
            return "gsm" if gsm else "cdma"
        case "nm-device":
            return "ethernet"  # `passthrough` holds the true one
        case kind:
            return kind


def write(job: Job, link: AnyLink, kind: str, profile: Profile) -> None:
    """Fill in what is particular to the link's kind, and what belongs to its hardware."""
    if link.mtu is not None:
        _mtu(job, link, kind, profile)
    if link.mac is not None:
        _mac(job, link, kind, profile)
    if link.wakeonlan is not None:
        if kind == "ethernet":
            profile.group("ethernet")["wake-on-lan"] = MAGIC if link.wakeonlan else NO_WAKE
        else:
            job.cannot(link, "wakeonlan", f"for {link.kind} links")
    if link.offloads:
        features = profile.group("ethtool")
        for name, on in link.offloads:
            features[FEATURES[name]] = _keyfile.boolean(on)
    if link.bridge_port is not None:
        _bridge_port(job, link, profile)
    if link.auth is not None:
        # A Wi-Fi link's own credentials are those of access points that have none (netplan: ignored).
        if kind == "ethernet":
            _auth.eap(job, link.auth, profile)
        else:
            job.cannot(link, "auth", f"for {link.kind} links as a whole")
    writer = WRITERS.get(link.kind)
    if writer is not None:
        writer(job, link, profile)


def _mtu(job: Job, link: AnyLink, kind: str, profile: Profile) -> None:
    most = 65520 if kind == "infiniband" else 2**32 - 1
    text = job.number(link.mtu or 0, 0, most, (*link.path, "mtu"))
    if text is not None:
        profile.group(MTU_GROUPS.get(kind, "ethernet"))["mtu"] = text


def _mac(job: Job, link: AnyLink, kind: str, profile: Profile) -> None:
    mac = link.mac or ""
    group = MAC_GROUPS.get(kind, "ethernet")
    if getattr(link, "mode", None) in LAYER2_TUNNELS:
        group = "ethernet"
    if group is None or len(mac) > 17:
        job.cannot(link, "macaddress", f"for {link.kind} links")
        return
    if mac == "stable-ssid":
        if kind != "wifi":
            job.cannot(link, "macaddress", "with 'stable-ssid', which is for Wi-Fi")
            return
        job.report.warning(
            (*link.path, "macaddress"), "NetworkManager before 1.46 does not know 'stable-ssid'"
        )
    profile.group(group)["cloned-mac-address"] = mac


def _bridge_port(job: Job, link: AnyLink, profile: Profile) -> None:
    port = link.bridge_port
    master = job.config.link(link.master) if link.master is not None else None
    if port is None or master is None or master.kind != "bridge":
        for key in port.own_keys() if port is not None else ():
            job.cannot(link, key, "for a link that is no port of a bridge")
        return
    keys: Keys = {}
    path = (*master.path, "parameters")
    if port.path_cost is not None:
        cost = job.number(port.path_cost, 0, 65535, (*path, "path-cost", link.id))
        if cost is not None:
            keys["path-cost"] = cost
    if port.priority is not None:
        priority = job.number(port.priority, 0, 63, (*path, "port-priority", link.id))
        if priority is not None:
            keys["priority"] = priority
    if port.hairpin is not None:
        keys["hairpin-mode"] = _keyfile.boolean(port.hairpin)
    if port.learning is not None:
        job.cannot(link, "port-mac-learning")
    if port.neigh_suppress is not None:
        job.cannot(link, "neigh-suppress")
    if keys:
        profile.group("bridge-port").update(keys)


def _ethernet(job: Job, link: Ethernet, profile: Profile) -> None:
    if link.infiniband:
        profile.group("infiniband")["transport-mode"] = link.infiniband_mode or "datagram"
    if link.vf_count is not None:
        profile.group("sriov")["total-vfs"] = str(link.vf_count)
    if link.pf is not None:
        job.cannot(link, "link", "it takes a virtual function for a nic like any other")
    if link.eswitch_mode is not None:
        job.cannot(link, "embedded-switch-mode", "before 1.46")
    if link.delay_rebind:
        job.cannot(link, "delay-virtual-functions-rebind")


def _modem(job: Job, link: Modem, profile: Profile) -> None:
    gsm = connection_type(link) == "gsm"
    keys = profile.group("gsm" if gsm else "cdma")
    for field, key in (("username", "username"), ("password", "password"), ("number", "number")):
        value = getattr(link, field)
        if value is not None:
            job.put(keys, key, value, (*link.path, field))
    profile.secret = link.password is not None or link.pin is not None
    if gsm:
        _gsm(job, link, keys)
    elif "number" not in keys:
        keys["number"] = "#777"
        job.report.warning(
            (*link.path, "number"),
            "NetworkManager needs the number of a CDMA modem; #777, the usual one, is used",
            at=link.path,
        )


def _gsm(job: Job, link: Modem, keys: Keys) -> None:
    accounts = link.apn is not None or link.username is not None or link.password is not None
    if not accounts:
        keys["auto-config"] = "true"
    elif link.auto_config:
        job.cannot(link, "auto-config", "beside 'apn', 'username' or 'password'")
    for field, key, fits in (
        ("apn", "apn", _is_apn),
        ("device_id", "device-id", _anything),
        ("network_id", "network-id", _is_number),
        ("pin", "pin", _anything),
        ("sim_id", "sim-id", _anything),
        ("sim_operator_id", "sim-operator-id", _is_operator),
    ):
        value = getattr(link, field)
        if value is None:
            continue
        if fits(value):
            job.put(keys, key, value, (*link.path, key))
        else:
            job.cannot(link, key, "in this form")


APN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


def _is_apn(text: str) -> bool:
    return len(text) <= 64 and APN.issuperset(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and 5 <= len(text) <= 6


_is_operator = _is_number


def _anything(text: str) -> bool:
    return bool(text)


BRIDGE_TIMES = (
    ("forward_delay", "forward-delay", 2, 30),
    ("hello_time", "hello-time", 1, 10),
    ("max_age", "max-age", 6, 40),
)


def _bridge(job: Job, link: Bridge, profile: Profile) -> None:
    keys = profile.group("bridge")
    params = link.params
    path = (*link.path, "parameters")
    if params.stp is not None:
        keys["stp"] = _keyfile.boolean(params.stp)
    if params.priority is not None:
        keys["priority"] = str(params.priority)
    if params.ageing_time is not None:
        text = job.number(params.ageing_time, 0, 1000000, (*path, "ageing-time"))
        if text is not None:
            keys["ageing-time"] = text
    for field, key, least, most in BRIDGE_TIMES:
        value = getattr(params, field)
        if value is None:
            continue
        # Zero is allowed where the spanning tree protocol is off.
        low = 0 if value == 0 and params.stp is False else least
        text = job.number(value, low, most, (*path, key))
        if text is not None:
            keys[key] = text
    if not keys:
        del profile.groups["bridge"]


def _vlan(job: Job, link: Vlan, profile: Profile) -> None:
    keys = profile.group("vlan")
    keys["id"] = str(link.vlan_id)
    keys["parent"] = job.reference(link.link)


def _vrf(job: Job, link: Vrf, profile: Profile) -> None:
    profile.group("vrf")["table"] = str(link.table)


def _veth(job: Job, link: Veth, profile: Profile) -> None:
    peer = job.config.link(link.peer)
    profile.group("veth")["peer"] = _keyfile.string(peer.name or peer.id if peer else link.peer)


def _write_bond(job: Job, link: Any, profile: Profile) -> None:
    options = _bond.options(job, link)
    if options:
        profile.groups["bond"] = options


WRITERS: dict[str, Callable[[Job, Any, Profile], None]] = {
    "ethernet": _ethernet,
    "modem": _modem,
    "bond": _write_bond,
    "bridge": _bridge,
    "vlan": _vlan,
    "vrf": _vrf,
    "veth": _veth,
    "tunnel": _tunnels.ip_tunnel,
    "vxlan": _tunnels.vxlan,
    "wireguard": _tunnels.wireguard,
}
