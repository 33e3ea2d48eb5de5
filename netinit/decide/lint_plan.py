"""The plan that the checks of lint look at: a config with what several of them ask of its links."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Path, Report

DEFAULT_MTU = 1500  # of Ethernet, and of all that stands on it


class Plan:
    """A config, the nics that are known, and where findings go."""

    def __init__(self, config: NetworkConfig, facts: Facts, report: Report) -> None:
        self.config, self.facts, self.report = config, facts, report
        self.links = config.links
        self._members: dict[str, list[AnyLink]] = {}
        self._domains: dict[str, str] = {}  # link → VRF, as far as they have been asked for
        for link in config.links:
            if link.master is not None:
                self._members.setdefault(link.master, []).append(link)
        self._broken = {
            found.path[:length]
            for found in report.found
            if found.severity == "error"
            for length in range(1, len(found.path) + 1)
        }

    def warn(self, path: Path, message: str, *, key: bool = False) -> None:
        """Report a finding."""
        self.report.warning(path, message, key=key)

    def path(self, link: AnyLink, *keys: str) -> Path:
        """The place of a link's key, in the words of version 2; of the link itself in other formats."""
        return (*link.path, *keys) if self.config.origin.format == "v2" else link.path

    def is_broken(self, link: AnyLink) -> bool:
        """Whether a part of a link was refused, so that what is missing says nothing."""
        return link.path in self._broken

    def members(self, link: AnyLink) -> list[AnyLink]:
        """The ports of a bond or bridge, the members of a VRF."""
        return self._members.get(link.id, [])

    def master(self, link: AnyLink) -> AnyLink | None:
        """The bond, bridge or VRF that a link belongs to."""
        return None if link.master is None else self.config.link(link.master)

    def is_port(self, link: AnyLink) -> bool:
        """Whether a link hands all its frames on to a bond or a bridge."""
        master = self.master(link)
        return master is not None and master.kind in {"bond", "bridge"}

    def domain(self, link: AnyLink) -> str:
        """The id of the VRF that a link's addresses belong to; empty for the main one."""
        on_the_way = []  # so that a long chain of masters is followed once, not once for each of its links
        master: AnyLink | None = link
        while master is not None and master.kind != "vrf" and master.id not in self._domains:
            on_the_way.append(master.id)
            self._domains[master.id] = ""  # a ring ends here
            master = self.master(master)
        found = ""
        if master is not None:
            found = master.id if master.kind == "vrf" else self._domains[master.id]
        self._domains.update(dict.fromkeys(on_the_way, found))
        return "" if link.kind == "vrf" else found

    def mtu(self, link: AnyLink) -> int:
        """The MTU that a link will have; a bond gives its own to its ports."""
        master = self.master(link)
        if master is not None and master.kind == "bond" and master.mtu is not None:
            return master.mtu
        return link.mtu or (65536 if link.kind == "loopback" else DEFAULT_MTU)
