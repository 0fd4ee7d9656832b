"""A worksheet reveals no answer: in words, numbers, attributes, sizes or order."""

import random
import re
from functools import partial

import pytest

from engine.errors import UsageError
from tests.support.cases import over, scaled
from tests.support.drawn_trees import random_tree
from tests.support.naive import random_lists
from tests.support.tables import table
from tracer import trace
from tracer.drawing.print.diagrams import worksheet_of
from tracer.drawing.print.svg_figure import svg_of
from tracer.export.dot import dot_of
from tracer.export.forest import forest_of
from trees.library import library_names
from trees.sources import open_source

DRAWN = {"svg": svg_of, "dot": dot_of, "forest": forest_of}


def worksheets(t, **options):
    return {name: t.export(name, show="worksheet", **options) for name in DRAWN}


@over("source", ["tic-tac-toe@xox|xxo|o..", "nim:2,1", "reversi:4"])
def test_worksheet_of_a_game_is_the_same_after_any_search(source):
    common = {"depth": 2, "evaluation": "mobility"} if source == "reversi:4" else {}
    found = {
        tuple(worksheets(trace(source, **common, **options)).values())
        for options in ({}, {"search": "minimax"}, {"convention": "cs188"}, {"max_visits": 2})
    }
    assert len(found) == 1


def leaves_hidden(text):
    """A drawing with `NN` for the leaves' values, all of which have two digits."""
    for before in (r'(<text class="given"[^>]*>)', r'(CELLPADDING="4">)', r"(\\signleaf\[\]\{)"):
        text = re.sub(rf"{before}\d\d\b", r"\1NN", text)
    head, between, rest = text.partition("<desc>")
    described, end, after = rest.partition("</desc>")
    return head + between + re.sub(r"= \d\d\b", "= NN", described) + end + after


def test_worksheet_differs_only_at_leaves_with_other_values():
    keys, found = set(), set()
    for seed in range(count := scaled(8, 100)):
        leaf = partial(random.Random(seed).randint, 10, 99)
        t = trace(random_lists(random.Random(5), 4, leaf, stop=0.2))  # of one shape
        t.source = t.title = "tree"
        found.add(tuple(leaves_hidden(text) for text in worksheets(t).values()))
        keys.add(leaves_hidden(t.export("svg")))
    assert len(found) == 1
    assert len(keys) > 0.8 * count  # the searches did differ


def test_worksheet_is_drawn_without_reading_the_search():
    class Forbidden:
        def __getattr__(self, name):
            raise AssertionError(f"a worksheet has looked at the search's {name}")

    for source in ("lecture", "dice", "tic-tac-toe@xox|xxo|o.."):
        t = trace(source)
        expected = worksheets(t)
        t.log = t.tour = t._paths = t._kind = Forbidden()
        assert worksheets(t) == expected


def test_worksheet_shows_the_tree_and_leaves_room_for_the_values():
    t = trace("lecture")
    sheet = t.export("svg", show="worksheet")
    body = sheet.partition("</style>")[2]
    for found in ("≤", "≥", "∞", 'class="cut"', "best", "skipped", "current", "bold"):
        assert found not in body
    shown = re.findall(r'<text class="([a-z-]+)"[^>]*>([^<]*)</text>', body)
    assert " ".join(text for kind, text in shown if kind == "given") == "3 12 8 2 4 6 14 5 2"
    assert [text for kind, text in shown if kind == "name"] == list("ABCD")
    assert [text for kind, text in shown if kind == "level"] == ["MAX", "MIN"]
    dice = trace("dice").export("svg", show="worksheet")
    assert len(re.findall(r'class="label"[^>]*>0\.5<', dice)) == 4


def test_too_large_a_tree_is_refused_with_a_message():
    with pytest.raises(UsageError, match="more than 2,000 nodes"):
        trace("tic-tac-toe", max_visits=10).export("svg", show="worksheet")


SEARCHED = table(__file__, "searched")


@over("name", library_names(), ms=90)
@over("options", SEARCHED)
def test_worksheet_is_the_same_after_any_search_or_none(name, options):
    try:
        t = trace(name, **options)
    except UsageError:
        pytest.skip("a search that this tree does not suit")
    opened = open_source(name)
    bare = worksheet_of(opened.game, title=opened.title or opened.label)
    expected = {format_: draw(bare) for format_, draw in DRAWN.items()}
    for step in (None, 0, len(t.tour) // 2, -1):
        assert worksheets(t, step=step) == expected


@over("seed", range(40), ms=45)
def test_random_trees_are_drawn_the_same_searched_or_not(seed):
    tree = random_tree(seed)
    t = trace(tree)
    bare = worksheet_of(tree, title=t.title or t.source)
    assert worksheets(t) == {name: draw(bare) for name, draw in DRAWN.items()}
