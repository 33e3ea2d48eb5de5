"""DHCP on the right nic: the candidates in order, and why the others are none."""

from __future__ import annotations

import pytest

from netinit.decide.fallback import fallback, natural, reach
from netinit.model.base import Base
from netinit.model.facts import Facts, Nic
from netinit.stages import base

FEATURES = "0" * 62 + "1" + "0"


def nic(name: str, mac: int, **more: object) -> Nic:
    values: dict[str, object] = {"operstate": "down", "carrier": 0, "driver": "virtio_net"} | more
    return Nic(name=name, mac=f"02:00:00:00:00:{mac:02x}", **values)  # type: ignore[arg-type]


def up(name: str, mac: int, **more: object) -> Nic:
    return nic(name, mac, **{"operstate": "up", "carrier": 1, **more})


def machine(*nics: Nic, **more: object) -> Facts:
    return Facts(nics=nics, nics_known=True, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "candidates"),
    [
        pytest.param(machine(), (), id="no nic"),
        pytest.param(
            machine(nic("eth1", 1), up("eth2", 2)), ("eth2", "eth1"), id="carrier comes first"
        ),
        pytest.param(
            machine(up("ens10", 1), up("ens3", 2), nic("eth0", 3), nic("eth1", 4)),
            ("ens3", "ens10", "eth0", "eth1"),
            id="natural order, in each group",
        ),
        pytest.param(
            machine(up("aaa0", 1), up("eth0", 2)), ("eth0", "aaa0"), id="eth0 before all others"
        ),
        pytest.param(machine(nic("ens3", 1, carrier=None)), ("ens3",), id="carrier unreadable"),
        pytest.param(
            machine(nic("ens3", 1, operstate="up"), nic("ens4", 2)),
            ("ens4", "ens3"),
            id="up without carrier is the last hope",
        ),
        pytest.param(
            machine(nic("ens3", 1, operstate="notpresent")), (), id="hardware not present"
        ),
        *[
            pytest.param(
                machine(up(f"{kind}0", 1, kind=kind), nic("ens9", 2)),
                ("ens9",),
                id=f"never a {kind}",
            )
            for kind in ("bridge", "bond", "vlan", "dummy", "vrf", "tun", "vxlan", "wireguard")
        ],
        pytest.param(
            machine(up("veth7a", 1, kind="veth"), nic("ens9", 2)), ("ens9",), id="never a veth…"
        ),
        pytest.param(
            machine(up("eth0", 1, kind="veth"), container=True), ("eth0",), id="a container's eth0"
        ),
        pytest.param(
            machine(up("eth0", 1, kind="veth"), nic("ens3", 2)),
            ("ens3", "eth0"),
            id="hardware before software",
        ),
        pytest.param(
            machine(up("ens1", 1, master="bond0"), up("bond0", 1, kind="bond"), up("ens3", 3)),
            ("ens3",),
            id="never a port",
        ),
        pytest.param(machine(up("ovs0", 1, ovs_internal=True)), (), id="never inside Open vSwitch"),
        pytest.param(machine(up("tun0", 1, type=65534)), (), id="never a device without Ethernet"),
        pytest.param(machine(nic("wlan0", 1, wireless=True)), (), id="never a wireless one"),
        pytest.param(machine(up("ib0", 1, type=32)), ("ib0",), id="InfiniBand"),
        pytest.param(machine(Nic(name="ens3", carrier=1)), (), id="no MAC address"),
        pytest.param(
            machine(up("ens3", 0).replace(mac="00:00:00:00:00:00")), (), id="MAC of zeros"
        ),
        pytest.param(
            machine(nic("enP1s1", 1, driver="mana"), nic("eth0", 1, driver="hv_netvsc")),
            ("eth0",),
            id="Hyper-V: the synthetic one of a pair",
        ),
        pytest.param(
            machine(
                up("ens3", 1, features=FEATURES),
                up("ens3nsby", 1, master="ens3", features=FEATURES),
                up("ens4", 1, driver="mlx5_core", master="ens3"),
            ),
            ("ens3",),
            id="netfailover: the master of three",
        ),
        pytest.param(
            machine(up("ens3", 1, features=FEATURES), up("ens4", 1, driver="mlx5_core")),
            ("ens3",),
            id="netfailover: the primary before it has its master",
        ),
    ],
)
def test_candidates(facts: Facts, candidates: tuple[str, ...]) -> None:
    decision = fallback(facts, Base())
    assert decision.value.candidates == candidates
    assert decision.steps[-1].answer == (candidates[0] if candidates else "none")


