"""The local stage: before any network is up, decide what network there is to be, and write it down.

Facts in, decision with its trail, files out (docs/decisions.md).  What is written is written atomically, the state of
the instance last, so that a boot that dies half way is simply begun again.
"""

from __future__ import annotations

from netinit import document
from netinit.decide.disable import Disabled, disable
from netinit.decide.local import Decided, decide, renaming_steps
from netinit.decide.network import TITLES
from netinit.decide.rerender import may_replace
from netinit.errors import NetinitError
from netinit.formats.inputs import unwrapped
from netinit.model import paths
from netinit.model.decision import NetworkChoice, Step
from netinit.model.files import RenderedFile
from netinit.model.record import Record
from netinit.report import Problem, Report, printable
from netinit.sources._loading import load as load_sources
from netinit.stages import base, finding, state, status, trail
from netinit.stages.live import bring_into_force, recover
from netinit.stages.plugins import Crash, attempt
from netinit.stages.renderers import candidates
from netinit.stages.trail import Trail
from netinit.system import manifest
from netinit.system.manifest import Changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.decide.local import Candidates
    from netinit.decide.source import Load
    from netinit.document import Tree
    from netinit.model.base import Base
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System
    from netinit.system.root import Root

FINE, FAILED, DEGRADED = 0, 1, 2
BUG = "netinit failed on it, which is a bug"


class Outcome(Record):
    """What the stage found, decided and did."""

    trail: Trail
    disabled: Disabled = Disabled()
    decided: Decided | None = None
    instance: InstanceData | None = None
    changes: Changes = Changes()
    crashes: tuple[Crash, ...] = ()


def local(
    system: System,
    facts: Facts,
    to: str | None = None,
    *,
    dry: bool = False,
    load: Load = load_sources,
    renderers: Candidates = candidates,
) -> Outcome:
    """Run the stage; with `dry` nothing is written. `to` names a renderer instead of the one that would be chosen.

    `load` gives the sources that there are, and `renderers` the renderers.
    """
    recovered = () if dry else recover(system)
    configuration = base.read(facts, system.root)
    switches = disable(facts, configuration)
    if switches.value.everything:
        summary = f"local: disabled by {', '.join(switches.value.everything)}"
        left = Trail(stage="local", summary=summary, steps=(*recovered, *switches.steps))
        return Outcome(trail=left, disabled=switches.value)

    if not dry:
        status.begin(system.root, "local")
    found = finding.find(system, facts, configuration, load)
    decided, crashes = _decide(facts, configuration, found.instance, renderers, to)
    changes, failure = _put_in_place(
        system.root, facts, found.instance, decided, configuration, dry=dry
    )

    forced: tuple[Step, ...] = ()
    if system.live and not dry:
        forced = bring_into_force(system, decided, changes)

    problems = (
        *configuration.problems,
        *found.problems,
        *decided.problems,
        *_last_words(changes, failure or decided.failure),
    )
    code = _exit_code(decided, problems, failed=bool(failure or decided.failure))
    left = Trail(
        stage="local",
        summary=_summary(facts, found.instance, decided, changes),
        exit_code=code,
        steps=(
            *recovered,
            *(Step(question="facts?", answer="incomplete", because=note) for note in facts.notes),
            *switches.steps,
            *found.steps,
            *decided.steps,
            *_file_steps(decided, changes, dry=dry),
            *forced,
        ),
        problems=problems,
    )
    return Outcome(
        trail=left,
        disabled=switches.value,
        decided=decided,
        instance=found.instance,
        changes=changes,
        crashes=(*found.crashes, *crashes),
    )


def leave_trail(root: Root, facts_text: str, left: Trail) -> None:
    """Write trail and facts where `netinit explain` and bug reports look for them. Raises NetinitError."""
    root.write(RenderedFile(path=paths.FACTS, content=facts_text, mode=0o600, secret=True))
    root.write(RenderedFile(path=paths.TRAIL, content=trail.write(left)))


def _decide(
    facts: Facts,
    configuration: Base,
    instance: InstanceData | None,
    renderers: Candidates,
    to: str | None,
) -> tuple[Decided, tuple[Crash, ...]]:
    """The decision; where a reader or renderer crashes on the network-config, DHCP in its place."""
    decided = attempt(decide, facts, configuration, instance, renderers, to)
    if not isinstance(decided, Crash):
        return decided, ()
    crash = decided
    message = f"the network-config made netinit crash ({crash.message}), which is a bug"
    decided = attempt(
        decide, facts, configuration, instance, renderers, to, dict.fromkeys(TITLES, BUG)
    )
    if isinstance(decided, Crash):
        choice = NetworkChoice(source="fallback", because=BUG)
        step = Step(question="network?", answer="crashed", because=decided.message)
        failed = Decided(choice=choice, steps=(step,), failure=f"{message}; nothing is written")
        return failed, (crash, decided)
    problem = Problem(severity="error", path="", message=f"{message}; the fallback is used")
    return decided.replace(problems=(*decided.problems, problem)), (crash,)


