"""When the network is rendered again, and what becomes of edited files."""

from __future__ import annotations

import pytest

from netinit.decide.rerender import Rerender, may_replace, rerender
from netinit.model.facts import Facts, Nic
from netinit.model.instance import InstanceData
from netinit.stages import base

NIC = Nic(name="ens3", mac="02:00:00:00:00:01")
SAME = {
    "/var/lib/cloud/data/instance-id": "i-1\n",
    "/var/lib/netinit/last-links.yaml": "- {name: ens3, mac: '02:00:00:00:00:01'}\n",
}
RENDERED = frozenset({"/run/cloud-init/sem/apply_network_config.once"})


def when(*events: str) -> dict[str, str]:
    return {"/etc/cloud/cloud.cfg": f"updates: {{network: {{when: [{', '.join(events)}]}}}}\n"}


def booted(texts: dict[str, str], *nics: Nic, **more: object) -> Facts:
    return Facts(texts=texts, nics=nics or (NIC,), nics_known=True, **more)  # type: ignore[arg-type]


INSTANCE = InstanceData(source="NoCloud", instance_id="i-1")
EVERY_BOOT = INSTANCE.replace(update_events=("boot",))
ALWAYS = INSTANCE.replace(update_events=("boot", "boot-legacy"))
GONE = "the nics changed: ens4 with MAC address 02:00:00:00:00:02 is new, ens3 with MAC address 02:00:00:00:00:01 is gone"
OTHER = Nic(name="ens4", mac="02:00:00:00:00:02")


@pytest.mark.parametrize(
    ("facts", "instance", "render", "reason"),
    [
        pytest.param(booted({}), INSTANCE, True, "i-1 is a new instance", id="first boot"),
        pytest.param(
            booted(SAME | {"/var/lib/cloud/data/instance-id": "i-0"}),
            INSTANCE,
            True,
            "i-1 is a new instance (before: i-0)",
            id="another instance",
        ),
        pytest.param(
            booted(SAME),
            INSTANCE,
            False,
            "i-1 has been rendered, with these nics",
            id="same instance, same nics",
        ),
        pytest.param(booted(SAME, OTHER), INSTANCE, True, GONE, id="a nic was replaced"),
        pytest.param(
            booted(SAME, NIC, Nic(name="eth0", mac="02:00:00:00:00:09", kind="veth")),
            INSTANCE,
            False,
            "i-1 has been rendered, with these nics",
            id="virtual devices do not count",
        ),
        pytest.param(
            booted(SAME, NIC, Nic(name="usb0", mac="02:00:00:00:00:09", addr_assign_type=1)),
            INSTANCE,
            False,
            "i-1 has been rendered, with these nics",
            id="addresses drawn by chance do not count",
        ),
        pytest.param(
            Facts(texts=SAME),
            INSTANCE,
            False,
            "i-1 has been rendered, with these nics",
            id="nobody looked for nics",
        ),
        pytest.param(
            booted({"/var/lib/cloud/data/instance-id": "i-1"}),
            INSTANCE,
            False,
            "i-1 has been rendered, with these nics",
            id="nics of the last time unknown",
        ),
        pytest.param(
            booted(SAME | when("boot-new-instance"), OTHER),
            INSTANCE,
            False,
            "i-1 has been rendered, with these nics",
            id="the policy forbids it",
        ),
        pytest.param(
            booted(SAME | when("hotplug"), OTHER), INSTANCE, True, GONE, id="the policy allows it"
        ),
        pytest.param(
            booted(when()),
            INSTANCE,
            True,
            "i-1 is a new instance",
            id="no policy keeps a new instance from it",
        ),
        pytest.param(booted(SAME), EVERY_BOOT, True, "it is wanted in every boot", id="boot"),
        pytest.param(
            booted(SAME, files=RENDERED),
            EVERY_BOOT,
            False,
            "it was rendered in this boot",
            id="boot, once each",
        ),
        pytest.param(
            booted(SAME, files=RENDERED), ALWAYS, True, "it is wanted always", id="boot-legacy"
        ),
        pytest.param(
            booted(SAME | when("boot")),
            INSTANCE,
            True,
            "it is wanted in every boot",
            id="configured",
        ),
        pytest.param(
            booted(SAME | when("hotplug")),
            ALWAYS,
            False,
            "i-1 has been rendered, with these nics",
            id="the configuration replaces the source's events",
        ),
        pytest.param(booted({}), None, True, "there is no datasource", id="never a datasource"),
        pytest.param(
            booted(SAME),
            None,
            False,
            "there is no datasource now; what i-1 was given stays",
            id="no datasource any more",
        ),
        pytest.param(
            booted(SAME, OTHER),
            None,
            True,
            f"there is no datasource, and {GONE}",
            id="no datasource any more, and the nic is gone",
        ),
    ],
)
def test_table(facts: Facts, instance: InstanceData | None, render: bool, reason: str) -> None:
    decision = rerender(facts, base.read(facts), instance, "datasource")
    assert (decision.value.render, decision.value.reason) == (render, reason)
    assert [(step.answer, step.because) for step in decision.steps] == [
        ("yes" if render else "no", reason)
    ]


def test_an_unknown_event_is_a_warning_and_no_event() -> None:
    facts = booted(SAME | when("boot", "always"))
    value = rerender(facts, base.read(facts), INSTANCE, "datasource").value
    assert not value.render
    assert [str(problem.mark) for problem in value.problems] == ["/etc/cloud/cloud.cfg:1:21"]
    assert "found 'always'; taken as no event at all" in value.problems[0].message


@pytest.mark.parametrize(
    ("before", "now", "policy", "render"),
    [
        pytest.param("fallback", "datasource", {}, True, id="there is one now"),
        pytest.param("fallback", "fallback", {}, False, id="there still is none"),
        pytest.param("datasource", "system", {}, False, id="there was one before"),
        pytest.param(
            "fallback", "system", when("boot-new-instance"), False, id="the policy forbids it"
        ),
    ],
)
def test_a_network_config_takes_over_from_dhcp(
    before: str, now: str, policy: dict[str, str], render: bool
) -> None:
    facts = booted(SAME | policy | {"/var/lib/netinit/last-source": f"{before}\n"})
    value = rerender(facts, base.read(facts), INSTANCE, now).value
    assert value.render is render
    assert ("for want of" in value.reason) is render


@pytest.mark.parametrize(
    ("decided", "replaced"),
    [
        pytest.param(Rerender(render=True, reason="", new_instance=True), True, id="new instance"),
        pytest.param(Rerender(render=True, reason=""), False, id="same instance"),
        pytest.param(
            Rerender(render=True, reason="", gone=(("ens3", "02:00:00:00:00:0a"),)),
            True,
            id="it names a nic that is gone",
        ),
        pytest.param(
            Rerender(render=True, reason="", gone=(("ens4", "02:00:00:00:00:0b"),)),
            False,
            id="another nic is gone",
        ),
    ],
)
def test_edited_file_gives_way(decided: Rerender, replaced: bool) -> None:
    assert may_replace("[Match]\nMACAddress=02:00:00:00:00:0A\n", decided) is replaced
