"""Wi-Fi and 802.1X: networkd leaves both to wpa_supplicant, which gets a configuration and a unit for each link.

The unit is bound to its device, and a drop-in of the device's own unit wants it: it runs as soon as the device is
there, and a missing one holds up nothing.  Source: wpa_supplicant.conf(5) and its commented example, 2.10.
"""

from __future__ import annotations

from netinit.model.files import RenderedFile
from netinit.model.network import Wifi
from netinit.renderers._naming import escaped, unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AccessPoint, AnyLink, Auth
    from netinit.renderers.networkd._plan import Plan

CONFIGURATIONS = "/etc/netinit"
UNITS = "/etc/systemd/system"
PROGRAM = "/usr/sbin/wpa_supplicant"
UNIT_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:_.")

# key management: words for key_mgmt, and whether management frames are protected (1: where both can, 2: always)
KEY_MANAGEMENT = {
    None: ("NONE", 0),
    "none": ("NONE", 0),
    "psk": ("WPA-PSK WPA-PSK-SHA256 SAE", 1),
    "psk-sha256": ("WPA-PSK-SHA256", 1),
    "sae": ("SAE", 2),
    "eap": ("WPA-EAP WPA-EAP-SHA256", 1),
    "eap-sha256": ("WPA-EAP-SHA256", 1),
    "eap-suite-b-192": ("WPA-EAP-SUITE-B-192", 2),
    "802.1x": ("IEEE8021X", 0),
}
# Channels as centre frequencies in MHz; a list where only the band is asked for.
BAND_2GHZ = " ".join(str(2407 + 5 * channel) for channel in range(1, 14)) + " 2484"
BAND_5GHZ = " ".join(
    str(5000 + 5 * channel)
    for channel in (*range(36, 65, 4), *range(100, 145, 4), *range(149, 178, 4))
)


def supplicant(link: AnyLink, plan: Plan) -> tuple[RenderedFile, ...]:
    """The configuration, the unit and its enablement; nothing, and a report, where that cannot work."""
    if isinstance(link, Wifi):
        networks = [
            _network(point, point.auth, point.ssid)
            for point in link.access_points
            if _joinable(point, plan)
        ]
        settings, driver = _wifi_settings(link, plan), "-Dnl80211,wext"
        if link.auth is not None:
            plan.cannot(link, "auth", why="which belongs to an access point here")
    else:
        networks = [_network(None, link.auth, None)]
        settings, driver = "ap_scan=0\n", "-Dwired"
    if not networks:
        return ()
    if link.name is None:
        plan.cannot(
            link,
            "access-points" if isinstance(link, Wifi) else "auth",
            why="unless the name of the device is known: match it by name or give it one with 'set-name'",
        )
        return ()
    return _files(link, link.name, plan, settings + "".join(networks), driver)


def _files(
    link: AnyLink, device: str, plan: Plan, body: str, driver: str
) -> tuple[RenderedFile, ...]:
    configuration = f"{CONFIGURATIONS}/wpa-{escaped(link.id)}.conf"
    unit = f"netinit-wpa-{_unit_escaped(link.id)}.service"
    node = f"sys-subsystem-net-devices-{_unit_escaped(device)}.device"
    return (
        RenderedFile(
            path=configuration,
            content=f"{plan.first}\nctrl_interface=/run/wpa_supplicant\n{body}",
            mode=0o600,
            secret=True,
        ),
        RenderedFile(
            path=f"{UNITS}/{unit}",
            content=plan.first + _unit(node, (PROGRAM, "-c", configuration, "-i", device, driver)),
        ),
        RenderedFile(
            path=f"{UNITS}/{node}.d/10-netinit.conf",
            content=f"{plan.first}\n[Unit]\nWants={unit}\n",
        ),
    )


def _unit(node: str, argv: tuple[str, ...]) -> str:
    command = " ".join(word.replace("%", "%%").replace("\\", "\\\\") for word in argv)
    return f"""
[Unit]
Description=WPA supplicant for {argv[4].replace("%", "%%")}
DefaultDependencies=no
BindsTo={node}
After={node}
Before=network.target shutdown.target
Conflicts=shutdown.target

[Service]
ExecStart={command}
Restart=on-failure
RestartSec=5
"""


def _unit_escaped(text: str) -> str:
    """A text as part of a unit's name, as `systemd-escape --path` makes it of a name without slashes."""
    return "".join(
        char
        if char in UNIT_SAFE and not (char == "." and index == 0)
        else "".join(f"\\x{byte:02x}" for byte in char.encode())
        for index, char in enumerate(text)
    )


def _wifi_settings(link: Wifi, plan: Plan) -> str:
    lines = ""
    domain = link.regulatory_domain
    if domain is not None:
        if len(domain) == 2 and domain.isascii() and domain.isalnum():
            lines += f"country={domain}\n"
        else:
            plan.cannot(link, "regulatory-domain", why="which has two letters (such as GB)")
    triggers = [word for word in link.wakeonwlan if word not in {"default", "tcp"}]
    if triggers:
        lines += f"wowlan_triggers={' '.join(triggers)}\n"
    if "tcp" in link.wakeonwlan:
        plan.cannot(link, "wakeonwlan", why="as 'tcp'")
    return lines


