"""NoCloud's line, `ds=nocloud;h=HOST;i=ID;s=SEED;KEY=VALUE`, and the places that a seed can be fetched from."""

from __future__ import annotations

from netinit.model.facts import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.model.facts import Facts

NAMES = frozenset({"ds=nocloud", "ds=nocloud-net"})
SHORT_KEYS = {"h": "local-hostname", "i": "instance-id", "s": "seedfrom"}
REMOTE = ("http://", "https://", "ftp://", "ftps://")

# dmidecode's names for what a seedfrom may hold as __dmi.NAME__, and the files below /sys/class/dmi/id
DMI_NAMES = {
    "baseboard-asset-tag": "board_asset_tag",
    "baseboard-manufacturer": "board_vendor",
    "baseboard-product-name": "board_name",
    "baseboard-serial-number": "board_serial",
    "baseboard-version": "board_version",
    "bios-release-date": "bios_date",
    "bios-vendor": "bios_vendor",
    "bios-version": "bios_version",
    "chassis-asset-tag": "chassis_asset_tag",
    "chassis-manufacturer": "chassis_vendor",
    "chassis-serial-number": "chassis_serial",
    "chassis-version": "chassis_version",
    "system-manufacturer": "sys_vendor",
    "system-product-name": "product_name",
    "system-serial-number": "product_serial",
    "system-uuid": "product_uuid",
    "system-version": "product_version",
}


def line_config(text: str) -> dict[str, Tree] | None:
    """The keys of the last word `ds=nocloud;KEY=VALUE;…`; None where there is no such word.

    Where it does not say a dsmode, that follows from where the seed is: behind the network or not.
    """
    found: dict[str, Tree] | None = None
    for word in split_words(text):
        name, *pairs = word.split(";")
        kind = name.casefold()
        if kind not in NAMES:
            continue
        found = {}
        for pair in pairs:
            key, equals, value = pair.partition("=")
            if key:
                found[SHORT_KEYS.get(key, key)] = value if equals else None
        mode = _mode(found.get("seedfrom"), kind)
        if mode is not None:
            found.setdefault("dsmode", mode)
    return found


def _mode(seedfrom: Tree, kind: str) -> str | None:
    if not isinstance(seedfrom, str):
        return "net" if kind.endswith("-net") else "local"
    if seedfrom.startswith(REMOTE):
        return "net"
    return "local" if seedfrom.startswith(("file://", "/")) else None


def filled_in(seedfrom: str, facts: Facts) -> tuple[str, list[str]]:
    """A seedfrom with its `__dmi.NAME__` replaced by what the firmware says, and the names that it has nothing for."""
    unknown = []
    done, rest = "", seedfrom
    while "__dmi." in rest:
        before, _, after = rest.partition("__dmi.")
        name, end, later = after.partition("__")
        if not end:
            break
        value = facts.dmi.get(DMI_NAMES.get(name, ""), "")
        if not value:
            unknown.append(name)
        done += before + value
        rest = later
    return done + rest, unknown


def without_password(url: str) -> str:
    """A URL without the password that may be in it."""
    scheme, slashes, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{slashes}{host.rpartition('@')[2]}{slash}{path}"
