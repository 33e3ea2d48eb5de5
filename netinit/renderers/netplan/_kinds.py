"""What netplan cannot take of single kinds: modems, VRFs, tunnels."""

from __future__ import annotations

from netinit.renderers.netplan._link import NM, below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from netinit.renderers.netplan._link import Check, Fitting

# What a VRF can have in 0.106; later versions take what other links do.
VRF_KEYS = frozenset(
    {"table", "interfaces", "routes", "routing-policy", "renderer", "openvswitch", "networkd"}
)


def _modem(fitting: Fitting) -> None:
    if fitting.backend != NM:
        fitting.drop((), f"{fitting.who} has no modems")


def _nm_device(fitting: Fitting) -> None:
    if fitting.backend != NM:
        # netplan 0.106 aborts where it is not told what is the only choice
        fitting.body["renderer"] = fitting.backend = NM


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
                    below(fitting, peer.path) or ("peers",),
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
        if item.get("endpoint") == "":
            del item["endpoint"]  # says nothing, and 0.106 refuses it
        if not peer.allowed_ips:
            fitting.newer(below(fitting, peer.path), "a peer without 'allowed-ips'")
        else:
            item["allowed-ips"] = [_with_prefix(text) for text in item["allowed-ips"]]


def _with_prefix(text: str) -> str:
    """A network, a single address with the prefix that netplan wants to see."""
    return text if "/" in text else f"{text}/{128 if ':' in text else 32}"


KINDS: dict[str, Check] = {
    "modems": _modem,
    "nm-devices": _nm_device,
    "vrfs": _vrf,
    "tunnels": _tunnel,
}
