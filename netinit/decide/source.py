"""Which sources are worth asking on this machine, in which order: identification, without asking any of them.

What is configured counts first: a name on the command line (`ds=`), then a list with one name.  Otherwise every source
looks for evidence, and those that have some are tried.  Policy (`policy:` in ds-identify.cfg, `ci.di.policy=`
on the command line): MODE,found=all|first,maybe=all|none,notfound=enabled|disabled with a mode of

- search: decide and say so in /run/cloud-init/cloud.cfg
- report: decide, but only report it; boots go on as if all sources had evidence
- enabled, disabled: decide nothing; all sources are tried, or none
"""

from __future__ import annotations

from netinit.model.decision import Decision, Step
from netinit.model.paths import (
    IDENTIFY_CFG,
    MANUAL_CLEAN,
    RUN_CLOUD_CFG,
    RUN_IDENTIFY_RESULT,
)
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Protocol

    from netinit.document import Tree
    from netinit.model.base import Base
    from netinit.model.facts import Facts
    from netinit.model.instance import Evidence
    from netinit.report import Mark

    class Candidate(Protocol):
        """What identification asks of a source."""

        NAME: str

        def detect(self, facts: Facts, config: Mapping[str, Tree]) -> Evidence:
            """What speaks for it."""

    class Load(Protocol):
        """Gives the named sources, None for one that does not exist; all in their order without names."""

        def __call__(self, names: Iterable[str] | None = None) -> Mapping[str, Any]:
            """The sources by name."""


FOUND, NOT_FOUND, DISABLED = 0, 1, 2  # exit codes, and what the result file holds
LAST_RESORT = "None"
NAME_WORDS = ("ds", "ci.ds", "ci.datasource")
CHOICES = {
    "mode": ("search", "report", "enabled", "disabled"),
    "found": ("all", "first"),
    "maybe": ("none", "all"),
    "notfound": ("disabled", "enabled"),
}
ANSWERS = {"found": "yes", "maybe": "perhaps"}
NOTHING_FOUND = "# nothing speaks for any source"
KEPT = "# manual_cache_clean."


class Policy(Record):
    """What to do with what is found."""

    mode: str = "search"
    found: str = "all"
    maybe: str = "none"
    notfound: str = "disabled"


class Identification(Record):
    """The sources to try, in order; `evidence` has what speaks for those that were looked at, or against them."""

    sources: tuple[str, ...] = ()
    evidence: Mapping[str, Evidence] = {}
    exit_code: int = FOUND
    config: str | None = None  # the text for /run/cloud-init/cloud.cfg; None: nothing is written

    @property
    def first(self) -> str | None:
        """The source that is tried first; None where only the last resort is left."""
        return next((name for name in self.sources if name != LAST_RESORT), None)


def identify(
    facts: Facts, base: Base, load: Load, *, again: bool = False
) -> Decision[Identification]:
    """The sources to try; `again`: what an earlier run in this boot came to does not count."""
    steps: list[Step] = []
    earlier = None if again else _earlier(facts, base)
    if earlier is not None:
        because = f"identified in this boot already: {RUN_CLOUD_CFG}"
        return Decision(value=earlier, steps=(_chosen(earlier.sources, because),))
    rules = policy(facts, steps)
    names, because, mark = _configured(facts, base)
    if rules.mode == "disabled":
        value = Identification(exit_code=NOT_FOUND)
        steps.append(_chosen((), "the policy is 'disabled'"))
        return Decision(value=value, steps=tuple(steps))
    if rules.mode == "enabled" or MANUAL_CLEAN in facts.files:
        reason = "the policy is 'enabled'"
        if rules.mode != "enabled":
            reason = f"{MANUAL_CLEAN} exists, so the instance at hand is kept"
        every = names or (*load(), LAST_RESORT)
        value = Identification(
            sources=every, config=None if rules.mode == "enabled" else KEPT + "\n"
        )
        steps.append(_chosen(every, reason))
        return Decision(value=value, steps=tuple(steps))
    candidates = load(names or None)
    evidence = _evidence(facts, base, candidates, steps)
    value, reason = _result(rules, names, because, evidence)
    steps.append(_chosen(value.sources, reason, mark))
    return Decision(value=value, steps=tuple(steps))


def settings(facts: Facts) -> dict[str, str]:
    """The `key: value` lines of /etc/cloud/ds-identify.cfg."""
    found = {}
    for line in facts.texts.get(IDENTIFY_CFG, "").splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        if colon:
            found[key.strip()] = value.strip().strip("\"'")
    return found


def policy(facts: Facts, steps: list[Step]) -> Policy:
    """The policy, with a step for what does not make sense in it."""
    text, where = settings(facts).get("policy", ""), IDENTIFY_CFG
    for word in facts.words:
        if word.startswith("ci.di.policy="):
            text, where = word.partition("=")[2], "the kernel command line"
    values: dict[str, str] = {}
    for token in text.replace(" ", "").split(","):
        key, equals, value = token.partition("=")
        if not equals:
            key, value = "mode", token
        if value in CHOICES.get(key, ()):
            values[key] = value
        elif token:
            steps.append(
                Step(
                    question="policy?",
                    answer="the default",
                    because=f"'{token}' in {where} is none that is known",
                )
            )
    return Policy(**values)


