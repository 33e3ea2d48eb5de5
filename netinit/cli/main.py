"""`netinit VERB …`: finds the verb's module and imports that one alone."""

from __future__ import annotations

import gc
import sys

from netinit import __version__
from netinit.errors import NetinitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# verb: module below netinit.cli, and what it is for
VERBS = {
    "facts": "print what the boot decision looks at on this machine",
    "identify": "tell which datasources this machine has, and why",
    "render": "render a network-config for netplan, NetworkManager or systemd-networkd",
    "check": "tell what is wrong with a network-config",
    "convert": "print a network-config of any format as version 2",
    "local": "decide what network this boot gets, and write it down (the local stage)",
    "install": "put netinit on this machine, or into an image tree",
    "hook": "hand an event of NetworkManager on (its dispatcher calls it)",
    "generator": "pull netinit into this boot where there is a datasource (systemd calls it)",
    "network": "wait for the network where something needs it (the network stage)",
    "config": "run the modules of the config stage",
    "final": "run the modules of the final stage, and close the account of the boot",
    "status": "tell how far the boot has come",
    "explain": "tell why this boot got its network",
}

USAGE = 64


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code."""
    words = sys.argv[1:] if words is None else list(words)
    if not words or words[0] in {"-h", "--help", "help"}:
        sys.stdout.write(help_text())
        return 0 if words else USAGE
    if words[0] in {"--version", "-v", "-V", "version"}:
        sys.stdout.write(f"netinit {__version__}\n")
        return 0
    verb = words[0]
    if verb not in VERBS:
        from netinit.formats.keys import did_you_mean

        sys.stderr.write(
            f"netinit: '{verb}' is no command{did_you_mean(verb, VERBS)} (see 'netinit --help')\n"
        )
        return USAGE
    try:
        return _run(verb, words[1:])
    except NetinitError as error:
        sys.stderr.write(f"netinit {verb}: {error}\n")
        return error.exit_code
    except BrokenPipeError:
        # The reader went away (`netinit render … | head`): nobody is left to tell.
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    except SystemExit as stop:  # argparse, after --help
        return stop.code if isinstance(stop.code, int) else USAGE


def _run(verb: str, words: Sequence[str]) -> int:
    from importlib import import_module

    # A command ends before its values become garbage: looking for some costs 3 % of 10,000 interfaces.
    collecting = gc.isenabled()
    gc.disable()
    try:
        code = import_module(f"netinit.cli.{verb.replace('-', '_')}").run(words)
        sys.stdout.flush()
        return int(code)
    finally:
        if collecting:
            gc.enable()


def help_text() -> str:
    """What `netinit --help` prints."""
    width = max(map(len, VERBS))
    lines = "".join(f"  {verb:<{width}}  {purpose}\n" for verb, purpose in VERBS.items())
    return (
        f"usage: netinit COMMAND [OPTIONS]\n\n"
        f"Sets up a machine on its first boot and keeps its network right.\n\n{lines}\n"
        f"'netinit COMMAND --help' tells what a command takes.\n"
    )
