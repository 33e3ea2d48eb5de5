"""Changing the network of a running machine, so that nobody is locked out of it.

Propose (the files that a network-config asks for), swap them in, have the daemons take them, look at the kernel; what
does not come true, or is not confirmed, is taken back: files, names of nics, and what the daemons made of them.
"""

from __future__ import annotations

from netinit import registry
from netinit.apply import transaction, verify
from netinit.apply.activation import FAILED, activate
from netinit.apply.checkpoint import Checkpoint
from netinit.apply.renames import carry_out
from netinit.decide import lint, names
from netinit.decide.renames import renames
from netinit.decide.renderer import renderer
from netinit.errors import NetinitError
from netinit.formats import inputs
from netinit.model.facts import Facts
from netinit.model.network import NetworkConfig
from netinit.model.paths import APPLIED, INSTANCE_ID, LAST_GOOD
from netinit.model.record import Record
from netinit.report import Problem, Report
from netinit.stages import base, state
from netinit.stages.live import take_back
from netinit.stages.renderers import candidates
from netinit.system import manifest
from netinit.system.manifest import Changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from netinit.model.decision import Step
    from netinit.model.files import RenderedFile
    from netinit.model.kernel import KernelLink
    from netinit.system.doors import System

BY_HAND = "apply"
UNKEPT = "it is not kept"
PATIENCE_S = 30.0
LEEWAY_S = 60.0  # what NetworkManager's own clock allows beyond ours


class Proposal(Record):
    """What the network is to become; `files` is None where its files are to be left as they are.

    `state` stands in place of `files` where the way leads back.
    """

    files: tuple[RenderedFile, ...] | None = None
    state: transaction.State | None = None
    config: NetworkConfig = NetworkConfig()
    facts: Facts = Facts()
    renderer: str | None = None
    renames: tuple[tuple[str, ...], ...] = ()
    source: str = BY_HAND
    problems: tuple[Problem, ...] = ()
    text: str = ""  # of the input, for showing lines of it
    refused: str | None = None  # why there is nothing that could be put in place


class Outcome(Record):
    """What became of it; `failures` is why it was taken back, `left` what could not be."""

    changes: Changes = Changes()
    steps: tuple[Step, ...] = ()
    failures: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def proposal(
    system: System,
    facts: Facts,
    data: bytes,
    *,
    file: str,
    form: str = "auto",
    to: str | None = None,
) -> Proposal:
    """What a network-config that was given by hand asks for."""
    report = Report()
    config, locate = inputs.parse(data, file, form, facts, report, "")
    config = names.resolve(config, facts, report)
    lint.check(config, facts, report)
    plan = renames(config, facts, report)
    text = data.decode("utf-8", "replace")
    try:
        target = renderer(facts, base.read(facts, system.root), candidates(facts, to), to).value
    except NetinitError as error:
        return Proposal(refused=str(error), problems=report.problems(locate), text=text)
    files: tuple[RenderedFile, ...] | None = None
    if not config.disabled:
        module = registry.load("netinit.renderers", target.module, "render")
        files = module.render(config, facts, report)
    return Proposal(
        files=files,
        config=config,
        facts=facts,
        renderer=target.name,
        renames=plan.steps,
        problems=report.problems(locate),
        text=text,
    )


def decided_anew(system: System, facts: Facts, to: str | None = None) -> Proposal:
    """What the local stage would decide, were this the first boot of the instance."""
    from netinit.stages.local import local

    unrendered = facts.replace(
        files=facts.files - {APPLIED},
        texts={path: text for path, text in facts.texts.items() if path != INSTANCE_ID},
    )
    outcome = local(system, unrendered, to, dry=True)
    decided = outcome.decided
    if decided is None:
        why = ", ".join(outcome.disabled.everything)
        return Proposal(facts=facts, refused=f"netinit is disabled by {why}")
    raw = decided.choice.raw
    return Proposal(
        files=decided.files,
        config=decided.config,
        facts=facts,
        renderer=decided.renderer.name if decided.renderer is not None else None,
        renames=decided.renames.steps,
        source=decided.choice.source,
        problems=outcome.trail.problems,
        text=raw.text if raw is not None else "",
        refused=decided.failure,
    )


def last_good(system: System) -> Proposal:
    """The state before the last change that was kept. Raises NetinitError where there is none."""
    before = transaction.read(system.root, LAST_GOOD)
    if before is None:
        raise NetinitError("going back: no change was made that could be taken back")
    there = {file.path for file in before.files}
    new = [path for path in manifest.read(system.root) if path not in there]
    return Proposal(state=before.replace(absent=tuple(dict.fromkeys((*before.absent, *new)))))


def planned(system: System, wanted: Proposal) -> Changes:
    """The files that a proposal would change. Raises NetinitError."""
    root = system.root
    if wanted.state is not None:
        files = wanted.state.files
        return Changes(
            written=tuple(file.path for file in files if root.differs(file)),
            removed=tuple(path for path in wanted.state.absent if root.exists(path)),
        )
    return manifest.plan(root, wanted.files) if wanted.files is not None else Changes()


