"""The differences of two searches equal those that a plain program finds in two replays."""

import random
from array import array

import pytest
from hypothesis import example, given

from engine.log.visit_log import VisitLog
from tests.support.cases import examples, over
from tests.support.strategies import trees
from tests.support.tables import table
from tracer import Trace, trace
from tracer.compare.differences import Differences, Pairing
from tracer.compare.side_by_side import SideBySide

PAIRS = table(__file__, "compared")


class Visit:
    """A visit put together from the snapshots of a replay, with nothing taken from the log."""

    def __init__(self, move):
        self.move = move
        self.entry = None  # step, whose turn, how answered, window
        self.value = None  # step, value
        self.cut = None  # after which child, the window then
        self.children = []


def visits(t):
    """The visits of a search as a tree, by going through its replay step by step."""
    root, stack = None, []
    for step in range(len(t.replay)):
        now = t.at(step)
        event, kind = now.event, now.event.kind
        if event.entering:
            frame = now.stack[-1]
            visit = Visit(frame.move)
            answer = str(kind) if kind != "enter" else "expanded"
            visit.entry = step, frame.player, answer, frame.entered
            if stack:
                stack[-1].children.append(visit)
            else:
                root = visit
            stack.append(visit)
            continue
        visit = stack.pop()
        visit.value = step, float(t.visits[event.row].value)
        if kind == "cut":
            frame = now.stack[-1]
            stack[-1].cut = visit, (frame.alpha, frame.beta)
    return root


def pairs_of(mine, theirs):
    """Each child of one node with its like among those of another, or None."""
    found = []
    for place, child in enumerate(mine.children):
        same = [other for other in theirs.children if other.move == child.move]
        before = sum(other.move == child.move for other in mine.children[:place])
        later = any(other.move == child.move for other in mine.children[place + 1 :])
        like = None
        if same and not later:
            like = same[-1]
        elif before < len(same) - 1:
            like = same[before]
        found.append((child, like))
    return found


def naive_differences(left, right):
    """All kinds of differences by the left search's steps, looked for everywhere."""
    windows = left.has_window and right.has_window
    # At a cutoff only conventions that move the bound at another time leave another window: else it
    # is the window at the entry that differs, or a child's value.
    updates = windows and left.settings.convention.update != right.settings.convention.update
    found = {}

    def note(step, kind):
        found.setdefault(step, set()).add(kind)

    def look(mine, theirs):
        step, player, answer, window = mine.entry
        _, other_player, other_answer, other_window = theirs.entry
        if player != other_player:
            note(step, "player")
        if answer != other_answer:
            note(step, "answer")
        if windows and window != other_window:
            note(step, "window")
        if mine.value is not None and (theirs.value is None or mine.value[1] != theirs.value[1]):
            note(mine.value[0], "value")
        pairs = pairs_of(mine, theirs)
        here = list(dict.fromkeys(child.move for child in mine.children))
        there = list(dict.fromkeys(child.move for child in theirs.children))
        for place in range(min(len(here), len(there))):
            if here[place] != there[place]:
                first = next(child for child in mine.children if child.move == here[place])
                note(first.entry[0], "order")
                break
        for place, (child, like) in enumerate(pairs):
            if like is None:
                if place == 0 or pairs[place - 1][1] is not None:
                    note(child.entry[0], "here-only")
            else:
                look(child, like)
                times = [
                    sum(one.move == child.move for one in side.children) for side in (mine, theirs)
                ]
                last = child is [one for one in mine.children if one.move == child.move][-1]
                if last and times[0] < times[1]:
                    note(child.entry[0], "visits")
            if child.value is None:  # the search was stopped in it
                continue
            cut_here = mine.cut is not None and mine.cut[0] is child
            cut_there = like is not None and theirs.cut is not None and theirs.cut[0] is like
            if cut_here != cut_there:
                note(child.value[0], "cutoff")
            elif cut_here and updates and mine.cut[1] != theirs.cut[1]:
                note(child.value[0], "cut-window")

    look(visits(left), visits(right))
    return found


def all_steps(differences):
    while differences.advance(1):
        pass
    return list(differences.steps)


def both(tree, pair):
    return tuple(trace(tree, **options) for options in pair)


def kinds_at(differences, step):
    return {str(one.kind) for one in differences.at(step)}


@over("pair", PAIRS, ms=45)
@examples(8)
@given(tree=trees(5))
def test_differences_equal_a_naive_comparison_of_two_replays(pair, tree):
    left, right = both(tree, pair)
    for mine, theirs in ((left, right), (right, left)):
        differences = Differences(mine, theirs)
        naive = naive_differences(mine, theirs)
        assert all_steps(differences) == sorted(naive)
        for step in range(len(mine.tour)):
            assert kinds_at(differences, step) == naive.get(step, set()), step
        with pytest.MonkeyPatch.context() as patch:  # as in large subtrees
            patch.setattr("tracer.compare.differences._LARGE", 1)
            assert all_steps(Differences(mine, theirs)) == sorted(naive)


