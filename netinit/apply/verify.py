"""What must be true of the kernel once a network-config is in force, and waiting until it is.

Of each link that is asked for: its device is there and up, its static addresses are in use, DHCP gave it an address
where it is to give one, and the gateways of its default routes answer ARP or ND.  Nothing is asked of a link that is
`optional`, brought up by hand or kept down (`activation-mode`), or made by somebody else (modems, Open vSwitch).
"""

from __future__ import annotations

from netinit.decide.names import nics_of
from netinit.formats.addresses import BadValue, ip_address
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from netinit.model.facts import Facts
    from netinit.model.kernel import KernelLink
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.system.doors import Clock, Netlink

PAUSE_S = 0.25
# Kinds whose devices are not made, or not named, as the link says.
UNSEEN = frozenset({"modem", "nm-device"})
# Kinds without neighbours: nobody on them answers ARP.
WITHOUT_NEIGHBOURS = frozenset({"tunnel", "wireguard", "vrf", "loopback", "dummy"})


class Wanted(Record):
    """What one link needs; `device` is None where no nic fits it."""

    link: str  # its id
    device: str | None
    addresses: tuple[str, ...] = ()  # "ip/prefix", or the ip alone where the prefix is the peer's
    dynamic: bool = False
    gateways: tuple[str, ...] = ()


def wanted(config: NetworkConfig, facts: Facts) -> tuple[Wanted, ...]:
    """What a config makes true, link by link; `facts` tell which nics a match means."""
    found: list[Wanted] = []
    for link in config.links:
        if link.optional or link.activation or link.kind in UNSEEN or link.openvswitch is not None:
            continue
        want = Wanted(
            link=link.id,
            device=None,
            addresses=_addresses(link),
            dynamic=link.dhcp4 or link.dhcp6,
            gateways=_gateways(link),
        )
        found.extend(want.replace(device=device) for device in _devices(link, facts))
    return tuple(found)


def lacking(
    wanted: Iterable[Wanted], links: Sequence[KernelLink], netlink: Netlink
) -> tuple[str, ...]:
    """What is not true yet, one sentence each."""
    by_name = {link.name: link for link in links}
    missing: list[str] = []
    for want in wanted:
        if want.device is None:
            missing.append(f"no nic fits '{want.link}'")
            continue
        link = by_name.get(want.device)
        if link is None:
            missing.append(f"{want.device} is not there")
            continue
        if not link.up:
            missing.append(f"{want.device} is not up")
        missing.extend(_lacking_addresses(want, link))
        missing.extend(
            f"the gateway {gateway} does not answer on {want.device}"
            for gateway in want.gateways
            if not netlink.answers(want.device, gateway)
        )
    return tuple(missing)


def wait(look: Callable[[], tuple[str, ...]], clock: Clock, patience_s: float) -> tuple[str, ...]:
    """What `look` still finds lacking after at most that time; nothing as soon as it finds nothing."""
    end = clock.monotonic_s() + patience_s
    while (missing := look()) and clock.monotonic_s() < end:
        clock.sleep_s(PAUSE_S)
    return missing


def differences(
    before: Sequence[KernelLink], now: Sequence[KernelLink], brought: Iterable[str]
) -> tuple[str, ...]:
    """What is not as it was before a change that brought some addresses.

    In place of an address with a lifetime another one of its family is as good.
    """
    by_name = {link.name: link for link in now}
    missing: list[str] = []
    for link in before:
        addresses = by_name[link.name].addresses if link.name in by_name else ()
        present = {plain(item) for item in addresses}
        families = {":" in item for item in addresses if not _link_local(item)}
        for address in link.addresses:
            replaced = address not in link.lasting and (":" in address) in families
            if not _link_local(address) and plain(address) not in present and not replaced:
                missing.append(f"{link.name} has not got {address} back")
    stray = {plain(address) for address in brought}
    stray -= {plain(address) for link in before for address in link.addresses}
    missing.extend(
        f"{link.name} still has {address}"
        for link in now
        for address in link.addresses
        if plain(address) in stray
    )
    return tuple(missing)


def plain(address: str) -> str:
    """The address without its prefix, in canonical spelling."""
    ip = address.partition("/")[0]
    try:
        return ip_address(ip)[0]
    except BadValue:
        return ip


def _lacking_addresses(want: Wanted, link: KernelLink) -> list[str]:
    device = want.device
    present = {plain(item): item.partition("/")[2] for item in link.addresses}
    missing = []
    static = set()
    for address in want.addresses:
        ip, _, prefix = address.partition("/")
        static.add(ip)
        if present.get(ip) is None:
            missing.append(f"{device} does not have the address {address}")
        elif prefix and present[ip] != prefix:
            missing.append(f"{device} has the address {ip} with prefix {present[ip]}, not {prefix}")
    others = [ip for ip in present if ip not in static and not _link_local(ip)]
    if want.dynamic and not others:
        missing.append(f"DHCP gave {device} no address")
    return missing


def _devices(link: AnyLink, facts: Facts) -> Iterable[str | None]:
    """The devices that a link means; one None where no nic fits."""
    if link.name is not None:
        return (link.name,)
    return tuple(nic.name for nic in nics_of(link, facts)) or (None,)


def _addresses(link: AnyLink) -> tuple[str, ...]:
    return tuple(address.ip if address.peer else str(address) for address in link.addresses)


def _gateways(link: AnyLink) -> tuple[str, ...]:
    """The gateways of the default routes that leave by a link with neighbours."""
    if link.kind in WITHOUT_NEIGHBOURS:
        return ()
    routes = (route for route in link.routes if route.is_default and route.type == "unicast")
    return tuple(dict.fromkeys(route.via for route in routes if route.via is not None))


def _link_local(address: str) -> bool:
    return address.startswith(("fe80:", "169.254."))
