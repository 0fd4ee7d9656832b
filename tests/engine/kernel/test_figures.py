"""The published figures by the kernel, including those that take a plain search minutes."""

import pytest

from engine.conventions import parse_convention
from engine.games import make_game
from engine.kernel.loading import CHOICE, is_built
from engine.search import run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from tests.support.cases import over
from tests.support.tables import table

pytestmark = pytest.mark.skipif(not is_built(), reason="the kernel was not built")


@pytest.fixture(autouse=True)
def forced(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")


@over(
    "source, search, convention, value, visited, terminals",
    [
        *table(__file__, "figures"),
        ("tic-tac-toe@", "expectimax", "aima", 191 / 192, 549_946, 255_168),
    ],
    ms=45,
)
def test_kernel_gives_the_published_visits_and_values(
    source, search, convention, value, visited, terminals
):
    name, _, position = source.partition("@")
    settings = Settings(convention=parse_convention(convention))
    found = run_search(make_game(name, position=position), search, settings)
    assert (found.log.value[0], found.counts.visited) == (value, visited)
    assert terminals in (None, found.counts.terminals)


@pytest.mark.parametrize(("order", "visited"), [("given", 20_866), ("static", 7_865)])
def test_kernel_gives_lab_3s_figures_for_quicker_wins(order, visited):
    game = change(make_game("tic-tac-toe"), win=10)
    found = run_search(game, "alphabeta", Settings(order=order))
    assert (found.log.value[0], found.counts.visited) == (0, visited)
