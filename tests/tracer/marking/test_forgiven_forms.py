"""Sheets as students type them: what is plain is read, and what is not is named."""

from __future__ import annotations

from typing import Any

import pytest

from tracer.marking.blank_forms import form
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of, sheet_of_text, sheets_in
from tracer.marking.results.record import MarkedSheet

VISITS = "A, B, B1, B2, B3, C, C1, D, D1, D2, D3"
POINTS = {"visits": 4.0, "cutoffs": 4.0, "values": 2.0, "move": 1.0}


@pytest.fixture(scope="module")
def lecture() -> AnyGrader:
    return grader_of(read_key("lecture"))


@pytest.fixture(scope="module")
def misconceptions() -> AnyGrader:
    return grader_of(read_key("misconceptions"))


def answered(grader: AnyGrader, part: str, given: Any) -> MarkedSheet:
    """The marks of an answer to one part."""
    return grader.mark(sheet_of({part: given}, "s"))


def typed(grader: AnyGrader, text: str, suffix: str = ".txt") -> MarkedSheet:
    """The marks of a sheet as text."""
    return grader.mark(sheet_of_text(text, "s", suffix))


@pytest.mark.parametrize(
    "written",
    [
        "C2 C3 are skipped at C",
        "C2 and C3 are pruned at C because 2<=3",
        "C (α=3, β=+∞): C2, C3 skipped",
        "C: C2, C3 (alpha=3, beta=2)",
        "C: alpha=3, beta=+inf, C2 and C3 skipped because v=2 <= alpha=3",
        "C -> C2, C3",
        "C C2 C3",
        "C2 C3",
        "C2 is pruned; C3 is pruned",
        "C cuts C2 and C3, alpha = 3, beta = inf",
        "C is cut: (3, inf), skip C2, C3",
        "C\nalpha=3\nbeta=inf\nskips C2 C3",
        "node C (alpha=3, beta=2) is cut off after C1, C2 and C3 are skipped",
        "Node: C, Alpha: 3, Beta: inf, Skipped: C2, C3",
        "C (3, inf) skips C2 C3, D (3, 5) after D3",
        {"C": ["C2", "C3"]},
        {"C": "alpha=3 beta=inf skips C2, C3"},
        ["C2", "C3"],
        ["C (3, inf) skips C2 C3"],
    ],
    ids=repr,
)
def test_cutoff_is_right_in_any_accepted_words(lecture: AnyGrader, written: Any):
    marked = answered(lecture, "cutoffs", written)
    assert marked.ok, marked.record()


@pytest.mark.parametrize(
    ("written", "score", "told"),
    [
        ("C (alpha=3, beta=2) skips C2", 3 / 4, "it skips C2, C3, not C2"),
        ("C (alpha=3, beta=7) skips C2", 2 / 4, "β is +∞, not 7"),
        ("E skips C2 C3", 0, "there is no cutoff at E"),
        ("A prunes C2 and C3", 0, "there is no cutoff at A"),
        ("C skips C2 C3 C4", 1 / 2, "not C2, C3, C4"),
    ],
)
def test_cutoff_loses_points_only_for_what_is_wrong_in_it(
    lecture: AnyGrader, written: str, score: float, told: str
):
    (part,) = answered(lecture, "cutoffs", written).parts
    assert part.score == pytest.approx(score)
    assert told in part.message


@pytest.mark.parametrize("label", ["Pruned", "skipped", "Pruned nodes"])
def test_cutoff_is_at_the_parent_if_a_pruned_child_is_named(
    lecture: AnyGrader, misconceptions: AnyGrader, label: str
):
    assert typed(lecture, f"{label}: C2 C3").ok
    assert typed(lecture, f"cutoffs:\nC: alpha=3 beta=inf\n{label}: C2 C3").ok
    marked = typed(misconceptions, f"{label}: K K1 K2")
    assert "there is no cutoff" not in marked.parts[0].message
    assert marked.score == pytest.approx(1 / 4)


