"""Name servers that no link can take: a drop-in for systemd-resolved."""

from __future__ import annotations

from netinit.model.files import RenderedFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.renderers.networkd._plan import Plan

PATH = "/etc/systemd/resolved.conf.d/10-netinit.conf"


def resolved(plan: Plan) -> tuple[RenderedFile, ...]:
    """The drop-in, if any is needed."""
    servers, search = plan.config.nameservers, plan.config.search
    if not (servers or search):
        return ()
    content = f"{plan.first}\n[Resolve]\n"
    if servers:
        content += f"DNS={' '.join(servers)}\n"
    if search:
        content += f"Domains={' '.join(search)}\n"
    return (RenderedFile(path=PATH, content=content),)
