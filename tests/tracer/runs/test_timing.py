"""The times of searches: a warm-up, then runs in turns, and their median."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.running.control import StopReason
from tests.support.cases import over
from tests.support.tables import table
from tracer.compare.comparison import compare
from tracer.runs.run import trace
from tracer.runs.timing import Timing, TurnTimer, timing_note


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
            if isinstance(took, list):
                took, stopped = took[0], StopReason(took[1])
            self.now += took
            return SimpleNamespace(stopped=stopped)

        return run

    def times(self):
        turns = TurnTimer(self.clock)
        for name in self.scripts:
            turns.run(self.search(name))
        return turns.times()


@over("row", table(__file__, "timings"))
def test_times_are_those_of_the_rounds_that_count(row):
    stage = Stage(**row["runs"])
    times = stage.times()
    assert times == [Timing(pytest.approx(seconds), runs) for seconds, runs in row["times"]]
    assert "".join(stage.played) == row["played"]
    assert row.get("note", "") in timing_note(times)


def test_note_says_that_a_time_is_that_of_one_run():
    assert timing_note([Timing(0.8, 1)]) == "Each time is that of a single run."


@given(st.permutations(["a", "b", "c"]))
def test_order_of_the_searches_does_not_affect_their_times(order):
    usual = {"a": 0.03, "b": 0.01, "c": 0.02}
    stage = Stage(**{name: [usual[name]] * 8 for name in order})
    stage.scripts[order[0]][0] += 0.5  # whichever runs first is slow
    assert [one.seconds for one in stage.times()] == pytest.approx([usual[name] for name in order])


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
