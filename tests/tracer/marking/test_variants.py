"""A folder of keys: which of them a sheet is held against, and what is said where there is none."""

import pytest

from engine.errors import InvalidInput
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


@pytest.fixture
def keys(tmp_path):
    folder = tmp_path / "keys"
    folder.mkdir()
    (folder / "3.yaml").write_text(set_of("B"), encoding="utf-8")
    (folder / "Ann.yml").write_text(set_of("C"), encoding="utf-8")
    (folder / "bob-b.json").write_text('{"tree": [[1], [1], [9]], "parts": ["move"]}')
    (folder / "zoe.yaml").write_text(set_of("E"), encoding="utf-8")
    rows = "student,variant,key\nZoë Ü.,blue,zoe.yaml\n"
    (folder / "variants.csv").write_text(rows, encoding="utf-8")
    # What is none.
    (folder / "README.md").write_text("keys")
    (folder / ".hidden.yaml").write_text("[")
    (folder / "~$3.yaml").write_text("[")
    (folder / "old").mkdir()
    return folder


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


@pytest.mark.parametrize(("text", "name", "move"), table(__file__, "variants-keys"))
def test_key_is_chosen_by_variant_then_student_then_file(keys, text, name, move):
    found = right(grader_of(read_key(str(keys))), text, name)
    if move is None:
        assert "there is no key for the file 'Bob-B.yaml'" in found
    else:
        assert found == move


def test_error_says_which_key_was_sought_and_where_if_sheet_has_none(keys):
    grader = grader_of(read_key(str(keys)))
    told = right(grader, "student: An", "hw.txt")
    assert told == (
        f"{keys}: there is no key for the student 'An' or the file 'hw'; expected a line variant: "
        "with one of 3, Ann, bob-b, zoe. Did you mean ann?"
    )
    assert "no key for the variant '4'" in right(grader, "student: ann\nvariant: 4", "3.txt")
    row = right(grader, "move: B", "class.csv:3")
    assert f"{keys}: the sheet names no variant" in row


def test_error_names_the_keys_if_one_variant_has_several(keys):
    (keys / "3.json").write_text("[1, 2]")
    grader = grader_of(read_key(str(keys)))
    assert "several keys match '3': 3.json, 3.yaml" in right(grader, "variant: 3")
    assert right(grader, "variant: ann") == "C"


def test_folder_is_refused_if_it_has_no_keys(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(InvalidInput, match="there is no key in this folder; expected a file for"):
        read_key(str(tmp_path))


@pytest.mark.parametrize(("text", "message"), table(__file__, "variants-refused"))
def test_table_of_variants_is_refused_with_its_line(keys, text, message):
    (keys / "variants.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=message):
        read_key(str(keys))


def test_two_students_may_have_one_key(keys):
    rows = "key,student,variant\n3.yaml,Al B,red\n3.yaml,Cy,red\nAnn.yml,Di,\n"
    (keys / "variants.csv").write_text(rows, encoding="utf-8-sig")
    grader = grader_of(read_key(str(keys)))
    for text in ("student: al-b", "student: Cy", "variant: Red", "variant: 3", "variant: cy"):
        assert right(grader, text) == "B"
    assert right(grader, "student: Di") == "C"


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


def test_key_is_named_on_its_own_sheets_alone_if_it_cannot_be_searched(keys):
    (keys / "4.yaml").write_text("problems:\n  1: {source: lecture, win: 3}\n")
    grader = grader_of(read_key(str(keys)))
    assert "4.yaml:2:24: problem 1: " in right(grader, "variant: 4")
    assert right(grader, "variant: 3") == "B"


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
