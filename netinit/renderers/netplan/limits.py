"""What netplan cannot take, link by link.

Measured on 0.106 (`netplan generate --root-dir`) with both backends; versions from netplan's history.  A check is
found by the key that it concerns, so that a link pays for the keys it has.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Path, Report

    Check = Callable[["Fitting"], None]

NM = "NetworkManager"


class Fitting:
    """One link on its way into netplan's file: its body is changed in place."""

    __slots__ = ("backend", "body", "config", "id", "link", "report", "section", "sound")

    def __init__(
        self,
        link: AnyLink,
        body: dict[str, Any],
        section: str,
        backend: str,
        config: NetworkConfig,
        report: Report,
    ) -> None:
        self.link, self.body, self.section = link, body, section
        self.backend, self.config, self.report = backend, config, report
        self.id = link.id  # under which it stands in the file
        self.sound = True

    def check(self) -> bool:
        """Fit the body; False where netplan cannot have the link at all."""
        kind = KINDS.get(self.section)
        if kind is not None:
            kind(self)
        backend_checks = OF_NM if self.backend == NM else OF_NETWORKD
        for key in tuple(self.body):
            for checks in (COMMON, backend_checks):
                check = checks.get(key)
                if check is not None and self.sound and key in self.body:
                    check(self)
        return self.sound

    @property
    def who(self) -> str:
        """The backend as messages call it."""
        return f"netplan with {self.backend}"

    def warn(self, keys: Path, message: str) -> None:
        """Note something about a key of the link."""
        self.report.warning((*self.link.path, *keys), message, key=bool(keys))

    def leave_out(self, key: str, why: str = "") -> None:
        """Take a key out."""
        del self.body[key]
        self.warn((key,), f"{self.who} cannot say '{key}'{', ' + why if why else ''}; left out")

    def drop(self, keys: Path, why: str) -> None:
        """Leave the whole link out."""
        self.warn(keys, f"{why}; the link is left out")
        self.sound = False

    def newer(self, keys: Path, what: str, version: str = "") -> None:
        """Note something that netplan 0.106 does not take."""
        newer(self.report, (*self.link.path, *keys), what, version)


def newer(report: Report, path: Path, what: str, version: str = "") -> None:
    """Note something that is handed on and that netplan 0.106 does not take."""
    since = f"netplan {version}" if version else "a later netplan"
    report.warning(
        path, f"{what} needs {since}; an older one refuses the whole file for it", key=True
    )


# --- whatever the backend ------------------------------------------------------------------------------------------


def _since(key: str, version: str) -> Check:
    def check(fitting: Fitting) -> None:
        fitting.newer((key,), f"'{key}'", version)

    return check


def _extension(fitting: Fitting) -> None:
    fitting.leave_out("networkd", "which is netinit's own")


MAC_WORDS = {
    "permanent": "1.0",
    "random": "1.0",
    "stable": "1.0",
    "preserve": "1.0",
    "stable-ssid": "1.2",
}


def _macaddress(fitting: Fitting) -> None:
    word = fitting.body["macaddress"]
    if word not in MAC_WORDS:
        return
    if (fitting.backend != NM and word not in {"permanent", "random"}) or (
        word == "stable-ssid" and fitting.section != "wifis"
    ):
        fitting.leave_out("macaddress", f"'{word}'")
    else:
        fitting.newer(("macaddress",), f"'{word}'", MAC_WORDS[word])


def _routes(fitting: Fitting) -> None:
    body = fitting.body
    kept = []
    for route, item in zip(fitting.link.routes, body["routes"], strict=False):
        if item.get("to") == "default" and not item.get("via") and not item.get("from"):
            # netplan 0.106 cannot tell the family of such a route and aborts
            item["to"] = route.destination
        if "advertised-mss" in item:
            fitting.newer(
                (*_below(fitting, route.path), "advertised-mss"), "'advertised-mss'", "1.1"
            )
        if fitting.backend == NM and route.type != "unicast":
            fitting.warn(
                (*_below(fitting, route.path), "type"),
                f"{fitting.who} cannot say a route of type '{route.type}'; the route is left out",
            )
            continue
        kept.append(item)
    body["routes"] = kept
    if not kept:
        del body["routes"]
    elif fitting.backend == NM:
        _families_without_address(fitting)


def _below(fitting: Fitting, path: Path) -> Path:
    """A path relative to the link's own, where it stands below it."""
    depth = len(fitting.link.path)
    return path[depth:] if path[:depth] == fitting.link.path else ()


