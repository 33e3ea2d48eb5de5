"""Which backend is written for: as asked, as configured, as the machine shows."""

from __future__ import annotations

import pytest

from netinit.decide.renderer import Candidate, renderer
from netinit.errors import NetinitError
from netinit.model.facts import Facts
from netinit.stages import base


def machine(*available: str) -> list[Candidate]:
    ranks = {"networkd": 30, "netplan": 10, "network-manager": 20}
    return [
        Candidate(name=name, rank=rank, evidence=f"{name} is here" if name in available else None)
        for name, rank in ranks.items()
    ]


def configured(text: str) -> Facts:
    return Facts(
        texts={"/etc/cloud/cloud.cfg": f"system_info: {{network: {{renderers: {text}}}}}\n"}
    )


ALL = ("netplan", "network-manager", "networkd")


@pytest.mark.parametrize(
    ("facts", "available", "asked", "chosen", "trail"),
    [
        pytest.param(
            Facts(),
            ALL,
            None,
            "netplan",
            ["which renderer?: netplan, because netplan is here"],
            id="rank",
        ),
        pytest.param(
            Facts(),
            ("networkd",),
            None,
            "networkd",
            [
                "renderer netplan?: no, because not found on this machine",
                "renderer network-manager?: no, because not found on this machine",
                "which renderer?: networkd, because networkd is here",
            ],
            id="the first that is there",
        ),
        pytest.param(
            configured("[eni, networkd, netplan]"),
            ALL,
            None,
            "networkd",
            [
                "renderer eni?: no, because netinit has no renderer of this name (/etc/cloud/cloud.cfg:1:25)",
                "which renderer?: networkd, because networkd is here (/etc/cloud/cloud.cfg:1:25)",
            ],
            id="configured",
        ),
        pytest.param(
            Facts(),
            (),
            "networkd",
            "networkd",
            ["which renderer?: networkd, because asked for"],
            id="asked for",
        ),
        pytest.param(
            Facts(),
            (),
            "NetworkManager",
            "network-manager",
            ["which renderer?: network-manager, because asked for"],
            id="in another spelling",
        ),
    ],
)
def test_choice(
    facts: Facts, available: tuple[str, ...], asked: str | None, chosen: str, trail: list[str]
) -> None:
    decision = renderer(facts, base.read(facts), machine(*available), asked)
    assert decision.value.name == chosen
    assert [str(step) for step in decision.steps] == trail


@pytest.mark.parametrize(
    ("facts", "asked", "message"),
    [
        pytest.param(
            Facts(),
            "ifupdown",
            "'ifupdown' is no renderer of netinit: there are netplan, network-manager, networkd",
            id="asked for, unknown",
        ),
        pytest.param(
            configured("[wicked]"),
            None,
            "/etc/cloud/cloud.cfg:1:25: system_info.network.renderers: 'wicked' is no renderer: "
            "there are netplan, network-manager, networkd",
            id="configured, unknown",
        ),
        pytest.param(
            configured("[eni]"),
            None,
            "no renderer fits this machine: looked for none; name one with --to, or in system_info.network.renderers",
            id="configured, none of ours",
        ),
        pytest.param(
            Facts(),
            None,
            "no renderer fits this machine: looked for netplan, network-manager, networkd; name one with --to, "
            "or in system_info.network.renderers",
            id="none is there",
        ),
    ],
)
def test_no_choice(facts: Facts, asked: str | None, message: str) -> None:
    with pytest.raises(NetinitError) as error:
        renderer(facts, base.read(facts), machine(), asked)
    assert str(error.value) == message
