"""The stages after the local one.

They have little to do so far, since user-data and config modules are not written yet.  They keep the account of the
boot that scripts read (status.json, result.json, boot-finished), and the network stage has systemd wait for the network
before the config stage, where there is a network of ours to wait for.
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.model import paths
from netinit.model.files import RenderedFile
from netinit.report import Problem
from netinit.stages import status
from netinit.system import manifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.system.doors import Run
    from netinit.system.root import Root

FINE, DEGRADED = 0, 2
# --no-block: the target waits for the network stage, which must not wait for the target.
WAIT = ("systemctl", "start", "--no-block", "network-online.target")


def run(root: Root, stage: str, command: Run | None = None) -> int:
    """Run the stage `network`, `config` or `final`; its exit code.

    `command` is the door of commands of a running machine. Raises NetinitError.
    """
    status.begin(root, stage)
    problems: tuple[Problem, ...] = ()
    if stage == "network" and command is not None and manifest.read(root):
        problems = _wait_for_network(command)
    elif stage == "final":
        root.write(RenderedFile(path=paths.BOOT_FINISHED, content=f"{status.uptime_s(root)}\n"))
    status.finish(root, stage, problems)
    return DEGRADED if problems else FINE


def _wait_for_network(command: Run) -> tuple[Problem, ...]:
    """Have the config stage wait for the network.

    The unit does not ask for it by itself: with no network file of ours there may be nothing to wait for, and
    systemd-networkd-wait-online then takes two minutes to give up.
    """
    try:
        done = command(WAIT)
        reason = done.stderr.decode("utf-8", "replace").strip() if done.exit_code else ""
    except NetinitError as error:
        reason = str(error)
    if not reason:
        return ()
    message = f"{' '.join(WAIT)}: {reason}; the next stage does not wait for the network"
    return (Problem(severity="warning", path="", message=message),)