@over(("source", "pair"), table(__file__, "compared_positions"))
def test_differences_are_found_on_positions_and_at_depth_limits(source, pair):
    left, right = both(source, pair)
    for mine, theirs in ((left, right), (right, left)):
        naive = naive_differences(mine, theirs)
        differences = Differences(mine, theirs)
        assert naive
        assert all_steps(differences) == sorted(naive)
        assert all(kinds_at(differences, step) == naive[step] for step in naive)


@over("pair", PAIRS, ms=45)
def test_every_difference_is_reported_and_equal_steps_are_not(pair):
    left, right = both("worst-order", pair)
    shown = SideBySide(left, right)
    for side, mine in enumerate((left, right)):
        steps = set(all_steps(shown.differences[side]))
        for step in range(len(mine.tour)):
            sentences = shown.sentences(side, step)
            assert bool(sentences) == (step in steps)
            assert not sentences or (sentences[0].isalnum() and sentences.endswith("."))


# Large logs ----------------------------------------------------------------------------------


def with_other_values(t, rows):
    """The same search with other values returned at some rows."""
    columns = dict(t.log.columns())
    columns["value"] = array("d", columns["value"])
    for row in rows:
        columns["value"][row] += 1
    return Trace(t.source, t.game, t.search, t.settings, VisitLog.from_columns(columns))


@pytest.fixture(scope="module")
def tic_tac_toe():
    return trace("tic-tac-toe@x..|o..|...", search="minimax")


@pytest.mark.parametrize("seed", range(4))
def test_few_changed_rows_are_found_anywhere_in_a_large_log(tic_tac_toe, seed):
    t = tic_tac_toe
    rows = random.Random(seed).sample(range(len(t.log)), seed * 7)
    rows += [0, len(t.log) - 1] if seed == 3 else []
    changed = with_other_values(t, rows)
    expected = sorted(t.tour.left_at(row) for row in set(rows))
    assert all_steps(Differences(t, changed)) == expected
    assert all_steps(Differences(changed, t)) == expected


def test_first_difference_in_a_large_log_is_found_without_reading_the_rest(tic_tac_toe):
    t = tic_tac_toe
    mirrored = trace("tic-tac-toe@x..|o..|...", search="minimax", order="right-to-left")
    differences = Differences(t, mirrored)
    assert differences.first(10) == 1
    assert not differences.done
    assert differences.progress < 0.05
    assert differences.known_before(1)
    assert not differences.known_before(len(t.tour) - 1)


def test_stopped_search_is_compared_with_the_complete_one(tic_tac_toe):
    t = tic_tac_toe
    stopped = trace("tic-tac-toe@x..|o..|...", search="minimax", max_visits=4_000)
    assert all_steps(Differences(stopped, t)) == []
    differences = Differences(t, stopped)
    steps = all_steps(differences)
    open_rows = list(stopped.log.open_rows())
    assert {t.tour.left_at(row) for row in open_rows} <= set(steps)
    last = t.tour.entered_at(3_999)
    assert all(step > last for step in steps)
    assert not SideBySide(stopped, t).is_same


# The pairing ---------------------------------------------------------------------------------


@over("pair", PAIRS[:12], ms=45)
@examples(20)
@given(tree=trees(5))
@example(tree=[[2, [0, [[[1], 0], 0]]]])  # a node that only a scout comes to
def test_visits_are_paired_by_the_moves_leading_to_them(pair, tree):
    left, right = both(tree, pair)
    pairing = Pairing(left, right)
    theirs = {tuple(right.moves_to(row)) for row in range(len(right.log))}
    for row in range(len(left.log)):
        moves = tuple(left.moves_to(row))
        match = pairing.match(row)
        there = tuple(right.moves_to(match.row))
        assert there == moves[: len(there)]
        assert (there == moves) == (match.missing < 0) == (moves in theirs)
        if there != moves:
            # It is the last node on the way that the other visits.
            assert moves[: len(there) + 1] not in theirs
            assert tuple(left.moves_to(match.missing)) == moves[: len(there) + 1]


def test_passes_are_paired_in_order_or_with_the_only_one():
    deep = trace("estimates", search="deepening")
    flat = trace("estimates")
    assert Pairing(deep, deep).roots() == [(root, root) for root in deep.roots]
    assert [match for _, match in Pairing(deep, flat).roots()] == [-1, 0]
    assert Pairing(flat, deep).roots() == [(0, deep.roots[-1])]
    first = Pairing(deep, flat).match(1)
    assert (first.row, first.missing, first.once) == (1, -1, False)
