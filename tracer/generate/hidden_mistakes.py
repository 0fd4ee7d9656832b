"""Mistakes of programs that the positions of a key cannot show: such keys have no fresh trees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.errors import PlytraceError
from engine.game import MAX, MIN, AnyGame
from engine.search import find_search
from engine.wrappers.changed import base_of
from tracer.generate.fresh import list_parts, list_search_kinds
from tracer.generate.shown_mistakes import Mistakes, ShownMistakes
from tracer.generate.telling_trees import TreeOutline
from tracer.generate.tree_sketch import Dice
from tracer.generate.wrong_searches import Draft
from tracer.marking.keys.key import AnyKey
from tracer.marking.keys.problem import ANY, Problem
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.keys.variants import Variants
from tracer.runs.run import request_search
from trees.hand_tree import HandTree

#: The largest tree below a position that is searched; larger ones show most mistakes.
_MOST_NODES: Final = 1500
#: Trees with the values of a position on which the mistakes are counted that could show.
_REFERENCES: Final = 6
_PLIES: Final = 5
_MOST_NAMED: Final = 2


def describe_hidden_mistakes(key: AnyKey) -> str:
    """Return a note about the mistakes that no position of a key shows; empty if there are none."""
    if isinstance(key, Variants):
        return ""
    problems = [*key.problems.values()] if isinstance(key, ProblemSet) else [key]
    shown: set[str] = set()
    possible: dict[str, None] = {}
    for problem in problems:
        if problem.kind != "search":
            continue
        try:
            draft = draft_position(problem)
        except PlytraceError:  # the grader reports it, with its place in the key
            return ""
        if draft is None:
            return ""
        mistakes = _list_mistakes(problem, draft)
        here = mistakes.find_shown(draft, ShownMistakes())
        there = _show_elsewhere(mistakes, draft)
        there.add(there.list_more(here))
        every = [f"{problem.search.name}: {name}" for name in mistakes.list_shown(there)]
        possible |= dict.fromkeys(every)
        shown |= {f"{problem.search.name}: {name}" for name in mistakes.list_shown(here)}
    hidden = [name.partition(": ")[2] for name in possible if name not in shown]
    if not hidden:
        return ""
    words = ", ".join(hidden[:_MOST_NAMED]) + (", …" if len(hidden) > _MOST_NAMED else "")
    return (
        f"no position of this key shows {len(hidden)} of {len(possible)} mistakes of programs "
        f"({words}): add a position, see Positions in docs/check-code.md"
    )


def draft_position(problem: Problem) -> Draft | None:
    """Return the tree below a position, down to the depth limit.

    None if it is a hand tree, has chance nodes or another order of moves, or is too large.
    """
    rules = problem.search
    request = request_search(problem.source, rules.name, problem.accept[0], **rules.options)
    kind = find_search(request.search)
    is_like_trees = isinstance(base_of(request.game), HandTree) or request.game.has_chance
    if is_like_trees or kind.uses_playouts or kind.searches_again or "order" in rules.options:
        return None
    return _draft(request.game, request.settings.depth_limit(request.game))


def _draft(game: AnyGame, limit: int | None) -> Draft | None:
    states: list[Any] = [game.initial]
    draft = Draft([()], [0], [game.to_move(game.initial)], [0])
    for node, state in enumerate(states):  # which grows
        depth = draft.depth[node]
        if game.is_terminal(state):
            draft.values[node] = game.utility(state, MAX)
            draft.turns[node] = MIN if depth % 2 else MAX
            continue
        draft.turns[node] = game.to_move(state)
        if depth == limit:
            continue
        after = [game.result(state, move) for move in game.moves(state)]
        states += after
        if len(states) > _MOST_NODES:
            return None
        draft.add_children(node, len(after), MAX)  # whose turn it is follows when it is reached
    return draft


def _list_mistakes(problem: Problem, draft: Draft) -> Mistakes:
    turns = tuple(dict.fromkeys(draft.turns))
    kinds = [replace(kind, limit=None) for kind in list_search_kinds(problem)]
    is_any = problem.accept == ANY
    return Mistakes(tuple(dict.fromkeys(kinds)), turns, 2, list_parts(problem), is_any)


def _show_elsewhere(mistakes: Mistakes, draft: Draft) -> ShownMistakes:
    """Return the mistakes that show on trees with such values."""
    leaves = [value for value, below in zip(draft.values, draft.children, strict=True) if not below]
    bounds = float(min(leaves)), float(max(leaves))
    players = (draft.turns[0], draft.turns[0].opponent)
    largest = max(1, int(max(-bounds[0], bounds[1])))
    outline = TreeOutline(players, players, 2, 4, False, largest, False, False, bounds)
    dice = Dice("positions")
    shown = ShownMistakes()
    for _ in range(_REFERENCES):
        tree = outline.draw(_PLIES, mistakes.kinds[0], dice)
        shown.add(mistakes.find_shown(tree, shown))
    return shown
