"""Whatever stands in files and on the command line, the stage ends without a bug in it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from netinit.model.facts import Facts, Nic
from netinit.stages.local import FAILED, local
from netinit.system.doors import System
from netinit.system.root import Root
from tests.fakes import tree

SEED = "/var/lib/cloud/seed/nocloud"

WORDS = st.sampled_from(
    "network version 1 2 config disabled ethernets eth0 match macaddress 02:00:00:00:00:01 set-name lan0 eth1 name '*'"
    " driver renderers system_info updates when boot hotplug netinit fallback nics all none deny_names datasource NoCloud"
    " datasource_list conf_d ~ false true '' [] {} allow_userdata seedfrom user-data meta-data instance-id".split()
)
TREES = st.recursive(
    WORDS,
    lambda parts: (
        st.lists(parts, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.lists(st.tuples(WORDS, parts), max_size=4).map(
            lambda pairs: "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"
        )
    ),
    max_leaves=14,
)
TEXTS = TREES | st.text(max_size=80) | TREES.map(lambda tree: f"network: {tree}\n")
PATHS = st.sampled_from(
    [
        "/etc/cloud/cloud.cfg",
        "/etc/cloud/cloud.cfg.d/10-a.cfg",
        "/run/cloud-init/cloud.cfg",
        "/run/net-eth0.conf",
        "/var/lib/cloud/data/instance-id",
        "/var/lib/netinit/last-links.yaml",
    ]
)
CMDLINES = st.lists(
    st.sampled_from(
        ["ip=dhcp", "network-config=e30=", "network-config=!", "cc:", "end_cc", "ds=nocloud;i=a"]
    )
    | TEXTS,
    max_size=4,
).map(" ".join)
NAMES = st.sampled_from(
    ["lo", "eth0", "eth1", "lan0", "bond0", "veth0", "enP1", "ens3", "netinit0"]
)
NICS = st.builds(
    Nic,
    name=NAMES,
    mac=st.sampled_from([None, "", "00:00:00:00:00:00", "02:00:00:00:00:01", "02:00:00:00:00:02"]),
    driver=st.sampled_from([None, "hv_netvsc", "virtio_net", "mlx5_core"]),
    operstate=st.sampled_from([None, "up", "down", "unknown", "dormant", "notpresent", "odd"]),
    carrier=st.sampled_from([None, 0, 1]),
    type=st.sampled_from([1, 32, 772, 65534]),
    kind=st.sampled_from([None, "bond", "veth", "vlan"]),
    master=st.sampled_from([None, "bond0"]),
    addresses=st.sampled_from([(), ("fe80::1/64",), ("192.0.2.1/24",)]),
    features=st.sampled_from([None, "", "1" * 64]),
)


@example(
    texts={"/etc/cloud/cloud.cfg": "{allow_userdata: []}"}, network="network:", cmdline="", nics=[]
)
@given(
    texts=st.dictionaries(PATHS, TEXTS, max_size=4),
    network=TEXTS,
    cmdline=CMDLINES,
    nics=st.lists(NICS, max_size=5, unique_by=lambda nic: nic.name),
)
def test_no_input_makes_it_crash(
    texts: dict[str, str], network: str, cmdline: str, nics: list[Nic]
) -> None:
    seed = {
        f"{SEED}/meta-data": "instance-id: a\n",
        f"{SEED}/user-data": f"#cloud-config\n{network}",
        f"{SEED}/network-config": network,
    }
    facts = Facts(
        cmdline=cmdline,
        texts=texts,
        files=frozenset({*texts, *seed}),
        nics=tuple(nics),
        nics_known=True,
    )
    with TemporaryDirectory() as folder:
        root = Root(str(tree(Path(folder), seed)))
        outcome = local(System(root=root), facts, "networkd")
    assert [crash.traceback for crash in outcome.crashes] == []
    assert outcome.trail.exit_code != FAILED
