"""Feedback for students: one file per sheet, in Markdown and in HTML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import PurePath
from typing import Any, Final

from engine.errors import PlytraceError, UsageError
from engine.text import escape_unsafe, visible_line
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.svg_figure import svg_of
from tracer.drawing.terminal.plain_text import draw_text
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import AnyGrader, OneGrader, grader_of, graders_of_sheet
from tracer.marking.keys.key import AnyKey
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.text import also_fitting, points_of, reason_heading, unread_of
from tracer.questions.typed_text import write_as_text
from tracer.text.document import (
    Article,
    Block,
    Board,
    Figure,
    Heading,
    Paragraph,
    format_markdown,
    page_of_article,
)
from tracer.text.numbers import format_points
from trees.files import DEVICES, unused_name

#: Steps of a search whose tree is drawn.
_MOST_STEPS: Final = 2_000
#: Nodes of a drawn figure; larger trees are outlines.
_MOST_NODES: Final = 150
#: Drawings that are kept: many sheets depart at the same step.
_MOST_KEPT: Final = 200
#: Characters of a file name.
_LONGEST: Final = 60
#: What no system wants in the name of a file.
_FORBIDDEN: Final = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f\ud800-\udfff]+')
_FIRST_MISTAKE: Final = "Your first mistake"


class FeedbackFiles:
    """The feedback files of a class."""

    def __init__(self, key: AnyKey) -> None:
        self._key = key
        self._taken: set[str] = set()
        #: Trees with their graders, whose ids therefore stay unique.
        self._trees: dict[Any, tuple[Grader, Figure | None]] = {}

    @cached_property
    def _grader(self) -> AnyGrader:
        return grader_of(self._key, diagnoses=False)

    def choose_name(self, record: Mapping[str, Any], file: str = "") -> str:
        """Return a new file name for a sheet, without a suffix: safe and unique.

        A file of a download keeps its path in it: Canvas, Moodle and Brightspace find the student
        by it when the feedback is uploaded.
        """
        if file:
            parts = PurePath(file).with_suffix("").parts
            safe = "/".join(_FORBIDDEN.sub("-", part) for part in parts)
        else:
            sheet = PurePath(record["sheet"].replace("\\", "/"))
            stem = sheet.name if ":" in sheet.suffix else sheet.stem  # ":3" is a row of a table
            text = unicodedata.normalize("NFC", record["student"] or stem)
            safe = re.sub(r"[^\w.-]+", "-", text)[:_LONGEST].strip("-.") or "sheet"
            safe = f"sheet-{safe}" if DEVICES.fullmatch(safe) else safe
        name = unused_name(safe, "", lambda name: name.casefold() in self._taken)
        self._taken.add(name.casefold())
        return name

    def files(self, sheet: Sheet, record: Mapping[str, Any], file: str = "") -> dict[str, bytes]:
        """Return the contents of a sheet's files by name."""
        name = self.choose_name(record, file)
        page = _Page(record, self._typed(sheet), self._tree(sheet, record)).article()
        texts = {f"{name}.md": format_markdown(page), f"{name}.html": page_of_article(page)}
        return {
            file: escape_unsafe(text).encode("utf-8", "replace") for file, text in texts.items()
        }

    def _graders(self, sheet: Sheet) -> dict[str, tuple[OneGrader, Sheet]]:
        """Return the graders of a sheet's problems; none if there is no key for it."""
        try:
            return graders_of_sheet(self._grader, sheet)
        except PlytraceError:
            return {}

    def _typed(self, sheet: Sheet) -> dict[str, str]:
        """Return the answers as they were written, by part."""
        return {
            f"{number} {part}".strip(): write_as_text(given, ", ")
            for number, (_, one) in self._graders(sheet).items()
            for part, given in one.answers.items()
            if given
        }

    def _tree(self, sheet: Sheet, record: Mapping[str, Any]) -> Figure | None:
        """Return the tree at the first mistake; None if there is none or it is too large."""
        departure = record["departure"]
        if not departure or "right" not in record or record["pending"]:
            return None  # the tree may show what is right in a part that waits
        number, step = departure.get("problem", ""), departure["step"]
        grader, section = self._graders(sheet).get(number, (None, sheet))
        if not isinstance(grader, Grader):
            return None
        key = (id(grader), record["convention"], step)
        if key not in self._trees:
            if len(self._trees) >= _MOST_KEPT:
                self._trees.clear()
            self._trees[key] = grader, _draw(grader, section, step)
        return self._trees[key][1]


