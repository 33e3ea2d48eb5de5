"""Golden trees: tests/golden/<case>/ holds an input, and for each backend all that is made of it.

    network-config | network_data.json | interfaces | cmdline | klibc/      the input
    facts.yaml                                                              the machine's nics, where they matter
    netplan/ networkd/ networkmanager/
        etc/...         the files, by their place on the target; the *set* of files is compared too
        modes.txt       mode and path of each
        problems.txt    what was reported

A new case is a new folder with an input in it; `pytest tests/test_golden.py --update-golden` writes the rest, and the
diff is for a person to read.
"""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from netinit import api
from netinit.cli.inputs import input_format, read_input, read_nics
from netinit.model.files import RenderedFile

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(path for path in GOLDEN.iterdir() if path.is_dir()) if GOLDEN.is_dir() else []
# the input's name tells its format where the format cannot tell itself
INPUTS = {
    "network-config": "auto",
    "network_data.json": "openstack",
    "interfaces": "eni",
    "cmdline": "cmdline",
    "klibc": "klibc",
}
BACKENDS = [
    name
    for name in ("netplan", "networkd", "networkmanager")
    if find_spec(f"netinit.renderers.{name}.render")
]


def rendered(case: Path, backend: str) -> dict[str, str]:
    """What netinit makes of a case: contents by path below the backend's folder."""
    (name,) = (name for name in INPUTS if (case / name).exists())
    data, _ = read_input(str(case / name))
    facts = read_nics(str(case / "facts.yaml") if (case / "facts.yaml").exists() else None)
    form = input_format(str(case / name), INPUTS[name])
    rendering = api.render(data, to=backend, form=form, file=name, facts=facts)
    files = {file.path.lstrip("/"): file.content for file in rendering.files}
    files["modes.txt"] = "".join(map(_mode, rendering.files))
    files["problems.txt"] = "".join(f"{problem}\n" for problem in rendering.problems)
    return files


def _mode(file: RenderedFile) -> str:
    group = f" root:{file.group}" if file.group else ""
    return f"{file.mode:04o}{group} {file.path}\n"


def stored(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def update(folder: Path, files: dict[str, str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_golden_tree(case: Path, backend: str, pytestconfig: pytest.Config) -> None:
    files = rendered(case, backend)
    if pytestconfig.getoption("--update-golden"):
        update(case / backend, files)
    assert stored(case / backend) == files


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_case_holds_one_input_and_nothing_unknown(case: Path) -> None:
    names = {path.name for path in case.iterdir()}
    assert len(names & set(INPUTS)) == 1
    assert names - set(INPUTS) <= {"facts.yaml", "netplan", "networkd", "networkmanager"}
