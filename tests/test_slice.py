"""One input through every floor."""

from __future__ import annotations

from netinit import api


def test_dhcp_on_one_nic_becomes_a_network_file() -> None:
    rendering = api.render("version: 2\nethernets: {eth0: {dhcp4: true}}\n", to="networkd")
    assert [file.path for file in rendering.files] == [
        "/etc/systemd/network/10-netinit-eth0.network"
    ]
    assert "DHCP=ipv4" in rendering.files[0].content
    assert rendering.problems == ()
