"""Files are put in place in one step, below their root, and only when something changes."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from netinit.errors import NetinitError
from netinit.model.files import RenderedFile
from netinit.system import manifest
from netinit.system.root import Root

if TYPE_CHECKING:
    from pathlib import Path

OLD = 1_000_000_000
MANIFEST = "var/lib/netinit/manifest.sha256"


def tree(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): path.read_text()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def file(path: str, content: str = "x\n", mode: int = 0o644) -> RenderedFile:
    return RenderedFile(path=path, content=content, mode=mode)


def test_a_file_is_written_with_its_mode(tmp_path: Path) -> None:
    assert Root(str(tmp_path)).write(file("/etc/a/b", "secret\n", 0o600)) is True
    assert (tmp_path / "etc/a/b").read_text() == "secret\n"
    assert stat.S_IMODE((tmp_path / "etc/a/b").stat().st_mode) == 0o600
    assert os.listdir(tmp_path / "etc/a") == ["b"]


def test_an_unchanged_file_is_left_alone(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    root.write(file("/etc/a"))
    os.utime(tmp_path / "etc/a", (OLD, OLD))
    assert root.write(file("/etc/a")) is False
    assert (tmp_path / "etc/a").stat().st_mtime == OLD


@pytest.mark.parametrize(
    "changed", [file("/etc/a", "y\n"), file("/etc/a", mode=0o600)], ids=["content", "mode"]
)
def test_a_changed_file_is_replaced(tmp_path: Path, changed: RenderedFile) -> None:
    root = Root(str(tmp_path))
    root.write(file("/etc/a"))
    assert root.write(changed) is True
    assert (tmp_path / "etc/a").read_text() == changed.content
    assert root.mode("/etc/a") == changed.mode


def test_links_are_followed_inside_the_root_only(tmp_path: Path) -> None:
    base = tmp_path / "root"
    (base / "etc").mkdir(parents=True)
    (base / "etc/netplan").symlink_to("/data/netplan")
    (base / "etc/up").symlink_to("../../../../outside")
    root = Root(str(base))
    root.write(file("/etc/netplan/a"))
    root.write(file("/etc/up/b"))
    assert sorted(tree(base)) == ["data/netplan/a", "outside/b"]
    assert os.listdir(tmp_path) == ["root"]


def test_a_link_in_the_files_own_place_is_replaced_not_followed(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/a").symlink_to("victim")
    (tmp_path / "etc/victim").write_text("precious\n")
    assert Root(str(tmp_path)).write(file("/etc/a")) is True
    assert (tmp_path / "etc/victim").read_text() == "precious\n"
    assert not (tmp_path / "etc/a").is_symlink()


def test_a_loop_of_links_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(NetinitError, match="too many symbolic links"):
        Root(str(tmp_path)).read("/a/c")


def test_absent_files_read_as_nothing(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    assert root.read("/etc/none") is None
    assert root.read("/") is None
    assert root.names("/none") == ()
    assert root.remove("/etc/none") is False


def test_a_folder_that_cannot_be_made_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "etc").write_text("no folder\n")
    with pytest.raises(NetinitError, match="writing /etc/a/b: "):
        Root(str(tmp_path)).write(file("/etc/a/b"))


def test_what_an_earlier_run_wrote_and_nobody_wants_is_removed(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    manifest.install(root, [file("/etc/a"), file("/etc/b")])
    (tmp_path / "etc/foreign").write_text("not ours\n")
    changes = manifest.install(root, [file("/etc/b")])
    assert (changes.removed, changes.unchanged, changes.written) == (("/etc/a",), ("/etc/b",), ())
    assert sorted(tree(tmp_path)) == ["etc/b", "etc/foreign", MANIFEST]


def test_a_file_that_was_edited_since_is_not_removed(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    manifest.install(root, [file("/etc/a")])
    (tmp_path / "etc/a").write_text("edited\n")
    changes = manifest.install(root, [])
    assert (changes.removed, changes.foreign) == ((), ("/etc/a",))
    assert (tmp_path / "etc/a").read_text() == "edited\n"


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    files = [file("/etc/a"), file("/etc/b")]
    manifest.install(root, files)
    for path in tree(tmp_path):
        os.utime(tmp_path / path, (OLD, OLD))
    manifest.install(root, files)
    assert {(tmp_path / path).stat().st_mtime for path in tree(tmp_path)} == {OLD}


def test_nothing_wanted_and_nothing_before_leaves_no_manifest(tmp_path: Path) -> None:
    manifest.install(Root(str(tmp_path)), [])
    assert tree(tmp_path) == {}


def test_the_manifest_is_what_sha256sum_reads(tmp_path: Path) -> None:
    manifest.install(Root(str(tmp_path)), [file("/etc/a", "x\n")])
    digest = "73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac"
    assert (tmp_path / MANIFEST).read_text() == f"{digest}  etc/a\n"
