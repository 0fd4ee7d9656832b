"""The texts of a plain session about moves, boards and engines."""

from __future__ import annotations

from engine.game import Player
from engine.match.choosing import ChosenMove
from engine.match.match import Match, PlayedMove
from engine.match.positions import changed_cells
from tracer.text.numbers import show_number
from tui.screens.play.match_text import history_row, totals_text

__all__ = [
    "COMMANDS",
    "board_lines",
    "found_line",
    "history_lines",
    "opening_lines",
    "played_line",
]

#: The commands, each with its description.
COMMANDS: dict[str, str] = {
    "moves": "list the legal moves",
    "hint": "show the move that a search would play",
    "undo": "undo your last move and the reply to it",
    "redo": "redo the moves undone last",
    "board": "show the board again",
    "history": "show the moves so far, with value, visits and cutoffs",
    "resign": "resign the game",
    "save FILE": "save the game; FILE.pgn saves chess as PGN",
    "help": "show this list",
    "quit": "leave the game",
}


def opening_lines(match: Match) -> list[str]:
    """Return the players of the match, and how to get help."""
    sides = (Player.MAX, Player.MIN)
    who = ", ".join(f"{match.label(side)} is {match.players[side]}" for side in sides)
    return [f"{match.game}: {who}. Type help for the commands.", *match.game.warnings]


def board_lines(match: Match) -> list[str]:
    """Return the board, and the score if the game has one."""
    lines = match.game.draw(match.state).split("\n")
    return ["", *(line.rstrip() for line in lines), *filter(None, [match.score_line]), ""]


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
    value = show_number(found.value).replace("−", "-").replace("∞", "inf")
    best = match.label(Player.MAX)
    parts = [
        f"value {value} for {best}",
        f"line {' '.join(found.line)}" if found.line else "no line",
        _count(found.visits, "visit"),
        _count(found.cutoffs, "cutoff"),
        f"{found.passes} plies deep" if found.passes else "",
        f"{found.seconds:.2f} s",
        found.how_it_ended,
    ]
    return ", ".join(filter(None, parts))


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def history_lines(match: Match) -> list[str]:
    """Return the moves so far as a table, and the totals."""
    if not match.moves:
        return ["No move has been made yet."]
    heads = ("", "side", "move", "value", "visits", "cutoffs")
    rows = [
        [cell.replace("−", "-").replace("∞", "inf") for cell in row]
        for row in (heads, *(history_row(match, played) for played in match.moves))
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = [
        "  ".join(
            cell.ljust(width) if 1 <= place <= 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return [*table, *totals_text(match).split(" · ")] if totals_text(match) else table
