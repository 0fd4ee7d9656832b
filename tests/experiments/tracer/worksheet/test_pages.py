"""Pages of worksheets: small problems share a page, headers are whole, and phones show all."""

import io
import re
import subprocess

import pytest

from tests.support.programs import CHROMIUM, needed
from tests.tracer.worksheet.made import spec_of
from tests.tracer.worksheet.test_pages import printed, pypdf, sheet_of
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.formats.writers import write_html, write_pdf

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


@pytest.mark.parametrize("format_name", ["pdf", "latex", "html"])
def test_four_small_problems_take_two_pages_with_whole_headers(format_name, tmp_path):
    pages = printed(sheet_of(SMALL.format(title="Problem set 4")), format_name, tmp_path)
    numbers = [re.findall(r"Problem (\d) \d points", page) for page in pages]
    assert numbers == [["1", "2"], ["3", "4"]]
    for page, last in zip(pages, ("visits:", "equilibria:"), strict=True):
        assert last in page
    for page in printed(sheet_of(SMALL.format(title=LONG_TITLE)), format_name, tmp_path):
        assert "".join(LONG_TITLE.split()) in "".join(page.split())


def test_no_page_is_turned_for_a_tree_that_fits_when_scaled():
    pytest.importorskip("typst")
    worksheet = WorksheetMaker(
        spec_of("{source: deep-cutoff, search: alphabeta, parts: [visits]}")
    ).worksheet()
    for page in pypdf.PdfReader(io.BytesIO(write_pdf(worksheet))).pages:
        assert page.mediabox.height > page.mediabox.width


def test_nothing_is_wider_than_a_phone(tmp_path):
    needed(CHROMIUM or "chromium")
    script = (
        "<script>addEventListener('load', () => document.title = 'width ' + "
        "document.documentElement.scrollWidth)</script>"
    )
    page = write_html(sheet_of(SMALL.format(title="T")))
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
    assert write_html(sheet_of(SMALL.format(title="T"))).count("<main>") == 1
