"""The local stage on trees of files: what it writes, what it leaves alone, and what it says about it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from netinit.decide.renderer import Candidate
from netinit.model.facts import Facts, Nic
from netinit.stages.local import Outcome, leave_trail, local
from netinit.stages.renderers import candidates
from netinit.system.doors import System
from netinit.system.facts import gather
from netinit.system.root import Root
from tests.fakes import found, tree

if TYPE_CHECKING:
    from pathlib import Path

    from netinit.decide.local import Candidates

SEED = "/var/lib/cloud/seed/nocloud"
CONFIG = f"{SEED}/network-config"
FILE = "/etc/systemd/network/10-netinit-eth0.network"
STATIC = "version: 2\nethernets: {eth0: {addresses: [192.0.2.10/24]}}\n"
NIC = Nic(name="eth0", mac="02:00:00:00:00:01", operstate="up", carrier=1)


def seed(network: str | None = STATIC, instance_id: str = "i-1") -> dict[str, str | bytes | None]:
    files: dict[str, str | bytes | None] = {
        f"{SEED}/meta-data": f"instance-id: {instance_id}\n",
        f"{SEED}/user-data": "#cloud-config\nhostname: a\n",
    }
    return files if network is None else files | {CONFIG: network}


class Machine:
    """A tree that boots again and again; its kernel shows the nics that are given."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.nics: tuple[Nic, ...] = (NIC,)
        self.cmdline = ""

    def boot(self, *, dry: bool = False, to: str | None = "networkd") -> Outcome:
        """A boot: what stood in /run is gone."""
        for path in sorted((self.base / "run").rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        return self.stage(dry=dry, to=to)

    def stage(
        self,
        *,
        dry: bool = False,
        to: str | None = "networkd",
        renderers: Candidates = candidates,
    ) -> Outcome:
        root = Root(str(self.base))
        facts = gather(root).replace(nics=self.nics, nics_known=True, cmdline=self.cmdline)
        return local(System(root=root), facts, to, dry=dry, renderers=renderers)

    @property
    def files(self) -> dict[str, str]:
        """The network's files."""
        return {
            path: text for path, text in found(self.base).items() if path.startswith("/etc/systemd")
        }

    @property
    def times(self) -> dict[str, int]:
        """When each file outside /run was written."""
        return {
            path: (self.base / path.lstrip("/")).stat().st_mtime_ns
            for path in found(self.base)
            if not path.startswith("/run")
        }


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_first_boot_writes_network_and_instance(machine: Machine) -> None:
    tree(machine.base, seed())
    outcome = machine.boot()
    assert outcome.trail.exit_code == 0
    assert outcome.trail.summary == (
        f"local: cmdline=none seed={SEED} ds=NoCloud({outcome.instance.evidence}) "  # type: ignore[union-attr]
        f"network=ds:v2({CONFIG}:1:1) renderer=networkd files=1 changed=1"
    )
    assert list(machine.files) == [FILE]
    assert "Address=192.0.2.10/24" in machine.files[FILE]
    cloud = machine.base / "var/lib/cloud"
    assert os.readlink(cloud / "instance") == "/var/lib/cloud/instances/i-1"
    instance = cloud / "instances/i-1"
    assert {path.name for path in instance.iterdir()} == {
        "datasource",
        "handlers",
        "network-config.json",
        "scripts",
        "sem",
    }
    assert (cloud / "data/instance-id").read_text() == "i-1\n"
    assert (cloud / "data/previous-instance-id").read_text() == "NO_PREVIOUS_INSTANCE_ID\n"
    assert (machine.base / "run/cloud-init/.instance-id").read_text() == "i-1\n"
    assert (instance / "network-config.json").stat().st_mode & 0o777 == 0o600
    assert json.loads((instance / "network-config.json").read_text()) == {
        "version": 2,
        "ethernets": {"eth0": {"addresses": ["192.0.2.10/24"]}},
    }


def test_later_boots_change_nothing(machine: Machine) -> None:
    tree(machine.base, seed())
    machine.boot()
    second = machine.boot()
    assert second.decided is not None
    assert not second.decided.rerender.render
    reason = "render=no(i-1 has been rendered, with these nics) files=0 changed=0"
    assert reason in second.trail.summary
    before = machine.times
    machine.boot()
    after = machine.times
    # the account of the boot is each boot's own
    assert before.pop("/var/lib/cloud/data/status.json") < after.pop(
        "/var/lib/cloud/data/status.json"
    )
    assert after == before


def test_dry_run_writes_nothing(machine: Machine) -> None:
    tree(machine.base, seed())
    before = found(machine.base)
    outcome = machine.stage(dry=True)
    assert outcome.changes.written == (FILE,)
    assert found(machine.base) == before


def test_a_replaced_nic_is_rendered_for(machine: Machine) -> None:
    tree(machine.base, seed(None))
    machine.boot()
    assert (
        "02:00:00:00:00:01" in machine.base.joinpath("var/lib/netinit/last-links.yaml").read_text()
    )
    machine.nics = (NIC.replace(mac="02:00:00:00:00:02"),)
    outcome = machine.boot()
    assert outcome.decided is not None
    assert outcome.decided.rerender.reason == (
        "the nics changed: eth0 with MAC address 02:00:00:00:00:02 is new, eth0 with MAC address 02:00:00:00:00:01 is gone"
    )
    assert "02:00:00:00:00:02" in outcome.decided.choice.raw.text  # type: ignore[union-attr]
    assert machine.boot().decided.rerender.render is False  # type: ignore[union-attr]


EDITED = "# mine\n[Match]\nMACAddress=02:00:00:00:00:01\n"


def test_an_edited_file_is_kept_when_a_nic_is_added(machine: Machine) -> None:
    tree(machine.base, seed())
    machine.boot()
    tree(machine.base, {FILE: EDITED})
    machine.nics = (NIC, Nic(name="eth1", mac="02:00:00:00:00:02"))
    outcome = machine.boot()
    assert machine.files[FILE] == EDITED
    assert outcome.changes.kept == (FILE,)
    assert f"{FILE} was edited; it is kept as it is" in [
        item.message for item in outcome.trail.problems
    ]


@pytest.mark.parametrize("change", ["instance", "nic"])
def test_an_edited_file_gives_way_and_a_copy_is_kept(machine: Machine, change: str) -> None:
    tree(machine.base, seed())
    machine.boot()
    tree(machine.base, {FILE: EDITED})
    if change == "instance":
        tree(machine.base, seed(instance_id="i-2"))
    else:
        machine.nics = (NIC.replace(mac="02:00:00:00:00:02"),)
    machine.boot()
    assert "192.0.2.10" in machine.files[FILE]
    copy = machine.base / f"var/lib/netinit/replaced{FILE}"
    assert copy.read_text() == EDITED
    assert copy.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("files", "cmdline", "summary"),
    [
        pytest.param(
            {"/etc/cloud/cloud-init.disabled": ""},
            "",
            "local: disabled by /etc/cloud/cloud-init.disabled exists",
            id="file",
        ),
        pytest.param(
            {},
            "cloud-init=disabled",
            "local: disabled by cloud-init=disabled on the kernel command line",
            id="cmdline",
        ),
    ],
)
def test_switched_off_as_a_whole(
    machine: Machine, files: dict[str, str | bytes | None], cmdline: str, summary: str
) -> None:
    tree(machine.base, seed() | files)
    machine.cmdline = cmdline
    before = found(machine.base)
    outcome = machine.boot()
    assert (outcome.trail.summary, outcome.trail.exit_code) == (summary, 0)
    assert found(machine.base) == before


