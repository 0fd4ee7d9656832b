"""In which order a node's moves are searched.

An order looks at the state and its moves, or at what the search has seen so far: those that learn
are told of every node that returns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, ClassVar, Final, Literal

from engine.errors import SearchRefused, chosen
from engine.game import CHANCE, MAX, AnyGame
from engine.log import Flag, VisitLog

__all__ = ["ORDERS", "Order", "check_hashable", "check_order", "make_order"]

_MOST_STATES = 1_000_000

# A plain number: an enum's arithmetic costs more than a visit.
_EARLY_RETURN: Final = int(Flag.EARLY_RETURN)


class Order(ABC):
    """An order of moves, for one search of one game.

    Args:
        game: what is searched.
        limit: plies below the root at which the search stops; None for no limit.
    """

    #: The name on the command line.
    name: ClassVar[str]
    #: What it does, in one line.
    summary: ClassVar[str]
    #: What it learns from: every node that returns has to be told to it. None: it learns nothing.
    learns_from: ClassVar[Literal["cutoffs", "passes"] | None] = None
    #: Whether it looks positions up in a table, so that they must have a hash.
    looks_up_positions: ClassVar[bool] = False

    def __init__(self, game: AnyGame, limit: int | None) -> None:
        self.game = game
        self.limit = limit

    @abstractmethod
    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        """The places of a player's moves in the order in which they are to be searched.

        Args:
            state: where.
            moves: its moves, in the game's order.
            depth: plies below the root.
        """

    def pairs(self, state: Any, moves: Sequence[Any], depth: int) -> Iterable[tuple[int, Any]]:
        """The places with their moves, in that order."""
        return [(place, moves[place]) for place in self.places(state, moves, depth)]

    def learn(  # noqa: B027 (an order need not learn)
        self, log: VisitLog, row: int, state: Any, moves: Sequence[Any]
    ) -> None:
        """Take note of a node that has just returned."""


class Given(Order):
    """The game's own order."""

    name = "given"
    summary = "as the tree or the game lists them, left to right"

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        return range(len(moves))

    def pairs(self, state: Any, moves: Sequence[Any], depth: int) -> Iterable[tuple[int, Any]]:
        """As they are."""
        return enumerate(moves)


class RightToLeft(Order):
    """The reverse of the game's order."""

    name = "right-to-left"
    summary = "the reverse of that"

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        return range(len(moves) - 1, -1, -1)


class Static(Order):
    """By a rank that the game gives its moves."""

    name = "static"
    summary = "by the game's own rank: centre, corners, edges in tic-tac-toe"

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        return sorted(range(len(moves)), key=lambda at: self.game.priority(state, moves[at]))


class ByEvaluation(Order):
    """By the evaluation of the state that a move leads to, the mover's best first."""

    name = "evaluation"
    summary = "by the evaluation of what a move leads to, the mover's best first"

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        game = self.game
        sign = -1 if game.to_move(state) is MAX else 1

        def rank(at: int) -> float:
            child = game.result(state, moves[at])
            over = game.is_terminal(child)
            return sign * float(game.utility(child, MAX) if over else game.evaluate(child))

        return sorted(range(len(moves)), key=rank)


class Perfect(Order):
    """By the true value of every move, found out beforehand; what no program can know.

    With the best move first everywhere, alpha-beta visits the fewest leaves that it can (Knuth and
    Moore, 1975).
    """

    name = "perfect"
    looks_up_positions = True
    summary = "the best move first everywhere, by its true value; for small trees and games"
    sign: ClassVar[int] = -1

    def __init__(self, game: AnyGame, limit: int | None) -> None:
        super().__init__(game, limit)
        if limit is None and game.needs_limit:
            raise SearchRefused(
                f"the order {self.name} would have to value {game} to its end beforehand, and it "
                "need not have one",
                expected="a depth limit",
                hint="Add --depth",
            )
        self._known: dict[Hashable, float] = {}

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        sign = self.sign if self.game.to_move(state) is MAX else -self.sign
        values = [sign * self._value(self.game.result(state, move), depth + 1) for move in moves]
        return sorted(range(len(moves)), key=values.__getitem__)

    def _value(self, state: Any, depth: int) -> float:
        game = self.game
        if game.is_terminal(state):
            return float(game.utility(state, MAX))
        if depth == self.limit:
            return float(game.evaluate(state))
        # By the plies left: iterative deepening moves the limit from pass to pass.
        key = state if self.limit is None else (state, self.limit - depth)
        if key not in self._known:
            if len(self._known) >= _MOST_STATES:
                raise SearchRefused(
                    f"the order {self.name} would have to value more than {_MOST_STATES:,} "
                    f"positions of {game} beforehand",
                    hint="Use it with a small tree or game, or with a lower depth limit",
                )
            player = game.to_move(state)
            best = max if player is MAX else min
            if player is CHANCE:
                self._known[key] = sum(
                    float(p) * self._value(game.result(state, outcome), depth + 1)
                    for outcome, p in game.chances(state)
                )
            else:
                self._known[key] = best(
                    self._value(game.result(state, move), depth + 1) for move in game.actions(state)
                )
        return self._known[key]


