"""`netinit apply`: a change of the running machine's network that is kept only if it works."""

from __future__ import annotations

import os
import sys

from netinit.cli.inputs import FROM, input_format, read_input
from netinit.cli.local import ROOT, TO
from netinit.cli.machine import directory, read_facts
from netinit.cli.options import Option, Positional, Verb, parse
from netinit.cli.output import print_json, print_problems, problems_json
from netinit.errors import NetinitError, UsageError
from netinit.model.paths import CHANGING, UNCONFIRMED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from netinit.cli.options import Arguments
    from netinit.stages.apply import Outcome, Proposal
    from netinit.system.doors import Clock, System
    from netinit.system.manifest import Changes
    from netinit.system.root import Root

KEPT, TAKEN_BACK, REFUSED, INCOMPLETE = 0, 1, 2, 3
WORDS = {
    KEPT: "kept",
    TAKEN_BACK: "taken back",
    REFUSED: "refused",
    INCOMPLETE: "taken back incompletely",
}
PAUSE_S = 0.2
VERB = Verb(
    name="apply",
    help="change the network of this running machine, or leave it as it was",
    description="Writes the files that INPUT asks for, has the daemons take them, and looks whether it came true.\n"
    "If it did not, or if nobody confirms it in time, everything goes back to what it was.\n"
    "Without INPUT the decision of the boot is made anew.",
    options=(
        TO,
        FROM,
        Option(
            name="--confirm",
            value="SECONDS",
            help="go back unless somebody confirms within that time",
        ),
        Option(name="--confirm-now", help="confirm the change that waits for it"),
        Option(name="--rollback", help="go back to what was before the last change"),
        Option(
            name="--wait",
            value="SECONDS",
            default="30",
            help="how long the change may take to come true (default: 30)",
        ),
        Option(name="--force", help="go on in spite of errors in INPUT, without what they concern"),
        ROOT,
        Option(name="--json", help="print what was done as JSON"),
    ),
    positionals=(
        Positional(name="INPUT", required=False, help="a file, a directory of files, or -"),
    ),
    exclusive=(("--confirm-now", "--rollback"),),
    epilog="exit codes: 0 in force and kept, 1 taken back, 2 refused with nothing changed, 3 taken back incompletely,\n"
    "64 wrong usage",
)


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    confirm_s = _seconds("--confirm", arguments.confirm) if arguments.confirm else 0.0
    patience_s = _seconds("--wait", arguments.wait)
    if arguments.input is not None and (arguments.rollback or arguments.confirm_now):
        raise UsageError("INPUT goes neither with --rollback nor with --confirm-now")
    from netinit.system.lock import Lock
    from netinit.system.machine import machine

    system = machine(directory(arguments.root))
    if system.live and os.geteuid() != 0:
        raise NetinitError("changing the network needs the root user")
    lock = Lock(system.root, CHANGING)
    if not lock.take():
        if arguments.confirm_now:
            return _confirm_now(system.root)
        raise NetinitError("another 'netinit apply' is changing the network")
    try:
        if arguments.confirm_now:
            raise NetinitError("no change waits to be confirmed")
        return _change(arguments, system, confirm_s, patience_s)
    finally:
        lock.release()


def _confirm_now(root: Root) -> int:
    """Let the change that waits be kept; the process that waits takes the file's absence for a yes."""
    if not root.remove(UNCONFIRMED):
        raise NetinitError("no change waits to be confirmed (it may not have come true yet)")
    sys.stdout.write("confirmed: the change is kept\n")
    return KEPT


def _change(arguments: Arguments, system: System, confirm_s: float, patience_s: float) -> int:
    from netinit.stages import apply, live

    steps = live.take_back(system, live.UNFINISHED) if live.unfinished(system) else ()
    wanted = _proposal(arguments, system)
    refused = _refusal(wanted, force=arguments.force)
    if refused is not None:
        _report(arguments, wanted, apply.Outcome(steps=steps, failures=(refused,)), REFUSED)
        return REFUSED
    plan = apply.planned(system, wanted)
    if not (plan.written or plan.removed or wanted.renames):
        _report(arguments, wanted, apply.Outcome(steps=steps, changes=plan), KEPT)
        return KEPT
    confirm = None
    if confirm_s and system.clock is not None:
        confirm = Confirmation(system.root, system.clock, confirm_s)
    if system.live:
        _heed_signals()
    outcome = apply.apply(system, wanted, confirm, confirm_s=confirm_s, patience_s=patience_s)
    outcome = outcome.replace(steps=(*steps, *outcome.steps))
    code = INCOMPLETE if outcome.left else TAKEN_BACK if outcome.failures else KEPT
    _report(arguments, wanted, outcome, code)
    return code


