"""The formats of a class report: they agree with it, read back, and take names literally."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import asdict
from html.parser import HTMLParser
from io import StringIO
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput, UsageError
from tracer.classes.report import FORMATS, ClassReport, format_of, write_report
from tracer.text.printable_text import cell_width

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]></style><b>&amp;",
    "=HYPERLINK(A1)",
    "+x",
    "-1+1",
    "@SUM(A1)",
    "| a | `b` | [c](d) **e**",
    "\x1b[2J\x00\u202e\r\nx",
    "\udc80\ud800",
    "'; DROP TABLE sheets; --",
    "李" * 90,
    "x" * 500,
    "e\u0301" * 60,
]


def record(sheet="a.yaml", score=3, most=4, **more):
    return {
        "schema": "plytrace.check/1",
        "sheet": sheet,
        "student": "s1",
        "score": score,
        "max_score": most,
        "convention": "aima",
        "parts": [
            {"part": "visits", "score": score, "max_score": 4, "ok": score == 4, "message": ""}
        ],
        "departure": {"step": 9, "node": "C", "message": ""},
        "misconceptions": [{"id": "one-variable", "fit": 1, "first_shows_at": 9, "message": ""}],
        "indistinguishable": ["one-variable", "root-reset"],
    } | more


def unread(sheet="c.yaml", error="c.yaml:3:1: open list"):
    blank = {"parts": [], "departure": None, "misconceptions": [], "indistinguishable": []}
    return record(sheet, 0, convention=None, student="", error=error) | blank


def hostile(name):
    """Two sheets on which everything that has a name has this one."""
    part = {"part": name, "score": 1, "max_score": 4, "ok": False, "message": name}
    return [
        record(
            name,
            student=name,
            parts=[part],
            convention=name,
            departure={"step": 9, "node": name, "message": name},
            misconceptions=[{"id": name, "fit": 1, "first_shows_at": 9, "message": name}],
            indistinguishable=[f"{name}2"],
        ),
        unread(name, f"{name}:1:1: {name}"),
    ]


CLASSES = {
    "some": [record(f"{at}.yaml", at) for at in range(5)] + [unread()],
    "one sheet": [record()],
    "no sheet": [],
    "only unreadable sheets": [unread(f"{at}.yaml") for at in range(30)],
    "no points": [record(score=0, most=0, parts=[])],
    "all right": [
        record(score=4, departure=None, misconceptions=[], indistinguishable=[]) for _ in range(3)
    ],
    "only possible misconceptions": [record(misconceptions=[])],
    "parts without points": [
        record(parts=[{"part": "p", "score": 0, "max_score": 0, "ok": True, "message": ""}])
    ],
} | {f"named {name[:12]!r}": hostile(name) for name in HOSTILE}

every_class = pytest.mark.parametrize("records", CLASSES.values(), ids=CLASSES)


def written(records, name, title="Homework 3", titles=None):
    out = StringIO()
    FORMATS[name].write(ClassReport.of(records, titles), out, title=title)
    text = out.getvalue()
    text.encode("utf-8")  # a lone surrogate could not be written to a file
    assert text.endswith("\n")
    return text


def page(text):
    """The page as XML, which is stricter than HTML."""
    return ElementTree.fromstring(text)


def tables(tree):
    """The rows of every table, by its label."""
    return {
        table.get("aria-label"): [
            ["".join(cell.itertext()) for cell in row] for row in table.iter("tr")
        ]
        for table in tree.iter("table")
    }


@every_class
def test_json_holds_the_report_and_nothing_else(records):
    report = ClassReport.of(records)
    made = json.loads(written(records, "json"))
    assert (made.pop("schema"), made.pop("title")) == ("plytrace.class/1", "Homework 3")
    scores = report.scores
    assert made.pop("scores") == (
        None if scores is None else asdict(scores) | {"histogram": list(scores.histogram)}
    )
    for name in ("parts", "departures", "unread"):
        assert made.pop(name) == [asdict(one) for one in getattr(report, name)]
    assert made.pop("misconceptions") == [
        asdict(one) | {"examples": list(one.examples)} for one in report.misconceptions
    ]
    conventions = {one["convention"]: one["sheets"] for one in made.pop("conventions")}
    assert conventions == dict(report.conventions)
    assert made == {name: getattr(report, name) for name in made}
    assert {"sheets", "unreadable", "students", "right", "departed"} <= set(made)


def test_json_of_a_small_class_is_this():
    made = json.loads(written([record(score=1), record("b.yaml", 4), unread()], "json"))
    assert made["scores"] == {
        "sheets": 2, "mean": 62.5, "median": 62.5, "lower_quartile": 43.75, "upper_quartile": 81.25,
        "lowest": 25, "highest": 100, "deviation": 37.5,
        "histogram": [0, 0, 1, 0, 0, 0, 0, 0, 0, 1],
    }  # fmt: skip
    assert made["parts"] == [{"part": "visits", "sheets": 2, "whole": 1, "mean": 62.5}]
    assert made["misconceptions"][0] == {
        "id": "one-variable", "title": "one-variable", "named": 2, "may_be": 0, "students": 1,
        "examples": ["a.yaml", "b.yaml"],
    }  # fmt: skip
    assert made["misconceptions"][1]["may_be"] == 2
    assert made["departures"] == [{"node": "C", "step": 9, "sheets": 2}]
    assert made["unread"] == [{"sheet": "c.yaml", "error": "c.yaml:3:1: open list"}]


@every_class
def test_csv_reads_back_as_the_report(records):
    report = ClassReport.of(records)
    head, *rows = csv.reader(StringIO(written(records, "csv")))
    assert head == ["section", "name", "figure", "value"]
    assert all(len(row) == 4 for row in rows)

    def read(text):
        return text.removeprefix("'") if text[:2] in ("'=", "'+", "'-", "'@") else text

    found = {(section, read(name), figure): read(value) for section, name, figure, value in rows}
    assert found["report", "", "title"] == "Homework 3"
    assert int(found["report", "", "sheets"]) == report.sheets
    if report.scores:
        assert float(found["scores", "", "mean"]) == report.scores.mean
        bins = [
            int(found["histogram", f"{low} to {low + 10}", "sheets"]) for low in range(0, 100, 10)
        ]
        assert tuple(bins) == report.scores.histogram
    for part in report.parts:
        assert int(found["part", part.part, "whole"]) == part.whole
        assert (("part", part.part, "mean") in found) is (part.mean is not None)
    for one in report.misconceptions:
        assert int(found["misconception", one.id, "named"]) == one.named
        assert int(found["misconception", one.id, "may_be"]) == one.may_be
    for one in report.departures:
        assert int(found["departure", f"step {one.step} at {one.node}", "sheets"]) == one.sheets
    for one in report.unread:
        assert found["unread", one.sheet, "error"] == one.error


@every_class
def test_csv_holds_nothing_that_a_spreadsheet_would_run(records):
    for row in csv.reader(StringIO(written(records, "csv", title="=1+1"))):
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@"))]


@every_class
def test_text_is_80_columns_wide_and_steers_no_terminal(records):
    text = written(records, "text", title="T" * 200)
    assert max(map(cell_width, text.splitlines())) <= 80
    assert all(sign.isprintable() or sign == "\n" for sign in text)
    assert not [line for line in text.splitlines() if line != line.rstrip()]


def test_bars_of_the_histogram_are_as_long_as_their_counts():
    records = [record(score=4, parts=[])] * 4 + [record(score=2, parts=[])] * 2
    lines = written(records, "text").splitlines()
    assert [line for line in lines if line.endswith(f"  {'█' * 52} 4")]
    assert [line for line in lines if line.endswith(f"  {'█' * 26} 2")]


def test_a_single_sheet_among_thousands_still_has_a_bar():
    records = [record(score=4, parts=[])] * 3000 + [record(score=0, parts=[])]
    assert re.search(r" 0–10  ▏ 1$", written(records, "text"), re.MULTILINE)


@every_class
def test_markdown_tables_keep_their_columns(records):
    text = written(records, "md", title="# <b>")
    assert text.startswith("# # &lt;b&gt;\n")
    columns = None
    for line in text.splitlines():
        bare = re.sub(r"\\.", "", line)  # an escaped bar ends no cell
        if not line.startswith("|"):
            columns = None
            continue
        columns = columns or bare.count("|")
        assert bare.count("|") == columns
        assert not re.search(r"[<`*\[]", bare)


@every_class
def test_the_page_is_well_formed_and_its_tables_hold_the_figures(records):
    report = ClassReport.of(records)
    tree = page(written(records, "html"))
    found = tables(tree)
    assert tree.findtext("body/header/h1") == "Homework 3"
    if report.scores:
        assert found["Scores"][1] == ["Mean", f"{report.scores.mean:.1f} %"]
        assert found["Histogram"][1][1:] == [f"{number}" for number in report.scores.histogram]
    rows = found.get("Parts, hardest first", [[]])[1:]
    assert [row[0] for row in rows] == [one.part for one in report.parts]
    rows = found.get("Misconceptions", [[]])[1:]
    assert [row[1:4] for row in rows] == [
        [one.id, str(one.named), str(one.may_be)] for one in report.misconceptions
    ]
    rows = found.get("Sheets that could not be read", [[]])[1:]
    assert rows == [[one.sheet, one.error] for one in report.unread]


class Elements(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self):
        super().__init__()
        self.found, self.attributes = set(), []

    def handle_starttag(self, tag, attrs):
        self.found.add(tag)
        self.attributes += [(tag, *attribute) for attribute in attrs]


#: Elements of the page; none of them runs or fetches anything.
KNOWN = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "section"),
    *("h1", "h2", "p", "div", "figure", "table", "thead", "tbody", "tr", "th", "td"),
    *("svg", "defs", "pattern", "desc", "g", "rect", "line", "path", "text"),
}


@every_class
def test_the_page_has_no_script_and_asks_for_nothing(records):
    text = written(records, "html", title="</title><script>", titles={"one-variable": "<i>"})
    parser = Elements()
    parser.feed(text)
    assert parser.found <= KNOWN
    for tag, name, value in parser.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "href", "srcset", "action", "background", "poster")
        assert tag == "meta" or "http" not in value
    assert not re.search(r"https?:|@import|url\((?!#hatch\))|javascript:", text)
    assert "default-src 'none'" in text


@every_class
def test_bars_of_the_page_lie_inside_their_plots(records):
    for plot in page(written(records, "html")).iter("svg"):
        if "viewBox" not in plot.attrib:
            continue
        _, _, width, height = map(float, plot.get("viewBox").split())
        assert plot.find("title").text
        assert plot.find("desc").text
        for bar in plot.iter("rect"):
            x, y, wide, high = (float(bar.get(name)) for name in ("x", "y", "width", "height"))
            assert x >= 0
            assert y >= 0
            assert wide >= 0
            assert high >= 0
            assert x + wide <= width
            assert y + high <= height


def test_bars_of_the_pages_histogram_are_in_proportion_to_the_counts():
    records = [record(score=4)] * 6 + [record(score=2)] * 3 + [record(score=1)]
    tree = page(written(records, "html"))
    plot = next(
        one for one in tree.iter("svg") if one.get("aria-labelledby", "").startswith("plot-scores")
    )
    lengths = [float(bar.get("width")) for bar in plot.iter("rect") if bar.get("class") == "bar"]
    assert lengths[9] / 6 == pytest.approx(lengths[2], abs=0.1)
    assert lengths[5] / 3 == pytest.approx(lengths[2], abs=0.1)
    assert sum(length > 0 for length in lengths) == 3


def test_what_may_be_differs_from_what_is_named_without_colour():
    tree = page(written([record()], "html"))
    style = tree.findtext("head/style")
    assert ".maybe { fill: url(#hatch)" in style
    assert tree.find(".//pattern[@id='hatch']") is not None
    assert {bar.get("class") for bar in tree.iter("rect")} >= {"bar", "maybe"}


@given(st.text(max_size=40))
@settings(deadline=None, max_examples=60)
def test_any_name_gives_a_well_formed_page_and_whole_rows(name):
    page(written(hostile(name), "html", titles={name: name}))
    assert all(len(row) == 4 for row in csv.reader(StringIO(written(hostile(name), "csv"))))
    assert max(map(cell_width, written(hostile(name), "text").splitlines())) <= 80


def test_a_heading_and_a_title_cannot_steer_anything_either():
    for name in ("text", "md", "html"):
        text = written([record()], name, title="a\x1b[2J\x00", titles={"one-variable": "b\x07"})
        assert "a\\x1b" in text.replace("\\\\", "\\")
        assert "b\\x07" in text.replace("\\\\", "\\")
        assert all(sign.isprintable() or sign == "\n" for sign in text)


def test_an_empty_class_and_one_of_unreadable_sheets_say_so():
    for name in ("text", "md", "html"):
        assert "There are no sheets." in written([], name)
        assert "None of them could be read" in written([unread()], name)


def test_departures_beyond_the_ten_are_told_as_a_number():
    where = [{"step": step, "node": "C", "message": ""} for step in range(12)]
    records = [record(departure=one) for one in where]
    for name in ("text", "md", "html"):
        assert "2 sheets elsewhere." in written(records, name)
        assert "elsewhere" not in written(records[:10], name)


def test_text_says_how_many_more_sheets_could_not_be_read():
    assert "And 10 more." in written(CLASSES["only unreadable sheets"], "text")


def test_a_file_is_written_in_the_format_of_its_name(tmp_path):
    report = ClassReport.of(CLASSES["some"])
    for format_ in FORMATS.values():
        for suffix in format_.suffixes:
            path = tmp_path / f"class{suffix.upper()}"
            write_report(report, path)
            out = StringIO()
            format_.write(report, out, title="Class report")
            assert path.read_text(encoding="utf-8") == out.getvalue()


@pytest.mark.parametrize("name", ["class.pdf", "class", ".html"])
def test_a_name_without_a_known_ending_is_refused_with_the_endings(name, tmp_path):
    with pytest.raises(UsageError, match=r"\.txt, \.md, \.csv, \.json, \.html or \.htm"):
        format_of(name)
    with pytest.raises(UsageError):
        write_report(ClassReport(), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_one_clear_message(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be written"):
        write_report(ClassReport(), tmp_path / "missing" / "class.html")
