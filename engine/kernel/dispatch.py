"""Which searches of which games are compiled, and how one of them is run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from threading import get_ident
from types import ModuleType
from typing import Any, Final

from engine.counts import Level
from engine.game import Player
from engine.kernel.as_written import is_as_written
from engine.kernel.chances import chances_of
from engine.kernel.loading import the_kernel
from engine.kernel.seen import Seen, seen, turns
from engine.kernel.unsuited import Unsuited
from engine.log import VisitLog
from engine.ordering import ORDERS
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
from engine.tally_log import Found, TallyLog

__all__ = ["compiled_run"]


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
#: The methods of a search that the kernel does the work of.
_DONE: Final = (
    *("run", "visit", "interior", "max_value", "min_value", "passed", "leave", "leaf", "moves"),
    *("chance", "weights", "_is_enough"),
)
#: The same of the log.
_RECORDED: Final = (
    *("enter", "_make_room", "_let_go", "expand", "leaf", "leave", "keep", "answer", "repeat"),
    "is_limited",
)
_ORDERS: Final = frozenset({"given", "right-to-left", "static"})
#: The games that rank their moves.
_RANKED: Final = frozenset({"InARowBoard", "FallingBoard", "ReversiBoard"})

#: The threads in which the kernel is calling the methods of a game.
_calling_in: Final = set[int]()
#: What doubles hold exactly.
_EXACT: Final = 2**53


def compiled_run(search: Search) -> Callable[[], None] | None:
    """What runs a search in the kernel, into its log; None where the plain search has to.

    Into a `TallyLog` it writes only counts and the best line.

    Args:
        search: one that is about to run.

    Raises:
        UsageError: the kernel is forced and not built, or the choice is neither.
    """
    log = search.log
    run = _prepared(search)
    if run is None:
        return None
    return (
        partial(_tally, search, run, log)
        if isinstance(log, TallyLog)
        else partial(_run_whole, search, run)
    )


def _tally(search: Search, run: Any, log: TallyLog) -> None:
    """Run a search to its end, and write down what it has counted."""

    def found() -> None:
        log.found = Found(run.value, run.flags, run.line, run.visited - log.visits)
        log.visits = run.visited

    try:
        _run(search, run, found)
    except Unsuited:  # a mean that only the rows of its children could tell
        log.clear()
        search.run()
        return
    except BaseException:
        log.levels = [Level(**counted) for counted in run.levels()]
        raise
    log.levels = [Level(**counted) for counted in run.levels()]


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


def _prepared(search: Search) -> Any:
    """The compiled search, ready to run; None where the kernel leaves it to the plain one."""
    kernel = the_kernel()
    if kernel is None or type(search) not in _SEARCHES or not isinstance(search, DepthFirst):
        return None
    log = search.log
    if type(log) not in (VisitLog, TallyLog) or len(log):
        return None
    if not is_as_written(type(search), _DONE) or not is_as_written(type(log), _RECORDED):
        return None
    found = seen(search.game)
    if found is not None and _is_suited(search, found):
        with suppress(Unsuited, OverflowError):  # too large for the kernel's numbers
            return _made(kernel, search, found)
    return _calling(kernel, search)


def _calling(kernel: ModuleType, search: DepthFirst) -> Any:
    """The compiled search that calls the game's methods; None where the plain one has to run."""
    # A search within a method of a game that is searched: the C stack would not see their sum.
    is_within = get_ident() in _calling_in
    if is_within or type(search) is Single or isinstance(search.log, TallyLog):
        return None
    if type(search.order) not in ORDERS.values():  # it may read the log, which grows unseen
        return None
    order = search.settings.order
    is_asked = order not in ("given", "right-to-left")
    keeps = type(search) is Transposition
    board = kernel.CalledBoard(search, is_asked, keeps)
    return kernel.Run(
        board,
        search.log,
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
        "ties_last": convention.ties == "last",
        "scouts": type(search) is PrincipalVariation,
        "window": (alpha + 0.0, beta + 0.0),  # −0.0 becomes 0.0
    }


def _made(kernel: ModuleType, search: DepthFirst, found: Seen) -> Any:
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
        chances = chances_of(kernel, search, found, board)
    elif board.has_chance or found.opponent is not None:
        raise Unsuited
    if type(search) is Single and (found.board != "TreeBoard" or board.has_min or found.turned):
        raise Unsuited
    return kernel.Run(
        board,
        None if isinstance(search.log, TallyLog) else search.log,
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


def _run(search: Search, run: Any, found: Callable[[], None] = lambda: None) -> None:
    """Run a search to its end.

    Args:
        search: the search.
        run: its compiled form.
        found: called after every whole pass.
    """
    try:
        if run.board.calls:
            _calling_in.add(get_ident())
        if isinstance(search, Deepening):
            deepest = MAX_DEPTH if search.limit is None else search.limit
            for limit in count(1):
                search.order.limit = min(limit, deepest)
                run.set_limit(min(limit, deepest))
                deeper = run.search()
                found()
                if not deeper or limit >= deepest:
                    break
        else:
            run.search()
            found()
    finally:
        run.close()
        if run.board.calls:
            _calling_in.discard(get_ident())
    if run.no_estimate is not None:
        search.game.evaluate(run.no_estimate)  # which says what is missing
