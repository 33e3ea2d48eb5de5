"""What the renderer writes goes through the real netplan, which says yes to all of it.

Runs the generator of the netplan that is installed; where an input needs a newer one than that, our own warning
has to have said so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from netinit import api
from netinit.formats.emit import emit
from tests.conftest import PROJECT, shared
from tests.formats.netv2_documents import old_documents

pytestmark = pytest.mark.daemon
GENERATOR = next(
    (
        path
        for path in ("/usr/libexec/netplan/generate", "/lib/netplan/generate")
        if Path(path).exists()
    ),
    None,
)
NEWER = ("an older one refuses the whole file", "does not know it refuses the whole file")
SUFFIXES = {".interfaces": "eni", ".json": "openstack", ".conf": "klibc", ".cmdline": "cmdline"}


def generate(text: str, root: Path) -> tuple[int, str]:
    """What netplan says to a file: exit code and output without its warnings."""
    if GENERATOR is None:
        pytest.skip("netplan is not installed (make test-deps)")
    shutil.rmtree(root / "etc", ignore_errors=True)
    place = root / "etc/netplan/50-netinit.yaml"
    place.parent.mkdir(parents=True)
    place.touch(mode=0o600)
    place.write_text(text)
    argv = [GENERATOR, "--root-dir", str(root)]
    done = subprocess.run(
        argv, capture_output=True, text=True, timeout=60, env={**os.environ, "G_DEBUG": ""}
    )
    lines = (done.stdout + done.stderr).splitlines()
    return done.returncode, "\n".join(line for line in lines if "WARNING" not in line)


def check(rendering: api.Rendering, root: Path) -> None:
    """Fail where netplan refuses what nobody said it would."""
    for file in rendering.files:
        code, said = generate(file.content, root)
        foretold = [
            str(item)
            for item in rendering.problems
            if any(words in item.message for words in NEWER)
        ]
        # Open vSwitch's tool is no part of netplan, and where it is missing netplan stops there.
        if code != 0 and "ovs-vsctl" not in said:
            assert foretold, f"netplan refuses it: {said}\n{file.content}"


def inputs() -> list[Path]:
    """Inputs of all formats: the project's golden ones, and those of the reference material."""
    golden = [
        path
        for path in sorted(PROJECT.glob("tests/golden/*/*"))
        if path.is_file() and path.name != "facts.yaml"
    ]
    more: list[Path] = []
    for folder in (
        "cases/network/valid",
        "cases/network/invalid",
        "cases/reports/*/input",
        "vectors/vectors/*",
    ):
        more.extend(path for path in sorted(shared().glob(f"{folder}/*")) if _is_input(path))
    return golden + more


def _is_input(path: Path) -> bool:
    if not path.is_file():
        return False
    if path.parent.parent.name == "vectors":
        return path.name.startswith("input.") and path.parent.name.startswith(
            ("ci-", "np-", "real-")
        )
    if path.parent.name == "input":
        return path.name in {"network-config", "network_data.json"}
    return ".expect." not in path.name


@pytest.mark.parametrize("path", inputs(), ids=lambda path: str(path.relative_to(path.parents[2])))
def test_netplan_takes_what_is_written(path: Path, tmp_path: Path) -> None:
    form = SUFFIXES.get(path.suffix, "auto")
    check(api.render(path.read_bytes(), to="netplan", form=form, file=path.name), tmp_path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(old_documents)
def test_netplan_takes_any_document(tmp_path: Path, tree: dict[str, object]) -> None:
    check(api.render(emit(tree), to="netplan", form="v2"), tmp_path)
