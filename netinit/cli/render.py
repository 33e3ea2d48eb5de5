"""`netinit render`: one input, the files of one backend."""

from __future__ import annotations

import sys

from netinit.cli.inputs import FROM, INPUT, NICS, STRICT, input_format, read_input, read_nics
from netinit.cli.options import Option, Verb, parse
from netinit.cli.output import print_files, print_json, print_problems, problems_json
from netinit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.files import RenderedFile
    from netinit.report import Problem
    from netinit.system.manifest import Changes

BACKENDS = ("netplan", "networkmanager", "networkd")
VERB = Verb(
    name="render",
    help="render a network-config for netplan, NetworkManager or systemd-networkd",
    description="Reads a network-config and prints the files that make BACKEND do what it asks.\n"
    "Looks at nothing but its arguments: no root user, no /sys, no daemon.",
    options=(
        Option(
            name="--to",
            value="BACKEND",
            choices=BACKENDS,
            required=True,
            help="netplan, networkmanager or networkd",
        ),
        FROM,
        NICS,
        Option(
            name="--root", value="DIR", help="write the files below DIR instead of printing them"
        ),
        Option(
            name="--diff",
            help="show what would change below --root (default: /), and exit 1 if anything would",
        ),
        STRICT,
        Option(name="--json", help="print files and problems as JSON"),
    ),
    positionals=(INPUT,),
    epilog="exit codes: 0 rendered, 1 --strict and a warning or --diff and a difference, 2 errors, 64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    if arguments.root == "":
        raise UsageError("--root: expected a directory, found ''")
    form = input_format(arguments.input, getattr(arguments, "from"))
    facts = read_nics(arguments.nics)
    data, name = read_input(arguments.input)
    from netinit.api import render

    rendering = render(data, to=arguments.to, form=form, file=name, facts=facts)
    files, problems = rendering.files, rendering.problems
    different = False
    if not files and any(problem.severity == "error" for problem in problems):
        # What stands below the root may be the last network that works.
        if arguments.root is not None and not arguments.json:
            sys.stdout.write("nothing sound to render; what stands there is left alone\n")
    elif arguments.diff:
        different = _diff(arguments.root or "/", files, quiet=arguments.json)
    elif arguments.root is not None:
        files = _write(arguments.root, files, as_json=arguments.json)
    elif not arguments.json:
        print_files(files)
    if arguments.json:
        print_json(
            {
                "files": [
                    {"path": file.path, "mode": f"{file.mode:04o}", "content": file.content}
                    for file in files
                ],
                "problems": problems_json(problems),
            }
        )
    else:
        sys.stdout.flush()
        print_problems(problems, rendering.text, file=name)
    return exit_code(problems, strict=arguments.strict, different=different)


def exit_code(problems: Sequence[Problem], *, strict: bool, different: bool = False) -> int:
    """The exit code that problems ask for."""
    if any(problem.severity == "error" for problem in problems):
        return 2
    warned = strict and any(problem.severity == "warning" for problem in problems)
    return 1 if warned or different else 0


def _write(
    base: str, files: tuple[RenderedFile, ...], *, as_json: bool
) -> tuple[RenderedFile, ...]:
    """Put the files in place and tell so; with `as_json` all that were wanted there, the manifest among them."""
    from netinit.model.paths import MANIFEST
    from netinit.system import manifest
    from netinit.system.root import Root

    root = Root(base)
    changes = manifest.install(root, files)
    if not as_json:
        _print_changes(changes)
    elif root.exists(MANIFEST):
        return (*files, manifest.manifest_file(files))
    return files


def _print_changes(changes: Changes) -> None:
    for verb, paths in (
        ("wrote", changes.written),
        ("unchanged", changes.unchanged),
        ("removed", changes.removed),
        ("left alone, since it was edited:", changes.foreign),
    ):
        sys.stdout.writelines(f"{verb} {path}\n" for path in paths)


# In what may stand before a secret in a file of any backend; a word too many costs no more than a diff.
SECRETS = (
    "password",
    "passwd",
    "psk",
    "private",
    "preshared",
    "shared",
    "wep-key",
    "pin=",
    "pin:",
    "key:",
)


def _holds_secrets(text: str) -> bool:
    """Whether a file that stands there may hold secrets, whose text alone can tell."""
    lower = text.lower()
    return any(word in lower for word in SECRETS)


def _diff(base: str, files: tuple[RenderedFile, ...], *, quiet: bool) -> bool:
    """Print what would change as a unified diff; whether anything would."""
    from difflib import unified_diff

    from netinit.system import manifest
    from netinit.system.root import Root

    root = Root(base)
    changes = manifest.plan(root, files)
    wanted = {file.path: file for file in files}
    for path in () if quiet else sorted((*changes.written, *changes.removed)):
        old = (root.read(path) or b"").decode("utf-8", "replace")
        file = wanted.get(path)
        if (file is not None and file.secret) or _holds_secrets(old):
            sys.stdout.write(f"{path}: would change (it holds secrets, so they are not shown)\n")
            continue
        new = file.content if file else ""
        sys.stdout.writelines(
            unified_diff(
                old.splitlines(keepends=True),
                new.splitlines(keepends=True),
                path if old else "/dev/null",
                path if file else "/dev/null",
            )
        )
        if file and root.mode(path) not in {None, file.mode}:
            sys.stdout.write(f"{path}: mode {root.mode(path):04o} would become {file.mode:04o}\n")
    return bool(changes.written or changes.removed)
