"""Which sources there are: the modules of this package, in the order of their RANK or as named."""

from __future__ import annotations

import os

from netinit import registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import cast

    from netinit.sources._protocol import Source
else:

    def cast(_type: str, value: object) -> object:
        """Stand in for typing.cast."""
        return value


def load(names: Iterable[str] | None = None) -> dict[str, Source | None]:
    """The named sources in their order, None where there is none of that name; all of them by RANK without names."""
    if names is None:
        every = [_module(name) for name in _names()]
        known = sorted((source for source in every if source is not None), key=lambda it: it.RANK)
        return {source.NAME: source for source in known}
    found: dict[str, Source | None] = {}
    for name in names:
        source = _module(name)
        found[name if source is None else source.NAME] = source
    return found


def _names() -> list[str]:
    """The modules of this package; by listing its folder, since pkgutil costs the boot 5 ms."""
    try:
        entries = os.listdir(__file__.rpartition("/")[0])
    except OSError:  # in an archive
        return list(registry.names(__package__))
    return [name[:-3] for name in entries if name.endswith(".py") and not name.startswith("_")]


def _module(name: str) -> Source | None:
    if not name.replace("-", "_").isidentifier() or name.startswith("_"):
        return None
    wanted = f"{__package__}.{registry.module_name(name)}"
    try:
        return cast("Source", registry.load(__package__, name))
    except ModuleNotFoundError as error:
        if error.name != wanted:
            raise
        return None
