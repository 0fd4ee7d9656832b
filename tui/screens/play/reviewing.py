"""Reviewing the moves of a match, and the searches behind them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.game import Player
from engine.match.choosing import SearchOfMove
from tracer import Trace
from tracer.runs.match_review import MatchReview, MoveValues, ReviewedMove
from tracer.steps.navigation import deciding_step
from tracer.text.numbers import show_number
from tui.background import SEARCH_THREAD, BackgroundJob, BackgroundSearch
from tui.dialogs.progress import SearchProgressScreen
from tui.screens.play.making_moves import PlayBase
from tui.screens.play.match_text import mismatch_text, review_summary, review_text


class Reviewing(PlayBase):
    """The keys of the review, and the values that it shows."""

    #: The values of the match's moves; None before the first review.
    review: MatchReview | None = None
    _shown_count = -1
    shows_values = False
    _move_values: MoveValues | None = None
    _values: Mapping[Any, float] = MappingProxyType({})

    def action_values(self) -> None:
        """Show or hide the values of the moves."""
        self.shows_values = not self.shows_values
        if not self.shows_values:
            self.stop_valuing()
        self.show()
        side = self.match.label(Player.MAX)
        self.say(f"Values of the moves for {side}. w hides them." if self.shows_values else "")

    def stop_valuing(self) -> None:
        """Stop the search for the moves' values, and hide them."""
        self.stop_job("values")
        self._move_values, self._values = None, {}

    def move_values(self) -> dict[Any, str]:
        """Return the values of the shown position's moves; start their search if needed."""
        is_idle = self.reviewed is not None or self.match.is_humans_turn
        if not self.shows_values or not is_idle:
            return {}
        if self._move_values is None or self._move_values.state is not self.shown_state:
            self.stop_valuing()
            values = self._move_values = MoveValues(self.match.game, self.shown_state)
            job = BackgroundJob(values.run, thread=SEARCH_THREAD, stop=values.cancel)
            self.run_job("values", job, self._show_values, self._refuse_values)
        return {action: show_number(value) for action, value in self._values.items()}

    def _show_values(self, values: dict[Any, float]) -> None:
        self._values = values
        self.show()

    def _refuse_values(self, why: str) -> None:
        self.shows_values = False
        self.stop_valuing()
        self.say(why)
        self.show()

    def action_review(self) -> None:
        """Start the review, or end it."""
        if self.reviewed is not None:
            self.end_review()
        elif not self.match.moves:
            self.say("No move has been made yet.")
        else:
            self.begin_review(0 if self.match.is_over else len(self.match.moves) - 1)
            self.say("Press v or q to end the review.")

    def begin_review(self, made: int) -> None:
        """Review the match, at first the position after N moves."""
        self.stop_job("move")
        self._start_reviewing()
        self.reviewed = made
        self.show()

    def _start_reviewing(self) -> None:
        """Search the positions of the match in a thread, unless that is done."""
        if self.review is not None and self.review.is_review_of(self.match):
            return
        self.stop_reviewing()
        review = self.review = MatchReview(self.match)
        job = BackgroundJob(review.run, stop=review.cancel)
        self.run_job("review", job, lambda _: self.show(), self._refuse_review)

    def stop_reviewing(self) -> None:
        """Stop the review's searches."""
        if self.review is not None and not self.review.is_complete:
            self.review = None
        self.stop_job("review")

    def _refuse_review(self, why: str) -> None:
        self.show()
        self.say(why)

    def poll_review(self) -> None:
        """Show the values that the review has found since the last call."""
        review = self.review
        if review is None or self.reviewed is None or len(review.moves) == self._shown_count:
            return
        self._shown_count = len(review.moves)
        self.show()

    def reviewed_move(self, number: int) -> ReviewedMove | None:
        """Return the review of a move by its number from 1; None if it is not reviewed yet."""
        review = self.review
        if (
            review is None
            or not review.is_review_of(self.match)
            or not 0 < number <= len(review.moves)
        ):
            return None
        return review.moves[number - 1]

    def review_info(self) -> str:
        """Return the text about the shown move, and the number of mistakes."""
        review, made = self.review, self.reviewed or 0
        if review is None:
            return ""
        if not review.is_complete:
            text = f"Reviewing: {len(review.moves)} of {len(self.match.moves)} moves."
        else:
            text = review_summary(self.match, review.moves)
            if any(one.is_mistake for one in review.moves):
                text += " Press n for the next one."
        reviewed = self.reviewed_move(made)
        return f"{review_text(self.match, reviewed)}\n{text}" if reviewed else text

    def action_next_mistake(self) -> None:
        """Go to the next mistake; after the last one, to the first."""
        review = self.review
        if self.reviewed is None or review is None:
            return
        places = [one.played.number for one in review.moves if one.is_mistake]
        later = [place for place in places if place > self.reviewed]
        if places:
            self.review_at((later or places)[0])
        elif review.is_complete:
            self.say("No mistake was found.")
        else:
            self.say("No mistake was found yet.")

    def end_review(self) -> None:
        """Return to the current position."""
        self.reviewed = None
        self.stop_reviewing()
        self.continue_match()

    def action_position(self, by: int) -> None:
        """Go to the next or previous position."""
        if self.reviewed is not None:
            self.review_at(self.reviewed + by)

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
        reviewed = self.reviewed_move(self.reviewed or 0)
        return reviewed.searched if reviewed is not None else None

    def action_step(self) -> None:
        """Open the search of a move in the stepper, where the pass ends that chose it."""
        found = self.last_search()
        if found is None:
            has_any = any(move.choice and move.choice.searched for move in self.match.moves)
            self.say(
                "No search made this move. Press ← or → for other moves."
                if has_any
                else "No search has made a move. Press c to let one play."
            )
            return
        source = " ".join(self.match.source.split()) or str(self.match.game)

        def take(trace: Trace) -> None:
            from tui.screens.stepper.stepper_screen import StepperScreen  # late: few open it

            self.app.push_screen(StepperScreen(trace, deciding_step(trace)))
            if text := mismatch_text(found, trace):
                self.notify(text, title="The searches differ", timeout=12, markup=False)

        search = BackgroundSearch(found.game, found.arguments, source)
        self.ask(SearchProgressScreen(search), take)
