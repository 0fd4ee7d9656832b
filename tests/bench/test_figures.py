"""Test the arithmetic of the benchmarks on invented times."""

import json
import math
import re

import pytest

from bench import timing
from bench.figures import Aim, Figure, Report, Row, Section, Table, ratio
from bench.plot import THEMES, decades, write_plot
from bench.writers import WRITERS, short, write_json

WANTED = Aim("slow / fast", 12.0, at_most=False)


def made_up():
    """A run of two competitors; one was missing in the second line."""
    slow, fast = Figure((10.0, 400.0, 30.0), "ns"), Figure((1.0, 80.0, 2.0), "ns")
    rows = (
        Row("a", {"visits": 1_234_567, "plain": slow, "compiled": fast}),
        Row("b", {"visits": 9, "plain": Figure((1e5,), "ns"), "aima3": "not installed"}),
    )
    table = Table("nanoseconds", ("visits", "plain", "compiled", "aima3"), rows, "search")
    aims = (WANTED.of("a", ratio(slow, fast)), WANTED.of("b", None))
    section = Section("searches", "Searches", (table,), aims, ("b: a note.",))
    return Report("python -m bench", {"processor": "slow & old"}, [section])


def test_the_median_and_the_spread_of_rounds():
    odd, even = Figure((3.0, 1.0, 2.5)), Figure((1.0, 4.0, 2.0, 8.0))
    assert (odd.median, even.median) == (2.5, 3.0)
    assert odd.spread == (3.0 - 1.0) / 2 / 2.5
    assert Figure((7.0,)).spread == 0


def test_ratio_is_computed_within_each_round():
    # Of the medians it would be 30 / 2 = 15.
    found = ratio(Figure((10.0, 400.0, 30.0)), Figure((1.0, 80.0, 2.0)))
    assert found.rounds == (10.0, 5.0, 15.0)
    assert found.median == 10.0
    assert ratio(Figure((1.0,)), None) is None
    assert ratio("not installed", Figure((1.0,))) is None


@pytest.mark.parametrize(
    ("rounds", "at_most", "met"),
    [
        ((1.0, 2.0, 9.0), True, True),
        ((1.0, 2.1, 9.0), True, False),
        ((1.0, 2.0, 9.0), False, True),
        ((1.0, 1.9, 9.0), False, False),
    ],
)
def test_target_is_compared_with_the_median(rounds, at_most, met):
    assert Aim("", 2.0, at_most).of("", Figure(rounds)).met is met


def test_figure_without_a_measurement_neither_meets_nor_fails_its_target():
    assert WANTED.of("", None).met is None


def test_competitors_run_in_turns():
    called = []

    def job(name):
        return lambda: called.append(name) or len(called)

    rounds = []
    jobs = {name: job(name) for name in "ABC"}
    found = timing.run_in_turns(jobs, 2, warm_up=1, before_round=rounds.append)
    assert "".join(called) == "ABCABCABC"
    assert found == {"A": [4, 7], "B": [5, 8], "C": [6, 9]}
    assert rounds == [1, 2]


def test_short_jobs_are_repeated_until_they_can_be_measured(monkeypatch):
    clock = [5.0]
    monkeypatch.setattr(timing.time, "process_time", lambda: clock[0])

    def job():
        clock[0] += 0.25

    assert timing.time_call(job, at_least=1.0) == 0.25
    assert clock[0] == 6.0
    assert timing.processor_seconds(job) == 0.25


def test_json_reads_back_equal():
    report = made_up()
    data = json.loads(write_json(report))
    assert data["schema"] == "plytrace.bench/1"
    read = Report.from_json(data)
    assert read.as_json() == report.as_json()
    for writer in WRITERS.values():
        assert writer(read) == writer(report)
    with pytest.raises(ValueError, match=r"plytrace\.bench/1"):
        Report.from_json({**data, "schema": "plytrace.trace/1"})


def test_tables_show_medians_spreads_and_targets():
    for name in ("text", "md"):
        written = WRITERS[name](made_up())
        assert "1,234,567" in written
        assert "30.0 ±650%" in written
        assert "not installed" in written
        aims = re.findall(r"≥ 12\W+(.*?)\s*\|?$", written, re.MULTILINE)
        assert [aim.split()[-1] for aim in aims] == ["no", "measured"]
        assert "b: a note." in written


def test_markdown_table_has_equal_cell_counts_in_all_lines():
    lines = [line for line in WRITERS["md"](made_up()).splitlines() if line.startswith("|")]
    assert {line.count("|") for line in lines[:4]} == {6}
    assert {line.count("|") for line in lines[4:]} == {6}
    assert len(lines) == 2 + 2 + 2 + 2


@pytest.mark.parametrize(
    ("number", "text"),
    [(1_234_567.8, "1,234,568"), (99.94, "99.9"), (1.234, "1.23"), (0.01234, "0.012")],
)
def test_numbers_show_only_significant_digits(number, text):
    assert short(number) == text


@pytest.mark.parametrize(
    ("least", "most", "powers"), [(5, 90, [0, 1, 2]), (10, 1000, [1, 2, 3]), (7, 7, [0, 1])]
)
def test_axis_ticks_are_whole_decades(least, most, powers):
    assert [*decades(least, most)] == powers


@pytest.mark.parametrize("theme", [*THEMES, "auto"])
def test_markers_are_placed_at_the_logarithm_of_their_medians(theme):
    report = made_up()
    drawn = write_plot(report, theme)
    grid = {
        label: float(x)
        for x, label in re.findall(r'text-anchor="middle" x="([\d.]+)".*?>(.*?)<', drawn)
    }
    assert [*grid] == ["1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs"]
    decade = (grid["100 µs"] - grid["1 ns"]) / 5
    signs = re.findall(r"<title>ours (\w+), recording: .*?</title><(circle|polygon) (.*?)/>", drawn)
    places = []
    for label, kind, shape in signs:
        numbers = [float(x) for x in re.findall(r"(-?[\d.]+)", shape)]
        corners = numbers[0::2]
        x = numbers[0] if kind == "circle" else (min(corners) + max(corners)) / 2
        places.append((label, x))
    # The compiled one of the first line, the plain one of both.
    medians = [("compiled", 2.0), ("plain", 30.0), ("plain", 1e5)]
    assert len(places) == 3
    for (label, x), (name, median) in zip(places, medians, strict=True):
        assert label == name
        assert x == pytest.approx(grid["1 ns"] + decade * math.log10(median), abs=0.2)


def test_plot_is_omitted_without_searches():
    with pytest.raises(ValueError, match="nothing to draw"):
        write_plot(Report("", {}, []), "auto")
