"""Writing version 2: what is written reads back as the same network, and what it cannot say is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from netinit import api, document
from netinit.formats.emit import emit
from netinit.formats.netv2_write import with_unknown, write
from netinit.model import network as model
from netinit.report import Report
from tests.formats.netv2_documents import documents


def written(*links: model.AnyLink, **fields: object) -> tuple[dict[str, object], list[str]]:
    """The document of some links, and the problems met."""
    report = Report()
    body = write(model.NetworkConfig(links=links, **fields), report)
    return body, [str(found.path[-1]) if found.path else found.message for found in report.found]


def network(config: model.NetworkConfig) -> tuple[object, ...]:
    """What a config asks for; not how it was spelled."""
    return config.links, config.nameservers, config.search, config.renderer, config.openvswitch


@given(documents)
def test_any_document_reads_back_as_the_same_network(tree):
    first = api.convert(emit(tree), form="v2")
    assert first.config.links
    again = api.convert(first.yaml, form="v2")
    by_id = {link.id: link for link in again.config.links}
    assert {link.id: link for link in first.config.links} == by_id
    assert network(first.config)[1:] == network(again.config)[1:]
    assert [problem for problem in again.problems if problem.severity == "error"] == []
    assert again.yaml == first.yaml


def test_every_key_is_written_as_it_was_read():
    text = (Path(__file__).parent / "every-key.yaml").read_text()
    conversion = api.convert(text)
    assert conversion.yaml == text
    assert [problem.path for problem in conversion.problems] == ["network.tunnels.wg1"]


ETH = model.Ethernet(id="eth0", name="eth0")
ADDRESS = model.Address(ip="192.0.2.1", prefix=24, family=4)


@pytest.mark.parametrize(
    ("link", "said", "unsaid"),
    [
        (ETH.replace(addresses=(ADDRESS.replace(broadcast="192.0.2.255"),)), {"addresses": ["192.0.2.1/24"]}, ["broadcast"]),
        (ETH.replace(addresses=(ADDRESS.replace(peer="192.0.2.9"),)), {"addresses": ["192.0.2.1/24"]}, ["peer"]),
        (ETH.replace(addresses=(ADDRESS.replace(scope="link"),)), {"addresses": ["192.0.2.1/24"]}, ["scope"]),
        (ETH.replace(ipv6_mode="slaac"), {"accept-ra": True}, []),
        (ETH.replace(ipv6_mode="stateless", dhcp6=True), {"dhcp6": True, "accept-ra": True}, []),
        (ETH.replace(ipv6_mode="stateful", dhcp6=True, accept_ra=False), {"dhcp6": True, "accept-ra": False}, ["eth0"]),
        (ETH.replace(infiniband=True), {"infiniband-mode": "datagram"}, []),
        (ETH.replace(infiniband=True, match=model.Match(mac=":".join(["20"] * 20))), {"match": {"macaddress": ":".join(["20"] * 20)}}, []),
    ],
    ids=["broadcast", "peer", "scope", "slaac", "stateless", "stateful", "infiniband", "infiniband-by-mac"],
)  # fmt: skip
def test_what_other_formats_say_of_a_link(link, said, unsaid):
    body, problems = written(link.replace(path=("config", "eth0")))
    assert body == {"version": 2, "ethernets": {"eth0": said}}
    assert problems == unsaid


def test_bond_options_without_a_key_are_named_as_version_1_does():
    params = model.BondParams(mode="802.3ad", ad_actor_system="02:00:00:00:00:01", dynamic_tlb=True)
    body, problems = written(model.Bond(id="bond0", params=params))
    assert body["bonds"] == {"bond0": {"interfaces": [], "parameters": {"mode": "802.3ad"}}}
    assert problems == ["bond-ad_actor_system", "bond-tlb_dynamic_lb"]


def test_name_servers_that_no_link_takes_are_named():
    _, problems = written(nameservers=("192.0.2.53",), search=("example.org",))
    assert problems == [
        "network-config version 2 binds name servers to links; 192.0.2.53, example.org left out"
    ]


def test_sections_stand_in_the_order_of_the_documentation_and_links_in_their_own():
    links = (
        model.Dummy(id="d"),
        model.Ethernet(id="b"),
        model.Bond(id="c"),
        model.Ethernet(id="a"),
    )
    body, _ = written(*links)
    assert list(body) == ["version", "ethernets", "bonds", "dummy-devices"]
    assert list(body["ethernets"]) == ["b", "a"]


def test_routes_and_rules_of_a_vrf_leave_its_table_unsaid():
    route = model.Route(family=4, to="default", via="192.0.2.1", table=7)
    rule = model.Rule(family=4, source="192.0.2.0/24", table=7)
    body, _ = written(model.Vrf(id="v", table=7, routes=(route,), rules=(rule,)))
    assert body["vrfs"]["v"] == {
        "table": 7,
        "routes": [{"to": "default", "via": "192.0.2.1"}],
        "routing-policy": [{"from": "192.0.2.0/24"}],
    }


def test_unknown_keys_go_back_to_their_place_and_those_in_lists_are_named():
    text = "version: 2\nfuture: 1\nethernets: {eth0: {new-key: {a: on}, routes: [{to: default, via: 192.0.2.1, new: 1}]}}\n"
    conversion = api.convert(text)
    tree = document.read(conversion.yaml, "-").tree["network"]
    assert tree["future"] == "1"
    assert tree["ethernets"]["eth0"]["new-key"] == {"a": "on"}
    assert tree["ethernets"]["eth0"]["routes"] == [{"to": "default", "via": "192.0.2.1"}]
    assert "<text>:3:77: warning: ethernets.eth0.routes[0].new: 'new' is left out" in map(
        str, conversion.problems
    )


def test_unknown_keys_of_what_was_left_out_are_named():
    config = model.NetworkConfig(tree={"version": "2"}, unknown=((("vlans", "v", "new"), ""),))
    report = Report()
    assert with_unknown({"version": 2}, config, report) == {"version": 2}
    assert [found.path for found in report.found] == [("vlans", "v", "new")]


@pytest.mark.parametrize("spelled", ["0.0.0.0/0", "::/0"])
def test_a_default_route_on_the_link_stays_one(spelled: str) -> None:
    text = f"version: 2\nethernets: {{e: {{dhcp4: true, routes: [{{to: '{spelled}'}}]}}}}\n"
    once = api.convert(text)
    twice = api.convert(once.yaml)
    assert (twice.yaml, twice.problems) == (once.yaml, ())
    assert f'to: "{spelled}"' in once.yaml or f"to: {spelled}" in once.yaml
