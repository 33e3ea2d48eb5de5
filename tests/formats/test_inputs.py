"""An input is recognised and found wherever its document keeps it."""

from __future__ import annotations

import pytest

from netinit import api

V2 = "{version: 2, ethernets: {e: {dhcp4: true}}}"


@pytest.mark.parametrize(
    "text",
    [
        V2,
        f"network: {V2}",
        f"network: {{network: {V2}}}",
        f"instance-id: i\nlocal-hostname: h\nnetwork: {V2}",
        f"version: 1\nlocale: C\nnetwork: {V2}",
        f"#cloud-config\nautoinstall:\n  version: 1\n  network: {V2}",
    ],
    ids=["bare", "netplan", "wrapped-twice", "meta-data", "installer", "autoinstall"],
)
def test_version_2_is_found(text: str) -> None:
    parsed = api.parse(text)
    assert parsed.problems == ()
    assert [link.id for link in parsed.config.links] == ["e"]
    assert parsed.config.origin.format == "v2"


@pytest.mark.parametrize(
    "text",
    [
        "disabled",
        "network: disabled",
        "config: disabled",
        "network: {config: disabled}",
        "{version: 1, config: disabled}",
    ],
)
def test_disabled_in_all_spellings(text: str) -> None:
    parsed = api.parse(text)
    assert parsed.config.disabled
    assert parsed.problems == ()
