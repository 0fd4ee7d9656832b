"""The game formulation: our games run under a program written after the textbook's pseudocode."""

import math

import pytest

from engine.errors import PlytraceError, SearchRefused
from engine.game import Game, Player
from engine.games.tic_tac_toe import TicTacToe
from engine.search import default_search
from tests.support.cases import over
from tracer import trace
from trees.library import library_names
from trees.sources import open_source

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


def textbook_search(game, state):
    """MINIMAX-SEARCH of AIMA 4e, figure 5.3: MAX is the player to move at the root."""
    player = game.to_move(state)

    def value(state):
        if game.is_terminal(state):
            return game.utility(state, player), None
        is_max = game.to_move(state) == player
        v, move = -math.inf if is_max else math.inf, None
        for a in game.actions(state):
            v2, _ = value(game.result(state, a))
            if v2 > v if is_max else v2 < v:
                v, move = v2, a
        return v, move

    return value(state)


SOURCES = [
    *(name for name in library_names() if default_search(open_source(name).game) == "alphabeta"),
    "tic-tac-toe@xo.|.x.|..o",
    "tic-tac-toe@x..|.o.|... X",
    "tic-tac-toe@x..|.ox|...",
    "tic-tac-toe@xo.|xo.|... O",
]


@over("source", SOURCES, ms=45)
def test_textbook_program_plays_our_games(source):
    game = open_source(source).game
    value, move = textbook_search(game, game.initial)
    for search in ("minimax", "alphabeta"):
        t = trace(source, search, max_player="to-move")
        assert t.value == pytest.approx(float(value))
        assert t.move == game.name_of(move)


def test_custom_game_needs_six_members():
    class Nim(Game):
        """Take one to three; the player who takes the last one wins."""

        initial = (5, Player.MAX)

        def to_move(self, state):
            return state[1]

        def actions(self, state):
            return [n for n in (1, 2, 3) if n <= state[0]]

        def result(self, state, action):
            return state[0] - action, state[1].opponent

        def is_terminal(self, state):
            return state[0] == 0

        def utility(self, state, player):
            return 1 if player is not state[1] else -1

    t = trace(Nim())
    assert (t.value, t.move, t.source) == (1, "1", "Nim")
    assert [visit.id for visit in t.visits][:4] == ["root", "1", "1 1", "1 1 1"]
    with pytest.raises(TypeError):
        Game()
    for method, arguments in (("evaluate", ["s"]), ("chances", ["s"]), ("priority", ["s", "a"])):
        with pytest.raises(SearchRefused):
            getattr(Nim(), method)(*arguments)
    with pytest.raises(PlytraceError):
        Nim().parse("5")


def test_chance_has_no_opponent():
    assert [player.opponent for player in Player] == [Player.MIN, Player.MAX, Player.CHANCE]
    assert TicTacToe().labels[Player.MIN] == "O"
