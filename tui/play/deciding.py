"""Deciding about the match: taking back, hints, resigning, who plays, from where."""

from __future__ import annotations

from typing import Final

from engine.errors import PlytraceError
from engine.game import AnyGame, Player
from engine.match.match import Match
from engine.match.players import Human, Participant, read_player
from engine.match.positions import at_state
from trees.sources import open_source
from tui.actions import Action
from tui.play.base import PlayBase
from tui.play.thinker import Thinker
from tui.screens.ask import AskScreen
from tui.screens.pick import Choice, PickScreen
from tui.screens.set_up import SetUpScreen, ask_for_position

__all__ = ["ACTIONS", "Deciding"]

ACTIONS = (
    Action(("z", "u"), "z u", "undo", "Take back", "Take your last move back.", "undo"),
    Action(("Z", "r"), "Z r", "redo", "Make again", "Make again what was taken back."),
    Action(("h",), "h", "hint", "Hint", "Say what a search would play.", "hint"),
    Action(("escape",), "Esc", "stop", "Stop thinking", "Let the search play its best so far."),
    Action(("p",), "p", "pause", "Pause", "Let searches wait, or go on."),
    Action(("R",), "R", "resign", "Resign", "Give the match up."),
    Action(("c",), "c", "players", "Change who plays", "Choose who plays each side."),
    Action(("e",), "e", "set_up", "Set up a position", "Begin from another position."),
    Action(("N",), "N", "again", "New match", "Begin another match, from where this one began."),
    Action(("x",), "x", "change_sides", "Change sides", "Begin another with the sides changed."),
)

#: Who is offered to play, and what that is; any other can be typed.
_PLAYERS: Final = {
    "human": "you, or another person here",
    "search": "the search that suits the game, for a second a move",
    "random": "draws its moves: the easiest there is",
    "alphabeta:depth=2": "looks two plies ahead",
    "alphabeta:depth=4": "looks four plies ahead",
    "deepening:seconds=5": "as deep as it comes in five seconds",
    "minimax:seconds=1": "without cutoffs, for a second",
    "mcts:iterations=500": "Monte Carlo tree search of 500 games",
}
#: The choice of typing it.
_TYPED: Final = "typed"


