"""The page to fill in: its answers come out as the sheet that the grader reads."""

import json
import re

import pytest

from tests.support.browser import browser
from tests.support.commands import run_command
from tests.support.problem_sets import HOSTILE, hostile_set, problem_set, squeezed
from tests.support.programs import CHROMIUM
from tests.support.tables import table
from tests.tracer.worksheet.made import PROBLEMS, filled_text, set_of, spec_of
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of_text
from tracer.worksheet.bundle import FILL_FORMATS, WorksheetMaker
from tracer.worksheet.class_list import Variant, numbered
from tracer.worksheet.contents.answers import common_mistakes
from tracer.worksheet.contents.model import Answer
from tracer.worksheet.formats.writers import write_fill as write
from tracer.worksheet.ready import ready_names
from tracer.worksheet.spec import open_spec

in_browser = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


LECTURE = "{source: lecture, search: alphabeta, parts: [visits, values, windows, cutoffs, move]}"


#: Fills in fields as somebody does who types in them.
FILL = """(texts) => { for (const [id, text] of Object.entries(texts)) {
  const field = document.getElementById(id);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
} }"""


VALUE = "document.getElementById({!r}).value"


@pytest.fixture(scope="module")
def tab():
    with browser() as opened:
        yield opened


def texts_of(task, answers):
    """The texts of the fields of a problem, by their names, for some answers."""
    for question in task.questions:
        answer, name = answers[question.part], f"p{task.number}-{question.part}"
        blank = question.blank
        if not blank.columns:
            yield name, answer.text
        elif not answer.cells:
            assert not any(blank.rows)
            yield f"{name}-0-0", answer.text
        for number, cells in enumerate(answer.cells if blank.columns else ()):
            named = cells[0] in blank.rows
            row = blank.rows.index(cells[0]) if named else number
            for column, text in enumerate(cells):
                if text != "–" and not (named and column == 0):
                    yield f"{name}-{row}-{column}", text


def as_asked(question, answer):
    """An answer with the entries that the question has rows for, in their order."""
    rows = {row[0]: row for row in answer.cells}
    cells = tuple(rows[name] for name in question.blank.rows if name in rows)
    if not cells:
        return answer
    texts = (f"{name} ({', '.join(said)})" if said[1:] else f"{name}={said[0]}"
             for name, *said in cells)  # fmt: skip
    return Answer("  ".join(texts), cells)


def opened(tab, tmp_path, made, name="page.html"):
    """Open the page of a set with nothing kept of an earlier one."""
    path, before = tmp_path / name, tmp_path / f"before-{name}"
    for one in (before, path):
        one.write_text(write(made.worksheet), encoding="utf-8")
    tab.open(before)
    tab.run("localStorage.clear()")
    tab.open(path)  # a reload could bring back what the browser itself keeps of a form
    return path


def fill(tab, texts):
    tab.run(f"({FILL})({json.dumps(dict(texts))})")


def download(tab, student="Ann Smith"):
    fill(tab, {"student": student})
    tab.run("document.getElementById('download').click()")
    return tab.downloaded()


def key_of(maker, made, folder):
    """What grades the set, read from the file of its key."""
    for name, content in {**maker.files(made, []), **maker.sources.files()}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return grader_of(read_key(str(folder / "key.yaml")))


def record_of(grader, text):
    """The whole record of a sheet."""
    return grader.mark(sheet_of_text(text, "ann.txt", ".txt")).record()


