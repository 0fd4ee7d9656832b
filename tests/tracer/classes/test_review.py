"""The review of a class: what waits, in which order, and what a decision does to marks."""

import json

import pytest

from engine.errors import InvalidInput, UsageError
from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.downloads import KEY as DOWNLOAD_KEY
from tests.support.downloads import LAYOUTS, write_download
from tests.support.reviews import EQUAL, RIGHT, opened, write_class
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


def test_accepting_ends_the_wait_and_never_marks_a_pending_part(review, tmp_path):
    assert review.accept([at(review, "Emil")])
    assert not review.accept([at(review, "Ann")])
    for name in ("dora.pdf", "Cleo"):
        with pytest.raises(UsageError, match="has no points yet"):
            review.accept([at(review, name)])
    assert (tmp_path / "overrides.yaml").read_text() == "Emil: {seen: yes}\n"
    assert checked(tmp_path)["sheets/c.txt"]["pending"] == ["cutoffs"]
    review.set_mark([at(review, "Cleo")], "cutoffs", 0)
    assert agrees(review, tmp_path)
    assert marked(tmp_path / "key.yaml").waiting == (1, 1)


def test_corrected_reading_is_graded_as_if_the_sheet_said_so(review, tmp_path):
    cleo = at(review, "Cleo")
    tried = review.reread(cleo, "cutoffs", "cutoffs: C (3, inf) skips C2")
    assert not (tmp_path / "overrides.yaml").exists()
    review.keep([cleo], "cutoffs", tried)
    mark = review.sheets[cleo].marked.parts[1]
    assert (mark.score, mark.pending, mark.overridden) == (3, False, False)
    text = (tmp_path / "overrides.yaml").read_text()
    assert text == 'Cleo: {read: {cutoffs: "C (3, inf) skips C2"}}\n'
    record = checked(tmp_path)["sheets/c.txt"]
    assert record["notes"] == ["a person corrected how cutoffs was read"]
    assert agrees(review, tmp_path, "--jobs", "2")


def test_answer_below_the_corrected_one_is_kept(tmp_path):
    sheet = "visits: A B B1 B2 B3 C C1 D D1 D2 D3\ncutoffs: hm\nA=3 B=3 C=2 D=2\nmove: B\n"
    review = marked(write_class(tmp_path, {"a.txt": sheet}))
    assert [part.score for part in review.sheets[0].marked.parts] == [4, 0, 2, 1]
    review.keep([0], "cutoffs", review.reread(0, "cutoffs", "C (3, inf) skips C2 C3"))
    assert [part.score for part in review.sheets[0].marked.parts] == [4, 4, 2, 1]
    assert agrees(review, tmp_path)


def test_text_that_is_no_answer_is_refused_as_a_reading(review):
    for text in ("", "the usual ones", "C is cut"):
        with pytest.raises(InvalidInput, match="cannot be read as cutoffs"):
            review.reread(at(review, "Cleo"), "cutoffs", text)


def test_sheet_that_could_not_be_read_is_typed_or_marked_and_the_rest_waits(review, tmp_path):
    dora = at(review, "dora.pdf")
    assert [part.part for part in review.parts(dora)] == ["visits", "cutoffs", "values", "move"]
    review.keep([dora], "move", review.reread(dora, "move", "B"))
    review.set_mark([dora], "visits", 2.5)
    one = review.sheets[dora].marked
    assert [(part.score, part.pending) for part in one.parts] == [
        (2.5, False),
        (0, True),
        (0, True),
        (1, False),
    ]
    assert agrees(review, tmp_path)


def test_reading_replaces_an_earlier_mark_by_hand_and_a_mark_goes_before_a_reading(review):
    cleo = at(review, "Cleo")
    review.set_mark([cleo], "cutoffs", 1)
    tried = review.reread(cleo, "cutoffs", "C (3, inf) skips C2 C3")
    assert tried.marked.parts[1].score == 4
    review.keep([cleo], "cutoffs", tried)
    assert review.sheets[cleo].marked.parts[1].score == 4
    review.set_mark([cleo], "cutoffs", 2)
    assert review.sheets[cleo].marked.parts[1].score == 2


def test_undo_takes_decisions_back_one_by_one(review, tmp_path):
    before = [one.marked for one in review.sheets]
    cleo, dora = at(review, "Cleo"), at(review, "dora.pdf")
    review.keep([cleo], "cutoffs", review.reread(cleo, "cutoffs", "none"))
    review.set_remark([cleo], "come  and see me")
    review.set_mark([dora], "move", 1)
    assert (review.undo(), review.sheets[dora].marked) == (dora, before[dora])
    assert review.sheets[cleo].marked.remark == "come and see me"
    assert (review.undo(), review.undo()) == (cleo, cleo)
    assert [one.marked for one in review.sheets] == before
    assert not (tmp_path / "overrides.yaml").exists()
    with pytest.raises(UsageError, match="no decision"):
        review.undo()


