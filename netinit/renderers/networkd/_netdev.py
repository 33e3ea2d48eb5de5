""".netdev files: devices that networkd makes."""

from __future__ import annotations

from netinit.model.network import (
    Bond,
    Bridge,
    Tunnel,
    Veth,
    Vlan,
    Vrf,
    Vxlan,
    WireGuard,
)
from netinit.renderers.networkd._tunnel import tunnel, vxlan, wireguard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AnyLink
    from netinit.renderers.networkd._plan import Plan

ETHERNET_MODES = frozenset({"gretap", "ip6gretap"})
# What the kernel knows of the bond options that readers take as any word.
BOND_WORDS = {
    "transmit_hash_policy": (
        "layer2",
        "layer3+4",
        "layer2+3",
        "encap2+3",
        "encap3+4",
        "vlan+srcmac",
    ),
    "ad_select": ("stable", "bandwidth", "count"),
    "arp_validate": ("none", "active", "backup", "all"),
    "arp_all_targets": ("any", "all"),
    "fail_over_mac_policy": ("none", "active", "follow"),
    "primary_reselect_policy": ("always", "better", "failure"),
}


def makes_netdev(link: AnyLink, plan: Plan) -> bool:
    """Whether a link has a .netdev file; that of one end of a virtual cable makes both."""
    if not plan.makes(link):
        return False
    if isinstance(link, Veth):
        peer = plan.config.link(link.peer)
        return peer is None or link.id < peer.id
    return True


def netdev(link: AnyLink, plan: Plan) -> str:
    """The content of a link's .netdev file."""
    lines = [plan.first, f"\n[NetDev]\nName={link.name or link.id}\n"]
    if link.mac is not None and ":" in link.mac:
        if isinstance(link, WireGuard) or (
            isinstance(link, Tunnel) and link.mode not in ETHERNET_MODES
        ):
            plan.cannot(link, "macaddress", why="since no Ethernet runs in such a tunnel")
        else:
            lines.append(f"MACAddress={link.mac}\n")
    if link.mtu is not None:
        lines.append(f"MTUBytes={link.mtu}\n")
    match link:
        case Bond():
            lines.append("Kind=bond\n")
            _bond(link, plan, lines)
        case Bridge():
            lines.append("Kind=bridge\n")
            _bridge(link, lines)
        case Vlan():
            lines.append(f"Kind=vlan\n\n[VLAN]\nId={link.vlan_id}\n")
        case Vrf():
            lines.append(f"Kind=vrf\n\n[VRF]\nTable={link.table}\n")
        case Veth():
            _veth(link, plan, lines)
        case Tunnel():
            tunnel(link, lines)
        case Vxlan():
            vxlan(link, lines)
        case WireGuard():
            wireguard(link, plan, lines)
        case _:
            lines.append("Kind=dummy\n")
    return "".join(lines)


def _veth(link: Veth, plan: Plan, lines: list[str]) -> None:
    lines.append(f"Kind=veth\n\n[Peer]\nName={plan.device(link.peer)}\n")
    peer = plan.config.link(link.peer)
    if peer is not None and peer.mac is not None and ":" in peer.mac:
        lines.append(f"MACAddress={peer.mac}\n")


def _bond(link: Bond, plan: Plan, lines: list[str]) -> None:
    params = link.params
    values = (
        ("Mode", params.mode),
        ("LACPTransmitRate", params.lacp_rate),
        ("MIIMonitorSec", _milliseconds(params.miimon)),
        ("MinLinks", params.min_links),
        ("TransmitHashPolicy", params.transmit_hash_policy),
        ("AdSelect", params.ad_select),
        ("AllSlavesActive", _zero_one(params.all_members_active)),
        ("ARPIntervalSec", _milliseconds(params.arp_interval)),
        ("ARPIPTargets", " ".join(params.arp_ip_targets) or None),
        ("ARPValidate", params.arp_validate),
        ("ARPAllTargets", params.arp_all_targets),
        ("UpDelaySec", _milliseconds(params.up_delay)),
        ("DownDelaySec", _milliseconds(params.down_delay)),
        ("FailOverMACPolicy", params.fail_over_mac_policy),
        # The kernel keeps both numbers in one place.
        (
            "GratuitousARP",
            params.unsolicited_na if params.gratuitous_arp is None else params.gratuitous_arp,
        ),
        ("PacketsPerSlave", params.packets_per_member),
        ("PrimaryReselectPolicy", params.primary_reselect_policy),
        ("ResendIGMP", params.resend_igmp),
        ("LearnPacketIntervalSec", params.learn_packet_interval),
        ("AdActorSystemPriority", params.ad_actor_sys_prio),
        ("AdActorSystem", params.ad_actor_system),
        ("AdUserPortKey", params.ad_user_port_key),
        ("DynamicTransmitLoadBalancing", _yes_no(params.dynamic_tlb)),
    )
    found = [f"{key}={value}\n" for key, value in values if value is not None]
    if found:
        lines.append("\n[Bond]\n")
        lines.extend(found)
    for field, words in BOND_WORDS.items():
        word = getattr(params, field)
        if word is not None and word not in words:
            plan.report.warning(
                (*link.path, "parameters", field.replace("_", "-")),
                f"systemd-networkd takes {', '.join(words)}, and ignores '{word}'",
            )
    if params.use_carrier is False:
        plan.cannot(link, "parameters", "use_carrier")
    if params.peer_notify_delay:
        plan.cannot(link, "parameters", "peer_notif_delay")
    if params.unsolicited_na not in {None, params.gratuitous_arp} and params.gratuitous_arp:
        plan.cannot(link, "parameters", "num_unsol_na", why="apart from the number for IPv4")


def _bridge(link: Bridge, lines: list[str]) -> None:
    params = link.params
    values = (
        ("STP", _yes_no(params.stp)),
        ("Priority", params.priority),
        ("AgeingTimeSec", params.ageing_time),
        ("ForwardDelaySec", params.forward_delay),
        ("HelloTimeSec", params.hello_time),
        ("MaxAgeSec", params.max_age),
    )
    found = [f"{key}={value}\n" for key, value in values if value is not None]
    if found:
        lines.append("\n[Bridge]\n")
        lines.extend(found)


def _milliseconds(value: int | None) -> str | None:
    return None if value is None else f"{value}ms"


def _zero_one(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _yes_no(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"
