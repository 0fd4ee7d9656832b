"""Since when a number is as it is: equal to a replay of every step before."""

import random
from contextlib import suppress

import pytest

from engine.errors import InvalidInput, PlytraceError, UsageError
from tests.support.cases import over
from tests.support.random_searches import random_options, random_position, random_tree
from tests.support.tables import table
from tracer import trace
from tracer.steps.origin import Quantity, find_origin, find_quantity, numbers
from tracer.steps.snapshot import EventKind

BOUNDS = (Quantity.ALPHA, Quantity.BETA)


class Replayed:
    """What every step shows, from the snapshots alone."""

    def __init__(self, t):
        self.trace = t
        self.shots = [t.at(step) for step in range(len(t.replay))]
        self.frames = [{frame.row: frame for frame in shot.stack} for shot in self.shots]
        self.moves = [t.moves_to(row) for row in range(len(t.log))]

    def above(self, row):
        """The node and its ancestors, the node first."""
        while row >= 0:
            yield row
            row = self.trace.log.parent[row]

    def value(self, subject, step, last=None):
        """What the quantity is after a step; `last` is what it was before it."""
        row, quantity = subject.row, subject.quantity
        event = self.shots[step].event
        here = self.frames[step].get(row)
        if quantity is Quantity.SKIPPED:
            cut = event.kind is EventKind.CUT and event.parent == row
            return "skipped" if cut and subject.child in event.skipped else last
        if quantity is Quantity.VALUE:
            returns = event.row == row and not event.entering
            return self.trace.log.value[row] if returns else last
        if quantity is Quantity.VISITS:
            return (last or 0) + (event.entering and self.moves[event.row] == self.moves[row])
        if quantity in BOUNDS:
            if here is None and last is not None and self.left(row, step):
                return last
            # Before a node is entered, its window would be that of the innermost open ancestor.
            frame = next(
                (self.frames[step][r] for r in self.above(row) if r in self.frames[step]), None
            )
            return None if frame is None else getattr(frame, quantity.value)
        if here is None:
            return last
        return here.v if quantity is Quantity.V else here.best_move

    def left(self, row, step):
        shown = self.shots[step]
        return shown.visited > row and row not in self.frames[step]

    def since(self, subject, step):
        """The value at a step, and the first step since which it has not changed."""
        value, since = None, 0
        for at in range(step + 1):
            now = self.value(subject, at, value)
            if now != value:
                value, since = now, at
        return value, since


def check_all(t, draw, most=25):
    replayed = Replayed(t)
    checked = 0
    for step in draw.sample(range(len(replayed.shots)), min(most, len(replayed.shots))):
        row = draw.randrange(replayed.shots[step].visited)
        for subject in numbers(t, row, step):
            found = find_origin(t, subject, step)
            assert (found.value, found.since) == replayed.since(subject, step), (subject, step)
            for link in found.links:
                assert link.step <= step
                assert link.because
            steps = [link.step for link in found.links]
            assert steps == sorted(steps, reverse=True)
            assert found.since in steps
            assert "nan" not in found.text()
            checked += 1
    return checked


def searched(game, draw, search, depth=None):
    """A search with random settings."""
    return trace(game, search, **random_options(draw, search, depth), max_visits=120)


def first_accepted(draw, search):
    """The first of some random searches that its search does not refuse."""
    for _ in range(100):
        with suppress(PlytraceError):
            return search()
    raise AssertionError(f"every search is refused: {draw}")


@over("seed", range(220), ms=45)
def test_random_trees_equal_a_replay_of_every_step(seed):
    draw = random.Random(seed)
    names = (
        "alphabeta",
        "alphabeta",
        "pvs",
        "transposition",
        "minimax",
        "deepening",
        "mtdf",
        "aspiration",
    )
    if seed % 4 == 3:
        names = ("expectimax", "expectiminimax", "star1", "star2")

    def search():
        tree = random_tree(draw, chance=seed % 4 == 3)
        return searched(tree, draw, draw.choice(names))

    assert check_all(first_accepted(draw, search), draw)


@over("seed", range(40), ms=45)
def test_random_games_equal_a_replay_of_every_step(seed):
    draw = random.Random(seed)
    names = ("alphabeta", "pvs", "transposition", "deepening", "mcts")

    def search():
        return searched(random_position(draw), draw, draw.choice(names), depth=3)

    assert check_all(first_accepted(draw, search), draw, most=10)


# Named on the command line ------------------------------------------------------------------


def explained(text, step=None, source="lecture", **options):
    t = trace(source, **options)
    step = len(t.replay) - 1 if step is None else step
    return find_origin(t, find_quantity(t, text, step), step)


@over("row", table(__file__, "origins"))
def test_quantity_is_explained_by_what_it_comes_from(row):
    found = explained(row["asked"], **row.get("search", {}))
    for name in {"value", "since", "node", "sentence"} & {*row}:
        assert getattr(found, name) == row[name]
    assert found.sentence.endswith(row.get("ends", ""))
    links = [[link.step, link.row] for link in found.links]
    assert links == row.get("links", links)
    assert {link.step for link in found.links} == {*row.get("steps", dict(links))}
    kinds = [link.quantity.value for link in found.links]
    assert kinds[: len(row.get("kinds", []))] == row.get("kinds", [])


def test_node_of_a_game_is_named_by_its_moves():
    t = trace("tic-tac-toe@xox|xxo|o..")
    step = len(t.replay) - 1
    for row in range(len(t.log)):
        found = find_quantity(t, f"{t.name(row)}.v", step)
        assert (found.row, found.quantity) == (row, Quantity.V)


@over(("text", "says"), table(__file__, "unknown_quantities"))
def test_unknown_node_or_quantity_is_refused(text, says):
    with pytest.raises((InvalidInput, UsageError)) as caught:
        explained(text)
    assert says in str(caught.value)


def test_node_that_is_visited_later_is_refused_with_its_step():
    with pytest.raises(InvalidInput) as caught:
        explained("C.v", 4)
    assert "C is first visited at step 9" in str(caught.value)
    with pytest.raises(InvalidInput):
        explained("C2", 10)


def test_search_by_playouts_explains_visits_only():
    options = {"source": "nim:2,2", "search": "mcts", "iterations": 12, "seed": 1}
    assert explained("root.visits", **options).value == 12
    with pytest.raises(InvalidInput) as caught:
        explained("root.alpha", **options)
    assert "root has no alpha" in str(caught.value)


def test_trace_explains_in_one_line():
    t = trace("lecture")
    assert t.why("A.v", 0).since == t.why("A.v", -len(t.replay)).since == 0
    for step in (-len(t.replay) - 1, len(t.replay)):
        with pytest.raises(InvalidInput, match="there is no step"):
            t.why("A.v", step)
    assert t.why("C.alpha").since == t.why("C.alpha", -10).since == 8
    for step in (22, -23):
        with pytest.raises(InvalidInput):
            t.why("C.alpha", step)
