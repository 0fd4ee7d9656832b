"""Star2: Star1 that first probes the outcomes of a chance node (Ballard, 1983).

A probe of an outcome at which MAX or MIN moves searches only its first child. At a MAX node the
value of one child is a lower bound, at a MIN node an upper bound. Each probe narrows the interval
of the chance node, which returns as soon as the interval is outside its window. After the probes
follows the pass of Star1, with the narrower bounds of the outcomes that it has not yet searched.

Ballard defines Star2 for regular trees, in which the outcomes of a chance node all belong to one
player. Hauk, Buro and Schaeffer ("Rediscovering *-Minimax Search", 2004) give it with a window for
each outcome; as there, every outcome is probed once, in order, and all are searched again from
their first child. Two things follow from trees that are not regular: a probe of a MAX node has the
window (L, b), of a MIN node (a, U), so that it never fails on the side that it should bound; and
leaves, chance nodes and outcomes of probability 0 are not probed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from engine.game import CHANCE, MAX, AnyGame, Player
from engine.log.visit_log import Flag, VisitLog
from engine.searches.settings import Settings
from engine.searches.star1 import Star1, rest_of_sum


_LOWER: Final = int(Flag.LOWER)
_UPPER: Final = int(Flag.UPPER)
_CUTOFF: Final = int(Flag.CUTOFF)
_PROBE: Final = int(Flag.PROBE)
_RESEARCH: Final = int(Flag.RESEARCH)
_BOUND: Final = _LOWER | _UPPER

#: See `engine.searches.star1`.
_Bound: TypeAlias = Any

#: The functions of MAX and MIN are those of Star1.
_LISTING: Final = (
    Star1.listing.partition("chance.head")[0].replace("STAR1", "STAR2")
    + """\
chance.head    | EXP-VALUE(state, α, β) → a (utility, move) pair
chance.terminal|   if IS-TERMINAL(state) then return UTILITY(state), null
chance.limit   |   if IS-CUTOFF(state, depth) then return EVAL(state), null        @depth
chance.init    |   s ← 0; l[r], u[r] ← L, U for each outcome r
chance.probes  |   for each (r, p) in CHANCES(state) where MAX or MIN moves do
chance.probe   |     low, high ← SUMS(p′ × l[r′], p′ × u[r′]), r′ ≠ r
chance.probe   |     a ← CLIP((α − high) / p, L, U)
chance.probe   |     b ← CLIP((β − low) / p, L, U)
chance.probe   |     if MAX moves then a ← L else b ← U
chance.again   |     x ← PROBE(RESULT(state, r), a, b)
chance.again   |     if MAX moves then l[r] ← x else u[r] ← x
chance.again   |     low, high ← low + p × l[r], high + p × u[r]
chance.stop    |     if high {≤} α then return high, null
chance.stop    |     if low {≥} β then return low, null
chance.loop    |   for each (r, p) in CHANCES(state) do
chance.call    |     low, high ← SUMS(p′ × l[r′], p′ × u[r′]), r′ after r
chance.call    |     a ← CLIP((α − s − high) / p, L, U)
chance.call    |     b ← CLIP((β − s − low) / p, L, U)
chance.take    |     s ← s + p × VALUE(RESULT(state, r), a, b)
chance.test    |     if s + high {≤} α then return s + high, null
chance.test    |     if s + low {≥} β then return s + low, null
chance.return  |   return s, null
               |
probe.head     | PROBE(state, α, β) → a bound of the utility
probe.init     |   a ← the first of ACTIONS(state)
probe.take     |   v, a2 ← VALUE(RESULT(state, a), α, β)
probe.return   |   return v
"""
)


class Star2(Star1):
    """Probes the outcomes of chance nodes before it searches them."""

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
    listing = _LISTING
    searches_again = True
    probes = True

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        #: The flags of the next visit to a MAX or MIN node.
        self.marks = 0
        #: For each open chance node, the outcomes that were probed and not yet searched: by place,
        #: the number of children that the probe did not visit.
        self.probed: list[dict[int, int]] = []

    def search_outcomes(
        self,
        row: int,
        depth: int,
        alpha: _Bound,
        beta: _Bound,
        children: Sequence[Any],
        shares: Sequence[Fraction],
        spans: list[tuple[_Bound, _Bound]],
    ) -> float:
        """Probe the outcomes of a chance node, then search them as Star1 does."""
        self.probed.append({})
        value = self.probe_outcomes(row, depth, alpha, beta, children, shares, spans)
        if value is None:
            value = super().search_outcomes(row, depth, alpha, beta, children, shares, spans)
        self.probed.pop()
        return value

    def probe_outcomes(
        self,
        row: int,
        depth: int,
        alpha: _Bound,
        beta: _Bound,
        children: Sequence[Any],
        shares: Sequence[Fraction],
        spans: list[tuple[_Bound, _Bound]],
    ) -> float | None:
        """Probe the outcomes of a chance node, and narrow their spans."""
        for place, (child, share) in enumerate(zip(children, shares, strict=True)):
            if not share or not self.is_probed(child, depth + 1):
                continue
            others = [at for at in range(len(children)) if at != place]
            low, high = rest_of_sum([shares[at] for at in others], [spans[at] for at in others])
            least, most = spans[place]
            self.marks, probe = _PROBE, len(self.log)
            if self.game.to_move(child) is MAX:
                self.visit(child, place, row, depth + 1, least, (beta - low) / share)
                least = self.exact
            else:
                self.visit(child, place, row, depth + 1, (alpha - high) / share, most)
                most = self.exact
            spans[place] = least, most
            self.probed[-1][place] = self.log.actions[probe] - 1
            end = self.find_end_outside(alpha, beta, low + share * least, high + share * most)
            if end is not None:
                return self.leave_early(row, end, 0, _UPPER if end <= alpha else _LOWER)
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
            self.marks = _RESEARCH
        super().search_outcome(state, action, parent, depth, alpha, beta)

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: _Bound, beta: _Bound
    ) -> float:
        """Search below a node, or in a probe only its first child."""
        marks, self.marks = self.marks, 0
        self.log.flags[row] |= marks
        if marks & _PROBE:
            return self.probe(state, row, player, depth, alpha, beta)
        return super().interior(state, row, player, depth, alpha, beta)

    def probe(
        self, state: Any, row: int, player: Player, depth: int, alpha: _Bound, beta: _Bound
    ) -> float:
        """Return the value of a node's first child, a bound of the node's own."""
        moves = self.moves(state, row)
        place, move = next(iter(self.order.pairs(state, moves, depth)))
        self.visit(self.game.result(state, move), place, row, depth + 1, alpha, beta)
        side = self.log.returned & _BOUND
        if len(moves) > 1:
            side |= _LOWER if player is MAX else _UPPER
        return self.leave(row, self.exact, 1, side)

    def leave(self, row: int, v: _Bound, tried: int, flags: int) -> float:
        """Record the return of a node, and keep the flags with which it was entered."""
        return super().leave(row, v, tried, flags | self.log.flags[row])

    def leave_early(self, row: int, end: _Bound, tried: int, side: int) -> float:
        """Record the early return of a chance node, which can skip children of its probes."""
        probed = self.probed[-1]
        skips = _CUTOFF if any(probed.values()) else 0
        return super().leave_early(row, end, tried + len(probed), skips | side)
