"""The figures of a class report, held against Python's own statistics and plain counting."""

from __future__ import annotations

import statistics
from collections import Counter
from fractions import Fraction
from math import floor, inf, isclose, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from tests.support.cases import over
from tracer.classes.report import ClassReport
from tracer.classes.report.class_report import DepartureCount, Unread, plain


def record(sheet="a.yaml", *, student="s1", score=3, most=4, parts=(), **more):
    """A checked sheet; parts as (name, score, most)."""
    named = more.pop("named", ())
    return {
        "schema": "plytrace.check/1",
        "sheet": sheet,
        "student": student,
        "score": score,
        "max_score": most,
        "convention": "aima",
        "parts": [
            {"part": name, "score": points, "max_score": of, "ok": points == of, "message": ""}
            for name, points, of in parts
        ],
        "departure": None,
        "misconceptions": [
            {"id": one, "fit": 1.0, "first_shows_at": 3, "message": ""} for one in named
        ],
        "indistinguishable": [],
    } | more


UNREADABLE = record(
    "c.yaml", student="", score=0, convention=None, error="c.yaml:3:1: a list that is open"
)

points = st.one_of(
    st.integers(0, 40),
    st.floats(0, 40, allow_nan=False),
    st.integers(0, 80).map(lambda halves: halves / 2),
)
scores = st.tuples(points, st.one_of(st.integers(1, 40), st.floats(0.1, 40)))


def rounded(score, most):
    """The share in per cent, to two digits, halves up, worked out with fractions."""
    share = min(Fraction(score) / Fraction(most), Fraction(1))
    return floor(share * 10_000 + Fraction(1, 2)) / 100


@given(st.lists(scores, min_size=1, max_size=60))
@settings(deadline=None)
def test_figures_equal_those_of_the_statistics_module(given_scores):
    made = ClassReport.of(record(score=score, most=most) for score, most in given_scores).scores
    shares = [rounded(score, most) for score, most in given_scores]
    assert made is not None
    assert made.sheets == len(shares)
    assert (made.lowest, made.highest) == (min(shares), max(shares))
    assert isclose(made.mean, statistics.fmean(shares), abs_tol=1e-9)
    assert isclose(made.median, statistics.median(shares), abs_tol=1e-9)
    assert isclose(made.deviation, statistics.pstdev(shares), abs_tol=1e-6)
    if len(shares) > 1:
        low, middle, high = statistics.quantiles(shares, n=4, method="inclusive")
        assert isclose(made.lower_quartile, low, abs_tol=1e-9)
        assert isclose(made.median, middle, abs_tol=1e-9)
        assert isclose(made.upper_quartile, high, abs_tol=1e-9)
    bins = Counter(min(int(Fraction(str(share)) // 10), 9) for share in shares)
    assert made.histogram == tuple(bins[place] for place in range(10))


SLUGS = ["root-reset", "one-variable", "wrong-bound"]


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(SLUGS), max_size=2, unique=True),
            st.lists(st.sampled_from(SLUGS), max_size=3),
            st.sampled_from(["", "s1", "s2", "s3"]),
            st.one_of(st.none(), st.tuples(st.sampled_from("ABC"), st.integers(0, 5))),
            st.sampled_from(["aima", "cs188"]),
            st.booleans(),
        ),
        max_size=60,
    )
)
@settings(deadline=None)
def test_counts_equal_plain_counting_over_all_records(drawn):
    records = [
        record(
            f"{place}.yaml",
            student=student,
            named=named,
            indistinguishable=alike,
            departure=where and {"node": where[0], "step": where[1], "message": ""},
            convention=convention,
            **({"error": "no"} if unread else {}),
        )
        for place, (named, alike, student, where, convention, unread) in enumerate(drawn)
    ]
    report = ClassReport.of(iter(records))
    read = [one for one in records if "error" not in one]
    firsts = [(one, [found["id"] for found in one["misconceptions"]][:1]) for one in read]
    assert report.sheets == len(records)
    assert report.readable == len(read)
    assert report.students == len({one["student"] for one in records} - {""})
    assert report.unexplained == sum(not first for _, first in firsts)
    by_id = {one.id: one for one in report.misconceptions}
    for slug in SLUGS:
        named = [one for one, first in firsts if first == [slug]]
        may_be = [
            one for one, first in firsts if first != [slug] and slug in one["indistinguishable"]
        ]
        if not named and not may_be:
            assert slug not in by_id
            continue
        made = by_id[slug]
        assert (made.named, made.may_be) == (len(named), len(may_be))
        assert made.students == len({one["student"] for one in named} - {""})
        assert made.examples == tuple([one["sheet"] for one in named + may_be][:5])
    assert dict(report.conventions) == Counter(one["convention"] for one in read)
    where = Counter(
        (one["departure"]["node"], one["departure"]["step"]) for one in read if one["departure"]
    )
    found = report.departures
    assert [one.sheets for one in found] == sorted(where.values(), reverse=True)[:10]
    assert all(where[one.node, one.step] == one.sheets for one in found)
    assert report.departed == sum(where.values())