@pytest.mark.parametrize(
    ("files", "cmdline", "switch"),
    [
        pytest.param(
            {}, "network-config=disabled", "cmdline: network-config=disabled", id="cmdline"
        ),
        pytest.param(
            {"/etc/cloud/cloud.cfg.d/99-off.cfg": "network: {config: disabled}\n"},
            "",
            "system: network: {config: disabled}",
            id="config",
        ),
        pytest.param(
            {CONFIG: "network: {config: disabled}\n"}, "", "ds: NoCloud brings " + CONFIG, id="seed"
        ),
        pytest.param(
            {"/var/lib/cloud/data/upgraded-network": ""},
            "",
            "upgrade: /var/lib/cloud/data/upgraded-network exists",
            id="marker",
        ),
    ],
)
def test_network_switched_off_touches_no_file_of_it(
    machine: Machine, files: dict[str, str | bytes | None], cmdline: str, switch: str
) -> None:
    tree(machine.base, seed() | {"/etc/systemd/network/10-netinit-old.network": "old\n"} | files)
    machine.cmdline = cmdline
    outcome = machine.boot()
    assert f"network=disabled({switch}) files=0 changed=0" in outcome.trail.summary
    assert list(machine.files) == ["/etc/systemd/network/10-netinit-old.network"]
    assert outcome.instance is not None, "the rest of the instance counts all the same"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("version: 2\nethernets: [\n", "not valid YAML", id="no YAML"),
        pytest.param("''\n", "expected a mapping", id="no mapping"),
        pytest.param(
            "version: 2\nethernets: {eth0: [dhcp4]}\n",
            "expected a mapping",
            id="no link of it is sound",
        ),
    ],
)
def test_a_broken_network_config_falls_back_to_dhcp(
    machine: Machine, text: str, message: str
) -> None:
    tree(machine.base, seed(text))
    outcome = machine.boot()
    assert outcome.trail.exit_code == 2
    assert "network=fallback(eth0)" in outcome.trail.summary
    assert "DHCP=yes" in machine.files[FILE]
    assert outcome.instance is not None
    assert outcome.instance.userdata == b"#cloud-config\nhostname: a\n"
    errors = [item for item in outcome.trail.problems if item.severity == "error"]
    assert message in errors[0].message
    assert errors[0].mark is not None
    assert errors[0].mark.file == CONFIG
    why = next(
        step for step in outcome.trail.steps if step.question == "network from the datasource?"
    )
    assert why.because.startswith("nothing of it can be used (")


