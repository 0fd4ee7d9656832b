"""LaTeX tables agree with the trace: parsed by a small reader, and compiled if possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Player
from tests.support import latex_reader
from tests.support.cases import examples, over
from tests.support.programs import needed_by_latex, run_pdflatex
from tests.support.strategies import conventions, trees, windows
from tracer import trace
from tracer.text.latex import latex_text
from tracer.text.numbers import show_number
from trees.building import TreeEdge, TreeNode, build

NASTY = ["a_b", "50%", "$x$", "a&b", "{", "}", "\\x", "#1", "~", "^", "[x]", "*", "a-b", "x''"]
NASTY += ["<", ">", "|", '"', "`", "▽", "α≤β", "é", "?`", "!`", "<<"]


def nasty_tree():
    leaves = [TreeEdge(TreeNode(id=name, value=number)) for number, name in enumerate(NASTY)]
    inner = [TreeEdge(TreeNode(edges=leaves[n : n + 5])) for n in range(0, len(leaves), 5)]
    return build(TreeNode(edges=inner), players=(Player.MAX, Player.MIN), name="A & B_1")


@given(trees(4), conventions, windows)
@examples(15)
def test_tables_read_back_as_the_views(tree, convention, window):
    t = trace(tree, convention=convention, window=window)
    result, counts, visits, cutoffs = latex_reader.tables(t.export("latex"))
    assert ["value", result[1][2][1]] == result[1][2]
    assert [int(v.replace(",", "")) for _, v in counts[1][1:]][-1] == t.counts.skipped
    assert visits[1][0] == ["#", "Node", "Player", "α", "β", "Value"]
    for row, view in zip(visits[1][1:], t.visits, strict=True):
        order, name, player, alpha, beta, value = row
        assert (int(order), name, player) == (view.order, view.id, view.player.name)
        assert (alpha, beta) == (show_number(view.alpha), show_number(view.beta))
        assert value.removeprefix("≤ ").removeprefix("≥ ") == show_number(view.value)
        assert value[0] in "≤≥" or str(view.bound) in "=?"
    for row, view in zip(cutoffs[1][1:], t.cutoffs, strict=True):
        assert row[:2] == [view.at, view.after]
        assert row[2:5] == [show_number(n) for n in (view.value, view.alpha, view.beta)]
        assert row[5] == (" ".join(view.skipped) or "–")
        assert row[6] == view.because


@given(st.text(alphabet=st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=20))
def test_texts_read_back_character_for_character(text):
    assert latex_reader.read(latex_text(text)) == text


def test_the_reader_refuses_what_is_not_escaped():
    for bad in ("a_b", "50%", "a-b", "x''", "\\dots x", "{", "}", "\\foo{}", "\\ensuremath{x}"):
        with pytest.raises(latex_reader.Bad):
            latex_reader.read(bad)


def test_fragment_has_only_the_tables():
    t = trace("lecture")
    whole, part = t.export("latex"), t.export("latex", fragment=True)
    assert "\\documentclass" in whole
    assert "\\begin{document}" not in part
    assert latex_reader.tables(whole) == latex_reader.tables(part)
    assert len(latex_reader.tables(t.export("latex", summary=True))) == 2
    assert len(latex_reader.tables(trace("lecture", "minimax").export("latex"))) == 3


@over("source", ["lecture", "fractions", "tic-tac-toe@xo.|xo.|...", "nasty"], ms=45)
@over("fragment", [False, True])
def test_latex_document_compiles(source, fragment, tmp_path):
    needed_by_latex("booktabs.sty")
    t = trace(nasty_tree() if source == "nasty" else source)
    text = t.export("latex", fragment=fragment)
    if fragment:
        needed = text.splitlines()[0].removeprefix("% ")
        text = (
            "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}"
            f"{needed}\\begin{{document}}{text}\\end{{document}}"
        )
    (tmp_path / "x.tex").write_text(text, encoding="utf-8")
    run_pdflatex(tmp_path, "x")
    assert (tmp_path / "x.pdf").stat().st_size > 1000


def test_nasty_names_read_back():
    t = trace(nasty_tree())
    visits = latex_reader.tables(t.export("latex"))[2][1][1:]
    assert [row[1] for row in visits] == [view.id for view in t.visits]
