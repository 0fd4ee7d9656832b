"""Run one position under several searches, conventions or move orderings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import signature
from itertools import product
from time import perf_counter
from typing import Any

from engine.conventions import parse_convention
from engine.errors import SearchRefused, UsageError
from engine.game import AnyGame, Number
from engine.log.counts import Counts
from engine.search import default_search, find_search
from engine.searches.settings import OPTION_NAMES, Settings
from engine.text import html_table
from tracer.recording.recording import Recording
from tracer.runs.forecasts import TreeSize, measure_tree, size_by_search
from tracer.runs.run import TRACE_ARGUMENTS, check_keywords, trace
from tracer.runs.timing import TurnTimer
from tracer.steps.visit_values import bound_name
from tracer.text.numbers import show_count, show_number, show_vector
from trees.sources import open_source

#: The counts in the table that people read.
_COUNTS = ("visited", "evaluated", "cutoffs", "skipped")


@dataclass(frozen=True, slots=True, repr=False)
class ComparedSearch:
    """One search of a comparison; one that was refused has only its names and the reason."""

    search: str  #: name of the search
    convention: str  #: name of its convention
    order: str  #: name of its move ordering
    refused: str = ""  #: reason why it did not run; empty if it ran
    value: float = float("nan")  #: value of the root for MAX
    exact: str = ""  #: value as a fraction if it is rational but not whole; otherwise empty
    vector: tuple[Number, ...] | None = None  #: value for each player, if leaves have several
    bound: str = ""  #: `lower` or `upper` if the value is only a bound; otherwise empty
    move: str | None = None  #: best move; None if unknown or at a chance node
    line: tuple[str, ...] = ()  #: moves of the principal variation
    counts: Counts | None = None  #: counts of the search
    depth: int = 0  #: depth of the deepest visit in plies
    branching: float = 0.0  #: mean number of moves of an expanded node
    #: Whether it visited the whole tree down to its depth, so that its leaves are the tree's.
    whole: bool = False
    #: Leaves evaluated and nodes skipped, each counted once; 0 if a node may be counted twice.
    different: int = 0
    #: Whether its leaves prove the value: it finished in a single pass.
    proves: bool = False
    #: The effective branching factor b*, of several passes that of the last complete one; 0 for
    #: playouts, best-first search and passes that only together prove the value.
    effective: float = 0.0
    #: Time in seconds, including recording: the median of its runs.
    seconds: float = field(default=0.0, compare=False)
    timed_runs: int = field(default=0, compare=False)  #: number of runs in that median
    stopped: str = ""  #: reason why it stopped early; empty if it finished
    tree: TreeSize | None = None  #: size of the whole tree; None if unknown

    def __repr__(self) -> str:
        named = ", ".join(filter(None, [self.search, self.convention, self.order]))
        return f"<{named}: {self._summary}>"

    @property
    def _summary(self) -> str:
        """The result in a few words."""
        if self.counts is None:
            return "not run" if self.was_left_out else "refused"
        stopped = "stopped after " if self.stopped else ""
        visits = show_count(self.counts.visited, "visit")
        return f"value {self.shown_value}, {stopped}{visits}"

    @property
    def was_left_out(self) -> bool:
        """Whether it did not run because the user stopped the comparison."""
        return self.refused.startswith("not run")

    @property
    def full(self) -> float:
        """b^d, the leaves of the whole tree; NaN if unknown, infinite if too many."""
        return self.tree.leaves if self.tree else math.nan

    @property
    def shown_value(self) -> str:
        """The value as people read it: with ≥ or ≤ if it is only a bound."""
        if self.vector is not None:
            return show_vector(self.vector)
        mark = {"lower": "≥ ", "upper": "≤ "}.get(self.bound, "")
        exact = self.exact if len(self.exact) < 12 else ""
        return mark + (exact or show_number(self.value))

    @property
    def best_case(self) -> float:
        """b^(d/2), the growth of alpha-beta with perfect ordering (Knuth and Moore, 1975)."""
        return self.tree.best_case if self.tree else math.nan


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """Several searches of one position.

    Two are equal if their searches found the same; their times do not matter.
    """

    source: str  #: tree or game that was searched, as the user named it
    title: str  #: title for headings
    runs: tuple[ComparedSearch, ...]  #: searches, in the order requested
    is_incomplete: bool = False  #: whether the user stopped it before all searches had begun
    tree: TreeSize | None = None  #: size of the whole tree, which minimax visits; None if unknown

    def __repr__(self) -> str:
        differing = self._differing
        runs = (
            f"{' '.join(getattr(run, name) for name in differing)} ({run._summary})"
            for run in self.runs
        )
        return f"<comparison of {self.source}: {', '.join(runs)}>"

    @property
    def _differing(self) -> list[str]:
        """The fields that name a run: its search, and what is not the same in all runs."""
        others = [
            name
            for name in ("convention", "order")
            if len({getattr(run, name) for run in self.runs} - {""}) > 1
        ]
        return ["search", *others]

    @property
    def ran(self) -> list[ComparedSearch]:
        """The searches that were not refused."""
        return [run for run in self.runs if not run.refused]

    @property
    def finished(self) -> list[ComparedSearch]:
        """The searches with a value; one that stopped early may have none."""
        return [run for run in self.ran if not math.isnan(run.value)]

    @property
    def same_value(self) -> bool:
        """Whether all finished searches found the same value; bounds are ignored."""
        values = [run.vector or run.value for run in self.finished if not run.bound]
        return len(set(values)) <= 1

    @property
    def same_move(self) -> bool:
        """Whether all finished searches chose the same move."""
        return len({run.move for run in self.finished}) <= 1

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the headings and the rows of the table that people read."""
        runs = self.runs
        named = self._differing
        heads = [*named, "value", "move", *_COUNTS, "b*", "time"]
        rows = []
        for run in runs:
            row = [getattr(run, name) or "–" for name in named]
            if run.counts is None:
                what = "not run" if run.was_left_out else "refused"
                rows.append([*row, what, *[""] * (len(heads) - len(row) - 1)])
                continue
            counts = run.counts.as_dict()
            row += [run.shown_value, run.move or "–"]
            row += [f"{counts[name]:,}" for name in _COUNTS]
            effective = f"{run.effective:.3g}" if run.effective else "–"
            rows.append([*row, effective, _format_seconds(run.seconds)])
        return heads, rows

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return html_table(*self.table(), self.title or self.source)


