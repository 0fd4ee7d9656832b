"""The right answers to a problem that is a search, as a student would write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import Final

from engine.errors import UsageError
from tracer.check.answers import Answers
from tracer.check.parts import PARTS
from tracer.check.versions import Version
from tracer.values import show_number, show_window
from tracer.worksheet.model import Answer

__all__ = ["MOST_ANSWERED", "answer_to"]

#: Things that an answer may list: nobody writes down more by hand.
MOST_ANSWERED: Final = 2_000


def answer_to(
    part: str, version: Version, counts: Sequence[str] = (), answers: Answers | None = None
) -> Answer:
    """The right answer to a part, or that of somebody who has worked it otherwise.

    Args:
        part: its name.
        version: the problem as it was searched under the convention that students are told.
        counts: the counts that are asked for, where that is the part.
        answers: what somebody came to; None for the right answers.

    Raises:
        UsageError: the answer is too long for anybody.
    """
    answers, between = answers or version.answers, ", " if version.rules.names.spaced else " "
    if part == "visits":
        _check_length(answers.visits, part)
        return Answer(between.join(answers.visits))
    if part == "cutoffs":
        return _cutoffs(answers, version)
    if part == "counts":
        pairs = [(name, str(answers.counts[name])) for name in counts]
        return Answer(" ".join(f"{name}={number}" for name, number in pairs), tuple(pairs))
    if part == "move":
        return Answer(answers.moves[0] if answers.moves else "none")
    if part == "line":
        return Answer(between.join(answers.moves) or "none")
    if part == "utility":
        return Answer(show_number(answers.utility))
    claim = PARTS[part].wrote(answers, version.rules)
    _check_length(claim, part)
    return _of_nodes(part, claim, ", " if between == ", " else "  ")


def _check_length(found: Sized, part: str) -> None:
    """Refuse an answer that has too much in it.

    Raises:
        UsageError: it has.
    """
    if len(found) > MOST_ANSWERED:
        raise UsageError(
            f"{part} would be {len(found):,} entries",
            expected=f"at most {MOST_ANSWERED:,}",
            hint="Give it a limit of depth, or ask for counts",
        )


def _of_nodes(part: str, claim: Mapping[str, object], between: str) -> Answer:
    """What is said node by node."""
    if part == "windows":
        windows = {name: one for name, one in claim.items() if isinstance(one, tuple)}
        cells = [(name, *map(show_number, window)) for name, window in windows.items()]
        text = between.join(f"{name} {show_window(*window)}" for name, window in windows.items())
        return Answer(text, tuple(cells))
    pairs = [
        (name, show_number(one)) for name, one in claim.items() if isinstance(one, int | float)
    ]
    return Answer(between.join(f"{name}={value}" for name, value in pairs), tuple(pairs))


def _cutoffs(answers: Answers, version: Version) -> Answer:
    """The cutoffs that skip something, a line each, with the window that is wanted."""
    cells = []
    lines = []
    joint = ", " if version.rules.names.spaced else " "
    found = [one for one in answers.cuts if one.skipped]
    _check_length(found, "cutoffs")
    for cut in found:
        alpha, beta = cut.then if version.rules.window == "after" else cut.before
        ends = show_number(alpha), show_number(beta)
        skipped = joint.join(cut.skipped)
        cells.append((cut.at, *ends, skipped))
        colon = ":" if joint == ", " else ""
        lines.append(f"{cut.at}{colon} alpha={ends[0]} beta={ends[1]} skips {skipped}")
    places = ", ".join(one.at for one in answers.cuts if not one.skipped)
    remark = ""
    if places:
        remark = f"The test holds after the last child too, where nothing is left out: {places}."
    return Answer("\n".join(lines) or "none", tuple(cells), remark)
