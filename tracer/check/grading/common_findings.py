"""Misconceptions over several problems or trees: what all wrong answers bear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tracer.check.grading.grader import Grader
from tracer.check.results.record import MarkedSheet, NamedMisconception
from tracer.misconceptions import MISCONCEPTIONS

#: The misconception that any search may show, and that no right answer refutes.
_ONE_SLIP: Final = "arithmetic-slip"


def common_findings(
    graders: Mapping[str, Grader], marks: Mapping[str, MarkedSheet]
) -> tuple[NamedMisconception, ...]:
    """Return the misconceptions that all wrong answers bear and no right answer refutes.

    Of these, those that explain most. A problem in which a misconception cannot show says nothing
    about it, and neither does a problem without answers.
    """
    answered = {
        name: grader
        for name, grader in graders.items()
        if grader.diagnoses and any(part.read for part in marks[name].parts)
    }
    borne = {
        name: {one.slug: one for one in (*marks[name].findings, *marks[name].others)}
        for name in answered
    }
    found: dict[str, NamedMisconception] = {}
    fits: dict[str, float] = {}
    for slug in MISCONCEPTIONS:
        bearing = {name: each[slug] for name, each in borne.items() if slug in each}
        silent = {name: grader for name, grader in answered.items() if name not in bearing}
        if not bearing or any(_contradicts(slug, silent[name], marks[name]) for name in silent):
            continue
        name, best = max(bearing.items(), key=lambda pair: round(pair[1].fit, 9))
        found[slug] = replace(best, problem=name)
        fits[slug] = round(sum(one.fit for one in bearing.values()) / len(bearing), 9)
    most = max(fits.values(), default=0)
    return tuple(one for slug, one in found.items() if fits[slug] == most)


def _contradicts(slug: str, grader: Grader, marked: MarkedSheet) -> bool:
    """Return whether answers that do not bear a misconception speak against it."""
    if marked.departure is None:
        return grader.refutes(slug, marked)
    return slug == _ONE_SLIP or grader.can_show(slug, marked)
