"""Sheets with what a person says of them by the rules: marks, what is read, and what is wrong.

Each file in `marks` is a list of groups. The fields of a group are those of each of its `sheets`,
which are sheets alone, or mappings with a `sheet` and further fields.

- `key`: a SOURCE, or a key as in a file of one.
- `sheet`: a text, of which the first may be answers by part; `$ORDER`, `$ALL`, `$VALUES` and `$CUT`
  are answers about the tree of the lecture. `frame` is a text around it, which replaces `{}`.
- `part`: the part that each sheet answers. `suffix`: the format; `row`: the place in a table.
- `score`, `share`, `most`: points, as a sum of fractions, with what was read of parts that wait;
  `scores`: those of each part.
- `ok`, `read`, `unread`, `pending`, `notes`, `convention`, `student`, `signs`: those of the record.
- `says`, `never`: what some of its messages, or none of them, contains.
- `named`: its misconceptions; `first`: the best one, of which `fit` is the fit; `among`: one that
  explains it as well as any other.
- `node`: the node at which the sheet goes wrong first.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import pytest
import yaml

from tests.support.cases import over
from tests.support.keys import key_of
from tests.support.tables import LOADER
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.marking.reading.sheet import Sheet
from tracer.marking.reading.sheet_files import sheets_in
from tracer.marking.results.record import MarkedSheet

TEXTS = {
    "ORDER": "A B B1 B2 B3 C C1 D D1 D2 D3",
    "ALL": "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3",
    "VALUES": "A=3 B=3 C=2 D=2",
    "CUT": "C (3, inf) skips C2 C3",
}
#: Fields that say what is marked.
INPUTS = {"about", "key", "sheet", "frame", "part", "suffix", "row"}
FILES = sorted((Path(__file__).parent / "marks").glob("*.yaml"))


@cache
def grader(key: str) -> AnyGrader:
    """Return the grader of a key in JSON."""
    asked = json.loads(key)
    return grader_of(read_key(asked) if isinstance(asked, str) else key_of(asked))


def list_rows(file: Path) -> Iterator[dict[str, Any]]:
    for group in yaml.load(file.read_text(encoding="utf-8"), LOADER):
        fields = {name: value for name, value in group.items() if name != "sheets"}
        for sheet in group["sheets"]:
            is_row = isinstance(sheet, dict) and "sheet" in sheet
            yield fields | (sheet if is_row else {"sheet": sheet})


def open_sheet(row: dict[str, Any], folder: Path) -> Sheet:
    text, suffix = row["sheet"], row.get("suffix", ".txt")
    if isinstance(text, str):
        text = Template(row.get("frame", "{}").replace("{}", text)).safe_substitute(TEXTS)
    if "part" in row:
        return sheet_of({row["part"]: text}, "s")
    if not isinstance(text, str):
        return sheet_of(text, "s")
    if suffix != ".csv":
        return sheet_of_text(text, "s", suffix)
    path = folder / "sheets.csv"
    path.write_text(text, encoding="utf-8")
    return [*sheets_in(path)][row.get("row", 1) - 1]


def messages_of(record: dict[str, Any]) -> str:
    """Return all that a record says."""
    said = [part["message"] for part in record["parts"]]
    said += [one["message"] for one in record["misconceptions"]]
    said += [(record["departure"] or {}).get("message", ""), record.get("error", "")]
    return "\n".join([*said, *record.get("notes", ())])


def describe(marked: MarkedSheet, record: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that a row may have, as they are."""
    named = [one["id"] for one in record["misconceptions"]]
    score = sum(part.score for part in marked.parts)
    return {
        "ok": marked.ok,
        "score": score,
        "share": score / (marked.most or 1),
        "most": record["max_score"],
        "scores": {part.part: part.score for part in marked.parts},
        "read": record["read"],
        "unread": [line["text"] for line in record["unread"]],
        "pending": record["pending"],
        "notes": [*marked.notes],
        "convention": record["convention"],
        "student": marked.student,
        "signs": " ".join(part.sign for part in marked.parts),
        "named": named,
        "first": (named or [""])[0],
        "fit": record["misconceptions"][0]["fit"] if named else 0,
        "node": (record["departure"] or {"node": ""})["node"],
    }


def as_number(value: Any) -> float:
    return float(sum(map(Fraction, str(value).split(" + "))))


def list_wrong(row: dict[str, Any], marked: MarkedSheet) -> Iterator[str]:
    """Yield how a marked sheet is not as its row says."""
    record = marked.record()
    actual, said = describe(marked, record), messages_of(record)
    if marked.error and "says" not in row:
        yield marked.error
    for name, value in row.items():
        if name in ("score", "share", "most"):
            is_right = actual[name] == pytest.approx(as_number(value), abs=1e-4)
        elif name == "scores":
            points = {part: as_number(score) for part, score in value.items()}
            kept = {part: actual[name].get(part) for part in points}
            is_right = kept == pytest.approx(points, abs=1e-4)
        elif name in ("says", "never"):
            texts = [value] if isinstance(value, str) else value
            is_right = all((text in said) == (name == "says") for text in texts)
        elif name == "among":
            is_right = value in (record["indistinguishable"] or actual["named"][:1])
        elif name in actual:
            is_right = actual[name] == value
        else:
            assert name in INPUTS, f"{name} is not a field of a row"
            continue
        if not is_right:
            yield f"{name}: {value!r} is {actual.get(name, said)!r}"


def check_row(row: dict[str, Any], tmp_path: Path) -> None:
    marked = grader(json.dumps(row["key"])).mark(open_sheet(row, tmp_path))
    wrong = [*list_wrong(row, marked)]
    assert not wrong, "\n".join([row["about"], *wrong])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_sheet_gets_what_a_person_says_of_it(file: Path, tmp_path: Path):
    def check(row: dict[str, Any]) -> None:
        check_row(row, tmp_path)  # one folder for all: a sheet may replace the one before

    check.__name__ = file.stem
    over("row", list_rows(file))(check)()
