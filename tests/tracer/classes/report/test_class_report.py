"""The class report: its figures against plain counting, and its formats against its tables."""

import csv
import re
import statistics
from collections import Counter
from io import StringIO
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput, UsageError
from tests.support.cases import over
from tests.support.check_records import record
from tests.support.hostile_names import HOSTILE
from tests.support.html_reader import Page
from tracer.classes.report import FORMATS, ClassReport, write_report
from tracer.classes.report.class_report import plain
from tracer.text.printable_text import cell_width


def departure(step, node="C"):
    return {"step": step, "node": node, "message": ""}


def unreadable(sheet="c.yaml", error="c.yaml:3:1: open list"):
    return record(sheet, student="", score=0, convention=None, error=error)


def hostile(name):
    """Two sheets on which everything that has a name has this one."""
    return [
        record(
            name,
            student=name,
            parts=[(name, 1, 4)],
            convention=name,
            departure=departure(9, name),
            named=[name],
            indistinguishable=[f"{name}2"],
            pending=[name],
        ),
        unreadable(name, f"{name}:1:1: {name}"),
    ]


SOME = [
    record("a.yaml", score=1, parts=[("p", 1, 4)], departure=departure(9), named=["root-reset"]),
    record("b.yaml", score=4, parts=[("p", 4, 4)], indistinguishable=["root-reset"]),
    record("d.yaml", student="s2", pending=["p"], parts=[("p", 0, 4)]),
    unreadable(),
]
CLASSES = {
    "some": SOME,
    "none": [],
    "unreadable": [unreadable(f"{at}.yaml") for at in range(30)],
    "no points": [record(score=0, most=0, parts=[("p", 0, 0)])],
    "all right": [record(score=4) for _ in range(3)],
} | {f"named {name[:12]!r}": hostile(name) for name in HOSTILE}


def rows(records, name, **options):
    """The rows of a table; none if it is not there."""
    tables = ClassReport.of(records, **options).tables()
    return next((table.rows for table in tables if table.name == name), [])


@given(st.lists(st.tuples(st.floats(0, 40), st.integers(1, 40)), min_size=1, max_size=40))
@settings(deadline=None)
def test_figures_are_those_of_the_statistics_module(marks):
    shares = [min(100 * score / most, 100) for score, most in marks]
    records = [record(score=score, most=most) for score, most in marks]
    figures = dict(rows(records, "scores"))
    assert figures["mean"] == pytest.approx(statistics.fmean(shares))
    assert figures["median"] == pytest.approx(statistics.median(shares))
    assert figures["standard deviation"] == pytest.approx(statistics.pstdev(shares), abs=1e-9)
    assert (figures["lowest"], figures["highest"]) == (min(shares), max(shares))
    if len(shares) > 1:
        quartiles = statistics.quantiles(shares, n=4, method="inclusive")
        assert [figures["lower quartile"], figures["upper quartile"]] == quartiles[::2]
    bins = Counter(min(int(share // 10), 9) for share in shares)
    assert [number for _, number in rows(records, "histogram")] == [bins[at] for at in range(10)]


SLUGS = ["root-reset", "one-variable", "wrong-bound"]


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(SLUGS), max_size=2, unique=True),
            st.lists(st.sampled_from(SLUGS), max_size=3),
            st.sampled_from(["", "s1", "s2"]),
            st.one_of(st.none(), st.tuples(st.integers(0, 5), st.sampled_from("ABC"))),
            st.sampled_from(["aima", "cs188"]),
            st.booleans(),
        ),
        max_size=40,
    )
)
@settings(deadline=None)
def test_counts_are_those_of_plain_counting(drawn):
    records = [
        record(f"{at}.yaml", student=student, named=named, indistinguishable=alike,
               departure=place and departure(*place), convention=convention,
               **({"error": "no"} if is_unread else {}))
        for at, (named, alike, student, place, convention, is_unread) in enumerate(drawn)
    ]  # fmt: skip
    read = [each for each in records if "error" not in each]
    counts = ClassReport.of(records).counts()
    assert counts["students"] == len({each["student"] for each in records} - {""})
    assert counts["without a named misconception"] == sum(
        not each["misconceptions"] for each in read
    )
    by_id = {row[0]: row for row in rows(records, "misconception")}
    for slug in SLUGS:
        named = [each for each in read if [x["id"] for x in each["misconceptions"]][:1] == [slug]]
        possible = [
            each for each in read if each not in named and slug in each["indistinguishable"]
        ]
        assert (slug in by_id) == bool(named or possible)
        if slug in by_id:
            students = len({each["student"] for each in named} - {""})
            assert by_id[slug][1:4] == (len(named), len(possible), students)
            examples = ", ".join(each["sheet"] for each in (named + possible)[:5])
            assert by_id[slug][5] == examples
    assert dict(rows(records, "convention")) == Counter(each["convention"] for each in read)
    places = Counter(
        "step {step} at {node}".format(**each["departure"]) for each in read if each["departure"]
    )
    shown = rows(records, "first mistake")
    assert [number for _, number in shown] == sorted(places.values(), reverse=True)[:10]
    assert all(places[place] == number for place, number in shown)


