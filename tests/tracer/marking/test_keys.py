"""Keys that contradict themselves, or say what has no effect, are refused with their place."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of

TREE = "tree: [[3, 12], [2, 4]]\n"
LECTURE = "source: lecture\nparts: {move: 1}\n"


def read(tmp_path, text):
    path = tmp_path / "key.yaml"
    path.write_text(text, encoding="utf-8")
    return read_key(str(path))


@over(
    ("text", "told"),
    [
        (TREE + LECTURE, "key.yaml:2:1: tree: and source: cannot be combined"),
        ("matrix: mp520\n" + LECTURE, "key.yaml:2:1: matrix: and source: cannot be combined"),
        ("matrix: mp520\nmcts: mp520\n", "key.yaml:2:1: matrix: and mcts: cannot be combined"),
        ("mcts: mp520\n" + TREE, "key.yaml:2:1: mcts: and tree: cannot be combined"),
        ("matrix: mp520\ndepth: 2\n", "key.yaml:2:1: depth: has no effect on a payoff matrix"),
        ("source: lecture\nlabels: {values: [moves]}\n", "'moves' cannot be a label of values"),
        ("source: lecture\nlabels: {worth: x}\n", "key.yaml:2:1: there is no part 'worth'"),
        ("source: lecture\nlabels: [Werte]\n", "expected labels of parts, such as"),
        (
            "game: tic-tac-toe\nparts: [move]\n",
            "key.yaml:1:1: a key cannot contain the position",
        ),
        (
            LECTURE + "root: max\n",
            "key.yaml:3:1: root: has no effect on a search; expected it only for a tree",
        ),
        (LECTURE + "players: [a, b]\n", "key.yaml:3:1: players: has no effect on a search"),
        (LECTURE + "window: before\n", "key.yaml:3:1: window: .*cutoffs are not among the parts"),
        (
            "source: lecture\nsearch: minimax\nwindow: after\n",
            "yaml:3:1: .*minimax makes no cutoffs",
        ),
        ("source: lecture\nparts: {visits: 1, order: 2}\n", "visits appears twice"),
    ],
)
def test_setting_is_refused_with_its_place_if_it_would_have_no_effect(text, told, tmp_path):
    with pytest.raises(InvalidInput, match=told):
        read(tmp_path, text)


def test_the_time_is_left_out_of_a_sheets_points_and_noted(tmp_path):
    text = "source: lecture\nparts: {move: 1, time: 2}\nseconds: 1\n"
    key = read(tmp_path, text)
    assert key.for_programs().parts == {"move": 1, "time": 2}
    marked = grader_of(key).mark(sheet_of({"move": "B", "time": "0.1"}, "s"))
    assert (marked.score, marked.most, marked.ok) == (1, 1, True)
    assert marked.notes == ("the part time does not count, since only programs answer it",)
    with pytest.raises(InvalidInput, match="the only part is time"):
        grader_of(read(tmp_path, text.replace("move: 1, ", "")))
    marked = grader_of(read_key("lecture")).mark(sheet_of({"time": "1"}, "s"))
    assert "answers no part" in marked.error


@over(
    ("more", "told"),
    table(__file__, "keys-refused-settings"),
)
def test_setting_is_refused_if_the_search_or_game_lacks_it(more, told, tmp_path):
    with pytest.raises(InvalidInput, match=told):
        grader_of(read(tmp_path, LECTURE + more))


@pytest.mark.parametrize(
    "text",
    [
        TREE + "depth: 2\n",
        TREE + "order: given\nroot: min\n",
        LECTURE + "window: either\n",
        LECTURE + "max: to-move\n",
        "source: lecture\nwindow: before\n",
        "source: lecture\nsearch: alphabeta\nwindow: before\nparts: [cutoffs, move]\n",
        "matrix: [[1, 2]]\nparts: [utility]\n",
        "mcts: mp520\nc: sqrt(2)\ntolerance: 0.1\n",
    ],
)
def test_key_is_read_if_its_settings_go_together(text, tmp_path):
    grader_of(read(tmp_path, text))


def test_remark_for_yourself_changes_nothing(tmp_path):
    file = tmp_path / "key.yaml"
    file.write_text("source: lecture\nparts: {visits: 1}\n", encoding="utf-8")
    plain = read_key(str(file))
    file.write_text(
        "source: lecture\ndescription: for week 3\nparts: {visits: 1}\n", encoding="utf-8"
    )
    assert read_key(str(file)) == plain
