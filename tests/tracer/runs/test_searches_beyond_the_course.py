"""The searches beyond minimax and alpha-beta: their steps, sentences, files and exports."""

from __future__ import annotations

import json
import math
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.conventions import parse_convention
from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from engine.search import SEARCHES
from tests.support import naive
from tests.support.cases import over
from tests.support.naive_searches import Pvs
from tests.support.strategies import CONVENTIONS, trees, windows
from tests.support.tables import table
from tracer import load, trace
from tracer.recording.visit_order import visit_order
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import show_number

#: Every search on trees and positions that it takes, small enough to look at every step.
RUNS = [
    ("lecture", "negamax", {}),
    ("deep-cutoff", "negamax", {"convention": "mit"}),
    ("ghosts", "negamax", {"convention": "cs188,returns=fail-hard"}),
    ("fractions", "negamax", {"window": (0, 2)}),
    ("misconceptions", "pvs", {}),
    ("[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (0, 4, 1)], [(2, 2, 2)]]", "paranoid", {}),
    ("three-players", "maxn", {}),
    ("three-players", "maxn", {"sum": 15, "convention": "comp341"}),
    ("[[(1, 6), (4, 2)], [(6, 1), (0, 7)], [(2, 2), (7, 0)]]", "maxn", {"sum": 7}),
    (
        "[[(1, -1), (4, -3)], [(2, -1), (0, 0)], [(-2, 2)]]",
        "maxn",
        {"near": 1, "convention": "mit"},
    ),
    ("ghosts", "pvs", {"convention": "comp341"}),
    ("fractions", "pvs", {"convention": "lab3,returns=fail-hard"}),
    ("worst-order", "pvs", {"convention": "cs188"}),
    ("best-order", "pvs", {"order": "right-to-left"}),
    ("tic-tac-toe@xo.|.x.|..o", "pvs", {"cells": "row-col"}),
    ("lecture", "mtdf", {"guess": 5}),
    ("deep-cutoff", "mtdf", {"guess": math.inf}),
    ("fractions", "mtdf", {"gap": 0.25, "convention": "cs188"}),
    ("tic-tac-toe@xo.|.x.|..o", "mtdf", {"convention": "mit"}),
    ("lecture", "solve", {"guess": 5}),
    ("transposition", "solve", {}),
    ("tic-tac-toe@xo.|...|...", "solve", {"convention": "mit"}),
    ("reversi@....|BBBB|WWWW|....", "solve", {}),
    ("lecture", "aspiration", {"guess": 6}),
    ("misconceptions", "sss", {}),
    ("estimates", "sss", {"depth": 1}),
    ("ghosts", "aspiration", {"research": "bound", "convention": "lab3,returns=fail-hard"}),
    ("misconceptions", "aspiration", {"research": "full", "margin": 0.5}),
    ("worst-order", "pvs", {"research": "value"}),
    ("tic-tac-toe@xo.|.x.|..o", "pvs", {"research": "value", "convention": "cs188"}),
    ("transposition", "transposition", {}),
    ("tic-tac-toe@xo.|.x.|..o", "transposition", {"convention": "mit"}),
    ("tic-tac-toe@xo.|.x.|..o", "transposition", {"convention": "aima,returns=fail-hard"}),
    ("tic-tac-toe@x..|.o.|...", "transposition", {"depth": 3, "evaluation": "open-lines"}),
    ("reversi@....|BBBB|WWWW|....", "transposition", {"depth": 3}),
    ("estimates", "deepening", {}),
    ("tic-tac-toe@xo.|.x.|..o", "deepening", {"order": "best-first", "depth": 3}),
    ("tic-tac-toe@xo.|.x.|..o", "deepening", {"order": "killer"}),
    ("lecture", "expectimax", {"opponent": "2,1"}),
    ("tic-tac-toe@xo.|.x.|o.x", "expectimax", {}),
    ("dice", "expectimax", {}),
    ("dice", "expectiminimax", {}),
    ("dice", "star1", {"bounds": (-10, 10)}),
    ("dice", "star2", {"bounds": (-10, 10)}),
    ("dice", "star1", {"convention": "cs188"}),
    ("dice", "star2", {"convention": "cs188"}),
    ("misconceptions", "alphabeta", {"bounds": (-25, 25)}),
    ("pacman", "single", {}),
    ("lecture", "alphabeta", {"order": "perfect"}),
    ("misconceptions", "alphabeta", {"order": "history"}),
    ("tic-tac-toe@xo.|.x.|..o", "alphabeta", {"order": "killer"}),
]


