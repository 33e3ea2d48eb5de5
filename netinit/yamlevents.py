"""libyaml's event parser, by the shortest way.

`import yaml` costs 25 ms, its C parser 2.  So the C module is imported with stand-ins for the parts of the package
that it only names (their exception classes).  The stand-ins are gone again when this module is ready, so that code
that wants the real package gets it.  Where anything of that does not work (no C extension, another PyYAML), the real
package is imported and its pure-Python parser used: slower, same events.

The C parser calls whatever stands under the name of an event's class; so while a text is read, functions of the
caller stand there, and no event object is ever made (39 → 24 ms for 1,000 interfaces).
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Place(Protocol):
        """Where an event starts; both count from 0."""

        line: int
        column: int

    # anchor, tag, implicit, text, start, end, style (empty or None: plain)
    Scalar = Callable[[str | None, object, object, str, Place, Place, str | None], None]
    # anchor, tag, implicit, start, end, flow style
    Start = Callable[[str | None, object, object, Place, Place, object], None]
    # start, end
    End = Callable[[Place, Place], None]
    # name, start, end
    Alias = Callable[[str, Place, Place], None]

STREAM_END = object()


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


Parser, _names = _load()


def _pass(*_: object) -> None:
    return


def _stream_end(*_: object) -> object:
    return STREAM_END


def read(
    text: str,
    *,
    scalar: Scalar,
    mapping: Start,
    sequence: Start,
    end: End,
    alias: Alias,
    document: End,
) -> None:
    """Read a YAML text, calling a function at each scalar, start and end of a collection, alias, start of a document.

    The functions are given what the parser would make an event object of.  What they raise ends the reading.
    Raises BadYaml, with the parser's reason, where the text stops being YAML.
    """
    makers: dict[str, Callable[..., object]] = {
        "StreamStartEvent": _pass,
        "DocumentStartEvent": lambda start, stop, *_: document(start, stop),
        "ScalarEvent": scalar,
        "MappingStartEvent": mapping,
        "MappingEndEvent": end,
        "SequenceStartEvent": sequence,
        "SequenceEndEvent": end,
        "AliasEvent": alias,
        "DocumentEndEvent": _pass,
        "StreamEndEvent": _stream_end,
    }
    # Only while we read: others in this process may want the parser's own objects.
    before = {name: _names[name] for name in makers if name in _names}
    if before:
        _names.update(makers)
    try:
        get_event = Parser(text).get_event
        while (event := get_event()) is not STREAM_END:
            # None comes of a function above, an object of the pure-Python parser.
            if event is not None and _called(makers, event) is STREAM_END:
                return
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


def _called(makers: dict[str, Callable[..., object]], event: Any) -> object:
    """What comes of an event object given to the function that takes its parts."""
    name = type(event).__name__
    parts: list[object] = []
    if name == "AliasEvent":
        parts = [event.anchor]
    elif name in {"ScalarEvent", "MappingStartEvent", "SequenceStartEvent"}:
        parts = [event.anchor, event.tag, event.implicit]
    if name == "ScalarEvent":
        parts.append(event.value)
    parts += [event.start_mark, event.end_mark]
    if name == "ScalarEvent":
        parts.append(event.style)
    elif len(parts) == 5:
        parts.append(event.flow_style)
    return makers[name](*parts)
