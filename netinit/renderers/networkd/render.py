"""NetworkConfig → systemd-networkd's .network, .netdev and .link files (version 252 and later).

Source: systemd.network(5), systemd.netdev(5), systemd.link(5) of 252, and what its daemon logs about a file.
`_network.py`, `_netdev.py`, `_link.py` and `_wpa.py` make one kind of file each; `_plan.py` knows what a link's file
must say about other links.

networkd gives a link the first .network file that matches it, in order of the files' names; hence the number before
a name: 10 for what means one device (no match, a MAC address, a name), 11 for globs and drivers, 12 for
`match: {}`.  So no broad match hides a narrow one.  Of two that are equally broad the id that sorts first wins.
"""

from __future__ import annotations

from netinit.model.files import RenderedFile
from netinit.model.network import Modem, NmDevice, Wifi, WireGuard
from netinit.renderers._dns import placed
from netinit.renderers._naming import escaped, unsupported
from netinit.renderers.networkd._link import infiniband_rule, link_file
from netinit.renderers.networkd._match import link_rank, network_rank
from netinit.renderers.networkd._netdev import makes_netdev, netdev
from netinit.renderers.networkd._network import network
from netinit.renderers.networkd._passthrough import passed_through
from netinit.renderers.networkd._plan import BACKEND, Plan
from netinit.renderers.networkd._resolved import resolved
from netinit.renderers.networkd._wpa import supplicant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Report

NAME = "networkd"
RANK = 30
FOLDER = "/etc/systemd/network"
RULES = "/etc/udev/rules.d"


def available(facts: Facts) -> str | None:
    """Whether systemd-networkd is there and switched on."""
    state = facts.units.get("systemd-networkd.service")
    return f"systemd-networkd.service is {state}" if state == "enabled" else None


def render(config: NetworkConfig, facts: Facts, report: Report) -> tuple[RenderedFile, ...]:
    """The files for all links, sorted by path; a link that only NetworkManager knows is reported and has none."""
    plan = Plan(placed(config), facts, report)
    _report_document(plan)
    files: list[RenderedFile] = []
    for link in plan.config.links:
        if _ours(link, plan):
            _files_of(link, plan, files)
    files.extend(resolved(plan))
    files.sort(key=lambda file: file.path)
    return tuple(files)


def _files_of(link: AnyLink, plan: Plan, files: list[RenderedFile]) -> None:
    stem = f"netinit-{escaped(link.id)}"
    extra = link.networkd
    content = link_file(link, plan)
    if content is not None:
        if extra is not None:
            content = passed_through(content, extra.link)
        files.append(RenderedFile(path=f"{FOLDER}/{link_rank(link)}-{stem}.link", content=content))
    if rule := infiniband_rule(link):
        files.append(RenderedFile(path=f"{RULES}/90-{stem}.rules", content=plan.first + rule))
    if plan.left(link):
        return
    if makes_netdev(link, plan):
        secret = isinstance(link, WireGuard)
        content = netdev(link, plan)
        if extra is not None:
            content = passed_through(content, extra.netdev)
        files.append(
            RenderedFile(
                path=f"{FOLDER}/10-{stem}.netdev",
                content=content,
                mode=0o640 if secret else 0o644,
                # networkd drops its privileges before it reads the keys
                group="systemd-network" if secret else None,
                secret=secret,
            )
        )
    content = network(link, plan)
    if extra is not None:
        content = passed_through(content, extra.network)
    files.append(
        RenderedFile(path=f"{FOLDER}/{network_rank(link)}-{stem}.network", content=content)
    )
    if link.auth is not None or isinstance(link, Wifi):
        files.extend(supplicant(link, plan))


def _ours(link: AnyLink, plan: Plan) -> bool:
    """Whether networkd can have the link at all; reports what of it belongs to others."""
    if isinstance(link, Modem | NmDevice):
        plan.cannot(link, why="it belongs to NetworkManager")
        return False
    if link.renderer == "sriov":
        why = "which virtual function the VLAN filter belongs to shows on the machine only"
        plan.cannot(link, "renderer", why=why)
        return False
    if link.renderer == "NetworkManager":
        plan.report.warning(
            (*link.path, "renderer"),
            f"'{link.id}' asks for the renderer NetworkManager, which runs here; left to it"
            if plan.left(link)
            else f"'{link.id}' asks for the renderer NetworkManager; rendered for systemd-networkd all the same",
        )
    if link.nm is not None:
        plan.cannot(link, "networkmanager", why="these are NetworkManager's own settings")
    if link.openvswitch is not None:
        why = "Open vSwitch itself has to make the device and its ports"
        plan.cannot(link, "openvswitch", why=why)
    if link.networkd is not None:
        plan.report.warning(
            (*link.path, "networkd"),
            "passed to systemd-networkd as it is; other backends do not have it",
            key=True,
        )
    return True


def _report_document(plan: Plan) -> None:
    """Report the wishes of the document as a whole that are not followed."""
    config = plan.config
    if config.renderer == "NetworkManager" and config.links:
        plan.report.warning(
            (*plan.base, "renderer"),
            "the document asks for the renderer NetworkManager; rendered for systemd-networkd all the same",
        )
    if config.openvswitch is not None:
        unsupported(
            plan.report,
            (*plan.base, "openvswitch"),
            BACKEND,
            "Open vSwitch keeps them itself",
        )