def _has_family(link: AnyLink, family: int) -> bool:
    """Whether netplan's NetworkManager writer sees addresses of a family."""
    return (link.dhcp4 if family == 4 else link.dhcp6) or any(
        address.family == family for address in link.addresses
    )


def _families_without_address(fitting: Fitting) -> None:
    for family in {route.family for route in fitting.link.routes}:
        if not _has_family(fitting.link, family):
            fitting.warn(
                ("routes",),
                f"{fitting.who} forgets IPv{family} 'routes' of a link without IPv{family} address or DHCP",
            )


AUTH_SINCE = {
    "psk-sha256": "0.107",
    "eap-sha256": "0.107",
    "eap-suite-b-192": "0.107",
    "sae": "0.107",
}


def _auth(fitting: Fitting) -> None:
    _key_management(fitting, fitting.body["auth"], ("auth",))


def _key_management(fitting: Fitting, auth: dict[str, Any], keys: Path) -> None:
    word = auth.get("key-management")
    if word in AUTH_SINCE:
        fitting.newer((*keys, "key-management"), f"'{word}'", AUTH_SINCE[word])


def _access_points(fitting: Fitting) -> None:
    points = fitting.body["access-points"]
    for ssid in list(points):
        point = points[ssid]
        if "auth" in point:
            _key_management(fitting, point["auth"], ("access-points", ssid, "auth"))
        if fitting.backend != NM:
            if point.get("mode") == "ap":
                fitting.warn(
                    ("access-points", ssid, "mode"),
                    f"{fitting.who} cannot say 'mode: ap'; the access point is left out",
                )
                del points[ssid]
            elif "networkmanager" in point:
                fitting.warn(
                    ("access-points", ssid, "networkmanager"),
                    f"{fitting.who} cannot say 'networkmanager'; left out",
                )
                del point["networkmanager"]
    if not points:
        fitting.drop(("access-points",), "no access point is left")


def _wakeonwlan(fitting: Fitting) -> None:
    words = fitting.body["wakeonwlan"]
    if "default" in words and len(words) > 1:
        fitting.body["wakeonwlan"] = [word for word in words if word != "default"]
        fitting.warn(("wakeonwlan",), "'default' stands alone or not at all; left out")


def _match(fitting: Fitting) -> None:
    match = fitting.body["match"]
    names = match.get("name")
    if isinstance(names, list):
        if len(names) > 1:
            fitting.drop(("match", "name"), "netplan takes one name or glob here")
            return
        match["name"] = names[0]
    if fitting.section == "wifis" and fitting.backend != NM:
        _wifi_by_name(fitting)
    elif fitting.backend == NM and "driver" in match and "set-name" not in fitting.body:
        name = fitting.link.name
        if name is None:
            fitting.drop(("match", "driver"), f"{fitting.who} cannot match by driver")
        else:
            fitting.body["match"] = {"name": name}
            fitting.warn(
                ("match", "driver"),
                f"{fitting.who} cannot match by driver; the nic it means here, '{name}', is matched by name",
            )


def _wifi_by_name(fitting: Fitting) -> None:
    """Put the nic's name in place of the id: with networkd, netplan starts wpa_supplicant for a name."""
    name = fitting.link.name
    if (
        name is None
        or "set-name" in fitting.body
        or (name != fitting.id and fitting.config.link(name) is not None)
    ):
        fitting.drop(("match",), f"{fitting.who} knows Wi-Fi nics by name alone")
        return
    del fitting.body["match"]
    fitting.id = name


def _sriov(fitting: Fitting) -> None:
    body = fitting.body
    links = fitting.config.links
    if "virtual-function-count" in body or any(
        getattr(link, "pf", None) == fitting.link.id for link in links
    ):
        return
    for key in ("embedded-switch-mode", "delay-virtual-functions-rebind"):
        if key in body:
            fitting.leave_out(key, "for a nic without virtual functions")


def _parameters(fitting: Fitting) -> None:
    parameters = fitting.body["parameters"]
    if "arp-ip-target" in parameters:
        # what cloud-init's own converter writes, and netplan does not know
        parameters["arp-ip-targets"] = parameters.pop("arp-ip-target")
    if fitting.backend != NM:
        return
    params: Any = fitting.link.params  # type: ignore[union-attr]
    for key, field in PLAIN_TIMES.items():
        if key in parameters and getattr(params, field, None) is not None:
            # copied verbatim into the profile, where only a number is understood
            parameters[key] = getattr(params, field)
    primary = parameters.get("primary")
    member = fitting.config.link(primary) if primary else None
    if member is not None and member.name != primary:
        del parameters["primary"]
        fitting.warn(
            ("parameters", "primary"),
            f"{fitting.who} takes the id '{primary}' for the name of a device; left out",
        )


