"""Lines of best play, if there are several: equal moves, and outcomes of chance nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.answers.hand_worker import HandWorker, Work
from tracer.answers.work_tree import Value
from tracer.mistakes.base import HandTask
from tracer.questions.rules import Way
from tracer.runs.search_trace import Trace

#: A function that returns the lines of best play that begin most like a claimed one.
LinesNear: TypeAlias = Callable[[Sequence[str]], tuple[Way, ...]]
#: Lines that are compared after each first move, if there are many.
_MOST_WAYS: Final = 100


def _lines(
    next_of: Callable[[int], tuple[Sequence[int], bool]],
    names_of: Callable[[int], tuple[str, str]],
) -> LinesNear:
    """Return the lines from node 0 down."""

    def ways(node: int, claim: Sequence[str], due: bool) -> Iterator[Way]:
        children, is_chosen = next_of(node)
        due = due and is_chosen
        named = [(child, names_of(child)) for child in children]
        named.sort(key=lambda one: not (claim and claim[0] in one[1]))
        for child, names in named:
            step = frozenset({*names, *([] if due else [None])})
            lines = ways(child, claim[1:], due)
            for rest in lines if node else islice(lines, _MOST_WAYS):
                yield (step, *rest)
        if not children:
            yield ()

    return lambda claim: (*ways(0, claim, True),)


def lines_in_tree(task: HandTask, *, equal: bool, work: Work | None = None) -> LinesNear:
    """Return the lines of best play in a tree that is worked by hand, or in the work of a search.

    At a chance node, any outcome that can happen may follow, and no move is due.
    """
    assert task.tree is not None, "a tree that can be worked by hand"
    tree, work = task.tree, work or task.worked(HandWorker)[1]
    exact: dict[int, Value] = {}  # rounded means may tie where the values do not

    class Keeping(HandWorker):
        """Worker that keeps exact values."""

        def written_back(self, node: int, value: Value) -> Value:
            exact[node] = value
            return value

    if equal:
        work = replace(task, windowed=False).worked(Keeping)[1]

    def next_of(node: int) -> tuple[Sequence[int], bool]:
        best = work.best.get(node)
        if best is None:
            return (), True
        if best == NO_PARENT:
            both = zip(tree.children[node], tree.chances[node], strict=True)
            return [one for one, chance in both if chance], False
        same = [one for one in tree.children[node] if equal and exact[one] == exact[node]]
        return same or [best], True

    near = _lines(next_of, lambda child: (tree.moves[child], tree.names[child]))
    own = task.right
    first = tuple(frozenset(pair) for pair in zip(own.moves, own.path[1:], strict=False))

    def with_first(claim: Sequence[str]) -> tuple[Way, ...]:
        found = near(claim)
        return found if task.has_chance or first in found else (first, *found)

    return with_first


def lines_in_trace(found: Trace, *, equal: bool) -> LinesNear:
    """Return the lines of best play in a trace of a search that skips nothing."""
    log, game = found.log, found.game

    def next_of(row: int) -> tuple[Sequence[int], bool]:
        best = found.best_child(row)
        if log.player[row] == Player.CHANCE and log.actions[row]:
            state = found.state(row)
            chances, moves = dict(game.chances(state)), game.moves(state)
            return [one for one in log.last_children(row) if chances[moves[log.action[one]]]], False
        if best is None:
            return (), True
        if equal and not game.has_chance:
            return [one for one in log.children(row) if log.value[one] == log.value[row]], True
        return [best], True

    return _lines(next_of, lambda row: (found.moves_to(row)[-1], found.name(row)))
