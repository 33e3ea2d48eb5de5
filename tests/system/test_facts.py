"""Facts are gathered from a tree of files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from netinit.formats import factsfile
from netinit.model.facts import Facts
from netinit.system.facts import MAX_TEXT, gather, guestinfo
from netinit.system.root import Root
from tests.fakes import Ended, Script, tree

if TYPE_CHECKING:
    from collections.abc import Mapping


def look(base: Path, files: Mapping[str, str | bytes | Path | None]) -> Facts:
    """The facts of a tree of files."""
    return gather(Root(str(tree(base, files))))


def test_an_empty_tree_has_nothing_and_no_notes(tmp_path: Path) -> None:
    facts = gather(Root(str(tmp_path)))
    assert facts == Facts()


def test_the_command_line_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    facts = look(tmp_path, {"proc/cmdline": "root=LABEL=root ds=nocloud\n"})
    assert facts.cmdline == "root=LABEL=root ds=nocloud"


def test_words_are_split_and_unquoted_as_the_kernel_does() -> None:
    assert Facts(cmdline='a "b=c d" e="f g" ""').words == ("a", "b=c d", "e=f g", "")


def test_a_container_has_its_own_command_line_and_no_firmware(tmp_path: Path) -> None:
    facts = look(
        tmp_path,
        {
            "proc/cmdline": "of the host\n",
            "proc/1/cmdline": "/sbin/init\0ds=nocloud\0",
            "proc/1/environ": "container=lxc\0HOME=/\0",
            "sys/class/dmi/id/product_name": "of the host\n",
            "sys/class/block/sr0/size": "8\n",
            "dev/sr0": "x",
        },
    )
    assert (facts.virt, facts.container) == ("lxc", True)
    assert facts.cmdline == "/sbin/init ds=nocloud"
    assert facts.dmi == {}
    assert facts.devices == ()


def test_a_machine_booted_from_a_container_image_is_no_container(tmp_path: Path) -> None:
    files = {".dockerenv": "", "proc/1/cmdline": "init\0", "proc/2/comm": "kthreadd\n"}
    assert not look(tmp_path, files).container


@pytest.mark.parametrize(
    ("files", "virt"),
    [
        ({"sys/class/dmi/id/sys_vendor": "QEMU\n"}, "qemu"),
        ({"sys/class/dmi/id/product_name": "Google Compute Engine\n"}, "google"),
        ({"sys/class/dmi/id/product_name": "VMware Virtual Platform\n"}, "vmware"),
        ({"sys/hypervisor/type": "xen\n"}, "xen"),
        ({"proc/cpuinfo": "flags\t\t: fpu hypervisor lahf_lm\n"}, "vm-other"),
        ({"proc/sys/kernel/osrelease": "5.15.90.1-microsoft-standard-WSL2\n"}, "wsl"),
        ({"run/systemd/container": "systemd-nspawn\n"}, "systemd-nspawn"),
        ({"proc/1/environ": "SYSTEMD_VIRTUALIZATION=vm:kvm\0"}, "kvm"),
        ({"sys/class/dmi/id/sys_vendor": "Dell Inc.\n"}, "none"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_virtualisation_is_told_from_files(
    tmp_path: Path, files: dict[str, str], virt: str
) -> None:
    assert look(tmp_path, files).virt == virt


def test_firmware_that_was_never_filled_in_is_left_out(tmp_path: Path) -> None:
    facts = look(
        tmp_path,
        {
            "sys/class/dmi/id/product_serial": b"\xff\xff\xff\n",
            "sys/class/dmi/id/sys_vendor": "Hetzner \n",
        },
    )
    assert facts.dmi == {"sys_vendor": "Hetzner"}


def test_seeds_are_listed_whatever_their_name(tmp_path: Path) -> None:
    facts = look(
        tmp_path,
        {
            "var/lib/cloud/seed/nocloud/meta-data": "",
            "var/lib/cloud/seed/config_drive/openstack/latest/meta_data.json": "{}",
            "var/lib/cloud/seed/a/b/c/d/e/too-deep": "",
        },
    )
    assert facts.below("/var/lib/cloud/seed") == (
        "/var/lib/cloud/seed/config_drive/openstack/latest/meta_data.json",
        "/var/lib/cloud/seed/nocloud/meta-data",
    )


def test_configuration_and_state_are_read(tmp_path: Path) -> None:
    facts = look(
        tmp_path,
        {
            "etc/cloud/cloud.cfg": "datasource_list: [NoCloud]\n",
            "etc/cloud/cloud.cfg.d/90.cfg": "x: 1\n",
            "etc/cloud/cloud.cfg.d/README": "not read",
            "run/net-ens3.conf": "DEVICE=ens3\n",
            "var/lib/cloud/data/instance-id": "iid-1\n",
            "etc/cloud/cloud-init.disabled": "",
        },
    )
    assert sorted(facts.texts) == [
        "/etc/cloud/cloud.cfg",
        "/etc/cloud/cloud.cfg.d/90.cfg",
        "/run/net-ens3.conf",
        "/var/lib/cloud/data/instance-id",
    ]
    assert "/etc/cloud/cloud-init.disabled" in facts.files


def test_programs_and_units_of_the_target_are_found(tmp_path: Path) -> None:
    facts = look(
        tmp_path,
        {
            "bin": Path("usr/bin"),
            "usr/bin/nmcli": "",
            "usr/lib/systemd/systemd-networkd": "",
            "usr/lib/systemd/system/NetworkManager.service": "[Unit]\n",
            "usr/lib/systemd/system/systemd-networkd.service": "[Unit]\n",
            "usr/lib/systemd/system/systemd-resolved.service": "[Unit]\n",
            "etc/systemd/system/multi-user.target.wants/NetworkManager.service": Path("/x"),
            "etc/systemd/system/systemd-resolved.service": Path("/dev/null"),
        },
    )
    assert facts.programs == {"nmcli", "systemd-networkd"}
    assert facts.units == {
        "NetworkManager.service": "enabled",
        "systemd-networkd.service": "disabled",
        "systemd-resolved.service": "masked",
    }


def test_links_do_not_lead_out_of_the_root(tmp_path: Path) -> None:
    base = tmp_path / "root"
    (tmp_path / "cloud.cfg").write_text("outside: true\n")
    facts = look(base, {"etc/cloud/cloud.cfg": tmp_path / "cloud.cfg"})
    assert facts.texts == {}


def test_a_loop_of_links_ends(tmp_path: Path) -> None:
    facts = look(
        tmp_path, {"etc/cloud": Path("cloud"), "sys/class/net": Path("net"), "dev": Path("dev")}
    )
    assert facts.nics == ()
    assert any("symbolic links" in note for note in facts.notes)


def test_the_live_machine_can_be_looked_at() -> None:
    facts = gather(Root("/"))
    assert facts.arch
    if facts.nics_known:
        loopback = [nic for nic in facts.nics if nic.name == "lo"]
        assert [nic.kind for nic in loopback] == ["loopback"]


def test_what_the_live_machine_shows_survives_a_file() -> None:
    facts = gather(Root("/")).replace(texts={})
    text = factsfile.dump(facts)
    assert factsfile.load(text, "facts.yaml") == facts


def test_user_data_in_windows_profiles_is_seen(tmp_path: Path) -> None:
    facts = look(
        tmp_path,
        {
            "proc/sys/kernel/osrelease": "5.15.90.1-microsoft-standard-WSL2\n",
            "proc/mounts": "C:\\134 /mnt/c 9p rw,aname=drvfs;path=C:\\ 0 0\nD: /mnt/d 9p rw 0 0\n",
            "mnt/c/Users/me/.cloud-init/default.user-data": "",
            "mnt/d/Users/me/.cloud-init/default.user-data": "",
        },
    )
    assert facts.below("/mnt") == ("/mnt/c/Users/me/.cloud-init/default.user-data",)


def test_drop_ins_are_where_the_configuration_says(tmp_path: Path) -> None:
    facts = look(
        tmp_path,
        {
            "etc/cloud/cloud.cfg": 'conf_d: "/etc/other.d/" # elsewhere\n',
            "etc/other.d/1.cfg": "a: 1\n",
            "etc/cloud/cloud.cfg.d/1.cfg": "b: 1\n",
        },
    )
    assert "/etc/other.d/1.cfg" in facts.texts
    assert "/etc/cloud/cloud.cfg.d/1.cfg" not in facts.texts


def test_what_vmware_is_asked_is_not_kept_but_whether_it_is_set() -> None:
    run = Script(
        {
            ("vmware-rpctool", "info-get guestinfo.metadata"): Ended(stdout=b"secret"),
            ("vmware-rpctool", "info-get guestinfo.userdata"): Ended(stdout=b" \n"),
            ("vmware-rpctool", "info-get guestinfo.vendordata"): Ended(
                exit_code=1, stdout=b"No value"
            ),
            ("vmware-rpctool", "info-get guestinfo.ovfEnv"): Ended(stdout=b"<?xml version='1.0'?>"),
        }
    )
    assert guestinfo(run, frozenset({"vmware-rpctool", "vmtoolsd"})) == {
        "guestinfo.metadata": "(set)",
        "guestinfo.ovfEnv": "(set)",
    }
    assert guestinfo(Script({}), frozenset()) == {}


def test_a_text_that_is_too_large_is_left_out_and_named(tmp_path: Path) -> None:
    facts = look(tmp_path, {"etc/cloud/cloud.cfg": "#" * (MAX_TEXT + 1)})
    assert facts.texts == {}
    assert facts.notes == ("reading /etc/cloud/cloud.cfg: larger than 1024 KiB, not read",)


def test_a_pipe_does_not_hold_the_boot(tmp_path: Path) -> None:
    (tmp_path / "etc/cloud").mkdir(parents=True)
    os.mkfifo(tmp_path / "etc/cloud/cloud.cfg")
    assert look(tmp_path, {}).texts == {}
