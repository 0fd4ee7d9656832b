"""Invalid attributes of a game give one message with the file."""

import pytest

from engine.errors import InvalidInput
from engine.game import Player
from engine.games.custom_games import wrap_game
from engine.text import Piece
from engine.values import Evaluation, Term
from tests.support.cases import over
from tests.support.endless_games import Tokens

USUAL = Evaluation("tokens that are left", lambda state: state.left)


def with_attribute(name, value):
    """Return a game with an attribute, or with a property that raises."""
    if isinstance(value, Exception):

        def fail(self):
            raise value

        value = property(fail)
    return type("Odd", (Tokens,), {name: value, "__module__": __name__})()


WRONG = {
    "evaluations": (
        [USUAL],
        None,
        {"mine": lambda state: 0},
        {"mine": None},
        {1: USUAL},
        {"mine": Evaluation("no function", 3)},
        {"mine": Evaluation("terms", lambda state: 0, terms=3)},
        ValueError("on purpose"),
        RecursionError("on purpose"),
    ),
    "labels": (None, ["X", "O"], {"X": "O"}, {7: "X"}, {Player.MAX: None}, KeyError("on purpose")),
    "size": (None, 3),
    "plies_per_round": (None, 0, -1, 1.5, "2"),
    "columns": (None, -1, "three"),
    "pieces": (None, [Piece("cross")], {"X": "cross"}),
    "ground": ("grass", None),
    "warnings": (None, "a text", [3], OSError("on purpose")),
}
CASES = [(name, value) for name, values in WRONG.items() for value in values]


@over(("name", "value"), CASES)
def test_wrong_attribute_is_named_with_its_file_and_expected_type(name, value):
    with pytest.raises(InvalidInput) as refused:
        wrap_game(with_attribute(name, value))
    message = str(refused.value)
    assert f"{name} of Odd" in message
    assert "test_own_attributes.py" in message
    assert "; expected " in message
    assert "\n" not in message


def test_every_valid_attribute_is_accepted():
    right = {
        "evaluations": {"mine": USUAL},
        "labels": {Player.MAX: "Ann", 1: "Bob"},
        "size": "7",
        "plies_per_round": 1,
        "columns": 3,
        "pieces": {"X": Piece("cross")},
        "ground": "felt",
        "warnings": ("odd",),
    }
    assert right.keys() == WRONG.keys()
    game = wrap_game(type("Right", (Tokens,), right)())
    assert [*game.labels.values()] == ["Ann", "Bob", "chance"]
    assert game.evaluations["mine"].value(game.initial) == 4
    others = right.keys() - {"labels", "evaluations"}
    assert {name: getattr(game, name) for name in others} == {name: right[name] for name in others}


def test_terms_of_an_evaluation_are_checked_like_its_value():
    def terms(state):
        return [Term("left", 1, state.nowhere)]

    mine = Evaluation("tokens", lambda state: 0, terms)
    game = wrap_game(with_attribute("evaluations", {"mine": mine}))
    with pytest.raises(InvalidInput, match="mine of Odd raised AttributeError"):
        game.evaluations["mine"].terms(game.initial)


def test_description_that_is_not_an_evaluation_is_refused():
    class Reads(Tokens):
        def read_evaluation(self, spec):
            return lambda state: 0

    with pytest.raises(
        InvalidInput, match=r"read_evaluation of Reads returns .*expected an Evaluation"
    ):
        wrap_game(Reads()).read_evaluation({"weights": [1]})


def test_exception_in_the_initial_state_is_reported_with_its_line():
    class Raises(Tokens):
        def __init__(self):
            pass

        @property
        def initial(self):
            raise ValueError("on purpose")

    with pytest.raises(InvalidInput, match=r"test_own_attributes.py:\d+: initial of Raises raised"):
        wrap_game(Raises())
