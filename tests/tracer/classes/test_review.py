"""The review of a class: what waits, in which order, and what a decision does to marks."""

import json

import pytest

from engine.errors import InvalidInput, UsageError
from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.downloads import KEY as DOWNLOAD_KEY
from tests.support.downloads import LAYOUTS, write_download
from tests.support.reviews import EQUAL, KEY, RIGHT, SHEETS, opened, write_class
from tests.support.tables import table
from tracer.classes.review import written


@pytest.fixture
def review(tmp_path):
    return marked(write_class(tmp_path))


def marked(key, answers=None):
    made, sheets = opened(key, answers)
    made.mark_all(sheets)
    return made


def at(review, name):
    """The index of a student's sheet, or of a file."""
    (found,) = (
        place
        for place, one in enumerate(review.sheets)
        if name in (one.marked.student, one.sheet.name.rpartition("/")[2])
    )
    return found


def checked(folder, *options, answers="sheets"):
    """The records of plain `check`, by sheet."""
    done = run_command("check", "key.yaml", answers, "-f", "jsonl", *options, cwd=folder)
    assert "overrides.yaml" not in done.stderr
    return {one["sheet"]: one for one in map(json.loads, done.stdout.splitlines())}


def agrees(review, folder, *options, answers="sheets"):
    """Whether plain `check` gives what the review shows."""
    shown = []
    for one in review.sheets:
        record = one.marked.record()
        record["max_score"] = record["max_score"] or sum(review._points.values())
        shown.append(json.loads(json.dumps(record).replace(f"{folder}/", "")))
    return [*checked(folder, "--no-diagnosis", *options, answers=answers).values()] == shown


def test_sheets_that_need_a_person_come_first_then_wrong_ones_then_right_ones(review):
    names = [review.sheets[place].sheet.name.rpartition("/")[2] for place in review.order()]
    assert names == ["c.txt", "dora.pdf", "e.txt", "b.txt", "a.txt", "f.txt"]
    assert review.waiting == (3, 3)
    assert [len(review.order(one)) for one in ("waiting", "not right", "right")] == [3, 4, 2]


def test_decision_keeps_the_place_of_a_sheet_and_counts_down(review):
    before = review.order()
    review.set_mark([at(review, "Cleo")], "cutoffs", 0)
    assert review.order() == before
    assert review.waiting == (2, 3)
    assert at(review, "Cleo") in review.order("waiting")


def test_written_lines_carry_their_numbers_and_what_was_not_read(review):
    lines = written(review.sheets[at(review, "Cleo")])
    assert lines[3] == (4, "cutoffs: the usual ones", True)
    assert [line.number for line in lines if line.unread] == [4]


@pytest.mark.parametrize("suffix", [".yaml", ".json", ".csv"])
def test_answers_that_were_not_read_are_marked_if_the_sheet_is_not_a_text(suffix, tmp_path):
    answers = {"move": "B or C", "values": "A=3 B=about_3", "line": "B, B1", "cutoffs": "usual"}
    texts = {
        ".yaml": "".join(f"{part}: {answer}\n" for part, answer in answers.items()),
        ".json": json.dumps(answers),
        ".csv": ",".join(answers) + "\n" + ",".join(f'"{one}"' for one in answers.values()),
    }
    (tmp_path / "key.yaml").write_text(
        "{source: lecture, search: alphabeta, parts: {move: 1, values: 1, line: 1, cutoffs: 1}}"
    )
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / f"a{suffix}").write_text(texts[suffix])
    lines = written(marked(tmp_path / "key.yaml").sheets[0])
    assert [line.text for line in lines if line.unread] == [
        "move: B or C",
        "values: A=3 B=about_3",
        "cutoffs: usual",
    ]


def decide(review, step):
    """Make the decision of a step; return its sheet if it was undone."""
    match step:
        case {"accept": name}:
            assert review.accept([at(review, name)])
        case {"mark": [name, part, points]}:
            review.set_mark([at(review, name)], part, points)
        case {"reread": [name, part, text]}:
            place = at(review, name)
            tried = review.reread(place, part, text)
            review.keep([place], part, tried)
            assert [one.score for one in tried.marked.parts] == [
                one.score for one in review.sheets[place].marked.parts
            ]
        case {"remark": [name, text]}:
            review.set_remark([at(review, name)], text)
        case {"equal": [name, part, count]}:
            assert review.apply_to_equal(at(review, name), part) == count
        case {"undo": name}:
            assert review.undo() == at(review, name)


def check_step(review, step, file):
    """Check what a step says of the sheets, and of the file of decisions."""

    def sheet(name):
        return review.sheets[at(review, name)].marked

    for name, scores in step.get("scores", {}).items():
        parts = sheet(name).parts
        assert ["?" if part.pending else part.score for part in parts] == scores, step
    for name, sources in step.get("trees", {}).items():
        trees = (review.tree(at(review, name), part.part) for part in sheet(name).parts)
        assert [tree and tree.trace.source for tree in trees] == sources
    for name, remark in step.get("remarks", {}).items():
        assert sheet(name).remark == remark
    for name, notes in step.get("notes", {}).items():
        assert sheet(name).record()["notes"] == notes
    assert [*review.waiting] == step.get("waiting", [*review.waiting]), step
    if "file" in step:
        assert (file.read_text() if file.exists() else None) == step["file"]


