"""What the parts of the renderer share while one config is rendered."""

from __future__ import annotations

from netinit.digest import uuid5
from netinit.renderers import _naming
from netinit.renderers.networkmanager import _keyfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Path, Report

BACKEND = "NetworkManager"
# Profiles are told apart by uuid5 of this namespace, so that each rendering gives the same ones.
NAMESPACE = "b6c3a0f4-4f2e-5b0e-9c1d-6e6574696e69"


class Job:
    """One config on its way into profiles, with the report of what cannot be said."""

    __slots__ = ("config", "facts", "next_priority", "report", "taken_priorities")

    def __init__(self, config: NetworkConfig, facts: Facts, report: Report) -> None:
        self.config, self.facts, self.report = config, facts, report
        self.taken_priorities: set[int] | None = None
        self.next_priority = 0

    def cannot(self, link: AnyLink, key: str, why: str = "") -> None:
        """Report a key of a link that NetworkManager has no word for."""
        self.unsupported((*link.path, *key.split(".")), why)

    def unsupported(self, path: Path, why: str = "") -> None:
        """Report a key that NetworkManager has no word for."""
        _naming.unsupported(self.report, path, BACKEND, why)

    def number(self, value: int, least: int, most: int, path: Path) -> str | None:
        """A number as a value; reported, and None, where NetworkManager does not take it."""
        if least <= value <= most:
            return str(value)
        self.report.warning(
            path, f"{BACKEND} takes {least} to {most} for '{path[-1]}', found {value}; left out"
        )
        return None

    def put(self, keys: dict[str, str], key: str, text: str, path: Path) -> None:
        """Set a key to a text; one that would cost the whole profile is reported instead."""
        if text and _keyfile.clean(text):
            keys[key] = _keyfile.string(text)
        else:
            self.unsupported(path, "with a control character in it" if text else "with no value")

    def device(self, link: AnyLink) -> str | None:
        """The name of a link's device, where the document alone tells it."""
        if link.set_name is not None:
            return link.set_name
        return link.name if link.match is None else link.match.literal_name

    def reference(self, link_id: str) -> str:
        """How another profile names a link: by its device, or by its profile's uuid where only the nic tells."""
        link = self.config.link(link_id)
        if link is None:
            return _keyfile.string(link_id)
        name = self.device(link)
        return _keyfile.string(name) if name is not None else self.uuid(link)

    def uuid(self, link: AnyLink, ssid: str | None = None) -> str:
        """The uuid of a link's profile."""
        if link.nm is not None and link.nm.uuid is not None and ssid is None:
            return link.nm.uuid
        return uuid5(NAMESPACE, link.id if ssid is None else f"{link.id}\n{ssid}")

    def priority(self) -> int:
        """A priority for a rule that has none: counting down from 32765 as the kernel does, past those in use."""
        if self.taken_priorities is None:
            self.taken_priorities = {
                rule.priority
                for link in self.config.links
                for rule in link.rules
                if rule.priority is not None
            }
            self.next_priority = 32765
        while self.next_priority in self.taken_priorities:
            self.next_priority -= 1
        self.next_priority -= 1
        return self.next_priority + 1

    def as_netplan(self, link: AnyLink) -> bool:
        """Whether the document was written for netplan's NetworkManager backend, which it names as its renderer.

        What such a document does not ask for, it gets as from netplan (docs/compatibility.md).
        """
        return "NetworkManager" in (link.renderer, self.config.renderer)
