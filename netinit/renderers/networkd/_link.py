""".link files: what udev does to a device when it appears, its name above all.

Only the first .link file that matches a device counts, so ours takes the place of 99-default.link; what that one
does, ours must say again where it means devices whose names it does not know.

The mode of InfiniBand goes by a udev rule, too: systemd 252 documents [IPoIB] for .network files and then skips it
("Unknown section", measured).
"""

from __future__ import annotations

from netinit.model.network import Ethernet, Loopback
from netinit.renderers.networkd._match import link_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AnyLink
    from netinit.renderers.networkd._plan import Plan

OFFLOADS = {
    "receive-checksum-offload": "ReceiveChecksumOffload",
    "transmit-checksum-offload": "TransmitChecksumOffload",
    "tcp-segmentation-offload": "TCPSegmentationOffload",
    "tcp6-segmentation-offload": "TCP6SegmentationOffload",
    "generic-segmentation-offload": "GenericSegmentationOffload",
    "generic-receive-offload": "GenericReceiveOffload",
    "large-receive-offload": "LargeReceiveOffload",
}
MAC_POLICIES = {"random": "random", "permanent": "persistent"}
# Of 99-default.link: without it a device that is matched by its address would lose its predictable name.
NAMES = (
    "NamePolicy=keep kernel database onboard slot path\n"
    "AlternativeNamesPolicy=database onboard slot path\n"
)
DEFAULT_MAC_POLICY = "MACAddressPolicy=persistent\n"


def link_file(link: AnyLink, plan: Plan) -> str | None:
    """The content of a link's .link file, or None where it needs none."""
    name = f"Name={link.set_name}\n" if link.set_name is not None else ""
    policy = _mac_policy(link, plan) if link.mac is not None else ""
    settings = _settings(link, plan) if link.physical and not isinstance(link, Loopback) else ""
    extra = link.networkd is not None and link.networkd.link
    if not (name or policy or settings or extra):
        return None
    if not name and link.match is not None and link.match.literal_name is None:
        name = NAMES
        policy = policy or DEFAULT_MAC_POLICY
    if link.wakeonlan is None and link.physical and plan.config.origin.format == "v2":
        settings += "WakeOnLan=off\n"  # which version 2 documents as the default
    return f"{plan.first}\n{link_match(link, plan)}\n[Link]\n{name}{policy}{settings}"


def infiniband_rule(link: AnyLink) -> str:
    """The udev rule that sets the mode of an InfiniBand nic, if one is asked for."""
    if not isinstance(link, Ethernet) or link.infiniband_mode is None:
        return ""
    match = link.match
    words = ['SUBSYSTEM=="net"', 'ACTION=="add|move"', 'ATTR{type}=="32"']
    if match is None:
        words.append(f'KERNEL=="{link.id}"')
    else:
        if match.mac is not None:
            words.append(f'ATTR{{address}}=="{match.mac}"')
        if match.name:
            words.append(f'KERNEL=="{"|".join(match.name)}"')
        if match.driver:
            words.append(f'DRIVERS=="{"|".join(match.driver)}"')
    return f'{", ".join(words)}, ATTR{{mode}}="{link.infiniband_mode}"\n'


def _mac_policy(link: AnyLink, plan: Plan) -> str:
    """The line for a word in place of a MAC address; an address itself stands in the other files."""
    word = link.mac or ""
    if ":" in word:
        return ""
    if word in MAC_POLICIES:
        return f"MACAddressPolicy={MAC_POLICIES[word]}\n"
    plan.cannot(link, "macaddress", why=f"as '{word}'")
    return ""


def _settings(link: AnyLink, plan: Plan) -> str:
    lines = ""
    if link.mtu is not None:
        lines += f"MTUBytes={link.mtu}\n"
    if link.wakeonlan is not None:
        lines += "WakeOnLan=magic\n" if link.wakeonlan else "WakeOnLan=off\n"
    for word, value in link.offloads:
        lines += f"{OFFLOADS[word]}={'yes' if value else 'no'}\n"
    if isinstance(link, Ethernet):
        lines += _virtual_functions(link, plan)
    return lines


def _virtual_functions(link: Ethernet, plan: Plan) -> str:
    """How many virtual functions udev is to make: as many as asked for, else as many as the document has."""
    if link.eswitch_mode is not None:
        plan.cannot(link, "embedded-switch-mode", why="which devlink sets")
    if link.delay_rebind:
        plan.cannot(link, "delay-virtual-functions-rebind", why="since it sets no switch mode")
    if link.vf_count is not None:
        return f"SR-IOVVirtualFunctions={link.vf_count}\n"
    functions = plan.functions.get(link.id)
    if not functions:
        return ""
    if any(function.match is not None for function in functions):
        plan.report.warning(
            link.path,
            f"how many virtual functions '{link.id}' is to have shows only in 'virtual-function-count'; none are made",
            key=True,
        )
        return ""
    return f"SR-IOVVirtualFunctions={len(functions)}\n"
