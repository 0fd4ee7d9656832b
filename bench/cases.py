"""The measured searches, with their expected visits and the other programs that run them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bench.floor import Floor, sides
from bench.peers import Peer, aima3, easyai, openspiel
from engine.game import AnyGame
from engine.games import make_game
from engine.searches.settings import Settings
from engine.values import Evaluation
from engine.wrappers.changed import change
from trees.formats.nested import from_nested

#: Boards of Reversi 5 × 5.
_FIGURE: Final = "WB...|BW...|.....|...BW|...WB"
_CROSS: Final = ".....|.WBW.|.BWB.|.WBW.|....."
_BLOCK: Final = ".....|.BBB.|.BWB.|.WWW.|....."
_START: Final = ".....|.....|..WB.|..BW.|....."


@dataclass(frozen=True)
class Case:
    """A measured search.

    Args:
        label: name in the tables.
        search: the name of our search.
        visits: number of visited states, as published or counted by other programs.
        make: factory of the game.
        depth: depth limit, or None.
        floor: factory of its C program, or None.
        peers: names and factories of other programs' searches.
    """

    label: str
    search: str
    visits: int
    make: Callable[[], AnyGame]
    depth: int | None = None
    floor: Callable[[], Floor] | None = None
    peers: tuple[tuple[str, Callable[[], Peer]], ...] = ()

    @property
    def settings(self) -> Settings:
        """The settings of the search."""
        return Settings(depth=self.depth)


def flat_connect_four() -> AnyGame:
    """Make Connect Four with all estimates 0, as other programs search it."""
    game: Any = make_game("connect-four")
    nothing = Evaluation("0", lambda _: 0, formula=("lines", (), (0,), 1))
    game.evaluations = {**game.evaluations, "nothing": nothing}
    return change(game, evaluation="nothing")


def leaves_of_the_tree() -> list[int]:
    """Return the values of a million leaves, the same in every run."""
    dice = random.Random(1)
    return [dice.randint(-99, 99) for _ in range(10**6)]


def _tree() -> AnyGame:
    level: list[Any] = leaves_of_the_tree()
    while len(level) > 1:
        level = [level[at : at + 10] for at in range(0, len(level), 10)]
    return from_nested(level[0])


def _reversi(position: str) -> Callable[[], AnyGame]:
    return partial(make_game, "reversi", position=position)


def _floor(*defined: str, words: tuple[str, ...] = ()) -> Callable[[], Floor]:
    return lambda: Floor(tuple(f"-D{name}" for name in defined), words)


def _tree_floor(*defined: str) -> Callable[[], Floor]:
    names = tuple(f"-D{name}" for name in ("TREE=10", *defined))
    return lambda: Floor(names, leaves=leaves_of_the_tree())


def _five(name: str, visits: int, position: str) -> Case:
    floor = _floor("REVERSI=5", words=sides(position))
    return Case(
        f"Reversi 5×5 {name}, alphabeta", "alphabeta", visits, _reversi(position), None, floor
    )


def _four(depth: int, visits: int) -> Case:
    return Case(
        f"Connect Four, depth {depth}",
        "alphabeta",
        visits,
        partial(make_game, "connect-four"),
        depth,
        _floor("CONNECT_FOUR", words=(str(depth),)),
    )


CASES: Final = (
    Case(
        "tic-tac-toe, minimax",
        "minimax",
        549_946,
        partial(make_game, "tic-tac-toe"),
        floor=_floor("TIC_TAC_TOE"),
        peers=(("aima3", partial(aima3, "minimax")),),
    ),
    Case(
        "tic-tac-toe, alphabeta",
        "alphabeta",
        18_297,
        partial(make_game, "tic-tac-toe"),
        floor=_floor("TIC_TAC_TOE", "ALPHABETA"),
        peers=(
            ("aima3", partial(aima3, "alphabeta")),
            ("easyAI", partial(easyai, "TicTacToe", 9)),
            ("OpenSpiel", partial(openspiel, "tic_tac_toe", 9)),
        ),
    ),
    Case(
        "Reversi 4×4, minimax",
        "minimax",
        224_821,
        partial(make_game, "reversi", size="4"),
        floor=_floor("REVERSI=4", "MINIMAX"),
    ),
    _five("figure", 258_021, _FIGURE),
    _five("block", 1_837_629, _BLOCK),
    _five("cross", 6_554_771, _CROSS),
    _four(8, 207_036),
    _four(10, 2_516_744),
    Case(
        "Connect Four, depth 8, estimates 0",
        "alphabeta",
        12_574,
        flat_connect_four,
        8,
        peers=(
            ("easyAI", partial(easyai, "ConnectFour", 4)),
            ("OpenSpiel", partial(openspiel, "connect_four", 8)),
        ),
    ),
    Case(
        "Connect Four, depth 10, estimates 0",
        "alphabeta",
        155_590,
        flat_connect_four,
        10,
        peers=(("OpenSpiel", partial(openspiel, "connect_four", 10)),),
    ),
    Case("tree of 10⁶ leaves, minimax", "minimax", 1_111_111, _tree,
         floor=_tree_floor("MINIMAX")),
    Case("tree of 10⁶ leaves, alphabeta", "alphabeta", 51_960, _tree, floor=_tree_floor()),
)  # fmt: skip

#: Too large to record in every run.
LARGEST: Final = _five("in the middle", 139_210_466, _START)
