"""Two searches of the same tree side by side, with matching steps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.conventions import PRESETS, parse_convention
from engine.errors import UsageError, did_you_mean
from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from engine.search import SEARCHES
from engine.searches.ordering import ORDERS
from tracer.compare.differences import (
    NO_MATCH,
    Counterpart,
    Difference,
    DifferenceKind,
    Differences,
    Pairing,
    value_above,
)
from tracer.mcts.rewards import ROOT, mcts_rewards
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.recording.rerun import options_for_search, trace_options
from tracer.runs.search_trace import Trace
from tracer.steps.cutoff_reason import compare_at_cut, short_name
from tracer.steps.result_words import show_result
from tracer.steps.snapshot import Snapshot
from tracer.text.numbers import short_number, show_count, show_number, show_window
from tracer.text.printable_text import cell_width

#: Maximum number of names in a sentence; the rest are only counted.
_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class DifferenceSentences:
    """Describes differences in sentences."""

    pairing: Pairing
    labels: tuple[str, str]
    left_first: bool

    def sentence(self, difference: Difference, step: int) -> str:
        """Return a sentence that describes a difference."""
        row, other = difference.row, difference.other
        match difference.kind:
            case DifferenceKind.HERE_ONLY:
                return self._here_only(row)
            case DifferenceKind.ORDER:
                return self._order(row)
            case DifferenceKind.CUTOFF:
                return self._cutoff(row, self.pairing.mine.tour.row_at(step)[0])
            case kind:
                return self._both(kind, row, other)

    def _both(self, kind: DifferenceKind, row: int, other: int) -> str:
        """Return a sentence with a property of a node in one search and in the other."""
        mine, theirs = self.pairing.mine, self.pairing.theirs
        words, describe = _PROPERTIES[kind]
        named = mine.log.parent[row] if kind is DifferenceKind.CLAIM else row
        both = self._paired(describe(mine, row), describe(theirs, other))
        return f"{words.format(short_name(mine, named))} {both}."

    def _paired(self, mine: str, theirs: str) -> str:
        texts = [f"{mine} in {self.labels[0]}", f"{theirs} in {self.labels[1]}"]
        return ", ".join(texts if self.left_first else texts[::-1])

    def _here_only(self, row: int) -> str:
        """Describe a node, and the siblings after it, that only one search visits."""
        mine, label = self.pairing.mine, self.labels[0]
        parent = mine.log.parent[row]
        if parent == NO_PARENT:
            return f"Pass {mine.pass_at(row):,} is made only in {label}."
        match = self.pairing.match(row)
        if match.missing == NO_MATCH:
            return self._both(DifferenceKind.VISITS, row, match.row)
        run: list[int] = []
        for child, other in self.pairing.children(parent, match.row).pairs:
            if child >= row and other != NO_MATCH:
                break
            if child >= row:
                run.append(child)
        named = ", ".join(short_name(mine, child) for child in run[:_MOST_NAMED])
        if len(run) > _MOST_NAMED:
            named += f" and {len(run) - _MOST_NAMED:,} more"
        return f"{named} {'are' if len(run) > 1 else 'is'} visited only in {label}."

    def _order(self, row: int) -> str:
        mine, theirs = self.pairing.mine, self.pairing.theirs
        parent = mine.log.parent[row]
        above = self.pairing.match(parent).row
        moves = list(dict.fromkeys(mine.log.action[child] for child in mine.log.children(parent)))
        place = moves.index(mine.log.action[row])
        firsts: dict[int, int] = {}
        for child in theirs.log.children(above):
            firsts.setdefault(theirs.log.action[child], child)
        other = list(firsts.values())[place]
        names = self._paired(short_name(mine, row), short_name(theirs, other))
        return f"Child {place + 1} of {short_name(mine, parent)} is {names}."

    def _cutoff(self, row: int, child: int) -> str:
        """Describe a cutoff that only one search makes."""
        mine = self.pairing.mine
        my, their = self.labels
        here = mine.tour.cuts_parent(child)
        after = f"at {short_name(mine, row)} after {short_name(mine, child)}"
        if not here:
            my, their = their, my
        trace = mine if here else self.pairing.theirs
        cut = row if here else self.pairing.match(row).row
        if not trace.log.flags[cut] & Flag.CUTOFF:
            return f"The cutoff test succeeds {after} in {my} only; no child is skipped."
        if here and self.pairing.match(child).missing == child:
            return f"{my} cuts off {after}; {their} does not visit that child."
        return f"{my} cuts off {after}; {their} does not."


def _player(trace: Recording, row: int) -> str:
    player = Player(trace.log.player[row])
    return "a chance node" if player is Player.CHANCE else f"a {player.name} node"


def _answer(trace: Recording, row: int) -> str:
    flags = trace.log.flags[row]
    if flags & Flag.REPEAT:
        return "answered from the table"
    if flags & Flag.TERMINAL:
        return "a leaf"
    if flags & Flag.EVALUATED:
        return "played out" if trace.uses_playouts else "evaluated"
    return "expanded"


def _times(trace: Recording, row: int) -> str:
    """Return how often a node is visited from its parent."""
    log = trace.log
    siblings = log.children(log.parent[row])
    times = sum(1 for child in siblings if log.action[child] == log.action[row])
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def _window_at_cut(trace: Recording, row: int) -> str:
    now = fold(trace, row)
    return show_window(now.alpha, now.beta)


#: The differences in one property: the beginning of the sentence, with the node, and the property.
_PROPERTIES: Final[Mapping[DifferenceKind, tuple[str, Callable[[Recording, int], str]]]] = {
    DifferenceKind.VISITS: ("{} is visited", _times),
    DifferenceKind.PLAYER: ("{} is", _player),
    DifferenceKind.ANSWER: ("{} is", _answer),
    DifferenceKind.WINDOW: (
        "{} is entered with",
        lambda trace, row: show_window(trace.log.alpha[row], trace.log.beta[row]),
    ),
    DifferenceKind.CUT_WINDOW: ("At its cutoff {} has the window", _window_at_cut),
    DifferenceKind.VALUE: ("{} returns", lambda trace, row: show_number(trace.log.value[row])),
    DifferenceKind.CLAIM: ("v of {} is", lambda trace, row: show_number(value_above(trace, row))),
}


@dataclass(frozen=True, slots=True)
class MatchingStep:
    """The step of one search that matches a step of the other."""

    step: int
    note: str = ""  # a sentence that says why it is not at the same point


class SideBySide:
    """Two searches of the same tree: side 0 on the left, side 1 on the right."""

    def __init__(self, left: Trace, right: Trace, labels: tuple[str, str] | None = None) -> None:
        if _root_and_moves(left) != _root_and_moves(right):
            raise UsageError(
                f"{left.source} and {right.source} are not the same tree",
                expected="two searches of one tree or position",
            )
        self.sides = left, right
        #: Labels that name the two searches by their differences.
        self.labels = labels or _labels(left, right)
        #: The differences at the steps of the left search, and at those of the right one.
        self.differences = Differences(left, right), Differences(right, left)

    # Where the other one is ------------------------------------------------------------------

    def matching_step(self, side: int, step: int) -> MatchingStep:
        """Return the other search's step at the same node and the same point.

        If the other search does not visit that node, it is the step at which it turned away.
        """
        mine, theirs = self.sides[side], self.sides[1 - side]
        row, entering = mine.tour.row_at(step)
        match = self.differences[side].pairing.match(row)
        if match.missing != NO_MATCH:
            return MatchingStep(
                self._departure_step(theirs, match.row), self._reason_unvisited(side, row, match)
            )
        there = theirs.tour
        # A node that never returns has the last step.
        at = there.entered_at(match.row) if entering else there.left_at(match.row)
        at = min(at, len(there) - 1)
        if not match.once:
            name = short_name(mine, row)
            return MatchingStep(
                at, f"This visit of {name} is not made here; another visit is shown."
            )
        if not entering and theirs.log.flags[match.row] & Flag.INCOMPLETE:
            return MatchingStep(
                at, f"{short_name(theirs, match.row)} does not return: the search stopped."
            )
        return MatchingStep(at)

    @staticmethod
    def _departure_step(trace: Recording, row: int) -> int:
        """Return the step from which a node's further children are certainly not visited."""
        log, tour = trace.log, trace.tour
        if log.size[row] == 1:
            return tour.entered_at(row)
        return min(tour.left_at(row) - 1, len(tour) - 1)

    def _reason_unvisited(self, side: int, row: int, match: Counterpart) -> str:
        """Return a sentence that says why the other search does not visit a node."""
        mine, theirs = self.sides[side], self.sides[1 - side]
        near = theirs.cutting_row(match.row)
        first, above = short_name(mine, match.missing), short_name(theirs, near)
        flags = theirs.log.flags[near]
        if flags & Flag.EARLY_RETURN:
            status, reason = "skipped", f"cut at {above}, {compare_at_cut(theirs, near)}"
        elif flags & Flag.REPEAT:
            status, reason = "not visited", f"the table answers {above}"
        elif flags & Flag.EVALUATED and theirs.uses_playouts:
            status, reason = "not visited", f"a playout begins at {above}"
        elif flags & Flag.EVALUATED:
            status, reason = "not visited", f"the depth limit stops at {above}"
        elif flags & Flag.INCOMPLETE:
            status, reason = "not visited", "the search stopped before"
        else:
            status, reason = "not visited", f"{above} is the nearest visited node"
        if match.missing == row:
            return f"{first} is {status} here: {reason}."
        return f"{short_name(mine, row)} is below {first}, which is {status} here: {reason}."

    # In words ----------------------------------------------------------------------------------

    def sentences(self, side: int, step: int) -> str:
        """Return the differences at a step of one search, as sentences; often empty."""
        pairing, found = self.differences[side].pairing, self.differences[side].at(step)
        labels = self.labels if side == 0 else self.labels[::-1]
        writer = DifferenceSentences(pairing, labels, left_first=side == 0)
        return " ".join(writer.sentence(difference, step) for difference in found)

    def summary(self, side: int) -> str:
        """Return one line about both searches: results, visits, first difference."""
        left, right = self.sides
        visits = len(left.log), len(right.log)
        if visits[0] == visits[1]:
            visits_text = f"{visits[0]:,} visits each"
        else:
            ratio = f"{max(visits) / min(visits):,.3g}"
            ratio = f"{ratio} to 1" if visits[0] > visits[1] else f"1 to {ratio}"
            visits_text = f"{visits[0]:,} visits against {visits[1]:,} ({ratio})"
        results = show_result(left), show_result(right)
        found = f"{results[0]} against {results[1]}"
        if results[0] == results[1]:
            found = f"both {results[0]}"
        return f"{found} · {visits_text} · {self._first_difference(side)}"

    # How many --------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The number of differences found so far.

        What both searches do differently counts once, and so does a subtree that only one of them
        visits. The number is the same whichever search leads.
        """
        left, right = self.differences
        return len(left.steps) + len(right.alone)

    @property
    def is_counted(self) -> bool:
        """Whether all differences have been found."""
        return all(one.done for one in self.differences)

    def count_at(self, side: int, step: int) -> int:
        """Return the number of differences up to a step of one search."""
        steps = [step, step]
        steps[1 - side] = self.matching_step(side, step).step
        left, right = self.differences
        return bisect_right(left.steps, steps[0]) + bisect_right(right.alone, steps[1])

    def _first_difference(self, side: int) -> str:
        differences = self.differences[side]
        count = show_count(self.count, "difference")
        if not self.is_counted:
            progress = sum(one.progress for one in self.differences) / 2
            return f"{count if self.count else 'no difference'} in the first {progress:.0%}"
        if self.is_same:
            return "the same, visit by visit"
        if differences.steps:
            return f"{count} from step {differences.steps[0]:,} on"
        return f"{count}: {self.labels[side]} makes no visit that {self.labels[1 - side]} lacks"

    @property
    def is_same(self) -> bool:
        """Whether the two are known to be equal, visit by visit."""
        left, right = self.sides
        return len(left.log) == len(right.log) and any(
            one.done and not one.steps for one in self.differences
        )


def describe_open_node(trace: Recording, now: Snapshot, width: int | None = None) -> str:
    """Describe a node's state at a step: v, and the window if the search has one.

    Within a width in cells, numbers are shorter and words fewer, but no number is cut without a
    mark.
    """
    frame = now.stack[-1] if len(now.stack) else None
    name = now.event.name if frame is None else short_name(trace, frame.row)
    if trace.uses_playouts:
        rewards = mcts_rewards(trace)
        node = ROOT if frame is None else rewards.find_number(frame.row)
        return f"{name}: {rewards.measure_node(node, now.step).text or 'n=0'}"
    if frame is None:
        return f"{name} = {show_number(trace.log.value[now.event.row])}"
    text = ""
    for digits in (None, *range(8, 3, -1)):
        v, alpha, beta = (
            show_number(number) if digits is None else short_number(number, digits)
            for number in (frame.v, frame.alpha, frame.beta)
        )
        window = f"({alpha}, {beta})"
        whole = f"{name}: v = {v}" + (f", window {window}" if trace.has_window else "")
        for text in (whole, f"{name}: v {v} {window}" if trace.has_window else whole):
            if width is None or cell_width(text) <= width:
                return text
    return text


def _root_and_moves(trace: Recording) -> tuple[object, list[str]]:
    """Return what two searches of one tree share: the root and the names of its moves."""
    game = trace.game
    root = game.initial
    moves = [] if game.is_terminal(root) else list(game.moves(root))
    return root, [game.name_of(move) for move in moves]


def _labels(left: Recording, right: Recording) -> tuple[str, str]:
    both = [
        (trace.search, trace.settings.convention.name, trace.settings.order)
        for trace in (left, right)
    ]
    differing = [place for place in range(3) if both[0][place] != both[1][place]]
    if not differing:
        return "the left one", "the right one"
    one, other = (" ".join(names[place] for place in differing) for names in both)
    return one, other


# A second search of the same tree, described by what it changes.


def read_second_search(text: str) -> dict[str, str]:
    """Read the changes that define a second search."""
    changed: dict[str, str] = {}
    for part in text.split(":"):
        kind = _kind(part.strip())
        if kind in changed:
            raise UsageError(
                f"{text!r} names more than one {kind}",
                expected="one of each, such as pvs or pvs:cs188",
            )
        changed[kind] = part.strip()
    return changed


def second_search_options(trace: Recording, changed: dict[str, str]) -> dict[str, Any]:
    """Return the arguments of `tracer.trace` for the second search."""
    options = trace_options(trace)
    if "search" in changed:
        options = options_for_search(options, changed["search"], trace.game)
    return options | {"convention": trace.settings.convention.name} | changed


def _kind(name: str) -> str:
    """Return the argument of `tracer.trace` to which a name belongs."""
    preset = name.partition(",")[0]
    if name in SEARCHES:
        return "search"
    if preset in PRESETS:
        parse_convention(name)
        return "convention"
    if name in ORDERS:
        return "order"
    raise UsageError(
        f"there is no search, convention or order {name!r}",
        expected="a name from plytrace list searches, conventions or orders",
        hint=did_you_mean(preset, [*SEARCHES, *PRESETS, *ORDERS]),
    )
