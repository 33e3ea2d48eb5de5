"""[bond] of a profile: the kernel's options, of which NetworkManager refuses or drops those that a mode lacks.

Source: the kernel's bonding documentation, for the modes; `nmcli --offline` 1.42, for limits and combinations.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import Bond
    from netinit.renderers.networkmanager._job import Job

    Keys = dict[str, str]

INT_MAX = 2**31 - 1
RR, ACTIVE, LACP = "balance-rr", "active-backup", "802.3ad"
TLB, ALB = "balance-tlb", "balance-alb"
# field → option, key of version 2, least, most, modes that have it (None: all)
NUMBERS: tuple[tuple[str, str, str, int, int, frozenset[str] | None], ...] = (
    ("min_links", "min_links", "min-links", 0, INT_MAX, None),
    ("packets_per_member", "packets_per_slave", "packets-per-slave", 0, 65535, frozenset({RR})),
    ("resend_igmp", "resend_igmp", "resend-igmp", 0, 255, None),
    ("learn_packet_interval", "lp_interval", "learn-packet-interval", 1, INT_MAX, None),
    ("ad_actor_sys_prio", "ad_actor_sys_prio", "ad-actor-sys-prio", 1, 65535, frozenset({LACP})),
    ("ad_user_port_key", "ad_user_port_key", "ad-user-port-key", 0, 1023, frozenset({LACP})),
)
# field → option, key of version 2, words, modes that have it (None: all)
WORDS: tuple[tuple[str, str, str, tuple[str, ...], frozenset[str] | None], ...] = (
    ("lacp_rate", "lacp_rate", "lacp-rate", ("slow", "fast"), frozenset({LACP})),
    (
        "transmit_hash_policy",
        "xmit_hash_policy",
        "transmit-hash-policy",
        ("layer2", "layer3+4", "layer2+3", "encap2+3", "encap3+4", "vlan+srcmac"),
        None,
    ),
    ("ad_select", "ad_select", "ad-select", ("stable", "bandwidth", "count"), None),
    (
        "fail_over_mac_policy",
        "fail_over_mac",
        "fail-over-mac-policy",
        ("none", "active", "follow"),
        None,
    ),
    (
        "primary_reselect_policy",
        "primary_reselect",
        "primary-reselect-policy",
        ("always", "better", "failure"),
        None,
    ),
)
BOOLEANS: tuple[tuple[str, str, str, frozenset[str] | None], ...] = (
    ("all_members_active", "all_slaves_active", "all-slaves-active", None),
    ("dynamic_tlb", "tlb_dynamic_lb", "dynamic-tlb", frozenset({TLB, ALB})),
    ("use_carrier", "use_carrier", "use-carrier", None),
)
ARP_VALIDATE = (
    "none",
    "active",
    "backup",
    "all",
    "filter",
    "filter_active",
    "filter_backup",
)
WITHOUT_ARP = frozenset({LACP, TLB, ALB})
WITH_PRIMARY = frozenset({ACTIVE, TLB, ALB})


def options(job: Job, link: Bond) -> Keys:
    """The keys of [bond]."""
    params = link.params
    mode = params.mode or RR
    keys: Keys = {} if params.mode is None else {"mode": mode}
    if mode not in WITH_PRIMARY | {RR, "balance-xor", "broadcast", LACP}:
        job.cannot(link, "parameters.mode", f"{mode}, which is Open vSwitch's; balance-rr is used")
        keys["mode"] = mode = RR
    given = params.__dict__
    if not given:
        return keys
    maker = _Options(job, link, mode, keys)
    maker.monitoring()
    for field, option, key, least, most, modes in NUMBERS:
        value = given.get(field)
        if value is not None and maker.has(key, modes):
            maker.number(option, key, value, least, most)
    for field, option, key, words, modes in WORDS:
        value = given.get(field)
        if value is not None and maker.has(key, modes):
            maker.word(option, key, value, words)
    for field, option, key, modes in BOOLEANS:
        value = given.get(field)
        if value is not None and maker.has(key, modes):
            keys[option] = "1" if value else "0"
    maker.announcements()
    maker.members()
    if params.ad_actor_system is not None and maker.has("ad-actor-system", frozenset({LACP})):
        keys["ad_actor_system"] = params.ad_actor_system
    return keys


class _Options:
    """The options of one bond being collected."""

    def __init__(self, job: Job, link: Bond, mode: str, keys: Keys) -> None:
        self.job, self.link, self.params, self.mode, self.keys = job, link, link.params, mode, keys

    def cannot(self, key: str, why: str) -> None:
        self.job.cannot(self.link, f"parameters.{key}", why)

    def has(self, key: str, modes: frozenset[str] | None) -> bool:
        """Whether the mode has an option; reported where it has not."""
        if modes is None or self.mode in modes:
            return True
        self.cannot(key, f"in mode {self.mode}")
        return False

    def number(self, option: str, key: str, value: int, least: int, most: int) -> None:
        text = self.job.number(value, least, most, (*self.link.path, "parameters", key))
        if text is not None:
            self.keys[option] = text

    def word(self, option: str, key: str, value: str, words: tuple[str, ...]) -> None:
        if value in words:
            self.keys[option] = value
        else:
            self.cannot(key, f"'{value}'; it knows {', '.join(words)}")

    def monitoring(self) -> None:
        """How a dead port is noticed: by its carrier (miimon) or by ARP."""
        params = self.params
        if params.miimon is not None:
            self.number("miimon", "mii-monitor-interval", params.miimon, 0, INT_MAX)
        for option, key, value in (
            ("updelay", "up-delay", params.up_delay),
            ("downdelay", "down-delay", params.down_delay),
        ):
            if value is None:
                continue
            if params.miimon:
                self.number(option, key, value, 0, INT_MAX)
            elif value:
                self.cannot(key, "without 'mii-monitor-interval'")
        if params.arp_interval is None and not params.arp_ip_targets:
            self.arp_details()
        elif self.mode in WITHOUT_ARP:
            for key, given in (
                ("arp-interval", params.arp_interval),
                ("arp-ip-targets", params.arp_ip_targets),
                ("arp-validate", params.arp_validate),
                ("arp-all-targets", params.arp_all_targets),
            ):
                if given:
                    self.cannot(key, f"in mode {self.mode}")
        elif params.arp_interval and params.arp_ip_targets:
            self.number("arp_interval", "arp-interval", params.arp_interval, 1, INT_MAX)
            if "arp_interval" in self.keys:
                self.keys["arp_ip_target"] = ",".join(params.arp_ip_targets)
                self.arp_details()
        elif params.arp_interval:
            self.cannot("arp-interval", "without 'arp-ip-targets'")
        elif params.arp_ip_targets:
            self.cannot("arp-ip-targets", "without 'arp-interval'")

    def arp_details(self) -> None:
        params = self.params
        if params.arp_validate is not None:
            self.word("arp_validate", "arp-validate", params.arp_validate, ARP_VALIDATE)
        if params.arp_all_targets is not None:
            self.word("arp_all_targets", "arp-all-targets", params.arp_all_targets, ("any", "all"))

    def announcements(self) -> None:
        """Gratuitous ARP and its IPv6 twin, which are one number in the kernel."""
        params = self.params
        arp, na = params.gratuitous_arp, params.unsolicited_na
        if arp is not None and na is not None and arp != na:
            self.cannot("num-unsol-na", f"other than the {arp} of gratuitous ARP")
        count = na if arp is None else arp
        if count is not None:
            self.number("num_grat_arp", "gratuitous-arp", count, 0, 255)
            self.number("num_unsol_na", "gratuitous-arp", count, 0, 255)
        delay = params.peer_notify_delay
        if delay is not None:
            # Without a number NetworkManager itself monitors every 100 ms.
            if delay % (params.miimon or 100):
                self.cannot("peer-notif-delay", "that is no multiple of 'mii-monitor-interval'")
            else:
                self.number("peer_notif_delay", "peer-notif-delay", delay, 0, INT_MAX)

    def members(self) -> None:
        """The ports that are preferred, which the kernel knows by the names of their devices."""
        params = self.params
        for option, key, member in (
            ("primary", "primary", params.primary),
            ("active_slave", "active-slave", params.active_member),
        ):
            if member is None or not self.has(key, WITH_PRIMARY):
                continue
            port = self.job.config.link(member)
            name = port.name if port is not None else member
            if name is None:
                self.cannot(key, f"since only the machine knows which device '{member}' is")
            else:
                self.keys[option] = name
