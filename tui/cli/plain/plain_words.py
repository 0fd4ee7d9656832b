"""The texts of a plain session about moves, boards and engines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Player
from engine.match.choosing import ChosenMove
from engine.match.match import Match, PlayedMove
from engine.match.positions import changed_cells
from tracer.runs.match_review import ReviewedMove
from tracer.text.numbers import show_number
from tui.screens.play.match_text import history_row, review_row, review_text, totals_text


#: The commands, each with its description.
COMMANDS: dict[str, str] = {
    "moves": "list the legal moves",
    "hint": "show the move that a search would play",
    "undo": "undo your last move and the reply to it",
    "redo": "redo the moves undone last",
    "board": "show the board again",
    "history": "show the moves so far, with value, visits and cutoffs",
    "review": "show the value before and after each move, and the mistakes",
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
            first, *others = _ascii(review_text(match, one)).split("\n")
            lines += ["", f"{one.played.number}. {first}", *(f"   {line}" for line in others)]
    if not any(one.is_mistake for one in moves):
        lines += ["", "No mistake was found."]
    return lines


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows in aligned columns; the second and third are texts, the others numbers."""
    cells = [[_ascii(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if 1 <= place <= 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def _ascii(text: str) -> str:
    for sign, plain in (("−", "-"), ("∞", "inf"), ("✗ ", ""), ("…", "...")):
        text = text.replace(sign, plain)
    return text
