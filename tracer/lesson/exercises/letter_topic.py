"""Trees with a letter at a leaf of exercises: for which numbers does something happen?"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine.errors import InvalidInput
from tracer.ask.answer import BandAnswer
from tracer.ask.questions import ask
from tracer.generate import Order, generate
from tracer.generate.order_keys import LETTER, LetterBand, read_letter_band
from tracer.generate.order_reading import read_order
from tracer.lesson.entries import map_at, texts_at
from tracer.lesson.exercises.exercise_topic import ExerciseSpec, ExerciseTopic, TopicKind
from tracer.lesson.figures import PageFigure
from tracer.marking.keys.problem import LetterQuestion, Problem, SearchRules
from tracer.runs.run import trace
from tracer.runs.unsearched import root_only
from trees.hand_tree import HandTree
from trees.yaml.plain_data import PlainFile

_BANDS: Final = "bands"
_SEARCH: Final = "alphabeta"


@dataclass(frozen=True, slots=True)
class LetterOrder:
    """The properties of the trees, and the questions, one of which each tree is for."""

    order: Order
    bands: tuple[LetterBand, ...]


class LetterTopic(ExerciseTopic):
    """A tree with a letter, and a question about it."""

    def __init__(self, spec: ExerciseSpec, tree: HandTree, band: LetterBand) -> None:
        self.tree = tree
        self.band = band
        problem = Problem(
            "the tree",
            tree,
            SearchRules(_SEARCH),
            (spec.convention,),
            spec.points,
            kind="ask",
            letter=LetterQuestion(band.question),
        )
        super().__init__(spec, problem)

    def about(self, part: str) -> str:
        """Return the question."""
        if self.band.word == "move":
            return f"For which {LETTER} does MAX play {self.band.asked}?"
        return f"For which {LETTER} is {self.band.asked} {self.band.word}?"

    def scene(self, step: int, *, is_worked: bool) -> PageFigure:
        """Return the tree, or after the exercise its search with the number at an end."""
        if not is_worked:
            return PageFigure(root_only(self.tree))
        number = self.end
        tree = self.tree.replace_letters({LETTER: number})
        return PageFigure(trace(tree, _SEARCH, self.spec.convention), 0, plays=True)

    @property
    def end(self) -> float:
        """The first finite end of the answer, the number at which something changes."""
        answer = ask(self.tree, self.band.question, _SEARCH, self.spec.convention)
        assert isinstance(answer, BandAnswer), "the question is for which numbers"
        ends = (float(end) for part in answer.intervals or () for end in (part.low, part.high))
        return next(end for end in ends if not math.isinf(end))


def _read(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    file = map_at(exercise, LETTERS.key, "a mapping with bands: and the properties of the trees")
    bands = tuple(map(read_letter_band, texts_at(file, _BANDS)))
    if not bands or "band" in file.entries:
        raise InvalidInput(
            "the exercise has no bands" if not bands else "band: cannot be combined with bands:",
            where=file.place(_BANDS if not bands else "band"),
            expected="bands: with a list, such as ['C1:pruned=C2', 'C1:move=B']",
        )
    entries = {key: value for key, value in file.entries.items() if key != _BANDS}
    order = read_order(entries, lambda key: f"{file.place(key)}: {key}")
    return replace(spec, order=LetterOrder(order, bands))


def _fresh(spec: ExerciseSpec, seed: str) -> LetterTopic:
    """Return a random tree for one of the questions."""
    band = Random(seed).choice(spec.order.bands)
    order = replace(spec.order.order, band=band, convention=spec.convention, search=_SEARCH)
    return LetterTopic(spec, generate(order, seed).tree, band)


#: Random trees with a letter.
LETTERS: Final = TopicKind(
    key="letters",
    usage="letters: with bands:",
    noun="tree",
    read=_read,
    make=lambda spec, seed, _: _fresh(spec, seed),
    parts={"numbers": "the numbers for which something happens"},
)
