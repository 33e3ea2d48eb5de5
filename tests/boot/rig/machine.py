"""A machine to boot, more than once if need be: a Debian root with netinit in it, a backend, nics, a seed."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.boot.rig import rootfs
from tests.boot.rig.guest import Guest, started
from tests.boot.rig.lan import Lan, Nic

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PROJECT = Path(__file__).resolve().parents[3]
BACKENDS = ("netplan", "networkd", "networkmanager")
# What a disk image for one backend enables and what it lacks.
NETWORKD = ("systemd-networkd.service", "systemd-networkd.socket")
NETWORKMANAGER = ("NetworkManager.service", "NetworkManager-wait-online.service")
UNITS = {
    "netplan": (NETWORKD, NETWORKMANAGER),
    "networkd": (NETWORKD, NETWORKMANAGER),
    "networkmanager": (NETWORKMANAGER, NETWORKD),
}
NEEDLESS = ("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "ssh.service")
SEED = "/var/lib/cloud/seed/nocloud"
CMDLINE = "root=LABEL=root ro console=ttyS0"
# The nics of a container have no permanent address, by which netplan has networkd match (match.macaddress).
MATCH_ANY_MAC = """#!/bin/bash
(exec -a "$0" "/{generator}.real" "$@") || exit
sed -i 's/^PermanentMACAddress=/MACAddress=/' /run/systemd/network/10-netplan-* 2>/dev/null
exit 0
"""
_numbers = itertools.count()


@dataclass(frozen=True)
class Machine:
    """A machine that is off until `boot` switches it on; what it writes stays."""

    root: Path
    lan: Lan
    console: Path

    def write(self, files: Mapping[str, str]) -> None:
        """Put files on its disk while it is off (or, with care, while it runs)."""
        for path, content in files.items():
            place = self.root / path.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content)

    def seed(self, files: Mapping[str, str]) -> None:
        """Put a NoCloud seed on its disk; without user-data it would be none."""
        whole = {"user-data": "#cloud-config\n", **files}
        self.write({f"{SEED}/{name}": content for name, content in whole.items()})

    @contextmanager
    def boot(self, cmdline: str = CMDLINE) -> Iterator[Guest]:
        """Switch it on; at the end of the block it is shut down, if it still runs."""
        self.lan.replug()
        with started(self.root, self.lan.guest, cmdline, self.console) as guest:
            yield guest
            guest.power_off()


@contextmanager
def machine(image: tuple[Path, ...], backend: str, nics: int = 1) -> Iterator[Machine]:
    """A machine with the layers of an image, which it does not write to; it vanishes with all it wrote."""
    tag = f"netinit{os.getpid()}-{next(_numbers)}"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(_memory(tag)))
        root = stack.enter_context(_overlay(folder, image))
        log = folder / "log"
        log.mkdir()
        _prepare(root, backend)
        lan = Lan(tag, tuple(Nic(number) for number in range(nics)), log)
        stack.enter_context(lan)
        yield Machine(root=root, lan=lan, console=log / "console")


@contextmanager
def image(suite: str) -> Iterator[tuple[Path, ...]]:
    """The layers of a disk image of a Debian release: its root, and netinit as `netinit install --root` puts it."""
    base = rootfs.build(suite)
    with _memory(f"netinit-image-{suite}") as folder:
        with _overlay(Path(folder), (base,)) as root:
            subprocess.run(
                (sys.executable, "-m", "netinit", "install", "--root", str(root), "--enable"),
                cwd=PROJECT,
                check=True,
                capture_output=True,
            )
        yield (Path(folder) / "upper", base)


@contextmanager
def _memory(name: str) -> Iterator[str]:
    """A folder in memory, gone at the end."""
    with tempfile.TemporaryDirectory(prefix=f"{name}-", dir="/run") as folder:
        subprocess.run(("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder), check=True)
        try:
            yield folder
        finally:
            subprocess.run(("umount", "--lazy", folder), check=True)


@contextmanager
def _overlay(folder: Path, layers: tuple[Path, ...]) -> Iterator[Path]:
    """A root made of layers, the first on top, with what is written to it in `folder`/upper."""
    for name in ("upper", "work", "root"):
        (folder / name).mkdir()
    lower = ":".join(str(layer) for layer in layers)
    options = f"lowerdir={lower},upperdir={folder}/upper,workdir={folder}/work"
    root = folder / "root"
    subprocess.run(("mount", "-t", "overlay", "-o", options, "overlay", str(root)), check=True)
    try:
        yield root
    finally:
        subprocess.run(("umount", "--lazy", str(root)), check=True)


def _prepare(root: Path, backend: str) -> None:
    """Make the root one that runs its network by `backend`, and fit for nics that are veths."""
    enabled, masked = UNITS[backend]
    subprocess.run(
        ("systemctl", f"--root={root}", "--quiet", "enable", *enabled),
        check=True,
        capture_output=True,
    )
    for unit in (*masked, *NEEDLESS):
        _mask(root / "etc/systemd/system" / unit)
    renderer = backend.replace("networkm", "network-m")
    drop_in = root / "etc/cloud/cloud.cfg.d/10-image.cfg"
    drop_in.parent.mkdir(parents=True, exist_ok=True)
    drop_in.write_text(f"system_info: {{network: {{renderers: [{renderer}]}}}}\n")
    # NetworkManager leaves veths alone by this rule.
    _mask(root / "etc/udev/rules.d/85-nm-unmanaged.rules")
    for generator in ("usr/libexec/netplan/generate", "usr/lib/netplan/generate"):
        tool = root / generator
        if tool.exists() and not tool.is_symlink():
            tool.rename(tool.with_name("generate.real"))
            tool.write_text(MATCH_ANY_MAC.format(generator=generator))
            tool.chmod(0o755)


def _mask(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to("/dev/null")
