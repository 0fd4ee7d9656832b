"""Advice about too large a tree works: every piece of it is tried."""

import re

import pytest

from engine.errors import PlytraceError, UsageError
from tests.support.cases import over
from tracer import show, trace
from tracer.drawing.print.diagrams import limit_that_fits
from trees.sources import open_source


def estimated(branches):
    """A tree of two plies whose children have estimates, as YAML."""
    leaves = ", ".join(map(str, range(branches)))
    return f"{{tree: [{', '.join([f'{{eval: 4, children: [{leaves}]}}'] * branches)}]}}"


PLAIN = [list(range(60))] * 60

CASES = [
    (PLAIN, {}, None),
    (estimated(60), {}, "--depth 1"),
    ("nim:2,3,4", {}, "--max-visits"),
    ("tic-tac-toe", {}, "--depth"),
    ("lecture", {"search": "mcts", "iterations": 2000}, "--iterations"),
    (estimated(60), {"search": "deepening", "depth": 2}, "--depth 1"),
]


@over("how", [("svg", "key"), ("svg", "worksheet"), ("html", None)], ms=45)
@over(("source", "options", "message"), CASES)
def test_advised_limit_works(source, options, message, how):
    name, what = how
    keywords = {"show": what} if what else {}
    try:
        trace(source, **options).export(name, **keywords)
    except UsageError as error:
        hint = error.hint
    else:
        pytest.skip("it is small enough")
    if name == "html":
        assert message is None or message in hint
    advised = dict(re.findall(r"--([a-z-]+) (\d+)", hint))
    for option, number in advised.items():
        smaller = {**options, option.replace("-", "_"): int(number)}
        assert trace(source, **smaller).export(name, **keywords)
    if "--iterations" in hint:
        assert trace(source, **{**options, "iterations": 20}).export(name, **keywords)
    if "fewer moves" in hint:
        assert open_source(source).kind != "tree"
    if not advised:
        assert "fewer moves" in hint or "plytrace step" in hint
    if "--depth" not in hint and "iterations" not in options:
        # It is not advised since it would not help: refused, or as large as before.
        for depth in (1, 2):
            with pytest.raises(PlytraceError):
                trace(source, **{**options, "depth": depth}).export(name, **keywords)


@over(
    ("source", "most", "limit"),
    [
        ("nim:2,3,4", 200, None),
        (PLAIN, 200, None),
        ("lecture", 200, None),  # small enough as it is
        ("tic-tac-toe", 9, None),  # ten nodes with one ply
        ("tic-tac-toe", 10, 1),
        ("tic-tac-toe", 81, 1),
        ("tic-tac-toe", 82, 2),  # 1 + 9 + 72
        (estimated(20), 21, 1),
    ],
)
def test_advised_limit_is_the_deepest_that_fits(source, most, limit):
    assert limit_that_fits(open_source(source).game, most) == limit


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([list(range(64))] * 4, "tracer.trace(…) searches it"),
        (estimated(60), "tracer.trace(…, depth=1) searches it"),
        (PLAIN, "plytrace step shows trees of any size"),
    ],
)
def test_notebook_advice_works(source, message):
    text = show(source)._repr_mimebundle_()["text/plain"]
    assert message in text
    if "tracer.trace" in text:
        depth = re.search(r"depth=(\d+)", text)
        t = trace(source, **({"depth": int(depth[1])} if depth else {}))
        assert t.export("svg", show="worksheet").startswith("<svg")
