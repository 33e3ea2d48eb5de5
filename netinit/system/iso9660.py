"""A reader of ISO 9660 images, through pycdlib (32 ms of import, and only where a medium cannot be mounted)."""

from __future__ import annotations

import os

from netinit.errors import NetinitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_READ_BYTES = 16 * 1024 * 1024  # a directory, a table of paths; files are read by blocks
MAX_READS = 200_000
MAX_TOTAL_BYTES = 256 * 1024 * 1024


class Iso9660:
    """The files of an image: by Rock Ridge's names, else Joliet's, else the plain ones; closed by `close`.

    Plain names have neither small letters nor most signs: there META_DATA.;1 is found as meta-data.
    """

    def __init__(self, handle: int, where: str) -> None:
        """Raises NetinitError where there is no ISO 9660, or pycdlib is not installed."""
        try:
            from pycdlib import PyCdlib
        except ImportError:
            raise NetinitError(
                f"reading {where} needs the right to mount it, or pycdlib (pip install 'netinit[media]')"
            ) from None
        self._where = where
        self._image = PyCdlib()
        self._opened = False
        self._attempt(self._image.open_fp, _Bounded(handle))
        self._opened = True
        self._names = "iso_path"
        if self._image.has_rock_ridge():
            self._names = "rr_path"
        elif self._image.has_joliet():
            self._names = "joliet_path"

    def close(self) -> None:
        """Forget the image."""
        if self._opened:
            self._attempt(self._image.close)
            self._opened = False

    def read(self, path: str, limit: int = 64 * 1024 * 1024) -> bytes | None:
        """The bytes of a file, one more than `limit` at most; None where there is none."""
        found = self._find(path)
        if found is None or not found[1].is_file():
            return None
        place = found[0]

        def content() -> bytes:
            with self._image.open_file_from_iso(**{self._names: place}) as file:
                return bytes(file.read(limit + 1))

        return bytes(self._attempt(content))

    def names(self, path: str) -> tuple[str, ...]:
        """The names in a directory, sorted; none where there is no directory."""
        found = self._find(path)
        if found is None or not found[1].is_dir():
            return ()
        return tuple(sorted(self._shown(name) for name, _ in self._children(found[0])))

    def is_dir(self, path: str) -> bool:
        """Whether a path is a directory."""
        found = self._find(path)
        return found is not None and bool(found[1].is_dir())

    def _find(self, path: str) -> tuple[str, Any] | None:
        """The path as pycdlib writes it, and the record behind it."""
        place = "/"
        record = self._attempt(self._image.get_record, **{self._names: "/"})
        for part in path.split("/"):
            if not part or part == ".":
                continue
            if not record.is_dir():
                return None
            children = list(self._children(place))
            match = next((item for item in children if self._shown(item[0]) == part), None) or next(
                (item for item in children if self._alike(item[0]) == self._alike(part)), None
            )
            if match is None:
                return None
            place = f"{place.rstrip('/')}/{match[0]}"
            record = match[1]
        return place, record

    def _children(self, place: str) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = self._attempt(self._listed, place)
        return found

    def _listed(self, place: str) -> list[tuple[str, Any]]:
        return [
            (self._name(child), child)
            for child in self._image.list_children(**{self._names: place})
            if child is not None and not child.is_dot() and not child.is_dotdot()
        ]

    def _name(self, record: Any) -> str:
        if self._names == "rr_path" and record.rock_ridge is not None:
            return str(record.rock_ridge.name().decode("utf-8", "replace"))
        encoding = "utf-16-be" if self._names == "joliet_path" else "utf-8"
        return str(record.file_identifier().decode(encoding, "replace"))

    def _shown(self, name: str) -> str:
        """A name without its version; a plain one in small letters, as Linux shows it."""
        if self._names == "rr_path":
            return name
        name = name.partition(";")[0]
        return name if self._names == "joliet_path" else name.rstrip(".").lower()

    def _alike(self, name: str) -> str:
        if self._names == "rr_path":
            return name
        shown = self._shown(name).casefold()
        return shown if self._names == "joliet_path" else shown.replace("_", "-")

    def _attempt(self, action: Any, *arguments: Any, **named: Any) -> Any:
        """Do something with the image, which may be broken in any way."""
        try:
            return action(*arguments, **named)
        except NetinitError:
            raise
        except OSError as error:
            raise NetinitError(f"reading {self._where}: {error.strerror or error}") from None
        except Exception as error:  # noqa: BLE001 - a library that meets a hostile image may raise anything
            raise NetinitError(f"reading {self._where}: not a sound ISO 9660: {error}") from None


class _Bounded:
    """A file for pycdlib that gives up where an image makes it read without end, or too much at once."""

    mode = "rb"

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._place = 0
        self._size = os.lseek(handle, 0, os.SEEK_END)
        self._reads = self._bytes = 0

    def read(self, size: int = -1) -> bytes:
        """Some bytes from where the last read ended."""
        left = max(self._size - self._place, 0)
        wanted = left if size < 0 else min(size, left)
        self._reads += 1
        self._bytes += wanted
        if wanted > MAX_READ_BYTES or self._reads > MAX_READS or self._bytes > MAX_TOTAL_BYTES:
            raise NetinitError("reading an ISO 9660 image: it asks for more than any seed has")
        data = os.pread(self._handle, wanted, self._place)
        self._place += len(data)
        return data

    def readinto(self, buffer: bytearray) -> int:
        """The same into a buffer."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place."""
        base = (0, self._place, self._size)[whence]
        self._place = max(base + offset, 0)
        return self._place

    def tell(self) -> int:
        """Where the next read begins."""
        return self._place

    def seekable(self) -> bool:
        """Whether `seek` works, which pycdlib asks."""
        return True

    def close(self) -> None:
        """Do nothing: who opened the handle closes it."""
