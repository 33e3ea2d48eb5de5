"""Every plug-in offers what its Protocol says: attributes by type, functions by signature.

Plug-ins are modules that the registry imports by name, which no type checker follows.
"""

from __future__ import annotations

import inspect
from importlib.util import find_spec
from types import ModuleType

import pytest

from netinit import registry
from netinit.renderers._protocol import Activator, Renderer
from netinit.sources._protocol import Source

TYPES = {"str": str, "int": int}


def departures(plugin: ModuleType, protocol: type) -> list[str]:
    """Where a module is not what a Protocol says."""
    found = []
    for name, kind in inspect.get_annotations(protocol).items():
        value = getattr(plugin, name, None)
        if not isinstance(value, TYPES[kind]):
            found.append(f"{name} is {value!r}, not of type {kind}")
    for name, wanted in inspect.getmembers(protocol, inspect.isfunction):
        if name.startswith("_"):
            continue
        given = getattr(plugin, name, None)
        if given is None:
            found.append(f"{name} is missing")
            continue
        signature = inspect.signature(wanted)
        signature = signature.replace(parameters=list(signature.parameters.values())[1:])
        if inspect.signature(given) != signature:
            found.append(f"{name}{inspect.signature(given)} is not {name}{signature}")
    return found


def renderers() -> list[str]:
    return [
        name
        for name in registry.names("netinit.renderers")
        if find_spec(f"netinit.renderers.{name}.render")
    ]


@pytest.mark.parametrize("name", renderers())
def test_renderer_fits_its_protocol(name: str) -> None:
    assert departures(registry.load("netinit.renderers", name, "render"), Renderer) == []


@pytest.mark.parametrize("name", renderers())
def test_activator_fits_its_protocol(name: str) -> None:
    assert departures(registry.load("netinit.renderers", name, "activate"), Activator) == []


def test_sources_fit_their_protocol() -> None:
    found = {
        name: departures(registry.load("netinit.sources", name), Source)
        for name in registry.names("netinit.sources")
    }
    assert {name: what for name, what in found.items() if what} == {}


def test_ranks_of_renderers_differ() -> None:
    ranks = [registry.load("netinit.renderers", name, "render").RANK for name in renderers()]
    assert len(set(ranks)) == len(ranks)


def test_a_module_without_the_protocol_is_told_apart() -> None:
    plugin = ModuleType("plugin")
    plugin.NAME = 1  # type: ignore[attr-defined]
    plugin.available = lambda facts: None  # type: ignore[attr-defined]
    assert departures(plugin, Renderer) == [
        "NAME is 1, not of type str",
        "RANK is None, not of type int",
        "available(facts) is not available(facts: 'Facts') -> 'str | None'",
        "render is missing",
    ]
