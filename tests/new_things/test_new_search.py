"""A new search, MTD(f), is one class and one entry and appears wherever searches do."""

from __future__ import annotations

from math import inf

import pytest
from click.testing import CliRunner

from engine.log.visit_log import NO_PARENT
from engine.search import SEARCHES, run_search
from engine.searches.settings import Settings
from engine.searches.transposition import Transposition
from tracer import trace
from tracer.steps.pseudocode import listing
from trees.sources import open_source
from tui.cli import cli
from tui.screens.home.search_form import form_for
from tui.screens.stepper.mixins.changing import other_searches


class Mtdf(Transposition):
    """MTD(f), Plaat et al. (1996): null windows around a guess until the bounds meet.

    The values of the game are whole numbers.
    """

    name = "mtdf"
    summary = "null windows around a guess, with a table: MTD(f)"
    phrase = "MTD(f)"
    several_roots = True
    takes = Transposition.takes - {"window"}

    def run(self):
        """Search pass after pass; each says on which side of its window the value is."""
        guess, low, high = 0.0, -inf, inf
        with self.room:
            while low < high:
                beta = guess + 1 if guess == low else guess
                guess = self.visit(self.game.initial, 0, NO_PARENT, 0, beta - 1, beta)
                if guess < beta:
                    high = guess
                else:
                    low = guess


@pytest.fixture(autouse=True)
def mtdf(monkeypatch):
    monkeypatch.setitem(SEARCHES, "mtdf", Mtdf)


def plytrace(*arguments):
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("source", ["lecture", "misconceptions", "tic-tac-toe@xox|xxo|o.."])
def test_new_search_has_the_value_and_passes_of_alphabeta(source):
    game = open_source(source).game
    right = run_search(game, "alphabeta")
    done = run_search(game, "mtdf")
    log = done.log
    roots = list(log.roots())
    assert log.value[roots[-1]] == right.log.value[0]
    assert done.counts.visited == sum(log.size[root] for root in roots) == len(log)
    for place, root in enumerate(roots):
        assert log.beta[root] - log.alpha[root] == 1
        settings = Settings(window=(log.alpha[root], log.beta[root]))
        alone = run_search(game, "alphabeta", settings).counts
        assert log.size[root] <= alone.visited
        if not place:
            table = run_search(game, "transposition", settings).log
            assert table.value[0] == log.value[root]
            assert [*table.parent] == log.parent[: log.size[root]].tolist()


def test_new_search_is_traced_step_by_step():
    t = trace("lecture", "mtdf")
    assert t.value == trace("lecture").value
    lines = listing(t).lines
    for step in range(len(t.replay)):
        snapshot = t.at(step)
        assert snapshot.sentence
        assert lines[snapshot.line].strip()
    assert f"visited {t.counts.visited}," in plytrace("trace", "lecture", "-a", "mtdf")


def test_new_search_is_listed_and_compared():
    assert Mtdf.summary in plytrace("list", "searches")
    assert "mtdf" in plytrace("compare", "lecture", "-a", "alphabeta,mtdf")


def test_new_search_is_in_messages_that_list_searches():
    refused = CliRunner().invoke(cli, ["trace", "lecture", "-a", "mtd"])
    assert "mtdf" in str(refused.exception)
    refused = CliRunner().invoke(cli, ["trace", "lecture", "-a", "mtdf", "--seed", "1"])
    assert "mtdf has no seed" in str(refused.exception)


def test_new_search_is_offered_in_choices():
    game = open_source("lecture").game
    assert "mtdf" in form_for(game).searches
    now = trace("lecture", "mtdf")
    assert [one.title for one in other_searches(now) if one.now] == [
        "convention aima", "search mtdf", "order given"
    ]  # fmt: skip


def test_new_search_is_accepted_in_a_key_and_named_on_a_worksheet(tmp_path):
    key = tmp_path / "key.yaml"
    key.write_text("source: lecture\nsearch: mtdf\nparts: {utility: 2}\n", encoding="utf-8")
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text("student: Ann\nutility: 3\n", encoding="utf-8")
    assert "2 of 2 points" in plytrace("check", str(key), str(sheet))
    spec = tmp_path / "set.yaml"
    problem = "{source: lecture, search: mtdf, parts: [utility]}"
    spec.write_text(f"title: T\nproblems:\n  - {problem}\n", encoding="utf-8")
    assert "Run MTD(f)." in plytrace("worksheet", str(spec))
