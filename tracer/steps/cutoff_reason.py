"""Why a node returned early: the cutoff test, its bounds, and the node above that set them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.searches.maxn import largest_sum
from tracer.recording.fold import Fold, fold, fold_at_cut
from tracer.recording.recording import Recording
from tracer.steps.pseudocode import listing
from tracer.steps.snapshot import Event, EventKind
from tracer.text.numbers import show_number


def short_name(trace: Recording, row: int) -> str:
    """Return a node's name, or in a game its last move and ply.

    A node's full name in a game is its path from the root, which is too long for a sentence.
    """
    return _at_ply(trace, row) if trace.log.depth[row] > 1 else trace.name(row)


class SentenceNames:
    """The names of the nodes in one sentence; equal names are distinguished by ply."""

    def __init__(self, trace: Recording, rows: Iterable[int]) -> None:
        self._trace = trace
        self._times = Counter(_short(trace, row) for row in set(rows) if row != NO_PARENT)

    def first_name(self, row: int) -> str:
        """Return the name at a node's first mention; see `short_name`."""
        return short_name(self._trace, row) if self._is_alone(row) else _at_ply(self._trace, row)

    def later_name(self, row: int) -> str:
        """Return the name at a later mention, without the ply.

        The ply is repeated if another node of the sentence has the same name.
        """
        return _short(self._trace, row) if self._is_alone(row) else _at_ply(self._trace, row)

    def describe_skipped(self, row: int, children: Sequence[tuple[str, str]]) -> str:
        """Say that children of a node are skipped."""
        are = "is" if len(children) == 1 else "are"
        if not self._trace.game.named_by_path:
            return f"{', '.join(node for node, _ in children)} {are} skipped"
        moves = [move for _, move in children]
        alike = any(self._times[move] for move in moves)
        ply = f" (ply {self._trace.log.depth[row] + 1})" if alike else ""
        return f"{', '.join(moves)}{ply} {are} skipped"

    def _is_alone(self, row: int) -> bool:
        return self._times[_short(self._trace, row)] < 2


def _short(trace: Recording, row: int) -> str:
    return (trace.move_name(row) if trace.game.named_by_path else None) or trace.name(row)


def _at_ply(trace: Recording, row: int) -> str:
    depth = trace.log.depth[row]
    if not trace.game.named_by_path or not depth:
        return trace.name(row)
    return f"{trace.move_name(row)} (ply {depth})"


def cutoff_reason(trace: Recording, row: int) -> str:
    """Explain an early return in one sentence that names the compared bounds."""
    log = trace.log
    at_max = tests_beta(trace, row)
    before, now = fold_at_cut(trace, row)
    comparison = format_cut_test(trace, row)
    is_chance = log.player[row] == Player.CHANCE
    bound = before.beta if at_max else before.alpha
    sources, has = (
        (_share_above(trace, row), "")
        if trace.vectors is not None
        else _find_bound_source(trace, row, bound, at_max)
    )
    last = list(log.children(row))[-1:] if is_chance else []
    names = SentenceNames(trace, (row, *last, *sources))
    name = names.later_name(row)
    nodes = [names.first_name(first) for first in sources[:1]] + [
        *map(names.later_name, sources[1:])
    ]
    has = has.format(*nodes, sign=tested_bound(at_max), bound=show_number(bound))
    skipped = trace.skipped_children(row)
    end = f"{name} returns; it had no more children to skip"
    if skipped:
        end = names.describe_skipped(row, skipped)
    if trace.vectors is not None:
        why = _vector_reason(trace, row, now.v, names)
        return f"{names.first_name(row)} is {why} ({comparison}): {end}."
    if is_chance:
        flags = log.flags[row]
        what = "at most " if flags & Flag.UPPER else "at least " if flags & Flag.LOWER else ""
        probe = "the probe of " if log.flags[last[0]] & Flag.PROBE else ""
        start = (
            f"{names.first_name(row)} is a chance node, and after {probe}"
            f"{names.later_name(last[0])} it is worth {what}{show_number(log.value[row])}"
        )
    else:
        me = "MAX" if at_max else "MIN"
        already = "already at" if log.tried[row] == 1 or skipped else "at"
        start = f"{names.first_name(row)} is a {me} node and {already} {show_number(now.v)}"
    return f"{start}; {has}, so {name} can no longer matter ({comparison}): {end}."


