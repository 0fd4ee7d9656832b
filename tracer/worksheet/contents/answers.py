"""The right answers to a search problem, as a student would write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Sized
from typing import TYPE_CHECKING, Any, Final

from engine.errors import UsageError
from engine.game import AnyGame
from tracer.answers.answers import Answers
from tracer.answers.shares import Shares
from tracer.marking.facts.grader import FactGrader
from tracer.marking.facts.numbers import NumbersItem
from tracer.marking.grading.accepted_conventions import ProblemVersion
from tracer.marking.grading.make_grader import OneGrader
from tracer.questions import PARTS
from tracer.questions.claims import shown_value
from tracer.questions.fact_item import FactItem
from tracer.text.numbers import show_number, show_window
from tracer.worksheet.contents.model import Answer
from tracer.worksheet.contents.problem_setup import (
    MOST_DRAWN,
    SearchSetup,
)
from tracer.worksheet.spec.spec import ProblemSpec

if TYPE_CHECKING:
    from tracer.worksheet.contents.problem_setup import ProblemSetup


#: The largest number of entries in an answer: no one writes more by hand.
MOST_ANSWERED: Final = 2_000


def answer_to(
    part: str, version: ProblemVersion, counts: Sequence[str] = (), answers: Answers | None = None
) -> Answer:
    """Return the right answer to a part, or the answer that other results give."""
    answers = answers or version.answers
    if part == "cutoffs":
        return _cutoffs(answers, version)
    if part == "counts":
        pairs = [(name, str(answers.counts[name])) for name in counts]
        return Answer(" ".join(f"{name}={number}" for name, number in pairs), tuple(pairs))
    claim = PARTS[part].wrote(answers, version.rules)
    if part in ("move", "utility"):
        return Answer(PARTS[part].show(claim))
    _check_length(claim, part)
    spaced = version.rules.names.spaced
    if isinstance(claim, Mapping):
        return _of_nodes(part, claim, ", " if spaced else "  ")
    return Answer((", " if spaced else " ").join(claim) or "none")


def _check_length(found: Sized, part: str) -> None:
    """Refuse an answer that has too many entries."""
    if len(found) > MOST_ANSWERED:
        raise UsageError(
            f"{part} would have {len(found):,} entries",
            expected=f"at most {MOST_ANSWERED:,}",
            hint="Give the problem a depth:, or let it ask for counts",
        )


def _of_nodes(part: str, claim: Mapping[str, object], between: str) -> Answer:
    """Return the answer that gives one entry per node."""
    if part == "windows":
        windows = {name: one for name, one in claim.items() if isinstance(one, tuple)}
        cells = [(name, *map(show_number, window)) for name, window in windows.items()]
        text = between.join(f"{name} {show_window(*window)}" for name, window in windows.items())
        return Answer(text, tuple(cells))
    pairs = [
        (name, shown_value(one))
        for name, one in claim.items()
        if isinstance(one, int | float | Shares)
    ]
    return Answer(between.join(f"{name}={value}" for name, value in pairs), tuple(pairs))


def _cutoffs(answers: Answers, version: ProblemVersion) -> Answer:
    """Return the cutoffs that prune something, one per line, with the expected window."""
    cells: list[tuple[str, ...]] = []
    lines = []
    joint = ", " if version.rules.names.spaced else " "
    found = [one for one in answers.cuts if one.skipped]
    _check_length(found, "cutoffs")
    for cut in found:
        alpha, beta = cut.then if version.rules.window == "after" else cut.before
        ends = {} if version.rules.players else {"alpha": alpha, "beta": beta}
        window = [f"{name}={show_number(end)}" for name, end in ends.items()]
        skipped = joint.join(cut.skipped)
        cells.append((cut.at, *map(show_number, ends.values()), skipped))
        colon = ":" if joint == ", " else ""
        lines.append(" ".join([f"{cut.at}{colon}", *window, f"skips {skipped}"]))
    places = ", ".join(one.at for one in answers.cuts if not one.skipped)
    remark = ""
    if places:
        remark = (
            "The cutoff test succeeds only after the last child, so nothing is pruned, at: "
            f"{places}."
        )
    return Answer("\n".join(lines) or "none", tuple(cells), remark)


# The right answers to problems without a search, as a student would write them.


def answers_of_items(items: Mapping[str, FactItem[Any]]) -> dict[str, Answer]:
    """Return the right answers to the items of a problem."""
    return {name: _answer_of(item) for name, item in items.items()}


def _answer_of(item: FactItem[Any]) -> Answer:
    text = item.show(item.right)
    if item.is_list or item.rows:
        text = "\n".join(item.entries(item.right)) or "none"
    return Answer(text, item.rows, item.remark)


def numbers_of(grader: OneGrader) -> NumbersItem:
    """Return the part of a problem about a letter."""
    assert isinstance(grader, FactGrader), "the grader of a letter"
    part = grader.items[NumbersItem.name]
    assert isinstance(part, NumbersItem), "the part of a letter"
    return part


# The check that a problem can be answered from its sheet alone.


def check_answerable(spec: ProblemSpec, given: ProblemSetup, *, drawn: bool) -> None:
    """Refuse a problem whose sheet lacks something that its answers need.

    The instructor's own statement (`text:`) is not checked.
    """
    if spec.text or not isinstance(given, SearchSetup):
        return
    if given.is_tree and spec.rules:
        raise UsageError("rules: has no effect on a tree", expected="rules: only for games")
    missing = [*_missing(spec, given, drawn=drawn)]
    if missing:
        raise UsageError(
            f"the sheet lacks {' and '.join(what for what, _ in missing)}",
            expected="; ".join(dict.fromkeys(supply for _, supply in missing)),
            hint="Or write the whole statement yourself, with text:",
        )


def _missing(spec: ProblemSpec, given: SearchSetup, *, drawn: bool) -> Iterator[tuple[str, str]]:
    """Yield what the sheet lacks, each with the way to supply it."""
    if not drawn:
        if given.is_tree and spec.drawn != "none":
            yield f"the tree, which has more than {MOST_DRAWN} nodes", "a smaller tree, or a depth:"
        elif given.is_tree:
            yield "the tree", "figure: yes"
        else:
            yield "the position", "figure: board"
    if given.kind.uses_playouts:
        yield "the random numbers of the playouts", "another search, or mcts: for a run by hand"
    if given.is_tree:
        return
    if not (spec.rules or given.opened.rules):
        yield (
            f"the rules of {given.opened}",
            "rules: with a few sentences in the problem, or an attribute rules of the game",
        )
    if drawn and not _is_readable(given.opened):
        yield (
            f"a readable position of {given.opened}",
            "a method draw(state) of the game that returns lines of text",
        )
    if given.needs_evaluation and not _has_rule(spec, given):
        yield (
            "the rule of the evaluation",
            'figure: tree, or evaluations of the game, as in {"mine": Evaluation("rule", '
            "function)}",
        )


def _is_readable(game: AnyGame) -> bool:
    """Return whether a position is drawn for people, not as Python writes the state."""
    state = game.initial
    return bool(game.cells(state)) or isinstance(state, str | int) or game.draw(state) != str(state)


def _has_rule(spec: ProblemSpec, given: SearchSetup) -> bool:
    """Return whether the sheet shows the estimates or says how to compute them."""
    if given.has_drawn_estimates(spec.drawn):
        return True
    known = given.evaluation
    return known is not None and bool((known.rule or known.summary).strip())
