"""The file of a seed or drive that holds its network-config."""

from __future__ import annotations

from netinit import document
from netinit.errors import NetinitError
from netinit.model.instance import RawNetwork

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.system.doors import Folder

MAX_BYTES = 64 * 1024 * 1024


def read_network(folder: Folder, path: str, file: str, form: str = "auto") -> RawNetwork | None:
    """The network-config at a path, None where nothing is; one that cannot be read says so, and costs itself alone.

    `file` is what messages call it.
    """
    try:
        data = folder.read(path)
    except NetinitError as error:
        return RawNetwork(format=form, text="", file=file, unreadable=str(error))
    if data is None:
        parent, _, name = path.rpartition("/")
        if name not in folder.names(parent or "/"):
            return None
        return RawNetwork(format=form, text="", file=file, unreadable="no file that can be read")
    if len(data) > MAX_BYTES:
        too_large = f"larger than {MAX_BYTES // 1024 // 1024} MiB"
        return RawNetwork(format=form, text="", file=file, unreadable=too_large)
    text, reason = document.decode(data)
    return RawNetwork(format=form, text="" if reason else text, file=file, unreadable=reason or "")


def in_place(value: str, text: str, line: int) -> str | None:
    """A block of text as it stands in the file around it, below the key on `line`, so that places in it are right.

    None where it stands otherwise there (quoted, folded).
    """
    wanted = [part.strip() for part in value.splitlines()]
    block = text.splitlines()[line : line + len(wanted)]
    if [part.strip() for part in block] != wanted:
        return None
    return "\n" * line + "\n".join(block) + "\n"
