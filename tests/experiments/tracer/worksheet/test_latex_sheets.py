"""LaTeX worksheets and keys compile with pdflatex and have the right content."""

import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from tests.support.problem_sets import (
    HOSTILE,
    LONG,
    hostile_set,
    squeezed,
    wide_tree,
)
from tests.support.programs import run_pdflatex
from tests.support.tables import table
from tests.tracer.worksheet.test_latex_sheets import made
from tracer.drawing.print.diagrams import worksheet_of
from tracer.worksheet.contents.model import (
    Answer,
    Blank,
    SheetProblem,
    SheetQuestion,
    Solution,
    Worksheet,
)
from tracer.worksheet.formats.sheet_data import MARGIN
from tracer.worksheet.formats.writers import write_latex as write


@pytest.fixture(scope="module")
def latex():
    """Whether there is pdflatex with what a sheet needs; a test is skipped otherwise."""
    if not shutil.which("pdflatex") or not shutil.which("kpsewhich"):
        pytest.skip("pdflatex is not installed")
    needed = ("exam.cls", "forest.sty", "adjustbox.sty", "needspace.sty")
    if subprocess.run(["kpsewhich", *needed], check=False, stdout=-3).returncode:
        pytest.skip("LaTeX packages are not installed")


def letters(text):
    """The letters alone: what reads a page may take signs of mathematics for others."""
    return re.sub("[^A-Za-z]", "", text)


def first_sentence(question):
    """What is on a question's first line, where LaTeX divides no words."""
    return letters(re.split(r"[.?]", question.text)[0])


def compiled(text, folder, runs=2):
    """The pages' text and the log, after two runs."""
    pypdf = pytest.importorskip("pypdf")
    folder.mkdir(exist_ok=True)
    (folder / "sheet.tex").write_text(text, encoding="utf-8")
    (folder / "x.tex").write_text(r"\errmessage{somebody has read x.tex}", encoding="utf-8")
    for _ in range(runs):
        run_pdflatex(folder, "sheet")
    read = pypdf.PdfReader(folder / "sheet.pdf")
    log = (folder / "sheet.log").read_text(encoding="utf-8", errors="replace")
    return [page.extract_text() for page in read.pages], log, read


def test_a_worksheet_compiles_with_its_questions(made, latex, tmp_path):
    sheet, _ = made
    pages, log, read = compiled(write(sheet), tmp_path / "a")
    text = squeezed(" ".join(pages))
    for task in sheet.tasks:
        assert squeezed(f"Problem {task.number} {task.title}") in text
        for question in task.questions:
            assert first_sentence(question) in letters(text)
            assert f"{question.part}:" in text
    assert all(f"{n} of {len(pages)}" in page for n, page in enumerate(pages, 1))
    assert "Missing character" not in log
    for width in map(float, re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)):
        assert width < 2
    assert {round(float(page.mediabox.width)) for page in read.pages} == {595, 1191}
    assert "ANSWER KEY" not in " ".join(pages)
    for task in sheet.tasks:
        heading, asked = letters(f"Problem{task.title}"), first_sentence(task.questions[0])
        assert any(asked in letters(page).partition(heading)[2] for page in pages)


def test_key_compiles_with_its_answers_and_otherwise_equals_the_worksheet(made, latex, tmp_path):
    sheet, solutions = made
    # Without the wide tree, which takes long.
    few = (0, 1, 2, 3)
    sheet = replace(sheet, tasks=tuple(sheet.tasks[n] for n in few))
    solutions = tuple(solutions[n] for n in few)
    source = write(sheet, solutions)
    pages, log, _ = compiled(source, tmp_path / "key")
    text = squeezed(" ".join(pages))
    for solution in solutions:
        for answer in solution.answers.values():
            for cells in answer.cells or ((answer.text,),):
                assert all(squeezed(cell) in text for cell in cells if cell != "–")
            assert letters(answer.remark) in letters(text)
    assert all("ANSWER KEY" in page for page in pages)
    assert "Missing character" not in log

    lines = [line for line in source.split("\n") if not line.startswith(r"\printanswers")]
    hidden, _, _ = compiled("\n".join(lines), tmp_path / "hidden")
    assert "ANSWER KEY" not in " ".join(hidden)
    assert squeezed(solutions[0].answers["visits"].text) not in squeezed(" ".join(hidden))


