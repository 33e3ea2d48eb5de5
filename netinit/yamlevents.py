"""libyaml's event parser, by the shortest way.

`import yaml` costs 25 ms, its C parser 2.  So the C module is imported with stand-ins for the parts of the package
that it only names (their exception classes).  The stand-ins are gone again when this module is ready, so that code
that wants the real package gets it.  Where anything of that does not work (no C extension, another PyYAML), the real
package is imported and its pure-Python parser used: slower, same events.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    class Place(Protocol):
        """Where an event starts; both count from 0."""

        line: int
        column: int

    class Event(Protocol):
        """What all events have, and those of scalars and of aliased nodes besides."""

        start_mark: Place
        value: str
        style: str | None
        anchor: str | None


class BadYaml(Exception):
    """A text that is not YAML: what is wrong and where (from 1; 0 when unknown)."""

    def __init__(
        self, message: str, line: int = 0, column: int = 0, position: int | None = None
    ) -> None:
        super().__init__(message)
        self.line, self.column, self.position = line, column, position


class _Place:
    """Stand-in for a module of the yaml package: every name in it is an exception class."""

    def __init__(self, error: type[Exception]) -> None:
        self._error = error

    def __getattr__(self, name: str) -> type[Exception]:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._error


def _load_c_parser() -> tuple[Any, Any]:
    if "yaml" in sys.modules:
        from yaml import events
        from yaml._yaml import CParser

        return CParser, events
    spec = sys.modules["_frozen_importlib_external"].PathFinder.find_spec("yaml")  # type: ignore[attr-defined]
    package = type(sys)("yaml")
    package.__path__ = list(spec.submodule_search_locations)
    package.__spec__ = spec
    sys.modules["yaml"] = package
    try:
        from yaml import events, nodes, tokens  # noqa: F401 - named by the C module
        from yaml.error import MarkedYAMLError

        class ReaderError(MarkedYAMLError):  # type: ignore[misc]
            """Raised by the C module for a character that YAML forbids."""

            def __init__(
                self, _name: str, position: int, _character: int, _encoding: str, reason: str
            ) -> None:
                super().__init__(problem=reason)
                self.position = position

        package.reader = _Place(MarkedYAMLError)  # type: ignore[attr-defined]
        package.reader.ReaderError = ReaderError  # type: ignore[attr-defined]
        for name in (
            "scanner",
            "parser",
            "composer",
            "constructor",
            "emitter",
            "serializer",
            "representer",
            "resolver",
        ):
            setattr(package, name, _Place(MarkedYAMLError))
        from yaml._yaml import CParser
    finally:
        del sys.modules["yaml"]
    return CParser, events


def _load() -> tuple[Any, Any]:
    try:
        return _load_c_parser()
    except Exception:  # noqa: BLE001 - whatever PyYAML changes inside, the real package still reads the text
        for name in [name for name in sys.modules if name == "yaml" or name.startswith("yaml.")]:
            del sys.modules[name]
        import yaml

        loader = getattr(yaml, "CLoader", yaml.Loader)
        return loader, yaml.events


Parser, _events = _load()
Scalar = _events.ScalarEvent
MappingStart = _events.MappingStartEvent
MappingEnd = _events.MappingEndEvent
SequenceStart = _events.SequenceStartEvent
SequenceEnd = _events.SequenceEndEvent
Alias = _events.AliasEvent
DocumentStart = _events.DocumentStartEvent
StreamEnd = _events.StreamEndEvent


def events(text: str) -> Iterator[Event]:
    """The events of a YAML text, the stream's own included.

    Raises BadYaml, with the parser's reason, where the text stops being YAML.
    """
    try:
        parser = Parser(text)
        get_event = parser.get_event
        while True:
            event = get_event()
            yield event
            if type(event) is StreamEnd:
                return
    except Exception as error:
        place = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        reason = getattr(error, "problem", None) or getattr(error, "reason", None)
        position = getattr(error, "position", None)
        if reason is None:
            raise
        line, column = (place.line + 1, place.column + 1) if place else (0, 0)
        raise BadYaml(str(reason), line, column, position) from None
