"""Commands are read for what they set up, and none is taken for another."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netinit.formats import ip_commands, shell
from netinit.formats.ip_commands import NOTHING, UNDO, Effect
from netinit.model.network import Address, Route, Rule


def effects(command: str) -> list[Effect] | None:
    return ip_commands.effects(command.split(), ())


def four(**fields: Any) -> Route:
    return Route(**{"family": 4, "path": (), **fields})


def six(**fields: Any) -> Route:
    return Route(**{"family": 6, "path": (), **fields})


ROUTES = {
    "ip route add 10.0.0.0/8 via 192.0.2.1": four(to="10.0.0.0/8", via="192.0.2.1"),
    "ip route replace 10.1.2.3/8 via inet 192.0.2.1": four(to="10.0.0.0/8", via="192.0.2.1"),
    "ip -4 r a 10.0.0.1 via 192.0.2.1": four(to="10.0.0.1/32", via="192.0.2.1"),
    "ip ro append any via 192.0.2.1": four(to="default", via="192.0.2.1"),
    "ip route add 0.0.0.0/0 via 192.0.2.1": four(to="default", via="192.0.2.1"),
    "ip route add default via 2001:db8::1": six(to="default", via="2001:db8::1"),
    "ip -6 route add default": six(to="default", scope="link"),
    "ip -f inet6 route add default": six(to="default", scope="link"),
    "ip route add 10.0.0.0/8": four(to="10.0.0.0/8", scope="link"),
    "ip route add 10.0.0.0/8 scope host": four(to="10.0.0.0/8", scope="host"),
    "ip route add 10.0.0.0/8 via 192.0.2.1 table main proto static": four(
        to="10.0.0.0/8", via="192.0.2.1", table=254
    ),
    "ip route add 10.0.0.0/8 via 192.0.2.1 onlink mtu 1400 advmss 1360 initcwnd 20 initrwnd 30": four(
        to="10.0.0.0/8",
        via="192.0.2.1",
        on_link=True,
        mtu=1400,
        advmss=1360,
        initcwnd=20,
        initrwnd=30,
    ),
    "ip route add unreachable 10.0.0.0/8 metric 9": four(
        to="10.0.0.0/8", type="unreachable", metric=9
    ),
    "route add -net 10.0.0.0 gw 192.0.2.1": four(to="10.0.0.0/8", via="192.0.2.1"),
    "route add -net 0.0.0.0 netmask 0.0.0.0 gw 192.0.2.1": four(to="default", via="192.0.2.1"),
    "route add 10.1.1.1 gw 192.0.2.1": four(to="10.1.1.1/32", via="192.0.2.1"),
    "route add -net 10.0.0.0/8 reject": four(to="10.0.0.0/8", type="unreachable"),
    "route add -net 10.0.0.0/8": four(to="10.0.0.0/8", scope="link"),
    "route -6 add default gw fe80::1": six(to="default", via="fe80::1"),
    "route --inet6 add 2001:db8:1::/48 gw fe80::1 metric 3": six(
        to="2001:db8:1::/48", via="fe80::1", metric=3
    ),
}


@pytest.mark.parametrize("command", ROUTES)
@pytest.mark.parametrize("device", ["", "eth1"], ids=["loose", "named"])
def test_routes(command: str, device: str) -> None:
    words = f"{command} dev {device}" if device else command
    assert effects(words) == [
        Effect(field="routes", value=(ROUTES[command],), device=device or None)
    ]


OTHERS = {
    "ip addr add 192.0.2.9/24 dev e brd + scope global label e:1": Effect(
        field="addresses",
        value=(Address(ip="192.0.2.9", prefix=24, family=4, path=()),),
        device="e",
    ),
    "ip address replace 192.0.2.9/24 broadcast 192.0.2.255": Effect(
        field="addresses", value=(Address(ip="192.0.2.9", prefix=24, family=4, path=()),)
    ),
    "ip a a 192.0.2.9 brd 192.0.2.77 scope link": Effect(
        field="addresses",
        value=(
            Address(
                ip="192.0.2.9", prefix=32, family=4, path=(), broadcast="192.0.2.77", scope="link"
            ),
        ),
    ),
    "ip -6 addr add 2001:db8::9/64 dev e": Effect(
        field="addresses",
        value=(Address(ip="2001:db8::9", prefix=64, family=6, path=()),),
        device="e",
    ),
    "ip rule add from 192.0.2.9 to all lookup 10 pref 5": Effect(
        field="rules", value=(Rule(family=4, source="192.0.2.9/32", table=10, priority=5, path=()),)
    ),
    "ip rule add to 10.0.0.0/8 fwmark 0x10 tos 16 table local": Effect(
        field="rules", value=(Rule(family=4, to="10.0.0.0/8", mark=16, tos=16, table=255, path=()),)
    ),
    "ip -6 rule add fwmark 7 table 10": Effect(
        field="rules", value=(Rule(family=6, source="::/0", mark=7, table=10, path=()),)
    ),
    "ip link set e mtu 1400": Effect(field="mtu", value=1400, device="e"),
    "ip link set dev e address 02:00:00:00:00:0A up": Effect(
        field="mac", value="02:00:00:00:00:0a", device="e"
    ),
    "ifconfig e mtu 1400": Effect(field="mtu", value=1400, device="e"),
    "ethtool -s e wol g": Effect(field="wakeonlan", value=True, device="e"),
    "/sbin/ethtool -K e rx off lro on": Effect(
        field="offloads",
        value=(("receive-checksum-offload", False), ("large-receive-offload", True)),
        device="e",
    ),
    "ip link set up e": NOTHING,
    "ifconfig e up": NOTHING,
    "ifconfig e 0.0.0.0 up": NOTHING,
    "true": NOTHING,
    "ip link set down dev e": UNDO,
    "ip link delete e": UNDO,
    "ifconfig e down": UNDO,
    "ip addr del 192.0.2.9/24 dev e": UNDO,
    "ip addr flush dev e": UNDO,
    "ip route del default": UNDO,
    "ip rule del from 192.0.2.9": UNDO,
    "route del -net 10.0.0.0/8": UNDO,
}


@pytest.mark.parametrize("command", OTHERS)
def test_other_commands(command: str) -> None:
    assert effects(command) == [OTHERS[command]]


@pytest.mark.parametrize(
    "command",
    [
        *(
            "iptables -A INPUT",
            "ip",
            "ip route",
            "ip neigh add 192.0.2.1",
            "ip route show",
            "ip addr show",
        ),
        *(
            "ip route add 10.0.0.0/8 via",
            "ip route add 10.0.0.0/99",
            "ip route add 10.0.0.0/8 nexthop via 192.0.2.1",
        ),
        *("ip route add 10.0.0.0/8 via 2001:db8::1", "ip -6 route add default via 192.0.2.1"),
        *(
            "ip route add 10.0.0.0/8 via 192.0.2.1 src 2001:db8::1",
            "ip route add default scope site",
        ),
        *(
            "ip route add default table office",
            "ip addr add 192.0.2.1/24 peer 192.0.2.2",
            "ip addr add x dev e",
        ),
        *(
            "ip rule add from 10.0.0.0/8 to 2001:db8::/32",
            "ip rule add not from 10.0.0.0/8",
            "ip rule add fwmark 0xg",
        ),
        *(
            "ip link set e name lan",
            "ip link set e mtu 9",
            "ip link set e down mtu 1400",
            "ip link add e type dummy",
        ),
        *(
            "route",
            "route -n",
            "route add default gw 192.0.2.1 window 9",
            "route add default gw 2001:db8::1",
        ),
        *("ifconfig", "ifconfig e 192.0.2.1 netmask 255.255.255.0", "ifconfig e promisc"),
        *(
            "ethtool e",
            "ethtool -K e",
            "ethtool -K e rx",
            "ethtool -K e rxvlan off",
            "ethtool -s e speed 100",
        ),
    ],
)
def test_what_is_not_understood_is_nothing_else(command: str) -> None:
    assert effects(command) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ip r", [["ip", "r"]]),
        ("a; b && c ;", [["a"], ["b"], ["c"]]),
        ("a || true", [["a"]]),
        ("a || : ; b || exit 0", [["a"], ["b"]]),
        ("a 2>/dev/null || true", [["a"]]),
        ("a >/dev/null 2>&1", [["a"]]),
        ("a $X ${X}y \"$X\" '$Y'", [["a", "1", "1y", "1", "$Y"]]),
        ("a 'b c' \"d  e\" f'g'h ''", [["a", "b c", "d  e", "fgh", ""]]),
        ("", []),
        ("a || b", None),
        ("a | b", None),
        ("a > b", None),
        ("a &", None),
        ("a $Y", None),
        ('a "$Y"', None),
        ("a `b`", None),
        ("a *", None),
        ("a 'b", None),
        ("[ -x a ] && b", None),
    ],
)
def test_shell_commands_are_words_where_no_shell_is_needed(
    text: str, words: list[list[str]] | None
) -> None:
    assert shell.commands(text, {"X": "1"}) == words


@given(st.text(max_size=60))
def test_any_command_is_read_or_not_understood(text: str) -> None:
    for words in shell.commands(text, {}) or []:
        found = ip_commands.effects(words, ())
        assert found is None or all(isinstance(effect, Effect) for effect in found)
