"""Tables that only some searches have: passes, the list OPEN of SSS*, the table of positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Final

from engine.game import Player
from engine.log.visit_log import CHILDLESS, LEAF, Flag
from engine.searches.deepening import proved_interval
from engine.searches.sss import OpenState, gamma_steps
from tracer.recording.recording import Recording
from tracer.steps.cutoff_reason import short_name
from tracer.steps.snapshot import Event, EventKind
from tracer.steps.visit_values import Bound, bound_name, bound_of
from tracer.text.numbers import json_number, show_number

#: The columns of a table of passes.
PASS_HEADINGS = ("pass", "α", "β", "g", "lower", "upper", "new leaves")


@dataclass(frozen=True, slots=True)
class PassSummary:
    """A complete pass."""

    number: int
    alpha: float
    beta: float
    value: float
    lower: float
    upper: float
    new_leaves: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """Its row in a table of passes, without the leaves."""
        numbers = (self.alpha, self.beta, self.value, self.lower, self.upper)
        return (str(self.number), *map(show_number, numbers))

    def as_json(self) -> dict[str, Any]:
        """Return its record in the JSON of a trace."""
        return {
            "pass": self.number,
            "alpha": json_number(self.alpha),
            "beta": json_number(self.beta),
            "value": json_number(self.value),
            "lower": json_number(self.lower),
            "upper": json_number(self.upper),
            "new_leaves": list(self.new_leaves),
        }


def pass_summaries(trace: Recording) -> Iterator[PassSummary]:
    """Yield the complete passes of a search that narrows its window, with their new leaves."""
    log, seen = trace.log, set[str]()
    for root in trace.roots:
        if log.flags[root] & Flag.INCOMPLETE:
            return
        end = root + log.size[root]
        names = zip(range(root, end), trace.names(root, end), strict=True)
        leaves = dict.fromkeys(
            name for row, name in names if log.flags[row] & LEAF and name not in seen
        )
        seen |= leaves.keys()
        yield summary_of_pass(trace, root, tuple(leaves))


def summary_of_pass(trace: Recording, root: int, new_leaves: tuple[str, ...] = ()) -> PassSummary:
    """Return what a complete pass asked and what is proved after it."""
    log, number = trace.log, trace.pass_at(root)
    passes = [(log.value[one], log.flags[one]) for one in trace.roots[:number]]
    return PassSummary(
        number,
        log.alpha[root],
        log.beta[root],
        log.value[root],
        *proved_interval(passes),
        new_leaves,
    )


#: States of OPEN in a sentence.
_MOST_SHOWN: Final = 6


@dataclass(frozen=True, slots=True)
class OpenEntry:
    """A state in OPEN."""

    name: str
    solved: bool
    merit: float

    def __str__(self) -> str:
        return f"({self.name}, {'S' if self.solved else 'L'}, {show_number(self.merit)})"

    def as_json(self) -> list[Any]:
        """Return it as a list: name, L or S, merit."""
        return [self.name, "S" if self.solved else "L", json_number(self.merit)]


@dataclass(frozen=True, slots=True)
class OpenStep:
    """A step of SSS*."""

    number: int
    case: int
    taken: OpenEntry
    added: tuple[OpenEntry, ...]
    removed: int
    opened: tuple[OpenEntry, ...]

    @property
    def cells(self) -> tuple[str, str, str]:
        """Its number, its case and the state taken, for a table."""
        return str(self.number), str(self.case or "–"), str(self.taken)

    def as_json(self) -> dict[str, Any]:
        """Return its record in the JSON of a trace."""
        return {
            "step": self.number,
            "case": self.case or None,
            "taken": self.taken.as_json(),
            "added": [one.as_json() for one in self.added],
            "removed": self.removed,
            "open": [one.as_json() for one in self.opened],
        }


def open_steps(trace: Recording) -> Iterator[OpenStep]:
    """Yield the steps of a trace of SSS*; those of a stopped search up to its last leaf."""
    leaves = sum(1 for _ in trace.log.find_rows(Flag.TERMINAL)) + sum(
        1 for _ in trace.log.find_rows(Flag.EVALUATED)
    )
    for step in _named_steps(trace):
        if step.case == 4:
            leaves -= 1
        if leaves < 0:
            return
        yield step


def _named_steps(trace: Recording) -> Iterator[OpenStep]:
    game = trace.game

    @cache
    def follow(path: tuple[int, ...]) -> tuple[Any, list[str]]:
        if not path:
            return game.initial, []
        state, names = follow(path[:-1])
        move = game.moves(state)[path[-1]]
        return game.result(state, move), [*names, game.name_of(move)]

    def name(one: OpenState) -> OpenEntry:
        return OpenEntry(game.node_name(*follow(one.path)), one.solved, one.merit)

    for number, (case, taken, added, removed, opened, _) in enumerate(
        gamma_steps(game, trace.limit_at(0)), 1
    ):
        others = tuple(map(name, added)), removed, tuple(map(name, opened))
        yield OpenStep(number, case, name(taken), *others)


def _open_at_leaf(trace: Recording, number: int) -> OpenStep:
    """Return the step of SSS* at a leaf, numbered from 1; steps are made as far as needed."""
    if OpenStep not in trace.derived:
        at_leaves = (step for step in _named_steps(trace) if step.case in (0, 4))
        trace.derived[OpenStep] = [], at_leaves
    made: list[OpenStep]
    made, further = trace.derived[OpenStep]
    made += islice(further, max(0, number - len(made)))
    return made[number - 1]


def describe_path(trace: Recording, event: Event) -> str:
    """Describe a step of SSS*, whose log has the path to each leaf."""
    log, row = trace.log, event.row
    number, name = trace.pass_at(row), short_name(trace, row)
    step = _open_at_leaf(trace, number)
    merit = step.taken.merit
    is_result = log.value[trace.roots[number - 1]] == trace.value and not (
        log.flags[trace.roots[number - 1]] & (Flag.UPPER | Flag.TERMINAL | Flag.EVALUATED)
    )
    h = show_number(merit)
    match event.kind:
        case EventKind.ENTER if not log.depth[row] and is_result:
            return f"{name} is solved with the merit {h}, its value; this is its best line."
        case EventKind.ENTER if not log.depth[row]:
            return f"Path {number} starts at {name}: its merit, {h}, is the largest in OPEN."
        case EventKind.ENTER:
            is_max = log.player[row] == Player.MAX
            what = "a MAX node: OPEN gets all its children"
            if not is_max:
                what = "a MIN node: its children are solved one after another"
            return f"The path goes through {name}, {what if not is_result else what[:10]}."
        case EventKind.TERMINAL | EventKind.EVALUATED:
            value = show_number(log.value[row])
            becomes = show_number(min(merit, log.value[row]))
            return (
                f"{name} is a leaf worth {value}: its state is solved, with the merit "
                f"min({h}, {value}) = {becomes}."
            )
        case EventKind.REPEAT:
            return f"{name}, worth {show_number(log.value[row])}, gives the value."
        case EventKind.FINISHED if is_result:
            move = f": {Player(log.player[row]).name} plays {trace.move}" if trace.move else ""
            return f"{name} is worth {show_number(log.value[row])}{move}."
        case EventKind.FINISHED:
            return f"OPEN is now {_list_states(step.opened)}."
        case _:
            up = short_name(trace, event.parent)
            return f"{name} passes the merit {show_number(log.value[event.parent])} up to {up}."


def _list_states(opened: Sequence[OpenEntry]) -> str:
    """Return the first states of OPEN."""
    more = f" and {len(opened) - _MOST_SHOWN:,} more" if len(opened) > _MOST_SHOWN else ""
    return " ".join(map(str, opened[:_MOST_SHOWN])) + more if opened else "empty"


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What a table keeps of one position."""

    name: str
    value: float
    flags: int
    plies: int | None
    visit: int

    def __str__(self) -> str:
        bound = bound_of(self.flags)
        sign = Bound.EXACT if bound is Bound.UNKNOWN else bound
        left = "" if self.plies is None else f" (depth {self.plies})"
        return f"{self.name} {sign} {show_number(self.value)}{left}"

    def as_json(self) -> dict[str, Any]:
        """Return its record in the JSON of a trace."""
        bound = bound_name(self.flags)
        return {
            "id": self.name,
            "value": json_number(self.value),
            **({"bound": bound} if bound else {}),
            **({} if self.plies is None else {"depth": self.plies}),
            "visit": self.visit,
        }


def table_contents(trace: Recording) -> Iterator[TableEntry]:
    """Yield the entries of the table after a search with one, in the order of first visits.

    A table that keeps both bounds of a position has two entries for it, unless they are equal.
    """
    log, kept = trace.log, dict[tuple[Any, int | None], dict[int, tuple[int, str]]]()
    limit = trace.limit_at(0)
    for place in trace.walk():
        row = place.row
        flags = log.flags[row]
        if flags & (CHILDLESS | Flag.INCOMPLETE) or not trace.is_kept(row, place.state):
            continue
        left = None if limit is None else limit - log.depth[row]
        bound = flags & Flag.BOUND
        rows = kept.setdefault((place.state, left), {})
        if not (bound and trace.keeps_bounds):
            rows.clear()
        rows[bound] = row, place.name
    for (_, left), rows in kept.items():
        entries = [(row, name, log.flags[row]) for row, name in rows.values()]
        if len({log.value[row] for row, _, _ in entries}) == 1:
            row, name, flags = entries[-1]
            entries = [(row, name, flags if len(entries) == 1 else flags & ~Flag.BOUND)]
        for row, name, flags in entries:
            yield TableEntry(name, log.value[row], flags, left, row + 1)
