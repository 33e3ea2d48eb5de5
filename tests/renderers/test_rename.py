"""The .link file behind `set-name`."""

from __future__ import annotations

import pytest

from netinit.model.facts import Facts, Nic
from netinit.model.network import Ethernet, Match
from netinit.renderers import _rename

MAC = "02:00:00:00:00:01"


@pytest.mark.parametrize(
    ("match", "lines"),
    [
        pytest.param(Match(mac=MAC), f"PermanentMACAddress={MAC}\n", id="mac"),
        pytest.param(Match(name=("enp*", "eno1")), "OriginalName=enp* eno1\n", id="names"),
        pytest.param(Match(driver=("virtio*", "e1000")), "Driver=virtio* e1000\n", id="drivers"),
        pytest.param(
            Match(mac=MAC, driver=("mlx4_en",)),
            f"PermanentMACAddress={MAC}\nDriver=mlx4_en\n",
            id="both",
        ),
        pytest.param(Match(), "Type=ether\n", id="any"),
        pytest.param(None, "OriginalName=lan\n", id="id"),
    ],
)
def test_a_link_file_matches_what_the_link_means(match: Match | None, lines: str) -> None:
    link = Ethernet(id="lan", name="eth7", match=match, set_name="eth7")
    expected = f"[Match]\n{lines}\n[Link]\nName=eth7\n"
    assert expected == _rename.link_text(link, Facts())


def test_a_veth_without_permanent_address_is_matched_by_its_current_one() -> None:
    nics = (Nic(name="eth0", mac=MAC, kind="veth"),)
    assert f"MACAddress={MAC}\nType=ether\n" == _rename.mac_line(MAC, Facts(nics=nics))


def test_nothing_to_rename_and_nothing_to_set_makes_no_file() -> None:
    assert _rename.link_text(Ethernet(id="eth0", name="eth0"), Facts()) == ""


def test_the_file_is_named_after_the_escaped_id() -> None:
    link = Ethernet(id="a/b", name="a/b")
    assert _rename.link_path(link) == "/etc/systemd/network/10-netinit-a%2Fb.link"
