"""Constraints on the numbers of a letter: for which x a node is pruned, visited or chosen."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

from engine.conventions import Convention
from engine.errors import InvalidInput, PlytraceError
from tracer.ask.answer import BandAnswer
from tracer.ask.questions import ask
from tracer.generate.spans import Span
from trees.editing import set_letter
from trees.hand_tree import HandTree
from trees.text import quote

#: The letter of a generated tree.
LETTER: Final = "x"

_FORM: Final = re.compile(r"\s*([^\s:=,]+)\s*:\s*(pruned|visited|move)\s*=\s*([^\s:=,]+)\s*")


@dataclass(frozen=True, slots=True)
class LetterBand:
    """The constraint that a question about a leaf's letter has a finite end."""

    leaf: str
    word: str
    asked: str

    def __str__(self) -> str:
        return f"{self.leaf}:{self.word}={self.asked}"

    @property
    def question(self) -> str:
        """The question for `tracer.ask`."""
        return f"{self.word} {self.asked}"

    def lettered(self, tree: HandTree) -> HandTree:
        """Return the tree with a letter at the leaf."""
        return set_letter(tree, tree.parse(self.leaf), LETTER)

    def answer(
        self, tree: HandTree, search: str, convention: Convention, values: Span
    ) -> BandAnswer | None:
        """Return the answer in a tree; None if it does not end within the range of the values."""
        try:
            node = tree.parse(self.leaf)
            if not tree.is_terminal(node):
                return None
            found = ask(self.lettered(tree), self.question, search, convention)
        except PlytraceError:  # the tree has no node or move of that name
            return None
        assert isinstance(found, BandAnswer)
        ends = [end for part in found.intervals or () for end in (part.low, part.high)]
        low, high = values
        if any(not math.isinf(end) and low <= end <= high for end in ends):
            return found
        return None


def read_letter_band(given: object) -> LetterBand:
    """Read a constraint such as `C1:pruned=C2`."""
    if isinstance(given, LetterBand):
        return given
    form = _FORM.fullmatch(given) if isinstance(given, str) else None
    if form is None:
        raise InvalidInput(
            f"{quote(str(given), 40)} is not a band",
            where="band",
            expected="a leaf and a question: C1:pruned=C2, C1:visited=C2 or C1:move=B",
        )
    return LetterBand(form[1], form[2], form[3])
