"""Calling plug-ins: the one place where a bug in one of them is caught, so that the boot goes on without it."""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    T = TypeVar("T")


class Crash(Record):
    """A bug: what it said, and its traceback for those who mend it."""

    message: str
    traceback: str


def attempt(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | Crash:
    """What a function of a plug-in returns, or how it crashed. Raises NetinitError, which is no crash."""
    try:
        return function(*args, **kwargs)
    except NetinitError:
        raise
    except Exception as error:  # noqa: BLE001 what a bug raises is not known before
        from traceback import format_exc

        return Crash(message=f"{type(error).__name__}: {error}", traceback=format_exc())