@in_browser
@pytest.mark.parametrize("name", [*PROBLEMS, *ready_names()])
def test_right_answers_on_the_page_earn_full_marks(name, tab, tmp_path):
    maker = WorksheetMaker(spec_of(PROBLEMS[name]) if name in PROBLEMS else open_spec(name))
    made = maker.make()
    grader = key_of(maker, made, tmp_path)
    opened(tab, tmp_path, made)
    _, blank = download(tab)
    empty = grader.mark(sheet_of_text(blank, "ann.txt", ".txt"))
    assert empty.score == 0
    assert {part.message for part in empty.parts} == {"not answered"}
    assert not empty.record().get("unread")
    for task, solution in zip(made.worksheet.tasks, made.solutions, strict=True):
        fill(tab, texts_of(task, solution.answers))
    file, text = download(tab)
    assert file == "ann-smith.txt"
    marked = grader.mark(sheet_of_text(text, file, ".txt"))
    assert (marked.error, marked.notes) == ("", ()), text
    assert marked.score == pytest.approx(marked.most), text
    assert marked.most == made.worksheet.points
    assert not marked.record().get("unread")
    assert marked.record()["student"] == "Ann Smith"


@in_browser
@pytest.mark.parametrize("source", ["lecture", "worst-order", "ties"])
@pytest.mark.parametrize("convention", ["aima", "cs188"])
def test_mistakes_on_the_page_are_marked_as_on_a_sheet_by_hand(source, convention, tab, tmp_path):
    parts = "[visits, values, windows, cutoffs, move, line, utility, counts]"
    problem = f"{{source: {source}, search: alphabeta, parts: {parts}}}"
    maker = WorksheetMaker(spec_of(problem, head=f"title: T\nconvention: {convention}"))
    made = maker.make()
    grader = key_of(maker, made, tmp_path)
    blank = (tmp_path / "form.txt").read_text("utf-8").replace("student:", "student: Ann Smith")
    head = blank.partition("Problem 1")[0]
    (task,) = made.worksheet.tasks
    named = set()
    for mistake in common_mistakes(made.graders[0], task.questions[-1].blank.rows):
        opened(tab, tmp_path, made)
        answers = {one.part: as_asked(one, mistake.answers[one.part]) for one in task.questions}
        fill(tab, texts_of(task, answers))
        record = record_of(grader, download(tab)[1])
        (by_hand,) = filled_text(blank, [answers])
        assert record == record_of(grader, f"{head}\nProblem 1\n{by_hand}")
        found = {one["id"] for one in record["misconceptions"]}
        assert found & {one.slug for one in mistake.marked.findings}
        assert record["score"] < record["max_score"]
        named |= found
    assert len(named) > 2


@in_browser
def test_a_reload_keeps_the_answers_of_this_sheet_alone(tab, tmp_path):
    maker = WorksheetMaker(
        spec_of("{generate: {plies: 2}, search: minimax, parts: [values, move]}")
    )
    one, other = (maker.make(variant) for variant in numbered(2))
    path = opened(tab, tmp_path, one, "one.html")
    fill(tab, {"student": "Ann", "p1-move": "B", "p1-values-0-1": "3"})
    before = download(tab, "Ann")
    tab.reload()
    assert tab.run("document.getElementById('progress').textContent") == "2 of 2 questions answered"
    assert download(tab, "Ann") == before
    assert before[0] == "ann-1.txt"
    assert "variant: 1\n" in before[1]
    (tmp_path / "two.html").write_text(write(other.worksheet), encoding="utf-8")
    tab.open(tmp_path / "two.html")
    assert tab.run(VALUE.format("p1-move")) == ""
    fill(tab, {"p1-move": "C"})
    tab.open(path)
    assert tab.run(VALUE.format("p1-move")) == "B"
    tab.run("document.getElementById('clear').click()")
    assert tab.run("document.getElementById('message').textContent") == "All answers are cleared."
    tab.reload()
    assert tab.run("[...document.querySelectorAll('input, textarea')]"
                   ".map((one) => one.value).join('')") == ""  # fmt: skip
    tab.open(tmp_path / "two.html")
    assert tab.run(VALUE.format("p1-move")) == "C"


