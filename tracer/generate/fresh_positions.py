"""Fresh positions: those of random games, drawn for a key whose problem is a position of a game.

Half of the games begin at the key's position, half at the start of the game. As in the key's
position, MAX or MIN is to move, unless programs have boards of their own: these say whose turn it
is. A position is drawn as a SOURCE, so a game takes part if it reads the positions that it writes.

A mistake that none of these positions shows is tried on further ones, and on larger trees: on all
positions of a small game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, zip_longest
from typing import Any, Final, NamedTuple, TypeVar

from engine.errors import PlytraceError
from engine.game import MAX, MIN, AnyGame
from engine.games import find_recipe
from engine.games.source_texts import source_text
from engine.running.control import Control
from engine.search import find_search, run_search
from engine.wrappers.changed import base_of, changes_of
from tracer.generate.program_mistakes import Mistakes, ShownMistakes
from tracer.generate.telling_trees import find_rare
from tracer.generate.tree_outline import TreeOutline
from tracer.generate.tree_sketch import Dice, TreeSketch
from tracer.generate.wrong_searches import WrongSearch
from tracer.marking.keys.problem import Problem
from tracer.programs.helper_verdicts import play_at_random
from tracer.programs.shapes import find_shape
from tracer.runs.run import SearchRequest, request_search
from trees.sources import open_source

_Seen = TypeVar("_Seen")

#: Random games, the most plies of one, and the most positions that are drawn from them.
_GAMES: Final = 30
_MOST_PLIES: Final = 80
_MOST_DRAWN: Final = 40
#: The largest tree below a position on which mistakes are tried.
_MOST_SKETCHED: Final = 1500
#: The largest one on which those are tried that no smaller one shows, and the most visits of the
#: right search there.
_MOST_FOR_RARE: Final = 10_000
_MOST_VISITS_FOR_RARE: Final = 2500
#: The most visits for these that show none of them.
_VISITS_FOR_RARE: Final = 1_000_000
#: The most random games for these, and the most positions of a game that are all tried.
_GAMES_FOR_RARE: Final = 300
_MOST_LISTED: Final = 8000
#: The most moves of a position: the searches of such a game take long, and so do its rules.
_MOST_MOVES: Final = 16
#: The most visits of the right search at a position on which they are not.
_MOST_VISITS: Final = 20_000
#: Trees with the values of a game on which the mistakes are counted that could show.
_REFERENCES: Final = 10
_PLIES: Final = 5


def make_request(problem: Problem) -> SearchRequest:
    """Return the right search of a problem.

    Raises:
        PlytraceError: the key does not describe a search.
    """
    search = problem.search
    return request_search(problem.source, search.name, problem.accept[0], **search.options)


def is_pass_forced(problem: Problem) -> bool:
    """Return whether the player to move at a problem's position can only pass.

    Args:
        problem: a problem whose source is a position of a game.
    """
    game = make_request(problem).game
    return all(map(game.is_pass, game.moves(game.initial)))


class DrawnPosition(NamedTuple):
    """A problem at another position, with the tree below it, down to the depth limit."""

    problem: Problem
    sketch: TreeSketch


def draw_sketched(problem: Problem, dice: Dice) -> list[DrawnPosition]:
    """Return a problem at other positions with the trees below them.

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
    games = _play_games(request.opened.game, _list_starts(problem, request), dice)
    most = _find_largest(problem, request, _MOST_SKETCHED)
    drawn = _examine_runs(problem, request, games, lambda other: sketch_position(other, most))
    return [
        DrawnPosition(*position) for position in islice(chain.from_iterable(drawn), _MOST_DRAWN)
    ]


class RarePositions(NamedTuple):
    """Positions that show mistakes which others do not show."""

    problems: list[Problem]
    #: The mistakes that each of them shows.
    shown: list[ShownMistakes]
    #: Whether the mistakes that remain show at no position of the game.
    is_proved: bool


