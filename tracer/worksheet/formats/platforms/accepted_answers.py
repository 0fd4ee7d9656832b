"""Makes the questions of a bank: what is accepted is what the grader of the key accepts."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.log.visit_log import NO_PARENT
from engine.mcts.hand_run import HandRunSetup
from tracer.answers.shares import Shares
from tracer.answers.work_tree import Value, WorkTree
from tracer.marking.grading.accepted_conventions import ProblemVersion
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import OneGrader
from tracer.marking.reading.formats import sheet_of_text
from tracer.mistakes import MISCONCEPTIONS, Reading
from tracer.questions import PARTS
from tracer.text.numbers import show_number, show_vector
from tracer.worksheet.contents.answers import answer_to
from tracer.worksheet.contents.model import SheetProblem, SheetQuestion, Solution, Worksheet
from tracer.worksheet.contents.problem_setup import MadeProblem, SearchSetup, setup_of
from tracer.worksheet.contents.questions import LEAVE_BLANK, NODE_COLUMNS
from tracer.worksheet.formats.platforms.question_bank import (
    BLANK_SPELLINGS,
    NOT_VISITED,
    AcceptedText,
    BankAnswer,
    BankProblem,
    BankQuestion,
    Choice,
    ChoiceAnswer,
    NumberAnswer,
    TableAnswer,
    TableCell,
    TableRow,
    TextAnswer,
    WrittenAnswer,
    list_spellings,
    number_spellings,
    share_spellings,
    tolerance_of,
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
#: The largest number of lines of play that are tried.
_MOST_LINES: Final = 200
#: The largest number of wrong texts that earn something.
_MOST_PARTIAL: Final = 8
_MOST_WINDOWS: Final = 12
#: The parts that are lists of names.
_LISTS: Final = ("visits", "line", "leaves", "pruned")


def bank_problem(
    worksheet: Worksheet,
    task: SheetProblem,
    made: MadeProblem,
    solution: Solution,
    grader: OneGrader,
) -> BankProblem:
    """Return a problem of a bank."""
    if isinstance(grader, Grader):
        of_search = _OfSearch(made, task, grader)
        questions = [of_search.question(one) for one in task.questions]
    else:
        questions = [_of_facts(one, made, solution, grader) for one in task.questions]
    texts = (worksheet.instructions, task.statement)
    return BankProblem(
        number=task.number,
        title=task.title,
        statement="\n\n".join(text for text in texts if text),
        figure=task.figure,
        table=task.table,
        questions=tuple(questions),
    )


def _share(grader: OneGrader, part: str, text: str) -> float:
    """Return the share of a part's points that a text earns; 0 if the part has no points."""
    marked = grader.mark(sheet_of_text(json.dumps({part: text}), "candidate", ".json"))
    mark = next((one for one in marked.parts if one.part == part), None)
    return mark.score / mark.most if mark and mark.most else 0.0


def _of_facts(
    question: SheetQuestion, made: MadeProblem, solution: Solution, grader: OneGrader
) -> BankQuestion:
    """Return a question about a matrix or an MCTS run."""
    part, right = question.part, solution.answers[question.part].text
    answer: BankAnswer = WrittenAnswer(right)
    text = question.text
    if part == "utility":
        value = _number_in(right)
        if value is not None:
            answer, text = NumberAnswer((value,), tolerance_of([value])), text + _NUMBER
    elif part == "move":
        run = setup_of(made)
        assert isinstance(run, HandRunSetup), "only a run has moves"
        names = ("N", "W", "S", "E")
        choices = (Choice(name, _is_right(grader, part, name, right)) for name in names)
        answer = ChoiceAnswer(tuple(choices), several=False)
    elif part == "expanded":
        spellings = list_spellings(right.split(), spaced=False)
        answer = TextAnswer(tuple(map(AcceptedText, spellings)))
        text += _separated(spaced=False)
    return BankQuestion(part, question.points, text, answer)


def _is_right(grader: OneGrader, part: str, text: str, right: str) -> bool:
    return text == right or _share(grader, part, text) >= 1


def _number_in(text: str) -> float | None:
    """Return the number in a right answer; None if it is not a finite number."""
    plain = text.strip().replace("−", "-")
    top, _, bottom = plain.partition("/")
    try:
        value = float(top) / float(bottom or 1)
    except (ValueError, ZeroDivisionError):
        return None
    return value if math.isfinite(value) else None