@pytest.fixture(scope="module")
def traces():
    return [trace(source, search, **options) for source, search, options in RUNS]


def test_every_search_except_playouts_is_tested(traces):
    assert {t.search for t in traces} == set(SEARCHES) - {"minimax", "mcts"}


# Steps ---------------------------------------------------------------------------------------


def numbers_in(sentence):
    """The numbers that stand alone in a sentence, not those that are part of a name."""
    plain = re.sub(
        r"\(\d+,\d+\)|\bvisit \d[\d,]*|\(ply \d+\)|[Pp]a(?:ss|th) \d+|\d+ pl(?:y|ies)\b",
        "",
        sentence,
    )
    return re.findall(r"(?<![\w.,/])−?(?:\d+(?:\.\d+)?(?:/\d+)?|∞)(?![\w/]|\.\d)", plain)


def test_sentences_contain_only_numbers_from_the_log(traces):
    for t in traces:
        log, game = t.log, t.game
        if game.named_by_path or t.search in ("expectimax", "expectiminimax", "star1", "star2"):
            continue  # moves are numbers there, and means are on their way to what is in the log
        held = {show_number(n) for column in (log.value, log.alpha, log.beta) for n in column}
        held |= {
            show_number(0.0 - n) for column in (log.value, log.alpha, log.beta) for n in column
        }
        held |= {"−∞", "∞"}
        for row in range(len(log)):  # a vector, the largest sum, and what a share leaves of it
            held |= {show_number(float(share)) for share in t.shares(row) or ()}
        if most := t.settings.sum or t.settings.near:
            held |= {show_number(most - n) for n in (0, *log.value)}
        for step in range(len(t.replay)):
            sentence = t.at(step).sentence
            assert sentence.endswith(".")
            assert not set(numbers_in(sentence)) - held, sentence


@over(
    ("search", "kind", "flag"),
    [("pvs", EventKind.SCOUTED, Flag.RESEARCH), ("transposition", EventKind.REPEAT, Flag.REPEAT)],
    ms=150,
)
def test_features_of_one_search_are_narrated_only_there(traces, search, kind, flag):
    for t in traces:
        events = [t.at(step).event for step in range(len(t.replay))]
        rows = [event.row for event in events if event.kind is kind]
        if t.search == "star2" and kind is EventKind.SCOUTED:
            assert set(rows) <= set(t.log.find_rows(Flag.PROBE))
        elif t.search != search and not (
            t.search in ("mtdf", "solve", "sss") and kind is EventKind.REPEAT
        ):
            assert not rows
        elif kind is EventKind.REPEAT:
            assert rows == list(t.log.find_rows(flag))
        else:  # the second search of a move begins where the first has ended
            again = [row + t.log.size[row] for row in rows]
            assert sorted(again) == list(t.log.find_rows(flag))


windowed = [how for how in CONVENTIONS if how.ties == "first"]


@given(trees(4), st.sampled_from(windowed), windows | st.just((-math.inf, math.inf)))
@example([[3, 5], [[4, [7, 2]], 9], [[5, 6], 8]], parse_convention("aima"), (-math.inf, math.inf))
def test_every_step_of_pvs_equals_the_single_function_form(tree, convention, window):
    program = Pvs(
        tree,
        strict=convention.cutoff == ">",
        after_test=convention.update == "after-test",
        fail_hard=convention.returns == "fail-hard",
        window=window,
    )
    program.run()
    t = trace(tree, "pvs", convention, window=window)
    names = naive.names(tree)
    assert len(t.replay) == len(program.steps) + 1  # the root's own return
    for number, step in enumerate(program.steps):
        snapshot = t.at(number)
        event, frame = snapshot.event, snapshot.stack[-1]
        assert event.name == names[step.path]
        assert ("enter" if event.entering else event.kind.value) == step.kind
        assert (frame.v, frame.alpha, frame.beta) == (step.v, step.alpha, step.beta)


