"""The check that a problem can be answered from its sheet alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.errors import UsageError
from engine.game import AnyGame
from tracer.worksheet.contents.problem_setup import MOST_DRAWN, SearchSetup
from tracer.worksheet.spec.spec import ProblemSpec

if TYPE_CHECKING:
    from tracer.worksheet.contents.problem_setup import ProblemSetup


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
