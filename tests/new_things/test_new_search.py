"""A new search, C*, is one class and one entry and appears wherever searches do."""

from math import floor

import pytest

from engine.log.visit_log import NO_PARENT
from engine.search import SEARCHES, run_search
from engine.searches.transposition import Transposition
from tests.support.commands import output_of, run_command
from tracer import trace
from tracer.steps.pseudocode import listing
from trees.sources import open_source
from tui.screens.home.search_form import form_for
from tui.screens.stepper.changing import other_searches


class Bisection(Transposition):
    """C*, Coplan (1982): null windows in the middle of an interval until its ends meet.

    The values of the game are whole numbers from −16 to 16.
    """

    name = "bisection"
    summary = "null windows that halve an interval, with a table: C*"
    phrase = "C*"
    several_roots = True
    takes = Transposition.takes - {"window"}

    def run(self):
        """Search pass after pass; each says on which side of its window the value is."""
        low, high = -16.0, 16.0
        with self.recursion_guard:
            while low < high:
                beta = floor((low + high) / 2) + 1
                value = self.visit(self.game.initial, 0, NO_PARENT, 0, beta - 1, beta)
                if value < beta:
                    high = value
                else:
                    low = value


@pytest.fixture(autouse=True)
def bisection(monkeypatch):
    monkeypatch.setitem(SEARCHES, "bisection", Bisection)


@pytest.mark.parametrize("source", ["lecture", "misconceptions", "tic-tac-toe@xox|xxo|o.."])
def test_new_search_has_the_value_and_passes_of_alphabeta(source):
    game = open_source(source).game
    right = run_search(game, "alphabeta")
    done = run_search(game, "bisection")
    log = done.log
    roots = list(log.roots())
    assert log.value[roots[-1]] == right.log.value[0]
    assert done.counts.visited == sum(log.size[root] for root in roots) == len(log)
    assert all(log.beta[root] - log.alpha[root] == 1 for root in roots)


def test_new_search_is_traced_step_by_step():
    t = trace("lecture", "bisection")
    assert t.value == trace("lecture").value
    lines = listing(t).lines
    for step in range(len(t.replay)):
        snapshot = t.at(step)
        assert snapshot.sentence
        assert lines[snapshot.line].strip()
    assert f"visited {t.counts.visited}," in output_of("trace", "lecture", "-a", "bisection")


def test_new_search_is_listed_and_compared():
    assert Bisection.summary in output_of("list", "searches")
    assert "bisection" in output_of("compare", "lecture", "-a", "alphabeta,bisection")


def test_new_search_is_in_messages_that_list_searches():
    refused = run_command("trace", "lecture", "-a", "bisectio")
    assert "bisection" in refused.stderr
    refused = run_command("trace", "lecture", "-a", "bisection", "--seed", "1")
    assert "bisection has no seed" in refused.stderr


def test_new_search_is_offered_in_choices():
    game = open_source("lecture").game
    assert "bisection" in form_for(game).searches
    now = trace("lecture", "bisection")
    assert [one.title for one in other_searches(now) if one.now] == [
        "convention aima", "search bisection", "order given"
    ]  # fmt: skip


def test_new_search_is_accepted_in_a_key_and_named_on_a_worksheet(check, worksheet):
    done = check("source: lecture\nsearch: bisection\nparts: {utility: 2}\n", "utility: 3")
    assert "2 of 2 points" in done.stdout
    sheet = worksheet("{source: lecture, search: bisection, parts: [utility]}")
    assert "Run C*." in sheet