def _configured(facts: Facts, base: Base) -> tuple[tuple[str, ...], str, Mark | None]:
    """The sources that are named somewhere, where they are, and the place; none: all of them are meant."""
    lists = [layer for layer in base.layers if layer.file != RUN_CLOUD_CFG]
    listed = next((layer for layer in lists if _names(layer.tree)), None)
    name, where = settings(facts).get("datasource", ""), IDENTIFY_CFG
    for word in facts.words:
        key, _, value = word.partition("=")
        if key in NAME_WORDS and value:
            name, where = value.partition(";")[0], f"'{key}=' on the kernel command line"
    # A list on the command line counts more than a name, a list in a file less.
    if name and not (listed is not None and not listed.file.startswith("/")):
        return (name, LAST_RESORT), where, None
    if listed is None:
        return (), "no datasource_list", None
    return _names(listed.tree), f"datasource_list in {listed.file}", _mark(listed)


def _names(tree: Tree) -> tuple[str, ...]:
    value = tree.get("datasource_list") if isinstance(tree, dict) else None
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        return ()
    # An unquoted null means the source None as well; it is the only one that looks like one.
    return tuple(
        LAST_RESORT if item is None else item for item in value if not isinstance(item, dict | list)
    )


def _mark(layer: Any) -> Mark | None:
    from netinit.report import Found

    path = ("datasource_list",)
    marks: list[Mark | None] = layer.locate(
        [Found(severity="warning", path=path, message="", key=True)]
    )
    return marks[0]


def _evidence(
    facts: Facts, base: Base, candidates: Mapping[str, Any], steps: list[Step]
) -> dict[str, Evidence]:
    """What speaks for each source, with a step for each."""
    found: dict[str, Evidence] = {}
    for name, source in candidates.items():
        if source is not None and name != LAST_RESORT:
            found[name] = source.detect(facts, section(base, source))
    for name, source in candidates.items():
        for other in getattr(source, "INSTEAD_OF", ()) if found.get(name) else ():
            if found.get(other):
                found[other] = found[other].replace(
                    level="no", text=f"{found[other]}, but that is {name}'s here"
                )
    for name, source in candidates.items():
        if name in found:
            answer = ANSWERS.get(found[name].level, found[name].level)
            steps.append(Step(question=f"{name}?", answer=answer, because=str(found[name])))
        elif source is None:
            steps.append(Step(question=f"{name}?", answer="no", because="no source has that name"))
    return found


def section(base: Base, source: Any) -> dict[str, Tree]:
    """The settings of a source: its own section, and what it reads of the top level."""
    sections = base.section("datasource")
    name = source.NAME.casefold()
    found: dict[str, Tree] = {
        key: base.get(key)
        for key in getattr(source, "TOP_LEVEL_KEYS", ())
        if base.get(key) is not None
    }
    for key, value in sections.items():
        if key.casefold() == name and isinstance(value, dict):
            found.update(value)
    return found


def _result(
    rules: Policy, names: tuple[str, ...], because: str, evidence: Mapping[str, Evidence]
) -> tuple[Identification, str]:
    """What all that comes to, and why."""
    if len(names) == 1 or (len(names) == 2 and names[1] == LAST_RESORT):
        # The file has the name as it was written, which is how cloud-init's stages compare it.
        value = _identified(rules, names, evidence)
        known = {name.casefold(): name for name in evidence}
        sources = tuple(known.get(name.casefold(), name) for name in names)
        return value.replace(sources=sources), f"{because} names no other"
    found = tuple(name for name, item in evidence.items() if item.level == "found")
    if found:
        if rules.found == "first":
            found = found[:1]
        return _identified(rules, (*found, LAST_RESORT), evidence), "these have evidence"
    maybe = tuple(name for name, item in evidence.items() if item.level == "maybe")
    if maybe and rules.maybe == "all":
        return _identified(rules, (*maybe, LAST_RESORT), evidence), "the policy allows guesses"
    text = f"di_report:\n  datasource_list: [  ]\n  {NOTHING_FOUND}\n"
    if rules.mode == "report" or rules.notfound == "enabled":
        every = names or (*evidence, LAST_RESORT)
        reason = "nothing speaks for any source, and the policy lets all be tried"
        return Identification(sources=every, evidence=evidence, config=text), reason
    reason = f"nothing speaks for any source of {len(evidence)}"
    return Identification(evidence=evidence, exit_code=NOT_FOUND, config=text), reason


def _identified(
    rules: Policy, names: tuple[str, ...], evidence: Mapping[str, Evidence]
) -> Identification:
    lines = [f"datasource_list: [ {', '.join(names)} ]"]
    for name in names:
        settings_found = evidence[name].config if name in evidence else {}
        if settings_found:
            pairs = ", ".join(f'{key}: "{value}"' for key, value in settings_found.items())
            lines.append(f"datasource: {{{name}: {{{pairs}}}}}")
    if rules.mode == "report":
        lines = ["di_report:", *(f"  {line}" for line in lines)]
    return Identification(sources=names, evidence=evidence, config="\n".join(lines) + "\n")


def _earlier(facts: Facts, base: Base) -> Identification | None:
    """What an earlier run in this boot came to."""
    result = facts.texts.get(RUN_IDENTIFY_RESULT, "").strip()
    if result not in {"0", "1", "2"} or RUN_CLOUD_CFG not in facts.texts:
        return None
    layer = next((item for item in base.layers if item.file == RUN_CLOUD_CFG), None)
    names = _names(layer.tree) if layer is not None else ()
    if result == str(FOUND) and not names:
        return None
    return Identification(sources=names, exit_code=int(result))


def _chosen(names: tuple[str, ...], because: str, mark: Mark | None = None) -> Step:
    answer = ", ".join(names) if names else "none"
    return Step(question="sources to try?", answer=answer, because=because, mark=mark)
