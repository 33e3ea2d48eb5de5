"""Which network-config counts: the value and the trail, as tables."""

from __future__ import annotations

from base64 import b64encode
from gzip import compress

import pytest

from netinit.decide.network import network
from netinit.model.facts import Facts
from netinit.model.instance import InstanceData, RawNetwork
from netinit.stages import base

CFG = "/etc/cloud/cloud.cfg.d/50-net.cfg"
SEED = "/seed/network-config"
WINNER = "the system configuration"
V2 = "version: 2\nethernets: {eth0: {dhcp4: true}}\n"
OFF = "{config: disabled}"
CMDLINE = f"network-config={b64encode(V2.encode()).decode()}"
KLIBC = {"/run/net-eth0.conf": "DEVICE='eth0'\nPROTO='dhcp'\n"}
SYSTEM = {"/etc/cloud/cloud.cfg.d/50-net.cfg": "network: {version: 2, ethernets: {eth1: {}}}\n"}
SYSTEM_OFF = {"/etc/cloud/cloud.cfg.d/50-net.cfg": f"network: {OFF}\n"}


def instance(text: str | None = V2, **more: object) -> InstanceData:
    raw = None
    if text is not None:
        raw = RawNetwork(format="auto", text=text, file="/seed/network-config")
    return InstanceData(source="NoCloud", instance_id="i-1", seed="/seed", network=raw, **more)  # type: ignore[arg-type]


def outcome(facts: Facts, given: InstanceData | None) -> str:
    choice = network(facts, base.read(facts), given).value
    return f"{choice.source} off" if choice.disabled else choice.source


@pytest.mark.parametrize(
    ("facts", "given", "expected"),
    [
        pytest.param(
            Facts(cmdline=f"{CMDLINE} ip=dhcp", texts=KLIBC | SYSTEM),
            instance(),
            "cmdline",
            id="the command line beats all",
        ),
        pytest.param(
            Facts(cmdline="ip=dhcp", texts=KLIBC | SYSTEM),
            instance(),
            "initramfs",
            id="the initramfs beats system and datasource",
        ),
        pytest.param(
            Facts(texts=KLIBC | SYSTEM),
            instance(),
            "system",
            id="without ip= the initramfs says nothing",
        ),
        pytest.param(
            Facts(texts=KLIBC, files=frozenset({"/run/initramfs/open-iscsi.interface"})),
            instance(),
            "initramfs",
            id="a root on iSCSI needs no ip=",
        ),
        pytest.param(Facts(cmdline="ip6=dhcp", texts=KLIBC), None, "initramfs", id="ip6= will do"),
        pytest.param(Facts(texts=SYSTEM), instance(), "system", id="system beats datasource"),
        pytest.param(Facts(), instance(), "datasource", id="datasource"),
        pytest.param(Facts(), instance(None), "fallback", id="the datasource says nothing"),
        pytest.param(Facts(), None, "fallback", id="no datasource"),
        pytest.param(Facts(texts=SYSTEM_OFF), instance(), "system off", id="switch in the system"),
        pytest.param(
            Facts(cmdline=CMDLINE, texts=SYSTEM_OFF),
            instance(),
            "cmdline",
            id="the command line beats a switch below it",
        ),
        pytest.param(
            Facts(cmdline="ip=dhcp", texts=KLIBC | SYSTEM_OFF),
            instance(),
            "system off",
            id="a switch beats what the initramfs left behind",
        ),
        pytest.param(
            Facts(cmdline="ip=dhcp", texts=KLIBC),
            instance(OFF),
            "datasource off",
            id="the seed's switch beats it as well",
        ),
        pytest.param(
            Facts(texts=SYSTEM),
            instance(OFF),
            "system",
            id="the seed's switch does not beat the administrator's network",
        ),
        pytest.param(Facts(), instance(OFF), "datasource off", id="switch in the seed"),
        pytest.param(
            Facts(), instance(f"network: {OFF}\n"), "datasource off", id="the same under network:"
        ),
        pytest.param(
            Facts(cmdline="network-config=disabled", texts=SYSTEM),
            instance(),
            "cmdline off",
            id="switch on the command line",
        ),
        pytest.param(
            Facts(files=frozenset({"/var/lib/cloud/data/upgraded-network"}), cmdline=CMDLINE),
            instance(),
            "upgrade off",
            id="the marker of an upgrade beats all",
        ),
        pytest.param(
            Facts(cmdline="ip=dhcp", texts=KLIBC),
            instance(network_order=("cmdline", "system", "datasource", "initramfs")),
            "datasource",
            id="a source with an order of its own",
        ),
        pytest.param(
            Facts(cmdline="ip=dhcp", texts=KLIBC),
            instance(None, network_order=("cmdline", "system", "datasource", "initramfs")),
            "initramfs",
            id="the last of another order",
        ),
        *[
            pytest.param(
                Facts(texts={"/etc/cloud/cloud.cfg": f"network: {value}\n"}),
                instance(),
                "datasource",
                id=f"network {value or 'without a value'} is not set",
            )
            for value in ("", "{}", "false", "'a word'", "[a, list]", "7")
        ],
        *[
            pytest.param(Facts(), instance(text), "fallback", id=f"a seed with {text!r}")
            for text in ("", "{}", "network: {}\n", "# nothing\n", "false\n")
        ],
    ],
)
def test_precedence(facts: Facts, given: InstanceData | None, expected: str) -> None:
    assert outcome(facts, given) == expected


