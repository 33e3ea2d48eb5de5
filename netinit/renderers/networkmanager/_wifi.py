"""[wifi] of a profile: one profile for each access point."""

from __future__ import annotations

from netinit.renderers.networkmanager import _auth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AccessPoint, Wifi
    from netinit.renderers.networkmanager._job import Job
    from netinit.renderers.networkmanager._keyfile import Profile

BANDS = {"5GHz": "a", "2.4GHz": "bg"}
# The channels of NetworkManager's own tables; with another one it refuses the profile.
CHANNELS = {
    "a": frozenset(
        (
            *(7, 8, 9, 11, 12, 16, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 56, 58, 60, 64),
            *(100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140, 149, 152, 153, 157),
            *(160, 161, 165, 183, 184, 185, 187, 188, 192, 196),
        )
    ),
    "bg": frozenset(range(1, 15)),
}
# Bits of wifi.wake-on-wlan (NMSettingWirelessWakeOnWLan)
WAKE_BITS = {
    "default": 0x1,
    "any": 0x2,
    "disconnect": 0x4,
    "magic_pkt": 0x8,
    "gtk_rekey_failure": 0x10,
    "eap_identity_req": 0x20,
    "four_way_handshake": 0x40,
    "rfkill_release": 0x80,
    "tcp": 0x100,
}
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:'!?&+@()/")


def ssid(name: str) -> str:
    """A network's name as a value: as text where no reader can take it otherwise, else as its bytes.

    Semicolons would make `12;` a list of bytes, and NetworkManager unescapes backslashes twice.
    """
    if PLAIN.issuperset(name) or (PLAIN.issuperset(name.replace(" ", "")) and name == name.strip()):
        return name
    return "".join(f"{byte};" for byte in name.encode())


def write(job: Job, link: Wifi, point: AccessPoint, profile: Profile) -> bool:
    """Fill in the groups of an access point; False, and a report, where NetworkManager would refuse the profile."""
    keys = profile.group("wifi")
    keys["ssid"] = ssid(point.ssid)
    keys["mode"] = point.mode
    if point.band is not None:
        keys["band"] = BANDS[point.band]
        if point.channel is not None:
            if point.channel in CHANNELS[keys["band"]]:
                keys["channel"] = str(point.channel)
            else:
                job.unsupported((*point.path, "channel"), f"{point.channel} in this band")
    elif point.channel is not None:
        job.unsupported((*point.path, "channel"), "without 'band'")
    if point.bssid is not None:
        keys["bssid"] = point.bssid
    if point.hidden:
        keys["hidden"] = "true"
    if link.wakeonwlan:
        _wake(job, link, keys)
    return point.auth is None or _auth.wifi(job, point.auth, profile)


def _wake(job: Job, link: Wifi, keys: dict[str, str]) -> None:
    if "default" in link.wakeonwlan and len(link.wakeonwlan) > 1:
        job.cannot(link, "wakeonwlan", "'default' together with other events")
        return
    keys["wake-on-wlan"] = str(sum(WAKE_BITS[word] for word in link.wakeonwlan))
