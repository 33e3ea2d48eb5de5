"""Records behave as frozen values."""

from __future__ import annotations

import pytest

from netinit.model.network import Address, Bond, Ethernet, Route
from netinit.model.record import Record


class Point(Record):
    x: int
    y: int = 7
    path: tuple[str, ...] = ()


def test_a_field_left_out_has_its_default() -> None:
    assert (Point(x=1).x, Point(x=1).y) == (1, 7)


def test_equality_compares_fields_and_type_and_ignores_the_path() -> None:
    assert Point(x=1) == Point(x=1, y=7)
    assert Point(x=1) == Point(x=1, path=("elsewhere",))
    assert Point(x=1) != Point(x=2)
    assert Ethernet(id="a") != Bond(id="a")


def test_equal_records_have_one_hash() -> None:
    assert len({Point(x=1), Point(x=1, y=7), Point(x=2)}) == 2


def test_a_record_cannot_be_changed() -> None:
    point = Point(x=1)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del point.x
    assert point.replace(x=2) == Point(x=2)
    assert point == Point(x=1)


def test_fields_come_base_class_first() -> None:
    assert Ethernet.fields()[:2] == ("id", "name")
    assert Ethernet.fields()[-1] == "delay_rebind"


def test_values_print_as_people_write_them() -> None:
    assert str(Address(ip="192.0.2.1", prefix=24, family=4)) == "192.0.2.1/24"
    assert Route(family=6, to="default").destination == "::/0"
    assert repr(Point(x=1)) == "Point(x=1)"
