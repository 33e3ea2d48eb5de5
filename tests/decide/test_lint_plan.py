"""What the checks ask of a plan."""

from __future__ import annotations

from netinit import api
from netinit.decide.lint_plan import Plan
from netinit.model.facts import Facts
from netinit.report import Report

TEXT = """\
version: 2
ethernets: {e: {}, f: {}}
bonds: {b: {interfaces: [e]}}
bridges: {c: {interfaces: [b]}}
vrfs: {red: {table: 7, interfaces: [c]}}
"""


def test_a_link_belongs_to_the_vrf_of_its_masters() -> None:
    config = api.parse(TEXT).config
    plan = Plan(config, Facts(), Report())
    domains = {link.id: plan.domain(link) for link in config.links}
    assert domains == {"e": "red", "f": "", "b": "red", "c": "red", "red": ""}


def test_a_long_chain_of_masters_is_followed_once() -> None:
    count = 20_000
    lines = [f"  b{n}: {{interfaces: [b{n + 1}]}}" for n in range(count)]
    text = "version: 2\nbridges:\n" + "\n".join(lines) + f"\n  b{count}: {{}}\n"
    assert len(api.check(text).config.links) == count + 1