def draw_for_rare(
    problem: Problem,
    dice: Dice,
    mistakes: Mistakes,
    rare: ShownMistakes,
    drawn_before: Sequence[DrawnPosition],
) -> RarePositions:
    """Return a problem at further positions which show mistakes that are rare.

    Args:
        problem: a problem at whose positions mistakes can be tried.
        dice: what decides the order of the positions.
        mistakes: the mistakes of programs.
        rare: those that none of the positions before shows.
        drawn_before: the positions that were drawn before.
    """
    request = make_request(problem)
    game, starts = request.opened.game, _list_starts(problem, request)
    right = WrongSearch(mistakes.kinds[0])
    most = _MOST_FOR_RARE if right.kind.has_window else _MOST_SKETCHED
    most = _find_largest(problem, request, most)
    levels = _list_positions(game, starts)
    runs: Iterable[Iterable[Any]] = _play_games(game, starts, dice, _GAMES_FOR_RARE)
    if levels is not None:
        runs = _take_in_turn([*map(dice.shuffled, levels)])
    is_omitting, is_over = levels is None, False

    def sketch_cheap(other: SearchRequest) -> TreeSketch | None:
        nonlocal is_omitting
        sketch = sketch_position(other, most)
        if sketch is not None and len(right.search(sketch).visits) <= _MOST_VISITS_FOR_RARE:
            return sketch
        is_omitting = True
        return None

    def draw() -> Iterator[DrawnPosition]:
        nonlocal is_over
        for positions in _examine_runs(problem, request, runs, sketch_cheap, drawn_before):
            yield from map(DrawnPosition._make, positions)
        is_over = True

    telling = [*find_rare(mistakes, {*rare}, draw(), _VISITS_FOR_RARE)]
    problems, shown = [position for position, _ in telling], [rows for _, rows in telling]
    return RarePositions(problems, shown, is_over and not is_omitting)


def _find_largest(problem: Problem, request: SearchRequest, most: int) -> int:
    """Return the largest tree below a position: the key's own if time counts."""
    if problem.programs.seconds is None:
        return most
    own = sketch_position(request, most)
    return most if own is None else len(own.children)


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
    games = _play_games(request.opened.game, _list_starts(problem, request), dice)
    drawn = _examine_runs(problem, request, games, lambda other: count_visits(other, most))
    return [positions[-1][0] for positions in islice(filter(None, drawn), count)]


def _list_starts(problem: Problem, request: SearchRequest) -> list[Any]:
    """Return the positions at which games begin; none if they have too many moves."""
    game = request.opened.game
    starts = [game.initial, *_list_initial_states(_find_start(problem, game))]
    if any(len(game.moves(state)) > _MOST_MOVES for state in starts if not game.is_terminal(state)):
        return []
    return starts


def _play_games(
    game: AnyGame, starts: Sequence[Any], dice: Dice, count: int = _GAMES
) -> Iterator[list[Any]]:
    """Yield the positions of random games, each from its end backwards."""
    for number in range(count if starts else 0):
        start = starts[number % len(starts)]
        yield [*play_at_random(game, start, dice.pick, _MOST_PLIES)][::-1]


def _list_positions(game: AnyGame, starts: Sequence[Any]) -> list[list[Any]] | None:
    """Return all positions of a game by the plies to reach them; None if there are too many."""
    levels = [[*dict.fromkeys(starts)]]
    listed = {*levels[0]}
    while levels[-1]:
        after = {
            game.result(state, move): None
            for state in levels[-1]
            if not game.is_terminal(state)
            for move in game.moves(state)
        }
        levels.append([state for state in after if state not in listed])
        listed.update(after)
        if len(listed) > _MOST_LISTED:
            return None
    return levels


def _take_in_turn(levels: Sequence[Sequence[Any]]) -> Iterator[list[Any]]:
    """Yield one position of each level in turn, alone: large trees and small ones mix."""
    for row in zip_longest(*levels):
        yield from ([state] for state in row if state is not None)


def _examine_runs(
    problem: Problem,
    request: SearchRequest,
    runs: Iterable[Iterable[Any]],
    look: Callable[[SearchRequest], _Seen | None],
    drawn_before: Iterable[DrawnPosition] = (),
) -> Iterator[list[tuple[Problem, _Seen]]]:
    """Yield a problem at the positions of each run of positions that were not drawn before.

    Each comes with what `look` sees in its search. A run is left where it sees None: in a game from
    its end backwards, the searches before are larger.
    """
    game = request.opened.game
    start = _find_start(problem, game)
    sources = {
        f"{start}@{game.format(game.initial)}",
        *(position.problem.source for position in drawn_before),
    }
    for run in runs:
        positions: list[tuple[Problem, _Seen]] = []
        for state in run:
            text = game.format(state)
            source = f"{start}@{text}"
            if game.is_terminal(state) or source in sources:
                continue
            sources.add(source)
            other = _move_to(problem, game, source)
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


def show_elsewhere(
    mistakes: Mistakes, sketches: Sequence[TreeSketch], shown: ShownMistakes
) -> ShownMistakes:
    """Return the further mistakes that show on other trees with the values of some positions.

    Args:
        mistakes: the mistakes of programs.
        sketches: the trees below the positions.
        shown: the mistakes that show on them.
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
    elsewhere: ShownMistakes = frozenset()
    for number in range(_REFERENCES):
        tree = outline.draw(_PLIES, kind, dice, number=number)
        elsewhere |= mistakes.find_shown(tree, omitted=shown | elsewhere)
    return elsewhere - shown
