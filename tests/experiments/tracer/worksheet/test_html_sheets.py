"""HTML worksheets and keys: well-formed, accessible, self-contained, escaped."""

import subprocess

import pytest

from tests.support.problem_sets import asked, squeezed
from tests.support.programs import CHROMIUM
from tests.tracer.worksheet.test_html_sheets import made
from tracer.worksheet.formats.writers import write_html as write


@pytest.mark.skipif(not CHROMIUM, reason="needs chromium")
def test_printed_pages_are_numbered_with_figures_beside_their_questions(made, tmp_path):
    pypdf = pytest.importorskip("pypdf")
    sheet, solutions = made
    (tmp_path / "key.html").write_text(write(sheet, solutions), encoding="utf-8")
    subprocess.run(
        [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
            f"--user-data-dir={tmp_path / 'chromium'}",
            f"--print-to-pdf={tmp_path / 'key.pdf'}", (tmp_path / "key.html").as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )  # fmt: skip
    pages = [squeezed(page.extract_text()) for page in pypdf.PdfReader(tmp_path / "key.pdf").pages]
    assert all("ANSWERKEY" in page for page in pages)
    assert all(f"{n}of{len(pages)}" in page for n, page in enumerate(pages, 1))
    for task in sheet.tasks:
        heading = squeezed(f"Problem {task.number}. {task.title}")
        first = asked(task.questions[0])
        assert any(heading in page and first in page.partition(heading)[2] for page in pages)
