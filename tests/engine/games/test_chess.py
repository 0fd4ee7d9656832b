"""Chess: published perft counts, and evaluations compared with an independent count."""

import random
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PlytraceError
from engine.game import Player
from engine.games.chess import WIN, Chess
from engine.games.chess_features import FEATURES, MATERIAL, SHANNON
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

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


# chessprogramming.org, "Perft Results": the start, Kiwipete, and positions 3 to 6.
@pytest.mark.parametrize(("fen", "counts"), table(__file__, "perft"))
def test_perft_counts_equal_the_published_ones(fen, counts):
    assert nodes_by_ply(Chess(fen), len(counts)) == [1, *counts]


def played(moves):
    """A position after random moves, its board played by python-chess, and the game."""
    game, board = Chess(), chess.Board()
    state = game.initial
    for pick in moves:
        if game.is_terminal(state):
            break
        action = game.actions(state)[pick % len(game.actions(state))]
        board.push_san(game.name_of(action))
        state = game.result(state, action)
    return game, state, board


@given(st.lists(st.integers(0, 200), max_size=40))
def test_move_names_and_positions_agree_with_python_chess(moves):
    game, state, board = played(moves)
    assert game.format(state) == board.fen()
    assert game.to_move(state) is (Player.MAX if board.turn else Player.MIN)
    actions = game.actions(state)
    assert {action.move for action in actions} == set(board.legal_moves)
    names = [game.name_of(action) for action in actions]
    assert len(set(names)) == len(names)
    assert not any(sign.isspace() or sign == "," for name in names for sign in name)
    assert all(str(a.move) < str(b.move) for a, b in pairwise(actions))
    again = game.parse(game.format(state))
    assert again == state
    assert hash(again) == hash(state)


def naive_amounts(board, white):
    """Every feature of one side, from the printed board seen from that side, over lists."""
    fen_board = board if white else board.mirror()
    rows = [row.split() for row in str(fen_board).splitlines()][::-1]  # rows[0] is the first rank
    at = {(f, r): rows[r][f] for f in range(8) for r in range(8)}
    count = {name: sum(p == sign for p in at.values()) for name, sign in zip(MATERIAL, "PNBRQ")}  # noqa: B905
    own = [(f, r) for (f, r), p in at.items() if p == "P"]
    other = {(f, r) for (f, r), p in at.items() if p == "p"}
    (kf, kr) = next(square for square, p in at.items() if p == "K")
    doubled = sum(any(f == g and r < s for g, s in own) for f, r in own)
    isolated = sum(not any(abs(f - g) == 1 for g, _ in own) for f, r in own)
    backward = sum(
        any(abs(f - g) == 1 for g, _ in own)
        and all(s > r for g, s in own if abs(f - g) == 1)
        and bool({(f - 1, r + 2), (f + 1, r + 2)} & other)
        for f, r in own
    )
    colours = {(f + r) % 2 for (f, r), p in at.items() if p == "B"}
    side = fen_board.copy()
    side.turn = chess.WHITE
    if fen_board.turn == chess.BLACK:
        side.ep_square = None
    centre = [chess.D4, chess.E4, chess.D5, chess.E5]
    return {
        **count,
        "doubled": doubled,
        "isolated": isolated,
        "backward": backward,
        "mobility": len(list(side.pseudo_legal_moves)),
        "bishop-pair": int(len(colours) == 2),
        "centre": sum(len(fen_board.attackers(chess.WHITE, square)) for square in centre),
        "king-shield": sum(at.get((kf + d, kr + 1)) == "P" for d in (-1, 0, 1)),
    }


@given(st.lists(st.integers(0, 200), max_size=60))
def test_features_equal_a_count_over_lists(moves):
    game, state, board = played(moves)
    white, black = naive_amounts(board, True), naive_amounts(board, False)
    for name, (amount, most) in FEATURES.items():
        assert (name, amount(board, True)) == (name, white[name])
        assert (name, amount(board, False)) == (name, black[name])
        assert amount(board, True) <= most
    for name, weights in (("material", MATERIAL), ("features", SHANNON)):
        expected = sum(w * (white[f] - black[f]) for f, w in weights.items())
        evaluation = game.evaluations[name]
        assert evaluation.value(state) == pytest.approx(expected)
        total = sum(term.contribution for term in evaluation.terms(state))
        assert total == pytest.approx(evaluation.value(state))
        assert evaluation.value(game.parse(board.mirror().fen())) == -evaluation.value(state)


@over(
    "fen, terminal, value",
    [
        *table(__file__, "chess_ends"),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            True,
            -WIN,
        ),  # fool's mate
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", True, WIN),
    ],
)
def test_a_game_ends_with_mate_stalemate_or_too_little_material(fen, terminal, value):
    game = Chess(fen)
    assert game.is_terminal(game.initial) is terminal
    assert game.utility(game.initial, Player.MAX) == value
    assert game.utility(game.initial, Player.MIN) == -value


