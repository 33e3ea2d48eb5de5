"""netplan's file: the author's words survive, and what netplan would refuse is left out by name."""

from __future__ import annotations

import pytest
import yaml

from netinit import api, document
from netinit.formats.emit import emit
from netinit.model import network as model
from netinit.model.facts import Facts
from netinit.renderers.netplan import render as netplan
from netinit.report import Report

GRE = {"mode": "gre", "local": "192.0.2.1", "remote": "192.0.2.2"}
KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
PEER = {"keys": {"public": KEY}, "allowed-ips": ["10.0.0.0/8"]}


def rendered(text):
    """The tree below `network:` and the problems as `severity path: message`."""
    rendering = api.render(text if isinstance(text, str) else emit(text), to="netplan")
    (file,) = rendering.files
    read = document.read(file.content, file.path)
    assert read.found == []
    problems = [f"{item.severity} {item.path}: {item.message}" for item in rendering.problems]
    return read.tree["network"], problems


def link(body, section="ethernets", renderer="networkd", **more):
    """What becomes of one link, and the paths of the problems below it."""
    others = {"ethernets": {"eth8": {}, "eth9": {}}}
    document_ = {"version": 2, "renderer": renderer, **others, **more}
    document_[section] = {**document_.get(section, {}), "x0": body}
    tree, problems = rendered(document_)
    paths = [problem.split(": ")[0] for problem in problems]
    return tree.get(section, {}).get("x0"), [path.replace(f"{section}.x0", "") for path in paths]


def test_file_place_mode_and_first_line():
    (file,) = api.render("version: 2\nethernets: {eth0: {}}\n", to="netplan", file="seed").files
    assert (file.path, file.mode, file.secret) == ("/etc/netplan/50-netinit.yaml", 0o600, False)
    assert file.content.startswith("# Written by netinit from seed (sha256 ")
    assert file.content.splitlines()[1:] == [
        "network:",
        "  version: 2",
        "  ethernets:",
        "    eth0: {}",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "wifis: {w: {access-points: {x: {password: 12345678}}}}",
        f"tunnels: {{w: {{mode: wireguard, key: {KEY}}}}}",
        "ethernets: {e: {auth: {method: tls}}}",
    ],
    ids=["wifi", "wireguard", "802.1X"],
)
def test_a_file_with_credentials_is_secret(text):
    (file,) = api.render(f"version: 2\n{text}\n", to="netplan").files
    assert file.secret


def test_an_empty_config_is_a_sound_file():
    config = model.NetworkConfig()
    (file,) = netplan.render(config, Facts(), Report())
    assert file.content.endswith("network:\n  version: 2\n")


@pytest.mark.parametrize(
    ("programs", "evidence"), [({"netplan"}, "netplan is installed"), (set(), None)]
)
def test_available_where_netplan_is_installed(programs, evidence):
    assert netplan.available(Facts(programs=frozenset(programs))) == evidence


def test_the_authors_order_and_words_survive():
    text = (
        "network:\n  renderer: networkd\n  version: 2\n  vlans: {v: {link: b, id: 010}}\n"
        "  ethernets: {b: {mtu: 01400, dhcp4: on, gateway4: 192.0.2.1}, a: {}}\n"
    )
    tree, _ = rendered(text)
    assert list(tree) == ["version", "renderer", "vlans", "ethernets"]
    assert list(tree["ethernets"]) == ["b", "a"]
    assert tree["ethernets"]["b"] == {"mtu": "01400", "dhcp4": "true", "gateway4": "192.0.2.1"}
    assert tree["vlans"]["v"] == {"link": "b", "id": "010"}


def test_keys_without_a_value_are_gone_and_links_without_one_stay():
    tree, problems = rendered(
        "version: 2\nwifis: {w: {access-points: {x: }}}\nbonds:\n"
        "ethernets: {a: , b: {mtu: , nameservers: {addresses: ~}, addresses: [{192.0.2.1/24: }]}}\n"
    )
    assert tree["ethernets"] == {"a": {}, "b": {"nameservers": {}, "addresses": ["192.0.2.1/24"]}}
    assert tree["wifis"] == {"w": {"access-points": {"x": {}}}}
    assert problems == []


