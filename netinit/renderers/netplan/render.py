"""NetworkConfig → one netplan file (0.106 and later).

A version 2 document is handed over as its author wrote it, keys of newer netplan versions included; other inputs are
written as version 2 first.  netplan refuses all files for one mistake in one of them, so what it is known to refuse
is left out by name (_fitting.py).
"""

from __future__ import annotations

from netinit.formats.emit import emit
from netinit.model.files import RenderedFile
from netinit.renderers._dns import placed
from netinit.renderers._naming import header
from netinit.renderers.netplan._fitting import fit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Report

NAME = "netplan"
RANK = 10
PATH = "/etc/netplan/50-netinit.yaml"


def available(facts: Facts) -> str | None:
    """Whether netplan is installed."""
    return "netplan is installed" if "netplan" in facts.programs else None


def render(config: NetworkConfig, facts: Facts, report: Report) -> tuple[RenderedFile, ...]:
    """The file; what netplan cannot take is reported and left out."""
    config = placed(config)
    written = {} if config.tree is not None else _written(config, report)
    body = fit(config, written, facts, report)
    return (
        RenderedFile(
            path=PATH,
            content=f"{header(config)}network:\n{emit(body, 2)}",
            mode=0o600,
            secret=any(map(_has_secrets, config.links)),
        ),
    )


def _written(config: NetworkConfig, report: Report) -> dict[str, Any]:
    from netinit.formats.netv2_write import write  # version 2, the most common by far, goes without

    return write(config, report)


def _has_secrets(link: AnyLink) -> bool:
    return link.kind in {"wifi", "modem", "wireguard", "nm-device"} or bool(link.auth or link.nm)
