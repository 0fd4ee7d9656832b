"""What is said of a misconception, and of the point at which a sheet goes wrong."""

from __future__ import annotations

from tracer.check.diagnosis import SAME, Suspect
from tracer.check.marks import Marks
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.check.record import Departure, Finding
from tracer.search_trace import Trace
from tracer.values import show_number, show_window
from trees.quoting import quoted

__all__ = ["departure_of", "finding_of"]


def finding_of(
    one: Suspect, marks: Marks, *, unfinished: bool = False, of_program: bool = False
) -> Finding:
    """A misconception as the record tells of it.

    Args:
        one: the misconception, and how much of the sheet is as it would be with it.
        marks: the sheet's marks.
        unfinished: whether the sheet may merely not have been finished.
        of_program: whether a program answered, and not a person.
    """
    misconception = MISCONCEPTIONS[one.reading.slug]
    step = marks.first_shows(one.reading)
    sheet = "what the program does" if of_program else "the sheet"
    if one.fit >= 1 - SAME:
        how = f"It reproduces {sheet} and"
    else:
        how = f"It accounts for {one.fit:.0%} of {sheet}, where the right search has "
        how += f"{marks.fit_of_right():.0%}. It"
    title = misconception.title
    if title[0].isascii():
        title = title[0].upper() + title[1:]
    where = f" ({one.reading.where})" if one.reading.where else ""
    if of_program:
        search = marks.version.trace.search
        title = f"The program searches like {search} with a slip: {misconception.title}"
    told = f"{title}{where}. "
    if one.reading.elsewhere:
        told += f"Not wrong everywhere: this is {one.reading.elsewhere}. "
    explanation, hint = misconception.explanation, misconception.hint
    if of_program:
        explanation = misconception.of_program or explanation
        hint = misconception.hint_of_program or hint
    told += f"{explanation} {how} first shows at step {step}."
    if unfinished:
        told += " An order that is merely not finished looks the same."
    return Finding(one.reading.slug, one.fit, step, told, hint)


def departure_of(marks: Marks) -> Departure | None:
    """Where a sheet first goes wrong; None where it does not."""
    wrong = marks.wrong()
    if not wrong:
        return None
    first = wrong[0]
    here = [one.said for one in wrong if one.step == first.step]
    claimed = "; ".join(dict.fromkeys(filter(None, here)))
    told = _situation(marks.version.trace, first.step, claimed)
    node = first.node or quoted("")  # a sheet may hold a name that is empty
    return Departure(first.step, node, claimed, told)


def _situation(trace: Trace, step: int, claimed: str) -> str:
    """The state at a step, what happens there, and what was claimed instead."""
    now = trace.at(step)
    frames = [
        f"{frame.name} v = {show_number(frame.v)}"
        + (f" {show_window(frame.alpha, frame.beta)}" if trace.has_window else "")
        for frame in now.stack
    ]
    stack = f" Open nodes: {'; '.join(frames)}." if frames else ""
    instead = f" Instead, {claimed}." if claimed else ""
    return f"At step {step}: {now.sentence}{stack}{instead}"
