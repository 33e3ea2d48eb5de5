"""The D-Bus door: calls on the system bus, through dbus-next.

dbus-next cannot be imported on Python 3.15 and later; there dbus-fast, which has the same interface, stands in
(pyproject.toml has the markers).  Either costs 70 ms of import, so it is imported when a call is made.
"""

from __future__ import annotations

from netinit.errors import NetinitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any

SOCKET = "/run/dbus/system_bus_socket"
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")


def library() -> ModuleType:
    """dbus_next, or dbus_fast where that is what there is. Raises NetinitError where neither is."""
    from importlib import import_module

    for name in ("dbus_next", "dbus_fast"):
        try:
            module = import_module(name)
            import_module(f"{name}.aio")
        except ImportError:
            continue
        return module
    raise NetinitError("calling D-Bus: neither dbus-next nor dbus-fast can be imported")


class SystemBus:
    """The system bus of this machine, or the bus at another address."""

    def __init__(self, address: str | None = None, timeout_s: float = 25.0) -> None:
        self.address = address
        self.timeout_s = timeout_s

    def there(self) -> bool:
        """Whether a bus runs at all, as it does not in early boot."""
        import os

        path = (self.address or f"unix:path={SOCKET}").removeprefix("unix:path=").split(",")[0]
        return os.path.exists(path)

    def owned(self, name: str) -> bool:
        """Whether a service of that name runs."""
        return self.there() and bool(self.call(*BUS, "NameHasOwner", "s", [name])[0])

    def call(
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        body: Sequence[Any] = (),
    ) -> list[Any]:
        """The answer to a method call. Raises NetinitError with the service's own words where it refuses."""
        import asyncio

        dbus = library()
        message = dbus.Message(
            destination=destination,
            path=path,
            interface=interface,
            member=member,
            signature=signature,
            body=list(body),
        )
        attempt = f"calling {interface}.{member}"
        try:
            reply = asyncio.run(asyncio.wait_for(self._send(dbus, message), self.timeout_s))
        except TimeoutError:
            raise NetinitError(f"{attempt}: no answer within {self.timeout_s:.0f} s") from None
        except (OSError, EOFError, dbus.errors.DBusError) as error:
            raise NetinitError(f"{attempt}: {error or type(error).__name__}") from None
        if reply.message_type is dbus.MessageType.ERROR:
            words = f"{reply.error_name}: {reply.body[0] if reply.body else ''}"
            raise NetinitError(f"{attempt}: {words}")
        return list(reply.body)

    async def _send(self, dbus: ModuleType, message: Any) -> Any:
        from importlib import import_module

        aio = import_module(f"{dbus.__name__}.aio")
        bus = await aio.MessageBus(bus_address=self.address, bus_type=dbus.BusType.SYSTEM).connect()
        try:
            return await bus.call(message)
        finally:
            bus.disconnect()
