"""`netinit install`: puts netinit on this machine, or into an image tree."""

from __future__ import annotations

import os
import sys

from netinit.cli.machine import directory
from netinit.cli.options import Option, Verb, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.system.root import Root

VERB = Verb(
    name="install",
    help="put netinit on this machine, or into an image tree",
    description="Lays down the command, the units, the generator and the hooks; nothing runs before the next boot.\n"
    "The machine needs python3 (3.11 or later) and its yaml module.",
    options=(
        Option(name="--root", value="DIR", help="the machine is the tree below DIR", default="/"),
        Option(name="--enable", help="let it run from the next boot on"),
        Option(
            name="--as-cloud-init",
            help="take cloud-init's place: mask its units, and enable netinit",
        ),
        Option(name="--uninstall", help="take away exactly what was laid down"),
    ),
    exclusive=(("--uninstall", "--enable"), ("--uninstall", "--as-cloud-init")),
    epilog="exit codes: 0 done, 2 refused (the message says why), 64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    from netinit.apply import install
    from netinit.errors import NetinitError
    from netinit.system.root import Root

    base = directory(arguments.root)
    if base == "/" and os.geteuid() != 0:
        raise NetinitError("only root can install on this machine; --root DIR makes an image tree")
    root = Root(base, durable=base == "/")
    if arguments.uninstall:
        changes = install.uninstall(root)
        sys.stdout.write(f"removed {len(changes.removed)} files\n")
        for path in changes.foreign:
            sys.stdout.write(f"left {path} alone, since it was edited\n")
        return 0
    enable = arguments.enable or arguments.as_cloud_init
    plan = install.plan(root, enable=enable, instead=arguments.as_cloud_init)
    changes = install.install(root, plan)
    _compile(root)
    sys.stdout.write(
        f"installed: {len(changes.written)} files written, {len(changes.unchanged)} unchanged\n"
        + ("it runs from the next boot on\n" if enable else "not enabled: --enable lets it run\n")
    )
    return 0


def _compile(root: Root) -> None:
    """Compile the code where that can be done with the machine's own interpreter; it starts 100 ms sooner then."""
    from netinit.apply.install import CODE
    from netinit.errors import NetinitError
    from netinit.system.run import Run

    words = ("python3", "-I", "-m", "compileall", "-q", f"{CODE}/netinit")
    try:
        done = Run()(words if root.base == "" else ("chroot", root.base, *words), timeout_s=300)
        complaint = done.complaint if done.exit_code else ""
    except NetinitError as error:
        complaint = str(error)
    if complaint:
        sys.stderr.write(
            f"netinit install: not compiled ({complaint}); each start takes 100 ms longer until "
            f"'python3 -m compileall {CODE}/netinit' has run there\n"
        )
