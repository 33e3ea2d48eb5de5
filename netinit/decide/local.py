"""The whole decision of the local stage, once the facts and the instance are known: what to write, and why."""

from __future__ import annotations

from netinit import registry
from netinit.decide import names
from netinit.decide.fallback import fallback
from netinit.decide.network import network
from netinit.decide.renames import Plan, renames
from netinit.decide.renderer import renderer
from netinit.decide.rerender import Rerender, rerender
from netinit.digest import sha256_hex
from netinit.errors import NetinitError
from netinit.formats import inputs
from netinit.model.decision import NetworkChoice, Step
from netinit.model.network import NetworkConfig, Origin
from netinit.model.record import Record
from netinit.report import Problem, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from netinit.decide.renderer import Candidate
    from netinit.formats.inputs import Locate
    from netinit.model.base import Base
    from netinit.model.facts import Facts
    from netinit.model.files import RenderedFile
    from netinit.model.instance import InstanceData

    Candidates = Callable[[Facts, "str | None"], Sequence[Candidate]]


class Decided(Record):
    """What the local stage is to do; `files` is None where the network's files are to be left as they are."""

    choice: NetworkChoice
    config: NetworkConfig = NetworkConfig()
    renderer: Candidate | None = None
    files: tuple[RenderedFile, ...] | None = None
    rerender: Rerender = Rerender(render=False, reason="the network is switched off")
    renames: Plan = Plan()
    candidates: tuple[str, ...] = ()  # for DHCP, where nothing else said anything
    steps: tuple[Step, ...] = ()
    problems: tuple[Problem, ...] = ()
    failure: str | None = None  # why nothing could be written


class Chosen(Record):
    """The network-config that counts, read."""

    choice: NetworkChoice
    config: NetworkConfig
    report: Report
    locate: Locate
    candidates: tuple[str, ...] = ()


def decide(
    facts: Facts,
    base: Base,
    instance: InstanceData | None,
    candidates: Candidates,
    to: str | None = None,
    unusable: Mapping[str, str] | None = None,
) -> Decided:
    """The decision with all its steps and problems.

    `candidates` gives the renderers; `unusable` are places whose network-config is not to be touched, with the reason.
    """
    steps: list[Step] = []
    problems: list[Problem] = []
    chosen = _choose(facts, base, instance, dict(unusable or {}), steps, problems)
    decided = Decided(choice=chosen.choice, config=chosen.config, candidates=chosen.candidates)
    if not chosen.choice.disabled and not chosen.config.disabled:
        decided = _rendering(decided, chosen, facts, base, instance, candidates, to, steps)
    problems.extend(decided.rerender.problems)
    problems.extend(chosen.report.problems(chosen.locate))
    return decided.replace(steps=tuple(steps), problems=tuple(dict.fromkeys(problems)))


def _choose(
    facts: Facts,
    base: Base,
    instance: InstanceData | None,
    unusable: dict[str, str],
    steps: list[Step],
    problems: list[Problem],
) -> Chosen:
    """The first network-config that can be used; the problems of those that cannot be are kept."""
    while True:
        decision = network(facts, base, instance, unusable)
        choice = decision.value
        chosen = _read(choice, facts, base, instance)
        if choice.source == "fallback" or _usable(chosen):
            break
        trouble = chosen.report.problems(chosen.locate)
        problems.extend(trouble)
        first = next((item for item in trouble if item.severity == "error"), trouble[0])
        if first.severity != "error":
            message = "nothing in it names a link; passed over"
            problems.append(Problem(severity="error", path="", message=message, mark=choice.mark))
        unusable[choice.source] = f"nothing of it can be used ({first})"
    steps.extend(decision.steps)
    problems.extend(choice.problems)
    if choice.source != "fallback":
        return chosen
    found = fallback(facts, base)
    steps.extend(found.steps)
    problems.extend(found.value.problems)
    choice = choice.replace(raw=found.value.raw)
    chosen = _read(choice, facts, base, instance)
    return chosen.replace(candidates=found.value.candidates)


def _usable(chosen: Chosen) -> bool:
    return (
        chosen.choice.disabled
        or chosen.config.disabled
        or bool(chosen.config.links)
        # No link, and something that nobody understands: `ethernet:` for `ethernets:`.
        or all(item.severity == "deprecated" for item in chosen.report.found)
    )


def _read(choice: NetworkChoice, facts: Facts, base: Base, instance: InstanceData | None) -> Chosen:
    """The network-config behind a choice."""
    report = Report()
    config = NetworkConfig()
    locate: Locate = base.locate
    if choice.disabled:
        pass
    elif choice.source == "system":
        tree = base.get("network")
        origin = Origin(
            source="system configuration",
            file=choice.mark.file if choice.mark else "",
            digest=sha256_hex(repr(tree).encode("utf-8", "surrogatepass"))[:12],
        )
        config = inputs.parse_tree(tree, "yaml", facts, report, ("network",), origin)
    elif choice.raw is not None:
        raw = choice.raw
        source = _source_title(choice, instance)
        config, locate = inputs.parse(
            raw.text, raw.file, raw.format, facts, report, source, raw.wrapped_in
        )
    return Chosen(choice=choice, config=config, report=report, locate=locate)


def _source_title(choice: NetworkChoice, instance: InstanceData | None) -> str:
    """How the first line of each file calls the source."""
    if choice.source in {"datasource", "user-data"} and instance is not None:
        return instance.source
    return {"cmdline": "the kernel command line", "initramfs": "the initramfs"}.get(
        choice.source, choice.source
    )


def _rendering(
    decided: Decided,
    chosen: Chosen,
    facts: Facts,
    base: Base,
    instance: InstanceData | None,
    candidates: Candidates,
    to: str | None,
    steps: list[Step],
) -> Decided:
    """The decision with what is to be renamed and written."""
    report = chosen.report
    again = rerender(facts, base, instance, chosen.choice.source)
    steps.extend(again.steps)
    config = names.resolve(chosen.config, facts, report)
    decided = decided.replace(
        config=config, rerender=again.value, renames=renames(config, facts, report)
    )
    if not again.value.render or (chosen.choice.source == "fallback" and chosen.choice.raw is None):
        return decided
    try:
        target = renderer(facts, base, candidates(facts, to), to)
    except NetinitError as error:
        steps.append(Step(question="which renderer?", answer="none", because=str(error)))
        return decided.replace(failure=str(error))
    steps.extend(target.steps)
    module = registry.load("netinit.renderers", target.value.module, "render")
    return decided.replace(renderer=target.value, files=module.render(config, facts, report))


def renaming_steps(plan: Plan) -> tuple[Step, ...]:
    """The renames of a plan as steps of the trail."""
    moves: Mapping[str, str] = {step[1]: step[2] for step in plan.steps if step[0] == "rename"}
    if not moves:
        return ()
    answer = ", ".join(f"{old} to {new}" for old, new in moves.items())
    return (Step(question="rename?", answer=answer, because="the network-config names them so"),)
