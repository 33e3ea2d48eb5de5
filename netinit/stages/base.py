"""The base configuration: cloud.cfg, its drop-ins, what the identifier wrote and the command line, merged.

cloud-init: the order is, what counts most first, `cc:` words of the kernel command line, /run/cloud-init/cloud.cfg,
/etc/cloud/cloud.cfg.d/*.cfg (later names before earlier ones), /etc/cloud/cloud.cfg.  Mappings are merged; a list or
a value of a layer that counts more replaces the others.  A file that cannot be read costs itself alone.
"""

from __future__ import annotations

from netinit import document
from netinit.model.base import Base
from netinit.model.paths import CLOUD_CFG, CLOUD_CFG_D, RUN_CLOUD_CFG, RUN_INSTANCE_DATA
from netinit.report import Mark, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from netinit.document import Document, Tree
    from netinit.model.facts import Facts
    from netinit.system.doors import Folder

CMDLINE = "kernel command line"
TEMPLATE = "## template:"


def read(facts: Facts, folder: Folder | None = None) -> Base:
    """The base configuration of a machine.

    `folder` is its tree, for what no fact holds: the instance data that a file marked as a Jinja template is filled in
    with.
    """
    layers: list[Document] = []
    problems: list[Problem] = []
    for file, text in _texts(facts):
        if text.startswith(TEMPLATE):
            text = _rendered(text, file, folder, problems)
        layer = document.read(text, file)
        problems.extend(_problems(layer))
        if isinstance(layer.tree, dict):
            layers.append(layer)
    tree: dict[str, Tree] = {}
    for layer in layers:
        assert isinstance(layer.tree, dict)
        merge(tree, layer.tree)
    return Base(tree=tree, layers=tuple(layers), problems=tuple(problems))


def merge(into: dict[str, Tree], other: Mapping[str, Tree]) -> None:
    """Add what a layer that counts less says and no layer before it did."""
    for key, value in other.items():
        if key not in into:
            into[key] = _copied(value)
        else:
            there = into[key]
            if isinstance(there, dict) and isinstance(value, dict):
                merge(there, value)


def _copied(value: Tree) -> Tree:
    """A value whose mappings can be merged into without changing the layer that it came from."""
    if isinstance(value, dict):
        return {key: _copied(part) for key, part in value.items()}
    return value


def _texts(facts: Facts) -> Iterator[tuple[str, str]]:
    """Names and texts of the layers, the one that counts most first."""
    words = cmdline_config(facts.cmdline)
    if words:
        yield CMDLINE, words
    folder = _drop_in_folder(facts)
    drop_ins = sorted(
        (path for path in facts.texts if path.startswith(folder) and path.endswith(".cfg")),
        reverse=True,
    )
    for path in (RUN_CLOUD_CFG, *drop_ins, CLOUD_CFG):
        if path in facts.texts:
            yield path, facts.texts[path]


def _drop_in_folder(facts: Facts) -> str:
    """The folder of the drop-ins; `conf_d` in cloud.cfg names another one."""
    folder = CLOUD_CFG_D
    text = facts.texts.get(CLOUD_CFG, "")
    if "conf_d" in text:
        tree = document.read(text, CLOUD_CFG).tree
        given = tree.get("conf_d") if isinstance(tree, dict) else None
        folder = given if isinstance(given, str) and given else folder
    return folder.rstrip("/") + "/"


def cmdline_config(cmdline: str) -> str:
    """The YAML that `cc: … end_cc` words of a command line hold, each on lines of its own."""
    parts = []
    rest = f" {cmdline}"
    while " cc:" in rest:
        _, _, rest = rest.partition(" cc:")
        part, _, rest = rest.partition("end_cc")
        parts.append(_unquoted(part).replace("\\n", "\n").strip(" "))
    return "\n".join(parts)


def _unquoted(text: str) -> str:
    """A text without the `%XX` of URLs."""
    if "%" not in text:
        return text
    first, *others = text.encode().split(b"%")
    decoded = [first]
    for other in others:
        try:
            decoded.append(bytes.fromhex(other[:2].decode()) + other[2:])
        except ValueError:
            decoded.append(b"%" + other)
    return b"".join(decoded).decode("utf-8", "replace")


def _rendered(text: str, file: str, folder: Folder | None, problems: list[Problem]) -> str:
    """A file marked as a Jinja template, filled in with what this boot knows of the instance."""
    reason = "no instance data of this boot is there yet"
    data = folder.read(RUN_INSTANCE_DATA) if folder is not None else None
    if data is not None:
        try:
            # costs 76 ms: for marked files alone
            from jinja2 import TemplateError  # type: ignore[import-not-found]
            from jinja2.sandbox import SandboxedEnvironment  # type: ignore[import-not-found]

            return str(
                SandboxedEnvironment()
                .from_string(text.partition("\n")[2])
                .render(_instance_data(data))
            )
        except ImportError:
            reason = "jinja2 is not installed"
        except TemplateError as error:
            reason = str(error)
    mark = Mark(file=file, line=1, column=1)
    problems.append(
        Problem(severity="warning", path="", message=f"a template, left out: {reason}", mark=mark)
    )
    return ""


def _instance_data(text: bytes) -> dict[str, object]:
    import json

    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _problems(layer: Document) -> list[Problem]:
    """What is wrong with a file, as far as the file alone tells."""
    problems = [
        Problem(
            severity="error", path="", message=f"{item.message}; this file is left out", mark=mark
        )
        if layer.tree is None and item.severity == "error"
        else Problem(severity=item.severity, path="", message=item.message, mark=mark)
        for item, mark in zip(layer.found, layer.locate(layer.found), strict=True)
    ]
    if isinstance(layer.tree, (list, str)):
        message = f"expected a mapping, found {_kind(layer.tree)}; this file is left out"
        mark = Mark(file=layer.file, line=1, column=1)
        problems.append(Problem(severity="error", path="", message=message, mark=mark))
    return problems


def _kind(tree: Tree) -> str:
    return "a list" if isinstance(tree, list) else f"'{str(tree)[:40]}'"
