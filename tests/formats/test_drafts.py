"""What only the whole document shows, whatever format it is in."""

from __future__ import annotations

import pytest

from netinit import api

V1 = """\
version: 1
config:
- type: physical
  name: eth0
  subnets:
  - {type: static, address: 192.0.2.2/24, gateway: 192.0.2.1,
     routes: [{destination: 0.0.0.0/0, gateway: 192.0.2.1, metric: 99}]}
"""
V2 = """\
network:
  version: 2
  ethernets:
    eth0:
      addresses: [192.0.2.2/24]
      gateway4: 192.0.2.1
      routes: [{to: default, via: 192.0.2.1, metric: 99}]
"""


@pytest.mark.parametrize("text", [V1, V2], ids=["v1", "v2"])
def test_a_gateway_that_a_route_spells_out_is_one_route(text: str) -> None:
    (link,) = api.parse(text).config.links
    assert [(route.via, route.metric) for route in link.routes] == [("192.0.2.1", 99)]


@pytest.mark.parametrize("other", ["via: 192.0.2.254, metric: 99", "via: 192.0.2.1, table: 7"])
def test_a_gateway_beside_another_route_stays(other: str) -> None:
    (link,) = api.parse(V2.replace("via: 192.0.2.1, metric: 99", other)).config.links
    assert len(link.routes) == 2


@pytest.mark.parametrize(
    ("links", "problems", "left"),
    [
        (
            "bridges: {a: {interfaces: [b]}, b: {interfaces: [e, a]}}",
            ["error bridges.b.interfaces[1]: 'a' stands on 'b' itself"],
            {"e": "b", "a": None, "b": "a"},
        ),
        (
            "bonds: {b: {interfaces: [v, e]}}\nvlans: {v: {id: 1, link: b}}",
            [
                "warning bonds.b.interfaces[0]: 'v' was left out, and so it is here",
                "error vlans.v.link: 'b' stands on 'v' itself",
            ],
            {"e": "b", "b": None},
        ),
        (
            "vlans: {v: {id: 1, link: w}, w: {id: 2, link: v}, x: {id: 3, link: e}}",
            [
                "warning vlans.v.link: left out, since 'w' was left out",
                "error vlans.w.link: 'v' stands on 'w' itself",
            ],
            {"e": None, "x": None},
        ),
        (
            (
                "bridges: {a: {interfaces: [v]}, b: {interfaces: [w]}}\nbonds: {c: {interfaces: [e]}}\n"
                "vlans: {v: {id: 1, link: c}, w: {id: 2, link: c}}"
            ),
            [],
            {"e": "c", "a": None, "b": None, "c": None, "v": "a", "w": "b"},
        ),
    ],
    ids=["bridges", "bond on its vlan", "vlans", "no ring"],
)
def test_no_link_stands_on_itself_by_way_of_others(
    links: str, problems: list[str], left: dict[str, str | None]
) -> None:
    parsed = api.parse(f"version: 2\nethernets: {{e: {{}}}}\n{links}\n")
    found = [f"{item.severity} {item.path}: {item.message}" for item in parsed.problems]
    assert found == problems
    assert {link.id: link.master for link in parsed.config.links} == left


def test_a_tall_pile_of_links_is_no_trouble() -> None:
    vlans = "".join(f"  v{n}: {{id: 1, link: v{n + 1}}}\n" for n in range(3000))
    parsed = api.parse(f"version: 2\nvlans:\n{vlans}ethernets: {{v3000: {{}}}}\n")
    assert (len(parsed.config.links), parsed.problems) == (3001, ())