def _proposal(arguments: Arguments, system: System) -> Proposal:
    from netinit.stages import apply

    if arguments.rollback:
        return apply.last_good(system)
    facts = read_facts(system.root, None, ())
    if arguments.input is None:
        return apply.decided_anew(system, facts, arguments.to)
    data, name = read_input(arguments.input)
    form = input_format(arguments.input, getattr(arguments, "from"))
    return apply.proposal(system, facts, data, file=name, form=form, to=arguments.to)


def _refusal(wanted: Proposal, *, force: bool) -> str | None:
    """Why a proposal is not even tried."""
    if wanted.refused is not None:
        return wanted.refused
    errors = sum(problem.severity == "error" for problem in wanted.problems)
    if errors and not force:
        noun = "error" if errors == 1 else "errors"
        return f"{errors} {noun} in the network-config; --force goes on without what is wrong"
    return None


class Confirmation:
    """Asks whether a change is to be kept: Enter on the terminal, or `netinit apply --confirm-now` from anywhere."""

    def __init__(self, root: Root, clock: Clock, seconds: float) -> None:
        self.root = root
        self.clock = clock
        self.seconds = seconds
        self.terminal = sys.stdin is not None and sys.stdin.isatty()

    def __call__(self) -> bool:
        """Whether somebody said yes in time."""
        from netinit.model.files import RenderedFile

        end = self.clock.monotonic_s() + self.seconds
        self.root.write(RenderedFile(path=UNCONFIRMED, content=f"{os.getpid()}\n"))
        self._ask()
        confirmed = False
        while not confirmed and self.clock.monotonic_s() < end:
            confirmed = self._entered() or not self.root.exists(UNCONFIRMED)
        # whoever removes the file first has the last word
        return not self.root.remove(UNCONFIRMED) or confirmed

    def _ask(self) -> None:
        how = "press Enter, or type" if self.terminal else "type"
        try:
            sys.stderr.write(
                f"The new network is in force.  To keep it, {how} 'netinit apply --confirm-now'"
                f" within {self.seconds:g} s; otherwise it is taken back.\n"
            )
            sys.stderr.flush()
        except OSError:  # the connection that we were started over is gone
            self.terminal = False

    def _entered(self) -> bool:
        """Whether Enter was pressed; waits a little for that."""
        if not self.terminal:
            self.clock.sleep_s(PAUSE_S)
            return False
        from select import select

        if not select([sys.stdin], [], [], PAUSE_S)[0]:
            return False
        try:
            line = sys.stdin.readline()
        except OSError:
            line = ""
        self.terminal = bool(line)  # the end of input is no answer
        return bool(line)


def _heed_signals() -> None:
    """A connection that breaks must not end us before the change is taken back; a request to end takes it back."""
    import signal

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, stop)


def _report(arguments: Arguments, wanted: Proposal, outcome: Outcome, code: int) -> None:
    if arguments.json:
        print_json(
            {
                "result": WORDS[code],
                "renderer": wanted.renderer,
                "files": {name: list(paths) for name, paths in outcome.changes.items()},
                "steps": [
                    {"question": step.question, "answer": step.answer, "because": step.because}
                    for step in outcome.steps
                ],
                "failures": list(outcome.failures),
                "left": list(outcome.left),
                "problems": problems_json(wanted.problems),
            }
        )
        return
    _print_changes(outcome.changes)
    sys.stdout.writelines(f"{step}\n" for step in outcome.steps)
    if code == KEPT:
        changed = outcome.changes.written or outcome.changes.removed or outcome.steps
        sys.stdout.write("done\n" if changed else "nothing to change\n")
    sys.stdout.flush()
    print_problems(wanted.problems, wanted.text)
    for failure in outcome.failures:
        sys.stderr.write(f"netinit apply: {failure}\n")
    if code == TAKEN_BACK:
        sys.stderr.write("netinit apply: everything is as it was\n")
    for sentence in outcome.left:
        sys.stderr.write(f"netinit apply: could not be taken back: {sentence}\n")


def _print_changes(changes: Changes) -> None:
    for verb, paths in (
        ("wrote", changes.written),
        ("removed", changes.removed),
        ("left alone, since it was edited:", changes.foreign),
    ):
        sys.stdout.writelines(f"{verb} {path}\n" for path in paths)


def _seconds(option: str, text: str) -> float:
    """A number of seconds. Raises UsageError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 86400:
        raise UsageError(f"{option}: expected seconds up to 86400, found '{text}'")
    return seconds
