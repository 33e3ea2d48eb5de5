"""Finding plug-ins: a plug-in is a module (or a folder with render.py) in a known package, loaded when asked for."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def module_name(name: str) -> str:
    """The module that holds a plug-in: `NetworkManager` → `networkmanager`, `cc_write-files` → `write_files`."""
    return name.lower().replace("-", "_").removeprefix("cc_")


def load(package: str, name: str, part: str = "") -> ModuleType:
    """Import a plug-in: of "netinit.renderers" the one called "networkd", its part "render".

    Raises ModuleNotFoundError when there is none of that name.
    """
    return import_module(f"{package}.{module_name(name)}" + (f".{part}" if part else ""))


def names(package: str) -> tuple[str, ...]:
    """Module names of all plug-ins of a package, sorted; a leading underscore hides a module."""
    from pkgutil import iter_modules

    found = import_module(package)
    return tuple(
        sorted(item.name for item in iter_modules(found.__path__) if not item.name.startswith("_"))
    )
