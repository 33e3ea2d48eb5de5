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
        tables = (COMMON, OF_NM if self.backend == NM else OF_NETWORKD)
        checks = [table[key] for key in self.body for table in tables if key in table]
        for check in dict.fromkeys(checks):
            if self.sound:
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
    # Lists are matched by what they say: the model holds gateway4 too, and a route that stands twice just once.
    items = fitting.body["routes"]
    for item in items:
        if item["to"] == "default" and not item.get("via") and not item.get("from"):
            # netplan 0.106 cannot tell the family of such a route and aborts
            item["to"] = "0.0.0.0/0"
    for route in fitting.link.routes:
        if route.advmss is not None:
            path = (*_below(fitting, route.path), "advertised-mss")
            fitting.newer(path, "'advertised-mss'", "1.1")
        if fitting.backend == NM and route.type != "unicast":
            fitting.warn(
                (*_below(fitting, route.path), "type"),
                f"{fitting.who} cannot say a route of type '{route.type}'; the route is left out",
            )
    if fitting.backend == NM:
        items = [item for item in items if item.get("type", "unicast") == "unicast"]
        _set_or_delete(fitting.body, "routes", items)
        _families_without_address(fitting)


def _set_or_delete(body: dict[str, Any], key: str, items: list[Any]) -> None:
    if items:
        body[key] = items
    else:
        del body[key]


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


KEY_MANAGEMENT_OF_0_107 = frozenset({"psk-sha256", "eap-sha256", "eap-suite-b-192", "sae"})
NEWER_METHODS = frozenset({"leap", "pwd"})


def _auth(fitting: Fitting) -> None:
    _credentials(fitting, fitting.body["auth"], ("auth",))


def _credentials(fitting: Fitting, auth: dict[str, Any], keys: Path) -> None:
    word, method = auth.get("key-management"), auth.get("method")
    if word in KEY_MANAGEMENT_OF_0_107:
        fitting.newer((*keys, "key-management"), f"'{word}'", "0.107")
    if method in NEWER_METHODS:
        fitting.newer((*keys, "method"), f"'{method}'")


def _access_points(fitting: Fitting) -> None:
    points = fitting.body["access-points"]
    for ssid in list(points):
        point = points[ssid]
        if "auth" in point:
            _credentials(fitting, point["auth"], ("access-points", ssid, "auth"))
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
    wrong = (
        {"tcp"} if fitting.backend != NM else set()
    )  # netplan refuses it, though wpa_supplicant knows it
    if len(words) > 1:
        wrong.add("default")  # stands alone or not at all
    for index, word in enumerate(words):
        if word in wrong:
            fitting.warn(
                ("wakeonwlan", index),
                f"{fitting.who} cannot say '{word}' in 'wakeonwlan'"
                f"{' beside others' if word == 'default' else ''}; left out",
            )
    _set_or_delete(fitting.body, "wakeonwlan", [word for word in words if word not in wrong])


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


def _openvswitch(fitting: Fitting) -> None:
    """Only what is part of an Open vSwitch can carry settings of it."""
    link = fitting.link
    master = fitting.config.link(link.master) if link.master else None
    settings = fitting.body["openvswitch"]
    if (
        fitting.section not in {"bonds", "bridges"}
        and (settings.get("external-ids") or settings.get("other-config"))
        and (master is None or master.openvswitch is None)
    ):
        fitting.leave_out("openvswitch", "for a link that belongs to no bridge or bond of it")


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
    """Make the overrides of both families agree: netplan writes one [DHCP] section for them."""
    link, body = fitting.link, fitting.body
    if not (link.dhcp4 and link.dhcp6):
        return
    for field, key, default in OVERRIDES:
        values = [
            default if given is None or getattr(given, field) is None else getattr(given, field)
            for given in (link.dhcp4_overrides, link.dhcp6_overrides)
        ]
        names = [
            name for name in ("dhcp6-overrides", "dhcp4-overrides") if key in body.get(name, {})
        ]
        if values[0] == values[1] or not names:
            continue
        instead = "left out for both"
        for name in names:
            del body[name][key]
        if key == "route-metric":
            # Metrics of two families never meet; losing them would make links equal that are not.
            metric = values[1] if values[0] is None else values[0]
            instead = f"{metric} is written for both"
            for name in ("dhcp4-overrides", "dhcp6-overrides"):
                body.setdefault(name, {})[key] = metric
        found = f"found {_word(values[0])} for DHCPv4 and {_word(values[1])} for DHCPv6"
        note = fitting.report.warning if fitting.config.tree is None else fitting.report.error
        note(
            (*link.path, "dhcp6-overrides", key),
            f"{fitting.who} needs the same '{key}' for both families, {found}; {instead}",
            at=(*link.path, names[0], key),
        )
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
    for rule in fitting.link.rules:
        if rule.priority is None:
            fitting.warn(
                _below(fitting, rule.path) or ("routing-policy",),
                f"{fitting.who} needs a 'priority' in each rule; the rule is left out",
            )
    items = [item for item in fitting.body["routing-policy"] if "priority" in item]
    _set_or_delete(fitting.body, "routing-policy", items)


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