def test_hostile_texts_are_escaped(latex, tmp_path):
    sheet, solutions = hostile_set()
    for solution in (None, solutions):
        pages, log, _ = compiled(write(sheet, solution), tmp_path / str(solution is None))
        assert "somebody has read" not in log
        # pdflatex sets these as signs of print that are read as others.
        text = squeezed(" ".join(pages)).replace("’", "'")
        for one in HOSTILE:
            assert text.count(squeezed(one)) >= 4, one
        assert squeezed(LONG) in text


def test_points_that_the_exam_class_cannot_add_are_reported(made, latex, tmp_path):
    sheet, _ = made
    task = sheet.tasks[0]
    odd = tuple(replace(one, points=0.25) for one in task.questions)
    text = write(replace(sheet, tasks=(replace(task, questions=odd),)))
    assert "addpoints" not in text
    pages, _, _ = compiled(text, tmp_path / "odd")
    assert "(0.25 points)" in pages[0]
    assert "1 point" in pages[0]


#: Problems by what they need: a turned page, a larger one, several of the usual ones.
_LEAVES = {"turned": 27, "large": 60, "prose": 0}


_PROSE = "\n\n".join(f"Sentence {n} of a statement that fills two pages." for n in range(100))


def _set_of_pages(kinds):
    """A set with a problem of each of these kinds, and its solutions."""
    tasks, solutions = [], []
    for number, kind in enumerate(kinds, 1):
        figure = worksheet_of(wide_tree(_LEAVES[kind])) if _LEAVES[kind] else None
        question = SheetQuestion("value", 1, "What is its value?", Blank())
        text = "Search it." if figure else _PROSE
        tasks.append(SheetProblem(number, "A tree", text, figure, (), (question,)))
        solutions.append(Solution(figure, {"value": Answer("3")}, ""))
    return Worksheet("Homework", "", "", "", "", tuple(tasks)), tuple(solutions)


def _placed(page):
    """The texts of a page, each with how far it begins from the left, the bottom and the top."""
    found, high = [], float(page.mediabox.height)

    def keep(text, cm, tm, *_):
        if text.strip():
            y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            found.append((text, tm[4] * cm[0] + tm[5] * cm[2] + cm[4], y, high - y))

    page.extract_text(visitor_text=keep)
    return found


@pytest.mark.parametrize(("kinds", "paper", "is_key", "pages"), table(__file__, "page_heights"))
def test_pages_around_those_of_another_size_have_their_papers_height(
    kinds, paper, is_key, pages, latex, tmp_path
):
    sheet, solutions = _set_of_pages(kinds.split())
    source = write(sheet, solutions if is_key else None, paper=paper)
    _, _, read = compiled(source, tmp_path / "a", runs=1)
    full, sizes = 0, set()
    for number, page in enumerate(read.pages, 1):
        texts = _placed(page)
        ((left, bottom),) = [one[1:3] for one in texts if one[0].startswith(f"{number} of")]
        # The foot is below the margin, at the middle of the page.
        assert 0 < bottom < MARGIN, number
        assert left == pytest.approx(float(page.mediabox.width) / 2, abs=20), number
        if number > 1:
            assert 0 < min(top for *_, top in texts) < MARGIN, number
        body = [bottom for text, _, bottom, _ in texts if text.startswith("Sentence")]
        if body and not any("value" in one[0] for one in texts):
            # Prose goes on over the page's end, so that its lines reach the margin.
            assert MARGIN - 1 <= min(body) < MARGIN + 40, number
            full += 1
        sizes.add(tuple(round(float(one)) for one in page.mediabox[2:]))
    assert full >= 2 * kinds.count("prose")
    assert len(sizes) == pages
