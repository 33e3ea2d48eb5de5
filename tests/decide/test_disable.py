"""Every switch is seen, and all that are thrown are named."""

from __future__ import annotations

import pytest

from netinit.decide.disable import disable
from netinit.model.facts import Facts
from netinit.stages import base

OFF = "network: {config: disabled}\n"
CONFIG = "network: {config: disabled} in the system configuration"


@pytest.mark.parametrize(
    ("facts", "everything", "network"),
    [
        pytest.param(Facts(cmdline="root=/dev/vda ro"), (), (), id="none"),
        pytest.param(
            Facts(cmdline="ro cloud-init=disabled"),
            ("cloud-init=disabled on the kernel command line",),
            (),
            id="command line",
        ),
        pytest.param(
            Facts(files=frozenset({"/etc/cloud/cloud-init.disabled"})),
            ("/etc/cloud/cloud-init.disabled exists",),
            (),
            id="file",
        ),
        pytest.param(
            Facts(environment={"KERNEL_CMDLINE": "cloud-init=disabled"}),
            ("KERNEL_CMDLINE=cloud-init=disabled in the environment",),
            (),
            id="environment",
        ),
        pytest.param(
            Facts(environment={"KERNEL_CMDLINE": "quiet cloud-init=disabled"}),
            (),
            (),
            id="the environment has to say just that",
        ),
        pytest.param(
            Facts(cmdline="network-config=disabled"),
            (),
            ("network-config=disabled on the kernel command line",),
            id="network, command line",
        ),
        pytest.param(
            Facts(cmdline="network-config=disabled network-config=e30="),
            (),
            (),
            id="the last word on the command line counts",
        ),
        pytest.param(
            Facts(texts={"/etc/cloud/cloud.cfg.d/99-off.cfg": OFF}),
            (),
            (CONFIG,),
            id="network, system configuration",
        ),
        pytest.param(
            Facts(cmdline="cc: network: {config: disabled} end_cc"),
            (),
            (CONFIG,),
            id="network, system configuration on the command line",
        ),
        pytest.param(
            Facts(files=frozenset({"/var/lib/cloud/data/upgraded-network"})),
            (),
            ("/var/lib/cloud/data/upgraded-network exists",),
            id="network, marker of an upgrade",
        ),
        pytest.param(
            Facts(
                cmdline="cloud-init=disabled network-config=disabled",
                files=frozenset({"/etc/cloud/cloud-init.disabled"}),
                texts={"/etc/cloud/cloud.cfg": OFF},
            ),
            (
                "/etc/cloud/cloud-init.disabled exists",
                "cloud-init=disabled on the kernel command line",
            ),
            ("network-config=disabled on the kernel command line", CONFIG),
            id="all that are thrown are named",
        ),
    ],
)
def test_switches(facts: Facts, everything: tuple[str, ...], network: tuple[str, ...]) -> None:
    decision = disable(facts, base.read(facts))
    assert decision.value.everything == everything
    assert decision.value.network == network
    first = decision.steps[0]
    assert first.answer == ("no" if everything else "yes")
    for switch in everything:
        assert switch in first.because


def test_the_switch_in_a_file_is_shown_with_its_line() -> None:
    texts = {"/etc/cloud/cloud.cfg.d/99-off.cfg": "# off\nnetwork:\n  config: disabled\n"}
    facts = Facts(texts=texts)
    step = disable(facts, base.read(facts)).steps[-1]
    assert str(step) == (
        f"a switch for the network?: thrown, because {CONFIG} (/etc/cloud/cloud.cfg.d/99-off.cfg:3:3)"
    )
