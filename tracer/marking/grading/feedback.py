"""Messages about misconceptions and the first mistake."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.answers.work_tree import Shares
from tracer.marking.grading.accepted_conventions import ProblemVersion
from tracer.marking.grading.marks import SheetMarks
from tracer.marking.results.record import Departure, NamedMisconception
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.engine import Suspect
from tracer.questions import PARTS
from tracer.questions.base import WrongAt
from tracer.questions.cutoffs import Cutoffs
from tracer.questions.items import Form
from tracer.questions.leaves import Pruned
from tracer.questions.nodes import CompleteValues
from tracer.questions.visits import COMES_NEXT, Visits
from tracer.recording.fold import fold
from tracer.runs.search_trace import Trace
from tracer.steps.cutoff_reason import format_cut_test, short_name
from tracer.steps.narration import list_values, value_reason, weighted_sum
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import show_number, show_window
from tracer.text.printable_text import begin_sentence
from trees.text import quote

#: Children whose values explain the minimax value of a node.
_MOST_LISTED = 6
_UNFINISHED = "Nothing that you wrote is wrong; your answer may simply be unfinished"


def named_misconception(
    one: Suspect, marks: SheetMarks, *, of_program: bool = False
) -> NamedMisconception:
    """Return the record of a misconception."""
    misconception = MISCONCEPTIONS[one.reading.slug]
    step = marks.first_shows(one.reading)
    explanation, hint = misconception.explanation, misconception.hint
    if of_program:
        explanation = misconception.of_program or explanation
        hint = misconception.hint_of_program or hint
    where = f" ({one.reading.where})" if one.reading.where else ""
    text = f"{begin_sentence(misconception.title)}{where}. "
    if one.reading.elsewhere:
        text += f"Not wrong everywhere: this is {one.reading.elsewhere}. "
    text += explanation
    if len(marks.wrong()) > 1 and not marks.is_explained_by(one):
        text += " This explains the first mistake, but not all of them."
    return NamedMisconception(one.reading.slug, one.fit, step, text, hint, node=one.reading.node)


def departures_of(marks: SheetMarks, *, of_program: bool = False) -> Iterator[Departure]:
    """Yield the first mistake of a sheet, and then the first in each other part with mistakes."""
    for part, wrong in marks.list_first_mistakes().items():
        yield _describe_departure(marks, wrong, part, of_program=of_program)


def _describe_departure(
    marks: SheetMarks, wrong: WrongAt, part: str, *, of_program: bool
) -> Departure:
    """Describe a mistake: what was written, what is right, and why."""
    claim = f"You {wrong.claim}"
    if of_program:  # in the third person
        verb, _, rest = wrong.claim.partition(" ")
        claim = f"The program {verb}s {rest}"
    if isinstance(PARTS[part], CompleteValues):
        reason = minimax_reason(marks.mixture.first, wrong.node)
    else:
        reason = _reason(marks.mixture.first, wrong.step, wrong.node, part)
    reason = reason.removesuffix(".")
    following, comes_next, _ = wrong.right.partition(COMES_NEXT)
    names = (wrong.node, following if comes_next else "")
    sentences = [claim, begin_sentence(wrong.right, *names), reason]
    if not of_program and not marks.mistaken_parts:
        sentences.append(_UNFINISHED)
    message = "".join(f"{one}. " for one in sentences if one).rstrip()
    node = wrong.node or quote("")  # a sheet may name no node
    return Departure(wrong.step, node, message, part, reason, is_missing=wrong.is_missing)


def _reason(version: ProblemVersion, step: int, node: str, part: str) -> str:
    """Explain what the search does at a step, in terms of the part and the node if possible."""
    trace = version.trace
    now = trace.at(step)
    event = now.event
    if PARTS[part].row.form is Form.COUNTS:
        return ""
    if event.kind is EventKind.CUT and event.name != node:  # else the value of the last child
        return _cutoff_text(trace, event.parent, event.name)
    if part == Visits.name:
        return "" if event.entering else now.sentence
    if part == Cutoffs.name and event.name == node:
        return "The search visits all of its children"
    if event.name != node:
        return ""
    if part == Pruned.name and event.entering:
        return _visit_reason(trace, event.row)
    reason = ""
    if event.kind is EventKind.ENTER and trace.has_window:
        reason = _window_text(trace, event.row)
    elif not event.entering:
        reason = value_reason(trace, event.row, of_equal=bool(version.rules.ways))
        if not reason and not trace.log.actions[event.row]:  # such as one at the depth limit
            reason = trace.at(trace.tour.entered_at(event.row)).sentence
    return reason or now.sentence


def _visit_reason(trace: Trace, row: int) -> str:
    """Say after what the search goes on to a node: the test before it, or before one above it.

    A first child is right behind its parent.
    """
    parents = trace.log.parent
    while row and parents[row] == row - 1:
        row -= 1
    return trace.at(trace.tour.entered_at(row) - 1).sentence if row else ""


def minimax_reason(version: ProblemVersion, node: str) -> str:
    """Say which children the minimax value of a node comes from; empty if there are many."""
    tree, complete = version.task.tree, version.rules.complete
    value = complete.get(node)
    if tree is None or value is None or isinstance(value, Shares):
        return ""
    at = tree.names.index(node)
    children = ((name, complete[name]) for name in map(tree.names.__getitem__, tree.children[at]))
    values = {name: one for name, one in children if not isinstance(one, Shares)}
    if not values or len(values) > _MOST_LISTED:
        return ""
    if tree.player[at] is Player.CHANCE:
        terms = zip(map(float, tree.chances[at]), values.values(), strict=True)
        return f"{weighted_sum(terms, value)}, the mean of its outcomes"
    which = "largest" if tree.player[at] is Player.MAX else "smallest"
    return f"It is the {which} of {list_values(values)}"


def _cutoff_text(trace: Trace, row: int, child: str) -> str:
    """Say after which child the search leaves a node, and with which test."""
    test = format_cut_test(trace, row)
    return f"With {test} the search leaves {short_name(trace, row)} after {child}"


def _window_text(trace: Trace, row: int) -> str:
    """Say where the window of a node comes from; empty if it is not simply its parent's."""
    log, parent = trace.log, trace.log.parent[row]
    window = show_window(log.alpha[row], log.beta[row])
    if parent == NO_PARENT:
        return f"The search begins with {window}"
    if trace.vectors is not None:
        return ""
    returned = sum(1 for sibling in log.children(parent) if sibling < row)
    now = fold(trace, parent, returned)
    if (now.alpha, now.beta) != (log.alpha[row], log.beta[row]):
        return ""
    name = short_name(trace, parent)
    if math.isinf(now.v):
        return f"No child of {name} has returned, so it passes its own window down"
    return f"{name} has v = {show_number(now.v)} and passes its own window down"
