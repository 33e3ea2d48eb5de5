"""What a booted machine shows of its network and of its boot, in a form that backends can be compared by."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.boot.rig.guest import Guest

STANDARD_RULES = frozenset({"local", "main", "default"})
CYCLE = "ordering cycle"


def addresses(guest: Guest) -> dict[str, set[str]]:
    """The addresses of each nic, link-local ones left out."""
    return {
        link["ifname"]: {
            f"{item['local']}/{item['prefixlen']}"
            for item in link["addr_info"]
            if item["scope"] == "global"
        }
        for link in guest.json("ip", "-j", "address")
        if link["ifname"] != "lo"
    }


def routes(guest: Guest) -> set[str]:
    """The routes through a gateway: destination, gateway, nic and, where it is not the main one, table."""
    found = set()
    for family in ("-4", "-6"):
        for route in guest.json("ip", "-j", family, "route", "show", "table", "all"):
            if "gateway" in route:
                table = f" table {route['table']}" if route.get("table", "main") != "main" else ""
                found.add(f"{route['dst']} via {route['gateway']} {route['dev']}{table}")
    return found


def rules(guest: Guest) -> set[str]:
    """The routing rules that the kernel does not have by itself."""
    return {
        _rule(rule)
        for family in ("-4", "-6")
        for rule in guest.json("ip", "-j", family, "rule")
        if rule["table"] not in STANDARD_RULES
    }


def _rule(rule: dict[str, Any]) -> str:
    length = f"/{rule['srclen']}" if "srclen" in rule else ""
    return f"{rule['priority']}: from {rule['src']}{length} table {rule['table']}"


def nameservers(guest: Guest) -> dict[str, set[str]]:
    """The name servers that systemd-resolved asks, by nic."""
    found = {}
    for line in guest.text("resolvectl", "dns").splitlines():
        head, _, servers = line.partition("):")
        if head.startswith("Link") and servers.strip():
            found[head.partition("(")[2]] = set(servers.split())
    return found


def boot(guest: Guest) -> dict[str, Any]:
    """How the boot went: what a sound one gives is `SOUND`."""
    failed = guest.text("systemctl", "list-units", "--failed", "--plain", "--no-legend")
    target = guest.text("systemctl", "is-active", "netinit.target").strip()
    # what systemd says before the journal runs goes to the console alone
    told = guest.text("journalctl", "--boot", "--no-pager", "--output=cat")
    told += guest.console.read_text(errors="replace")
    return {
        "failed units": [line.split()[0] for line in failed.splitlines()],
        "cycles": [line for line in told.splitlines() if CYCLE in line.lower()],
        "netinit.target": target,
    }


SOUND: dict[str, Any] = {"failed units": [], "cycles": [], "netinit.target": "active"}


def status(guest: Guest) -> dict[str, Any]:
    """What `netinit status` says, with its exit code and what it complains of."""
    done = guest.run("netinit", "status", "--format", "json")
    assert done.stdout, done.stderr
    told = json.loads(done.stdout)
    return {
        "exit_code": done.returncode,
        "extended_status": told["extended_status"],
        "datasource": told["datasource"],
        "recoverable_errors": told["recoverable_errors"],
        "errors": told["errors"],
    }