def test_skipped_nodes_may_include_all_nodes_below(misconceptions: AnyGrader):
    short = answered(misconceptions, "cutoffs", "E skips K")
    for written in ("E skips K K1 K2", {"E": {"skipped": ["K", "K1", "K2"]}}):
        long = answered(misconceptions, "cutoffs", written)
        assert (long.score, long.parts[0].message) == (short.score, short.parts[0].message)


@pytest.mark.parametrize(
    "nothing",
    ["", "-", "–", "?", "x", "n/a", "not visited", "pruned", "cut", "skipped", "none", "null"],
)
def test_node_costs_nothing_if_it_is_marked_as_not_visited(misconceptions: AnyGrader, nothing: str):
    for given in (f"A=3 K={nothing} C=3", f"A: 3, K: {nothing}\nC: 3", {"A": 3, "K": nothing}):
        marked = answered(misconceptions, "values", given)
        assert marked.ok, (given, marked.record())


@pytest.mark.parametrize(
    ("part", "written", "read", "unread"),
    [
        ("values", "A=3 B=3 C=2 D=Q", "A=3, B=3, C=2", "D=Q"),
        ("values", {"A": 3, "B": 3, "C": 2, "D": "two"}, "A=3, B=3, C=2", "D: two"),
        ("values", "A=3, B=3, hm, C=2, D=2", "A=3, B=3, C=2, D=2", "hm"),
        ("windows", "A (-inf, inf), B (x, 3), C (3, inf)", "A (−∞, +∞), C (3, +∞)", "B (x, 3)"),
        ("windows", {"A": "(-inf, inf)", "C": "three"}, "A (−∞, +∞)", "C: three"),
        ("counts", "visited=11 foo=3", "visited=11", "foo=3"),
        ("counts", "visited=Q, cutoffs=1", "cutoffs=1", "visited=Q"),
    ],
)
def test_entry_is_unread_and_the_others_are_read_if_it_is_not_of_the_grammar(
    lecture: AnyGrader, part: str, written: Any, read: str, unread: str
):
    record = answered(lecture, part, written).record()
    assert record["read"] == {part: read}
    assert [line["text"] for line in record["unread"]] == [unread]


@pytest.mark.parametrize(
    "written",
    [
        "A: α=-inf β=inf; B: α=-inf β=inf; C: α=3, β=∞; D: (α=3, β=inf)",
        "A (-inf, inf)  B ( , )  C (3, inf)",
        "A: -inf, inf; C: 3, inf",
        "A: alpha -inf beta inf",
        [{"A": "(-inf, inf)"}, "C (3, inf)"],
    ],
    ids=repr,
)
def test_windows_are_read_with_letters_and_blanks(lecture: AnyGrader, written: Any):
    marked = answered(lecture, "windows", written)
    assert marked.ok, marked.record()


@pytest.mark.parametrize(
    "written",
    ["v(A)=3, v(B) = 3", "A -> 3, B→3", "A=3, B=3 and C=2; D is 2", "A=3 (max) B=3 (min)"],
)
def test_values_are_read_with_arrows_and_words(lecture: AnyGrader, written: str):
    assert answered(lecture, "values", written).ok


def test_bound_is_right_only_in_its_direction(misconceptions: AnyGrader):
    assert answered(misconceptions, "values", "I<=2 E>=15 C≤3 L=≤2").ok
    assert answered(misconceptions, "values", "A>=3 B<=3").ok  # exact values
    marked = answered(misconceptions, "values", "I>=2 E<=15 C>=3 L=2")
    assert marked.score == pytest.approx(1 / 4)
    assert "I is ≤ 2, not ≥ 2" in marked.parts[0].message
    assert "E is ≥ 15, not ≤ 15" in marked.parts[0].message
    assert marked.findings == ()  # no way of searching writes bounds the wrong way
    # Of what every node is worth, nothing is a bound.
    assert answered(misconceptions, "minimax", "A>=3 B<=3").ok


