"""NoCloud: where a seed may be, and what counts where it is in several places."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from netinit.errors import NeedsNetwork, NetinitError
from netinit.model.facts import BlockDevice, Facts
from netinit.model.instance import InstanceData, RawNetwork
from netinit.model.paths import CLOUD_CFG
from netinit.sources import nocloud
from netinit.sources._line import filled_in, line_config
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

SEED = "var/lib/cloud/seed/nocloud"
URL = "http://192.0.2.5/seed/"
SR0 = BlockDevice(device="/dev/sr0", type="iso9660", label="cidata")
VDB = BlockDevice(device="/dev/vdb", type="vfat", label_fatboot="CIDATA")


def look(base: Path, files: Mapping[str, str | bytes | Path | None]) -> Root:
    """A root with these files."""
    return Root(str(tree(base, files)))


def attempt(
    root: Root, config: dict[str, Any] | None = None, shelf: Shelf | None = None, **facts: Any
) -> InstanceData | None:
    system = System(root=root, media=shelf)
    return nocloud.read(system, gather(root).replace(**facts), config or {})


def read(
    root: Root, config: dict[str, Any] | None = None, shelf: Shelf | None = None, **facts: Any
) -> InstanceData:
    instance = attempt(root, config, shelf, **facts)
    assert instance is not None
    return instance


def seed(**files: str) -> dict[str, str]:
    """The files of a seed directory."""
    given = {"meta_data": "instance-id: iid-1\n", "user_data": "#cloud-config\n{}\n", **files}
    return {f"{SEED}/{name.replace('_', '-')}": text for name, text in given.items()}


def medium(**files: str) -> dict[str, bytes]:
    """The files of a medium."""
    return {f"/{name.replace('_', '-')}": text.encode() for name, text in files.items()}


def test_a_seed_directory_gives_all_four_files(tmp_path: Path) -> None:
    root = look(tmp_path, seed(vendor_data="#!/bin/sh\n", network_config="version: 2\n"))
    assert nocloud.detect(gather(root), {}).text == f"seed directory /{SEED}"
    instance = read(root)
    assert instance.instance_id == "iid-1"
    assert instance.userdata == b"#cloud-config\n{}\n"
    assert instance.vendordata == (b"#!/bin/sh\n",)
    assert instance.network == RawNetwork(
        format="auto", text="version: 2\n", file=f"/{SEED}/network-config"
    )
    assert (instance.dsmode, instance.notes) == ("net", ())


def test_the_sample_seed_is_read() -> None:
    sample = shared() / "samples/nocloud/seed"
    if not sample.is_dir():
        pytest.skip(f"no {sample}")
    files = {f"/{path.name}": path.read_bytes() for path in sample.iterdir()}
    instance = read(Root("/nonexistent"), None, Shelf({"/dev/sr0": files}), devices=(SR0,))
    assert instance.instance_id == "iid-demo-0001"
    assert instance.metadata["availability-zone"] == "lab-1a"
    assert isinstance(instance.metadata["public-keys"], list)
    assert instance.network is not None
    assert instance.network.file == "/dev/sr0/network-config"


def test_only_meta_data_and_user_data_are_needed_and_defaults_fill_in(tmp_path: Path) -> None:
    instance = read(look(tmp_path, seed(meta_data="")))
    assert (instance.instance_id, instance.network, instance.vendordata) == ("nocloud", None, ())


@pytest.mark.parametrize("lacking", ["meta-data", "user-data"])
def test_a_directory_that_lacks_one_of_them_is_no_evidence(tmp_path: Path, lacking: str) -> None:
    files = seed()
    del files[f"{SEED}/{lacking}"]
    root = look(tmp_path, files)
    evidence = nocloud.detect(gather(root), {})
    assert not evidence
    assert f"the seed in /{SEED} lacks {lacking}" in str(evidence)
    assert evidence.level == "incomplete"
    assert attempt(root) is None


@pytest.mark.parametrize("text", ["- a\n- b\n", "a: [\n", "just words\n", "\xff"], ids=repr)
def test_broken_meta_data_costs_itself_alone(tmp_path: Path, text: str) -> None:
    files = {**seed(), f"{SEED}/meta-data": text.encode("latin-1")}
    instance = read(look(tmp_path, files))
    assert instance.instance_id == "nocloud"
    assert instance.userdata == b"#cloud-config\n{}\n"
    assert any(f"/{SEED}/meta-data" in note for note in instance.notes)


def test_a_broken_network_config_is_handed_on_as_it_is(tmp_path: Path) -> None:
    instance = read(look(tmp_path, seed(network_config="version: [2\n")))
    assert instance.network is not None
    assert instance.network.text == "version: [2\n"


def test_the_older_network_interfaces_is_used_where_there_is_no_network_config(
    tmp_path: Path,
) -> None:
    meta = "instance-id: iid-1\nnetwork-interfaces: |\n  auto eth0\n  iface eth0 inet dhcp\n"
    eni = "\n\n  auto eth0\n  iface eth0 inet dhcp\n"  # where it stands in the file
    instance = read(look(tmp_path / "a", seed(meta_data=meta)))
    assert instance.network == RawNetwork(format="eni", text=eni, file=f"/{SEED}/meta-data")
    assert "network-interfaces" not in instance.metadata
    instance = read(look(tmp_path / "b", seed(meta_data=meta, network_config="version: 2\n")))
    assert instance.network is not None
    assert instance.network.format == "auto"
    assert "network-interfaces is left out" in instance.notes[0]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("ro ds=nocloud", {"dsmode": "local"}),
        ("ds=nocloud-net", {"dsmode": "net"}),
        ("ds=NoCloud", {"dsmode": "local"}),
        (
            "ds=nocloud;h=web1;i=iid-1;s=https://192.0.2.1/",
            {
                "local-hostname": "web1",
                "instance-id": "iid-1",
                "seedfrom": "https://192.0.2.1/",
                "dsmode": "net",
            },
        ),
        ("ds=nocloud-net;s=file:///seed/", {"seedfrom": "file:///seed/", "dsmode": "local"}),
        ("ds=nocloud;s=/srv/seed/", {"seedfrom": "/srv/seed/", "dsmode": "local"}),
        (f"ds=nocloud;seedfrom={URL};dsmode=local", {"seedfrom": URL, "dsmode": "local"}),
        ("ds=nocloud;flag", {"flag": None, "dsmode": "local"}),
        ("ds=nocloud;s=tftp://x/", {"seedfrom": "tftp://x/"}),
        ("ds=nocloud;i=a ds=nocloud;i=b", {"instance-id": "b", "dsmode": "local"}),
        ('"ds=nocloud;i=a"', {"instance-id": "a", "dsmode": "local"}),
        (
            "ds=nocloud;s=http://192.0.2.1/?a=b",
            {"seedfrom": "http://192.0.2.1/?a=b", "dsmode": "net"},
        ),
        ("ds=nocloudy", None),
        ("ads=nocloud", None),
        ("", None),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_line_on_the_command_line(line: str, values: dict[str, str | None] | None) -> None:
    assert line_config(line) == values


def test_the_first_place_counts_for_meta_data_and_the_last_for_the_rest(tmp_path: Path) -> None:
    root = look(
        tmp_path,
        {
            **seed(
                meta_data="instance-id: seed\nlocal-hostname: seed\nregion: seed\n",
                user_data="seed",
                network_config="seed",
                vendor_data="seed",
            ),
            "srv/meta-data": "region: from\nextra: from\n",
            "srv/user-data": "from",
        },
    )
    shelf = Shelf({"/dev/sr0": medium(meta_data="zone: disc\nregion: disc\n", user_data="disc")})
    instance = read(
        root,
        {"meta-data": "region: cfg\ncfg: cfg\n", "user-data": "cfg"},
        shelf,
        cmdline="ds=nocloud;i=line;h=line",
        dmi={"product_serial": "ds=nocloud;i=dmi;s=/srv"},
        devices=(SR0,),
    )
    assert instance.instance_id == "dmi"
    assert instance.metadata["local-hostname"] == "line"
    assert {key: instance.metadata[key] for key in ("region", "cfg", "zone", "extra")} == {
        "region": "seed",
        "cfg": "cfg",
        "zone": "disc",
        "extra": "from",
    }
    # What seedfrom names replaces what came before, also by nothing.
    assert (instance.userdata, instance.vendordata, instance.network) == (b"from", (), None)
    assert instance.seed == (
        "in the SMBIOS serial number, on the kernel command line, "
        f"/{SEED}, the configuration (datasource.NoCloud), /dev/sr0, /srv"
    )


def test_a_line_alone_is_a_seed() -> None:
    instance = read(Root("/nonexistent"), cmdline="ds=nocloud;h=web1")
    assert (instance.instance_id, instance.dsmode) == ("nocloud", "local")
    assert instance.metadata["local-hostname"] == "web1"


@pytest.mark.parametrize("label", ["cidata", "CIDATA", "CiData"], ids=["small", "capital", "mixed"])
@pytest.mark.parametrize("field", ["label", "label_fatboot"])
def test_the_label_counts_in_any_spelling(label: str, field: str) -> None:
    device = BlockDevice(device="/dev/vdb", type="vfat", **{field: label})  # type: ignore[arg-type]
    evidence = nocloud.detect(Facts(devices=(device,)), {})
    assert evidence.device == "/dev/vdb"
    assert not evidence.network


@pytest.mark.parametrize(
    ("device", "config"),
    [
        (SR0.replace(type="ext4"), {}),
        (SR0.replace(label="cidata2"), {}),
        (SR0, {"fs_label": None}),
        (SR0, {"fs_label": "MYSEED"}),
    ],
    ids=["another file system", "another label", "switched off", "another wanted"],
)
def test_other_media_are_no_evidence(device: BlockDevice, config: dict[str, Any]) -> None:
    assert not nocloud.detect(Facts(devices=(device,)), config)


def test_the_last_device_that_can_be_read_counts() -> None:
    shelf = Shelf(
        {
            "/dev/sr0": medium(meta_data="instance-id: sr0\n", user_data=""),
            "/dev/vdb": NetinitError("reading /dev/vdb: broken"),
        }
    )
    instance = read(Root("/nonexistent"), None, shelf, devices=(SR0, VDB))
    assert instance.instance_id == "sr0"
    assert instance.notes == ("reading /dev/vdb: broken, going on without it",)
    assert shelf.log == ["/dev/vdb", "/dev/sr0"]


def test_a_labelled_medium_needs_one_file_only() -> None:
    shelf = Shelf({"/dev/sr0": medium(user_data="x")})
    instance = read(Root("/nonexistent"), None, shelf, devices=(SR0,))
    assert instance.userdata == b"x"
    assert instance.notes == ("/dev/sr0: no meta-data, taken as empty",)


@pytest.mark.parametrize("content", [{}, NetinitError("broken")], ids=["empty", "broken"])
def test_a_medium_that_gives_nothing_is_an_error(content: Any) -> None:
    with pytest.raises(NetinitError):
        attempt(Root("/nonexistent"), None, Shelf({"/dev/sr0": content}), devices=(SR0,))


@pytest.mark.parametrize(
    "facts",
    [
        {"cmdline": f"ds=nocloud;s={URL}"},
        {"dmi": {"product_serial": f"ds=nocloud;s={URL}"}},
        {"dmi": {"product_serial": f"x ds=nocloud-net;s={URL}"}},
    ],
    ids=["command line", "serial", "serial, later"],
)
def test_a_seed_behind_the_network_waits_for_it(facts: dict[str, Any]) -> None:
    evidence = nocloud.detect(Facts(**facts), {})
    assert (evidence.seedfrom, evidence.network) == (URL, True)
    with pytest.raises(NeedsNetwork, match=URL):
        attempt(Root("/nonexistent"), **facts)


def test_the_instance_is_known_before_its_seed_is_read() -> None:
    facts = Facts(
        cmdline=f"ds=nocloud;i=line;s={URL}", dmi={"product_serial": "ds=nocloud;i=serial"}
    )
    evidence = nocloud.detect(facts, {})
    assert (evidence.instance_id, evidence.seedfrom) == ("serial", URL)


def test_a_password_in_a_url_is_not_shown() -> None:
    with pytest.raises(NeedsNetwork) as error:
        attempt(Root("/nonexistent"), cmdline="ds=nocloud;s=http://me:secret@192.0.2.1/")
    assert "secret" not in str(error.value)


def test_seedfrom_of_the_configuration_is_evidence() -> None:
    evidence = nocloud.detect(Facts(), {"seedfrom": URL})
    assert (evidence.seedfrom, evidence.network) == (URL, True)


@pytest.mark.parametrize(
    "place",
    ["/srv/seed", "/srv/seed/", "file:///srv/seed/", "file://localhost/srv/seed", "/srv/seed/%s"],
)
def test_a_seed_elsewhere_on_the_machine(tmp_path: Path, place: str) -> None:
    files = {"srv/seed/meta-data": "instance-id: there\n", "srv/seed/user-data": "x"}
    instance = read(look(tmp_path, files), cmdline=f"ds=nocloud;s={place}")
    assert (instance.instance_id, instance.userdata) == ("there", b"x")


def test_a_seed_elsewhere_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NetinitError, match="/srv/seed: neither meta-data nor user-data"):
        attempt(look(tmp_path, {}), cmdline="ds=nocloud;s=/srv/seed")


def test_a_seed_elsewhere_does_not_leave_the_root(tmp_path: Path) -> None:
    (tmp_path / "meta-data").write_text("instance-id: outside\n")
    with pytest.raises(NetinitError):
        attempt(look(tmp_path / "root", {}), cmdline="ds=nocloud;s=/../")


def test_an_unknown_scheme_is_an_error() -> None:
    with pytest.raises(NetinitError, match="found 'tftp://x/'"):
        attempt(Root("/nonexistent"), cmdline="ds=nocloud;s=tftp://x/")


def test_firmware_fills_in_a_seedfrom() -> None:
    text = "http://192.0.2.5/__dmi.chassis-serial-number__/__dmi.system-uuid__/"
    facts = Facts(cmdline=f"ds=nocloud;s={text}", dmi={"chassis_serial": "c1"})
    assert nocloud.detect(facts, {}).seedfrom == "http://192.0.2.5/c1//"
    assert filled_in(text, facts)[1] == ["system-uuid"]
    assert filled_in("a__dmi.b", facts) == ("a__dmi.b", [])


def test_a_seed_in_the_configuration() -> None:
    config = {"fs_label": None, "meta-data": "instance-id: iid-inline\n", "user-data": "x"}
    assert nocloud.detect(Facts(devices=(SR0,)), config).text == "a seed in the configuration"
    instance = read(Root("/nonexistent"), config, devices=(SR0,))
    assert (instance.instance_id, instance.userdata) == ("iid-inline", b"x")


def test_a_network_config_in_the_configuration_keeps_its_place() -> None:
    text = (
        "datasource:\n  NoCloud:\n    meta-data: {instance-id: i}\n    user-data: x\n"
        "    network-config: {version: 2}\n"
    )
    config = {
        "meta-data": {"instance-id": "i"},
        "user-data": "x",
        "network-config": {"version": "2"},
    }
    instance = read(Root("/nonexistent"), config, texts={CLOUD_CFG: text})
    assert instance.network == RawNetwork(
        format="auto",
        text=text,
        file=CLOUD_CFG,
        wrapped_in=("datasource", "NoCloud", "network-config"),
    )


@pytest.mark.parametrize(
    ("meta", "mode"),
    [("dsmode: local", "local"), ("dsmode: net", "net"), ("dsmode: pass", "net"), ("", "net")],
)
def test_dsmode_is_what_the_seed_says(tmp_path: Path, meta: str, mode: str) -> None:
    instance = read(look(tmp_path, seed(meta_data=meta)))
    assert instance.dsmode == mode
    assert bool(instance.notes) == ("pass" in meta)


def test_a_seed_can_be_disabled(tmp_path: Path) -> None:
    assert attempt(look(tmp_path, seed(meta_data="dsmode: disabled\n"))) is None


@pytest.mark.parametrize("kind", ["iso", "vfat"])
def test_a_seed_on_a_real_image(tmp_path: Path, kind: str) -> None:
    files = {
        "meta-data": "instance-id: iid-img\n",
        "user-data": "x",
        "network-config": "version: 2\n",
    }
    if kind == "iso":
        pytest.importorskip("pycdlib")
        path = iso(tmp_path, files, "-J", "-R", label="CIDATA")
    else:
        path = vfat(tmp_path, files)
    root = Root(str(tmp_path / "root"))
    facts = gather(root, media=[image(str(path))])
    assert nocloud.detect(facts, {}).device == str(path)
    instance = nocloud.read(System(root=root, media=Media(root)), facts, {})
    assert instance is not None
    assert instance.instance_id == "iid-img"
    assert instance.network is not None
    assert instance.network.text == "version: 2\n"


UNREADABLE: dict[str, tuple[str | bytes | Path | None, str]] = {
    "a loop of links": (Path("network-config"), "too many symbolic links"),
    "a link to nowhere": (Path("/nowhere"), "no file that can be read"),
    "a directory": (None, "no file that can be read"),
    "binary": (b"\x00\xff\xfe", "is not UTF-8"),
}


@pytest.mark.parametrize(("content", "reason"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_network_config_that_cannot_be_read_costs_itself_alone(
    content: str | bytes | Path | None, reason: str, tmp_path: Path
) -> None:
    instance = read(look(tmp_path, {**seed(), f"{SEED}/network-config": content}))
    assert (instance.instance_id, instance.userdata) == ("iid-1", b"#cloud-config\n{}\n")
    assert instance.network is not None
    assert reason in instance.network.unreadable
    assert (instance.network.text, instance.network.file) == ("", f"/{SEED}/network-config")


def test_vendor_data_that_cannot_be_read_costs_itself_alone(tmp_path: Path) -> None:
    instance = read(look(tmp_path, {**seed(), f"{SEED}/vendor-data": Path("vendor-data")}))
    assert instance.instance_id == "iid-1"
    assert "vendor-data: too many symbolic links, left out" in instance.notes[0]


def test_an_instance_id_that_is_no_word_is_told(tmp_path: Path) -> None:
    instance = read(look(tmp_path, seed(meta_data="instance-id: [a]\n")))
    assert instance.instance_id == "nocloud"
    assert "instance-id: expected one word" in instance.notes[0]


def test_interfaces_in_the_meta_data_keep_their_lines(tmp_path: Path) -> None:
    text = "instance-id: a\nnetwork-interfaces: |\n  auto eth0\n  iface eth0 inet dhcp\n"
    instance = read(look(tmp_path, seed(meta_data=text)))
    assert instance.network is not None
    assert instance.network.text == "\n\n  auto eth0\n  iface eth0 inet dhcp\n"
    folded = 'network-interfaces: "auto eth0\\niface eth0 inet dhcp\\n"\n'
    instance = read(look(tmp_path, seed(meta_data=folded)))
    assert instance.network is not None
    assert instance.network.text == "auto eth0\niface eth0 inet dhcp\n"


def test_a_network_config_in_the_configuration_keeps_its_lines() -> None:
    text = (
        "datasource:\n  NoCloud:\n    user-data: u\n    meta-data: {a: b}\n"
        "    network-config: |\n      version: 2\n      ethernets: {}\n"
    )
    config = {
        "user-data": "u",
        "meta-data": {"a": "b"},
        "network-config": "version: 2\nethernets: {}\n",
    }
    instance = read(Root("/nonexistent"), config, texts={CLOUD_CFG: text})
    assert instance.network == RawNetwork(
        format="auto",
        text="\n" * 5 + "      version: 2\n      ethernets: {}\n",
        file=CLOUD_CFG,
    )


@pytest.mark.parametrize("line", ['ds="nocloud;h=a"', '"ds=nocloud;h=a"', "ds=nocloud;h=a"])
def test_quotes_of_the_boot_loader_are_no_part_of_the_line(line: str) -> None:
    config = line_config(f"ro {line} quiet")
    assert config is not None
    assert config["local-hostname"] == "a"
