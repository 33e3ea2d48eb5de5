"""Activators hand changed files to a running daemon and leave one alone that does not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from netinit.errors import NetinitError
from netinit.renderers.netplan import activate as netplan
from netinit.renderers.networkd import activate as networkd
from netinit.renderers.networkmanager import activate as networkmanager
from netinit.system.doors import System
from netinit.system.root import Root
from tests.fakes import Ended, FakeBus, Script, tree

NETWORKD, NM = "org.freedesktop.network1", "org.freedesktop.NetworkManager"
NETWORK = "/etc/systemd/network/10-netinit-a.network"
PROFILE = "/etc/NetworkManager/system-connections/netinit-a.nmconnection"
YAML = "/etc/netplan/50-netinit.yaml"
CHANGED = {networkd: NETWORK, networkmanager: PROFILE, netplan: YAML}


def doors(bus: FakeBus | None = None, run: Script | None = None) -> System:
    return System(root=Root("/nowhere"), bus=bus, run=run)


@pytest.mark.parametrize("activator", CHANGED, ids=lambda module: module.BACKEND)
def test_nothing_changed_is_nothing_to_do(activator: object) -> None:
    bus = FakeBus([NETWORKD, NM], {})
    (step,) = activator.activate(doors(bus), ["/etc/hosts"], [])  # type: ignore[attr-defined]
    assert (step.answer, step.because) == ("nothing to do", "no file of its own changed")
    assert bus.log == []


@pytest.mark.parametrize("activator", [networkd, networkmanager], ids=lambda module: module.BACKEND)
@pytest.mark.parametrize("bus", [None, FakeBus([], {})], ids=["no bus", "no daemon"])
def test_a_daemon_that_does_not_run_reads_the_files_when_it_starts(
    activator: object, bus: FakeBus | None
) -> None:
    (step,) = activator.activate(doors(bus), [CHANGED[activator]], [])  # type: ignore[attr-defined, index]
    assert (step.answer, step.because) == (
        "nothing to do",
        "it does not run yet and reads the files when it starts",
    )


def test_networkd_is_reloaded_once() -> None:
    bus = FakeBus([NETWORKD], {"Reload": []})
    (step,) = networkd.activate(doors(bus), [NETWORK], ["/etc/systemd/network/10-netinit-b.netdev"])
    assert (step.answer, step.because) == ("reloaded", "2 of its files changed")
    assert bus.log == [("Reload", ())]


def test_a_link_file_is_udevs() -> None:
    (step,) = networkd.activate(
        doors(FakeBus([NETWORKD], {})), ["/etc/systemd/network/10-netinit-a.link"], []
    )
    assert step.answer == "nothing to do"


@pytest.mark.parametrize(
    ("activator", "answers"),
    [
        (networkd, {"Reload": NetinitError("calling Reload: access denied")}),
        (
            networkmanager,
            {"LoadConnections": NetinitError("calling LoadConnections: access denied")},
        ),
    ],
    ids=["networkd", "NetworkManager"],
)
def test_a_refusal_is_told(activator: object, answers: dict[str, object]) -> None:
    (step,) = activator.activate(doors(FakeBus([NETWORKD, NM], answers)), [CHANGED[activator]], [])  # type: ignore[attr-defined, index]
    assert step.answer == "failed"
    assert step.because.endswith("access denied")


@pytest.mark.parametrize(
    ("names", "verb"), [([], "generate"), ([NETWORKD], "apply"), ([NM], "apply")]
)
def test_netplan_generates_or_applies(names: list[str], verb: str) -> None:
    run = Script({("netplan", verb): Ended()})
    (step,) = netplan.activate(doors(FakeBus(names, {}), run), [YAML], [])
    assert step.answer == f"netplan {verb}"
    assert run.log == [("netplan", verb)]


@pytest.mark.parametrize(
    "answer",
    [Ended(exit_code=1, stderr=b"unknown key\nmore"), NetinitError("running netplan: unknown key")],
)
def test_netplans_refusal_is_told(answer: Ended | NetinitError) -> None:
    (step,) = netplan.activate(doors(run=Script({("netplan", "generate"): answer})), [YAML], [])
    assert step.answer == "failed"
    assert step.because.endswith("unknown key")


UNIT = "/etc/systemd/system/netinit-wpa-wlan0.service"
DEVICE = "sys-subsystem-net-devices-wlan0.device"
RELOAD = ("systemctl", "daemon-reload")
PRESENT = ("systemctl", "is-active", "--quiet", DEVICE)
RESTART = ("systemctl", "restart", "--no-block", "netinit-wpa-wlan0.service")


def machine_with_supplicant(base: Path, run: Script) -> System:
    tree(
        base,
        {
            UNIT: f"[Unit]\nBindsTo={DEVICE}\n[Service]\nExecStart=x -c /etc/netinit/wpa-wlan0.conf -i wlan0\n"
        },
    )
    return System(root=Root(str(base)), run=run)


@pytest.mark.parametrize("changed", [UNIT, "/etc/netinit/wpa-wlan0.conf"], ids=["unit", "conf"])
def test_a_changed_supplicant_whose_device_is_there_is_restarted(
    tmp_path: Path, changed: str
) -> None:
    run = Script({RELOAD: Ended(), PRESENT: Ended(), RESTART: Ended()})
    step, _ = networkd.activate(machine_with_supplicant(tmp_path, run), [changed], [])
    assert step.answer == "started netinit-wpa-wlan0.service"
    assert run.log == [RELOAD, PRESENT, RESTART]


def test_a_supplicant_without_its_device_holds_up_nothing(tmp_path: Path) -> None:
    run = Script({RELOAD: Ended(), PRESENT: Ended(exit_code=3)})
    step, _ = networkd.activate(machine_with_supplicant(tmp_path, run), [UNIT], [])
    assert (step.answer, run.log) == ("units read", [RELOAD, PRESENT])


def test_a_removed_supplicant_is_stopped_before_systemd_forgets_it(tmp_path: Path) -> None:
    stop = ("systemctl", "stop", "netinit-wpa-wlan0.service")
    run = Script({stop: Ended(), RELOAD: Ended()})
    networkd.activate(System(root=Root(str(tmp_path)), run=run), [], [UNIT])
    assert run.log == [stop, RELOAD]


def test_a_refusal_of_systemctl_is_told(tmp_path: Path) -> None:
    run = Script({RELOAD: Ended(exit_code=1, stderr=b"Access denied\n")})
    step, _ = networkd.activate(machine_with_supplicant(tmp_path, run), [UNIT], [])
    assert (step.answer, step.because) == (
        "failed",
        "systemctl daemon-reload: exit 1: Access denied",
    )


def test_supplicants_below_another_root_are_left_to_its_boot() -> None:
    step, _ = networkd.activate(doors(), [UNIT], [])
    assert step.because == "this root is not the running system"
