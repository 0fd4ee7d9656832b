"""Functions that run a search and return its trace, or only its counts."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, TypedDict, Unpack

from engine.conventions import Convention, parse_convention
from engine.errors import UsageError, did_you_mean
from engine.game import AnyGame
from engine.running.control import BUDGETS, Control
from engine.search import default_search, run_search, tally_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change, changes_of, max_to_move
from tracer.runs.search_trace import Counted, Trace
from trees.sources import Source, open_source


class SearchKeywords(TypedDict, total=False):
    """The arguments that describe a search; `trace` says what they mean."""

    window: tuple[float, float] | None
    depth: int | None
    rounds: int | None
    order: str
    evaluation: str | Mapping[str, Any] | None
    opponent: str
    iterations: int | None
    exploration: float | None
    seed: int | None
    guess: float | None
    gap: float | None
    margin: float | None
    research: str | None
    bounds: tuple[float, float] | None
    sum: float | None
    near: float | None
    win: int | None
    terminal: str | None
    max_player: str
    cells: str | None


#: The names of all arguments of `trace`.
TRACE_ARGUMENTS: Final = (
    *("source", "search", "convention"),
    *SearchKeywords.__annotations__,
    *BUDGETS,
    "control",
)


def trace(
    source: Any,
    search: str | None = None,
    convention: str | Convention = "aima",
    *,
    max_visits: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    control: Control | None = None,
    **options: Unpack[SearchKeywords],
) -> Trace:
    """Run a search and return its trace.

    Args:
        source: tree or game to search: any SOURCE of the command line (such as `lecture`,
            `tic-tac-toe` or a file name), nested lists such as `[[3, 12], [2, 4]]`, the
            contents of a tree's file as a mapping, or a `Game`.
        search: name of the search; by default `alphabeta`, `expectiminimax` if the game has chance,
            or `maxn` if its leaves have vectors.
        convention: name of a convention, optionally with changes (`"aima,ties=last"`), or a
            `Convention`.
        window: α and β at the root, with α < β; (−∞, +∞) by default.
        depth: depth limit in plies, at least 0, which is the root alone; nodes there are evaluated.
            None for no limit.
        rounds: depth limit in rounds, at least 0, in which every player moves once; not together
            with `depth`.
        order: move ordering, one of `engine.searches.ordering.ORDERS`.
        evaluation: name of one of the game's evaluations, a YAML file that describes one, or such a
            description; see `Game.read_evaluation`.
        opponent: expectimax's random player: `uniform`, or weights such as `2,1,1`.
        iterations: number of MCTS iterations, at least 1.
        exploration: MCTS's exploration constant C, at least 0.
        seed: seed of MCTS's random playouts.
        guess: first guess of the value, in mtdf, solve and aspiration; 0 by default.
        gap: smallest difference of two values, the width of null windows in mtdf and
            solve; 1 by default.
        margin: half the width of aspiration's first window; 1 by default.
        research: window of a second search: in pvs `alpha` (default) or `value`; in aspiration
            `value` (default), `bound` or `full`.
        bounds: smallest and largest value that a leaf can have, in star1, star2 and the searches
            with alpha-beta; by default those that the tree gives.
        sum: largest sum of the players' shares at a leaf, which lets maxn prune; shares are then 0
            or more.
        near: largest distance of the sum of two players' shares from 0, which lets maxn prune.
        win: value of a win: wins are worth `win` − depth and losses −`win` + depth (Lab 3).
        terminal: value of a finished game: `utility`, or `evaluation` as at a depth limit; by
            default as the position's file says, otherwise `utility`.
        max_player: player who is MAX: `first`, the game's first player, or `to-move`, the player to
            move at the root.
        cells: names of a board's cells: `number` or `row-col`; by default those of the game.
        max_visits: number of visits after which to stop, at least 1; the partial trace is valid.
        seconds: time in seconds after which to stop; the partial trace is valid.
        memory: most bytes of memory to take; the partial trace is valid. A quarter of the memory
            that is free when the search starts is a limit in any case.
        control: object that can cancel the search and has its own budgets; not together with
            `max_visits`, `seconds` or `memory`.

    Returns:
        The trace. If the search was stopped, `Trace.stopped` says why.

    Raises:
        InvalidInput: if the source cannot be read, or the game breaks its own rules.
        TypeError: if there is no argument of a name.
        UsageError: if an option is unknown or not valid for this search or game.

    Example:
        >>> from tracer import trace
        >>> t = trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
        >>> t.value, t.counts.visited, t.counts.skipped
        (3.0, 11, 2)
    """
    check_keywords("trace", options, TRACE_ARGUMENTS)
    request = request_search(source, search, convention, **options)
    result = run_search(
        request.game,
        request.search,
        request.settings,
        _control(control, max_visits, seconds, memory),
    )
    opened = request.opened
    search_trace = Trace(
        opened.label,
        result.game,
        request.search,
        request.settings,
        result.log,
        result.stopped,
        opened.title,
    )
    search_trace.counts = result.counts  # or each row would be read again
    return search_trace


def counted(
    source: Any,
    search: str | None = None,
    convention: str | Convention = "aima",
    *,
    max_visits: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    control: Control | None = None,
    **options: Unpack[SearchKeywords],
) -> Counted:
    """Run a search of any size and keep only its counts and principal variation.

    Args:
        source: tree or game to search, as in `trace`.
        search: name of a depth-first search, which is any except `mcts`.
        convention: name of a convention, optionally with changes, or a `Convention`.
        max_visits: number of visits after which to stop, at least 1.
        seconds: time in seconds after which to stop.
        memory: most bytes of memory to take, as in `trace`.
        control: object that can cancel the search and has its own budgets.
        options: further arguments of `trace`.

    Returns:
        The result and the counts.

    Raises:
        InvalidInput: if the source cannot be read, or the game breaks its own rules.
        TypeError: if `trace` has no such argument.
        UsageError: if an option is unknown or not valid, or the search is `mcts`.

    Example:
        >>> from tracer import counted
        >>> c = counted("tic-tac-toe")
        >>> c.value, c.counts.visited
        (0.0, 18297)
    """
    check_keywords("counted", options, SearchKeywords.__annotations__)
    request = request_search(source, search, convention, **options)
    result = tally_search(
        request.game,
        request.search,
        request.settings,
        _control(control, max_visits, seconds, memory),
    )
    opened = request.opened
    return Counted(opened.label, request.search, request.settings, result, opened.title)


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search as the user requested it."""

    opened: Source
    #: Game with the wrappers that the options add.
    game: AnyGame
    search: str
    settings: Settings


