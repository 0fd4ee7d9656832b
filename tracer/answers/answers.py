"""The answers to all questions about a search, recorded or worked by hand."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from functools import cached_property
from typing import Any, Final, TypeAlias

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.answers.hand_worker import Work, WorkedCut
from tracer.answers.visit_names import VisitNames, has_index
from tracer.answers.work_tree import AtMost, Shares, WorkTree
from tracer.recording.recording import Recording
from tracer.steps.visit_values import Bound, bound_of
from tracer.steps.visit_views import Cutoff, Cutoffs

#: Early returns that are kept as a list; more of them take too much memory.
_MOST_CUTS: Final = 100_000

Window = tuple[float, float]
#: A number, or a vector if there are several players.
NodeValue: TypeAlias = float | Shares
CutAnswer: TypeAlias = WorkedCut[str]


class Answers:
    """All answers that a sheet may require."""

    #: Nodes in the order of visits.
    visits: Sequence[str]
    #: Value that each node returned at its first visit.
    values: Mapping[str, NodeValue]
    #: Window that each node was entered with at its first visit.
    windows: Mapping[str, Window]
    #: Visited internal nodes.
    interior: Set[str]
    #: Early returns, in the order of their cutoff tests.
    cuts: Sequence[CutAnswer]
    #: The moves of best play.
    moves: tuple[str, ...]
    #: The nodes of best play, the root first.
    path: tuple[str, ...]
    #: The root's value.
    utility: NodeValue
    #: The counts by name.
    counts: Mapping[str, int]

    @cached_property
    def complete(self) -> Mapping[str, NodeValue] | None:
        """The value of each node if nothing is pruned; None for the minimax values."""
        every_node = self.__dict__.get("_every_node")
        return every_node() if every_node else None

    def __init__(self, **known: Any) -> None:
        self.__dict__.update(known)

    def is_cut(self, name: str) -> bool:
        """Return whether a node returned early."""
        return any(cut.at == name for cut in self.cuts)

    def cut_that_skips(self, name: str) -> str | None:
        """Return the node whose cutoff skips this child; None if there is none."""
        return next((cut.at for cut in self.cuts if name in cut.skipped), None)

    def listed_cuts(self) -> Sequence[tuple[tuple[str, int], CutAnswer]]:
        """Return the early returns, each with its node and number there.

        A search that visits a node again may repeat a cutoff there, which is listed once. Those
        that skip something come first, since a sheet need not have the others.
        """
        known: list[tuple[tuple[str, int], CutAnswer]] | None = self.__dict__.get("_listed_cuts")
        if known is None:
            cuts = sorted(dict.fromkeys(self.cuts), key=lambda cut: not cut.skipped)
            known = [*zip(number_occurrences(cut.at for cut in cuts), cuts, strict=True)]
            if len(known) <= _MOST_CUTS:
                self.__dict__["_listed_cuts"] = known
        return known

    def changed(self, **fields: Any) -> Answers:
        """Return a copy with some answers changed."""
        other = copy(self)
        other.__dict__.pop("_listed_cuts", None)
        other.__dict__.update(fields)
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answers) and all(
            getattr(self, name) == getattr(other, name) for name in Answers.__annotations__
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Answers({', '.join(f'{n}={getattr(self, n)!r}' for n in Answers.__annotations__)})"


class _OfTrace(Answers):
    """The answers of a recorded search, computed on demand since the search may be long."""

    def __init__(self, trace: Recording) -> None:
        counts = {**trace.counts.as_dict(), "below_root": trace.counts.below_root}
        value = trace.value if trace.vectors is None else shares_of(trace, trace.root)
        super().__init__(
            moves=tuple(trace.line), path=tuple(trace.path), utility=value, counts=counts
        )
        self._trace = trace

    @cached_property
    def visits(self) -> Sequence[str]:  # type: ignore[override]
        return self._names

    @cached_property
    def _names(self) -> Sequence[str]:
        """The name of each row; a copy may have other visits."""
        trace = self._trace
        return VisitNames.of_trace(trace) if has_index(trace) else tuple(trace.names())

    @cached_property
    def values(self) -> Mapping[str, NodeValue]:  # type: ignore[override]
        trace = self._trace
        if trace.vectors is not None:
            return {name: shares_of(trace, row) for row, name in enumerate(self._names)}
        return self._list_first(trace.log.value)

    @cached_property
    def windows(self) -> Mapping[str, Window]:  # type: ignore[override]
        return self._list_first(self._trace.log.alpha, self._trace.log.beta)

    def _list_first(self, *columns: Sequence[float]) -> Mapping[str, Any]:
        """Return what some columns of the log have at the first visit to each node."""
        cells = columns[0] if len(columns) == 1 else zip(*columns, strict=True)
        first: dict[str, Any] = {}
        for name, cell in zip(self._names, cells, strict=True):
            first.setdefault(name, cell)
        return first

    @cached_property
    def interior(self) -> Set[str]:  # type: ignore[override]
        pairs = zip(self._names, self._trace.log.actions, strict=True)
        return frozenset(name for name, actions in pairs if actions)

    @cached_property
    def cuts(self) -> Sequence[CutAnswer]:  # type: ignore[override]
        lazy = _Cuts(self._trace, self._names)
        return lazy if len(lazy) > _MOST_CUTS else tuple(lazy)

    def is_cut(self, name: str) -> bool:
        if not isinstance(self._names, VisitNames):
            return super().is_cut(name)
        flags = self._trace.log.flags
        return any(flags[row] & Flag.EARLY_RETURN for row in self._names.rows(name))

    def cut_that_skips(self, name: str) -> str | None:
        names = self._names
        if not isinstance(names, VisitNames):
            return super().cut_that_skips(name)
        rows = (row for row, skipped in names.cuts_above(name) if skipped == name)
        return next((names[row] for row in rows), None)


class _Cuts(Sequence[CutAnswer]):
    """The early returns of a recorded search, created on access."""

    def __init__(self, trace: Recording, names: Sequence[str]) -> None:
        self._cutoffs = Cutoffs(trace)
        self._names = names

    def __len__(self) -> int:
        return len(self._cutoffs)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(map(self._answer, self._cutoffs[at]))
        return self._answer(self._cutoffs[at])

    def __iter__(self) -> Iterator[CutAnswer]:
        return map(self._answer, self._cutoffs)

    def _answer(self, cut: Cutoff) -> CutAnswer:
        return WorkedCut(
            self._names[cut.row],
            self._names[cut.last_row],
            cut.value,
            cut.window,
            cut.window_after,
            cut.skipped,
            cut.player is Player.MAX,
        )


def shares_of(trace: Recording, row: int) -> Shares:
    """Return the vector of a visit, with what is known of the true one after a shallow cutoff."""
    shares, game = trace.shares(row), trace.vectors
    assert shares is not None, "a finished search"
    assert game is not None, "a tree with vectors"
    known = None
    if bound_of(trace.log.flags[row]) is Bound.UPPER:
        known = AtMost(game.mover(trace.state(row)), trace.log.value[row])
    return Shares(map(float, shares), known)


def answers_of_trace(trace: Recording) -> Answers:
    """Return the answers of a recorded search."""
    return _OfTrace(trace)


def answers_of_work(
    tree: WorkTree, work: Work, every_node: Callable[[], Mapping[str, NodeValue]] | None = None
) -> Answers:
    """Return the answers of a search worked by hand."""
    names = tree.names
    values: dict[str, NodeValue] = {}
    windows: dict[str, Window] = {}
    known: Mapping[int, NodeValue] = work.shares or work.values
    for node in work.visits:
        values.setdefault(names[node], known[node])
        windows.setdefault(names[node], work.entered[node])
    cuts = tuple(
        WorkedCut(
            names[cut.at],
            names[cut.after],
            cut.value,
            cut.before,
            cut.then,
            tuple(names[node] for node in cut.skipped),
            cut.at_max,
        )
        for cut in work.cuts
    )
    best = best_line(tree, work)
    return Answers(
        _every_node=every_node,
        visits=tuple(names[node] for node in work.visits),
        values=values,
        windows=windows,
        interior=frozenset(names[node] for node in work.best),
        cuts=cuts,
        moves=tuple(tree.moves[node] for node in best[1:]),
        path=tuple(names[node] for node in best),
        utility=known.get(0, math.nan),
        counts=counts_of(tree, work),
    )


def best_line(tree: WorkTree, work: Work) -> list[int]:
    """Return the nodes of best play, the root first; a chance node takes its first outcome."""
    line = [0]
    while line[-1] in work.best:
        best = work.best[line[-1]]
        line.append(tree.children[line[-1]][0] if best == NO_PARENT else best)
    return line


def counts_of(tree: WorkTree, work: Work) -> dict[str, int]:
    """Return the counts of a search worked by hand."""
    expanded = [node for node in work.visits if node in work.best]
    return {
        "visited": len(work.visits),
        "generated": 1 + sum(len(tree.children[node]) for node in expanded),
        "expanded": len(expanded),
        "evaluated": len(work.leaves),
        "terminals": sum(tree.values[node] is not None for node in work.leaves),
        "cutoffs": sum(bool(cut.skipped) for cut in work.cuts),
        "early_returns": len(work.cuts),
        "skipped": sum(len(cut.skipped) for cut in work.cuts),
        "below_root": len(work.visits) - 1,
    }


def number_occurrences(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield each name with the number of its occurrence, from 1."""
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield name, seen[name]