def _separated(*, spaced: bool) -> str:
    """Return the instruction for a list of names."""
    between = "commas" if spaced else "single spaces"
    return f" Separate them by {between}."


class _OfSearch:
    """The questions of a search problem."""

    def __init__(self, made: MadeProblem, task: SheetProblem, grader: Grader) -> None:
        self.made, self.task, self.grader = made, task, grader
        self.version = grader.preferred
        self.versions = [*grader.versions]
        self.spaced = grader.spaced
        self.tree: WorkTree | None = self.version.task.tree
        #: The nodes down to the depth limit; empty if the tree is too large.
        self.nodes = _nodes_to_limit(self.tree) if self.tree is not None else []

    def question(self, question: SheetQuestion) -> BankQuestion:
        """Return one question with its answer."""
        part, text = question.part, question.text
        answer: BankAnswer
        if part in _LISTS:
            answer = self._list(part)
            text += _separated(spaced=self.spaced)
        elif part == "utility":
            answer = self._utility()
            text += _NUMBER if isinstance(answer, NumberAnswer) else self._form_of_vectors()
        elif part == "move":
            answer = self._move()
        elif part == "cutoffs":
            answer, text = self._pruned(), _PRUNED
            if isinstance(answer, WrittenAnswer):
                text = question.text
        else:
            answer = self._table(question)
            text = text.replace(LEAVE_BLANK, f" Write “{NOT_VISITED}” for nodes that are not.")
            text += self._form_of_vectors() if part == "values" else ""
            text += _NUMBER if part in NODE_COLUMNS and self._has_fractions() else ""
        return BankQuestion(part, question.points, text, answer)

    def _form_of_vectors(self) -> str:
        """Return how to write a vector; empty if there is none."""
        players = self.version.rules.players
        example = ", ".join(str(2 * place) for place in range(len(players)))
        return f" Write a vector as in ({example})." if players else ""

    # Lists ----------------------------------------------------------------------------------

    def _list(self, part: str) -> TextAnswer:
        accepted: dict[str, AcceptedText] = {}
        right = [self._names(part, version) for version in self.versions]
        for names in [*right, *(self._other_lines() if part == "line" else ())]:
            for text in list_spellings(names, spaced=self.spaced) or ("none",):
                accepted.setdefault(text.casefold(), AcceptedText(text or "none"))
        if self._question(part).points:
            for wrong in self._wrong_lists(part, accepted):
                accepted.setdefault(wrong.text.casefold(), wrong)
        items = tuple(right[0]) if part == "visits" and self._orders(right) else ()
        return TextAnswer(tuple(accepted.values()), items)

    def _names(self, part: str, version: ProblemVersion) -> list[str]:
        answers = version.answers
        answer_to(part, version)  # refuses lists that are too long
        return list(PARTS[part].wrote(answers, version.rules))

    def _orders(self, right: Sequence[Sequence[str]]) -> bool:
        """Return whether students may see the visited nodes: the search visits all of them."""
        given = setup_of(self.made)
        assert isinstance(given, SearchSetup), "the setup of a search"
        if given.prunes or given.kind.uses_playouts or self.tree is None:
            return False
        names = right[0]
        same = all(one == names for one in right)
        return (
            same
            and len({*names}) == len(names)
            and {*names} == {self.tree.names[one] for one in self.nodes}
        )

    def _other_lines(self) -> Iterator[list[str]]:
        """Yield the other lines of play that the grader accepts."""
        tree = self.tree
        if (
            tree is None
            or tree.children.count([]) > _MOST_LINES
            or not self._question("line").points
        ):
            return
        for leaf, below in enumerate(tree.children):
            if below:
                continue
            moves: list[str] = []
            node = leaf
            while tree.parent[node] != NO_PARENT:
                moves.insert(0, tree.moves[node])
                node = tree.parent[node]
            text = list_spellings(moves, spaced=self.spaced)[0]
            if moves and _share(self.grader, "line", text) >= 1:
                yield moves

    def _wrong_lists(self, part: str, right: Mapping[str, AcceptedText]) -> Iterator[AcceptedText]:
        """Yield what students with a misconception write, with what the grader gives for it."""
        seen = {*right}
        count = 0
        for reading in self._readings():
            answers = reading.answers
            names = list(answers.visits if part == "visits" else answers.moves)
            spellings = list_spellings(names, spaced=self.spaced)
            if not names or spellings[0].casefold() in seen:
                continue
            seen.add(spellings[0].casefold())
            share = _share(self.grader, part, spellings[0])
            if 0 < share < 1:
                title = MISCONCEPTIONS[reading.slug].title
                yield from (AcceptedText(text, share, title) for text in spellings)
                count += 1
                if count == _MOST_PARTIAL:
                    return

    def _readings(self) -> Iterator[Reading]:
        """Yield the readings of all misconceptions."""
        for kind in MISCONCEPTIONS.values():
            yield from kind.readings(self.version.task)

    # Single answers -------------------------------------------------------------------------

    def _utility(self) -> BankAnswer:
        found = dict.fromkeys(one.answers.utility for one in self.versions)
        vectors = [value for value in found if isinstance(value, Shares)]
        if vectors:
            each = dict.fromkeys(text for shares in vectors for text in share_spellings(shares))
            return TextAnswer(tuple(map(AcceptedText, each)))
        values = tuple(value for value in found if not isinstance(value, Shares))
        if all(map(math.isfinite, values)):
            return NumberAnswer(values, tolerance_of(values, self.version.rules.tolerance))
        texts = dict.fromkeys(text for value in values for text in number_spellings(value))
        return TextAnswer(tuple(map(AcceptedText, texts)))

    def _move(self) -> BankAnswer:
        right = answer_to("move", self.version).text
        game = self.version.trace.game
        root = game.initial
        names: list[str] = []
        if not game.is_terminal(root):
            names = [*dict.fromkeys(game.name_of(one) for one in game.actions(root))]
        if right not in names or len(names) > _MOST_CHOICES:
            accepted = dict.fromkeys(answer_to("move", one).text for one in self.versions)
            return TextAnswer(tuple(map(AcceptedText, accepted)))
        choices = (Choice(name, _is_right(self.grader, "move", name, right)) for name in names)
        return ChoiceAnswer(tuple(choices), several=False)

    def _pruned(self) -> BankAnswer:
        written = WrittenAnswer(answer_to("cutoffs", self.version).text)
        if self.tree is None or len(self.nodes) > _MOST_CHOICES:
            return written
        pruned = [
            {name for cut in one.answers.cuts for name in cut.skipped} for one in self.versions
        ]
        names = [*dict.fromkeys(self.tree.names[one] for one in self.nodes[1:])]
        every, some = set.intersection(*pruned), set.union(*pruned)
        if not some <= {*names}:
            return written
        choices = [Choice(name, _verdict(name in every, name in some)) for name in names]
        nothing = [not one for one in pruned]
        choices.append(Choice(NOTHING_PRUNED, _verdict(all(nothing), any(nothing))))
        if not any(one.right for one in choices):
            return written
        return ChoiceAnswer(tuple(choices), several=True)

    # Tables ---------------------------------------------------------------------------------

    def _has_fractions(self) -> bool:
        """Return whether the given tree can have values that are not whole numbers."""
        tree = self.tree
        if tree is None or any(tree.chances):
            return True
        if tree.players:
            values = [float(share) for shares in tree.shares for share in shares]
        else:
            values = [*map(float, self._leaves(tree))]
        return any(math.isfinite(one) and one != int(one) for one in values)

    def _table(self, question: SheetQuestion) -> TableAnswer:
        part, columns = question.part, question.blank.columns
        # A field for numbers would refuse other answers, and so tell that they are wrong.
        is_vector = part == "values" and bool(self.version.rules.players)
        numeric = part != "windows" and not is_vector and LEAVE_BLANK not in question.text
        counts = question.blank.rows if part == "counts" else ()
        found = [
            {row[0]: row[1:] for row in answer_to(part, one, counts).cells} for one in self.versions
        ]
        rows = tuple(
            TableRow(
                name,
                tuple(
                    self._cell(
                        heading,
                        [one[name][at] if name in one else None for one in found],
                        numeric=numeric,
                        vectors=self._vectors_of(name) if is_vector else (),
                    )
                    for at, heading in enumerate(columns[1:])
                ),
            )
            for name in question.blank.rows
        )
        return TableAnswer(columns[0], rows, tuple(self._choices(part, rows, found)))

    def _vectors_of(self, name: str) -> list[Shares]:
        """Return the vectors of a node that are right under some version."""
        found = dict.fromkeys(one.answers.values.get(name) for one in self.versions)
        return [value for value in found if isinstance(value, Shares)]

    def _cell(
        self,
        heading: str,
        texts: Sequence[str | None],
        *,
        numeric: bool,
        vectors: Sequence[Shares] = (),
    ) -> TableCell:
        """Return a cell that accepts the texts of all versions; None is a node without one."""
        distinct = [*dict.fromkeys(texts)]
        values = [None if text is None or vectors else _value_of(text) for text in distinct]
        spellings = [
            BLANK_SPELLINGS if value is None else number_spellings(value) for value in values
        ]
        if vectors:
            blank = [BLANK_SPELLINGS] if None in distinct else []
            spellings = [*map(share_spellings, vectors), *blank]
        numbers = [value for value in values if value is not None and math.isfinite(value)]
        alone = numbers[0] if numeric and len(values) == len(numbers) == 1 else None
        tolerance = tolerance_of(numbers, self.version.rules.tolerance)
        right = distinct[0] if distinct[0] is not None else NOT_VISITED
        accepted = dict.fromkeys(text for each in spellings for text in each)
        return TableCell(heading, right, tuple(accepted), alone, tolerance)

    def _choices(
        self, part: str, rows: Sequence[TableRow], found: Sequence[Mapping[str, Sequence[str]]]
    ) -> Iterable[str]:
        """Return the answers among which each row's is; empty if versions disagree."""
        if part not in NODE_COLUMNS or any(one != found[0] for one in found):
            return ()
        right = [row.right for row in rows]
        if part == "windows":
            others = self._windows()
        else:
            others = [] if self.tree is None else self._leaf_values(self.tree)
        if not others:
            return ()  # the right answers alone could be found by elimination
        is_offered = NOT_VISITED in right or LEAVE_BLANK in self._question(part).text
        skipped = [NOT_VISITED] if is_offered else []
        numbered = {*right, *others} - {NOT_VISITED}
        return [*sorted(numbered, key=_by_number), *skipped]

    def _question(self, part: str) -> SheetQuestion:
        return next(one for one in self.task.questions if one.part == part)

    def _leaf_values(self, tree: WorkTree) -> list[str]:
        if any(tree.chances):
            return []
        if tree.players:
            return [show_vector(map(float, shares)) for shares in tree.shares if shares]
        return [show_number(float(value)) for value in self._leaves(tree)]

    def _leaves(self, tree: WorkTree) -> Iterator[Value]:
        """Yield the values of the leaves, with the evaluations at the depth limit."""
        for one in self.nodes:
            value = tree.estimates[one] if tree.children[one] else tree.values[one]
            if _is_leaf(tree, one) and value is not None:
                yield value

    def _windows(self) -> list[str]:
        """Return windows that students with a misconception write."""
        inner = {*self._question("windows").blank.rows}
        found: dict[str, None] = {}
        for reading in self._readings():
            for name, (alpha, beta) in reading.answers.windows.items():
                if name in inner and len(found) < _MOST_WINDOWS:
                    found[f"({show_number(alpha)}, {show_number(beta)})"] = None
        return [*found]


def _nodes_to_limit(tree: WorkTree) -> list[int]:
    """Return the nodes of a tree down to its depth limit; the tree may be deeper."""
    if tree.limit is None:
        return [*range(len(tree))]
    return [one for one in range(len(tree)) if tree.depth[one] <= tree.limit]


def _is_leaf(tree: WorkTree, node: int) -> bool:
    return not tree.children[node] or tree.depth[node] == tree.limit


def _verdict(in_all: bool, in_some: bool) -> bool | None:
    return True if in_all else (None if in_some else False)


def _value_of(text: str) -> float:
    """Return the number that `show_number` wrote."""
    plain = text.replace("−", "-").replace("∞", "inf")
    top, _, bottom = plain.partition("/")
    return float(top) / float(bottom or 1)


def _by_number(text: str) -> tuple[float, ...]:
    """Return a key that sorts numbers and windows."""
    return tuple(map(_value_of, text.strip("()").split(", ")))
