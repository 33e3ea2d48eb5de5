"""The merged system configuration: what counts more, where each key was set, and what a broken file costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from netinit.model.facts import Facts
from netinit.stages.base import cmdline_config, read
from netinit.system.facts import gather
from netinit.system.root import Root
from tests.fakes import tree

if TYPE_CHECKING:
    from pathlib import Path

ETC = "/etc/cloud/cloud.cfg"
A, B = "/etc/cloud/cloud.cfg.d/10-a.cfg", "/etc/cloud/cloud.cfg.d/20-b.cfg"
RUN = "/run/cloud-init/cloud.cfg"


def test_layers_count_in_cloud_inits_order() -> None:
    facts = Facts(
        cmdline="ro cc: {one: cmdline} end_cc quiet",
        texts={
            ETC: "{one: etc, two: etc, three: etc, four: etc, five: etc}",
            A: "{one: a, two: a, three: a, four: a}",
            B: "{one: b, two: b, three: b}",
            RUN: "{one: run, two: run}",
            "/etc/cloud/cloud.cfg.d/README": "{five: readme}",
        },
    )
    base = read(facts)
    assert base.tree == {"one": "cmdline", "two": "run", "three": "b", "four": "a", "five": "etc"}
    assert [base.mark(key).file for key in base.tree] == [  # type: ignore[union-attr]
        "kernel command line",
        RUN,
        B,
        A,
        ETC,
    ]


def test_mappings_are_merged_and_lists_replaced() -> None:
    texts = {
        ETC: "datasource:\n  NoCloud: {fs_label: x, seedfrom: /s}\ndatasource_list: [NoCloud, None]\n",
        A: "datasource:\n  NoCloud:\n    fs_label: y\ndatasource_list: [ConfigDrive]\n",
    }
    base = read(Facts(texts=texts))
    assert base.section("datasource", "NoCloud") == {"fs_label": "y", "seedfrom": "/s"}
    assert base.get("datasource_list") == ["ConfigDrive"]
    assert str(base.mark("datasource", "NoCloud", "fs_label")) == f"{A}:3:5"
    assert str(base.mark("datasource", "NoCloud", "seedfrom")) == f"{ETC}:2:26"
    assert not base.has("datasource", "Ec2")


def test_merging_does_not_change_the_layers() -> None:
    base = read(Facts(texts={ETC: "a: {b: {c: '1'}}", A: "a: {b: {d: '2'}}"}))
    assert base.get("a", "b") == {"d": "2", "c": "1"}
    assert [layer.tree for layer in base.layers] == [
        {"a": {"b": {"d": "2"}}},
        {"a": {"b": {"c": "1"}}},
    ]


def test_conf_d_names_another_folder() -> None:
    texts = {ETC: "conf_d: /srv/cfg/\n", A: "one: a", "/srv/cfg/1.cfg": "two: b"}
    assert read(Facts(texts=texts)).tree == {"conf_d": "/srv/cfg/", "two": "b"}


def test_another_folder_is_among_the_facts(tmp_path: Path) -> None:
    tree(tmp_path, {"/srv/cfg/1.cfg": "two: b\n", "/srv/cfg/README": "three: c\n"})
    tree(tmp_path, {ETC: "conf_d: /srv/cfg\n"})
    base = read(gather(Root(str(tmp_path))))
    assert base.tree == {"conf_d": "/srv/cfg", "two": "b"}
    assert str(base.mark("two")) == "/srv/cfg/1.cfg:1:1"


def test_a_template_is_filled_in_with_the_instance_data(tmp_path: Path) -> None:
    pytest.importorskip("jinja2", reason="jinja2 is not installed")
    tree(tmp_path, {"/run/cloud-init/instance-data-sensitive.json": '{"v1": {"region": "north"}}'})
    text = "## template: jinja\nregion: {{ v1.region }}\n"
    assert read(Facts(texts={ETC: text}), Root(str(tmp_path))).tree == {"region": "north"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("a: [1\n", f"{A}:2:1: error: not valid YAML", id="no YAML"),
        pytest.param(
            "- a\n",
            f"{A}:1:1: error: expected a mapping, found a list; this file is left out",
            id="a list",
        ),
        pytest.param(
            "word\n",
            f"{A}:1:1: error: expected a mapping, found 'word'; this file is left out",
            id="a word",
        ),
        pytest.param(
            "## template: jinja\na: {{ v1.x }}\n",
            f"{A}:1:1: warning: a template, left out: no instance data of this boot is there yet",
            id="a template without its data",
        ),
    ],
)
def test_a_broken_file_costs_itself_alone(text: str, problem: str) -> None:
    base = read(Facts(texts={ETC: "one: etc", A: text, B: "two: b"}))
    assert base.tree == {"one": "etc", "two": "b"}
    assert [str(item)[: len(problem)] for item in base.problems] == [problem]


@pytest.mark.parametrize("text", ["", "# nothing\n", "~\n"])
def test_an_empty_file_says_nothing(text: str) -> None:
    base = read(Facts(texts={ETC: "one: etc", A: text}))
    assert (base.tree, base.problems) == ({"one": "etc"}, ())


@pytest.mark.parametrize(
    ("cmdline", "text"),
    [
        pytest.param("ro quiet", "", id="none"),
        pytest.param("ro cc: {a: 1} end_cc quiet", "{a: 1}", id="between its words"),
        pytest.param("cc:{a: 1}end_cc", "{a: 1}", id="without blanks"),
        pytest.param("ro cc: {a: 1}", "{a: 1}", id="up to the end"),
        pytest.param("cc: a: 1 end_cc x cc: b: 2 end_cc", "a: 1\nb: 2", id="twice"),
        pytest.param(r"cc: a:\n- 1\n- 2 end_cc", "a:\n- 1\n- 2", id="lines"),
        pytest.param("cc: a:%20%5B1%5D%zz end_cc", "a: [1]%zz", id="escaped as in URLs"),
        pytest.param("acc: {a: 1}", "", id="the end of another word"),
    ],
)
def test_words_of_the_command_line(cmdline: str, text: str) -> None:
    assert cmdline_config(cmdline) == text