class Worst(Perfect):
    """The reverse of the perfect order: the worst move first."""

    name = "worst"
    summary = "the worst move first everywhere, by its true value; for small trees and games"
    sign = 1


class Killer(Order):
    """First the two moves that last made a cutoff at the same depth (Akl and Newborn, 1977)."""

    name = "killer"
    summary = "first the two moves that last made a cutoff at the same depth"
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
        """Keep the move that made a node return early."""
        if log.flags[row] & _EARLY_RETURN:
            place = _last_action(log, row)
            key, killers = _keys(self.game, moves)[place], self._killers[log.depth[row]]
            if key in killers:
                killers.remove(key)
            killers.insert(0, key)
            del killers[2:]


class History(Order):
    """By how often a move has made a cutoff anywhere (Schaeffer, 1989).

    Under a depth limit a cutoff counts as the square of the plies that were left below it, since
    it saved the more; without one, each counts as one.
    """

    name = "history"
    summary = "by how often the move made a cutoff before, anywhere in the tree"
    learns_from = "cutoffs"

    def __init__(self, game: AnyGame, limit: int | None) -> None:
        super().__init__(game, limit)
        self._cuts: defaultdict[tuple[int, Hashable], int] = defaultdict(int)

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        player = int(self.game.to_move(state))
        cuts = [self._cuts.get((player, key), 0) for key in _keys(self.game, moves)]
        return sorted(range(len(moves)), key=cuts.__getitem__, reverse=True)

    def learn(self, log: VisitLog, row: int, state: Any, moves: Sequence[Any]) -> None:
        """Count the move that made a node return early."""
        if log.flags[row] & _EARLY_RETURN:
            place = _last_action(log, row)
            left = 1 if self.limit is None else self.limit - log.depth[row]
            self._cuts[log.player[row], _keys(self.game, moves)[place]] += left * left


class BestFirst(Order):
    """By the values of the pass before, the mover's best first; what it did not visit comes last.

    Slate and Atkin (1977) order the moves of iterative deepening so.
    """

    name = "best-first"
    looks_up_positions = True
    summary = "by the values of the previous pass of iterative deepening, the best first"
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
        """Keep the order of a node's children by the values that they returned."""
        sign = -1 if log.player[row] == MAX else 1
        children = sorted(log.last_children(row), key=lambda child: sign * log.value[child])
        self._seen[state, log.depth[row]] = [log.action[child] for child in children]


def _keys(game: AnyGame, moves: Sequence[Any]) -> Sequence[Hashable]:
    """What makes two moves of different positions the same; in a hand tree, their place."""
    return list(moves) if game.named_by_path else range(len(moves))


def _last_action(log: VisitLog, row: int) -> int:
    """The place of the move that a node tried last."""
    *_, last = log.children(row)
    return log.action[last]


#: The orders by name, the default first.
ORDERS: dict[str, type[Order]] = {
    order.name: order
    for order in (
        Given,
        RightToLeft,
        Static,
        ByEvaluation,
        BestFirst,
        Killer,
        History,
        Perfect,
        Worst,
    )
}


def check_order(name: str) -> None:
    """See that there is an order of that name.

    Raises:
        UsageError: there is none.
    """
    chosen(name, ORDERS, "order")


def make_order(name: str, game: AnyGame, limit: int | None = None) -> Order:
    """The order of that name for one search; the outcomes of chance always stay as they are given.

    Args:
        name: one of `ORDERS`.
        game: what is searched.
        limit: plies at which the search stops; None for no limit.

    Raises:
        UsageError: there is no such order.
        SearchRefused: it has to tell positions apart, and those of the game have no hash.
    """
    kind = chosen(name, ORDERS, "order")
    if kind.looks_up_positions:
        check_hashable(game, f"the order {name}")
    return kind(game, limit)


def check_hashable(game: AnyGame, what: str) -> None:
    """See that positions can be looked up in a table.

    Raises:
        SearchRefused: they have no hash.
    """
    try:
        hash(game.initial)
    except TypeError as error:
        raise SearchRefused(
            f"{what} looks positions up, and those of {game} cannot be hashed",
            expected="states that are immutable and hashable, such as tuples",
        ) from error
