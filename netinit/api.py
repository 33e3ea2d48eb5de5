r"""netinit as a library: what the commands do, as functions.

Nothing in here touches the machine: text in, values out.  The values are those of `netinit.model`.

    >>> from netinit import api
    >>> rendering = api.render("version: 2\nethernets: {eth0: {dhcp4: true}}\n", to="networkd")
    >>> [file.path for file in rendering.files]
    ['/etc/systemd/network/10-netinit-eth0.network']
"""

from __future__ import annotations

import gc

from netinit import registry
from netinit.decide import names
from netinit.formats import inputs
from netinit.model.facts import Facts
from netinit.model.network import NetworkConfig
from netinit.model.record import Record
from netinit.report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.decide.local import Decided
    from netinit.model.base import Base
    from netinit.model.files import RenderedFile
    from netinit.model.instance import InstanceData
    from netinit.report import Problem


class Parsed(Record):
    """What an input asks for, and what is wrong with it."""

    config: NetworkConfig
    problems: tuple[Problem, ...] = ()
    text: str = ""


class Rendering(Record):
    """The files of one backend, and all problems met on the way; `text` is the input, for showing lines of it."""

    files: tuple[RenderedFile, ...] = ()
    problems: tuple[Problem, ...] = ()
    config: NetworkConfig = NetworkConfig()
    text: str = ""


class Conversion(Record):
    """An input as network-config version 2, and what could not be said in it; `text` is the input."""

    yaml: str
    problems: tuple[Problem, ...] = ()
    config: NetworkConfig = NetworkConfig()
    text: str = ""


def parse(
    data: bytes | str,
    *,
    form: str = "auto",
    file: str = "<text>",
    facts: Facts | None = None,
    source: str = "",
) -> Parsed:
    """Read a network-config of any format (`form`: one of formats.inputs.FORMATS, or "auto")."""
    report = Report()
    with _NoCollection():
        config, locate = inputs.parse(data, file, form, facts or Facts(), report, source)
    return Parsed(config=config, problems=report.problems(locate), text=_text(data))


def check(
    data: bytes | str,
    *,
    form: str = "auto",
    file: str = "<text>",
    facts: Facts | None = None,
    source: str = "",
) -> Parsed:
    """What an input asks for, with all problems that can be found without rendering: those of the whole plan too."""
    from netinit.decide import lint

    facts = facts or Facts()
    report = Report()
    with _NoCollection():
        config, locate = inputs.parse(data, file, form, facts, report, source)
        lint.check(names.resolve(config, facts, report), facts, report)
    return Parsed(config=config, problems=report.problems(locate), text=_text(data))


def render(
    data: bytes | str,
    *,
    to: str,
    form: str = "auto",
    file: str = "<text>",
    facts: Facts | None = None,
    source: str = "",
) -> Rendering:
    """The files that make a backend ("netplan", "networkmanager", "networkd") do what an input asks for.

    What is wrong with the input stands in `problems`; what is sound is rendered all the same.
    """
    facts = facts or Facts()
    report = Report()
    with _NoCollection():
        config, locate = inputs.parse(data, file, form, facts, report, source)
        config = names.resolve(config, facts, report)
        files: tuple[RenderedFile, ...] = ()
        if not config.disabled:
            files = registry.load("netinit.renderers", to, "render").render(config, facts, report)
    return Rendering(files=files, problems=report.problems(locate), config=config, text=_text(data))


def _text(data: bytes | str) -> str:
    return data if isinstance(data, str) else data.decode("utf-8", "replace")


def convert(
    data: bytes | str,
    *,
    form: str = "auto",
    file: str = "<text>",
    facts: Facts | None = None,
    source: str = "",
) -> Conversion:
    """A network-config of any format as version 2 below `network:`, which netplan takes too.

    What is wrong with the input, and what version 2 has no words for, stands in `problems`.
    """
    from netinit.formats import netv2_write
    from netinit.formats.emit import emit
    from netinit.renderers._dns import placed

    report = Report()
    with _NoCollection():
        config, locate = inputs.parse(data, file, form, facts or Facts(), report, source)
        if config.disabled:
            tree: dict[str, object] = {"config": "disabled"}
        else:
            tree = netv2_write.write(placed(config), report)
            tree = netv2_write.with_unknown(tree, config, report)
        yaml = emit({"network": tree})
    return Conversion(yaml=yaml, problems=report.problems(locate), config=config, text=_text(data))


def decide(
    facts: Facts,
    instance: InstanceData | None = None,
    *,
    base: Base | None = None,
    to: str | None = None,
) -> Decided:
    """What the local stage would do on a machine: which network-config counts, the files, the renames, and why.

    `instance` is what the datasource gave; `base` the system configuration, read from the facts where it is not given;
    `to` a renderer instead of the one that the facts show.
    """
    from netinit.decide.local import decide as decide_local
    from netinit.stages.base import read
    from netinit.stages.renderers import candidates

    return decide_local(facts, base or read(facts), instance, candidates, to)


class _NoCollection:
    """Keeps the garbage collector off while many small values are made that all live on (2.7 times faster at 4 MB)."""

    def __enter__(self) -> None:
        self.enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self.enabled:
            gc.enable()
