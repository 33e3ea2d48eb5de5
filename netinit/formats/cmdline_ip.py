"""The `ip=` and `ip6=` words of a kernel command line; cmdline.py has the grammar."""

from __future__ import annotations

from netinit.formats.addresses import BadValue, ip_address, ip_of, mac_address, shown
from netinit.formats.cmdline_words import fields
from netinit.formats.keys import integer, listed
from netinit.formats.subnets import classful_length, default_route, mask_length, split_address
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.cmdline import Cmdline
    from netinit.formats.drafts import Draft
    from netinit.formats.keys import Parser
    from netinit.formats.reading import Values
    from netinit.model.network import Family
    from netinit.report import Path

DHCP: Values = {"dhcp4": True}
METHODS: dict[str, Values] = {
    "dhcp": DHCP,
    "on": DHCP,
    "any": DHCP,
    "both": DHCP,
    "single-dhcp": DHCP,
    "bootp": DHCP,
    "rarp": DHCP,
    "dhcp6": {"dhcp6": True},
    "auto6": {"ipv6_mode": "slaac"},
    "either6": {"dhcp6": True},
    "link6": {"link_local": ("ipv6",), "accept_ra": False},
    "link-local": {"link_local": ("ipv4", "ipv6")},
    "off": {},
    "none": {},
    "": {},
}
OFF = frozenset({"off", "none"})
# The kernel's table of positions; dracut counts alike.
CLIENT, SERVER, GATEWAY, MASK, HOST, DEVICE, METHOD, TAIL = range(8)
MAC_FIELDS = 6


def read_ip(cmd: Cmdline, value: str, path: Path) -> None:
    """`ip=`: one field is a method; an address or nothing before the colon starts the long form, else a device does."""
    parts = fields(value)
    if not any(parts):
        cmd.reading.report.warning(path, "expected a method or a device, found nothing; ignored")
    elif len(parts) == 1:
        if value in OFF:
            cmd.switched_off = True
        elif _known_method(cmd, value, path):
            apply_method(cmd, cmd.any_nic(path), value, path)
    elif _is_address(parts[0]) or (not parts[0] and len(parts) > DEVICE):
        _long_form(cmd, parts, path)
    else:
        draft = cmd.link(parts[0], path) if parts[0] else cmd.any_nic(path)
        method = parts[1]
        if _known_method(cmd, method, path):
            apply_method(cmd, draft, method, path)
        _mtu_and_mac(cmd, draft, parts[2:], path)


def read_ip6(cmd: Cmdline, value: str, path: Path) -> None:
    """`ip6=` of initramfs-tools: a method, or the only device that DHCPv6 is asked for."""
    if value in OFF:
        cmd.switched_off = True
        return
    draft = cmd.any_nic(path) if value in METHODS else cmd.link(value, path)
    draft.values["dhcp6"] = True


def _is_address(text: str) -> bool:
    try:
        ip_address(text.partition("/")[0])
    except BadValue:
        return False
    return True


def _known_method(cmd: Cmdline, method: str, path: Path) -> bool:
    unknown = [word for word in method.split(",") if word not in METHODS]
    if "ibft" in unknown:
        cmd.reading.report.warning(path, "'ibft' takes values out of the firmware; left out")
    elif unknown:
        hint = cmd.reading.hint(unknown[0], METHODS)
        cmd.reading.error(
            path,
            f"expected a method ({listed(filter(None, METHODS))}), found {shown(unknown[0])}{hint}",
        )
    return not unknown


def apply_method(cmd: Cmdline, draft: Draft, method: str, path: Path) -> None:
    """Switch on what a method (or several, between commas) asks for."""
    for word in method.split(","):
        if word in {"bootp", "rarp"}:
            cmd.reading.report.warning(path, f"no backend speaks '{word}'; using DHCP")
        draft.values.update(METHODS[word])


def _long_form(cmd: Cmdline, parts: list[str], path: Path) -> None:
    parts = parts + [""] * (TAIL - len(parts))
    draft = cmd.link(parts[DEVICE], path) if parts[DEVICE] else cmd.only_nic(path)
    method = parts[METHOD]
    if parts[CLIENT]:
        _static(cmd, draft, parts, path)
    elif method in {"", *OFF} and parts[GATEWAY]:
        cmd.reading.error(path, "a gateway without an address; left out")
    if _known_method(cmd, method, path):
        # The kernel: an empty method means any, unless an address is given.
        apply_method(cmd, draft, method or ("" if parts[CLIENT] else "any"), path)
    if parts[HOST]:
        _host_name(cmd, draft, parts[HOST], path)
    _tail(cmd, draft, parts[TAIL:], path)


def _host_name(cmd: Cmdline, draft: Draft, name: str, path: Path) -> None:
    if draft.values.get("dhcp4"):
        draft.values["dhcp4_overrides"] = model.DhcpOverrides(hostname=name)
    else:
        cmd.reading.report.warning(
            (*path, "hostname"), f"the host name '{name}' is no part of the network; not set here"
        )


def _static(cmd: Cmdline, draft: Draft, parts: list[str], path: Path) -> None:
    family: Family = 6 if ":" in parts[CLIENT] else 4
    try:
        ip, prefix = split_address(parts[CLIENT], family)
        if prefix is None and parts[MASK]:
            prefix = mask_length(parts[MASK], family)
    except BadValue as error:
        cmd.reading.error(path, str(error))
        return
    if prefix is None:
        prefix = classful_length(ip) if family == 4 else 64
        cmd.reading.report.warning(
            (*path, "netmask"), f"no netmask; using a prefix of {prefix} bits, as the kernel does"
        )
    # dracut: the second field is the other end of a point-to-point link; for the kernel it is the NFS server.
    peer = (
        parts[SERVER]
        if prefix == (32 if family == 4 else 128) and _is_address(parts[SERVER])
        else None
    )
    extra = {"peer": peer} if peer else {}
    address = model.Address(ip=ip, prefix=prefix, family=family, path=path, **extra)
    draft.extend("addresses", [address])
    if set(parts[GATEWAY]) - set(":.0"):
        try:
            via = ip_of(family, parts[GATEWAY])
        except BadValue as error:
            cmd.reading.error((*path, "gateway"), str(error))
            return
        route = default_route(via, family, [address], (*path, "gateway"))
        draft.extend("routes", [route])


def _tail(cmd: Cmdline, draft: Draft, tail: list[str], path: Path) -> None:
    """What follows the method: name servers and a time server, or MTU and MAC."""
    if not any(tail):
        return
    if not _is_address(tail[0]) and (tail[0].isdigit() or len(tail) > MAC_FIELDS):
        _mtu_and_mac(cmd, draft, tail, path)
        return
    for index, text in enumerate(tail):
        if not text or (text.replace(".", "").strip("0") == "" and "." in text):
            continue
        try:
            server, _ = ip_address(text)
        except BadValue as error:
            cmd.reading.error((*path, "dns"), str(error))
            continue
        if index < 2:
            draft.extend("nameservers", [server])
        else:
            cmd.reading.report.warning(
                (*path, "ntp"), f"the time server '{server}' is not set here"
            )


def _mtu_and_mac(cmd: Cmdline, draft: Draft, rest: list[str], path: Path) -> None:
    wanted: tuple[tuple[str, str, Parser], ...] = (
        ("mtu", rest[0] if rest else "", integer(68, 65535)),
        ("mac", ":".join(rest[1:]), mac_address),
    )
    for field, text, parser in wanted:
        if not text.strip(":"):
            continue
        try:
            draft.values[field] = parser(text.replace("-", ":"))
        except BadValue as error:
            cmd.reading.error((*path, field), str(error))