class Deciding(PlayBase):
    """The keys that decide."""

    def action_undo(self) -> None:
        """Take moves back until it is a person's turn again."""
        self._leave_the_past()
        result = self.match.result
        taken = self.match.undo_turn()
        told = f"Took back {_counted(len(taken))}." if taken else "There is nothing to take back."
        if result is not None and result.resigned is not None:
            told = "The resignation is taken back."
        if taken and not self.has_people():
            self.waits = True  # the searches would play on at once, over what was taken back
            told += " Searches wait: p goes on."
        self.go_on()
        self.say(told)

    def action_redo(self) -> None:
        """Make moves again until it is a person's turn."""
        self._leave_the_past()
        again = self.match.redo_turn()
        self.go_on()
        self.say(
            f"Made {_counted(len(again))} again." if again else "There is nothing to make again."
        )

    def _leave_the_past(self) -> None:
        self.stop_thinking()
        self.reviewed = self.chosen = None

    def action_hint(self) -> None:
        """Let a search say what it would play."""
        if self.may_move():
            try:
                self.thinker = Thinker(self.match.hint(), is_hint=True)
            except PlytraceError as error:
                self.say(str(error))
                return
            self.say("Looking for a hint: Esc stops with the best so far.")

    def action_stop(self) -> None:
        """Stop a search with its best so far, let go of a piece, or leave a review."""
        if self.thinker is not None:
            self.thinker.cancel()
        elif self.chosen is not None or self.reviewed is not None:
            self.chosen = self.reviewed = None
            self.show()
            self.say("")

    def action_pause(self) -> None:
        """Let searches wait, or go on."""
        self.waits = not self.waits
        self.go_on()
        self.say("Searches wait: p goes on." if self.waits else "")

    def action_resign(self) -> None:
        """Ask once more, and give the match up."""
        if self.match.is_over:
            self.say("The match is over already.")
            return
        sides = [
            player for player, who in self.match.players.items() if isinstance(who, Human)
        ] or [self.match.to_move]
        side = self.match.to_move if self.match.to_move in sides else sides[0]

        def take(sure: bool | None) -> None:
            if sure:
                self.stop_thinking()
                self.match.resign(side)
                self.go_on()

        label = self.match.label(side)
        choices = [Choice("no", "play on", False), Choice("yes", f"{label} resigns", True)]
        self.app.push_screen(PickScreen(f"Does {label} resign?", choices), take)

    def action_players(self) -> None:
        """Ask who plays each side, and change it once all is answered."""
        self._ask_for({})

    def _ask_for(self, chosen: dict[Player, Participant]) -> None:
        """Ask for the next side; with all of them chosen, seat them."""
        sides = [Player.MAX, *([Player.MIN] if self.match.game.plies_per_round > 1 else [])]
        left = [side for side in sides if side not in chosen]
        if not left:
            self._seat(chosen)
            return

        side = left[0]

        def take(who: Participant | None) -> None:
            if who is None:
                self.say("The players are as they were.")
            else:
                self._ask_for({**chosen, side: who})

        def pick(who: Participant | str | None) -> None:
            if who == _TYPED:
                hint = "a player and its settings, such as alphabeta:depth=4,order=static"
                start = str(self.match.players[side])
                self.app.push_screen(AskScreen(title, read, start=start, hint=hint), take)
                return
            try:
                take(read(str(who)) if who is not None else None)
            except PlytraceError as error:
                self.notify(
                    str(error), title=f"{who} cannot play", severity="warning", markup=False
                )
                self._ask_for(chosen)

        def read(text: str) -> Participant:
            who = read_player(text)
            who.check(self.match.game)
            return who

        title = f"Who plays {self.match.label(side)}?"
        self.app.push_screen(PickScreen(title, self._players_for(side)), pick)

    def _players_for(self, side: Player) -> list[Choice]:
        """Who can be chosen for a side; who plays it now is among them."""
        now = str(self.match.players[side])
        listed = _PLAYERS if now in _PLAYERS else {now: "as now", **_PLAYERS}
        return [
            *(Choice(who, about, who, who == now) for who, about in listed.items()),
            Choice("another", "type any player, search and settings", _TYPED),
        ]

    def _seat(self, chosen: dict[Player, Participant]) -> None:
        self.stop_thinking()
        for side, who in chosen.items():
            self.match.seat(side, who)
        self.go_on()
        self.say("Searches wait: p goes on." if self.waits else "")

    def action_set_up(self) -> None:
        """Have a position put together, and begin there."""
        game = self.match.game

        def read(text: str) -> AnyGame:
            size = f":{game.size}" if game.size else ""
            if self.match.source:
                return open_source(f"{game.name}{size}@{text.strip()}").game
            return at_state(game, game.parse(text.strip()))

        def take(placed: AnyGame | None) -> None:
            if placed is not None:
                self.put(self._with_the_same_players(placed), "Another position.")

        if game.cells(self.match.state) and game.pieces:
            turned = self.is_turned
            self.app.push_screen(SetUpScreen(game, self.match.state, read, turned=turned), take)
        else:
            self.app.push_screen(ask_for_position(read, game.format(self.match.state)), take)

    def action_again(self) -> None:
        """Begin another match."""
        self.put(self._with_the_same_players(self.match.game), "A new match.")

    def action_change_sides(self) -> None:
        """Begin another match, in which each plays the other's side."""
        match = self.match
        if match.game.plies_per_round == 1:
            self.say("One side alone plays this game.")
            return
        first, second = match.players[Player.MAX], match.players[Player.MIN]
        self.put(
            Match(match.game, second, first, source=match.source, seed=match.seed),
            f"A new match: {match.label(Player.MAX)} is {second}, "
            f"{match.label(Player.MIN)} is {first}.",
        )

    def _with_the_same_players(self, game: AnyGame) -> Match:
        players = self.match.players
        source = self.match.source if game is self.match.game else ""
        return Match(
            game, players[Player.MAX], players[Player.MIN], source=source, seed=self.match.seed
        )


def _counted(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves"
