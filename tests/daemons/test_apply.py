"""`netinit apply` on real daemons and the real kernel: what works is kept, all else is as it was before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.daemons.test_activate import jailed, pytestmark

__all__ = ["pytestmark"]

NETWORKD = pytest.param(
    "networkd",
    marks=pytest.mark.skipif(
        not Path("/lib/systemd/systemd-networkd").exists(),
        reason="systemd-networkd is not installed",
    ),
)
NETWORKMANAGER = pytest.param(
    "NetworkManager",
    marks=pytest.mark.skipif(
        not Path("/usr/sbin/NetworkManager").exists(),
        reason="NetworkManager is not installed (make test-deps)",
    ),
)
both = pytest.mark.parametrize("daemon", [NETWORKD, NETWORKMANAGER])

# The gateway of a network of its own behind peer0, and an administrator's own configuration of eth0.
HEAD = """
import signal
def sh(line):
    subprocess.run(line, shell=True, check=True)
def look():
    out = subprocess.run(["ip", "-4", "-j", "addr", "show", "eth0"], capture_output=True, text=True).stdout
    return [item["local"] for link in json.loads(out) for item in link.get("addr_info", [])]
def until(wanted):
    for _ in range(100):
        if look() == wanted:
            break
        time.sleep(0.1)
    return look()
def config(address, gateway):
    put("/run/config", f'''version: 2
ethernets:
  eth0: {{addresses: [{address}/24], routes: [{{to: default, via: {gateway}}}], accept-ra: false}}
''')
def words(*more):
    return [sys.executable, "-m", "netinit", "apply", *more]
def apply(*more):
    done = subprocess.run(words("--json", "--to", TO, "--wait", "15", *more), capture_output=True, text=True)
    if not done.stdout:
        return [done.returncode, done.stderr]
    tree = json.loads(done.stdout)
    return [done.returncode, tree["result"], tree["failures"], tree["left"]]
def ours():
    return sorted(name for folder in ("/etc/systemd/network", "/etc/NetworkManager/system-connections")
                  for name in (os.listdir(folder) if os.path.isdir(folder) else []) if "netinit" in name)
sh("ip netns add other && ip link set peer0 netns other && ip -n other link set peer0 up")
sh("ip -n other address add 192.0.2.1/24 dev peer0")
if TO == "networkd":
    put("/etc/systemd/network/50-own.network", "[Match]\\nName=eth0\\n[Network]\\nAddress=192.0.2.5/24\\nIPv6AcceptRA=no\\n")
    os.chmod("/etc/systemd/network/50-own.network", 0o644)
    sh("networkctl reload")
else:
    put("/etc/NetworkManager/system-connections/own.nmconnection", '''[connection]
id=own
uuid=11111111-2222-3333-4444-555555555556
type=ethernet
interface-name=eth0
[ipv4]
method=manual
address1=192.0.2.5/24
[ipv6]
method=disabled
''')
    sh("nmcli connection reload && nmcli connection up own >/dev/null")
told.append(until(["192.0.2.5"]))
"""


def told_by(daemon: str, code: str) -> list[object]:
    """What code notes; it begins on a machine with an address of its administrator's."""
    to = f"TO = {daemon.lower()!r}\n"
    told = jailed(daemon, to + HEAD + code + "\nprint(json.dumps(told))\n")
    assert told.pop(0) == ["192.0.2.5"]
    return list(told)


@both
def test_a_change_that_works_is_kept_and_can_be_taken_back_by_hand(daemon: str) -> None:
    told = told_by(
        daemon,
        """
config("192.0.2.10", "192.0.2.1")
told += [apply("/run/config"), until(["192.0.2.10"])]
config("192.0.2.11", "192.0.2.1")
told += [apply("/run/config"), until(["192.0.2.11"])]
told += [apply("--rollback"), until(["192.0.2.10"])]
told += [apply("--rollback"), until(["192.0.2.11"])]
""",
    )
    kept = [0, "kept", [], []]
    addresses = [["192.0.2.10"], ["192.0.2.11"], ["192.0.2.10"], ["192.0.2.11"]]
    assert told == [item for address in addresses for item in (kept, address)]


@both
def test_a_gateway_that_does_not_answer_brings_back_what_was_there(daemon: str) -> None:
    told = told_by(
        daemon,
        """
config("192.0.2.10", "192.0.2.77")
told += [apply("--wait", "3", "/run/config"), until(["192.0.2.5"]), ours()]
config("192.0.2.10", "192.0.2.1")
told += [apply("/run/config"), until(["192.0.2.10"])]
config("192.0.2.11", "192.0.2.77")
told += [apply("--wait", "3", "/run/config"), until(["192.0.2.10"])]
""",
    )
    back = [1, "taken back", ["the gateway 192.0.2.77 does not answer on eth0"], []]
    assert told == [
        back,
        ["192.0.2.5"],
        [],
        [0, "kept", [], []],
        ["192.0.2.10"],
        back,
        ["192.0.2.10"],
    ]


@both
def test_a_change_waits_for_somebody_to_confirm_it(daemon: str) -> None:
    told = told_by(
        daemon,
        """
config("192.0.2.10", "192.0.2.1")
told += [apply("--confirm", "1", "/run/config"), until(["192.0.2.5"]), ours()]
waiting = subprocess.Popen(words("--to", TO, "--confirm", "60", "/run/config"), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
told.append("--confirm-now" in waiting.stderr.readline())
told += [subprocess.run(words("--confirm-now"), capture_output=True).returncode, waiting.wait(), until(["192.0.2.10"])]
""",
    )
    back = [1, "taken back", ["nobody confirmed it within 1 s"], []]
    assert told == [back, ["192.0.2.5"], [], True, 0, 0, ["192.0.2.10"]]


@both
def test_whoever_comes_after_a_process_that_was_killed_takes_its_change_back(daemon: str) -> None:
    told = told_by(
        daemon,
        """
config("192.0.2.10", "192.0.2.1")
waiting = subprocess.Popen(words("--to", TO, "--confirm", "60", "/run/config"), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
waiting.stderr.readline()
told.append(until(["192.0.2.10"]))
waiting.send_signal(signal.SIGHUP)
time.sleep(0.3)
told.append(waiting.poll())
waiting.kill()
waiting.wait()
told.append(subprocess.run(words("--confirm-now"), capture_output=True, text=True).stderr)
put("/run/broken", "version: 2\\nethernets: {eth0: {mtu: big}}\\n")
told += [apply("/run/broken")[:2], until(["192.0.2.5"]), ours()]
""",
    )
    refused = "netinit apply: no change waits to be confirmed\n"
    assert told == [["192.0.2.10"], None, refused, [2, "refused"], ["192.0.2.5"], []]


@both
def test_a_request_to_end_takes_the_change_back(daemon: str) -> None:
    told = told_by(
        daemon,
        """
config("192.0.2.10", "192.0.2.1")
waiting = subprocess.Popen(words("--to", TO, "--confirm", "60", "/run/config"), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
waiting.stderr.readline()
waiting.terminate()
told += [waiting.wait(), look(), ours(), os.path.exists("/var/lib/netinit/journal.json")]
""",
    )
    assert told == [130, ["192.0.2.5"], [], False]