def test_entries_by_hand_are_extended_under_their_own_names(tmp_path):
    key = write_class(tmp_path)
    (tmp_path / "overrides.yaml").write_text("# mine\nC.TXT: {move: 1, remark: by hand}\n")
    review = marked(key)
    review.set_mark([at(review, "Cleo")], "cutoffs", 0)
    text = (tmp_path / "overrides.yaml").read_text()
    assert text == "C.TXT: {move: 1, cutoffs: 0, remark: by hand}\n"


def test_several_sheets_of_a_student_are_named_by_their_files(tmp_path):
    sheets = dict.fromkeys(("1.txt", "2.txt"), f"student: Ann\n{RIGHT}cutoffs: hm\n")
    key = write_class(tmp_path, sheets | {"3.txt": f"student: Bo\n{RIGHT}"})
    review = marked(key)
    review.set_mark([0], "move", 0)
    review.set_mark([2], "move", 0)
    assert (tmp_path / "overrides.yaml").read_text() == "1.txt: {move: 0}\nBo: {move: 0}\n"
    assert agrees(review, tmp_path)
    (tmp_path / "overrides.yaml").write_text("ann: {move: 1}\n")
    marked(key).set_mark([1], "move", 0)  # an entry about two sheets means none of them
    assert (tmp_path / "overrides.yaml").read_text() == "ann: {move: 1}\n2.txt: {move: 0}\n"


SET = """\
problems:
  1: {source: lecture, accept: [aima], parts: {visits: 4}}
  2: {tree: [[3, 12], [2, 4]], root: max, search: minimax, parts: {utility: 2}}
  3: {source: lecture, accept: [aima], parts: {values: 4}}
"""


def test_problems_of_a_set_are_read_anew_one_by_one(tmp_path):
    text = "student: Ann\nProblem 1\nvisits: so far so good\nProblem 3\nvalues: A=3 B=3 C=2 D=2\n"
    review = marked(write_class(tmp_path, {"a.txt": text, "b.pdf": "%PDF-1.4\n"}, SET))
    ann, scan = at(review, "Ann"), at(review, "b.pdf")
    review.keep(
        [ann], "1 visits", review.reread(ann, "1 visits", "visits: A B B1 B2 B3 C C1 D D1 D2 D3")
    )
    assert [part.score for part in review.sheets[ann].marked.parts] == [4, 0, 4]
    review.keep([scan], "3 values", review.reread(scan, "3 values", "A=3 B=3 C=2 D=2"))
    one = review.sheets[scan].marked
    assert [(part.score, part.pending) for part in one.parts] == [(0, True), (0, True), (4, False)]
    assert review.tree(ann, "3 values").trace.source == "lecture"
    assert review.tree(ann, "2 utility") is None  # not answered
    assert agrees(review, tmp_path)


def test_payoff_matrix_is_read_anew_and_has_no_tree(tmp_path):
    sheets = {"a.txt": "utility: about a half\n"}
    review = marked(write_class(tmp_path, sheets, "matrix: [[3, -1], [0, 2]]\n"))
    assert review.waiting == (1, 1)
    review.keep([0], "utility", review.reread(0, "utility", "1"))
    assert review.waiting == (0, 1)
    assert review.tree(0, "utility") is None


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


def test_sheets_that_point_elsewhere_are_not_equal(tmp_path):
    sheets = dict.fromkeys(("Ann", "Ben"), "visits: A B\ncutoffs: see photo\n")
    review = marked(write_class(tmp_path, sheets))
    assert [*map(len, review.groups(review.order()).values())] == [1, 1]
    ann, ben = at(review, "Ann"), at(review, "Ben")
    review.set_mark([ann], "cutoffs", 4)
    assert review.apply_to_equal(ann, "cutoffs") == 0
    assert review.sheets[ben].waits


def test_one_decision_is_applied_to_all_sheets_with_the_same_answer(tmp_path):
    review = marked(write_class(tmp_path, EQUAL))
    ann, cy = at(review, "Ann"), at(review, "Cy")
    with pytest.raises(UsageError, match="nothing is decided about cutoffs"):
        review.apply_to_equal(ann, "cutoffs")
    review.set_mark([ann], "cutoffs", 2)
    assert review.apply_to_equal(ann, "cutoffs") == 1
    assert review.sheets[cy].marked.parts[1].score == 2
    assert agrees(review, tmp_path)
    assert review.apply_to_equal(ann, "cutoffs") == 0  # Cy has a decision now
    review.undo()
    assert review.sheets[cy].waits
    review.keep([ann], "cutoffs", review.reread(ann, "cutoffs", "C (3, inf) skips C2"))
    assert review.apply_to_equal(ann, "cutoffs") == 1
    assert review.sheets[cy].marked.parts[1].score == 3
    assert agrees(review, tmp_path)


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
