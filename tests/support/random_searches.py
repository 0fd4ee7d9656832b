"""Random positions, trees and settings, and a search of one by either path."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from engine.compiled.dispatch import compiled_run
from engine.errors import PlytraceError
from engine.game import AnyGame, Player
from engine.games.connect_four import ConnectFour
from engine.games.mnk import MNK
from engine.games.nim import Nim
from engine.games.race import Race
from engine.games.reversi import Reversi
from engine.games.tic_tac_toe import TicTacToe
from engine.kernel.loading import CHOICE, is_built
from engine.log.visit_log import VisitLog
from engine.running.control import Control
from engine.search import SEARCHES, run_search
from engine.searches.base import Search
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.support.naive import random_lists
from tests.support.strategies import CONVENTIONS
from trees.building import TreeEdge, TreeNode, build
from trees.formats.nested import from_nested

NUMBERS = (
    *(-3, -2, -1, 0, 0, 1, 2, 3, 0.5, -0.5, -0.0, 7.25, 2**53, -1e-300, -(2**53), 0.1, 1 / 3),
    *(Fraction(1, 3), Fraction(-2, 3), Fraction(5, 2)),
)
OPPONENTS = ("uniform", "uniform", "2,1,1", "1,0", "0,1", "1/3,1/7", "0.1,0.2,0.7")


@dataclass(frozen=True)
class Outcome:
    """The result of a search: a log and its values, or an error."""

    error: str = ""
    log: Any = None
    counts: Any = None
    stopped: Any = None
    said: str = ""

    @classmethod
    def of(
        cls, game: AnyGame, search: str, settings: Settings, max_visits: int | None = None
    ) -> Outcome:
        try:
            result = run_search(game, search, settings, Control(max_visits))
        except PlytraceError as error:
            return cls(error=f"{type(error).__name__}: {error}")
        result_text = repr(SEARCHES[search].outcome(result.log, settings.convention.ties))
        return cls("", result.log, result.counts, result.stopped, result_text)


def on_each_path(run: Callable[..., Any], *given: Any) -> Any:
    """Return the one result of the plain search and, if it was built, of the kernel."""
    found = []
    for choice in ("forbid", "force") if is_built() else ("forbid",):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(CHOICE, choice)
            found.append(run(*given))
    assert found[0] == found[-1], given
    return found[-1]


def random_case(draw: random.Random) -> tuple[AnyGame, str, Settings, int]:
    """A game, a search, settings that it takes and a budget of visits, often a sufficient one."""
    search = draw.choice([*SEARCHES])
    budget = draw.choice((draw.randint(1, 60), 500, 500))
    if search == "single":
        tree = random_lists(draw, 3, (-9, 9), (1, 4))
        return from_nested(tree, players=[Player.MAX]), search, Settings(), budget
    if search == "expectiminimax" or draw.random() < 0.5:
        game = random_tree(draw, chance=SEARCHES[search].takes_chance)
        depth = draw.choice((None, None, 0, 1, 2, 4))
    else:
        game = random_position(draw)
        depth = draw.choice((None, 0, 1, 2, 3)) if game.evaluations else None
    return game, search, random_settings(draw, search, depth), budget


def random_settings(draw: random.Random, search: str, depth: int | None) -> Settings:
    """Settings that the search takes."""
    return Settings(**random_options(draw, search, depth))


def random_options(draw: random.Random, search: str, depth: int | None) -> dict[str, Any]:
    """Options that the search takes, by the names that settings and traces have for them."""
    if search == "mcts":
        return {"iterations": draw.randint(1, 40), "seed": draw.randint(0, 9)}
    given: dict[str, Any] = {"convention": draw.choice(CONVENTIONS), "depth": depth}
    kind, infinite = SEARCHES[search], (float("inf"), -float("inf"))
    if search in ("pvs", "mtdf", "aspiration", "star1", "star2", "solve"):
        taken = [c for c in CONVENTIONS if c.ties == "first"]
        soft = search in ("mtdf", "star1", "star2", "solve")
        taken = [c for c in taken if c.returns == "fail-soft" or not soft]
        given["convention"] = draw.choice(taken)
    if search in ("mtdf", "aspiration", "solve"):
        widest = infinite if search != "aspiration" else ()
        given["guess"] = draw.choice((draw.choice((None, 0, 1, -2, 0.5, 2.5, 100)), *widest))
        width = "margin" if search == "aspiration" else "gap"
        given[width] = draw.choice((None, 0.25, 1, 2, 3))
    if search in ("pvs", "aspiration"):
        given["research"] = draw.choice((None, *kind.second_windows))
    if search == "solve":
        return {**given, "depth": None}
    if "window" in kind.takes and draw.random() < 0.6:
        low, high = sorted(draw.sample([-4, -2, -1, -0.5, -0.0, 0.5, 1, 2.5, 4], 2))
        given["window"] = draw.choice((low, infinite[1])), draw.choice((high, infinite[0]))
    if search == "expectimax":
        given["opponent"] = draw.choice(OPPONENTS)
    given["order"] = draw.choice(("given", *_orders_of(search)))
    return given


def _orders_of(search: str) -> list[str]:
    """Return the orders that the search takes."""
    kind = SEARCHES[search]
    able = {"cutoffs": kind.has_window, "passes": kind.several_roots, None: True}
    return [name for name, order in ORDERS.items() if able[order.learns_from]]


def random_position(draw: random.Random) -> AnyGame:
    """Return a built-in game, some plies from its start, with or without wrappers."""
    game = draw.choice(_GAMES)(draw)
    state = game.initial
    for _ in range(draw.randint(0, 40)):
        if game.is_terminal(state) or draw.random() < 0.04:
            break
        state = game.result(state, draw.choice(game.actions(state)))
    if not game.is_terminal(state) or draw.random() < 0.1:
        game.initial = state
    if game.evaluations and draw.random() < 0.6:
        game = change(game, evaluation=draw.choice([*game.evaluations]))
    if game.has_wins and draw.random() < 0.4:
        game = change(game, win=draw.choice((1, 3, 10, 100)))
        if draw.random() < 0.3:
            game.initial = (game.initial[0], draw.randint(0, 4))
    if draw.random() < 0.4:
        game = change(game, max="to-move")
    if game.columns and draw.random() < 0.2:
        game = change(game, cells="row-col")
    return game


def _mnk(draw: random.Random) -> AnyGame:
    columns, rows = draw.choice(((3, 3), (4, 3), (4, 4), (2, 5), (1, 4), (7, 5), (8, 8)))
    return MNK(size=f"{columns},{rows},{draw.randint(1, max(columns, rows))}")


def _connect_four(draw: random.Random) -> AnyGame:
    return ConnectFour(size=draw.choice(("7,6", "4,4", "5,4", "4,5", "4,1", "9,6", "12,4", "1,4")))


def _reversi(draw: random.Random) -> AnyGame:
    size = draw.choice(("4", "5", "6", "8", "4,6", "8,4", "2,8", "1,8", "7,3"))
    rows, columns = (int(side) for side in (size.split(",") * 2)[:2])
    cells = "".join(draw.choice("BW.") for _ in range(rows * columns))
    if draw.random() < 0.5:  # near the end: few cells are free
        cells = "".join(draw.choice("BBBWWW.") for _ in range(rows * columns))
    board = "|".join(cells[at : at + columns] for at in range(0, len(cells), columns))
    return Reversi(f"{board} {draw.choice('BW')}", size)


def _race(draw: random.Random) -> AnyGame:
    return Race(size=f"{draw.randint(1, 14)},{draw.randint(1, 5)}")


def _nim(draw: random.Random) -> AnyGame:
    heaps = ",".join(str(draw.randint(0, 4)) for _ in range(draw.randint(1, 4)))
    return Nim(size=heaps + draw.choice(("", ",misere")))


_GAMES = (lambda draw: TicTacToe(), _mnk, _connect_four, _reversi, _race, _nim)


def random_tree(draw: random.Random, *, chance: bool) -> AnyGame:
    """A tree of up to six plies with ties, fractions, estimates, and nodes that share a child."""
    plies, widest = draw.randint(0, 6), draw.choice((1, 2, 3, 5))
    made: dict[int, list[TreeNode]] = {}

    def node(level: int) -> TreeNode:
        if level < plies and made.get(level) and draw.random() < 0.1:
            return draw.choice(made[level])
        if level == plies or (level and draw.random() < 0.2):
            return TreeNode(value=draw.choice(NUMBERS), player=Player(level % 2))
        is_chance = chance and draw.random() < 0.4
        count = draw.randint(1, widest)
        edges = [TreeEdge(node(level + 1), f"move-{place}") for place in range(count)]
        if is_chance:
            weights = [draw.randint(1, 5) for _ in edges]
            for edge, weight in zip(edges, weights, strict=True):
                edge.probability = Fraction(weight, sum(weights))
        usual = Player(level % 2)
        player = Player.CHANCE if is_chance else draw.choice((usual, usual, Player.MAX, Player.MIN))
        estimate = draw.choice(NUMBERS) if draw.random() < 0.9 else None
        found = TreeNode(player=player, eval=estimate, edges=edges)
        made.setdefault(level, []).append(found)
        return found

    return build(node(0))


def is_taken(game: AnyGame, search: str | type[Search] = "alphabeta", settings: Any = None) -> bool:
    """Return whether the kernel runs a search."""
    settings = settings or Settings()
    kind = SEARCHES[search] if isinstance(search, str) else search
    return compiled_run(kind(kind.prepare(game, settings), settings, VisitLog())) is not None
