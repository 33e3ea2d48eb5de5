"""A decision carries the steps that led to it."""

from __future__ import annotations

from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic, TypeVar

    from netinit.model.instance import RawNetwork
    from netinit.report import Mark, Problem

    T = TypeVar("T")
else:
    T = None

    class _Generic:
        def __class_getitem__(cls, _item: object) -> type:
            return cls

    Generic = {None: _Generic}


class Step(Record):
    """A question that was asked, the answer, and why."""

    question: str
    answer: str
    because: str
    mark: Mark | None = None

    def __str__(self) -> str:
        where = f" ({self.mark})" if self.mark else ""
        return f"{self.question}: {self.answer}, because {self.because}{where}"


class Decision(Record, Generic[T]):
    """A value with its trail."""

    value: T
    steps: tuple[Step, ...] = ()


class NetworkChoice(Record):
    """The network-config that counts, as it was found; `raw` is None where there is none or it is the system's own.

    `source` is "cmdline", "initramfs", "system", "datasource", "user-data" or "fallback".
    """

    source: str
    raw: RawNetwork | None = None
    disabled: bool = False
    because: str = ""
    mark: Mark | None = None
    problems: tuple[Problem, ...] = ()
