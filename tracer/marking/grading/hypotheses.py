"""What follows from one slip: a wrong value, or a cutoff that was not made.

The slips depend on the key alone. "Any other value" means every number: the search is worked with
an unknown number that notes what it is compared with, so one search answers for a whole interval.
What then follows is a constant, or is linear in the unknown number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, TypeAlias

from engine.log.visit_log import NO_PARENT
from engine.values import Exact
from tracer.answers.answers import Answers, NodeValue, answers_of_work, counts_of
from tracer.answers.hand_worker import Frame, HandWorker, Work
from tracer.answers.shares import Shares
from tracer.answers.shares_worker import SharesWorker, worker_kind
from tracer.answers.work_tree import Value
from tracer.mistakes import HandTask
from tracer.questions import PARTS, Rules

#: The parts in which a missing cutoff is charged; the first one that shows it pays.
ORDER: Final = (
    *("values", "minimax", "expectiminimax", "windows", "cutoffs", "visits", "line", "move"),
    *("utility", "counts"),
)
#: Parts about every node, visited or not.
_COMPLETE: Final = ("minimax", "expectiminimax")
#: Parts about the search as a whole.
_WHOLE: Final = ("line", "move", "utility", "counts")
#: A part, a place in it, and what a search says there.
_News: TypeAlias = tuple[str, Hashable, Any]
#: Where an interval is tried: no usual number lies there.
_WITHIN: Final = Fraction(41_421_356, 100_000_007)
#: How much further another unknown number is tried.
_APART: Final = Fraction(1, 1_009)
#: The most boxes of wrong vectors of a node.
_MOST_BOXES: Final = 300
#: Most visited nodes of a tree whose slips are followed.
MOST_VISITS: Final = 400
#: Answers with a wrong value that are cached.
_MOST_KEPT: Final = 1_000


class _Interval:
    """An open interval of the unknown number, and where in it the number is tried."""

    def __init__(self, low: Value, high: Value, *, exact: bool, place: int = 0) -> None:
        within: Value = _WITHIN + place * _APART if exact else float(_WITHIN)
        self.tried: Value
        if math.isinf(low):
            self.tried = within if math.isinf(high) else high - within
        else:
            self.tried = low + (within if math.isinf(high) else within * (high - low))
        self.low, self.high = low, high

    def meet(self, at: Value) -> None:
        """Narrow the interval to one side of a number."""
        if at < self.tried:
            self.low = max(self.low, at)
        else:
            self.high = min(self.high, at)


class _Unknown:
    """A number that is linear in an unknown one, and notes what it is compared with."""

    def __init__(self, offset: Value, slope: Value, interval: _Interval) -> None:
        self.offset = offset
        self.slope = slope
        self.interval = interval
        self.at = offset + slope * interval.tried

    def __float__(self) -> float:
        return float(self.at)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, _Unknown):
            return self._made(self.offset + other.offset, self.slope + other.slope)
        return other if math.isinf(other) else self._made(self.offset + other, self.slope)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self._made(-self.offset, -self.slope)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, factor: Value) -> Any:
        return self._made(self.offset * factor, self.slope * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Fraction) -> Any:
        return self * (1 / Fraction(divisor))

    def _made(self, offset: Value, slope: Value) -> Any:
        return _Unknown(offset, slope, self.interval) if slope else offset

    def _less(self, other: Any) -> Value:
        """Return the difference to another number; where it changes its sign is noted."""
        offset: Any = other
        slope: Any = 0
        at: Any = other
        if isinstance(other, _Unknown):
            offset, slope, at = other.offset, other.slope, other.at
        if self.slope != slope and not math.isinf(offset):
            self.interval.meet((offset - self.offset) / (self.slope - slope))
        difference: Value = self.at - at
        return difference

    def __lt__(self, other: Any) -> bool:
        return self._less(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._less(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._less(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._less(other) >= 0

    def __eq__(self, other: object) -> bool:
        return self._less(other) == 0

    __hash__ = None  # type: ignore[assignment]


class Linear(float):
    """A number that is linear in the unknown one."""

    offset: float
    slope: float

    @classmethod
    def of(cls, number: _Unknown) -> Linear:
        """Return the number as a float that keeps how it depends on the unknown one."""
        made = cls(float(number))
        made.offset, made.slope = float(number.offset), float(number.slope)
        return made


@dataclass(slots=True)
class _Below:
    """A search below a node that a slip does not touch; it is the same for many slips."""

    value: Value
    line: list[int]
    work: Work
    below: list[_Below]
    news: list[_News] = field(default_factory=list)
    vector: tuple[Exact, ...] = ()


class OtherVisits(Exception):
    """A search does not make the visits that it should begin with."""


class SlippingWorker(HandWorker):
    """Worker that makes one slip and is right otherwise."""

    #: The node with a wrong value, and the value.
    slip: tuple[int, Any] = (NO_PARENT, 0.0)
    #: The node that does not return early.
    goes_on: int = NO_PARENT
    #: Known searches below nodes that the slip does not touch, by node and window. They are kept
    #: out of the record. None to record everything.
    known: dict[tuple[int, Value, Value], _Below] | None = None
    #: Those that were met, by node.
    met: dict[int, _Below]
    #: The slip's node, and those above it.
    touched: frozenset[int] = frozenset()
    #: The names of the first visits; a search that makes others is given up.
    begins: Sequence[str] = ()
    #: Function that returns what differs from the right answers in a record.
    differing: Callable[[Work], list[_News]]

    def visit(self, node: int, alpha: Value, beta: Value, above: Frame | None) -> Value:
        """Search below a node, or take what is known of an equal search."""
        bounds: tuple[Any, Any] = alpha, beta
        is_plain = not (isinstance(bounds[0], _Unknown) or isinstance(bounds[1], _Unknown))
        place = len(self.work.visits)
        if place < len(self.begins) and self.begins[place] != self.tree.names[node]:
            raise OtherVisits
        if self.known is None or node in self.touched or not is_plain:
            return super().visit(node, alpha, beta, above)
        found = self.known.get((node, alpha, beta))
        if found is None:
            outer = self.work, self.met
            self.work, self.met = Work(), {}
            value = super().visit(node, alpha, beta, above)
            below, news = [*self.met.values()], self.differing(self.work)
            for one in below:
                news += one.news
            vector = self.vectors.get(node, ())
            found = _Below(value, self.line_from(node), self.work, below, news, vector)
            self.known[node, alpha, beta] = found
            self.work, self.met = outer
        self.met[node] = found
        if found.vector:
            self.vectors[node] = found.vector
        return found.value

    def line_from(self, node: int) -> list[int]:
        """Return the nodes of best play from a node on."""
        line, best = [node], self.work.best
        while node in best:
            node = self.tree.children[node][0] if best[node] == NO_PARENT else best[node]
            if node in self.met:
                return line + self.met[node].line
            line.append(node)
        return line

    def written_back(self, node: int, value: Value) -> Value:
        """Return the wrong value at its node."""
        if node != self.slip[0]:
            return value
        if isinstance(self, SharesWorker):
            self.vectors[node] = self.slip[1]
            return self.slip[1][self.chooser(node)]  # type: ignore[no-any-return]
        return self.slip[1]  # type: ignore[no-any-return]

    def noted(self, number: Any) -> float:
        """Return a number as it is written down, with how it depends on the unknown one.

        Wrong vectors have several unknown numbers, which `Hypotheses` recognizes.
        """
        is_linear = isinstance(number, _Unknown) and not self.tree.players
        return Linear.of(number) if is_linear else float(number)

    def stops(self, frame: Frame, x: Value, place: int, children: Sequence[int]) -> bool:
        """Return whether the node returns now."""
        return frame.node != self.goes_on and super().stops(frame, x, place, children)

    def end_outside(
        self, node: int, alpha: Value, beta: Value, interval: tuple[Value, Value]
    ) -> Value | None:
        """Return the end of a chance node's interval that makes a cutoff; None without one."""
        return None if node == self.goes_on else super().end_outside(node, alpha, beta, interval)


