"""Parts with a single answer: the move, the line, the root's value, and the counts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any, TypeVar

from engine.log.counts import COUNT_MEANINGS
from tracer.answers.answers import Answers, NodeValue
from tracer.answers.work_tree import Shares
from tracer.questions.base import Part, PartReading, Statement, Steps, Tally, WrongAt
from tracer.questions.claims import shown_value, value_agrees
from tracer.questions.game_paths import ROOT
from tracer.questions.orders import ENTRY_SIGN, may_continue, read_order
from tracer.questions.rules import Right, Rules, Way
from tracer.questions.single_entries import (
    NODES_GENERATED,
    counts_in,
    is_at_root,
    only_answer,
    read_move,
    read_root_value,
    says_count,
    says_move,
    says_root_value,
    without_count_names,
)
from tracer.questions.typed_text import is_none, without_reason
from tracer.text.numbers import show_number

_Said = TypeVar("_Said")


class _Single(Part[_Said]):
    """A part with one answer at the root."""

    @abstractmethod
    def fact(self, answers: Answers, rules: Rules) -> Any:
        """Return what is right."""

    def wrote(self, answers: Answers, rules: Rules) -> _Said:
        return self.fact(answers, rules)  # type: ignore[no-any-return]

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        return {self.name: self.fact(answers, rules)}

    def statements(self, claim: _Said, right: Right) -> list[Statement]:
        return [Statement(self.name, claim)]

    def message(self, claim: _Said, right: Right, tally: Tally) -> str:
        if tally.share() == 1:
            return f"{self.show(claim)} is right"
        return f"{self.correct(right[0][0])}, not {self.show(claim)}"

    def wrong(self, claim: _Said, right: Right, tally: Tally, steps: Steps) -> Iterator[WrongAt]:
        """Yield the last step, at which the root returns."""
        if tally.share() < 1:
            answers = right[0][0]
            yield WrongAt(steps.last, answers.path[0], self.clause(claim), self.correct(answers))

    @abstractmethod
    def clause(self, claim: _Said) -> str:
        """Return a claim as the end of a sentence that begins with "You"."""

    @abstractmethod
    def correct(self, answers: Answers) -> str:
        """Return what is right as a clause."""


class _Result(_Single[_Said]):
    """The move or the value at the root, each on one line."""

    def continues(self, above: Sequence[str], line: str, rules: Rules) -> bool:
        """Return whether a line has no sign of an entry, or the answer above is not whole."""
        return ENTRY_SIGN.search(line) is None or not self.reads_wholly(above[0], rules)


class Move(_Result[str]):
    """The move at the root."""

    name = "move"
    about = "the best move at the root, or the node that it leads to"
    compares = ("moves", "path")
    is_usual = True

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read a move or a node; none if the game is over."""

        def find(line: str) -> str | None:
            return "" if rules.is_over and is_none(line) else read_move(line, rules)

        return only_answer(text, find)

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a line says that a move is the best one."""
        said = without_reason(line)[0]
        claim, unread = self.read_marked(said, rules) if says_move(said) else PartReading(None)
        return bool(claim) and not unread and is_at_root(claim, rules)

    def wrote(self, answers: Answers, rules: Rules) -> str:
        return answers.moves[0] if answers.moves else ""

    def fact(self, answers: Answers, rules: Rules) -> tuple[str | None, ...]:
        """Return the names of the best moves, and of their nodes; empty if the game is over."""
        best = (*answers.moves[:1], *answers.path[1:2])
        return best + tuple(name for way in rules.ways for name in way[0]) if best else ("",)

    def agrees(self, said: str, fact: tuple[str | None, ...], rules: Rules) -> bool:
        return said in fact

    def show(self, claim: str) -> str:
        return claim or "none"

    def clause(self, claim: str) -> str:
        return f"choose {self.show(claim)}"

    def correct(self, answers: Answers) -> str:
        return f"the move is {answers.moves[0] if answers.moves else 'none'}"


class Line(_Single[tuple[str, ...]]):
    """The line of best play."""

    name = "line"
    about = "the moves of best play, or the nodes from the root, such as Q Q1"
    compares = ("moves", "path")
    is_usual = True
    is_list = True

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read moves or nodes."""
        names = rules.names

        def find(word: str) -> str | None:
            move = names.move(word)
            return move if names.is_move(move) or names.resembles_node(word) else None

        claim, unread = read_order(text, rules, find)
        begins_at_root = bool(claim) and claim[0] == ROOT and ROOT not in rules.parents
        nodes = claim[begins_at_root:] if claim else ()
        moves = tuple(move for node in nodes for move in names.moves_to(node))
        if len(moves) > len(nodes) and not any(_is_on_path(*pair) for pair in pairwise(nodes)):
            claim = moves  # the path to the last node, or pieces of it between passes
        return PartReading(claim, unread)

    def continues(self, above: Sequence[str], line: str, rules: Rules) -> bool:
        """Return whether a line has no entries, and begins at a child of the last node above."""
        return may_continue(
            above,
            line,
            rules,
            lambda listed, read: (
                rules.parents.get(read[0], listed[-1]) == listed[-1]
                and (read[0] in rules.parents or read[0] not in rules.inner)
            ),
        )

    def wrote(self, answers: Answers, rules: Rules) -> tuple[str, ...]:
        return answers.moves

    def fact(self, answers: Answers, rules: Rules) -> Way:
        return tuple(map(frozenset, zip(answers.moves, answers.path[1:], strict=False)))

    def items(self, claim: tuple[str, ...], answers: Answers, rules: Rules) -> float:
        return max(1, len(answers.moves))

    def tally(self, claim: tuple[str, ...], right: Right) -> Tally:
        """Count the moves in order, less those that are too many, under the best of all lines.

        A move counts that any right line has at this place. Passes may be left out.
        """
        answers, rules = right[0]
        tally = Tally(self.items(claim, answers, rules))
        if claim[:1] == answers.path[:1] and answers.path[0] not in answers.moves[:1]:
            claim = claim[1:]
        ways: Sequence[Way] = rules.ways or (self.fact(answers, rules),)
        if rules.ways and rules.ways_near:
            ways = rules.ways_near(claim)
        others = [way for other in right[1:] for way in other[1].ways or (self.fact(*other),)]
        if rules.passes:
            passes = _list_matching_steps(rules.passes, (*ways, *others))
            claim = tuple(name for name in claim if name not in passes)
            ways, others = (_drop_steps(lines, passes) for lines in (ways, others))
        share = max((self._share_of(claim, way, others) for way in ways), default=0.0)
        tally.earned = share * tally.items
        if share < 1:
            tally.wrong = [Statement(self.name, claim)]
        return tally

    def _share_of(self, claim: tuple[str, ...], due_way: Way, others: Sequence[Way]) -> float:
        """Return the share of a line that is right if one way is due."""
        accepted = tuple(
            frozenset[str | None]().union(*steps)
            for steps in zip_longest(due_way, *others, fillvalue=frozenset[str | None]())
        )
        if len(claim) > 2 * len(accepted):
            return 0.0  # more is charged than could be right
        ends = (at for at, step in enumerate(due_way) if None in step)
        due = due_way[: next(ends, len(due_way))]
        in_order = _in_order(claim, accepted[: len(due)])
        extra = len(claim) - max(len(due), _in_order(claim, accepted))
        earned = in_order - max(0, extra)
        return max(0.0, earned / len(due) if due else float(earned >= 0))

    def clause(self, claim: tuple[str, ...]) -> str:
        return f"give the line {_in_sentence(claim)}"

    def correct(self, answers: Answers) -> str:
        return f"the line is {_in_sentence(answers.moves)}"

    def message(self, claim: tuple[str, ...], right: Right, tally: Tally) -> str:
        if tally.share() == 1:
            return "the line is right"
        return f"{self.correct(right[0][0])}, not {_in_sentence(claim)}"