PLAIN_TIMES = {
    "mii-monitor-interval": "miimon",
    "up-delay": "up_delay",
    "down-delay": "down_delay",
    "arp-interval": "arp_interval",
    "learn-packet-interval": "learn_packet_interval",
    "ageing-time": "ageing_time",
    "aging-time": "ageing_time",
    "forward-delay": "forward_delay",
    "hello-time": "hello_time",
    "max-age": "max_age",
}


# --- with systemd-networkd -----------------------------------------------------------------------------------------


def _generation(fitting: Fitting) -> None:
    if fitting.body["ipv6-address-generation"] == "stable-privacy":
        fitting.newer(("ipv6-address-generation",), "'stable-privacy' with systemd-networkd", "1.1")


def _networkmanager(fitting: Fitting) -> None:
    if fitting.section != "nm-devices":
        fitting.leave_out("networkmanager")


OVERRIDES = (
    ("use_dns", "use-dns", True),
    ("use_ntp", "use-ntp", True),
    ("use_hostname", "use-hostname", True),
    ("use_mtu", "use-mtu", True),
    ("use_routes", "use-routes", True),
    ("use_domains", "use-domains", None),
    ("send_hostname", "send-hostname", True),
    ("hostname", "hostname", None),
    ("route_metric", "route-metric", None),
)


def _overrides(fitting: Fitting) -> None:
    """Leave out overrides in which the families differ: netplan writes one [DHCP] section for both."""
    link, body = fitting.link, fitting.body
    if not (link.dhcp4 and link.dhcp6):
        return
    four, six = link.dhcp4_overrides, link.dhcp6_overrides
    for field, key, default in OVERRIDES:
        values = [
            default if given is None or getattr(given, field) is None else getattr(given, field)
            for given in (four, six)
        ]
        if values[0] == values[1]:
            continue
        given = [
            (name, body[name].pop(key))
            for name in ("dhcp6-overrides", "dhcp4-overrides")
            if key in body.get(name, {})
        ]
        if not given:
            continue  # done when the other family's overrides were looked at
        path = (*link.path, "dhcp6-overrides", key)
        message = (
            f"{fitting.who} needs the same '{key}' for both families, found {_word(values[0])} for DHCPv4 "
            f"and {_word(values[1])} for DHCPv6; left out for both"
        )
        note = fitting.report.warning if fitting.config.tree is None else fitting.report.error
        note(path, message, at=(*link.path, given[0][0], key))
    for name in ("dhcp4-overrides", "dhcp6-overrides"):
        if name in body and not body[name]:
            del body[name]


def _word(value: object) -> str:
    if value is None:
        return "none"
    return f"'{str(value).lower() if isinstance(value, bool) else value}'"


# --- with NetworkManager -------------------------------------------------------------------------------------------


def _activation(fitting: Fitting) -> None:
    if fitting.body["activation-mode"] == "off":
        fitting.body["activation-mode"] = "manual"
        fitting.warn(
            ("activation-mode",),
            f"{fitting.who} cannot say 'off'; written as 'manual', which somebody may bring up",
        )


def _unsaid(key: str) -> Check:
    def check(fitting: Fitting) -> None:
        fitting.leave_out(key)

    return check


def _addresses(fitting: Fitting) -> None:
    items = fitting.body["addresses"]
    for index, item in enumerate(items):
        if isinstance(item, dict):
            spelled, options = next(iter(item.items()))
            items[index] = spelled
            for key in options:
                fitting.warn(
                    ("addresses", index, spelled, key),
                    f"{fitting.who} cannot say '{key}' of an address; left out",
                )


def _rules(fitting: Fitting) -> None:
    fitting.warn(
        ("routing-policy",),
        "with NetworkManager, netplan before 1.2 forgets 'routing-policy'",
    )
    kept = []
    for rule, item in zip(fitting.link.rules, fitting.body["routing-policy"], strict=False):
        if rule.priority is None:
            fitting.warn(
                _below(fitting, rule.path) or ("routing-policy",),
                f"{fitting.who} needs a 'priority' in each rule; the rule is left out",
            )
        else:
            kept.append(item)
    fitting.body["routing-policy"] = kept
    if not kept:
        del fitting.body["routing-policy"]


def _nameservers(fitting: Fitting) -> None:
    """NetworkManager refuses a profile that has name servers of a family without addresses of it."""
    servers = fitting.body["nameservers"]
    kept = []
    for server in servers.get("addresses", ()):
        family = 6 if ":" in server else 4
        if _has_family(fitting.link, family):
            kept.append(server)
        else:
            fitting.warn(
                ("nameservers", "addresses"),
                f"{fitting.who} cannot say the IPv{family} name server '{server}' for a link without "
                f"IPv{family} address or DHCP; left out",
            )
    if kept:
        servers["addresses"] = kept
    else:
        servers.pop("addresses", None)
    if not servers:
        del fitting.body["nameservers"]


