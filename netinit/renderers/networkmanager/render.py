"""NetworkConfig → NetworkManager's connection profiles (keyfiles), version 1.42 and later.

Old names (`master`, `slave-type`) are written: 1.42 drops `controller` in silence, and newer ones read both.
Whatever would make NetworkManager ignore a profile is reported and left out; so is each key it has no word for.
"""

from __future__ import annotations

from netinit.model.files import RenderedFile
from netinit.renderers import _dns, _rename
from netinit.renderers._naming import escaped, header
from netinit.renderers.networkmanager import _conf, _ip, _keyfile, _kinds, _passthrough
from netinit.renderers.networkmanager._job import Job
from netinit.renderers.networkmanager._keyfile import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.facts import Facts
    from netinit.model.network import AccessPoint, AnyLink, NetworkConfig
    from netinit.report import Report

NAME = "network-manager"
RANK = 20
FOLDER = "/etc/NetworkManager/system-connections"
# Above what installers (0) and cloud-init (120) leave behind, below what an administrator may choose (999); of two
# profiles that fit a nic, the one that means it more closely wins.
ONE_DEVICE, SOME_DEVICES, ANY_DEVICE = "130", "127", "124"
MULTIPLE = (
    "3"  # NM_CONNECTION_MULTI_CONNECT_MULTIPLE: without it a profile is used by one device only
)
RESERVED_NAMES = frozenset({"", ".", "..", "all", "default", "bonding_masters"})


def available(facts: Facts) -> str | None:
    """Whether NetworkManager is there and switched on."""
    if "nmcli" not in facts.programs:
        return None
    state = facts.units.get("NetworkManager.service")
    return f"nmcli is there and NetworkManager.service is {state}" if state == "enabled" else None


def render(config: NetworkConfig, facts: Facts, report: Report) -> tuple[RenderedFile, ...]:
    """The files for all links, sorted by path."""
    job = Job(_dns.placed(config), facts, report)
    first = header(config)
    files: list[RenderedFile] = []
    settings = _conf.Settings()
    mixed = any(link.renderer == "NetworkManager" for link in config.links)
    for link in job.config.links:
        if _is_foreign(job, link, mixed=mixed):
            settings.leave_alone(job, link)
        else:
            files += _profiles(job, link, first)
            if link.ignore_carrier:
                settings.ignore_carrier(job, link)
        if link.set_name is not None:
            text = _rename.link_text(link, facts)
            files.append(RenderedFile(path=_rename.link_path(link), content=first + text))
    conf = settings.text()
    if conf:
        files.append(RenderedFile(path=_conf.PATH, content=first + conf))
    if config.openvswitch:
        job.unsupported((*config.path, "openvswitch"))
    files.sort(key=_path)
    return tuple(files)


def _path(file: RenderedFile) -> str:
    return file.path


def _is_foreign(job: Job, link: AnyLink, *, mixed: bool) -> bool:
    """Whether the document gives a link to another backend, while it gives others to this one or says so for it."""
    wish = link.renderer or (job.config.renderer if mixed else None)
    if wish is None or wish == "NetworkManager":
        return False
    job.report.warning(
        (*link.path, "renderer"),
        f"this link's renderer is {wish}; NetworkManager is told to leave it alone",
        at=(*link.path, "renderer") if link.renderer else link.path,
    )
    return True


def _profiles(job: Job, link: AnyLink, first: str) -> list[RenderedFile]:
    if link.kind == "wifi":
        files = []
        for point in link.access_points:  # type: ignore[union-attr]
            files += _profile(job, link, first, point)
        return files
    if link.kind == "vrf" and not link.table:  # type: ignore[union-attr]
        job.cannot(link, "table", "as 0, and without a table there is no VRF")
        return []
    if link.kind == "loopback" and not any(getattr(link, field) for field in OF_LOOPBACK):
        _report_loopback(job, link)
        return []  # the kernel's own doing
    return _profile(job, link, first, None)


def _priority(link: AnyLink) -> str:
    match = link.match
    if match is None or match.mac is not None or match.literal_name is not None or link.set_name:
        return ONE_DEVICE
    return SOME_DEVICES if match.name or match.driver else ANY_DEVICE


def _profile(job: Job, link: AnyLink, first: str, point: AccessPoint | None) -> list[RenderedFile]:
    """The file of a link (or of one of its access points); none where NetworkManager would refuse it anyway."""
    profile = Profile()
    kind = _kinds.connection_type(link)
    connection = profile.group("connection")
    name = link.id if point is None else f"{link.id}-{point.ssid}"
    connection["id"] = _keyfile.string(f"netinit-{name}")
    connection["uuid"] = job.uuid(link, None if point is None else point.ssid)
    connection["type"] = kind
    connection["autoconnect-priority"] = _priority(link)
    if not _selection(job, link, kind, profile):
        return []
    if link.activation is not None:
        _activation(job, link, connection)
    if link.master is not None:
        _master(job, link, connection)
    _kinds.write(job, link, kind, profile)
    method4, method6 = _ip.methods(job, link)
    if point is not None:
        from netinit.renderers.networkmanager import _wifi

        if not _wifi.write(job, link, point, profile):  # type: ignore[arg-type]
            return []
        if point.mode == "ap":
            method4 = "shared"
    four, six = _ip.sections(job, link, method4, method6)
    profile.groups["ipv4"], profile.groups["ipv6"] = four, six
    if link.dhcp4_overrides is not None or link.dhcp6_overrides is not None:
        _host_name(job, link, profile)
    if len(link.__dict__) > PLAIN_FIELDS:
        _unsupported(job, link)
    _passthrough.write(job, link, point, profile)
    ending = "" if point is None else f"-{escaped(point.ssid)}"
    return [
        RenderedFile(
            path=f"{FOLDER}/netinit-{escaped(link.id)}{ending}.nmconnection",
            content=first + profile.text(),
            mode=0o600,
            secret=profile.secret,
        )
    ]


