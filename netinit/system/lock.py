"""A lock that the kernel gives back when its holder ends, however that comes."""

from __future__ import annotations

import os

from netinit.errors import NetinitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.system.root import Root


class Lock:
    """The lock on a path, to be held by one process at a time."""

    def __init__(self, root: Root, path: str) -> None:
        self.root = root
        self.path = path
        self._handle = -1

    def take(self) -> bool:
        """Take it; False where somebody else holds it. Raises NetinitError where it cannot be asked for."""
        import fcntl

        self.root.make_folder(self.path.rpartition("/")[0])
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
            handle = os.open(self.root.resolve(self.path), flags, 0o600)
        except OSError as error:
            raise NetinitError(f"opening {self.path}: {error.strerror}") from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return False
        except OSError as error:
            os.close(handle)
            raise NetinitError(f"locking {self.path}: {error.strerror}") from None
        self._handle = handle
        return True

    def release(self) -> None:
        """Give it back, if it was taken."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
