"""Facts of a search by name, for the claims, texts and questions of a lesson.

| fact | meaning |
| --- | --- |
| `value`, `move`, `line`, `path` | result of the search |
| `value of X` | value that X returned |
| `true value of X` | value of X by minimax, or expectiminimax, without cutoffs |
| `bound of X` | whether that value is `exact`, `at least` or `at most` the true one |
| `v of X`, `window of X` | current values at the step that is shown |
| `entry window of X` | window with which X was entered |
| `skipped`, `skipped at X` | children skipped by cutoffs, at all nodes or at one |
| `visits`, `leaves`, `expanded`, `generated` | the names of nodes, in order |
| `visits so far` | the same as `visits`, up to the step |
| `count NAME` | one of the counts, such as `count visited` |
| `children of X`, `player of X` | properties of the tree |
| `pass value N` | value that pass N of iterative deepening found |
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from engine.log.counts import COUNT_MEANINGS
from engine.log.visit_log import Flag
from engine.search import default_search
from tracer.lesson.questions.search_budget import MOST_VISITS, check_complete
from tracer.lesson.questions.step_names import row_named
from tracer.predict.typed.names import plain
from tracer.recording.visit_order import visit_order
from tracer.runs.search_trace import Trace
from tracer.steps.snapshot import StackFrame
from tracer.steps.visit_views import Bound, bound_of
from tracer.text.numbers import (
    NUMBER,
    WINDOW_HINT,
    nearly_equal,
    parse_typed_number,
    show_number,
    show_vector,
    show_window,
)

__all__ = ["Fact", "fact_of", "is_drawn"]

#: Facts that the figure shows at the end of the search.
_RESULTS: Final = frozenset(
    {"value", "move", "line", "path", "visits", "leaves", "expanded", "generated", "skipped"}
)
#: Facts of a node that the figure shows when the node has returned.
_OF_NODE: Final = re.compile(r"(value of|true value of|bound of|skipped at) (?P<node>.+)")
#: Facts that the figure shows at every step; a child is entered with its parent's window.
_WINDOW: Final = re.compile(r"(v of|window of|entry window of) .+")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a search.

    Args:
        numbers: the fact, if it is a number or a pair of numbers.
        names: the fact, if it is one or more names or words.
        in_order: whether the order of the names counts.
        also: other names with the same meaning, such as the node after a move.
        is_vector: whether the numbers are the shares of several players.
    """

    numbers: tuple[float, ...] = ()
    names: tuple[str, ...] = ()
    in_order: bool = True
    also: tuple[str, ...] = ()
    is_vector: bool = False

    @property
    def text(self) -> str:
        """The fact in words."""
        if self.is_vector:
            return show_vector(self.numbers)
        if len(self.numbers) == 2:
            return show_window(*self.numbers)
        if self.numbers:
            return show_number(self.numbers[0])
        return (", " if any(" " in name for name in self.names) else " ").join(self.names) or "none"

    @property
    def hint(self) -> str:
        """The form of the answer."""
        if self.is_vector:
            return f"{len(self.numbers)} numbers, one for each player"
        if len(self.numbers) == 2:
            return WINDOW_HINT
        if self.numbers:
            return "a number"
        if len(self.names) == 1 and self.in_order:
            return "a name or a word"
        return "names with spaces between them" + ("" if self.in_order else ", or none")

    def is_meant_by(self, typed: str) -> bool:
        """Return whether a typed answer is this fact.

        Raises:
            InvalidInput: the answer does not fit the question.
        """
        if self.numbers:
            found = self.numbers_in(typed)
            if len(found) != len(self.numbers):
                raise self._misfit(typed)
            return all(map(nearly_equal, found, self.numbers))
        mine = self._split(typed)
        right = [plain(name) for name in self.names]
        if len(mine) == 1 and mine[0] in map(plain, self.also):
            return True
        return mine == right if self.in_order else sorted(mine) == sorted(right)

    def is_claimed_by(self, text: str) -> bool:
        """Return whether a claim is exactly this: all digits of its numbers, and nothing else."""
        if self.numbers:
            found = self.numbers_in(text)
            extra = set(NUMBER.sub("", text)) - set(" ,;()[]=")
            return (
                not extra
                and len(found) == len(self.numbers)
                and all(
                    math.isclose(mine, right, rel_tol=1e-9)
                    or show_number(right) == show_number(mine)
                    for mine, right in zip(found, self.numbers, strict=True)
                )
            )
        return self.is_meant_by(text)

    def same(self, one: str, other: str) -> bool:
        """Return whether two answers are the same."""
        if self.numbers:
            mine, yours = self.numbers_in(one), self.numbers_in(other)
            return len(mine) == len(yours) and all(map(nearly_equal, mine, yours))
        names, others = self._split(one), self._split(other)
        return names == others if self.in_order else sorted(names) == sorted(others)

    def departure(self, typed: str) -> str:
        """Return a sentence about the first wrong name of a list, or the wrong end of a window.

        It is empty for any other fact, and contains no right entry that was not typed.
        """
        if len(self.numbers) == 2 and not self.is_vector:
            return self._wrong_end(typed)
        if self.numbers or len(self.names) < 2 or not self.in_order:
            return ""
        mine, right = self._split(typed), [plain(name) for name in self.names]
        for place, (name, other) in enumerate(zip(mine, right, strict=False), 1):
            if name != other:
                written = re.search(re.escape(name), typed, re.IGNORECASE)
                return (
                    f"The first wrong entry is number {place}: {written[0] if written else name}."
                )
        if len(mine) < len(right):
            return f"The first {len(mine)} are right, but more follow."
        return f"The first {len(right)} are right, but nothing follows."

    def _wrong_end(self, typed: str) -> str:
        """Return which end of a typed window is wrong; empty if both are."""
        found = self.numbers_in(typed)
        if all(map(nearly_equal, found[::-1], self.numbers)):
            return "These are the right numbers, but α, the lower end, comes first."
        is_alpha, is_beta = map(nearly_equal, found, self.numbers)
        if is_alpha:
            return "α is right, but β is not."
        return "β is right, but α is not." if is_beta else ""

    def numbers_in(self, typed: str) -> list[float]:
        """Return the numbers of a typed answer.

        Raises:
            InvalidInput: it says something else.
        """
        extra = set(NUMBER.sub("", typed)) - set(" ,;()[]") if self.is_vector else ()
        if extra or any(sign in typed for sign in "≤≥<>"):  # a bound is not a value
            raise self._misfit(typed)
        return [parse_typed_number(text) for text in NUMBER.findall(typed)]

    def _misfit(self, typed: str) -> InvalidInput:
        return InvalidInput(f"{typed.strip()!r} does not answer the question", expected=self.hint)

    def _split(self, typed: str) -> list[str]:
        text = plain(typed)
        if len(self.names) == 1 and self.in_order:
            return [text]
        if text in ("none", "-", "–", "nothing", "no"):
            return []
        spaced = any(" " in name for name in self.names)
        parts = text.split(",") if spaced else re.split(r"[\s,;→>-]+", text)
        return [part.strip() for part in parts if part.strip()]