def apply(
    system: System,
    wanted: Proposal,
    confirm: Callable[[], bool] | None = None,
    *,
    confirm_s: float = 0.0,
    patience_s: float = PATIENCE_S,
) -> Outcome:
    """Bring a proposal into force, or leave everything as it was.

    `confirm` says within `confirm_s` seconds whether the change is to be kept.  The caller holds the lock on
    paths.CHANGING and has called `recover`.  Raises NetinitError where nothing could be begun.
    """
    change = Change(system, wanted)
    if not system.live:
        change.swap()
        transaction.keep(system.root)
        return change.outcome()
    timeout_s = patience_s + confirm_s + LEEWAY_S
    try:
        change.look()
        change.steps += change.checkpoint.create(timeout_s)
        change.swap()
        failures = change.bring_into_force(patience_s)
        if not failures and confirm is not None and not confirm():
            failures = (f"nobody confirmed it within {confirm_s:g} s",)
        if not failures:
            change.keep()
    except BaseException:
        change.undo(patience_s)
        raise
    left = change.undo(patience_s) if failures else ()
    return change.outcome().replace(failures=failures, left=left)


class Change:
    """A change under way."""

    def __init__(self, system: System, wanted: Proposal) -> None:
        self.system = system
        self.wanted = wanted
        self.checkpoint = Checkpoint(system)
        self.steps: tuple[Step, ...] = ()
        self.changes = Changes()
        self.before: tuple[KernelLink, ...] = ()
        self.renamed: list[tuple[str, ...]] = []

    def look(self) -> None:
        """Note how the kernel's network is now. Raises NetinitError."""
        if self.system.netlink is not None:
            self.before = self.system.netlink.links()

    def swap(self) -> None:
        """Put the files in place, after all that they replace was written down. Raises NetinitError."""
        root, target = self.system.root, self.wanted.state
        if target is not None:
            self.state = transaction.begin(root, target.paths)
            self.changes = transaction.restore(root, target)
            return
        files = self.wanted.files or ()
        self.state = transaction.begin(root, [file.path for file in files])
        self.changes = manifest.install(root, files)

    def bring_into_force(self, patience_s: float) -> tuple[str, ...]:
        """Rename nics, tell the daemons, and wait for it to come true; what did not."""
        system, wanted = self.system, self.wanted
        steps: tuple[Step, ...] = ()
        if system.netlink is not None:
            steps = carry_out(wanted.renames, system.netlink)
            pairs = zip(wanted.renames, steps, strict=True)
            self.renamed = [step for step, done in pairs if done.answer == "done"]
        steps += activate(system, self.changes, self.state.text)
        self.steps += steps
        failures = tuple(
            f"{step.question}: {step.because}" for step in steps if step.answer == FAILED
        )
        if failures or system.netlink is None or system.clock is None:
            return failures
        demands, netlink = verify.wanted(wanted.config, self._facts()), system.netlink
        return verify.wait(
            lambda: verify.lacking(demands, netlink.links(), netlink), system.clock, patience_s
        )

    def keep(self) -> None:
        """Let it count. Raises NetinitError."""
        transaction.keep(self.system.root)
        self.steps += self.checkpoint.destroy()
        if self.wanted.config.links:
            state.write_rendered(self.system.root, self.wanted.facts, self.wanted.source)

    def undo(self, patience_s: float) -> tuple[str, ...]:
        """Take it back; what could not be."""
        system = self.system
        if not transaction.pending(system.root):
            self.steps += self.checkpoint.destroy()
            return ()
        steps = take_back(system, UNKEPT)
        if system.netlink is not None:
            steps += carry_out(_reversed(self.renamed), system.netlink)
        steps += self.checkpoint.roll_back()
        self.steps += steps
        left = tuple(f"{step.question}: {step.because}" for step in steps if step.answer == FAILED)
        if system.netlink is None or system.clock is None:
            return left
        netlink, before = system.netlink, self.before
        brought = [str(item) for link in self.wanted.config.links for item in link.addresses]
        still = verify.wait(
            lambda: verify.differences(before, netlink.links(), brought), system.clock, patience_s
        )
        return (*left, *still)

    def outcome(self) -> Outcome:
        """What was done so far."""
        return Outcome(changes=self.changes, steps=self.steps)

    def _facts(self) -> Facts:
        """The facts with the names that the nics have now."""
        nics = list(self.wanted.facts.nics)
        for verb, *words in self.renamed:
            if verb == "rename":
                old, new = words
                nics = [nic.replace(name=new) if nic.name == old else nic for nic in nics]
        return self.wanted.facts.replace(nics=tuple(nics))


def _reversed(steps: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The steps that undo steps of renaming."""
    opposite = {"up": "down", "down": "up"}
    return [
        ("rename", step[2], step[1]) if step[0] == "rename" else (opposite[step[0]], step[1])
        for step in reversed(steps)
    ]