def _format_seconds(seconds: float) -> str:
    """Return a time as people read it."""
    if seconds < 1:
        return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s"


def compare(
    source: Any,
    searches: Sequence[str] = (),
    conventions: Sequence[str] = ("aima",),
    orders: Sequence[str] = ("given",),
    *,
    run: Callable[..., Recording] = trace,
    foresee: Callable[[TreeSize, Sequence[str]], None] | None = None,
    clock: Callable[[], float] = perf_counter,
    **options: Any,
) -> Comparison:
    """Run every combination of searches, conventions and move orderings on one source.

    An option that some of the searches do not support is passed only to the others.

    Args:
        source: tree or game to search: any SOURCE of the command line, nested lists, or a `Game`.
        searches: names of searches; by default minimax and alphabeta, or the game's default search.
        conventions: names of conventions, optionally with changes.
        orders: names of move orderings.
        run: function that runs one search, with the arguments of `tracer.trace`.
        foresee: function called before the first search with the size of the tree, if known, and
            the names of the searches.
        clock: function that returns the time in seconds.
        options: further arguments of `tracer.trace`.

    Returns:
        The comparison, with one run for each combination.

    Raises:
        PlytraceError: if the source cannot be read, an option is unknown, or no search accepts the
            game and the options.
        TypeError: if there is no argument of a name.

    Example:
        >>> from tracer import compare
        >>> result = compare([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
        >>> [(run.search, run.counts.visited) for run in result.runs]
        [('minimax', 13), ('alphabeta', 11)]
        >>> result.same_value
        True
    """
    own = [name for name in signature(compare).parameters if name != "options"]
    check_keywords("compare", options, dict.fromkeys((*own, *TRACE_ARGUMENTS)))
    for what, names, example in (
        ("searches", searches, ["minimax", "alphabeta"]),
        ("conventions", conventions, ["aima", "cs188"]),
        ("orders", orders, ["given", "static"]),
    ):
        if isinstance(names, str) or not isinstance(names, Iterable):
            raise UsageError(f"{what} cannot be {names!r}", expected=f"a list, such as {example}")
    opened = open_source(source)
    if not searches:
        usual = default_search(opened.game)
        searches = ("minimax", usual) if usual == "alphabeta" else (usual,)
    kinds = {search: find_search(search) for search in searches}
    tree = (
        None if all(kind.uses_playouts for kind in kinds.values()) else _tree(opened.game, options)
    )
    if tree is not None and foresee is not None:
        foresee(tree, tuple(kinds))
    turns = TurnTimer(clock)
    runs = []
    refusal: SearchRefused | None = None
    cancelled = is_incomplete = False
    for search, convention, order in product(searches, conventions, orders):
        takes = kinds[search].takes
        arguments = {
            name: value
            for name, value in options.items()
            if name not in _OF_SOME_SEARCHES or name in takes
        }
        if "order" in takes:
            arguments["order"] = order
        elif order != orders[0]:
            continue  # it would repeat the same run
        named = ComparedSearch(
            search, parse_convention(convention).name, arguments.get("order", "")
        )
        if cancelled:
            runs.append(replace(named, refused="not run: the comparison was stopped by the user"))
            is_incomplete = True
            continue
        try:
            result = turns.run(partial(run, opened, search, convention, **arguments))
        except SearchRefused as error:
            refusal = refusal or error
            runs.append(replace(named, refused=str(error)))
            continue
        runs.append(_measured(named, result))
        cancelled = result.stopped == "cancelled"
        del result  # it may be large, and the searches run again
    if refusal is not None and all(run.refused for run in runs):
        raise refusal
    tree = _consistent_size(tree, opened.game, runs)
    times = iter(turns.times())
    for place, one in enumerate(runs):
        if not one.refused:
            timing = next(times)
            runs[place] = replace(one, seconds=timing.seconds, timed_runs=timing.runs, tree=tree)
    return Comparison(opened.label, opened.title, tuple(runs), is_incomplete, tree)


