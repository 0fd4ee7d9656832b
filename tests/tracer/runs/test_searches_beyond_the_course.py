"""The searches beyond minimax and alpha-beta: their steps, sentences, files and exports."""

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
from tests.support.saved import reopened
from tests.support.strategies import CONVENTIONS, trees, windows
from tests.support.tables import table
from tracer import trace
from tracer.steps.result_words import visit_order
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import show_number

#: Every search on trees and positions that it takes, small enough to look at every step.
RUNS = [
    (source, search, {name: tuple(v) if isinstance(v, list) else v for name, v in options.items()})
    for source, search, options in table(__file__, "searches")
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
    ms=45,
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


def test_pvs_node_continues_while_it_has_moves_after_any_number_of_repeats():
    # At C, inside (3, 9), the second of three children is searched twice: a third remains.
    t = trace([[3, 9], [[9, [8, 9]], [6, 8], 5]], "pvs")
    of_c = [sentence for sentence in sentences_of(t) if "so C continues" in sentence]
    assert any(sentence.startswith("E returns 8 to C: v falls from 9") for sentence in of_c)
    assert all("tried" not in sentence for sentence in of_c)


def test_negamax_states_a_strict_test_as_strict():
    t = trace("lecture", "negamax", "cs188")
    cut = t.at(11).sentence
    assert "(v = 2 < α = 3)" in cut
    assert cut.endswith("As MIN sees it: v = −2 > β = −3.")


@over(("tree", "sentence"), table(__file__, "table_hits"))
def test_table_hit_is_explained_with_its_stored_bound(tree, sentence):
    t = trace("{tree: " + tree + "}", "transposition")
    assert sentence in sentences_of(t)


# Files and exports ---------------------------------------------------------------------------


def test_every_search_is_saved_and_loaded(traces, tmp_path):
    for t in traces:
        reopened(t, tmp_path)


def test_visit_records_are_consistent(traces):
    for t in traces:
        record = json.loads(t.export("json"))
        visits = record["visits"]
        for row, visit in enumerate(visits):
            is_root = t.log.parent[row] == NO_PARENT
            assert bool(visit["move"]) is bool(visit["depth"]) is not is_root
            if t.game.named_by_path and not is_root:
                above = [] if visit["depth"] == 1 else [visit["parent"]]
                assert visit["id"] == " ".join([*above, visit["move"]])
            assert visit.get("pass") == (t.pass_at(row) if t.has_passes else None)
        assert record["counts"]["visited"] == len(visits) == len(t.log)
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


@over("order", ["killer", "history", "evaluation", "perfect", "static"], ms=45)
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
