"""Games whose methods the kernel calls: its log equals the plain search's."""

from __future__ import annotations

import gc
import math
import random
import sys
import threading
import tracemalloc
from fractions import Fraction

import pytest

from engine.compiled.dispatch import compiled_run
from engine.errors import InvalidInput, PlytraceError
from engine.game import Game, Player
from engine.games import make_game
from engine.games.custom_games import as_game
from engine.kernel.loading import CHOICE, is_built
from engine.log.visit_log import VisitLog
from engine.running.control import Control
from engine.search import SEARCHES, run_search, tally_search
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings
from engine.wrappers.checked import Checked
from tests.support.random_games import RandomGame, State
from tests.support.random_searches import random_settings

pytestmark = [
    pytest.mark.sampled(every=3),
    pytest.mark.skipif(not is_built(), reason="the kernel was not built"),
]

OF_POSITIONS = ("alphabeta", "minimax", "negamax", "pvs", "transposition", "deepening")
OF_CHANCE = ("expectimax", "expectiminimax")


class Odd(BaseException):
    """Nothing that anybody expects."""


def is_called(game, search="alphabeta", settings=None):
    """Whether the kernel runs it by calling the game's methods."""
    settings = settings or Settings()
    kind = SEARCHES[search]
    run = compiled_run(kind(kind.prepare(game, settings), settings, VisitLog()))
    return run is not None and run.args[1].board.calls


def ended(monkeypatch, choice, make, search, settings, max_visits=None):
    """Return the result of a search by one path: its log, its error, and the live states."""
    monkeypatch.setenv(CHOICE, choice)
    control = Control(max_visits)
    game, error = make(), ""
    try:
        run_search(game, search, settings, control)
    except (PlytraceError, Odd, KeyboardInterrupt, ArithmeticError) as raised:
        error = f"{type(raised).__name__}: {raised}"
    log = control.running.log if control.running else None
    return log, error


def compare_searches(monkeypatch, make, search, settings, max_visits=None):
    plain = ended(monkeypatch, "forbid", make, search, settings, max_visits)
    compiled = ended(monkeypatch, "force", make, search, settings, max_visits)
    assert plain == compiled, (search, settings, max_visits)
    return plain


def orders_for(search):
    """The orders that a search takes."""
    learn = {"cutoffs": SEARCHES[search].has_window, "passes": search == "deepening", None: True}
    return [name for name, order in ORDERS.items() if learn[order.learns_from]]


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("search", [*OF_POSITIONS, *OF_CHANCE])
def test_random_games_agree_in_every_order(monkeypatch, search):
    draw = random.Random(f"called {search}")
    errors = 0
    for number in range(150):
        chance = search in OF_CHANCE
        depth = draw.choice((None, None, 0, 1, 2, 4))
        settings = random_settings(draw, search, depth)
        settings = Settings(
            convention=settings.convention,
            depth=depth,
            window=settings.window,
            opponent=settings.opponent,
            order=draw.choice(orders_for(search)),
        )
        watched = draw.random() < 0.5

        def make(number=number, chance=chance, watched=watched):
            game = RandomGame(random.Random(f"{search} {number}"), chance=chance)
            return Checked(game) if watched else game

        # Exact values are Python's: a game of methods with chance is searched plainly.
        assert bool(is_called(make(), search, settings)) is not chance
        budget = draw.choice((None, draw.randint(1, 60)))
        _, error = compare_searches(monkeypatch, make, search, settings, budget)
        errors += bool(error)
    assert errors < 40


WRONG = (
    *(None, "x", 1.5, math.nan, math.inf, [], (), {1, 2}, True, 2, -0.0, Fraction(1, 3), 10**400),
    *(Player.CHANCE, Player.MAX, range(3), [("a", 0.5)], object),
)
RAISED = (
    ValueError("odd"),
    KeyError("k"),
    InvalidInput("told already"),
    Odd(),
    KeyboardInterrupt(),
)


