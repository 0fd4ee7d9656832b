"""Pages of worksheets as each format prints them: shared, numbered, with whole headers."""

import io
import re
import subprocess

import pytest

from tests.support.problem_sets import asked, problem_set, squeezed
from tests.support.programs import CHROMIUM, needed, needed_by_latex, run_pdflatex
from tests.tracer.worksheet.made import spec_of
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.formats.writers import write_html, write_latex, write_pdf
from tracer.worksheet.spec import read_spec

pypdf = pytest.importorskip("pypdf")

SMALL = """\
title: "{title}"
course: COMP 341
problems:
  - {{source: lecture, search: minimax, parts: {{values: 2, move: 1}}}}
  - {{source: lecture, search: alphabeta, parts: {{visits: 2}}}}
  - {{source: ties, search: minimax, parts: {{values: 1, move: 1}}}}
  - {{matrix: mp520, parts: {{dominant: 1, equilibria: 1}}}}
"""


LONG_TITLE = "Adversarial search: minimax, alpha-beta, chance nodes, matrices"


def printed(worksheet, format_name, folder, solutions=None):
    """The texts of the printed pages."""
    if format_name == "pdf":
        pytest.importorskip("typst")
        pdf = io.BytesIO(write_pdf(worksheet, solutions))
    elif format_name == "latex":
        needed_by_latex("exam.cls", "forest.sty", "adjustbox.sty", "needspace.sty")
        (folder / "sheet.tex").write_text(write_latex(worksheet, solutions))
        for _ in range(2):
            run_pdflatex(folder, "sheet")
        pdf = folder / "sheet.pdf"
    else:
        needed(CHROMIUM or "chromium")
        (folder / "sheet.html").write_text(write_html(worksheet, solutions), encoding="utf-8")
        subprocess.run(
            [
                CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
                f"--user-data-dir={folder / 'chromium'}", "--print-to-pdf=sheet.pdf", "sheet.html",
            ],
            cwd=folder,
            check=True,
            capture_output=True,
            timeout=120,
        )  # fmt: skip
        pdf = folder / "sheet.pdf"
    return [re.sub(r"\s+", " ", page.extract_text()) for page in pypdf.PdfReader(pdf).pages]


@pytest.mark.parametrize("format_name", ["pdf", "latex", "html"])
def test_four_small_problems_take_two_pages_with_whole_headers(format_name, tmp_path):
    def sheet_of(title):
        return WorksheetMaker(read_spec(SMALL.format(title=title), "set.yaml")).worksheet()

    pages = printed(sheet_of("Problem set 4"), format_name, tmp_path)
    numbers = [re.findall(r"Problem (\d) \d points", page) for page in pages]
    assert numbers == [["1", "2"], ["3", "4"]]
    for page, last in zip(pages, ("visits:", "equilibria:"), strict=True):
        assert last in page
    for page in printed(sheet_of(LONG_TITLE), format_name, tmp_path):
        assert "".join(LONG_TITLE.split()) in "".join(page.split())


def test_pages_of_a_browser_are_numbered_with_figures_beside_their_questions(tmp_path):
    sheet, solutions = problem_set()
    pages = [squeezed(page) for page in printed(sheet, "html", tmp_path, solutions)]
    assert all("ANSWERKEY" in page for page in pages)
    assert all(f"{n}of{len(pages)}" in page for n, page in enumerate(pages, 1))
    for task in sheet.tasks:
        heading = squeezed(f"Problem {task.number}. {task.title}")
        first = asked(task.questions[0])
        assert any(heading in page and first in page.partition(heading)[2] for page in pages)


def test_no_page_is_turned_for_a_tree_that_fits_when_scaled():
    pytest.importorskip("typst")
    worksheet = WorksheetMaker(
        spec_of("{source: deep-cutoff, search: alphabeta, parts: [visits]}")
    ).worksheet()
    for page in pypdf.PdfReader(io.BytesIO(write_pdf(worksheet))).pages:
        assert page.mediabox.height > page.mediabox.width
