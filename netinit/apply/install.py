"""Putting netinit itself on a machine or into an image tree, and taking it away again.

Everything that is laid down stands in a manifest of its own (paths.INSTALLED), so that `--uninstall` takes exactly that
away.  The code is copied below /usr/lib/netinit, unless it runs from a place that a distribution's package owns.
"""

from __future__ import annotations

import os
import sys

from netinit.errors import NetinitError
from netinit.model import paths
from netinit.model.files import RenderedFile
from netinit.model.record import Record
from netinit.system import manifest, package

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.system.root import Root

PACKAGED = "/usr/lib/python3"  # below it, the code belongs to a package
CODE = "/usr/lib/netinit"
LAUNCHER = f"{CODE}/netinit-launcher"
COMMAND = "/usr/bin/netinit"
GENERATOR = "/usr/lib/systemd/system-generators/netinit-generator"
ENABLED = "/etc/systemd/system-generators/netinit-generator"
DISPATCHER = "/etc/NetworkManager/dispatcher.d/90-netinit"
# Where the distributions' interpreters find their libraries; -S leaves them out.
LIBRARIES = (
    "/usr/lib/python3/dist-packages",
    "/usr/local/lib/python3.{minor}/dist-packages",
    "/usr/lib64/python3.{minor}/site-packages",
    "/usr/lib/python3.{minor}/site-packages",
)
CLOUD_INIT_UNITS = (
    "cloud-init-local.service",
    "cloud-init-main.service",
    "cloud-init-network.service",
    "cloud-init.service",
    "cloud-config.service",
    "cloud-final.service",
    "cloud-init-hotplugd.socket",
)
CLOUD_INIT_GENERATOR = "/etc/systemd/system-generators/cloud-init-generator"
UNIT_FOLDERS = ("/usr/lib/systemd/system", "/lib/systemd/system", "/etc/systemd/system")


class Plan(Record):
    """What is to be laid down: files, and symbolic links by their path."""

    files: tuple[RenderedFile, ...]
    links: Mapping[str, str]


def plan(root: Root, *, enable: bool, instead: bool) -> Plan:
    """What belongs on the machine; `enable` lets it run at boot, `instead` puts it in cloud-init's place.

    Raises NetinitError where something stands in the way, and says what.
    """
    if not instead:
        _refuse_beside_cloud_init(root)
    packaged = root.base == "" and package.HERE.startswith(PACKAGED)
    words = _words(root, packaged=packaged)
    files = (
        []
        if packaged
        else [
            RenderedFile(path=f"{CODE}/netinit/{name}", content=text)
            for name, text in package.code().items()
        ]
    )
    files += [
        _script(LAUNCHER, "launcher", words),
        _script(GENERATOR.replace("/usr/lib/systemd/system-generators", CODE), "generator", words),
        _script(DISPATCHER, "dispatcher", words),
        RenderedFile(
            path="/usr/lib/tmpfiles.d/netinit.conf", content=package.data("etc/tmpfiles.conf")
        ),
    ]
    files += [
        RenderedFile(
            path=f"{paths.UNITS}/{name}", content=_filled(package.data(f"systemd/{name}"), words)
        )
        for name in package.names("systemd")
    ]
    if not root.exists(paths.CLOUD_CFG):
        files.append(RenderedFile(path=paths.CLOUD_CFG, content=package.data("etc/cloud.cfg")))
    links = {COMMAND: LAUNCHER}
    if enable or instead:
        links[ENABLED] = f"{CODE}/netinit-generator"
    if instead:
        links[CLOUD_INIT_GENERATOR] = "/dev/null"
        links.update({f"/etc/systemd/system/{unit}": "/dev/null" for unit in CLOUD_INIT_UNITS})
    return Plan(files=tuple(sorted(files, key=lambda file: file.path)), links=links)


def install(root: Root, wanted: Plan) -> manifest.Changes:
    """Lay it down. Raises NetinitError."""
    for path in wanted.links:
        if root.exists(path) and not root.is_link(path):
            raise NetinitError(f"linking {path}: a file that is not ours stands there")
    changes = manifest.install(root, wanted.files, listed=paths.INSTALLED)
    before = _links(root)
    for path in before:
        if path not in wanted.links:
            root.remove(path)
    for path, target in wanted.links.items():
        root.link(path, target)
    text = "".join(f"{path}\n" for path in sorted(wanted.links))
    root.write(RenderedFile(path=paths.INSTALLED_LINKS, content=text))
    return changes


def uninstall(root: Root) -> manifest.Changes:
    """Take away what `install` laid down, but for files that somebody edited since. Raises NetinitError."""
    for path in _links(root):
        if root.is_link(path):
            root.remove(path)
    changes = manifest.install(root, (), listed=paths.INSTALLED)
    root.remove(paths.INSTALLED_LINKS)
    if not changes.foreign:
        root.remove(paths.INSTALLED)
    root.remove_tree_of_bytecode(CODE)
    return changes


def cloud_init(root: Root) -> str | None:
    """Where an enabled cloud-init stands on this machine, or None."""
    generators = ("/usr/lib/systemd/system-generators", "/lib/systemd/system-generators")
    for folder in generators:
        path = f"{folder}/cloud-init-generator"
        if root.exists(path) and not root.exists(CLOUD_INIT_GENERATOR):
            return path
    return None


def _refuse_beside_cloud_init(root: Root) -> None:
    found = cloud_init(root)
    if found is not None and not root.exists(paths.DISABLED_FILE):
        raise NetinitError(
            f"cloud-init is installed and enabled ({found}); both would set the machine up: "
            "remove it, or take its place with --as-cloud-init"
        )


def _links(root: Root) -> list[str]:
    return (root.read(paths.INSTALLED_LINKS) or b"").decode().split()


def _words(root: Root, *, packaged: bool) -> dict[str, str]:
    """What the placeholders of the data files stand for on this machine."""
    python, libraries = "/usr/bin/python3", list(LIBRARIES)
    if root.base == "" and not packaged and sys.prefix != sys.base_prefix:
        # Out of a virtual environment: its libraries, by its own interpreter.
        import yaml

        python = os.path.realpath(sys.executable)
        libraries = [os.path.dirname(os.path.dirname(os.path.abspath(yaml.__file__))), *libraries]
    folders = ([] if packaged else [CODE]) + libraries
    spelled = ", ".join(f'f"{folder}"' if "{" in folder else f'"{folder}"' for folder in folders)
    spelled = spelled.replace("{minor}", "{sys.version_info.minor}")
    return {"@PYTHON@": python, "@FOLDERS@": f"[{spelled}]", "@LAUNCHER@": COMMAND}


def _filled(text: str, words: Mapping[str, str]) -> str:
    for placeholder, word in words.items():
        text = text.replace(placeholder, word)
    return text


def _script(path: str, name: str, words: Mapping[str, str]) -> RenderedFile:
    return RenderedFile(
        path=path, content=_filled(package.data(f"scripts/{name}"), words), mode=0o755
    )
