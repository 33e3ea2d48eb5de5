"""What netplan cannot take for systemd-networkd."""

from __future__ import annotations

from netinit.renderers.netplan._link import idle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.renderers.netplan._link import Check, Fitting

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


def _generation(fitting: Fitting) -> None:
    if fitting.body["ipv6-address-generation"] == "stable-privacy":
        fitting.newer(("ipv6-address-generation",), "'stable-privacy' with systemd-networkd", "1.1")


def _networkmanager(fitting: Fitting) -> None:
    if fitting.section != "nm-devices":
        fitting.leave_out("networkmanager")


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


OF_NETWORKD: dict[str, Check] = {
    "ipv6-address-generation": _generation,
    "networkmanager": _networkmanager,
    "dhcp4-overrides": _overrides,
    "dhcp6-overrides": _overrides,
    "optional-addresses": idle("optional-addresses"),  # systemd has no such setting
}
