"""The question about the letter of a tree: for which numbers a cutoff skips children."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.game import Player
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.recording.recording import Recording

#: Most names in a list of leaves or children.
_NAMED = 3


class LetterFacts(Protocol):
    """The letter of a searched tree; `tracer.check` finds the right numbers and judges answers."""

    letter: str
    #: The names of the leaves that have it.
    leaves: Sequence[str]

    def is_asked(self, child: str, left: str) -> bool:
        """Return whether a cutoff test is about the letter."""

    def right(self, left: str) -> str:
        """Return the numbers for which the search skips a node."""

    def judge(self, left: str, answer: str) -> Verdict:
        """Judge numbers for which the search skips a node."""


class LetterNumbers(QuestionKind):
    """Asks for which numbers of the tree's letter a cutoff skips the other children."""

    id = "letter"
    about = "for which numbers of a letter children are skipped"
    field = "numbers"
    rank = 70

    def __init__(self, facts: LetterFacts | None = None) -> None:
        self._facts = facts

    def fits(self, moment: Moment) -> int:
        """Return the most at a cutoff test with the letter that could skip a child."""
        if self._facts is None or not (moment.returns and moment.trace.has_window):
            return 0
        if moment.frame.player is Player.CHANCE:
            has_test = moment.trace.known_bounds is not None
        else:
            has_test = moment.is_bounded
        left = _left(moment) if has_test else ()
        return 70 if left and self._facts.is_asked(moment.event.name, left[0]) else 0

    def ask(self, moment: Moment) -> Question:
        """Return the question for the numbers."""
        assert self._facts is not None, "it fits no step without a letter"
        facts, frame, left = self._facts, moment.frame, _left(moment)
        letter, player = facts.letter, frame.player
        kind = "chance" if player is Player.CHANCE else player.name
        text = (
            f"{moment.event.name} returns to {frame.name}, a {kind} node. Let {letter} be the "
            f"value of {_listed(facts.leaves)}. For which {letter} does the search skip "
            f"{_listed(left)}?"
        )
        hint = "an inequality, an interval, all or none"
        # The first of them decides: if it is skipped, so are the others.
        return Question(
            moment.then.step, self, text, hint, facts.right(left[0]), frame.row, about=left[0]
        )

    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge an inequality, an interval, a union of them, all or none."""
        assert self._facts is not None, "the question is about a letter"
        return self._facts.judge(question.about, answer)


def _left(moment: Moment) -> list[str]:
    """Return the names of the children that a cutoff would skip now, in search order."""
    return moment.trace.children_left(moment.frame.row, moment.frame.returns)


def _listed(names: Sequence[str]) -> str:
    """Join names as in a sentence; count those beyond the third."""
    shown = [*names[:_NAMED]]
    if len(names) > _NAMED + 1:
        shown.append(f"{len(names) - _NAMED} more")
    else:
        shown = [*names]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
