"""Pages of worksheets: small problems share a page, headers are whole, and phones show all."""

from __future__ import annotations

import io
import re
import subprocess

import pytest

from tests.support.programs import CHROMIUM, needed, needed_by_latex
from tests.tracer.worksheet.made import spec_of
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.formats import html, latex, pdf
from tracer.worksheet.spec.spec_reader import read_spec

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


def sheet_of(text):
    return WorksheetMaker(read_spec(text, "set.yaml")).worksheet()


def printed(worksheet, format_name, folder):
    """The texts of the printed pages."""
    if format_name == "pdf":
        pytest.importorskip("typst")
        read = pypdf.PdfReader(io.BytesIO(pdf.write(worksheet)))
    elif format_name == "latex":
        needed_by_latex("exam.cls", "forest.sty", "adjustbox.sty", "needspace.sty")
        (folder / "sheet.tex").write_text(latex.write(worksheet))
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
        (folder / "sheet.html").write_text(html.write(worksheet))
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


@pytest.mark.slow
@pytest.mark.parametrize("format_name", ["pdf", "latex", "html"])
def test_four_small_problems_take_two_pages_with_whole_headers(format_name, tmp_path):
    pages = printed(sheet_of(SMALL.format(title="Problem set 4")), format_name, tmp_path)
    numbers = [re.findall(r"Problem (\d) \d points", page) for page in pages]
    assert numbers == [["1", "2"], ["3", "4"]]
    for page, last in zip(pages, ("visits:", "equilibria:"), strict=True):
        assert last in page
    for page in printed(sheet_of(SMALL.format(title=LONG_TITLE)), format_name, tmp_path):
        assert "".join(LONG_TITLE.split()) in "".join(page.split())


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


@pytest.mark.slow
def test_no_page_is_turned_for_a_tree_that_fits_when_scaled():
    pytest.importorskip("typst")
    worksheet = WorksheetMaker(
        spec_of("{source: deep-cutoff, search: alphabeta, parts: [visits]}")
    ).worksheet()
    for page in pypdf.PdfReader(io.BytesIO(pdf.write(worksheet))).pages:
        assert page.mediabox.height > page.mediabox.width


@pytest.mark.slow
def test_nothing_is_wider_than_a_phone(tmp_path):
    needed(CHROMIUM or "chromium")
    script = (
        "<script>addEventListener('load', () => document.title = 'width ' + "
        "document.documentElement.scrollWidth)</script>"
    )
    page = html.write(sheet_of(SMALL.format(title="T")))
    (tmp_path / "sheet.html").write_text(page.replace("</head>", f"{script}</head>"))
    frame = '<iframe src="sheet.html" width="390" height="900" style="border:0"></iframe>'
    (tmp_path / "phone.html").write_text(
        f"<!doctype html>{frame}<script>const f = document.querySelector('iframe');"
        "addEventListener('load', () => setTimeout(() => document.body.append("
        "f.contentDocument.title), 200))</script>"
    )
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--allow-file-access-from-files",
            "--virtual-time-budget=3000",
            "--dump-dom",
            "phone.html",
        ],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    (width,) = re.findall(r"width (\d+)", done.stdout)
    assert int(width) <= 390
    assert html.write(sheet_of(SMALL.format(title="T"))).count("<main>") == 1
