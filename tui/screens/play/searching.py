"""The tree of the last search beside the match, step by step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual import on
from textual.widgets import Static

from engine.match.choosing import SearchOfMove
from engine.match.players import SearchPlayer
from tracer import Trace
from tracer.steps.navigation import deciding_step
from tracer.steps.step_views import value_range
from tui.actions import read_actions
from tui.appearance.theme import with_symbols
from tui.background import BackgroundSearch
from tui.screens.play.making_moves import PlayBase
from tui.screens.play.match_text import root_moves_text
from tui.screens.stepper.search_side import SearchSide
from tui.screens.stepper.stepping import Stepping
from tui.screens.stepper.viewing import Zooming
from tui.widgets.preview import Preview, text_rows
from tui.widgets.tree_canvas import TreeCanvas

#: Width and height from which the board and the tree are shown together.
WIDE: Final = 60
HIGH: Final = 18

#: The stepper's keys, while the keys are at the tree.
TREE_ACTIONS = [
    replace(action, group="At the tree", help=action.help.replace("the view", "the tree"))
    for action in read_actions("stepping", "zooming", "panning")
]


class Searching(PlayBase, Stepping, Zooming):
    """The tree of the shown move's search, and the keys that step through it."""

    is_in_tree: bool = False
    _trace: Trace | None = None
    _scale: tuple[float, float] = (0, 0)
    #: The search that `_trace` is of, or that is being repeated.
    _source: SearchOfMove | None = None

    @abstractmethod
    def last_search(self) -> SearchOfMove | None:
        """Return the search of the shown move, or the last search of the match."""

    # Which search --------------------------------------------------------------------------

    def show_search(self, found: SearchOfMove | None) -> None:
        """Show the tree of a search, once it has been repeated in a thread."""
        if found is self._source:
            return
        self.stop_job("tree")
        self._source, self._trace = found, None
        self.query_one(SearchSide).display = False
        if found is None:
            self.tree_note("No search has made a move here.")
            return
        self.tree_note("Opening the search …")
        search = BackgroundSearch(found.game, found.arguments)

        def show(trace: Trace) -> None:
            self.show_trace(trace, deciding_step(trace))

        self.run_job("tree", search, show, self.tree_note)

    # Showing -------------------------------------------------------------------------------

    def tree_note(self, text: str) -> None:
        """Show a text instead of a tree."""
        self.query_one("#tree-note", Preview).show(text_rows(text.split("\n"), "more"))
        self.query_one("#tree-note").display = True
        self.query_one("#root-moves").display = False

    def show_rules(self, rules: str) -> None:
        """Show the rules of the game where the tree of its first search will be."""
        text = self.query_one("#root-moves", Static)
        text.display = True
        text.add_class("-rules")
        note = "The tree of a search is shown here after its move."
        text.update(with_symbols(self, f"{rules}\n\n{note}".strip()))

    def show_trace(
        self, trace: Trace, step: int, changed: Callable[[int], bool] | None = None
    ) -> None:
        """Show a step of a search."""
        self.trace = self._trace = trace
        self._scale = value_range(trace)
        self.query_one("#tree-note").display = False
        side = self.query_one(SearchSide)
        side.load(trace)
        side.display = True
        self.go_to(step)

    def go_to(self, step: int) -> None:
        """Show a step of the search."""
        if self._trace is None:
            return
        side = self.query_one(SearchSide)
        self.snapshot = self._trace.at(step)
        root_moves = self.query_one("#root-moves", Static)
        text = root_moves_text(self._trace, self.snapshot.step)
        root_moves.display = bool(text)
        root_moves.remove_class("-rules")
        root_moves.update(with_symbols(self, text))
        side.canvas.model.fits_height = True
        side.show(self.snapshot, "", self._scale, leads=self.is_in_tree)
        if self.is_in_tree:
            self.say("")

    @on(TreeCanvas.NodeClicked)
    def _go_to_node(self, event: TreeCanvas.NodeClicked) -> None:
        if self._trace is not None:
            self.keys_at_tree(True)
            self.go_to(self._trace.tour.entered_at(event.row))

    # Keys ----------------------------------------------------------------------------------

    def may_have_tree(self) -> bool:
        """Return whether a search plays, has played, or reviews the match."""
        plays = any(isinstance(who, SearchPlayer) for who in self.match.players.values())
        return plays or self.reviewed is not None or self.last_search() is not None

    def has_tree(self) -> bool:
        """Return whether there is a tree to step through."""
        return self._trace is not None

    def keys_at_tree(self, wanted: bool) -> None:
        """Move the keys to the tree, or back to the board."""
        self.is_in_tree = wanted
        self.set_class(wanted, "-tree")
        if self.has_tree():
            self.call_after_refresh(self.go_to, self.step)
        self.show()

    def action_tree(self) -> None:
        """Move the keys between the board and the tree."""
        self.keys_at_tree(not self.is_in_tree)
        if self.is_in_tree and not self.has_tree():
            self.say("No search is open yet. Press Tab to return to the board.")

    def check_tree_action(self, action: str) -> bool | None:
        """Return whether a key works, as far as the tree decides it; None if it does not."""
        if any(one.name.partition("(")[0] == action for one in TREE_ACTIONS):
            return self.is_in_tree and self.has_tree()
        if not self.is_in_tree or action == "tree":
            return None
        return None if action in _ALLOWED_AT_TREE else False


#: Keys of the match that work at the tree too.
_ALLOWED_AT_TREE: Final[frozenset[str]] = frozenset(
    (
        "help",
        "leave",
        "step",
        "stop",
        "review",
        "turn",
        "values",
        "save",
        "open",
        "again",
        "players",
    )
)