def _wakeonlan(fitting: Fitting) -> None:
    if fitting.link.wakeonlan:
        fitting.warn(
            ("wakeonlan",),
            f"{fitting.who} writes the driver's default for 'wakeonlan', not 'magic'",
        )


def _idle(key: str) -> Check:
    """A key that netplan reads and then writes nothing for (measured with 0.106)."""

    def check(fitting: Fitting) -> None:
        fitting.warn((key,), f"{fitting.who} does nothing with '{key}'")

    return check


IDLE_OVERRIDES = frozenset(
    {
        "use-dns",
        "use-ntp",
        "use-hostname",
        "use-mtu",
        "use-domains",
        "send-hostname",
        "hostname",
    }
)


def _idle_overrides(fitting: Fitting) -> None:
    for name in ("dhcp4-overrides", "dhcp6-overrides"):
        for key in fitting.body.get(name, ()):
            if key in IDLE_OVERRIDES:
                fitting.warn((name, key), f"{fitting.who} does nothing with '{key}'")


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
        return
    for peer, item in zip(link.peers, body["peers"], strict=False):
        if not peer.allowed_ips:
            fitting.newer(_below(fitting, peer.path), "a peer without 'allowed-ips'")
        else:
            item["allowed-ips"] = [_with_prefix(text) for text in item["allowed-ips"]]


def _with_prefix(text: str) -> str:
    """A network, a single address with the prefix that netplan wants to see."""
    return text if "/" in text else f"{text}/{128 if ':' in text else 32}"


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
    "openvswitch": _openvswitch,
    "embedded-switch-mode": _sriov,
    "delay-virtual-functions-rebind": _sriov,
    "parameters": _parameters,
}
OF_NETWORKD: dict[str, Check] = {
    "ipv6-address-generation": _generation,
    "networkmanager": _networkmanager,
    "dhcp4-overrides": _overrides,
    "dhcp6-overrides": _overrides,
    "optional-addresses": _idle("optional-addresses"),  # systemd has no such setting
}
OF_NM: dict[str, Check] = {
    "activation-mode": _activation,
    "ipv6-mtu": _unsaid("ipv6-mtu"),
    "addresses": _addresses,
    "routing-policy": _rules,
    "nameservers": _nameservers,
    "wakeonlan": _wakeonlan,
    "dhcp4-overrides": _idle_overrides,
    "dhcp6-overrides": _idle_overrides,
    **{
        key: _idle(key)
        for key in (
            "accept-ra",
            "optional",
            "optional-addresses",
            "critical",
            "ignore-carrier",
            "dhcp-identifier",
            "neigh-suppress",
            "link-local",
            "emit-lldp",
            "flow-label",
            "do-not-fragment",
            "checksums",
            "extensions",
        )
    },
}
KINDS: dict[str, Check] = {
    "modems": _modem,
    "nm-devices": _nm_device,
    "vrfs": _vrf,
    "tunnels": _tunnel,
}
