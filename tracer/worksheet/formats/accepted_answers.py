"""Makes the questions of a bank: what is accepted is what the grader of the key accepts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice
from typing import Any, Final

from engine.mcts.hand_run import Direction
from tracer.answers.work_tree import Shares, WorkTree
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import OneGrader
from tracer.marking.grading.problem_grader import FactGrader
from tracer.marking.reading.sheet import Sheet
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.engine import list_readings
from tracer.questions import PARTS
from tracer.questions.items import Form, find_row
from tracer.text.numbers import show_number
from tracer.worksheet.contents.model import (
    SheetProblem,
    SheetQuestion,
    Solution,
    Worksheet,
)
from tracer.worksheet.contents.problem_setup import MadeProblem
from tracer.worksheet.contents.questions import LEAVE_BLANK, NUMBERS
from tracer.worksheet.formats.question_bank import (
    NOT_VISITED,
    AcceptedText,
    BankAnswer,
    BankProblem,
    BankQuestion,
    Choice,
    ChoiceAnswer,
    Field,
    TableAnswer,
    TableRow,
    WrittenAnswer,
)

#: The choice that is right if the search prunes nothing.
NOTHING_PRUNED: Final = "nothing is pruned"
_PRUNED: Final = (
    "Which children does the search prune? Choose the first node of each pruned branch, or "
    f"“{NOTHING_PRUNED}”."
)
_NUMBER: Final = " Give a decimal with at least two places if it is not a whole number."
#: The largest number of choices in one question.
_MOST_CHOICES: Final = 60
#: The largest number of lines of play that are listed.
_MOST_LINES: Final = 200
#: The largest number of wrong texts that earn something.
_MOST_PARTIAL: Final = 8


def bank_problem(
    worksheet: Worksheet,
    task: SheetProblem,
    made: MadeProblem,
    solution: Solution,
    grader: OneGrader,
) -> BankProblem:
    """Return a problem of a bank; it has no questions without points."""
    scored = [one for one in task.questions if one.part in (made.problem.parts or ())]
    bank = _SearchAnswers if isinstance(grader, Grader) else _BankAnswers
    answers = bank(solution, grader)
    questions = [answers.make_question(question) for question in scored]
    # A field for numbers on a platform may take no fraction; its own question says so.
    instructions = worksheet.instructions.removesuffix(NUMBERS).rstrip()
    texts = (instructions, task.statement)
    statement = "\n\n".join(text for text in texts if text)
    return BankProblem(replace(task, statement=statement), tuple(questions))


@dataclass
class _BankAnswers:
    """What a bank accepts as answers to the questions of a problem that is not a search."""

    solution: Solution
    grader: OneGrader
    #: Whether names contain spaces, so that commas separate them.
    spaced: bool = False
    #: How far a number may be off; None for the usual tolerance.
    tolerance: float | None = None

    def make_question(self, question: SheetQuestion) -> BankQuestion:
        """Return a question with its answer."""
        answer, text = self._answer(question), question.text
        if isinstance(answer, Field) and answer.numbers:
            text += _NUMBER
        elif question.blank.form is Form.LIST:
            text += f" Separate them by {'commas' if self.spaced else 'single spaces'}."
        return BankQuestion(question.part, question.points, text, answer)

    def _answer(self, question: SheetQuestion) -> BankAnswer:
        """Return the answer to a question, by the form in which it is written."""
        match question.blank.form:
            case Form.NUMBER:
                return self._make_field(self._list_claims(question.part))
            case Form.NAME:
                return self._name(question)
            case Form.LIST:
                return self._order(question)
        return WrittenAnswer(self.solution.answers[question.part].text)

    def _list_claims(self, part: str) -> list[Any]:
        """Return the right answers to a part, the preferred one first."""
        assert isinstance(self.grader, FactGrader), "the grader of no search"
        return [self.grader.items[part].right]

    def _list_names(self) -> list[str]:
        """Return the names among which the right one is: the directions of an MCTS run."""
        return [way.name for way in Direction]

    def _share(self, part: str, text: str) -> float:
        """Return the share of a part's points that a text earns; 0 if it has no points."""
        marked = self.grader.mark(Sheet("candidate", answers={part: text}))
        mark = next((mark for mark in marked.parts if mark.part == part), None)
        return mark.score / mark.most if mark and mark.most else 0.0

    def _make_field(
        self, right: Iterable[Any], heading: str = "", *, may_refuse: bool = True
    ) -> Field:
        """Return a field for a value, in which None is a node without one."""
        values = [*dict.fromkeys(right)]
        numbers = [one for one in values if isinstance(one, int | float) and math.isfinite(one)]
        texts = dict.fromkeys(text for value in values for text in spell_value(value))
        return Field(
            tuple(map(AcceptedText, texts)),
            tuple(numbers) if may_refuse and len(numbers) == len(values) else (),
            tolerance_of(numbers, self.tolerance),
            heading,
        )

    def _name(self, question: SheetQuestion) -> BankAnswer:
        item, names = self.grader.items[question.part], self._list_names()
        right = [*dict.fromkeys(map(item.show, self._list_claims(question.part)))]
        if right[0] not in names or len(names) > _MOST_CHOICES:
            return Field(tuple(map(AcceptedText, right)))
        accepted = [name == right[0] or self._share(question.part, name) >= 1 for name in names]
        return ChoiceAnswer(tuple(map(Choice, names, accepted)), several=False)

    def _order(self, question: SheetQuestion) -> Field:
        return Field(tuple(self._spell_orders(self._list_claims(question.part)).values()))

    def _spell_orders(self, orders: Iterable[Sequence[str]]) -> dict[str, AcceptedText]:
        """Return all spellings of right orders, by their text in lower case."""
        texts = (text for names in orders for text in list_spellings(names, spaced=self.spaced))
        accepted: dict[str, AcceptedText] = {}
        for text in texts:
            accepted.setdefault(text.casefold(), AcceptedText(text))
        return accepted


