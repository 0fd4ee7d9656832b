"""Which searches of which games are compiled, and how one of them is run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from threading import get_ident
from types import ModuleType
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import Player
from engine.kernel.loading import the_kernel
from engine.kernel.seen import Seen, seen, turns
from engine.kernel.unsuited import Unsuited
from engine.recursion import MAX_DEPTH
from engine.searches.alphabeta import AlphaBeta
from engine.searches.base import Search
from engine.searches.deepening import Deepening
from engine.searches.depth_first import DepthFirst
from engine.searches.expectimax import Expectimax
from engine.searches.expectiminimax import Expectiminimax
from engine.searches.minimax import Minimax
from engine.searches.negamax import Negamax
from engine.searches.pvs import PrincipalVariation
from engine.searches.single import Single
from engine.searches.transposition import Transposition

__all__ = ["Tallies", "compiled_counts", "compiled_run"]


@dataclass(frozen=True, slots=True)
class Tallies:
    """What a search found that kept no log.

    Args:
        value: the root's.
        by_depth: of each depth, from the root on, its visits, the moves of its expanded nodes, its
            terminals, evaluated leaves, repeats, early returns and cutoffs, and the moves skipped.
    """

    value: float
    by_depth: list[dict[str, int]]


#: The searches that are compiled; a subclass of one is another search.
_SEARCHES: Final = frozenset(
    {
        AlphaBeta,
        Deepening,
        Expectimax,
        Expectiminimax,
        Minimax,
        Negamax,
        PrincipalVariation,
        Single,
        Transposition,
    }
)
_ORDERS: Final = frozenset({"given", "right-to-left", "static"})
#: The games that rank their moves.
_RANKED: Final = frozenset({"InARowBoard", "FallingBoard", "ReversiBoard"})

#: The most moves of a node for which the weights of every number of moves are laid out.
_MOST_WEIGHED: Final = 256
#: The threads in which the kernel is calling the methods of a game.
_calling_in: Final = set[int]()
#: What whole numbers of 64 bits hold, and doubles hold exactly.
_MOST: Final = 2**62
_EXACT: Final = 2**53


def compiled_run(search: Search) -> Callable[[], None] | None:
    """What runs a search in the kernel, into its log; None where the plain search has to.

    Args:
        search: one that is about to run.

    Raises:
        UsageError: the kernel is forced and not built, or the choice is neither.
    """
    run = _prepared(search, records=True)
    return None if run is None else partial(_run_whole, search, run)


def compiled_counts(search: Search) -> Tallies | None:
    """Run a search in the kernel that only counts, in memory that does not grow.

    Args:
        search: one that could run; its log gives the checkpoint and stays empty.

    Returns:
        What it has counted, or None where the kernel does not know the search.

    Raises:
        UsageError: the kernel is forced and not built, or the choice is neither.
        Stopped: by the checkpoint.
    """
    run = _prepared(search, records=False)
    if run is None:
        return None
    try:
        _run(search, run)
    except Unsuited:  # a mean that only the rows of its children could tell, or too many plies
        return None
    return Tallies(run.value, run.tallies())


def _is_suited(search: DepthFirst, found: Seen) -> bool:
    """Whether the kernel knows what this search asks of the game."""
    order = search.settings.order
    if order not in _ORDERS or (order == "static" and found.board not in _RANKED):
        return False
    if found.win is not None and not abs(found.win) < _EXACT:
        return False
    if search.limit is not None or type(search) is Deepening:
        is_estimated = found.board == "TreeBoard" or _is_countable(found.formula)
        if not is_estimated or found.turned is not found.estimates_turned:
            return False
    return _is_position(found)


def _is_countable(formula: tuple[Any, ...] | None) -> bool:
    """Whether an evaluation is one of whole numbers that 64 bits hold."""
    match formula:
        case ("lines", masks, weights, scale):
            return bool(len(masks) * max(weights) < _EXACT and scale < _EXACT)
        case ("discs",) | ("mobility",):
            return True
        case ("cells", weights):
            whole = all(type(weight) is int for weight in weights)
            return whole and sum(map(abs, weights)) < _EXACT
    return False


def _is_position(found: Seen) -> bool:
    """Whether the position is one of the game's own; others are left to the plain search."""
    game: Any = found.game
    match found.board, found.state:
        case ("InARowBoard" | "FallingBoard" | "ReversiBoard", (int(x), int(o), Player())):
            full: int = game.board.full if found.board == "ReversiBoard" else game.full
            return x >= 0 and o >= 0 and not x & o and not (x | o) & ~full
        case "RaceBoard", (int(number), Player()):
            return 0 <= number < _EXACT
        case "NimBoard", (tuple(heaps), Player()):
            return len(heaps) <= 20 and all(type(h) is int and 0 <= h < 2**16 for h in heaps)
        case "TreeBoard", int(node):
            return 0 <= node < len(game.values)
    return False


def _prepared(search: Search, *, records: bool) -> Any:
    """The compiled search, ready to run; None where the kernel leaves it to the plain one."""
    kernel = the_kernel()
    if kernel is None or type(search) not in _SEARCHES or not isinstance(search, DepthFirst):
        return None
    found = seen(search.game)
    if found is not None and _is_suited(search, found):
        with suppress(Unsuited):
            return _made(kernel, search, found, records)
    return _calling(kernel, search, records)


