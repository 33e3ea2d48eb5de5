"""Facts survive a file, secrets do not, and a bad file is named."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as some

from netinit.errors import NetinitError
from netinit.formats import factsfile
from netinit.formats.factsfile import public_cmdline, without_passwords
from netinit.model.facts import BlockDevice, Facts, Nic
from netinit.model.paths import CLOUD_CFG, RUN_INSTANCE_DATA

FULL = Facts(
    cmdline='root=LABEL=root ds="nocloud"',
    container=False,
    virt="kvm",
    arch="x86_64",
    kernel="#1 SMP",
    dmi={"sys_vendor": "QEMU", "product_uuid": "0ec2"},
    nics=(
        Nic(name="ens3", mac="52:54:00:12:34:56", carrier=1, addresses=("192.0.2.1/24", "::1/128")),
        Nic(name="wlan0", kind="veth", wireless=True, type=32, carrier=0),
    ),
    nics_known=True,
    devices=(
        BlockDevice(device="/dev/sr0", type="iso9660", label="on", size_bytes=1, partition=True),
    ),
    files=frozenset({"/etc/vultr", "/dev/lxd/sock"}),
    texts={"/run/net-ens3.conf": "DEVICE=ens3\n\n X\n", "/etc/os-release": " ID=x", "/a": ""},
    fresh=frozenset({"/root/swinstall.log"}),
    programs=frozenset({"ip", "nmcli"}),
    units={"NetworkManager.service": "enabled"},
    environment={"container": "lxc"},
    notes=("reading /dev/vdb: Input/output error",),
)


def test_all_facts_survive_a_file() -> None:
    assert factsfile.load(factsfile.dump(FULL), "facts.yaml") == FULL


def test_other_readers_see_the_same_texts() -> None:
    tree = yaml.safe_load(factsfile.dump(FULL))
    assert tree["nics"][0]["mac"] == "52:54:00:12:34:56"
    assert tree["devices"][0]["label"] == "on"
    assert tree["dmi"]["product_uuid"] == "0ec2"
    assert tree["texts"] == dict(FULL.texts)


def test_what_has_its_default_is_left_out() -> None:
    assert factsfile.dump(Facts()) == "schema: 1\n"
    assert factsfile.load("schema: 1\n", "x") == Facts()


def test_nics_in_a_file_are_all_there_are() -> None:
    assert factsfile.load("nics: []\n", "x").nics_known
    assert not factsfile.load("nics_known: false\nnics: []\n", "x").nics_known


CONFIG = """\
password: top-secret
users: [{name: me, passwd: top-secret}]
datasource:
  NoCloud: {seedfrom: "http://me:top-secret@192.0.2.1/", user-data: top-secret, fs_label: MYSEED}
  MAAS: {metadata_url: "http://192.0.2.1/", consumer_key: top-secret, token_secret: top-secret}
network:
  version: 2
  wifis:
    wlan0:
      dhcp4: on
      match: {macaddress: 52:54:00:12:34:56}
      access-points: {home: {password: top-secret, auth: {password: top-secret}}}
  tunnels: {wg0: {key: top-secret, keys: {private: top-secret}, peers: [{keys: {shared: top-secret}}]}}
"""


def test_secrets_of_the_configuration_are_left_out() -> None:
    text = factsfile.dump(Facts(texts={CLOUD_CFG: CONFIG}))
    assert "top-secret" not in text
    kept = yaml.safe_load(factsfile.load(text, "x").texts[CLOUD_CFG])
    assert set(kept) == {"datasource", "network"}
    assert kept["datasource"]["NoCloud"]["fs_label"] == "MYSEED"
    assert kept["network"]["wifis"]["wlan0"]["match"]["macaddress"] == "52:54:00:12:34:56"


def test_a_configuration_that_is_not_yaml_is_left_out_and_stays_so() -> None:
    text = factsfile.load(factsfile.dump(Facts(texts={CLOUD_CFG: "a: [top-secret\n"})), "x").texts[
        CLOUD_CFG
    ]
    assert "top-secret" not in text
    with pytest.raises(yaml.YAMLError):
        yaml.safe_load(text)


def test_instance_data_is_left_out() -> None:
    assert (
        "x" not in factsfile.load(factsfile.dump(Facts(texts={RUN_INSTANCE_DATA: "x"})), "y").texts
    )


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("ds=nocloud;s=http://me:pw@192.0.2.1/a", "ds=nocloud;s=http://(left-out)@192.0.2.1/a"),
        ("a http://192.0.2.1/a@b c", "a http://192.0.2.1/a@b c"),
        ("http://x@y http://a:b@c", "http://(left-out)@y http://(left-out)@c"),
        ("://", "://"),
        ("", ""),
    ],
)
def test_passwords_in_urls_are_left_out(text: str, safe: str) -> None:
    assert without_passwords(text) == safe


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", "f.yaml:"),
        ("- a\n", "f.yaml: expected a mapping"),
        ("schema: 2\n", "f.yaml: schema '2'"),
        ("nics: 5\n", "f.yaml: nics: expected a list"),
        ("nics: [5]\n", "f.yaml: nics: item 1"),
        ("nics: [{name: a, mac: x}]\n", "f.yaml: nics: a: mac: expected a MAC"),
        ("files: a\n", "f.yaml: files: expected a list"),
        ("dmi: []\n", "f.yaml: dmi: expected a mapping"),
        ("dmi: {a: [b]}\n", "f.yaml: dmi: expected one value"),
        ("virt: {}\n", "f.yaml: virt: expected one value"),
        ("devices: [{label: x}]\n", "f.yaml: devices: item 1"),
    ],
)
def test_a_bad_file_is_named(text: str, message: str) -> None:
    with pytest.raises(NetinitError) as error:
        factsfile.load(text, "f.yaml")
    assert str(error.value).startswith(message)


def test_keys_of_a_newer_netinit_are_passed_over() -> None:
    assert factsfile.load("virt: kvm\nnovelty: {a: 1}\nnics: [{name: a, b: 1}]\n", "x") == Facts(
        virt="kvm", nics=(Nic(name="a"),), nics_known=True
    )


TEXT = some.text(some.characters(exclude_categories=["Cs"]), max_size=20)


@given(some.dictionaries(TEXT, TEXT, max_size=3), TEXT, some.frozensets(TEXT, max_size=3))
def test_any_text_survives(texts: dict[str, str], virt: str, files: frozenset[str]) -> None:
    facts = Facts(dmi=texts, virt=virt, files=files)
    safe: Any = {key: without_passwords(value) for key, value in texts.items()}
    assert factsfile.load(factsfile.dump(facts), "x") == facts.replace(dmi=safe)


@pytest.mark.parametrize("text", ["ds=nocloud;s=file:///srv/seed", "a://", ":// b", "://\n/x"])
def test_what_has_no_host_has_no_password(text: str) -> None:
    assert without_passwords(text) == text


@pytest.mark.parametrize(
    ("line", "safe"),
    [
        ("ro network-config=aGVsbG8= quiet", "ro network-config=(left-out) quiet"),
        ("network-config=disabled", "network-config=disabled"),
        ("a cc: {password: hush} end_cc b", "a cc: {} end_cc b"),
        ("a cc: p%61ssword%3A hush", "a cc: {} "),
        ("a cc: {datasource_list: [None]} end_cc b", "a cc: {datasource_list: [None]} end_cc b"),
    ],
)
def test_secrets_on_the_command_line_are_left_out(line: str, safe: str) -> None:
    assert public_cmdline(line) == safe
