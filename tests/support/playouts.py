"""Games walked through by the game formulation alone, without the package's searches."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.game import AnyGame, Player


def needs(source: str) -> None:
    """Skip a test of a game whose package is not installed."""
    for game, module in (("chess", "chess"), ("openspiel", "pyspiel")):
        if source.startswith(game):
            pytest.importorskip(module)


def playout(game: AnyGame, seed: int | str, most: int = 1_000) -> list[Any]:
    """The states of a game played at random, dice included, the initial state first."""
    dice = random.Random(seed)
    states = [game.initial]
    while len(states) <= most and not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], dice.choice(list(game.moves(states[-1])))))
    return states


def nodes_by_ply(game: AnyGame, plies: int) -> list[int]:
    """How many nodes the game tree has at each ply, up to some; what the literature calls perft."""
    level, counts = [game.initial], [1]
    for _ in range(plies):
        level = [
            game.result(state, move)
            for state in level
            if not game.is_terminal(state)
            for move in game.moves(state)
        ]
        counts.append(len(level))
    return counts


def assert_plays_as_openspiel(
    game: AnyGame, other: Any, number_of: Callable[[Any], int], seed: int
) -> None:
    """Play at random in both: the same side, moves, end and result at every state."""
    dice = random.Random(seed)
    state, theirs = game.initial, other.new_initial_state()
    while True:
        assert game.is_terminal(state) == theirs.is_terminal()
        if theirs.is_terminal():
            value = game.utility(state, Player.MAX)  # in Reversi the margin, there its sign
            assert (value > 0) - (value < 0) == theirs.returns()[0]
            return
        assert game.to_move(state) == theirs.current_player()
        actions = list(game.actions(state))
        assert sorted(map(number_of, actions)) == theirs.legal_actions()
        action = dice.choice(actions)
        state = game.result(state, action)
        theirs.apply_action(number_of(action))
