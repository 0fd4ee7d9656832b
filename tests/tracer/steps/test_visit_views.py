"""The Python API as used in a notebook."""

import threading
from fractions import Fraction

import pytest

from engine.errors import UsageError
from engine.game import Player
from engine.games.tic_tac_toe import TicTacToe
from tracer import trace
from tracer.steps.result_words import separator, visit_order


def test_documented_example_holds():
    t = trace("lecture", search="alphabeta", convention="aima")
    assert (t.value, t.move, t.line, t.counts.visited) == (3, "B", ["B", "B1"], 11)
    assert t.visits[6].alpha == 3
    assert t.visits[6].id == "C1"
    assert "C2, C3 are skipped" in t.cutoffs[0].because
    assert [frame.name for frame in t.at(7).stack] == ["A", "B"]
    assert repr(t) == "<alphabeta of lecture: 11 visits>"
    assert repr(t.visits) == "<11 visits of lecture>"


def test_views_are_sequences():
    t = trace("lecture")
    assert [v.order for v in t.visits[2:5]] == [3, 4, 5]
    assert t.visits[-1].id == "D3"
    assert [c.at for c in t.cutoffs[::-1]] == ["D", "C"]
    with pytest.raises(IndexError):
        t.visits[11]
    assert t.visits[0].player is Player.MAX
    assert t.visits[2].player is Player.MAX  # whose turn it would be
    assert t.visits[1].parent == "A"


def test_walk_agrees_with_row_by_row_lookup():
    for source in ("misconceptions", "transposition", "dice", TicTacToe("xo.|x..|..o")):
        t = trace(source)
        for start in (0, len(t.log) // 2):
            for place in t.walk(start):
                view = t.visits[place.row]
                assert (place.name, place.parent, place.move) == (view.id, view.parent, view.move)
                assert place.state == t.state(place.row)


def test_exact_values_are_recomputed_from_the_leaves():
    t = trace([[Fraction(1, 3), 2], [Fraction(1, 7), 5]])
    assert (t.value, t.visits[0].exact) == (1 / 3, Fraction(1, 3))
    assert t.visits[0].bound == "="
    dice = trace("dice")
    assert dice.visits[0].exact == 3
    assert trace([[0.1, 2]]).visits[0].exact == Fraction(1, 10)
    assert trace([[0.1 + 0.2, 2]]).visits[0].exact is None  # 0.30000000000000004
    mean = trace("{tree: {player: chance, children: [0.8, -1]}}")
    assert mean.value == pytest.approx(-0.1)
    assert mean.visits[0].exact == Fraction(-1, 10)


def test_visit_orders_are_as_long_as_their_counts():
    t = trace("lecture")
    assert list(visit_order(t)) == ["A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3"]
    assert list(visit_order(t, "leaves")) == ["B1", "B2", "B3", "C1", "D1", "D2", "D3"]
    assert list(visit_order(t, "expanded")) == ["A", "B", "C", "D"]
    generated = "A B C D B1 B2 B3 C1 C2 C3 D1 D2 D3"
    assert " ".join(visit_order(t, "generated")) == generated
    for source in ("misconceptions", TicTacToe("xo.|x..|..o")):
        t = trace(source, order="right-to-left")
        counts = t.counts
        for kind, number in (
            ("visited", counts.visited),
            ("leaves", counts.evaluated),
            ("expanded", counts.expanded),
            ("generated", counts.generated),
        ):
            names = list(visit_order(t, kind))
            assert len(names) == len(set(names)) == number
    with pytest.raises(UsageError, match="no visit order"):
        visit_order(t, "seen")
    assert separator(trace("lecture")) == " "
    assert separator(trace("tic-tac-toe", depth=1)) == ", "


@pytest.mark.parametrize("who", ["second", ""])
def test_max_is_the_first_player_or_the_one_to_move(who):
    with pytest.raises(UsageError, match="first or to-move"):
        trace("lecture", max_player=who)


def test_generated_follows_the_search_past_chance_nodes():
    t = trace("dice", order="right-to-left")
    assert set(visit_order(t)) == set(visit_order(t, "generated"))
    assert list(visit_order(t))[:2] == ["A", "C"]
    assert list(visit_order(t, "generated"))[3:5] == ["F", "G"]  # outcomes stay as they are given


def test_threads_may_look_up_names_concurrently():
    t = trace("tic-tac-toe", depth=5)
    rows = range(0, len(t.log), 7)
    expected = [t.name(row) for row in rows]
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append([t.name(row) for row in rows]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 4
