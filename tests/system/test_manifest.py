"""What netinit wrote below a root: removed when no longer wanted, spared when edited, known even after a kill."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from netinit.errors import NetinitError
from netinit.model.files import RenderedFile
from netinit.system import manifest
from netinit.system.manifest import Changes
from netinit.system.root import Root
from tests.fakes import found, tree

if TYPE_CHECKING:
    from pathlib import Path

LIST = "/var/lib/netinit/manifest.sha256"


def file(name: str, content: str = "ours\n") -> RenderedFile:
    return RenderedFile(path=f"/etc/net/{name}", content=content)


class Killed(Root):
    """A root whose process is killed before a write of some path."""

    def __init__(self, base: str, at: str) -> None:
        super().__init__(base)
        self.at = at

    def write(self, file: RenderedFile) -> bool:
        if file.path == self.at:
            raise NetinitError("killed")
        return super().write(file)


def test_files_are_written_once_and_removed_when_no_longer_wanted(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    assert manifest.install(root, [file("a"), file("b")]) == Changes(
        written=("/etc/net/a", "/etc/net/b")
    )
    assert manifest.install(root, [file("a"), file("b")]) == Changes(
        unchanged=("/etc/net/a", "/etc/net/b")
    )
    assert manifest.install(root, [file("b", "other\n")]) == Changes(
        written=("/etc/net/b",), removed=("/etc/net/a",)
    )
    assert set(found(tmp_path)) == {"/etc/net/b", LIST}


def test_sha256sum_can_check_it(tmp_path: Path) -> None:
    manifest.install(Root(str(tmp_path)), [file("a"), file("b c")])
    subprocess.run(["sha256sum", "--quiet", "-c", LIST.lstrip("/")], cwd=tmp_path, check=True)


def test_plan_says_what_install_will_do_and_does_nothing(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    manifest.install(root, [file("a"), file("b"), file("c")])
    tree(tmp_path, {"/etc/net/b": "edited\n", "/etc/net/c": "edited\n"})
    before = found(tmp_path)
    wanted = [file("b"), file("d")]
    planned = manifest.plan(root, wanted, keep=["/etc/net/b"])
    assert found(tmp_path) == before
    assert planned == Changes(
        written=("/etc/net/d",),
        removed=("/etc/net/a",),
        kept=("/etc/net/b",),
        foreign=("/etc/net/c",),
    )
    assert manifest.install(root, wanted, keep=["/etc/net/b"]) == planned


def test_an_edited_file_is_known_until_it_is_written_again(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    manifest.install(root, [file("a"), file("b")])
    assert manifest.edited(root) == ()
    tree(tmp_path, {"/etc/net/a": "edited\n"})
    (tmp_path / "etc/net/b").unlink()
    assert manifest.edited(root) == ("/etc/net/a",)
    manifest.install(root, [file("a", "newer\n"), file("b")], keep=["/etc/net/a"])
    assert found(tmp_path)["/etc/net/a"] == "edited\n"
    assert manifest.edited(root) == ("/etc/net/a",)
    manifest.install(root, [file("a", "newer\n"), file("b")])
    assert found(tmp_path)["/etc/net/a"] == "newer\n"
    assert manifest.edited(root) == ()


@pytest.mark.parametrize("at", ["/etc/net/a", "/etc/net/b", "/etc/net/c"])
def test_a_run_that_is_killed_leaves_no_file_that_nobody_knows(tmp_path: Path, at: str) -> None:
    root = Root(str(tmp_path))
    manifest.install(root, [file("a"), file("old")])
    with pytest.raises(NetinitError):
        manifest.install(
            Killed(str(tmp_path), at), [file("a", "2\n"), file("b", "2\n"), file("c", "2\n")]
        )
    assert manifest.edited(root) == ()
    manifest.install(root, [])
    assert set(found(tmp_path)) == {LIST}
