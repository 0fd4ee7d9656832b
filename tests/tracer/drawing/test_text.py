"""Golden drawings: the tree as plain text."""

import re

import pytest

from engine.errors import SearchRefused
from tests.support.cases import over
from tests.support.golden import check_golden
from tests.support.tables import table
from tracer import trace
from tracer.drawing.terminal.plain_text import draw_text
from tracer.recording.critical_tree import critical_tree

LABELLED = "{tree: {id: S, children: {left: [3, 12], pass: {id: T, value: 5}, right: [2, [7, 9]]}}}"


def chain(plies):
    nested = 0
    for leaf in range(plies):
        nested = [nested, leaf]
    return nested


@over(
    ("name", "source", "options", "drawn"),
    [
        *table(__file__, "drawings"),
        ("labelled-moves", LABELLED, {}, {"step": 9}),
        ("chain", chain(2_000), {"search": "minimax"}, {"step": 500}),
    ],
    ms=45,
)
def test_text_drawing_of_the_lecture_tree(name, source, options, drawn):
    text = draw_text(trace(source, **options), **drawn)
    lines = text.split("\n")
    assert lines == [line.rstrip() for line in lines]
    assert max(map(len, lines)) <= drawn.get("width", 80)
    if drawn.get("ascii"):
        assert text.isascii()
    check_golden(f"figure/{name}.txt", text)


def test_large_tree_takes_a_few_dozen_lines():
    assert len(draw_text(trace("tic-tac-toe")).split("\n")) < 60


def test_step_outside_the_search_is_refused():
    with pytest.raises(IndexError):
        draw_text(trace("lecture"), step=22)


def test_a_negative_step_counts_from_the_end():
    lecture = trace("lecture")
    assert draw_text(lecture, step=-1) == draw_text(lecture, step=21)


@pytest.mark.parametrize(("source", "options", "width"), table(__file__, "critical_trees"))
def test_types_of_the_critical_tree_are_drawn(source, options, width):
    t = trace(source, **options)
    text = draw_text(t, width=width, critical=True)
    drawn, legend = text.rsplit("\n\n", 1)
    types = critical_tree(t).types
    assert sorted(re.findall(r"#(\d)", drawn)) == sorted(map(str, types.values()))
    for name, kind in types.items():
        if width > 66 and " " not in name and not t.game.named_by_path:
            assert re.search(rf"\b{name}\b[^#\n]{{0,12}}#{kind}", drawn), name
    marks = " ".join(f"#{kind}" for kind in sorted({*types.values()}))
    assert f"{marks} type in the critical tree" in " ".join(legend.split())
    assert "#" not in draw_text(t, width=width)


def test_game_without_a_critical_tree_has_no_types():
    with pytest.raises(SearchRefused, match="no critical tree"):
        draw_text(trace("dice"), critical=True)


@pytest.mark.parametrize(("tree", "joints"), table(__file__, "outlines"))
def test_outline_leads_to_the_best_child_in_bold(tree, joints):
    lines = draw_text(trace(tree, "minimax"), width=30).split("\n")
    assert [line[:2] for line in lines if line[3:4] == "▽"] == joints
