"""Record: the base of netinit's frozen values.

A type checker sees a frozen, keyword-only dataclass.  At run time nothing is compiled: `dataclasses`
costs 16 ms of import and 0.7 ms for each class (docs/performance.md), and the boot path has neither to spare.
Fields are annotations of the class body; a default is the class attribute of the same name.  An instance holds
the values that were given in its `__dict__`, so a field left at its default takes no memory.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self, dataclass_transform
else:

    def dataclass_transform(**_options: object) -> object:
        """Stand in for typing.dataclass_transform, which only type checkers need."""
        return lambda cls: cls


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Record:
    """A value: equal by type and fields, never changed after it was made."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot set '{name}'")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot delete '{name}'")

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """Names of all fields, those of the base classes first."""
        found: tuple[str, ...] | None = cls.__dict__.get("_fields")
        if found is None:
            names: dict[str, None] = {}
            for base in reversed(cls.__mro__):
                names.update(dict.fromkeys(getattr(base, "__annotations__", {})))
            found = tuple(names)
            type.__setattr__(cls, "_fields", found)
        return found

    def items(self) -> tuple[tuple[str, Any], ...]:
        """Field names with their values, in the order of declaration."""
        return tuple((name, getattr(self, name)) for name in self.fields())

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        kept = {name: value for name, value in self.__dict__.items() if name[0] != "_"}
        return type(self)(**{**kept, **changes})

    def _compared(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.fields() if name != "path")

    def __eq__(self, other: object) -> bool:
        """Equal by type and fields; `path`, which says where a value stood, is not compared."""
        if type(self) is not type(other):
            return NotImplemented
        return self._compared() == other._compared()  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((type(self), self._compared()))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({given})"
