"""The first tree of a practice: one that shows the student's commonest mistake."""

from __future__ import annotations

from secrets import token_hex

from engine.conventions import parse_convention
from tracer.hands.next_tree import NextTree, make_next_tree
from tracer.hands.session import HandSession, Level
from tracer.hands.sheet_files import SheetFile
from tui.saved.mistakes import commonest_mistakes
from tui.screens.stepper.hands.hands_screen import HandsScreen

__all__ = ["first_tree", "practice_screen"]


def first_tree(convention: str, search: str = "alphabeta") -> NextTree:
    """Make the first tree.

    Args:
        convention: name of the convention.
        search: name of the search.
    """
    likely = commonest_mistakes()
    return make_next_tree(search, parse_convention(convention), likely, token_hex(4))


def practice_screen(
    next_tree: NextTree, level: Level = Level.GUIDED, sheet: SheetFile | None = None
) -> HandsScreen:
    """Return the screen on which a tree is worked."""
    session = HandSession(next_tree.right, level)
    return HandsScreen(session, sheet, about=next_tree.purpose, tests=next_tree.tests)