def _vector_reason(trace: Recording, row: int, v: float, names: SentenceNames) -> str:
    """Explain a cutoff of max^n: what the player has, and what is left for the one above."""
    me, has = trace.player_name(row), show_number(v)
    holder, through = _share_above(trace, row)
    start = f"{me}'s node and {me} already has {has}"
    if holder == NO_PARENT:
        return f"{start}, the largest sum"
    above, most = trace.player_name(holder), show_number(float(largest_sum(trace.settings)))
    left = show_number(float(largest_sum(trace.settings)) - v)
    share = show_number(fold(trace, holder, _visits_before(trace, row)).v)
    paid = f"({has})" if has.startswith("−") else has
    return (
        f"{start}, so {above} gets at most {most} − {paid} = {left} there, "
        f"and has {share} at {names.later_name(holder)} through {names.later_name(through)}"
    )


def _share_above(trace: Recording, row: int) -> tuple[int, int]:
    """Find the parent whose share set the bound of a node of max^n, and the child it came from."""
    parent = trace.log.parent[row]
    if parent == NO_PARENT or trace.player_name(parent) == trace.player_name(row):
        return NO_PARENT, NO_PARENT
    best = fold(trace, parent, _visits_before(trace, row)).best
    return (NO_PARENT, NO_PARENT) if best == NO_PARENT else (parent, best)


def _visits_before(trace: Recording, row: int) -> int:
    """Return the number of visits to siblings before a row."""
    return sum(1 for sibling in trace.log.children(trace.log.parent[row]) if sibling < row)


def tests_beta(trace: Recording, row: int) -> bool:
    """Return whether the cutoff test of a node that returned early was that with β."""
    log = trace.log
    if log.player[row] == Player.CHANCE:
        return log.value[row] > log.alpha[row]
    return log.player[row] == Player.MAX


def format_cut_test(trace: Recording, row: int) -> str:
    """Return the test with which a node returned early, as the course writes it."""
    if trace.log.player[row] == Player.CHANCE:
        return compare_at_cut(trace, row)
    before, now = fold_at_cut(trace, row)
    return cutoff_test(trace, tests_beta(trace, row), now.v, before, holds=True)


def compare_at_cut(trace: Recording, row: int) -> str:
    """Return the value and the bound that ended a node: `2 ≤ α = 3`."""
    at_max, (before, now) = tests_beta(trace, row), fold_at_cut(trace, row)
    # A chance node has the end of its interval.
    value = trace.log.value[row] if trace.log.player[row] == Player.CHANCE else now.v
    bound = show_number(before.beta if at_max else before.alpha)
    return f"{show_number(value)} {cut_sign(trace, at_max)} {tested_bound(at_max)} = {bound}"


def cut_sign(trace: Recording, is_above: bool) -> str:
    """Return the sign of a cutoff test that succeeds above, or below, a bound."""
    if trace.settings.convention.cutoff == ">":
        return ">" if is_above else "<"
    return "≥" if is_above else "≤"


def _find_bound_source(
    trace: Recording, row: int, bound: float, at_max: bool
) -> tuple[tuple[int, ...], str]:
    """Return the nodes from which the bound of a cutoff comes, and the form of a clause of them."""
    log = trace.log
    scout = _scout(trace, row, at_max)
    if scout is not None and log.flags[scout] & Flag.RESEARCH:
        side = "most" if at_max else "least"
        return ((scout,), f"{{0}} is worth at {side} {{bound}} by its first search")
    if scout is not None:
        asked = show_number(log.alpha[scout] if at_max else log.beta[scout])
        side = "more" if at_max else "less"
        return ((scout,), f"the null window asks only whether {{0}} is worth {side} than {asked}")
    holder, through = _holder(trace, row, bound, at_max)
    if holder != NO_PARENT:
        other = "MIN" if at_max else "MAX"
        return ((holder, through), f"{other} has {{bound}} at {{0}} through {{1}}")
    bounds = trace.known_bounds
    if bounds is not None and float(bounds.find_bounds(trace.state(row))[at_max]) == bound:
        side = "more" if at_max else "less"
        return ((row,), f"no leaf below {{0}} is worth {side} than {{bound}}")
    child, above = find_narrowing(log, row, at_max)
    if above != NO_PARENT and log.player[above] == Player.CHANCE:
        side = "less" if at_max else "more"
        limit = show_number(log.beta[above] if at_max else log.alpha[above])
        rows = (above, child)
        return (
            rows,
            f"{{0}} is worth {side} than {limit} only if {{1}} is worth {side} than {{bound}}",
        )
    what = "pass" if trace.narrows else "search"
    return ((), f"the {what} began with {{sign}} = {{bound}}")


