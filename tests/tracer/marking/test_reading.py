"""Sheets and keys in every form that people write them in."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import given, settings

from engine.errors import InvalidInput, UsageError
from tests.support.cases import over
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tracer import trace
from tracer.marking.blank_forms import FORMS, form
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of, sheet_of_text, sheets_in
from tracer.questions import PARTS

RIGHT = {
    "visits": "A B B1 B2 B3 C C1 D D1 D2 D3",
    "values": {"A": 3, "B": 3, "C": 2, "D": 2},
    "windows": {"A": "(-inf, inf)", "B": "(-inf, inf)", "C": "(3, inf)", "D": "(3, inf)"},
    "cutoffs": [{"at": "C", "alpha": 3, "beta": "inf", "skipped": "C2 C3"}],
    "move": "B",
    "line": "B B1",
    "utility": 3,
    "counts": {"visited": 11},
}


RULES = Grader(Problem("lecture", "lecture")).preferred.rules


@pytest.fixture(scope="module")
def lecture():
    return Grader(Problem("lecture", "lecture"))


@pytest.mark.parametrize(
    ("part", "written"),
    table(__file__, "reading-accepted-forms"),
)
def test_answer_earns_points_in_any_accepted_form(lecture, part, written):
    marked = lecture.mark(sheet_of({part: written}, "s"))
    assert marked.ok, marked.record()
    assert marked.record()["misconceptions"] == []


@over(
    ("part", "written"),
    table(__file__, "reading-wrong-answers"),
    ms=150,
)
def test_answer_loses_points_if_its_content_is_wrong(lecture, part, written):
    marked = lecture.mark(sheet_of({part: written}, "s"))
    assert not marked.ok
    assert marked.score < 1
    assert marked.parts[0].message
    assert marked.departure is not None


@pytest.mark.parametrize("what", ["values", "counts", "cutoffs", "windows", "utility"])
@pytest.mark.parametrize("given", [[[]], "???=!!!", 3.5, True, {"A": [1, 2, 3, {}]}, "A B C"])
def test_answer_is_noted_without_an_exception_if_unreadable(lecture, what, given):
    marked = lecture.mark(sheet_of({what: given, "move": "B"}, "s"))
    by_name = {part.part: part for part in marked.parts}
    assert by_name["move"].ok
    assert by_name[what].message


@pytest.mark.parametrize("odd", ["1 or 2", "0,5", "about 1", "one", "1?"])
def test_count_that_is_no_answer_is_listed_and_changes_no_other_count(lecture, odd):
    marked = lecture.mark(sheet_of({"counts": f"visited = 11\ncutoffs = {odd}"}, "s"))
    record = marked.record()
    assert record["read"]["counts"] == "visited=11"
    assert [one["text"] for one in record["unread"]] == [f"cutoffs = {odd}"]


WHOLE = {
    ".json": json.dumps({"student": "s1", **RIGHT}),
    ".yaml": "student: s1\n" + "\n".join(f"{k}: {json.dumps(v)}" for k, v in RIGHT.items()),
    ".txt": """Name: s1

        **Visit order**: A B B1 B2 B3 C C1
          D D1 D2 D3
        Values: A=3, B=3, C=2, D=2
        - windows: A (-inf, inf) B (-inf, inf) C (3, inf) D (3, inf)
        # cutoffs
        cutoffs:
          * C alpha=3 beta=inf skips C2 C3
        best move: B
        PV: B B1
        value: 3
        counts: visited=11
        """,
}
WHOLE[".md"] = WHOLE[".txt"]


@pytest.mark.parametrize("suffix", WHOLE)
def test_sheet_is_right_in_every_format(lecture, suffix):
    sheet = sheet_of_text(WHOLE[suffix], "s", suffix)
    assert (sheet.error, sheet.student, set(sheet.answers)) == ("", "s1", set(RIGHT))
    marked = lecture.mark(sheet)
    assert marked.ok, marked.record()
    assert marked.score == marked.most == len(RIGHT)


@pytest.mark.parametrize("names", [*permutations(RIGHT, 2)], ids=" then ".join)
def test_every_part_is_read_right_below_every_other(lecture, names):
    lines = [
        f"{name}: {PARTS[name].show(PARTS[name].read(RIGHT[name], RULES).claim)}" for name in names
    ]
    marked = lecture.mark(sheet_of_text("\n".join(lines), "sheet", ".txt"))
    assert marked.ok, marked.record()
    assert [part.part for part in marked.parts] == [name for name in PARTS if name in names]


def test_tables_and_json_lines_hold_a_sheet_in_each_row(lecture, tmp_path):
    table = tmp_path / "forms.csv"
    table.write_text(
        "Timestamp,Student ID,Visit order,Best move\n"
        "1,s1,A B B1 B2 B3 C C1 D D1 D2 D3,B\n"
        '2,s2,"A,B,B1",C\n'
        "\n"
        "3,s3,too,many,cells\n",
        encoding="utf-8-sig",
    )
    found = [lecture.mark(one) for one in sheets_in(table)]
    assert [(one.student, one.ok, bool(one.error)) for one in found] == [
        ("s1", True, False), ("s2", False, False), ("", False, True),
    ]  # fmt: skip
    lines = tmp_path / "forms.jsonl"
    lines.write_text(
        json.dumps({"sheet": "x", "student": "s1", **RIGHT}) + "\n\n[1]\n{broken\n",
        encoding="utf-8",
    )
    found = [lecture.mark(one) for one in sheets_in(lines)]
    assert (found[0].sheet, found[0].ok) == ("x", True)
    assert [one.sheet for one in found if one.error] == [f"{lines}:3", f"{lines}:4"]
    two = tmp_path / "two.csv"
    two.write_text("part,answer\nmove,B\nvalues,A=3 B=3\nvalues,C=2 D=2\n", encoding="utf-8")
    assert [lecture.mark(one).ok for one in sheets_in(two)] == [True]


@pytest.mark.parametrize("format_name", ["json", "csv"])
@pytest.mark.parametrize("source", ["lecture", "dice", "tic-tac-toe@xo.|.x.|..o"])
def test_output_of_trace_is_a_right_sheet(format_name, source, tmp_path):
    path = tmp_path / f"x.{format_name}"
    path.write_text(trace(source).export(format_name), encoding="utf-8")
    (marked,) = [Grader(Problem(source, source)).mark(one) for one in sheets_in(path)]
    assert marked.ok, marked.record()
    assert len(marked.parts) >= 3


@given(trees(4), conventions, windows)
@settings(max_examples=30)
def test_bounds_are_right_if_a_trace_wrote_them(tree, convention, window):
    t = trace(tree, convention=convention, window=window)
    options = {"window": window}
    grader = Grader(Problem("x", tree, SearchRules("alphabeta", options), (convention,)))
    record = json.loads(t.export("json"))
    marked = grader.mark(sheet_of(record, "x"))
    assert marked.ok, marked.record()


def test_bound_of_a_trace_is_wrong_if_it_points_the_wrong_way(lecture, tmp_path):
    for name in ("json", "csv"):
        path = tmp_path / f"x.{name}"
        right = trace("lecture").export(name)
        path.write_text(right.replace("upper", "lower"), encoding="utf-8")
        (marked,) = [lecture.mark(one) for one in sheets_in(path)]
        (values,) = [one for one in marked.record()["parts"] if one["part"] == "values"]
        assert "C is ≤ 2, not ≥ 2" in values["message"]


@over("format_name", FORMS)
@over("source", ["lecture", "misconceptions", "dice", "tic-tac-toe@xo.|.x.|..o"])
def test_form_is_read_back_without_answers_if_blank(format_name, source):
    grader = Grader(Problem(source, source))
    text = form(grader, format_name)
    if format_name != "csv":
        suffix = {"text": ".txt"}.get(format_name, f".{format_name}")
        sheet = sheet_of_text(text, "blank", suffix)
        assert sheet.error == ""
        assert set(grader.usual_parts) <= set(sheet.answers)
        marked = grader.mark(sheet)
        assert marked.score == 0
        assert marked.departure is None
    whole = trace(source, "minimax" if source != "dice" else None)
    inner = {place.name for place in whole.walk() if whole.log.actions[place.row]}
    for name in inner if format_name != "csv" else ():
        assert name in text  # not only those that alpha-beta visits


KEY = """\
source: lecture
search: alphabeta
accept: [aima, cs188]
window: before
parts: {visits: 4, cutoffs: 4, best move: 1/2}
"""


def test_key_decides_which_parts_are_asked(tmp_path):
    path = tmp_path / "key.yaml"
    path.write_text(KEY, encoding="utf-8")
    problem = read_key(str(path))
    search = problem.search
    assert (problem.source, search.name, search.window) == ("lecture", "alphabeta", "before")
    assert [one.name for one in problem.accept] == ["aima", "cs188"]
    assert problem.parts == {"visits": 4, "cutoffs": 4, "move": 0.5}
    grader = grader_of(problem)
    right = {key: RIGHT[key] for key in ("visits", "cutoffs", "move")}
    assert grader.mark(sheet_of(right, "s")).score == 8.5
    after = {**right, "cutoffs": "C alpha=3 beta=2 skips C2 C3"}
    assert grader.mark(sheet_of(after, "s")).score < 8.5
    assert not grader.mark(sheet_of({"visits": RIGHT["visits"]}, "s")).ok
    assert grader.mark(sheet_of({"visits": RIGHT["visits"]}, "s")).most == 8.5


@over(
    ("text", "told"),
    [
        (KEY.replace("parts", "prats"), "no key 'prats'"),
        (KEY.replace("visits", "visist"), "no part 'visist'"),
        (KEY.replace("cs188", "cs118"), "key.yaml:3:1"),
        (KEY.replace("before", "later"), "before, after or either"),
        (KEY.replace("alphabeta", "alfabeta"), "alphabeta?"),
        (KEY.replace("4,", "-4,"), "visits cannot have"),
        (KEY.replace("lecture", "lectur"), "lecture"),
        (KEY + "depth: deep\n", "depth: cannot be 'deep'; expected a whole number"),
        (KEY + "root-window: 3\n", "α and β"),
        (KEY.replace("source: lecture", "name: x"), "the source is missing"),
        ("parts: [visits]\ntree: [[3, 4], [1, 2]]\nroots: max\n", "no key 'roots'"),
        ("matrix: mp520\nparts: [visits]\n", "no part 'visits'"),
        ("matrix: mp520\ndepth: 3\n", "depth: has no effect on a payoff matrix"),
        ("source: lecture\nparts: [equilibria]\n", "no part 'equilibria'"),
    ],
)
def test_key_is_refused_with_its_place_if_wrong(tmp_path, text, told):
    path = tmp_path / "key.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((InvalidInput, UsageError)) as caught:
        grader_of(read_key(str(path)))
    assert told in str(caught.value)


def test_tree_is_read_from_the_key_or_from_beside_it(tmp_path):
    (tmp_path / "mine.yaml").write_text("tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "utf-8")
    (tmp_path / "theirs.efg").write_text(
        'EFG 2 R "" { "1" "2" } p "" 1 1 "" { "l" "m" "r" } 0\n'
        + "".join(
            f'p "" 2 {number} "" {{ "l" "m" "r" }} 0\n'
            + "".join(f't "" {leaf + 20} "" {{ {leaf} {-leaf} }}\n' for leaf in leaves)
            for number, leaves in enumerate(((3, 12, 8), (2, 4, 6), (14, 5, 2)), start=1)
        ),
        "utf-8",
    )
    for text in (
        "source: mine.yaml\nparts: [visits]\n",
        "source: theirs.efg\nparts: [visits]\n",
        "tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]\nroot: max\nparts: [visits]\n",
    ):
        (tmp_path / "key.yaml").write_text(text, encoding="utf-8")
        grader = grader_of(read_key(str(tmp_path / "key.yaml")))
        assert grader.mark(sheet_of({"visits": RIGHT["visits"]}, "s")).ok


@pytest.mark.parametrize(
    "answers",
    [
        {"visits": "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3", "cutoffs": "C (3, inf) skips C2 C3"},
        {"visits": "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3", "cutoffs": "none"},
        {"visits": "A B B1 B2 B3 C C1 D D1 D2 D3", "values": "A=5 B=3 C=2 D=5"},
        {"values": "A=8 B=8 C=2 D=2", "move": "B"},
    ],
)
def test_slip_costs_points_once(lecture, answers):
    marked = lecture.mark(sheet_of(answers, "s"))
    assert not marked.ok
    assert 0 < marked.score < marked.most
    assert sum(part.ok for part in marked.parts) == len(marked.parts) - 1


@pytest.mark.parametrize("line", ["left b2", "left, b2", "Left → b2", "b b2", "a b b2"])
def test_moves_are_read_if_they_are_named_like_words_of_a_sentence(line):
    tree = "{tree: {id: a, children: {left: {id: b, children: [9, 4]}, right: [3, 1]}}}"
    problem = Problem("two moves", tree, parts={"line": 1})
    marked = Grader(problem).mark(sheet_of_text(f"line: {line}", "sheet"))
    assert (marked.score, marked.notes) == (1, ())


@pytest.mark.parametrize("between", [", ", "; ", "\n", " → "])
def test_comma_in_brackets_belongs_to_the_name_of_a_cell(between):
    problem = Problem(
        "rows",
        "tic-tac-toe@xox|oxo|...",
        SearchRules(options={"cells": "row-col"}),
        parts={"visits": 1, "values": 1},
    )
    grader = Grader(problem)
    right = grader.preferred.answers
    values = {name: right.values[name] for name in right.interior}
    text = f"visits: {between.join(right.visits)}\n"
    if between != " → ":
        text += f"values: {between.join(f'{name}={value:g}' for name, value in values.items())}"
    marked = grader.mark(sheet_of_text(text, "sheet"))
    assert "(2,1) (2,0)" in right.visits
    assert marked.score == (1 if between == " → " else 2)


def test_form_about_a_matrix_earns_nothing_if_blank():
    parts = {"dominance": 1.0, "dominant": 1.0}
    grader = grader_of(Problem("m", "[[3, -1], [-2, 4]]", parts=parts, kind="matrix"))
    for name in FORMS:
        if name != "csv":
            suffix = f".{name}" if name in ("yaml", "json") else ""
            blank = sheet_of_text(form(grader, name), "blank", suffix)
            assert grader.mark(blank).score == 0, name
    first, other = (one.name for one in (grader.items["dominance"].game.rows,
                                         grader.items["dominance"].game.columns))  # fmt: skip
    none = sheet_of_text(f"dominance: {first}: none; {other}: none\ndominant: none", "none")
    assert grader.mark(none).score == 2


def test_blank_lines_and_text_of_a_worksheet_are_no_answers():
    text = """\
