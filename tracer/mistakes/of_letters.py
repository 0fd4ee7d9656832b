"""The mistakes in answers about a letter that are not mistakes in a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class LetterMistake:
    """A mistake in an answer such as x ≤ 3."""

    slug: str
    title: str
    explanation: str
    hint: str


#: The mistakes by slug, the first named first.
LETTER_MISTAKES: Final[Mapping[str, LetterMistake]] = {
    one.slug: one
    for one in (
        LetterMistake(
            "tie-reversed",
            "an end of an interval is treated the wrong way",
            "The ends are right, but not whether they belong to the answer: that depends on what "
            "the convention does with equal values.",
            "What does the search do if the letter equals this number?",
        ),
        LetterMistake(
            "whole-for-reals",
            "only whole numbers are considered",
            "The letter can be any real number, so an end need not be the next whole number.",
            "Are there numbers between the last one that fits and the next whole number?",
        ),
        LetterMistake(
            "other-side",
            "the answer has the numbers for which it does not hold",
            "These are the other numbers: pruned and visited, or less and more, are reversed.",
            "Try one number of your answer: does the statement hold for it?",
        ),
        LetterMistake(
            "returned-or-true",
            "the returned value and the minimax value are confused",
            "After a cutoff a node returns only a bound, which need not be its minimax value.",
            "Which children of this node does the search skip?",
        ),
        LetterMistake(
            "other-node",
            "the answer is about another node",
            "The numbers are right for its parent, its child or its sibling.",
            "Which nodes does this cutoff skip, and which of them is asked about?",
        ),
        LetterMistake(
            "wrong-end",
            "the letter is compared with the wrong number",
            "The interval ends at the value of another leaf.",
            "Which bound does the node get when it is entered, and from where?",
        ),
    )
}
