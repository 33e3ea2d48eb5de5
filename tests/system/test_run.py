"""Commands end, one way or another, in bounded time."""

from __future__ import annotations

import pytest

from netinit.errors import NetinitError
from netinit.system.run import Run


def test_a_command_gives_what_it_wrote_and_its_exit_code() -> None:
    done = Run()(("sh", "-c", "cat; echo no >&2; exit 3"), stdin=b"yes")
    assert (done.exit_code, done.stdout, done.stderr) == (3, b"yes", b"no\n")
    assert done.complaint == "no"


def test_a_command_that_fails_in_silence_is_known_by_its_code() -> None:
    assert Run()(("sh", "-c", "exit 3")).complaint == "exit code 3"


def test_a_command_sees_a_plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_PRELOAD", "/nonexistent")
    words = Run()(("env",)).stdout.decode().split()
    assert [word.partition("=")[0] for word in sorted(words)] == ["LC_ALL", "PATH"]


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        (("/nonexistent",), "No such file"),
        (("/etc",), "Permission denied"),
        (("a\0b",), "null byte"),
    ],
)
def test_a_command_that_cannot_be_started_is_named(argv: tuple[str], reason: str) -> None:
    with pytest.raises(NetinitError, match=f"running {argv[0]}: .*{reason}"):
        Run()(argv)


def test_a_command_that_takes_too_long_is_ended() -> None:
    with pytest.raises(NetinitError, match=r"running sleep: not done after 0\.05 s"):
        Run()(("sleep", "60"), timeout_s=0.05)
