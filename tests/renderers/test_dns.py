"""Where global name servers go."""

from __future__ import annotations

from netinit.model.network import Address, Ethernet, Loopback, NetworkConfig
from netinit.renderers import _dns


def servers(config: NetworkConfig) -> dict[str, tuple[str, ...]]:
    return {link.id: link.nameservers for link in _dns.placed(config).links}


def test_global_servers_go_to_links_with_addresses_and_no_servers_of_their_own() -> None:
    config = NetworkConfig(
        links=(
            Loopback(
                id="lo",
                name="lo",
                addresses=(Address(ip="192.0.2.1", prefix=32, family=4),),
            ),
            Ethernet(id="eth0", name="eth0", dhcp4=True),
            Ethernet(id="eth1", name="eth1", dhcp4=True, nameservers=("198.51.100.1",)),
            Ethernet(id="eth2", name="eth2"),
        ),
        nameservers=("192.0.2.53",),
    )
    assert servers(config) == {
        "lo": (),
        "eth0": ("192.0.2.53",),
        "eth1": ("198.51.100.1",),
        "eth2": (),
    }


def test_global_servers_follow_those_of_the_links_where_all_have_some() -> None:
    config = NetworkConfig(
        links=(
            Ethernet(
                id="eth0",
                name="eth0",
                dhcp4=True,
                nameservers=("192.0.2.1",),
                search=("a.example",),
            ),
        ),
        nameservers=("192.0.2.53", "192.0.2.1"),
        search=("b.example",),
    )
    link = _dns.placed(config).links[0]
    assert (
        link.nameservers,
        link.search,
    ) == (("192.0.2.1", "192.0.2.53"), ("a.example", "b.example"))


def test_a_config_without_global_servers_is_left_as_it_is() -> None:
    config = NetworkConfig(links=(Ethernet(id="eth0", name="eth0"),))
    assert _dns.placed(config) is config


def test_global_servers_stay_where_no_link_has_addresses() -> None:
    config = NetworkConfig(links=(Ethernet(id="eth0", name="eth0"),), nameservers=("192.0.2.53",))
    assert _dns.placed(config).nameservers == ("192.0.2.53",)
