"""LaTeX worksheets and keys compile with pdflatex, and hold what they should and nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from tests.support.problem_sets import HOSTILE, LONG, hostile_set, problem_set, squeezed
from tracer.worksheet.latex import write


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return problem_set(tmp_path_factory.mktemp("sheets"))


@pytest.fixture(scope="module")
def latex():
    """Whether there is pdflatex with what a sheet needs; a test is skipped otherwise."""
    if not shutil.which("pdflatex") or not shutil.which("kpsewhich"):
        pytest.skip("pdflatex is not installed")
    needed = ("exam.cls", "forest.sty", "adjustbox.sty", "needspace.sty")
    if subprocess.run(["kpsewhich", *needed], check=False, stdout=-3).returncode:
        pytest.skip("LaTeX packages are not installed")


def compiled(text, folder):
    """The pages' text and the log, after two runs."""
    pypdf = pytest.importorskip("pypdf")
    folder.mkdir(exist_ok=True)
    (folder / "sheet.tex").write_text(text, encoding="utf-8")
    (folder / "x.tex").write_text(r"\errmessage{somebody has read x.tex}", encoding="utf-8")
    for _ in range(2):
        done = subprocess.run(
            ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "sheet"],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=240,
        )
        assert done.returncode == 0, done.stdout[-2500:]
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
            assert squeezed(question.text.replace("*", "")) in text
            assert f"{question.label}:" in text
    assert all(f"{n} of {len(pages)}" in page for n, page in enumerate(pages, 1))
    assert "Missing character" not in log
    for width in map(float, re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)):
        assert width < 2
    assert {round(float(page.mediabox.width)) for page in read.pages} == {595, 1191}
    assert "ANSWER KEY" not in " ".join(pages)
    for task in sheet.tasks:
        heading, asked = (f"Problem {task.number} {task.title}", task.questions[0].text)
        asked = squeezed(asked.replace("*", ""))
        assert any(asked in squeezed(page).partition(squeezed(heading))[2] for page in pages)


def test_a_key_compiles_with_its_answers_and_is_the_worksheet_without_them(made, latex, tmp_path):
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
            assert squeezed(answer.remark) in text
    assert all("ANSWER KEY" in page for page in pages)
    assert "Missing character" not in log

    lines = [line for line in source.split("\n") if not line.startswith(r"\printanswers")]
    hidden, _, _ = compiled("\n".join(lines), tmp_path / "hidden")
    assert "ANSWER KEY" not in " ".join(hidden)
    assert squeezed(solutions[0].answers["visits"].text) not in squeezed(" ".join(hidden))


def test_hostile_texts_come_out_as_they_are(latex, tmp_path):
    sheet, solutions = hostile_set()
    for solution in (None, solutions):
        pages, log, _ = compiled(write(sheet, solution), tmp_path / str(solution is None))
        assert "somebody has read" not in log
        # pdflatex sets these as signs of print that are read as others.
        text = squeezed(" ".join(pages)).replace("’", "'")
        for one in HOSTILE:
            assert text.count(squeezed(one)) >= 4, one
        assert squeezed(LONG) in text


def test_a_worksheet_has_nothing_that_hides_answers(made):
    sheet, solutions = made
    source = write(sheet)
    assert source.isascii()
    for command in ("printanswers", "{solution}", r"\answer", r"\keymark", "keyink", "write18"):
        assert command not in source
    key = write(sheet, solutions)
    assert r"\printanswers" in key
    assert key.count(r"\begin{solution}") == key.count(r"\end{solution}") > 10


def test_points_are_those_of_the_class(made):
    sheet, _ = made
    source = write(sheet)
    assert "addpoints" in source.partition("\n")[0]
    assert source.count(r"\part[3]") == 4
    assert source.count(r"\part[2\half]") == 4
    assert r"\titledquestion{A position}[1]" in source
    assert r"\titledquestion{A game in normal form}[4]" in source


def test_points_that_the_class_cannot_add_are_told(made, latex, tmp_path):
    sheet, _ = made
    task = sheet.tasks[0]
    odd = tuple(replace(one, points=0.25) for one in task.questions)
    text = write(replace(sheet, tasks=(replace(task, questions=odd),)))
    assert "addpoints" not in text
    pages, _, _ = compiled(text, tmp_path / "odd")
    assert "(0.25 points)" in pages[0]
    assert "1 point" in pages[0]


def test_problems_keep_their_numbers_around_a_page_of_another_size(made):
    sheet, _ = made
    source = write(sheet)
    asked = re.findall(r"\\setcounter\{question\}\{(\d+)\}|\\titledquestion\{([^}]*)\}", source)
    numbers, number = {}, 0
    for after, title in asked:
        if after:
            number = int(after)
        else:
            number += 1
            numbers[title] = number
    assert numbers == {task.title: task.number for task in sheet.tasks}