@dataclass(frozen=True, slots=True)
class _At:
    """A search at a step."""

    trace: Trace
    step: int


def fact_of(trace: Trace, step: int, text: str) -> Fact:
    """Return a fact of a search.

    Args:
        trace: the search.
        step: the step that is shown, from 0.
        text: its name; see the table of this module.

    Raises:
        InvalidInput: there is no such fact, or not at this step.
    """
    word = " ".join(text.split())
    for pattern, found in _FACTS.items():
        match = re.fullmatch(pattern, word)
        if match:
            return found(_At(trace, step), *match.groups())
    known = [pattern.replace("(.+)", "X").replace(r"(\d+)", "N") for pattern in _FACTS]
    raise InvalidInput(
        f"{word!r} is not a fact of a search",
        expected=f"one of {', '.join(known)}",
        hint=did_you_mean(word[:60], known),
    )


def is_drawn(trace: Trace, step: int, text: str) -> bool:
    """Return whether the figure of a step, or its sentence, shows a fact.

    Args:
        trace: the search.
        step: the step, from 0.
        text: name of the fact. Counts and facts of the tree are never drawn.
    """
    word = " ".join(text.split())
    if word in _RESULTS:
        return step == len(trace.replay) - 1
    match = _OF_NODE.fullmatch(word)
    if match is None:
        return word == "visits so far" or _WINDOW.fullmatch(word) is not None
    try:
        row = row_named(trace, match["node"])
    except InvalidInput:  # skipped, so it has no value in the figure
        return False
    return trace.replay.left_at(row) <= step


def _number(value: float) -> Fact:
    if math.isnan(value):
        raise InvalidInput("the value is not known at this step", expected="a known value")
    return Fact((value,))


def _returned(trace: Trace, row: int) -> Fact:
    """Return the value or the vector that a visit returned."""
    shares = trace.shares(row)
    if shares is None:
        return _number(trace.log.value[row])
    return Fact(tuple(map(float, shares)), is_vector=True)


def _value_of(at: _At, name: str) -> Fact:
    return _returned(at.trace, row_named(at.trace, name))


