"""Plan: what the files of one link say about other links, and what all of them share."""

from __future__ import annotations

from netinit.model.network import Ethernet, Vlan, Vxlan
from netinit.renderers._naming import header, unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Path, Report

BACKEND = "systemd-networkd"


class Plan:
    """One rendering."""

    def __init__(self, config: NetworkConfig, facts: Facts, report: Report) -> None:
        self.config, self.facts, self.report = config, facts, report
        self.first = header(config)
        self.networkmanager_runs = facts.units.get("NetworkManager.service") == "enabled"
        self.stacked: dict[str, list[str]] = {}  # [Network] lines of a link that others stand on
        self.functions: dict[str, list[Ethernet]] = {}  # virtual functions by their physical one
        for link in config.links:
            if isinstance(link, Vlan):
                if link.renderer != "sriov" and self.makes(link):
                    self.stacked.setdefault(link.link, []).append(f"VLAN={link.id}\n")
            elif isinstance(link, Vxlan):
                if link.link is not None and self.makes(link):
                    self.stacked.setdefault(link.link, []).append(f"VXLAN={link.id}\n")
            elif isinstance(link, Ethernet) and link.pf is not None:
                self.functions.setdefault(link.pf, []).append(link)

    @property
    def base(self) -> Path:
        """The key path of the document within its file: `()` or `("network",)`."""
        first = self.config.links[0].path[:1] if self.config.links else ()
        return first if first == ("network",) else ()

    def makes(self, link: AnyLink) -> bool:
        """Whether networkd makes the device, and not the kernel, Open vSwitch or NetworkManager."""
        return not (link.physical or link.openvswitch is not None or self.left(link))

    def left(self, link: AnyLink) -> bool:
        """Whether a link is left to NetworkManager, as it wishes, because that one runs here."""
        return link.renderer == "NetworkManager" and self.networkmanager_runs

    def device(self, link_id: str) -> str:
        """The name of a link's device, as far as it is known."""
        link = self.config.link(link_id)
        return link.name or link.id if link is not None else link_id

    def cannot(self, link: AnyLink, *key: str | int, why: str = "") -> None:
        """Report a key of a link that systemd-networkd has no word for."""
        unsupported(self.report, (*link.path, *key), BACKEND, why)
