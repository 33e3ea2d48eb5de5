"""A version 2 tree → one that netplan takes whole.

netplan refuses every file for one mistake in one of them, and 0.106 dies of some things that later versions take.  So:

* What its author wrote stays, in its order; only truth values are spelled `true` and `false`, and keys without a
  value, which netplan refuses, are gone.
* A key that netinit does not know is handed on with a warning, for a newer netplan may know it, unless it cannot be
  one: a slip of a known key, a known key in the wrong place, a word of cloud-init's own.  Those are left out.
* A key that came after netplan 0.106 is handed on with a warning that names the version.
* What no netplan takes, or not for the backend in charge of the link, is left out with a warning; so are links that
  stand on a link left out.

Measured on 0.106 (`netplan generate --root-dir`) with both backends; versions are from netplan's history.
"""

from __future__ import annotations

from netinit.formats.addresses import inside
from netinit.model.network import Vrf
from netinit.renderers.netplan._common import COMMON
from netinit.renderers.netplan._document import SECTIONS, copied
from netinit.renderers.netplan._kinds import KINDS
from netinit.renderers.netplan._link import NM, Fitting, Whole, newer
from netinit.renderers.netplan._networkd import OF_NETWORKD
from netinit.renderers.netplan._networkmanager import OF_NM
from netinit.renderers.netplan._order import minds_order, references_first
from netinit.renderers.netplan._unknown import settle_unknown_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from netinit.model.facts import Facts
    from netinit.model.network import AnyLink, NetworkConfig
    from netinit.report import Path, Report

    Body = dict[str, Any]

# Sections that came after 0.106, with the first version that has them.
NEWER_SECTIONS = {"dummy-devices": "0.107", "virtual-ethernets": "0.107"}
PER_PORT = ("path-cost", "port-priority")  # parameters of a bridge that are mappings by port


def fit(config: NetworkConfig, written: Mapping[str, Any], facts: Facts, report: Report) -> Body:
    """What stands below `network:` in our file, from the document itself or as it was `written` for other formats."""
    base = config.path
    whole = Whole(config, facts, report)
    if config.tree is None:
        source = dict(written)
    else:
        source = copied(config.tree)
        settle_unknown_keys(source, config, base, report)
    tree: Body = {"version": 2}
    tree.update((key, value) for key, value in source.items() if key != "version")
    for section in SECTIONS:
        if section not in tree:
            continue
        if section in NEWER_SECTIONS:
            newer(report, (*base, section), f"'{section}'", NEWER_SECTIONS[section])
        tree[section] = _section(tree[section], section, whole)
    if whole.dropped:
        _cascade(tree, whole)
    if whole.renamed:
        _follow_names(tree, whole.renamed)
    if "ports" in tree.get("openvswitch", ()):
        _patch_ports(tree, base, report)
    for vrf_id, body in tree.get("vrfs", {}).items():
        _routes_of_vrf(vrf_id, body, tree, config, report)
    tree = {key: value for key, value in tree.items() if key not in SECTIONS or value}
    return references_first(tree) if minds_order(tree) else tree


def _section(links: Body, section: str, whole: Whole) -> Body:
    """The links of a section as netplan takes them; the ids of those that it cannot take go to `whole.dropped`."""
    fitted: Body = {}
    for link_id, body in links.items():
        link = whole.config.link(link_id)
        if link is None:
            if link_id == "renderer":
                fitted[link_id] = body
            continue  # the reader left it out and said why
        fitting = Fitting(link, body, section, whole)
        _check(fitting)
        if fitting.sound:
            fitted[fitting.id] = body
        else:
            whole.dropped.add(link_id)
        if fitting.id != link_id:
            whole.renamed[link_id] = fitting.id
    return fitted