def _draw(grader: Grader, sheet: Sheet, step: int) -> Figure | None:
    trace = grader.wrong(sheet)[0]
    if len(trace.tour) > _MOST_STEPS:
        return None
    try:
        svg = svg_of(diagram_of(trace, step=step, most=_MOST_NODES), legend=True)
    except UsageError:
        svg = ""
    return Figure(svg, draw_text(trace, step=step))


class _Page:
    """The feedback on one sheet."""

    def __init__(
        self, record: Mapping[str, Any], typed: Mapping[str, str], tree: Figure | None
    ) -> None:
        self.record = record
        self.typed = typed
        self.tree = tree

        # The student need not see where the files are on the computer that marks them.
        self._sheet = "/".join(PurePath(record["sheet"].replace("\\", "/")).parts[-2:])
        self._title = visible_line(record["student"] or self._sheet)

    @property
    def _sentences(self) -> list[str]:
        """The sentences at the top."""
        record = self.record
        # Two students may share a name.
        sentences = [f"This is about your sheet {self._sheet}."] if record["student"] else []
        if record.get("error"):
            error = record["error"].removeprefix(f"{record['sheet']}: ")
            error = error.replace(record["sheet"], self._sheet)
            sentences += [f"Your sheet could not be marked: {error}"]
        else:
            if record.get("pending"):
                parts = ", ".join(record["pending"])
                sentences.append(f"A person must still read your answer to {parts}.")
                sentences.append("There is no total until then.")
            else:
                sentences.append(f"{points_of(record)} points.")
            if record["convention"]:
                sentences.append(f"Graded under the convention {record['convention']}.")
        if record.get("remark"):
            sentences.append(f"Remark: {record['remark']}")
        return [visible_line(one) for one in sentences]

    def _parts(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Yield the heading of each part, and its lines with their names."""
        record = self.record
        for one in record["parts"]:
            part = one["part"]
            is_pending = part in record.get("pending", ())
            verdict = "right" if one["ok"] else "not right"
            verdict = "counts, but is not right" if one["ok"] and "follows" in one else verdict
            verdict = "pending" if is_pending else verdict
            lines = [
                ("You wrote", self.typed.get(part, "").strip("\n")),
                ("Read as", record.get("read", {}).get(part, "")),
                ("It should be", record.get("right", {}).get(part, "")),
                ("Note" if one["ok"] else "Why", one["message"]),
            ]
            worth = f"worth {format_points(one['max_score'])}"
            heading = f"{part}: {verdict}, {worth if is_pending else f'{points_of(one)} points'}"
            yield visible_line(heading), [(name, text) for name, text in lines if text]

    def _sections(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the other sections with their paragraphs; the first mistake is the first."""
        record = self.record
        if record["departure"]:
            yield _FIRST_MISTAKE, [visible_line(record["departure"]["message"])]
        if found := record["misconceptions"]:
            texts = [found[0]["message"], also_fitting(record)]
            yield reason_heading(record), [visible_line(text) for text in texts if text]
        if unread := unread_of(record):
            yield "Lines that were not read as answers", [*map(visible_line, unread)]
        if notes := record.get("notes"):
            yield "Notes", [*map(visible_line, notes)]

    def article(self) -> Article:
        """Return the page as an article."""
        blocks: list[Block] = [Paragraph(" ".join(self._sentences))]
        for heading, entries in self._parts():
            blocks.append(Heading(heading))
            for name, text in entries:
                is_literal = name == "You wrote"
                line = f"{name}:" if is_literal else f"{name}: {visible_line(text)}"
                blocks += [Paragraph(line), *([Board(text)] if is_literal else [])]
        for heading, paragraphs in self._sections():
            blocks += [Heading(heading), *map(Paragraph, paragraphs)]
            if self.tree and heading == _FIRST_MISTAKE:
                blocks.append(self.tree)
        return Article(self._title, blocks)
