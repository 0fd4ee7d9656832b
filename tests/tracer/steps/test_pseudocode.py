"""The listing of each convention, and the line of each event."""

import pytest

from engine.conventions import PRESETS, parse_convention
from engine.game import Player
from engine.log.visit_log import Flag
from engine.search import SEARCHES
from tests.support.cases import over
from tests.support.tables import table
from tests.tracer.runs.test_searches_beyond_the_course import RUNS
from tracer import trace
from tracer.steps.pseudocode import listing, listing_for
from tracer.steps.snapshot import EventKind


def stands_on(t, step):
    return listing(t).lines[t.at(step).line].strip()


#: On the lecture tree: step 0 enters A, 2 enters B1, 3 takes it, 5 keeps, 8 takes B at A, 11 is
#: the cut at C, 21 the end.
AT_STEPS = dict(table(__file__, "pseudocode_at_steps"))


@pytest.mark.parametrize("convention", list(PRESETS))
def test_events_are_on_their_lines(convention):
    t = trace("lecture", convention=convention)
    assert {step: stands_on(t, step) for step in AT_STEPS[convention]} == AT_STEPS[convention]


#: Trees for the searches that do not take every tree.
SOURCES = dict(table(__file__, "pseudocode_sources"))


@over("search", list(SEARCHES), ms=45)
@over("convention", list(PRESETS))
@over(
    "changes", ["", ",returns=fail-hard", ",update=before-test", ",update=after-test", ",cutoff=>"]
)
def test_every_listing_has_a_line_for_every_event(search, convention, changes):
    changed = parse_convention(convention + changes)
    if search in ("mtdf", "solve", "star1", "star2", "maxn") and changed.returns == "fail-hard":
        return  # refused
    source = SOURCES.get(search, "misconceptions")
    few = {"iterations": 20} if search == "mcts" else {}
    t = trace(source, search, changed, **few)
    assert {EventKind.ENTER, EventKind.TERMINAL, EventKind.FINISHED} <= check_lines(t)


@over(("source", "search", "options"), RUNS, ms=60)
def test_lines_of_every_search_are_in_the_functions_of_their_nodes(source, search, options):
    check_lines(trace(source, search, **options))


def check_lines(t):
    """Check that each event is on a line of the function of its node; return their kinds."""
    lines, roles = listing(t).lines, listing(t).roles
    seen = set()
    for step in range(len(t.replay)):
        snapshot = t.at(step)
        event = snapshot.event
        assert lines[snapshot.line].strip()
        row = event.row if event.entering or event.parent < 0 else event.parent
        is_probe = t.log.flags[row] & Flag.PROBE
        function = "probe" if is_probe else Player(t.log.player[row]).name.lower()
        assert t.uses_playouts or roles[snapshot.line].partition(".")[0] in (function, "any")
        seen.add(event.kind)
    assert not any("{" in line or "@" in line for line in lines)
    return seen


def test_update_comes_before_or_after_the_test():
    for convention in PRESETS:
        for update in ("before-test", "after-test"):
            roles = listing_for(
                "alphabeta", parse_convention(f"{convention},update={update}")
            ).roles
            for player in ("max", "min"):
                assert roles.count(f"{player}.update") == roles.count(f"{player}.test") == 1
                first = roles.index(f"{player}.update") < roles.index(f"{player}.test")
                assert first == (update == "before-test")


def test_minimax_has_no_window_and_a_depth_limit_only_if_set():
    for convention in PRESETS.values():
        text = "\n".join(listing_for("minimax", convention).lines)
        assert "α" not in text
        assert "β" not in text
        plain = listing_for("alphabeta", convention)
        limited = listing_for("alphabeta", convention, limited=True)
        assert len(limited.lines) > len(plain.lines)


def test_ties_and_strictness_are_shown():
    last = listing_for("alphabeta", parse_convention("aima,cutoff=>,ties=last")).lines
    assert any(line.strip() == "if v2 ≥ v then" for line in last)
    assert any(line.strip() == "if v > β then return v, move" for line in last)
    hard = listing_for("alphabeta", parse_convention("aima,returns=fail-hard")).lines
    assert any("CLIP(v, α₀, β₀)" in line for line in hard)


def test_evaluated_node_is_on_the_line_of_the_depth_limit():
    for convention in PRESETS:
        t = trace("tic-tac-toe", convention=convention, depth=1)
        line = stands_on(t, 1).lower()
        assert "limit" in line or "cut" in line or "depth" in line
        leaf = trace("tic-tac-toe", convention=convention, depth=0)
        assert leaf.at(1).event.kind is EventKind.FINISHED
        assert leaf.at(1).line == leaf.at(0).line


def test_players_who_do_not_alternate_are_tested_for_whose_turn_it_is():
    for convention in PRESETS:
        ghosts = "\n".join(listing(trace("ghosts", convention=convention)).lines)
        lecture = "\n".join(listing(trace("lecture", convention=convention)).lines)
        assert "MIN-VALUE(RESULT" not in ghosts
        assert "False" not in ghosts
        if convention in ("aima", "rutgers", "lab3"):
            assert ghosts != lecture
