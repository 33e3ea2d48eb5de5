"""What systemd-networkd, udev and wpa_supplicant themselves say of our files: not a word.

All inputs are rendered first, each into a folder of its own; the daemon reads all of them at once, in a private machine
(jail.sh), and its messages are sorted out by file.  It creates what it can: the kernel need not know all kinds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from netinit import api
from netinit.cli.inputs import read_nics
from netinit.model.facts import Facts
from netinit.system.root import Root
from tests.conftest import shared
from tests.key_samples import SAMPLES

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
GOLDEN = HERE.parent / "golden"
NETWORKD = Path("/lib/systemd/systemd-networkd")
SUPPLICANT = Path("/usr/sbin/wpa_supplicant")
UNITS = (".network", ".netdev", ".link")
NOISE = (
    "Device was already configured by",  # inputs with a device of one name, which no machine has side by side
    "Configuring with",
    "Enabling GatewayOnLink= option",  # where all addresses come by DHCP: what is needed then
    "Missing PrivateKey=",  # our own warning says so, too
    "Unknown section 'IPoIB'",  # which systemd.network(5) of the same version describes
)

pytestmark = [pytest.mark.daemon, pytest.mark.root]

# Copies the files before the daemon starts, and lets udev read the .link files for a device that none of them means.
READ = """
chmod 755 /run/etc-network
cp -a "$1"/. /etc/systemd/network/
SYSTEMD_LOG_TARGET=console timeout 5 /lib/systemd/systemd-networkd 2>&1 | sed '/Enumeration completed/q'
SYSTEMD_LOG_LEVEL=info udevadm test-builtin net_setup_link /sys/class/net/lo 2>&1
"""
# A veth has no permanent address; facts say so, and the files still mean it.
APPLY = """
mac=$(cat /sys/class/net/eth0/address)
cd /run
printf '%s\\n' "- {name: eth0, mac: '$mac', kind: veth, addr_assign_type: 3}" >nics.yaml
cat >config <<END
version: 2
ethernets:
  nic:
    match: {macaddress: '$mac'}
    accept-ra: false
    addresses: [192.0.2.10/24, {192.0.2.11/24: {label: 'eth0:x', lifetime: 0}}]
    routes:
      - {to: 198.51.100.0/24, via: 192.0.2.1, metric: 7, mtu: 1300, congestion-window: 10}
      - {to: 203.0.113.0/24, type: blackhole}
      - {to: default, via: 100.64.0.1, table: 9}
    routing-policy: [{from: 192.0.2.10, table: 9, priority: 100, mark: 5}]
bridges: {br0: {mtu: 1400, parameters: {forward-delay: 4}}}
END
"$@" render --to networkd --nics nics.yaml --root tree config
chmod 755 /run/etc-network
cp -a tree/etc/systemd/network/. /etc/systemd/network/
timeout 3 /lib/systemd/systemd-networkd >/dev/null 2>&1
ip -4 addr show eth0
ip route show table all
ip rule
ip -d link show br0
"""
SHOWN = (
    "inet 192.0.2.10/24 brd 192.0.2.255 scope global eth0",
    "inet 192.0.2.11/24 brd 192.0.2.255 scope global secondary deprecated eth0:x",
    "198.51.100.0/24 via 192.0.2.1 dev eth0 proto static metric 7 mtu 1300 initcwnd 10",
    "blackhole 203.0.113.0/24 proto static",
    "default via 100.64.0.1 dev eth0 table 9 proto static onlink",
    "100: from 192.0.2.10 fwmark 0x5 lookup 9 proto static",
    "mtu 1400",
    "bridge forward_delay 400 hello_time 200 max_age 2000 ageing_time 30000 stp_state 1",
)
WIFI = """
version: 2
wifis:
  wlan0:
    dhcp4: true
    regulatory-domain: GB
    wakeonwlan: [magic_pkt, disconnect]
    access-points:
      open: {}
      psk: {password: 'with "quotes" and a # behind'}
      raw: {password: e03ce667c87bc81ca968d9120ca37f89eb09aec3c55b80386e5d772efd6b926e}
      "naïve\\tname": {hidden: true, auth: {key-management: sae, password: 'a\\"#'}}
      five: {band: 5GHz, channel: 36, bssid: "02:00:00:00:00:09", password: 12345678}
      two: {band: 2.4GHz, mode: adhoc, channel: 11}
      ttls:
        auth:
          key-management: eap
          method: ttls
          identity: joe
          anonymous-identity: "@example.org"
          password: "hash:9db1636cedc5948537e7bee0cc1e9590"
          ca-certificate: /etc/ssl/ca.pem
          phase2-auth: MSCHAPV2
      tls:
        auth:
          key-management: eap-sha256
          method: tls
          identity: joe
          client-certificate: /etc/ssl/joe.pem
          client-key: /etc/ssl/joe.key
          client-key-password: secret
      leap: {auth: {key-management: 802.1x, method: leap, identity: joe, password: secret}}
