"""NetworkManager's profiles, by their exact lines."""

from __future__ import annotations

from netinit import api


def test_dhcp_on_one_nic_becomes_a_profile() -> None:
    rendering = api.render("version: 2\nethernets: {eth0: {dhcp4: true}}\n", to="networkmanager")
    file = rendering.files[0]
    assert file.path == "/etc/NetworkManager/system-connections/netinit-eth0.nmconnection"
    assert file.mode == 0o600
    header, _, body = file.content.partition("\n")
    assert header.startswith("# Written by netinit from <text>")
    assert body == (
        "\n[connection]\nid=netinit-eth0\nuuid=8a963ac0-686a-51a8-8a3b-a433dbec7510\ntype=ethernet\n"
        "autoconnect-priority=130\ninterface-name=eth0\n"
        "\n[ipv4]\nmethod=auto\nmay-fail=false\n\n[ipv6]\nmethod=auto\n"
    )
    assert rendering.problems == ()
