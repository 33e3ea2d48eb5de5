"""The examples of docs/formats.md are sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from netinit import api

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
EXAMPLES = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", [text for _, text in EXAMPLES])
@pytest.mark.parametrize("backend", ["netplan", "networkd", "networkmanager"])
def test_an_example_is_recognised_and_has_no_errors(example: str, backend: str) -> None:
    rendering = api.render(example, to=backend)
    assert [str(problem) for problem in rendering.problems if problem.severity == "error"] == []
    assert rendering.files


def test_there_is_an_example_of_every_format() -> None:
    formats = {api.parse(example).config.origin.format for _, example in EXAMPLES}
    assert formats == {"v1", "v2", "openstack", "eni", "klibc", "cmdline"}
