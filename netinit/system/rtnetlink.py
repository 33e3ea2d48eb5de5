"""Two questions to the kernel by rtnetlink: all links, all addresses.

By hand, since pyroute2 costs 164 ms of import and the boot asks for two dumps.  Numbers are those of
linux/netlink.h, linux/rtnetlink.h, linux/if_link.h and linux/if_addr.h; attributes are aligned to 4 bytes, all values
in the byte order of the machine.
"""

from __future__ import annotations

from sys import byteorder

from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

AF_NETLINK, SOCK_RAW, NETLINK_ROUTE = 16, 3, 0
AF_INET, AF_INET6 = 2, 10
NLMSG_ERROR, NLMSG_DONE = 2, 3
NLM_F_REQUEST, NLM_F_DUMP = 0x1, 0x300
RTM_NEWLINK, RTM_GETLINK, RTM_NEWADDR, RTM_GETADDR = 16, 18, 20, 22
IFLA_IFNAME, IFLA_LINKINFO, IFLA_INFO_KIND, IFLA_PERM_ADDRESS = 3, 18, 1, 54
IFA_ADDRESS, IFA_LOCAL = 1, 2
NLA_TYPE_MASK = 0x3FFF
BUFFER_BYTES = 256 * 1024
TIMEOUT_S = 2.0


class Link(Record):
    """What only netlink tells of a nic."""

    kind: str | None = None
    perm_mac: str | None = None
    addresses: tuple[str, ...] = ()


def links() -> dict[str, Link]:
    """What netlink tells, by name; nothing where the kernel cannot be asked (a sandbox without netlink)."""
    try:
        return _links()
    except OSError:
        return {}


def _links() -> dict[str, Link]:
    names: dict[int, str] = {}
    kinds: dict[int, str | None] = {}
    permanent: dict[int, str | None] = {}
    # struct ifinfomsg: family, pad, type, index, flags, change
    for body in _dump(RTM_GETLINK, RTM_NEWLINK):
        index = _u32(body, 4)
        kinds[index] = permanent[index] = None
        for number, value in _attributes(body, 16):
            if number == IFLA_IFNAME:
                names[index] = _text(value)
            elif number == IFLA_PERM_ADDRESS:
                permanent[index] = bytes(value).hex(":")
            elif number == IFLA_LINKINFO:
                for inner, text in _attributes(value, 0):
                    if inner == IFLA_INFO_KIND:
                        kinds[index] = _text(text)
    addresses: dict[int, list[str]] = {}
    # struct ifaddrmsg: family, prefix length, flags, scope, index
    for body in _dump(RTM_GETADDR, RTM_NEWADDR):
        family, prefix = body[0], body[1]
        values = dict(_attributes(body, 8))
        # Of a point-to-point link IFA_ADDRESS is the peer; IPv6 has no IFA_LOCAL otherwise.
        address = values.get(IFA_LOCAL, values.get(IFA_ADDRESS))
        if address is not None and family in {AF_INET, AF_INET6}:
            addresses.setdefault(_u32(body, 4), []).append(
                f"{_address(family, bytes(address))}/{prefix}"
            )
    return {
        name: Link(
            kind=kinds[index],
            perm_mac=permanent[index],
            addresses=tuple(addresses.get(index, ())),
        )
        for index, name in names.items()
    }


def _dump(question: int, answer: int) -> Iterator[memoryview]:
    """The bodies of all answers to a question. Raises OSError."""
    from _socket import socket  # `socket` itself takes 7 ms to import, `select` and `enum` with it

    door = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE)
    try:
        door.settimeout(TIMEOUT_S)
        # struct nlmsghdr (length, type, flags, sequence, port) and struct rtgenmsg, padded to an ifinfomsg
        header = (32).to_bytes(4, byteorder) + question.to_bytes(2, byteorder)
        flags = (NLM_F_REQUEST | NLM_F_DUMP).to_bytes(2, byteorder)
        door.send(header + flags + (1).to_bytes(4, byteorder) + bytes(20))
        while True:
            data = memoryview(door.recv(BUFFER_BYTES))
            while len(data) >= 16:
                length, kind = _u32(data, 0), _u16(data, 4)
                if length < 16 or length > len(data) or kind in {NLMSG_DONE, NLMSG_ERROR}:
                    return
                if kind == answer:
                    yield data[16:length]
                data = data[_aligned(length) :]
    finally:
        door.close()


def _attributes(body: memoryview, start: int) -> Iterator[tuple[int, memoryview]]:
    rest = body[_aligned(start) :]
    while len(rest) >= 4:
        length = _u16(rest, 0)
        if length < 4 or length > len(rest):
            return
        yield _u16(rest, 2) & NLA_TYPE_MASK, rest[4:length]
        rest = rest[_aligned(length) :]


def _u16(data: memoryview, start: int) -> int:
    return int.from_bytes(data[start : start + 2], byteorder)


def _u32(data: memoryview, start: int) -> int:
    return int.from_bytes(data[start : start + 4], byteorder)


def _aligned(length: int) -> int:
    return (length + 3) & ~3


def _text(value: memoryview) -> str:
    return bytes(value).rstrip(b"\0").decode("utf-8", "replace")


def _address(family: int, data: bytes) -> str:
    from _socket import inet_ntop

    return inet_ntop(family, data)
