"""A folder of keys: which of them a sheet is held against, and what is said where there is none."""

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table
from tracer.marking.grading import make_grader
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.variants import Variants
from tracer.marking.reading.formats import sheet_of_text
from tracer.worksheet.bundle import WORKSHEET_FORMATS, WorksheetMaker
from tracer.worksheet.class_list import read_class
from tracer.worksheet.contents.keys import variants_table
from tracer.worksheet.spec import read_spec


def set_of(move):
    """A set of one problem, whose best move is the child of that name."""
    leaves = ", ".join("[9]" if name == move else "[1]" for name in "BCDEF")
    return f"problems:\n  1: {{tree: [{leaves}], parts: [move]}}\n"


def write_keys(folder):
    """Write a key for each of four variants, and what is none."""
    folder.mkdir()
    (folder / "3.yaml").write_text(set_of("B"), encoding="utf-8")
    (folder / "Ann.yml").write_text(set_of("C"), encoding="utf-8")
    (folder / "bob-b.json").write_text('{"tree": [[1], [1], [9]], "parts": ["move"]}')
    (folder / "zoe.yaml").write_text(set_of("E"), encoding="utf-8")
    rows = "student,variant,key\nZoë Ü.,blue,zoe.yaml\n"
    (folder / "variants.csv").write_text(rows, encoding="utf-8")
    (folder / "README.md").write_text("keys")
    (folder / ".hidden.yaml").write_text("[")
    (folder / "~$3.yaml").write_text("[")
    (folder / "old").mkdir()


@pytest.fixture
def keys(tmp_path):
    write_keys(tmp_path / "keys")
    return tmp_path / "keys"


def right(grader, text, name="x.txt"):
    """The best move that was right for a sheet, or the error."""
    scores = {}
    for move in "BCDE":
        one = grader.mark(sheet_of_text(f"{text}\nmove: {move}", name))
        if one.error:
            return one.error
        scores[move] = one.score
    (found,) = [move for move, score in scores.items() if score]
    return found


@over("row", table(__file__, "variants"))
def test_sheet_is_marked_by_its_key_or_has_the_error_of_the_table(row, tmp_path):
    write_keys(tmp_path / "keys")
    for name, text in row.get("files", {}).items():
        (tmp_path / "keys" / name).write_text(text, encoding="utf-8")
    grader = grader_of(read_key(str(tmp_path / "keys")))
    for text, name, expected in row["sheets"]:
        found = right(grader, text, name)
        if len(expected) == 1:
            assert found == expected
        else:
            assert expected.replace("$KEYS", str(tmp_path / "keys")) in found


def test_folder_is_refused_if_it_has_no_keys(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(InvalidInput, match="there is no key in this folder; expected a file for"):
        read_key(str(tmp_path))


@pytest.mark.parametrize(("text", "message"), table(__file__, "variants-refused"))
def test_table_of_variants_is_refused_with_its_line(keys, text, message):
    (keys / "variants.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=message):
        read_key(str(keys))


def test_broken_keys_are_all_reported_before_marking(keys):
    variants = read_key(str(keys))
    assert isinstance(variants, Variants)
    variants.check()
    (keys / "1.yaml").write_text("problems:\n  1: {sourc: x}\n")
    with pytest.raises(InvalidInput, match=r"1.yaml:2:7: problem 1: a problem has no key 'sourc'"):
        read_key(str(keys)).check()
    (keys / "2.yaml").write_text("problems: [")
    with pytest.raises(InvalidInput, match="2 of 6 keys cannot be read") as told:
        read_key(str(keys)).check()
    assert "1.yaml:2:7" in str(told.value)
    assert "2.yaml:1:" in str(told.value)


def test_graders_are_few_and_keys_are_read_when_needed(keys, monkeypatch):
    monkeypatch.setattr(make_grader, "_MOST_KEPT", 2)
    read = []
    monkeypatch.setattr(
        Variants, "read", lambda self, file: read.append(file.stem) or read_key(str(file))
    )
    grader = grader_of(read_key(str(keys)))
    assert read == []
    for variant in ("3", "ann", "3", "bob-b", "3", "ann"):
        grader.mark(sheet_of_text(f"variant: {variant}\nmove: B", "x"))
    assert read == ["3", "Ann", "bob-b", "Ann"]


def test_max_score_is_that_of_its_own_key_if_sheet_is_unreadable(keys):
    (keys / "5.yaml").write_text(
        "problems:\n  1: {source: lecture, parts: {move: 2}}\n"
        "  2: {source: lecture, parts: {line: 5}}"
    )
    record = grader_of(read_key(str(keys))).mark(sheet_of_text("variant: 5\nmove: B", "x")).record()
    assert record["error"]
    assert record["max_score"] == 7


ALIKE = ["Ann Smith", "Ann-Smith", "ann smith!", "Bob"]


@pytest.fixture
def alike(tmp_path):
    """The keys of a class whose names differ by signs alone, as worksheets are made for it."""
    spec = read_spec(
        "title: T\nproblems:\n  - {generate: {plies: 2}, parts: {utility: 1}}\n", "spec.yaml"
    )
    maker = WorksheetMaker(spec)
    (tmp_path / "class.txt").write_text("\n".join(ALIKE))
    (tmp_path / "keys").mkdir()
    sheets = {}
    variants = read_class(str(tmp_path / "class.txt"))
    (tmp_path / "keys/variants.csv").write_text(variants_table(variants))
    for variant in variants:
        made = maker.make(variant)
        files = maker.files(made, [WORKSHEET_FORMATS["md"]])
        (tmp_path / f"keys/{variant.stem}.yaml").write_bytes(files[f"keys/{variant.stem}.yaml"])
        sheets[variant.name] = {
            "form": files[f"forms/{variant.stem}.txt"].decode(),
            "key": files[f"solutions/{variant.stem}.md"].decode(),
            "stem": variant.stem,
        }
    return read_key(str(tmp_path / "keys")), sheets


def test_students_are_marked_by_their_own_keys_if_their_files_collide(alike):
    variants, sheets = alike
    stems = [sheets[name]["stem"] for name in ALIKE]
    assert stems == ["Ann-Smith", "Ann-Smith-2", "ann-smith-3", "Bob"]
    for name in ALIKE:
        stem = sheets[name]["stem"]
        for text in (f"student: {name}", f"student: {name.upper()}", sheets[name]["form"]):
            found = variants.file_for(sheet_of_text(text, "stdin"))
            assert found.stem == stem, text


def test_sheet_is_noted_if_it_may_be_of_two_students(alike):
    variants, sheets = alike
    for text in ("student: ANN_SMITH", "variant: Ann-Smith", "variant: Ann-Smith\nstudent: x"):
        with pytest.raises(InvalidInput, match="several keys match"):
            variants.file_for(sheet_of_text(text, "stdin"))
    for text, stem in (
        ("variant: Ann-Smith-2", "Ann-Smith-2"),
        ("variant: Ann Smith", "Ann-Smith"),
        ("student: bob.", "Bob"),
        ("variant: Bob", "Bob"),
    ):
        assert variants.file_for(sheet_of_text(text, "stdin")).stem == stem
    grader = grader_of(variants)
    for name in ("Ann Smith", "ann smith!", "Bob"):
        marked = grader.mark(sheet_of_text(sheets[name]["key"], "stdin"))
        assert marked.score == marked.most == 1
