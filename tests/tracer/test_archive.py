"""Saved traces are searched again and equal; damaged ones are refused in one message."""

import json
import random

import pytest
from hypothesis import given

from engine.conventions import Convention
from engine.errors import InvalidInput, UsageError
from engine.games.tic_tac_toe import TicTacToe
from engine.running.control import Control
from engine.wrappers.changed import Changed, Changes
from tests.support.cases import examples, over
from tests.support.saved import reopened, rewritten
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tracer import Trace, load, trace
from tracer.archive import is_saved_trace
from tracer.archive import load as reopen


class OwnGame(TicTacToe):
    name = "my own game"


class OwnName(TicTacToe):
    """A custom game that kept the name of another."""


class OwnWrapper(Changed):
    """A wrapper that no file knows."""


@given(trees(4), conventions, windows)
@examples(15)
def test_random_trees_load_equal(tmp_path_factory, tree, convention, window):
    t = trace(tree, convention=convention, window=window)
    reopened(t, tmp_path_factory.mktemp("saved"))


@over(("source", "options"), table(__file__, "archived"), ms=45)
def test_every_kind_of_source_and_option_loads_equal(tmp_path, source, options):
    reopened(trace(source, **options), tmp_path)


def test_save_refuses_a_game_that_no_file_can_describe_before_writing(tmp_path):
    path = tmp_path / "a.trace"
    with pytest.raises(UsageError, match="my own game cannot be saved"):
        trace(OwnGame("xx.|oo.|...")).save(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "game", [OwnName("xx.|oo.|..."), OwnWrapper(TicTacToe("xx.|oo.|..."), Changes())]
)
def test_game_with_an_inherited_name_is_not_mistaken_for_its_base(tmp_path, game):
    with pytest.raises(UsageError, match="cannot be saved"):
        trace(game).save(tmp_path / "a.trace")


@pytest.mark.parametrize(
    "convention",
    [
        Convention("aima", cutoff=">", ties="last"),
        Convention("mine", update="after-test", count=("terminals", "skipped")),
    ],
)
def test_custom_convention_loads_with_every_field(tmp_path, convention):
    assert reopened(trace("ties", convention=convention), tmp_path).at(3).line > 0


def test_save_refuses_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be written"):
        trace([1, 2]).save(tmp_path / "no-such-folder" / "a.trace")


def test_save_replaces_only_whole_files(tmp_path):
    path = tmp_path / "a.trace"
    trace([1, 2]).save(path)
    before = path.read_bytes()
    with pytest.raises(UsageError):
        trace(OwnGame()).save(path)
    assert path.read_bytes() == before


def cancelled_after(visits):
    """A control that ends its search by hand after some visits."""
    control = Control(on_progress=lambda seen: seen >= visits and control.cancel())
    return control


def test_search_stopped_by_hand_opens_where_it_stopped(tmp_path):
    for visits in (1, 2, 17, 300):
        t = trace("tic-tac-toe", control=cancelled_after(visits))
        assert str(t.stopped) == "cancelled"
        reopened(t, tmp_path)


def test_opening_says_if_the_result_is_another(tmp_path):
    path = tmp_path / "a.trace"
    trace("lecture").save(path)
    fields = json.loads(path.read_text(encoding="utf-8"))
    trace([[4, 12, 8], [2, 4, 6], [14, 5, 2]]).save(tmp_path / "other.trace")
    other = json.loads((tmp_path / "other.trace").read_text(encoding="utf-8"))["game"]
    for changes, note in (
        ({"value": 4}, "it has the value 3 after 11 visits; the value 4 after 11 visits was saved"),
        ({"counts": fields["counts"] | {"cutoffs": 5}}, "its counts differ"),
        ({"counts": fields["counts"] | {"visited": 5}}, "value ? after 5 visits"),
        ({"counts": fields["counts"] | {"visited": 50}}, "3 after 50 visits was saved"),
        ({"stopped": "max-visits"}, "its counts differ"),
        ({"game": other}, "it has the value 4 after 11 visits"),
    ):
        path.write_text(json.dumps(fields | changes), encoding="utf-8")
        assert note in reopen(path, Trace).note, changes
        with pytest.warns(UserWarning, match="searched again"):
            load(path)


def test_opening_can_be_cancelled(tmp_path):
    path = tmp_path / "a.trace"
    trace("tic-tac-toe", "minimax").save(path)
    reopened = reopen(path, Trace, cancelled_after(1001))
    assert 1000 < len(reopened.trace.log) < 549_946
    assert "of its 549,946 visits were repeated" in reopened.note


def test_opening_makes_no_more_visits_than_were_saved(tmp_path):
    path = tmp_path / "a.trace"
    trace("connect-four", "minimax", max_visits=50).save(path)
    rewritten(path, stopped=None)
    assert len(reopen(path, Trace).trace.log) == 50


@over(
    ("changed", "message"),
    [
        *table(__file__, "wrong_fields"),
        ({"order": ...}, "the recipe has no order"),
        ({"title": ...}, "the recipe has no title"),
    ],
)
def test_load_names_a_wrong_field(tmp_path, changed, message):
    path = tmp_path / "a.trace"
    trace("lecture").save(path)
    rewritten(path, **changed)
    with pytest.raises(InvalidInput) as caught:
        load(path)
    text = str(caught.value)
    assert message in text
    assert str(path) in text
    assert "\n" not in text


def test_damaged_file_is_opened_or_refused_in_one_message(tmp_path):
    path = tmp_path / "a.trace"
    trace("lecture").save(path)
    whole = path.read_bytes()
    dice, messages = random.Random(1), []
    for _ in range(300):
        at, cut = dice.randrange(len(whole)), dice.random() < 0.3
        byte = bytes([dice.choice(b'0123456789{}[],:" nelu-') if dice.random() < 0.8 else 255])
        path.write_bytes(whole[:at] if cut else whole[:at] + byte + whole[at + 1 :])
        try:
            reopen(path, Trace)
        except InvalidInput as error:
            messages.append(str(error))
    assert len(messages) > 100
    assert not [text for text in messages if "\n" in text]


@pytest.mark.parametrize("text", ["", "name: lecture\ntree: [1, 2]\n", "[" * 100_000, "[1, 2]"])
def test_load_refuses_a_file_that_is_no_recipe(tmp_path, text):
    path = tmp_path / "a.trace"
    path.write_text(text, encoding="utf-8")
    assert is_saved_trace(path)
    with pytest.raises(InvalidInput, match="is not a saved trace"):
        load(path)


def test_recipe_is_known_by_its_beginning_under_any_name(tmp_path):
    trace("lecture").save(tmp_path / "mine.json")
    assert is_saved_trace(tmp_path / "mine.json")
    (tmp_path / "tree.json").write_text("[1, 2]")
    assert not is_saved_trace(tmp_path / "tree.json")


def test_missing_file_is_reported(tmp_path):
    with pytest.raises(InvalidInput, match="there is no such file"):
        load(tmp_path / "none.trace")
    with pytest.raises(InvalidInput, match="cannot be read"):
        load(tmp_path)
