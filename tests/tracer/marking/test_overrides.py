"""Marks by hand: they go before those of the grader, and what cannot be applied is reported."""

from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.check_schema import SET_RECORD, VALIDATOR
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.keys.variants import variants_in
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.overrides import Overrides, overrides_beside

POINTS = {"visits": 4.0, "cutoffs": 4.0, "move": 1.0}
TEXT = "student: Ann Smith\nvisits: A B B1 B2 B3 C C1 D D1 D2 D3\ncutoffs: the usual\nmove: C\n"


@pytest.fixture(scope="module")
def grader():
    return grader_of(Problem("key", "lecture", parts=POINTS))


@pytest.fixture(scope="module")
def pending(grader):
    return grader.mark(sheet_of_text(TEXT, "s/a.txt"))


def test_part_and_sheet_are_not_right_if_pending(pending):
    record = pending.record()
    assert (record["pending"], record["right"]["cutoffs"][:1]) == (["cutoffs"], "C")
    assert not pending.ok
    assert "right" not in pending.record("hint")


def test_pending_parts_count_as_nothing_if_asked(pending):
    record = pending.without_pending().record()
    assert (record["pending"], record["score"]) == ([], 4)
    assert record["parts"][1]["message"] == "no entry could be read"


@over("row", table(__file__, "overrides"))
def test_overrides_change_the_sheets_that_they_name(pending, row):
    entries = [{name: row["overrides"]} for name in row.get("each", ())] or [row["overrides"]]
    sheets = row.get("sheets", [("Ann Smith", "s/a.txt", "")])
    for overrides in map(Overrides, entries):
        for student, file, also in sheets:
            overrides.expect(student, file, also=also)
        for _ in range(2):
            marked = [
                overrides.apply(replace(pending, student=student, sheet=file), POINTS, also=also)
                for student, file, also in sheets
            ]
        assert [one.score for one in marked] == row["scores"]
        record = marked[0].record()
        assert record | row.get("record", {}) == record
        assert not [*VALIDATOR.iter_errors(record)]
        faults = row.get("faults", [])
        assert overrides.faults(whole_class=True) == faults
        known = [fault for fault in faults if "there is no sheet" not in fault]
        assert overrides.faults(whole_class=False) == known
    for one in marked:
        if one.score != pending.score:
            assert one.record()["parts"][1]["message"] == "marked by hand"
        else:
            assert one.parts == pending.parts
            assert not overrides.corrections(one.student, one.sheet)


@pytest.mark.parametrize(
    ("points", "said", "is_explained"),
    [
        (3, "marked by hand; 3 of 4 right; D is 2, not 8", True),
        (3.5, "marked by hand", True),
        (4, "marked by hand", False),
    ],
)
@pytest.mark.parametrize("of_set", [False, True])
def test_decided_part_says_nothing_that_its_points_contradict(of_set, points, said, is_explained):
    text = "values: A=3 B=3 C=2 D=8\nvalue of D: about seven?\n"
    problem = Problem("key", "lecture", parts={"values": 4})
    key = ProblemSet("set", {"1": problem, "2": problem}) if of_set else problem
    sections = f"Problem 1\n{text}Problem 2\nvalues: A=3 B=3 C=2 D=2\n"
    pending = grader_of(key).mark(sheet_of_text(sections if of_set else text, "a.txt"))
    part = "1 values" if of_set else "values"
    assert (pending.record()["pending"], bool(pending.departure)) == ([part], True)
    marked = Overrides({"a": {part: points}}).apply(pending, POINTS)
    assert marked.record()["parts"][0]["message"] == said
    assert marked.record("hint")["parts"][0]["message"] == "marked by hand"
    assert (marked.departure is not None) == is_explained
    validator = Draft202012Validator(SET_RECORD) if of_set else VALIDATOR
    assert not [*validator.iter_errors(marked.record())]


@pytest.mark.parametrize("of_set", [False, True])
def test_full_points_by_hand_leave_the_first_mistake_of_other_parts_and_problems(of_set):
    problem = Problem("key", "lecture", parts={"pruned": 2, "move": 1, "values": 4})
    key = ProblemSet("set", {"1": problem, "2": problem}) if of_set else problem
    text = "pruned: C2\nmove: C\nvalues: A=3 B=3 C=2 D=5\n"
    sheet = sheet_of_text(f"Problem 1\n{text}Problem 2\n{text}" if of_set else text, "a.txt")
    marked = grader_of(key).mark(sheet)
    points = {part.part: part.most for part in marked.parts}
    before = "1 " if of_set else ""
    left = []
    for number in range(1, 4):
        decided = {before + part: points[before + part] for part in [*problem.parts][:number]}
        departure = Overrides({"a": decided}).apply(marked, points).departure
        left.append(departure and departure.part)
    assert left == [f"{before}values", f"{before}values", "2 values" if of_set else None]


def test_unreadable_sheet_gets_overrides_and_waits_for_the_others(grader):
    marked = grader.mark(Sheet("scan.pdf", error="scan.pdf: this is a PDF document"))
    record = Overrides({"scan": {"visits": "4"}}).apply(marked, POINTS).record()
    assert "error" not in record
    assert (record["score"], record["pending"]) == (4, ["cutoffs", "move"])
    only_remark = Overrides({"scan": {"remark": "come and see me"}}).apply(marked, POINTS)
    assert (only_remark.error, only_remark.remark) == (marked.error, "come and see me")


@pytest.mark.parametrize(("text", "said"), table(__file__, "overrides-refused"))
def test_file_of_overrides_is_refused_if_malformed(tmp_path, text, said):
    (tmp_path / "key.yaml").write_text("source: lecture\n")
    (tmp_path / "overrides.yaml").write_text(text)
    with pytest.raises(InvalidInput, match=said):
        overrides_beside(str(tmp_path / "key.yaml"))


def test_file_of_overrides_is_found_beside_key_or_among_keys_and_is_no_key(tmp_path):
    key = tmp_path / "a.yaml"
    key.write_text("source: lecture\n")
    assert overrides_beside(str(key)) is None
    assert overrides_beside("lecture") is None
    file = tmp_path / "overrides.yaml"
    file.write_text("# nobody yet\n")
    found, where = overrides_beside(str(key))
    assert (bool(found), where) == (False, file)
    file.write_text("ann: {1: {visits: 3}, 2 move: 1}\n")
    found, _ = overrides_beside(str(tmp_path))
    assert found
    assert variants_in(tmp_path).keys == [key]
