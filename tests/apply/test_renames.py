"""A plan of renames is carried out step by step."""

from __future__ import annotations

from netinit.apply.renames import carry_out
from netinit.model.facts import Nic
from tests.fakes import FakeNetlink

SWAP = [
    ("down", "eth0"),
    ("down", "eth1"),
    ("rename", "eth0", "netinit0"),
    ("rename", "eth1", "eth0"),
    ("rename", "netinit0", "eth1"),
    ("up", "eth0"),
    ("up", "eth1"),
]


def test_names_are_swapped() -> None:
    netlink = FakeNetlink(
        [
            Nic(name="eth0", mac="02:00:00:00:00:01", operstate="up"),
            Nic(name="eth1", mac="02:00:00:00:00:02", operstate="up"),
        ]
    )
    steps = carry_out(SWAP, netlink)
    assert {nic.name: nic.mac for nic in netlink.nics()} == {
        "eth1": "02:00:00:00:00:01",
        "eth0": "02:00:00:00:00:02",
    }
    assert {step.answer for step in steps} == {"done"}
    assert netlink.up == {"eth0", "eth1"}


def test_a_refused_step_leaves_no_nic_down() -> None:
    netlink = FakeNetlink([Nic(name="eth0", operstate="up"), Nic(name="lan0", operstate="up")])
    steps = carry_out([("down", "eth0"), ("rename", "eth0", "lan0"), ("up", "eth0")], netlink)
    assert [(step.question, step.answer) for step in steps] == [
        ("down eth0", "done"),
        ("rename eth0 lan0", "failed"),
        ("up eth0", "done"),
    ]
    assert steps[1].because == "renaming eth0 to lan0: the name is taken"
    assert netlink.up == {"eth0", "lan0"}