def _worked(task: HandTask, **slip: Any) -> SlippingWorker:
    """Return a worker that has searched; `slip` are attributes of `SlippingWorker`."""
    assert task.tree is not None, "a tree that can be worked by hand"
    kind: Any = worker_kind(SlippingWorker, task.tree)
    worker: SlippingWorker = kind(task.tree, task.convention, windowed=task.windowed)
    vars(worker).update(slip, met={})
    worker.run()
    return worker


def worked_with(task: HandTask, *, begins: Sequence[str] = (), **slip: Any) -> Answers:
    """Return the answers that follow from a slip."""

    def every_node() -> Mapping[str, NodeValue]:
        return worked_with(replace(task, windowed=False), **slip).values

    worker = _worked(task, begins=begins, **slip)
    return answers_of_work(worker.tree, worker.work, every_node)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One slip."""

    node: str
    place: int
    low: float = math.nan
    high: float = math.nan
    payers: tuple[str, ...] = ()
    box: tuple[tuple[float, float], ...] = ()

    @property
    def is_cut(self) -> bool:
        """Whether a due cutoff was not made."""
        return math.isnan(self.low) and not self.box

    def ends(self, place: int) -> tuple[float, float]:
        """Return the ends of the interval of wrong numbers, or of a player's wrong shares."""
        return self.box[place] if self.box else (self.low, self.high)

    def has(self, vector: Sequence[float]) -> bool:
        """Return whether a wrong vector is in the box."""
        pairs = zip(self.box, vector, strict=True)
        return all(low < share < high or low == share == high for (low, high), share in pairs)


