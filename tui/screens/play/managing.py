"""Managing a match: undo, hints, players, positions, saving."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from engine.errors import PlytraceError
from engine.game import AnyGame, Player
from engine.match.match import Match
from engine.match.players import Participant, check_player, read_player
from engine.match.position import start_at
from tracer.text.numbers import show_count
from trees.sources import open_source
from tui.background import BackgroundMove
from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.dialogs.prompt import PromptScreen, new_file, typed_path
from tui.saved.match_files import MatchKeeper, load_match, resume_command
from tui.saved.recent import remember_source
from tui.screens.play.making_moves import PlayBase
from tui.screens.play.match_text import side_text

#: Players offered in the list, with a description; any other can be typed.
_PLAYERS: Final = {
    "human": "you, or another person here",
    "search": "alpha-beta, or in larger positions the best search for a second a move",
    "random": "random moves: the easiest opponent",
    "alphabeta:depth=2": "searches two plies ahead",
    "alphabeta:depth=4": "searches four plies ahead",
    "deepening:seconds=5": "searches as deep as it can in five seconds",
    "solve:seconds=1": "proves the best move with null windows and a table",
    "minimax:seconds=1": "no cutoffs, one second a move",
    "mcts:iterations=500": "Monte Carlo tree search with 500 playouts",
}
#: Value of the entry that asks for another player.
_TYPED: Final = "typed"


class Managing(PlayBase):
    """The keys that manage the match."""

    def action_undo(self) -> None:
        """Undo moves until it is a person's turn again."""
        self._show_present()
        taken = self.match.undo_turn()
        text = f"Undid {show_count(len(taken), 'move')}." if taken else "There is nothing to undo."
        if taken and not self.has_people():
            self.is_paused = True  # the engine would play on at once
            text += " The engine is paused. Press p to continue."
        self.continue_match()
        self.say(text)

    def action_redo(self) -> None:
        """Redo moves until it is a person's turn."""
        self._show_present()
        again = self.match.redo_turn()
        self.continue_match()
        self.say(
            f"Redid {show_count(len(again), 'move')}." if again else "There is nothing to redo."
        )

    def _show_present(self) -> None:
        self.stop_job("move")
        self.reviewed = self.chosen_cell = None

    def action_hint(self) -> None:
        """Show the move that a search would play."""
        if self.may_move():
            try:
                self.think(BackgroundMove(self.match.hint(), is_hint=True))
            except PlytraceError as error:
                self.say(str(error))
                return
            self.say("Searching for a hint. Press Esc to use the best move so far.")

    def action_stop(self) -> None:
        """Stop a search with its best move, deselect a piece, or leave a review."""
        if self.background_move is not None:
            self.background_move.cancel()
        elif "values" in self.jobs:
            self.action_values()
        elif self.chosen_cell is not None or self.reviewed is not None:
            self.chosen_cell = self.reviewed = None
            self.show()
            self.say("")

    def action_pause(self) -> None:
        """Pause or resume the engine."""
        self.is_paused = not self.is_paused
        self.continue_match()
        self.say("The engine is paused. Press p to continue." if self.is_paused else "")

    def action_players(self) -> None:
        """Ask who plays each side, and change the players at the end."""
        self._ask_for({})

    def _ask_for(self, chosen: dict[Player, Participant]) -> None:
        """Ask for the next side; seat the players once all are chosen."""
        sides = [Player.MAX, *([Player.MIN] if self.match.game.plies_per_round > 1 else [])]
        left = [side for side in sides if side not in chosen]
        if not left:
            self._seat(chosen)
            return

        side = left[0]

        def take(who: Participant | None) -> None:
            if who is None:
                self.say("The players are unchanged.")
            else:
                self._ask_for({**chosen, side: who})

        def pick(who: Participant | str | None) -> None:
            if who == _TYPED:
                hint = "Type a player and its settings, such as alphabeta:depth=4,order=static."
                start = str(self.match.players[side])
                self.app.push_screen(PromptScreen(title, read, start=start, hint=hint), take)
                return
            try:
                take(read(str(who)) if who is not None else None)
            except PlytraceError as error:
                self.notify(
                    str(error), title=f"{who} cannot play", severity="warning", markup=False
                )
                self._ask_for(chosen)

        def read(text: str) -> Participant:
            return check_player(read_player(text), self.match.game)

        title = f"Who plays {self.match.label(side)}?"
        self.app.push_screen(PickListScreen(title, self._players_for(side)), pick)

    def _players_for(self, side: Player) -> list[PickItem]:
        """Return the choices for a side, including its current player."""
        now = str(self.match.players[side])
        listed = _PLAYERS if now in _PLAYERS else {now: "current player", **_PLAYERS}
        return [
            *(PickItem(who, about, who, who == now) for who, about in listed.items()),
            PickItem("other", "type a player and its settings", _TYPED),
        ]

    def _seat(self, chosen: dict[Player, Participant]) -> None:
        self.stop_job("move")
        for side, who in chosen.items():
            self.match.seat(side, who)
        self.continue_match()
        self.say("The engine is paused. Press p to continue." if self.is_paused else "")

    def action_set_up(self) -> None:
        """Ask for a position as text, and start a match there."""
        game = self.match.game

        def read(text: str) -> AnyGame:
            size = f":{game.size}" if game.size else ""
            if self.match.source:
                return open_source(f"{game.name}{size}@{text.strip()}").game
            return start_at(game, game.parse(text.strip()))

        def take(placed: AnyGame) -> None:
            self.show_match(self._with_the_same_players(placed), "New position.")

        hint = "Type a position in this form; behind a board alone, a space and the side to move."
        start = game.format(self.match.state)
        self.ask(PromptScreen("Position", read, start=start, hint=hint), take)

    def action_again(self) -> None:
        """Start a new match."""
        self.show_match(self._with_the_same_players(self.match.game), "New match.")

    def action_change_sides(self) -> None:
        """Start a new match with the sides swapped."""
        match = self.match
        if match.game.plies_per_round == 1:
            self.say("This game has only one player.")
            return
        first, second = match.players[Player.MAX], match.players[Player.MIN]
        new = Match(match.game, second, first, source=match.source, seed=match.seed)
        sides = " against ".join(side_text(new, side) for side in (Player.MAX, Player.MIN))
        self.show_match(new, f"New match: {sides}.")

    def _with_the_same_players(self, game: AnyGame) -> Match:
        players = self.match.players
        source = self.match.source if game is self.match.game else ""
        return Match(
            game, players[Player.MAX], players[Player.MIN], source=source, seed=self.match.seed
        )


