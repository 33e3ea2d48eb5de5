"""Reading what the networkd renderer wrote, for its tests."""

from __future__ import annotations

from netinit import api
from netinit.model.facts import Facts
from netinit.model.network import NetworkConfig
from netinit.renderers.networkd import render as networkd
from netinit.report import Report


def files(document: str, facts: Facts | None = None) -> dict[str, str]:
    """Contents by path below /etc/systemd/network (others by their whole path), without the first line."""
    rendering = api.render(f"version: 2\n{document}\n", to="networkd", facts=facts)
    return {
        file.path.removeprefix("/etc/systemd/network/"): file.content.partition("\n")[2]
        for file in rendering.files
    }


def sections(content: str, name: str) -> list[list[str]]:
    """The lines of each section of that name."""
    found: list[list[str]] = []
    inside = False
    for line in content.splitlines():
        if line.startswith("["):
            inside = line == f"[{name}]"
            if inside:
                found.append([])
        elif inside and line:
            found[-1].append(line)
    return found


def warnings(document: str, facts: Facts | None = None) -> list[str]:
    """The paths of all warnings."""
    rendering = api.render(f"version: 2\n{document}\n", to="networkd", facts=facts)
    return [problem.path for problem in rendering.problems if problem.severity == "warning"]


def eth(keys: str) -> str:
    """A document of one Ethernet link."""
    return f"ethernets: {{eth0: {{{keys}}}}}"


def made(*links: object, **config: object) -> tuple[dict[str, str], list[str]]:
    """Contents by name, and the paths of the warnings, of links made by hand."""
    report = Report()
    rendered = networkd.render(NetworkConfig(links=links, **config), Facts(), report)  # type: ignore[arg-type]
    paths = [".".join(map(str, found.path)) for found in report.found]
    return {file.path.rpartition("/")[2]: file.content for file in rendered}, paths
