"""The file of a search by hand: written after every step, and continued later."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.errors import InvalidInput, UsageError
from tracer.files.atomic_files import write_atomically
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import find_first_wrong
from tracer.hands.session import HandSession, Level
from tracer.hands.sheets import (
    SavedWork,
    added_text,
    own_lines,
    read_saved_work,
    search_key,
    sheet_text,
    split_blocks,
)
from tracer.runs.search_trace import Trace
from trees.files import printable_name, read_text


def kept_text(work: HandWork, sheet: SheetFile | None) -> str:
    """Return where a work is kept, in a few words; empty if it has no steps."""
    steps = len(work.events)
    if not steps:
        return ""
    where = f"kept in {sheet.path}" if sheet else "not kept (--sheet FILE keeps it)"
    return f"{steps} step{'' if steps == 1 else 's'}, {where}"


@dataclass(frozen=True, slots=True)
class Resumed:
    """A session that continues a sheet."""

    session: HandSession
    #: Sentence about what was kept of the sheet; empty for a new one.
    note: str = ""


class SheetFile:
    """A file with one search by hand, or with one for each problem of a set."""

    def __init__(self, path: Path, problem: str = "") -> None:
        self.path = path
        self.problem = problem

    def resume(self, right: Trace, level: Level, *, covers_leaves: bool = True) -> Resumed:
        """Return a session that continues the sheet, or a new one if there is no such file.

        A file that is not this work is never overwritten.
        """
        saved = self._read_saved(right)
        if saved is None:
            return Resumed(HandSession(right, level, covers_leaves=covers_leaves))
        is_judged_now = (saved.level, level) == (Level.FREE, Level.GUIDED)
        if saved.level != level and not is_judged_now:
            raise UsageError(
                f"this work was begun as {saved.level}",
                where=self._name,
                expected=f"--level {saved.level}, or another file",
            )
        events, note = saved.events, ""
        if is_judged_now:
            first = find_first_wrong(right, HandWork(right, events))
            if first is not None:
                events = events[: first.number]
                note = f"Your free work is right up to step {first.number}; continue from there."
        note = note or f"You continue after step {len(events)}."
        session = HandSession(right, level, events, saved.slips, covers_leaves=covers_leaves)
        return Resumed(session, note)

    def _read_saved(self, right: Trace) -> SavedWork | None:
        """Return this work as the file has it; None if there is none."""
        text = read_text(self.path) if self.path.exists() else ""
        blocks = split_blocks(text)[1:]
        works = [read_saved_work(block, self._name) for block in blocks]
        # Lines that a person added are kept, but a file without any work is not ours.
        are_ours = bool(works) and all(bool(work.problem) == bool(self.problem) for work in works)
        if text.strip() and not (are_ours and (self.problem or len(works) == 1)):
            raise UsageError(
                "this file is not a sheet of this work, and is not overwritten",
                where=self._name,
                expected="a sheet that plytrace work wrote, or a new file",
            )
        for work, block in zip(works, blocks, strict=True):
            if work.problem != self.problem:
                continue
            if work.search != search_key(right):
                raise UsageError(
                    f"this sheet is of another search: {work.search.rpartition(' · ')[0]}",
                    where=self._name,
                    expected="the same source and options, or another file",
                )
            self._check_unchanged(right, work, block)
            return work
        return None

    def _check_unchanged(self, right: Trace, saved: SavedWork, block: str) -> None:
        """Refuse a work whose steps are impossible, or whose answers do not follow from them."""
        try:
            Level(saved.level)
            work = HandWork(right, saved.events)
        except ValueError as error:
            raise InvalidInput(
                f"this work cannot be continued: {error}",
                where=self._name,
                expected="the lines as written",
            ) from error
        written = sheet_text(work, saved.level, saved.slips, self.problem)
        if own_lines(block, self.problem) != written.splitlines():
            raise UsageError(
                "the answers of this work were changed, and are not overwritten",
                where=self._name,
                expected="the lines as written, or another file",
            )

    @property
    def _name(self) -> str:
        return printable_name(self.path)

    def write(self, session: HandSession) -> None:
        """Write the work so far; other works and lines that a person added stay as they are."""
        own = sheet_text(session.work, session.level, session.slips, self.problem)
        text = read_text(self.path) if self.path.exists() else ""
        before, *blocks = split_blocks(text)
        works = [read_saved_work(block, self._name).problem for block in blocks]
        if self.problem in works:
            place = works.index(self.problem)
            blocks[place] = own + added_text(blocks[place], self.problem)
        else:
            blocks.append(own)
        with write_atomically(self.path) as path:
            path.write_text("".join([before, *blocks]), "utf-8")

    def for_next_tree(self) -> SheetFile:
        """Return the file for another tree: NAME-2, or the next number that is free."""
        base, _, number = self.path.stem.rpartition("-")
        if not (base and number.isdigit()):
            base, number = self.path.stem, "1"
        while True:
            number = str(int(number) + 1)
            path = self.path.with_name(f"{base}-{number}{self.path.suffix}")
            if not path.exists():
                return SheetFile(path)
