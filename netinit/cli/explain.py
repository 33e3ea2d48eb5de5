"""`netinit explain`: each question of the boot decision with its answer, and why."""

from __future__ import annotations

import sys

from netinit.cli.local import FACTS, MEDIA, ROOT, TO, stage
from netinit.cli.machine import directory
from netinit.cli.options import Option, Verb, parse
from netinit.cli.output import print_problems
from netinit.model.decision import Step
from netinit.report import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from netinit.cli.options import Arguments
    from netinit.stages.trail import Trail

VERB = Verb(
    name="explain",
    help="tell why this boot got its network",
    description="Prints what the local stage of this boot asked, what it answered, and why.\n"
    "With --facts, --media, --to or --again the decision is made anew, without writing anything.",
    options=(
        ROOT,
        TO,
        FACTS,
        MEDIA,
        Option(name="--again", help="decide anew, even if this boot left its trail"),
        Option(name="--all", help="print also why each source is not this machine's"),
        Option(name="--json", help="print the trail as JSON"),
    ),
    epilog="exit codes: 0 explained, 64 wrong usage",
)
BOLD, PLAIN = "\033[1m", "\033[0m"
# What is wider gets a line of its own.
WIDEST_QUESTION = 44
WIDEST_ANSWER = 12


def run(words: Sequence[str]) -> int:
    """Run the command; its exit code."""
    arguments = parse(VERB, words)
    left = _left(arguments)
    if left is None:
        left = stage(arguments, dry=True)[0].trail
    if arguments.json:
        from netinit.stages import trail

        sys.stdout.write(trail.write(left))
        return 0
    steps = left.steps if arguments.all else list(_without_strangers(left.steps))
    sys.stdout.writelines(table(steps, _columns(), colour=sys.stdout.isatty()))
    sys.stdout.write(f"\n{left.summary}\n")
    sys.stdout.flush()
    print_problems(left.problems, "", sys.stdout)
    return 0


def _left(arguments: Arguments) -> Trail | None:
    """The trail that the boot left, if it is asked for and there."""
    if arguments.again or arguments.facts or arguments.media or arguments.to:
        return None
    from netinit.model.paths import TRAIL
    from netinit.stages import trail
    from netinit.system.root import Root

    text = Root(directory(arguments.root)).read(TRAIL)
    return trail.read(text.decode("utf-8", "replace")) if text is not None else None


def _without_strangers(steps: Sequence[Step]) -> Iterator[Step]:
    """The steps without those that only say that nothing speaks for some source (`Azure?` no)."""
    strangers = [step for step in steps if step.answer == "no" and " " not in step.question]
    for step in steps:
        if step not in strangers:
            yield step
        elif step is strangers[-1]:
            because = f"nothing speaks for {len(strangers)} sources; --all tells why"
            yield Step(question="other sources?", answer="no", because=because)


def _columns() -> int:
    import os

    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return 0


def table(steps: Sequence[Step], columns: int, *, colour: bool = False) -> Iterator[str]:
    """The steps as lines of three columns; reasons are broken at `columns`, or not at all where that is 0."""
    questions = max((len(step.question) for step in steps), default=0)
    first = min(questions, WIDEST_QUESTION) + 2
    answers = [len(step.answer) for step in steps if len(step.answer) <= WIDEST_ANSWER]
    second = max(answers, default=0) + 2
    for step in steps:
        where = f" ({step.mark})" if step.mark else ""
        answer = f"{printable(step.answer):<{second}}"
        if colour:
            answer = answer.replace(step.answer, f"{BOLD}{step.answer}{PLAIN}", 1)
        lead = f"{printable(step.question):<{first}}"
        if len(step.question) > WIDEST_QUESTION:
            lead += "\n" + " " * first
        if len(step.answer) > WIDEST_ANSWER:
            answer += "\n" + " " * (first + second)
        reason = _broken(printable(step.because + where), columns - first - second)
        yield lead + answer + ("\n" + " " * (first + second)).join(reason) + "\n"


def _broken(text: str, width: int) -> list[str]:
    if width < 30:
        return [text]
    from textwrap import wrap

    return wrap(text, width, break_on_hyphens=False, break_long_words=False) or [""]
