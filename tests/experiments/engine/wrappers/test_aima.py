"""AIMA's published programs and ours: games of either run under the searches of both."""

import random

import pytest

from engine.errors import InvalidInput, SearchRefused
from engine.game import Player
from engine.games import make_game
from engine.wrappers.aima import ForAima, FromAima
from engine.wrappers.changed import max_to_move
from tracer import trace
from trees.library import library_names, library_tree
from trees.sources import open_source

pytestmark = pytest.mark.usefixtures("plain_and_kernel")

aima = pytest.importorskip("aima3.games")

BOARDS = ["xo.|.x.|..o", "x..|.o.|...", "xo.|xo.|...", "xox|xxo|o..", "..o|.x.|..."]


def _players_alternate(game, state):
    if game.is_terminal(state):
        return True
    side = game.to_move(state)
    children = [game.result(state, move) for move in game.actions(state)]
    return all(
        (game.is_terminal(child) or game.to_move(child) is side.opponent)
        and _players_alternate(game, child)
        for child in children
    )


def _suits_them(tree):
    """Whether there is something to decide, by players who take turns: theirs know no others."""
    return (
        not tree.has_chance
        and not tree.is_terminal(tree.initial)
        and _players_alternate(tree, tree.initial)
    )


SUITABLE = [name for name in library_names() if _suits_them(library_tree(name))]


@pytest.mark.parametrize("program", [aima.minimax_decision, aima.alphabeta_search])
@pytest.mark.parametrize("name", SUITABLE)
def test_aima_programs_find_our_move_in_our_trees(program, name):
    tree = max_to_move(library_tree(name))
    move = program(tree.initial, ForAima(tree))
    assert tree.name_of(move) == trace(tree, "minimax").move


def test_lecture_tree_is_among_the_cases_with_one_best_move():
    assert "lecture" in SUITABLE
    tree = library_tree("lecture")
    for program in (aima.minimax_decision, aima.alphabeta_search):
        move = program(tree.initial, ForAima(tree))
        assert tree.name_of(move) == "B"


@pytest.mark.parametrize("board", BOARDS)
def test_aima_programs_find_our_move_in_tic_tac_toe(board):
    game = make_game("tic-tac-toe", position=board)
    ours = trace(game, "alphabeta", max_player="to-move")
    for program in (aima.minimax_decision, aima.alphabeta_search):
        assert game.name_of(program(game.initial, ForAima(game))) == ours.move


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("board", BOARDS)
def test_aima_cutoff_search_uses_our_evaluation(board, depth):
    # Theirs cuts off one ply after the depth it is given: with d = 0 at two plies.
    game = make_game("tic-tac-toe", position=board)
    move = aima.alphabeta_cutoff_search(game.initial, ForAima(game), d=depth - 1)
    ours = trace(game, "minimax", depth=depth, max_player="to-move")
    assert game.name_of(move) == ours.move


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_aima_games_have_the_books_values_under_our_searches(search):
    figure = trace(aima.Fig52Game(), search)
    assert (figure.value, figure.move, figure.line) == (3, "a1", ["a1", "b1"])
    assert figure.counts.visited == (13 if search == "minimax" else 11)
    assert figure.source == "Fig52Game"


def _random_position(seed, plies):
    game, draw = aima.TicTacToe(), random.Random(seed)
    for _ in range(plies):
        if game.terminal_test(game.initial):
            break
        game.initial = game.result(game.initial, draw.choice(game.actions(game.initial)))
    return game


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
@pytest.mark.parametrize("seed", range(8))
def test_aima_tic_tac_toe_has_its_value_and_move_under_our_searches(search, seed):
    game = _random_position(seed, 4)
    t = trace(game, search)
    state = game.initial
    assert t.game.to_move(state) is Player.MAX  # whoever moves first from here
    move = aima.minimax_decision(state, game)
    assert t.move == f"({move[0]},{move[1]})"
    assert t.value == _value(game, state, game.to_move(state))


def _value(game, state, player):
    if game.terminal_test(state):
        return game.utility(state, player)
    best = max if game.to_move(state) == player else min
    return best(_value(game, game.result(state, move), player) for move in game.actions(state))


def test_aima_tic_tac_toe_from_the_start_is_a_draw():
    t = trace(aima.TicTacToe(), "alphabeta")
    assert t.value == 0
    labels = t.game.labels
    assert (labels[Player.MAX], labels[Player.MIN]) == ("X", "O")


