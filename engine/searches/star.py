"""Star1 and Star2: alpha-beta through chance nodes, with known bounds of the leaves.

Ballard (1983). The `rules` of each search state the windows and the returns of its chance nodes.
All comparisons are exact, as in `engine.searches.minimax`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, TypeAlias

from engine.conventions import read_listing
from engine.errors import SearchRefused
from engine.game import CHANCE, MAX, AnyGame, Game, Number, Player
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.searches.base import DepthFirst
from engine.searches.checks import checked_moves, whole_weights
from engine.searches.settings import Settings, known_bounds
from engine.values import Exact, exact_value

#: An exact value, or an infinite bound; to a type checker, the float that `DepthFirst` passes.
_Bound: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class _ChanceNode:
    """A chance node: its window, its outcomes, their probabilities, and what each may be worth."""

    row: int
    depth: int
    alpha: _Bound
    beta: _Bound
    children: Sequence[Any]
    shares: Sequence[Fraction]
    spans: list[tuple[_Bound, _Bound]]


class Star1(DepthFirst):
    """Prunes at chance nodes as soon as the bounds of the leaves allow it."""

    name = "star1"
    summary = "alpha-beta through chance nodes, with known bounds of the leaves: Star1"
    phrase = "Star1 search"
    rules = (
        "Every leaf is worth from L to U, and the root's window is (L, U). After each outcome of a "
        "chance node, let s be the weighted sum so far and rest the probability of the other "
        "outcomes. If s + U × rest is at most α, or s + L × rest at least β, the node returns that "
        "number and skips the rest. An outcome of probability p is searched with the window "
        "((α − s − U × rest)/p, (β − s − L × rest)/p), cut to (L, U)."
    )
    listing = read_listing("star1")
    takes_chance = True
    has_window = True
    takes = DepthFirst.takes | {"window", "bounds"}

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        if settings.convention.returns == "fail-hard":
            raise SearchRefused(
                f"{self.name} cannot use returns=fail-hard: a chance node returns the end of its "
                "interval",
                expected="returns=fail-soft",
            )
        self.bounds = known_bounds(game, settings)
        self.strict = settings.convention.cutoff == ">"
        self.passes = type(game).is_pass is not Game.is_pass
        #: The exact value of the visit that returned last, and its row.
        self.exact: Exact = 0
        self.left = NO_PARENT

    def run(self) -> None:
        self.visit_root(*map(exact_end, self.settings.window))

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: _Bound, beta: _Bound
    ) -> float:
        """Search below a node, and return its value as the log has it."""
        if player is CHANCE:
            return self.chance(state, row, depth, alpha, beta)
        is_max = player is MAX
        moves = self.moves(state, row)
        v: _Bound = -inf if is_max else inf
        tried, cut, side = 0, 0, 0
        mine, other = (Flag.LOWER, Flag.UPPER) if is_max else (Flag.UPPER, Flag.LOWER)
        any_mine = 0
        for place, move in self.order.pairs(state, moves, depth):
            self.visit(self.game.result(state, move), place, row, depth + 1, alpha, beta)
            v2, bound = self.exact, self.log.returned
            tried += 1
            if self._is_better(v2, v, is_max):
                v, side = v2, bound & other
            elif v2 == v:
                side &= bound
            any_mine |= bound & mine
            if (self.cuts(v, beta) if is_max else self.cuts(alpha, v)) and not (
                self.passes and self.game.is_pass(move)
            ):
                cut = Flag.EARLY_RETURN
                break
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        if tried < len(moves):
            cut, any_mine = Flag.CUTOFF | Flag.EARLY_RETURN, mine
        value = self.leave(row, v, tried, cut | side | any_mine)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return value

    def _is_better(self, v2: _Bound, v: _Bound, is_max: bool) -> bool:
        """Return whether a child is better; mark it if only the exact values differ."""
        if v2 == v:
            return False
        if float(v2) == float(v):
            self.log.flags[self.left] |= Flag.ABOVE if v2 > v else Flag.BELOW
        return bool(v2 > v if is_max else v2 < v)

    def chance(self, state: Any, row: int, depth: int, alpha: _Bound, beta: _Bound) -> float:
        """Return the expected value, or the end of its interval if that is outside the window."""
        chances = self.game.chances(state)
        weights, common = whole_weights(self.game, chances, state)
        self.log.expand(row, len(checked_moves(self.game, chances, state)))
        shares = [Fraction(weight, common) for weight in weights]
        children = [self.game.result(state, outcome) for outcome, _ in chances]
        spans = [self.find_span(child) for child in children]
        return self.search_outcomes(_ChanceNode(row, depth, alpha, beta, children, shares, spans))

    def search_outcomes(self, node: _ChanceNode) -> float:
        """Search the outcomes of a chance node, and return its value or the end of its interval."""
        row, children, shares, spans = node.row, node.children, node.shares, node.spans
        alpha, beta = node.alpha, node.beta
        total, side = Fraction(), 0
        for place, (child, share) in enumerate(zip(children, shares, strict=True)):
            low, high = rest_of_sum(shares[place + 1 :], spans[place + 1 :])
            window: tuple[_Bound, _Bound] = (-inf, inf)
            if share:
                window = (alpha - total - high) / share, (beta - total - low) / share
            self.search_outcome(child, place, row, node.depth + 1, *window)
            if share:
                total += share * self.exact
                side = self.log.returned & Flag.BOUND
            end = self.find_end_outside(alpha, beta, total + low, total + high)
            if end is not None:
                if place + 1 < len(children):
                    side = Flag.UPPER if end <= alpha else Flag.LOWER
                return self.leave_early(row, end, place + 1, side)
        return self.leave(row, total, len(children), side)

    def search_outcome(
        self, state: Any, action: int, parent: int, depth: int, alpha: _Bound, beta: _Bound
    ) -> None:
        """Search an outcome of a chance node; `visit` has the arguments."""
        self.visit(state, action, parent, depth, alpha, beta)

    def find_end_outside(
        self, alpha: _Bound, beta: _Bound, least: _Bound, most: _Bound
    ) -> _Bound | None:
        """Return the end of a chance node's interval that is outside its window, or None."""
        if self.cuts(alpha, most):
            return most
        return least if self.cuts(least, beta) else None

    def leave_early(self, row: int, end: _Bound, tried: int, side: int) -> float:
        """Record the early return of a chance node."""
        skips = Flag.CUTOFF if tried < self.log.actions[row] else 0
        return self.leave(row, end, tried, skips | Flag.EARLY_RETURN | side)

    def find_span(self, state: Any) -> tuple[_Bound, _Bound]:
        """Return the bounds of the leaves below a state."""
        return (-inf, inf) if self.bounds is None else self.bounds.find_bounds(state)

    def cuts(self, value: _Bound, other: _Bound) -> bool:
        """Return whether the cutoff test says that a value is at or beyond another."""
        return bool(value > other if self.strict else value >= other)

    def leave(self, row: int, v: _Bound, tried: int, flags: int) -> float:
        """Record the return of a node."""
        self.exact, self.left = Fraction(v), row
        return self.log.leave(row, float(v) + 0.0, tried, self.find_proof_flags(v, flags))

    def leaf(self, state: Any, row: int, value: Number, flag: int) -> float:
        number = super().leaf(state, row, value, flag)
        self.exact, self.left = exact_value(value), row
        return number


