"""The machine that a command line names: the running one, a tree, or what a file of facts remembers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.facts import Facts
    from netinit.system.root import Root


def read_facts(root: Root, file: str | None, images: Sequence[str]) -> Facts:
    """The facts in a file, or those below a root, with images standing for block devices besides.

    Raises NetinitError.
    """
    from netinit.system.blockdevices import image

    media = tuple(image(path) for path in images)
    if file is not None:
        from netinit.cli.inputs import read_input
        from netinit.formats import factsfile

        facts = factsfile.load(*read_input(file))
        return facts.replace(devices=(*media, *facts.devices))
    from netinit.system.facts import gather
    from netinit.system.run import Run

    return gather(root, media=media, run=Run())
