"""The stages after the local one.

They have little to do so far: user-data and config modules are not written yet, so nothing in them needs the network.
What they do is keep the account of the boot that scripts read: status.json, result.json, boot-finished.
"""

from __future__ import annotations

from netinit.model import paths
from netinit.model.files import RenderedFile
from netinit.report import Problem
from netinit.stages import status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.system.root import Root


def run(root: Root, stage: str) -> int:
    """Run the stage `network`, `config` or `final`; its exit code. Raises NetinitError."""
    status.begin(root, stage)
    problems: tuple[Problem, ...] = ()
    if stage == "final":
        root.write(RenderedFile(path=paths.BOOT_FINISHED, content=f"{status.uptime_s(root)}\n"))
    status.finish(root, stage, problems)
    return 0