def test_a_network_config_that_was_mended_is_written(machine: Machine) -> None:
    tree(machine.base, seed("version: 2\nethernets: [\n"))
    machine.boot()
    assert "DHCP=yes" in machine.files[FILE]
    tree(machine.base, seed())
    outcome = machine.boot()
    assert "192.0.2.10" in machine.files[FILE]
    assert outcome.trail.exit_code == 0
    assert "render=no" in machine.boot().trail.summary


def test_sound_links_of_a_bad_network_config_are_written(machine: Machine) -> None:
    tree(machine.base, seed("version: 2\nethernets: {eth0: {dhcp4: true, mtu: big}}\n"))
    outcome = machine.boot()
    assert outcome.trail.exit_code == 2
    assert list(machine.files) == [FILE]


def test_without_a_nic_earlier_files_stay(machine: Machine) -> None:
    machine.boot()
    assert list(machine.files) == [FILE]
    machine.nics = ()
    outcome = machine.boot()
    assert "network=fallback(no nic)" in outcome.trail.summary
    assert list(machine.files) == [FILE]


def test_no_renderer_is_a_failure(machine: Machine) -> None:
    tree(machine.base, seed())
    outcome = machine.boot(to=None)
    assert outcome.trail.exit_code == 1
    assert "no renderer fits this machine" in outcome.trail.problems[-1].message
    assert not (machine.base / "var/lib/cloud/data/instance-id").exists(), (
        "the next boot tries again"
    )


def test_a_disk_that_cannot_be_written_is_a_failure(machine: Machine) -> None:
    tree(machine.base, seed() | {"/etc/systemd": "a file where a folder should be\n"})
    outcome = machine.boot()
    assert outcome.trail.exit_code == 1
    assert outcome.trail.problems[-1].message.startswith(f"writing {FILE}: ")


def test_a_medium_that_was_taken_out_does_not_take_the_network_along(machine: Machine) -> None:
    tree(machine.base, seed())
    machine.boot()
    for name in ("meta-data", "user-data", "network-config"):
        (machine.base / SEED.lstrip("/") / name).unlink()
    outcome = machine.boot()
    assert "there is no datasource now; what i-1 was given stays" in outcome.trail.summary
    assert "192.0.2.10" in machine.files[FILE]


class Broken:
    """Renderers that crash a number of times before they work."""

    def __init__(self, times: int) -> None:
        self.times = times

    def __call__(self, facts: Facts, asked: str | None) -> tuple[Candidate, ...]:
        self.times -= 1
        if self.times >= 0:
            raise RuntimeError("no such luck")
        return (Candidate(name="networkd", rank=1, evidence="it works"),)


def test_a_crash_on_the_network_config_gives_way_to_dhcp(machine: Machine) -> None:
    tree(machine.base, seed())
    outcome = machine.stage(renderers=Broken(1))
    assert outcome.trail.exit_code == 2
    assert "DHCP=yes" in machine.files[FILE]
    assert outcome.trail.problems[-1].message == (
        "the network-config made netinit crash (RuntimeError: no such luck), which is a bug; the fallback is used"
    )
    assert ["RuntimeError" in crash.traceback for crash in outcome.crashes] == [True]


def test_a_crash_of_the_fallback_too_is_a_failure(machine: Machine) -> None:
    tree(machine.base, seed())
    outcome = machine.stage(renderers=Broken(2))
    assert outcome.trail.exit_code == 1
    assert machine.files == {}
    assert ("network?", "crashed") in [(step.question, step.answer) for step in outcome.trail.steps]
    assert not (machine.base / "var/lib/cloud/data/instance-id").exists()


def test_facts_that_could_not_be_looked_at_stand_in_the_trail(tmp_path: Path) -> None:
    facts = Facts(notes=("/dev/sr0: permission denied",))
    outcome = local(System(root=Root(str(tmp_path))), facts, "networkd", dry=True)
    assert str(outcome.trail.steps[0]) == "facts?: incomplete, because /dev/sr0: permission denied"


