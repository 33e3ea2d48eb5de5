"""What klibc's ipconfig left of the initramfs' network: /run/net-DEV.conf and /run/net6-DEV.conf.

    DEVICE='eth0'            or DEVICE6
    PROTO='dhcp'             none, off, static, dhcp, dhcp6; IPV6PROTO for IPv6 alone
    IPV4ADDR='192.0.2.10'    IPV4NETMASK, IPV4BROADCAST, IPV4GATEWAY, IPV4DNS0, IPV4DNS1, and the same of IPV6
    DOMAINSEARCH='a b'       or with commas

Assignments as a shell reads them.  Files for the same device are joined.  The links are up already and may carry the
root file system, so they are `critical`: never taken down.
"""

from __future__ import annotations

from netinit.formats.addresses import BadValue, broadcast, ip_of, shown
from netinit.formats.device_names import is_device_name
from netinit.formats.drafts import Draft, Drafts, finish
from netinit.formats.lines import Places, lines, parts
from netinit.formats.reading import Reading
from netinit.formats.subnets import default_route, mask_length, split_address
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.inputs import Locate
    from netinit.formats.lines import Line
    from netinit.model.facts import Facts
    from netinit.model.network import Address, Family, NetworkConfig, Origin
    from netinit.report import Path, Report

STATIC = frozenset({"none", "off", "static", ""})
PROTOS = (*sorted(STATIC - {""}), "dhcp", "dhcp6")
PER_FAMILY = ("ADDR", "NETMASK", "BROADCAST", "GATEWAY", "DNS0", "DNS1", "DOMAINSEARCH")
DEVICE = ("DEVICE", "DEVICE6")
READ = frozenset(
    {"DEVICE", "DEVICE6", "PROTO", "IPV4PROTO", "IPV6PROTO", "DOMAINSEARCH", "filename"}
    | {f"IPV{family}{key}" for family in (4, 6) for key in PER_FAMILY}
)
# About the lease and the boot server, not about the network to set up.
NOT_NETWORK = frozenset(
    {"HOSTNAME", "DNSDOMAIN", "NISDOMAIN", "ROOTSERVER", "ROOTPATH", "UPTIME", "DHCPLEASETIME"}
)
USUAL_LENGTH: dict[Family, int] = {4: 24, 6: 64}


class _Device:
    """The assignments about one device."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.values: dict[str, str] = {}


def parse(
    text: str, file: str, facts: Facts, report: Report, origin: Origin
) -> tuple[NetworkConfig, Locate]:
    """The links that klibc's files describe."""
    reading, places, drafts = Reading(report), Places(file), Drafts()
    for device in _devices(text, file, reading, places):
        drafts.add(_link(device, facts, reading))
    return model.NetworkConfig(links=finish(drafts, reading), origin=origin), places.locate


# --- the shell's assignments ---------------------------------------------------------------------------------------


def _devices(text: str, file: str, reading: Reading, places: Places) -> list[_Device]:
    devices: dict[str, _Device] = {}
    for name, part in parts(text, file):
        block: list[tuple[str, str, Line]] = []
        for line in lines(part, name):
            if reading.report.full:
                break
            assignment = _assignment(line, reading, places)
            if assignment is None:
                continue
            if _starts_another(assignment[0], assignment[1], block):
                _take(block, devices, reading, places, name)
                block = []
            block.append((*assignment, line))
        _take(block, devices, reading, places, name)
    return list(devices.values())


def _assignment(line: Line, reading: Reading, places: Places) -> tuple[str, str] | None:
    key, equals, value = line.text.strip().partition("=")
    if not equals or not key.isidentifier():
        path = (line.file, line.number)
        places.put(path, line)
        reading.error(path, f"expected NAME=value, found {shown(line.text.strip())}")
        return None
    return key, unquoted(value)


def unquoted(value: str) -> str:
    """A shell word without its quotes; what follows its first blank outside of them is no part of it."""
    result, quote = [], ""
    escaped = False
    for char in value:
        if escaped:
            result.append(char)
            escaped = False
        elif char == "\\" and quote != "'":
            escaped = True
        elif quote:
            if char == quote:
                quote = ""
            else:
                result.append(char)
        elif char in "'\"":
            quote = char
        elif char.isspace():
            break
        else:
            result.append(char)
    return "".join(result)


def _starts_another(key: str, value: str, block: list[tuple[str, str, Line]]) -> bool:
    """Whether a further device begins here: files are also joined by `cat`."""
    if key not in DEVICE:
        return False
    given = {name: word for name, word, _ in block if name in DEVICE}
    return bool(given) and (key in given or value not in given.values())


