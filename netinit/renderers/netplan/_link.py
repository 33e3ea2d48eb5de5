"""One link on its way into netplan's file, and the words for what netplan cannot take of it."""

from __future__ import annotations

from netinit.model.network import Ethernet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Path, Report

    Check = Callable[["Fitting"], None]

NM = "NetworkManager"


class Whole:
    """What all links of a document share."""

    def __init__(self, config: NetworkConfig, facts: Facts, report: Report) -> None:
        self.config, self.report = config, report
        self.pfs = {link.pf for link in config.links if isinstance(link, Ethernet) and link.pf}
        # Ends of virtual cables, as in containers, have no permanent MAC address, which alone netplan matches.
        self.cables = {
            nic.mac: nic.name for nic in facts.nics if nic.kind == "veth" and nic.perm_mac is None
        }
        self.dropped: set[str] = set()  # ids of links that were left out
        self.renamed: dict[str, str] = {}  # ids of links that got another, with that


class Fitting:
    """One link on its way into netplan's file: its body is changed in place."""

    __slots__ = ("backend", "body", "config", "id", "link", "report", "section", "sound", "whole")

    def __init__(self, link: AnyLink, body: dict[str, Any], section: str, whole: Whole) -> None:
        self.link, self.body, self.section, self.whole = link, body, section, whole
        self.config, self.report = whole.config, whole.report
        self.backend = link.renderer or whole.config.renderer or "networkd"
        self.id = link.id  # under which it stands in the file
        self.sound = True

    @property
    def who(self) -> str:
        """The backend as messages call it."""
        return f"netplan with {self.backend}"

    def warn(self, keys: Path, message: str) -> None:
        """Note something about a key of the link."""
        self.report.warning((*self.link.path, *keys), message, key=bool(keys))

    def leave_out(self, key: str, why: str = "") -> None:
        """Take a key out."""
        del self.body[key]
        self.warn((key,), f"{self.who} cannot say '{key}'{', ' + why if why else ''}; left out")

    def drop(self, keys: Path, why: str) -> None:
        """Leave the whole link out."""
        self.warn(keys, f"{why}; the link is left out")
        self.sound = False

    def newer(self, keys: Path, what: str, version: str = "") -> None:
        """Note something that netplan 0.106 does not take."""
        newer(self.report, (*self.link.path, *keys), what, version)


def newer(report: Report, path: Path, what: str, version: str = "") -> None:
    """Note something that is handed on and that netplan 0.106 does not take."""
    since = f"netplan {version}" if version else "a later netplan"
    report.warning(
        path, f"{what} needs {since}; an older one refuses the whole file for it", key=True
    )


def idle(key: str) -> Check:
    """The check of a key that netplan reads and then writes nothing for (measured with 0.106)."""

    def check(fitting: Fitting) -> None:
        fitting.warn((key,), f"{fitting.who} does nothing with '{key}'")

    return check


def set_or_delete(body: dict[str, Any], key: str, items: list[Any]) -> None:
    """Put the items that are left of a list in its place; none, and the key goes."""
    if items:
        body[key] = items
    else:
        del body[key]


def below(fitting: Fitting, path: Path) -> Path:
    """A path relative to the link's own, where it stands below it."""
    depth = len(fitting.link.path)
    return path[depth:] if path[:depth] == fitting.link.path else ()


def has_family(link: AnyLink, family: int) -> bool:
    """Whether netplan's NetworkManager writer sees addresses of a family."""
    return (link.dhcp4 if family == 4 else link.dhcp6) or any(
        address.family == family for address in link.addresses
    )
