"""Addresses with masks and gateways, as formats older than CIDR give them."""

from __future__ import annotations

from netinit.formats.addresses import (
    BadValue,
    inside,
    ip_of,
    masked,
    netmask_length,
    prefix_length,
    shown,
)
from netinit.model.network import Route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from netinit.model.network import Address, Family
    from netinit.report import Path


def mask_length(mask: str, family: Family, least: int = 1) -> int:
    """The prefix length that a netmask or a number means. Raises BadValue."""
    if mask.isdigit():
        return prefix_length(mask, family, least)
    if (":" in mask) != (family == 6):
        raise BadValue(f"expected a netmask of IPv{family}, found {shown(mask)}")
    length = netmask_length(mask)
    if length < least:
        raise BadValue(f"expected a netmask of at least {least} bit, found {shown(mask)}")
    return length


def split_address(text: str, family: Family) -> tuple[str, int | None]:
    """Address and prefix length (None where it has none) of `192.0.2.1`, `192.0.2.1/24` or `192.0.2.1/255.255.255.0`.

    Raises BadValue.
    """
    ip, slash, mask = text.partition("/")
    return ip_of(family, ip), mask_length(mask, family) if slash else None


def classful_length(ip: str) -> int:
    """The prefix length of an IPv4 address before CIDR: class A, B or C."""
    first = int(ip.split(".", 1)[0])
    return 8 if first < 128 else 16 if first < 192 else 24


class Subnets:
    """Which links' subnets hold an address; one look-up costs as much as there are lengths of prefixes."""

    def __init__(self) -> None:
        self._owners: dict[tuple[Family, int], dict[str, list[str]]] = {}

    def add(self, address: Address, owner: str) -> None:
        """Note that an address, with its subnet, is that of a link."""
        networks = self._owners.setdefault((address.family, address.prefix), {})
        networks.setdefault(masked(address.ip, address.prefix, address.family), []).append(owner)

    def owners(self, ip: str) -> list[str]:
        """The ids of the links that reach an address without a gateway."""
        wanted: Family = 6 if ":" in ip else 4
        return [
            owner
            for (family, prefix), networks in self._owners.items()
            if family == wanted
            for owner in networks.get(masked(ip, prefix, family), ())
        ]


def default_route(
    via: str, family: Family, addresses: Iterable[Address], path: Path, metric: int | None = None
) -> Route:
    """The default route by a gateway; on-link where the link has addresses and no subnet of theirs holds it."""
    own = [address for address in addresses if address.family == family]
    reached = any(inside(via, str(address)) for address in own)
    on_link = True if own and not reached and not via.startswith("fe80:") else None
    return Route(family=family, to="default", via=via, metric=metric, on_link=on_link, path=path)