def _put_in_place(
    root: Root,
    facts: Facts,
    instance: InstanceData | None,
    decided: Decided,
    configuration: Base,
    *,
    dry: bool,
) -> tuple[Changes, str | None]:
    """Write the network's files and then the state; what changed, and what went wrong."""
    changes = Changes()
    try:
        if decided.files is not None:
            keep = _edited(root, decided, dry=dry)
            changes = (manifest.plan if dry else manifest.install)(root, decided.files, keep)
        if dry:
            return changes, None
        if decided.files is not None or _nothing_to_render(decided):
            state.write_rendered(root, facts, decided.choice.source)
        if instance is not None and decided.failure is None:
            state.write_instance(root, instance, _network_tree(decided, configuration))
    except NetinitError as error:
        return changes, str(error)
    return changes, None


def _nothing_to_render(decided: Decided) -> bool:
    """Whether the fallback found no nic: noted like a rendering, so that one that comes later is rendered for."""
    wanted = decided.rerender.render and not (decided.choice.disabled or decided.config.disabled)
    return wanted and decided.choice.source == "fallback" and decided.failure is None


def _edited(root: Root, decided: Decided, *, dry: bool) -> tuple[str, ...]:
    """The edited files that are spared; of those that are not, a copy is laid aside."""
    keep = []
    for path in manifest.edited(root):
        text = (root.read(path) or b"").decode("utf-8", "replace")
        if not may_replace(text, decided.rerender):
            keep.append(path)
        elif not dry:
            copy = RenderedFile(path=paths.REPLACED + path, content=text, mode=0o600, secret=True)
            root.write(copy)
    return tuple(keep)


def _network_tree(decided: Decided, configuration: Base) -> Tree:
    """The network-config that counts: as it was given, or as version 2 where it came in another format than a tree."""
    config, choice = decided.config, decided.choice
    if config.disabled or choice.disabled:
        return {"config": "disabled"}
    if config.tree is not None:
        return dict(config.tree)
    if config.origin.format == "v1" and choice.source == "system":
        return configuration.get("network")
    if config.origin.format == "v1" and choice.raw is not None:
        return unwrapped(document.read(choice.raw.text, choice.raw.file).tree)[0]
    if not config.links:
        return None
    from netinit.formats.netv2_write import write

    return write(config, Report())


def _last_words(changes: Changes, failure: str | None) -> tuple[Problem, ...]:
    """Problems of writing, and what was left as somebody made it."""
    problems = [
        Problem(severity="warning", path="", message=f"{path} was edited; it is kept as it is")
        for path in (*changes.kept, *changes.foreign)
    ]
    if failure is not None:
        problems.append(Problem(severity="error", path="", message=failure))
    return tuple(problems)


def _exit_code(decided: Decided, problems: tuple[Problem, ...], *, failed: bool) -> int:
    if failed:
        return FAILED
    wrong = any(problem.severity == "error" for problem in problems)
    return DEGRADED if wrong or decided.renames.failures else FINE


def _file_steps(decided: Decided, changes: Changes, *, dry: bool) -> tuple[Step, ...]:
    rows = (
        ("to write" if dry else "written", "wanted", changes.written),
        ("unchanged", "they say the same already", changes.unchanged),
        (
            "to remove" if dry else "removed",
            "made by an earlier run, wanted no more",
            changes.removed,
        ),
        ("kept", "somebody edited them", (*changes.kept, *changes.foreign)),
    )
    files = tuple(
        Step(
            question=f"files {what}?", answer=str(len(names)), because=f"{why}: {', '.join(names)}"
        )
        for what, why, names in rows
        if names
    )
    return (*renaming_steps(decided.renames), *files)


SHORT = {"datasource": "ds"}


def _summary(
    facts: Facts, instance: InstanceData | None, decided: Decided, changes: Changes
) -> str:
    """The whole decision in one line, for the journal."""
    given = "network-config" if "network-config=" in facts.cmdline else "none"
    parts = [f"cmdline={given}"]
    if instance is not None:
        parts.append(f"seed={instance.seed or 'none'} ds={instance.source}({instance.evidence})")
    else:
        parts.append("seed=none ds=none")
    choice, origin = decided.choice, decided.config.origin
    place = SHORT.get(choice.source, choice.source)
    if choice.disabled or decided.config.disabled:
        parts.append(f"network=disabled({place}: {choice.because})")
    elif choice.source == "fallback":
        nics = ",".join(link.id for link in decided.config.links) or "no nic"
        parts.append(f"network=fallback({nics})")
    else:
        parts.append(f"network={place}:{origin.format}({choice.mark or origin.file})")
    if decided.renderer is not None:
        why = f"({decided.renderer.evidence})" if decided.renderer.evidence else ""
        parts.append(f"renderer={decided.renderer.name}{why}")
    elif not decided.rerender.render and not choice.disabled and not decided.config.disabled:
        parts.append(f"render=no({decided.rerender.reason})")
    files = len(changes.written) + len(changes.unchanged) + len(changes.kept)
    parts.append(f"files={files} changed={len(changes.written) + len(changes.removed)}")
    return printable(f"local: {' '.join(parts)}")
