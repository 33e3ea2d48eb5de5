"""Names of devices, and those that tell a VLAN's id as ifupdown and dracut read them: eth0.5, vlan0005."""

from __future__ import annotations

from netinit.formats.addresses import BadValue, shown
from netinit.formats.drafts import MAX_NAME_BYTES
from netinit.formats.netv2_parts import link_id, link_name
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.drafts import Drafts

MAX_VLAN_ID = 4094


def device_name(value: object) -> str:
    """The name that a device will have, and that is its link's id. Raises BadValue."""
    name = link_name(value)
    if not link_id(name) or len(name) > MAX_NAME_BYTES:
        raise BadValue(
            f"expected a name of 1 to {MAX_NAME_BYTES} printable ASCII characters, found {shown(value)}"
        )
    return name


def is_device_name(name: str) -> bool:
    """Whether a word is a device's name."""
    try:
        device_name(name)
    except BadValue:
        return False
    return True


def vlan_of(name: str) -> tuple[str | None, int] | None:
    """The parent's name (None where the name does not tell it) and the id; None where it is no VLAN's name."""
    parent, dot, digits = name.rpartition(".")
    if not dot:
        parent, digits = "", name.removeprefix("vlan") if name.startswith("vlan") else ""
    if not (
        digits.isascii() and digits.isdigit() and len(digits) <= 4 and int(digits) <= MAX_VLAN_ID
    ):
        return None
    return (parent or None, int(digits)) if parent or not dot else None


def imply_vlans(drafts: Drafts) -> None:
    """Make VLANs of the nics whose names say so, and the links below them."""
    for draft in list(drafts.by_id.values()):
        while draft.alive and draft.cls is model.Ethernet and "match" not in draft.values:
            found = vlan_of(draft.id)
            if found is None or found[0] is None:
                break
            draft.cls = model.Vlan
            draft.values["link"], draft.values["vlan_id"] = found
            draft = drafts.get(found[0], draft.path)
