"""What netplan cannot take for NetworkManager, and what it takes and forgets."""

from __future__ import annotations

from netinit.renderers.netplan._link import below, has_family, idle, set_or_delete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.renderers.netplan._link import Check, Fitting

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
                below(fitting, rule.path) or ("routing-policy",),
                f"{fitting.who} needs a 'priority' in each rule; the rule is left out",
            )
    items = [item for item in fitting.body["routing-policy"] if "priority" in item]
    set_or_delete(fitting.body, "routing-policy", items)


def _nameservers(fitting: Fitting) -> None:
    """NetworkManager refuses a profile that has name servers of a family without addresses of it."""
    servers = fitting.body["nameservers"]
    kept = []
    for server in servers.get("addresses", ()):
        family = 6 if ":" in server else 4
        if has_family(fitting.link, family):
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


def _idle_overrides(fitting: Fitting) -> None:
    for name in ("dhcp4-overrides", "dhcp6-overrides"):
        for key in fitting.body.get(name, ()):
            if key in IDLE_OVERRIDES:
                fitting.warn((name, key), f"{fitting.who} does nothing with '{key}'")


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
        key: idle(key)
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