@over("search", ["minimax", "alphabeta", "transposition"])
@over(
    ("fen", "depth", "value", "move"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, WIN, "Ra8#"),
        ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1, -WIN, "Ra1#"),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3, WIN, "Ra7"),
        ("3qk3/8/8/8/8/8/8/3RK3 b - - 0 1", 1, -9, "Qxd1+"),
    ],
)
def test_searches_find_the_mate_and_the_queen(fen, depth, value, move, search):
    t = trace(f"chess@{fen}", search, depth=depth)
    assert (t.value, t.move) == (value, move)
    if value in (WIN, -WIN):
        assert t.line[-1].endswith("#")
        assert len(t.line) == depth


def test_move_orders_that_reach_the_same_position_give_equal_states():
    game = Chess()

    def after(line):
        state = game.initial
        for name in line.split():
            state = game.result(state, by_name(game, state, name))
        return state

    assert after("Nf3 Nf6 Nc3") == after("Nc3 Nf6 Nf3")
    # No black pawn can take on e3, so the double step left nothing behind that matters.
    assert after("e4 Nf6 d3") == after("d3 Nf6 e4")
    # Here one can, and only at once.
    taken = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"
    double = Chess(taken)
    with_capture = double.result(double.initial, by_name(double, double.initial, "e4"))
    assert with_capture != double.parse("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")
    # A king that has moved and come back has lost the right to castle.
    assert after("e4 e5 Ke2 Ke7 Ke1 Ke8") != after("e4 e5")


def by_name(game, state, name):
    (move,) = [a for a in game.actions(state) if game.name_of(a) == name]
    return move


def test_static_order_puts_best_captures_by_cheapest_pieces_first():
    fen = "3qk3/P6r/2n3N1/1P6/8/8/8/R3K1Q1 w - - 0 1"
    game = Chess(fen)
    state = game.initial
    ranked = sorted(game.actions(state), key=lambda a: game.priority(state, a))
    names = [game.name_of(a) for a in ranked]
    assert names[0].startswith("a8=Q")
    assert names.index("bxc6") < names.index("Nf4")
    checks = [n for n in names if n.endswith("+") and "x" not in n and "=" not in n]
    quiet = [n for n in names if not set("x+#=") & set(n)]
    assert checks
    assert max(map(names.index, checks)) < min(map(names.index, quiet))
    orders = {order: trace(game, depth=2, order=order) for order in ("given", "static")}
    assert orders["given"].value == orders["static"].value
    assert orders["static"].counts.visited < orders["given"].counts.visited


def test_en_passant_ranks_as_capturing_a_pawn():
    game = Chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    rank = {game.name_of(a): game.priority(game.initial, a) for a in game.actions(game.initial)}
    assert rank["exd6"] == -99
    assert rank["e6"] == 0


def test_the_board_is_drawn_from_whites_side():
    game = Chess()
    lines = game.draw(game.initial).splitlines()
    assert lines[0] == "8 r n b q k b n r"
    assert lines[7] == "1 R N B Q K B N R"
    assert lines[8] == "  a b c d e f g h"


def test_fen_with_slashes_and_spaces_is_a_source():
    source = open_source(f"chess@{KIWIPETE}")
    assert source.game.format(source.game.initial) == KIWIPETE
    assert source.kind == "position"


def test_evaluation_uses_the_weights_of_a_file():
    game = Chess(KIWIPETE)
    spec = {"weights": {"queens": 9, "mobility": 0.1, "king-shield": 0.25}}
    evaluation = game.read_evaluation(spec)
    board = game.initial.board
    expected = sum(
        w * (FEATURES[f][0](board, True) - FEATURES[f][0](board, False))
        for f, w in spec["weights"].items()
    )
    assert evaluation.value(game.initial) == pytest.approx(expected)
    assert [term.feature for term in evaluation.terms(game.initial)] == list(spec["weights"])


@over(("spec", "message"), table(__file__, "chess_evaluation_refusals"))
def test_invalid_evaluation_description_is_refused(spec, message):
    with pytest.raises(PlytraceError, match=re.escape(message)):
        Chess().read_evaluation(spec)


def test_win_outweighs_any_evaluation_even_on_a_board_full_of_queens():
    game = Chess("QQQQQQQk/QQQQQQ2/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - -")
    for evaluation in game.evaluations.values():
        assert 0 < evaluation.value(game.initial) < WIN


# Chess960: castling from every start --------------------------------------------------------------


# chessprogramming.org, "Chess960 Perft Results": positions with their counts from depth 1 on.
@over(("fen", "counts"), table(__file__, "chess960_counts"), ms=45)
def test_perft_counts_of_chess960_equal_the_published_ones(fen, counts):
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
