"""[bond] of NetworkManager's profiles, by its exact lines."""

from __future__ import annotations

import pytest

from netinit.model.facts import Facts
from netinit.model.network import Bond, BondParams, Ethernet, NetworkConfig
from netinit.renderers.networkmanager.render import render
from netinit.report import Report
from tests.renderers.nm_profiles import groups


def bond(**params: object) -> tuple[list[str], list[str]]:
    """The lines of [bond], and the last parts of the paths that were warned of."""
    report = Report()
    ports = tuple(Ethernet(id=name, name=name, master="bond0") for name in ("eth0", "eth1"))
    link = Bond(
        id="bond0",
        name="bond0",
        path=("bonds", "bond0"),
        interfaces=("eth0", "eth1"),
        params=BondParams(**params),  # type: ignore[arg-type]
    )
    files = render(NetworkConfig(links=(*ports, link)), Facts(), report)
    (content,) = (file.content for file in files if "bond0" in file.path)
    return groups(content).get("bond", []), [str(item.path[-1]) for item in report.found]


@pytest.mark.parametrize(
    ("params", "lines"),
    [
        ({}, []),
        (
            {"mode": "balance-xor", "transmit_hash_policy": "layer3+4"},
            ["xmit_hash_policy=layer3+4"],
        ),
        (
            {"mode": "802.3ad", "lacp_rate": "fast", "min_links": 1, "ad_select": "count"},
            ["min_links=1", "lacp_rate=fast", "ad_select=count"],
        ),
        (
            {"mode": "active-backup", "miimon": 1000, "up_delay": 200, "down_delay": 0},
            ["miimon=1000", "updelay=200", "downdelay=0"],
        ),
        (
            {
                "mode": "balance-rr",
                "arp_interval": 100,
                "arp_ip_targets": ("192.0.2.1", "192.0.2.2"),
                "arp_validate": "all",
                "arp_all_targets": "any",
                "packets_per_member": 0,
            },
            [
                "arp_interval=100",
                "arp_ip_target=192.0.2.1,192.0.2.2",
                "arp_validate=all",
                "arp_all_targets=any",
                "packets_per_slave=0",
            ],
        ),
        (
            {
                "mode": "active-backup",
                "primary": "eth0",
                "active_member": "eth1",
                "primary_reselect_policy": "better",
                "fail_over_mac_policy": "active",
                "gratuitous_arp": 3,
                "resend_igmp": 2,
                "learn_packet_interval": 5,
                "all_members_active": True,
                "use_carrier": False,
            },
            [
                "resend_igmp=2",
                "lp_interval=5",
                "fail_over_mac=active",
                "primary_reselect=better",
                "all_slaves_active=1",
                "use_carrier=0",
                "num_grat_arp=3",
                "num_unsol_na=3",
                "primary=eth0",
                "active_slave=eth1",
            ],
        ),
        (
            {
                "mode": "802.3ad",
                "ad_actor_sys_prio": 100,
                "ad_user_port_key": 5,
                "ad_actor_system": "02:00:00:00:00:01",
            },
            ["ad_actor_sys_prio=100", "ad_user_port_key=5", "ad_actor_system=02:00:00:00:00:01"],
        ),
        ({"mode": "balance-tlb", "dynamic_tlb": False}, ["tlb_dynamic_lb=0"]),
        (
            {"mode": "active-backup", "miimon": 50, "peer_notify_delay": 150, "unsolicited_na": 2},
            ["miimon=50", "num_grat_arp=2", "num_unsol_na=2", "peer_notif_delay=150"],
        ),
    ],
)
def test_options(params: dict[str, object], lines: list[str]) -> None:
    mode = [f"mode={params['mode']}"] if params else []
    assert bond(**params) == ([*mode, *lines], [])


@pytest.mark.parametrize(
    ("params", "keys"),
    [
        ({"mode": "balance-slb"}, ["mode"]),
        ({"mode": "balance-rr", "lacp_rate": "fast"}, ["lacp-rate"]),
        ({"mode": "802.3ad", "packets_per_member": 1}, ["packets-per-slave"]),
        ({"mode": "balance-rr", "primary": "eth0"}, ["primary"]),
        ({"mode": "802.3ad", "dynamic_tlb": True}, ["dynamic-tlb"]),
        (
            {"mode": "802.3ad", "arp_interval": 5, "arp_ip_targets": ("192.0.2.1",)},
            ["arp-interval", "arp-ip-targets"],
        ),
        ({"mode": "balance-rr", "arp_interval": 5}, ["arp-interval"]),
        ({"mode": "balance-rr", "arp_ip_targets": ("192.0.2.1",)}, ["arp-ip-targets"]),
        ({"mode": "balance-rr", "up_delay": 5}, ["up-delay"]),
        ({"mode": "balance-rr", "resend_igmp": 256}, ["resend-igmp"]),
        ({"mode": "balance-rr", "gratuitous_arp": 256}, ["gratuitous-arp", "gratuitous-arp"]),
        ({"mode": "balance-rr", "miimon": 2**31}, ["mii-monitor-interval"]),
        ({"mode": "balance-rr", "learn_packet_interval": 0}, ["learn-packet-interval"]),
        ({"mode": "balance-xor", "transmit_hash_policy": "layer9"}, ["transmit-hash-policy"]),
        ({"mode": "active-backup", "arp_validate": "some"}, ["arp-validate"]),
        ({"mode": "active-backup", "miimon": 100, "peer_notify_delay": 150}, ["peer-notif-delay"]),
        ({"mode": "balance-rr", "ad_actor_system": "02:00:00:00:00:01"}, ["ad-actor-system"]),
    ],
)
def test_what_networkmanager_would_refuse_or_drop_is_named(
    params: dict[str, object], keys: list[str]
) -> None:
    lines, warned = bond(**params)
    assert warned == keys
    assert [line.partition("=")[0] for line in lines if "miimon" not in line] in (["mode"], [])


def test_unequal_numbers_of_announcements_are_one_in_the_kernel() -> None:
    lines, warned = bond(mode="active-backup", gratuitous_arp=3, unsolicited_na=4)
    assert lines == ["mode=active-backup", "num_grat_arp=3", "num_unsol_na=3"]
    assert warned == ["num-unsol-na"]
