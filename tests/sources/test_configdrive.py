"""ConfigDrive: OpenStack's tree in all its versions, and the older drive."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from netinit.errors import NetinitError
from netinit.model.facts import BlockDevice, Facts
from netinit.model.instance import InstanceData, RawNetwork
from netinit.sources import configdrive
from netinit.system.blockdevices import image
from netinit.system.doors import System
from netinit.system.facts import gather
from netinit.system.media import Media
from netinit.system.root import Root
from tests.conftest import shared
from tests.fakes import Shelf, tree
from tests.system.images import iso, vfat

if TYPE_CHECKING:
    from collections.abc import Mapping

VDB = BlockDevice(device="/dev/vdb", type="vfat", label="config-2")
SR0 = BlockDevice(device="/dev/sr0", type="iso9660", label="x")
UUID = "33333333-3333-4333-8333-333333333333"
META = {"uuid": UUID, "hostname": "demo1.example.com"}
LATEST = "/openstack/latest"


def drive(meta: Any = None, **files: Any) -> dict[str, bytes]:
    """A drive of version 2; `name__json` is the file name.json."""
    found = {f"{LATEST}/meta_data.json": content(META if meta is None else meta)}
    for name, value in files.items():
        found[f"{LATEST}/{name.replace('__', '.')}"] = content(value)
    return found


def content(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def attempt(
    files: Mapping[str, bytes] | NetinitError,
    config: dict[str, Any] | None = None,
    device: BlockDevice = VDB,
) -> InstanceData | None:
    system = System(root=Root("/nonexistent"), media=Shelf({device.device: files}))
    return configdrive.read(system, Facts(devices=(device,)), config or {})


def read(files: Mapping[str, bytes], config: dict[str, Any] | None = None) -> InstanceData:
    instance = attempt(files, config)
    assert instance is not None
    return instance


def sample(name: str) -> tuple[dict[str, bytes], dict[str, Any]]:
    """A sample drive and what cloud-init makes of it."""
    base = shared() / "samples/configdrive"
    if not base.is_dir():
        pytest.skip(f"no {base}")
    files = {
        f"/{path.relative_to(base / name)}": path.read_bytes()
        for path in (base / name).rglob("*")
        if path.is_file()
    }
    return files, yaml.safe_load((base / f"expected-read-{name}.yaml").read_text())


def test_the_sample_drive_of_version_2() -> None:
    files, expected = sample("v2")
    instance = read(files)
    assert instance.instance_id == expected["metadata"]["instance-id"]
    assert instance.metadata["local-hostname"] == expected["metadata"]["local-hostname"]
    assert instance.metadata["public_keys"] == expected["metadata"]["public_keys"]
    assert instance.userdata == expected["userdata"].encode()
    assert instance.vendordata == (expected["vendordata"]["cloud-init"].encode(),)
    assert instance.vendordata2 == tuple(
        part.encode() for part in expected["vendordata2"]["cloud-init"]
    )
    assert instance.files == {path: text.encode() for path, text in expected["files"].items()}
    assert instance.random_seed == expected["metadata"]["random_seed"].encode()
    assert "random_seed" not in instance.metadata
    assert instance.extra == {"ec2_metadata": expected["ec2-metadata"]}
    assert instance.dsmode == expected["dsmode"]
    assert instance.network is not None
    assert instance.network.format == "openstack"
    assert instance.notes == ()


def test_the_sample_drive_with_injected_interfaces() -> None:
    files, expected = sample("v2")
    instance = read({path: data for path, data in files.items() if "network_data" not in path})
    assert instance.network == RawNetwork(
        format="eni", text=expected["network_config"], file="/dev/vdb/openstack/content/0001"
    )


def test_the_sample_drive_of_version_1() -> None:
    files, expected = sample("v1")
    instance = read(files)
    assert instance.instance_id == expected["metadata"]["instance-id"]
    assert instance.metadata["public-keys"] == expected["metadata"]["public-keys"]
    assert instance.userdata == expected["userdata"].encode()
    assert instance.dsmode == expected["dsmode"]
    assert instance.network == RawNetwork(
        format="eni",
        text=expected["metadata"]["network_config"],
        file="/dev/vdb/etc/network/interfaces",
    )


@pytest.mark.parametrize(
    ("versions", "read_one"),
    [
        (("2012-08-10", "2018-08-27", "2015-10-15", "latest"), "2018-08-27"),
        (("2012-08-10", "latest"), "2012-08-10"),
        (("latest", "2030-01-01"), "latest"),
        (("2030-01-01", "2031-01-01", "content"), "2031-01-01"),
    ],
    ids=["the newest known", "a known one before latest", "latest before unknown", "unknown"],
)
def test_the_version_that_is_read(versions: tuple[str, ...], read_one: str) -> None:
    files = {
        f"/openstack/{version}/meta_data.json": content({"uuid": version}) for version in versions
    }
    assert read(files).instance_id == read_one


def test_a_drive_without_network_gives_none() -> None:
    assert read(drive()).network is None


def test_a_broken_network_data_is_handed_on_as_it_is() -> None:
    instance = read(drive(network_data__json=b'{"links": [', user_data=b"x"))
    assert instance.network is not None
    assert instance.network.text == '{"links": ['
    assert instance.userdata == b"x"


@pytest.mark.parametrize(
    ("meta", "message"),
    [
        (b'{"uuid": \n [', "/dev/vdb/openstack/latest/meta_data.json:2:3: not valid JSON"),
        (b"\xff", "meta_data.json: byte 0 is not UTF-8"),
        (b"[]", "meta_data.json: expected an object"),
        (b"{}", "no 'uuid'"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"uuid": 5}', None),
    ],
    ids=["syntax", "bytes", "a list", "no uuid", "depth", "a number"],
)
def test_broken_meta_data_names_file_and_place(meta: bytes, message: str | None) -> None:
    if message is None:
        assert read(drive(meta)).instance_id == "5"
        return
    with pytest.raises(NetinitError, match=message.replace("[", r"\[")):
        attempt(drive(meta))


@pytest.mark.parametrize("name", ["vendor_data__json", "vendor_data2__json"])
def test_broken_vendor_data_costs_itself_alone(name: str) -> None:
    instance = read(drive(user_data=b"x", **{name: b"{"}))
    assert (instance.userdata, instance.vendordata, instance.vendordata2) == (b"x", (), ())
    assert "not valid JSON" in instance.notes[0]


@pytest.mark.parametrize(
    ("vendor", "parts"),
    [
        ("#!/bin/sh", (b"#!/bin/sh",)),
        (["a", "b"], (b"a", b"b")),
        ({"cloud-init": "a"}, (b"a",)),
        ({"cloud-init": ["a", "b"]}, (b"a", b"b")),
        ({"other": "a"}, ()),
        ({"cloud-init": {"a": 1}}, ()),
        ({}, ()),
        (None, ()),
    ],
    ids=repr,
)
def test_vendor_data_in_all_its_forms(vendor: Any, parts: tuple[bytes, ...]) -> None:
    assert read(drive(vendor_data__json=vendor)).vendordata == parts


@pytest.mark.parametrize(
    "entry",
    [
        {"path": "/etc/../../x", "content_path": "/content/0000"},
        {"path": "/etc/x", "content_path": "/content/../../0000"},
        {"path": "/etc/x", "content_path": "/content/absent"},
        {"path": "/etc/x"},
        {"content_path": "/content/0000"},
        {"path": "/", "content_path": "/content/0000"},
        {"path": "/etc/\0", "content_path": "/content/0000"},
        "text",
    ],
    ids=repr,
)
def test_files_that_lead_elsewhere_or_nowhere_are_left_out(entry: Any) -> None:
    good = {"path": "etc/good", "content_path": "content/0000"}
    instance = read({**drive({**META, "files": [entry, good]}), "/openstack/content/0000": b"x"})
    assert instance.files == {"/etc/good": b"x"}
    assert len(instance.notes) == 1


def test_a_random_seed_that_is_no_base64_is_left_out() -> None:
    instance = read(drive({**META, "random_seed": "a"}))
    assert (instance.random_seed, len(instance.notes)) == (b"", 1)


def test_scalars_keep_the_text_that_stood_there() -> None:
    metadata = read(
        drive(b'{"uuid": "u", "n": 010.50, "t": true, "z": null}'.replace(b"010", b"10"))
    ).metadata
    assert {key: metadata[key] for key in "ntz"} == {"n": "10.50", "t": "true", "z": None}


@pytest.mark.parametrize(
    ("meta", "config", "mode"),
    [
        ("local", None, "local"),
        ("net", "local", "net"),
        (None, "local", "local"),
        (None, None, "net"),
        ("pass", "local", "net"),
        ("nonsense", "local", "local"),
    ],
)
def test_dsmode(meta: str | None, config: str | None, mode: str) -> None:
    files = drive({**META, "meta": {"dsmode": meta}} if meta else META)
    assert read(files, {"dsmode": config} if config else None).dsmode == mode


def test_a_drive_can_be_disabled() -> None:
    assert attempt(drive({**META, "meta": {"dsmode": "disabled"}})) is None


def test_keys_of_the_older_drive_come_from_either_file() -> None:
    keys = "# a comment\nssh-ed25519 AAAA one\n\nssh-ed25519 BBBB two\n"
    instance = read({"/meta.js": b"{}", "/root/.ssh/authorized_keys": keys.encode()})
    assert instance.metadata["public-keys"] == ["ssh-ed25519 AAAA one", "ssh-ed25519 BBBB two"]
    assert instance.instance_id == "iid-dsconfigdrive"


@pytest.mark.parametrize("base", ["config-drive", "var/lib/cloud/seed/config_drive"])
def test_a_directory_is_read_before_any_medium(tmp_path: Path, base: str) -> None:
    root = Root(str(tree(tmp_path, {f"{base}{path}": data for path, data in drive().items()})))
    shelf = Shelf({})
    facts = gather(root).replace(devices=(VDB,))
    assert str(configdrive.detect(facts, {})) == f"/{base}{LATEST}/meta_data.json exists"
    instance = configdrive.read(System(root=root, media=shelf), facts, {})
    assert instance is not None
    assert instance.seed == f"/{base}"
    assert shelf.log == []


def test_a_broken_drive_gives_way_to_a_sound_one() -> None:
    shelf = Shelf({"/dev/vdc": drive(b"{"), "/dev/vdb": drive()})
    facts = Facts(devices=(VDB, VDB.replace(device="/dev/vdc")))
    instance = configdrive.read(System(root=Root("/nonexistent"), media=shelf), facts, {})
    assert instance is not None
    assert instance.seed == "/dev/vdb"
    assert "/dev/vdc/openstack/latest/meta_data.json:1:2" in instance.notes[0]


def test_a_medium_without_the_label_is_tried_and_may_be_anything() -> None:
    found = attempt({"/etc/network/interfaces": b"auto lo\n"}, device=SR0)
    assert found is not None
    assert attempt({"/autorun.inf": b""}, device=SR0) is None
    assert attempt(NetinitError("scratched"), device=SR0) is None
    assert attempt(drive(), device=SR0.replace(partition=True)) is None
    assert attempt(drive(), device=SR0.replace(label="CIDATA")) is None


def test_a_labelled_medium_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(NetinitError, match="scratched"):
        attempt(NetinitError("scratched"))


@pytest.mark.parametrize("kind", ["iso", "vfat"])
def test_a_drive_on_a_real_image(tmp_path: Path, kind: str) -> None:
    files = {path.lstrip("/"): data for path, data in drive(user_data=b"x").items()}
    if kind == "iso":
        pytest.importorskip("pycdlib")
        path = iso(tmp_path, files, "-J", "-R", label="config-2")
    else:
        path = vfat(tmp_path, files, label="CONFIG-2")
    root = Root(str(tmp_path / "root"))
    facts = gather(root, media=[image(str(path))])
    assert configdrive.detect(facts, {}).device == str(path)
    instance = configdrive.read(System(root=root, media=Media(root)), facts, {})
    assert instance is not None
    assert (instance.instance_id, instance.userdata) == (UUID, b"x")


def test_a_network_that_cannot_be_read_costs_itself_alone() -> None:
    instance = read(drive(network_data__json=b"\xff\xfe\xff"))
    assert instance.instance_id == UUID
    assert instance.network is not None
    assert "is not UTF-8" in instance.network.unreadable


def test_a_version_without_metadata_is_passed_over() -> None:
    files = drive() | {"/openstack/2018-08-27/user_data": b"x"}
    instance = read(files)
    assert (instance.instance_id, instance.userdata) == (UUID, b"")
    assert "2018-08-27: no meta_data.json, passed over" in instance.notes[0]


def test_half_characters_are_replaced() -> None:
    instance = read({f"{LATEST}/meta_data.json": b'{"uuid": "u\\ud800", "h\\udfff": 1}'})
    assert instance.instance_id == "u?"
    assert "h?" in instance.metadata
