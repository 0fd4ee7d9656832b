"""A match on a plain terminal: prompts and lines, without motion or colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from engine.errors import PlytraceError, did_you_mean
from engine.game import Player
from engine.match.choosing import ChosenMove, MoveSearch
from engine.match.match import Match, PlayedMove
from engine.match.players import Human
from engine.match.position import changed_cells
from tracer.runs.match_review import MatchReview, ReviewedMove
from tracer.text.document import align_columns
from tracer.text.numbers import show_count, show_number
from tui.cli.plain import plain_words
from tui.saved.match_files import MatchKeeper, resume_command
from tui.saved.recent import remember_source
from tui.screens.play.match_text import history_row, review_row, review_text, totals_text
from tui.terminal.interrupts import cancel_on_ctrl_c

#: The commands, each with its description.
COMMANDS: dict[str, str] = {
    "moves": "list the legal moves",
    "hint": "show the move that a search would play",
    "undo": "undo your last move and the reply to it",
    "redo": "redo the moves undone last",
    "board": "show the board again",
    "history": "show the moves so far, with value, visits and cutoffs",
    "review": "show the value before and after each move, and the mistakes",
    "save FILE": "save the game",
    "help": "show this list",
    "quit": "leave the game",
}


def opening_lines(match: Match) -> list[str]:
    """Return the players of the match, and how to get help."""
    sides = (Player.MAX, Player.MIN)
    who = ", ".join(f"{match.label(side)} is {match.players[side]}" for side in sides)
    return [f"{match.game}: {who}. Type help for the commands.", *match.game.warnings]


def played_line(match: Match, played: PlayedMove) -> str:
    """Return a move in one line: its player, its search, and the cells it changed."""
    game = match.game
    text = f"{played.number}. {match.label(played.player)} {played.name}"
    if played.kind == "forced":
        return f"{text}: no other move"
    own = {tuple(cell) for cell in game.cells_of(played.before, played.action)}
    turned = sorted(changed_cells(game, played.before, played.after) - own) if len(own) == 1 else []
    if turned:
        text += f", turns {' '.join(f'({row},{column})' for row, column in turned)}"
    if played.choice is None:
        return text
    found = found_line(match, played.choice)
    return f"{text}: {found}" if found else text


def found_line(match: Match, choice: ChosenMove) -> str:
    """Return the result of a search: value, line, visits, cutoffs and time; empty without one."""
    found = choice.searched
    if found is None:
        return ""
    value = plain_words(show_number(found.value))
    best = match.label(Player.MAX)
    parts = [
        f"value {value} for {best}",
        f"line {' '.join(found.line)}" if found.line else "no line",
        show_count(found.visits, "visit"),
        show_count(found.cutoffs, "cutoff"),
        f"{found.passes} plies deep" if found.passes else "",
        f"{found.seconds:.2f} s",
        found.how_it_ended,
    ]
    return ", ".join(filter(None, parts))


def history_lines(match: Match) -> list[str]:
    """Return the moves so far as a table, and the totals."""
    if not match.moves:
        return ["No move has been made yet."]
    heads = ("", "side", "move", "value", "visits", "cutoffs")
    table = _table([heads, *(history_row(match, played) for played in match.moves)])
    return [*table, *totals_text(match).split(" · ")] if totals_text(match) else table


def review_lines(match: Match, moves: Sequence[ReviewedMove]) -> list[str]:
    """Return reviewed moves as a table, and a paragraph about each mistake."""
    if not moves:
        return ["No move has been made yet."]
    heads = ("", "side", "move", "before", "after", "loss")
    table = _table([heads, *(review_row(match, one.played, one) for one in moves)])
    lines = [f"Values are for {match.label(Player.MAX)}.", *table]
    for one in moves:
        if one.is_mistake:
            first, *others = plain_words(review_text(match, one)).split("\n")
            lines += ["", f"{one.played.number}. {first}", *(f"   {line}" for line in others)]
    if not any(one.is_mistake for one in moves):
        lines += ["", "No mistake was found."]
    return lines


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows in aligned columns; the second and third are texts, the others numbers."""
    return align_columns([[plain_words(cell) for cell in row] for row in rows], left=(1, 2))


