"""YAML and JSON text → a tree of dict, list, str and None, with the place of every key on demand.

Scalars keep the text that the author wrote: nothing is guessed from its looks, so that `52:54:00:12:34:56` stays a
MAC address, `off` a word and `010` a ten; each key's own parser decides (formats/keys.py).  A scalar is None where a
plain `~`, `null` or nothing stands.  A quoted scalar is a `Quoted`, a str that remembers it.

Places are found by reading the text a second time, and only when there is a problem to point at.
"""

from __future__ import annotations

from netinit import yamlevents
from netinit.report import Found, Mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    from netinit.report import Path
    from netinit.yamlevents import Place

    Tree: TypeAlias = "dict[str, Tree] | list[Tree] | str | None"

# A config of 10,000 rich interfaces has 6 MB and 300,000 values; anything larger is a mistake or an attack, and what is
# within these limits is read in about a second.
MAX_BYTES = 8 * 1024 * 1024
MAX_NODES = 600_000
MAX_REPEATED_KEYS = 100
MAX_DEPTH = 64
NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class Quoted(str):
    """A scalar that stood in quotes."""

    __slots__ = ()


class Document:
    """A text with its tree; `tree` is None where the text cannot be read, and `found` says why."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.tree: Tree = None
        self.found: list[Found] = []

    def locate(self, found: Iterable[Found]) -> list[Mark | None]:
        """The place of each problem: of its value, of its key, or of the nearest key above it that exists."""
        items = list(found)
        wanted = {
            path[:length]
            for item in items
            if item.mark is None
            for path in (item.path if item.at is None else item.at,)
            for length in range(len(path) + 1)
        }
        places = _places(self.text, wanted) if wanted and self.text else {}
        return [item.mark or self._mark(places, item) for item in items]

    def _mark(
        self, places: dict[Path, tuple[tuple[int, int], tuple[int, int]]], item: Found
    ) -> Mark:
        path = item.path if item.at is None else item.at
        exact = path in places
        while path not in places:
            if not path:
                return Mark(file=self.file, line=1, column=1)
            path = path[:-1]
        key, value = places[path]
        line, column = key if item.key or not exact or value[0] != key[0] else value
        return Mark(file=self.file, line=line + 1, column=column + 1)


def decode(data: bytes) -> tuple[str, str | None]:
    """The text of some bytes and, where they are not text, what is wrong with them (`line:column: reason`)."""
    if len(data) > MAX_BYTES:
        return "", f"larger than {MAX_BYTES // 1024 // 1024} MiB"
    encoding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        return data.decode(encoding), None
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        return "", f"byte {error.start} (line {line}, column {column}) is not UTF-8"


def read(data: bytes | str, file: str) -> Document:
    """Read a text as YAML, of which JSON is a part; what is wrong with it stands in `found`."""
    text, reason = (data, None) if isinstance(data, str) else decode(data)
    document = Document(text, file)
    if reason is not None:
        document.found.append(
            Found(severity="error", path=(), message=reason, mark=Mark(file=file, line=1, column=1))
        )
        return document
    try:
        document.tree = _build(text, document)
    except yamlevents.BadYaml as error:
        document.tree = None
        mark = _error_mark(error, document)
        document.found = [
            Found(severity="error", path=(), message=_reason(error, mark, text), mark=mark)
        ]
    return document


def _error_mark(error: yamlevents.BadYaml, document: Document) -> Mark:
    line, column = error.line, error.column
    if not line and error.position is not None:
        # libyaml counts bytes here
        before = document.text.encode("utf-8", "surrogatepass")[: error.position]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    return Mark(file=document.file, line=line or 1, column=column or 1)


def _reason(error: yamlevents.BadYaml, mark: Mark, text: str) -> str:
    if isinstance(error, _Refused):
        return str(error)
    lines = text.splitlines()[mark.line - 1 : mark.line]
    if "\t" in "".join(lines)[mark.column - 1 : mark.column]:
        return "a tab stands where YAML wants spaces"
    return f"not valid YAML: {error}"


class _Refused(yamlevents.BadYaml):
    """Valid YAML that we do not take."""


class _Enough(Exception):
    """The rest of a text is not read."""


if TYPE_CHECKING:
    # An open collection: itself, whether it is a mapping, the key whose value is being read, and of the collection
    # inside it that is being filled: its anchor, and the count at its start.
    _Open: TypeAlias = tuple[Any, bool, str | None, str | None, int]


def _build(text: str, document: Document) -> Tree:
    """The tree of the first document of a text."""
    # The functions below run once for each event, 440,000 times for 10,000 interfaces; what they share are local
    # variables of this one, which are the quickest there are.
    top: list[Tree] = []
    into: Any = top  # the collection that is being filled
    mapping = False  # whether it is a mapping
    key: str | None = ""  # of a mapping: the key whose value comes next; None: a key comes next
    count = 0  # values so far, those behind aliases too
    documents = 0
    stack: list[_Open] = []  # the collections around `into`
    anchors: dict[
        str, tuple[Tree, int]
    ] = {}  # what they stand for, and of how many values it is made
    words: dict[str, str] = {}
    repeated: list[
        tuple[dict[str, Tree], str, Tree]
    ] = []  # a mapping, its key, and the earlier value

    def add(child: Any) -> None:
        nonlocal key
        if mapping:
            into[key] = child
            key = None
        else:
            into.append(child)

    def scalar(
        anchor: str | None,
        _tag: object,
        _implicit: object,
        value: Any,
        start: Place,
        _end: Place,
        style: str | None,
    ) -> None:
        nonlocal count, key
        count += 1
        if count > MAX_NODES:
            raise _too_many(start)
        if key is None:
            key = words.setdefault(value, value)
            if key in into:
                _repeated(document, (*stack, (into, True, key, None, 0)), start)
                repeated.append((into, key, into[key]))
            return
        if style:
            value = Quoted(value)
        elif value in NULLS:
            value = None
        if anchor is not None:
            anchors[anchor] = (value, 1)
        if mapping:  # as in add(), which would be one more call for each scalar
            into[key] = value
            key = None
        else:
            into.append(value)

    def begin(anchor: str | None, start: Place) -> None:
        nonlocal count
        count += 1
        if count > MAX_NODES:
            raise _too_many(start)
        if key is None:
            raise _bad(start, "a key has to be a plain word")
        if len(stack) >= MAX_DEPTH:
            raise _bad(start, f"nested more than {MAX_DEPTH} levels deep")
        if anchor is not None:
            anchors.pop(anchor, None)
        stack.append((into, mapping, key, anchor, count))

    def begin_mapping(
        anchor: str | None,
        _tag: object,
        _implicit: object,
        start: Place,
        _end: Place,
        _flow: object,
    ) -> None:
        nonlocal into, key, mapping
        begin(anchor, start)
        into, key, mapping = {}, None, True

    def begin_sequence(
        anchor: str | None,
        _tag: object,
        _implicit: object,
        start: Place,
        _end: Place,
        _flow: object,
    ) -> None:
        nonlocal into, key, mapping
        begin(anchor, start)
        into, key, mapping = [], "", False

    def end(start: Place, _end: Place) -> None:
        nonlocal into, key, mapping
        child = _merged(into, start) if mapping and "<<" in into else into
        into, mapping, key, anchor, began = stack.pop()
        if anchor is not None:
            anchors[anchor] = (child, count - began + 1)
        add(child)

    def alias(name: str, start: Place, _end: Place) -> None:
        nonlocal count
        if name not in anchors:
            raise _bad(start, f"the alias '*{name}' has no anchor before it, or contains itself")
        if key is None:
            raise _bad(start, "a key has to be a plain word")
        child, size = anchors[name]
        count += size
        if count > MAX_NODES:
            raise _too_many(start)
        add(child)

    def begin_document(start: Place, _end: Place) -> None:
        nonlocal documents
        documents += 1
        if documents > 1:
            _second_document(document, start)
            raise _Enough

    try:  # noqa: SIM105 - contextlib is not worth its import
        yamlevents.read(
            text,
            scalar=scalar,
            mapping=begin_mapping,
            sequence=begin_sequence,
            end=end,
            alias=alias,
            document=begin_document,
        )
    except _Enough:
        pass
    for collection, word, earlier in reversed(repeated):
        collection[word] = joined(earlier, collection[word])
    return top[0] if top else None


def joined(earlier: Tree, later: Tree) -> Tree:
    """Two values of one key as netplan joins them: mappings merge, lists follow, else the later one counts."""
    if isinstance(earlier, dict) and isinstance(later, dict):
        both = dict(earlier)
        for key, value in later.items():
            both[key] = joined(both[key], value) if key in both else value
        return both
    if isinstance(earlier, list) and isinstance(later, list):
        return [*earlier, *later]
    return later


def _bad(place: Place, message: str) -> _Refused:
    return _Refused(message, place.line + 1, place.column + 1)


def _too_many(place: Place) -> _Refused:
    return _bad(place, f"more than {MAX_NODES} values (aliases counted as what they stand for)")


def _repeated(document: Document, around: tuple[_Open, ...], place: Place) -> None:
    """Report a key that stands twice; `around` are the open collections, the innermost with that key."""
    if len(document.found) > MAX_REPEATED_KEYS:
        raise _bad(place, f"more than {MAX_REPEATED_KEYS} keys stand twice")
    path = tuple(
        str(key) if mapping else len(collection) for collection, mapping, key, *_ in around[1:]
    )
    document.found.append(
        Found(
            severity="warning",
            path=path,
            message=f"the key '{path[-1]}' stands twice; the two are joined, and where they differ this one counts",
            mark=Mark(file=document.file, line=place.line + 1, column=place.column + 1),
        )
    )


def _second_document(document: Document, place: Place) -> None:
    document.found.append(
        Found(
            severity="warning",
            path=(),
            message="a second document starts here, which is not read",
            mark=Mark(file=document.file, line=place.line + 1, column=place.column + 1),
        )
    )


def _merged(node: dict[str, Tree], place: Place) -> dict[str, Tree]:
    """A finished mapping with what its `<<` brings in."""
    merged = node.pop("<<")
    for part in merged if isinstance(merged, list) else [merged]:
        if not isinstance(part, dict):
            raise _bad(place, "'<<' takes a mapping or a list of mappings")
        for key, value in part.items():
            node.setdefault(key, value)
    return node


def _places(text: str, wanted: set[Path]) -> dict[Path, tuple[tuple[int, int], tuple[int, int]]]:
    """Where the wanted paths stand: of each the place of its key and of its value, counted from 0."""
    places: dict[Path, tuple[tuple[int, int], tuple[int, int]]] = {}
    # Of each open collection: its path, whether it is a mapping, the key or index that comes next, the place of
    # that key; None where the key itself comes next.
    stack: list[list[Any]] = []

    def node(start: Place, word: str = "\0") -> Path | None:
        """Take note of a node; its path, or None where it is a key."""
        place = (start.line, start.column)
        if not stack:
            path: Path = ()
        elif stack[-1][1] and stack[-1][3] is None:
            stack[-1][2:] = word, place
            return None
        else:
            path = (*stack[-1][0], stack[-1][2])
        if path in wanted:
            places[path] = (stack[-1][3] if stack and stack[-1][1] else place, place)
        return path

    def step() -> None:
        """Go on to the next item of the innermost open collection."""
        if stack and stack[-1][1]:
            stack[-1][3] = None
        elif stack:
            stack[-1][2] += 1

    def scalar(*parts: Any) -> None:
        if node(parts[4], parts[3]) is not None:
            step()

    def alias(_name: str, start: Place, _end: Place) -> None:
        if node(start) is not None:
            step()

    def end(*_: object) -> None:
        stack.pop()
        step()

    def document(*_: object) -> None:
        if places:
            raise _Enough

    try:  # noqa: SIM105 - contextlib is not worth its import
        yamlevents.read(
            text,
            scalar=scalar,
            mapping=lambda *parts: stack.append([node(parts[3]), True, "", None]),
            sequence=lambda *parts: stack.append([node(parts[3]), False, 0, None]),
            end=end,
            alias=alias,
            document=document,
        )
    except (_Enough, yamlevents.BadYaml):
        pass
    return places