def test_trail_names_the_winner_and_why_each_other_lost() -> None:
    facts = Facts(texts=SYSTEM)
    steps = network(facts, base.read(facts), instance()).steps
    assert [str(step) for step in steps] == [
        "network from the kernel command line?: no, because no network-config= there",
        "network from the initramfs?: no, because no /run/net-*.conf",
        f"network from the system configuration?: yes, because the key 'network' stands there ({CFG}:1:1)",
        f"network from the datasource?: no, because NoCloud brings {SEED}, but {WINNER} counts more ({SEED}:1:1)",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(b64encode(V2.encode()).decode(), V2, id="base64"),
        pytest.param(b64encode(compress(V2.encode())).decode(), V2, id="gzip inside base64"),
        pytest.param(f"-{b64encode(V2.encode()).decode()}", V2, id="strangers are passed over"),
    ],
)
def test_command_line_is_decoded(value: str, text: str) -> None:
    facts = Facts(cmdline=f"ro network-config={value}")
    choice = network(facts, base.read(facts), None).value
    assert choice.raw is not None
    assert choice.raw.text == text


@pytest.mark.parametrize(
    "value", ["dmVyc2lvbjogMg", "H4sIAAAA", "/////w=="], ids=["padding", "gzip", "no text"]
)
def test_command_line_that_cannot_be_decoded_is_an_error_and_counts_for_nothing(value: str) -> None:
    facts = Facts(cmdline=f"network-config={value}")
    choice = network(facts, base.read(facts), instance()).value
    assert choice.source == "datasource"
    assert [problem.severity for problem in choice.problems] == ["error"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param(
            "a: 1\nnetwork:\n",
            "/etc/cloud/cloud.cfg:2:1: warning: network: an empty network-config, passed over",
            id="no value",
        ),
        pytest.param(
            "network: eth0\n",
            "/etc/cloud/cloud.cfg:1:1: error: network: expected a mapping, found 'eth0'; passed over",
            id="a word",
        ),
    ],
)
def test_what_is_passed_over_is_told_with_its_line(text: str, problem: str) -> None:
    facts = Facts(texts={"/etc/cloud/cloud.cfg": text})
    choice = network(facts, base.read(facts), None).value
    assert [str(item) for item in choice.problems] == [problem]


USER_DATA = b"#cloud-config\nhostname: a\nnetwork: {version: 2, ethernets: {eth0: {dhcp4: true}}}\n"


def test_user_data_of_a_local_seed_may_bring_the_network() -> None:
    given = instance(None, userdata=USER_DATA)
    choice = network(Facts(), base.read(Facts()), given).value
    assert choice.source == "user-data"
    assert choice.raw is not None
    assert choice.raw.wrapped_in == ("network",)
    assert str(choice.mark) == "/seed/user-data:3:1"


@pytest.mark.parametrize(
    ("given", "texts", "reason"),
    [
        pytest.param(
            instance(userdata=USER_DATA),
            {},
            "the datasource has a network-config of its own",
            id="the seed has a network-config",
        ),
        pytest.param(
            instance(None, userdata=USER_DATA).replace(seed="http://192.0.2.1/"),
            {},
            "the seed http://192.0.2.1/ is not local",
            id="the seed is not local",
        ),
        pytest.param(
            instance(None, userdata=USER_DATA),
            {"/etc/cloud/cloud.cfg": "allow_userdata: false\n"},
            "allow_userdata is false",
            id="the configuration forbids user-data",
        ),
    ],
)
def test_user_data_is_refused_with_one_line(
    given: InstanceData, texts: dict[str, str], reason: str
) -> None:
    facts = Facts(texts=texts)
    choice = network(facts, base.read(facts), given).value
    assert choice.source in {"datasource", "fallback"}
    assert [problem.message for problem in choice.problems] == [
        f"passed over, since {reason}; it belongs into the seed's network-config"
    ]
