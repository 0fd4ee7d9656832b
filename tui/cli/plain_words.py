"""What a plain session says of moves, boards and engines, in lines of plain text."""

from __future__ import annotations

from engine.game import Player
from engine.match.choosing import Choice
from engine.match.match import Match, Played
from engine.match.positions import changed_cells
from tracer.values import show_number
from tui.play.words import history_row, totals

__all__ = [
    "COMMANDS",
    "board_lines",
    "found_line",
    "history_lines",
    "opening_lines",
    "played_line",
]

#: What can be typed besides a move, with what it does.
COMMANDS: dict[str, str] = {
    "moves": "list the legal moves",
    "hint": "what a search would play here",
    "undo": "take back your last move and the reply to it",
    "redo": "make the moves again that were taken back",
    "board": "show the board again",
    "history": "the moves so far, with value, visits and cutoffs",
    "resign": "give up the game",
    "save FILE": "save the game; FILE.pgn saves chess as PGN",
    "help": "this list",
    "quit": "leave the game",
}


def opening_lines(match: Match) -> list[str]:
    """Who plays what, and how to get help."""
    sides = (Player.MAX, Player.MIN)
    who = ", ".join(f"{match.label(side)} is {match.players[side]}" for side in sides)
    return [f"{match.game}: {who}. Type help for the commands.", *match.game.warnings]


def board_lines(match: Match) -> list[str]:
    """The board, and how it stands where the game says it."""
    lines = match.game.draw(match.state).split("\n")
    return ["", *(line.rstrip() for line in lines), *filter(None, [match.score_line]), ""]


def played_line(match: Match, played: Played) -> str:
    """A move in one line: who made it, how it came about, and what else it changed."""
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


def found_line(match: Match, choice: Choice) -> str:
    """What a search found: value, line, visits, cutoffs and time; empty where none was run."""
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
    """The moves so far as a table: number, side, move, value, visits and cutoffs; then the sums."""
    if not match.moves:
        return ["No move has been made."]
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
    return [*table, *totals(match).split(" · ")] if totals(match) else table
