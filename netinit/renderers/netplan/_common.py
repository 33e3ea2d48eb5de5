"""What no netplan takes, or 0.106 does not, whatever the backend."""

from __future__ import annotations

from netinit.renderers.netplan._link import NM, below, has_family, set_or_delete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from netinit.renderers.netplan._link import Check, Fitting
    from netinit.report import Path

MAC_WORDS = {
    "permanent": "1.0",
    "random": "1.0",
    "stable": "1.0",
    "preserve": "1.0",
    "stable-ssid": "1.2",
}

KEY_MANAGEMENT_OF_0_107 = frozenset({"psk-sha256", "eap-sha256", "eap-suite-b-192", "sae"})

NEWER_METHODS = frozenset({"leap", "pwd"})

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


def _since(key: str, version: str) -> Check:
    def check(fitting: Fitting) -> None:
        fitting.newer((key,), f"'{key}'", version)

    return check


def _extension(fitting: Fitting) -> None:
    fitting.leave_out("networkd", "which is netinit's own")


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
            path = (*below(fitting, route.path), "advertised-mss")
            fitting.newer(path, "'advertised-mss'", "1.1")
        if fitting.backend == NM and route.type != "unicast":
            fitting.warn(
                (*below(fitting, route.path), "type"),
                f"{fitting.who} cannot say a route of type '{route.type}'; the route is left out",
            )
    if fitting.backend == NM:
        items = [item for item in items if item.get("type", "unicast") == "unicast"]
        set_or_delete(fitting.body, "routes", items)
        _families_without_address(fitting)


def _families_without_address(fitting: Fitting) -> None:
    for family in sorted({route.family for route in fitting.link.routes}):
        if not has_family(fitting.link, family):
            fitting.warn(
                ("routes",),
                f"{fitting.who} forgets IPv{family} 'routes' of a link without IPv{family} address or DHCP",
            )


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
    # netplan refuses `tcp` for networkd, though wpa_supplicant knows it
    wrong = set() if fitting.backend == NM else {"tcp"}
    if len(words) > 1:
        wrong.add("default")  # stands alone or not at all
    for index, word in enumerate(words):
        if word in wrong:
            fitting.warn(
                ("wakeonwlan", index),
                f"{fitting.who} cannot say '{word}' in 'wakeonwlan'"
                f"{' beside others' if word == 'default' else ''}; left out",
            )
    set_or_delete(fitting.body, "wakeonwlan", [word for word in words if word not in wrong])


def _match(fitting: Fitting) -> None:
    match = fitting.body["match"]
    names = match.get("name")
    if isinstance(names, list):
        if len(names) > 1:
            fitting.drop(("match", "name"), "netplan takes one name or glob here")
            return
        match["name"] = names[0]
    cable = fitting.whole.cables.get(fitting.link.match.mac) if fitting.link.match else None
    if cable is not None:
        del match["macaddress"]
        match["name"] = cable
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
    if "virtual-function-count" in body or fitting.link.id in fitting.whole.pfs:
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
    link: Any = fitting.link
    for key, field in PLAIN_TIMES.items():
        if key in parameters and getattr(link.params, field, None) is not None:
            # copied verbatim into the profile, where only a number is understood
            parameters[key] = getattr(link.params, field)
    primary = parameters.get("primary")
    member = fitting.config.link(primary) if primary else None
    if member is not None and member.name != primary:
        del parameters["primary"]
        fitting.warn(
            ("parameters", "primary"),
            f"{fitting.who} takes the id '{primary}' for the name of a device; left out",
        )


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
