"""Matches: moves, undo and redo, results, and engines that play the trace's move."""

import threading
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import UsageError
from engine.game import Player
from engine.games import make_game
from engine.match.match import Match
from engine.match.players import Human, RandomPlayer, SearchPlayer, read_player
from engine.match.position import board_view, changed_cells, find_source, start_at
from tests.support.cases import over
from tests.support.naive_reversi import cells_of, flips
from tests.support.playouts import needs
from tests.support.tables import table
from tracer import trace
from trees.library import library_tree

PLAYED = table(__file__, "played")


def played_out(game, first="random", second="random", seed=0, most=1_000):
    """A match between these players, to its end or for some moves."""
    match = Match(game, read_player(first), read_player(second), seed=seed)
    while not match.is_over and len(match.moves) < most:
        match.accept(match.thinking().run())
    return match


@over(("name", "size"), PLAYED)
def test_random_match_follows_the_game_move_by_move(name, size):
    needs(name)
    game = make_game(name, size=size)
    match = played_out(game, seed=3, most=60)
    state = game.initial
    for played in match.moves:
        assert played.before == state
        assert played.player is game.to_move(state)
        assert played.action in game.moves(state)
        assert game.name_of(played.action) == played.name
        state = game.result(state, played.action)
    assert match.state == state
    if len(match.moves) < 60:
        assert game.is_terminal(state)
        assert match.result.value == game.utility(state, Player.MAX)


@over("name, size, search", table(__file__, "engines"), ms=45)
def test_engine_plays_the_move_of_a_trace_of_its_position(name, size, search):
    needs(name)
    match = Match(make_game(name, size=size), read_player(search), RandomPlayer(), seed=5)
    player = match.players[Player.MAX]
    for _ in range(6):
        if match.is_over:
            break
        position = make_game(name, size=size, position=match.game.format(match.state))
        (played, *_) = match.accept(match.thinking().run())
        if played.choice.searched:
            searched = played.choice.searched
            s = player.settings
            t = trace(
                position, player.search, s.convention, depth=s.depth, order=s.order,
                iterations=s.iterations, seed=s.seed, evaluation=player.evaluation or None,
            )  # fmt: skip
            assert (t.move, t.value) == (played.name, searched.value)
            assert tuple(t.line) == searched.line
            assert (t.counts.visited, t.counts.cutoffs) == (searched.visits, searched.cutoffs)


def test_expectimax_for_the_second_player_averages_over_the_first_ones_moves():
    match = Match(make_game("tic-tac-toe"), Human(), read_player("expectimax:opponent=1"))
    match.play_text("1")
    match.accept(match.thinking().run())
    searched = match.last.choice.searched
    t = trace(make_game("tic-tac-toe", position="x..|...|..."), "expectimax", max_player="to-move")
    assert (t.move, -t.value) == (match.last.name, searched.value)
    assert match.last.name == "5"


@pytest.mark.parametrize("spec", ["deepening:visits=900", "minimax:visits=700", "mcts:visits=90"])
def test_stopped_search_can_be_replayed_visit_by_visit(spec):
    match = Match(make_game("tic-tac-toe"), read_player(spec))
    searched = match.thinking().run().searched
    again = trace(searched.game, **searched.arguments)
    assert searched.stopped is not None
    assert (len(again.log), again.counts.cutoffs) == (searched.visits, searched.cutoffs)


def test_cancel_from_another_thread_plays_the_best_move_so_far_and_reports_it():
    match = Match(make_game("reversi"), read_player("alphabeta:depth=40"))
    thinking = match.thinking()
    timer = threading.Timer(0.1, thinking.cancel)
    timer.start()
    choice = thinking.run()
    timer.join()
    assert choice.searched.how_it_ended.startswith("stopped by hand")
    assert match.accept(choice)[0].choice is choice


