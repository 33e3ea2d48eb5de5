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
    """The sections, and the links in each, in an order without references forward; as they were if there is none."""
    if not _looks_forward(tree):
        return tree
    sections = [name for name in tree if name in SECTIONS]
    home = {link: name for name in sections for link in tree[name]}
    needs: dict[str, dict[str, None]] = {name: {} for name in sections}
    ordered: Body = {key: value for key, value in tree.items() if key not in SECTIONS}
    links: Body = {}
    for name in sections:
        references = {link: _references(body) for link, body in tree[name].items()}
        for others in references.values():
            needs[name].update((home[other], None) for other in others if other in home)
        links[name] = {link: tree[name][link] for link in _needed_first(tree[name], references)}
    ordered.update((name, links[name]) for name in _needed_first(sections, needs))
    return tree if _looks_forward(ordered) else ordered


def _looks_forward(tree: Body) -> bool:
    """Whether a link is named before it stands there."""
    later = {link for name in SECTIONS for link in tree.get(name, ())}
    for name, links in tree.items():
        for link, body in links.items() if name in SECTIONS else ():
            later.discard(link)
            if not later.isdisjoint(_references(body)):
                return True
    return False


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
