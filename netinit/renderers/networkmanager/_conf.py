"""NetworkManager.conf's share: devices to leave alone, and devices that need no carrier.

`+=` and sections [device-…] add to what other files say, where `unmanaged-devices=` would replace it.
"""

from __future__ import annotations

from netinit.renderers._naming import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AnyLink
    from netinit.renderers.networkmanager._job import Job

PATH = "/etc/NetworkManager/conf.d/10-netinit.conf"


class Settings:
    """The lines for devices, collected link by link."""

    def __init__(self) -> None:
        self.unmanaged: list[str] = []
        self.sections: list[str] = []

    def leave_alone(self, job: Job, link: AnyLink) -> None:
        """Keep NetworkManager from a link's devices."""
        self.unmanaged.append(devices(job, link))

    def ignore_carrier(self, job: Job, link: AnyLink) -> None:
        """Let a link's devices come up, and stay, without a cable."""
        self.sections.append(
            f"\n[device-netinit-{escaped(link.id)}]\nmatch-device={devices(job, link)}\nignore-carrier=yes\n"
        )

    def text(self) -> str:
        """The file without its first line; nothing where there is nothing to say."""
        unmanaged = ""
        if self.unmanaged:
            unmanaged = f"\n[keyfile]\nunmanaged-devices+={';'.join(self.unmanaged)}\n"
        return unmanaged + "".join(self.sections)


def devices(job: Job, link: AnyLink) -> str:
    """Which devices a link means, as NetworkManager.conf(5) lists devices: any condition of several is enough."""
    name = job.device(link)
    if name is not None:
        return f"interface-name:={_item(name)}"
    match = link.match
    if match is not None and match.mac is not None:
        return f"mac:{match.mac}"
    if match is not None and match.name:
        return ";".join(f"interface-name:{_item(glob)}" for glob in match.name)
    if match is not None and match.driver:
        return ";".join(f"driver:{_item(glob)}" for glob in match.driver)
    return f"type:{'wifi' if link.kind == 'wifi' else 'ethernet'}"


def _item(text: str) -> str:
    return text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
