"""Links before those that name them, for netplan 0.106."""

from __future__ import annotations

from netinit.renderers.netplan._document import SECTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    Body = dict[str, Any]


def minds_order(tree: Body) -> bool:
    """Whether netplan 0.106 refuses the document if a link is named before it stands there.

    It reads such a document twice then, and takes Wi-Fi networks and the costs of bridge ports for duplicates.
    """
    costs = {"path-cost", "port-priority"}
    bridges = tree.get("bridges", {}).values()
    return "wifis" in tree or any(
        costs.intersection(bridge.get("parameters", ()))
        for bridge in bridges
        if type(bridge) is dict
    )


def references_first(tree: Body) -> Body:
    """The sections, and the links in each, in an order without references forward, as far as there is one."""
    sections = [name for name in tree if name in SECTIONS]
    home = {link: name for name in sections for link in tree[name]}
    seen: set[str] = set()
    forward = False
    needs: dict[str, dict[str, None]] = {name: {} for name in sections}
    for name in sections:
        for link_id, body in tree[name].items():
            seen.add(link_id)
            for other in _references(body):
                if other in home:
                    forward = forward or other not in seen
                    needs[name][home[other]] = None
    if not forward:
        return tree
    for name in sections:
        links = tree[name]
        order = _needed_first(links, {link: _references(body) for link, body in links.items()})
        tree[name] = {link: links[link] for link in order}
    rest = {key: value for key, value in tree.items() if key not in SECTIONS}
    return {**rest, **{name: tree[name] for name in _needed_first(sections, needs)}}


def _references(body: Any) -> tuple[str, ...]:
    """The ids that a link names."""
    if not isinstance(body, dict):
        return ()  # `renderer:` of a section
    given = (*body.get("interfaces", ()), body.get("link"), body.get("peer"))
    return tuple(link for link in given if link is not None)


def _needed_first(names: Iterable[str], needs: Mapping[str, Iterable[str]]) -> list[str]:
    """The names in their order, each after those that it needs; of a circle, the first stays first."""
    ordered: dict[str, None] = {}
    above: set[str] = set()

    def visit(name: str) -> None:
        if name in needs and name not in ordered and name not in above:
            above.add(name)
            for other in needs[name]:
                visit(other)
            ordered[name] = None

    for name in names:
        visit(name)
    return list(ordered)
