"""The sections for Open vSwitch: carried as they stand, checked as netplan would."""

from __future__ import annotations

import pytest

from netinit import api

TREE = """version: 2
openvswitch: {%s}
ethernets: {eth0: {}}
bonds: {b: {interfaces: [eth0], openvswitch: {%s}}}
bridges: {br: {interfaces: [p0], openvswitch: {%s}}}
"""


def problems(of_document="", of_bond="", of_bridge=""):
    of_document = of_document or "ports: [[p0, p1]]"
    parsed = api.parse(TREE % (of_document, of_bond, of_bridge))
    return parsed.config, [f"{item.severity} {item.path}" for item in parsed.problems]


def test_sound_sections_are_carried_as_they_stand():
    config, found = problems(
        "ports: [[p0, p1]], protocols: [OpenFlow13], ssl: {ca-cert: /a}, external-ids: {a: on, b: }",
        "lacp: passive, other-config: {x: 1}",
        "fail-mode: secure, mcast-snooping: yes, rstp: no, protocols: [OpenFlow10], "
        "controller: {addresses: [tcp:192.0.2.1], connection-mode: in-band}",
    )
    assert found == []
    assert config.openvswitch["protocols"] == ["OpenFlow13"]
    assert config.link("b").openvswitch == {"lacp": "passive", "other-config": {"x": "1"}}
    assert config.link("br").interfaces == ("p0",)


@pytest.mark.parametrize(
    ("sections", "found"),
    [
        (("ports: [[p0]]",), ["error openvswitch.ports[0]", "error bridges.br.interfaces[0]"]),
        (("ports: [[p0, p1], p2]",), ["error openvswitch.ports[1]"]),
        (("ports: [[p0, p1]], protocols: [OpenFlow99]",), ["error openvswitch.protocols[0]"]),
        (("ports: [[p0, p1]], external-ids: []",), ["error openvswitch.external-ids"]),
        (("ports: [[p0, p1]], lacp: active",), ["warning openvswitch.lacp"]),
        (("", "lacp: maybe"), ["error bonds.b.openvswitch.lacp"]),
        (("", "rstp: on"), ["warning bonds.b.openvswitch.rstp"]),
        (("", "", "controller: {connection-mode: x}"), ["error bridges.br.openvswitch.controller.connection-mode"]),
        (("", "", "other-config: {a: []}"), ["error bridges.br.openvswitch.other-config.a"]),
    ],
    ids=lambda value: str(value)[:50],
)  # fmt: skip
def test_mistakes_are_named(sections, found):
    assert problems(*sections)[1] == found


def test_what_is_refused_is_left_out_of_the_model_too():
    config, _ = problems("", "lacp: maybe, other-config: {a: b}")
    assert config.link("b").openvswitch == {"other-config": {"a": "b"}}


def test_a_section_that_is_no_mapping_is_refused():
    parsed = api.parse("version: 2\nopenvswitch: [a]\nbridges: {br: {openvswitch: x}}\n")
    assert [problem.path for problem in parsed.problems] == [
        "openvswitch",
        "bridges.br.openvswitch",
    ]
    assert parsed.config.link("br").openvswitch == {}
