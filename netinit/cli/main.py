"""`netinit VERB …`: finds the verb's module and imports that one alone."""

from __future__ import annotations

import gc
import os
import sys
from io import TextIOWrapper

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
    "apply": "change the network of this running machine, or leave it as it was",
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
    _prepare_streams()
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
        _silence()
        return 0
    except (
        OSError
    ) as error:  # the doors report theirs as NetinitError: this is the output's, on a full disk
        _silence()
        _complain(f"netinit {verb}: writing the output: {error.strerror}\n")
        return NetinitError.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    except SystemExit as stop:  # argparse, after --help
        return stop.code if isinstance(stop.code, int) else USAGE


def _prepare_streams() -> None:
    r"""Print UTF-8 whatever the locale, as all files are; a stream that was closed by the caller goes nowhere.

    Half a character, of a file name that is no UTF-8, comes out as `\udcff`, which JSON reads back.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (open to the end)
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _silence() -> None:
    """Let what is still to be printed go nowhere, so that the interpreter does not fail on it at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (it had no descriptor)


def _complain(message: str) -> None:
    try:
        sys.stderr.write(message)
    except OSError:
        return  # nobody can be told


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
