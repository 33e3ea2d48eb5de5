"""Name servers that a document binds to no link: which links get them, since no backend has a place for such.

systemd-networkd has servers per link only; NetworkManager's [global-dns] would replace those of all links, and DHCP's.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AnyLink, NetworkConfig


def placed(config: NetworkConfig) -> NetworkConfig:
    """The config with its global name servers and search domains on the links.

    They go to each link with addresses that has no servers of its own; where all have some, behind those of each.
    Where no link has addresses they stay where they are.
    """
    if not config.nameservers and not config.search:
        return config
    takers = {link.id for link in config.links if _takes(link)}
    if not takers:
        return config  # for the renderer to report
    free = {link.id for link in config.links if link.id in takers and not link.nameservers}
    takers = free or takers
    if not takers:
        return config  # what is left is for the renderer to place or to report
    return config.replace(
        links=tuple(_with(link, config) if link.id in takers else link for link in config.links),
        nameservers=(),
        search=(),
    )


def _takes(link: AnyLink) -> bool:
    return link.has_layer3 and link.kind != "loopback"


def _with(link: AnyLink, config: NetworkConfig) -> AnyLink:
    return link.replace(
        nameservers=tuple(dict.fromkeys((*link.nameservers, *config.nameservers))),
        search=tuple(dict.fromkeys((*link.search, *config.search))),
    )
