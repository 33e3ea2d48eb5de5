"""The sections of .netdev files for tunnels: [Tunnel], [VXLAN], [WireGuard]."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import Tunnel, Vxlan, WireGuard
    from netinit.renderers.networkd._plan import Plan

# Modes that are not a kind of their own.
KINDS = {
    "ip6ip6": ("ip6tnl", "Mode=ip6ip6\n"),
    "ipip6": ("ip6tnl", "Mode=ipip6\n"),
    "isatap": ("sit", "ISATAP=yes\n"),
}
VXLAN_CHECKSUMS = {
    "udp": "UDPChecksum",
    "zero-udp6-tx": "UDP6ZeroChecksumTx",
    "zero-udp6-rx": "UDP6ZeroChecksumRx",
    "remote-tx": "RemoteChecksumTx",
    "remote-rx": "RemoteChecksumRx",
}
VXLAN_EXTENSIONS = {
    "group-policy": "GroupPolicyExtension",
    "generic-protocol": "GenericProtocolExtension",
}
VXLAN_NOTIFICATIONS = {"l2-miss": "L2MissNotification", "l3-miss": "L3MissNotification"}


def tunnel(link: Tunnel, lines: list[str]) -> None:
    """Add the kind and [Tunnel]; Independent= makes the device without another link that names it."""
    kind, mode = KINDS.get(link.mode, (link.mode, ""))
    lines.append(f"Kind={kind}\n\n[Tunnel]\nIndependent=yes\n{mode}")
    for key, value in (
        ("Local", link.local),
        ("Remote", link.remote),
        ("TTL", link.ttl),
        ("InputKey", link.input_key),
        ("OutputKey", link.output_key),
    ):
        if value is not None:
            lines.append(f"{key}={value}\n")


def vxlan(link: Vxlan, lines: list[str]) -> None:
    """Add the kind and [VXLAN]."""
    lines.append(f"Kind=vxlan\n\n[VXLAN]\nVNI={link.vni}\n")
    if link.link is None:
        lines.append("Independent=yes\n")
    remote = "Group" if link.remote is not None and _multicast(link.remote) else "Remote"
    for key, value in (
        (remote, link.remote),
        ("Local", link.local),
        ("TOS", link.tos),
        ("TTL", link.ttl),
        ("MacLearning", _yes_no(link.mac_learning)),
        ("FDBAgeingSec", link.ageing),
        ("MaximumFDBEntries", link.limit),
        ("ReduceARPProxy", _yes_no(link.arp_proxy)),
        ("RouteShortCircuit", _yes_no(link.short_circuit)),
        ("DestinationPort", link.port),
        ("FlowLabel", link.flow_label),
        ("IPDoNotFragment", _yes_no(link.do_not_fragment)),
    ):
        if value is not None:
            lines.append(f"{key}={value}\n")
    lines.extend(f"{VXLAN_NOTIFICATIONS[word]}=yes\n" for word in link.notifications)
    lines.extend(f"{VXLAN_CHECKSUMS[word]}=yes\n" for word in link.checksums)
    lines.extend(f"{VXLAN_EXTENSIONS[word]}=yes\n" for word in link.extensions)
    if link.port_range is not None:
        lines.append(f"PortRange={link.port_range[0]}-{link.port_range[1]}\n")


def wireguard(link: WireGuard, plan: Plan, lines: list[str]) -> None:
    """Add the kind, [WireGuard] and a section for each peer."""
    lines.append("Kind=wireguard\n\n[WireGuard]\n")
    if link.private_key is not None:
        lines.append(f"{_key('PrivateKey', link.private_key)}\n")
    if link.port is not None:
        lines.append(f"ListenPort={link.port}\n")
    if link.mark is not None:
        lines.append(f"FirewallMark={link.mark}\n")
    for peer in link.peers:
        lines.append(f"\n[WireGuardPeer]\nPublicKey={peer.public_key}\n")
        if peer.preshared_key is not None:
            lines.append(f"{_key('PresharedKey', peer.preshared_key)}\n")
        if peer.allowed_ips:
            lines.append(f"AllowedIPs={','.join(peer.allowed_ips)}\n")
        if peer.keepalive is not None:
            lines.append(f"PersistentKeepalive={peer.keepalive}\n")
        if peer.endpoint is not None:
            lines.append(f"Endpoint={peer.endpoint}\n")
    if link.key_flags:
        plan.cannot(link, "keys", "private-key-flags", why="no agent asks for a key here")
    if link.ttl is not None:
        plan.cannot(link, "ttl", why="of a WireGuard tunnel")


def _key(name: str, value: str) -> str:
    """A key, or the file that holds it."""
    return f"{name}File={value}" if value.startswith("/") else f"{name}={value}"


def _multicast(ip: str) -> bool:
    if ":" in ip:
        return ip.startswith("ff")
    return 224 <= int(ip.partition(".")[0]) <= 239


def _yes_no(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"