def _check(fitting: Fitting) -> None:
    """Run the checks of a link's kind and of its keys; each stands in a table by the key that it concerns."""
    kind = KINDS.get(fitting.section)
    if kind is not None:
        kind(fitting)
    tables = (COMMON, OF_NM if fitting.backend == NM else OF_NETWORKD)
    checks = [table[key] for key in fitting.body for table in tables if key in table]
    for check in dict.fromkeys(checks):
        if fitting.sound:
            check(fitting)


def _cascade(tree: Body, whole: Whole) -> None:
    """Take out what refers to links that were left out."""
    before = -1
    while before != len(whole.dropped):
        before = len(whole.dropped)
        for section in SECTIONS:
            links = tree.get(section, {})
            for link_id in list(links):
                link = whole.config.link(link_id)
                if link is None:
                    continue
                _forget_ports(links[link_id], whole.dropped)
                if {links[link_id].get("link"), links[link_id].get("peer")} & whole.dropped:
                    whole.report.warning(
                        link.path, "left out, since the link that it stands on was"
                    )
                    del links[link_id]
                    whole.dropped.add(link_id)


def _follow_names(tree: Body, renamed: Mapping[str, str]) -> None:
    """Call links by their new ids where others name them."""
    for section in SECTIONS:
        for body in tree.get(section, {}).values():
            if not isinstance(body, dict):
                continue
            if "interfaces" in body:
                body["interfaces"] = [renamed.get(port, port) for port in body["interfaces"]]
            if body.get("link") in renamed:
                body["link"] = renamed[body["link"]]
            parameters = body.get("parameters", {})
            if parameters.get("primary") in renamed:
                parameters["primary"] = renamed[parameters["primary"]]
            for key in PER_PORT:
                if key in parameters:
                    parameters[key] = {
                        renamed.get(port, port): value for port, value in parameters[key].items()
                    }


def _forget_ports(body: Body, dropped: set[str]) -> None:
    if "interfaces" in body:
        body["interfaces"] = [port for port in body["interfaces"] if port not in dropped]
    parameters = body.get("parameters", {})
    if parameters.get("primary") in dropped:
        del parameters["primary"]
    for key in PER_PORT:
        if key in parameters:
            parameters[key] = {
                port: value for port, value in parameters[key].items() if port not in dropped
            }


def _patch_ports(tree: Body, base: Path, report: Report) -> None:
    """Take out the cables of Open vSwitch of which an end belongs to nothing."""
    used = {
        port
        for section in ("bonds", "bridges")
        for body in tree.get(section, {}).values()
        if isinstance(body, dict)
        for port in body.get("interfaces", ())
    }
    kept = []
    for index, pair in enumerate(tree["openvswitch"]["ports"]):
        loose = [port for port in pair if port not in used]
        if loose:
            message = (
                f"'{loose[0]}' is a port of no bridge or bond, which netplan refuses; left out"
            )
            report.warning((*base, "openvswitch", "ports", index), message)
        else:
            kept.append(pair)
    tree["openvswitch"]["ports"] = kept


def _routes_of_vrf(
    vrf_id: str, body: Body, tree: Body, config: NetworkConfig, report: Report
) -> None:
    """Give routes of a VRF without rules to the ports that reach their gateways: netplan 0.106 dies of them."""
    vrf = config.link(vrf_id)
    if not isinstance(vrf, Vrf) or "routes" not in body or body.get("routing-policy"):
        return
    left = []
    for item in body["routes"]:
        port = _port_towards(item.get("via"), config.members(vrf_id))
        section = next((name for name in SECTIONS if port in tree.get(name, ())), None)
        if section is not None:
            tree[section][port].setdefault("routes", []).append({**item, "table": vrf.table})
        else:
            left.append(item)
    body["routes"] = left
    if left:
        newer(report, (*vrf.path, "routes"), "a VRF with 'routes' and without 'routing-policy'")
    else:
        del body["routes"]


def _port_towards(gateway: str | None, ports: Iterable[AnyLink]) -> str | None:
    """The id of the port in one of whose networks a gateway lies."""
    for port in ports:
        if gateway and any(inside(gateway, str(address)) for address in port.addresses):
            return port.id
    return None
