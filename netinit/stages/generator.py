"""Before the first unit: look for a datasource, and pull netinit.target into the boot where there is one.

What is written is what cloud-init's generator writes, so that scripts which look for it go on to work:
/run/cloud-init/{enabled,disabled}, cloud.cfg and .ds-identify.result.
"""

from __future__ import annotations

from netinit.decide.disable import disable
from netinit.decide.source import DISABLED, Identification, identify
from netinit.model import paths
from netinit.model.files import RenderedFile
from netinit.sources._loading import load
from netinit.stages import base
from netinit.system.facts import gather

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.decision import Step
    from netinit.system.root import Root

FOUND = 0
TARGET = "netinit.target"


def generate(root: Root, early: str) -> Identification:
    """Decide, write what was decided, and link the target into `early` (a directory of units). Raises NetinitError."""
    facts = gather(root)
    configuration = base.read(facts, root)
    switches = disable(facts, configuration)
    steps: tuple[Step, ...] = switches.steps
    if switches.value.everything:
        found = Identification(exit_code=DISABLED)
    else:
        decision = identify(facts, configuration, load)
        found, steps = decision.value, (*steps, *decision.steps)
    write_result(root, found)
    on = found.exit_code == FOUND
    link = f"{early}/multi-user.target.wants/{TARGET}"
    if on:
        root.make_folder(f"{early}/multi-user.target.wants")
        root.link(link, f"{paths.UNITS}/{TARGET}")
    else:
        root.remove(link)
    root.remove(paths.RUN_DISABLED if on else paths.RUN_ENABLED)
    root.write(RenderedFile(path=paths.RUN_ENABLED if on else paths.RUN_DISABLED, content=""))
    log = "".join(f"{step}\n" for step in steps if step.answer != "no")
    root.write(RenderedFile(path=paths.GENERATOR_LOG, content=log))
    return found


def write_result(root: Root, found: Identification) -> None:
    """Put the result where cloud-init's stages and users' scripts look for it. Raises NetinitError."""
    if found.config is not None:
        root.write(RenderedFile(path=paths.RUN_CLOUD_CFG, content=found.config))
    root.write(RenderedFile(path=paths.RUN_IDENTIFY_RESULT, content=f"{found.exit_code}\n"))
