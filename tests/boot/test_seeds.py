"""One seed gives one network, whichever backend brings it up; a real systemd, backend and kernel show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tests.boot import observed
from tests.boot.rig.machine import BACKENDS, machine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.boot

META = "instance-id: i-1\nlocal-hostname: web1\n"
NOCLOUD = "/var/lib/cloud/seed/nocloud"
CONFIG_DRIVE = "/var/lib/cloud/seed/config_drive/openstack/latest"
DONE = {"exit_code": 0, "extended_status": "done", "datasource": "nocloud"}


@dataclass(frozen=True)
class Scenario:
    """A seed and the network that it asks for."""

    files: dict[str, str]
    addresses: dict[str, set[str]]
    routes: set[str]
    nameservers: dict[str, set[str]]
    rules: set[str] = field(default_factory=set)
    status: dict[str, Any] = field(default_factory=lambda: DONE)
    console: str = ""

    @property
    def nics(self) -> int:
        return len(self.addresses)


def nocloud(network: str | None) -> dict[str, str]:
    files = {"meta-data": META, "user-data": "#cloud-config\n"}
    if network is not None:
        files["network-config"] = network
    return {f"{NOCLOUD}/{name}": text for name, text in files.items()}


DHCP: dict[str, Any] = {
    "addresses": {"eth0": {"10.77.0.100/24"}},
    "routes": {"default via 10.77.0.1 eth0"},
    "nameservers": {"eth0": {"10.77.0.1"}},
}
SCENARIOS = {
    "v1-static": Scenario(
        files=nocloud("""
version: 1
config:
  - type: physical
    name: eth0
    subnets:
      - {type: static, address: 10.77.0.5/24, gateway: 10.77.0.1, dns_nameservers: [10.77.0.1]}
      - {type: static, address: 10.77.0.6/24}
"""),
        addresses={"eth0": {"10.77.0.5/24", "10.77.0.6/24"}},
        routes={"default via 10.77.0.1 eth0"},
        nameservers={"eth0": {"10.77.0.1"}},
    ),
    "v2-dual-stack-renamed-by-mac": Scenario(
        files=nocloud("""
version: 2
ethernets:
  uplink:
    match: {macaddress: '52:54:00:00:00:01'}
    set-name: lan0
    addresses: [10.77.0.5/24, 'fd77::5/64']
    routes:
      - {to: default, via: 10.77.0.1}
      - {to: '::/0', via: 'fd77::1'}
      - {to: 192.0.2.0/24, via: 10.77.0.7}
    nameservers: {addresses: [10.77.0.1, 'fd77::1'], search: [rig.test]}
"""),
        addresses={"lan0": {"10.77.0.5/24", "fd77::5/64"}},
        routes={
            "default via 10.77.0.1 lan0",
            "default via fd77::1 lan0",
            "192.0.2.0/24 via 10.77.0.7 lan0",
        },
        nameservers={"lan0": {"10.77.0.1", "fd77::1"}},
    ),
    "no-network-config": Scenario(files=nocloud(None), **DHCP),
    "broken-network-config": Scenario(
        files=nocloud("version: 2\nethernets: [eth0\n"),
        status={"exit_code": 2, "extended_status": "degraded done", "datasource": "nocloud"},
        console="network-config:3:1: error",
        **DHCP,
    ),
    "config-drive": Scenario(
        files={
            f"{CONFIG_DRIVE}/meta_data.json": '{"uuid": "i-1", "hostname": "web1"}',
            f"{CONFIG_DRIVE}/network_data.json": """{
"links": [{"id": "tap0", "type": "phy", "ethernet_mac_address": "52:54:00:00:00:01"}],
"networks": [{"id": "net0", "type": "ipv4", "link": "tap0", "ip_address": "10.77.0.5",
              "netmask": "255.255.255.0",
              "routes": [{"network": "0.0.0.0", "netmask": "0.0.0.0", "gateway": "10.77.0.1"}]}],
"services": [{"type": "dns", "address": "10.77.0.1"}]}
""",
        },
        addresses={"eth0": {"10.77.0.5/24"}},
        routes={"default via 10.77.0.1 eth0"},
        nameservers={"eth0": {"10.77.0.1"}},
        status={"exit_code": 0, "extended_status": "done", "datasource": "configdrive"},
    ),
    "two-nics-with-policy-routing": Scenario(
        files=nocloud("""
version: 2
ethernets:
  eth0:
    addresses: [10.77.0.5/24]
    routes: [{to: default, via: 10.77.0.1}]
    nameservers: {addresses: [10.77.0.1]}
  eth1:
    addresses: [10.77.1.5/24]
    routes: [{to: default, via: 10.77.1.1, table: 101}]
    routing-policy: [{from: 10.77.1.5/32, table: 101, priority: 1001}]
"""),
        addresses={"eth0": {"10.77.0.5/24"}, "eth1": {"10.77.1.5/24"}},
        routes={"default via 10.77.0.1 eth0", "default via 10.77.1.1 eth1 table 101"},
        rules={"1001: from 10.77.1.5 table 101"},
        nameservers={"eth0": {"10.77.0.1"}},
    ),
}
ON_BOOKWORM = ("v2-dual-stack-renamed-by-mac", "broken-network-config")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("suite", "name"),
    [*(("trixie", name) for name in SCENARIOS), *(("bookworm", name) for name in ON_BOOKWORM)],
)
def test_a_seed_becomes_the_network(
    suite: str, name: str, backend: str, image_of: Callable[[str], tuple[Path, ...]]
) -> None:
    scenario = SCENARIOS[name]
    with machine(image_of(suite), backend, scenario.nics) as box:
        box.write(scenario.files)
        with box.boot() as guest:
            assert guest.wait_until_booted() == "running", observed.boot(guest)
            assert observed.boot(guest) == observed.SOUND
            told = observed.status(guest)
            assert {key: told[key] for key in scenario.status} == scenario.status, told
            assert observed.addresses(guest) == scenario.addresses
            assert observed.routes(guest) == scenario.routes
            assert observed.rules(guest) == scenario.rules
            assert observed.nameservers(guest) == scenario.nameservers
        assert scenario.console in box.console.read_text()
