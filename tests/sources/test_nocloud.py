"""NoCloud: where a seed may be, and what counts where it is in several places."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from netinit.model.instance import InstanceData, RawNetwork
from netinit.sources import nocloud
from netinit.system.doors import System
from netinit.system.facts import gather
from netinit.system.root import Root
from tests.fakes import tree

if TYPE_CHECKING:
    from collections.abc import Mapping

SEED = "var/lib/cloud/seed/nocloud"
URL = "http://192.0.2.5/seed/"


def look(base: Path, files: Mapping[str, str | bytes | Path | None]) -> Root:
    """A root with these files."""
    return Root(str(tree(base, files)))


def read(root: Root, config: dict[str, object] | None = None, **facts: object) -> InstanceData:
    instance = nocloud.read(System(root=root), gather(root).replace(**facts), config or {})  # type: ignore[arg-type]
    assert instance is not None
    return instance


def test_a_seed_directory_gives_all_four_files(tmp_path: Path) -> None:
    root = look(
        tmp_path,
        {
            f"{SEED}/meta-data": "instance-id: iid-1\nlocal-hostname: host-1\n",
            f"{SEED}/user-data": "#cloud-config\n{}\n",
            f"{SEED}/vendor-data": "#!/bin/sh\n",
            f"{SEED}/network-config": "version: 2\n",
        },
    )
    assert nocloud.detect(gather(root), {}).text == f"seed directory /{SEED}"
    instance = read(root)
    assert instance.instance_id == "iid-1"
    assert instance.metadata["local-hostname"] == "host-1"
    assert instance.userdata == b"#cloud-config\n{}\n"
    assert instance.vendordata == (b"#!/bin/sh\n",)
    assert instance.network == RawNetwork(
        format="auto", text="version: 2\n", file=f"/{SEED}/network-config"
    )
    assert (instance.dsmode, instance.notes) == ("net", ())


def test_a_seed_directory_without_user_data_is_no_evidence(tmp_path: Path) -> None:
    evidence = nocloud.detect(gather(look(tmp_path, {f"{SEED}/meta-data": ""})), {})
    assert not evidence
    assert f"the seed in /{SEED} lacks user-data" in str(evidence)
