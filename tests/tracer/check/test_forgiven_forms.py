"""Sheets as students type them: what is plain is read, and what is not is named."""

from __future__ import annotations

from typing import Any

import pytest

from tracer.check.forms import form
from tracer.check.graders import AnyGrader, grader_of
from tracer.check.key import read_key
from tracer.check.problem import Problem
from tracer.check.record import Marked
from tracer.check.sheets import sheet_of, sheet_of_text, sheets_in
from tracer.check.tell import line_of, text_of

VISITS = "A, B, B1, B2, B3, C, C1, D, D1, D2, D3"
POINTS = {"visits": 4.0, "cutoffs": 4.0, "values": 2.0, "move": 1.0}


@pytest.fixture(scope="module")
def lecture() -> AnyGrader:
    return grader_of(read_key("lecture"))


@pytest.fixture(scope="module")
def misconceptions() -> AnyGrader:
    return grader_of(read_key("misconceptions"))


def answered(grader: AnyGrader, part: str, given: Any) -> Marked:
    """The marks of an answer to one part."""
    return grader.mark(sheet_of({part: given}, "s"))


def typed(grader: AnyGrader, text: str, suffix: str = ".txt") -> Marked:
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
        "C is cut",
        "C\nalpha=3\nbeta=inf\nskips C2 C3",
        "node C (alpha=3, beta=2) is cut off after C1, C2 and C3 are skipped",
        "MIN node C: v=2 ≤ α=3, so skip C2 and C3",
        "At C we prune C2, C3 (v=2 <= α=3)",
        "Node: C, Alpha: 3, Beta: inf, Skipped: C2, C3",
        "C (3, inf) skips C2 C3, D (3, 5) after D3",
        {"C": ["C2", "C3"]},
        {"C": "alpha=3 beta=inf skips C2, C3"},
        ["C2", "C3"],
        ["C (3, inf) skips C2 C3"],
    ],
    ids=repr,
)
def test_a_right_cutoff_is_right_in_whatever_words(lecture: AnyGrader, written: Any):
    marked = answered(lecture, "cutoffs", written)
    assert marked.ok, marked.record()


@pytest.mark.parametrize(
    ("written", "score", "told"),
    [
        ("C (alpha=3, beta=2) skips C2", 3 / 4, "what is skipped is C2, C3, not C2"),
        ("C (alpha=3, beta=7) skips C2", 2 / 4, "β is +∞, not 7"),
        ("C alpha=Q beta=inf skips C2 C3", 3 / 4, "α is 3, not 'Q', which is no number"),
        ("C skips C2 C3; the min node", 1 / 2, "'the min node' could not be read"),
        ("Z skips C2 C3", 0, "there is no cutoff at Z"),
        ("A prunes C2 and C3", 0, "there is no cutoff at A"),
        ("C skips C2 C3 C4", 1 / 2, "not C2, C3, C4"),
        ("C skips nothing", 1 / 2, "what is skipped is C2, C3"),
    ],
)
def test_of_a_cutoff_only_what_is_wrong_costs(
    lecture: AnyGrader, written: str, score: float, told: str
):
    (part,) = answered(lecture, "cutoffs", written).parts
    assert part.score == pytest.approx(score)
    assert told in part.told


@pytest.mark.parametrize("label", ["Pruned", "skipped", "Pruned nodes"])
def test_what_is_pruned_is_cut_at_its_parent(
    lecture: AnyGrader, misconceptions: AnyGrader, label: str
):
    assert typed(lecture, f"{label}: C2 C3").ok
    assert typed(lecture, f"cutoffs:\nC: alpha=3 beta=inf\n{label}: C2 C3").ok
    marked = typed(misconceptions, f"{label}: K K1 K2")
    assert "there is no cutoff" not in marked.parts[0].told
    assert marked.score == pytest.approx(1 / 4)


def test_who_skips_a_node_may_name_all_that_is_below_it(misconceptions: AnyGrader):
    short = answered(misconceptions, "cutoffs", "E skips K")
    for written in ("E skips K K1 K2", {"E": {"skipped": ["K", "K1", "K2"]}}):
        long = answered(misconceptions, "cutoffs", written)
        assert (long.score, long.parts[0].told) == (short.score, short.parts[0].told)