_NAMES: Final = {command.partition(" ")[0]: command for command in COMMANDS}


class PlainSession:
    """Ask for moves, let engines answer, and report everything in lines."""

    def __init__(
        self,
        match: Match,
        ask: Callable[[str], str | None],
        write: Callable[[str], None],
        saves_to: str = "",
        resumed: str = "",
    ) -> None:
        self.match = match
        self._ask = ask
        self._write = write
        self._saves_to = saves_to
        self._owned = {Path(name).absolute() for name in (resumed, saves_to) if name}
        #: The file with the current match; empty if there is none.
        self._saved_in = resumed
        self._keeper = MatchKeeper(match)
        self._warned = False

    def run(self) -> None:
        """Play until the match is over or the user leaves it."""
        self._keep()  # a file that cannot be written is refused before the board is shown
        self._say(*opening_lines(self.match))
        if self.match.moves:
            self._say_played(self.match.moves)
        self._do_board()
        try:
            while not self.match.is_over or self._continues_after_end():
                if not (self._human_turn() if self.match.is_humans_turn else self._engine_turn()):
                    break
        except KeyboardInterrupt:
            text = self._resume_text()  # keep the match first: the terminal may be gone
            self._write("")
            self._write("Stopped.")
        else:
            text = self._resume_text()
        if text:
            self._write(text)

    # Turns ------------------------------------------------------------------------------------

    def _engine_turn(self) -> bool:
        try:
            self._moved(self.match.accept(self._think(self.match.thinking())))
        except PlytraceError:
            if text := self._resume_text():  # before the error ends plytrace
                self._write(text)
            raise
        return True

    def _human_turn(self) -> bool:
        """Handle one typed line; return False to end the session."""
        line = self._ask(f"{self.match.label(self.match.to_move)} to move> ")
        if line is None:
            self._write("The input has ended.")
            return False
        words = line.split()
        if not words:
            return True
        try:
            return self._run_command(words, line)
        except PlytraceError as error:
            self._write(str(error))
            return True

    def _continues_after_end(self) -> bool:
        """Show the result; the user may then save the game or undo a move."""
        if result := self.match.result:
            self._write(result.text)
        if not any(isinstance(player, Human) for player in self.match.players.values()):
            return False
        while self.match.is_over:
            line = self._ask("The game is over: review, undo, history, save FILE or quit> ")
            if not self._run_end_command("quit" if line is None else line.strip()):
                return False
        return True

    def _run_end_command(self, line: str) -> bool:
        """Run a command after the end of the game; return False to end the session."""
        name, _, rest = line.partition(" ")
        name = name.casefold()
        try:
            if name == "save":
                self._save(rest.strip())
            elif name in ("review", "undo", "board", "history") and not rest:
                getattr(self, f"_do_{name}")()
            elif name == "help" and not rest:
                for command in ("review", "undo", "board", "history", "save", "quit"):
                    self._write(f"  {_NAMES[command]:<10} {COMMANDS[_NAMES[command]]}")
            elif name == "quit" or not line:
                return False
            else:
                known = "review, undo, board, history, save FILE or quit"
                self._write(f"The game is over: {line!r} cannot be used; expected {known}")
        except PlytraceError as error:
            self._write(str(error))
        return True

    def _run_command(self, words: list[str], line: str) -> bool:
        name, rest = words[0].casefold(), line.strip()[len(words[0]) :].strip()
        is_move = any(move.name == line.strip() for move in self.match.legal_moves())
        if name == "quit" and not rest and not is_move:
            return self._stay()
        self._warned = False
        if name == "save" and not is_move:
            self._save(rest)
        elif name in _NAMES and not rest and not is_move:
            getattr(self, f"_do_{name}")()
        else:
            self._moved(self._played(line))
        return True

    def _played(self, line: str) -> tuple[PlayedMove, ...]:
        try:
            return self.match.play_text(line)
        except PlytraceError as error:
            # Suggest the command that a mistyped line may mean.
            meant = did_you_mean(line.strip(), _NAMES)
            if not meant or error.hint:
                raise
            raise type(error)(error.found, expected=error.expected, hint=meant) from error

    def _think(self, thinking: MoveSearch) -> ChosenMove:
        with cancel_on_ctrl_c(thinking.cancel):
            return thinking.run()

    def _moved(self, played: tuple[PlayedMove, ...]) -> None:
        self._say_played(played)
        self._changed_to_show()

    # Commands ---------------------------------------------------------------------------------

    def _do_moves(self) -> None:
        self._write("Moves: " + " ".join(move.name for move in self.match.legal_moves()))

    def _do_hint(self) -> None:
        choice = self._think(self.match.hint())
        searched = choice.searched
        how = f" ({searched.player.search})" if searched else ""
        self._write(f"Hint: {choice.name}, {found_line(self.match, choice)}{how}")

    def _do_undo(self) -> None:
        taken = self.match.undo_turn()
        if not taken:
            self._write("There is no move to undo.")
            return
        self._after_change("Undone", taken)

    def _do_redo(self) -> None:
        again = self.match.redo_turn()
        if not again:
            self._write("There is no move to redo.")
            return
        self._after_change("Redone", again)

    def _after_change(self, what: str, moves: tuple[PlayedMove, ...]) -> None:
        label = self.match.label
        self._write(f"{what}: " + ", ".join(f"{label(one.player)} {one.name}" for one in moves))
        self._changed_to_show()

    def _changed_to_show(self) -> None:
        """Show the changed board, and save it."""
        self._saved_in = ""
        self._do_board()
        self._keep()

    def _do_history(self) -> None:
        self._say(*history_lines(self.match))

    def _do_review(self) -> None:
        review = MatchReview(self.match)
        with cancel_on_ctrl_c(review.cancel):
            moves = review.run()
        self._say(*review_lines(self.match, moves))
        if not review.is_complete:
            self._write("The review was stopped.")

    def _do_help(self) -> None:
        self._write("Type a move or one of these commands:")
        self._say(*(f"  {command:<10} {does}" for command, does in COMMANDS.items()))
        self._do_moves()

    def _stay(self) -> bool:
        """Return whether to stay after `quit`, since the game would be lost."""
        if self._warned or self._saved_in:
            return False
        try:
            self._keeper.keep()
        except PlytraceError as error:
            self._warned = True
            self._write(f"This game could not be kept: {error}")
            self._write("Type save FILE to save it elsewhere, or quit again to leave it.")
        return self._warned

    # Saving -----------------------------------------------------------------------------------

    def _save(self, name: str) -> None:
        if not name:
            self._write("The file name is missing. Type save and a file name.")
            return
        path = Path(name).expanduser()
        if path.absolute() not in self._owned and path.exists():
            self._write(f"{name} already exists; choose another name.")
            return
        self._keeper.save(path)
        self._owned.add(path.absolute())
        self._saved_in = str(path)
        remember_source(str(path))
        self._write(f"Saved to {path}.")

    def _keep(self) -> None:
        """Write the file of `--save`."""
        if self._saves_to:
            self._keeper.save(Path(self._saves_to))
            self._saved_in = self._saves_to

    # Words ------------------------------------------------------------------------------------

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(line)

    def _say_played(self, moves: Iterable[PlayedMove]) -> None:
        self._say(*(played_line(self.match, played) for played in moves))

    def _do_board(self) -> None:
        match = self.match
        lines = [line.rstrip() for line in match.game.draw(match.state).split("\n")]
        self._say("", *lines, *filter(None, [match.score_line]), "")

    def _resume_text(self) -> str:
        """Keep an unsaved game; return how to resume it, or where it is saved."""
        if self.match.is_over:
            return f"Saved to {self._saved_in}." if self._saved_in else ""
        if self._saved_in:
            return resume_command(Path(self._saved_in), self.match.source, plain=True)
        try:
            kept = self._keeper.keep()
        except PlytraceError as error:
            return f"This game could not be kept: {error}"
        if kept is None:
            return ""
        remember_source(str(kept))
        return resume_command(kept, self.match.source, plain=True)