def test_stopped_pvs_is_a_prefix_of_the_complete_one():
    tree = [[3, 5], [[4, [7, 2]], 9], [[5, 6], 8], [[9, [1, 2]], 7]]
    full = trace(tree, "pvs")
    assert list(full.log.find_rows(Flag.RESEARCH))
    for visits in range(1, len(full.log) + 1):
        part = trace(tree, "pvs", max_visits=visits)
        for step in range(len(part.replay)):
            mine, theirs = part.at(step), full.at(step)
            assert mine.event == theirs.event or mine.event.kind in (
                EventKind.BETTER,  # that the test holds is told where the node has returned
                EventKind.KEPT,
            )
            assert (mine.event.kind is EventKind.SCOUTED) == (
                theirs.event.kind is EventKind.SCOUTED
            )
            for one, other in zip(mine.stack, theirs.stack, strict=True):
                assert (one.name, one.v, one.tried) == (other.name, other.v, other.tried)


@over("convention", ["aima", "mit", "cs188", "comp341,returns=fail-hard"])
def test_negamax_has_the_steps_of_alpha_beta(convention):
    one, other = (trace("deep-cutoff", search, convention) for search in ("negamax", "alphabeta"))
    for step in range(len(one.replay)):
        mine, theirs = one.at(step), other.at(step)
        assert mine.event == theirs.event
        assert list(mine.stack) == list(theirs.stack)
        sentence, _, as_min = mine.sentence.partition(" As MIN sees it: ")
        assert bool(as_min) == bool(mine.stack and mine.stack[-1].player is Player.MIN)
        if convention in ("aima", "cs188"):  # those write their test as negamax does
            assert sentence == theirs.sentence


# Sentences -----------------------------------------------------------------------------------


def sentences_of(t):
    return [t.at(step).sentence for step in range(len(t.replay))]


#: From where C, which is better than B, is first met.
PVS = """\
C is a MIN node, entered with the null window (3, 4): v starts at +∞.
E is a MAX node, entered with the window (3, 4): v starts at −∞.
E1 is a leaf: its utility is 7.
E is a MAX node and already at 7; the null window asks only whether C is worth more than 3, \
so E can no longer matter (v = 7 ≥ β = 4): E2 is skipped.
E returns 7 (a lower bound) to C: v falls from +∞ to 7; v = 7 > α = 3, so C continues, \
and the window stays (3, 4).
C2 is a leaf: its utility is 6.
C2 returns 6 to C: v falls from 7 to 6; v = 6 > α = 3, so there is no cutoff, and the window stays \
(3, 4).
C returns 6 to A: the null window (3, 4) asked only whether it is worth more than 3, and it is; \
C is searched again with the window (3, +∞).
C is a MIN node, entered again with the window (3, +∞): v starts at +∞.
E is a MAX node, entered with the window (3, +∞): v starts at −∞.
E1 is a leaf: its utility is 7.
E1 returns 7 to E: v rises from −∞ to 7; α becomes 7.
E2 is a leaf: its utility is 2.
E2 returns 2 to E: 2 is not above v = 7, so v stays 7; the window stays (7, +∞).
E returns 7 to C: v falls from +∞ to 7; v = 7 > α = 3, so C continues, and β becomes 7.
C2 is a leaf: its utility is 6.
C2 returns 6 to C: the null window (6, 7) asked only whether it is worth less than 7, and it is; \
C2 is searched again with the window (3, 7).
C2 is a leaf: its utility is 6.
C2 returns 6 to C: v falls from 7 to 6; v = 6 > α = 3, so there is no cutoff, and β becomes 6.
C returns 6 to A: v rises from 3 to 6; α becomes 6.
D is a MIN node, entered with the null window (6, 7): v starts at +∞.
D1 is a leaf: its utility is 2.
D is a MIN node and already at 2; MAX has 6 at A through C, so D can no longer matter \
(v = 2 ≤ α = 6): D2 is skipped.
D returns 2 (an upper bound) to A: 2 is not above v = 6, so v stays 6; the window \
stays (6, +∞).
A is worth 6: MAX plays C.
"""


def test_pvs_is_narrated_in_its_own_words():
    t = trace([[3, 5], [[7, 2], 6], [2, 9]], "pvs")
    assert sentences_of(t)[7:] == PVS.splitlines()


def test_pvs_node_continues_while_it_has_moves_after_any_number_of_repeats():
    # At C, inside (3, 9), the second of three children is searched twice: a third remains.
    t = trace([[3, 9], [[9, [8, 9]], [6, 8], 5]], "pvs")
    of_c = [sentence for sentence in sentences_of(t) if "so C continues" in sentence]
    assert any(sentence.startswith("E returns 8 to C: v falls from 9") for sentence in of_c)
    assert all("tried" not in sentence for sentence in of_c)


