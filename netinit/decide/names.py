"""Which device each link means: fills in the names that only the machine's nics can tell."""

from __future__ import annotations

from netinit.model.network import NetworkConfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from netinit.model.facts import Facts, Nic
    from netinit.model.network import AnyLink, Match
    from netinit.report import Report


def glob_hit(text: str, patterns: Iterable[str]) -> bool:
    """Whether a text fits any of some globs."""
    for pattern in patterns:
        if not set(pattern) & set("*?["):
            if text == pattern:
                return True
            continue
        from fnmatch import fnmatchcase  # imports re: 9 ms, for globs alone

        if fnmatchcase(text, pattern):
            return True
    return False


def matches(match: Match, nic: Nic) -> bool:
    """Whether a nic fulfils all conditions of a match."""
    if match.mac is not None and match.mac != nic.own_mac:
        return False
    if match.name and not glob_hit(nic.name, match.name):
        return False
    return not match.driver or glob_hit(nic.driver or "", match.driver)


def nics_of(link: AnyLink, facts: Facts) -> tuple[Nic, ...]:
    """The nics that a physical link means, of those that are known."""
    if not link.physical:
        return ()
    if link.match is None:
        return tuple(nic for nic in facts.nics if nic.name == link.id)
    return tuple(
        nic
        for nic in facts.nics
        if nic.kind is None or nic.kind == "veth"
        if matches(link.match, nic)
    )


def resolve(config: NetworkConfig, facts: Facts, report: Report) -> NetworkConfig:
    """The config with a name for each link that means just one known nic."""
    if not facts.nics or all(link.name is not None for link in config.links):
        return config
    links = []
    for link in config.links:
        if link.name is None:
            found = nics_of(link, facts)
            if len(found) == 1:
                link = link.replace(name=found[0].name)
        links.append(link)
    return config.replace(links=tuple(links))
