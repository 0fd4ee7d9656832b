"""Fresh positions: those of random games, drawn for a key whose problem is a position of a game.

Half of the games begin at the key's position, half at the start of the game. As in the key's
position, MAX or MIN is to move, unless programs have boards of their own: these say whose turn it
is. A position is drawn as a SOURCE, so a game takes part if it reads the positions that it writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final, TypeVar

from engine.errors import PlytraceError
from engine.game import MAX, MIN, AnyGame
from engine.games import find_recipe
from engine.games.source_texts import source_text
from engine.running.control import Control
from engine.search import find_search, run_search
from engine.wrappers.changed import base_of, changes_of
from tracer.generate.program_mistakes import Mistakes, ShownMistakes
from tracer.generate.telling_trees import TreeOutline
from tracer.generate.tree_sketch import Dice, TreeSketch
from tracer.marking.keys.problem import Problem
from tracer.programs.shapes import find_shape, play_at_random
from tracer.runs.run import SearchRequest, request_search
from trees.sources import open_source

_Seen = TypeVar("_Seen")

#: Random games, the most plies of one, and the most positions that are drawn from them.
_GAMES: Final = 30
_MOST_PLIES: Final = 80
_MOST_DRAWN: Final = 100
#: The largest tree below a position on which mistakes are tried.
_MOST_SKETCHED: Final = 1500
#: The most moves of a position: the searches of such a game take long, and so do its rules.
_MOST_MOVES: Final = 16
#: The most visits of the right search at a position on which they are not.
_MOST_VISITS: Final = 20_000
#: Trees with the values of a game on which the mistakes are counted that could show.
_REFERENCES: Final = 6
_PLIES: Final = 5


def make_request(problem: Problem) -> SearchRequest:
    """Return the right search of a problem.

    Raises:
        PlytraceError: the key does not describe a search.
    """
    search = problem.search
    return request_search(problem.source, search.name, problem.accept[0], **search.options)


def draw_sketched(problem: Problem, dice: Dice) -> list[tuple[Problem, TreeSketch]]:
    """Return a problem at other positions, each with the tree below it, down to the depth limit.

    Args:
        problem: a problem whose source is a position of a game.
        dice: what decides the moves of the games.

    Returns:
        The positions; none if mistakes cannot be tried on them: the game has chance nodes, or the
        search orders the moves or searches nodes again.

    Raises:
        PlytraceError: the key does not describe a search.
    """
    request = make_request(problem)
    if (
        request.game.has_chance
        or find_search(request.search).searches_again
        or "order" in problem.search.options
    ):
        return []
    most = _MOST_SKETCHED
    if problem.programs.seconds is not None:  # a larger tree could take more time
        own = sketch_position(request)
        most = most if own is None else len(own.children)

    def sketch(request: SearchRequest) -> TreeSketch | None:
        return sketch_position(request, most)

    games = _play_games(problem, request, dice, sketch)
    return [*islice(chain.from_iterable(games), _MOST_DRAWN)]


def draw_searched(problem: Problem, dice: Dice, count: int) -> list[Problem]:
    """Return a problem at other positions, which are searched in no more visits than its own.

    Args:
        problem: a problem whose source is a position of a game.
        dice: what decides the moves of the games.
        count: number of positions.

    Returns:
        The largest position of each game; fewer than `count` if there are no others.

    Raises:
        PlytraceError: the key does not describe a search.
    """

    def count_visits(request: SearchRequest, most: int) -> int | None:
        result = run_search(request.game, request.search, request.settings, Control(most + 1))
        return result.counts.visited if result.counts.visited <= most else None

    request = make_request(problem)
    most = max(_MOST_SKETCHED, count_visits(request, _MOST_VISITS) or _MOST_VISITS)
    games = _play_games(problem, request, dice, lambda other: count_visits(other, most))
    return [positions[-1][0] for positions in islice(filter(None, games), count)]


def _play_games(
    problem: Problem,
    request: SearchRequest,
    dice: Dice,
    look: Callable[[SearchRequest], _Seen | None],
) -> Iterator[list[tuple[Problem, _Seen]]]:
    """Yield a problem at the new positions of each random game, from its end backwards.

    Each comes with what `look` sees in its search. A game is left where it sees None, since the
    searches before are larger.
    """
    game = request.opened.game
    start = _find_start(problem, game)
    starts = [game.initial, *_list_initial_states(start)]
    if any(len(game.moves(state)) > _MOST_MOVES for state in starts if not game.is_terminal(state)):
        return
    texts = {game.format(game.initial)}
    for number in range(_GAMES):
        states = [*play_at_random(game, starts[number % len(starts)], dice.pick, _MOST_PLIES)]
        positions: list[tuple[Problem, _Seen]] = []
        for state in reversed(states):
            text = game.format(state)
            if game.is_terminal(state) or text in texts:
                continue
            texts.add(text)
            other = _move_to(problem, game, f"{start}@{text}")
            search = _find_search(other, request, text)
            if search is None:
                continue
            seen = look(search)
            if seen is None:
                break
            positions.append((other, seen))
        yield positions


def _find_start(problem: Problem, game: AnyGame) -> str:
    """Return the SOURCE of a game without its position."""
    base = base_of(game)
    if find_recipe(base) is None:
        return str(problem.source).partition("@")[0]
    return source_text(base.name, base.size, "")


def _list_initial_states(start: str) -> list[Any]:
    """Return the state at the start of a game; none if the game needs a position."""
    try:
        return [open_source(start).game.initial]
    except PlytraceError:
        return []


def _move_to(problem: Problem, game: AnyGame, source: str) -> Problem:
    """Return a problem at another position of its game."""
    terminal = changes_of(game).terminal  # as the file of a position may say
    options = {**({"terminal": terminal} if terminal else {}), **problem.search.options}
    programs = replace(problem.programs, fresh=0, tree_text=source)
    search = replace(problem.search, options=options)
    return replace(problem, source=source, search=search, programs=programs, places={})


def _find_search(other: Problem, own: SearchRequest, text: str) -> SearchRequest | None:
    """Return the search at another position; None if programs cannot be asked there."""
    shape = None if other.programs.shape is None else find_shape(other.programs.shape)
    try:
        request = make_request(other)
        if shape is not None:
            shape.check(find_search(request.search).prepare(request.game, request.settings))
    except PlytraceError:
        return None
    read, game = request.opened.game, request.game
    if len(game.moves(game.initial)) > _MOST_MOVES:
        return None
    is_there = read.format(read.initial) == text
    has_turn = game.to_move(game.initial) is own.game.to_move(own.game.initial)
    return request if is_there and (has_turn or knows_turn(other)) else None


def knows_turn(problem: Problem) -> bool:
    """Return whether programs have boards that say whose turn it is, so either side may move.

    Args:
        problem: a problem for programs.
    """
    shape = problem.programs.shape
    return shape is not None and find_shape(shape).driver.own_boards


def sketch_position(request: SearchRequest, most: int = _MOST_SKETCHED) -> TreeSketch | None:
    """Return the tree below a position, down to the depth limit; None if it is too large.

    Args:
        request: a search of a game without chance nodes.
        most: the most nodes of the tree.

    Raises:
        PlytraceError: the game breaks its own rules, or has no estimates at the limit.
    """
    game = request.game
    limit = request.settings.depth_limit(game)
    states: list[Any] = [game.initial]
    sketch = TreeSketch.start(game.to_move(game.initial))
    for node, state in enumerate(states):  # which grows
        depth = sketch.depth[node]
        if game.is_terminal(state):
            sketch.values[node] = game.utility(state, MAX)
            sketch.turns[node] = MIN if depth % 2 else MAX
            continue
        sketch.turns[node] = game.to_move(state)
        if depth == limit:
            sketch.values[node] = game.evaluate(state)
            continue
        after = [game.result(state, move) for move in game.moves(state)]
        states += after
        if len(states) > most or len(after) > _MOST_MOVES:
            return None
        sketch.add_children(node, len(after), MAX)  # whose turn it is follows when it is reached
    return sketch


def show_elsewhere(mistakes: Mistakes, sketches: Sequence[TreeSketch]) -> ShownMistakes:
    """Return the mistakes that show on other trees with the values of some positions.

    Args:
        mistakes: the mistakes of programs.
        sketches: the trees below the positions.
    """
    leaves = [
        value
        for sketch in sketches
        for value, below in zip(sketch.values, sketch.children, strict=True)
        if not below
    ]
    bounds = float(min(leaves)), float(max(leaves))
    outline = TreeOutline(
        mistakes.turns,
        mistakes.turns,
        fewest=2,
        most=4,
        is_complete=False,
        largest=max(1, int(max(-bounds[0], bounds[1]))),
        has_fractions=False,
        has_estimates=False,
        has_shares=False,
        bounds=bounds,
    )
    dice = Dice("positions")
    kind = mistakes.kinds[0]
    trees = (outline.draw(_PLIES, kind, dice, number=number) for number in range(_REFERENCES))
    return frozenset().union(*map(mistakes.find_shown, trees))
