r"""LaTeX: a worksheet or a key of the class exam; pdflatex must be run twice.

A worksheet has no answers, not even hidden ones. A key has `\printanswers`; without that line it
becomes the worksheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import Final

from tracer.drawing.print.diagram_model import Diagram
from tracer.export.formats.forest import tree_lines
from tracer.worksheet.contents.model import (
    SheetQuestion,
    Solutions,
    Worksheet,
)
from tracer.worksheet.formats.answer_space import (
    AnswerSpace,
    Cell,
    PlacedProblem,
    answer_space,
    has_scores,
    in_points,
    letter_of,
    place_problems,
    share_of,
    variant_of,
)
from tracer.worksheet.formats.latex_prose import latex_prose, latex_words, preamble
from tracer.worksheet.formats.worksheet_format import WorksheetFormat
from tracer.worksheet.spec.spec import FittedFigure, Paper, PaperPage, portrait_page

#: The height of a line to write on, and of a table row, in points, to decide page breaks.
_LINE_HEIGHT: Final = 21

#: The height of a line of text, and about how many characters it has.
_TEXT_HEIGHT: Final = 13
_LETTERS: Final = 90

#: The space around a heading, a figure and a question.
_AROUND: Final = 10

#: How much wider forest draws a tree with windows: it adds the same space at the left.
_WINDOWED: Final = 1.35

#: Length of a cell from which the cells of a given table are wrapped.
_WORDY: Final = 40

#: The largest number of problems whose points fit beside the title. The widths of the columns of
#: these points, with the space around them, in points.
_MOST_BESIDE: Final = 5
_FIRST_COLUMN: Final = 56
_NEXT_COLUMN: Final = 38

#: Number of rows from which a table may break across pages.
_LONG_TABLE: Final = 22


def write(worksheet: Worksheet, solutions: Solutions | None = None, *, paper: Paper = "a4") -> str:
    """Return a worksheet, or its key, as a LaTeX document."""
    # The class adds up whole and half points only.
    adds = all(2 * one.points % 1 == 0 for task in worksheet.tasks for one in task.questions)
    placed = place_problems(worksheet, solutions, paper, _stretch)
    problems = [_Problem(each, adds=adds) for each in placed]
    lines = [
        *preamble(worksheet, paper, adds=adds, is_key=solutions is not None),
        r"\begin{document}",
        *_head(worksheet, adds=adds, is_key=solutions is not None),
    ]
    usual = page = portrait_page(paper)
    for asked, among in groupby(problems, key=lambda problem: problem.page):
        if asked != page:
            lines.append(_page_command(asked, usual))
        lines.append(r"\begin{questions}")
        number = 1  # the class begins each list of questions with 1
        for problem in among:
            if problem.task.number != number:
                lines.append(rf"\setcounter{{question}}{{{problem.task.number - 1}}}")
            lines += problem.lines(is_first=problem is problems[0])
            number = problem.task.number + 1
        lines.append(r"\end{questions}")
        page = asked
    return "\n".join([*lines, r"\end{document}", ""])


def _stretch(figure: Diagram) -> float:
    """Return how much wider than usual forest draws a figure."""
    return _WINDOWED if any(node.window for node in figure.nodes) else 1.0


def _page_command(page: PaperPage, usual: PaperPage) -> str:
    """Return the command that begins a page of another size."""
    if page == usual:
        return r"\pageof{\paperwidth}{\paperheight}"
    return rf"\pageof{{{page.width:.2f}bp}}{{{page.height:.2f}bp}}"


def _head(worksheet: Worksheet, *, adds: bool, is_key: bool) -> Iterator[str]:
    course = " · ".join(one for one in (worksheet.course, worksheet.date) if one)
    variant = latex_words(variant_of(worksheet))
    scored = has_scores(worksheet) and adds and not is_key
    beside = scored and len(worksheet.tasks) <= _MOST_BESIDE
    points = _FIRST_COLUMN + _NEXT_COLUMN * (len(worksheet.tasks) + 1) if beside else 0
    yield rf"\begin{{minipage}}[c]{{\dimexpr\linewidth-{points}pt\relax}}\raggedright"
    if course:
        yield rf"{latex_words(course)}\par\vspace{{3pt}}"
    yield rf"{{\Large\bfseries {latex_words(worksheet.title)}\par}}"
    if variant:
        yield rf"\vspace{{3pt}}\textbf{{{variant}}}\par"
    yield r"\end{minipage}" + (r"\hfill" if beside else r"\par")
    if scored:
        yield from _scores(worksheet)
    if not is_key:
        yield (
            r"\vspace{6pt}Name: \hrulefill\ ID: "
            r"\makebox[.3\linewidth]{\hrulefill}\par"
        )
    if worksheet.points and not scored:
        yield rf"Total: {in_points(worksheet.points)}\par"
    yield r"\rule{\linewidth}{.8pt}"
    if worksheet.instructions.strip():
        yield ""
        yield latex_prose(worksheet.instructions)
    yield ""


def _scores(worksheet: Worksheet) -> Iterator[str]:
    """Yield the table of points, with the class's sums.

    The class's own table is not used: it names problems by title, which is too wide, and the first
    LaTeX run omits it, so pages would break elsewhere in the second run.
    """
    numbers = [task.number for task in worksheet.tasks]
    yield r"{\renewcommand{\arraystretch}{1.2}"
    column = r">{\centering\arraybackslash}p{25.5pt}|"
    yield rf"\begin{{tabular}}[c]{{|l|*{{{len(numbers) + 1}}}{{{column}}}}}\hline"
    yield rf"Problem & {' & '.join(map(str, numbers))} & Total \\ \hline"
    points = " & ".join(rf"\pointsofquestion{{{number}}}" for number in numbers)
    yield rf"Points & {points} & \numpoints \\ \hline"
    yield rf"Score {'&' * (len(numbers) + 1)} \\[4pt] \hline"
    yield r"\end{tabular}\par}"


class _Problem:
    """A problem on its page."""

    def __init__(self, placed: PlacedProblem, *, adds: bool) -> None:
        self.task, self.solution, self._adds = placed.task, placed.solution, adds
        self._fitted, self.page = placed.fitted, placed.page

    def lines(self, *, is_first: bool) -> Iterator[str]:
        """Yield the problem: title, statement, figure and questions."""
        task, count = self.task, len(self.task.questions)
        yield rf"\needspace{{{self._height(is_first=is_first):.0f}bp}}"
        title = latex_words(task.title)
        if not self._adds and task.points:
            title += rf" \textmd{{({in_points(task.points)})}}"
        alone = self._points(task.questions[0]) if count == 1 and self._adds else ""
        yield rf"\titledquestion{{{title}}}{alone}"
        yield latex_prose(task.statement)
        if task.table:
            yield from _given(task.table)
        yield from self._figure()
        if self.solution and self.solution.remark:
            yield from _remark(latex_prose(self.solution.remark))
        if count == 1:
            yield ""
            yield latex_prose(task.questions[0].text)
            yield from self._room(task.questions[0])
        elif count:
            yield r"\begin{parts}"
            for number, question in enumerate(task.questions):
                if number:
                    is_end = number == count - 2 and not is_first
                    among = task.questions[number:] if is_end else [question]
                    needed = min(sum(map(_room_height, among)), self.page.inner[1] * 0.9)
                    yield rf"\needspace{{{needed:.0f}bp}}"
                # The class prints the letter; the comment helps readers of the source.
                yield f"\\part{self._points(question)} % ({letter_of(number, count)})"
                yield latex_prose(question.text)
                yield from self._room(question)
            yield r"\end{parts}"
        yield from self._notes()
        yield ""

    def _notes(self) -> Iterator[str]:
        """Yield the notes for graders on a key."""
        for one in self.solution.notes if self.solution else ():
            yield r"\ifprintanswers\par\begingroup\small\needspace{4\baselineskip}"
            yield rf"\vspace{{4pt}}\answer{{{latex_words(one.title)}}}\par\nopagebreak"
            yield latex_prose(one.text).removeprefix("\\mbox{}\n\n")
            yield r"\par\endgroup\fi"

    def _height(self, *, is_first: bool) -> float:
        """Estimate the height that must be free on the page where the problem starts.

        It is that of the whole problem if this fits on a page, and otherwise, or for the first
        problem, that of everything down to the end of its first question.
        """
        figure = self._fitted.height if self._fitted else 0.0
        table = _LINE_HEIGHT * len(self.task.table)
        stated = _text_height(self.task.statement) + _TEXT_HEIGHT
        around = _AROUND * (2 if figure or table else 1)
        start = stated + figure + table + around
        rooms = [_room_height(question) for question in self.task.questions]
        most = self.page.inner[1] * 0.97
        if not is_first and start + sum(rooms) <= most:
            return start + sum(rooms)
        return min(start + sum(rooms[:1]), self.page.inner[1] * 0.9)

    def _points(self, question: SheetQuestion) -> str:
        points = question.points
        if not points:
            return ""
        whole, rest = divmod(points, 1)
        if self._adds and rest:
            return rf"[{int(whole) or ''}\half]"
        return f"[{points:g}]"

    def _figure(self) -> Iterator[str]:
        given, place = self.task.figure, self._fitted
        answered = self.solution.figure if self.solution else None
        if place is None:
            return
        if answered is None:
            if given:
                yield from _drawn(given, place)
            return
        yield r"\ifprintanswers"
        yield from _drawn(answered, place)
        if given:
            yield r"\else"
            yield from _drawn(given, place)
        yield r"\fi"

    def _room(self, question: SheetQuestion) -> Iterator[str]:
        answer = self.solution.answers.get(question.part) if self.solution else None
        room = answer_space(question, answer)
        label = latex_words(room.label)
        if room.heads:
            yield rf"\par\textbf{{{label}:}}\par\nopagebreak\vspace{{2pt}}"
            yield from _table(room)
        elif room.answer:
            yield r"\ifprintanswers"
            answer_lines = r"\newline ".join(map(latex_words, room.answer))
            yield from _solution(rf"{label}: {answer_lines}")
            yield r"\else"
            yield _lines(label, room.lines)
            yield r"\fi"
        else:
            yield _lines(label, room.lines)
        if room.remark:
            yield r"\nopagebreak"
            yield from _remark(latex_words(room.remark))


def _room_height(question: SheetQuestion) -> float:
    """Estimate the height of a question with the space for its answer."""
    room = answer_space(question, None)
    rows = len(room.rows) + 1 if room.rows else room.lines
    label = _TEXT_HEIGHT if room.rows else 0
    return _AROUND + _text_height(question.text) + label + _LINE_HEIGHT * min(_LONG_TABLE, rows)


def _text_height(text: str) -> float:
    """Estimate the height of a text."""
    return _TEXT_HEIGHT * sum(ceil(len(line) / _LETTERS) for line in text.split("\n") if line)


def _lines(label: str, count: int) -> str:
    return rf"\par\nopagebreak\vspace{{9pt}}\writeon{{{label}}}{{{count}}}"


def _solution(text: str) -> list[str]:
    return [r"\begin{solution}", text, r"\end{solution}"]


def _remark(text: str) -> list[str]:
    return _solution(rf"\normalfont\itshape {text}")


def _drawn(diagram: Diagram, place: FittedFigure) -> Iterator[str]:
    """Yield a tree, at most as wide as the text and low enough to leave room for a question."""
    yield r"\par\vspace{4pt}{\centering"
    yield (
        rf"\begin{{adjustbox}}{{scale={min(1.5, 1.1 * place.scale):.2f},max width=\linewidth,"
        rf"max totalheight={place.height * 1.1:.0f}bp}}"
    )
    # A wide tree is made higher, so that its edges are not flat.
    yield from tree_lines(diagram, apart=max(26.0, 8.7 * place.width / place.height))
    yield r"\end{adjustbox}"
    yield r"\par}"


def _given(table: Sequence[Sequence[str]]) -> Iterator[str]:
    head, *rows = table
    yield r"\begin{center}\renewcommand{\arraystretch}{1.3}"
    yield r"\begin{adjustbox}{max width=\linewidth}"
    column = "c"
    if max(len(cell) for row in table for cell in row) > _WORDY:
        width = rf"\dimexpr\linewidth/{len(head)}-2\tabcolsep-1pt\relax"
        column = rf">{{\centering\arraybackslash}}p{{{width}}}"
    yield rf"\begin{{tabular}}{{|*{{{len(head)}}}{{{column}|}}}}\hline"
    yield " & ".join(rf"\textbf{{{latex_words(cell)}}}" for cell in head) + r" \\ \hline"
    for row in rows:
        yield " & ".join(map(latex_words, row)) + r" \\ \hline"
    yield r"\end{tabular}\end{adjustbox}"
    yield r"\end{center}"


def _table(room: AnswerSpace) -> Iterator[str]:
    """Yield an answer table; a table longer than a page may break across pages."""
    columns, long = len(room.heads), len(room.rows) > _LONG_TABLE
    each = columns // room.groups
    width = rf"\dimexpr{share_of(room) / columns:.4f}\linewidth-2\tabcolsep-1.3pt\relax"
    one = rf">{{\raggedright\arraybackslash}}p{{{width}}}"
    group = "|".join([one] * each)
    kind = "longtable" if long else "tabular"
    yield r"{\renewcommand{\arraystretch}{1.5}\setlength{\tabcolsep}{4pt}"
    if long:
        yield r"\atmargin"
    yield rf"\begin{{{kind}}}{{|{'||'.join([group] * room.groups)}|}}\hline"
    heads = " & ".join(rf"\textbf{{{latex_words(head)}}}" for head in room.heads)
    yield heads + r" \\ \hline" + (r"\endhead" if long else "")
    for row in room.rows:
        yield " & ".join(map(_cell, row)) + r" \\ \hline"
    yield rf"\end{{{kind}}}\par}}"


def _cell(cell: Cell) -> str:
    text = latex_words(cell.text)
    return rf"\answer{{{text}}}" if cell.answers and text else text


#: The record of the format.
FORMAT: Final = WorksheetFormat(
    "latex", "LaTeX, for the class exam, with forest trees", ".tex", write
)
