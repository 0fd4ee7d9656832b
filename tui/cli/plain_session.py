"""A match on a plain terminal: prompts and lines, nothing that moves or needs colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from engine.errors import PlytraceError, did_you_mean
from engine.match.choosing import Choice, Thinking
from engine.match.match import Match, Played
from engine.match.players import Human
from tracer.matches import save_match
from tui.cli.interrupts import cancelled_by_ctrl_c
from tui.cli.plain_words import (
    COMMANDS,
    board_lines,
    found_line,
    history_lines,
    opening_lines,
    played_line,
)
from tui.play.kept import Keeper, go_on_with
from tui.recent import remember

__all__ = ["PlainSession"]

_NAMES: Final = {command.partition(" ")[0]: command for command in COMMANDS}


class PlainSession:
    """Asks for moves, lets engines answer, and says everything in lines.

    Args:
        match: the match; it is played on from where it stands.
        ask: shows a prompt and gives the line that was typed; None at the end of the input, and it
            may raise KeyboardInterrupt.
        write: shows a line.
        saves_to: the file that is written after every move; empty for none.
        resumed: the file that the match is from, which may be overwritten; empty for none.
    """

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
        #: The file that holds the match as it stands; empty where none does.
        self._saved_in = resumed
        self._keeper = Keeper(match)
        self._warned = False

    def run(self) -> None:
        """Play until the match is over or the person leaves it."""
        for line in opening_lines(self.match):
            self._write(line)
        if self.match.moves:
            self._say_played(self.match.moves)
        self._show_board()
        self._keep()
        try:
            while not self.match.is_over or self._goes_on_after_the_end():
                if not (self._human_turn() if self.match.is_humans_turn else self._engine_turn()):
                    break
        except KeyboardInterrupt:
            told = self._how_to_go_on()  # kept first: nobody may be there to read
            self._write("")
            self._write("Stopped.")
        else:
            told = self._how_to_go_on()
        if told:
            self._write(told)

    # Turns ------------------------------------------------------------------------------------

    def _engine_turn(self) -> bool:
        try:
            self._moved(self.match.accept(self._think(self.match.thinking())))
        except PlytraceError:
            if told := self._how_to_go_on():  # before the error ends the program
                self._write(told)
            raise
        return True

    def _human_turn(self) -> bool:
        """One line of a person; False where the session is to end."""
        line = self._ask(f"{self.match.label(self.match.to_move)} to move> ")
        if line is None:
            self._write("The input has ended.")
            return False
        words = line.split()
        if not words:
            return True
        try:
            return self._obey(words, line)
        except PlytraceError as error:
            self._write(str(error))
            return True

    def _goes_on_after_the_end(self) -> bool:
        """Say the result; a person may then still save the game, or take a move back."""
        if result := self.match.result:
            self._write(result.text)
        if not any(isinstance(player, Human) for player in self.match.players.values()):
            return False
        while self.match.is_over:
            line = self._ask("The game is over: undo, history, save FILE or quit> ")
            if not self._obeyed_after_the_end("quit" if line is None else line.strip()):
                return False
        return True

    def _obeyed_after_the_end(self, line: str) -> bool:
        """Do what can be done after the end; False where the session is to end."""
        name, _, rest = line.partition(" ")
        name = name.casefold()
        try:
            if name == "save":
                self._save(rest.strip())
            elif name in ("undo", "board", "history") and not rest:
                getattr(self, f"_do_{name}")()
            elif name == "help" and not rest:
                for command in ("undo", "board", "history", "save", "quit"):
                    self._write(f"  {_NAMES[command]:<10} {COMMANDS[_NAMES[command]]}")
            elif name == "quit" or not line:
                return False
            else:
                known = "undo, board, history, save FILE or quit"
                self._write(f"{line!r}, and the game is over; expected {known}")
        except PlytraceError as error:
            self._write(str(error))
        return True

    def _obey(self, words: list[str], line: str) -> bool:
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

    def _played(self, line: str) -> tuple[Played, ...]:
        try:
            return self.match.play_text(line)
        except PlytraceError as error:
            # A slip of the pen in a command is told as one.
            meant = did_you_mean(line.strip(), _NAMES)
            if not meant or error.hint:
                raise
            raise type(error)(error.found, expected=error.expected, hint=meant) from error

    def _think(self, thinking: Thinking) -> Choice:
        with cancelled_by_ctrl_c(thinking.cancel):
            return thinking.run()

    def _moved(self, played: tuple[Played, ...]) -> None:
        self._say_played(played)
        self._changed_to_show()

    # Commands ---------------------------------------------------------------------------------

    def _do_moves(self) -> None:
        self._write("Moves: " + " ".join(move.name for move in self.match.legal_moves()))

    def _do_hint(self) -> None:
        choice = self._think(self.match.hint())
        searched = choice.searched
        how = f" ({searched.search})" if searched else ""
        self._write(f"Hint: {choice.name}, {found_line(self.match, choice)}{how}")

    def _do_undo(self) -> None:
        result = self.match.result
        taken = self.match.undo_turn()
        if result is not None and result.resigned is not None:
            self._write("The resignation is taken back.")
            self._changed_to_show()
            return
        if not taken:
            self._write("There is no move to take back.")
            return
        self._after_change("Taken back", taken)

    def _do_redo(self) -> None:
        again = self.match.redo_turn()
        if not again:
            self._write("There is no move to make again.")
            return
        self._after_change("Made again", again)

    def _after_change(self, what: str, moves: tuple[Played, ...]) -> None:
        label = self.match.label
        self._write(f"{what}: " + ", ".join(f"{label(one.player)} {one.name}" for one in moves))
        self._changed_to_show()

    def _changed_to_show(self) -> None:
        """Show a board that is another now, and keep it."""
        self._saved_in = ""
        self._show_board()
        self._keep()

    def _do_board(self) -> None:
        self._show_board()

    def _do_history(self) -> None:
        for line in history_lines(self.match):
            self._write(line)

    def _do_resign(self) -> None:
        self.match.resign()
        self._saved_in = ""
        self._keep()

    def _do_help(self) -> None:
        self._write("Type a move, by its name or close to it, or one of:")
        for command, does in COMMANDS.items():
            self._write(f"  {command:<10} {does}")
        self._do_moves()

    def _stay(self) -> bool:
        """Whether `quit` is to be asked again, since the game would be lost."""
        if self._warned or self._saved_in:
            return False
        try:
            self._keeper.keep()
        except PlytraceError as error:
            self._warned = True
            self._write(f"This game could not be kept: {error}")
            self._write("save FILE saves it elsewhere, and quit again leaves it.")
        return self._warned

    # Saving -----------------------------------------------------------------------------------

    def _save(self, name: str) -> None:
        if not name:
            self._write("Save it where? Type save and the name of a file.")
            return
        path = Path(name).expanduser()
        if path.absolute() not in self._owned and path.exists():
            self._write(f"There is already a file {name}; choose another name.")
            return
        save_match(self.match, path)
        self._owned.add(path.absolute())
        self._saved_in = str(path)
        self._keeper.saved()
        remember(str(path))
        self._write(f"Saved in {path}.")

    def _keep(self) -> None:
        """Write the file that was asked for with `--save`."""
        if self._saves_to:
            save_match(self.match, self._saves_to)
            self._saved_in = self._saves_to
            self._keeper.saved()

    # Words ------------------------------------------------------------------------------------

    def _say_played(self, moves: Iterable[Played]) -> None:
        for played in moves:
            self._write(played_line(self.match, played))

    def _show_board(self) -> None:
        for line in board_lines(self.match):
            self._write(line)

    def _how_to_go_on(self) -> str:
        """Keep the game where it would be lost; how it is gone on with, or where it is saved."""
        if self.match.is_over:
            return f"Saved in {self._saved_in}." if self._saved_in else ""
        if self._saved_in:
            return go_on_with(Path(self._saved_in), plain=True)
        try:
            kept = self._keeper.keep()
        except PlytraceError as error:
            return f"This game could not be kept: {error}"
        if kept is None:
            return ""
        remember(str(kept))
        return go_on_with(kept, plain=True)
