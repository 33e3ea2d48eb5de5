"""A booted machine: systemd as the first process of name spaces of its own, on a root that it may write to."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

BECOME_INIT = Path(__file__).with_name("become-init")
SPACES = ("--mount", "--uts", "--ipc", "--pid", "--cgroup")
ENVIRONMENT = ("PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "HOME=/root")
POWER_OFF = signal.SIGRTMIN + 4  # systemd(1): starts poweroff.target
BOOT_TIMEOUT_S = 90.0
STOP_TIMEOUT_S = 15.0
POLL_S = 0.02


@dataclass(frozen=True)
class Guest:
    """A machine that runs; `pid` is its systemd's on this machine."""

    pid: int
    outer: subprocess.Popen[bytes]
    console: Path

    def run(self, *words: str, timeout_s: float = 20.0) -> subprocess.CompletedProcess[str]:
        """Run a command on it; one that hangs ends with exit code 124, since the guest itself stops it."""
        enter = ("nsenter", "-t", str(self.pid), "-m", "-u", "-i", "-n", "-p", "-r", "-w")
        command = ("env", "-i", *ENVIRONMENT, "timeout", "-k", "1", str(timeout_s), *words)
        return subprocess.run(
            (*enter, *command), stdin=subprocess.DEVNULL, capture_output=True, text=True
        )

    def text(self, *words: str) -> str:
        """What a command prints."""
        return self.run(*words).stdout

    def json(self, *words: str) -> Any:
        """What a command prints as JSON."""
        done = self.run(*words)
        assert done.stdout, f"{' '.join(words)}: exit {done.returncode}: {done.stderr}"
        return json.loads(done.stdout)

    def wait_until_booted(self) -> str:
        """Wait until systemd has nothing left to start; its state ("running", "degraded", or what it never left)."""
        deadline = time.monotonic() + BOOT_TIMEOUT_S
        private = Path(f"/proc/{self.pid}/root/run/systemd/private")
        while time.monotonic() < deadline and self.outer.poll() is None:
            if private.exists():
                left = deadline - time.monotonic()
                done = self.run("systemctl", "is-system-running", "--wait", timeout_s=left)
                if done.stdout.strip() not in {"", "offline", "unknown"}:
                    return done.stdout.strip()
            time.sleep(POLL_S)
        return "hangs" if self.outer.poll() is None else "dead"

    def cut_power(self) -> None:
        """End it as a power cut does: every process of it is gone at once."""
        if self.outer.poll() is None:
            os.kill(self.pid, signal.SIGKILL)
        self.outer.wait(STOP_TIMEOUT_S)

    def power_off(self) -> None:
        """Shut it down in an orderly way; by a power cut where that takes too long."""
        if self.outer.poll() is None:
            os.kill(self.pid, POWER_OFF)
        try:
            self.outer.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.cut_power()


def cgroup2() -> Path | None:
    """Where this machine has its version 2 control groups, or None."""
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, place, kind, *_ = line.split()
        if kind == "cgroup2":
            return Path(place)
    return None


@contextmanager
def started(root: Path, network: str, cmdline: str, console: Path) -> Iterator[Guest]:
    """A guest on a root folder, with the nics of a named network name space; whatever is left of it is ended.

    `console` gets what it prints.
    """
    groups = cgroup2()
    assert groups is not None
    group = groups / f"{network}-{time.monotonic_ns()}"
    group.mkdir()
    master, slave = pty.openpty()
    with console.open("ab") as log:
        reader = subprocess.Popen(("cat",), stdin=master, stdout=log, stderr=subprocess.DEVNULL)
    os.close(master)
    outer = subprocess.Popen(
        (
            *("sh", "-c", 'echo $$ >"$0"/cgroup.procs && exec "$@"', str(group)),
            *("nsenter", f"--net=/run/netns/{network}"),
            *("unshare", *SPACES, "--fork", "--kill-child", "--propagation", "private"),
            *(str(BECOME_INIT), str(root), os.ttyname(slave), cmdline),
        ),
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    guest = None
    try:
        guest = Guest(pid=_child(outer), outer=outer, console=console)
        yield guest
    finally:
        if guest is not None:
            guest.cut_power()
        else:
            outer.kill()
            outer.wait()
        os.close(slave)
        reader.wait(STOP_TIMEOUT_S)
        _remove(group)


def _child(outer: subprocess.Popen[bytes]) -> int:
    """The process that `unshare` forked."""
    children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children")
    while outer.poll() is None:
        # while it is still nsenter or sh, it has no child
        if found := children.read_text().split():
            return int(found[0])
        time.sleep(POLL_S)
    raise RuntimeError(f"the guest did not start: exit {outer.returncode}")


def _remove(group: Path) -> None:
    """Remove a control group and those below it, once the kernel has let go of their processes."""
    folders = [Path(folder) for folder, _, _ in os.walk(group, topdown=False)]
    for folder in folders:
        for _ in range(100):
            try:
                folder.rmdir()
                break
            except OSError:
                time.sleep(POLL_S)
