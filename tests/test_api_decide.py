"""The decision as a library function: values in, values out."""

from __future__ import annotations

from netinit import api
from netinit.model.facts import Facts, Nic
from netinit.model.instance import InstanceData, RawNetwork

NIC = Nic(name="ens3", mac="02:00:00:00:00:01", operstate="up", carrier=1)


def test_fallback_on_the_nic_that_is_there() -> None:
    decided = api.decide(Facts(nics=(NIC,), nics_known=True), to="networkd")
    assert decided.choice.source == "fallback"
    assert decided.candidates == ("ens3",)
    assert decided.files is not None
    assert [file.path for file in decided.files] == ["/etc/systemd/network/10-netinit-ens3.network"]
    assert decided.steps[-1].question == "which renderer?"


def test_system_configuration_is_read_from_the_facts() -> None:
    text = "network: {version: 2, ethernets: {eth7: {dhcp4: true}}}\n"
    facts = Facts(texts={"/etc/cloud/cloud.cfg": text}, programs=frozenset({"netplan"}))
    raw = RawNetwork(format="v2", text="version: 2\n", file="seed")
    decided = api.decide(facts, InstanceData(source="NoCloud", instance_id="i", network=raw))
    assert decided.choice.source == "system"
    assert decided.renderer is not None
    assert decided.renderer.name == "netplan"
    assert [link.id for link in decided.config.links] == ["eth7"]


def test_no_renderer_is_a_failure_and_no_exception() -> None:
    decided = api.decide(Facts(nics=(NIC,), nics_known=True))
    assert decided.files is None
    assert decided.failure is not None
    assert decided.failure.startswith("no renderer fits this machine")
