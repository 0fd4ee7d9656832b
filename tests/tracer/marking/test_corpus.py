"""Sheets as people write them: read as they are meant, or listed as unread, never misread.

Each file in `corpus` is a list of groups:

- `about`: the subject of the group.
- `on`: a problem of `problems.yaml`, whose `answers` replace `$visits` and so on.
- `frames`: texts around each sheet, which replaces `{}`.
- `right`: the parts that the sheet answers rightly. All other parts must have no claim.
- `reads`: parts that have a claim, right or not; `wrong`: parts that are not right.
- `scores`: the points of some parts.
- `pending`: parts that a person must look at.
- `waits`: all parts that a person must look at.
- `unread`: whether something of the sheet is listed as unread.
- `either`: what is read is right, or something is listed as unread.
- `loses`: nodes that must have no claim.
- `suffix`: the format; plain text by default.
- `refused`: the sheet does not say which problems of the set it answers.
- `students`: the right parts of each student's sheet in a file of several.
"""

import json
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import pytest
import yaml

from tests.support.cases import over
from tests.tracer.worksheet.made import set_of
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.problem_set import read_key_text
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.reading.sheet_files import sheets_in

CORPUS = Path(__file__).parent / "corpus"
#: Texts alone; libyaml reads them in a tenth of the time.
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
PROBLEMS = yaml.safe_load((CORPUS / "problems.yaml").read_text(encoding="utf-8"))


@cache
def grader(name: str) -> AnyGrader:
    problem = PROBLEMS[name]["problem"]
    if "problems" in problem:
        return grader_of(read_key_text(json.dumps(problem), name, name))
    return set_of(json.dumps(problem)).graders[0]


def cases() -> list[Any]:
    found = []
    for path in sorted(CORPUS.glob("*.yaml")):
        if path.name == "problems.yaml":
            continue
        for group in yaml.load(path.read_text(encoding="utf-8"), LOADER):
            answers = PROBLEMS[group["on"]].get("answers", {})
            for frame in group.get("frames", ["{}"]):
                for sheet in group["sheets"]:
                    text = frame.replace("{}", sheet)
                    text = Template(text).safe_substitute(answers)
                    found.append(pytest.param(group, text, id=f"{group['about']}: {text!r:.70}"))
    return found


EVERY = cases()
CASES = [case for case in EVERY if "students" not in case.values[0]]
FILES = [case for case in EVERY if "students" in case.values[0]]


@over(("group", "text"), CASES)
def test_sheet_is_read_as_meant_or_listed_as_unread_if_people_write_it(
    group: dict[str, Any], text: str
):
    marked = grader(group["on"]).mark(sheet_of_text(text, "sheet", group.get("suffix", ".txt")))
    record = marked.record()
    assert bool(marked.error) == ("refused" in group), marked.error
    read = {part.part for part in marked.parts if not part.unread}
    full = {part.part for part in marked.parts if part.ok}
    if "either" in group:
        assert record["unread"] or read <= full, record
        return
    right = {*group.get("right", ())}
    assert right <= full, record
    assert not full & {*group.get("wrong", ())}, record
    scores = {part.part: part.score for part in marked.parts}
    assert all(scores[part] == float(due) for part, due in group.get("scores", {}).items()), record
    if "loses" in group:
        claims = " ".join(record["read"].values())
        assert not any(f"{node}=" in claims or f"{node} " in claims for node in group["loses"])
    elif not (group.get("unread") == "true" and not right and "pending" not in group):
        assert read == right | {*group.get("reads", ())}, record
    else:
        assert not full, record
    assert {*group.get("pending", ())} <= {*record.get("pending", ())}, record
    if "waits" in group:
        assert record["pending"] == group["waits"], record
    if "unread" in group:
        assert bool(record.get("unread")) == (group["unread"] == "true"), record


@over(("group", "text"), FILES)
def test_file_is_split_into_sheets_as_meant_if_it_is_a_table(
    group: dict[str, Any], text: str, tmp_path: Path
):
    path = tmp_path / f"sheets{group['suffix']}"
    path.write_text(text, encoding="utf-8")
    records = [grader(group["on"]).mark(sheet).record() for sheet in sheets_in(path)]
    full = {
        one["student"]: {part["part"] for part in one["parts"] if part["ok"]} for one in records
    }
    assert len(full) == len(records)
    assert full == {student: {*parts} for student, parts in group["students"].items()}, records
    assert any(one["unread"] for one in records) == ("unread" in group), records


#: The problem that a block of the page is about, by words of the line above it.
SUBJECTS = {"matrix": "mp520", "MCTS": "hand-run", "ectors": "vectors", "leaves": "leafy"}
#: The other rows of the table whose rows the page shows.
ROWS = (
    "mcts:\nroot: 10 0.281\nN: 2 0.0725\nW: 2 0.16\nE: 2 0.125\nSW: 1 0.365\nWN: 1 0.1\n"
    "EE: 1 0.085\nNN: 1 0.01\nSE: 1 0.36\nSS: 1 0.67\n"
)


def documented() -> list[Any]:
    page = (Path(__file__).parents[3] / "docs" / "check-answers.md").read_text(encoding="utf-8")
    ways = page.split("## Ways to write")[1]
    found = []
    for text, is_read in zip(ways.split("## What is not read"), (True, False), strict=True):
        above, *blocks = text.split("```text\n")
        for block in blocks:
            about = above.strip().rpartition("\n\n")[2]
            on = next((on for word, on in SUBJECTS.items() if word in about), "lecture")
            block, above = block.split("\n```", 1)
            lines = block.split("\n")
            assert len(lines) >= 20
            rows = ROWS if about.startswith("Rows") else ""
            found += [pytest.param(on, rows + line, is_read, id=line) for line in lines]
    return found


@over(("on", "text", "is_read"), documented())
def test_documented_way_of_writing_an_answer_is_read_or_unread_as_documented(
    on: str, text: str, is_read: bool
):
    sheet = sheet_of_text(text.replace(" ⏎ ", "\n"), "sheet", ".txt")
    marked = grader(on).mark(sheet)
    read = [part for part in marked.parts if not part.unread]
    if is_read:
        assert read
        assert all(part.ok for part in read), marked.record()
    else:
        assert not read
        assert marked.unread


def test_corpus_has_at_least_400_sheets():
    assert len(CASES) >= 400
