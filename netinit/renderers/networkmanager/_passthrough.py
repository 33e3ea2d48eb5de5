"""The `networkmanager` section: settings of one's own, written as they are over everything else."""

from __future__ import annotations

from netinit.renderers.networkmanager import _keyfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AccessPoint, AnyLink, NmSettings
    from netinit.renderers.networkmanager._job import Job
    from netinit.renderers.networkmanager._keyfile import Profile
    from netinit.report import Path

SHORT_GROUPS = {
    "802-3-ethernet": "ethernet",
    "802-11-wireless": "wifi",
    "802-11-wireless-security": "wifi-security",
}
PEERS = "wireguard-peer"  # the one group whose own name holds a dot
# Types of devices that NetworkManager makes, for which it must know a name.
NEEDS_NAME = frozenset(
    {"bond", "bridge", "dummy", "ip-tunnel", "team", "tun", "veth", "vrf", "vxlan", "wireguard"}
)
HEX = frozenset("0123456789abcdefABCDEF-")


def write(job: Job, link: AnyLink, point: AccessPoint | None, profile: Profile) -> None:
    """Write a link's settings for NetworkManager alone, then those of its access point."""
    if link.nm is not None:
        _settings(job, link.nm, (*link.path, "networkmanager"), profile, link)
    if point is not None and point.nm is not None:
        _settings(job, point.nm, (*point.path, "networkmanager"), profile, link)
    connection = profile.group("connection")
    if connection["type"] in NEEDS_NAME and "interface-name" not in connection:
        job.report.warning(
            link.path,
            f"NetworkManager refuses a connection of type {connection['type']} without a device: "
            "'passthrough' should hold connection.interface-name",
        )


def _settings(job: Job, settings: NmSettings, path: Path, profile: Profile, link: AnyLink) -> None:
    connection = profile.group("connection")
    if settings.name:
        job.put(connection, "id", settings.name, (*path, "name"))
    if settings.uuid is not None:
        if _is_uuid(settings.uuid):
            connection["uuid"] = settings.uuid.lower()
        else:
            job.unsupported((*path, "uuid"), "which is no UUID")
            connection["uuid"] = job.uuid(link.replace(nm=None))
    if settings.stable_id is not None:
        job.put(connection, "stable-id", settings.stable_id, (*path, "stable-id"))
    if settings.device is not None and "interface-name" not in connection:
        job.put(connection, "interface-name", settings.device, (*path, "device"))
    if settings.passthrough:
        job.report.warning(
            (*path, "passthrough"),
            "passed to NetworkManager as it is; other backends do not have it",
            key=True,
        )
    for key, value in settings.passthrough:
        _key(job, key, value, (*path, "passthrough", key), profile)


def _key(job: Job, key: str, value: str, path: Path, profile: Profile) -> None:
    group, _, name = key.rpartition(".") if key.startswith(f"{PEERS}.") else key.partition(".")
    if not (_is_word(group) and _is_word(name)):
        job.unsupported(path, "which is no 'group.key'")
        return
    if not _keyfile.clean(value):
        job.unsupported(path, "with a control character in it")
        return
    profile.group(SHORT_GROUPS.get(group, group))[name] = _keyfile.raw(value)
    profile.secret = True  # who knows what is in there


def _is_word(text: str) -> bool:
    """Whether a text can stand as the name of a group or key."""
    return bool(text) and text.isprintable() and text.strip() == text and text[0] != "#"


def _is_uuid(text: str) -> bool:
    return (
        len(text) == 36
        and HEX.issuperset(text)
        and [len(part) for part in text.split("-")] == [8, 4, 4, 4, 12]
    )
