"""Solve: the value of a game and a best move, with as few visits as possible.

Null windows move towards the value, as in MTD(f). A table of fixed size keeps for each position a
lower bound, an upper bound and the move that proved a bound for its player. A symmetric position
counts as the same. The table's move is tried first, then the most promising one: see
`Game.promise`.

After Plaat, Schaeffer, Pijls and de Bruin (1996), and P. Pons, *Solving Connect 4: how to build a
perfect AI*.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import inf, nextafter
from typing import Any, Final, NamedTuple

from engine.errors import InvalidInput
from engine.game import MAX, MIN, AnyGame, Number, Player
from engine.log.best_play import find_best_child
from engine.log.counts import TallyLog
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.running.control import SearchStopped
from engine.searches.alphabeta import AlphaBeta
from engine.searches.null_windows import Mtdf
from engine.searches.ordering import MoveOrder
from engine.searches.settings import Settings

#: The most positions in the table.
MOST_KEPT: Final = 3 << 21


_LISTING: Final = (
    Mtdf.listing.replace("MTDF(state, f)", "SOLVE(state, f)")
    .replace("g, lower, upper ← f, −∞, +∞", "g, lower, upper ← f, the least and the largest value")
    .replace(
        "for each a in ACTIONS(state) do",
        "for each a in ACTIONS(state), that of TABLE[state] first, do",
    )
)


class _Known(NamedTuple):
    """What the table keeps of a position."""

    lower: Any = None
    upper: Any = None
    action: Any = None


class FixedTable:
    """A table of the positions that were stored last, in two halves.

    When the newer half is full, the older one is dropped, and a new half begins. What is dropped
    depends on nothing but the order in which positions were stored.
    """

    def __init__(self, most: int) -> None:
        self.half = most // 2
        self._newer: dict[Hashable, _Known] = {}
        self._older: dict[Hashable, _Known] = {}

    def get(self, key: Hashable) -> _Known | None:
        """Return what is known of a position, or None."""
        entry = self._newer.get(key)
        return self._older.get(key) if entry is None else entry

    def store(self, key: Hashable, entry: _Known) -> None:
        """Store what is known of a position."""
        if key not in self._newer and len(self._newer) >= self.half:
            self._older, self._newer = self._newer, {}
        self._newer[key] = entry


class PromisingOrder(MoveOrder):
    """The move of the table first, then by the promise of the moves."""

    name = "promising"
    summary = "the move of the table, then the most promising"

    #: The move of the table at the node that is expanded next; None for none.
    first: Any = None

    def places(self, state: Any, moves: Sequence[Any], depth: int) -> Sequence[int]:
        if self.game.is_near_end(state):
            return range(len(moves))
        ranks = self.game.promise(state, moves)
        places = sorted(range(len(moves)), key=ranks.__getitem__)
        if self.first is not None:
            places.sort(key=lambda place: moves[place] != self.first)
        return places


class Solve(Mtdf):
    """Proves the value with null windows, a table of fixed size, symmetry and ordered moves."""

    name = "solve"
    summary = "the value and a best move by null windows, a fixed table, symmetry and move order"
    phrase = "the search solve"
    rules = (
        f"{Mtdf.rules} Each position keeps both bounds, and the move that proved the bound of its "
        "player; that move is tried first. A symmetric position counts as the same."
    )
    listing = _LISTING
    takes = frozenset({"guess", "gap", "bounds"})
    keeps_bounds = True
    counts_only = True

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        self.order: PromisingOrder = PromisingOrder(game, None)
        self.known = FixedTable(MOST_KEPT)
        #: Those of the initial state: others hardly ever lead to a position that is searched.
        self.symmetries = [
            symmetry
            for symmetry in game.unless_rules_changed("symmetries")
            if symmetry.state(game.initial) == game.initial
        ]
        self.low, self.high = game.unless_rules_changed("value_range")
        if self.bounds is not None:
            low, high = self.bounds.find_bounds(game.initial)
            self.low, self.high = float(max(low, self.low)), float(min(high, self.high))

    def run(self) -> None:
        """Prove the value; if only counts are kept, find the best line by the table."""
        log = self.log
        if not isinstance(log, TallyLog):
            super().run()
            return
        try:
            super().run()
        finally:  # beyond the move, the line of a pass is not proved
            log.passes = [replace(result, line=result.line[:1]) for result in log.passes]
            log.found = log.passes[-1] if log.passes else log.found
        self._extend_line(log)

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Answer from the table if possible; otherwise search and store what it proves."""
        self.order.first = None
        if self.game.is_near_end(state):
            return AlphaBeta.interior(self, state, row, player, depth, alpha, beta)
        key, symmetry = self._key(state)
        entry = self.known.get(key)
        if entry is not None:
            for bound in (entry.lower, entry.upper):
                if bound is not None:
                    value, flags = self.log.answer(bound)
                    if self._is_enough(value, flags & Flag.BOUND, alpha, beta):
                        self.log.repeat(row, bound, goes_on=False)
                        return self.leave(
                            row, value, 0, Flag.REPEAT | flags & Flag.BOUND, alpha, beta
                        )
            if entry.action is not None:
                self.order.first = symmetry.undo(entry.action) if symmetry else entry.action
        value = AlphaBeta.interior(self, state, row, player, depth, alpha, beta)
        if self.is_kept(self.game, self.log, row, state):
            self._store(state, row, player, key, symmetry)
        return value

    def leaf(self, state: Any, row: int, value: Number, flag: int) -> float:
        """Check that the value of a leaf is in the game's range, and record it."""
        if not self.low <= value <= self.high and self.bounds is None:
            low, high = self.low, self.high
            raise InvalidInput(
                f"{self.game} has a leaf worth {value}",
                where=self.game.format(state),
                expected=f"a value from {low} to {high}, its value_range",
            )
        return super().leaf(state, row, value, flag)

    def find_proof_flags(self, v: Any, flags: int) -> int:
        """Return the flags of the node that is left; nothing is worth more than the best end."""
        flags = super().find_proof_flags(v, flags)
        if v <= self.low:
            flags &= ~Flag.UPPER
        if v >= self.high:
            flags &= ~Flag.LOWER
        return flags

    def _key(self, state: Any) -> tuple[Any, Any]:
        """Return the least of the symmetric states, and the symmetry that leads to it or None."""
        least, by = state, None
        for symmetry in self.symmetries:
            twin = symmetry.state(state)
            if twin < least:
                least, by = twin, symmetry
        return least, by

    @classmethod
    def is_kept(cls, game: AnyGame, log: VisitLog, row: int, state: Any) -> bool:
        """Return whether the result of an expanded node is worth a place in the table."""
        # It is not near the end, nor if the first move ended the game as well as possible.
        if game.is_near_end(state):
            return False
        if log.tried[row] > 1 or not log.flags[row + 1] & Flag.TERMINAL:
            return True
        low, high = game.unless_rules_changed("value_range")
        value = log.value[row]
        return bool(low < value if log.player[row] == MIN else value < high)

    def _store(self, state: Any, row: int, player: Player, key: Any, symmetry: Any) -> None:
        """Store what a finished visit has proved."""
        log, bound = self.log, self.log.returned & Flag.BOUND
        if bound == Flag.BOUND:
            return
        visit = log.keep(row)
        entry = self.known.get(key) or _Known()
        if bound != Flag.UPPER:
            entry = entry._replace(lower=visit)
        if bound != Flag.LOWER:
            entry = entry._replace(upper=visit)
        if bound != (Flag.UPPER if player is MAX else Flag.LOWER):
            best = find_best_child(log, row, log.last_children(row))
            assert best is not None
            action = self.game.actions(state)[log.action[best]]
            entry = entry._replace(action=symmetry.action(action) if symmetry else action)
        self.known.store(key, entry)

    def _extend_line(self, log: TallyLog) -> None:
        """Extend the best line beyond the answers of the table."""
        # Each move is proved by a null window, which the table usually answers. These visits are
        # not counted.
        results = [(result.value, result.flags) for result in log.passes]
        place, _ = self.deciding_pass(results, self.game.to_move(self.game.initial))
        value, line = log.passes[place].value, list(log.passes[place].line[:1])
        with log.pause_counting():
            try:
                with self.recursion_guard:
                    state = self.game.initial
                    while line:
                        state = self.game.result(state, self.game.actions(state)[line[-1]])
                        if self.game.is_terminal(state):
                            break
                        line.append(self._best_place(state, len(line), value, log))
            except SearchStopped:
                pass  # the value is proved; the line ends here
        log.passes[place] = replace(log.passes[place], line=tuple(line))
        log.found = log.passes[-1]

    def _best_place(self, state: Any, depth: int, value: float, log: TallyLog) -> int:
        """Return the place of a best move in a position whose value is known."""
        player, gap = self.game.to_move(state), self.settings.gap or 1
        moves = self.game.actions(state)
        key, symmetry = self._key(state)
        if value != (self.low if player is MAX else self.high):
            if player is MAX:
                window = min(value - gap, nextafter(value, -inf)), value
            else:
                window = value, max(value + gap, nextafter(value, inf))
            self.visit(state, 0, NO_PARENT, depth, *window)
            if log.found.line:
                return log.found.line[0]
        entry = self.known.get(key)
        self.order.first = None
        if entry is not None and entry.action is not None:
            self.order.first = symmetry.undo(entry.action) if symmetry else entry.action
        return self.order.places(state, moves, depth)[0]
