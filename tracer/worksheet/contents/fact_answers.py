"""The right answers to problems without a search, as a student would write them."""

from __future__ import annotations

from engine.matrix.game import NormalForm
from engine.mcts.hand_run import HandRunSetup
from tracer.check.facts.grader import FactGrader
from tracer.check.facts.matrix import matrix_facts
from tracer.check.facts.mcts import mcts_facts
from tracer.check.facts.numbers import NumbersPart
from tracer.check.grading.set_grader import OneGrader
from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.text.numbers import show_number
from tracer.worksheet.contents.model import Answer


def matrix_answers(game: NormalForm) -> dict[str, Answer]:
    """Return the answers to all parts about a game in normal form."""
    return answers_about(analyse(game))


def answers_about(analysis: MatrixAnalysis) -> dict[str, Answer]:
    """Return the answers to all parts about a game that has been analysed."""
    parts = matrix_facts(analysis)
    answers = {name: Answer(part.show(part.right)) for name, part in parts.items()}
    remark = ""
    if analysis.degenerate is not None:
        remark = (
            "The game is degenerate: it also has infinitely many equilibria in mixed strategies, "
            "which are accepted but not required."
        )
    elif analysis.extreme is None:
        remark = f"In pure strategies; mixed ones: {analysis.unsolved}"
    equilibria = parts["equilibria"]
    listed = "\n".join(equilibria.entries(equilibria.right)) or "none"
    return answers | {"equilibria": Answer(listed, remark=remark)}


def letter_answers(grader: OneGrader) -> dict[str, Answer]:
    """Return the numbers of a letter, for the preferred convention."""
    part = numbers_of(grader)
    return {part.name: Answer(part.show(part.right))}


def numbers_of(grader: OneGrader) -> NumbersPart:
    """Return the part of a problem about a letter."""
    assert isinstance(grader, FactGrader), "the grader of a letter"
    part = grader.parts[NumbersPart.name]
    assert isinstance(part, NumbersPart), "the part of a letter"
    return part


def run_answers(run: HandRunSetup) -> dict[str, Answer]:
    """Return the answers to all parts about an MCTS run by hand."""
    parts = mcts_facts(run)
    answers = {name: Answer(part.show(part.right)) for name, part in parts.items()}
    table = parts["mcts"]
    rows = next(iter(table.right.values()))
    cells = (
        (name, str(int(row["visits"])), show_number(row["mean"])) for name, row in rows.items()
    )
    return answers | {"mcts": Answer("\n".join(table.entries(table.right)), tuple(cells))}