def test_config_asks_for_both_families_and_matches_by_mac_alone() -> None:
    raw = fallback(machine(up("ens3", 1)), Base()).value.raw
    assert raw is not None
    assert raw.text == (
        'version: 2\nethernets:\n  "ens3":\n    dhcp4: true\n    dhcp6: true\n'
        '    match: {macaddress: "02:00:00:00:00:01"}\n'
    )


@pytest.mark.parametrize("features", [FEATURES, None], ids=["by its features", "by its ports"])
def test_a_netfailover_master_is_matched_by_name(features: str | None) -> None:
    master = up("ens3", 1, features=features)
    ports = up("ens3nsby", 1, master="ens3"), up("ens4", 1, driver="mlx5_core", master="ens3")
    raw = fallback(machine(master, *ports), Base()).value.raw
    assert raw is not None
    assert 'match: {name: "ens3"}' in raw.text


@pytest.mark.parametrize(
    ("nics", "match"),
    [
        pytest.param(
            (up("ens3", 1), up("ens4", 1, driver="e1000")),
            '{macaddress: "02:00:00:00:00:01", driver: "virtio_net"}',
            id="told by driver",
        ),
        pytest.param(
            (up("ens3", 1), up("ens4", 1)),
            '{macaddress: "02:00:00:00:00:01", name: "ens3"}',
            id="told by name",
        ),
    ],
)
def test_two_nics_of_one_mac_are_a_warning(nics: tuple[Nic, ...], match: str) -> None:
    value = fallback(machine(*nics), Base()).value
    assert value.raw is not None
    assert match in value.raw.text
    assert ["ens3, ens4" in problem.message for problem in value.problems] == [True]


def test_trail_gives_a_reason_for_every_nic() -> None:
    facts = machine(
        Nic(name="lo", type=772, mac="00:00:00:00:00:00"),
        up("br0", 1, kind="bridge"),
        up("ens3", 2, master="br0"),
        nic("ens4", 3),
    )
    assert [str(step) for step in fallback(facts, Base()).steps] == [
        "DHCP on br0?: no, because a virtual device (bridge)",
        "DHCP on ens3?: no, because a port of br0",
        "DHCP on ens4?: possible, because no carrier yet, it is down",
        "DHCP on which nic?: ens4, because no carrier yet, it is down",
    ]


@pytest.mark.parametrize(
    ("setting", "chosen"),
    [
        pytest.param("{}", ("ens3",), id="default"),
        pytest.param("{nics: all}", ("ens3", "ens4"), id="all"),
        pytest.param("all", ("ens3", "ens4"), id="all, in short"),
        pytest.param("{nics: none}", (), id="none"),
        pytest.param("{deny_names: ['ens3']}", ("ens4",), id="a denied name"),
        pytest.param("{deny_drivers: [virtio*]}", ("ens4",), id="a denied driver"),
        pytest.param("{nics: [1]}", ("ens3",), id="nonsense is an error and means first"),
    ],
)
def test_configuration(setting: str, chosen: tuple[str, ...]) -> None:
    facts = machine(
        up("ens3", 1),
        up("ens4", 2, driver="mlx4_core"),
        texts={"/etc/cloud/cloud.cfg": f"netinit:\n  fallback: {setting}\n"},
    )
    value = fallback(facts, base.read(facts)).value
    assert value.chosen == chosen
    assert bool(value.problems) == (setting == "{nics: [1]}")


def test_nobody_looked_for_nics() -> None:
    decision = fallback(Facts(), Base())
    assert decision.value.raw is None
    assert decision.steps[-1].because == "nobody looked which nics there are"


def test_natural_order() -> None:
    names = ["eth10", "eth2", "eth1", "eth", "ens3f10", "ens3f9", "eth01", "0"]
    assert sorted(names, key=natural) == [
        "0",
        "ens3f9",
        "ens3f10",
        "eth",
        "eth1",
        "eth01",
        "eth2",
        "eth10",
    ]


def test_reach_tries_one_after_the_other() -> None:
    assert reach(["a", "b", "c"], lambda name: name == "b") == ("b", ("a", "b"))
    assert reach(["a"], lambda name: False) == (None, ("a",))
