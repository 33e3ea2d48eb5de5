"""The file door: reads and writes below a root directory, which symbolic links cannot leave."""

from __future__ import annotations

import errno
import os
import stat

from netinit.errors import NetinitError
from netinit.model.files import RenderedFile

MAX_LINKS = 40
NOWHERE = "/dev/null/nowhere"  # nothing can be below a file
UNFINISHED = ".netinit-"  # how the name of a file begins that is being written; the number of the process follows


class Root:
    """A directory standing for `/`; all paths are absolute as on the target.

    `durable` makes every write reach the disk before it counts, as a live machine needs and an image build does not.
    """

    def __init__(self, base: str = "/", *, durable: bool = False) -> None:
        self.base = base.rstrip("/")
        self.durable = durable
        self._folders: dict[str, str] = {}  # folder on the target → where it is here
        self._names: dict[str, set[str]] = {}  # what stood in a folder when it was first written to
        self._is_root = os.geteuid() == 0
        self._groups: dict[str, int | None] = {}

    def resolve(self, path: str) -> str:
        """Where a path of the target is on this machine; links are followed as the target would follow them."""
        todo = [part for part in reversed(path.split("/")) if part not in {"", "."}]
        done: list[str] = []
        links = 0
        while todo:
            part = todo.pop()
            if part == "..":
                del done[-1:]
                continue
            here = "/".join((self.base, *done, part))
            try:
                target = os.readlink(here)
            except OSError:
                done.append(part)
                continue
            links += 1
            if links > MAX_LINKS:
                raise NetinitError(f"following {path}: too many symbolic links")
            if target.startswith("/"):
                done.clear()
            todo.extend(piece for piece in reversed(target.split("/")) if piece not in {"", "."})
        return "/".join((self.base, *done)) if done else self.base or "/"

    def look(self, path: str) -> str:
        """Where a path is, for looking only: what is behind a loop of links is not there."""
        try:
            return self.resolve(path)
        except NetinitError:
            return NOWHERE

    def read(self, path: str, limit: int = 64 * 1024 * 1024) -> bytes | None:
        """The bytes of a file, or None where there is none. Raises NetinitError where it cannot be read."""
        try:
            with open(self.resolve(path), "rb", opener=_without_waiting) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    return None
                return file.read(limit + 1)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            raise NetinitError(f"reading {path}: {error.strerror}") from None

    def exists(self, path: str) -> bool:
        """Whether anything stands at a path."""
        return os.path.lexists(self.look(path))

    def is_dir(self, path: str) -> bool:
        """Whether a path is a directory."""
        return os.path.isdir(self.look(path))

    def names(self, path: str) -> tuple[str, ...]:
        """The names in a directory, sorted; none where there is no directory."""
        try:
            return tuple(sorted(os.listdir(self.look(path))))
        except OSError:
            return ()

    def mode(self, path: str) -> int | None:
        """The permission bits of a file, or None."""
        try:
            return stat.S_IMODE(os.stat(self.look(path)).st_mode)
        except OSError:
            return None

    def differs(self, file: RenderedFile) -> bool:
        """Whether writing a file would change anything."""
        return self._differs(self._place(file.path), file, file.content.encode())

    def _differs(self, place: str, file: RenderedFile, data: bytes) -> bool:
        try:
            with open(place, "rb", opener=_no_follow) as existing:
                status = os.fstat(existing.fileno())
                if stat.S_IMODE(status.st_mode) != file.mode or status.st_size != len(data):
                    return True
                if self._is_root and (status.st_uid, status.st_gid) != (
                    0,
                    self._group(file.group) or 0,
                ):
                    return True
                return existing.read() != data
        except OSError:
            return True

    def write(self, file: RenderedFile) -> bool:
        """Put a file in its place in one step, with its mode from the first byte; False where it was there already.

        Raises NetinitError.
        """
        place = self._place(file.path)
        data = file.content.encode()
        folder, _, name = place.rpartition("/")
        temporary = f"{folder}/{UNFINISHED}{os.getpid()}"
        try:
            names = self._names.get(folder)
            if names is None:
                names = self._names[folder] = _made(folder or "/")
            # Most files of a first run are new: looking for each would cost as much as writing it.
            if name in names and not self._differs(place, file, data):
                return False
            self._fill(temporary, file, data)
            os.rename(temporary, place)
            names.add(name)
            if self.durable:
                _sync_folder(folder or "/")
        except OSError as error:
            _forget(temporary)
            raise NetinitError(f"writing {file.path}: {error.strerror}") from None
        return True

    def _fill(self, place: str, file: RenderedFile, data: bytes) -> None:
        """Make a new file, with nothing in it that others could read before its mode is right."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        try:
            handle = os.open(place, flags, 0o600)
        except FileExistsError:  # of a run that was killed
            _forget(place)
            handle = os.open(place, flags, 0o600)
        try:
            written = os.write(handle, data)
            while written < len(data):
                written += os.write(handle, data[written:])
            if self._is_root:
                os.fchown(handle, 0, self._group(file.group) or 0)
            os.fchmod(handle, file.mode)
            if self.durable:
                os.fsync(handle)
        finally:
            os.close(handle)

    def link(self, path: str, target: str) -> bool:
        """Make a symbolic link in one step; False where it was there already. Raises NetinitError."""
        place = self._place(path)
        temporary = f"{place}.netinit-{os.getpid()}"
        try:
            if os.path.islink(place) and os.readlink(place) == target:
                return False
            os.makedirs(place.rpartition("/")[0] or "/", exist_ok=True)
            _forget(temporary)
            os.symlink(target, temporary)
            os.rename(temporary, place)
        except OSError as error:
            _forget(temporary)
            raise NetinitError(f"linking {path} to {target}: {error.strerror}") from None
        self._folders.clear()  # some may have led through the link
        self._names.clear()
        return True

    def make_folder(self, path: str) -> None:
        """Make a directory and those above it, where they are not there yet. Raises NetinitError."""
        try:
            os.makedirs(self.resolve(path), exist_ok=True)
        except OSError as error:
            raise NetinitError(f"making {path}: {error.strerror}") from None

    def is_link(self, path: str) -> bool:
        """Whether a symbolic link stands at a path."""
        return os.path.islink(self._place(path))

    def remove_tree_of_bytecode(self, path: str) -> None:
        """Remove compiled files below a directory, and the directories that are empty then."""
        for folder, _, names in os.walk(self.resolve(path), topdown=False):
            for name in names:
                if name.endswith(".pyc"):
                    _forget(f"{folder}/{name}")
            try:
                os.rmdir(folder)
            except OSError:
                continue  # something else is in there

    def remove(self, path: str) -> bool:
        """Take a file away; False where there was none."""
        place = self._place(path)
        try:
            os.unlink(place)
            if self.durable:
                _sync_folder(place.rpartition("/")[0] or "/")
        except OSError as error:
            if error.errno in {errno.ENOENT, errno.ENOTDIR}:
                return False
            raise NetinitError(f"removing {path}: {error.strerror}") from None
        return True

    def rename(self, path: str, new_path: str) -> None:
        """Give a file another name in the same folder, in one step. Raises NetinitError."""
        place, new_place = self._place(path), self._place(new_path)
        try:
            os.rename(place, new_place)
            if self.durable:
                _sync_folder(new_place.rpartition("/")[0] or "/")
        except OSError as error:
            raise NetinitError(f"renaming {path} to {new_path}: {error.strerror}") from None

    def saved(self, path: str) -> RenderedFile | None:
        """A text file as it stands, so that `write` can put it back; None where there is none.

        Raises NetinitError where it is anything else than a text file, such as a symbolic link.
        """
        place = self._place(path)
        try:
            with open(place, "rb", opener=_no_follow) as file:
                status = os.fstat(file.fileno())
                content = file.read().decode()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no text"
            raise NetinitError(f"saving {path}: {reason}") from None
        mode, group = stat.S_IMODE(status.st_mode), self._group_name(status.st_gid)
        return RenderedFile(path=path, content=content, mode=mode, group=group, secret=True)

    def sweep(self, folder: str) -> None:
        """Remove what writers that were killed left behind in a folder."""
        for name in self.names(folder):
            if name.startswith(UNFINISHED) and name.removeprefix(UNFINISHED).isdigit():
                self.remove(f"{folder}/{name}")

    def _place(self, path: str) -> str:
        """Where to write a file: its folder with links followed, its own name without."""
        folder, _, name = path.rpartition("/")
        place = self._folders.get(folder)
        if place is None:
            place = self._folders[folder] = self.resolve(folder)
        return f"{place}/{name}" if place != "/" else f"/{name}"

    def _group(self, name: str | None) -> int | None:
        """The number of a group in the root's own /etc/group; None where it is not there."""
        if name is None:
            return None
        if name not in self._groups:
            number = None
            for line in (self.read("/etc/group") or b"").decode("utf-8", "replace").splitlines():
                fields = line.split(":")
                if fields[0] == name and len(fields) > 2 and fields[2].isdigit():
                    number = int(fields[2])
            self._groups[name] = number
        return self._groups[name]

    def _group_name(self, number: int) -> str | None:
        """The name of a group; None for root's own, and where it has none."""
        for line in (self.read("/etc/group") or b"").decode("utf-8", "replace").splitlines():
            fields = line.split(":")
            if number and len(fields) > 2 and fields[2] == str(number):
                return fields[0]
        return None


def _made(folder: str) -> set[str]:
    """What stands in a folder, which is made where it is not there."""
    os.makedirs(folder, exist_ok=True)
    return set(os.listdir(folder))


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a FIFO without a writer would otherwise hold the boot."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)


def _no_follow(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC)


def _sync_folder(folder: str) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _forget(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
