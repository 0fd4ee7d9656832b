"""The right answers to a search problem, as a student would write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.errors import PlytraceError, UsageError
from engine.game import AnyGame
from engine.matrix.game import NormalForm
from engine.mcts.hand_run import HandRunSetup
from tracer.answers.answers import Answers
from tracer.answers.shares import Shares
from tracer.check.facts.grader import FactGrader
from tracer.check.facts.matrix import matrix_facts
from tracer.check.facts.mcts import mcts_facts
from tracer.check.facts.numbers import NumbersPart
from tracer.check.grading.accepted_conventions import ProblemVersion
from tracer.check.grading.grader import Grader
from tracer.check.grading.make_grader import OneGrader
from tracer.check.keys.problem import ANY
from tracer.check.parts import PARTS
from tracer.check.parts.claims import shown_value
from tracer.drawing.print.contents.diagram_model import Diagram
from tracer.drawing.print.contents.diagrams import diagram_of
from tracer.drawing.print.figure_choices import Show
from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.text.numbers import show_number, show_window
from tracer.worksheet.contents.build_worksheet import (
    Answer,
    KeyNote,
    SheetProblem,
    SheetQuestion,
    Solution,
)
from tracer.worksheet.contents.common_mistakes import list_letter_mistakes, list_mistakes
from tracer.worksheet.contents.explanations import (
    explain_bands,
    explain_matrix,
    explain_run,
    explain_search,
)
from tracer.worksheet.contents.keys import rubric
from tracer.worksheet.contents.problem_setup import (
    MOST_DRAWN,
    MadeProblem,
    SearchSetup,
    placed,
    setup_of,
)
from tracer.worksheet.contents.questions import NODE_COLUMNS, counts_asked
from tracer.worksheet.spec.spec import ProblemSpec

if TYPE_CHECKING:
    from tracer.worksheet.contents.problem_setup import ProblemSetup


#: The largest number of entries in an answer: no one writes more by hand.
MOST_ANSWERED: Final = 2_000


def answer_to(
    part: str, version: ProblemVersion, counts: Sequence[str] = (), answers: Answers | None = None
) -> Answer:
    """Return the right answer to a part, or the answer that other results give."""
    answers, between = answers or version.answers, ", " if version.rules.names.spaced else " "
    if part == "visits":
        _check_length(answers.visits, part)
        return Answer(between.join(answers.visits))
    if part == "cutoffs":
        return _cutoffs(answers, version)
    if part == "counts":
        pairs = [(name, str(answers.counts[name])) for name in counts]
        return Answer(" ".join(f"{name}={number}" for name, number in pairs), tuple(pairs))
    if part == "move":
        return Answer(answers.moves[0] if answers.moves else "none")
    if part == "line":
        return Answer(between.join(answers.moves) or "none")
    if part == "utility":
        return Answer(shown_value(answers.utility))
    claim = PARTS[part].wrote(answers, version.rules)
    _check_length(claim, part)
    return _of_nodes(part, claim, ", " if between == ", " else "  ")


def _check_length(found: Sized, part: str) -> None:
    """Refuse an answer that has too many entries."""
    if len(found) > MOST_ANSWERED:
        raise UsageError(
            f"{part} would have {len(found):,} entries",
            expected=f"at most {MOST_ANSWERED:,}",
            hint="Give the problem a depth:, or let it ask for counts",
        )


def _of_nodes(part: str, claim: Mapping[str, object], between: str) -> Answer:
    """Return the answer that gives one entry per node."""
    if part == "windows":
        windows = {name: one for name, one in claim.items() if isinstance(one, tuple)}
        cells = [(name, *map(show_number, window)) for name, window in windows.items()]
        text = between.join(f"{name} {show_window(*window)}" for name, window in windows.items())
        return Answer(text, tuple(cells))
    pairs = [
        (name, shown_value(one))
        for name, one in claim.items()
        if isinstance(one, int | float | Shares)
    ]
    return Answer(between.join(f"{name}={value}" for name, value in pairs), tuple(pairs))


def _cutoffs(answers: Answers, version: ProblemVersion) -> Answer:
    """Return the cutoffs that prune something, one per line, with the expected window."""
    cells: list[tuple[str, ...]] = []
    lines = []
    joint = ", " if version.rules.names.spaced else " "
    found = [one for one in answers.cuts if one.skipped]
    _check_length(found, "cutoffs")
    for cut in found:
        alpha, beta = cut.then if version.rules.window == "after" else cut.before
        ends = show_number(alpha), show_number(beta)
        skipped = joint.join(cut.skipped)
        colon = ":" if joint == ", " else ""
        if version.rules.players:
            cells.append((cut.at, skipped))
            lines.append(f"{cut.at}{colon} skips {skipped}")
        else:
            cells.append((cut.at, *ends, skipped))
            lines.append(f"{cut.at}{colon} alpha={ends[0]} beta={ends[1]} skips {skipped}")
    places = ", ".join(one.at for one in answers.cuts if not one.skipped)
    remark = ""
    if places:
        remark = (
            "The cutoff test succeeds only after the last child, so nothing is pruned, at: "
            f"{places}."
        )
    return Answer("\n".join(lines) or "none", tuple(cells), remark)


# The right answers to problems without a search, as a student would write them.


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


# The check that a problem can be answered from its sheet alone.


def check_answerable(spec: ProblemSpec, given: ProblemSetup, *, drawn: bool) -> None:
    """Refuse a problem whose sheet lacks something that its answers need.

    The instructor's own statement (`text:`) is not checked.
    """
    if spec.text or not isinstance(given, SearchSetup):
        return
    if given.is_tree and spec.rules:
        raise UsageError("rules: has no effect on a tree", expected="rules: only for games")
    missing = [*_missing(spec, given, drawn=drawn)]
    if missing:
        raise UsageError(
            f"the sheet lacks {' and '.join(what for what, _ in missing)}",
            expected="; ".join(dict.fromkeys(supply for _, supply in missing)),
            hint="Or write the whole statement yourself, with text:",
        )


def _missing(spec: ProblemSpec, given: SearchSetup, *, drawn: bool) -> Iterator[tuple[str, str]]:
    """Yield what the sheet lacks, each with the way to supply it."""
    if not drawn:
        if given.is_tree and spec.drawn != "none":
            yield f"the tree, which has more than {MOST_DRAWN} nodes", "a smaller tree, or a depth:"
        elif given.is_tree:
            yield "the tree", "figure: yes"
        else:
            yield "the position", "figure: board"
    if given.kind.uses_playouts:
        yield "the random numbers of the playouts", "another search, or mcts: for a run by hand"
    if given.is_tree:
        return
    if not (spec.rules or given.opened.rules):
        yield (
            f"the rules of {given.opened}",
            "rules: with a few sentences in the problem, or an attribute rules of the game",
        )
    if drawn and not _is_readable(given.opened):
        yield (
            f"a readable position of {given.opened}",
            "a method draw(state) of the game that returns lines of text",
        )
    if given.needs_evaluation and not _has_rule(spec, given):
        yield (
            "the rule of the evaluation",
            'figure: tree, or evaluations of the game, as in {"mine": Evaluation("rule", '
            "function)}",
        )


def _is_readable(game: AnyGame) -> bool:
    """Return whether a position is drawn for people, not as Python writes the state."""
    state = game.initial
    return bool(game.cells(state)) or isinstance(state, str | int) or game.draw(state) != str(state)


def _has_rule(spec: ProblemSpec, given: SearchSetup) -> bool:
    """Return whether the sheet shows the estimates or says how to compute them."""
    if given.has_drawn_estimates(spec.drawn):
        return True
    known = given.evaluation
    return known is not None and bool((known.rule or known.summary).strip())


# The solution of a problem: the results of its search.


def solve(
    made: MadeProblem, task: SheetProblem, grader: OneGrader, *, explains: bool = True
) -> Solution:
    """Return the solution of a problem."""
    try:
        found = _solved(made, task, grader)
        return replace(found, notes=_notes(made, grader, found.answers)) if explains else found
    except PlytraceError as error:
        raise placed(error, made.spec) from error


def _solved(made: MadeProblem, task: SheetProblem, grader: OneGrader) -> Solution:
    """Return the solution of a problem, without notes."""
    if isinstance(grader, Grader):
        return _of_search(made, task, grader)
    if made.problem.kind == "ask":
        return Solution(None, letter_answers(grader))
    return _known(made, task)


def _known(made: MadeProblem, task: SheetProblem) -> Solution:
    """Return the solution of a problem without a search."""
    given = setup_of(made)
    assert not isinstance(given, SearchSetup), "a search has another grader"
    known = matrix_answers(given) if isinstance(given, NormalForm) else run_answers(given)
    return Solution(None, {question.part: known[question.part] for question in task.questions})


def _of_search(made: MadeProblem, task: SheetProblem, grader: Grader) -> Solution:
    version = grader.preferred
    counts = counts_asked(made.spec)
    answers = {
        question.part: _in_rows(question, answer_to(question.part, version, counts))
        for question in task.questions
    }
    return Solution(_figure(task, version), answers, _remark(made, version))


def _notes(
    made: MadeProblem, grader: OneGrader, answers: Mapping[str, Answer]
) -> tuple[KeyNote, ...]:
    """Return the notes for graders: those that have a text."""
    mistakes = ""
    if isinstance(grader, Grader):
        reasons = explain_search(grader.preferred, answers)
        mistakes = list_mistakes(grader, counts_asked(made.spec), answers)
    elif made.problem.kind == "ask":
        reasons = explain_bands(grader)
        mistakes = list_letter_mistakes(grader)
    else:
        given = setup_of(made)
        assert not isinstance(given, SearchSetup), "a search has another grader"
        if isinstance(given, NormalForm):
            reasons = explain_matrix(given, answers)
        else:
            reasons = explain_run(given)
    texts = {"Points": rubric(grader), "Explanation": reasons, "Common mistakes": mistakes}
    return tuple(KeyNote(title, text) for title, text in texts.items() if text)


def _in_rows(question: SheetQuestion, answer: Answer) -> Answer:
    """Return an answer with the rows of its table in the worksheet's order."""
    if question.part not in NODE_COLUMNS:
        return answer
    found = {row[0]: row for row in answer.cells}
    none = ("–",) * (len(question.blank.columns) - 1)
    rows = tuple(found.get(name, (name, *none)) for name in question.blank.rows)
    return replace(answer, cells=rows)


def _figure(task: SheetProblem, version: ProblemVersion) -> Diagram | None:
    """Return the tree with the search's results; None if the worksheet has no tree."""
    if task.figure is None or len(task.figure.nodes) == 1:
        return None
    show: Show = "windows" if version.trace.has_window else "key"
    found = diagram_of(version.trace, show=show, most=MOST_DRAWN)
    return replace(found, title=task.figure.title)


def _remark(made: MadeProblem, version: ProblemVersion) -> str:
    """State the convention, the other accepted conventions, and the origin of the tree."""
    sentences = [f"Solved under the `{version.task.convention.name}` convention."]
    others = [one.name for one in made.problem.accept[1:]]
    if made.problem.accept is ANY:
        sentences.append("Any other course's convention is accepted too.")
    elif others:
        sentences.append(f"Also accepted: {', '.join(f'`{one}`' for one in others)}.")
    if made.remark:
        sentences.append(f"The tree was made by `{made.remark}`.")
    return " ".join(sentences)
