"""Names that tell a VLAN's id, as ifupdown and dracut read them: eth0.5, eth0.0005, vlan5, vlan0005."""

from __future__ import annotations

from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.drafts import Drafts

MAX_VLAN_ID = 4094


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
        while draft.cls is model.Ethernet and "match" not in draft.values:
            found = vlan_of(draft.id)
            if found is None or found[0] is None:
                break
            draft.cls = model.Vlan
            draft.values["link"], draft.values["vlan_id"] = found
            draft = drafts.get(found[0], draft.path)