ethernets:
  eth0:
    auth: {key-management: 802.1x, method: peap, identity: joe, password: secret}
"""


# Combinations that the daemon remarks on unless they are written with care.
TOGETHER = {
    "mtu beside dhcp": "ethernets: {eth0: {mtu: 1400, dhcp4: true}}",
    "addresses on a port": """
ethernets:
  eth0: {dhcp4: true, addresses: [192.0.2.1/24], routes: [{to: default, via: 192.0.2.2}], link-local: [ipv6]}
bonds: {bond0: {interfaces: [eth0], parameters: {ad-select: count, transmit-hash-policy: layer2}}}
""",
    "advertisements without link-local": "ethernets: {eth0: {link-local: [], accept-ra: true}}",
    "macs of tunnels": """
tunnels:
  gre0: {mode: gre, local: 192.0.2.1, remote: 192.0.2.2, macaddress: "02:00:00:00:00:01"}
  gre1: {mode: gretap, local: 192.0.2.1, remote: 192.0.2.2, macaddress: "02:00:00:00:00:01"}
  vx1: {mode: vxlan, id: 7, remote: 192.0.2.2, macaddress: "02:00:00:00:00:01"}
""",
    "route types": """
ethernets:
  eth0:
    addresses: [192.0.2.1/24, "2001:db8::1/64"]
    routes:
      - {to: 198.51.100.0/32, type: blackhole}
      - {to: 198.51.100.1/32, type: unreachable}
      - {to: 198.51.100.2/32, type: prohibit}
      - {to: 198.51.100.3/32, type: throw}
      - {to: 198.51.100.4/32, type: local}
      - {to: 198.51.100.5/32, type: broadcast}
      - {to: 198.51.100.6/32, type: anycast}
      - {to: 224.0.1.0/24, type: multicast}
      - {to: 198.51.100.8/32, type: nat}
      - {to: 198.51.100.9/32, type: xresolve}
      - {to: "2001:db8:1::/48", type: blackhole}
      - {to: 198.51.100.10/32, via: 192.0.2.2, table: 0, metric: 0, congestion-window: 2000}
      - {to: 198.51.100.11/32, scope: host}
    routing-policy:
      - {from: 192.0.2.1, table: 0, priority: 0, mark: 1, type-of-service: 16}
""",
    "labels": """
ethernets:
  eth0:
    ipv6-mtu: 1000
    addresses:
      - "2001:db8::1/64": {label: "eth0:1"}
      - 192.0.2.1/24: {label: "eth0:1", lifetime: 0}
    dhcp4: true
    dhcp4-overrides: {hostname: "not a name"}
""",
    "names": """
ethernets:
  "a*b[c]?": {dhcp4: true, wakeonlan: true}
  any: {match: {}, wakeonlan: true, dhcp4: true}
  some: {match: {name: "en*", driver: [virtio_net, "e1000*"]}, mtu: 1400}
  one: {match: {macaddress: "02:00:00:00:00:01"}, set-name: lan0, macaddress: random}