def _take(
    block: list[tuple[str, str, Line]],
    devices: dict[str, _Device],
    reading: Reading,
    places: Places,
    file: str,
) -> None:
    """Add the assignments of one file to those of its device."""
    if not block:
        return
    given = {key: value for key, value, _ in block}
    name = given.get("DEVICE") or given.get("DEVICE6") or ""
    if not is_device_name(name):
        path: Path = (file, "DEVICE")
        places.put(path, next((line for key, _, line in block if key in DEVICE), block[0][2]))
        reading.error(path, f"expected the name of a device (or in DEVICE6), found {shown(name)}")
        return
    device = devices.setdefault(name, _Device(name))
    for key, value, line in block:
        if value or key not in device.values:
            places.put((name, key), line)
            device.values[key] = value
        if key not in READ and key not in NOT_NETWORK:
            reading.report.warning(
                (name, key), f"unknown name '{key}'{reading.hint(key, READ) or ', ignored'}"
            )
    places.by_path.setdefault((name,), (block[0][2], 0, 0))


# --- a device ------------------------------------------------------------------------------------------------------


def _link(device: _Device, facts: Facts, reading: Reading) -> Draft:
    draft = Draft(model.Ethernet, device.name, (device.name,))
    draft.values["critical"] = True
    for nic in facts.nics:
        if nic.name == device.name and nic.own_mac:
            draft.values["match"] = model.Match(mac=nic.own_mac)
            draft.values["set_name"] = device.name
    families: tuple[Family, ...] = (4, 6)
    for family in families:
        _family(draft, device, family, reading)
    servers = [server for family in families for server in _servers(device, family, reading)]
    search = [
        domain
        for key in ("DOMAINSEARCH", "IPV4DOMAINSEARCH", "IPV6DOMAINSEARCH")
        for domain in device.values.get(key, "").replace(",", " ").split()
    ]
    if servers:
        draft.values["nameservers"] = tuple(dict.fromkeys(servers))
    if search:
        draft.values["search"] = tuple(dict.fromkeys(search))
    return draft


def _family(draft: Draft, device: _Device, family: Family, reading: Reading) -> None:
    proto = _proto(device, family, reading)
    if proto in {"dhcp", "dhcp6"}:
        if family == 6 or proto == "dhcp":
            draft.values[f"dhcp{family}"] = True
        return
    address = _address(device, family, reading) if proto is not None else None
    if address is None:
        return
    draft.values["addresses"] = (*draft.values.get("addresses", ()), address)
    gateway = _ip(device, family, "GATEWAY", reading)
    if gateway:
        path = (device.name, f"IPV{family}GATEWAY")
        route = default_route(gateway, family, [address], path)
        draft.values["routes"] = (*draft.values.get("routes", ()), route)


def _proto(device: _Device, family: Family, reading: Reading) -> str | None:
    """How a family gets its address: one of PROTOS or "", or None where the family is not spoken of."""
    own = f"IPV{family}PROTO"
    key = own if own in device.values else "PROTO"
    spoken = own in device.values or f"IPV{family}ADDR" in device.values
    if not spoken and not (family == 4 and "DEVICE" in device.values and "PROTO" in device.values):
        return None
    default = "dhcp" if device.values.get("filename") else "none"
    proto = device.values.get(key, default).lower()
    if proto not in STATIC and proto not in PROTOS:
        reading.error(
            (device.name, key), f"expected none, off, static, dhcp or dhcp6, found {shown(proto)}"
        )
        return None
    return proto


def _address(device: _Device, family: Family, reading: Reading) -> Address | None:
    path: Path = (device.name, f"IPV{family}ADDR")
    text, mask = (device.values.get(f"IPV{family}{key}", "") for key in ("ADDR", "NETMASK"))
    if not text or not set(text) - set(":.0"):
        return None
    try:
        ip, prefix = split_address(text, family)
    except BadValue as error:
        reading.error(path, str(error))
        return None
    if prefix is None and mask:
        try:
            prefix = mask_length(mask, family)
        except BadValue as error:
            reading.error(
                (device.name, f"IPV{family}NETMASK"), f"{error}; using {USUAL_LENGTH[family]}"
            )
    if prefix is None:
        prefix = USUAL_LENGTH[family]
        if not mask:
            reading.report.warning(path, f"no netmask; using a prefix of {prefix} bits")
    given = _ip(device, 4, "BROADCAST", reading) if family == 4 else None
    extra = {"broadcast": given} if given and given != broadcast(ip, prefix) else {}
    return model.Address(ip=ip, prefix=prefix, family=family, path=path, **extra)


def _ip(device: _Device, family: Family, key: str, reading: Reading) -> str | None:
    """An address of a family; None where there is none or it is all zeros."""
    name = f"IPV{family}{key}"
    text = device.values.get(name, "")
    if not set(text) - set(":.0"):
        return None
    try:
        return ip_of(family, text)
    except BadValue as error:
        reading.error((device.name, name), str(error))
        return None


def _servers(device: _Device, family: Family, reading: Reading) -> list[str]:
    servers = [_ip(device, family, key, reading) for key in ("DNS0", "DNS1")]
    return [server for server in servers if server]
