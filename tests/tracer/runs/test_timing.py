"""The times of searches: a warm-up, then runs in turns, and their median."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.running.control import StopReason
from tracer.compare.comparison import compare
from tracer.runs.run import trace
from tracer.runs.timing import LONG, Timing, TurnTimer, timing_note


class Stage:
    """A clock, and searches that take what their script says; it notes who runs when."""

    def __init__(self, **scripts):
        self.now, self.played = 0.0, []
        self.scripts = {name: list(script) for name, script in scripts.items()}

    def clock(self):
        return self.now

    def search(self, name):
        def run():
            self.played.append(name)
            took, stopped = self.scripts[name].pop(0), None
            if isinstance(took, tuple):
                took, stopped = took
            self.now += took
            return SimpleNamespace(stopped=stopped)

        return run

    def times(self):
        turns = TurnTimer(self.clock)
        for name in self.scripts:
            turns.run(self.search(name))
        return turns.times()


def test_runs_alternate_and_the_median_excludes_the_warm_up():
    stage = Stage(
        a=[0.9, 0.02, 0.04, 0.03, 0.2, 0.03, 0.03, 0.02],
        b=[0.1, 0.01, 0.01, 0.2, 0.01, 0.01, 0.02, 0.01],
    )
    assert stage.times() == [Timing(pytest.approx(0.03), 7), Timing(pytest.approx(0.01), 7)]
    assert stage.played == ["a", "b"] * 8


@given(st.permutations(["a", "b", "c"]))
def test_order_of_the_searches_does_not_affect_their_times(order):
    usual = {"a": 0.03, "b": 0.01, "c": 0.02}
    stage = Stage(**{name: [usual[name]] * 8 for name in order})
    stage.scripts[order[0]][0] += 0.5  # whichever runs first is slow
    assert [one.seconds for one in stage.times()] == pytest.approx([usual[name] for name in order])


def test_long_search_runs_once_and_short_ones_in_turns():
    stage = Stage(short=[0.3] * 8, long=[LONG + 0.5], other=[0.2] * 8)
    times = stage.times()
    assert stage.played.count("long") == 1
    assert times[1] == Timing(pytest.approx(LONG + 0.5), 1)
    again = stage.played[3:]
    assert again == ["short", "other"] * (len(again) // 2)
    assert len(again) >= 4
    assert "runs once" in timing_note(times)


def test_rounds_end_after_a_time_limit():
    stage = Stage(a=[0.8] * 8)
    assert stage.times() == [Timing(pytest.approx(0.8), 2)]
    assert timing_note([Timing(0.8, 1)]) == "Each time is that of a single run."


@pytest.mark.parametrize("why", [StopReason.CANCELLED, StopReason.TIME])
def test_search_stopped_by_hand_or_time_is_not_repeated(why):
    stage = Stage(a=[(0.1, why)])
    assert stage.times() == [Timing(pytest.approx(0.1), 1)]


def test_cancelled_round_does_not_count():
    stage = Stage(a=[0.1, 0.02, 0.02, 0.9], b=[0.1, 0.05, (0.7, StopReason.CANCELLED)])
    assert stage.times() == [Timing(pytest.approx(0.02), 1), Timing(pytest.approx(0.05), 1)]
    assert stage.played == ["a", "b"] * 3


@pytest.mark.parametrize("searches", [("minimax", "alphabeta"), ("alphabeta", "pvs", "minimax")])
def test_a_comparison_times_its_searches_in_turns(searches):
    now, played = [0.0], []
    usual = {"minimax": 0.04, "alphabeta": 0.01, "pvs": 0.02}

    def run(source, search, convention, **asked):
        now[0] += usual[search] + (0.3 if not played else 0.0)
        played.append(search)
        return trace(source, search, convention, **asked)

    found = compare("lecture", searches, run=run, clock=lambda: now[0])
    assert [one.seconds for one in found.runs] == pytest.approx([usual[one] for one in searches])
    assert played == list(searches) * (len(played) // len(searches))
    assert {one.timed_runs for one in found.runs} == {len(played) // len(searches) - 1}
