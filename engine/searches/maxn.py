"""Max^n: several players, each of whom maximizes its own share (Luckhardt and Irani, 1986).

An end of the game has a vector, with a share for each player. The player to move takes the child
with the largest share of its own, and its node returns that child's vector. Without pruning this is
backward induction: the moves at all nodes are a subgame-perfect equilibrium.

If all shares are at least 0 and sum to at most S, Korf (1991) allows two cutoffs. Let v be the
share that the player to move has at a node, and b the share that the player above has already:

- immediate: nobody can have more than S, so a node returns at v ≥ S;
- shallow: the player above has at most S − v here, so the node returns at v ≥ S − b.

Bounds of players further above allow no cutoff. Between two moves of one player only the immediate
cutoff is possible. In a game of two players whose shares sum to at most ε, of any sign, the shallow
cutoff holds with S = ε; the course CS 188 asks for it in games that are nearly of zero sum.

In the log, every node is MAX's. A row's value is the share of the player who moved to the node; its
window is (α, β): α is what the player to move has, β is S − b. So a node returns early if v ≥ β,
the player above then has at most S − v, and `VisitLog` and the replay need no further column: the
vector of a node is that of the leaf at the end of its best line.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any, ClassVar

from engine.conventions import read_listing
from engine.errors import InvalidInput, SearchRefused
from engine.game import AnyGame, Number, Player, VectorGame
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.log.windows import Windows
from engine.searches.alphabeta import AlphaBeta
from engine.searches.base import DepthFirst
from engine.searches.ordering import PerfectOrder
from engine.searches.settings import Settings
from engine.values import Exact, exact_value, nearest_fraction


class Maxn(DepthFirst):
    """Backward induction for several players; prunes if the sum of their shares is bounded."""

    name = "maxn"
    summary = "several players, each of whom maximizes its own value: max^n"
    phrase = "max^n search"
    rules = (
        "The player to move takes the child with its own largest value, and the node gets the "
        "whole vector of that child."
    )
    listing = read_listing("maxn")
    has_window = True
    takes_vectors: ClassVar[bool] = True
    takes = DepthFirst.takes | {"sum", "near"}

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        if not isinstance(game, VectorGame):
            raise SearchRefused(
                f"maxn needs a value for each player at each leaf, and {game} has one value",
                expected="a tree with vectors, such as the text '[(1, 2), (3, 0)]'",
                hint="Use minimax or alphabeta",
            )
        if settings.convention.returns == "fail-hard":
            raise SearchRefused(
                "maxn cannot use returns=fail-hard: a vector is not clipped to a window",
                expected="returns=fail-soft",
            )
        if isinstance(self.order, PerfectOrder):
            raise SearchRefused(
                f"the order {settings.order} needs one value per leaf, and maxn has vectors",
                expected="another order",
            )
        self.players = game
        self.strict = settings.convention.cutoff == ">"
        self.takes_last = settings.convention.ties == "last"
        self.least: Any = least_share(settings)
        self.most: Any = largest_sum(settings)
        _check_shares(game, settings)
        #: The players to move at the open nodes, the root first.
        self.movers: list[int] = []
        #: The exact shares of the visit that returned last, and its row.
        self.vector: tuple[Exact, ...] = ()
        self.left = NO_PARENT
        #: The exact share of the player who moved to it; a bound after a shallow cutoff.
        self.exact: Exact = 0

    @classmethod
    def prunes(cls, settings: Settings) -> bool:
        """Return whether the settings bound the sum of the shares."""
        return settings.sum is not None or settings.near is not None

    def run(self) -> None:
        self.visit_root(*self._limits(self.least))

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: Any, beta: Any
    ) -> float:
        """Search below a node, and return the share of the player who moved to it."""
        moves, me = self.moves(state, row), self.players.mover(state)
        above = self.movers[-1] if self.movers else me
        self.movers.append(me)
        v: Any = -inf
        best: tuple[Exact, ...] = ()
        tried, flags = 0, 0
        for place, move in self.order.pairs(state, moves, depth):
            child = self.game.result(state, move)
            share = self.least if self.players.mover(child) == me else alpha
            self.visit(child, place, row, depth + 1, *self._limits(share))
            tried += 1
            if self._is_better(self.exact, v):
                v, best = self.exact, self.vector
            if v > beta or (v == beta and not self.strict):
                flags = Flag.EARLY_RETURN
                break
            alpha = max(alpha, v)
        self.movers.pop()
        value = best[above]
        if tried < len(moves):
            flags |= Flag.CUTOFF
            if above != me:
                value = self.most - v
                flags |= Flag.UPPER if value > self.least else 0
        self.vector, self.exact, self.left = best, value, row
        self.log.leave(row, float(value) + 0.0, tried, flags)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return float(value)

    def _limits(self, share: Any) -> tuple[Any, Any]:
        """Return the window of a node below a player who has a share."""
        return self.least, self.most - share

    def _is_better(self, v2: Exact, v: Any) -> bool:
        """Return whether a child is taken; mark it if only the exact shares differ."""
        if v2 == v:
            return self.takes_last
        if v2 > v and float(v2) == float(v):
            self.log.flags[self.left] |= Flag.ABOVE
        return bool(v2 > v)

    def leaf(self, state: Any, row: int, value: Number, flag: int) -> float:
        """Value a node that is not expanded, by its vector."""
        self.vector = tuple(exact_value(share) for share in self.players.shares(state))
        self.exact, self.left = exact_value(value), row
        return super().leaf(state, row, value, flag)


def least_share(settings: Settings) -> Exact | float:
    """Return the smallest share that a player can have."""
    return 0 if settings.sum is not None else -inf


def largest_sum(settings: Settings) -> Exact | float:
    """Return the largest sum of the shares of an end; +∞ if it is not known."""
    most = settings.near if settings.sum is None else settings.sum
    return inf if most is None else nearest_fraction(float(most))


def _check_shares(game: VectorGame, settings: Settings) -> None:
    """Refuse leaves that contradict `sum` or `near`."""
    if not Maxn.prunes(settings):
        return
    if settings.near is not None and len(game.share_names) != 2:
        raise SearchRefused(
            f"near is for two players, and {game} has {len(game.share_names)}",
            expected="a largest sum of values of 0 or more (--sum)",
        )
    most = largest_sum(settings)
    for leaf in game.known_leaves():
        shares = game.shares(leaf)
        total = sum((Fraction(exact_value(share)) for share in shares), Fraction())
        vector = f"the vector ({', '.join(map(str, shares))})"
        if settings.near is not None and abs(total) > most:
            raise InvalidInput(
                f"{vector} sums to {total}",
                where=game.format(leaf),
                expected=f"a sum from −{most} to {most}, since near is {most}",
            )
        if settings.sum is not None and (total > most or min(shares) < 0):
            wrong = f"sums to {total}" if total > most else f"has {min(shares)}"
            raise InvalidInput(
                f"{vector} {wrong}",
                where=game.format(leaf),
                expected=f"values of 0 or more that sum to at most {most}, since sum is {most}",
            )


# Paranoid search: the first player of several against all others (Sturtevant and Korf, 2000).


class Paranoid(AlphaBeta):
    """Alpha-beta on the share of the player who moves first.

    That player is MAX. All others are MIN: they minimize this share and ignore their own. In a game
    of two players with one value per end, this is alpha-beta.
    """

    name = "paranoid"
    windows = Windows.ONE_END
    summary = "alpha-beta for several players: the first is MAX, all others are MIN"
    phrase = "paranoid search with alpha-beta pruning"
    rules = "Write only the value of the player who moves first; all other players are MIN."

    @classmethod
    def prepare(cls, game: AnyGame, settings: Settings) -> AnyGame:
        """Return the game of two players, with the share of the player who moves first."""
        return game.against_all() if isinstance(game, VectorGame) else game