@dataclass
class _SearchAnswers(_BankAnswers):
    """The answers about a search."""

    def __post_init__(self) -> None:
        grader = self.grader
        assert isinstance(grader, Grader), "the grader of a search"
        self.version = grader.preferred
        self.versions = [*grader.versions]
        self.spaced = grader.has_spaced_names
        self.tolerance = self.version.rules.tolerance
        self.tree: WorkTree | None = self.version.task.tree
        #: The nodes down to the depth limit, since the tree may be deeper; none if it is too large.
        limit = math.inf if self.tree is None or self.tree.limit is None else self.tree.limit
        depths = self.tree.depth if self.tree is not None else []
        self.nodes = [node for node, depth in enumerate(depths) if depth <= limit]

    def make_question(self, question: SheetQuestion) -> BankQuestion:
        """Return a question with its answer, worded for what a platform can ask."""
        asked = super().make_question(question)
        text = asked.text
        if isinstance(asked.answer, ChoiceAnswer) and asked.answer.several:
            text = _PRUNED
        elif isinstance(asked.answer, TableAnswer):
            text = text.replace(LEAVE_BLANK, f" Write “{NOT_VISITED}” for nodes that are not.")
            is_of_nodes = find_row(question.part).form is Form.NODES
            if is_of_nodes and not PARTS[question.part].has_bounds:
                text += self._form_of_vectors()
            text += _NUMBER if is_of_nodes and self._has_fractions() else ""
        elif question.blank.form is Form.NUMBER and not text.endswith(_NUMBER):
            text += self._form_of_vectors()
        return replace(asked, text=text)

    def _form_of_vectors(self) -> str:
        """Return how to write a vector; empty if there is none."""
        players = self.version.rules.players
        example = ", ".join(str(2 * place) for place in range(len(players)))
        return f" Write a vector as in ({example})." if players else ""

    def _answer(self, question: SheetQuestion) -> BankAnswer:
        if question.blank.names_rows:
            return self._table(question)
        return self._pruned(question) if question.blank.columns else super()._answer(question)

    def _list_claims(self, part: str) -> list[Any]:
        """Return the right answers under each accepted convention."""
        return [PARTS[part].wrote(one.answers, one.rules) for one in self.versions]

    def _list_names(self) -> list[str]:
        game = self.version.trace.game
        root = game.initial
        if game.is_terminal(root):
            return []
        return [*dict.fromkeys(game.name_of(action) for action in game.actions(root))]

    # Orders ---------------------------------------------------------------------------------

    def _order(self, question: SheetQuestion) -> Field:
        orders = [*self._list_claims(question.part), *self._other_orders(question)]
        accepted = self._spell_orders(orders)
        for wrong in self._wrong_orders(question, accepted):
            accepted.setdefault(wrong.text.casefold(), wrong)
        return Field(tuple(accepted.values()))

    def _other_orders(self, question: SheetQuestion) -> Iterator[list[str]]:
        """Yield the other lines of play that are right, as moves."""
        if self.tree is None or not find_row(question.part).result:
            return
        moves = {*self.tree.moves}
        ways = (way for version in self.versions for way in version.rules.ways)
        for way in islice(ways, _MOST_LINES):
            yield [next(name for name in step if name in moves) for step in way]

    def _wrong_orders(
        self, question: SheetQuestion, right: Mapping[str, AcceptedText]
    ) -> Iterator[AcceptedText]:
        """Yield what students with a misconception write, with what the grader gives for it."""
        seen = {*right}
        count = 0
        for reading in list_readings(self.version.task) if question.points else ():
            names = PARTS[question.part].wrote(reading.answers, self.version.rules)
            spellings = list_spellings(names, spaced=self.spaced)
            if spellings[0].casefold() in seen or not names:
                continue
            seen.add(spellings[0].casefold())
            share = self._share(question.part, spellings[0])
            if 0 < share < 1:
                title = MISCONCEPTIONS[reading.slug].title
                yield from (AcceptedText(text, share, title) for text in spellings)
                count += 1
                if count == _MOST_PARTIAL:
                    return

    # Choices --------------------------------------------------------------------------------

    def _pruned(self, question: SheetQuestion) -> BankAnswer:
        written = WrittenAnswer(self.solution.answers[question.part].text)
        if self.tree is None or len(self.nodes) > _MOST_CHOICES:
            return written
        pruned = [
            {name for cut in version.answers.cuts for name in cut.skipped}
            for version in self.versions
        ]
        names = [*dict.fromkeys(self.tree.names[node] for node in self.nodes[1:])]
        if not set.union(*pruned) <= {*names}:
            return written
        choices = [Choice(name, _agreed(name in skipped for skipped in pruned)) for name in names]
        choices.append(Choice(NOTHING_PRUNED, _agreed(not skipped for skipped in pruned)))
        if not any(choice.right for choice in choices):
            return written
        return ChoiceAnswer(tuple(choices), several=True)

    # Tables ---------------------------------------------------------------------------------

    def _has_fractions(self) -> bool:
        """Return whether the given tree can have values that are not whole numbers."""
        tree = self.tree
        if tree is None or any(tree.chances):
            return True
        given = chain(tree.values, tree.estimates, *tree.shares)
        numbers = (float(value) for value in given if value is not None)
        return any(math.isfinite(one) and one != int(one) for one in numbers)

    def _table(self, question: SheetQuestion) -> TableAnswer:
        """Return a table with a row for each node or count."""
        part, (first, *headings) = question.part, question.blank.columns
        form, has_bounds = find_row(part).form, PARTS[part].has_bounds
        claims = self._list_claims(part)
        if form is Form.COUNTS:
            claims = [one.answers.counts for one in self.versions]
        # A field for numbers would refuse other answers, and so tell that they are wrong.
        may_refuse = not has_bounds and LEAVE_BLANK not in question.text

        def field_of(name: str, at: int, heading: str) -> Field:
            said = [claim.get(name) for claim in claims]
            right = (one[at] if has_bounds and one is not None else one for one in said)
            return self._make_field(right, heading, may_refuse=may_refuse)

        rows = (
            TableRow(name, tuple(field_of(name, *column) for column in enumerate(headings)))
            for name in question.blank.rows
        )
        return TableAnswer(first, tuple(rows))