""",
}


def inputs() -> list[tuple[str, str, Facts]]:
    """Name, text and facts of every input: all keys, all golden cases, and the reference cases where they are."""
    found = [(f"key {sample}", sample.text, Facts()) for sample in SAMPLES]
    found.append(("wifi", WIFI, Facts()))
    found.extend((name, f"version: 2\n{text}", Facts()) for name, text in TOGETHER.items())
    for case in sorted(GOLDEN.iterdir()):
        text, facts = case / "network-config", case / "facts.yaml"
        if text.exists():
            nics = read_nics(str(facts) if facts.exists() else None)
            found.append((f"golden {case.name}", text.read_text(), nics))
    folder = shared() / "cases/network/valid"
    if folder.is_dir():
        found.extend(
            (path.stem, path.read_text(), Facts()) for path in folder.glob("v[12]-*[!t].yaml")
        )
    return [item for item in found if not item[0].endswith(".expect")]


INPUTS = inputs()


def render_into(folder: Path, number: int, text: str, facts: Facts) -> None:
    """Put the files of one input into a folder, told apart by a number before their names."""
    root = Root(str(folder))
    for file in api.render(text, to="networkd", facts=facts).files:
        if file.path.endswith(UNITS):
            directory, _, name = file.path.rpartition("/")
            root.write(file.replace(path=f"{directory}/{number:03d}-{name}"))


def jailed(script: str, *arguments: str | Path) -> str:
    """What a shell script says in a private machine without any daemon."""
    for tool in ("unshare", "dbus-daemon", "ip", "udevadm"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (make test-deps)")
    words = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "sh")
    done = subprocess.run(
        (*words, HERE / "jail.sh", "none", "sh", "-c", script, "sh", *arguments),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All that the daemon and udev had to say about the files of all inputs."""
    folder = tmp_path_factory.mktemp("files")
    folder.chmod(0o755)
    (folder / "etc").mkdir()
    shutil.copy("/etc/group", folder / "etc/group")
    for number, (_, text, facts) in enumerate(INPUTS):
        render_into(folder, number, text, facts)
    bad = folder / "etc/systemd/network/999-bad.network"
    bad.write_text("[Match]\nName=none\n[Network]\nNonsense=1\n")
    bad.with_suffix(".link").write_text("[Match]\nOriginalName=none\n[Link]\nNonsense=1\n")
    lines = jailed(READ, folder / "etc/systemd/network").splitlines()
    assert sum("Nonsense" in line for line in lines) == 2, "\n".join(lines)
    return [
        line for line in lines if "/network/" in line and not any(word in line for word in NOISE)
    ]


@pytest.mark.netns
@pytest.mark.skipif(os.geteuid() != 0, reason="needs the root user")
@pytest.mark.skipif(not NETWORKD.exists(), reason="systemd-networkd is not installed")
@pytest.mark.parametrize(
    ("number", "name"),
    [pytest.param(number, item[0], id=item[0]) for number, item in enumerate(INPUTS)],
)
def test_networkd_and_udev_read_our_files_without_a_word(
    complaints: list[str], number: int, name: str
) -> None:
    assert [line for line in complaints if f"/network/{number:03d}-" in line] == [], name


@pytest.mark.netns
@pytest.mark.skipif(os.geteuid() != 0, reason="needs the root user")
@pytest.mark.skipif(not NETWORKD.exists(), reason="systemd-networkd is not installed")
def test_the_kernel_gets_what_the_document_asks_for() -> None:
    shown = " ".join(jailed(APPLY, sys.executable, "-m", "netinit").split())
    assert [words for words in SHOWN if words not in shown] == [], shown


@pytest.mark.skipif(not SUPPLICANT.exists(), reason="wpa_supplicant is not installed")
def test_wpa_supplicant_reads_our_configurations(tmp_path: Path) -> None:
    configurations = [
        file
        for file in api.render(WIFI, to="networkd").files
        if file.path.startswith("/etc/netinit/")
    ]
    assert len(configurations) == 2
    for file in configurations:
        path = tmp_path / "wpa.conf"
        path.write_text(file.content)
        done = subprocess.run(
            (SUPPLICANT, "-c", path, "-i", "nosuchdevice", "-Dwired"),
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert "nosuchdevice" in done.stdout or "SIOCGIFFLAGS" in done.stdout + done.stderr
        assert "Line " not in done.stdout + done.stderr


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)
def test_systemd_takes_our_units(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    units = [
        file for file in api.render(WIFI, to="networkd").files if file.path.endswith(".service")
    ]
    for file in units:
        root.write(file)
    done = subprocess.run(
        ("systemd-analyze", "verify", *(f"{tmp_path}{file.path}" for file in units)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert [line for line in done.stderr.splitlines() if "netinit-wpa" in line] == []
