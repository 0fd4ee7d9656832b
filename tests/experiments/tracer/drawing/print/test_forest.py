"""LaTeX for forest reads back as the tree by a small parser of our own, and compiles."""

import subprocess
import unicodedata
from contextlib import suppress

import pytest

from engine.errors import UsageError
from tests.support.drawn_trees import random_tree
from tests.support.programs import needed_by_latex, run_pdflatex
from tracer import trace
from tracer.text.latex import latex_text


def compiled(text, folder):
    (folder / "tree.tex").write_text(text, encoding="utf-8")
    run_pdflatex(folder, "tree")
    return (folder / "tree.log").read_text(encoding="utf-8", errors="replace")


@pytest.fixture
def latex():
    """Whether there is pdflatex with forest; a test that needs it is skipped otherwise."""
    needed_by_latex("forest.sty", "standalone.cls")


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("lecture", {"show": "windows", "step": 11}),
        ("dice", {"show": "worksheet"}),
        ("tic-tac-toe@xox|xxo|o..", {}),
        ("nim:2,1", {}),
        (random_tree(12), {}),
    ],
    ids=str,
)
def test_pdflatex_makes_one_page(source, options, tmp_path, latex):
    log = compiled(trace(source).export("forest", **options), tmp_path)
    assert "Output written on tree.pdf (1 page" in log
    assert "Missing character" not in log


def test_pdflatex_accepts_every_letter(tmp_path, latex):
    letters = [
        chr(code)
        for code in range(32, 0x2600)
        if unicodedata.category(chr(code))[0] in "LNPS" or code < 127
    ]
    lines = "\n\n".join(latex_text("".join(letters[at : at + 40])) for at in range(0, 2_000, 40))
    head = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{textcomp}\begin{document}"
    log = compiled(f"{head}\n{lines}\n\\end{{document}}\n", tmp_path)
    assert "Missing character" not in log


def wide(leaves):
    """A tree of few nodes, which are so wide that it has nearly the width of many."""
    return [[123_456_789_012_345 + 7 * number for number in range(leaves)]]


def test_tree_wider_than_tex_can_compute_is_refused(tmp_path, latex):
    def exported(leaves):
        with suppress(UsageError):
            return trace(wide(leaves), "minimax").export("forest")

    with pytest.raises(UsageError, match="points wide in LaTeX"):
        trace(wide(200), "minimax").export("forest")
    text = next(filter(None, map(exported, range(200, 50, -5))))  # as wide as may be
    assert "Output written on tree.pdf (1 page" in compiled(text, tmp_path)
