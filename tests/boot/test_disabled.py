"""Each switch that turns netinit off, or its network alone, does so on a booted machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.boot import observed
from tests.boot.rig.machine import CMDLINE, machine

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.boot

SEED = {
    "meta-data": "instance-id: i-1\n",
    "network-config": "version: 2\nethernets: {eth0: {dhcp4: true}}\n",
}
OFF = {"network-config": "network: {config: disabled}\n"}
CONFIG = {"/etc/cloud/cloud.cfg.d/90-off.cfg": "network: {config: disabled}\n"}
NETWORK_FOLDERS = (
    "etc/netplan",
    "etc/systemd/network",
    "etc/NetworkManager/system-connections",
    "etc/udev/rules.d",
)


def network_files(root: Path) -> list[str]:
    """What netinit wrote of the network."""
    return [
        str(path.relative_to(root))
        for folder in NETWORK_FOLDERS
        for path in (root / folder).glob("*netinit*")
    ]


@pytest.mark.parametrize(
    ("files", "cmdline", "code"),
    [
        pytest.param({"/etc/cloud/cloud-init.disabled": ""}, "", "marker-file", id="file"),
        pytest.param({}, " cloud-init=disabled", "kernel-command-line", id="command-line"),
    ],
)
def test_a_switch_keeps_all_stages_from_starting(
    files: dict[str, str], cmdline: str, code: str, trixie: tuple[Path, ...]
) -> None:
    with machine(trixie, "networkmanager") as box:
        box.seed(SEED)
        box.write(files)
        with box.boot(CMDLINE + cmdline) as guest:
            assert guest.wait_until_booted() == "running", observed.boot(guest)
            assert observed.boot(guest) == {**observed.SOUND, "netinit.target": "inactive"}
            status = guest.json("netinit", "status", "--format", "json")
            assert status["status"] == "disabled"
            assert status["boot_status_code"] == f"disabled-by-{code}"
            assert guest.text("systemctl", "list-units", "--plain", "--no-legend", "netinit*") == ""
        assert network_files(box.root) == []


@pytest.mark.parametrize("backend", ["networkd", "networkmanager"])
@pytest.mark.parametrize(
    ("files", "seed"),
    [
        pytest.param(CONFIG, SEED, id="configuration"),
        pytest.param({}, {**SEED, **OFF}, id="seed"),
    ],
)
def test_a_switch_keeps_the_network_as_it_is(
    files: dict[str, str], seed: dict[str, str], backend: str, trixie: tuple[Path, ...]
) -> None:
    with machine(trixie, backend) as box:
        box.seed(seed)
        box.write(files)
        with box.boot() as guest:
            assert guest.wait_until_booted() == "running", observed.boot(guest)
            assert observed.boot(guest) == observed.SOUND
            assert observed.status(guest)["extended_status"] == "done"
        assert network_files(box.root) == []
