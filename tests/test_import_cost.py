"""What the boot path imports, by name and by number: never by milliseconds, which machines disagree on.

Each name costs 3 to 200 ms at every boot (docs/performance.md has the figures).
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
FORBIDDEN = frozenset(
    "argparse asyncio collections configparser contextlib copy ctypes dataclasses datetime dbus_fast dbus_next"
    " difflib email enum fnmatch functools hashlib http importlib.metadata importlib.resources ipaddress jinja2 json"
    " locale logging netaddr operator pathlib pickle pkgutil pyroute2 re select selectors shutil signal socket ssl"
    " string struct subprocess tempfile textwrap threading traceback types typing unittest urllib uuid yaml".split()
)
# Runs the command as `python -I -S` would at boot: without site, so that nobody's .pth files count as ours.
PROBE = """
import sys
sys.path[:0] = {paths!r}
before = set(sys.modules)
from netinit.cli.main import main
code = main({words!r})
names = sorted(set(sys.modules) - before)
sys.stderr.write("\\nIMPORTED " + " ".join(names) + "\\n")
sys.exit(code)
"""


def imported(words: list[str], given: str = "") -> list[str]:
    """The modules that a command line imports; it has to succeed."""
    spec = find_spec("yaml")
    assert spec
    assert spec.origin
    paths = [str(PROJECT), str(Path(spec.origin).parent.parent)]
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROBE.format(paths=paths, words=words)],
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    line = run.stderr.rstrip().rpartition("\n")[2]
    assert line.startswith("IMPORTED ")
    return line.split()[1:]


def check(names: list[str], most: int) -> None:
    assert FORBIDDEN.intersection(names) == set()
    ours = [name for name in names if name.startswith("netinit")]
    assert len(names) - len(ours) <= most, sorted(set(names) - set(ours))


CONFIG = """\
version: 2
ethernets:
  eth0:
    match: {macaddress: "52:54:00:12:34:56"}
    set-name: lan0
    mtu: 1400
    dhcp4: true
    addresses: [192.0.2.10/24, "2001:db8::10/64"]
    routes: [{to: default, via: 192.0.2.1}]
    nameservers: {addresses: [192.0.2.53], search: [example.org]}
  eth1: {}
  eth2: {}
bonds: {bond0: {interfaces: [eth1, eth2], parameters: {mode: 802.3ad}}}
vlans: {bond0.7: {id: 7, link: bond0, addresses: [198.51.100.7/24]}}
"""
BACKENDS = [
    name
    for name in ("netplan", "networkd", "networkmanager")
    if find_spec(f"netinit.renderers.{name}.render")
]


@pytest.mark.parametrize("backend", BACKENDS)
def test_render_imports_nothing_heavy(backend: str) -> None:
    check(imported(["render", "--to", backend], CONFIG), most=30)


@pytest.mark.parametrize("backend", BACKENDS)
def test_render_into_a_root_imports_nothing_heavy(backend: str, tmp_path: Path) -> None:
    check(imported(["render", "--to", backend, "--root", str(tmp_path)], CONFIG), most=30)


def test_a_forbidden_module_is_noticed() -> None:
    # --help goes through argparse, as the options' table explains.
    assert "argparse" in FORBIDDEN.intersection(imported(["render", "--help"]))


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_local_stage_imports_nothing_heavy(backend: str, tmp_path: Path) -> None:
    seed = tmp_path / "var/lib/cloud/seed/nocloud"
    seed.mkdir(parents=True)
    (seed / "meta-data").write_text("instance-id: i-1\n")
    (seed / "user-data").write_text("#cloud-config\n{}\n")
    (seed / "network-config").write_text(CONFIG)
    etc = tmp_path / "etc/cloud"
    etc.mkdir(parents=True)
    (etc / "cloud.cfg").write_text("datasource_list: [NoCloud, None]\n")
    (tmp_path / "etc/systemd/network").mkdir(parents=True)
    check(imported(["local", "--root", str(tmp_path), "--to", backend]), most=30)
    assert (tmp_path / "var/lib/netinit/manifest.sha256").exists()
