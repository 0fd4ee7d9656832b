"""Running a search and keeping its trace, or its counts alone, in one call."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.control import Control
from engine.conventions import Convention, parse_convention
from engine.errors import UsageError
from engine.game import AnyGame
from engine.search import default_search, run_search, tally_search
from engine.settings import Settings
from engine.wrappers.depth_adjusted import DepthAdjusted
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.max_to_move import max_to_move
from engine.wrappers.named_cells import NamedCells
from tracer.counted import Counted
from tracer.search_trace import Trace
from trees.evaluations import read_evaluation
from trees.sources import Source, open_source

__all__ = ["Asked", "as_asked", "counted", "game_as_asked", "trace"]


def trace(
    source: Any,
    search: str | None = None,
    convention: str | Convention = "aima",
    *,
    window: tuple[float, float] | None = None,
    depth: int | None = None,
    rounds: int | None = None,
    order: str = "given",
    evaluation: str | Mapping[str, Any] | None = None,
    opponent: str = "uniform",
    iterations: int | None = None,
    exploration: float | None = None,
    seed: int | None = None,
    win: int | None = None,
    max_player: str = "first",
    cells: str | None = None,
    max_visits: int | None = None,
    seconds: float | None = None,
    control: Control | None = None,
) -> Trace:
    """Run a search and keep its trace.

    Args:
        source: any SOURCE of the command line, nested lists, or a `Game`.
        search: a search's name; by default alpha-beta, or expectiminimax where there is chance.
        convention: a preset's name, perhaps with changes, or a `Convention`.
        window: α and β at the root, α < β; (−∞, +∞) by default.
        depth: plies at which to stop and evaluate; None for no limit.
        rounds: the same in rounds, in which every player moves once.
        order: in which order moves are searched; one of `engine.ordering.ORDERS`.
        evaluation: the name of one of the game's evaluations, a YAML file that describes one, or
            its description; see `Game.read_evaluation`.
        opponent: how expectimax's random player chooses: `uniform`, or weights such as `2,1,1`.
        iterations: how often MCTS goes down the tree.
        exploration: MCTS's constant C, 0 or more.
        seed: what MCTS's playouts are drawn from.
        win: values wins at `win` − depth and losses at −`win` + depth (Lab 3).
        max_player: `first`: MAX is the game's first player; `to-move`: whoever moves at the root.
        cells: how a board's cells are written: `number` or `row-col`; by default as the game does.
        max_visits: visits after which to stop, with a valid partial trace.
        seconds: time after which to stop, likewise.
        control: what may cancel the search, with its own budget; made from `max_visits` by default.

    Raises:
        InvalidInput: the source cannot be read, or the game breaks its own rules.
        UsageError: an option that does not exist or does not fit.
    """
    asked = _asked(
        source,
        search,
        convention,
        window=window,
        depth=depth,
        rounds=rounds,
        order=order,
        evaluation=evaluation,
        opponent=opponent,
        iterations=iterations,
        exploration=exploration,
        seed=seed,
        win=win,
        max_player=max_player,
        cells=cells,
    )
    held = _control(control, max_visits, seconds)
    result = run_search(asked.game, asked.search, asked.settings, held)
    opened = asked.opened
    return Trace(
        opened.label,
        result.game,
        asked.search,
        asked.settings,
        result.log,
        result.stopped,
        opened.title,
    )


def counted(
    source: Any,
    search: str | None = None,
    convention: str | Convention = "aima",
    *,
    max_visits: int | None = None,
    seconds: float | None = None,
    control: Control | None = None,
    **options: Any,
) -> Counted:
    """Run a search of which only the counts and the best line are kept, whatever its size.

    Args:
        source: any SOURCE of the command line, nested lists, or a `Game`.
        search: the name of a search that is depth-first, which all are but `mcts`.
        convention: a preset's name, perhaps with changes, or a `Convention`.
        max_visits: visits after which to stop.
        seconds: time after which to stop.
        control: what may cancel the search, with its own budget.
        options: further arguments of `trace`.

    Raises:
        InvalidInput: the source cannot be read, or the game breaks its own rules.
        TypeError: an argument that `trace` does not have.
        UsageError: an option that does not exist or does not fit, or a search that cannot.
    """
    asked = as_asked(source, search, convention, **options)
    held = _control(control, max_visits, seconds)
    result = tally_search(asked.game, asked.search, asked.settings, held)
    return Counted(asked.opened.label, asked.search, asked.settings, result, asked.opened.title)


@dataclass(frozen=True, slots=True)
class Asked:
    """A search as somebody asks for it.

    Args:
        opened: what is searched, as it was named.
        game: the game, as the search sees it.
        search: the search's name.
        settings: how it is searched.
    """

    opened: Source
    game: AnyGame
    search: str
    settings: Settings


def as_asked(
    source: Any,
    search: str | None = None,
    convention: str | Convention = "aima",
    **options: Any,
) -> Asked:
    """A search as the arguments of `trace` mean it, before it is run.

    Raises:
        InvalidInput: the source cannot be read.
        TypeError: an argument that `trace` does not have, or a budget, which is no part of it.
        UsageError: an option that does not exist or does not fit.
    """
    usual = {
        name: value
        for name, value in (trace.__kwdefaults__ or {}).items()
        if name not in ("max_visits", "seconds", "control")
    }
    for name in options:
        if name not in usual:
            raise TypeError(f"a search takes no argument {name!r}")
    return _asked(source, search, convention, **{**usual, **options})


def _asked(
    source: Any,
    search: str | None,
    convention: str | Convention,
    *,
    window: tuple[float, float] | None,
    depth: int | None,
    rounds: int | None,
    order: str,
    evaluation: str | Mapping[str, Any] | None,
    opponent: str,
    iterations: int | None,
    exploration: float | None,
    seed: int | None,
    win: int | None,
    max_player: str,
    cells: str | None,
) -> Asked:
    """The game and the settings that the arguments of `trace` mean, where their defaults stand."""
    opened = open_source(source)
    game = game_as_asked(
        opened.game, evaluation=evaluation, win=win, max_player=max_player, cells=cells
    )
    settings = Settings(
        convention=parse_convention(convention),
        window=window or (-math.inf, math.inf),
        depth=depth,
        rounds=rounds,
        order=order,
        opponent=opponent,
        iterations=iterations,
        exploration=exploration,
        seed=seed,
    )
    return Asked(opened, game, search or default_search(game), settings)


def _control(control: Control | None, max_visits: int | None, seconds: float | None) -> Control:
    """What holds the reins of a search.

    Raises:
        UsageError: budgets beside a control, which has its own.
    """
    if control is None:
        return Control(max_visits, seconds=seconds)
    if max_visits is not None or seconds is not None:
        raise UsageError(
            "max_visits or seconds and a control exclude each other",
            expected="Control(max_visits, seconds=…)",
        )
    return control


def game_as_asked(
    game: AnyGame,
    *,
    evaluation: str | Mapping[str, Any] | None = None,
    win: int | None = None,
    max_player: str = "first",
    cells: str | None = None,
) -> AnyGame:
    """A game seen as somebody asks for it; the arguments are those of `trace`.

    Raises:
        InvalidInput: the evaluation cannot be read.
        UsageError: an argument that does not exist or does not fit.
    """
    if max_player not in ("first", "to-move"):
        raise UsageError(f"MAX cannot be {max_player!r}", expected="first or to-move")
    if evaluation is not None:
        spec = read_evaluation(evaluation, game) if isinstance(evaluation, str) else evaluation
        game = EvaluatedBy(game, spec, evaluation if isinstance(evaluation, str) else "own")
    if win is not None:
        game = DepthAdjusted(game, win)
    if max_player == "to-move":
        game = max_to_move(game)
    if cells is not None:
        game = NamedCells(game, cells)
    return game
