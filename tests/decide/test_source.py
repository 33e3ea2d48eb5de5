"""Identification: what is configured, what has evidence, and what the policy makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from netinit.decide.source import Identification, identify
from netinit.model.facts import BlockDevice, Facts
from netinit.model.paths import (
    CLOUD_CFG,
    IDENTIFY_CFG,
    MANUAL_CLEAN,
    RUN_CLOUD_CFG,
    RUN_IDENTIFY_RESULT,
)
from netinit.sources._loading import load
from netinit.stages import base

CIDATA = BlockDevice(device="/dev/sr0", type="iso9660", label="cidata")
CONFIG_2 = BlockDevice(device="/dev/vdb", type="vfat", label="CONFIG-2")
GCE = {"product_name": "Google Compute Engine"}
NOVA = {"product_name": "OpenStack Nova"}
NOTHING = "di_report:\n  datasource_list: [  ]\n  # nothing speaks for any source\n"


def found(**facts: Any) -> Identification:
    texts = facts.get("texts", {})
    for key, path in (("cfg", CLOUD_CFG), ("policy", IDENTIFY_CFG)):
        if key in facts:
            texts = {**texts, path: facts.pop(key)}
    machine = Facts(**{**facts, "texts": texts})
    return identify(machine, base.read(machine), load).value


def strict(setting: str) -> dict[str, Any]:
    return {
        "policy": f"ci.datasource.ec2.strict_id: {setting}\npolicy: search,maybe=all\n",
        "dmi": {"product_name": "x"},
    }


# What cloud-init's identifier answers in the same cases (measured), but for those marked.
CASES: dict[str, tuple[dict[str, Any], int, str | None]] = {
    "nothing matches": ({}, 1, NOTHING),
    "a product name": ({"dmi": GCE}, 0, "datasource_list: [ GCE, None ]\n"),
    "a label": ({"devices": (CIDATA,)}, 0, "datasource_list: [ NoCloud, None ]\n"),
    "both, all of them": (
        {"devices": (CIDATA,), "dmi": GCE},
        0,
        "datasource_list: [ NoCloud, GCE, None ]\n",
    ),
    "both, the first": (
        {"devices": (CIDATA,), "dmi": GCE, "policy": "policy: search,found=first\n"},
        0,
        "datasource_list: [ NoCloud, None ]\n",
    ),
    "ds= as it is written": (
        {"cmdline": "ro ds=nocloud;s=http://192.0.2.1/"},
        0,
        "datasource_list: [ nocloud, None ]\n",
    ),
    "the last name counts": (
        {"cmdline": "ds=nocloud ci.ds=Ec2 ci.datasource=GCE"},
        0,
        "datasource_list: [ GCE, None ]\n",
    ),
    "a name in the identifier's file": (
        {"policy": "# which\ndatasource: Ec2\n"},
        0,
        "datasource_list: [ Ec2, None ]\n",
    ),
    "the command line counts more than the file": (
        {"policy": "datasource: Ec2\n", "cmdline": "ds=GCE"},
        0,
        "datasource_list: [ GCE, None ]\n",
    ),
    "a list of one": ({"cfg": "datasource_list: [NoCloud]\n"}, 0, "datasource_list: [ NoCloud ]\n"),
    "a list of one and None": (
        {"cfg": "datasource_list: [Azure, None]\n"},
        0,
        "datasource_list: [ Azure, None ]\n",
    ),
    # cloud-init ignores a list that is not on one line
    "a list of several lines": (
        {"cfg": "datasource_list:\n- Azure\n- None\n"},
        0,
        "datasource_list: [ Azure, None ]\n",
    ),
    "cc: counts more than ds=": (
        {"cmdline": "ds=nocloud cc:{datasource_list: [Azure, None]}end_cc"},
        0,
        "datasource_list: [ Azure, None ]\n",
    ),
    "a list keeps its order": (
        {"cfg": "datasource_list: [GCE, NoCloud, None]\n", "devices": (CIDATA,), "dmi": GCE},
        0,
        "datasource_list: [ GCE, NoCloud, None ]\n",
    ),
    "what is not in the list is not found": (
        {"cfg": "datasource_list: [Azure, NoCloud, None]\n", "dmi": GCE},
        1,
        NOTHING,
    ),
    "an unknown name does no harm": (
        {"cfg": "datasource_list: [Nonsense, ../x, GCE, None]\n", "dmi": GCE},
        0,
        "datasource_list: [ GCE, None ]\n",
    ),
    "report": (
        {"devices": (CIDATA,), "policy": "policy: report\n"},
        0,
        "di_report:\n  datasource_list: [ NoCloud, None ]\n",
    ),
    "report of nothing": ({"policy": "policy: report\n"}, 0, NOTHING),
    "nothing found, to be enabled": ({"cmdline": "ci.di.policy=notfound=enabled"}, 0, NOTHING),
    "the policy is disabled": ({"devices": (CIDATA,), "policy": "policy: disabled\n"}, 1, None),
    "the policy is enabled": ({"policy": "policy: enabled\n"}, 0, None),
    "the command line's policy counts": (
        {"policy": "policy: disabled\n", "cmdline": "ci.di.policy=search", "dmi": GCE},
        0,
        "datasource_list: [ GCE, None ]\n",
    ),
    "manual clean": ({"files": frozenset({MANUAL_CLEAN})}, 0, "# manual_cache_clean.\n"),
    "a guess at EC2": (
        strict("false"),
        0,
        'datasource_list: [ Ec2, None ]\ndatasource: {Ec2: {strict_id: "false"}}\n',
    ),
    "no guess where strict": (strict("true"), 1, NOTHING),
    "no guess by default": ({"arch": "aarch64"}, 1, NOTHING),
    "a config drive stands for OpenStack": (
        {"devices": (CONFIG_2,), "dmi": NOVA},
        0,
        "datasource_list: [ ConfigDrive, None ]\n",
    ),
    "OpenStack without a drive": ({"dmi": NOVA}, 0, "datasource_list: [ OpenStack, None ]\n"),
    "IBM's drive is not OpenStack's": (
        {"devices": (CONFIG_2.replace(uuid="9796-932E"),), "virt": "xen"},
        0,
        "datasource_list: [ IBMCloud, None ]\n",
    ),
    "its drive is, where IBM is not in the list": (
        {
            "devices": (CONFIG_2.replace(uuid="9796-932E"),),
            "virt": "xen",
            "cfg": "datasource_list: [NoCloud, ConfigDrive, None]\n",
        },
        0,
        "datasource_list: [ ConfigDrive, None ]\n",
    ),
}


@pytest.mark.parametrize(("facts", "code", "config"), CASES.values(), ids=CASES)
def test_identification(facts: dict[str, Any], code: int, config: str | None) -> None:
    identification = found(**facts)
    assert (identification.exit_code, identification.config) == (code, config)


def test_a_name_in_another_spelling_is_the_source_s_own_in_the_result() -> None:
    assert found(cmdline="ds=nocloud").sources == ("NoCloud", "None")


def test_each_source_has_a_step_that_says_why() -> None:
    machine = Facts(dmi=GCE)
    decision = identify(machine, base.read(machine), load)
    steps = {step.question: (step.answer, step.because) for step in decision.steps}
    assert steps["GCE?"] == ("yes", "DMI product_name is 'Google Compute Engine'")
    assert steps["Hetzner?"] == ("no", "DMI sys_vendor is not set, not 'Hetzner'")
    assert steps["sources to try?"] == ("GCE, None", "these have evidence")


def test_the_step_of_a_list_says_where_it_stands() -> None:
    machine = Facts(texts={CLOUD_CFG: "x: 1\ndatasource_list: [NoCloud]\n"})
    step = identify(machine, base.read(machine), load).steps[-1]
    assert step.because == f"datasource_list in {CLOUD_CFG} names no other"
    assert str(step.mark) == f"{CLOUD_CFG}:2:1"


def test_a_policy_that_makes_no_sense_is_reported_and_the_default_counts() -> None:
    machine = Facts(cmdline="ci.di.policy=search,found=some,nonsense", devices=(CIDATA,))
    decision = identify(machine, base.read(machine), load)
    said = [step.because for step in decision.steps if step.question == "policy?"]
    assert said == [
        "'found=some' in the kernel command line is none that is known",
        "'nonsense' in the kernel command line is none that is known",
    ]
    assert decision.value.sources == ("NoCloud", "None")


def test_what_this_boot_came_to_is_kept_until_asked_again() -> None:
    texts = {RUN_CLOUD_CFG: "datasource_list: [ GCE, None ]\n", RUN_IDENTIFY_RESULT: "0\n"}
    machine = Facts(texts=texts, devices=(CIDATA,))
    configuration = base.read(machine)
    assert identify(machine, configuration, load).value.sources == ("GCE", "None")
    again = identify(machine, configuration, load, again=True).value
    assert again.sources == ("NoCloud", "None")


def test_the_search_order_is_that_of_cloud_init() -> None:
    assert (
        list(load())
        == (
            "MAAS ConfigDrive NoCloud AltCloud Azure Bigstep CloudSigma CloudStack DigitalOcean Vultr AliYun Ec2 GCE "
            "OpenNebula OpenStack VMware OVF SmartOS Scaleway Hetzner IBMCloud Oracle Exoscale RbxCloud UpCloud LXD NWCS "
            "Akamai WSL CloudCIX None"
        ).split()
    )