@in_browser
def test_page_says_at_once_what_cannot_be_read_and_takes_it_back(tab, tmp_path):
    opened(tab, tmp_path, set_of(LECTURE))
    for text, note in (
        ("A B X1 B2 so C thrice", "This cannot be read: X1, so, thrice."),
        ("A B B1 B2 C", ""),
    ):
        fill(tab, {"p1-visits": text})
        tab.run("document.getElementById('p1-visits').dispatchEvent("
                "new Event('change', { bubbles: true }))")  # fmt: skip
        said = "[...document.querySelectorAll('.unknown')].map((one) => one.textContent).join('')"
        assert note in tab.run(said)
        assert note or not tab.run(said)


@in_browser
def test_the_page_works_with_the_keyboard_alone(tab, tmp_path):
    made = set_of(LECTURE)
    opened(tab, tmp_path, made)
    typed = dict(texts_of(made.worksheet.tasks[0], made.solutions[0].answers))
    typed["student"] = "Ann Smith"
    reached = []
    while "copy" not in reached:
        tab.press("Tab")
        name = tab.run("document.activeElement.id")
        assert name, reached
        reached.append(name)
        # The buttons, which stay in view, do not hide it.
        assert tab.run("""{
          const { left, top, width, height } = document.activeElement.getBoundingClientRect();
          document.elementFromPoint(left + width / 2, top + height / 2) === document.activeElement;
        }"""), name
        if name in typed:
            tab.type(typed[name])
    fields = tab.run("[...document.querySelectorAll('input, textarea:not([readonly])')]"
                     ".map((one) => one.id)")  # fmt: skip
    assert reached == [*fields, "download", "copy"]
    tab.press("Tab", shift=True)
    tab.press("Enter")
    _, by_keys = tab.downloaded()
    opened(tab, tmp_path, made)
    fill(tab, typed)
    assert download(tab)[1] == by_keys
    marked = made.graders[0].mark(sheet_of_text(by_keys, "a.txt", ".txt"))
    assert marked.score == pytest.approx(marked.most)


@in_browser
def test_screen_readers_announce_every_field_by_its_own_name(tab, tmp_path):
    made = set_of(LECTURE, "{matrix: mp520, parts: [equilibria]}", "{mcts: mp520, parts: [mcts]}")
    opened(tab, tmp_path, made)
    announced = tab.accessible()
    fields = [(name, about) for role, name, about in announced if role == "textbox"]
    count = tab.run("document.querySelectorAll('input, textarea:not([readonly])').length")
    assert len(fields) == count
    assert all(name for name, _ in fields)
    assert {"A, value", "C, α", "row 1, pruned", "row 2, mean", "visits:", "Name:"} <= {
        name for name, _ in fields
    }
    assert ("visits:", "For example: P, Q, Q1, Q2") in fields
    groups = [name for role, name, _ in announced if role == "group" and "Problem" in name]
    assert groups == [
        *(f"Problem 1, {part}" for part in ("visits", "values", "windows", "cutoffs", "move")),
        "Problem 2, equilibria",
        "Problem 3, mcts",
    ]
    # Within a question no two fields have the same name.
    assert tab.run("""[...document.querySelectorAll("[role=group]")].every((group) => {
      const names = [...group.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel);
      return new Set(names).size === names.length; })""")
    assert ("status", "", "") in announced
    assert {"Download answers", "Copy answers", "Clear answers"} == {
        name for role, name, _ in announced if role == "button"
    }


@in_browser
@pytest.mark.parametrize("width", [390, 800])
def test_the_page_is_not_wider_than_the_screen(width, tab, tmp_path):
    made = set_of(
        *[LECTURE.replace("lecture", "deep-cutoff")] * 9, "{mcts: mp520, parts: [mcts, added]}"
    )
    path = opened(tab, tmp_path, made)
    tab.open(path, width=width, height=844)
    assert tab.run("innerWidth") == width
    assert tab.run("document.documentElement.scrollWidth") <= width
    # The keyboard reaches and scrolls what is wider.
    assert tab.run("""[...document.querySelectorAll("main *")].every((one) =>
      one.scrollWidth <= one.clientWidth || getComputedStyle(one).overflowX === "visible"
        || one.tabIndex === 0)""")
    # Every field has room for an answer, in letters that a phone does not zoom into.
    narrow = """[...document.querySelectorAll("main input, main textarea:not([readonly])")].filter(
      (one) => one.clientWidth < 40 || one.getBoundingClientRect().right > innerWidth
        || parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.id)"""
    assert tab.run(narrow) == []


