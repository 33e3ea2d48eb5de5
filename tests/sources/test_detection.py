"""Each source is recognised by its own signs, and by no other's."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from netinit.errors import NeedsNetwork, NetinitError
from netinit.model.facts import BlockDevice, Facts
from netinit.sources._loading import load
from netinit.system.doors import System
from netinit.system.root import Root

SEED = "/var/lib/cloud/seed"
WSL = "/mnt/c/Users/me/.cloud-init/"


def disc(label: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"devices": (BlockDevice(device="/dev/sr0", type="iso9660", label=label, **fields),)}


def files(*paths: str) -> dict[str, Any]:
    return {"files": frozenset(paths)}


def dmi(**fields: str) -> dict[str, Any]:
    return {"dmi": fields}


SIGNS: list[tuple[str, dict[str, Any]]] = [
    ("AliYun", dmi(product_name="Alibaba Cloud ECS")),
    ("AliYun", files(f"{SEED}/AliYun/meta-data", f"{SEED}/AliYun/user-data")),
    ("Akamai", dmi(sys_vendor="Akamai")),
    ("Akamai", dmi(sys_vendor="Linode")),
    ("AltCloud", {"texts": {"/etc/sysconfig/cloud-info": "rhev\n"}}),
    ("AltCloud", dmi(product_name="RHEV Hypervisor")),
    ("Azure", dmi(chassis_asset_tag="7783-7084-3265-9085-8269-3286-77")),
    ("Azure", files(f"{SEED}/azure/ovf-env.xml")),
    ("Bigstep", files("/var/lib/cloud/data/seed/bigstep/url")),
    ("CloudCIX", dmi(product_name="CloudCIX")),
    ("CloudSigma", dmi(product_name="CloudSigma")),
    ("CloudStack", dmi(product_name="CloudStack KVM Hypervisor")),
    ("ConfigDrive", disc("CONFIG-2")),
    ("ConfigDrive", disc("config-2")),
    ("ConfigDrive", files("/config-drive/openstack/2018-08-27/meta_data.json")),
    ("ConfigDrive", files(f"{SEED}/config_drive/openstack/latest/meta_data.json")),
    ("DigitalOcean", dmi(sys_vendor="DigitalOcean")),
    ("Ec2", dmi(product_uuid="EC2E1916-9099-7CAF-FD21-012345ABCDEF")),
    ("Ec2", dmi(product_uuid="45E12AEC-DCD1-B213-94ED-012345ABCDEF")),
    ("Ec2", dmi(product_serial="srv-1.gb1.brightbox.com")),
    ("Ec2", dmi(chassis_asset_tag="123456.zstack.io")),
    ("Ec2", dmi(sys_vendor="e24cloud")),
    ("Ec2", dmi(sys_vendor="Tilaa")),
    ("Ec2", dmi(sys_vendor="3DS Outscale", product_name="3DS Outscale VM")),
    ("Ec2", {"texts": {"/sys/hypervisor/uuid": "ec2e1916-9099-7caf-fd21-012345abcdef\n"}}),
    ("Ec2", files(f"{SEED}/ec2/meta-data", f"{SEED}/ec2/user-data")),
    ("Exoscale", dmi(product_name="Exoscale Compute Platform")),
    ("GCE", dmi(product_name="Google Compute Engine")),
    ("GCE", dmi(product_serial="GoogleCloud-0123456789ABCDEF")),
    ("Hetzner", dmi(sys_vendor="Hetzner")),
    ("IBMCloud", {"virt": "xen", **disc("METADATA")}),
    ("LXD", files("/dev/lxd/sock")),
    ("LXD", {"texts": {"/sys/class/virtio-ports/vport1p1/name": "org.linuxcontainers.lxd\n"}}),
    ("NWCS", dmi(sys_vendor="NWCS")),
    ("NoCloud", disc("CIDATA")),
    ("NoCloud", disc("CiData")),
    ("NoCloud", dmi(product_serial="ds=nocloud")),
    ("NoCloud", {"cmdline": "ro ds=nocloud-net;s=http://192.0.2.1/"}),
    ("NoCloud", files(f"{SEED}/nocloud-net/meta-data", f"{SEED}/nocloud-net/user-data")),
    ("OVF", {"virt": "vmware", **disc("OVF ENV")}),
    ("OVF", {"virt": "vmware", **disc("x", has_ovf_environment=True)}),
    ("OVF", {"virt": "vmware", "environment": {"guestinfo.ovfEnv": "(set)"}}),
    ("OVF", files(f"{SEED}/ovf/ovf-env.xml")),
    ("OpenNebula", disc("CONTEXT")),
    ("OpenNebula", files(f"{SEED}/opennebula/context.sh")),
    ("OpenStack", dmi(product_name="OpenStack Nova")),
    ("OpenStack", dmi(chassis_asset_tag="HUAWEICLOUD")),
    ("OpenStack", {"container": True, "environment": {"product_name": "OpenStack Nova"}}),
    ("Oracle", dmi(chassis_asset_tag="OracleCloud.com")),
    ("RbxCloud", disc("CLOUDMD")),
    ("Scaleway", dmi(sys_vendor="Scaleway")),
    ("Scaleway", {"cmdline": "ro scaleway"}),
    ("Scaleway", files("/run/scaleway")),
    ("SmartOS", dmi(product_name="SmartDC HVM")),
    (
        "SmartOS",
        {"kernel": "BrandZ virtual linux", **files("/native/.zonecontrol/metadata.sock")},
    ),
    ("UpCloud", dmi(sys_vendor="UpCloud")),
    ("VMware", {"virt": "vmware", "environment": {"guestinfo.metadata": "(set)"}}),
    ("VMware", {"environment": {"VMX_GUESTINFO": "(set)", "VMX_GUESTINFO_USERDATA": "(set)"}}),
    ("Vultr", dmi(sys_vendor="Vultr")),
    ("Vultr", {"cmdline": "vultr ro"}),
    ("Vultr", files("/etc/vultr")),
    ("WSL", {"virt": "wsl", **files(f"{WSL}default.user-data")}),
    (
        "WSL",
        {
            "virt": "wsl",
            "texts": {"/etc/os-release": 'ID=ubuntu\nVERSION_ID="24.04"\n'},
            **files(f"{WSL}Ubuntu-24.04.user-data"),
        },
    ),
]


def found(facts: dict[str, Any], config: dict[str, Any] | None = None) -> list[str]:
    machine = Facts(**facts)
    return [
        name
        for name, source in load().items()
        if source is not None and source.detect(machine, config or {})
    ]


@pytest.mark.parametrize(
    ("name", "facts"), SIGNS, ids=[f"{name}-{index}" for index, (name, _) in enumerate(SIGNS)]
)
def test_a_sign_belongs_to_one_source(name: str, facts: dict[str, Any]) -> None:
    assert found(facts) == [name]


def test_nothing_speaks_for_any_source_on_an_unknown_machine() -> None:
    assert found({"dmi": {"sys_vendor": "QEMU", "product_uuid": "0ec2"}, "arch": "x86_64"}) == []


@pytest.mark.parametrize(
    "facts",
    [dmi(sys_vendor="Hetzner"), dmi(product_uuid="ec2"), dmi(product_name="OpenStack Nova")],
    ids=["hetzner", "ec2", "openstack"],
)
def test_a_container_is_not_what_its_host_is(facts: dict[str, Any]) -> None:
    assert found({**facts, "container": True}) == []


@pytest.mark.parametrize(
    ("setting", "level"),
    [("false", "maybe"), ("warn", "maybe"), ("warn,5", "maybe"), ("true", "no")],
)
def test_ec2_is_a_guess_where_strict_id_allows_it(setting: str, level: str) -> None:
    ec2 = load(["Ec2"])["Ec2"]
    assert ec2
    assert ec2.detect(Facts(), {"strict_id": setting}).level == level
    word = Facts(cmdline=f"ci.datasource.ec2.strict_id={setting}")
    assert ec2.detect(word, {"strict_id": "nonsense"}).level == level


def test_vmware_customisation_has_to_be_switched_on() -> None:
    vmware = load(["VMware"])["VMware"]
    assert vmware
    plugin = "/usr/lib/open-vm-tools/plugins/vmsvc/libdeployPkgPlugin.so"
    machine = Facts(virt="vmware", files=frozenset({plugin}))
    assert not vmware.detect(machine, {})
    assert vmware.detect(machine, {"disable_vmware_customization": "false"})


def test_a_machine_that_ibm_still_provisions_is_left_alone() -> None:
    ibm = load(["IBMCloud"])["IBMCloud"]
    assert ibm
    provisioning = "/root/provisioningConfiguration.cfg"
    machine = Facts(virt="xen", files=frozenset({provisioning}), **disc("METADATA"))
    assert not ibm.detect(machine, {})
    log = "/root/swinstall.log"
    done = machine.replace(files=frozenset({provisioning, log}))
    assert ibm.detect(done, {})
    assert not ibm.detect(done.replace(fresh=frozenset({log})), {})


def test_maas_is_told_by_its_configuration() -> None:
    maas = load(["MAAS"])["MAAS"]
    assert maas
    assert maas.detect(Facts(), {"metadata_url": "http://192.0.2.1/MAAS/metadata"})


@pytest.mark.parametrize(
    "name", [name for name in load() if name not in {"None", "NoCloud", "ConfigDrive"}]
)
def test_a_source_that_cannot_be_read_yet_says_so(name: str) -> None:
    source = load([name])[name]
    assert source
    with pytest.raises(NetinitError) as error:
        source.read(System(root=Root("/nonexistent")), Facts(), {})
    assert name in str(error.value) or isinstance(error.value, NeedsNetwork)


def test_the_source_of_last_resort_gives_what_the_configuration_says() -> None:
    none = load(["None"])["None"]
    assert none
    instance = none.read(
        System(root=Root("/nonexistent")),
        Facts(),
        {"metadata": {"local-hostname": "h"}, "userdata_raw": "#!/bin/sh\n"},
    )
    assert instance
    assert instance.instance_id == "iid-datasource-none"
    assert instance.metadata == {"local-hostname": "h"}
    assert instance.userdata == b"#!/bin/sh\n"


def test_names_are_found_in_any_case() -> None:
    assert list(load(["nocloud", "NONE", "no such", "../x"])) == [
        "NoCloud",
        "None",
        "no such",
        "../x",
    ]


TREES: Any = some.recursive(
    some.none() | some.text(max_size=5),
    lambda inner: (
        some.lists(inner, max_size=2) | some.dictionaries(some.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS = some.sampled_from(
    "meta-data user-data vendor-data network-config seedfrom fs_label strict_id metadata_url dsmode "
    "metadata userdata_raw disable_vmware_customization".split()
)
WORDS = some.sampled_from(
    [
        "ds=nocloud",
        "ds=nocloud;s=/x",
        "ds=nocloud-net;=;;i",
        'ds="',
        "ci.datasource.ec2.strict_id=",
        "",
    ]
)


@given(some.dictionaries(KEYS, TREES, max_size=4), some.lists(WORDS, max_size=3), some.booleans())
def test_no_configuration_makes_a_source_crash(
    config: dict[str, Any], words: list[str], inside: bool
) -> None:
    machine = Facts(
        cmdline=" ".join(words), container=inside, dmi={"product_serial": words[0] if words else ""}
    )
    for source in load().values():
        assert source
        source.detect(machine, config)
        try:
            source.read(System(root=Root("/nonexistent")), machine, config)
        except NetinitError:
            continue
