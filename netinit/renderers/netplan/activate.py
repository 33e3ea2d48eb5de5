"""Makes netplan turn its YAML into its backend's files, and a running backend take them.

At boot netplan's own generator ran before us, without our file, so `netplan generate` has to run again; the backend
reads its output when it starts.  Where a backend runs already, `netplan apply` does the rest.
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.renderers._activation import UNCHANGED, idle, running, step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.model.decision import Step
    from netinit.system.doors import Run, System

BACKEND = "netplan"
DAEMONS = ("org.freedesktop.network1", "org.freedesktop.NetworkManager")
TIMEOUT_S = 120.0


def activate(system: System, changed: Sequence[str], removed: Sequence[str]) -> tuple[Step, ...]:
    """Run `netplan generate`, or `netplan apply` where a daemon behind it runs."""
    if not any(path.startswith("/etc/netplan/") for path in (*changed, *removed)):
        return idle(BACKEND, UNCHANGED)
    if system.run is None:
        return idle(BACKEND, "this root is not the running system")
    try:
        daemons = [name for name in DAEMONS if running(system, name)]
        if daemons:
            return (_netplan(system.run, "apply", f"{' and '.join(daemons)} runs"),)
        return (_netplan(system.run, "generate", "no daemon behind it runs yet"),)
    except NetinitError as error:
        return (step(BACKEND, "failed", str(error)),)


def _netplan(run: Run, verb: str, reason: str) -> Step:
    done = run(("netplan", verb), timeout_s=TIMEOUT_S)
    if not done.exit_code:
        return step(BACKEND, f"netplan {verb}", reason)
    words = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
    return step(BACKEND, "failed", f"netplan {verb}: exit {done.exit_code}: {words[0]}")
