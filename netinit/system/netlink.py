"""The netlink door: the kernel's interfaces, through pyroute2 (imported when a door is opened: it costs 200 ms)."""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.model.facts import Nic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IFF_UP = 1


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
