"""What a second boot does, after a first one that was whole and after one that a power cut ended."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.boot import observed
from tests.boot.rig.machine import machine

if TYPE_CHECKING:
    from pathlib import Path

    from tests.boot.rig.guest import Guest
    from tests.boot.rig.machine import Machine

pytestmark = pytest.mark.boot

FILE = {
    "netplan": "etc/netplan/50-netinit.yaml",
    "networkd": "etc/systemd/network/10-netinit-lan0.network",
    "networkmanager": "etc/NetworkManager/system-connections/netinit-lan0.nmconnection",
}
CUTS = 6
# From before the generators run to after the last stage, on a machine as slow as those of CI.
LONGEST_S = 4.0


def network(host: int) -> str:
    return f"""
version: 2
ethernets:
  lan0:
    match: {{macaddress: '52:54:00:00:00:01'}}
    set-name: lan0
    addresses: [10.77.0.{host}/24]
    routes: [{{to: default, via: 10.77.0.1}}]
"""


def give(box: Machine, instance: str, host: int) -> None:
    box.seed({"meta-data": f"instance-id: {instance}\n", "network-config": network(host)})


def expect(guest: Guest, host: int) -> None:
    """The machine is up, with the address of the seed and nothing to complain of."""
    assert guest.wait_until_booted() == "running", observed.boot(guest)
    assert observed.boot(guest) == observed.SOUND
    assert observed.status(guest)["extended_status"] == "done"
    assert observed.addresses(guest) == {"lan0": {f"10.77.0.{host}/24"}}
    assert observed.routes(guest) == {"default via 10.77.0.1 lan0"}


@pytest.mark.parametrize("backend", FILE)
def test_a_second_boot_writes_nothing_and_a_new_instance_everything(
    backend: str, trixie: tuple[Path, ...]
) -> None:
    with machine(trixie, backend) as box:
        file = box.root / FILE[backend]
        give(box, "i-1", 5)
        with box.boot() as guest:
            expect(guest, 5)
        before = file.stat()

        with box.boot() as guest:
            expect(guest, 5)
            trail = guest.json("cat", "/run/netinit/trail.json")
        after = file.stat()
        assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
        assert trail["summary"].endswith("changed=0")

        give(box, "i-1", 6)  # an instance keeps what its first boot gave it
        with box.boot() as guest:
            expect(guest, 5)

        give(box, "i-2", 7)
        with box.boot() as guest:
            expect(guest, 7)


@pytest.mark.parametrize("backend", FILE)
def test_the_boot_after_a_power_cut_is_a_good_one(backend: str, trixie: tuple[Path, ...]) -> None:
    moments = random.Random(backend)
    with machine(trixie, backend) as box:
        give(box, "i-0", 10)
        for number in range(CUTS):
            give(box, f"i-{number}", 10 + number)
            with box.boot() as guest:
                time.sleep(moments.uniform(0.3, LONGEST_S))
                guest.cut_power()
        with box.boot() as guest:
            expect(guest, 10 + CUTS - 1)
