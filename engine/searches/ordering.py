"""Move ordering.

An order uses the state and its moves, or the search so far: orders that learn are notified of every
node that returns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Literal

from engine.errors import SearchRefused, look_up
from engine.game import CHANCE, MAX, AnyGame, Number
from engine.log.visit_log import Flag, VisitLog
from engine.running.recursion import RecursionGuard
from engine.searches.checks import whole_weights
from engine.values import exact_value

#: The positions that the orders `perfect` and `worst` may value.
MOST_STATES = 1_000_000


class MoveOrder(ABC):
    """An order of moves, for one search of one game."""

    #: The name on the command line.
    name: ClassVar[str]
    #: A one-line description.
    summary: ClassVar[str]
    #: How to find the order by hand, as a clause; empty if the summary says it all.
    rule: ClassVar[str] = ""
    #: The source it learns from, through `learn` at every return; None if it learns nothing.
    learns_from: ClassVar[Literal["cutoffs", "passes"] | None] = None
    #: Whether it needs hashable positions for a table.
    looks_up_positions: ClassVar[bool] = False

    def __init__(self, game: AnyGame, limit: int | None) -> None:
        self.game = game
        self.limit = limit

    @abstractmethod
    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        """Return the places of a player's moves in search order."""

    def pairs(self, state: Any, moves: Sequence[Any], depth: int) -> Iterable[tuple[int, Any]]:
        """Return the places with their moves, in search order."""
        return [(place, moves[place]) for place in self.places(state, moves, depth)]

    def learn(  # noqa: B027 (an order need not learn)
        self, log: VisitLog, row: int, state: Any, moves: Sequence[Any]
    ) -> None:
        """Learn from a node that has just returned."""


class GivenOrder(MoveOrder):
    """The game's own order."""

    name = "given"
    summary = "the order of the tree or the game, left to right"

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        return range(len(moves))

    def pairs(self, state: Any, moves: Sequence[Any], depth: int) -> Iterable[tuple[int, Any]]:
        return enumerate(moves)


class RightToLeftOrder(MoveOrder):
    """The reverse of the game's order."""

    name = "right-to-left"
    summary = "the reverse of the given order"

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        return range(len(moves) - 1, -1, -1)


class StaticOrder(MoveOrder):
    """An order by the game's own ranking of moves."""

    name = "static"
    summary = "by the game's own ranking; centre, corners, edges in tic-tac-toe"

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        return sorted(range(len(moves)), key=lambda at: self.game.priority(state, moves[at]))


class EvaluationOrder(MoveOrder):
    """An order by the evaluation of the state after a move, the mover's best first."""

    name = "evaluation"
    summary = "by the evaluation of the position after the move, the mover's best first"

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        game = self.game
        sign = -1 if game.to_move(state) is MAX else 1

        def rank(at: int) -> float:
            child = game.result(state, moves[at])
            over = game.is_terminal(child)
            return sign * float(game.utility(child, MAX) if over else game.evaluate(child))

        return sorted(range(len(moves)), key=rank)


class PerfectOrder(MoveOrder):
    """An order by the true value of every move, computed in advance.

    With the best move first everywhere, alpha-beta visits the fewest leaves possible (Knuth and
    Moore, 1975). Real programs cannot know this order.
    """

    name = "perfect"
    looks_up_positions = True
    summary = "the best move first everywhere, by its true value; for small trees and games"
    rule = (
        "the best move for the player to move first, by the minimax value of the position after it"
    )
    sign: ClassVar[int] = -1

    def __init__(self, game: AnyGame, limit: int | None) -> None:
        super().__init__(game, limit)
        if limit is None and game.may_not_end:
            raise SearchRefused(
                f"the order {self.name} must first solve {game}, which may never end",
                expected="a depth limit",
                hint="Set a depth limit with --depth",
            )
        self._known: dict[Hashable, Number] = {}
        # Exact if the game has chance, as in the searches.
        self._read: Callable[[Number], Number] = exact_value if game.has_chance else float

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        sign = self.sign if self.game.to_move(state) is MAX else -self.sign
        with RecursionGuard() as guard:
            values = [
                sign * self._value(self.game.result(state, move), depth + 1, guard)
                for move in moves
            ]
        return sorted(range(len(moves)), key=values.__getitem__)

    def _value(self, state: Any, depth: int, guard: RecursionGuard) -> Number:
        if not guard.low <= depth < guard.high:
            guard.follow(depth)
        game = self.game
        if game.is_terminal(state):
            return self._read(game.utility(state, MAX))
        if depth == self.limit:
            return self._read(game.evaluate(state))
        # By the plies left, since iterative deepening raises the limit.
        key = state if self.limit is None else (state, self.limit - depth)
        if key not in self._known:
            if len(self._known) >= MOST_STATES:
                raise self.too_many_error()
            player = game.to_move(state)
            chances = game.chances(state) if player is CHANCE else ()
            values: list[Number] = []
            # A loop, since a generator within `max` would call through C at every ply.
            for move in [outcome for outcome, _ in chances] or game.actions(state):
                values.append(self._value(game.result(state, move), depth + 1, guard))
            if player is CHANCE:
                weights, common = whole_weights(game, chances, state)
                pairs = zip(weights, values, strict=True)
                total = sum(weight * exact_value(value) for weight, value in pairs)
                self._known[key] = Fraction(total) / common
            else:
                self._known[key] = max(values) if player is MAX else min(values)
        return self._known[key]

    def too_many_error(self) -> SearchRefused:
        """Return the error for a game of too many positions."""
        return SearchRefused(
            f"the order {self.name} must first value more than {MOST_STATES:,} positions of "
            f"{self.game}",
            hint="Use it with a small tree or game, or with a lower depth limit",
        )