def exact_end(end: float) -> _Bound:
    """Return the end of a window as an exact number; an infinity stays one."""
    return end if end in (inf, -inf) else exact_value(end)


def rest_of_sum(
    shares: Sequence[Fraction], spans: Sequence[tuple[_Bound, _Bound]]
) -> tuple[_Bound, _Bound]:
    """Return the least and the most that outcomes can add to the sum of a chance node."""
    low: _Bound = Fraction()
    high: _Bound = Fraction()
    for share, (least, most) in zip(shares, spans, strict=True):
        if share:
            low, high = low + share * least, high + share * most
    return low, high


class Star2(Star1):
    """Probes the outcomes of chance nodes before it searches them.

    Ballard defines Star2 for regular trees, in which the outcomes of a chance node all belong to
    one player. Hauk, Buro and Schaeffer ("Rediscovering *-Minimax Search", 2004) give it with a
    window for each outcome; as there, every outcome is probed once, in order, and all are searched
    again from their first child. Two things follow from trees that are not regular: a probe of a
    MAX node has the window (L, b), of a MIN node (a, U), so that it never fails on the side that it
    should bound; and leaves, chance nodes and outcomes of probability 0 are not probed.
    """

    name = "star2"
    summary = "star1 that first probes one child of each outcome: Star2"
    phrase = "Star2 search"
    rules = (
        "Every leaf is worth from L to U, and the root's window is (L, U). Each outcome of a "
        "chance node has the bounds l and u, at first L and U. First, every outcome at which MAX "
        "or MIN moves is probed, in order. A probe searches only the first child: its value "
        "becomes l at a MAX node, and u at a MIN node. Let p be the outcome's probability, and low "
        "and high the sums of p × l and p × u over the other outcomes. The window of a probe is "
        "(L, (β − low)/p) at a MAX node, and ((α − high)/p, U) at a MIN node. After each probe, "
        "add its p × l to low and its p × u to high. If high is now at most α, or low at least β, "
        "the chance node returns that number. After the probes, all outcomes are searched in "
        "order. Let s be the weighted sum so far, and low and high the sums over the later "
        "outcomes. The window of an outcome is ((α − s − high)/p, (β − s − low)/p), where s does "
        "not include it yet. If s + high is then at most α, or s + low at least β, the node "
        "returns that number and skips the rest. All windows are cut to (L, U)."
    )
    # The functions of MAX and MIN are those of Star1.
    listing = Star1.listing.partition("chance.head")[0].replace("STAR1", "STAR2") + read_listing(
        "star2"
    )
    searches_again = True
    probes = True

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        #: The flags of the next visit to a MAX or MIN node.
        self.marks = 0
        #: For each open chance node, the outcomes that were probed and not yet searched: by place,
        #: the number of children that the probe did not visit.
        self.probed: list[dict[int, int]] = []

    def search_outcomes(self, node: _ChanceNode) -> float:
        """Probe the outcomes of a chance node, then search them as Star1 does."""
        self.probed.append({})
        value = self.probe_outcomes(node)
        if value is None:
            value = super().search_outcomes(node)
        self.probed.pop()
        return value

    def probe_outcomes(self, node: _ChanceNode) -> float | None:
        """Probe the outcomes of a chance node, and narrow their spans."""
        row, children, shares, spans = node.row, node.children, node.shares, node.spans
        alpha, beta, depth = node.alpha, node.beta, node.depth + 1
        for place, (child, share) in enumerate(zip(children, shares, strict=True)):
            if not share or not self.is_probed(child, depth):
                continue
            others = [at for at in range(len(children)) if at != place]
            low, high = rest_of_sum([shares[at] for at in others], [spans[at] for at in others])
            least, most = spans[place]
            self.marks, probe = Flag.PROBE, len(self.log)
            if self.game.to_move(child) is MAX:
                self.visit(child, place, row, depth, least, (beta - low) / share)
                least = self.exact
            else:
                self.visit(child, place, row, depth, (alpha - high) / share, most)
                most = self.exact
            spans[place] = least, most
            self.probed[-1][place] = self.log.actions[probe] - 1
            end = self.find_end_outside(alpha, beta, low + share * least, high + share * most)
            if end is not None:
                return self.leave_early(row, end, 0, Flag.UPPER if end <= alpha else Flag.LOWER)
        return None

    def is_probed(self, state: Any, depth: int) -> bool:
        """Return whether MAX or MIN moves at an outcome that is not a leaf."""
        game = self.game
        is_leaf = depth == self.limit or game.is_terminal(state)
        return not is_leaf and game.to_move(state) is not CHANCE

    def search_outcome(
        self, state: Any, action: int, parent: int, depth: int, alpha: _Bound, beta: _Bound
    ) -> None:
        """Search an outcome of a chance node, again if it was probed."""
        if self.probed[-1].pop(action, None) is not None:
            self.marks = Flag.RESEARCH
        super().search_outcome(state, action, parent, depth, alpha, beta)

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: _Bound, beta: _Bound
    ) -> float:
        """Search below a node, or in a probe only its first child."""
        marks, self.marks = self.marks, 0
        self.log.flags[row] |= marks
        if marks & Flag.PROBE:
            return self.probe(state, row, player, depth, alpha, beta)
        return super().interior(state, row, player, depth, alpha, beta)

    def probe(
        self, state: Any, row: int, player: Player, depth: int, alpha: _Bound, beta: _Bound
    ) -> float:
        """Return the value of a node's first child, a bound of the node's own."""
        moves = self.moves(state, row)
        place, move = next(iter(self.order.pairs(state, moves, depth)))
        self.visit(self.game.result(state, move), place, row, depth + 1, alpha, beta)
        side = self.log.returned & Flag.BOUND
        if len(moves) > 1:
            side |= Flag.LOWER if player is MAX else Flag.UPPER
        return self.leave(row, self.exact, 1, side)

    def leave(self, row: int, v: _Bound, tried: int, flags: int) -> float:
        """Record the return of a node, and keep the flags with which it was entered."""
        return super().leave(row, v, tried, flags | self.log.flags[row])

    def leave_early(self, row: int, end: _Bound, tried: int, side: int) -> float:
        """Record the early return of a chance node, which can skip children of its probes."""
        probed = self.probed[-1]
        skips = Flag.CUTOFF if any(probed.values()) else 0
        return super().leave_early(row, end, tried + len(probed), skips | side)
