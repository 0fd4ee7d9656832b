"""The mistakes of a student in searches by hand, so that tomorrow's first tree shows one again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Final

from engine.conventions import parse_convention
from engine.errors import PlytraceError
from tracer.hands.next_tree import NextTree, make_next_tree
from tracer.hands.session import HandSession, Level
from tracer.hands.sheet_files import SheetFile, kept_text
from tracer.mistakes import MISCONCEPTIONS
from tui.saved.store import Store

_STORE: Final = Store("mistakes.json")


def likely_mistakes(recent: Iterable[str] = ()) -> list[str]:
    """Return the misconceptions that the next tree is to test: recent ones, then common ones."""
    counts = _counts()
    return list(dict.fromkeys([*recent, *sorted(counts, key=lambda slug: -counts[slug])]))


def note_tree(made: str | None, tested: Iterable[str]) -> None:
    """Note the mistake of a tree; those that it tests and that were not made count once less.

    An unwritable file is ignored: the trees are then of any kind.
    """
    with suppress(OSError, PlytraceError), _STORE.lock():
        counts = _counts()
        for slug in tested:
            counts[slug] = counts.get(slug, 0) - (slug != made)
        if made is not None:
            counts[made] = counts.get(made, 0) + 1
        _STORE.write_json({slug: count for slug, count in counts.items() if count > 0})


def make_practice_tree(convention: str, search: str = "alphabeta") -> NextTree:
    """Make the first tree of a practice: one that tests the student's commonest mistake."""
    return make_next_tree(search, parse_convention(convention), likely_mistakes(), token_hex(4))


def _counts() -> dict[str, int]:
    """Return how often each misconception was made; unreadable entries are left out."""
    entries = _STORE.read_json()
    if not isinstance(entries, dict):
        return {}
    return {
        slug: count
        for slug, count in entries.items()
        if slug in MISCONCEPTIONS and type(count) is int and count > 0
    }


class HandSitting:
    """A student's searches by hand, one tree after another, in a screen or a dialogue."""

    def begin_sitting(
        self,
        session: HandSession,
        sheet: SheetFile | None,
        tests: Sequence[str],
        *,
        is_exercise: bool,
    ) -> None:
        """Begin with a search, the file of its sheet, and the misconceptions that it tests."""
        self.session = session
        self._sheet = sheet
        self._tests = tuple(tests)
        #: Whether a lesson has the next tree.
        self._is_exercise = is_exercise
        self._is_noted = False

    @property
    def kept_text(self) -> str:
        """Where the work is kept; empty if it has no steps."""
        return kept_text(self.session.work, self._sheet)

    def keep_step(self) -> str:
        """Write the sheet, and note the end of the tree once; return why nothing was written."""
        message = ""
        if self._sheet is not None:
            try:
                self._sheet.write(self.session)
            except (OSError, PlytraceError) as error:
                message = f"The sheet is not kept: {error}"
        if self.session.is_over and not (self._is_noted or self.session.level is Level.EXAM):
            note_tree(self.session.misconception(), self._tests)
            self._is_noted = True
        return message

    def find_next(self, go_on: Callable[[], bool] = lambda: True) -> NextTree:
        """Return another tree for this search, which tests the likely mistakes; it is slow."""
        right = self.session.right
        likely = likely_mistakes(self.session.count_explained())
        return make_next_tree(right.search, right.settings.convention, likely, token_hex(4), go_on)

    def begin_next(self, tree: NextTree) -> str:
        """Work another tree; return what it tests, as a sentence."""
        sheet = None if self._sheet is None else self._sheet.for_next_tree()
        session = HandSession(tree.right, self.session.level)
        self.begin_sitting(session, sheet, tree.tests, is_exercise=self._is_exercise)
        return tree.purpose
