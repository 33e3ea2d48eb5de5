"""The machine that a command line names: the running one, a tree, or what a file of facts remembers."""

from __future__ import annotations

from netinit.errors import NetinitError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.facts import Facts
    from netinit.system.root import Root


def directory(given: str) -> str:
    """A --root as it is used: the directory that was named, or `/` for the running machine, however it was spelt.

    Raises UsageError for an empty one (a variable that is not set), NetinitError where there is no such directory.
    """
    import os

    if not given:
        raise UsageError("--root: expected a directory, found ''")
    if not os.path.isdir(given):
        raise NetinitError(f"{given}: no such directory")
    return "/" if os.path.samefile(given, "/") else given


def refuse_replay(root: str, file: str | None, instead: str) -> None:
    """Raise UsageError where facts from a file would be acted upon by the running machine, which they are not of."""
    if file is not None and root == "/":
        raise UsageError(
            f"--facts replays what a machine decided, and nothing of it is written to this one; {instead}"
        )


def read_facts(root: Root, file: str | None, images: Sequence[str]) -> Facts:
    """The facts in a file, or those below a root, with images standing for block devices besides.

    Raises NetinitError.
    """
    from netinit.system.blockdevices import image

    media = tuple(image(path) for path in images)
    for device in media:
        if device.type is None:
            raise NetinitError(f"{device.device}: neither an ISO 9660 nor a FAT image")
    if file is not None:
        from netinit.cli.inputs import read_input
        from netinit.formats import factsfile

        facts = factsfile.load(*read_input(file))
        return facts.replace(devices=(*media, *facts.devices))
    from netinit.system.facts import gather
    from netinit.system.run import Run

    return gather(root, media=media, run=Run())
