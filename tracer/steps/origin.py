"""Why a number at a node is as it is: since which step, and the steps that made it.

`find_origin` answers for a bound, v, the returned value, the best move, the number of visits, and a
skipped child. A bound that a parent passed down is as old as the parent's bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from textwrap import fill
from typing import Any

from engine.errors import InvalidInput, UsageError
from engine.game import Player
from engine.log.visit_log import CHILDLESS, NO_PARENT, Flag
from engine.searches.maxn import largest_sum
from tracer.recording.fold import count_returned, fold
from tracer.recording.recording import Recording
from tracer.steps.cutoff_reason import cutoff_reason, short_name, tests_beta
from tracer.steps.navigation import explain_unvisited, find_visits, rows_named
from tracer.steps.visit_values import value_text
from tracer.text.numbers import json_number, show_number, show_window

#: Largest number of visits searched for a name.
_MOST = 100_000


class Quantity(StrEnum):
    """A number, or another fact, at a node."""

    ALPHA = "alpha"  #: α of its window
    BETA = "beta"  #: β of its window
    V = "v"  #: best value so far
    VALUE = "value"  #: value that it returned
    MOVE = "move"  #: best move so far
    VISITS = "visits"  #: number of visits so far
    SKIPPED = "skipped"  #: that a cutoff skipped it


_SIGNS = {Quantity.ALPHA: "α", Quantity.BETA: "β", Quantity.V: "v", Quantity.VALUE: "value"}


@dataclass(frozen=True, slots=True)
class NodeQuantity:
    """A quantity at a visited node, or one of its skipped children."""

    row: int
    quantity: Quantity
    child: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A step that led to a number."""

    step: int
    row: int
    quantity: Quantity
    value: float | str
    because: str
    inherited: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Since which step a quantity has its value, and the chain of steps that made it."""

    trace: Recording
    subject: NodeQuantity
    step: int
    value: float | str
    since: int
    links: tuple[Link, ...]
    sentence: str

    @property
    def node(self) -> str:
        """The name of the node."""
        return self.subject.child or self.trace.name(self.subject.row)

    def text(self, width: int | None = None) -> str:
        """Return the sentence, and below it one line for each step of the chain."""
        lines = [
            (f"step {one.step:,}", short_name(self.trace, one.row), show_quantity(one), one.because)
            for one in self.links
        ]
        widths = [max(len(line[column]) for line in lines) for column in range(3)]
        rows = (
            "  ".join([*map(str.ljust, line[:3], widths), line[3]])  # columns aligned
            for line in lines
        )
        sentence = self.sentence if width is None else fill(self.sentence, width)
        return "\n".join([sentence, "", *rows])

    def as_json(self) -> dict[str, Any]:
        """Return the answer in the schema `plytrace.why/1`."""
        return {
            "schema": "plytrace.why/1",
            "source": self.trace.source,
            "step": self.step,
            "node": self.node,
            "quantity": self.subject.quantity.value,
            "value": _json_value(self.value),
            "since": self.since,
            "sentence": self.sentence,
            "links": [
                {
                    "step": one.step,
                    "node": self.trace.name(one.row),
                    "quantity": one.quantity.value,
                    "value": _json_value(one.value),
                    "because": one.because,
                }
                for one in self.links
            ],
        }


def show_quantity(one: Link | Origin) -> str:
    """Format a quantity and its value: α = 3, move b2, skipped."""
    quantity = one.quantity if isinstance(one, Link) else one.subject.quantity
    if quantity is Quantity.SKIPPED:
        return "skipped"
    shown = one.value if isinstance(one.value, str) else show_number(one.value)
    return f"{_SIGNS[quantity]} = {shown}" if quantity in _SIGNS else f"{quantity.value} {shown}"


def numbers(trace: Recording, row: int, step: int) -> list[NodeQuantity]:
    """Return the quantities that a visited node has after a step, skipped children last."""
    log, tour = trace.log, trace.tour
    if trace.uses_playouts:
        return [NodeQuantity(row, Quantity.VISITS)]
    found = [Quantity.ALPHA, Quantity.BETA] if trace.has_window else []
    found.append(Quantity.V)
    if not log.flags[row] & Flag.INCOMPLETE and tour.left_at(row) <= step:
        found.append(Quantity.VALUE)
    count = count_returned(trace, row, step)
    if not log.flags[row] & CHILDLESS and fold(trace, row, count).best != NO_PARENT:
        found.append(Quantity.MOVE)
    found.append(Quantity.VISITS)
    skips = log.flags[row] & Flag.CUTOFF and tour.left_at(row) - 1 <= step
    skipped = trace.skipped(row) if skips else ()
    return [
        *(NodeQuantity(row, quantity) for quantity in found),
        *(NodeQuantity(row, Quantity.SKIPPED, child) for child in skipped),
    ]


# A quantity in words -----------------------------------------------------------------------


def find_quantity(trace: Recording, text: str, step: int) -> NodeQuantity:
    """Find the quantity that a text names, at the last visit that a step has reached."""
    text = " ".join(text.split())
    before, _, after = text.rpartition(".")
    known = {quantity.value: quantity for quantity in Quantity}
    quantity = known.get(after.lower()) if before else None
    name = before if quantity else text
    row = _visited(trace, name, step)
    if row is None and quantity in (None, Quantity.SKIPPED):
        parent = _skipped_at(trace, name, step)
        if parent is not None:
            skipped = {child.lower(): child for child in reversed(trace.skipped(parent))}
            return NodeQuantity(parent, Quantity.SKIPPED, skipped[name.lower()])
    if quantity is None and before and _visited(trace, before, len(trace.tour)) is not None:
        raise UsageError(
            f"{after!r} is not a quantity", expected=f"{before}. and one of {', '.join(known)}"
        )
    if row is None:
        later = _visited(trace, name, len(trace.tour))
        raise InvalidInput(
            f"{trace.name(later)} is first visited at step {trace.tour.entered_at(later):,}"
            if later is not None
            else explain_unvisited(trace, name) or f"no visited node is named {name!r}",
            expected=f"a node visited by step {step:,}, or the name of a child skipped by then",
        )
    if quantity is None:
        raise UsageError(
            f"{name} has several quantities",
            expected=" or ".join(f"{name}.{one.quantity}" for one in numbers(trace, row, step)),
        )
    subject = NodeQuantity(row, quantity)
    available = numbers(trace, row, step)
    if subject not in available:
        names = [one.quantity.value for one in available if not one.child]
        raise InvalidInput(
            f"{trace.name(row)} has no {quantity.value} at step {step:,}",
            expected=f"one of {', '.join(names)}",
        )
    return subject


def _visited(trace: Recording, name: str, step: int) -> int | None:
    """Return the last visit to a node with exactly this name that a step has reached."""
    wanted = name.lower()
    last = None
    for row in rows_named(trace, name, _MOST):
        if trace.tour.entered_at(row) <= step and trace.name(row).lower() == wanted:
            last = row if last is None else max(last, row)
    return last


def _skipped_at(trace: Recording, name: str, step: int) -> int | None:
    """Return the last visit, cut by the end of a step, that skipped a child with this name."""
    log, tour, wanted = trace.log, trace.tour, name.lower()
    if trace.game.named_by_path:
        above, _, _ = name.rpartition(" ")
        first = _visited(trace, above or trace.name(trace.root), step)
        same = () if first is None else _same_path(trace, first)
        rows: Iterable[int] = map(trace.cutting_row, same)
    else:
        rows = log.find_rows(Flag.CUTOFF)
    last = None
    for row in rows:
        cut = log.flags[row] & Flag.CUTOFF and tour.left_at(row) - 1 <= step
        if cut and wanted in (child.lower() for child in trace.skipped(row)):
            last = row
    return last


def _same_path(trace: Recording, row: int) -> list[int]:
    """Return all visits to a node: along the same actions from any root, in order."""
    return find_visits(trace, [trace.log.action[one] for one in trace.rows_to(row)[1:]])


# The origin --------------------------------------------------------------------------------


def find_origin(trace: Recording, subject: NodeQuantity, step: int) -> Origin:
    """Find since which step a quantity has its value, and the steps that made it."""
    row, quantity = subject.row, subject.quantity
    if quantity is Quantity.SKIPPED:
        links = _skip_links(trace, row)
        reason = cutoff_reason(trace, row)
        sentence = (
            f"{skipped_name(trace, subject)} is skipped since step {links[0].step:,}. {reason}"
        )
        return Origin(trace, subject, step, "skipped", links[0].step, tuple(links), sentence)
    if quantity is Quantity.VISITS:
        links = [_visit_link(trace, row, step)]
    else:
        links = _chain(trace, row, quantity, step)
    passed_down = list(takewhile(lambda one: one.inherited, links))
    first = links[len(passed_down)]
    about = f"{show_quantity(links[0])} at {short_name(trace, row)}"
    passed = _describe_passing(trace, first.row, [one.row for one in passed_down])
    sentence = f"{about}: since step {first.step:,}, when {first.because}{passed}."
    return Origin(trace, subject, step, links[0].value, first.step, tuple(links), sentence)


def skipped_name(trace: Recording, subject: NodeQuantity) -> str:
    """Return the name of a skipped child; in a game, its move and ply, as in `short_name`."""
    if not trace.game.named_by_path:
        return subject.child
    return f"{subject.child.rpartition(' ')[2]} (ply {trace.log.depth[subject.row] + 1})"


def _describe_passing(trace: Recording, owner: int, rows: list[int]) -> str:
    """Describe how a node passed its bound down to the first of some rows; empty without rows."""
    if not rows:
        return ""
    here, *between = [short_name(trace, row) for row in rows]
    if between:
        way = ", ".join(reversed(between))
        return f", and {short_name(trace, owner)} passed it down through {way} to {here}"
    window = show_window(trace.log.alpha[rows[0]], trace.log.beta[rows[0]])
    return f", and {short_name(trace, owner)} passed {window} down to {here}"


def _visit_link(trace: Recording, row: int, step: int) -> Link:
    rows = [one for one in _same_path(trace, row) if trace.tour.entered_at(one) <= step]
    last = rows[-1]
    times = f" for the {_ordinal(len(rows))} time" if len(rows) > 1 else ""
    because = f"{short_name(trace, last)} was entered{times}"
    return Link(trace.tour.entered_at(last), last, Quantity.VISITS, float(len(rows)), because)


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{'th' if number % 100 in (11, 12, 13) else ending}"


def _skip_links(trace: Recording, row: int) -> list[Link]:
    """Return the chain of a cutoff: the cut, then how v and the other bound were made."""
    cut = trace.tour.left_at(row) - 1
    other = Quantity.BETA if tests_beta(trace, row) else Quantity.ALPHA
    child = list(trace.log.children(row))[-1]
    returned = f"{short_name(trace, child)} returned {value_text(trace, child)}"
    because = f"{returned} to {short_name(trace, row)}, and the cutoff test succeeded"
    links = [Link(cut, row, Quantity.SKIPPED, "skipped", because), *_probe_links(trace, row)]
    if not _only_probed(trace, row):
        links += _chain(trace, row, Quantity.V, cut)
    if trace.has_window:
        links += _chain(trace, row, other, cut)
    unique = {(one.step, one.row, one.quantity): one for one in links}
    return sorted(unique.values(), key=lambda one: -one.step)


def _chain(trace: Recording, row: int, quantity: Quantity, step: int) -> list[Link]:
    """Return the steps that made a bound, a v, a returned value or a best move, latest first."""
    links: list[Link] = []
    at: tuple[int, Quantity, int] | None = (row, quantity, step)
    while at is not None:
        made, at = _made_by(trace, *at)
        links += made
    return sorted(links, key=lambda one: -one.step)  # the probes of a sum precede it


def _probe_links(trace: Recording, row: int) -> list[Link]:
    """Return the probes whose bounds are in the value of a chance node that returned early."""
    if not trace.log.flags[row] & Flag.EARLY_RETURN:
        return []
    name = short_name(trace, row)
    return [
        Link(
            trace.tour.left_at(probe),
            probe,
            Quantity.VALUE,
            trace.log.value[probe],
            f"the probe of {short_name(trace, probe)} returned "
            f"{show_number(trace.log.value[probe])} to {name}",
        )
        for probe in reversed(trace.log.unsearched_probes(row))
    ]


def _only_probed(trace: Recording, row: int) -> bool:
    """Return whether a node has children of which none was searched."""
    log = trace.log
    return not log.flags[row] & CHILDLESS and all(
        log.flags[child] & Flag.PROBE for child in log.children(row)
    )


def _made_by(
    trace: Recording, row: int, quantity: Quantity, step: int
) -> tuple[list[Link], tuple[int, Quantity, int] | None]:
    """Return the links that made a quantity, and the quantity that its value came from."""
    log, tour = trace.log, trace.tour
    name, entered = short_name(trace, row), tour.entered_at(row)
    if quantity is Quantity.VALUE:
        left, returned = tour.left_at(row), log.value[row]
        because = f"{name} returned {value_text(trace, row)}"
        value = returned if trace.vectors is None else value_text(trace, row)
        if log.flags[row] & CHILDLESS:
            return [Link(left, row, quantity, value, because)], (row, Quantity.V, left)
        clipped = fold(trace, row)
        if trace.settings.convention.returns == "fail-hard" and clipped.v != returned:
            source = Quantity.ALPHA if returned == log.alpha[row] else Quantity.BETA
            because += f", as fail-hard clips {show_number(clipped.v)} to the window"
            # The bound that clips is the one with which the node was entered.
            return [Link(left, row, quantity, value, because)], (row, source, entered)
        links = [Link(left, row, quantity, value, because), *_probe_links(trace, row)]
        return links, None if _only_probed(trace, row) else (row, Quantity.V, left)
    if quantity is Quantity.V and log.flags[row] & CHILDLESS:
        value = log.value[row]
        if log.flags[row] & Flag.REPEAT:
            known = log.answered_by(row)
            because = f"the table had {show_number(value)} for {name}, from visit {known + 1:,}"
            return [Link(entered, row, quantity, value, because)], (
                known,
                Quantity.VALUE,
                tour.left_at(known),
            )
        what = "utility" if log.flags[row] & Flag.TERMINAL else "evaluation"
        what = what if trace.vectors is None else "vector"
        because = f"{name} was entered: its {what} is {value_text(trace, row)}"
        return [Link(entered, row, quantity, value, because)], None
    count = count_returned(trace, row, step)
    now = _find_value(trace, row, quantity, count)
    while count and _find_value(trace, row, quantity, count - 1) == now:
        count -= 1
    if count:
        return _made_by_child(trace, row, quantity, count, now)
    parent = log.parent[row]
    if quantity in (Quantity.ALPHA, Quantity.BETA) and parent != NO_PARENT:
        before = count_returned(trace, parent, entered)
        above = short_name(trace, parent)
        window = show_window(log.alpha[row], log.beta[row])
        because = f"{above} entered {name} with the window {window}"
        if trace.vectors is not None:
            most = float(largest_sum(trace.settings))
            if quantity is Quantity.ALPHA or now == most - log.alpha[parent]:
                return [Link(entered, row, quantity, now, because)], None
            share = show_number(most - float(now))
            because += f": β = {show_number(most)} − {share}"
            return [Link(entered, row, quantity, now, because)], (parent, Quantity.ALPHA, entered)
        inherited = _find_value(trace, parent, quantity, before) == now
        link = Link(entered, row, quantity, now, because, inherited)
        return [link], (parent, quantity, entered) if inherited else None
    because = f"{name} was entered: v starts there"
    if quantity is not Quantity.V:
        window = show_window(log.alpha[row], log.beta[row])
        because = f"the search began at {name} with the window {window}"
    return [Link(entered, row, quantity, now, because)], None


def _made_by_child(
    trace: Recording, row: int, quantity: Quantity, count: int, value: float | str
) -> tuple[list[Link], tuple[int, Quantity, int] | None]:
    """Return the links of a quantity that changed when a child returned, as `_made_by` does."""
    log, tour, name = trace.log, trace.tour, short_name(trace, row)
    children = list(log.children(row))
    if log.player[row] == Player.CHANCE:
        sums = [child for child in children[:count] if not log.is_scout(child)]
        links = [
            Link(
                tour.left_at(child),
                row,
                quantity,
                fold(trace, row, children.index(child) + 1).v,
                f"{short_name(trace, child)} returned {value_text(trace, child)} to {name}",
            )
            for child in reversed(sums)
        ]
        return links, None
    child = children[count - 1]
    returned = f"{short_name(trace, child)} returned {value_text(trace, child)} to {name}"
    left = tour.left_at(child)
    # The child's return is this link; continue with what the child returned.
    (_, *further), source = _made_by(trace, child, Quantity.VALUE, left)
    return [Link(left, row, quantity, value, returned), *further], source


def _find_value(trace: Recording, row: int, quantity: Quantity, children: int) -> float | str:
    """Return the value of a quantity at a node after a number of returned children."""
    now = fold(trace, row, children)
    match quantity:
        case Quantity.ALPHA:
            return now.alpha
        case Quantity.BETA:
            return now.beta
        case Quantity.MOVE:
            return (None if now.best == NO_PARENT else trace.move_name(now.best)) or ""
        case _:
            return now.v


def _json_value(value: float | str) -> int | float | str | None:
    return value if isinstance(value, str) else json_number(value)