# --- single kinds --------------------------------------------------------------------------------------------------


def _modem(fitting: Fitting) -> None:
    if fitting.backend != NM:
        fitting.drop((), f"{fitting.who} has no modems")


def _nm_device(fitting: Fitting) -> None:
    if fitting.backend != NM:
        # netplan 0.106 aborts where it is not told what is the only choice
        fitting.body["renderer"] = fitting.backend = NM


# What a VRF can have in 0.106; later versions take what other links do.
VRF_KEYS = frozenset(
    {"table", "interfaces", "routes", "routing-policy", "renderer", "openvswitch", "networkd"}
)


def _vrf(fitting: Fitting) -> None:
    for key in fitting.body:
        if key not in VRF_KEYS:
            fitting.newer((key,), f"'{key}' of a VRF")


def _tunnel(fitting: Fitting) -> None:
    mode = fitting.body["mode"]
    if mode == "wireguard":
        _wireguard(fitting)
    elif mode != "vxlan":
        _ip_tunnel(fitting, mode)


def _ip_tunnel(fitting: Fitting, mode: str) -> None:
    body = fitting.body
    if not body.get("local"):
        # 0.106 wants to be told that any address will do
        body["local"] = "::" if ":" in body["remote"] else "0.0.0.0"  # noqa: S104 - nothing is bound to it
    if fitting.backend != NM:
        if mode == "isatap":
            fitting.drop(("mode",), f"{fitting.who} has no tunnels of mode isatap")
        return
    if mode in {"gretap", "ip6gretap"}:
        fitting.newer(("mode",), f"a tunnel of mode {mode} with NetworkManager")
    if mode in {"vti", "vti6"}:
        for key in ("key", "keys"):
            if key in body:
                fitting.leave_out(key, f"for a tunnel of mode {mode}")


def _wireguard(fitting: Fitting) -> None:
    link: Any = fitting.link
    body = fitting.body
    if link.private_key is None:
        fitting.newer((), "a WireGuard tunnel without private key")
    elif fitting.backend == NM and link.private_key.startswith("/"):
        key = "key" if "key" in body else "keys"
        fitting.drop((key,), f"{fitting.who} takes no key from a file")
        return
    if link.key_flags:
        key = "keys" if "keys" in body else "key"
        fitting.newer((key, "private-key-flags"), "'private-key-flags'", "0.107")
    if fitting.backend == NM:
        kept = []
        for peer, item in zip(link.peers, body.get("peers", ()), strict=False):
            if (peer.preshared_key or "").startswith("/"):
                fitting.warn(
                    _below(fitting, peer.path) or ("peers",),
                    f"{fitting.who} takes no shared key from a file; the peer is left out",
                )
            else:
                kept.append(item)
        body["peers"] = kept
    if not body.get("peers"):
        body.pop("peers", None)
        fitting.newer((), "a WireGuard tunnel without 'peers'")
    for peer in link.peers:
        if not peer.allowed_ips:
            fitting.newer(_below(fitting, peer.path), "a peer without 'allowed-ips'")


COMMON: dict[str, Check] = {
    "hairpin": _since("hairpin", "1.0"),
    "port-mac-learning": _since("port-mac-learning", "1.0"),
    "ra-overrides": _since("ra-overrides", "1.1"),
    "networkd": _extension,
    "macaddress": _macaddress,
    "routes": _routes,
    "auth": _auth,
    "access-points": _access_points,
    "wakeonwlan": _wakeonwlan,
    "match": _match,
    "embedded-switch-mode": _sriov,
    "delay-virtual-functions-rebind": _sriov,
    "parameters": _parameters,
}
OF_NETWORKD: dict[str, Check] = {
    "ipv6-address-generation": _generation,
    "networkmanager": _networkmanager,
    "dhcp4-overrides": _overrides,
    "dhcp6-overrides": _overrides,
}
OF_NM: dict[str, Check] = {
    "activation-mode": _activation,
    "ipv6-mtu": _unsaid("ipv6-mtu"),
    "addresses": _addresses,
    "routing-policy": _rules,
    "nameservers": _nameservers,
}
KINDS: dict[str, Check] = {
    "modems": _modem,
    "nm-devices": _nm_device,
    "vrfs": _vrf,
    "tunnels": _tunnel,
}