def _true_value(at: _At, name: str) -> Fact:
    uncut = _uncut(at.trace)
    return _returned(uncut, row_named(uncut, name))


@lru_cache(maxsize=32)
def _uncut(trace: Trace) -> Trace:
    """Search the same tree without cutoffs."""
    from tracer.runs.run import trace as run

    usual = default_search(trace.game)
    search = "minimax" if usual == "alphabeta" else usual
    return check_complete(
        run(trace.game, search, depth=trace.settings.depth, max_visits=MOST_VISITS)
    )


def _bound_of(at: _At, name: str) -> Fact:
    bound = bound_of(at.trace.log.flags[row_named(at.trace, name)])
    words = {Bound.EXACT: "exact", Bound.LOWER: "at least", Bound.UPPER: "at most"}
    return Fact(names=(words.get(bound, "unknown"),))


def _v_of(at: _At, name: str) -> Fact:
    return _number(_frame(at, name).v)


def _window_of(at: _At, name: str) -> Fact:
    frame = _frame(at, name)
    return Fact((frame.alpha, frame.beta))


def _frame(at: _At, name: str) -> StackFrame:
    for frame in at.trace.at(at.step).stack:
        if plain(frame.name) == plain(name):
            return frame
    raise InvalidInput(f"{name} is not being searched at step {at.step}", expected="an open node")


def _entry_window(at: _At, name: str) -> Fact:
    row = row_named(at.trace, name)
    return Fact((at.trace.log.alpha[row], at.trace.log.beta[row]))


def _skipped(at: _At) -> Fact:
    rows = at.trace.log.find_rows(Flag.CUTOFF)
    return Fact(names=tuple(name for row in rows for name in at.trace.skipped(row)), in_order=False)


def _skipped_at(at: _At, name: str) -> Fact:
    return Fact(names=at.trace.skipped(row_named(at.trace, name)), in_order=False)


def _visits_so_far(at: _At) -> Fact:
    return Fact(
        names=tuple(place.name for place in at.trace.walk(stop=at.trace.at(at.step).visited))
    )


def _count(at: _At, name: str) -> Fact:
    counts = at.trace.counts.as_dict() | {"below_root": at.trace.counts.below_root}
    key = name.replace(" ", "_")
    if key not in counts:
        raise InvalidInput(
            f"{name!r} is not a count", expected=f"one of {', '.join(COUNT_MEANINGS)}"
        )
    return Fact((float(counts[key]),))


def _children(at: _At, name: str) -> Fact:
    row = row_named(at.trace, name)
    state, path = at.trace.state(row), at.trace.moves_to(row)
    game = at.trace.game
    moves = [] if game.is_terminal(state) else game.moves(state)
    named = [
        game.node_name(game.result(state, move), [*path, game.name_of(move)]) for move in moves
    ]
    return Fact(names=tuple(named))


def _player(at: _At, name: str) -> Fact:
    return Fact(names=(at.trace.player_name(row_named(at.trace, name)),))


def _order(kind: str) -> Callable[[_At], Fact]:
    return lambda at: Fact(names=tuple(visit_order(at.trace, kind)))


def _pass_value(at: _At, number: str) -> Fact:
    roots = at.trace.roots
    if not 0 < int(number) <= len(roots):
        raise InvalidInput(f"there is no pass {number}", expected=f"1 to {len(roots)}")
    return _number(at.trace.log.value[roots[int(number) - 1]])


#: The facts by pattern; the groups are passed to the function.
_FACTS: Final[dict[str, Callable[..., Fact]]] = {
    "value": lambda at: (
        _number(at.trace.value) if at.trace.vectors is None else _returned(at.trace, at.trace.root)
    ),
    "move": lambda at: Fact(names=(at.trace.move or "none",), also=tuple(at.trace.path[1:2])),
    "line": lambda at: Fact(names=tuple(at.trace.line)),
    "path": lambda at: Fact(names=tuple(at.trace.path)),
    "visits so far": _visits_so_far,
    "visits": _order("visited"),
    "leaves": _order("leaves"),
    "expanded": _order("expanded"),
    "generated": _order("generated"),
    "skipped": _skipped,
    "skipped at (.+)": _skipped_at,
    "true value of (.+)": _true_value,
    "value of (.+)": _value_of,
    "bound of (.+)": _bound_of,
    "v of (.+)": _v_of,
    "entry window of (.+)": _entry_window,
    "window of (.+)": _window_of,
    "children of (.+)": _children,
    "player of (.+)": _player,
    "count (.+)": _count,
    r"pass value (\d+)": _pass_value,
}
