"""NetworkManager's events are laid down for whoever comes next."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from netinit.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_an_event_is_kept_with_its_lease(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DHCP4_HOST_NAME", "web1")
    monkeypatch.setenv("UNRELATED", "x")
    assert main(["hook", "--root", str(tmp_path), "eth0", "dhcp4-change"]) == 0
    place = tmp_path / "run/netinit/events/eth0-dhcp4-change.json"
    event = json.loads(place.read_text())
    assert (event["interface"], event["event"], event["lease"]) == (
        "eth0",
        "dhcp4-change",
        {"DHCP4_HOST_NAME": "web1"},
    )
    assert place.stat().st_mode & 0o777 == 0o600


def test_a_hook_never_fails(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a file\n")
    assert main(["hook", "--root", str(tmp_path), "../x", "up"]) == 0