class Fault:
    """One wrong answer, or error, at one of a game's calls."""

    def __init__(self, at, wrong):
        self.at, self.wrong = at, wrong

    def __call__(self, method, answer):
        self.at -= 1
        if self.at:
            return answer
        if isinstance(self.wrong, BaseException):
            raise self.wrong
        return self.wrong


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("search", [*OF_POSITIONS, *OF_CHANCE])
def test_faulty_games_fail_with_the_same_message_at_the_same_row(monkeypatch, search):
    draw = random.Random(f"faults {search}")
    errors = 0
    for number in range(250):
        at, wrong = draw.randint(1, draw.choice((8, 60, 300))), draw.choice(WRONG + RAISED)
        settings = random_settings(draw, search, draw.choice((None, 2)))
        if search == "deepening" or settings.order == "static":
            settings = Settings(convention=settings.convention)

        def make(number=number, at=at, wrong=wrong):
            chance = search in OF_CHANCE
            game = RandomGame(
                random.Random(f"{search} {number}"), chance=chance, fault=Fault(at, wrong)
            )
            return Checked(game)

        _, error = compare_searches(monkeypatch, make, search, settings)
        errors += bool(error)
    assert errors > 60


def test_unchecked_game_with_an_invalid_player_uses_the_plain_search(monkeypatch):
    class Whole(RandomGame):
        def to_move(self, state):
            return int(super().to_move(state))

    for search in ("minimax", "alphabeta"):
        compare_searches(monkeypatch, lambda: Whole(random.Random(3)), search, Settings())


@pytest.mark.parametrize("how", ["to its end", "by a budget", "by an error"])
@pytest.mark.parametrize("search", [*OF_POSITIONS, "expectiminimax"])
def test_every_state_is_released_at_the_end(monkeypatch, search, how):
    monkeypatch.setenv(CHOICE, "force")
    draw = random.Random(f"{search} {how}")
    games = []
    for _ in range(30):
        at = draw.randint(2, 90) if how == "by an error" else 0
        games.append(RandomGame(draw, chance=search == "expectiminimax", fault=Fault(at, Odd())))
    gc.collect()
    before = State.living, [sys.getrefcount(game.initial) for game in games]
    raised = 0
    for game in games:
        order = draw.choice(orders_for(search))
        settings = Settings(order=order, depth=draw.choice((None, 3)))
        control = Control(draw.randint(1, 30) if how == "by a budget" else None)
        try:
            run_search(game, search, settings, control)
        except Odd:
            raised += 1
            game.fault.wrong = None  # whose traceback holds what was searched
    assert (raised > 5) is (how == "by an error")
    del control
    gc.collect()
    assert (State.living, [sys.getrefcount(game.initial) for game in games]) == before


