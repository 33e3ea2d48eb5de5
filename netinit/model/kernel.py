"""What the kernel's network is like at some moment, as far as a change of it is judged by that."""

from __future__ import annotations

from netinit.model.record import Record


class KernelLink(Record):
    """An interface; `addresses` are those in use, with their prefixes: none whose uniqueness is still in question.

    `lasting` are those of them without a lifetime, which nobody leased or made up.
    """

    name: str
    up: bool = False
    addresses: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