def test_parts_are_sorted_hardest_first_and_pending_ones_are_in_no_mean():
    records = [
        record(parts=[("visits", 4, 4), ("cutoffs", 1, 4), ("note", 0, 0), ("b", 1, 2)]),
        record(parts=[("visits", 1, 4), ("cutoffs", 4, 4), ("note", 0, 0), ("a", 0, 2)]),
        record(parts=[("visits", 4, 4), ("cutoffs", 0, 4), ("b", 1, 2), ("a", 2, 2)]),
        record(parts=[("visits", 0, 4)], pending=["visits"]),
    ]
    assert rows(records, "part") == [
        ("cutoffs", pytest.approx(125 / 3), 1, 3),
        ("b", 50, 0, 2),
        ("a", 50, 1, 2),
        ("visits", 75, 2, 3),
        ("note", None, 2, 2),
    ]


def test_pending_sheets_come_first_and_have_no_score():
    tables = ClassReport.of(SOME).tables()
    assert tables[0].name == "pending"
    assert tables[0].rows == [("d.yaml", "s2", "p")]
    assert ClassReport.of(SOME).scores == [25, 100]
    many = ClassReport.of(record(f"{at}", pending=["p"]) for at in range(203)).tables()[0]
    assert (len(many.rows), many.note) == (200, "And 3 more.")


def test_unreadable_sheets_are_in_no_figure_and_the_first_twenty_are_named():
    assert rows(SOME, "unreadable") == [("c.yaml", "3:1: open list")]
    assert ("c.yaml", "convention") not in rows(SOME, "convention")
    table = ClassReport.of(CLASSES["unreadable"]).tables()[0]
    assert (len(table.rows), table.note) == (20, "And 10 more.")


def test_ten_first_mistakes_are_listed_and_the_rest_counted():
    places = [departure(step) for step in range(12)]
    table = ClassReport.of(record(departure=place) for place in places).tables()
    (mistakes,) = (each for each in table if each.name == "first mistake")
    assert (len(mistakes.rows), mistakes.note) == (10, "2 sheets elsewhere.")


@over(
    ("score", "most", "share"),
    [(5, 4, 100), (-1, 4, 0), (3, 4, 75), (0, 0, None), (0, -1, None), (1e-320, 4, 0)],
)
def test_score_is_a_share_of_the_points_and_a_sheet_without_points_has_none(score, most, share):
    report = ClassReport.of([record(score=score, most=most)])
    assert report.scores == ([] if share is None else [pytest.approx(share)])
    assert report.counts()["without points"] == (share is None)


@over(
    "broken",
    [
        {},
        [],
        None,
        {"schema": "plytrace.trace/1"},
        record() | {"parts": None},
        record() | {"misconceptions": [{}]},
        record() | {"departure": {"node": "C", "step": inf, "message": ""}},
        record() | {"pending": [1]},
        *(record() | {"score": score} for score in (nan, inf, None, "4", True, 10**400)),
        {key: value for key, value in record().items() if key != "score"},
    ],
)
def test_what_is_no_record_is_refused(broken):
    report = ClassReport()
    with pytest.raises(InvalidInput, match=r"is not a record of a checked sheet; .*check/1"):
        report.add(broken)
    assert not report.records


