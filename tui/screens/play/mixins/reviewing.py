"""Reviewing the moves of a match, and the searches behind them."""

from __future__ import annotations

from engine.match.choosing import SearchOfMove
from tui.actions import Action
from tui.dialogs.search_progress import SearchProgressScreen
from tui.screens.play.match_text import mismatch_text
from tui.screens.play.mixins.base import PlayBase
from tui.screens.stepper.stepper_screen import StepperScreen

__all__ = ["ACTIONS", "Reviewing"]

ACTIONS = (
    Action(
        ("t",),
        "t",
        "step",
        "Show search",
        "Step through the search that chose the shown move.",
        "search",
    ),
    Action(
        ("v",),
        "v",
        "review",
        "Review",
        "Start or end the review; ← and → go through the moves.",
        "review",
    ),
    Action(("f",), "f", "turn", "Flip board", "Show the board from the other side."),
    Action(
        ("left", "up"),
        "← ↑",
        "earlier",
        "Previous move",
        "In a review, go back one move.",
        "earlier",
    ),
    Action(
        ("right", "down"), "→ ↓", "later", "Next move", "In a review, go forward one move.", "later"
    ),
)


class Reviewing(PlayBase):
    """The keys of the review."""

    def action_review(self) -> None:
        """Start the review, or end it."""
        if self.reviewed is not None:
            self.end_review()
        elif not self.match.moves:
            self.say("No move has been made yet.")
        else:
            self.stop_thinking()
            self.reviewed = 0 if self.match.is_over else len(self.match.moves) - 1
            self.show()
            self.say("Press v or q to end the review.")

    def end_review(self) -> None:
        """Return to the current position."""
        self.reviewed = None
        self.continue_match()

    def action_earlier(self) -> None:
        """Go to the previous position."""
        if self.reviewed is not None:
            self.review_at(self.reviewed - 1)

    def action_later(self) -> None:
        """Go to the next position."""
        if self.reviewed is not None:
            self.review_at(self.reviewed + 1)

    def review_at(self, made: int) -> None:
        """Go to the position after N moves."""
        if not 0 <= made <= len(self.match.moves):
            self.say("This is the first position." if made < 0 else "That was the last move.")
            return
        self.reviewed = made
        self.show()
        self.say("")

    def action_turn(self) -> None:
        """Turn the board around."""
        if not self.match.game.has_sides:
            self.say("This board looks the same from both sides.")
            return
        self.turned = not self.is_turned
        self.show()

    def last_search(self) -> SearchOfMove | None:
        """Return the search of the shown move, or the last search of the match."""
        moves = self.match.moves
        if self.reviewed is not None:
            moves = moves[max(0, self.reviewed - 1) : self.reviewed]
        for played in reversed(moves):
            if played.choice is not None and played.choice.searched is not None:
                return played.choice.searched
        return None

    def action_step(self) -> None:
        """Open the search of a move in the stepper, at its last step: its value and best line."""
        found = self.last_search()
        if found is None:
            self.say(self._no_search())
            return
        source = " ".join(self.match.source.split()) or str(self.match.game)

        def take(trace: object) -> None:
            from tracer import Trace

            if isinstance(trace, Trace):
                self.app.push_screen(StepperScreen(trace, -1))
                if text := mismatch_text(found, trace):
                    self.notify(text, title="The searches differ", timeout=12, markup=False)

        self.app.push_screen(SearchProgressScreen(found.game, found.arguments, source), take)

    def _no_search(self) -> str:
        """Return why there is no search, and what to do about it."""
        if not any(played.choice and played.choice.searched for played in self.match.moves):
            return "No search has made a move. Press c to let one play."
        return "No search made this move. Press ← or → for other moves."
