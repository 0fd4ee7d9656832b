"""Pages of worksheets: small problems share a page, headers are whole, and phones show all."""

import io
import re
import subprocess

import pytest

from tests.support.programs import CHROMIUM, needed_by_latex
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.formats.writers import write_html, write_latex, write_pdf
from tracer.worksheet.spec import read_spec

pypdf = pytest.importorskip("pypdf")


def sheet_of(text):
    return WorksheetMaker(read_spec(text, "set.yaml")).worksheet()


def printed(worksheet, format_name, folder):
    """The texts of the printed pages."""
    if format_name == "pdf":
        pytest.importorskip("typst")
        read = pypdf.PdfReader(io.BytesIO(write_pdf(worksheet)))
    elif format_name == "latex":
        needed_by_latex("exam.cls", "forest.sty", "adjustbox.sty", "needspace.sty")
        (folder / "sheet.tex").write_text(write_latex(worksheet))
        for _ in range(2):
            subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet"],
                cwd=folder,
                check=True,
                capture_output=True,
                timeout=240,
            )
        read = pypdf.PdfReader(folder / "sheet.pdf")
    else:
        if CHROMIUM is None:
            pytest.skip("chromium is not installed")
        (folder / "sheet.html").write_text(write_html(worksheet))
        subprocess.run(
            [
                CHROMIUM,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-pdf-header-footer",
                "--print-to-pdf=sheet.pdf",
                "sheet.html",
            ],
            cwd=folder,
            check=True,
            capture_output=True,
            timeout=120,
        )
        read = pypdf.PdfReader(folder / "sheet.pdf")
    return [re.sub(r"\s+", " ", page.extract_text()) for page in read.pages]


MIXED = """title: Problem set 4
problems:
  - {source: lecture, search: alphabeta, convention: comp341,
     parts: {visits: 4, cutoffs: 4, values: 2, move: 1}}
  - {generate: {plies: 3, branching: [2, 3], cutoffs: 2, unique: true}, search: alphabeta,
     parts: {visits: 4, windows: 2, cutoffs: 4, move: 1}}
  - {source: "tic-tac-toe@xo.|xo.|...", search: alphabeta, depth: 2,
     parts: {visits: 3, values: 2, move: 1}}
  - {source: dice, search: expectiminimax, parts: {values: 3, move: 1}}
  - {matrix: mp520, parts: {dominant: 2, equilibria: 2}}
"""


def test_problems_that_fit_on_a_page_share_it(tmp_path):
    pages = printed(sheet_of(MIXED), "pdf", tmp_path)
    numbers = [re.findall(r"Problem (\d) \d+ points", page) for page in pages]
    assert numbers == [["1"], ["2"], ["3"], ["4", "5"]]