@over(
    ("text", "shown"),
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
def test_name_is_one_line_that_steers_nothing(text, shown):
    assert plain(text) == shown


# The formats ------------------------------------------------------------------------------------


@over("records", CLASSES.values(), ms=90)
@over("suffix", FORMATS)
def test_every_format_has_the_cells_of_every_table_and_no_unsafe_sign(records, suffix):
    report = ClassReport.of(records)
    text = FORMATS[suffix](report, "T\x1b" * 60)
    assert all(sign.isprintable() or sign == "\n" for sign in text)
    if suffix == ".txt":
        assert max(map(cell_width, text.splitlines())) <= 80
        assert not [line for line in text.splitlines() if line != line.rstrip()]
    elif suffix == ".csv":
        lines = [*csv.reader(StringIO(text))]
        assert all(len(line) == 4 for line in lines)
        assert not [cell for line in lines for cell in line if cell.startswith(tuple("=+-@"))]
        assert ["report", "", "sheets", str(len(records))] in lines
        cells = {tuple(line) for line in lines}
        for table in report.tables():
            for name, *values in table.rows:
                for figure, value in zip(table.columns[1:], values, strict=True):
                    shown = {(table.name, mark + str(name), figure, other + str(value))
                             for mark in ("", "'") for other in ("", "'")}  # fmt: skip
                    assert value is None or cells & shown
    elif suffix == ".md":
        for line in text.splitlines():
            assert "<" not in re.sub(r"\\.", "", line)
    else:
        page = Page(text)
        assert not page.tags & {"script", "img", "b", "i", "a", "link"}
        assert all(name in {"lang", "charset", "name", "content", "class", "scope", "tabindex"}
                   for _, attributes in page.elements for name in attributes)  # fmt: skip
        cells = {cell for table in report.tables() for row in table.rows for cell in row[:1]}
        assert cells <= {*page.words}


@given(st.text(max_size=40))
@settings(deadline=None, max_examples=40)
def test_any_name_keeps_the_lines_short_and_the_rows_whole(name):
    report = ClassReport.of(hostile(name), {name: name})
    assert max(map(cell_width, FORMATS[".txt"](report, name).splitlines())) <= 80
    assert all(len(row) == 4 for row in csv.reader(StringIO(FORMATS[".csv"](report, name))))
    assert not Page(FORMATS[".html"](report, name)).tags & {"script", "img"}


def test_bars_are_as_long_as_their_counts_and_one_of_thousands_is_visible():
    records = [record(score=4)] * 4000 + [record(score=2)] * 2000 + [record(score=0)]
    text = FORMATS[".txt"](ClassReport.of(records), "T")
    assert re.search(rf"90 to 100 +{'█' * 22} +4,000$", text, re.MULTILINE)
    assert re.search(rf"50 to 60 +{'█' * 11} +2,000$", text, re.MULTILINE)
    assert re.search(r"0 to 10 +▏ +1$", text, re.MULTILINE)
    assert "█" * 22 in FORMATS[".html"](ClassReport.of(records), "T")


def test_sentences_name_what_the_scores_leave_out():
    assert ClassReport.of([]).sentences() == ["There are no sheets."]
    assert "None of them could be read" in ClassReport.of([unreadable()]).sentences()[-1]
    assert ClassReport.of([*SOME, record(overridden=["p"])]).sentences() == [
        "5 sheets of 2 students.",
        "1 sheet has a part that a person must mark. Until then the scores leave them out.",
        "The figures below exclude 1 sheet that could not be read.",
        "1 sheet has marks by hand.",
        "1 earned full credit.",
        "1 lost points without a named misconception.",
    ]


def test_titles_are_shown_beside_the_ids():
    records = [record(named=["root-reset"]), record(named=["one-variable"])]
    shown = rows(records, "misconception", titles={"root-reset": "starts afresh"})
    assert [row[4] for row in shown] == ["one-variable", "starts afresh"]


def test_report_is_written_in_the_format_of_its_name_or_refused(tmp_path):
    write_report(ClassReport.of(SOME), tmp_path / "a.HTML", title="Homework 3")
    assert "<h1>Homework 3</h1>" in (tmp_path / "a.HTML").read_text()
    with pytest.raises(UsageError, match=r"ends in .txt, .csv, .md, .html"):
        write_report(ClassReport(), tmp_path / "a.pdf")
    with pytest.raises(UsageError, match="needs a suffix"):
        write_report(ClassReport(), tmp_path / "a")
