"""The solution of a problem: the answers, the figure, and the notes for graders."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from engine.errors import PlytraceError
from engine.log.visit_log import CHILDLESS, Flag
from engine.matrix.game import NormalForm
from engine.mcts.hand_run import HandRunSetup
from tracer.ask.intervals import interval_text
from tracer.drawing.print.diagram_model import Diagram, Show
from tracer.drawing.print.diagrams import diagram_of
from tracer.marking.grading.accepted_conventions import ProblemVersion
from tracer.marking.grading.feedback import minimax_reason
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import OneGrader
from tracer.marking.grading.problem_grader import FactGrader
from tracer.marking.keys.problem import ANY, Problem
from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.matrix.report import list_sections, make_matrix_table
from tracer.questions import PARTS, claims
from tracer.questions.items import Form, find_row
from tracer.questions.nodes import CompleteValues
from tracer.runs.search_trace import Trace
from tracer.steps.narration import value_reason
from tracer.steps.origin import NodeQuantity, Quantity, find_origin
from tracer.steps.visit_values import shown_value, value_text
from tracer.steps.visit_views import Cutoff
from tracer.text.numbers import format_points, show_number
from tracer.worked.matrix_run import WorkedMatrix
from tracer.worked.mcts_run import WorkedMcts
from tracer.worked.worked_run import WorkedStep
from tracer.worksheet.contents.answers import (
    answer_of,
    answer_to,
    list_mistakes,
    numbers_of,
)
from tracer.worksheet.contents.model import (
    Answer,
    SheetProblem,
    Solution,
)
from tracer.worksheet.contents.problem_setup import (
    MOST_DRAWN,
    MadeProblem,
    SearchSetup,
    placed,
)
from tracer.worksheet.contents.questions import counts_asked
from tracer.worksheet.rendering import md_text


def solve(
    made: MadeProblem, task: SheetProblem, grader: OneGrader, *, explains: bool = True
) -> Solution:
    """Return the solution of a problem, whose notes are made only where a key needs them."""
    try:
        found = _solved(made, task, grader)
    except PlytraceError as error:
        raise placed(error, made.spec) from error
    if not explains:
        return found
    return replace(found, list_notes=partial(_notes, made, grader, found.answers))


def _solved(made: MadeProblem, task: SheetProblem, grader: OneGrader) -> Solution:
    """Return the solution of a problem, without notes."""
    if isinstance(grader, Grader):
        return _of_search(made, task, grader)
    assert isinstance(grader, FactGrader), "the problem of a worksheet is a search or has facts"
    parts = [question.part for question in task.questions]
    return Solution(None, {part: answer_of(grader.items[part]) for part in parts})


def _of_search(made: MadeProblem, task: SheetProblem, grader: Grader) -> Solution:
    version = grader.preferred
    counts = counts_asked(made.spec)
    parts = [question.part for question in task.questions]
    answers = {part: answer_to(part, version, counts) for part in parts}
    return Solution(_figure(task, version), answers, _remark(made, version))


def _notes(made: MadeProblem, grader: OneGrader, answers: Mapping[str, Answer]) -> dict[str, str]:
    """Return the notes for graders: those that have a text."""
    try:
        reasons, mistakes = _explain(made, grader, answers)
    except PlytraceError as error:
        raise placed(error, made.spec) from error
    texts = {"Points": rubric(grader), "Explanation": reasons, "Common mistakes": mistakes}
    return {title: text for title, text in texts.items() if text}


def _explain(
    problem: MadeProblem, grader: OneGrader, answers: Mapping[str, Answer]
) -> tuple[str, str]:
    """Return the reasons for the answers and the common mistakes, as far as there are any."""
    if isinstance(grader, Grader):
        reasons = explain_search(grader.preferred, answers)
        return reasons, list_mistakes(grader, counts_asked(problem.spec), answers)
    if problem.problem.kind == "ask":
        return explain_bands(grader), list_mistakes(grader, (), answers)
    given = problem.setup
    assert not isinstance(given, SearchSetup), "a search has another grader"
    if isinstance(given, NormalForm):
        return explain_matrix(given, answers), ""
    return explain_run(given), ""


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


# Points: the parts and items that `plytrace check` marks --------------------------------------


def rubric(grader: OneGrader) -> str:
    """Return what earns the points of each part, in Markdown."""
    problem = grader.problem
    parts = problem.parts or {}
    lines = [f"- **{name}**: {_part(name, points, grader)}" for name, points in parts.items()]
    return "\n".join([*lines, "", " ".join(_rules(problem, parts))])


def item_count(part: str, grader: OneGrader) -> float:
    """Return the number of items of a part, as the grader counts them."""
    if isinstance(grader, FactGrader):
        fact = grader.items[part]
        return len(fact.right) if find_row(part).item else 1
    assert isinstance(grader, Grader), "the problem of a worksheet is a search or has facts"
    version = grader.preferred
    claim = PARTS[part].wrote(version.answers, version.rules)
    return PARTS[part].items(claim, version.answers, version.rules)


def _part(name: str, points: float, grader: OneGrader) -> str:
    worth = format_points(points)
    asked = find_row(name)
    if asked.form is Form.COUNTS:
        assert isinstance(grader, Grader), "only a search has counts"
        headline = grader.preferred.rules.headline
        return (
            f"{worth} for the count {headline}, or another right count if it is missing; a wrong "
            "count takes one item back"
        )
    count = item_count(name, grader)
    if not asked.item:
        return f"{worth}, if it is right"
    if not count or (name in PARTS and PARTS[name].states_cutoffs and _has_no_cutoff(grader)):
        return f"{worth} for none"
    shares = asked.shares
    if asked.form is Form.CUTOFFS and isinstance(grader, Grader) and grader.preferred.rules.players:
        shares = "node and pruned children are half of it each"
    divided = f"; {shares}" if shares else ""
    if count == 1:
        return f"{worth} for 1 {asked.item}{divided}"
    each = show_number(round(points / count, 3))
    return f"{worth} for {show_number(count)} {asked.items}, {each} each{divided}"


def _has_no_cutoff(grader: OneGrader) -> bool:
    """Return whether the search makes no cutoff that prunes something."""
    assert isinstance(grader, Grader), "only a search has cutoffs"
    return not any(cut.skipped for cut in grader.preferred.answers.cuts)


def _rules(problem: Problem, parts: Mapping[str, float]) -> Iterator[str]:
    yield "What is missing or wrong earns nothing."
    # A wrong entry that is not expected takes an item back.
    if any(find_row(name).item for name in parts if name != "mcts"):
        yield (
            "A wrong entry that is not expected takes one item back, never below 0 for its part."
        )
    if problem.kind == "search" and problem.search.follows:
        yield (
            "What follows from one wrong value, or from one cutoff that was not made, counts; "
            "the error itself costs one item."
        )


# Explanations: the sentences of the program's own steps ---------------------------------------

#: Entries of an explanation, at most.
_MOST_ENTRIES: Final = 100
#: Internal nodes of a search whose values are all explained; of a longer one, only the cutoffs
#: that prune something are.
_MOST_VALUES: Final = 40
#: Children that explain a value, at most.
_MOST_CHILDREN: Final = 12


def explain_search(version: ProblemVersion, parts: Collection[str]) -> str:
    """Explain the cutoffs and values of a search, in the order in which the nodes return."""
    trace = version.trace
    if trace.uses_playouts:
        return ""
    log = trace.log
    inner = (row for row in range(len(log)) if not log.flags[row] & CHILDLESS)
    rows = list(islice(inner, _MOST_VALUES + 1))
    if len(rows) > _MOST_VALUES:
        cut = (row for row in log.find_rows(Flag.CUTOFF) if row != trace.root)
        is_about_nodes = any(PARTS[part].tells_way or PARTS[part].is_of_visited for part in parts)
        rows = [*(cut if is_about_nodes else ()), trace.root]
    rows.sort(key=trace.tour.left_at)
    more = len(rows) - _MOST_ENTRIES
    entries = [*dict.fromkeys(_entry(version, row) for row in rows[:_MOST_ENTRIES])]
    if more > 0:
        entries.append(f"{more:,} more are not listed here.")
    if any(isinstance(PARTS[part], CompleteValues) for part in parts):
        entries += _minimax(version)
    return _bullets(entries)


def _entry(version: ProblemVersion, row: int) -> str:
    """Explain the value of a node: the cutoff, the sum of a chance node, or the best child."""
    trace = version.trace
    name, value = md_text(trace.name(row)), value_text(trace, row)
    if trace.deepens:
        name = f"Pass {trace.pass_at(row)}, {name}"
    if trace.log.flags[row] & Flag.EARLY_RETURN:
        cut = Cutoff(trace, row)
        is_after = version.rules.window == "after"
        alpha, beta = (cut.alpha_after, cut.beta_after) if is_after else (cut.alpha, cut.beta)
        v = show_number(cut.value)
        returned = "" if v == value else f", returns {value}"
        if trace.vectors is not None:
            return f"**{name} {shown_value(trace, row)}**: {md_text(cut.because)}"
        head = f"**{name}**: v = {v}, α = {show_number(alpha)}, β = {show_number(beta)}{returned}."
        return f"{head} {md_text(cut.because)}"
    return f"**{name} = {value}**: {md_text(_reason(trace, row))}"


def _reason(trace: Trace, row: int) -> str:
    reason = value_reason(trace, row, _MOST_CHILDREN)
    if not reason:  # such as a value that fail-hard clips, or a child that is searched again
        value = NodeQuantity(row, Quantity.VALUE)
        reason = find_origin(trace, value, trace.tour.left_at(row)).links[0].because
    return f"{reason}."


def _minimax(version: ProblemVersion) -> Iterator[str]:
    """Explain the minimax values that the search does not return."""
    rules, values = version.rules, version.answers.values
    for node, value in rules.complete.items():
        if node in rules.inner and values.get(node) != value:
            reason = minimax_reason(version, node)
            yield (
                f"**{md_text(node)}**: its minimax value is {claims.shown_value(value)}."
                + (f" {md_text(reason)}." if reason else "")
            )


def explain_matrix(game: NormalForm, parts: Collection[str]) -> str:
    """Explain the analysis of a game in normal form."""
    analysis = analyse(game)
    entries: list[str] = []
    if {"dominance", "dominant"} & {*parts}:
        entries += map(md_text, list_sections(analysis)["Dominance"])
    texts = [_bullets(entries)]
    if "equilibria" in parts:
        best, pure, _, mixed = WorkedMatrix.PHASES
        steps = WorkedMatrix("", analysis).steps
        texts += ["Best responses are marked with \\*.", _marked_table(analysis)]
        texts.append(_bullets(_step(one) for one in steps if one.phase in (best, pure, mixed)))
    if "utility" in parts:
        texts.append(_bullets(map(md_text, list_sections(analysis).get("Value", ()))))
    return "\n\n".join(filter(None, texts))


def _marked_table(analysis: MatrixAnalysis) -> str:
    """Return the matrix as a table in which best responses are marked."""
    head, *rows = make_matrix_table(analysis, ("", "*"))
    lines = [
        [*map(md_text, head)],
        ["---"] * len(head),
        *([md_text(cell) for cell in row] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def explain_run(run: HandRunSetup) -> str:
    """Explain an MCTS run by hand, iteration by iteration."""
    selection, _, _, backup = WorkedMcts.PHASES
    parts: dict[str, list[WorkedStep]] = {}
    for one in WorkedMcts("", run).steps[1:]:  # the first one shows the given setup
        parts.setdefault(one.part, []).append(one)
    return "\n\n".join(
        f"**{md_text(part)}**\n\n"
        + _bullets(_step(one, lines=one.phase in (selection, backup)) for one in steps)
        for part, steps in parts.items()
    )


def _step(one: WorkedStep, *, lines: bool = True) -> str:
    """Return a worked step: its sentence, and optionally its arithmetic as a list below it."""
    below = [md_text(line) for line in one.join_lines()] if lines else []
    return "\n".join([md_text(one.sentence), *(f"  - {line}" for line in below)])


def _bullets(entries: Iterable[str]) -> str:
    return "\n".join(f"- {entry}" for entry in entries)


def explain_bands(grader: OneGrader) -> str:
    """Return a sentence for each band of the letter, in Markdown."""
    part = numbers_of(grader)
    lines = []
    for band in part.bands:
        skipped = [name for cut in band.run.cutoffs for name in cut.skipped]
        move = f", the move is {band.run.move}" if band.run.move else ""
        lines.append(
            f"- {md_text(interval_text(band.interval, part.letter))}: skipped "
            f"{md_text(', '.join(skipped) or 'nothing')}, the root has the value "
            f"{md_text(band.value.text(part.letter).replace('-', '−'))}{md_text(move)}."
        )
    return "\n".join(lines)
