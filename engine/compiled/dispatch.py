"""Run a search in the compiled kernel if the kernel supports it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from types import ModuleType
from typing import Any, Final

from engine.compiled.known_games import (
    KnownGame,
    has_original_methods,
    known_game,
    read_chance_weights,
    turns,
)
from engine.kernel.loading import Unsupported, the_kernel
from engine.log.counts import DepthCounts, PassResult, TallyLog
from engine.log.visit_log import VisitLog
from engine.running.recursion import MAX_DEPTH
from engine.searches import ordering
from engine.searches.alphabeta import AlphaBeta, Negamax
from engine.searches.base import DepthFirst, Search
from engine.searches.deepening import Deepening
from engine.searches.maxn import Paranoid
from engine.searches.minimax import Expectimax, Expectiminimax, Minimax, Single
from engine.searches.null_windows import PrincipalVariation
from engine.searches.ordering import ORDERS, PerfectOrder
from engine.searches.solve import PromisingOrder, Solve
from engine.searches.transposition import Transposition

#: The searches that are compiled. Subclasses are not.
_SEARCHES: Final = frozenset(
    {
        AlphaBeta,
        Deepening,
        Expectimax,
        Expectiminimax,
        Minimax,
        Negamax,
        Paranoid,
        PrincipalVariation,
        Single,
        Solve,
        Transposition,
    }
)
#: The methods of a search that the kernel replaces.
_DONE: Final = (
    *("run", "visit_root", "visit", "interior", "is_after_pass", "leave", "leaf"),
    *("moves", "chance", "_is_enough", "find_proof_flags", "_key", "_store", "_extend_line"),
    "_best_place",
)
#: The methods of the log that the kernel replaces.
_RECORDED: Final = (
    *("enter", "make_room", "expand", "leaf", "leave", "keep", "answer", "repeat"),
    "is_limited",
)
#: The methods of an order that the kernel replaces.
_RANKING: Final = ("places", "pairs", "learn", "_value")
#: The orders that compute the value of every move first.
_SOLVING: Final = frozenset({"perfect", "worst"})
#: The largest limit for which the kernel's numbers hold the sums of the order `history`.
_MOST_PLIES: Final = 2**15
#: The games that rank their moves.
_RANKED: Final = frozenset({"InARowBoard", "FallingBoard", "ReversiBoard"})

#: Doubles hold integers exactly below this.
_EXACT: Final = 2**53


def compiled_run(search: Search) -> Callable[[], None] | None:
    """Return a function that runs a search in the kernel; None if the plain search must run."""
    # It writes into the search's log; into a `TallyLog` only counts and the best line.
    log = search.log
    run = _prepare(search)
    if run is None:
        return None
    return (
        partial(_tally, search, run, log)
        if isinstance(log, TallyLog)
        else partial(_run_whole, search, run)
    )


def _tally(search: Search, run: Any, log: TallyLog) -> None:
    """Run a whole search and record its counts."""

    def found() -> None:
        if isinstance(search, Solve):
            _take_passes(search, run, log)
        else:
            log.found = PassResult(run.value, run.flags, run.line, run.visited - log.visits)
            log.visits = run.visited

    try:
        _run(search, run, found)
    except Unsupported:  # an exact value does not fit the kernel's numbers
        log.clear()
        search.run()
        return
    except BaseException:
        log.levels = [DepthCounts(**counted) for counted in run.levels()]
        if isinstance(search, Solve):
            _take_passes(search, run, log)
        raise
    log.levels = [DepthCounts(**counted) for counted in run.levels()]


def _take_passes(search: Solve, run: Any, log: TallyLog) -> None:
    """Record the passes of the search `solve`, and the line that it has proved."""
    log.passes = [PassResult(*fields) for fields in run.passes]
    if run.found_line:
        results = [(pass_result.value, pass_result.flags) for pass_result in log.passes]
        place, _ = search.deciding_pass(results, search.game.to_move(search.game.initial))
        log.passes[place] = replace(log.passes[place], line=run.found_line)
    if log.passes:
        log.found = log.passes[-1]


def _is_suited(search: DepthFirst, kernel_game: KnownGame) -> bool:
    """Return whether the kernel supports this search of the game."""
    order = search.settings.order
    kind = PromisingOrder if type(search) is Solve else ORDERS[order]
    if type(search.order) is not kind or not has_original_methods(kind, _RANKING):
        return False
    if order == "static" and kernel_game.board not in _RANKED:
        return False
    if order in _SOLVING and search.game.has_chance:  # it compares exact values
        return False
    if order == "history" and (search.limit or 0) > _MOST_PLIES:  # the sums of squares are 64-bit
        return False
    if kernel_game.win is not None and not abs(kernel_game.win) < _EXACT:
        return False
    has_estimates = kernel_game.board == "TreeBoard" or kernel_game.formula is not None
    return has_estimates or not _evaluates(search)


def _evaluates(search: DepthFirst) -> bool:
    is_limited = search.limit is not None or type(search) is Deepening
    return is_limited or search.settings.order == "evaluation"


def _prepare(search: Search) -> Any:
    """Return the compiled search, ready to run; None if the plain search must run."""
    kernel = the_kernel()
    if kernel is None or type(search) not in _SEARCHES or not isinstance(search, DepthFirst):
        return None
    log = search.log
    if type(log) not in (VisitLog, TallyLog) or len(log) or _needs_plain(search):
        return None
    if not has_original_methods(type(search), _DONE) or not has_original_methods(
        type(log), _RECORDED
    ):
        return None
    kernel_game = known_game(search.game)
    if kernel_game is None or not _is_suited(search, kernel_game):
        return None
    try:
        return _make_depth_first(kernel, search, kernel_game)
    except (Unsupported, OverflowError, TypeError, ValueError):
        return None  # no position of the kernel's, or too large for its numbers


def _needs_plain(search: Search) -> bool:
    """Return whether a setting is only in the plain search."""
    uses_bounds = search.settings.bounds is not None or search.game.has_bounds
    return search.settings.research == "value" or (uses_bounds and isinstance(search, AlphaBeta))


def _make_depth_first(kernel: ModuleType, search: DepthFirst, kernel_game: KnownGame) -> Any:
    limit = search.limit
    formula = kernel_game.formula if _evaluates(search) else None
    board = getattr(kernel, kernel_game.board)(kernel_game.game, kernel_game.state, formula)
    deepest = board.plies if limit is None else min(limit, board.plies)
    if deepest > kernel.DEEPEST_PLIES or board.widest > 65_535:
        raise Unsupported
    chances = None
    exacts = isinstance(search, Expectiminimax)
    if exacts:
        if not kernel.HAS_EXACT:
            raise Unsupported
        chances = read_chance_weights(kernel, kernel_game, board)
        if kernel_game.board == "TreeBoard":
            board.layout.read_exact()
    elif board.has_chance or kernel_game.opponent is not None:
        raise Unsupported
    if type(search) is Single and (
        kernel_game.board != "TreeBoard" or board.has_min or kernel_game.turned
    ):
        raise Unsupported
    windowed = isinstance(search, AlphaBeta)
    alpha, beta = search.settings.window
    convention = search.settings.convention
    return kernel.Run(
        board,
        None if isinstance(search.log, TallyLog) else search.log,
        search.log.checkpoint,
        search.log.reserve,
        limit=1 if type(search) is Deepening else limit,
        windowed=windowed,
        strict=windowed and convention.cutoff == ">",
        fail_hard=windowed and convention.returns == "fail-hard",
        ties_last=convention.ties == "last",
        scouts=type(search) is PrincipalVariation,
        most_solved=ordering.MOST_STATES,
        window=(alpha + 0.0, beta + 0.0),  # −0.0 becomes 0.0
        order=search.order.name,
        keeps=type(search) is Transposition,
        turns=tuple(map(int, turns(kernel_game))),
        turned=kernel_game.turned,
        win=kernel_game.win,
        exacts=exacts,
        chances=chances,
        solving=_solve_arguments(search, kernel_game) if isinstance(search, Solve) else None,
    )


def _solve_arguments(search: Solve, kernel_game: KnownGame) -> tuple[Any, ...]:
    """Return what only the search `solve` needs: its range, its windows, its table, symmetries."""
    images = [symmetry.images for symmetry in search.symmetries]
    if kernel_game.board == "ReversiBoard":  # whose cells have other bits in the kernel
        board: Any = kernel_game.game
        columns = board.board.columns
        bits = [8 * (cell // columns) + cell % columns for cell in range(board.board.cells)]
        for at, moved in enumerate(images):
            spread: list[int | None] = [None] * 64
            for cell, image in enumerate(moved):
                spread[bits[cell]] = bits[image]
            images[at] = tuple(spread)
    guess, gap = (search.settings.guess or 0) + 0.0, search.settings.gap or 1
    return search.low, search.high, guess, gap, search.known.half, images


def _run_whole(search: Search, run: Any) -> None:
    """Run a whole search; restart it as a plain search if the kernel gives up."""
    with suppress(Unsupported):
        _run(search, run)
        return
    search.log.clear()
    # Use a new search object: this one's move order may have learned already.
    type(search)(search.game, search.settings, search.log).run()


def _run(search: Search, run: Any, on_values: Callable[[], None] = lambda: None) -> None:
    if isinstance(search, Deepening):
        deepest = MAX_DEPTH if search.limit is None else search.limit
        for limit in count(1):
            search.order.limit = min(limit, deepest)
            run.set_limit(min(limit, deepest))
            deeper = run.search()
            on_values()
            if not deeper or limit >= deepest:
                break
    else:
        run.search()
        on_values()
    if run.no_estimate is not None:
        search.game.evaluate(run.no_estimate)  # raises and names what is missing
    if run.too_many:
        assert isinstance(search, DepthFirst)
        assert isinstance(search.order, PerfectOrder)
        raise search.order.too_many_error()