def test_states_without_a_hash_are_accepted_by_searches_without_a_table():
    game = _random_position(1, 4)
    with pytest.raises(SearchRefused, match="cannot be hashed"):
        trace(game, "transposition")


class Sides:
    """Take one or two of three; the players' names are given, the first of them moves first."""

    def __init__(self, *names, end="is_terminal"):
        self.names = names
        self.initial = (3, 0)
        setattr(self, end, lambda state: state[0] == 0)

    def to_move(self, state):
        return self.names[state[1] % len(self.names)]

    def actions(self, state):
        return [n for n in (1, 2) if n <= state[0]]

    def result(self, state, action):
        return state[0] - action, state[1] + 1

    def utility(self, state, player):
        return -1 if player == self.to_move(state) else 1


@pytest.mark.parametrize(
    ("names", "value", "labels"),
    [
        (("Ann", "Bob"), -1, ("Ann", "Bob")),
        (("MAX", "MIN"), -1, ("MAX", "MIN")),
        (("MIN", "MAX"), 1, ("MAX", "MIN")),  # who says MIN is MIN, though it moves first
        (("min", "max"), 1, ("MAX", "MIN")),
        ((Player.MIN, Player.MAX), 1, ("MAX", "MIN")),
        ((1, 2), -1, ("1", "2")),
        ((1, -1), -1, ("1", "-1")),
        ((True, False), -1, ("True", "False")),
    ],
)
@pytest.mark.parametrize("end", ["is_terminal", "terminal_test"])
def test_the_players_may_have_any_names(names, value, labels, end):
    t = trace(Sides(*names, end=end), "minimax")
    assert t.value == value  # three sticks: whoever moves first loses
    assert (t.game.labels[Player.MAX], t.game.labels[Player.MIN]) == labels


def test_a_third_player_is_refused():
    with pytest.raises(InvalidInput) as refused:
        trace(Sides("Ann", "Bob", "Cyd"))
    assert "returns 'Cyd'; expected 'Ann' or 'Bob'" in str(refused.value)


@pytest.mark.parametrize("part", ["to_move", "actions", "result", "utility", "is_terminal"])
def test_missing_member_is_named(part):
    lacking = {name: value for name, value in vars(Sides).items() if name not in (part, "__init__")}
    methods = {**lacking, "initial": (3, 0), "is_terminal": lambda self, state: state[0] == 0}
    methods.pop(part, None)
    with pytest.raises(InvalidInput, match=f"Lacking is not a game: it lacks {part}"):
        FromAima(type("Lacking", (), methods)())


def test_optional_methods_are_used_if_present():
    class Dice(Sides):
        def __init__(self):
            super().__init__("Ann", "Bob")

        def to_move(self, state):
            return "CHANCE" if state == (3, 0) else super().to_move(state)

        def chances(self, state):
            return [(1, 0.75), (2, 0.25)]

        def evaluate(self, state):
            return 5

        def draw(self, state):
            return "|" * state[0]

    t = trace(Dice(), "expectiminimax")
    # Bob moves after the roll and is the first to: he is MAX and takes what is left, 2 or 1.
    assert t.value == 1
    assert t.game.labels[Player.MAX] == "Bob"
    assert t.game.draw(t.game.initial) == "|||"
    assert trace(Dice(), "expectiminimax", depth=1).value == 5


def test_missing_optional_members_get_their_defaults():
    game = open_source(Sides("Ann", "Bob")).game
    assert game.format(game.initial) == "(3, 0)"
    assert not game.is_pass(1)
    with pytest.raises(SearchRefused, match="no evaluation"):
        game.evaluate(game.initial)
    with pytest.raises(SearchRefused, match="cannot read a position"):
        game.parse("3")


def test_dice_are_refused_by_programs_without_chance():
    chance = next(tree for tree in map(library_tree, library_names()) if tree.has_chance)
    with pytest.raises(SearchRefused, match="chance"):
        ForAima(chance)


def test_aima_display_prints_our_board(capsys):
    game = ForAima(make_game("tic-tac-toe", position="x..|.o.|..."))
    game.display(game.initial)
    assert capsys.readouterr().out.startswith("X |   |  ")
    assert repr(game) == "<tic-tac-toe>"
    assert game.actions(game.initial)
    over = make_game("tic-tac-toe", position="xxx|oo.|...")
    assert ForAima(over).actions(over.initial) == []
    assert ForAima(over).is_terminal(over.initial)
