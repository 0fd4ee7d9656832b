"""The explanation of the right answers, for graders: the sentences of the program's own steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Final

from engine.game import Player
from engine.log.visit_log import CHILDLESS, Flag
from engine.matrix.game import NormalForm
from engine.mcts.hand_run import HandRunSetup
from tracer.ask.intervals import interval_text
from tracer.marking.grading.accepted_conventions import ProblemVersion
from tracer.marking.grading.feedback import minimax_reason
from tracer.marking.grading.make_grader import OneGrader
from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.matrix.report import list_sections, make_matrix_table
from tracer.questions import claims
from tracer.runs.search_trace import Trace
from tracer.steps.narration import chance_sum, value_reason
from tracer.steps.origin import NodeQuantity, Quantity, find_origin
from tracer.steps.visit_views import Cutoff, shown_value, value_text
from tracer.text.numbers import show_number
from tracer.worked.matrix_run import WorkedMatrix
from tracer.worked.mcts_run import WorkedMcts
from tracer.worked.worked_run import WorkedStep
from tracer.worksheet.contents.answers import numbers_of
from tracer.worksheet.contents.statements import md_text

#: Entries of an explanation, at most.
_MOST_ENTRIES: Final = 100
#: Internal nodes of a search whose values are all explained; of a longer one, only the cutoffs
#: that prune something are.
_MOST_VALUES: Final = 40
#: The parts that need the reasons at single nodes.
_ABOUT_NODES: Final = {"visits", "values", "windows", "cutoffs"}
_CHILDLESS: Final = int(CHILDLESS)
#: Children that explain a value, at most.
_MOST_CHILDREN: Final = 12


def explain_search(version: ProblemVersion, parts: Collection[str]) -> str:
    """Explain the cutoffs and values of a search, in the order in which the nodes return."""
    trace = version.trace
    if trace.uses_playouts:
        return ""
    log = trace.log
    inner = (row for row in range(len(log)) if not log.flags[row] & _CHILDLESS)
    rows = list(islice(inner, _MOST_VALUES + 1))
    if len(rows) > _MOST_VALUES:
        cut = (row for row in log.find_rows(Flag.CUTOFF) if row != trace.root)
        rows = [*(cut if _ABOUT_NODES & {*parts} else ()), trace.root]
    rows.sort(key=trace.tour.left_at)
    more = len(rows) - _MOST_ENTRIES
    entries = [*dict.fromkeys(_entry(version, row) for row in rows[:_MOST_ENTRIES])]
    if more > 0:
        entries.append(f"{more:,} more are not listed here.")
    if {"minimax", "expectiminimax"} & {*parts}:
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
    log = trace.log
    if (
        log.player[row] == Player.CHANCE
        and sum(1 for _ in log.last_children(row)) == log.actions[row]
    ):
        return f"{chance_sum(trace, row)}, the mean of its outcomes."
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
            reason = minimax_reason(node, rules)
            yield (
                f"**{md_text(node)}**: its minimax value is {claims.shown_value(value)}."
                + (f" {md_text(reason)}." if reason else "")
            )


def explain_matrix(game: NormalForm, parts: Collection[str]) -> str:
    """Explain the analysis of a game in normal form."""
    analysis = analyse(game)
    entries = []
    if {"dominance", "dominant"} & {*parts}:
        entries += _section(analysis, "Dominance")
    texts = [_bullets(entries)]
    if "equilibria" in parts:
        best, pure, _, mixed = WorkedMatrix.PHASES
        steps = WorkedMatrix("", analysis).steps
        texts += ["Best responses are marked with \\*.", _marked_table(analysis)]
        texts.append(_bullets(_step(one) for one in steps if one.phase in (best, pure, mixed)))
    if "utility" in parts:
        texts.append(_bullets(_section(analysis, "Value")))
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


def _section(analysis: MatrixAnalysis, title: str) -> list[str]:
    """Return the sentences of a section of the analysis; none if it does not have the section."""
    return [
        md_text(line) for one in list_sections(analysis) if one.title == title for line in one.lines
    ]


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
    below = [md_text(line) for line in _joined(one.lines)] if lines else []
    return "\n".join([md_text(one.sentence), *(f"  - {line}" for line in below)])


def _joined(lines: Iterable[str]) -> list[str]:
    """Join what belongs to one line: indented lines below it, or a list after a colon."""
    joined: list[str] = []
    is_head = is_list = False
    for line in lines:
        text = " ".join(line.split())
        if not text:
            is_list = is_head and is_list
        elif joined and (is_list or line != line.lstrip()):
            between = "; "
            if is_head:
                between = " " if text.startswith("=") or joined[-1].endswith((":", ".")) else ": "
            joined[-1] += between + text
            is_head = False
        else:
            joined.append(text)
            is_head, is_list = True, text.endswith(":")
    return joined


def _bullets(entries: Iterable[str]) -> str:
    return "\n".join(f"- {entry}" for entry in entries)


def explain_bands(grader: OneGrader) -> str:
    """Return a sentence for each band of the letter, in Markdown."""
    part = numbers_of(grader)
    lines = []
    for band in part.bands:
        skipped = [name for cut in band.piece.run.cutoffs for name in cut.skipped]
        move = f", the move is {band.piece.run.move}" if band.piece.run.move else ""
        lines.append(
            f"- {md_text(interval_text(band.interval, part.letter))}: skipped "
            f"{md_text(', '.join(skipped) or 'nothing')}, the root has the value "
            f"{md_text(band.value.text(part.letter).replace('-', '−'))}{md_text(move)}."
        )
    return "\n".join(lines)
