"""Name servers and search domains, as network-config version 1 and OpenStack list them."""

from __future__ import annotations

from netinit.formats.netv2_parts import domain, nameserver

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from netinit.document import Tree
    from netinit.formats.keys import Parser
    from netinit.formats.reading import Reading, Values
    from netinit.report import Path


def servers(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """A list of name servers, or one text of them."""
    values["nameservers"] = _words(reading, node, path, nameserver)


def domains(reading: Reading, values: Values, node: Tree, path: Path) -> None:
    """A list of search domains, or one text of them."""
    values["search"] = _words(reading, node, path, domain)


def add(values: Values, found: Values) -> None:
    """Put name servers and search domains behind those known already."""
    for field in ("nameservers", "search"):
        if found.get(field):
            values[field] = tuple(dict.fromkeys((*values.get(field, ()), *found[field])))


def _words(reading: Reading, node: Tree, path: Path, parser: Parser) -> tuple[Any, ...]:
    """A list, or one text of words with blanks or commas between them; a bad word is reported and left out."""
    if not isinstance(node, str):
        return reading.read_list(node, path, parser)
    found = (reading.value(word, path, parser) for word in node.replace(",", " ").split())
    return tuple(dict.fromkeys(word for word in found if word is not None))