# What gives the loopback device a profile; without one NetworkManager leaves the device to the kernel.
OF_LOOPBACK = ("has_layer3", "routes", "rules", "nameservers", "mtu", "nm")
ALONE_ON_LOOPBACK = (
    ("macaddress", "mac"),
    ("activation-mode", "activation"),
    ("accept-ra", "accept_ra"),
    ("ra-overrides", "ra_overrides"),
    ("link-local", "link_local"),
    ("ipv6-mtu", "ipv6_mtu"),
    ("ipv6-privacy", "ipv6_privacy"),
    ("ipv6-address-token", "ipv6_token"),
    ("ipv6-address-generation", "ipv6_generation"),
)


def _report_loopback(job: Job, link: AnyLink) -> None:
    """Report what is said of a loopback device that gets no profile."""
    for key, field in ALONE_ON_LOOPBACK:
        if getattr(link, field):
            job.cannot(link, key, "for a loopback device without addresses")
    for key in link.bridge_port.own_keys() if link.bridge_port is not None else ():
        job.cannot(link, key, "for a link that is no port of a bridge")
    _unsupported(job, link)


PLAIN_FIELDS = 3  # id, name, path: what every link has


def _selection(job: Job, link: AnyLink, kind: str, profile: Profile) -> bool:
    """Write which devices a profile is for; False, and a report, where NetworkManager refuses a name."""
    match = link.match
    if match is None:
        # The id of an nm-device names a profile; `passthrough` knows the device.
        return link.kind == "nm-device" or _interface(job, link, link.id, profile)
    if match.mac is not None:
        if not _has_mac(job, link, match.mac, kind):
            return False
        profile.group(kind)["mac-address"] = match.mac
    if link.set_name is not None and (match.mac is None or job.as_netplan(link)):
        return _interface(job, link, link.set_name, profile)
    if match.driver:
        profile.group("match")["driver"] = _keyfile.strings(match.driver)
    if link.set_name is not None:
        return True  # the address tells, even where the new name did not come about
    if match.literal_name is not None:
        return _interface(job, link, match.literal_name, profile)
    if match.name:
        profile.group("match")["interface-name"] = _keyfile.strings(match.name)
    if match.mac is None and not _is_from_nm(link):
        profile.group("connection")["multi-connect"] = MULTIPLE
    return True


def _interface(job: Job, link: AnyLink, name: str, profile: Profile) -> bool:
    """Bind a profile to the device of that name; one too long for the kernel was reported by the reader."""
    if name in RESERVED_NAMES or any(char in "/:%" or char.isspace() for char in name):
        job.report.warning(
            link.path,
            f"NetworkManager refuses the interface name '{name}'; the link is left out",
            key=True,
        )
        return False
    profile.group("connection")["interface-name"] = _keyfile.string(name)
    return True


def _has_mac(job: Job, link: AnyLink, mac: str, kind: str) -> bool:
    """Whether NetworkManager can look for a nic of that type by an address; reported where it cannot."""
    length = {"infiniband": 59, "ethernet": 17, "wifi": 17}.get(kind)
    if len(mac) == length:
        return True
    job.report.warning(
        (*link.path, "match", "macaddress"),
        f"NetworkManager looks for no {kind} device by an address of {(len(mac) + 1) // 3} bytes; "
        "the link is left out",
        key=True,
    )
    return False


def _is_from_nm(link: AnyLink) -> bool:
    """Whether the link is a profile that NetworkManager itself kept as netplan YAML: it would say what it is for."""
    points = getattr(link, "access_points", ())
    return (
        link.kind == "nm-device"
        or link.nm is not None
        or any(point.nm is not None for point in points)
    )


def _activation(job: Job, link: AnyLink, connection: dict[str, str]) -> None:
    connection["autoconnect"] = "false"
    if link.activation == "off":
        job.report.warning(
            (*link.path, "activation-mode"),
            "NetworkManager cannot hold a link down ('activation-mode: off'); "
            "the link is not started, as with 'manual'",
        )


def _master(job: Job, link: AnyLink, connection: dict[str, str]) -> None:
    master = job.config.link(link.master or "")
    if master is not None:
        connection["master"] = job.reference(master.id)
        connection["slave-type"] = master.kind


def _host_name(job: Job, link: AnyLink, profile: Profile) -> None:
    """Whether the machine may take its name from DHCP, which NetworkManager knows for both families at once."""
    for family, overrides in ((4, link.dhcp4_overrides), (6, link.dhcp6_overrides)):
        if overrides is not None and overrides.use_hostname is False:
            profile.group("hostname")["from-dhcp"] = "0"  # the word `false` would be dropped
            job.report.warning(
                (*link.path, f"dhcp{family}-overrides", "use-hostname"),
                "NetworkManager knows 'use-hostname' for both families at once only; "
                "no host name is taken from DHCP on this link",
            )


def _unsupported(job: Job, link: AnyLink) -> None:
    """Report what no profile can say."""
    for key, given, why in (
        ("optional", link.optional, "it waits for each profile that starts by itself"),
        ("critical", link.critical, "it leaves addresses alone over a restart in any case"),
        ("optional-addresses", link.optional_addresses, ""),
        ("emit-lldp", link.emit_lldp, "it only listens"),
        ("networkd", link.networkd, "which is for systemd-networkd"),
        ("openvswitch", link.openvswitch is not None, ""),
    ):
        if given:
            job.cannot(link, key, why)
    if getattr(link, "regulatory_domain", None) is not None:
        job.cannot(link, "regulatory-domain")