class _Searches:
    """The searches with slips under one convention."""

    def __init__(
        self,
        task: HandTask,
        rules: Rules,
        parts: Sequence[str],
        right: Mapping[str, Collection[tuple[Hashable, Any]]],
    ) -> None:
        assert task.tree is not None, "a tree that can be worked by hand"
        self.task, self.tree, self.rules, self.right = task, task.tree, rules, right
        self._plain = replace(task, windowed=False) if {*parts} & {*_COMPLETE} else None
        self._parts = parts
        self._by_node = [part for part in parts if part not in (*_WHOLE, *_COMPLETE)]
        # Only records of nodes with different names can be put together.
        self._is_apart = len({*self.tree.names}) == len(self.tree)
        self._known: dict[Any, _Below] = {}
        self._known_plain: dict[Any, _Below] = {}

    def news(self, node: int, **slip: Any) -> list[_News]:
        """Return what differs from the right answers after a slip at a node."""
        above = []
        while node != NO_PARENT:
            above.append(node)
            node = self.tree.parent[node]
        slip["touched"] = frozenset(above)
        if self._is_apart:
            slip |= {"known": self._known, "differing": self._at_nodes}
        worker = _worked(self.task, **slip)
        below = [*worker.met.values()]
        answers = answers_of_work(self.tree, worker.work)
        names, line = self.tree.names, worker.line_from(0)
        answers.path = tuple(names[one] for one in line)
        answers.moves = tuple(self.tree.moves[one] for one in line[1:])
        if "counts" in self._parts:
            answers.counts = counts_of(self.tree, _together(worker.work, below))
        if self._plain:  # what no slip touches has its right value here
            if self._is_apart:
                slip |= {"known": self._known_plain, "differing": lambda _: []}
            values = _worked(self._plain, **slip).work.values
            answers.complete = {names[one]: value for one, value in values.items()}
        news = self._differing(self._parts, answers)
        for one in below:
            news += one.news
        return news

    def _at_nodes(self, work: Work) -> list[_News]:
        return self._differing(self._by_node, answers_of_work(self.tree, work))

    def _differing(self, parts: Sequence[str], answers: Answers) -> list[_News]:
        """Return what differs from the right answers."""
        return [
            (part, *fact)
            for part in parts
            for fact in PARTS[part].facts(answers, self.rules).items()
            if fact not in self.right[part]
        ]


