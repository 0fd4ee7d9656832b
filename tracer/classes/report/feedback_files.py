"""Feedback for students: one file per sheet, in Markdown and in HTML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cached_property
from html import escape
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from engine.errors import PlytraceError, UsageError
from engine.text import escape_unsafe, visible_line
from tracer.classes.report.html import page_start
from tracer.classes.report.writers import escaped
from tracer.drawing.print.contents.diagrams import diagram_of
from tracer.drawing.print.svg.svg_figure import svg_of
from tracer.drawing.terminal.plain_text import draw_text
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import AnyGrader, OneGrader, grader_of, graders_of_sheet
from tracer.marking.keys.key import AnyKey
from tracer.marking.reading.sheet import Sheet, as_typed
from tracer.marking.results.text import also_fitting, points_of, reason_heading, unread_of

#: Steps of a search whose tree is drawn.
_MOST_STEPS: Final = 2_000
#: Nodes of a drawn figure; larger trees are outlines.
_MOST_NODES: Final = 150
#: Drawings that are kept: many sheets depart at the same step.
_MOST_KEPT: Final = 200
#: Characters of a file name, and names that Windows reserves.
_LONGEST: Final = 60
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


class _Tree(NamedTuple):
    """A drawn tree."""

    text: str
    svg: str


class FeedbackFiles:
    """The feedback files of a class."""

    def __init__(self, key: AnyKey) -> None:
        self._key = key
        self._taken: set[str] = set()
        #: Trees with their graders, whose ids therefore stay unique.
        self._trees: dict[Any, tuple[Grader, _Tree | None]] = {}

    @cached_property
    def _grader(self) -> AnyGrader:
        return grader_of(self._key, diagnoses=False)

    def name_of(self, record: Mapping[str, Any]) -> str:
        """Return a new file name for a sheet, without a suffix: safe and unique."""
        sheet = PurePath(record["sheet"].replace("\\", "/"))
        stem = sheet.name if ":" in sheet.suffix else sheet.stem  # ":3" is a row of a table
        text = unicodedata.normalize("NFC", record["student"] or stem)
        safe = re.sub(r"[^\w.-]+", "-", text)[:_LONGEST].strip("-.") or "sheet"
        safe = f"sheet-{safe}" if _RESERVED.fullmatch(safe) else safe
        name, number = safe, 1
        while name.casefold() in self._taken:
            number += 1
            name = f"{safe}-{number}"
        self._taken.add(name.casefold())
        return name

    def files(self, sheet: Sheet, record: Mapping[str, Any]) -> dict[str, bytes]:
        """Return the contents of a sheet's files by name."""
        name = self.name_of(record)
        page = _Page(record, self._typed(sheet), self._tree(sheet, record))
        return {
            f"{name}.md": escape_unsafe(page.markdown()).encode("utf-8", "replace"),
            f"{name}.html": escape_unsafe(page.html()).encode("utf-8", "replace"),
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
            f"{number} {part}".strip(): as_typed(given)
            for number, (_, one) in self._graders(sheet).items()
            for part, given in one.answers.items()
            if given
        }

    def _tree(self, sheet: Sheet, record: Mapping[str, Any]) -> _Tree | None:
        """Return the tree at the first mistake; None if there is none or it is too large."""
        departure = record["departure"]
        if not departure or "right" not in record:
            return None
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


def _draw(grader: Grader, sheet: Sheet, step: int) -> _Tree | None:
    trace = grader.wrong(sheet)[0]
    if len(trace.tour) > _MOST_STEPS:
        return None
    try:
        svg = svg_of(diagram_of(trace, step=step, most=_MOST_NODES), legend=True)
    except UsageError:
        svg = ""
    return _Tree(draw_text(trace, step=step), svg)


class _Page:
    """The feedback on one sheet."""

    def __init__(
        self, record: Mapping[str, Any], typed: Mapping[str, str], tree: _Tree | None
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
            sentences += [f"{points_of(record)} points."]
            if record["convention"]:
                sentences.append(f"Graded under the convention {record['convention']}.")
        if record.get("pending"):
            parts = ", ".join(record["pending"])
            sentences.append(f"A person must still read your answer to {parts}.")
        if record.get("remark"):
            sentences.append(f"Remark: {record['remark']}")
        return [visible_line(one) for one in sentences]

    def _parts(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Yield the heading of each part, and its lines with their names."""
        record = self.record
        for one in record["parts"]:
            part = one["part"]
            is_pending = part in record.get("pending", ())
            verdict = "pending" if is_pending else "right" if one["ok"] else "not right"
            lines = [
                ("You wrote", self.typed.get(part, "").strip("\n")),
                ("Read as", record.get("read", {}).get(part, "")),
                ("It should be", record.get("right", {}).get(part, "")),
                ("Note" if one["ok"] else "Why", one["message"]),
            ]
            heading = f"{part}: {verdict}, {points_of(one)} points"
            yield visible_line(heading), [(name, text) for name, text in lines if text]

    def _sections(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the other sections with their paragraphs; the first mistake is the first."""
        record = self.record
        if record["departure"]:
            yield "Your first mistake", [visible_line(record["departure"]["message"])]
        if found := record["misconceptions"]:
            texts = [found[0]["message"], also_fitting(record)]
            yield reason_heading(record), [visible_line(text) for text in texts if text]
        if unread := unread_of(record):
            yield "Lines that were not read as answers", [*map(visible_line, unread)]
        if notes := record.get("notes"):
            yield "Notes", [*map(visible_line, notes)]

    def markdown(self) -> str:
        """Return the page as Markdown."""
        lines = [f"# {escaped(self._title)}", "", escaped(" ".join(self._sentences))]
        for heading, entries in self._parts():
            lines += ["", f"## {escaped(heading)}", ""]
            for name, text in entries:
                if name == "You wrote":  # literal, as an indented block
                    lines += [f"- {name}:", "", *(f"      {row}" for row in text.split("\n")), ""]
                else:
                    lines.append(f"- {name}: {escaped(visible_line(text))}")
        for heading, paragraphs in self._sections():
            lines.append(f"\n## {heading}")
            lines += [f"\n{escaped(paragraph)}" for paragraph in paragraphs]
            if self.tree and heading == "Your first mistake":
                lines += ["", *(f"    {row}".rstrip() for row in self.tree.text.split("\n"))]
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        """Return the page as HTML."""
        lines = [f"{page_start(self._title)}<header>\n<h1>{escape(self._title)}</h1>"]
        lines += [f"<p>{escape(sentence)}</p>" for sentence in self._sentences]
        lines.append("</header>\n<main>")
        for heading, entries in self._parts():
            lines.append(f"<section>\n<h2>{escape(heading)}</h2>\n<table><tbody>")
            for name, text in entries:
                cell = f"<pre>{escape(text)}</pre>" if name == "You wrote" else escape(text)
                lines.append(f'<tr><th scope="row">{name}</th><td>{cell}</td></tr>')
            lines.append("</tbody></table>\n</section>")
        for heading, paragraphs in self._sections():
            lines.append(f"<section>\n<h2>{heading}</h2>")
            lines += [f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs]
            if self.tree and heading == "Your first mistake":
                text = f"<pre>{escape(self.tree.text)}</pre>"
                lines.append(f'<div class="scroll">{self.tree.svg or text}</div>')
            lines.append("</section>")
        return "\n".join([*lines, "</main>\n</body>\n</html>\n"])