def test_cancel_before_the_start_still_gives_a_legal_move():
    match = Match(make_game("reversi"), SearchPlayer())
    thinking = match.thinking()
    thinking.cancel()
    choice = thinking.run()
    assert choice.searched.how_it_ended.startswith("stopped by hand")
    assert choice.searched.visits < 100
    assert choice.action in [move.action for move in match.legal_moves()]


def test_search_without_any_result_plays_the_first_legal_move_and_reports_it():
    match = Match(make_game("reversi"), read_player("minimax:visits=2"))
    choice = match.thinking().run()
    assert choice.searched.how_it_ended == (
        "stopped by its visit budget before any move was searched: the first legal move"
    )
    assert choice.action == match.legal_moves()[0].action


def test_partial_search_gives_the_best_of_the_searched_moves():
    game = make_game("tic-tac-toe", position="xx.|oo.|... X")
    whole = trace(game, "minimax")
    children = list(whole.log.children(0))
    visits = children[2]  # the first two moves whole, of which 3 wins and stands first
    match = Match(game, SearchPlayer("minimax", max_visits=visits))
    choice = match.thinking().run()
    assert (choice.name, choice.searched.value) == ("3", 1)
    assert not choice.searched.is_whole
    assert "the best move so far" in choice.searched.how_it_ended


class PlainList:
    """Undo and redo as anybody would write them: a list of moves and a place in it."""

    def __init__(self, game):
        self.game, self.moves, self.at = game, [], 0

    def play(self, action):
        self.moves = [*self.moves[: self.at], action]
        self.at += 1

    def state(self):
        state = self.game.initial
        for action in self.moves[: self.at]:
            state = self.game.result(state, action)
        return state


@given(st.lists(st.sampled_from(["play", "undo", "redo"]), max_size=40), st.integers(0, 999))
def test_undo_and_redo_match_a_plain_list(commands, seed):
    game = make_game("connect-four", size="4,4")
    match, plain, random = Match(game, Human(), Human()), PlainList(game), Random(seed)
    for command in commands:
        if command == "play" and not match.is_over:
            action = random.choice(match.legal_moves()).action
            match.play(action)
            plain.play(action)
        elif command == "undo":
            assert bool(match.undo_turn()) == (plain.at > 0)
            plain.at = max(0, plain.at - 1)
        elif command == "redo":
            assert bool(match.redo_turn()) == (plain.at < len(plain.moves))
            plain.at = min(len(plain.moves), plain.at + 1)
        assert match.state == plain.state()
        assert [played.action for played in match.moves] == plain.moves[: plain.at]
    while match.redo_turn():
        pass
    assert [played.action for played in match.moves] == plain.moves


def test_undo_by_a_person_also_undoes_the_engines_reply_and_redo_restores_both():
    match = Match(make_game("tic-tac-toe"), Human(), read_player("alphabeta"))
    for move in ("5", "2"):
        match.play_text(move)
        match.accept(match.thinking().run())
    names = [played.name for played in match.moves]
    assert [played.name for played in match.undo_turn()] == names[2:]
    assert match.is_humans_turn
    assert [played.name for played in match.undo_turn()] == names[:2]
    assert match.undo_turn() == ()
    match.redo_turn()
    match.redo_turn()
    assert [played.name for played in match.moves] == names


def test_forced_pass_at_the_start_is_automatic_and_cannot_be_undone():
    match = Match(make_game("reversi", position="BBBW|BWW.|BWBB|BBBB B"), Human(), Human())
    assert match.is_humans_turn
    match = Match(make_game("reversi", position="BBBB|BWW.|BWBB|BBBB W"), Human(), Human())
    assert [(played.name, played.kind) for played in match.moves] == [("pass", "forced")]
    view = board_view(match.game, match.game.initial)
    assert not any(cell.legal for cells in view.cells for cell in cells)
    assert match.label(match.to_move) == "B"
    assert match.undo_turn() == ()


def test_every_pass_of_a_match_is_forced_and_every_side_alternates():
    passes = 0
    for seed in range(12):
        match = played_out(make_game("reversi", size="4"), seed=seed)
        for before, after in pairwise(match.moves):
            assert after.player is before.player.opponent
        for played in match.moves:
            assert (played.name == "pass") == (played.kind == "forced")
            passes += played.kind == "forced"
    assert passes > 5


