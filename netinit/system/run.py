"""The command door: runs a program to its end, without a shell, with a bound on its time."""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# What a program gets to see of our environment: its messages are ours to read, so they are in English.
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}


class Completed(Record):
    """A finished command."""

    argv: tuple[str, ...]
    exit_code: int
    stdout: bytes
    stderr: bytes

    @property
    def complaint(self) -> str:
        """The last line that it wrote on its standard error, or else its exit code."""
        lines = self.stderr.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {self.exit_code}"


class Run:
    """Runs commands on this machine."""

    def __call__(
        self, argv: Sequence[str], *, stdin: bytes = b"", timeout_s: float = 60.0
    ) -> Completed:
        """Run a command to its end. Raises NetinitError where it cannot be started or takes too long."""
        import subprocess  # 20 ms, for boots that run something

        words = tuple(argv)
        try:
            done = subprocess.run(
                words,
                input=stdin,
                capture_output=True,
                timeout=timeout_s,
                check=False,
                env=ENVIRONMENT,
                cwd="/",
            )
        except subprocess.TimeoutExpired:
            raise NetinitError(f"running {words[0]}: not done after {timeout_s:g} s") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise NetinitError(f"running {words[0]}: {reason}") from None
        return Completed(
            argv=words, exit_code=done.returncode, stdout=done.stdout, stderr=done.stderr
        )