def _together(work: Work, below: Sequence[_Below]) -> Work:
    """Return a record with those below it, as far as it is counted."""
    whole, works, waiting = Work(), [work], [*below]
    while waiting:
        below_it = waiting.pop()
        works.append(below_it.work)
        waiting += below_it.below
    for one in works:
        whole.visits += one.visits
        whole.best |= one.best
        whole.leaves += one.leaves
        whole.cuts += one.cuts
    return whole


@dataclass(slots=True)
class Facts:
    """What the hypotheses say at one place of a part, if it differs from the right answers."""

    constant: dict[Any, list[int]] = field(default_factory=dict)
    linear: dict[tuple[float, float, int], list[int]] = field(default_factory=dict)
    whole: list[int] = field(default_factory=list)


class Hypotheses:
    """All single slips under accepted conventions that mix, with what follows from each."""

    def __init__(self, tasks: Sequence[tuple[HandTask, Rules]], parts: Collection[str]) -> None:
        self.known: list[Hypothesis] = []
        self._facts: dict[tuple[str, Hashable], Facts] = {}
        self._answers: dict[tuple[Any, int, NodeValue], Answers] = {}
        self._parts = [part for part in ORDER if part in parts]
        pairs = [(task, replace(rules, ways=())) for task, rules in tasks]
        right = {
            part: {
                fact
                for task, rules in pairs
                for fact in PARTS[part].facts(task.right, rules).items()
            }
            for part in self._parts
        }
        # Conventions that only count otherwise search alike.
        distinct = {
            (one.convention.returns, rules.headline if "counts" in parts else ""): (one, rules)
            for one, rules in pairs
        }
        self._searches = [
            _Searches(task, replace(rules, leaves={}), self._parts, right)
            for task, rules in distinct.values()
        ]
        tree = self._searches[0].tree
        works = [task.worked(HandWorker)[1] for task, _ in tasks]
        nodes = sorted({node for work in works for node in work.visits})
        if len(nodes) <= MOST_VISITS:
            for node in range(len(tree)) if {*parts} & {*_COMPLETE} else nodes:
                if tree.players:
                    self._add_vectors(node, tree.names[node])
                else:
                    self._add_values(node, tree.names[node])
            for node in sorted({cut.at for work in works for cut in work.cuts if cut.skipped}):
                one = Hypothesis(tree.names[node], node, payers=self._payers(node))
                self._add(one, goes_on=node)

    def at(self, part: str, place: Hashable) -> Facts | None:
        """Return what the hypotheses say at a place, if it differs from the right answers."""
        return self._facts.get((part, place))

    def answers_with(
        self, task: HandTask, node: int, value: NodeValue, begins: Sequence[str] = ()
    ) -> Answers | None:
        """Return the answers that follow from a wrong value, cached."""
        key = task.convention, node, value
        if key not in self._answers:
            if len(self._answers) >= _MOST_KEPT:
                self._answers.clear()
            try:
                self._answers[key] = worked_with(task, slip=(node, value), begins=begins)
            except OtherVisits:
                return None
        return self._answers[key]

    def _add_values(self, node: int, name: str) -> None:
        """Add the hypotheses that a node has any other value."""
        exact = self._searches[0].task.has_chance
        waiting: list[tuple[Value, Value]] = [(-math.inf, math.inf)]
        points: set[Value] = set()
        while waiting:
            low, high = waiting.pop()
            interval = _Interval(low, high, exact=exact)
            slip = (node, _Unknown(0 * interval.tried, 1, interval))
            news = [one.news(node, slip=slip) for one in self._searches]
            found = Hypothesis(name, node, float(interval.low), float(interval.high))
            self._note(found, news, (float(interval.tried),))
            if interval.low > low:
                waiting.append((low, interval.low))
                points.add(interval.low)
            if interval.high < high:
                waiting.append((interval.high, high))
                points.add(interval.high)
        for point in sorted(points):
            self._add(Hypothesis(name, node, float(point), float(point)), slip=(node, point))

    def _add_vectors(self, node: int, name: str) -> None:
        """Add the hypotheses that a node has any other vector: a box of vectors each.

        What follows depends on the order of each player's share and those of other nodes.
        """
        count = len(self._searches[0].tree.players)
        waiting: list[_Box] = [((-math.inf, math.inf),) * count]
        for _ in range(_MOST_BOXES):
            if not waiting:
                break
            box = waiting.pop()
            unknown = [_Interval(*ends, exact=True, place=at) for at, ends in enumerate(box)]
            is_open = [low < high for low, high in box]
            vector = tuple(
                _Unknown(0, 1, one) if free else one.low
                for one, free in zip(unknown, is_open, strict=True)
            )
            news = [one.news(node, slip=(node, vector)) for one in self._searches]
            found = tuple((one.low, one.high) for one in unknown)
            ends = tuple((float(low), float(high)) for low, high in found)
            tried = tuple(
                float(one.tried) if free else float(one.low)
                for one, free in zip(unknown, is_open, strict=True)
            )
            self._note(Hypothesis(name, node, box=ends), news, tried)
            waiting += _rest_of(box, found)

    def _add(self, one: Hypothesis, **slip: Any) -> None:
        self._note(one, [each.news(one.place, **slip) for each in self._searches], ())

    def _payers(self, node: int) -> tuple[str, ...]:
        """Return the parts that may pay for a cutoff that was not made: one for each convention.

        The first part pays that shows it in what a sheet must answer, or else in anything.
        """
        if "cutoffs" in self._parts:
            return ("cutoffs",)
        found = []
        for one in self._searches:
            answers = worked_with(one.task, goes_on=node)
            shown, otherwise = [], []
            for part in self._parts:
                expected = PARTS[part].expected(one.task.right, one.rules)
                facts = PARTS[part].facts(answers, one.rules)
                news = {
                    place for place, fact in facts.items() if (place, fact) not in one.right[part]
                }
                if any(place not in facts for place in expected) or (
                    news and (part == "visits" or any(place in expected for place in news))
                ):
                    shown.append(part)
                elif news:
                    otherwise.append(part)
            found += [*shown, *otherwise][:1]
        return tuple(part for part in self._parts if part in found)

    def _note(self, one: Hypothesis, news: Sequence[list[_News]], tried: tuple[float, ...]) -> None:
        """Keep a hypothesis with all that differs from the right answers."""
        distinct = dict.fromkeys(new for each in news for new in each)
        if not distinct:
            return
        number = len(self.known)
        self.known.append(one)
        for part, place, fact in distinct:
            known = self._facts.setdefault((part, place), Facts())
            for each in fact if type(fact) is tuple and part == "cutoffs" else (fact,):
                if isinstance(each, Linear):
                    ids = known.linear.setdefault((each.offset, each.slope, 0), [])
                elif isinstance(each, Shares):
                    is_slip = bool(one.box) and tuple(each) == tried
                    ids = known.whole if is_slip else known.constant.setdefault(each, [])
                elif (line := self._line_of(each, tried)) is not None:
                    ids = known.linear.setdefault(line, [])
                else:
                    ids = known.constant.setdefault(each, [])
                if ids[-1:] != [number]:
                    ids.append(number)

    def _line_of(self, number: Any, tried: tuple[float, ...]) -> tuple[float, float, int] | None:
        """Return how a number depends on the unknown ones: offset, slope, and which one."""
        most = self._searches[0].tree.sums[1]
        for place, value in enumerate(tried):
            if number == value:
                return 0.0, 1.0, place
            if len(tried) > 1 and math.isfinite(most) and number == float(most) - value:
                return float(most), -1.0, place
        return None


#: An interval for each player; a single number if both ends are equal.
_Box: TypeAlias = tuple[tuple[Value, Value], ...]


def _rest_of(box: _Box, found: _Box) -> list[_Box]:
    """Return the boxes that fill what is left of a box beside a smaller one in it."""
    rest: list[_Box] = []
    for at, ((low, high), (inner_low, inner_high)) in enumerate(zip(box, found, strict=True)):
        pieces: list[tuple[Value, Value]] = []
        if inner_low > low:
            pieces += [(low, inner_low), (inner_low, inner_low)]
        if inner_high < high:
            pieces += [(inner_high, inner_high), (inner_high, high)]
        rest += [(*found[:at], piece, *box[at + 1 :]) for piece in pieces]
    return rest
