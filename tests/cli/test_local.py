"""`netinit local` and `netinit explain`, as a person types them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from netinit.cli.explain import table
from netinit.cli.machine import directory
from netinit.cli.main import main
from netinit.errors import NetinitError
from netinit.model.decision import Step
from netinit.model.facts import BlockDevice
from netinit.report import Mark
from netinit.system.machine import machine
from tests.fakes import found, tree
from tests.system.images import iso

if TYPE_CHECKING:
    from pathlib import Path

SEED = "/var/lib/cloud/seed/nocloud"
FILE = "/etc/systemd/network/10-netinit-eth0.network"
FILES: dict[str, str | bytes | None] = {
    f"{SEED}/meta-data": "instance-id: i-1\n",
    f"{SEED}/user-data": "#cloud-config\n{}\n",
    f"{SEED}/network-config": "version: 2\nethernets: {eth0: {dhcp4: true}}\n",
}
BROKEN = "version: 2\nethernets: {eth0: {dhcp4: maybe}}\n"


class Typed:
    """A shell beside a tree with a seed."""

    def __init__(self, base: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.base, self.capsys = tree(base, FILES), capsys
        self.out = self.err = ""

    def __call__(self, verb: str, *words: str) -> int:
        code = main([verb, "--root", str(self.base), *words])
        self.out, self.err = self.capsys.readouterr()
        return code

    @property
    def json(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.out)
        return value


@pytest.fixture
def typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Typed:
    return Typed(tmp_path, capsys)


def test_one_line_sums_the_stage_up(typed: Typed) -> None:
    assert typed("local", "--to", "networkd") == 0
    assert typed.out == ""
    assert typed.err.startswith(f"local: cmdline=none seed={SEED} ds=NoCloud(")
    assert typed.err.endswith("renderer=networkd files=1 changed=1\n")
    assert FILE in found(typed.base)


def test_dry_run_tells_and_writes_nothing(typed: Typed) -> None:
    before = found(typed.base)
    assert typed("local", "--to", "networkd", "--dry-run") == 0
    assert typed.out == f"would write {FILE}\n"
    assert found(typed.base) == before


def test_problems_are_shown_with_their_place(typed: Typed) -> None:
    tree(typed.base, {f"{SEED}/network-config": BROKEN})
    assert typed("local", "--to", "networkd") == 2
    assert typed.err.startswith(f"{SEED}/network-config:2:27: error: ethernets.eth0.dhcp4: ")


def test_json(typed: Typed) -> None:
    assert typed("local", "--to", "networkd", "--json") == 0
    assert {
        key: typed.json[key]
        for key in ("datasource", "instance_id", "network", "renderer", "render")
    } == {
        "datasource": "NoCloud",
        "instance_id": "i-1",
        "network": {
            "source": "datasource",
            "disabled": False,
            "format": "v2",
            "file": f"{SEED}/network-config",
            "candidates": [],
        },
        "renderer": "networkd",
        "render": True,
    }
    assert typed.json["files"]["written"] == [FILE]
    assert typed.json["steps"][0] == {
        "question": "run at all?",
        "answer": "yes",
        "because": "no switch says otherwise",
    }


def test_json_of_a_stage_that_is_switched_off(typed: Typed) -> None:
    tree(typed.base, {"/etc/cloud/cloud-init.disabled": ""})
    assert typed("local", "--json") == 0
    assert typed.json["disabled"] == ["/etc/cloud/cloud-init.disabled exists"]
    assert set(found(typed.base)) - set(FILES) == {
        "/etc/cloud/cloud-init.disabled",
        "/run/netinit/facts.yaml",
        "/run/netinit/trail.json",
    }


def test_unknown_renderer(typed: Typed) -> None:
    assert typed("local", "--to", "wicked") == 1
    assert "error: 'wicked' is no renderer of netinit: there are netplan, " in typed.err
    assert FILE not in found(typed.base)


def test_facts_of_another_machine(typed: Typed, tmp_path: Path) -> None:
    facts = tmp_path / "facts.yaml"
    facts.write_text("schema: 1\ncmdline: cloud-init=disabled\n")
    assert typed("local", "--facts", str(facts), "--dry-run") == 0
    assert typed.err == "local: disabled by cloud-init=disabled on the kernel command line\n"


def test_explain_prints_the_trail_of_the_boot(typed: Typed) -> None:
    typed("local", "--to", "networkd")
    tree(typed.base, {"/etc/cloud/cloud-init.disabled": ""})
    assert typed("explain") == 0
    assert "which renderer?" in typed.out
    assert "renderer=networkd files=1 changed=1" in typed.out
    assert typed("explain", "--again") == 0
    assert "disabled by /etc/cloud/cloud-init.disabled exists" in typed.out


def test_explain_without_a_trail_decides_and_writes_nothing(typed: Typed) -> None:
    before = found(typed.base)
    assert typed("explain", "--to", "networkd") == 0
    assert typed.out.splitlines()[0].split(None, 3)[:3] == ["run", "at", "all?"]
    assert f"{SEED}/network-config:1:1)" in typed.out
    assert found(typed.base) == before


def test_explain_shows_problems(typed: Typed) -> None:
    tree(typed.base, {f"{SEED}/network-config": BROKEN})
    assert typed("explain", "--to", "networkd") == 0
    assert f"{SEED}/network-config:2:27: error: " in typed.out


def test_explain_names_the_sources_that_this_is_not_only_when_asked(typed: Typed) -> None:
    assert typed("explain", "--to", "networkd") == 0
    assert "Azure?" not in typed.out
    assert "other sources?" in typed.out
    assert typed("explain", "--to", "networkd", "--all") == 0
    assert "Azure?" in typed.out


def test_explain_json(typed: Typed) -> None:
    typed("local", "--to", "networkd")
    assert typed("explain", "--json") == 0
    assert typed.json["schema"] == 1
    assert typed.json["steps"][-1]["question"] == "files written?"


STEPS = (
    Step(
        question="network?",
        answer="yes",
        because="it stands there",
        mark=Mark(file="/f", line=3, column=1),
    ),
    Step(
        question="q" * 50,
        answer="a long list, of many names",
        because="one two three four five six seven eight",
    ),
)


def test_table() -> None:
    assert "".join(table(STEPS, 0)).splitlines() == [
        "network?                                      yes  it stands there (/f:3:1)",
        "q" * 50,
        " " * 46 + "a long list, of many names",
        " " * 51 + "one two three four five six seven eight",
    ]


def test_table_on_a_terminal() -> None:
    lines = "".join(table(STEPS, 82, colour=True)).splitlines()
    assert lines[0] == f"{'network?':<46}\033[1myes\033[0m  it stands there (/f:3:1)"
    assert lines[-2:] == [" " * 51 + "one two three four five six", " " * 51 + "seven eight"]
    assert list(table((), 80)) == []


def test_a_seed_on_an_image_needs_no_root(typed: Typed, tmp_path: Path) -> None:
    pytest.importorskip("pycdlib")
    seed = {path.rpartition("/")[2]: str(text) for path, text in FILES.items()}
    seed["meta-data"] = "instance-id: from-the-disc\n"
    for path in FILES:
        (typed.base / path.lstrip("/")).unlink()
    image = iso(tmp_path / "seed", seed, "-J", "-R")
    assert typed("local", "--to", "networkd", "--media", str(image), "--json") == 0
    assert typed.json["instance_id"] == "from-the-disc"
    assert typed.json["files"]["written"] == [FILE]


@pytest.mark.parametrize("verb", ["local", "explain", "identify", "facts", "status", "install"])
def test_a_root_must_be_a_directory(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--root", ""]) == 64
    assert f"netinit {verb}: --root: expected a directory, found ''" in capsys.readouterr().err
    assert main([verb, "--root", "/nowhere-at-all"]) == 2
    assert "/nowhere-at-all: no such directory" in capsys.readouterr().err


@pytest.mark.parametrize("root", ["/", "//", "/.", "/usr/.."])
def test_the_running_machine_is_told_by_any_spelling(root: str) -> None:
    assert directory(root) == "/"


@pytest.mark.parametrize(
    "words", [["local"], ["local", "--root", "//"], ["identify", "--write", "--root", "/."]]
)
def test_facts_of_a_file_are_not_acted_upon_by_the_running_machine(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = tmp_path / "facts.yaml"
    facts.write_text("schema: 1\nnics_known: true\ncmdline: cloud-init=disabled\n")
    assert main([*words, "--facts", str(facts)]) == 64
    assert "--facts replays what a machine decided, and nothing of it is written to this one; " in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("verb", ["local", "identify", "facts"])
def test_a_file_that_is_no_image_is_no_medium(verb: str, typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "text.iso").write_text("hello")
    assert typed(verb, "--media", str(tmp_path / "text.iso")) == 2
    assert "text.iso: neither an ISO 9660 nor a FAT image" in typed.err


def test_a_replay_opens_no_device_of_this_machine() -> None:
    device = BlockDevice(device="/dev/null", type="iso9660", label="cidata")
    media = machine("/", replay=True).media
    assert media is not None
    with (
        pytest.raises(NetinitError, match="a device of the machine that the facts are of"),
        media.open(device),
    ):
        pass
    assert not machine("/", replay=True).live
