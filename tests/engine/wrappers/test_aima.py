"""Games in the words of AIMA's code, and ours for its programs, which experiments run."""

import pytest

from engine.errors import InvalidInput, SearchRefused
from engine.game import Player
from engine.games import make_game
from engine.wrappers.aima import ForAima, FromAima
from tracer import trace
from trees.library import library_names, library_tree
from trees.sources import open_source

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


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


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("utility", lambda state, *_: 1, "(0, 3): utility of Sides returns 1 for MAX and 1"),
        ("utility", lambda state, player: 5 - 4 * (player in ("Ann", "MAX")), "returns 1 for MAX"),
        ("to_move", lambda *_: 1 // 0, "to_move of Sides raised ZeroDivisionError"),
        ("actions", lambda *_: 1 // 0, "actions of Sides raised ZeroDivisionError"),
        ("result", lambda *_: 1 // 0, "result of Sides raised ZeroDivisionError"),
        ("is_terminal", lambda *_: 1 // 0, "is_terminal of Sides raised ZeroDivisionError"),
    ],
)
@pytest.mark.parametrize("names", [("Ann", "Bob"), ("MAX", "MIN")])
def test_fault_of_a_method_is_reported_as_in_a_game_with_a_base(names, method, answer, message):
    sides = Sides(*names)
    setattr(sides, method, answer)
    with pytest.raises(InvalidInput) as refused:
        trace(sides, "minimax")
    assert message in str(refused.value)


def test_utility_is_the_negative_for_a_player_who_never_moves():
    alone = Sides("Ann", "Ann")
    alone.utility = lambda state, player: {"Ann": 7}[player]
    assert trace(alone, "minimax").value == 7


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