@over("row", table(__file__, "reviews"))
def test_decisions_have_the_effects_of_the_table_and_check_agrees(row, tmp_path):
    sheets = {"SHEETS": SHEETS, "EQUAL": EQUAL}.get(str(row.get("sheets", "SHEETS")))
    sheets = sheets or {name: one.replace("$RIGHT", RIGHT) for name, one in row["sheets"].items()}
    key, file = write_class(tmp_path, sheets, row.get("key", KEY)), tmp_path / "overrides.yaml"
    if "overrides" in row:
        file.write_text(row["overrides"])
    review = marked(key)
    for step in row["steps"]:
        if "refused" in step:
            with pytest.raises((InvalidInput, UsageError), match=step["refused"]):
                decide(review, step)
        else:
            decide(review, step)
        check_step(review, step, file)
    if row.get("agrees", True):
        assert agrees(review, tmp_path, *row.get("options", ()))
    assert marked(key).waiting[0] == review.waiting[0]


def test_sheet_that_does_not_wait_is_not_accepted_and_reading_alone_decides_nothing(
    review, tmp_path
):
    assert not review.accept([at(review, "Ann")])
    review.reread(at(review, "Cleo"), "cutoffs", "C (3, inf) skips C2")
    assert not (tmp_path / "overrides.yaml").exists()
    assert [part.part for part in review.parts(at(review, "dora.pdf"))] == [
        *("visits", "cutoffs", "values", "move"),
    ]


def test_variants_are_reviewed_by_their_own_keys(tmp_path):
    sheets = {"ann.txt": RIGHT, "bob.txt": RIGHT.replace("move: B", "move: B or C"), "eve.txt": ""}
    key = write_class(tmp_path, sheets)
    keys = tmp_path / "keys"
    keys.mkdir()
    for name in ("ann", "bob"):
        (keys / f"{name}.yaml").write_bytes(key.read_bytes())
    review = marked(keys, tmp_path / "sheets")
    assert review.waiting == (2, 2)
    bob = at(review, "bob.txt")
    review.keep([bob], "move", review.reread(bob, "move", "B"))
    assert review.sheets[bob].marked.ok
    assert (keys / "overrides.yaml").read_text() == "bob.txt: {read: {move: B}}\n"
    assert review.parts(at(review, "eve.txt")) == ()
    with pytest.raises(UsageError):
        review.set_mark([at(review, "eve.txt")], "move", 1)
    found = run_command("check", "keys", "sheets", "-f", "jsonl", cwd=tmp_path).stdout
    assert json.loads(found.splitlines()[1])["score"] == 11


@over("layout", LAYOUTS, ms=45)
def test_downloads_are_reviewed_with_the_students_of_the_platform(layout, tmp_path):
    (tmp_path / "key.yaml").write_text(DOWNLOAD_KEY)
    path = write_download(layout, tmp_path, zipped=True)
    review = marked(tmp_path / "key.yaml", path)
    for place, one in enumerate(review.sheets):
        if one.marked.parts:
            review.set_mark([place], "move", 0.5)
    assert agrees(review, tmp_path, answers=path.name)
    assert str(tmp_path) not in (tmp_path / "overrides.yaml").read_text()


def test_sheets_with_equal_answers_and_unread_lines_are_one_group(tmp_path):
    review = marked(write_class(tmp_path, EQUAL))
    names = [
        [review.sheets[each].name for each in group]
        for group in review.groups(review.order()).values()
    ]
    assert [group for group in names if len(group) > 1] == [["Di", "Eve"]]
    assert sum(map(len, names)) == len(EQUAL)


def test_decision_about_a_group_is_one_to_undo(tmp_path):
    review = marked(write_class(tmp_path, EQUAL))
    group = [at(review, "Di"), at(review, "Eve")]
    review.set_remark(group, "well done")
    assert (tmp_path / "overrides.yaml").read_text().count("well done") == 2
    assert review.undo() == group[0]
    assert not (tmp_path / "overrides.yaml").exists()


def test_marks_go_into_the_gradebook(review, tmp_path):
    review.set_mark([at(review, "Cleo")], "cutoffs", 0)
    dora = at(review, "dora.pdf")
    for part, points in (("visits", 4), ("cutoffs", 3), ("values", 2), ("move", 1)):
        review.set_mark([dora], part, points)
    (tmp_path / "book.csv").write_text("Student,ID,HW\nCleo,1,\n")
    run_command(
        *("check", "key.yaml", "sheets", "--gradebook", "book.csv", "--column", "HW"),
        *("-o", "out.csv"),
        cwd=tmp_path,
    )
    assert (tmp_path / "out.csv").read_text().splitlines()[1] == "Cleo,1,7"
    assert checked(tmp_path)["sheets/dora.pdf"]["score"] == 10


def test_marking_stops_after_the_sheet_that_is_being_marked(tmp_path):
    made, sheets = opened(write_class(tmp_path))

    def stopping():
        for sheet in sheets:
            yield sheet
            made.stop()

    made.mark_all(stopping())
    assert made.sheets == []
    assert not made.is_done
