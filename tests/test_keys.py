"""Every key of version 2 on every backend: rendered, or named by a warning, and the table of the README says which."""

from __future__ import annotations

from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

import pytest

from netinit import api
from netinit.formats import netv2, netv2_kinds, netv2_parts
from netinit.report import path_text
from tests.key_samples import SAMPLES, Sample

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN, END = "<!-- keys: begin -->\n", "<!-- keys: end -->\n"
BACKENDS = ("netplan", "networkmanager", "networkd")
PRESENT = [name for name in BACKENDS if find_spec(f"netinit.renderers.{name}.render")]
YES, NO, PARTLY = "yes", "no", "yes*"


def rendered(text: str, backend: str) -> tuple[dict[str, str], list[str]]:
    """Files by path, without comments, and the paths of all warnings."""
    rendering = api.render(text, to=backend)
    files = {
        file.path: "\n".join(line for line in file.content.splitlines() if not line.startswith("#"))
        for file in rendering.files
    }
    warned = [problem.path for problem in rendering.problems if problem.severity == "warning"]
    return files, warned


def concerns(path: str, key: str) -> bool:
    """Whether a problem at one path speaks of a key: it names it, something in it, or all that it stands in."""
    longer, shorter = sorted((path, key), key=len, reverse=True)
    return longer == shorter or longer.startswith((f"{shorter}.", f"{shorter}["))


def verdict(sample: Sample, backend: str) -> str | None:
    """What a backend can say of a key; None where it is dropped in silence."""
    files, warned = rendered(sample.text, backend)
    without, _ = rendered(sample.text_without, backend)
    if not any(concerns(path, path_text(sample.path)) for path in warned):
        return YES if files != without else None
    return NO if files == without else PARTLY


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_samples_are_valid(sample: Sample) -> None:
    parsed = api.parse(sample.text)
    assert [str(problem) for problem in parsed.problems if problem.severity != "deprecated"] == []


@pytest.mark.parametrize("backend", PRESENT)
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_a_key_is_rendered_or_named_by_a_warning(sample: Sample, backend: str) -> None:
    assert verdict(sample, backend) is not None


def test_every_key_has_a_sample() -> None:
    known: set[str] = set()
    for section in netv2.SECTIONS.values():
        known.update(section.plain, section.compound)
    for table in (
        netv2_kinds.BOND,
        netv2_kinds.BRIDGE,
        netv2_kinds.PEER,
        netv2_parts.ROUTE,
        netv2_parts.RULE,
        netv2_parts.MATCH,
        netv2_parts.AUTH,
    ):
        known.update(table)
    shown = {str(part) for sample in SAMPLES for part in sample.path}
    old_spellings = {
        "aging",
        "aging-time",
        "all-slaves-active",
        "gratuitious-arp",
        "packets-per-slave",
    }
    elsewhere = {"peer", "renderer"}  # of virtual-ethernets as a whole; a wish, which no file holds
    assert known - shown - old_spellings == elsewhere


def shown(sample: Sample) -> str:
    """How the README calls a key."""
    name, _, what = sample.key.partition(" (")
    if sample.group == "other kinds":
        return what.removesuffix(")")
    key = name.replace("access-points.net", "access-points.*")
    return f"`{key}`" + (f" ({what}" if what else "")


def table() -> str:
    """The table of the README: keys of a group that fare alike on all backends share a row."""
    lines = ["| | key | netplan | NetworkManager | networkd |", "|---|---|:-:|:-:|:-:|"]
    for group, samples in groupby(SAMPLES, key=lambda sample: sample.group):
        rows: dict[tuple[str | None, ...], list[str]] = {}
        for sample in samples:
            verdicts = tuple(verdict(sample, backend) for backend in BACKENDS)
            rows.setdefault(verdicts, []).append(shown(sample))
        title = group
        for verdicts, keys in rows.items():
            lines.append(
                f"| {title} | {', '.join(keys)} | " + " | ".join(map(str, verdicts)) + " |"
            )
            title = ""
    return "\n".join(lines) + "\n"


@pytest.mark.skipif(len(PRESENT) < len(BACKENDS), reason="not all renderers are there")
def test_the_readme_says_what_each_backend_can_say(pytestconfig: pytest.Config) -> None:
    before, _, rest = README.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    if pytestconfig.getoption("--update-golden"):
        README.write_text(before + BEGIN + table() + END + after)
    assert table() == README.read_text().partition(BEGIN)[2].partition(END)[0]
