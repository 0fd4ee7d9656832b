"""Random programs over `game` and `state` that record their own visits.

A program is a search with habits. The visits that it records, by the entries of its own function,
are the truth that `tracer.programs.visits_from_calls` is compared with.
"""

import math
import random
from dataclasses import dataclass, field
from typing import Any

from tests.support.tables import table

#: What programs do besides: each is asked of the game and is no visit.
HABITS = tuple(table(__file__, "habits"))
#: What changes the visits or the way to them; a program has one of them at most.
STYLES = (
    *("plain", "order by estimates", "order by sure wins", "memo", "scout", "deepening"),
    *("reversed", "negamax"),
)

#: Styles whose calls can mean two orders of visits.
BY_SURE_WINS = ("order by sure wins", "scout by sure wins")


@dataclass
class RandomProgram:
    """A program."""

    game: Any
    style: str
    habits: frozenset[str]
    windows: bool
    limit: int | None
    visits: list[int] = field(default_factory=list)
    memo: dict[Any, float] = field(default_factory=dict)

    def run(self) -> None:
        full = (-math.inf, math.inf)
        limits = range(1, (self.limit or 0) + 1) if self.style == "deepening" else (self.limit,)
        for limit in limits:
            self.search(self.game.initial, limit, *full, self.game.to_move(self.game.initial))

    @property
    def goes_back(self) -> bool:
        """Whether it searches some nodes again."""
        return self.style.startswith("scout")

    def has(self, habit: str) -> bool:
        return habit in self.habits

    def worth(self, state: Any) -> float:
        ask = self.game.evaluate if self.limit is not None else self.game.utility
        if self.has("asks for the value twice"):
            ask(state, "MAX")
        return float(ask(state, "MAX"))

    def moves(self, state: Any) -> list[Any]:
        if self.has("asks for moves twice"):
            len(self.game.actions(state))
        found = list(self.game.actions(state))
        if self.style == "reversed":
            return found[::-1]
        sign = -1 if self.game.to_move(state) == "MAX" else 1
        if self.style == "order by estimates":
            found.sort(key=lambda one: sign * self.game.evaluate(self.game.result(state, one)))
        if self.style in BY_SURE_WINS:
            found.sort(key=lambda one: sign * self.sure(self.game.result(state, one)))
        return found

    def sure(self, child: Any) -> float:
        """Return the value of a child if it is known at once."""
        return float(self.game.utility(child, "MAX")) if self.game.is_terminal(child) else 0.0

    def search(self, s: Any, left: int | None, a: float, b: float, who: str) -> float:
        game = self.game
        self.visits.append(s._node.number)
        if self.style == "memo" and s in self.memo:
            return self.memo[s]
        tests = [lambda: game.is_terminal(s), lambda: left == 0]
        if any(test() for test in (tests[::-1] if self.has("tests the depth first") else tests)):
            if self.has("asks a leaf for its moves") and game.is_terminal(s):
                game.actions(s)
            return self.worth(s)
        is_max = game.to_move(s) == "MAX"
        moves = self.moves(s)
        if self.has("asks whether all children are terminal"):
            for one in moves:
                game.is_terminal(game.result(s, one))
        kids: Any = (game.result(s, one) for one in moves)
        if self.has("makes all children first"):
            kids = list(kids)
        below = None if left is None else left - 1
        if not self.windows and self.has("collects values in a list"):
            found = [self.search(one, below, a, b, who) for one in kids]
            v = max(found) if is_max else min(found)
        elif not self.windows and self.has("hands a generator to max"):
            v = (max if is_max else min)(self.search(one, below, a, b, who) for one in kids)
        else:
            v = self.loop(kids, is_max, below, a, b, who)
        if self.has("asks for moves again at the end"):
            list(game.actions(s))
        if self.style == "memo":
            self.memo[s] = v
        return v

    def loop(
        self, kids: Any, is_max: bool, left: int | None, a: float, b: float, who: str
    ) -> float:
        v = -math.inf if is_max else math.inf
        for place, one in enumerate(kids):
            if self.has("asks whether it is terminal before the call"):
                self.game.is_terminal(one)
            x = self.scouted(one, is_max, left, a, b, who, place)
            v = max(v, x) if is_max else min(v, x)
            if self.windows:
                a, b = (max(a, v), b) if is_max else (a, min(b, v))
                if a >= b:
                    break
        return v

    def scouted(
        self, s: Any, is_max: bool, left: int | None, a: float, b: float, who: str, place: int
    ) -> float:
        if not self.goes_back or not place or not self.windows:
            return self.search(s, left, a, b, who)
        narrow = (a, a + 0.5) if is_max else (b - 0.5, b)
        x = self.search(s, left, *narrow, who)
        if a < x < b and (x > a if is_max else x < b):
            x = self.search(s, left, a, b, who)
        return x


def random_program(rng: random.Random, game: Any, has_limit: bool) -> RandomProgram:
    """A program for a game; with a limit in plies where the game has estimates."""
    fitting = [one for one in STYLES if has_limit or one not in ("order by estimates", "deepening")]
    habits = frozenset(one for one in HABITS if rng.random() < 0.25)
    limit = rng.randint(1, 4) if has_limit else None
    return RandomProgram(game, rng.choice(fitting), habits, rng.random() < 0.6, limit)
