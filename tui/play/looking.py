"""Looking at what was played, and into the mind of the search that played it."""

from __future__ import annotations

from engine.match.choosing import Searched
from tui.actions import Action
from tui.play.base import PlayBase
from tui.play.words import said_otherwise
from tui.screens.searching import SearchingScreen
from tui.screens.stepper import StepperScreen

__all__ = ["ACTIONS", "Looking"]

ACTIONS = (
    Action(
        ("t",),
        "t",
        "step",
        "Step through the search",
        "Open the search that made the last move shown in the stepper.",
        "search",
    ),
    Action(
        ("v",),
        "v",
        "review",
        "Review",
        "Go through the moves with ← and →, or back to the present.",
        "review",
    ),
    Action(("f",), "f", "turn", "Turn the board", "See the board from the other side."),
    Action(
        ("left", "up"), "← ↑", "earlier", "Earlier move", "In a review, go back a move.", "earlier"
    ),
    Action(("right", "down"), "→ ↓", "later", "Later move", "In a review, go on a move.", "later"),
)


class Looking(PlayBase):
    """The keys that look."""

    def action_review(self) -> None:
        """Go back to the first position, or forward to the present."""
        if self.reviewed is not None:
            self.end_review()
        elif not self.match.moves:
            self.say("No move has been made.")
        else:
            self.stop_thinking()
            self.reviewed = 0 if self.match.is_over else len(self.match.moves) - 1
            self.show()
            self.say("v or q ends the review.")

    def end_review(self) -> None:
        """Go back to the present."""
        self.reviewed = None
        self.go_on()

    def action_earlier(self) -> None:
        """Go to the position before."""
        if self.reviewed is not None:
            self.review_at(self.reviewed - 1)

    def action_later(self) -> None:
        """Go to the position after the next move."""
        if self.reviewed is not None:
            self.review_at(self.reviewed + 1)

    def review_at(self, made: int) -> None:
        """Go to the position after so many moves."""
        if not 0 <= made <= len(self.match.moves):
            self.say("There is no move before." if made < 0 else "That was the last move.")
            return
        self.reviewed = made
        self.show()
        self.say("")

    def action_turn(self) -> None:
        """Look at the board from the other side."""
        if not self.match.game.has_sides:
            self.say("This board has no sides to look at it from.")
            return
        self.turned = not self.is_turned
        self.show()

    def last_search(self) -> Searched | None:
        """The search of the move shown, or at the present of the last one that was searched."""
        moves = self.match.moves
        if self.reviewed is not None:
            moves = moves[max(0, self.reviewed - 1) : self.reviewed]
        for played in reversed(moves):
            if played.choice is not None and played.choice.searched is not None:
                return played.choice.searched
        return None

    def action_step(self) -> None:
        """Open the stepper on the search of a move, at its root."""
        found = self.last_search()
        if found is None:
            self.say(self._no_search())
            return
        source = " ".join(self.match.source.split()) or str(self.match.game)

        def take(trace: object) -> None:
            from tracer import Trace

            if isinstance(trace, Trace):
                self.app.push_screen(StepperScreen(trace))
                if told := said_otherwise(found, trace):
                    self.notify(told, title="Not what the match says", timeout=12, markup=False)

        self.app.push_screen(SearchingScreen(found.game, found.arguments, source), take)

    def _no_search(self) -> str:
        """Why there is nothing to step through, and what can be done."""
        if not any(played.choice and played.choice.searched for played in self.match.moves):
            return "No search has made a move: c lets one play."
        return "No search made the move that is shown: ← and → go to others."