def test_node_is_unread_if_it_has_two_different_answers(lecture: AnyGrader):
    record = answered(lecture, "values", "A=3 A=9 B=3 B=3.0 C=2 D=2").record()
    assert record["read"] == {"values": "B=3, C=2, D=2"}
    assert {line["text"] for line in record["unread"]} == {"A=3", "A=9"}
    record = answered(lecture, "windows", "A (-inf, inf), C (3, inf), C (2, inf)").record()
    assert record["read"] == {"windows": "A (−∞, +∞)"}
    traced = [{"id": "A", "kind": "interior", "value": value} for value in (3, 9)]
    marked = lecture.mark(sheet_of({"visits": traced}, "trace"))
    assert marked.record()["read"]["values"] == "A=3"  # of several visits, the first
    twice = sheet_of_text('{"values": {"A": 3, "A": 4}}', "s.json", ".json")
    assert "'A' is given twice" in twice.error


@pytest.mark.parametrize(
    "text",
    [
        "A=3, B=3, C=2, D=2\nbest move B",
        "A is 3, B is 3\nmove: B",
        "best move = B\nvalue of root = 3",
        f"order of visits: {VISITS}\nmove: B",
        f"move: B\n{VISITS}",
        f"{VISITS}\nmove: B",
        "A (-inf, inf), C (3, inf)\nmove: B",
        "move: B\nC is cut: (3, inf), skip C2, C3",
        f"visits: {VISITS}\nC2, C3 pruned",
        f"Question 1: {VISITS}\nQ2. move: B",
        "visits:\n\nmove: B\n" + VISITS,
    ],
)
def test_answer_is_read_without_its_label_if_its_kind_is_plain(lecture: AnyGrader, text: str):
    marked = typed(lecture, text)
    assert marked.ok, marked.record()
    assert (len(marked.parts), marked.notes) == (2, ())


def test_sheet_is_read_without_labels():
    grader = grader_of(Problem("lecture", "lecture", parts=POINTS))
    text = f"1. {VISITS}\nA=3, B=3, C=2, D=2\nC is cut: (3, inf), skip C2, C3\nbest move B"
    marked = typed(grader, text)
    assert (marked.ok, marked.score, marked.notes) == (True, 11, ())


def test_line_is_unread_and_a_near_label_is_suggested_if_its_label_is_unknown(lecture: AnyGrader):
    text = (
        "values: A=3 B=3 C=2 D=2\nMy own idea: B A\nvisit ordr: D D D\nvalus: C\n\n"
        "I was not sure about this one.\n"
    )
    marked = typed(lecture, text)
    assert [(line.number, line.text) for line in marked.unread] == [
        (2, "My own idea: B A"), (4, "valus: C"), (6, "I was not sure about this one."),
    ]  # fmt: skip
    assert "Did you mean values?" in marked.notes[-1]
    assert marked.record()["pending"] == ["visits"]


@pytest.mark.parametrize(
    "text",
    [
        "values:\nA: 3\nB: 3\nC: 2\nD: 2\nmove: B",
        "cutoffs:\nC: alpha=3 beta=inf skips C2 C3\nmove: B",
        "cutoffs: C\nalpha: 3\nbeta: inf\nskips: C2 C3\nmove: B",
        "windows:\nA: (-inf, inf)\nB: α=-inf β=inf\nmove: B",
    ],
)
def test_entry_with_a_colon_continues_the_answer_before_it(lecture: AnyGrader, text: str):
    marked = typed(lecture, text)
    assert (marked.ok, len(marked.parts), marked.notes) == (True, 2, ())


