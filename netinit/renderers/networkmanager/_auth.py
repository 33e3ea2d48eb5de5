"""[802-1x] and [wifi-security]: credentials for a wired network or an access point.

NetworkManager refuses a profile whose EAP method lacks its parts, or spells `phase2-auth` in capitals.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import Auth
    from netinit.renderers.networkmanager._job import Job
    from netinit.renderers.networkmanager._keyfile import Profile

    Keys = dict[str, str]

KEY_MANAGEMENTS = {
    "psk": "wpa-psk",
    "psk-sha256": "wpa-psk",
    "eap": "wpa-eap",
    "eap-sha256": "wpa-eap",
    "eap-suite-b-192": "wpa-eap-suite-b-192",
    "sae": "sae",
    "802.1x": "ieee8021x",
}
# Protected management frames: 2 where both ends can, 3 always, as WPA3 demands.
PMF = {"wpa-psk": "2", "wpa-eap": "2", "sae": "3", "wpa-eap-suite-b-192": "3"}
WITH_PSK = frozenset({"wpa-psk", "sae"})
PHASE2 = frozenset({"pap", "chap", "mschap", "mschapv2", "gtc", "otp", "md5", "tls"})
NEEDS_PHASE2 = frozenset({"peap", "ttls"})
NEEDS_IDENTITY = frozenset({"peap", "ttls", "leap", "pwd"})
NOT_REQUIRED = "4"  # NM_SETTING_SECRET_FLAG_NOT_REQUIRED: without it an agent would be asked
TEXTS = (
    ("identity", "identity", "identity"),
    ("anonymous_identity", "anonymous-identity", "anonymous-identity"),
    ("password", "password", "password"),
)
FILES = (
    ("ca_certificate", "ca-cert", "ca-certificate"),
    ("client_certificate", "client-cert", "client-certificate"),
    ("client_key", "private-key", "client-key"),
)


def wifi(job: Job, auth: Auth, profile: Profile) -> bool:
    """Write the security of an access point; False, and a report, where it lacks what NetworkManager insists on."""
    management = KEY_MANAGEMENTS.get(auth.key_management or "")
    if management is None and auth.method is None:
        return True  # an open network
    management = management or "wpa-eap"
    security = profile.group("wifi-security")
    security["key-mgmt"] = management
    if management in PMF:
        security["pmf"] = "3" if auth.key_management == "eap-sha256" else PMF[management]
    if management in WITH_PSK:
        if auth.psk is not None:
            job.put(security, "psk", auth.psk, (*auth.path, "password"))
            profile.secret = True
        return True
    return eap(job, auth, profile)


def eap(job: Job, auth: Auth, profile: Profile) -> bool:
    """Write [802-1x]; False, and a report, where the method lacks a part."""
    keys: Keys = {}
    if auth.method is not None:
        keys["eap"] = auth.method
    for field, key, name in TEXTS:
        value = getattr(auth, field)
        if value is not None:
            job.put(keys, key, value, (*auth.path, name))
    for field, key, name in FILES:
        value = getattr(auth, field)
        if value is None:
            continue
        if value.startswith("/"):
            job.put(keys, key, value, (*auth.path, name))
        else:
            # NetworkManager would take a relative path for the certificate itself.
            job.unsupported((*auth.path, name), "as a relative path")
    lacking = _lacking(keys)
    if lacking:
        job.report.warning(
            (*auth.path, lacking),
            f"NetworkManager refuses 802.1X without '{lacking}'; "
            "what needs these credentials is left out",
            at=auth.path,
        )
        return False
    if auth.client_key_password:
        job.put(
            keys,
            "private-key-password",
            auth.client_key_password,
            (*auth.path, "client-key-password"),
        )
    elif "private-key" in keys:
        keys["private-key-password-flags"] = NOT_REQUIRED
    _phase2(job, auth, keys)
    profile.group("802-1x").update(keys)
    profile.secret = profile.secret or bool(auth.password or auth.client_key_password)
    return True


def _lacking(keys: Keys) -> str:
    """The key of version 2 without which NetworkManager refuses these credentials."""
    method = keys.get("eap")
    if method is None:
        return "method"
    if method in NEEDS_IDENTITY and "identity" not in keys:
        return "identity"
    if method == "tls":
        if "client-cert" not in keys:
            return "client-certificate"
        if "private-key" not in keys:
            return "client-key"
    return ""


def _phase2(job: Job, auth: Auth, keys: Keys) -> None:
    inner = auth.phase2_auth.lower() if auth.phase2_auth is not None else None
    if inner is not None and inner not in PHASE2:
        job.unsupported((*auth.path, "phase2-auth"), f"with the value '{auth.phase2_auth}'")
        inner = None
    if inner is None and auth.method in NEEDS_PHASE2:
        inner = "mschapv2"
        job.report.warning(
            (*auth.path, "phase2-auth"),
            f"NetworkManager needs the inner method of {auth.method}; mschapv2 is used",
            at=auth.path,
        )
    if inner is not None:
        keys["phase2-auth"] = inner
