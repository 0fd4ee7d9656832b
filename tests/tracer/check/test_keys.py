"""Keys that contradict themselves, or say what has no effect, are refused with their place."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from tracer.check.graders import grader_of
from tracer.check.key import read_key

TREE = "tree: [[3, 12], [2, 4]]\n"
LECTURE = "source: lecture\nparts: {move: 1}\n"


def read(tmp_path, text):
    path = tmp_path / "key.yaml"
    path.write_text(text, encoding="utf-8")
    return read_key(str(path))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TREE + LECTURE, "key.yaml:2:1: tree: and source: exclude each other"),
        ("matrix: mp520\n" + LECTURE, "key.yaml:2:1: matrix: and source: exclude each other"),
        ("matrix: mp520\nmcts: mp520\n", "key.yaml:2:1: matrix: and mcts: exclude each other"),
        ("mcts: mp520\n" + TREE, "key.yaml:2:1: mcts: and tree: exclude each other"),
        ("matrix: mp520\ndepth: 2\n", "key.yaml:2:1: a problem about matrix has no key 'depth'"),
        ("matrix: [[1, 2]]\nparts: [utility]\n", "key.yaml:2:1: parts beside the matrix itself"),
        ("game: tic-tac-toe\nparts: [move]\n", "key.yaml:1:1: the position itself stands"),
        (LECTURE + "root: max\n", "key.yaml:3:1: root: says nothing of a source"),
        (LECTURE + "players: [a, b]\n", "key.yaml:3:1: players: says nothing of a source"),
        (LECTURE + "window: before\n", "key.yaml:3:1: window: .*cutoffs are not asked for"),
        ("source: lecture\nsearch: minimax\nwindow: after\n", "key.yaml:3:1: .*minimax makes none"),
        ("source: lecture\nparts: {visits: 1, order: 2}\n", "visits stands twice"),
    ],
)
def test_what_would_have_no_effect_is_refused_with_its_place(text, told, tmp_path):
    with pytest.raises(InvalidInput, match=told):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("iterations: 5\n", "iterations"),
        ("seed: 5\n", "seed"),
        ("exploration: 1\n", "exploration"),
        ("opponent: 2,1,1\n", "random opponent"),
        ("win: 5\n", "no wins"),
        ("cells: number\n", "no cells"),
        ("evaluation: mobility\n", "no evaluation"),
        ("search: minimax\nroot-window: [-2, 2]\n", "no window"),
    ],
)
def test_what_the_search_or_game_has_not_is_refused(more, told, tmp_path):
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
    ],
)
def test_what_goes_together_is_a_key(text, tmp_path):
    grader_of(read(tmp_path, text))