NEGAMAX = """\
A is a MAX node, entered with the window (−∞, +∞): v starts at −∞.
B is a MIN node, entered with the window (−∞, +∞): v starts at +∞. As MIN sees it: v = −∞, \
window (−∞, +∞).
B1 is a leaf: its utility is 3.
B1 returns 3 to B: v falls from +∞ to 3; β becomes 3. As MIN sees it: v = −3, window (−3, +∞).
B returns 3 to A: v rises from −∞ to 3; α becomes 3.
C is a MIN node, entered with the window (3, +∞): v starts at +∞. As MIN sees it: v = −∞, \
window (−∞, −3).
C1 is a leaf: its utility is 0.
C is a MIN node and already at 0; MAX has 3 at A through B, so C can no longer matter \
(v = 0 ≤ α = 3): C2 is skipped. As MIN sees it: v = 0 ≥ β = −3.
C returns 0 (an upper bound) to A: 0 is not above v = 3, so v stays 3; the window \
stays (3, +∞).
A1 is a leaf: its utility is 5. As MIN sees it: v = −5.
A1 returns 5 to A: v rises from 3 to 5; α becomes 5.
A is worth 5: MAX plays A3.
"""


def test_negamax_is_narrated_in_its_own_words():
    assert (
        sentences_of(trace([[3], [0, 9], 5], "negamax")) == NEGAMAX.replace("A1", "A3").splitlines()
    )


def test_negamax_states_a_strict_test_as_strict():
    t = trace("lecture", "negamax", "cs188")
    cut = t.at(11).sentence
    assert "(v = 2 < α = 3)" in cut
    assert cut.endswith("As MIN sees it: v = −2 > β = −3.")


@over(("tree", "sentence"), table(__file__, "table_hits"))
def test_table_hit_is_explained_with_its_stored_bound(tree, sentence):
    t = trace("{tree: " + tree + "}", "transposition")
    assert sentence in sentences_of(t)


DEEPENING = """\
Pass 1 looks 1 ply ahead: A is a MAX node, entered with the window (−∞, +∞): v starts at −∞.
The depth limit stops at B: its evaluation is 2.
B returns 2 to A: v rises from −∞ to 2; α becomes 2.
The depth limit stops at C: its evaluation is 7.
C returns 7 to A: v rises from 2 to 7; α becomes 7.
With 1 ply, A is worth 7: MAX plays C.
Pass 2 looks 2 plies ahead: A is a MAX node, entered with the window (−∞, +∞): v starts at −∞.
"""


def test_deepening_is_narrated_in_its_own_words():
    sentences = sentences_of(trace("estimates", "deepening"))
    assert sentences[:7] == DEEPENING.splitlines()
    assert sentences[-1] == "With 2 plies, A is worth 5: MAX plays B."


EXPECTIMAX = """\
A is a MAX node: v starts at −∞.
B is a chance node (MIN moves at random): its value will be the mean of its outcomes.
B1 is a leaf: its utility is 3.
B1 returns 3 to B: weighted by 2/3, it brings the sum to 2.
B2 is a leaf: its utility is 1.
B2 returns 1 to B: weighted by 1/3, it brings the sum to 7/3.
B returns 7/3 to A: v rises from −∞ to 7/3.
A is worth 7/3: MAX plays B.
"""


def test_expectimax_is_narrated_in_its_own_words():
    assert sentences_of(trace([[3, 1]], "expectimax", opponent="2,1")) == EXPECTIMAX.splitlines()
    # A coin is a coin, and MIN's own turns are not all that is left to chance.
    assert sentences_of(trace("dice", "expectimax"))[1] == (
        "B is a chance node: its value will be the mean of its outcomes."
    )


def test_single_is_narrated_in_its_own_words():
    t = trace("{players: [max], tree: [[2, 8]]}", "single")
    assert sentences_of(t)[2:5] == [
        "B1 is a leaf: its utility is 2.",
        "B1 returns 2 to B: v rises from −∞ to 2.",
        "B2 is a leaf: its utility is 8.",
    ]
    assert sentences_of(t)[-1] == "A is worth 8: MAX plays B."


