"""Whatever goes wrong while a sheet is read is that sheet's own record, and the batch goes on."""

import json

import pytest

from tests.support.cases import over
from tests.support.keys import key_of
from tests.support.tables import table
from tracer.marking.batch import marked
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading import formats as sheets
from tracer.marking.reading import plain_text, sections, sheet_files, submitted_files
from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.marking.reading.sheet_files import sheets_in
from tracer.marking.reading.submitted_files import handed_in

FAULT = "by a fault of plytrace"
DEEP = 900


@pytest.fixture(scope="module")
def problem():
    return read_key("lecture")


def read_records(problem, folder, *, jobs=1):
    """The records of all sheets of a folder, as other programs read them."""
    files = handed_in(folder).files
    read = (sheet for file in files for sheet in sheets_in(file, file.name))
    found = marked(problem, read, jobs=jobs, diagnoses=False)
    return [json.loads(json.dumps(one.record("full", None))) for one in found]


#: Tables whose rows do not fit their heads, and the values that they say.
RAGGED = table(__file__, "guarded-ragged-tables")


@pytest.mark.parametrize(("table", "said"), RAGGED)
def test_whole_rows_are_read_if_table_is_ragged(table, said):
    sheet = sheet_of_text(table, "s.md", ".md")
    assert not sheet.error
    lines = sheet.answers["values"].split("\n")
    assert dict(line.split(" = ") for line in lines) == said


def test_row_is_named_as_unread_if_it_has_no_node(problem):
    sheet = sheet_of_text("| value | node |\n|---|---|\n| 3 | A |\n| 77 |\n", "s.md", ".md")
    record = grader_of(problem).mark(sheet).record("full", None)
    assert record["parts"][0]["ok"]
    assert any("77" in line["text"] for line in record["unread"])


@over("window", ["window", "α"])
@over("head", ["{} | node", "node | {}", "{} | node | value", "{} | node | skipped"])
@over("row", ["3", "", "3 | C", "| C", "3 | C | 2 | C2 | C3 | x"])
def test_rows_are_read_with_any_length_under_any_head(head, window, row):
    table = f"| {head.format(window)} |\n|---|---|\n| {row} |\n"
    for text in (table, f"## cutoffs\n{table}", f"## windows\n{table}"):
        assert not sheet_of_text(text, "s.md", ".md").error


class Broken(Exception):
    """What a reader raises that has a fault."""


def broken(*_given, **_more):
    raise Broken("a fault in a reader")


STAGES = [
    (sheet_files, "refuse_other_files"),
    (submitted_files, "read_text"),
    (sheet_files, "sheet_of_text"),
    (sheets, "without_printed"),
    (sheets, "blocks_of"),
    (sheets, "sheet_of"),
    (sheets, "part_called"),
    (sheets, "read_plain"),
    (sheets, "read_json"),
    (sheet_files, "read_json"),
    (sheet_files, "_rows_of"),
    (sheet_files, "_of_table"),
    (sheet_files, "_of_lines"),
    (sheet_files, "_of_row"),
    (sheet_files, "_of_parts"),
    (sheets, "_spread_trace"),
    (plain_text, "row_cells"),
    (plain_text, "table_answers"),
    (plain_text, "find_label"),
]

FILES = dict(table(__file__, "guarded-files"))


@pytest.mark.parametrize(
    ("module", "reader", "jobs"),
    [*((*stage, 1) for stage in STAGES), (sheets, "sheet_of", 2), (plain_text, "row_cells", 2)],
)
def test_reader_costs_only_the_sheets_that_it_reads_if_it_has_a_fault(
    problem, tmp_path, monkeypatch, module, reader, jobs
):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    whole = read_records(problem, tmp_path)
    monkeypatch.setattr(module, reader, broken)
    found = read_records(problem, tmp_path, jobs=jobs)
    assert {one["sheet"].partition(":")[0] for one in found} == {*FILES}
    failed = [one for one in found if one.get("error")]
    assert failed
    for one in failed:
        assert one["error"].startswith(one["sheet"])
        assert f"{FAULT}: Broken: a fault in a reader. Please report it" in one["error"]
    by_name = {one["sheet"]: one for one in whole}
    assert all(one == by_name[one["sheet"]] for one in found if one not in failed)


def test_rows_below_are_read_if_one_row_meets_a_fault(problem, tmp_path, monkeypatch):
    (tmp_path / "class.csv").write_text("student,visits\ns1,A B\ns2,A\ns3,A B\n", encoding="utf-8")
    (tmp_path / "class.jsonl").write_text('{"visits": "A"}\n{"visits": "B"}\n{"visits": "C"}\n')
    read = sheets.sheet_of

    def fails_on_the_second(given, name):
        return read(given, name) if not name.endswith((".csv:3", ".jsonl:2")) else broken()

    monkeypatch.setattr(sheet_files, "sheet_of", fails_on_the_second)
    found = {one["sheet"]: one.get("error", "") for one in read_records(problem, tmp_path)}
    assert [*found] == [
        *(f"class.csv:{n}" for n in (2, 3, 4)),
        *(f"class.jsonl:{n}" for n in (1, 2, 3)),
    ]
    assert [name for name, error in found.items() if error] == ["class.csv:3", "class.jsonl:2"]


def test_record_keeps_its_student_if_a_row_meets_a_fault(tmp_path, monkeypatch):
    (tmp_path / "class.csv").write_text("student,visits\nAnn,A B\n", encoding="utf-8")
    monkeypatch.setattr(sheet_files, "sheet_of", broken)
    (one,) = sheets_in(tmp_path / "class.csv")
    assert (one.student, FAULT in one.error) == ("Ann", True)


@pytest.mark.parametrize("stage", ["_headings", "heading_of", "sheet_of_text", "_stray_lines"])
def test_other_sheets_are_marked_if_sections_of_one_meet_a_fault(monkeypatch, stage):
    key = key_of("problems: {1: {source: lecture, parts: [move]}, 2: {source: lecture}}")
    fine = sheet_of({"1": {"move": "B"}, "2": {"move": "B"}}, "fine")
    typed = sheet_of_text("Problem 1\nmove: B\nProblem 2\nmove: B\n", "typed")
    monkeypatch.setattr(sections, stage, broken)
    first, second = marked(key, [typed, fine])
    assert FAULT in first.error
    assert second.ok or FAULT in second.error


def nested(depth, text='"A"'):
    return "[" * depth + text + "]" * depth


@pytest.mark.parametrize(("depth", "jobs"), [(45, 1), (DEEP, 1), (DEEP, 2), (100_000, 1)])
def test_answers_are_refused_and_other_sheets_marked_if_nested_too_deeply(
    problem, tmp_path, depth, jobs
):
    (tmp_path / "a.json").write_text(f'{{"student": "Ann", "visits": {nested(depth)}}}')
    (tmp_path / "b.jsonl").write_text(f'{{"visits": {nested(depth)}}}\n{{"move": "B"}}\n')
    (tmp_path / "c.yaml").write_text(f"visits: {nested(depth)}\n")
    (tmp_path / "d.txt").write_text("move: B\n")
    found = {one["sheet"]: one for one in read_records(problem, tmp_path, jobs=jobs)}
    assert [*found] == ["a.json", "b.jsonl:1", "b.jsonl:2", "c.yaml", "d.txt"]
    assert [name for name, one in found.items() if not one.get("error")] == ["b.jsonl:2", "d.txt"]
    assert FAULT not in str(found)


@pytest.mark.parametrize("depth", range(1, 6))
def test_answers_are_read_if_nested_a_little(problem, depth):
    assert not sheet_of({"visits": json.loads(nested(depth))}, "s").error