def test_a_rename_is_planned_and_never_done(machine: Machine) -> None:
    text = (
        'version: 2\nethernets: {a: {match: {macaddress: "02:00:00:00:00:01"}, set-name: lan0}}\n'
    )
    tree(machine.base, seed(text))
    outcome = machine.boot()
    assert outcome.decided is not None
    assert outcome.decided.renames.steps == (
        ("down", "eth0"),
        ("rename", "eth0", "lan0"),
        ("up", "lan0"),
    )
    assert ("rename?", "eth0 to lan0") in [
        (step.question, step.answer) for step in outcome.trail.steps
    ]


def test_the_trail_answers_every_question_in_order(machine: Machine) -> None:
    tree(machine.base, seed())
    outcome = machine.boot()
    questions = [step.question for step in outcome.trail.steps]
    assert questions[:2] == ["run at all?", "a switch for the network?"]
    start = questions.index("network from the kernel command line?")
    assert questions[start:] == [
        "network from the kernel command line?",
        "network from the initramfs?",
        "network from the system configuration?",
        "network from the datasource?",
        "render the network now?",
        "which renderer?",
        "files written?",
    ]


def test_trail_and_facts_are_left_for_later(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    outcome = local(System(root=root), Facts(cmdline="cloud-init=disabled"))
    leave_trail(root, "cmdline: x\n", outcome.trail)
    assert (
        json.loads(found(tmp_path)["/run/netinit/trail.json"])["summary"] == outcome.trail.summary
    )
    assert (tmp_path / "run/netinit/facts.yaml").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["../../x", "..", "a/b"])
def test_an_instance_id_cannot_leave_its_folder(machine: Machine, name: str) -> None:
    tree(machine.base, seed(instance_id=name))
    machine.boot()
    target = os.readlink(machine.base / "var/lib/cloud/instance")
    assert target.count("/") == 5
    assert ".." not in target.split("/")
    assert (machine.base / "var/lib/cloud/data/instance-id").read_text() == f"{name}\n"


@pytest.mark.parametrize("instance_id", ["a\nb", "é" * 200, "..", "a/b"])
def test_any_instance_id_makes_a_folder(instance_id: str, tmp_path: Path) -> None:
    tree(tmp_path, seed(instance_id=json.dumps(instance_id)))
    outcome = Machine(tmp_path).boot()
    assert outcome.trail.exit_code == 0
    assert "\n" not in outcome.trail.summary
    folders = list((tmp_path / "var/lib/cloud/instances").iterdir())
    assert len(folders) == 1
    assert folders[0].name.isprintable()
    assert not Machine(tmp_path).boot().changes.written


def test_a_network_config_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    tree(tmp_path, seed(None) | {CONFIG: b"\xff\x00"})
    outcome = Machine(tmp_path).boot()
    assert outcome.trail.exit_code == 2
    assert outcome.instance is not None
    assert outcome.decided is not None
    assert outcome.decided.choice.source == "fallback"
    assert [str(problem) for problem in outcome.trail.problems] == [
        f"{CONFIG}:1:1: error: byte 0 (line 1, column 1) is not UTF-8; passed over"
    ]


def test_a_network_config_without_a_link_but_with_a_typo_is_passed_over(tmp_path: Path) -> None:
    tree(tmp_path, seed("version: 2\nethernet: {eth0: {dhcp4: true}}\n"))
    outcome = Machine(tmp_path).boot()
    assert outcome.trail.exit_code == 2
    assert outcome.decided is not None
    assert outcome.decided.choice.source == "fallback"
    assert "did you mean 'ethernets'?" in str(outcome.trail.problems[0])
    assert "nothing in it names a link; passed over" in str(outcome.trail.problems[1])


def test_a_network_config_may_say_that_there_is_nothing_to_set_up(tmp_path: Path) -> None:
    tree(tmp_path, seed("network: {version: 2, renderer: NetworkManager}\n"))
    outcome = Machine(tmp_path).boot()
    assert outcome.trail.exit_code == 0
    assert outcome.decided is not None
    assert outcome.decided.choice.source == "datasource"


def test_a_nic_that_comes_after_a_boot_without_any_gets_the_fallback(machine: Machine) -> None:
    tree(machine.base, seed(None))
    machine.nics = ()
    machine.boot()
    assert machine.files == {}
    machine.nics = (NIC,)
    machine.boot()
    assert any("DHCP=yes" in text for text in machine.files.values())


def test_a_config_that_comes_after_a_boot_without_any_nic_is_rendered(machine: Machine) -> None:
    tree(machine.base, seed(None))
    machine.nics = ()
    machine.boot()
    tree(machine.base, seed())
    machine.boot()
    assert machine.files != {}