def _agreed(verdicts: Iterable[bool]) -> bool | None:
    """Return whether a choice is right; None if accepted conventions disagree."""
    distinct = {*verdicts}
    return distinct.pop() if len(distinct) == 1 else None


# The spellings of an answer that platforms compare letter by letter.

_INFINITE: Final = ("inf", "∞", "+∞", "+inf", "infinity", "+infinity")
_NEGATIVE: Final = ("-inf", "−∞", "-∞", "−inf", "-infinity", "−infinity")
_LARGEST_DENOMINATOR: Final = 10_000
#: The spellings of the answer for a node that the search does not visit.
BLANK_SPELLINGS: Final = (NOT_VISITED, "-", "–", "none")


def spell_value(value: float | Shares | None) -> tuple[str, ...]:
    """Return the spellings of a value, or of none, the usual one first."""
    if value is None:
        return BLANK_SPELLINGS
    return share_spellings(value) if isinstance(value, Shares) else number_spellings(value)


def number_spellings(value: float) -> tuple[str, ...]:
    """Return the spellings of a number, the usual one first."""
    if math.isinf(value):
        return _INFINITE if value > 0 else _NEGATIVE
    size = abs(value)
    if size == int(size):
        texts = [str(int(size)), f"{int(size)}.0", f"{int(size)}.00"]
    else:
        texts = [show_number(size), *(f"{size:.{digits}f}" for digits in (2, 3, 4))]
        fraction = Fraction(size).limit_denominator(_LARGEST_DENOMINATOR)
        texts += [str(fraction)] if math.isclose(float(fraction), size, rel_tol=1e-12) else []
        texts += [text.removeprefix("0") for text in texts if text.startswith("0.")]
        texts += [text.replace(".", ",") for text in texts if "." in text]
    if value < 0:
        return tuple(dict.fromkeys(f"{sign}{text}" for sign in "-−" for text in texts))
    return tuple(dict.fromkeys(texts))


def share_spellings(shares: Shares) -> tuple[str, ...]:
    """Return the spellings of a vector, the usual one first; after a cutoff also as a bound."""
    texts = [*map(show_number, shares)]
    plain = [text.replace("−", "-") for text in texts]
    found = [
        f"{left}{joint.join(each)}{right}"
        for each in (texts, plain)
        for left, right in ("()", "[]", ("", ""))
        for joint in (", ", ",", " ", "; ", ";")
    ]
    if shares.known:
        share = texts[shares.known.mover]
        found += [f"{sign}{gap}{share}" for sign in ("≥", ">=") for gap in (" ", "")]
    return tuple(dict.fromkeys(found))


def tolerance_of(values: Iterable[float], wanted: float | None = None) -> float:
    """Return the tolerance for numbers: that of the key, or for two decimals."""
    if wanted is not None:
        return wanted
    return 0.0 if all(value == int(value) for value in values) else 0.005


def list_spellings(names: Sequence[str], *, spaced: bool) -> tuple[str, ...]:
    """Return the spellings of a list, the usual one first."""
    joints = (", ", ",") if spaced else (" ", ", ", ",")
    return tuple(dict.fromkeys(joint.join(names) for joint in joints))