def test_parts_stand_hardest_first_with_the_mean_share_of_their_points():
    report = ClassReport.of(
        [
            record(parts=[("visits", 4, 4), ("cutoffs", 1, 4), ("note", 0, 0)]),
            record(parts=[("visits", 1, 4), ("cutoffs", 4, 4), ("note", 0, 0)]),
            record(parts=[("visits", 4, 4), ("cutoffs", 0, 4)]),
        ]
    )
    assert [(one.part, one.sheets, one.whole, one.mean) for one in report.parts] == [
        ("cutoffs", 3, 1, pytest.approx(125 / 3)),
        ("visits", 3, 2, 75),
        ("note", 2, 2, None),
    ]


def test_of_equal_means_the_part_fewer_got_whole_is_harder():
    report = ClassReport.of(
        [record(parts=[("a", 0, 2), ("b", 1, 2)]), record(parts=[("a", 2, 2), ("b", 1, 2)])]
    )
    assert [one.part for one in report.parts] == ["b", "a"]


def test_the_ten_most_frequent_departures_are_kept_and_the_rest_counted():
    where = [("C", 9)] * 3 + [("B", 2)] * 2 + [("D", step) for step in range(20, 40)]
    report = ClassReport.of(
        record(departure={"node": node, "step": step, "message": ""}) for node, step in where
    )
    assert report.departures[:3] == [
        DepartureCount("C", 9, 3),
        DepartureCount("B", 2, 2),
        DepartureCount("D", 20, 1),
    ]
    assert len(report.departures) == 10
    assert report.departed == 25


def test_an_unreadable_sheet_is_in_no_score_and_named_with_its_error():
    report = ClassReport.of([record(score=4), UNREADABLE])
    assert report.scores.sheets == 1
    assert report.scores.lowest == 100
    assert report.unread == [Unread("c.yaml", "c.yaml:3:1: a list that is open")]
    assert dict(report.conventions) == {"aima": 1}


def test_only_the_first_twenty_unreadable_sheets_are_kept():
    report = ClassReport.of(UNREADABLE | {"sheet": f"{at}.yaml"} for at in range(50))
    assert report.unreadable == 50
    assert [one.sheet for one in report.unread] == [f"{at}.yaml" for at in range(20)]
    assert report.scores is None


@pytest.mark.parametrize("most", [0, -1, inf, nan, None, "4", True])
def test_a_sheet_without_points_to_get_is_no_zero(most):
    report = ClassReport.of([record(score=0, most=most), record(score=2, most=4)])
    assert report.without_points == 1
    assert report.scores.mean == 50


@pytest.mark.parametrize(
    ("score", "share"),
    [(5, 100), (4, 100), (-1, 0), (10**400, 100), (nan, None), (inf, None), (1e-320, 0)],
)
def test_a_share_of_points_is_between_nothing_and_all(score, share):
    scores = ClassReport.of([record(score=score, most=4)]).scores
    assert (scores and scores.mean) == share


def test_a_score_that_rounds_to_all_points_is_not_called_right():
    report = ClassReport.of([record(score=99_999, most=100_000)])
    assert (report.right, report.scores.mean) == (0, 99.999 + 0.001)
    assert ClassReport.of([record(score=4)]).right == 1


def test_titles_stand_for_slugs_where_there_are_any():
    records = [record(named=["root-reset"]), record(named=["one-variable"])]
    report = ClassReport.of(records, {"root-reset": "starts afresh"})
    assert {one.id: one.title for one in report.misconceptions} == {
        "root-reset": "starts afresh",
        "one-variable": "one-variable",
    }


@over(
    "broken",
    [
        {},
        [],
        None,
        {"schema": "plytrace.trace/1"},
        record() | {"parts": None},
        record() | {"misconceptions": [{}]},
        record() | {"departure": {"node": "C", "step": inf}},
        {key: value for key, value in record().items() if key != "score"},
    ],
)
def test_what_is_no_record_is_refused_and_nothing_of_it_counted(broken):
    report = ClassReport.of([record()])
    before = report.record()
    with pytest.raises(InvalidInput, match=r"is not a record of a checked sheet; .*check/1"):
        report.add(broken)
    assert report.record() == before


@over(
    ("written", "shown"),
    [
        ("Zoë 李", "Zoë 李"),
        ("a\nb\t c", "a b c"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\udc80", "\\udc80"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        (None, ""),
        ("x" * 10_000, "x" * 299 + "…"),
    ],
)
def test_a_name_is_one_line_that_steers_nothing(written, shown):
    assert plain(written) == shown