def test_memory_does_not_grow_between_searches(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")

    def search_all():
        for search in OF_POSITIONS:
            for order in orders_for(search):
                run_search(Checked(RandomGame(random.Random(8))), search, Settings(order=order))

    search_all()
    tracemalloc.start()
    try:
        taken = []
        for _ in range(4):
            search_all()
            gc.collect()
            taken.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert taken[-1] - taken[1] < 4_000


class Chain(Game):
    """One long line of play, from which each side can turn off at once, to its loss.

    Args:
        plies: of the line.
        widest: moves of a state, the last of which goes on.
    """

    initial = 0

    def __init__(self, plies, widest=1):
        self.plies, self.widest = plies, widest

    def to_move(self, state):
        return Player(abs(state) % 2)

    def actions(self, state):
        return [-state - 1] * (self.widest - 1) + [state + 1]

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return not 0 <= state < self.plies

    def utility(self, state, player):
        value = 0 if state > 0 else -7 if state % 2 else 7
        return value if player is Player.MAX else -value


@pytest.mark.parametrize("plies", [499, 500, 501, 700])
@pytest.mark.parametrize("order", ["given", "killer"])
def test_search_deeper_than_the_stack_is_repeated_by_the_plain_search(monkeypatch, plies, order):
    log, error = compare_searches(
        monkeypatch, lambda: Chain(plies, 2), "alphabeta", Settings(order=order)
    )
    assert not error
    assert max(log.depth) == plies


def test_kernel_works_on_the_small_stack_of_a_thread(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")
    found = []
    before = threading.stack_size(512 * 1024)
    try:
        for search in ("minimax", "pvs", "transposition"):
            thread = threading.Thread(
                target=lambda search=search: found.append(
                    max(run_search(Checked(Chain(500, 2)), search).log.depth)
                )
            )
            thread.start()
            thread.join()
    finally:
        threading.stack_size(before)
    assert found == [500, 500, 500]


def test_search_started_inside_a_method_is_a_plain_one(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")
    inner = []

    class Asks(Chain):
        def utility(self, state, player):
            inner.append(is_called(Chain(3)))
            return 1 if player is Player.MAX else -1

    run_search(Asks(4))
    assert inner == [False]
    assert is_called(Chain(3))


def test_endless_recursion_in_a_method_is_reported(monkeypatch):
    class Endless(Chain):
        def is_terminal(self, state):
            return self.is_terminal(state)

    monkeypatch.setenv(CHOICE, "force")
    with pytest.raises(InvalidInput, match="recurses forever"):
        run_search(Endless(4))


def test_endless_game_ends_as_too_deep(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")
    result = run_search(Chain(10**9), control=Control(max_visits=2_000))
    assert (len(result.log), result.stopped) == (2_000, "max-visits")


def test_moves_may_be_generators_and_values_fractions(monkeypatch):
    class Generated(RandomGame):
        def actions(self, state):
            yield from super().actions(state)

    for number in range(20):
        compare_searches(
            monkeypatch, lambda number=number: as_game(Generated(random.Random(number))), "pvs",
            Settings(),
        )  # fmt: skip


def test_too_many_moves_are_refused_by_both(monkeypatch):
    _, error = compare_searches(monkeypatch, lambda: Chain(3, 65_537), "alphabeta", Settings())
    assert "65,537 moves in one state" in error


def test_list_of_moves_that_shrinks_during_iteration_is_handled(monkeypatch):
    moves = [-1, -1, -1]

    class Shrinking(Chain):
        def result(self, state, action):
            del moves[2:]
            return -1

        def actions(self, state):
            return moves

    monkeypatch.setenv(CHOICE, "force")
    with pytest.raises(IndexError):
        run_search(Shrinking(3))


@pytest.mark.parametrize("order", ["killer", "history", "evaluation", "perfect", "worst"])
def test_called_games_agree_in_orders_that_look_ahead_or_learn(monkeypatch, order):
    game = make_game("connect-four", size="8,8")
    settings = Settings(depth=3, order=order)
    assert is_called(game, "alphabeta", settings)
    _, error = compare_searches(monkeypatch, lambda: game, "alphabeta", settings)
    assert not error


def test_another_thread_sees_a_prefix_of_the_log(monkeypatch):
    monkeypatch.setenv(CHOICE, "force")

    class Long(Chain):
        def result(self, state, action):
            return state + 1

    control, found = Control(), []
    thread = threading.Thread(
        target=lambda: found.append(run_search(Long(30, 2), "minimax", control=control))
    )
    thread.start()
    seen = []
    while thread.is_alive() and (len(seen) < 5 or seen[-1] < 20_000):
        if control.running is None:
            continue
        log = control.running.log
        rows = len(log)
        assert min(len(column) for column in log.columns().values()) >= rows
        if rows:
            assert control.running.so_far().visits >= rows
            seen.append(rows)
    control.cancel()
    thread.join(30)
    assert found[0].stopped == "cancelled"
    assert found[0].log.size[0] == len(found[0].log)


@pytest.mark.parametrize("search", OF_POSITIONS)
def test_count_only_mode_uses_the_plain_search_and_gives_equal_counts(search):
    for number in range(30):
        game = RandomGame(random.Random(number))
        log = run_search(game, search).log
        found = tally_search(game, search)
        depths = list(log.depth)
        assert [level.visited for level in found.by_depth] == [
            depths.count(depth) for depth in range(max(depths) + 1)
        ]
        assert found.found.value == log.value[max(log.roots())]