def test_changed_cells_of_reversi_are_the_disc_and_its_flips():
    match = played_out(make_game("reversi", size="4"), seed=1)
    for played in match.moves:
        changed = changed_cells(match.game, played.before, played.after)
        if played.name == "pass":
            assert changed == frozenset()
            continue
        cells = cells_of(match.game.format(played.before).partition(" ")[0].split("|"))
        cell = match.game.cell_of(played.action)
        assert changed == {cell, *flips(cells, match.label(played.player), cell)}


def test_chance_and_random_players_draw_the_same_from_the_same_seed():
    pytest.importorskip("pyspiel")

    def names(seed):
        match = played_out(make_game("openspiel", size="pig(horizon=8)"), seed=seed)
        return [(played.kind, played.name) for played in match.moves]

    assert names(1) == names(1)
    assert len({tuple(names(seed)) for seed in range(6)}) > 3


def test_random_player_with_weights_never_plays_a_move_of_weight_0():
    players = "random:weights=0,0,1,0", "random:weights=1,0"
    match = played_out(make_game("tic-tac-toe"), *players, seed=2)
    assert [played.name for played in match.moves][:4] == ["3", "1", "5", "2"]


def test_move_chosen_for_another_position_is_refused():
    match = Match(make_game("tic-tac-toe"), SearchPlayer("alphabeta"), Human())
    choice = match.thinking().run()
    match.accept(choice)
    with pytest.raises(UsageError, match="another position"):
        match.accept(choice)
    with pytest.raises(UsageError, match="a search or random"):
        match.thinking()


def test_game_restarted_from_a_state_leaves_the_old_game_unchanged():
    game = make_game("connect-four", position="4453")
    after = game.result(game.initial, 1)
    placed = start_at(game, after)
    assert placed.format(placed.initial) == game.format(after) != "4453"
    assert game.format(game.initial) == "4453"
    assert find_source(game) == "connect-four:7,6@4453"
    assert find_source(make_game("chess")) == "chess"
    assert find_source(library_tree("lecture")) == ""


def test_a_hand_tree_is_played_to_a_leaf():
    match = Match(library_tree("lecture"), Human(), SearchPlayer())
    match.play_text("c")
    match.accept(match.thinking().run())
    assert [played.name for played in match.moves] == ["C", "C1"]
    assert match.result.text == "C1 is worth 2 to MAX."


@over("name, position, text", table(__file__, "results"))
def test_result_is_described_in_the_games_words(name, position, text):
    needs(name)
    size = "3" if name == "reversi" else "3,5" if name == "nim" else ""
    assert Match(make_game(name, size=size, position=position)).result.text == text


def test_chess_ends_as_in_python_chess():
    chess = pytest.importorskip("chess")
    match = Match(make_game("chess"), Human(), Human())
    board = chess.Board()
    for _ in range(4):
        for move in ("Nf3", "Nf6", "Ng1", "Ng8"):
            assert not match.is_over
            assert board.outcome() is None
            match.play_text(move)
            board.push_san(move)
    assert board.outcome().termination is chess.Termination.FIVEFOLD_REPETITION
    assert match.result.text == "A draw by fivefold repetition."


def test_captured_pieces_are_counted_move_by_move():
    chess = pytest.importorskip("chess")
    match = played_out(make_game("chess"), seed=8, most=80)
    taken = {True: 0, False: 0}
    for played in match.moves:
        board = played.before.board
        taken[board.turn] += board.is_capture(played.action.move)
    counted = {"White": 0, "Black": 0}
    for part in match.score_line.split("; "):
        side, _, pieces = part.partition(" took ")
        counted[side] = sum(int(piece[:-1] or 1) for piece in pieces.split())
    assert (counted["White"], counted["Black"]) == (taken[chess.WHITE], taken[chess.BLACK])
    assert sum(taken.values()) > 10