def _is_on_path(above: str, node: str) -> bool:
    """Return whether the path to a node of a game continues that to another one."""
    return node.startswith(f"{above} ")


def _in_sentence(line: tuple[str, ...]) -> str:
    """Return a line as a part of a sentence."""
    return " ".join(line) or "none"


def _list_matching_steps(moves: frozenset[str], ways: Iterable[Way]) -> frozenset[str | None]:
    """Return moves with the names of the nodes that they lead to on some lines."""
    return moves.union(*(step for way in ways for step in way if not step.isdisjoint(moves)))


def _drop_steps(ways: Iterable[Way], names: frozenset[str | None]) -> list[Way]:
    """Return lines without the steps of some names."""
    return [tuple(step for step in way if step.isdisjoint(names)) for way in ways]


def _in_order(claim: tuple[str, ...], way: Way) -> int:
    """Return the length of the longest common subsequence of a claim and a line."""
    row = [0] * (len(way) + 1)
    for name in claim:
        before = row
        row = [0]
        for at, step in enumerate(way):
            row.append(before[at] + 1 if name in step else max(before[at + 1], row[at]))
    return row[-1]


class Utility(_Result[NodeValue]):
    """The value of the root."""

    name = "utility"
    about = "the value of the root"
    compares = ("utility",)
    is_usual = True

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        return only_answer(text, lambda line: read_root_value(line, rules))

    def continues(self, above: Sequence[str], line: str, rules: Rules) -> bool:
        """Return whether a line may be another value of the root.

        The same value again may be the first of the values of all nodes.
        """
        claim, first = (self.read(text, rules).claim for text in (line, above[0]))
        if claim is not None and first is not None:
            return bool(claim != first)
        if claim is not None:
            return ENTRY_SIGN.search(line) is None
        return super().continues(above, line, rules)

    def instruction(self, rules: Rules) -> str:
        """Return what to answer: the value, or the vector."""
        return "the vector of the root" if rules.players else self.about

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a line says what the value of the root is."""
        return says_root_value(line, rules) and self.read_marked(line, rules).claim is not None

    def fact(self, answers: Answers, rules: Rules) -> NodeValue:
        return answers.utility

    def agrees(self, said: Any, fact: Any, rules: Rules) -> bool:
        return value_agrees(said, fact, rules.tolerance)

    def show(self, claim: NodeValue) -> str:
        return shown_value(claim)

    def clause(self, claim: NodeValue) -> str:
        return f"give the root the value {shown_value(claim)}"

    def correct(self, answers: Answers) -> str:
        return f"the root's value is {shown_value(answers.utility)}"

    def message(self, claim: NodeValue, right: Right, tally: Tally) -> str:
        """Say what is right, and for whom where MIN moves and only the sign is wrong."""
        message = super().message(claim, right, tally)
        answers, rules = right[0]
        if tally.share() == 1 or rules.chooser != "MIN" or isinstance(claim, Shares):
            return message
        is_negated = self.agrees(-claim, answers.utility, rules)
        return f"{message}; it is the value for MAX" if is_negated else message


class Counts(Part[dict[str, int | float]]):
    """The counts of visited nodes, cutoffs and so on."""

    name = "counts"
    about = "the counts of visited nodes, cutoffs and so on, such as visited=20 cutoffs=4"
    compares = ("counts",)

    def is_blank(self, given: Any) -> bool:
        """Return whether no number follows the names of counts, as on a blank form."""
        if isinstance(given, str):
            return not without_count_names(given).strip(" \t\n,;")
        return super().is_blank(given)

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a sentence counts nodes, as in "The search visited 11 nodes"."""
        claim, unread = counts_in(line)
        return bool(claim) and not unread and says_count(line)

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read counts by name, or a single number, which is the course's own count."""
        claim, unread = counts_in(text, rules)
        return PartReading(claim if claim or not unread else None, tuple(unread))

    def show(self, claim: dict[str, int | float]) -> str:
        return ", ".join(f"{name}={show_number(one)}" for name, one in claim.items()) or "none"

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, int | float]:
        return {"visited": answers.counts[rules.headline]}

    def expected(self, answers: Answers, rules: Rules) -> Collection[Hashable]:
        """Return the headline count; or all, if only what a sheet answers is graded."""
        return ("visited",) if rules.whole else COUNT_MEANINGS

    def items(self, claim: Mapping[str, float], answers: Answers, rules: Rules) -> float:
        """Return 1, or the number of claimed counts if only what a sheet answers is graded."""
        return 1 if rules.whole else sum(name in COUNT_MEANINGS for name in claim)

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        """Return all counts; "visited" means the course's headline count."""
        counts = answers.counts
        right: dict[Hashable, Any] = {name: counts.get(name, 0) for name in COUNT_MEANINGS}
        visited = counts[rules.headline]
        return {**right, "visited": visited, NODES_GENERATED: (visited, right["generated"])}

    def agrees(self, said: Any, fact: Any, rules: Rules) -> bool:
        """Return whether a count is right in one of its meanings."""
        return said in fact if isinstance(fact, tuple) else bool(said == fact)

    def tally(self, claim: dict[str, int | float], right: Right) -> Tally:
        """Return what a claim earns; without the headline count, any right one earns the item."""
        tally = super().tally(claim, right)
        if right[0][1].whole and "visited" not in claim and len(tally.wrong) < len(claim):
            tally.earned = 1.0
        return tally

    def message(self, claim: dict[str, int | float], right: Right, tally: Tally) -> str:
        """Describe which counts are right and wrong."""
        if not claim:
            return "no count is given"
        facts = self.facts(*right[0])
        wrong = [
            f"{name} is {_show_count(facts[name])}, not {show_number(said)}"
            for name, said, _ in tally.wrong
        ]
        if right[0][1].whole and "visited" not in claim and not tally.earned:
            wrong.append(f"visited is missing (it is {facts['visited']:,})")
        head = f"{len(claim) - len(tally.wrong)} of {len(claim)} right"
        if tally.earned and tally.charged:
            head += ", less one for each wrong count that is not asked for"
        return "; ".join([head, *wrong])

    def wrong(
        self, claim: dict[str, int | float], right: Right, tally: Tally, steps: Steps
    ) -> Iterator[WrongAt]:
        """Yield the last step, when the counts are final."""
        facts = self.facts(*right[0])
        for name, number, _ in tally.wrong:
            said = f"give {name} as {show_number(number)}"
            yield WrongAt(
                steps.last, right[0][0].path[0], said, f"it is {_show_count(facts[name])}"
            )

    def blank(self, rules: Rules) -> Any:
        return {"visited": ""}


def _show_count(fact: Any) -> str:
    """Return a count as text, or each of its meanings."""
    meanings = fact if isinstance(fact, tuple) else (fact,)
    return " or ".join(f"{meaning:,}" for meaning in meanings)
