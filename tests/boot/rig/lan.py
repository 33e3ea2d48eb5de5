"""The network that a machine under test is plugged into: for each of its nics a wire to one router.

The router has a name space of its own, with a DHCP and DNS server.  Nothing touches the name space of the machine that
the tests run on.
"""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self


@dataclass(frozen=True)
class Nic:
    """A nic of the machine, by the number of its wire."""

    number: int

    @property
    def name(self) -> str:
        """Its name before anything renames it."""
        return f"eth{self.number}"

    @property
    def mac(self) -> str:
        return f"52:54:00:00:00:{self.number + 1:02x}"

    @property
    def gateway(self) -> str:
        """The router's address on the wire, DHCP and DNS server as well."""
        return f"10.77.{self.number}.1"

    @property
    def gateway6(self) -> str:
        return f"fd77:0:0:{self.number}::1"

    @property
    def lease(self) -> str:
        """The address that the DHCP server gives it."""
        return f"10.77.{self.number}.100"


@dataclass
class Lan:
    """The wires and the router; a context manager."""

    tag: str  # begins the names of what is made on this machine
    nics: tuple[Nic, ...]
    folder: Path  # for the servers' files
    _server: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def router(self) -> str:
        return f"{self.tag}-router"

    @property
    def guest(self) -> str:
        """The name space in which the machine's nics are."""
        return f"{self.tag}-guest"

    def __enter__(self) -> Self:
        try:
            _run("ip", "netns", "add", self.router)
            self._plug_in()
            self._serve()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._close()

    def replug(self) -> None:
        """Fresh nics, as the kernel has them when a machine starts again."""
        _run("ip", "netns", "del", self.guest)
        # the name space goes once its last process is reaped, and its end of each wire takes the other along
        for nic in self.nics:
            subprocess.run(
                ("ip", "-n", self.router, "link", "del", f"wire{nic.number}"),
                capture_output=True,
                check=False,
            )
        self._plug_in()

    def _plug_in(self) -> None:
        _run("ip", "netns", "add", self.guest)
        batch = ["link set lo up"]
        for nic in self.nics:
            wire = f"wire{nic.number}"
            peer = f"peer name {nic.name} address {nic.mac} netns {self.guest}"
            batch += [
                f"link add {wire} type veth {peer}",
                f"addr add {nic.gateway}/24 dev {wire}",
                f"addr add {nic.gateway6}/64 dev {wire} nodad",
                f"link set {wire} up",
            ]
        _run("ip", "-n", self.router, "-batch", "-", given="\n".join(batch) + "\n")

    def _serve(self) -> None:
        lines = [
            "no-resolv",
            "no-hosts",
            "bind-dynamic",
            "except-interface=lo",
            "dhcp-authoritative",
            "no-ping",
            "user=root",
            "domain=rig.test",
            "pid-file",
            f"dhcp-leasefile={self.folder / 'leases'}",
            f"log-facility={self.folder / 'dnsmasq.log'}",
        ]
        for nic in self.nics:
            lines.append(f"dhcp-range=10.77.{nic.number}.100,10.77.{nic.number}.199,1h")
            lines.append(f"dhcp-host={nic.mac},{nic.lease}")
        conf = self.folder / "dnsmasq.conf"
        conf.write_text("\n".join(lines) + "\n")
        words = ("dnsmasq", "--keep-in-foreground", f"--conf-file={conf}")
        self._server = subprocess.Popen(("ip", "netns", "exec", self.router, *words))
        time.sleep(0.1)
        if self._server.poll() is not None:
            raise RuntimeError(f"dnsmasq did not stay up: exit {self._server.returncode}")

    def _close(self) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait(5)
        for name in (self.guest, self.router):
            if Path("/run/netns", name).exists():
                _run("ip", "netns", "del", name)


def _run(*words: str, given: str = "") -> None:
    done = subprocess.run(words, input=given, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
