"""Letters that no font has are found, and only those."""

import pytest

from tests.support.commands import run_command
from tracer.export.typeset import missing_letters

pytest.importorskip("typst")

#: Code points of the planes that are for private use: no font of the system has them.
NOBODYS = "\U000f1234\U00101234"


def test_letters_of_the_bundled_fonts_are_not_missing():
    assert missing_letters(["Ann Łukasz Кирилл Ωμέγα △▽ ∞ ≤ “quoted” é\u0301"]) == ""


def test_missing_letters_are_listed_once_in_order():
    # Printable ones only: private code points are not, so rare scripts stand for them.
    found = missing_letters(["a 𒀀𒀁 b", "𒀁 c"])
    assert found in ("", "𒀀𒀁")  # a font for cuneiform may be installed
    assert missing_letters([NOBODYS]) == ""


def test_worksheet_with_missing_letters_says_so(tmp_path):
    if not missing_letters(["𒀀"]):
        pytest.skip("this computer has a font for cuneiform")
    spec = "title: T\nproblems: [{source: lecture, search: minimax, parts: [move]}]\n"
    (tmp_path / "set.yaml").write_text(spec, encoding="utf-8")
    (tmp_path / "class.txt").write_text("Ann\n𒀀𒀁\n", encoding="utf-8")
    command = ("worksheet", "set.yaml", "--class", "class.txt", "-f", "pdf", "-o", "out")
    done = run_command(*command, cwd=tmp_path)
    assert done.returncode == 0
    assert "no font of this computer has 𒀀 𒀁: the PDF shows boxes instead." in done.stderr
    done = run_command(*command, "--force", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
