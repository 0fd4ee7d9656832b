"""A new game is a module and an entry in `GAMES` and appears wherever games do."""

import pickle
import sys
from types import MappingProxyType, ModuleType

import pytest

from engine.game import Player
from engine.games import GAMES, GameEntry, make_game
from engine.games.source_texts import BuiltIn
from engine.values import Evaluation
from tests.support.commands import output_of, run_command
from tracer import load, trace
from tui.screens.home.offers import offers


class Subtract(BuiltIn):
    """Take one or two from a number; the player who takes the last wins."""

    name = "subtract"
    rules = "A move takes one or two. The player who takes the last wins, which is worth 1 or −1."
    move_naming = "A move is named by the number that it takes."
    given_order = "the smaller step first"
    static_order = "the larger step first"
    evaluations = MappingProxyType({"dull": Evaluation("nothing is known", lambda state: 0)})

    def __init__(self, size="", position=""):
        self.size = size
        self.initial = self.parse(position or f"{size or 5} MAX")

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [step for step in (1, 2) if step <= state[0]]

    def result(self, state, action):
        return state[0] - action, state[1].opponent

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if player is state[1] else 1

    def priority(self, state, action):
        return -action

    def parse(self, text):
        left, player = text.split()
        return int(left), Player[player]

    def format(self, state):
        return f"{state[0]} {state[1].name}"


@pytest.fixture(autouse=True)
def subtract(monkeypatch):
    module = ModuleType("engine.games.subtract")
    module.make = lambda position, size, to_move: Subtract(size, position)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    entry = GameEntry("subtract", "take one or two; :number", "subtract:4", start="subtract:9")
    monkeypatch.setitem(GAMES, "subtract", entry)


def test_new_game_is_listed_with_its_evaluations():
    assert "take one or two; :number (subtract:4)" in output_of("list", "games")
    assert Subtract.rules in output_of("list", "games", "-f", "json")
    assert "nothing is known" in output_of("list", "evaluations")
    refused = run_command("trace", "subtrac:4")
    assert "subtract" in refused.stderr


def test_new_game_is_searched_compared_and_saved(tmp_path):
    file = tmp_path / "t.plytrace"
    assert "subtract:6" in output_of("trace", "subtract:6", "--save", str(file))
    assert load(file).value == trace("subtract:6").value == -1
    assert "transposition" in output_of("compare", "subtract:6", "-a", "alphabeta,transposition")
    game = make_game("subtract", size="7", position="4 MIN")
    again = pickle.loads(pickle.dumps(game))
    assert (type(again), again.initial, again.size) == (Subtract, (4, Player.MIN), "7")


def test_new_game_is_offered_for_search_and_match_on_the_home_screen():
    (offer,) = [one for one in offers() if one.title == "subtract"]
    assert (offer.kind, offer.about, offer.more) == ("game", "take one or two", ":number")
    assert (offer.source, offer.match) == ("subtract:4", "subtract:9")


def test_new_game_is_accepted_in_a_key_and_a_worksheet(check, worksheet):
    done = check("source: subtract:4\nparts: {utility: 2}\n", "utility: 1")
    assert "2 of 2 points" in done.stdout
    sheet = worksheet('{source: "subtract:4", order: static, parts: [utility]}')
    assert "in this order: the larger step first." in sheet
    assert f"{Subtract.rules} {Subtract.move_naming}" in sheet
    assert "does not distinguish keep this order: the smaller step first." in sheet
