"""The list OPEN of SSS*, step by step, and its steps in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from engine.game import AnyGame, Player
from engine.log.visit_log import Flag
from engine.searches.sss import GammaStep, OpenState, gamma_steps
from tracer.recording.recording import Recording
from tracer.steps.node_names import short_name
from tracer.steps.snapshot import Event, EventKind
from tracer.text.numbers import json_number, show_number

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
    namer = _Namer(trace.game)
    for number, step in enumerate(gamma_steps(trace.game, trace.limit_at(0)), 1):
        if step.case == 4:
            leaves -= 1
        if leaves < 0:
            return
        yield OpenStep(
            number,
            step.case,
            namer.entry(step.taken),
            tuple(map(namer.entry, step.added)),
            step.removed,
            tuple(map(namer.entry, step.opened)),
        )


class _Namer:
    """Names the nodes of paths."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._known: dict[tuple[int, ...], tuple[Any, list[str]]] = {(): (game.initial, [])}

    def entry(self, one: OpenState) -> OpenEntry:
        """Return a state of OPEN with the name of its node."""
        return OpenEntry(self._game.node_name(*self._at(one.path)), one.solved, one.merit)

    def _at(self, path: tuple[int, ...]) -> tuple[Any, list[str]]:
        known = self._known.get(path)
        if known is None:
            state, names = self._at(path[:-1])
            move = self._game.moves(state)[path[-1]]
            child = self._game.result(state, move)
            known = self._known[path] = child, [*names, self._game.name_of(move)]
        return known


class _LeafSteps:
    """The steps of case 4, read as far as needed: the merit before, and OPEN after."""

    def __init__(self, trace: Recording) -> None:
        self._steps = gamma_steps(trace.game, trace.limit_at(0))
        self._namer = _Namer(trace.game)
        self._found: list[tuple[float, tuple[OpenEntry, ...], int]] = []

    def at(self, number: int) -> tuple[float, tuple[OpenEntry, ...], int]:
        """Return the merit, the beginning of OPEN and its length for a leaf, numbered from 1."""
        while len(self._found) < number:
            step = next(step for step in self._steps if step.case in (0, 4))
            self._found.append(self._summary(step))
        return self._found[number - 1]

    def _summary(self, step: GammaStep) -> tuple[float, tuple[OpenEntry, ...], int]:
        first = tuple(map(self._namer.entry, islice(step.opened, _MOST_SHOWN)))
        return step.taken.merit, first, len(step.opened)


def describe_path(trace: Recording, event: Event) -> str:
    """Describe a step of SSS*, whose log has the path to each leaf."""
    log, row = trace.log, event.row
    number, name = trace.pass_at(row), short_name(trace, row)
    steps: _LeafSteps = trace.derived.setdefault(_LeafSteps, _LeafSteps(trace))
    merit, opened, size = steps.at(number)
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
            return f"OPEN is now {_list_states(opened, size)}."
        case _:
            up = short_name(trace, event.parent)
            return f"{name} passes the merit {show_number(log.value[event.parent])} up to {up}."


def _list_states(opened: Sequence[OpenEntry], size: int) -> str:
    """Return the first states of OPEN."""
    more = f" and {size - len(opened):,} more" if size > len(opened) else ""
    return " ".join(map(str, opened)) + more if opened else "empty"
