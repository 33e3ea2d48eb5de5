"""NetworkManager's own parser takes each profile whole: no key dropped, none read otherwise."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from netinit import api
from netinit.cli.inputs import read_nics
from tests.daemons.keyfiles import decoded, losses, normal, parsed, read_back
from tests.key_samples import SAMPLES, Sample
from tests.test_golden import CASES

pytestmark = [
    pytest.mark.daemon,
    pytest.mark.skipif(shutil.which("nmcli") is None, reason="needs nmcli (network-manager)"),
]

KEYFILE = ".nmconnection"
# Vectors whose own passthrough NetworkManager refuses, or that ask for what 1.42 does not know and a warning names.
ODD = ("passthrough", "nm-integration", "special-values", "2peers")


def profiles(text: str | bytes, form: str = "auto", nics: Path | None = None) -> list[str]:
    facts = read_nics(str(nics) if nics is not None and nics.exists() else None)
    rendering = api.render(text, to="networkmanager", form=form, facts=facts)
    return [file.content for file in rendering.files if file.path.endswith(KEYFILE)]


def all_losses(keyfiles: list[str]) -> list[str]:
    return [loss for keyfile in keyfiles for loss in losses(keyfile)]


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_no_key_is_lost(sample: Sample) -> None:
    assert all_losses(profiles(sample.text)) == []


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_golden_profiles_are_read_back_whole(case: Path) -> None:
    stored = sorted((case / "networkmanager").rglob(f"*{KEYFILE}"))
    assert all_losses([path.read_text() for path in stored]) == []


def test_reference_inputs_are_read_back_whole(shared_folder: Path) -> None:
    inputs = sorted((shared_folder / "cases/network/valid").glob("v[12]-*.yaml"))
    lost = {}
    for path in inputs:
        if path.name.endswith(".expect.yaml"):
            continue
        found = all_losses(profiles(path.read_bytes()))
        if found:
            lost[path.name] = found
    assert lost == {}


def test_reference_vectors_are_read_back_whole(shared_folder: Path) -> None:
    lost = {}
    for path in sorted((shared_folder / "vectors/vectors").glob("*/input.*")):
        name = path.parent.name
        if not name.startswith(("np-", "ci-", "real-")) or any(word in name for word in ODD):
            continue
        if path.is_file():
            found = all_losses(profiles(path.read_bytes(), nics=path.parent / "nics.yaml"))
            if found:
                lost[name] = found
    assert lost == {}


@pytest.mark.parametrize(
    "ssid",
    ["plain", "two words", " blanks ", "a;b", "1;2;", "back\\slash", "a\\;b", "café", "#x", "[y]"],
)
@pytest.mark.parametrize("password", ["s0s3kr1t", " lead and trail ", "back\\slash;semi=\t#x"])
def test_odd_texts_arrive_as_they_were_written(ssid: str, password: str) -> None:
    point = {"auth": {"key-management": "psk", "password": password}}
    document = {"version": 2, "wifis": {"wlan0": {"access-points": {ssid: point}}}}
    (keyfile,) = profiles(json.dumps(document))
    assert losses(keyfile) == []
    read = parsed(read_back(keyfile))
    assert normal("wifi", "ssid", read["wifi", "ssid"]) == ssid
    assert decoded(read["wifi-security", "psk"]) == password


DAEMON = shutil.which("NetworkManager", path="/usr/sbin:/usr/bin")


@pytest.mark.skipif(DAEMON is None, reason="needs NetworkManager (network-manager)")
def test_the_drop_in_adds_to_what_the_machine_has(tmp_path: Path) -> None:
    main, drop_ins = tmp_path / "NetworkManager.conf", tmp_path / "conf.d"
    main.write_text("[keyfile]\nunmanaged-devices=interface-name:=theirs\n")
    drop_ins.mkdir()
    text = (
        "version: 2\nrenderer: networkd\nethernets:\n"
        "  eth0: {}\n  eth1: {renderer: NetworkManager, ignore-carrier: true}\n"
    )
    files = {file.path: file for file in api.render(text, to="networkmanager").files}
    (drop_ins / "10-netinit.conf").write_text(
        files["/etc/NetworkManager/conf.d/10-netinit.conf"].content
    )
    argv = [str(DAEMON), "--config", str(main), "--config-dir", str(drop_ins)]
    argv += ["--system-config-dir", str(tmp_path), "--intern-config", str(tmp_path / "intern")]
    read = subprocess.run(
        [*argv, "--print-config"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    assert "unmanaged-devices=interface-name:=theirs,interface-name:=eth0\n" in read
    assert "[device-netinit-eth1]\nmatch-device=interface-name:=eth1\nignore-carrier=yes\n" in read
