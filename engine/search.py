"""Running a search by name."""

from __future__ import annotations

from dataclasses import dataclass

from engine.control import Control, Stopped, StopReason
from engine.counts import Counts, by_depth, count, count_levels
from engine.errors import InvalidInput, PlytraceError, SearchRefused, chosen
from engine.game import AnyGame
from engine.kernel.dispatch import compiled_run
from engine.log import VisitLog
from engine.recursion import MAX_DEPTH, deep_recursion, in_one_chunk
from engine.searches.alphabeta import AlphaBeta
from engine.searches.base import Search
from engine.searches.deepening import Deepening
from engine.searches.depth_first import DepthFirst
from engine.searches.expectimax import Expectimax
from engine.searches.expectiminimax import Expectiminimax
from engine.searches.mcts import Mcts
from engine.searches.minimax import Minimax
from engine.searches.negamax import Negamax
from engine.searches.pvs import PrincipalVariation
from engine.searches.single import Single
from engine.searches.transposition import Transposition
from engine.settings import Settings
from engine.so_far import Running
from engine.tally_log import Found, TallyLog
from engine.wrappers.checked import Checked
from engine.wrappers.wrapped import Wrapped

__all__ = [
    "SEARCHES",
    "SearchResult",
    "TallyResult",
    "default_search",
    "find_search",
    "is_endless",
    "run_search",
    "tally_search",
]

#: The searches by name.
SEARCHES: dict[str, type[Search]] = {
    search.name: search
    for search in (
        AlphaBeta,
        Minimax,
        Negamax,
        PrincipalVariation,
        Transposition,
        Deepening,
        Expectimax,
        Expectiminimax,
        Single,
        Mcts,
    )
}


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search leaves behind.

    Args:
        game: the game as the search saw it: expectimax puts chance in MIN's place.
        log: its visits.
        counts: what is counted of them.
        stopped: why it ended before its end, or None; the log is then a valid beginning.
    """

    game: AnyGame
    log: VisitLog
    counts: Counts
    stopped: StopReason | None


@dataclass(frozen=True, slots=True)
class TallyResult:
    """What a search leaves behind that kept no rows.

    Args:
        game: the game as the search saw it.
        found: the value and the best line.
        counts: what is counted of its visits.
        by_depth: the same for each depth, from the root on.
        stopped: why it ended before its end, or None.
    """

    game: AnyGame
    found: Found
    counts: Counts
    by_depth: list[Counts]
    stopped: StopReason | None


def default_search(game: AnyGame) -> str:
    """Alpha-beta, or expectiminimax for a game with chance nodes."""
    return Expectiminimax.name if game.has_chance else AlphaBeta.name


def is_endless(game: AnyGame, kind: type[Search], asked: Settings) -> bool:
    """Whether a search would go on for as long as a game that may have no end."""
    return game.needs_limit and not kind.plays_out and asked.depth_limit(game) is None


def find_search(name: str) -> type[Search]:
    """The search of that name.

    Raises:
        UsageError: there is none.
    """
    return chosen(name, SEARCHES, "search")


def run_search(
    game: AnyGame,
    search: str | None = None,
    settings: Settings | None = None,
    control: Control | None = None,
) -> SearchResult:
    """Search a game from its initial state and record every visit.

    Args:
        game: what is searched.
        search: the name of a search; by default the one that suits the game.
        settings: how to search.
        control: a budget of visits, and the means to cancel.

    Raises:
        SearchRefused: the search does not suit the game.
        InvalidInput: the game breaks its own rules, or a method of it calls itself without end.
        UsageError: there is no such search.
    """
    log = VisitLog(control.checkpoint if control else None)
    kind = find_search(search or default_search(game))
    asked = settings or Settings()
    game = kind.prepare(game, asked)
    if control:
        control.running = Running(game, log, asked.convention.ties, kind.plays_out)
    stopped = _run(game, kind, asked, log, control)
    return SearchResult(game, log, count(log), stopped)


def tally_search(
    game: AnyGame,
    search: str | None = None,
    settings: Settings | None = None,
    control: Control | None = None,
) -> TallyResult:
    """Search a game from its initial state and keep only counts and the best line.

    The memory that it takes grows with the depth of the game and the number of its moves; that of
    a transposition table with the positions.

    Args:
        game: what is searched.
        search: the name of a search that is depth-first; by default the one that suits the game.
        settings: how to search.
        control: a budget of visits, and the means to cancel.

    Raises:
        SearchRefused: the search does not suit the game, or is not depth-first.
        InvalidInput: the game breaks its own rules, or a method of it calls itself without end.
        UsageError: there is no such search.
    """
    kind = find_search(search or default_search(game))
    if not issubclass(kind, DepthFirst):
        able = ", ".join(name for name, one in SEARCHES.items() if issubclass(one, DepthFirst))
        raise SearchRefused(
            f"{kind.name} cannot keep counts alone: what it says is counted from its visits",
            expected=f"one of {able}; or --record rows",
        )
    asked = settings or Settings()
    game = kind.prepare(game, asked)
    log = TallyLog(control.checkpoint if control else None, asked.convention.ties)
    stopped = _run(game, kind, asked, log, control)
    roots = log.levels[0].visited if log.levels else 1
    levels = by_depth(log.levels, roots)
    return TallyResult(game, log.found, count_levels(log.levels, roots), levels, stopped)


def _watching(game: AnyGame) -> Checked | None:
    """What watches a game of somebody's own; None where it is one of ours."""
    while isinstance(game, Wrapped):
        if isinstance(game, Checked):
            return game
        game = game.inner
    return None


def _run(
    game: AnyGame,
    kind: type[Search],
    asked: Settings,
    log: VisitLog,
    control: Control | None,
) -> StopReason | None:
    """Let a search run into a log, compiled where that can be.

    Args:
        game: what is searched, as the search sees it.
        kind: the search.
        asked: how to search.
        log: an empty log.
        control: what may stop it, or None.

    Returns:
        Why it ended before its end, or None.
    """
    has_budget = control is not None and control.has_budget
    if not has_budget and is_endless(game, kind, asked):
        raise SearchRefused(
            f"{game} can go on for hundreds of moves, and {kind.name} would go on as long",
            expected="a depth limit (--depth, where there is an evaluation), or a budget "
            "(--max-visits, --seconds)",
            hint="MCTS needs neither: -a mcts",
        )
    stopped = None
    with deep_recursion():
        try:
            plain = kind(game, asked, log)
            in_one_chunk(compiled_run(plain) or plain.run)
        except Stopped as stop:
            stopped = stop.reason
        except RecursionError:
            stopped = StopReason.TOO_DEEP
        except (PlytraceError, MemoryError):
            raise
        except Exception as error:
            watching = _watching(game)
            if watching is None:
                raise
            raise watching.failed(error) from error
        finally:
            log.finish()
    if stopped is StopReason.TOO_DEEP and log.last_depth < MAX_DEPTH // 2:
        raise InvalidInput(
            f"{game} cannot be searched: one of its own methods calls itself without end",
            expected="methods that return",
        )
    return stopped