@pytest.mark.parametrize(
    ("key", "kept"),
    [
        ("brand-new-key", True),
        ("ipv4-mtu", True),
        ("xfrm", True),
        ("set_name", False),
        ("dchp4", False),
        ("rouets", False),
        ("Mtu", False),
        ("interfaces", False),
        ("via", False),
        ("dhcp4domain", False),
        ("mac_address", False),
        ("vendor.key", False),
    ],
)
def test_unknown_key_survives_unless_it_cannot_be_one_of_netplans(key, kept):
    body, problems = link({"mtu": 1400, key: {"a": [1]}})
    assert (key in body) == kept
    assert problems == [f"warning .{key}"] * 2


def test_unknown_section_survives():
    tree, problems = rendered(
        "network: {version: 2, xfrm-interfaces: {x0: {if_id: 1}}, bodns: {}}\n"
    )
    assert tree == {"version": "2", "xfrm-interfaces": {"x0": {"if_id": "1"}}}
    assert [problem.split(": ")[0] for problem in problems] == [
        *["warning network.xfrm-interfaces"] * 2,
        *["warning network.bodns"] * 2,
    ]


def test_unknown_key_below_something_refused_is_no_problem_of_the_renderers():
    tree, problems = rendered(
        "version: 2\nethernets: {eth0: {routes: [{new: 1, to: x}, {to: 10.0.0.0/8}]}}\n"
    )
    assert tree["ethernets"]["eth0"] == {"routes": [{"to": "10.0.0.0/8"}]}
    assert len(problems) == 2


@pytest.mark.parametrize(
    ("key", "said"),
    [("new", [{"to": "10.0.0.0/8", "new": "1"}]), ("metrik", [{"to": "10.0.0.0/8"}])],
    ids=["new", "slip"],
)
def test_unknown_key_behind_something_refused_is_found(key, said):
    text = (
        f"version: 2\nethernets: {{eth0: {{routes: [{{to: x}}, {{to: 10.0.0.0/8, {key}: 1}}]}}}}\n"
    )
    tree, problems = rendered(text)
    assert tree["ethernets"]["eth0"]["routes"] == said
    assert [problem.split(": ")[0] for problem in problems][1:] == [
        f"warning ethernets.eth0.routes[1].{key}"
    ] * 2


def test_a_section_whose_links_were_all_refused_is_gone():
    tree, problems = rendered("version: 2\nvlans: {v: {id: 5}}\nethernets: {eth0: {new: {a: 1}}}\n")
    assert tree == {"version": "2", "ethernets": {"eth0": {"new": {"a": "1"}}}}
    assert problems[0].startswith("error vlans.v.link")


def test_a_refused_port_stands_in_no_parameter_either() -> None:
    text = """\
version: 2
ethernets: {e0: {}}
bonds:
  b0: {interfaces: [e0, e1], parameters: {mode: active-backup, primary: e1}}
bridges:
  br0: {interfaces: [e2, e0], parameters: {path-cost: {e0: 5, e2: 6}, port-priority: {e2: 4}}}
"""
    (file,) = api.render(text, to="netplan").files
    network = yaml.safe_load(file.content)["network"]
    assert network["bonds"]["b0"] == {
        "interfaces": ["e0"],
        "parameters": {"mode": "active-backup"},
    }
    assert "e2" not in file.content
    assert "5" not in file.content.partition("bridges:")[2]
    profile = api.render(text, to="networkmanager").files[1]
    assert "primary" not in profile.content


@pytest.mark.parametrize(
    ("link", "rest"),
    [
        (
            "ethernets: {e: {addresses: [{192.0.2.1/24: 5}, 192.0.2.2/24]}}",
            {"ethernets": {"e": {"addresses": ["192.0.2.2/24"]}}},
        ),
        (
            "tunnels: {v: {mode: vxlan, id: 1, port-range: [high, 5000]}}",
            {"tunnels": {"v": {"mode": "vxlan", "id": 1}}},
        ),
    ],
    ids=["options of an address", "port range"],
)
def test_half_of_what_was_refused_is_not_left_behind(link: str, rest: dict[str, object]) -> None:
    rendering = api.render(f"version: 2\n{link}\n", to="netplan")
    assert yaml.safe_load(rendering.files[0].content)["network"] == {"version": 2, **rest}
    assert [problem.severity for problem in rendering.problems] == ["error"]