@in_browser
@pytest.mark.parametrize("fits", [True, False])
def test_a_field_shows_the_whole_of_a_long_answer(fits, tab, tmp_path):
    made = set_of(LECTURE)
    path = opened(tab, tmp_path, made)
    tab.open(path, width=390, height=844)
    if not fits:  # as in browsers that do not size fields by their texts
        tab.run("document.querySelector('textarea').style.fieldSizing = 'fixed'")
        tab.run("CSS.supports = () => false")
    fill(tab, {"p1-visits": " ".join(["A B C D"] * 20) + "\nE" * 9})
    high = "{ const { scrollHeight, clientHeight } = document.getElementById('p1-visits');"
    low, room = tab.run(f"{high} [scrollHeight, clientHeight] }}")
    assert low <= room + 1
    assert room > 300


@in_browser
def test_a_table_of_cutoffs_grows_as_it_is_filled_in(tab, tmp_path):
    made = set_of(LECTURE)
    opened(tab, tmp_path, made)
    count = "document.getElementById('p1-cutoffs-0-0').closest('tbody').rows.length"
    rows_at_first = tab.run(count)
    assert 2 <= rows_at_first <= 10
    for row in range(rows_at_first - 1, 12):
        fill(tab, {f"p1-cutoffs-{row}-0": f"N{row}"})
        assert tab.run(count) == row + 2
    assert tab.run("document.getElementById('p1-cutoffs-12-3').ariaLabel") == "row 13, pruned"
    tab.reload()
    assert tab.run(count) == 13
    _, text = download(tab)
    rows = [line for line in text.splitlines() if re.match(r"\| N\d", line)]
    assert [row.split()[1] for row in rows] == [f"N{row}" for row in range(rows_at_first - 1, 12)]


@in_browser
def test_an_answer_changes_no_other_answer(tab, tmp_path):
    maker = WorksheetMaker(spec_of(LECTURE, LECTURE.replace("lecture", "ties")))
    made = maker.make()
    grader = key_of(maker, made, tmp_path)
    opened(tab, tmp_path, made)
    for task, solution in zip(made.worksheet.tasks, made.solutions, strict=True):
        fill(tab, texts_of(task, solution.answers))
    whole = record_of(grader, download(tab)[1])
    assert whole["score"] == whole["max_score"]
    for name, part, odd in table(__file__, "odd_answers"):
        tab.run(f"window.was = {VALUE.format(name)}")
        fill(tab, {name: odd})
        record = record_of(grader, download(tab)[1])
        changed = {
            now["part"]
            for now, before in zip(record["parts"], whole["parts"], strict=True)
            if now != before
        }
        assert changed == {part}, (odd, download(tab)[1])
        tab.run(f"({FILL})({{ {json.dumps(name)}: window.was }})")


@in_browser
def test_the_page_needs_a_name_copies_and_helps_if_it_cannot(tab, tmp_path):
    made = set_of(LECTURE)
    opened(tab, tmp_path, made)
    message = "document.getElementById('message').textContent"
    for button in ("download", "copy"):
        tab.run(f"document.getElementById('{button}').click()")
        assert tab.run(message) == "Enter your name first."
        assert tab.run("document.activeElement.id") == "student"
        tab.run(f"{message} = ''")
    _, text = download(tab, "  Ann \t Smith ")
    assert text.startswith("student: Ann Smith\n\nProblem 1\n")
    clipboard = "Object.defineProperty(navigator, 'clipboard', {{ value: {}, writable: true }})"
    tab.run(clipboard.format("{ writeText: async (text) => { window.copied = text; } }"))
    tab.run("document.getElementById('copy').click()")
    tab.wait(f"{message} === 'Copied: 0 of 5 questions answered.'")
    assert tab.run("copied") == text
    tab.run("navigator.clipboard = undefined")
    tab.run("document.getElementById('copy').click()")
    tab.wait("!document.getElementById('sheet').hidden")
    assert "copy them" in tab.run(message)
    assert tab.run("getSelection().toString()") == text


