"""The plan of renames: steps, names in the end, and what is reported."""

from __future__ import annotations

import pytest

from netinit import api
from netinit.decide.renames import Plan, renames
from netinit.model.facts import Facts, Nic
from netinit.report import Report


def nic(name: str, mac: int, **more: object) -> Nic:
    values: dict[str, object] = {"operstate": "down", "carrier": 0} | more
    return Nic(name=name, mac=f"02:00:00:00:00:{mac:02x}", **values)  # type: ignore[arg-type]


def up(name: str, mac: int, **more: object) -> Nic:
    return nic(name, mac, **{"operstate": "up", "carrier": 1, **more})


def planned(wishes: dict[str, str], *nics: Nic, container: bool = False) -> tuple[Plan, list[str]]:
    """The plan for links given as {set-name: match}, and the messages."""
    lines = [
        f"  l{index}: {{match: {match}, set-name: {name}}}\n"
        for index, (name, match) in enumerate(wishes.items())
    ]
    facts = Facts(nics=nics, nics_known=True, container=container)
    config = api.parse("version: 2\nethernets:\n" + "".join(lines)).config
    report = Report()
    plan = renames(config, facts, report)
    return plan, [found.message for found in report.found]


def mac(number: int) -> str:
    return f'{{macaddress: "02:00:00:00:00:{number:02X}"}}'


@pytest.mark.parametrize(
    ("wishes", "nics", "steps"),
    [
        pytest.param({"lan0": mac(1)}, [nic("ens3", 1)], ["rename ens3 lan0"], id="down"),
        pytest.param(
            {"lan0": mac(1)},
            [up("ens3", 1)],
            ["down ens3", "rename ens3 lan0", "up lan0"],
            id="up",
        ),
        pytest.param(
            {"lan0": mac(1)},
            [up("ens3", 1, addresses=("fe80::1/64",))],
            ["down ens3", "rename ens3 lan0", "up lan0"],
            id="up with a link-local address alone",
        ),
        pytest.param({"ens3": mac(1)}, [up("ens3", 1)], [], id="right already"),
        pytest.param({"LAN0": mac(1)}, [nic("lan0", 1)], ["rename lan0 LAN0"], id="capitals"),
        pytest.param(
            {"eth1": mac(1), "eth0": mac(2)},
            [nic("eth0", 1), nic("eth1", 2)],
            ["rename eth1 netinit0", "rename eth0 eth1", "rename netinit0 eth0"],
            id="swap",
        ),
        pytest.param(
            {"b": mac(1), "c": mac(2), "a": mac(3)},
            [nic("a", 1), nic("b", 2), nic("c", 3), nic("netinit0", 4)],
            ["rename b netinit1", "rename a b", "rename c a", "rename netinit1 c"],
            id="ring of three, with the temporary name taken",
        ),
        pytest.param(
            {"b": mac(1), "c": mac(2)},
            [nic("a", 1), nic("b", 2)],
            ["rename b c", "rename a b"],
            id="chain",
        ),
        pytest.param(
            {"lan0": mac(1)},
            [up("ens3", 1), up("lan0", 2)],
            [
                "down lan0",
                "down ens3",
                "rename lan0 netinit0",
                "rename ens3 lan0",
                "up netinit0",
                "up lan0",
            ],
            id="the name of another nic",
        ),
        pytest.param(
            {"lan0": "{name: 'enp*'}"}, [nic("enp1s0", 1)], ["rename enp1s0 lan0"], id="by glob"
        ),
        pytest.param({"lan0": "{name: enp1s0}"}, [nic("lan0", 1)], [], id="by name, done before"),
        pytest.param(
            {"lan0": "{driver: mlx5_core}"},
            [nic("a", 1, driver="e1000"), nic("b", 2, driver="mlx5_core")],
            ["rename b lan0"],
            id="by driver",
        ),
        pytest.param(
            {"lan0": '{macaddress: "02:00:00:00:00:01", driver: e1000}'},
            [nic("a", 1, driver="e1000"), nic("b", 1, driver="mlx5_core")],
            ["rename a lan0"],
            id="one MAC twice, told by driver",
        ),
        pytest.param(
            {"lan0": mac(1)},
            [nic("eth0", 1, driver="hv_netvsc"), nic("enP1s1", 1, driver="mana")],
            ["rename eth0 lan0"],
            id="the synthetic one of a Hyper-V pair",
        ),
        pytest.param(
            {"lan0": mac(1)},
            [
                nic("ens3", 9, perm_mac="02:00:00:00:00:01"),
                nic("ens4", 1, perm_mac="02:00:00:00:00:07"),
            ],
            ["rename ens3 lan0"],
            id="the permanent MAC counts",
        ),
        pytest.param(
            {"lan0": mac(1)},
            [nic("bond0", 1, kind="bond"), nic("ens3", 1)],
            ["rename ens3 lan0"],
            id="never a virtual device",
        ),
    ],
)
def test_plan(wishes: dict[str, str], nics: list[Nic], steps: list[str]) -> None:
    plan, _ = planned(wishes, *nics)
    assert [" ".join(step) for step in plan.steps] == steps
    assert plan.failures == ()
    names = {item.name: item.own_mac for item in nics}
    for old, new in (step[1:] for step in plan.steps if step[0] == "rename"):
        assert new not in names, "a rename to a name that is not free"
        names[new] = names.pop(old)
    for name in wishes:
        assert name in names