def _calling(kernel: ModuleType, search: DepthFirst, records: bool) -> Any:
    """The compiled search that calls the game's methods; None where the plain one has to run."""
    # A search within a method of a game that is searched: the C stack would not see their sum.
    is_within = get_ident() in _calling_in
    if is_within or type(search) is Single or (search.learn is not None and not records):
        return None
    order = search.settings.order
    is_asked = order not in ("given", "right-to-left")
    keeps = type(search) is Transposition
    board = kernel.CalledBoard(search, is_asked, keeps)
    return kernel.Run(
        board,
        search.log if records else None,
        search.log.checkpoint,
        order="given" if is_asked else order,
        keeps=False,
        turns=(0, 1, 2),
        turned=False,
        win=None,
        chances=None,
        **_asked(search),
    )


def _asked(search: DepthFirst) -> dict[str, Any]:
    """What a search is told of how to search."""
    windowed = isinstance(search, AlphaBeta)
    alpha, beta = search.settings.window
    convention = search.settings.convention
    return {
        "limit": 1 if type(search) is Deepening else search.limit,
        "windowed": windowed,
        "strict": windowed and convention.cutoff == ">",
        "fail_hard": windowed and convention.returns == "fail-hard",
        "scouts": type(search) is PrincipalVariation,
        "window": (alpha + 0.0, beta + 0.0),  # −0.0 becomes 0.0
    }


def _made(kernel: ModuleType, search: DepthFirst, found: Seen, records: bool) -> Any:
    """The compiled search.

    Raises:
        Unsuited: the kernel leaves it to the plain search.
    """
    limit = search.limit
    is_limited = limit is not None or type(search) is Deepening
    formula = found.formula if is_limited else None
    board = getattr(kernel, found.board)(found.game, found.state, formula)
    deepest = board.plies if limit is None else min(limit, board.plies)
    if deepest > kernel.DEEPEST_PLIES or board.widest > 65_535:
        raise Unsuited
    chances = None
    if isinstance(search, Expectiminimax):
        chances = _chances(search, found, board)
    elif board.has_chance or found.opponent is not None:
        raise Unsuited
    if type(search) is Single and (found.board != "TreeBoard" or board.has_min or found.turned):
        raise Unsuited
    return kernel.Run(
        board,
        search.log if records else None,
        search.log.checkpoint,
        order=search.settings.order,
        keeps=type(search) is Transposition,
        turns=tuple(map(int, turns(found))),
        turned=found.turned,
        win=found.win,
        chances=chances,
        **_asked(search),
    )


def _run_whole(search: Search, run: Any) -> None:
    """Run a search to its end; the plain one from the start where it comes deeper than it may."""
    with suppress(Unsuited):
        _run(search, run)
        return
    for column in (*search.log.columns().values(), search.log.repeats):
        del column[:]
    # Another one: an order that learns has learnt from this.
    type(search)(search.game, search.settings, search.log).run()


def _run(search: Search, run: Any) -> None:
    """Run a search to its end."""
    try:
        if run.board.calls:
            _calling_in.add(get_ident())
        if isinstance(search, Deepening):
            deepest = MAX_DEPTH if search.limit is None else search.limit
            for limit in count(1):
                search.order.limit = min(limit, deepest)
                run.set_limit(min(limit, deepest))
                if not run.search() or limit >= deepest:
                    break
        else:
            run.search()
    finally:
        run.close()
        if run.board.calls:
            _calling_in.discard(get_ident())
    if run.no_estimate is not None:
        search.game.evaluate(run.no_estimate)  # which says what is missing


def _chances(
    search: Expectiminimax, found: Seen, board: Any
) -> list[tuple[list[int], int] | None] | None:
    """The weights of chance nodes: by the number of moves, or of a tree by node.

    Raises:
        Unsuited: they do not sum to 1, which the plain search tells where it comes to it, or are
            larger than 64 bits.
    """
    opponent, game = found.opponent, found.game
    if found.board != "TreeBoard":
        if opponent is None:
            return None
        if board.widest > _MOST_WEIGHED:
            raise Unsuited
        by_count: list[tuple[list[int], int] | None] = [None]
        for moves in range(1, board.widest + 1):
            pairs = list(enumerate(opponent.probabilities(moves)))
            by_count.append(_whole(search, pairs, found.state))
        return by_count
    whose = turns(found)
    by_node: list[tuple[list[int], int] | None] = []
    for node, value in enumerate(game.values):  # type: ignore[attr-defined]
        if value is not None or whose[game.to_move(node)] is not Player.CHANCE:
            by_node.append(None)
        elif game.to_move(node) is Player.CHANCE:
            by_node.append(_whole(search, game.chances(node), node))
        elif opponent is not None:
            edges = game.actions(node)
            pairs = list(zip(edges, opponent.probabilities(len(edges)), strict=True))
            by_node.append(_whole(search, pairs, node))
    return by_node


def _whole(search: Expectiminimax, pairs: Any, state: Any) -> tuple[list[int], int]:
    """The weights of a chance node as numbers that the kernel can hold."""
    try:
        weights, common = search.weights(pairs, state)
    except InvalidInput:
        raise Unsuited from None
    if common >= _MOST or max(weights) >= _MOST:
        raise Unsuited
    return weights, common