@in_browser
def test_another_tab_and_damaged_storage_do_no_harm(tab, tmp_path):
    opened(tab, tmp_path, set_of(LECTURE))
    fill(tab, {"p1-move": "B", "p1-visits": "A"})
    (name,) = tab.run("Object.keys(localStorage)")
    change = {"key": name, "newValue": json.dumps({"p1-move": "C", "p1-cutoffs-6-0": "D"})}
    tab.run(f"dispatchEvent(new StorageEvent('storage', {json.dumps(change)}))")
    names = ("p1-move", "p1-visits", "p1-cutoffs-6-0")
    assert [tab.run(VALUE.format(one)) for one in names] == ["C", "", "D"]
    odd_ids = {"p1-cutoffs-99999999-0": "x", "p1-values-9-1": "x", "no-1-1": "x", "p1-move": [1]}
    for odd in ("{", "3", "null", '["a"]', json.dumps(odd_ids)):
        tab.run(f"localStorage.setItem({json.dumps(name)}, {json.dumps(odd)})")
        tab.reload()
        assert tab.run("document.querySelectorAll('tr').length") < 400
        assert "move:\n" in download(tab)[1] + "\n"
        fill(tab, {"p1-move": "B"})
        tab.reload()
        assert tab.run(VALUE.format("p1-move")) == "B"


@in_browser
def test_sheets_of_a_class_have_the_names_and_find_their_keys(tab, tmp_path):
    maker = WorksheetMaker(
        spec_of("{generate: {plies: 2}, search: minimax, parts: [values, move]}")
    )
    (tmp_path / "answers").mkdir()
    for variant in (Variant("Ann Lee", "Ann-Lee", "Ann Lee"), Variant("李雷", "李雷", "李雷")):
        made = maker.make(variant)
        for name, content in maker.files(made, [FILL_FORMATS["html"]]).items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(content)
        tab.open(tmp_path / f"worksheets/{variant.stem}.html")
        fill(tab, texts_of(made.worksheet.tasks[0], made.solutions[0].answers))
        tab.run("document.getElementById('download').click()")
        file, text = tab.downloaded()
        assert file == f"{variant.stem.lower()}.txt"
        (tmp_path / "answers" / f"submission-{file}").write_text(text, encoding="utf-8")
    done = run_command("check", "keys", "answers", "-f", "jsonl", cwd=tmp_path)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert {one["student"]: one["score"] for one in records} == {"Ann Lee": 2, "李雷": 2}
    assert done.returncode == 0, done.stderr


@in_browser
@pytest.mark.parametrize("kind", ["hostile", "every kind"])
def test_texts_of_the_set_come_out_as_they_are(kind, tab, tmp_path):
    sheet, _ = hostile_set() if kind == "hostile" else problem_set()
    (tmp_path / "page.html").write_text(write(sheet), encoding="utf-8")
    tab.open(tmp_path / "page.html")
    fill(tab, {"p1-visits": "A B", "p1-values-0-1": "1"})
    _, text = download(tab)
    assert "1 of" not in text
    assert ": A B" in text
    if kind == "hostile":
        assert all(squeezed(one.replace("|", r"\|")) in squeezed(text) or "\\" in one
                   for one in HOSTILE)  # fmt: skip
    assert tab.run("performance.getEntriesByType('resource').length") == 0


def test_key_of_a_page_to_fill_in_is_that_of_the_printed_page():
    made = set_of(LECTURE)
    key = FILL_FORMATS["html"].text(made.worksheet, made.solutions)
    assert "<input" not in key
    assert "<script" not in key
    assert "Answer key" in key
