"""The netlink door: the kernel's interfaces, through pyroute2 (imported when a door is opened: it costs 200 ms)."""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.model.facts import Nic
from netinit.model.kernel import KernelLink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IFF_UP = 1
# linux/if_addr.h: duplicate address detection failed, or is not over; an optimistic address is in use all the same
IFA_F_OPTIMISTIC, IFA_F_DADFAILED, IFA_F_TENTATIVE, IFA_F_PERMANENT = 0x04, 0x08, 0x40, 0x80
# linux/neighbour.h
NTF_USE = 0x01
NUD_REACHABLE, NUD_STALE, NUD_DELAY, NUD_PROBE, NUD_NOARP, NUD_PERMANENT = 2, 4, 8, 16, 64, 128
AF_INET, AF_INET6 = 2, 10


class Netlink:
    """The interfaces of the network namespace that the process is in; the socket is opened at the first question.

    Every method raises NetinitError where the kernel refuses.
    """

    def __init__(self) -> None:
        self._socket: Any = None

    @property
    def _route(self) -> Any:
        if self._socket is None:
            from pyroute2 import IPRoute

            self._socket = IPRoute()
        return self._socket

    def close(self) -> None:
        """Close the socket, if it was opened."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def nics(self) -> tuple[Nic, ...]:
        """All interfaces, in the kernel's order, with the permanent address of those that have one."""
        links = list(self._ask("listing interfaces", "get_links"))
        names = {link["index"]: link.get("ifname") for link in links}
        return tuple(_nic(link, names) for link in links)

    def set_up(self, name: str, *, up: bool) -> None:
        """Set an interface up or down."""
        word = "up" if up else "down"
        self._ask(f"setting {name} {word}", "link", "set", index=self._index(name), state=word)

    def rename(self, name: str, new_name: str) -> None:
        """Rename an interface, which must be down."""
        self._ask(
            f"renaming {name} to {new_name}",
            "link",
            "set",
            index=self._index(name),
            ifname=new_name,
        )

    def addresses(self, name: str) -> tuple[str, ...]:
        """The addresses of an interface, as `ip/prefix`."""
        found = self._ask(f"reading addresses of {name}", "get_addr", index=self._index(name))
        return tuple(f"{item.get('address')}/{item['prefixlen']}" for item in found)

    def links(self) -> tuple[KernelLink, ...]:
        """All interfaces with the addresses that are in use."""
        addresses: dict[int, list[str]] = {}
        lasting: dict[int, list[str]] = {}
        for item in self._ask("listing addresses", "get_addr"):
            flags = item.get("flags") or 0
            waiting = flags & IFA_F_TENTATIVE and not flags & IFA_F_OPTIMISTIC
            if waiting or flags & IFA_F_DADFAILED:
                continue
            # Of a point-to-point link IFA_ADDRESS is the peer; IPv6 has no IFA_LOCAL otherwise.
            address = f"{item.get('local') or item.get('address')}/{item['prefixlen']}"
            addresses.setdefault(item["index"], []).append(address)
            if flags & IFA_F_PERMANENT:
                lasting.setdefault(item["index"], []).append(address)
        return tuple(
            KernelLink(
                name=link.get("ifname"),
                up=bool(link["flags"] & IFF_UP),
                addresses=tuple(addresses.get(link["index"], ())),
                lasting=tuple(lasting.get(link["index"], ())),
            )
            for link in self._ask("listing interfaces", "get_links")
        )

    def remove(self, name: str) -> None:
        """Remove an interface that has no hardware behind it."""
        self._ask(f"removing {name}", "link", "del", index=self._index(name))

    def answers(self, name: str, address: str) -> bool:
        """Whether a neighbour has answered ARP or ND; where that is not known, or was long ago, the kernel asks it."""
        index = self._index(name)
        attempt = f"looking for {address} on {name}"
        state = 0
        for item in self._ask(attempt, "get_neighbours", ifindex=index):
            if item.get("dst") == address:
                state = item["state"]
        if state & (NUD_REACHABLE | NUD_NOARP | NUD_PERMANENT):
            return True
        options = {
            "family": AF_INET6 if ":" in address else AF_INET,
            "dst": address,
            "ifindex": index,
        }
        if state & (NUD_STALE | NUD_DELAY):
            self._ask(attempt, "neigh", "change", state=NUD_PROBE, **options)
        elif not state & NUD_PROBE:
            self._ask(attempt, "neigh", "replace", state=0, flags=NTF_USE, **options)
        return False

    def _index(self, name: str) -> int:
        found = self._ask(f"looking for {name}", "link_lookup", ifname=name)
        if not found:
            raise NetinitError(f"looking for the interface {name}: there is none")
        return int(found[0])

    def _ask(self, attempt: str, method: str, *words: str, **options: Any) -> Any:
        from pyroute2.netlink.exceptions import NetlinkError

        try:
            return getattr(self._route, method)(*words, **options)
        except (NetlinkError, OSError) as error:
            reason = error.args[-1] if error.args else error
            raise NetinitError(f"{attempt}: {reason}") from None


def _nic(link: Any, names: dict[int, str]) -> Nic:
    info = link.get("linkinfo")
    carrier = link.get("carrier")
    return Nic(
        name=link.get("ifname"),
        mac=_lower(link.get("address")),
        perm_mac=_permanent(link),
        operstate=_lower(link.get("operstate")),
        carrier=None if carrier is None else int(carrier),
        type=link["ifi_type"],
        kind=info.get("kind") if info is not None else None,
        master=names.get(link.get("master")),
    )


def _permanent(link: Any) -> str | None:
    """IFLA_PERM_ADDRESS, which pyroute2 shows as hexadecimal digits with or without colons."""
    text = link.get("perm_address")
    if not text:
        return None
    digits = "".join(char for char in str(text).lower() if char in "0123456789abcdef")
    mac = ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))
    return mac if set(mac) - {"0", ":"} else None


def _lower(text: Any) -> str | None:
    return str(text).lower() if text else None