def _joinable(point: AccessPoint, plan: Plan) -> bool:
    """Whether wpa_supplicant can have an access point; reports what it cannot."""
    if point.nm is not None:
        _cannot(point, "networkmanager", plan, "these are NetworkManager's own settings")
    if point.mode == "ap":
        _cannot(point, "mode", plan, "to offer an access point takes more than a supplicant")
        return False
    return True


def _cannot(point: AccessPoint, key: str, plan: Plan, why: str) -> None:
    unsupported(plan.report, (*point.path, key), "systemd-networkd", why)


def _network(point: AccessPoint | None, auth: Auth | None, ssid: str | None) -> str:
    """A `network={…}` block: of an access point, or of a wire (no `ssid`)."""
    lines = []
    if point is not None and ssid is not None:
        lines.extend(_radio(point))
    method = auth.key_management if auth is not None else None
    if method is None and auth is not None and auth.method is not None:
        method = "eap" if ssid is not None else "802.1x"
    words, protected = KEY_MANAGEMENT[method]
    if auth is not None and auth.psk is not None and method != "sae" and ssid is not None:
        if not _plain(auth.psk):
            auth = auth.replace(psk=_derived(auth.psk, ssid))
        if _is_raw(auth.psk or ""):
            words = words.removesuffix(" SAE")  # which starts from the passphrase, not from the key
    if ssid is None:
        words = "IEEE8021X"
    lines.append(f"key_mgmt={words}")
    if protected and ssid is not None:
        lines.append(f"ieee80211w={protected}")
    if auth is not None:
        lines.extend(_credentials(auth))
    if ssid is None:
        lines.append("eapol_flags=0")
    return "network={\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def _radio(point: AccessPoint) -> list[str]:
    lines = [f"ssid={_quoted(point.ssid)}"]
    if point.hidden:
        lines.append("scan_ssid=1")
    if point.mode == "adhoc":
        lines.append("mode=1")
    if point.bssid is not None:
        lines.append(f"bssid={point.bssid}")
    if point.band is not None:
        frequencies = BAND_5GHZ if point.band == "5GHz" else BAND_2GHZ
        if point.channel is not None:
            frequencies = str(_frequency(point.band, point.channel))
            if point.mode == "adhoc":
                lines.append(f"frequency={frequencies}")
        lines.append(f"freq_list={frequencies}")
    return lines


def _frequency(band: str, channel: int) -> int:
    """The centre of a channel in MHz."""
    if band == "5GHz":
        return 5000 + 5 * channel
    return 2484 if channel == 14 else 2407 + 5 * channel


def _credentials(auth: Auth) -> list[str]:
    lines = []
    if auth.psk is not None:
        if auth.key_management == "sae":
            lines.append(f"sae_password={_quoted(auth.psk)}")
        else:
            lines.append(f"psk={auth.psk if _is_raw(auth.psk) else _quoted(auth.psk)}")
    if auth.method is not None:
        lines.append(f"eap={auth.method.upper()}")
    for key, value in (
        ("identity", auth.identity),
        ("anonymous_identity", auth.anonymous_identity),
        ("ca_cert", auth.ca_certificate),
        ("client_cert", auth.client_certificate),
        ("private_key", auth.client_key),
        ("private_key_passwd", auth.client_key_password),
    ):
        if value is not None:
            lines.append(f"{key}={_quoted(value)}")
    if auth.password is not None:
        hashed = auth.password.startswith("hash:")
        lines.append(f"password={auth.password if hashed else _quoted(auth.password)}")
    if auth.phase2_auth is not None:
        lines.append(f"phase2={_quoted(f'auth={auth.phase2_auth}')}")
    return lines


def _is_raw(psk: str) -> bool:
    """Whether a pre-shared key is the key itself, in hexadecimal, and no passphrase."""
    return len(psk) == 64


def _derived(passphrase: str, ssid: str) -> str:
    """The key itself of a passphrase, in hexadecimal.  Source: IEEE 802.11, J.4."""
    from hashlib import pbkdf2_hmac  # 4 ms of import, for few

    return pbkdf2_hmac("sha1", passphrase.encode(), ssid.encode(), 4096, 32).hex()


def _plain(text: str) -> bool:
    """Whether a string can stand between quotes as it is.

    It ends at the last quote of its line; a `#` behind a quote within would begin a comment.
    """
    return text.isprintable() and not ('"' in text and "#" in text)


def _quoted(text: str) -> str:
    """A string for wpa_supplicant, with escapes where it needs some."""
    if _plain(text):
        return f'"{text}"'
    safe = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"#\\' else f"\\x{byte:02x}"
        for byte in text.encode()
    )
    return f'P"{safe}"'
