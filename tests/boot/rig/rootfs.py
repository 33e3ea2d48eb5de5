"""Debian roots to boot, built once by mmdebstrap and kept outside the checkout.

The packages come from where this machine's own apt gets its packages; no mirror is named here.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

SUITES = ("trixie", "bookworm")
PACKAGES = (
    "systemd systemd-sysv systemd-resolved udev dbus polkitd libnss-resolve iproute2 kmod procps "
    "python3 python3-yaml python3-netaddr python3-pyroute2 python3-dbus-next "
    "network-manager netplan.io openssh-server"
).split()
PROGRAMS = ("mmdebstrap", "dnsmasq", "ip", "nsenter", "unshare")
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
BUILD_TIMEOUT_S = 900.0
TARGETS = ("apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages")
# What the packages bring along and a boot does not need.
LEFT_OUT = ("man", "doc", "locale")
HOOKS = (
    'rm -rf "$1"/etc/apt/sources.list "$1"/etc/apt/sources.list.d "$1"/var/lib/apt/lists',
    'rm -f "$1"/etc/apt/apt.conf.d/99mmdebstrap "$1"/etc/ssh/ssh_host_*',
    ': >"$1"/etc/machine-id; echo image >"$1"/etc/hostname',
)


def missing() -> str | None:
    """Why nothing can be booted here, or None."""
    if os.geteuid() != 0:
        return "booting a container takes root"
    absent = [name for name in PROGRAMS if shutil.which(name) is None]
    if absent:
        return f"{', '.join(absent)} is not installed (make test-deps)"
    if _release("ID") != "debian":
        return "the roots come from the mirrors of the machine's own apt, which have to be Debian's"
    return None


def cache() -> Path:
    """The folder where roots are kept."""
    return Path(os.environ.get("NETINIT_RIG_CACHE") or "/var/cache/netinit-rig")


def build(suite: str) -> Path:
    """The root of a Debian release; built where it is absent or was made of other packages."""
    folder = cache() / suite
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        root, stamp = folder / "root", folder / "stamp"
        recipe = hashlib.sha256(repr((suite, PACKAGES, LEFT_OUT, HOOKS)).encode()).hexdigest()
        if not stamp.exists() or stamp.read_text() != recipe:
            stamp.unlink(missing_ok=True)
            shutil.rmtree(root, ignore_errors=True)
            _bootstrap(suite, root)
            stamp.write_text(recipe)
        return root


def _bootstrap(suite: str, root: Path) -> None:
    options = [f"--aptopt={line}" for line in _download_options()]
    options += [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in LEFT_OUT]
    options += [f"--customize-hook={hook}" for hook in HOOKS]
    options += ['--aptopt=APT::Install-Recommends "false"', f"--include={','.join(PACKAGES)}"]
    words = ("mmdebstrap", "--variant=minbase", "--mode=root", "--quiet", *options)
    done = subprocess.run(
        (*words, suite, str(root), "-"),
        input=_sources(suite),
        capture_output=True,
        text=True,
        timeout=BUILD_TIMEOUT_S,
    )
    if done.returncode:
        shutil.rmtree(root, ignore_errors=True)
        raise RuntimeError(f"building the root of {suite}: {done.stderr}")


def _sources(suite: str) -> str:
    """apt's sources for another release, from the mirrors that this machine uses for its own."""
    own = _release("VERSION_CODENAME")
    lines = subprocess.run(TARGETS, capture_output=True, text=True, check=True).stdout.split("\n")
    uris = {line.split()[1]: line.split()[0] for line in lines if line}
    wanted: dict[str, tuple[str, ...]] = {uris[own]: (suite, f"{suite}-updates")}
    if f"{own}-security" in uris:
        wanted[uris[f"{own}-security"]] = (f"{suite}-security",)
    return "\n".join(
        f"Types: deb\nURIs: {uri}\nSuites: {' '.join(suites)}\nComponents: main\nSigned-By: {KEYRING}\n"
        for uri, suites in wanted.items()
    )


def _release(key: str) -> str:
    """What os-release says of the machine that the tests run on."""
    for line in Path("/etc/os-release").read_text().splitlines():
        name, _, value = line.partition("=")
        if name == key:
            return value.strip('"')
    return ""


def _download_options() -> list[str]:
    """This machine's settings of how apt downloads."""
    dump = subprocess.run(("apt-config", "dump"), capture_output=True, text=True, check=True)
    kept = ("Acquire::Check-", "Acquire::http::Proxy", "Acquire::https::Proxy")
    return [line.rstrip(";") for line in dump.stdout.splitlines() if line.startswith(kept)]