student: ________

Children are visited from left to right, as in the lecture.

variant: 3

![The figure](<figure-1.svg>)

**a)** In which order are the nodes visited, the root first? (4 points)

visits: ____ A B ____

**b)** With which window is each node entered? (2.5 points)

| node | α | β |
| --- | --- | --- |
| A | −∞ | +∞ |
| B | – | – |

**c)** What is left out? (1 point)

| node | α | β | left out |
| --- | --- | --- | --- |
| C | 3 | +∞ | C2 C3 |
|  |  |  |  |

move:

| count | number |
| --- | --- |
| visited | 11 |
| cutoffs | |

equilibria: (2, a)\\
(1, b)
"""
    sheet = sheet_of_text(text, "s")
    assert (sheet.student, sheet.variant) == ("", "3")
    assert sheet.answers == {
        "visits": "A B",
        "windows": "A (−∞, +∞)",
        "cutoffs": "C alpha=3 beta=+∞ skips C2 C3",
        "move": "",
        "counts": "visited = 11",
        "equilibria": "(2, a)\n(1, b)",
    }
    assert [line.text for line in sheet.unlabelled] == [
        "Children are visited from left to right, as in the lecture."
    ]


@pytest.mark.parametrize("written", ["pruned: C2, D2", "cutoffs: C2, D2", "not visited: D2 C2"])
def test_skipped_nodes_belong_to_the_cutoffs_at_their_parents(lecture, written):
    record = lecture.mark(sheet_of_text(written, "sheet", ".txt")).record()
    assert sorted(record["read"]["cutoffs"].split("; ")) == ["C, skips C2", "D, skips D2"]


def test_names_of_moves_stand_for_their_nodes_if_they_are_unambiguous():
    grader = Grader(Problem("aima", "aima-two-ply", SearchRules("alphabeta")))
    written = (
        "visits: A, a1, b1, b2, b3, a2, c1, a3, d1, d2, d3\n"
        "cutoffs: a2 (3, inf) skips c2, c3\nvalues: a1=3 a2=2 a3=2 root=3\nmove: a1"
    )
    marked = grader.mark(sheet_of_text(written, "sheet", ".txt"))
    assert [part.ok for part in marked.parts] == [True] * 4
    assert not marked.unread


@pytest.mark.parametrize("said", ["A=3, B=banana", "A 3, B foo"])
def test_answer_to_the_only_open_question_is_pending_if_only_some_of_it_can_be_read(said):
    parts = {"visits": 1, "cutoffs": 1, "values": 1}
    grader = Grader(Problem("lecture", "lecture", SearchRules("alphabeta"), parts=parts))
    text = f"(a) {RIGHT['visits']}\n(b) C (3, inf) skips C2 C3\n(c) {said}"
    marked = grader.mark(sheet_of_text(text, "sheet", ".txt"))
    assert [part.pending for part in marked.parts] == [False, False, True]
    assert [line.text for line in marked.unread] == [said]


@pytest.mark.parametrize(
    ("parts", "line"), [(("values", "minimax"), "A=3, B=3, C=2, D=2"), (("move", "line"), "B")]
)
def test_line_without_a_label_is_unread_if_it_can_be_about_two_parts(parts, line):
    grader = Grader(Problem("lecture", "lecture", parts=dict.fromkeys(parts, 1)))
    marked = grader.mark(sheet_of_text(f"student: Ann\n{line}", "sheet", ".txt"))
    assert [one.text for one in marked.unread] == [line]
    assert all(part.pending for part in marked.parts)


@pytest.mark.parametrize("label", ["second best move", "not pruned", "other values"])
def test_label_that_denies_its_answer_is_unread(lecture, label):
    marked = lecture.mark(sheet_of_text(f"{label}: B", "sheet", ".txt"))
    assert [line.text for line in marked.unread] == [f"{label}: B"]


@pytest.mark.parametrize("said", ["A≈2.67, B = ~2.67, C=2", "A=2.67, B = 8/3 ≈ 2.67, C=2"])
def test_rounded_value_is_right_behind_a_sign_for_rounding(said):
    coin = {"player": "chance", "children": [3, 1, 4]}
    tree = {
        "id": "A",
        "children": [{"id": "B", **coin}, {"id": "C", **coin, "children": [2, 2, 2]}],
    }
    grader = Grader(Problem("coin", {"tree": tree, "root": "max"}, SearchRules("expectiminimax")))
    assert grader.mark(sheet_of_text(f"values: {said}", "sheet", ".txt")).parts[0].ok
