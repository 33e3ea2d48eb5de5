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
