"""What the kernel's network is like at some moment, as far as a change of it is judged by that."""

from __future__ import annotations

from netinit.model.record import Record


class KernelLink(Record):
    """An interface; `addresses` are those in use, with their prefixes: none that is still looked for twins of."""

    name: str
    up: bool = False
    addresses: tuple[str, ...] = ()
