"""[ip-tunnel], [vxlan] and [wireguard] of a profile."""

from __future__ import annotations

from netinit.renderers.networkmanager import _keyfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import Tunnel, Vxlan, WireGuard, WireGuardPeer
    from netinit.renderers.networkmanager._job import Job
    from netinit.renderers.networkmanager._keyfile import Profile

    Keys = dict[str, str]

# NMIPTunnelMode; the key file takes numbers only.
MODES = {
    "ipip": "1",
    "gre": "2",
    "sit": "3",
    "isatap": "4",
    "vti": "5",
    "ip6ip6": "6",
    "ipip6": "7",
    "ip6gre": "8",
    "vti6": "9",
    "gretap": "10",
    "ip6gretap": "11",
}
KEY_FLAGS = {"agent-owned": 1, "not-saved": 2, "not-required": 4}
USABLE_FLAGS = (1, 2)  # NetworkManager refuses the others, and their sums, for WireGuard


def ip_tunnel(job: Job, link: Tunnel, profile: Profile) -> None:
    """[ip-tunnel] for the tunnels whose mode needs only its ends."""
    keys = profile.group("ip-tunnel")
    keys["mode"] = MODES[link.mode]
    for key, value in (("local", link.local), ("remote", link.remote)):
        if value is not None:
            keys[key] = value
    if link.ttl is not None:
        keys["ttl"] = str(link.ttl)
    for key, number in (("input-key", link.input_key), ("output-key", link.output_key)):
        if number is not None:
            keys[key] = _key_number(number)


def _key_number(key: str) -> str:
    """A tunnel's key as the number that NetworkManager takes."""
    if "." not in key:
        return key
    value = 0
    for part in key.split("."):
        value = value * 256 + int(part)
    return str(value)


VXLAN_BOOLEANS = (("mac_learning", "learning"), ("arp_proxy", "proxy"), ("short_circuit", "rsc"))
VXLAN_UNSUPPORTED = (
    ("flow_label", "flow-label"),
    ("do_not_fragment", "do-not-fragment"),
    ("checksums", "checksums"),
    ("extensions", "extensions"),
)


def vxlan(job: Job, link: Vxlan, profile: Profile) -> None:
    """[vxlan]."""
    keys = profile.group("vxlan")
    keys["id"] = str(link.vni)
    if link.link is not None:
        keys["parent"] = job.reference(link.link)
    for key, value in (
        ("local", link.local),
        ("remote", link.remote),
        ("destination-port", link.port),
        ("ttl", link.ttl),
        ("tos", link.tos),
        ("ageing", link.ageing),
        ("limit", link.limit),
    ):
        if value is not None:
            keys[key] = str(value)
    if link.port_range is not None:
        keys["source-port-min"], keys["source-port-max"] = map(str, link.port_range)
    for field, key in VXLAN_BOOLEANS:
        if getattr(link, field) is not None:
            keys[key] = _keyfile.boolean(getattr(link, field))
    for word in link.notifications:
        keys[word] = "true"
    for field, key in VXLAN_UNSUPPORTED:
        if getattr(link, field) not in {None, ()}:
            job.cannot(link, key)


def wireguard(job: Job, link: WireGuard, profile: Profile) -> None:
    """[wireguard] and a [wireguard-peer.KEY] for each peer."""
    keys = profile.group("wireguard")
    if link.private_key is not None:
        if link.private_key.startswith("/"):
            job.cannot(link, "key", "in a file of its own")
        else:
            keys["private-key"] = link.private_key
            profile.secret = True
    if link.key_flags:
        _flags(job, link, keys)
    if link.port is not None:
        keys["listen-port"] = str(link.port)
    if link.mark is not None:
        keys["fwmark"] = str(link.mark)
    if link.ttl is not None:
        job.cannot(link, "ttl", "for WireGuard")
    if not job.as_netplan(link):
        # Allowed addresses are no routes, here as on every other backend.
        keys["peer-routes"] = "false"
    for peer in link.peers:
        profile.group(f"wireguard-peer.{peer.public_key}").update(_peer(job, peer, profile))


def _flags(job: Job, link: WireGuard, keys: Keys) -> None:
    flags = sum(KEY_FLAGS[word] for word in set(link.key_flags))
    if flags not in USABLE_FLAGS:
        job.cannot(link, "keys.private-key-flags", f"with the value {', '.join(link.key_flags)}")
        return
    keys["private-key-flags"] = str(flags)
    if keys.pop("private-key", None) is not None:
        job.report.warning(
            (*link.path, "keys", "private"),
            "with these 'private-key-flags' NetworkManager asks for the key and ignores the one given here; left out",
        )


def _peer(job: Job, peer: WireGuardPeer, profile: Profile) -> Keys:
    keys: Keys = {}
    if peer.endpoint is not None:
        job.put(keys, "endpoint", peer.endpoint, (*peer.path, "endpoint"))
    if peer.keepalive is not None:
        keys["persistent-keepalive"] = str(peer.keepalive)
    if peer.preshared_key is not None:
        if peer.preshared_key.startswith("/"):
            job.unsupported((*peer.path, "keys", "shared"), "in a file of its own")
        else:
            keys["preshared-key"] = peer.preshared_key
            keys["preshared-key-flags"] = "0"  # or else an agent is asked
            profile.secret = True
    if peer.allowed_ips:
        keys["allowed-ips"] = _keyfile.strings(peer.allowed_ips)
    return keys
