"""Running a search by name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.compiled.dispatch import compiled_run
from engine.errors import InvalidInput, PlytraceError, SearchRefused, look_up
from engine.game import AnyGame, VectorGame
from engine.log.counts import (
    Counts,
    PassResult,
    TallyLog,
    count_visits,
    counts_by_depth,
    sum_depth_counts,
)
from engine.log.visit_log import VisitLog
from engine.running.control import Control, RunningSearch, SearchStopped, StopReason
from engine.running.recursion import in_one_chunk
from engine.searches.alphabeta import AlphaBeta
from engine.searches.base import SEARCHES as SEARCHES
from engine.searches.base import DepthFirst, Search
from engine.searches.maxn import Maxn
from engine.searches.mcts import Mcts
from engine.searches.minimax import Expectiminimax
from engine.searches.settings import Settings
from engine.wrappers.changed import Changed
from engine.wrappers.checked import Checked


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search."""

    #: As the search saw it; expectimax replaces MIN by chance.
    game: AnyGame
    log: VisitLog
    counts: Counts
    #: Why it stopped early; the log is then a valid beginning.
    stopped: StopReason | None


@dataclass(frozen=True, slots=True)
class TallyResult:
    """The result of a search that kept only counts."""

    game: AnyGame
    found: PassResult
    counts: Counts
    by_depth: list[Counts]
    stopped: StopReason | None


def default_search(game: AnyGame) -> str:
    """Return alpha-beta; expectiminimax for a game with chance nodes, maxn for one with vectors."""
    if isinstance(game, VectorGame):
        return Maxn.name
    return Expectiminimax.name if game.has_chance else AlphaBeta.name


def is_endless(game: AnyGame, kind: type[Search], settings: Settings) -> bool:
    """Return whether a search of this game may never end."""
    return game.may_not_end and not kind.uses_playouts and settings.depth_limit(game) is None


def too_large_error(game: AnyGame, kind: type[Search]) -> SearchRefused:
    """Return the error for a search at its ceiling whose beginning is of no use."""
    return SearchRefused(
        f"{kind.name} on {game} needs more memory than it may take",
        expected="a smaller game or tree, or a depth limit",
    )


def find_search(name: str) -> type[Search]:
    """Return the search of that name."""
    return look_up(name, SEARCHES, "search")


def run_search(
    game: AnyGame,
    search: str | None = None,
    settings: Settings | None = None,
    control: Control | None = None,
) -> SearchResult:
    """Search a game from its initial state and record every visit."""
    watch = control or Control()
    log = VisitLog(watch.checkpoint, watch.reserve)
    kind = find_search(search or default_search(game))
    options = settings or Settings()
    game = kind.prepare(game, options)
    stopped = _run(game, kind, options, log, watch)
    if control is None:
        watch.running = None  # else the log, which refers to it, would refer to itself
    if stopped is StopReason.MEMORY and control is None:  # nobody asks whether it stopped
        raise too_large_error(game, kind)
    return SearchResult(game, log, count_visits(log), stopped)


def tally_search(
    game: AnyGame,
    search: str | None = None,
    settings: Settings | None = None,
    control: Control | None = None,
) -> TallyResult:
    """Search a game from its initial state and keep only counts and the best line."""
    # Memory grows only with the depth of the game and the number of moves, and that of a
    # transposition table with the positions, up to the ceiling of memory.
    kind = find_search(search or default_search(game))
    if not issubclass(kind, DepthFirst):
        able = ", ".join(
            name for name, search_kind in SEARCHES.items() if issubclass(search_kind, DepthFirst)
        )
        raise SearchRefused(
            f"{kind.name} cannot keep only counts: it computes its result from its visits",
            expected=f"one of {able}; or --record rows",
        )
    options = settings or Settings()
    game = kind.prepare(game, options)
    control = control or Control()
    log = TallyLog(control.checkpoint, options.convention.ties, control.reserve)
    stopped = _run(game, kind, options, log, control)
    levels = log.levels
    return TallyResult(
        game,
        _find_deciding(kind, game, log),
        sum_depth_counts(levels),
        counts_by_depth(levels),
        stopped,
    )


def _find_deciding(kind: type[Search], game: AnyGame, log: TallyLog) -> PassResult:
    if not kind.narrows or not log.passes:
        return log.found
    passes = [(result.value, result.flags) for result in log.passes]
    place, flags = kind.deciding_pass(passes, game.to_move(game.initial))
    return replace(log.passes[place], flags=flags)


def _run(
    game: AnyGame,
    kind: type[Search],
    options: Settings,
    log: VisitLog,
    control: Control,
) -> StopReason | None:
    """Run a search into a log, compiled if possible."""
    if not control.has_budget and is_endless(game, kind, options):
        raise SearchRefused(
            f"{game} can last hundreds of moves, and {kind.name} would not finish",
            expected="a depth limit (--depth, if the game has an evaluation), or a budget "
            "(--max-visits, --seconds)",
            hint="The search mcts needs neither",
        )
    stopped = None
    try:
        plain = kind(game, options, log)
        if isinstance(plain, DepthFirst):
            plain.may_loop = control.has_budget
        if not isinstance(log, TallyLog):
            root = plain.root if isinstance(plain, Mcts) else None
            control.running = RunningSearch(game, log, options.convention.ties, root)
        control.row_bytes = 0 if isinstance(log, TallyLog) else log.row_bytes
        in_one_chunk(compiled_run(plain) or plain.run)
    except SearchStopped as stop:
        stopped = stop.reason
    except RecursionError as error:
        raise InvalidInput(
            f"{game} cannot be searched: one of its methods recurses forever",
            expected="methods that return",
        ) from error
    except (PlytraceError, MemoryError):
        raise
    except Exception as error:
        checked = game.inner if isinstance(game, Changed) else game
        if not isinstance(checked, Checked):
            raise
        raise checked.make_error(error) from error
    finally:
        log.finish()
    return stopped