# Files and exports ---------------------------------------------------------------------------


def test_every_search_is_saved_and_loaded(traces, tmp_path):
    for number, t in enumerate(traces):
        t.save(tmp_path / f"{number}.trace")
        read = load(tmp_path / f"{number}.trace")
        assert read.log == t.log
        assert read.log.repeats == t.log.repeats
        assert (read.value, read.move, read.line, read.path) == (t.value, t.move, t.line, t.path)
        assert read.settings == t.settings
        assert read.game_options == t.game_options
        assert read.export("json") == t.export("json")
        middle = len(t.replay) // 2
        assert read.at(middle).sentence == t.at(middle).sentence


@over("search", ["pvs", "transposition", "deepening", "negamax", "expectimax"], ms=150)
def test_stopped_search_is_saved_and_loaded(search, tmp_path):
    source = "tic-tac-toe@xo.|.x.|..."
    for visits in range(1, 120, 7):
        t = trace(source, search, max_visits=visits)
        t.save(tmp_path / "stopped.trace")
        read = load(tmp_path / "stopped.trace")
        assert read.log == t.log
        assert read.stopped == t.stopped
        assert read.at(-1).sentence == t.at(-1).sentence


def test_game_options_are_saved_with_the_trace(tmp_path):
    source = "tic-tac-toe@xo.|xo.|..."
    t = trace(source, "expectimax", opponent="2,1", cells="row-col", depth=2)
    t.save(tmp_path / "asked.trace")
    read = load(tmp_path / "asked.trace")
    assert read.game_options == {"opponent": "2,1", "cells": "row-col"}
    assert read.move == t.move
    assert re.fullmatch(r"\(\d,\d\)", read.move)


def test_visit_records_are_consistent(traces):
    for t in traces:
        record = json.loads(t.export("json"))
        visits = record["visits"]
        assert [visit["order"] for visit in visits] == list(range(1, len(t.log) + 1))
        open_ids = []
        for row, visit in enumerate(visits):
            depth = visit["depth"]
            del open_ids[depth:]
            parent = t.log.parent[row]
            if parent == NO_PARENT:
                assert (visit["parent"], visit["move"], depth) == (None, None, 0)
            else:
                assert visit["parent"] == visits[parent]["id"] == open_ids[-1]
                assert visit["move"]
            if t.game.named_by_path and depth:
                above = [] if depth == 1 else [visit["parent"]]
                assert visit["id"] == " ".join([*above, visit["move"]])
            open_ids.append(visit["id"])
            if t.has_passes:
                assert visit["pass"] == t.pass_at(row)
        assert record["counts"]["visited"] == len(visits)
        repeats = [visit for visit in visits if visit["kind"] == "repeat"]
        assert len(repeats) == len(t.log.repeats) // 2
        assert [cutoff["at"] for cutoff in record["cutoffs"]] == [c.at for c in t.cutoffs]
        assert len(record["cutoffs"]) == record["counts"]["early_returns"]
        skipped = sum(len(cutoff["skipped"]) for cutoff in record["cutoffs"])
        assert skipped == record["counts"]["skipped"]


def test_generated_nodes_are_as_many_as_the_count(traces):
    for t in traces:
        assert sum(1 for _ in visit_order(t, "generated")) == t.counts.generated
        assert sum(1 for _ in visit_order(t, "visited")) == t.counts.visited
        assert sum(1 for _ in visit_order(t, "leaves")) == t.counts.evaluated
        assert sum(1 for _ in visit_order(t, "expanded")) == t.counts.expanded


@over("order", ["killer", "history", "evaluation", "perfect", "static"], ms=150)
@over("search", ["alphabeta", "pvs", "transposition", "deepening"])
def test_generated_nodes_begin_with_the_visited_ones_in_any_order(search, order):
    for visits in (None, 40, 57):
        t = trace("tic-tac-toe@xo.|.x.|...", search, order=order, depth=3, max_visits=visits)
        names = list(visit_order(t, "generated"))
        assert len(names) == t.counts.generated
        for row in range(len(t.log)):
            state = t.state(row)
            if t.log.actions[row]:
                moves = t.game.moves(state)
                places = list(t.places(row, state, moves))
                assert sorted(places) == list(range(len(moves)))
                tried = list(dict.fromkeys(t.log.action[child] for child in t.log.children(row)))
                assert places[: len(tried)] == tried
