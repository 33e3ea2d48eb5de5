"""Activators and the netlink door against real daemons and the real kernel, in a private machine (jail.sh)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent

pytestmark = [
    pytest.mark.daemon,
    pytest.mark.root,
    pytest.mark.netns,
    pytest.mark.skipif(os.geteuid() != 0, reason="needs the root user"),
]

HEAD = """
import json, os, subprocess, sys, time
from netinit.system.doors import System
from netinit.system.root import Root
from netinit.system.dbus import SystemBus
system = System(root=Root("/"), bus=SystemBus())
told = []
def put(path, text):
    with open(path, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(text)
def note(steps):
    told.append([step.answer for step in steps])
def addresses(wanted):
    for _ in range(100):
        out = subprocess.run(["ip", "-4", "-j", "addr", "show", "eth0"], capture_output=True, text=True).stdout
        found = [item["local"] for link in json.loads(out) for item in link.get("addr_info", [])]
        if found == wanted:
            break
        time.sleep(0.1)
    told.append(found)
"""
NETWORKD = """
from netinit.renderers.networkd.activate import activate
path = "/etc/systemd/network/10-netinit-eth0.network"
for number in (10, 11):
    put(path, f"[Match]\\nName=eth0\\n[Network]\\nAddress=192.0.2.{number}/24\\nIPv6AcceptRA=no\\n")
    os.chmod(path, 0o644)
    note(activate(system, [path], []))
    addresses([f"192.0.2.{number}"])
print(json.dumps(told))
"""
NETWORKMANAGER = """
from netinit.renderers.networkmanager.activate import activate
path = "/etc/NetworkManager/system-connections/netinit-eth0.nmconnection"
text = "[connection]\\nid=a\\nuuid=11111111-2222-3333-4444-555555555555\\ntype=ethernet\\ninterface-name=eth0\\nautoconnect=false\\n[ipv4]\\nmethod={}\\naddress1=192.0.2.{}/24\\n[ipv6]\\nmethod=disabled\\n"
for number in (10, 11):
    put(path, text.format("manual", number))
    note(activate(system, [path], []))
    addresses([f"192.0.2.{number}"])
put(path, text.format("bogus", 12))
note(activate(system, [path], []))
os.unlink(path)
note(activate(system, [], [path]))
addresses([])
print(json.dumps(told))
"""


def jailed(daemon: str, code: str) -> Any:
    """What code prints as JSON inside a private machine with a daemon."""
    for tool in ("unshare", "dbus-daemon", "ip"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (make test-deps)")
    words = [
        "unshare",
        "--net",
        "--mount",
        "--pid",
        "--fork",
        "--kill-child",
        "sh",
        str(HERE / "jail.sh"),
        daemon,
    ]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(
        [*words, sys.executable, "-c", HEAD + code],
        capture_output=True,
        text=True,
        timeout=90,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.skipif(
    not Path("/lib/systemd/systemd-networkd").exists(), reason="systemd-networkd is not installed"
)
def test_networkd_takes_a_new_file_and_a_changed_one() -> None:
    assert jailed("networkd", NETWORKD) == [
        ["reloaded"],
        ["192.0.2.10"],
        ["reloaded"],
        ["192.0.2.11"],
    ]


@pytest.mark.skipif(
    not Path("/usr/sbin/NetworkManager").exists(),
    reason="NetworkManager is not installed (make test-deps)",
)
def test_networkmanager_takes_new_changed_broken_and_removed_profiles() -> None:
    assert jailed("NetworkManager", NETWORKMANAGER) == [
        ["activated"],
        ["192.0.2.10"],
        ["reapplied"],
        ["192.0.2.11"],
        ["failed"],
        [],
        [],
    ]


def test_the_kernel_shows_and_renames_its_nics() -> None:
    told = jailed(
        "none",
        """
from netinit.apply.renames import carry_out
from netinit.system.netlink import Netlink
netlink = Netlink()
if True:
    before = {nic.name: [nic.kind, nic.perm_mac, nic.operstate] for nic in netlink.nics()}
    plan = [("down", "peer0"), ("rename", "peer0", "eth1"), ("rename", "nope", "x"), ("up", "eth1")]
    note(carry_out(plan, netlink))
    told += [before, sorted(nic.name for nic in netlink.nics()), netlink.addresses("lo")]
print(json.dumps(told))
""",
    )
    assert told[0] == ["done", "done", "failed", "done"]
    assert told[1]["eth0"][:2] == ["veth", None]
    assert told[2] == ["eth0", "eth1", "lo"]
    assert told[3] == ["127.0.0.1/8", "::1/128"]


def test_the_bus_says_why_a_call_failed() -> None:
    told = jailed(
        "none",
        """
from netinit.errors import NetinitError
try:
    system.bus.call("org.freedesktop.network1", "/x", "a.b", "C")
except NetinitError as error:
    told.append(str(error))
told += [system.bus.owned("org.freedesktop.DBus"), SystemBus("unix:path=/nowhere").owned("org.freedesktop.DBus")]
print(json.dumps(told))
""",
    )
    assert told[0].startswith("calling a.b.C: org.freedesktop.DBus.Error.")
    assert told[1:] == [True, False]


def test_the_kernel_asks_a_neighbour_and_tells_what_links_have() -> None:
    told = jailed(
        "none",
        """
from netinit.system.netlink import Netlink
import subprocess
def ip(words):
    subprocess.run(["ip", *words.split()], check=True)
ip("netns add other")
ip("link set peer0 netns other")
ip("-n other link set peer0 up")
ip("-n other address add 192.0.2.1/24 dev peer0")
ip("-n other address add 2001:db8::1/64 dev peer0 nodad")
ip("link set eth0 up")
ip("address add 192.0.2.10/24 dev eth0")
ip("address add 2001:db8::10/64 dev eth0 nodad")
netlink = Netlink()
def answers(address):
    for _ in range(40):
        if netlink.answers("eth0", address):
            return True
        time.sleep(0.1)
    return False
told += [answers("192.0.2.1"), answers("2001:db8::1"), answers("192.0.2.99")]
ip("neigh change 192.0.2.1 dev eth0 nud stale")
told.append(answers("192.0.2.1"))
ip("-n other link set peer0 down")
ip("neigh replace 192.0.2.1 lladdr 02:00:00:00:00:99 dev eth0 nud stale")
told.append(answers("192.0.2.1"))
links = {link.name: link for link in netlink.links()}
told.append([links["eth0"].up, [item for item in links["eth0"].addresses if item[:4] != "fe80"]])
netlink.remove("eth0")
told.append([link.name for link in netlink.links()])
print(json.dumps(told))
""",
    )
    assert told[:5] == [True, True, False, True, False]
    assert told[5] == [True, ["192.0.2.10/24", "2001:db8::10/64"]]
    assert told[6] == ["lo"]
