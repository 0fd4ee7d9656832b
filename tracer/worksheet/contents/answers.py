"""The right answers to a search problem, as a student would write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import Final

from engine.errors import UsageError
from tracer.answers.answers import Answers
from tracer.answers.shares import Shares
from tracer.check.grading.accepted_conventions import ProblemVersion
from tracer.check.parts import PARTS
from tracer.check.parts.claimed_value import shown_value
from tracer.text.numbers import show_number, show_window
from tracer.worksheet.contents.model import Answer


#: The largest number of entries in an answer: no one writes more by hand.
MOST_ANSWERED: Final = 2_000


def answer_to(
    part: str, version: ProblemVersion, counts: Sequence[str] = (), answers: Answers | None = None
) -> Answer:
    """Return the right answer to a part, or the answer that other results give."""
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
        return Answer(shown_value(answers.utility))
    claim = PARTS[part].wrote(answers, version.rules)
    _check_length(claim, part)
    return _of_nodes(part, claim, ", " if between == ", " else "  ")


def _check_length(found: Sized, part: str) -> None:
    """Refuse an answer that has too many entries."""
    if len(found) > MOST_ANSWERED:
        raise UsageError(
            f"{part} would have {len(found):,} entries",
            expected=f"at most {MOST_ANSWERED:,}",
            hint="Give the problem a depth:, or let it ask for counts",
        )


def _of_nodes(part: str, claim: Mapping[str, object], between: str) -> Answer:
    """Return the answer that gives one entry per node."""
    if part == "windows":
        windows = {name: one for name, one in claim.items() if isinstance(one, tuple)}
        cells = [(name, *map(show_number, window)) for name, window in windows.items()]
        text = between.join(f"{name} {show_window(*window)}" for name, window in windows.items())
        return Answer(text, tuple(cells))
    pairs = [
        (name, shown_value(one))
        for name, one in claim.items()
        if isinstance(one, int | float | Shares)
    ]
    return Answer(between.join(f"{name}={value}" for name, value in pairs), tuple(pairs))


def _cutoffs(answers: Answers, version: ProblemVersion) -> Answer:
    """Return the cutoffs that prune something, one per line, with the expected window."""
    cells: list[tuple[str, ...]] = []
    lines = []
    joint = ", " if version.rules.names.spaced else " "
    found = [one for one in answers.cuts if one.skipped]
    _check_length(found, "cutoffs")
    for cut in found:
        alpha, beta = cut.then if version.rules.window == "after" else cut.before
        ends = show_number(alpha), show_number(beta)
        skipped = joint.join(cut.skipped)
        colon = ":" if joint == ", " else ""
        if version.rules.players:
            cells.append((cut.at, skipped))
            lines.append(f"{cut.at}{colon} skips {skipped}")
        else:
            cells.append((cut.at, *ends, skipped))
            lines.append(f"{cut.at}{colon} alpha={ends[0]} beta={ends[1]} skips {skipped}")
    places = ", ".join(one.at for one in answers.cuts if not one.skipped)
    remark = ""
    if places:
        remark = (
            "The cutoff test succeeds only after the last child, so nothing is pruned, at: "
            f"{places}."
        )
    return Answer("\n".join(lines) or "none", tuple(cells), remark)