@pytest.mark.parametrize(
    ("wishes", "nics", "message"),
    [
        pytest.param(
            {"lan0": mac(1)},
            [up("ens3", 1, addresses=("192.0.2.1/24",))],
            "ens3 is not renamed to 'lan0': busy, it has the address 192.0.2.1/24",
            id="an address",
        ),
        pytest.param(
            {"lan0": mac(1)},
            [up("ens3", 1, master="bond0")],
            "ens3 is not renamed to 'lan0': busy, it is a port of bond0",
            id="a port",
        ),
        pytest.param(
            {"lan0": mac(1)},
            [nic("ens3", 1), up("lan0", 2, addresses=("2001:db8::1/64",))],
            "ens3 is not renamed to 'lan0': the nic of that name is busy, it has the address 2001:db8::1/64",
            id="the name belongs to a busy nic",
        ),
        pytest.param(
            {"br0": mac(1)},
            [nic("ens3", 1), up("br0", 2, kind="bridge")],
            "ens3 is not renamed to 'br0': the name belongs to a virtual device (bridge)",
            id="the name belongs to a virtual device",
        ),
        pytest.param(
            {"lan0": mac(1)},
            [nic("a", 1), nic("b", 1)],
            "fits more than one nic (a, b); none is renamed",
            id="twice",
        ),
        pytest.param(
            {"lan0": mac(7)},
            [nic("a", 1)],
            "fits no nic that is present; nothing is renamed",
            id="not there",
        ),
    ],
)
def test_obstacles(wishes: dict[str, str], nics: list[Nic], message: str) -> None:
    plan, messages = planned(wishes, *nics)
    assert plan.steps == ()
    assert messages == [message]


def test_one_busy_nic_holds_up_those_that_wait_for_its_name_and_no_other() -> None:
    plan, messages = planned(
        {"b": mac(1), "c": mac(2), "lan0": mac(3)},
        nic("a", 1),
        up("b", 2, addresses=("192.0.2.1/24",)),
        nic("x", 3),
    )
    assert [" ".join(step) for step in plan.steps] == ["rename x lan0"]
    assert len(plan.failures) == 2
    assert messages[:2] == [
        "b is not renamed to 'c': busy, it has the address 192.0.2.1/24",
        "a is not renamed to 'b': the nic of that name is busy, it has the address 192.0.2.1/24",
    ]


def test_a_veth_is_renamed_where_no_hardware_has_its_address() -> None:
    wishes = {"lan0": mac(1)}
    veth, hardware = nic("eth0", 1, kind="veth"), nic("eth1", 1)
    assert [" ".join(step) for step in planned(wishes, veth)[0].steps] == ["rename eth0 lan0"]
    assert [" ".join(step) for step in planned(wishes, veth, hardware)[0].steps] == [
        "rename eth1 lan0"
    ]


def test_two_links_want_one_name_or_one_nic() -> None:
    text = (
        "version: 2\nethernets:\n"
        f"  a: {{match: {mac(1)}, set-name: lan0}}\n"
        f"  b: {{match: {mac(2)}, set-name: lan0}}\n"
        f"  c: {{match: {mac(1)}, set-name: lan1}}\n"
    )
    report = Report()
    plan = renames(
        api.parse(text).config, Facts(nics=(nic("x", 1), nic("y", 2)), nics_known=True), report
    )
    assert plan.steps == (("rename", "x", "lan0"),)
    assert [found.message for found in report.found] == [
        "'a' has this name already; nothing is renamed here",
        "x is matched by 'a' too; nothing is renamed here",
    ]


def test_nobody_looked_for_nics() -> None:
    report = Report()
    text = f"version: 2\nethernets: {{a: {{match: {mac(1)}, set-name: lan0}}}}\n"
    assert renames(api.parse(text).config, Facts(), report) == Plan()
    assert report.found == []


@pytest.mark.parametrize("name", ["a" * 16, "ü" * 8, "eth%d"])
def test_a_name_that_the_kernel_refuses_is_not_tried(name: str) -> None:
    plan, messages = planned({name: mac(1)}, up("ens3", 1))
    assert plan.steps == ()
    assert f"ens3 to {name}: the kernel takes no such name" in plan.failures[0]
    assert any("ens3 is not renamed" in message for message in messages)


def test_of_a_failover_set_the_master_is_renamed() -> None:
    nics = (up("ens3", 1), up("ens3nsby", 1, master="ens3"), up("ens4", 1, master="ens3"))
    plan, messages = planned({"lan0": mac(1)}, *nics)
    assert [" ".join(step) for step in plan.steps] == ["down ens3", "rename ens3 lan0", "up lan0"]
    assert messages == []


def test_the_final_name_of_an_address_is_that_of_the_nic_that_was_renamed() -> None:
    nics = (nic("eth0", 1, driver="hv_netvsc"), nic("enP1", 1, driver="mlx5_core"))
    plan, _ = planned({"lan0": mac(1)}, *nics)
    assert plan.final_names == {"02:00:00:00:00:01": "lan0"}
