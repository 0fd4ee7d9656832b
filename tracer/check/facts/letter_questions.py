"""Predict mode's questions about the letter of a searched tree, judged as on a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.errors import InvalidInput
from tracer.ask.answer import BandAnswer
from tracer.ask.intervals import ALL, join
from tracer.ask.letter_line import LetterLine
from tracer.check.facts.letter_mistakes import Claim, LetterMistakes
from tracer.check.facts.numbers import NumbersPart
from tracer.check.keys.problem import Problem
from tracer.misconceptions import MISTAKES
from tracer.misconceptions.of_letters import LETTER_MISTAKES
from tracer.predict import Verdict
from tracer.recording.recording import Recording
from trees.text import quote

#: The orders of moves in which a skipped child means that those after it are skipped too.
_FIXED_ORDERS: Final = frozenset({"given", "right-to-left"})


def letter_questions(recording: Recording, line: LetterLine | None) -> LetterQuestions | None:
    """Return the questions about a searched tree's letter."""
    is_repeated = recording.has_passes or recording.searches_again or recording.uses_playouts
    if line is None or is_repeated or recording.settings.order not in _FIXED_ORDERS:
        return None
    return None if line.tree.has_shared_nodes else LetterQuestions(line)


class LetterQuestions:
    """The questions for which numbers of a letter a search skips a node."""

    def __init__(self, line: LetterLine) -> None:
        self._line = line
        self.letter = line.letter
        self.leaves: Sequence[str] = line.leaves
        tree = line.tree
        above = {
            tree.children[edge]: node for node in range(len(tree)) for edge in tree.moves(node)
        }
        self._with_letter = set[str]()
        for name in self.leaves:
            node: int | None = tree.parse(name)
            while node is not None:
                self._with_letter.add(tree.ids[node])
                node = above.get(node)
        self._visited = [(one.interval, {*one.run.nodes}) for one in line.pieces]
        self._skipped: dict[str, Claim] = {}
        self._parts: dict[str, NumbersPart] = {}

    def is_asked(self, child: str, left: str) -> bool:
        """Return whether a cutoff test is about the letter.

        It is if the letter is below the child that has just returned, or if the test succeeds for
        some of the numbers for which it is made. So whether a question is asked does not tell what
        happens for the letter's current number.
        """
        if child in self._with_letter:
            return True
        return self._numbers(left) not in ((ALL,), self._numbers(child))

    def right(self, left: str) -> str:
        """Return the numbers for which the search skips a node."""
        part = self._part(left)
        return part.show(part.right)

    def judge(self, left: str, answer: str) -> Verdict:
        """Judge an answer as a sheet's, with a number that refutes it and its likely mistake."""
        part = self._part(left)
        claim = part.read(answer).claim
        if claim is None:
            raise InvalidInput(
                f"{quote(answer)} cannot be read",
                expected="an inequality, an interval, all or none",
            )
        right = part.show(part.right)
        if part.marked(claim)[0] == 1:
            return Verdict(True, f"The search skips {left} for {right}.")
        text = f"Right is {right}: {part.refutation(claim)}."
        slugs = part.mistakes(claim)
        # A mistake in the answer is likelier than one in the search, which seldom comes alone.
        if not slugs or (len(slugs) > 1 and slugs[0] not in LETTER_MISTAKES):
            return Verdict(False, text, "other numbers", alike=slugs)
        title = MISTAKES[slugs[0]].title
        return Verdict(False, f"{text} Common mistake: {title}.", title, slugs[0], alike=slugs)

    def _numbers(self, node: str) -> Claim:
        """Return the numbers for which the search skips a node."""
        if node not in self._skipped:
            place = self._line.tree.parse(node)
            # Its parent has children at every depth limit, so only a cutoff can skip it.
            found = (part for part, visited in self._visited if place not in visited)
            self._skipped[node] = tuple(join(found))
        return self._skipped[node]

    def _part(self, node: str) -> NumbersPart:
        if node not in self._parts:
            search, question = self._line.search, f"pruned {node}"
            right = self._numbers(node)
            problem = Problem(
                search.opened.label, search.opened, search.search, kind="ask", question=question
            )
            answer = BandAnswer(
                question, search.opened.label, search.search, self.letter, right, self._line.bands
            )
            mistakes = LetterMistakes(search, question, False, False, right)
            self._parts[node] = NumbersPart([answer], problem, mistakes)
        return self._parts[node]
