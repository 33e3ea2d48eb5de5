"""IP and MAC addresses: text → canonical text.

inet_pton comes from `_socket`, which is what `socket` re-exports: the parsing is pure, and `socket` itself costs 9 ms.
It is stricter than `ipaddress` and `netaddr` (no leading zeros, no zone ids) and ten times as fast.
"""

from __future__ import annotations

from _socket import AF_INET, AF_INET6, inet_ntop, inet_pton

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import Family

HEX = frozenset("0123456789abcdef")


class BadValue(ValueError):
    """A value that is not what its key takes; the text says what was expected and what was found."""


def shown(value: object) -> str:
    """A value as error messages show it: in quotes, cut where it is long."""
    if isinstance(value, str):
        return f"'{value}'" if len(value) <= 60 else f"'{value[:57]}…'"
    if value is None:
        return "nothing"
    return (
        "a list"
        if isinstance(value, list)
        else "a mapping"
        if isinstance(value, dict)
        else str(value)
    )


def ip_address(text: object) -> tuple[str, Family]:
    """Canonical spelling and family of an IP address without prefix.

    Raises BadValue.
    """
    if isinstance(text, str):
        try:
            if ":" in text:
                return inet_ntop(AF_INET6, inet_pton(AF_INET6, text)), 6
            inet_pton(AF_INET, text)
            return str(text), 4
        except (OSError, ValueError):
            pass
    raise BadValue(f"expected an IP address, found {shown(text)}")


def ipv4(text: object) -> str:
    """Canonical spelling of an IPv4 address. Raises BadValue."""
    try:
        ip, family = ip_address(text)
    except BadValue:
        family = 6
    if family != 4:
        raise BadValue(f"expected an IPv4 address, found {shown(text)}")
    return ip


def ipv6(text: object) -> str:
    """Canonical spelling of an IPv6 address. Raises BadValue."""
    try:
        ip, family = ip_address(text)
    except BadValue:
        family = 4
    if family != 6:
        raise BadValue(f"expected an IPv6 address, found {shown(text)}")
    return ip


def ip_of(family: Family, text: object) -> str:
    """Canonical spelling of an address of one family. Raises BadValue."""
    return ipv4(text) if family == 4 else ipv6(text)


def prefix_length(text: str, family: Family, least: int = 0) -> int:
    """The length of a prefix. Raises BadValue."""
    most = 32 if family == 4 else 128
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and least <= int(text) <= most):
        raise BadValue(f"expected a prefix length from {least} to {most}, found {shown(text)}")
    return int(text)


def interface_address(text: object) -> tuple[str, int, Family]:
    """Address, prefix length (at least 1) and family of `192.0.2.1/24`. Raises BadValue."""
    if isinstance(text, str):
        ip, slash, length = text.partition("/")
        if slash:
            canonical, family = ip_address(ip)
            return canonical, prefix_length(length, family, 1), family
        ip_address(ip)
        raise BadValue(
            f"expected an address with a prefix length (such as {text}/24), found {shown(text)}"
        )
    raise BadValue(f"expected an address with a prefix length, found {shown(text)}")


def network(text: object) -> tuple[str, Family]:
    """Canonical network with prefix, host bits cleared, of `10.0.0.0/8` or of a single address. Raises BadValue."""
    if not isinstance(text, str):
        raise BadValue(f"expected a network, found {shown(text)}")
    ip, slash, length = text.partition("/")
    canonical, family = ip_address(ip)
    most = 32 if family == 4 else 128
    prefix = prefix_length(length, family) if slash else most
    return masked(canonical, prefix, family), family


def masked(ip: str, prefix: int, family: Family) -> str:
    """`ip/prefix` with the host bits cleared."""
    bits = 32 if family == 4 else 128
    if prefix == bits:
        return f"{ip}/{prefix}"
    kind = AF_INET if family == 4 else AF_INET6
    number = int.from_bytes(inet_pton(kind, ip), "big")
    number &= ((1 << prefix) - 1) << (bits - prefix)
    return f"{inet_ntop(kind, number.to_bytes(bits // 8, 'big'))}/{prefix}"


def broadcast(ip: str, prefix: int) -> str:
    """The highest address of an IPv4 network, by which all its hosts are reached."""
    number = int.from_bytes(inet_pton(AF_INET, ip), "big") | ((1 << (32 - prefix)) - 1)
    return inet_ntop(AF_INET, number.to_bytes(4, "big"))


def inside(ip: str, net: str) -> bool:
    """Whether an address lies in a network given as `ip/prefix`; both canonical and of one family."""
    family: Family = 6 if ":" in ip else 4
    other, _, prefix = net.partition("/")
    return (":" in other) == (family == 6) and masked(ip, int(prefix), family) == masked(
        other, int(prefix), family
    )


def netmask_length(text: str) -> int:
    """Prefix length of an IPv4 or IPv6 netmask (`255.255.255.0`, `ffff:ffff::`). Raises BadValue."""
    try:
        ip, family = ip_address(text)
    except BadValue:
        raise BadValue(f"expected a netmask, found {shown(text)}") from None
    bits = "".join(f"{byte:08b}" for byte in inet_pton(AF_INET if family == 4 else AF_INET6, ip))
    ones = bits.rstrip("0")
    if "0" in ones:
        raise BadValue(f"expected a netmask (ones, then zeros), found {shown(text)}")
    return len(ones)


def mac_address(text: object) -> str:
    """A MAC address of 6 or 20 bytes in lower case with colons. Raises BadValue."""
    if isinstance(text, str):
        lower = text.lower()
        parts = lower.split(":")
        if len(parts) in {6, 20} and set(map(len, parts)) == {2} and HEX.issuperset("".join(parts)):
            return lower
    raise BadValue(f"expected a MAC address (such as 52:54:00:12:34:56), found {shown(text)}")
