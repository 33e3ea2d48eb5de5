"""A reader of FAT 12, 16 and 32, as far as a seed needs it: names, long ones too, and the bytes of files.

Of the libraries for it, pyfatfs stands on PyFilesystem2, which imports pkg_resources, which setuptools 82 took away.
Layout: Microsoft's "FAT: General Overview of On-Disk Format", 1.03.  Nothing in an image is believed: a chain
ends where it comes back to itself and where the file that it holds does, and outside the image nothing is read.
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.formats.superblocks import fat_layout, fat_next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.superblocks import FatLayout, Reader

ENTRY = 32
DIRECTORY, VOLUME_LABEL, LONG_NAME = 0x10, 0x08, 0x0F
DELETED = 0xE5
LOWER_BASE, LOWER_EXTENSION = 0x08, 0x10  # how Windows NT keeps a short name in small letters
LONG_NAME_PARTS = ((1, 11), (14, 26), (28, 32))
MAX_DIRECTORY_BYTES = 2 * 1024 * 1024  # as the format has it: 65536 entries
PAGE = 4096


class Entry:
    """A file or directory."""

    __slots__ = ("cluster", "directory", "name", "size")

    def __init__(self, name: str, cluster: int, size: int, *, directory: bool) -> None:
        self.name, self.cluster, self.size, self.directory = name, cluster, size, directory


class Fat:
    """The files of a FAT file system; names are compared without regard to case, as FAT does."""

    def __init__(self, read: Reader, where: str) -> None:
        """Raises NetinitError where there is no FAT."""
        layout = fat_layout(read(0, 512))
        if layout is None:
            raise NetinitError(f"reading {where}: not a FAT file system")
        self._layout: FatLayout = layout
        self._read = read
        self._where = where
        self._page: tuple[int, bytes] = (-1, b"")
        self._known: dict[
            int, list[Entry]
        ] = {}  # directories that were read, by their first cluster

    def read(self, path: str, limit: int = 64 * 1024 * 1024) -> bytes | None:
        """The bytes of a file, one more than `limit` at most; None where there is none."""
        entry = self._find(path)
        if entry is None or entry.directory:
            return None
        return self._chain(entry.cluster, min(entry.size, limit + 1))

    def names(self, path: str) -> tuple[str, ...]:
        """The names in a directory, sorted; none where there is no directory."""
        entry = self._find(path)
        if entry is None or not entry.directory:
            return ()
        return tuple(sorted(item.name for item in self._entries(entry)))

    def is_dir(self, path: str) -> bool:
        """Whether a path is a directory."""
        entry = self._find(path)
        return entry is not None and entry.directory

    def _find(self, path: str) -> Entry | None:
        found = Entry("", self._layout.root_cluster, 0, directory=True)
        for part in path.split("/"):
            if not part or part == ".":
                continue
            if not found.directory:
                return None
            wanted = part.casefold()
            for entry in self._entries(found):
                if entry.name.casefold() == wanted:
                    found = entry
                    break
            else:
                return None
        return found

    def _entries(self, directory: Entry) -> list[Entry]:
        layout = self._layout
        cluster = directory.cluster
        if cluster not in self._known:
            if cluster == 0:  # the root of FAT 12 and 16, which `..` names so as well
                data = self._read(layout.root_offset, min(layout.root_bytes, MAX_DIRECTORY_BYTES))
            else:
                data = self._chain(cluster, MAX_DIRECTORY_BYTES)
            self._known[cluster] = _entries(data)
        return self._known[cluster]

    def _chain(self, cluster: int, size: int) -> bytes:
        """The bytes of a chain of clusters, `size` at most."""
        layout = self._layout
        parts: list[bytes] = []
        left = size
        seen: set[int] = set()
        while left > 0 and 2 <= cluster < layout.clusters + 2 and cluster not in seen:
            seen.add(cluster)
            start = layout.data_offset + (cluster - 2) * layout.cluster_bytes
            part = self._read(start, min(layout.cluster_bytes, left))
            parts.append(part)
            if len(part) < min(layout.cluster_bytes, left):
                break  # the image ends here
            left -= len(part)
            cluster = fat_next(self._cached, layout, cluster)
        return b"".join(parts)

    def _cached(self, offset: int, length: int) -> bytes:
        """Read a little of the table, by pages."""
        number = offset // PAGE
        if self._page[0] != number:
            # one number may lie across the end of a page
            self._page = (number, self._read(number * PAGE, PAGE + 8))
        start = offset - number * PAGE
        return self._page[1][start : start + length]


def _entries(data: bytes) -> list[Entry]:
    """The files and directories that a directory's bytes name."""
    found: list[Entry] = []
    long_name: list[str] = []
    check = -1
    for start in range(0, len(data) - ENTRY + 1, ENTRY):
        item = data[start : start + ENTRY]
        if not item[0]:
            break
        attributes = item[11]
        if item[0] == DELETED:
            long_name = []
        elif attributes & LONG_NAME == LONG_NAME:
            # The parts come last one first, each with a checksum of the short name that they belong to.
            if item[0] & 0x40 or item[13] != check:
                long_name, check = [], item[13]
            raw = b"".join(item[begin:end] for begin, end in LONG_NAME_PARTS)
            long_name.insert(0, raw.decode("utf-16-le", "replace"))
        else:
            if not attributes & VOLUME_LABEL and item[0] != 0x2E:
                name = "".join(long_name).partition("\0")[0]
                if not name or check != _checksum(item[:11]):
                    name = _short_name(item)
                cluster = int.from_bytes(item[26:28], "little") | (
                    int.from_bytes(item[20:22], "little") << 16
                )
                size = int.from_bytes(item[28:32], "little")
                found.append(Entry(name, cluster, size, directory=bool(attributes & DIRECTORY)))
            long_name = []
    return found


def _short_name(item: bytes) -> str:
    first = b"\xe5" if item[0] == 0x05 else item[:1]
    base = (first + item[1:8]).decode("cp437").rstrip(" ")
    extension = item[8:11].decode("cp437").rstrip(" ")
    if item[12] & LOWER_BASE:
        base = base.lower()
    if item[12] & LOWER_EXTENSION:
        extension = extension.lower()
    return f"{base}.{extension}" if extension else base


def _checksum(short_name: bytes) -> int:
    total = 0
    for byte in short_name:
        total = ((total >> 1) | ((total & 1) << 7)) + byte & 0xFF
    return total