def bound_holder(trace: Recording, event: Event) -> int:
    """Find the node above that set the bound of a cutoff, as its sentence names it."""
    row = event.parent
    if event.kind is not EventKind.CUT:
        return NO_PARENT
    if trace.vectors is not None:
        return _share_above(trace, row)[0]
    at_max = tests_beta(trace, row)
    if _scout(trace, row, at_max) is not None:
        return NO_PARENT
    before, _ = fold_at_cut(trace, row)
    return _holder(trace, row, before.beta if at_max else before.alpha, at_max)[0]


def tested_bound(at_max: bool) -> str:
    """Return the symbol of the bound in a node's cutoff test."""
    return "β" if at_max else "α"


def cutoff_test(trace: Recording, at_max: bool, v: float, before: Fold, *, holds: bool) -> str:
    """Return the cutoff test with its numbers, as the course writes it.

    It compares v with a bound, or α with β.
    """
    test = listing(trace).text_of(Player.MAX if at_max else Player.MIN, "test")
    if trace.sees_as_mover:  # one test for both players; the sentence uses MAX's side
        test = ""
    alpha = max(before.alpha, v) if at_max else before.alpha
    beta = before.beta if at_max else min(before.beta, v)
    sides = [("v", v), ("β", before.beta) if at_max else ("α", before.alpha)]
    above = at_max
    if "α" in test and "β" in test:  # the node's own bound is already updated with v
        above = test.index("α") < test.index("β")
        sides = [("α", alpha), ("β", beta)] if above else [("β", beta), ("α", alpha)]
    sign = cut_sign(trace, above)
    if not holds:
        sign = {"≥": "<", ">": "≤", "≤": ">", "<": "≥"}[sign]
    (left, one), (right, other) = sides
    return f"{left} = {show_number(one)} {sign} {right} = {show_number(other)}"


def _holder(trace: Recording, row: int, bound: float, at_max: bool) -> tuple[int, int]:
    """Find the rows of the nearest node above that set a bound, and of the child it came from."""
    log = trace.log
    bounds = log.beta if at_max else log.alpha
    setter = Player.MIN if at_max else Player.MAX
    child, above = row, log.parent[row]
    while above != NO_PARENT:
        if log.player[above] == setter and bounds[child] == bound != bounds[above]:
            return above, fold(trace, above, _visits_before(trace, child)).best
        child, above = above, log.parent[above]
    return NO_PARENT, NO_PARENT


def _scout(trace: Recording, row: int, at_max: bool) -> int | None:
    """Find the nearest node above a cutoff, or at it, whose null window set the bound, if any."""
    # Only the player to move narrows a window. If the other bound changed, the node below was
    # scouted. A second search can start from the value of the scout.
    if not trace.searches_again or trace.probes:
        return None
    log = trace.log
    child, above = find_narrowing(log, row, at_max)
    if above == NO_PARENT:
        return None
    setter = Player.MIN if at_max else Player.MAX
    again = trace.second == "value" and log.flags[child] & Flag.RESEARCH
    return child if again or log.player[above] != setter else None


def find_narrowing(log: VisitLog, row: int, at_max: bool) -> tuple[int, int]:
    """Find the nearest node above that changed a bound, after the child that it was passed to."""
    bounds, parent = (log.beta if at_max else log.alpha), log.parent
    child, above = row, parent[row]
    while above != NO_PARENT and bounds[child] == bounds[above]:
        child, above = above, parent[above]
    return child, above