#: The options that change the game, as `game_with_options` takes them; the others are settings.
_GAME_OPTIONS: Final = ("evaluation", "win", "terminal", "max_player", "cells")


def request_search(
    source: Any,
    search: str | None = None,
    convention: str | Convention = "aima",
    *,
    letters: bool = False,
    **options: Any,
) -> SearchRequest:
    """Return the search that the arguments of `trace` describe, without running it.

    With `letters`, leaves may have letters instead of values.
    """
    check_keywords("trace", options, SearchKeywords.__annotations__)
    opened = open_source(source, letters=letters)
    changes = {name: options.pop(name) for name in _GAME_OPTIONS if name in options}
    game = game_with_options(opened.game, **changes)
    if options.get("window") is None:
        options.pop("window", None)
    settings = Settings(convention=parse_convention(convention), **options)
    return SearchRequest(opened, game, search or default_search(game), settings)


def check_keywords(function: str, keywords: Iterable[str], parameters: Iterable[str]) -> None:
    """Refuse keyword arguments that a function does not have, and suggest the nearest."""
    names = list(parameters)
    for name in keywords:
        if name not in names:
            hint = did_you_mean(name, names)
            raise TypeError(
                f"{function}() got an unexpected keyword argument {name!r}"
                + (f". {hint}" if hint else f"; expected one of {', '.join(names)}")
            )


def _control(
    control: Control | None, max_visits: int | None, seconds: float | None, memory: int | None
) -> Control:
    if control is None:
        return Control(max_visits, seconds=seconds, memory=memory)
    if not isinstance(control, Control):
        raise UsageError(
            f"a search cannot be controlled by {control!r}",
            expected="an engine.running.control.Control",
        )
    if (max_visits, seconds, memory) != (None, None, None):
        raise UsageError(
            "max_visits, seconds and memory cannot be combined with a control",
            expected="Control(max_visits, seconds=…, memory=…)",
        )
    return control


def game_with_options(
    game: AnyGame,
    *,
    evaluation: str | Mapping[str, Any] | None = None,
    win: int | None = None,
    terminal: str | None = None,
    max_player: str = "first",
    cells: str | None = None,
) -> AnyGame:
    """Return a game with the wrappers that the arguments, those of `trace`, require."""
    if max_player not in ("first", "to-move"):
        raise UsageError(f"MAX cannot be {max_player!r}", expected="first or to-move")
    if terminal not in (None, "utility", "evaluation"):
        raise UsageError(f"terminal cannot be {terminal!r}", expected="utility or evaluation")
    changes: dict[str, Any] = {}
    if evaluation is not None:
        from trees.other_inputs.evaluations import read_evaluation  # late: few searches have one

        spec = read_evaluation(evaluation, game) if isinstance(evaluation, str) else evaluation
        label = evaluation if isinstance(evaluation, str) else "own"
        changes |= {"evaluation": spec, "label": label}
    if win is not None:
        changes["win"] = win
    if cells is not None:
        changes["cells"] = cells
    if terminal is not None and terminal != (changes_of(game).terminal or "utility"):
        changes["terminal"] = None if terminal == "utility" else terminal
    changed = change(game, **changes) if changes else game
    return max_to_move(changed) if max_player == "to-move" else changed


def _list_keywords(function: Callable[..., Any]) -> inspect.Signature:
    """Return a function's signature with the keywords of a search and their defaults."""
    signature = inspect.signature(function)
    defaults = {field.name: field.default for field in fields(Settings)}
    defaults |= {**(game_with_options.__kwdefaults__ or {}), "window": None}
    *parameters, _ = signature.parameters.values()
    keyword = inspect.Parameter.KEYWORD_ONLY
    for name, kind in SearchKeywords.__annotations__.items():
        text = kind.__forward_arg__  # as the other annotations
        parameters.append(inspect.Parameter(name, keyword, default=defaults[name], annotation=text))
    return signature.replace(parameters=parameters)


# Notebooks complete from signatures, in which `Unpack` hides the names of a TypedDict.
for _function in (trace, counted):
    setattr(_function, "__signature__", _list_keywords(_function))  # noqa: B010 - unknown to types
