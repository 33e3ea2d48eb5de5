"""`netinit status`: how far the boot has come, with cloud-init's words and exit codes."""

from __future__ import annotations

import sys
import time

from netinit.cli.machine import directory
from netinit.cli.options import Option, Verb, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from netinit.stages.status import Status
    from netinit.system.root import Root

POLL_S = 0.25
VERB = Verb(
    name="status",
    help="tell how far the boot has come",
    options=(
        Option(name="--wait", short="-w", help="wait until the last stage is done"),
        Option(name="--long", short="-l", help="with the details"),
        Option(
            name="--format",
            value="FORMAT",
            choices=("tabular", "json", "yaml"),
            default="tabular",
            help="tabular (the default), json or yaml",
        ),
        Option(name="--network", help="who decided the network, why, and which files were written"),
        Option(name="--root", value="DIR", help="the machine is the tree below DIR", default="/"),
    ),
    epilog="exit codes: 0 done, running or disabled, 1 error, 2 done with errors that were survived",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    from netinit.stages import status
    from netinit.system.root import Root

    root = Root(directory(arguments.root))
    if arguments.network:
        from netinit.cli import explain

        return explain.run(["--root", arguments.root])
    cmdline = (root.read("/proc/cmdline") or b"").decode("utf-8", "replace")
    told = status.tell(root, cmdline)
    dots = arguments.wait and arguments.format == "tabular" and sys.stdout.isatty()
    while arguments.wait and told.status in {"not started", "running"} and not told.errors:
        if dots:
            sys.stdout.write(".")
            sys.stdout.flush()
        time.sleep(POLL_S)
        told = status.tell(root, cmdline)
    if dots:
        sys.stdout.write("\n")
    if arguments.format == "tabular":
        _print(told, root, long=arguments.long)
    else:
        _print_tree(as_tree(told, root), arguments.format)
    return told.exit_code


def as_tree(told: Status, root: Root) -> dict[str, Any]:
    """The documented JSON object; its keys are cloud-init's."""
    from netinit.stages import status

    v1 = status.read(root)["v1"]
    stages = {key: v1[key] for key in status.KEYS.values()}
    source = told.datasource.split(" ")[0].removeprefix("DataSource").lower()
    return {
        "boot_status_code": told.boot_code,
        "datasource": source,
        "detail": told.detail,
        "errors": list(told.errors),
        "extended_status": told.extended,
        **stages,
        "last_update": f"{told.last_update_s:.2f} s after the kernel's start",
        "recoverable_errors": {level: list(items) for level, items in told.recoverable.items()},
        "stage": told.stage or None,
        "status": told.status,
    }


def _print(told: Status, root: Root, *, long: bool) -> None:
    sys.stdout.write(f"status: {told.status}\n")
    if not long:
        return
    tree = as_tree(told, root)
    sys.stdout.write(f"extended_status: {told.extended}\n")
    for key in ("boot_status_code", "last_update", "detail"):
        sys.stdout.write(f"{key}: {tree[key]}\n")
    for title, items in (("errors", told.errors), *told.recoverable.items()):
        sys.stdout.write(f"{title}: {'[]' if not items else ''}\n")
        sys.stdout.writelines(f"  - {item}\n" for item in items)


def _print_tree(tree: dict[str, Any], form: str) -> None:
    if form == "json":
        from netinit.formats.jsontext import dump

        sys.stdout.write(dump(tree) + "\n")
    else:
        import yaml

        sys.stdout.write(yaml.safe_dump(tree, sort_keys=False))