@pytest.mark.parametrize(
    "nothing",
    ["", "-", "–", "?", "x", "n/a", "not visited", "pruned", "cut", "skipped", "none", "null"],
)
def test_a_node_that_is_left_out_costs_nothing(misconceptions: AnyGrader, nothing: str):
    for given in (f"A=3 K={nothing} C=3", f"A: 3, K: {nothing}\nC: 3", {"A": 3, "K": nothing}):
        marked = answered(misconceptions, "values", given)
        assert marked.ok, (given, marked.record())


@pytest.mark.parametrize(
    ("part", "written", "score", "told"),
    [
        ("values", "A=3 B=3 C=2 D=Q", 3 / 4, "D is 2, not 'Q', which is no number"),
        ("values", {"A": 3, "B": 3, "C": 2, "D": [2]}, 3 / 4, "which is no number"),
        ("values", "A=3, B=3, hm, C=2, D=2", 4 / 5, "'hm' could not be read"),
        ("windows", "A (-inf, inf), B (x, 3), C (3, inf)", 2 / 3, "not 'B (x, 3)', which is no"),
        ("windows", {"A": "(-inf, inf)", "C": "three"}, 1 / 2, "'three', which is no window"),
        ("counts", "visited=11 foo=3", 1 / 2, "there is no count 'foo'"),
        ("counts", "visited=Q cutoffs=1", 1 / 2, "visited is 11, not 'Q'"),
    ],
)
def test_an_entry_that_cannot_be_read_costs_itself_and_is_named(
    lecture: AnyGrader, part: str, written: Any, score: float, told: str
):
    (mark,) = answered(lecture, part, written).parts
    assert mark.score == pytest.approx(score)
    assert told in mark.told


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
def test_windows_may_be_written_with_their_letters_and_left_blank(lecture: AnyGrader, written: Any):
    marked = answered(lecture, "windows", written)
    assert marked.ok, marked.record()


@pytest.mark.parametrize(
    "written",
    ["v(A)=3, v(B) = 3", "A -> 3, B→3", "A=3, B=3 and C=2; D is 2", "A=3 (max) B=3 (min)"],
)
def test_values_may_be_written_with_arrows_and_words(lecture: AnyGrader, written: str):
    assert answered(lecture, "values", written).ok


def test_a_bound_is_right_only_in_its_direction(misconceptions: AnyGrader):
    assert answered(misconceptions, "values", "I<=2 E>=15 C≤3 L=≤2").ok
    assert answered(misconceptions, "values", "A>=3 B<=3").ok  # exact values
    marked = answered(misconceptions, "values", "I>=2 E<=15 C>=3 L=2")
    assert marked.score == pytest.approx(1 / 4)
    assert "I is ≤ 2, not ≥ 2" in marked.parts[0].told
    assert "E is ≥ 15, not ≤ 15" in marked.parts[0].told
    assert marked.findings == ()  # no way of searching writes bounds the wrong way
    # Of what every node is worth, nothing is a bound.
    assert answered(misconceptions, "minimax", "A>=3 B<=3").ok


def test_two_answers_for_one_node_are_none(lecture: AnyGrader):
    marked = answered(lecture, "values", "A=3 A=9 B=3 B=3.0 C=2 D=2")
    assert marked.score == pytest.approx(3 / 4)
    assert "A is 3, not both 3 and 9" in marked.parts[0].told
    marked = answered(lecture, "windows", "A (-inf, inf), C (3, inf), C (2, inf)")
    assert marked.score == pytest.approx(1 / 2)
    traced = [{"id": "A", "value": 3}, {"id": "A", "value": 9}]
    assert answered(lecture, "values", traced).ok  # of several visits, the first
    twice = sheet_of_text('{"values": {"A": 3, "A": 4}}', "s.json", ".json")
    assert "'A' stands there twice" in twice.error


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
def test_an_answer_without_its_label_is_read_where_its_kind_is_plain(lecture: AnyGrader, text: str):
    marked = typed(lecture, text)
    assert marked.ok, marked.record()
    assert (len(marked.parts), marked.notes) == (2, ())