class Saving(PlayBase):
    """The keys that save and open, and the automatic copy of the match."""

    #: The file that the match was saved to, or opened from.
    path: Path | None = None
    keeper: MatchKeeper
    #: The file of the previous match, if it was kept.
    previous_file: Path | None = None
    _refused = False
    _is_left = False

    def keep(self) -> Path | None:
        """Keep the current match; None if nothing would be lost, or it cannot be kept."""
        try:
            return self.keeper.keep()
        except PlytraceError as error:
            if not self._refused:
                self._refused = True
                title = "This match cannot be kept"
                self.notify(str(error), title=title, severity="warning", markup=False)
            return None

    def begin_keeping(self, path: Path | None) -> None:
        """Start to keep a match, new or from a file."""
        self.keeper = MatchKeeper(self.match)
        self.path = path
        self._refused = False

    def leave_match(self) -> None:
        """Keep the match once more before the screen closes."""
        self._is_left = True
        kept = self.keep()
        if kept is not None:
            remember_source(str(kept))
            text = f"{kept.name} is in the list of recent sources."
            self.app.notify(text, title="The match is kept", timeout=8, markup=False)

    def on_unmount(self) -> None:
        """Keep the match however plytrace is left, and add a message about resuming it."""
        if self._is_left:
            return
        words = self.app.exit_messages
        try:
            kept = self.keeper.keep()
        except PlytraceError as error:
            words.append(f"The match could not be kept: {error}")
            return
        if kept is not None:
            remember_source(str(kept))
            words.append(resume_command(kept, self.match.source))

    def action_save(self) -> None:
        """Ask for a file name, and save the match."""
        game = self.match.game
        start = str(self.path or f"{game.name or 'match'}.txt")

        def take(path: Path) -> None:
            self.keeper.save(path)
            self.path = path
            remember_source(str(path))
            self.say(f"Saved to {path}.")

        hint = "Type a file name. No existing file is replaced except this match's own."
        read = partial(new_file, own=self.path)
        ask = PromptScreen("Save to", read, start=start, hint=hint, take=take)
        self.app.push_screen(ask)

    def action_open(self) -> None:
        """Ask for a file, and open its match."""

        def take(opened: tuple[Match, Path]) -> None:
            match, path = opened
            self.show_match(match, "Match opened.", path)

        hint = "Type the file name of a saved match."
        start = str(self.previous_file or self.path or "")
        self.ask(PromptScreen("Open", self._read, start=start, hint=hint), take)

    def _read(self, text: str) -> tuple[Match, Path]:
        path = typed_path(text)
        return load_match(path), path
