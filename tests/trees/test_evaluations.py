"""Evaluations from files: read, used, saved, and refused if invalid."""

from fractions import Fraction

import pytest

from engine.errors import InvalidInput, UsageError
from engine.games import make_game
from tests.support.tables import table
from tracer import load, trace
from trees.other_inputs.evaluations import read_evaluation

TABLE = "table: [[9, 1, 1, 9], [1, 0, 0, 1], [1, 0, 0, 1], [9, 1, 1, 9]]\n"


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "weights.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_name_selects_the_games_own_evaluation():
    assert read_evaluation("mobility", make_game("reversi", size="4")) == "mobility"


def test_weights_of_features_are_summed(file):
    path = file("weights: {discs: 2, mobility: 1/2}\n")
    game = make_game("reversi", size="4")
    assert read_evaluation(path, game) == {"weights": {"discs": 2, "mobility": Fraction(1, 2)}}
    found = trace("reversi:4", depth=2, evaluation=path)
    leaf = next(visit for visit in found.visits if visit.kind == "evaluated")
    state = found.state(leaf.row)
    by_name = {
        name: one.value(state) for name, one in game.evaluations.items() if name != "positional"
    }
    assert leaf.value == 2 * by_name["discs"] + by_name["mobility"] / 2
    terms = found.game.terms(state)
    assert sum(term.contribution for term in terms) == leaf.value
    sentences = [found.at(step).sentence for step in range(len(found.replay))]
    assert any("discs 2 × " in sentence and "mobility 0.5 × " in sentence for sentence in sentences)


def test_table_weights_the_cells_of_black_minus_white(file):
    found = trace("reversi:4", depth=1, evaluation=file(TABLE))
    weights = [9, 1, 1, 9, 1, 0, 0, 1, 1, 0, 0, 1, 9, 1, 1, 9]
    for visit in found.visits[1:]:
        cells = found.game.format(found.state(visit.row)).partition(" ")[0].replace("|", "")
        signs = {"B": 1, "W": -1, ".": 0}
        assert visit.value == sum(
            signs[cell] * weight for cell, weight in zip(cells, weights, strict=True)
        )


def test_a_trace_with_an_evaluation_from_a_file_is_saved_with_it(file, tmp_path):
    path = file("weights: {discs: 1/3}\n")
    found = trace("reversi:4", depth=2, evaluation=path)
    found.save(tmp_path / "one.trace")
    read = load(tmp_path / "one.trace")
    assert read.log == found.log
    assert read.game_options == {"eval": path}
    state = read.state(1)
    assert read.game.evaluate(state) == found.game.evaluate(state)


def test_point_of_view_changes_the_sign_of_terms_and_value():
    first = trace("reversi@....|BBBB|WWWW|.... W", depth=1, evaluation="discs")
    mine = trace("reversi@....|BBBB|WWWW|.... W", depth=1, evaluation="discs", max_player="to-move")
    assert mine.value == -first.value
    terms = mine.game.terms(mine.state(1))
    assert sum(term.contribution for term in terms) == mine.log.value[1]


@pytest.mark.parametrize(("text", "fragments"), table(__file__, "evaluation_refusals"))
def test_invalid_file_is_refused_with_its_place(file, text, fragments):
    with pytest.raises(InvalidInput) as caught:
        trace("reversi:4", depth=1, evaluation=file(text))
    for fragment in fragments:
        assert fragment in str(caught.value)


def test_unknown_names_and_missing_files_are_reported():
    with pytest.raises(UsageError, match="Did you mean mobility"):
        trace("reversi:4", depth=1, evaluation="mobilty")
    with pytest.raises(InvalidInput, match="there is no such file"):
        trace("reversi:4", depth=1, evaluation="nowhere.yaml")
    with pytest.raises(UsageError, match="no evaluation 'discs'"):
        trace("lecture", evaluation="discs")
    with pytest.raises(UsageError, match="no evaluation that a file could describe"):
        trace("lecture", evaluation={"weights": {"discs": 1}})
