"""Chess960: castling from every start, compared with published counts and with python-chess."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.chess import Chess
from engine.match.match import Match
from engine.match.players import Human
from engine.match.text_form import read_match, write_match
from tests.support.cases import over
from tests.support.playouts import nodes_by_ply
from tests.support.saved import reopened
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source

chess = pytest.importorskip("chess")


# chessprogramming.org, "Chess960 Perft Results": positions with their counts from depth 1 on.
@over(("fen", "counts"), table(__file__, "chess960_counts"), ms=45)
def test_perft_counts_equal_the_published_ones(fen, counts):
    game = Chess(fen)
    assert nodes_by_ply(game, len(counts)) == [1, *counts]
    assert game.warnings == ["The castling rights are those of Chess960."]


def shredder(number):
    """A start of Chess960 as Shredder-FEN, and as python-chess plays it."""
    board = chess.Board.from_chess960_pos(number)
    return board.shredder_fen(), board


@over("number", random.Random(960).sample(range(960), 24), ms=45)
def test_random_games_from_any_start_agree_with_python_chess(number):
    dice = random.Random(number)
    fen, board = shredder(number)
    game = Chess(fen)
    state = game.initial
    castled = 0
    for _ in range(80):
        if game.is_terminal(state):
            break
        moves = {move.name: move for move in game.actions(state)}
        assert set(moves) == {board.san(move) for move in board.legal_moves}
        castles = sorted(name for name in moves if name.startswith("O-O"))
        name = castles[0] if castles else dice.choice(sorted(moves))
        castled += bool(castles)
        state = game.result(state, moves[name])
        board.push_san(name)
        assert game.format(state) == board.fen()
        again = game.parse(game.format(state))
        assert (again, hash(again)) == (state, hash(state))
        assert {move.name for move in again.moves} == {board.san(m) for m in board.legal_moves}
    assert castled <= 2


@given(st.integers(0, 959), st.integers(0, 10_000), st.booleans())
def test_both_notations_for_castling_rights_give_the_same_position(number, seed, is_shredder):
    dice = random.Random(seed)
    _, board = shredder(number)
    for _ in range(dice.randrange(30)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(dice.choice(moves))
    fen = board.shredder_fen() if is_shredder else board.fen()
    state = Chess().parse(fen)
    assert state.board.clean_castling_rights() == board.clean_castling_rights()
    assert len(state.moves) == board.legal_moves.count()


@over("fen", table(__file__, "chess960_rights"))
def test_standard_castling_rights_are_written_as_in_chess(fen):
    game = Chess(fen)
    assert game.warnings == []
    assert game.initial.board.chess960 is False


def test_castling_has_its_usual_name_and_accepts_common_spellings():
    game = Chess("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1")
    castles = {move.name: move for move in game.actions(game.initial) if "O" in move.name}
    assert set(castles) == {"O-O", "O-O-O"}
    assert {"f1g1", "0-0"} <= set(game.spellings(castles["O-O"]))
    assert {"f1b1", "0-0-0"} <= set(game.spellings(castles["O-O-O"]))
    after = game.result(game.initial, castles["O-O-O"])
    assert game.cells(after)[7] == list("..KR..R.")
    assert game.cells_of(game.initial, castles["O-O"]) == [(7, 5), (7, 6)]


def test_trace_and_match_are_saved_and_loaded(tmp_path):
    fen = "4k3/8/8/8/8/8/4P3/1R3KR1 w GB - 0 1"
    reopened(trace(f"chess@{fen}", depth=2), tmp_path)
    match = Match(Chess(fen), Human(), Human())
    for move in ("O-O-O", "Ke7", "e4"):
        match.follow(move)
    again = read_match(write_match(match), "m.txt", lambda source: open_source(source).game)
    assert [move.action.name for move in again.moves] == ["O-O-O", "Ke7", "e4"]
    assert again.state == match.state
