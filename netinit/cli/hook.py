"""`netinit hook`: NetworkManager's dispatcher calls it with an interface and an event.

The event and the lease are laid down as a file below /run/netinit/events, for the daemon or the next stage.  A hook
never fails: NetworkManager would only log it, and the connection is up all the same.
"""

from __future__ import annotations

import os

from netinit.cli.options import Option, Positional, Verb, parse
from netinit.errors import NetinitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

VERB = Verb(
    name="hook",
    help="hand an event of NetworkManager on (its dispatcher calls it)",
    options=(Option(name="--root", value="DIR", help="write below DIR instead of /", default="/"),),
    positionals=(
        Positional(name="INTERFACE", help="the interface, or 'none'"),
        Positional(name="EVENT", help="up, dhcp4-change, dhcp6-change, connectivity-change"),
    ),
    epilog="exit codes: 0 always, but for wrong usage (64)",
)
PREFIXES = ("DHCP4_", "DHCP6_", "IP4_", "IP6_", "CONNECTION_", "DEVICE_", "CONNECTIVITY_")
LIMIT = 200  # of values kept: a lease has some twenty


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    from netinit.formats.jsontext import dump
    from netinit.model.files import RenderedFile
    from netinit.model.paths import EVENTS
    from netinit.system.root import Root

    event = {
        "schema": 1,
        "interface": arguments.interface,
        "event": arguments.event,
        "lease": lease(os.environ),
    }
    name = f"{arguments.interface}-{arguments.event}".replace("/", "_")
    file = RenderedFile(path=f"{EVENTS}/{name}.json", content=dump(event) + "\n", mode=0o600)
    try:
        Root(arguments.root).write(file)
    except NetinitError:
        return 0
    return 0


def lease(environment: Mapping[str, str]) -> dict[str, str]:
    """What NetworkManager tells of the connection and its leases."""
    told = [(key, value) for key, value in environment.items() if key.startswith(PREFIXES)]
    return dict(sorted(told)[:LIMIT])
