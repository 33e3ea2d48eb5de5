"""Reading rendered profiles in tests."""

from __future__ import annotations

from netinit import api
from netinit.model.facts import Facts

FOLDER = "/etc/NetworkManager/system-connections/netinit-"


def files(text: str, facts: Facts | None = None) -> dict[str, str]:
    """Contents by path."""
    rendering = api.render(text, to="networkmanager", facts=facts)
    return {file.path: file.content for file in rendering.files}


def groups(keyfile: str) -> dict[str, list[str]]:
    """The lines of each group, in their order."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in keyfile.splitlines():
        if line.startswith("["):
            lines = found[line[1:-1]] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def profile(text: str, link: str = "eth0", facts: Facts | None = None) -> dict[str, list[str]]:
    """The groups of one link's profile."""
    return groups(files(text, facts)[f"{FOLDER}{link}.nmconnection"])


def warnings(text: str) -> list[tuple[str, str]]:
    """Path and message of each warning."""
    problems = api.render(text, to="networkmanager").problems
    return [(item.path, item.message) for item in problems if item.severity == "warning"]


def ethernet(body: str) -> str:
    """A document of one nic; its body is a YAML flow mapping."""
    return f"version: 2\nethernets: {{eth0: {body}}}\n"
