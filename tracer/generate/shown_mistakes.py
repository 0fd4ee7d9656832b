"""Which mistakes of programs show on a tree, in the parts that a key asks for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from engine.game import Player
from tracer.generate.program_mistakes import list_wrong_searches
from tracer.generate.window_mistakes import EVERY, WindowMistakes, list_changes
from tracer.generate.wrong_searches import (
    Aspect,
    Draft,
    Outcome,
    SearchKind,
    WrongSearch,
    find_best_moves,
)

#: The number of the mistake to give the move of the key's tree on any tree.
_OTHER_MOVE: Final = -1
#: The parts that notice each aspect of a search, the clearest aspect first.
_NOTICED_BY: Final[Mapping[Aspect, tuple[str, ...]]] = {
    "visits": ("visits", "counts"),
    "value": ("utility", "line"),
    "move": ("move", "line"),
}
#: How much more a mistake at every node counts than a mistake about windows at one kind of place.
_WEIGHT: Final = 10


@dataclass
class ShownMistakes:
    """Mistakes that show on trees."""

    #: How clearly each wrong search shows, by its number, or a change of windows, by its name: 2 in
    #: the clearest aspect in which it can, 1 in others alone.
    levels: dict[int | str, int] = field(default_factory=dict)
    #: The mistakes about windows, as bits.
    of_windows: int = 0

    @property
    def weight(self) -> int:
        """How much they count."""
        return _WEIGHT * sum(self.levels.values()) + self.of_windows.bit_count()

    def list_more(self, other: ShownMistakes) -> ShownMistakes:
        """Return what shows more clearly among others."""
        more = {at: lv for at, lv in other.levels.items() if lv > self.levels.get(at, 0)}
        return ShownMistakes(more, other.of_windows & ~self.of_windows)

    def add(self, more: ShownMistakes) -> None:
        """Add mistakes that show more clearly."""
        self.levels |= more.levels
        self.of_windows |= more.of_windows


@dataclass(frozen=True)
class Mistakes:
    """The mistakes that programs can make in a search, as a key notices them."""

    #: The right searches.
    kinds: tuple[SearchKind, ...]
    #: The players who move, and the plies until one moves again.
    turns: tuple[Player, ...]
    plies_per_round: int
    #: Parts that the key asks for.
    parts: frozenset[str]
    #: Whether every best move is right.
    takes_any_move: bool

    @cached_property
    def _right(self) -> list[WrongSearch]:
        return [WrongSearch(kind) for kind in self.kinds]

    @cached_property
    def _main_kinds(self) -> list[SearchKind]:
        """One right search for each way to test for a cutoff."""
        return [*{kind.is_strict: kind for kind in reversed(self.kinds)}.values()]

    @cached_property
    def _wrong(self) -> list[WrongSearch]:
        searches = [
            wrong
            for kind in self._main_kinds
            for wrong in list_wrong_searches(kind, self.turns, self.plies_per_round)
        ]
        return [wrong for wrong in searches if self._find_clearest(wrong)]

    @cached_property
    def has_windows(self) -> bool:
        """Whether mistakes about windows are noticed."""
        return self.kinds[0].has_window and "visits" in self._aspects

    def find_shown(
        self, draft: Draft, before: ShownMistakes, own_move: int | None = None
    ) -> ShownMistakes:
        """Return the mistakes that a tree shows more clearly than trees before it.

        The place of the best move of the key's tree is a mistake too: to give it on any tree.
        """
        best_moves = frozenset[int]()
        if self.takes_any_move:
            best_moves = find_best_moves(self.kinds[0], draft)
        right = [search.search(draft) for search in self._right]
        noticed = [self._notice(outcome, best_moves) for outcome in right]
        visits = [outcome.visits for outcome in right] if "visits" in self.parts else []
        shown = ShownMistakes()
        move = right[0].move
        if move is not None and draft.children[0].index(move) != own_move:
            shown.levels[_OTHER_MOVE] = 2
        for number, wrong in enumerate(self._wrong):
            if before.levels.get(number) == 2:
                continue
            outcome = self._notice(wrong.search(draft, visits), best_moves)
            differing = [
                aspect
                for aspect, said in outcome.items()
                if said not in [other[aspect] for other in noticed]
            ]
            if differing:
                shown.levels[number] = 2 if self._find_clearest(wrong) in differing else 1
        shown.add(self.find_changes(draft, before))
        return before.list_more(shown)

    def find_changes(
        self, draft: Draft, before: ShownMistakes, *, of_main_kind: bool = False
    ) -> ShownMistakes:
        """Return the mistakes about windows alone that a tree shows, but no tree before it."""
        shown = ShownMistakes()
        if self.has_windows:
            both = len(self._main_kinds) > 1
            for kind in self._main_kinds[: 1 if of_main_kind else None]:
                hidden = EVERY & ~before.of_windows & ~shown.of_windows
                mistakes = WindowMistakes(kind, both_tests=both, of_interest=hidden)
                shown.of_windows |= mistakes.find_shown(draft)
            shown.levels = dict.fromkeys(list_changes(shown.of_windows), 2)
        return before.list_more(shown)

    def list_shown(self, shown: ShownMistakes) -> list[str]:
        """Return in words the mistakes that show."""
        rows = [wrong.title for at, wrong in enumerate(self._wrong) if at in shown.levels]
        return [*dict.fromkeys((*rows, *list_changes(shown.of_windows)))]

    def _notice(self, outcome: Outcome, best_moves: Collection[int]) -> dict[Aspect, Any]:
        """Return what the key's parts notice of an outcome."""
        return {aspect: self._read(aspect, outcome, best_moves) for aspect in self._aspects}

    def _read(self, aspect: Aspect, outcome: Outcome, best_moves: Collection[int]) -> Any:
        if aspect == "visits":
            return outcome.visits if "visits" in self.parts else len(outcome.visits)
        if aspect == "value":
            return outcome.value
        return outcome.move in best_moves or outcome.move

    @cached_property
    def _aspects(self) -> list[Aspect]:
        """The aspects that the key's parts notice, the clearest first."""
        return [aspect for aspect, parts in _NOTICED_BY.items() if not self.parts.isdisjoint(parts)]

    def _find_clearest(self, wrong: WrongSearch) -> Aspect | None:
        """Return the clearest aspect in which a mistake can show; None if the key asks for none."""
        every = [*_NOTICED_BY]
        can_show = every[every.index(wrong.shows_in) :]
        return next((aspect for aspect in self._aspects if aspect in can_show), None)
