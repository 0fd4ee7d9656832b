"""The replay of a log equals snapshots of an independent program at every step."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.conventions import parse_convention
from engine.game import Player
from engine.games.tic_tac_toe import TicTacToe
from engine.log.visit_log import Flag
from tests.support.cases import examples
from tests.support.strategies import conventions, textbook_program, trees, windows
from tracer import trace

#: The window that leaves everything open.
FULL = (-math.inf, math.inf)


def as_photographed(frame):
    return {
        "name": frame.name,
        "max": frame.player is Player.MAX,
        "v": frame.v,
        "alpha": frame.alpha,
        "beta": frame.beta,
        "entered": frame.entered,
        "best": frame.best,
        "tried": frame.tried,
        "actions": frame.actions,
        "cut": frame.cut,
    }


@given(trees(), conventions, windows, st.sampled_from(["given", "right-to-left"]))
@example([[[5], [3, 4, 8, 9]]], parse_convention("comp341"), FULL, "given")
@example([[5], [9, 7, 4, 1]], parse_convention("comp341"), FULL, "given")
@examples(25)
def test_every_step_equals_an_independent_snapshot(tree, convention, window, order):
    t = trace(tree, convention=convention, window=window, order=order)
    program = textbook_program(tree, convention, window, order)
    program.run()
    assert len(t.replay) == len(program.photographs) == 2 * len(t.visits)
    names = [visit.id for visit in t.visits]
    for step, photograph in enumerate(program.photographs):
        snapshot = t.at(step)
        assert snapshot.step == step
        assert snapshot.event.entering == photograph.entering
        assert snapshot.event.name == photograph.name
        assert [as_photographed(frame) for frame in snapshot.stack] == photograph.stack
        assert names[: snapshot.visited] == photograph.visited
        assert list(snapshot.event.skipped) == photograph.skipped
        assert "nan" not in snapshot.sentence


@examples(30)
@given(trees(4), st.sampled_from(["minimax", "expectiminimax", "expectimax"]))
def test_search_without_a_window_keeps_the_full_window(tree, search):
    t = trace(tree, search)
    for step in range(len(t.replay)):
        for frame in t.at(step).stack:
            assert (frame.entered, (frame.alpha, frame.beta)) == (FULL, FULL)
            assert not frame.cut


@given(trees(4), conventions)
@examples(40)
def test_cutoffs_are_found_in_both_directions(tree, convention):
    t = trace(tree, convention=convention)
    replay = t.replay
    for flag, wanted in (
        (Flag.EARLY_RETURN, lambda cutoff: True),
        (Flag.CUTOFF, lambda cutoff: bool(cutoff.skipped)),
    ):
        steps = [replay.left_at(c.last_row) for c in t.cutoffs if wanted(c)]
        assert steps == sorted(steps)
        for step in range(len(replay)):
            assert replay.next_cut(step, flag) == next((s for s in steps if s > step), None)
            earlier = [s for s in steps if s < step]
            assert replay.previous_cut(step, flag) == (earlier[-1] if earlier else None)


@given(trees(4))
def test_replay_follows_the_euler_tour(tree):
    t = trace(tree, "minimax")
    tour = []
    open_rows = []
    for row, depth in enumerate(t.log.depth):
        while len(open_rows) > depth:
            tour.append((open_rows.pop(), False))
        tour.append((row, True))
        open_rows.append(row)
    while open_rows:
        tour.append((open_rows.pop(), False))
    assert [t.replay.row_at(step) for step in range(len(t.replay))] == tour
    for step, (row, entering) in enumerate(tour):
        assert (t.replay.entered_at(row) if entering else t.replay.left_at(row)) == step


@pytest.mark.parametrize("visits", [1, 2, 9, 40, 500])
def test_a_partial_trace_ends_where_the_search_stopped(visits):
    part, full = trace(TicTacToe(), max_visits=visits), trace(TicTacToe())
    assert len(part.replay) == full.replay.entered_at(visits)
    for step in {0, len(part.replay) // 2, len(part.replay) - 1}:
        mine, theirs = part.at(step), full.at(step)
        assert list(mine.stack) == list(theirs.stack)
        assert mine.sentence == theirs.sentence
    with pytest.raises(IndexError):
        part.at(len(part.replay))
    assert part.value != part.value
    assert part.move is None
    assert part.line == []


class Counting(list):
    """A column of a log that counts how often it is read."""

    looks = 0

    def __getitem__(self, index):
        Counting.looks += 1
        return super().__getitem__(index)


def test_step_of_a_long_log_reads_few_rows():
    Counting.looks = 0
    t = trace(TicTacToe(), "minimax", depth=6)
    t.replay._log.depth = Counting(t.log.depth)
    t.replay.row_at(len(t.replay) // 2)
    assert Counting.looks < 64  # of 82,000 rows


def test_steps_outside_the_search_are_refused():
    t = trace([1, 2])
    assert t.at(-1).step == 5
    for step in (6, -7):
        with pytest.raises(IndexError):
            t.at(step)


def test_a_lone_leaf_has_two_steps():
    t = trace(5)
    assert [t.at(step).sentence for step in (0, 1)] == [
        "A is a leaf: its utility is 5.",
        "A is worth 5.",
    ]


def test_snapshot_has_the_note_of_its_node():
    t = trace("{tree: {id: A, note: 'begin here', children: [3, {value: 4, note: 'a trap'}]}}")
    notes = [t.at(step).note for step in range(len(t.replay))]
    assert notes == ["begin here", "", "begin here", "a trap", "begin here", "begin here"]
