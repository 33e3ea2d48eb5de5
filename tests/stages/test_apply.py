"""A change is kept where it comes true, and taken back where it does not, where it fails, and where nobody confirms it.

The daemon is a hand-written one: it gives nics the addresses of its files when it is told to reload.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from netinit.errors import NetinitError
from netinit.model.facts import Facts, Nic
from netinit.model.paths import JOURNAL, LAST_GOOD
from netinit.renderers.networkd.activate import SERVICE
from netinit.stages import apply
from netinit.system.doors import System
from netinit.system.root import Root
from tests.fakes import FakeBus, FakeClock, FakeNetlink, Script, found, tree

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from netinit.model.files import RenderedFile

FILE = "/etc/systemd/network/10-netinit-eth0.network"
MAC = "52:54:00:00:00:01"


class Networkd(FakeBus):
    """What systemd-networkd does on Reload, for a single nic; `broken` addresses never come."""

    def __init__(self, root: Root, netlink: FakeNetlink, broken: str = "") -> None:
        super().__init__([SERVICE], {"Reload": []})
        self.root, self.netlink, self.broken = root, netlink, broken

    def call(
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        body: Sequence[object] = (),
    ) -> list[object]:
        addresses = []
        name = self.netlink.nics()[0].name
        for file in self.root.names("/etc/systemd/network"):
            text = (self.root.read(f"/etc/systemd/network/{file}") or b"").decode()
            if not file.endswith(".network"):
                continue
            lines = [line for line in text.splitlines() if line.startswith("Address=")]
            addresses += [line.removeprefix("Address=") for line in lines]
        self.netlink.set_addresses(name, *(item for item in addresses if item != self.broken))
        return super().call(destination, path, interface, member, signature, body)


class Machine:
    """A machine with one nic, run by the daemon above."""

    def __init__(self, base: Path, broken: str = "") -> None:
        self.base = base
        tree(base, {"/etc/systemd/network/50-own.network": "Address=192.0.2.5/24\n"})
        root = Root(str(base))
        nic = Nic(name="eth0", mac=MAC, operstate="up", addresses=("192.0.2.5/24",))
        self.netlink = FakeNetlink([nic], ["192.0.2.1"])
        self.bus = Networkd(root, self.netlink, broken)
        self.clock = FakeClock()
        self.system = System(
            root=root,
            live=True,
            run=Script({}),
            clock=self.clock,
            netlink=self.netlink,
            bus=self.bus,
        )
        self.facts = Facts(nics=(nic.replace(addresses=()),), nics_known=True)

    def proposal(self, address: str, more: str = "") -> apply.Proposal:
        text = (
            f"version: 2\nethernets: {{eth0: {{addresses: [{address}], accept-ra: false{more}}}}}\n"
        )
        return apply.proposal(self.system, self.facts, text.encode(), file="given", to="networkd")

    @property
    def addresses(self) -> tuple[str, ...]:
        return self.netlink.nics()[0].addresses

    @property
    def files(self) -> set[str]:
        return set(found(self.base / "etc/systemd/network"))


OURS, OWN = "/10-netinit-eth0.network", "/50-own.network"


def test_a_change_that_comes_true_is_kept(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    outcome = apply.apply(machine.system, machine.proposal("192.0.2.10/24"))
    assert (outcome.failures, outcome.left) == ((), ())
    assert outcome.changes.written == (FILE,)
    assert "192.0.2.10/24" in machine.addresses
    assert JOURNAL not in found(tmp_path)
    assert LAST_GOOD in found(tmp_path)
    assert found(tmp_path)["/var/lib/netinit/last-source"] == "apply\n"


def test_a_change_that_does_not_come_true_is_taken_back(tmp_path: Path) -> None:
    machine = Machine(tmp_path, broken="192.0.2.10/24")
    outcome = apply.apply(machine.system, machine.proposal("192.0.2.10/24"), patience_s=7.0)
    assert outcome.failures == ("eth0 does not have the address 192.0.2.10/24",)
    assert outcome.left == ()
    assert machine.clock.passed_s == 7.0
    assert machine.files == {OWN}
    assert machine.addresses == ("192.0.2.5/24",)
    assert {JOURNAL, LAST_GOOD}.isdisjoint(found(tmp_path))


def test_what_does_not_come_back_is_told(tmp_path: Path) -> None:
    machine = Machine(tmp_path, broken="192.0.2.10/24")
    machine.netlink.set_addresses("eth0", "192.0.2.99/24")
    outcome = apply.apply(machine.system, machine.proposal("192.0.2.10/24"), patience_s=7.0)
    assert outcome.left == ("eth0 has not got 192.0.2.99/24 back",)


@pytest.mark.parametrize("answer", [True, False])
def test_it_is_kept_if_somebody_confirms_it(tmp_path: Path, answer: bool) -> None:
    machine = Machine(tmp_path)
    seen: list[tuple[str, ...]] = []

    def confirm() -> bool:
        seen.append(machine.addresses)
        return answer

    wanted = machine.proposal("192.0.2.10/24")
    outcome = apply.apply(machine.system, wanted, confirm, confirm_s=9.0)
    assert seen == [("192.0.2.10/24", "192.0.2.5/24")]
    assert outcome.failures == (() if answer else ("nobody confirmed it within 9 s",))
    assert machine.files == ({OURS, OWN} if answer else {OWN})


def test_a_daemon_that_refuses_brings_everything_back_at_once(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.bus.answers["Reload"] = NetinitError("calling Reload: no such unit")
    outcome = apply.apply(machine.system, machine.proposal("192.0.2.10/24"))
    assert outcome.failures == ("activate systemd-networkd: calling Reload: no such unit",)
    assert outcome.left == outcome.failures
    assert machine.files == {OWN}


def test_an_interruption_takes_the_change_back(tmp_path: Path) -> None:
    machine = Machine(tmp_path)

    def confirm() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        apply.apply(machine.system, machine.proposal("192.0.2.10/24"), confirm)
    assert machine.files == {OWN}
    assert machine.addresses == ("192.0.2.5/24",)


class Full(Root):
    """A root on a disk that is full for one file."""

    def write(self, file: RenderedFile) -> bool:
        if file.path == FILE:
            raise NetinitError(f"writing {FILE}: no space left on device")
        return super().write(file)


def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    system = machine.system.replace(root=Full(str(tmp_path)))
    with pytest.raises(NetinitError, match="no space left"):
        apply.apply(system, machine.proposal("192.0.2.10/24"))
    assert machine.files == {OWN}
    assert JOURNAL not in found(tmp_path)


def test_nics_that_were_renamed_get_their_names_back(tmp_path: Path) -> None:
    machine = Machine(tmp_path, broken="192.0.2.10/24")
    wanted = machine.proposal("192.0.2.10/24", f", match: {{macaddress: '{MAC}'}}, set-name: lan0")
    outcome = apply.apply(machine.system, wanted, patience_s=2.0)
    assert outcome.failures == ("lan0 does not have the address 192.0.2.10/24",)
    assert ("rename", "eth0", "lan0") in machine.netlink.log
    assert [nic.name for nic in machine.netlink.nics()] == ["eth0"]
    assert machine.netlink.up == {"eth0"}
    assert outcome.left == ()


def test_a_device_that_nothing_asks_for_any_more_is_removed(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    text = "version: 2\nvlans: {eth0.7: {id: 7, link: eth0, optional: true}}\nethernets: {eth0: {optional: true}}\n"
    wanted = apply.proposal(machine.system, machine.facts, text.encode(), file="x", to="networkd")
    apply.apply(machine.system, wanted)
    nics = [*machine.netlink.nics(), Nic(name="eth0.7", kind="vlan")]
    machine.netlink._nics = {nic.name: nic for nic in nics}
    outcome = apply.apply(machine.system, machine.proposal("192.0.2.10/24"))
    assert outcome.failures == ()
    assert ("remove", "eth0.7") in machine.netlink.log


def test_the_last_good_state_is_gone_back_to_and_forth(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    for address in ("192.0.2.10/24", "192.0.2.11/24"):
        apply.apply(machine.system, machine.proposal(address))
    seen = []
    for _ in range(2):
        wanted = apply.last_good(machine.system)
        assert FILE in apply.planned(machine.system, wanted).written
        assert apply.apply(machine.system, wanted).failures == ()
        seen.append(machine.addresses[0])
    assert seen == ["192.0.2.10/24", "192.0.2.11/24"]


def test_without_a_change_there_is_nothing_to_go_back_to(tmp_path: Path) -> None:
    with pytest.raises(NetinitError, match="no change was made"):
        apply.last_good(Machine(tmp_path).system)


def test_the_decision_of_the_boot_is_made_anew_though_it_was_carried_out(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    seed = "/var/lib/cloud/seed/nocloud"
    tree(
        tmp_path,
        {
            f"{seed}/meta-data": "instance-id: i-1\n",
            f"{seed}/user-data": "",
            f"{seed}/network-config": "version: 2\nethernets: {eth0: {addresses: [192.0.2.20/24]}}\n",
            "/etc/cloud/cloud.cfg": "datasource_list: [NoCloud, None]\n",
        },
    )
    from netinit.stages.local import local
    from netinit.system.facts import gather

    booted = System(root=Root(str(tmp_path)))
    local(booted, gather(booted.root), "networkd")
    (tmp_path / FILE.lstrip("/")).write_text("edited\n")
    wanted = apply.decided_anew(booted, gather(booted.root), "networkd")
    assert wanted.files is not None
    assert [file.path for file in wanted.files] == [FILE]
    assert apply.planned(booted, wanted).written == (FILE,)
    assert apply.apply(booted, wanted).failures == ()
    assert "192.0.2.20/24" in found(tmp_path)[FILE]
    assert machine.files == {OURS, OWN}
