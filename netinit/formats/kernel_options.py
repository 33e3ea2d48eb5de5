"""Options of bonds and bridges by the names that the kernel, ifenslave and bridge-utils give them.

/etc/network/interfaces (`bond-miimon`, `bridge_fd`), the kernel command line (`bond=bond0:eth0,eth1:miimon=100`) and
version 1 (`bond-miimon`) share these names; those of version 2 stand in netv2_kinds.  Sources: the kernel's
Documentation/networking/bonding.rst, ifenslave(8), bridge-utils-interfaces(5).
"""

from __future__ import annotations

from netinit.formats.addresses import BadValue, ipv4, mac_address, shown
from netinit.formats.keys import did_you_mean, duration_s, integer, listed, loose_boolean, text
from netinit.formats.netv2_kinds import BOND_MODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.keys import Parser
    from netinit.formats.reading import PlainTable


def option_of(*words: str) -> Parser:
    """One of some words, or its number, as the kernel takes both; gives the word."""

    def parse(value: object) -> str:
        if isinstance(value, str):
            lower = value.lower()
            if lower in words:
                return lower
            if value.isascii() and value.isdigit() and len(value) < 3 and int(value) < len(words):
                return words[int(value)]
        raise BadValue(
            f"expected {listed(words)}, found {shown(value)}" + did_you_mean(value, words)
        )

    return parse


def arp_targets(value: object) -> tuple[str, ...]:
    """IPv4 addresses between commas, semicolons or blanks, or in a list; ifenslave's `+` may stand before each."""
    if isinstance(value, list):
        return tuple(target for part in value for target in arp_targets(part))
    words = text(value).replace(",", " ").replace(";", " ").split()
    return tuple(dict.fromkeys(ipv4(word.removeprefix("+")) for word in words))


# The names are those of the kernel with `_`; kernel_name() brings the other spellings to them.
BOND_OPTIONS: PlainTable = {
    "mode": ("mode", option_of(*BOND_MODES)),
    "miimon": ("miimon", integer(0, 2**31 - 1)),
    "updelay": ("up_delay", integer(0, 2**31 - 1)),
    "downdelay": ("down_delay", integer(0, 2**31 - 1)),
    "lacp_rate": ("lacp_rate", option_of("slow", "fast")),
    "xmit_hash_policy": (
        "transmit_hash_policy",
        option_of("layer2", "layer3+4", "layer2+3", "encap2+3", "encap3+4", "vlan+srcmac"),
    ),
    "min_links": ("min_links", integer(0, 2**31 - 1)),
    "ad_select": ("ad_select", option_of("stable", "bandwidth", "count")),
    "all_slaves_active": ("all_members_active", loose_boolean),
    "arp_interval": ("arp_interval", integer(0, 2**31 - 1)),
    "arp_ip_target": ("arp_ip_targets", arp_targets),
    "arp_validate": (
        "arp_validate",
        option_of("none", "active", "backup", "all", "filter", "filter_active", "filter_backup"),
    ),
    "arp_all_targets": ("arp_all_targets", option_of("any", "all")),
    "fail_over_mac": ("fail_over_mac_policy", option_of("none", "active", "follow")),
    "num_grat_arp": ("gratuitous_arp", integer(0, 255)),
    "num_unsol_na": ("unsolicited_na", integer(0, 255)),
    "packets_per_slave": ("packets_per_member", integer(0, 65535)),
    "primary": ("primary", text),
    "primary_reselect": ("primary_reselect_policy", option_of("always", "better", "failure")),
    "resend_igmp": ("resend_igmp", integer(0, 255)),
    "lp_interval": ("learn_packet_interval", integer(1, 2**31 - 1)),
    "ad_actor_sys_prio": ("ad_actor_sys_prio", integer(1, 65535)),
    "ad_actor_system": ("ad_actor_system", mac_address),
    "ad_user_port_key": ("ad_user_port_key", integer(0, 1023)),
    "active_slave": ("active_member", text),
    "tlb_dynamic_lb": ("dynamic_tlb", loose_boolean),
    "use_carrier": ("use_carrier", loose_boolean),
    "peer_notif_delay": ("peer_notify_delay", integer(0, 300_000)),
}
BRIDGE_OPTIONS: PlainTable = {
    "stp": ("stp", loose_boolean),
    "bridgeprio": ("priority", integer(0, 65535)),
    "ageing": ("ageing_time", duration_s),
    "fd": ("forward_delay", duration_s),
    "hello": ("hello_time", duration_s),
    "maxage": ("max_age", duration_s),
}
OTHER_NAMES = {
    "arp_ip_targets": "arp_ip_target",
    "slaves_active": "all_slaves_active",
    "learn_packet_interval": "lp_interval",
    "fail_over_mac_policy": "fail_over_mac",
    "primary_reselect_policy": "primary_reselect",
    "num_peer_notif": "num_grat_arp",
}


def kernel_name(option: str) -> str:
    """The kernel's name of an option, whose words may be joined by `-` or `_`."""
    name = option.lower().replace("-", "_")
    return OTHER_NAMES.get(name, name)