def test_entry_of_a_file_is_noted_if_its_name_is_unknown(lecture: AnyGrader, tmp_path):
    marked = typed(lecture, '{"move": "B", "vists": "x"}', ".json")
    (note,) = marked.notes
    assert "'vists'" in note
    assert "Did you mean visits?" in note
    assert typed(lecture, "move: B\nvists: x\n", ".yaml").notes == (note,)
    trace = '{"schema": "plytrace.trace/1", "x": 1, "move": "B"}'
    assert typed(lecture, trace, ".json").notes == ()
    table = tmp_path / "forms.csv"
    table.write_text("student,section,vists,move\ns1,12,A B,B\n", encoding="utf-8")
    assert [lecture.mark(one).notes for one in sheets_in(table)] == [(note,)]


def test_sheet_is_an_error_if_all_its_labels_are_unknown(lecture: AnyGrader):
    marked = typed(lecture, "moov: C\n")
    assert (marked.parts, marked.ok) == ((), False)
    assert "the sheet answers no part of the problem, only 'moov'" in marked.error
    assert "Did you mean move?" in marked.error
    marked = typed(lecture, "vists: A B B1\nmoov: C\n")
    assert "only 'vists', 'moov'" in marked.error


@pytest.mark.parametrize("title", ["Homework 5, alpha-beta", "# Lab 3", "lecture"])
def test_title_is_neither_an_answer_nor_noted(lecture: AnyGrader, title: str):
    marked = typed(lecture, f"{title}\nstudent: s1\nmove: B\n")
    assert (marked.ok, marked.notes) == (True, ())


MARKDOWN = f"""# Homework

## Visits
{chr(10).join(f"{place}. {name}" for place, name in enumerate(VISITS.split(", "), 1))}

## Values
| node | value |
|------|-------|
| A    | 3     |
| B    | 3     |
| C    | 2     |
| D    | 2     |

## Windows
| Node | α | β |
|:--|:-:|--:|
| A | −∞ | ∞ |
| C | 3 | ∞ |

## Cutoffs
| at | alpha | beta | skipped |
|---|---|---|---|
| C | 3 | inf | C2, C3 |

## Best move
B
"""


def test_markdown_lists_and_tables_are_read(lecture: AnyGrader):
    marked = typed(lecture, MARKDOWN, ".md")
    assert [part.part for part in marked.parts] == [
        "visits", "values", "windows", "cutoffs", "move",
    ]  # fmt: skip
    assert marked.ok, marked.record()
    assert marked.notes == ()


@pytest.mark.parametrize(
    ("table", "parts"),
    [
        ("| node | value | window |\n|---|---|---|\n| A | 3 | (-inf, inf) |", 2),
        ("| part | answer |\n|---|---|\n| move | B |\n| utility | 3 |", 2),
        ("values\n======\nvalues:\n| A | 3 |\n| B | 3 |", 1),
    ],
)
def test_table_is_read_as_the_parts_that_its_header_names(
    lecture: AnyGrader, table: str, parts: int
):
    marked = typed(lecture, table, ".md")
    assert (marked.ok, len(marked.parts)) == (True, parts), marked.record()


def test_file_is_noted_if_it_names_two_students():
    sheet = sheet_of_text("student: a\nvisits: A B\nstudent: b\nvisits: A C\n", "two.txt", ".txt")
    assert "two students, 'a' and 'b'" in sheet.error
    assert "expected a file for each student" in sheet.error
    same = sheet_of_text("student: a\nmove: B\nstudent: a\nutility: 3\n", "one.txt", ".txt")
    assert (same.error, same.student) == ("", "a")


@pytest.mark.parametrize("format_name", ["text", "yaml", "md"])
def test_form_says_that_nodes_may_be_left_blank(misconceptions: AnyGrader, format_name: str):
    assert "leave unvisited nodes blank" in form(misconceptions, format_name)


def test_notes_beyond_the_first_are_not_listed(lecture: AnyGrader):
    marked = typed(lecture, "move: B\n" + "".join(f"vists: x{n}\n" for n in range(5_000)))
    assert marked.ok
    assert len(marked.unread) == 5_000
    assert len(marked.notes) == 9
    assert marked.notes[-1] == "and 4992 more labels are unknown"
