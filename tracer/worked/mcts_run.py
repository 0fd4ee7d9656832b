"""An MCTS run by hand as steps: selection, expansion, playout and backup of each iteration."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import ClassVar, Final, TextIO

from engine.mcts.hand_run import (
    Direction,
    HandRun,
    HandRunNode,
    HandRunSetup,
    Identity,
    Iteration,
    Selection,
    SelectionScore,
    neighbour,
    run_by_hand,
)
from engine.mcts.statistics import bonus
from tracer.drawing.terminal.tree_chart import Rows, make_row
from tracer.mcts.hand_run import (
    HEADS,
    cell_text,
    format_constant,
    format_rounded,
    list_cells,
    list_rows,
    run_record,
    settings_text,
)
from tracer.questions.forms import Cell, Names, Numbers, names_by_spelling
from tracer.questions.question import ExpectedAnswer, Question
from tracer.questions.rules import Rules
from tracer.text.document import (
    Article,
    Block,
    Bullets,
    Document,
    Heading,
    Layout,
    Paragraph,
    Table,
)
from tracer.text.printable_text import join_names
from tracer.worked.mcts_drawing import TreeState, draw_tree
from tracer.worked.worked_run import WorkedRun, WorkedStep

_SELECTION: Final = "Selection"
_EXPANSION: Final = "Expansion"
_PLAYOUT: Final = "Playout"
_BACKUP: Final = "Backup"
#: Decimals of a question about UCB1.
_DECIMALS: Final = 2


class WorkedMcts(WorkedRun):
    """An MCTS run by hand."""

    PHASES: ClassVar[tuple[str, ...]] = (_SELECTION, _EXPANSION, _PLAYOUT, _BACKUP)

    def __init__(self, source: str, problem: HandRunSetup) -> None:
        self.problem = problem
        self.run: HandRun = run_by_hand(problem)
        self._ucb1 = problem.selection is Selection.UCB1
        self._rule = "UCB1" if self._ucb1 else "mean"
        super().__init__(source, problem.name or "MCTS by hand", [*self._list_steps()])
        # The last step of each iteration.
        self._ends = [n for n, one in enumerate(self.steps) if one.phase == _BACKUP]

    def step_after(self, iteration: int) -> int:
        """Return the step at the end of an iteration, from 1; 0 is the start."""
        return self._ends[iteration - 1] if iteration else 0

    def notes(self, iteration: int) -> list[str]:
        """Return the sentences of an iteration's steps, each with its phase."""
        part = f"Iteration {iteration} of {len(self.problem.directions)}"
        return [part, *(f"{one.phase}: {one.sentence}" for one in self.steps if one.part == part)]

    def history(self, step: int) -> Rows:
        """Return the finished iterations: direction, added node and reward."""
        done = self.run.iterations[: bisect_right(self._ends, step)]
        if not done:
            return ()
        rows = [
            make_row((f"  {'iteration':<11}{'direction':<11}{'adds':<14}{'reward':>8}", "name"))
        ]
        for one in done:
            adds = f"{one.expanded.name} {cell_text(one.node)}"
            reward = format_rounded(one.reward)
            text = f"  {one.number:<11}{one.direction.name:<11}{adds:<14}{reward:>8}"
            rows.append(make_row((text, "leaf")))
        return tuple(rows)

    def draw(self, step: int, width: int, height: int = 0) -> Rows:
        """Draw the tree with its counts, one node per row."""
        return draw_tree(self.steps[step].state, "UCB1" if self._ucb1 else "score", width)

    def article(self, *, has_tables: bool = True) -> Article:
        """Return the run as an article, with a table after each iteration or after the last."""
        blocks: list[Block] = [Paragraph(f"{settings_text(self.problem)}.")]
        parts = groupby(self.steps[1:], lambda step: step.part)
        for iteration, (part, steps) in zip_longest(self.run.iterations, parts):
            direction = f", direction {iteration.direction.name}" if iteration else ""
            blocks.append(Heading(f"{part}{direction}"))
            for step in steps:
                if step.phase != _BACKUP:  # the table shows it
                    blocks.append(Paragraph(step.sentence))
                if step.phase == _SELECTION and step.lines:
                    blocks.append(Bullets(step.join_lines()))
            if iteration and (has_tables or iteration is self.run.iterations[-1]):
                blocks.append(Table(HEADS, [*map(list_cells, iteration.table)]))
        return Article(self.title, blocks)

    def write(self, out: TextIO, format_name: str, layout: Layout) -> None:
        """Write the run in one of `DOCUMENT_FORMATS`."""
        Document(
            self.article,
            lambda: list_rows(self.run),
            lambda: run_record(self.problem, self.run),
        ).write(format_name, out, layout)

    def _list_steps(self) -> Iterator[WorkedStep]:
        problem, run = self.problem, self.run
        nodes: tuple[HandRunNode, ...] = (HandRunNode(problem.start, 0, ()),)
        directions = " ".join(one.name for one in problem.directions)
        yield WorkedStep(
            "Start",
            "",
            f"The tree is only the root {cell_text(problem.start)}, without a visit.",
            (f"{settings_text(problem)}.", "", f"Directions: {directions}"),
            state=TreeState(nodes),
        )
        for one in run.iterations:
            yield from self._iteration(one, nodes)
            nodes = one.table
        if run.lacking:
            text = run.lacking.found
            text = f"{text[:1].upper()}{text[1:]}."
            yield WorkedStep("The run stops", "", text, state=TreeState(nodes))
        else:
            yield self._next(nodes)

    def _iteration(self, one: Iteration, nodes: tuple[HandRunNode, ...]) -> Iterator[WorkedStep]:
        problem = self.problem
        part = f"Iteration {one.number} of {len(problem.directions)}"
        node, way = nodes[0], [nodes[0]]
        for scores, taken in zip(one.choices, one.chosen, strict=True):
            yield self._selection(part, one.number, nodes, tuple(way), scores, taken)
            node = self._find_child(nodes, node, taken)
            way.append(node)
        paths = tuple(each.path for each in way)
        tried = [d for d in Direction if self._child(nodes, node, d) is not None]
        if not one.choices:
            free = join_names([d.name for d in Direction if d not in tried])
            have = "has" if len(tried) == len(Direction) - 1 else "have"
            text = (
                f"The descent ends at the root {cell_text(node.cell)}: {free} {have} no visit yet."
            )
            yield WorkedStep(part, _SELECTION, text, state=TreeState(nodes, paths))
        new = HandRunNode(one.node, node.depth + 1, (*node.path, one.expanded))
        grown = tuple(sorted((*nodes, new), key=lambda each: each.depth))
        paths = (*paths, new.path)
        state = TreeState(grown, paths, new.path)
        yield replace(self._expansion(part, one, nodes, node), state=state)
        reward = format_rounded(one.reward)
        yield WorkedStep(
            part,
            _PLAYOUT,
            f"The playout from {cell_text(one.node)} gives the reward {reward}.",
            ("A program would play at random from there.", "Here the problem gives the reward."),
            state=state,
        )
        state = TreeState(one.table, paths, new.path, updated=True)
        yield replace(self._backup(part, one, (*way, new)), state=state)

    def _child(
        self, nodes: Sequence[HandRunNode], node: HandRunNode, direction: Direction
    ) -> HandRunNode | None:
        """Return a node's child in a direction if it is in the tree, else None."""
        cell = neighbour(node.cell, direction, self.problem.axis)
        path = (*node.path, direction)
        by_path = self.problem.identity is Identity.PATHS
        for one in nodes:
            if (
                one.depth == node.depth + 1
                and one.cell == cell
                and (one.path == path or not by_path)
            ):
                return one
        return None

    # Selection --------------------------------------------------------------------------------

    def _selection(
        self,
        part: str,
        number: int,
        nodes: tuple[HandRunNode, ...],
        way: tuple[HandRunNode, ...],
        scores: tuple[SelectionScore, ...],
        taken: Direction,
    ) -> WorkedStep:
        chosen = next(score for score in scores if score.direction is taken)
        sentence = (
            f"Every child of {cell_text(way[-1].cell)} has a visit, so {self._rule} decides: the "
            f"largest is {format_rounded(chosen.value)} for {_child_text(chosen)}"
            f"{_tie(scores, chosen)}."
        )
        does = f"iteration {number} select"
        return self._choice(part, sentence, nodes, way, scores, chosen, number, does)

    def _choice(
        self,
        part: str,
        sentence: str,
        nodes: tuple[HandRunNode, ...],
        way: tuple[HandRunNode, ...],
        scores: tuple[SelectionScore, ...],
        chosen: SelectionScore,
        number: int,
        does: str,
    ) -> WorkedStep:
        """Return the step that selects a child of the last node of a way, with its questions."""
        node = way[-1]
        children = {
            score.direction: self._find_child(nodes, node, score.direction) for score in scores
        }
        visits = {direction: child.visits for direction, child in children.items()}
        lines = self._score_lines(scores, visits, node.visits, chosen.direction)
        questions = self._selection_questions(
            scores, visits, node.visits, chosen, cell_text(node.cell), number, does
        )
        state = TreeState(
            nodes,
            tuple(above.path for above in way),
            scores={children[score.direction].path: score.value for score in scores},
            selected=children[chosen.direction].path,
        )
        return WorkedStep(part, _SELECTION, sentence, lines, questions, state)

    def _find_child(
        self, nodes: Sequence[HandRunNode], node: HandRunNode, direction: Direction
    ) -> HandRunNode:
        """Return the child of a node that a score is about."""
        child = self._child(nodes, node, direction)
        assert child is not None, "a child with a score is in the tree"
        return child

    def _score_lines(
        self,
        scores: Sequence[SelectionScore],
        visits: Mapping[Direction, int],
        parent: int,
        taken: Direction,
    ) -> tuple[str, ...]:
        """Work the score of every child out in numbers."""
        lines = []
        if self._ucb1:
            c = format_constant(self.problem.c)
            lines += ["UCB1 = mean + C · √(ln N / n)", f"C = {c}, N = {parent}", ""]
        for one in scores:
            mark = " ←" if one.direction is taken else ""
            name = one.direction.name
            if self._ucb1:
                lines += [
                    f"{name} {self._formula(one, visits[one.direction], parent)}",
                    f"  = {_sum(one)}{mark}",
                ]
            else:
                lines.append(f"{name}  mean {format_rounded(one.mean)}{mark}")
        return tuple(lines)

    def _formula(self, one: SelectionScore, visits: int, parent: int) -> str:
        c = format_constant(self.problem.c)
        return f"{format_rounded(one.mean)} + {c} · √(ln {parent} / {visits})"

    def _selection_questions(
        self,
        scores: Sequence[SelectionScore],
        visits: Mapping[Direction, int],
        parent: int,
        chosen: SelectionScore,
        where: str,
        number: int,
        does: str,
    ) -> tuple[Question, ...]:
        """Return the questions about a selection: a score, and then the selected child."""
        questions: list[Question] = []
        if self._ucb1:
            # Another child each time, whichever is selected.
            one = scores[number % len(scores)]
            n = visits[one.direction]
            mistakes = {
                float(one.mean) + bonus(parent, n, self.problem.c): "N and n exchanged",
                float(one.mean): "the mean alone",
                one.added: "the second term alone",
            }
            rounded = round(one.value, _DECIMALS)
            questions.append(
                Question(
                    "UCB1",
                    f"Selection at {where}, with N = {parent} and C = "
                    f"{format_constant(self.problem.c)}. {_child_text(one)} has n = {n} and the "
                    f"mean {format_rounded(one.mean)}. What is its UCB1?",
                    Numbers(hint="a number with two decimals"),
                    ((rounded,), (one.value,)),
                    f"{self._formula(one, n, parent)} = {_sum(one)}.",
                    hidden=(format_rounded(one.value), f"{one.value:.{_DECIMALS}f}"),
                    expected=tuple(
                        ExpectedAnswer((number,), mistake=name) for number, name in mistakes.items()
                    ),
                )
            )
        names = {
            _child_text(one): (
                one.direction.name,
                one.direction.value,
                cell_text(one.cell),
                cell_text(one.cell).strip("()"),
            )
            for one in scores
        }
        questions.append(
            Question(
                "selected child",
                f"Which child of {where} does {does}, by the largest {self._rule}?",
                Names(Rules(names_by_spelling(names)), "its direction or its cell"),
                ((_child_text(chosen),),),
                f"Its {self._rule} is {format_rounded(chosen.value)}, "
                f"and {_runner_up(scores, chosen)}.",
            )
        )
        return tuple(questions)

    # Expansion and backup ---------------------------------------------------------------------

    def _expansion(
        self, part: str, one: Iteration, nodes: Sequence[HandRunNode], node: HandRunNode
    ) -> WorkedStep:
        name = one.expanded.name
        where, added = cell_text(one.parent), cell_text(one.node)
        if one.passed_over:
            skipped = join_names([d.name for d in one.passed_over])
            have = "has" if len(one.passed_over) == 1 else "have"
            reason = f"{skipped} of {where} {have} a visit, so {name} is next counterclockwise"
        else:
            reason = f"{name} of {where} has no visit yet"
        lines = [f"Direction of this iteration: {one.direction.name}", ""]
        for direction in one.direction.counterclockwise():
            child = self._child(nodes, node, direction)
            cell = cell_text(neighbour(node.cell, direction, self.problem.axis))
            if child is not None:
                lines.append(f"{direction.name} {cell}: n = {child.visits}")
            else:
                lines.append(
                    f"{direction.name} {cell}: no visit"
                    + ("  ← added" if direction is one.expanded else "")
                )
        axis = "y + 1" if self.problem.axis.value == "up" else "y − 1"
        question = Question(
            "added cell",
            f"The direction of this iteration is {one.direction.name}; north is {axis}. Which cell "
            f"does it add below {where}?",
            Cell(ways=self._list_ways(node)),
            ((float(one.node[0]), float(one.node[1])),),
            f"{reason[:1].upper()}{reason[1:]}.",
        )
        sentence = f"{reason[:1].upper()}{reason[1:]}: the iteration adds {added}."
        return WorkedStep(part, _EXPANSION, sentence, tuple(lines), (question,))

    def _list_ways(self, node: HandRunNode) -> dict[str, tuple[float, ...]]:
        """Return the cells below a node by their directions, and by the paths to them."""
        ways: dict[str, tuple[float, ...]] = {}
        for direction in Direction:
            x, y = neighbour(node.cell, direction, self.problem.axis)
            path = "".join(way.name for way in (*node.path, direction))
            for way in (direction.name, direction.value, path):
                ways[way.casefold()] = (float(x), float(y))
        return ways

    def _backup(self, part: str, one: Iteration, way: Sequence[HandRunNode]) -> WorkedStep:
        reward = format_rounded(one.reward)
        lines: list[str] = []
        for node in reversed(way):
            visits, total = node.visits + 1, node.total + one.reward
            lines += [
                _node_text(node),
                f"   visits {node.visits} + 1 = {visits}",
                f"   sum {format_rounded(node.total)} + {reward} = {format_rounded(total)}",
                f"   mean {format_rounded(total)} / {visits} = {format_rounded(total / visits)}",
            ]
        known = [node for node in way if node.visits]
        questions = []
        if known:
            node = known[one.number % len(known)]
            visits, total = node.visits + 1, node.total + one.reward
            mistakes = {
                (float(visits), float(total / visits)): "the mean instead of the sum",
                (float(node.visits), float(total)): "the visit not counted",
                (float(visits), float(one.reward)): "the reward alone",
                (float(node.visits), float(node.total)): "the old totals",
            }
            questions.append(
                Question(
                    "backed-up totals",
                    f"The reward is {reward}. Before the backup {_node_text(node)} has n = "
                    f"{node.visits} and the sum {format_rounded(node.total)}. "
                    "What are both after it?",
                    Numbers(2, "visits and sum with a comma between them"),
                    ((float(visits), float(total)),),
                    f"n = {node.visits} + 1, "
                    f"and the sum is {format_rounded(node.total)} + {reward}.",
                    hidden=(format_rounded(total),),
                    expected=tuple(
                        ExpectedAnswer(numbers, mistake=name) for numbers, name in mistakes.items()
                    ),
                )
            )
        every = "both" if len(way) == 2 else f"all {len(way)}"
        sentence = (
            f"The reward {reward} goes to {every} nodes on the path, and each gets one more visit."
        )
        return WorkedStep(part, _BACKUP, sentence, tuple(lines), tuple(questions))

    def _next(self, nodes: tuple[HandRunNode, ...]) -> WorkedStep:
        """Return the last step: the selection that would come next at the root."""
        run = self.run
        root, best = nodes[0], run.predicted_action
        part = f"After iteration {len(run.iterations)}"
        if best is None:
            text = "The next iteration expands the root: not every child of it has a visit."
            return WorkedStep(part, _SELECTION, text, state=TreeState(nodes))
        sentence = (
            f"The next iteration would select {_child_text(best)}, with the largest {self._rule}, "
            f"{format_rounded(best.value)}{_tie(run.scores, best)}."
        )
        number, does = len(run.iterations) + 1, "the next iteration select"
        return self._choice(part, sentence, nodes, (root,), run.scores, best, number, does)


def _tie(scores: Sequence[SelectionScore], chosen: SelectionScore) -> str:
    """Say how a tie was broken, if there was one."""
    equal = sum(score.value == chosen.value for score in scores)
    return f", the first of {equal} equal ones" if equal > 1 else ""


def _sum(one: SelectionScore) -> str:
    return f"{format_rounded(one.mean)} + {format_rounded(one.added)} = {format_rounded(one.value)}"


def _child_text(one: SelectionScore) -> str:
    return f"{one.direction.name} {cell_text(one.cell)}"


def _node_text(node: HandRunNode) -> str:
    """Name a node: the root, or its path and cell."""
    path = "".join(direction.name for direction in node.path) or "root"
    return f"{path} {cell_text(node.cell)}"


def _runner_up(scores: Sequence[SelectionScore], chosen: SelectionScore) -> str:
    """Compare the selected child with the next best one."""
    others = [one for one in scores if one is not chosen]
    best = max(others, key=lambda one: one.value)
    if best.value == chosen.value:
        return f"it comes before {_child_text(best)}, which has the same"
    return f"the next is {format_rounded(best.value)} for {_child_text(best)}"
