"""libyaml's event parser, by the shortest way.

`import yaml` costs 25 ms, its C parser 2.  So the C module is imported with stand-ins for the parts of the package
that it only names (their exception classes).  The stand-ins are gone again when this module is ready, so that code
that wants the real package gets it.  Where anything of that does not work (no C extension, another PyYAML), the real
package is imported and its pure-Python parser used: slower, same events.

An event is a plain tuple: what it is, its text, its style, its anchor, and where it starts.  The C parser calls
whatever stands under the name of an event's class, and a function that makes a tuple is done in a third of the time.
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

    # kind, text of a scalar, its style (empty: plain), anchor of a node or name of an alias, place
    Event = tuple[int, str, str | None, str | None, Place]

SCALAR, MAPPING, SEQUENCE, END, ALIAS, DOCUMENT, STREAM_END, OTHER = range(8)


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


def _load_c_parser() -> tuple[Any, dict[str, Any]]:
    """The C parser, and the namespace in which it looks up the classes of its events."""
    if "yaml" in sys.modules:
        from yaml import _yaml

        return _yaml.CParser, vars(_yaml)
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
        from yaml import _yaml
    finally:
        del sys.modules["yaml"]
    return _yaml.CParser, vars(_yaml)


def _load() -> tuple[Any, dict[str, Any]]:
    try:
        return _load_c_parser()
    except Exception:  # noqa: BLE001 - whatever PyYAML changes inside, the real package still reads the text
        for name in [name for name in sys.modules if name == "yaml" or name.startswith("yaml.")]:
            del sys.modules[name]
        import yaml

        return getattr(yaml, "CLoader", yaml.Loader), {}


def _scalar(
    anchor: str | None,
    _tag: object,
    _implicit: object,
    text: str,
    start: Place,
    _end: Place,
    style: str,
) -> Event:
    return SCALAR, text, style, anchor, start


def _mapping(
    anchor: str | None, _tag: object, _implicit: object, start: Place, _end: Place, _flow: object
) -> Event:
    return MAPPING, "", None, anchor, start


def _sequence(
    anchor: str | None, _tag: object, _implicit: object, start: Place, _end: Place, _flow: object
) -> Event:
    return SEQUENCE, "", None, anchor, start


def _collection_end(start: Place, _end: Place) -> Event:
    return END, "", None, None, start


MAKERS = {
    "ScalarEvent": _scalar,
    "MappingStartEvent": _mapping,
    "MappingEndEvent": _collection_end,
    "SequenceStartEvent": _sequence,
    "SequenceEndEvent": _collection_end,
}
KINDS = {
    "ScalarEvent": SCALAR,
    "MappingStartEvent": MAPPING,
    "MappingEndEvent": END,
    "SequenceStartEvent": SEQUENCE,
    "SequenceEndEvent": END,
    "AliasEvent": ALIAS,
    "DocumentStartEvent": DOCUMENT,
    "StreamEndEvent": STREAM_END,
}


def _from_object(event: Any) -> Event:
    """An event that came as PyYAML's own object: a rare one, or one of the pure-Python parser."""
    return (
        KINDS.get(type(event).__name__, OTHER),
        getattr(event, "value", ""),
        getattr(event, "style", None),
        getattr(event, "anchor", None),
        event.start_mark,
    )


Parser, _names = _load()


def events(text: str) -> Iterator[Event]:
    """The events of a YAML text, the stream's own included.

    Raises BadYaml, with the parser's reason, where the text stops being YAML.
    """
    # Only while we read: others in this process may want the parser's own objects.
    before = {name: _names[name] for name in MAKERS if name in _names}
    if before:
        _names.update(MAKERS)
    try:
        get_event = Parser(text).get_event
        while True:
            event = get_event()
            if type(event) is not tuple:
                event = _from_object(event)
                if event[0] == STREAM_END:
                    return
            yield event
    except Exception as error:
        place = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        reason = getattr(error, "problem", None) or getattr(error, "reason", None)
        position = getattr(error, "position", None)
        if reason is None:
            raise
        line, column = (place.line + 1, place.column + 1) if place else (0, 0)
        raise BadYaml(str(reason), line, column, position) from None
    finally:
        _names.update(before)