def test_a_whole_sheet_without_labels_is_read():
    grader = grader_of(Problem("lecture", "lecture", parts=POINTS))
    text = f"1. {VISITS}\nA=3, B=3, C=2, D=2\nC is cut: (3, inf), skip C2, C3\nbest move B"
    marked = typed(grader, text)
    assert (marked.ok, marked.score, marked.notes) == (True, 11, ())


def test_a_label_that_nobody_knows_ends_what_stands_before_it_and_is_named(lecture: AnyGrader):
    text = (
        "values: A=3 B=3 C=2 D=2\nMy visits were these: B A\nvisit ordr: D D D\nmoov: C\n\n"
        "I was not sure about this one.\n"
    )
    marked = typed(lecture, text)
    assert marked.ok
    assert [note.split("'")[1] for note in marked.notes] == [
        "My visits were these: B A", "visit ordr: D D D", "moov: C",
        "I was not sure about this one.",
    ]  # fmt: skip
    assert "Did you mean visit order?" in marked.notes[1]
    assert "Did you mean move?" in marked.notes[2]
    record = marked.record()
    assert record["notes"] == list(marked.notes)
    assert "'moov: C' is not understood" in " ".join(text_of(record).split())
    assert "not read: 4 lines" in line_of(record)


@pytest.mark.parametrize(
    "text",
    [
        "values:\nA: 3\nB: 3\nC: 2\nD: 2\nmove: B",
        "cutoffs:\nC: alpha=3 beta=inf skips C2 C3\nmove: B",
        "cutoffs: C\nalpha: 3\nbeta: inf\nskips: C2 C3\nmove: B",
        "windows:\nA: (-inf, inf)\nB: α=-inf β=inf\nmove: B",
        "visits: A B B1 B2\nthen: B3 C C1\nlast: D D1 D2 D3\nmove: B",
    ],
)
def test_an_entry_with_a_colon_goes_on_with_the_answer_before_it(lecture: AnyGrader, text: str):
    marked = typed(lecture, text)
    assert (marked.ok, len(marked.parts), marked.notes) == (True, 2, ())


def test_what_a_file_says_under_no_known_name_is_told(lecture: AnyGrader, tmp_path):
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


def test_a_sheet_of_nothing_but_unknown_labels_is_not_marked_and_told_of(lecture: AnyGrader):
    marked = typed(lecture, "moov: C\n")
    assert (marked.parts, marked.ok) == ((), False)
    assert "it answers nothing that is asked, only 'moov'" in marked.error
    assert "Did you mean move?" in marked.error
    marked = typed(lecture, "vists: A B B1\nmoov: C\n")
    assert "only 'vists', 'moov'" in marked.error


@pytest.mark.parametrize("title", ["Homework 5, alpha-beta", "# Lab 3", "lecture"])
def test_a_title_is_no_answer_and_needs_no_note(lecture: AnyGrader, title: str):
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


def test_lists_and_tables_of_markdown_are_read(lecture: AnyGrader):
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
def test_a_table_says_by_its_header_what_it_answers(lecture: AnyGrader, table: str, parts: int):
    marked = typed(lecture, table, ".md")
    assert (marked.ok, len(marked.parts)) == (True, parts), marked.record()


def test_a_file_of_two_students_is_told_of():
    sheet = sheet_of_text("student: a\nvisits: A B\nstudent: b\nvisits: A C\n", "two.txt", ".txt")
    assert "two students, 'a' and 'b'" in sheet.error
    assert "expected a file for each student" in sheet.error
    same = sheet_of_text("student: a\nmove: B\nstudent: a\nutility: 3\n", "one.txt", ".txt")
    assert (same.error, same.student) == ("", "a")


@pytest.mark.parametrize("format_name", ["text", "yaml", "md"])
def test_a_form_says_that_nodes_may_be_left_blank(misconceptions: AnyGrader, format_name: str):
    assert "leave a node that is not visited blank" in form(misconceptions, format_name)


def test_only_the_first_notes_are_listed(lecture: AnyGrader):
    marked = typed(lecture, "move: B\n" + "".join(f"odd label {n}: x{n}\n" for n in range(5_000)))
    assert marked.ok
    assert len(marked.notes) == 9
    assert marked.notes[-1] == "and 4992 more lines are not understood"