class WorstOrder(PerfectOrder):
    """The reverse of the perfect order: the worst move first."""

    name = "worst"
    summary = "the worst move first everywhere, by its true value; for small trees and games"
    rule = (
        "the worst move for the player to move first, by the minimax value of the position after it"
    )
    sign = 1


class KillerOrder(MoveOrder):
    """An order that starts with the two last moves to cause a cutoff at this depth.

    Akl and Newborn (1977).
    """

    name = "killer"
    summary = "first the two moves that last caused a cutoff at the same depth"
    rule = (
        "first the two moves that last caused a cutoff at a node of the same depth, the latest one "
        "first"
    )
    learns_from = "cutoffs"

    def __init__(self, game: AnyGame, limit: int | None) -> None:
        super().__init__(game, limit)
        self._killers: defaultdict[int, list[Hashable]] = defaultdict(list)

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        killers = self._killers[depth]
        if not killers:
            return range(len(moves))
        keys = _keys(self.game, moves)
        first = [keys.index(killer) for killer in killers if killer in keys]
        return first + [place for place in range(len(moves)) if place not in first]

    def learn(self, log: VisitLog, row: int, state: Any, moves: Sequence[Any]) -> None:
        """Store the move that caused an early return."""
        if log.flags[row] & Flag.EARLY_RETURN:
            place = _last_action(log, row)
            key, killers = _keys(self.game, moves)[place], self._killers[log.depth[row]]
            if key in killers:
                killers.remove(key)
            killers.insert(0, key)
            del killers[2:]


class HistoryOrder(MoveOrder):
    """An order by how often a move caused a cutoff anywhere (Schaeffer, 1989).

    Under a depth limit a cutoff counts as the square of the remaining plies, since it saved more
    work; without a limit, each cutoff counts as one.
    """

    name = "history"
    summary = "by how often the move has caused a cutoff anywhere in the tree"
    rule = (
        "by the cutoffs that the same move of the same player has caused so far, most first; under "
        "a depth limit, a cutoff counts as the square of the plies left to the limit"
    )
    learns_from = "cutoffs"

    def __init__(self, game: AnyGame, limit: int | None) -> None:
        super().__init__(game, limit)
        self._cuts: defaultdict[tuple[int, Hashable], int] = defaultdict(int)

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        player = int(self.game.to_move(state))
        cuts = [self._cuts.get((player, key), 0) for key in _keys(self.game, moves)]
        return sorted(range(len(moves)), key=cuts.__getitem__, reverse=True)

    def learn(self, log: VisitLog, row: int, state: Any, moves: Sequence[Any]) -> None:
        """Count the move that caused an early return."""
        if log.flags[row] & Flag.EARLY_RETURN:
            place = _last_action(log, row)
            left = 1 if self.limit is None else self.limit - log.depth[row]
            self._cuts[log.player[row], _keys(self.game, moves)[place]] += left * left


class BestFirstOrder(MoveOrder):
    """An order by the values of the previous pass, the mover's best first, unvisited moves last.

    Slate and Atkin (1977) use it with iterative deepening.
    """

    name = "best-first"
    looks_up_positions = True
    summary = "by the values of the previous pass of iterative deepening, the best first"
    rule = (
        "by the values of the children in the last pass that visited them at this node, the best "
        "for the player to move first; children without a value come last"
    )
    learns_from = "passes"

    def __init__(self, game: AnyGame, limit: int | None) -> None:
        super().__init__(game, limit)
        self._seen: dict[Hashable, list[int]] = {}

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        first = self._seen.get((state, depth), [])
        if not first:
            return range(len(moves))
        return first + [place for place in range(len(moves)) if place not in first]

    def learn(self, log: VisitLog, row: int, state: Any, moves: Sequence[Any]) -> None:
        """Store the order of a node's children by their values."""
        sign = -1 if log.player[row] == MAX else 1
        children = sorted(log.last_children(row), key=lambda child: sign * log.value[child])
        self._seen[state, log.depth[row]] = [log.action[child] for child in children]


def _keys(game: AnyGame, moves: Sequence[Any]) -> Sequence[Hashable]:
    """Return the identities of moves across positions; in a hand tree, their places."""
    return list(moves) if game.named_by_path else range(len(moves))


def _last_action(log: VisitLog, row: int) -> int:
    """Return the place of the move that a node tried last."""
    *_, last = log.children(row)
    return log.action[last]


#: The orders by name, the default first.
ORDERS: dict[str, type[MoveOrder]] = {
    order.name: order
    for order in (
        GivenOrder,
        RightToLeftOrder,
        StaticOrder,
        EvaluationOrder,
        BestFirstOrder,
        KillerOrder,
        HistoryOrder,
        PerfectOrder,
        WorstOrder,
    )
}


def make_order(name: str, game: AnyGame, limit: int | None = None) -> MoveOrder:
    """Return an order for one search; chance outcomes always keep the given order."""
    kind = look_up(name, ORDERS, "order")
    if kind.looks_up_positions:
        check_hashable(game, f"the order {name}")
    return kind(game, limit)


def check_hashable(game: AnyGame, what: str) -> None:
    """Check that positions can be looked up in a table."""
    try:
        hash(game.initial)
    except TypeError as error:
        raise SearchRefused(
            f"{what} needs a table of positions, but those of {game} cannot be hashed",
            expected="states that are immutable and hashable, such as tuples",
        ) from error