def _tree(game: AnyGame, options: dict[str, Any]) -> TreeSize | None:
    """Return the size of the tree under the options' depth limit; None if unknown."""
    limits = Settings(depth=options.get("depth"), rounds=options.get("rounds"))
    try:
        return measure_tree(game, limits.depth_limit(game))
    except SearchRefused:  # every search refuses this limit too
        return None


def _consistent_size(
    tree: TreeSize | None, game: AnyGame, runs: Sequence[ComparedSearch]
) -> TreeSize | None:
    """Return the size of the tree, corrected by what the searches saw of it."""
    ran = [run for run in runs if run.counts is not None and run.effective]
    passes = [run.depth for run in ran if find_search(run.search).deepens]
    if tree is None and game.may_not_end and passes:
        tree = measure_tree(game, max(passes))
    whole = next((run for run in ran if run.whole), None)
    if (tree is None or tree.how != "counted") and whole is not None and whole.counts is not None:
        return size_by_search(game, whole.counts, whole.depth)
    if tree is not None and tree.how != "counted":
        for run in ran:
            tree = tree.enlarge(run.depth, run.different)
    return tree


#: Options that only some searches support.
_OF_SOME_SEARCHES = frozenset(OPTION_NAMES) - {"order"}


def _measured(run: ComparedSearch, result: Recording) -> ComparedSearch:
    counts = result.counts
    of_one_pass = not (result.uses_playouts or result.best_first or result.narrows)
    exact, vector = result.exact_if_fractional(result.root), result.shares(result.root)
    depth = result.deepest
    twice = result.has_passes or result.searches_again
    return replace(
        run,
        value=math.nan if math.isnan(result.value) else result.value,
        exact="" if exact is None or vector else str(exact),
        vector=vector,
        bound=bound_name(result.value_flags),
        move=result.move,
        line=tuple(result.line),
        counts=counts,
        depth=depth,
        branching=(counts.generated - counts.roots) / counts.expanded if counts.expanded else 0.0,
        whole=not (result.has_window or result.has_passes or result.stopped),
        different=0 if twice else counts.evaluated + counts.skipped,
        proves=not (result.has_passes or result.stopped),
        effective=effective_branching(result.pass_visits - 1, depth) if of_one_pass else 0.0,
        stopped=result.stopped.description if result.stopped else "",
    )


def effective_branching(nodes: int, depth: int) -> float:
    """Return b* of a uniform tree with N nodes below its root (AIMA 4e, 3.6.1); 0 for a root.

    It solves N = b* + b*² + … + b*^depth, to about twelve digits.
    """
    if nodes <= 0 or depth <= 0:
        return 0.0
    low, high = 0.0, float(nodes)
    for _ in range(200):
        middle = (low + high) / 2
        if any(total >= nodes for total in _levels(middle, depth)):
            high = middle
        else:
            low = middle
        if high - low <= 1e-12 * high:
            break
    return (low + high) / 2


def _levels(branching: float, depth: int) -> Iterator[float]:
    level, total = 1.0, 0.0
    for _ in range(depth):
        level *= branching
        total += level
        yield total
