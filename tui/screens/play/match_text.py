"""The texts about a match, and its lists of moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual.widgets import DataTable

from engine.game import AnyGame, Player
from engine.log.best_play import find_best_child
from engine.log.visit_log import Flag
from engine.match.choosing import ChosenMove, SearchOfMove
from engine.match.match import Match, MatchResult, PlayedMove
from engine.match.players import Human
from engine.running.control import StopReason
from tracer.text.numbers import show_number
from tracer.text.printable_text import cell_width
from tui.widgets.option_list import RobustOptionList
from tui.widgets.play_board import glyph

if TYPE_CHECKING:
    from tracer import Trace
    from tracer.runs.match_review import ReviewedMove


#: The classes of a screen on which a match has ended.
ENDINGS: Final = ("-won", "-lost", "-drawn")
#: Largest number of moves at the root that are listed in the game's order.
_FEW_MOVES: Final = 16
#: Number of moves of a line that are shown.
_LONGEST_LINE = 10


def rules_text(game: AnyGame) -> str:
    """Return the rules of a game and the names of its moves; empty if it does not say them."""
    return f"{game.rules} {game.move_naming}".strip() if game.rules else ""


def side_text(match: Match, player: Player) -> str:
    """Return a player, its piece and who plays it, such as `X (you)` or `● B (search)`."""
    who = match.players[player]
    piece = match.game.pieces.get(match.label(player))
    drawn = f"{glyph(piece)} " if piece is not None and glyph(piece) != match.label(player) else ""
    return f"{drawn}{match.label(player)} ({'you' if isinstance(who, Human) else who})"


def move_text(match: Match, played: PlayedMove) -> str:
    """Return a sentence about a move."""
    label = match.label(played.player)
    if played.kind == "chance":
        return f"Chance draws {played.name}."
    if played.kind == "forced":
        return f"{label} has no move and passes."
    return f"{label} plays {played.name}."


def ending_class(match: Match, result: MatchResult) -> str:
    """Return the class of the screen for a result, one of `ENDINGS`.

    If one side is a person's, the result is that person's; otherwise a side has won.
    """
    if result.winner is None:
        return "-drawn"
    people = [side for side, who in match.players.items() if isinstance(who, Human)]
    return "-lost" if len(people) == 1 and result.winner is not people[0] else "-won"


def result_text(match: Match, result: MatchResult) -> str:
    """Return the result of a match, with the outcome for the person who played it."""
    people = [side for side, who in match.players.items() if isinstance(who, Human)]
    if len(people) != 1 or match.game.plies_per_round == 1 or result.winner is None:
        return result.text
    return f"{'You win!' if result.winner is people[0] else 'You lose.'} {result.text}"


def choice_text(match: Match, choice: ChosenMove) -> str:
    """Return a paragraph about the search of a move, or the source of a random move."""
    found = choice.searched
    if found is None:
        return f"{choice.name} was drawn at random."
    first = match.label(Player.MAX)
    parts = [f"{found.player.search} plays {choice.name}"]
    if not math.isnan(found.value):
        parts.append(f"worth {show_number(found.value)} to {first}")
    text = ", ".join(parts) + "."
    if found.line:
        text += f"\nLine: {_line(found.line)}"
    text += f"\n{_counted(found)}"
    if found.how_it_ended:
        ended = found.how_it_ended
        text += f"\n{ended[:1].upper()}{ended[1:]}."
    return text


def _counted(found: SearchOfMove) -> str:
    passes = f"{found.passes} passes, " if found.passes else ""
    limit = found.player.settings.depth
    depth = f"{limit} plies, " if limit is not None else ""
    return (
        f"{passes}{depth}{found.visits:,} visits, {found.cutoffs:,} cutoffs, {found.seconds:.2f} s"
    )


def history_row(match: Match, played: PlayedMove) -> tuple[str, str, str, str, str, str]:
    """Return the table row of a move: number, side, name, value, visits and cutoffs."""
    number, label = str(played.number), match.label(played.player)
    found = played.choice.searched if played.choice else None
    if found is None:
        return number, label, played.name, "", "", ""
    value = "" if math.isnan(found.value) else show_number(found.value)
    return number, label, played.name, value, f"{found.visits:,}", f"{found.cutoffs:,}"


def review_row(match: Match, played: PlayedMove, reviewed: ReviewedMove | None) -> tuple[str, ...]:
    """Return the table row of a reviewed move: number, side, name, values, and the loss."""
    texts = ["", "", ""] if reviewed is None else [_worth(reviewed.before), _worth(reviewed.after)]
    if reviewed is not None:
        texts.append(f"✗ {_worth(reviewed.loss)}" if reviewed.is_mistake else "")
    return str(played.number), match.label(played.player), played.name, *texts


def review_text(match: Match, reviewed: ReviewedMove) -> str:
    """Return a paragraph about a reviewed move: its values, a better line, and the reply."""
    played, first = reviewed.played, match.label(Player.MAX)
    mover = match.label(played.player)
    if not reviewed.is_known:
        return (
            f"{move_text(match, played)}\nThe value is unknown: the game is too large to search "
            "to the end, and it has no evaluation."
        )
    lines = [move_text(match, played)]
    if reviewed.is_mistake:
        lines = [f"{mover} plays {played.name}: a mistake, {_worth(reviewed.loss)} worse."]
    elif reviewed.loss:
        lines.append(f"It is {_worth(reviewed.loss)} worse than the best move.")
    elif played.kind == "chosen":
        lines.append("No move is better.")
    lines.append(
        f"Worth to {first}: {_worth(reviewed.before)} before, {_worth(reviewed.after)} after."
    )
    if reviewed.loss and reviewed.best:
        lines.append(f"Better: {_line(reviewed.best)}")
    if reviewed.reply:
        lines.append(
            f"{'Punished by' if reviewed.is_mistake else 'Best play'}: {_line(reviewed.reply)}"
        )
    if reviewed.depth is not None:
        plies = "1 ply" if reviewed.depth == 1 else f"{reviewed.depth} plies"
        lines.append(f"Estimated by a search of {plies}.")
    return "\n".join(lines)


def review_summary(match: Match, moves: Sequence[ReviewedMove]) -> str:
    """Return the number of each side's mistakes."""
    parts = []
    for player in (Player.MAX, Player.MIN):
        if any(one.played.player is player for one in moves):
            count = sum(one.is_mistake for one in moves if one.played.player is player)
            amount = "1 mistake" if count == 1 else f"{count or 'no'} mistakes"
            parts.append(f"{match.label(player)}: {amount}")
    return f"{', '.join(parts)}."


def _worth(value: float) -> str:
    return "?" if math.isnan(value) else show_number(round(value, 6))


def _line(moves: tuple[str, ...]) -> str:
    return f"{' '.join(moves[:_LONGEST_LINE])}{' …' if len(moves) > _LONGEST_LINE else ''}"


def root_moves_text(trace: Trace, step: int) -> str:
    """Return the root's moves with their values at a step; empty for playouts.

    ```
    1=0★  2≥0  3≥0  4…  6  7  8  9
    ```
    """
    if trace.uses_playouts or trace.vectors is not None:
        return ""
    from tracer.steps.visit_values import bound_of, value_text  # late: the screen is painted

    log, tour, game = trace.log, trace.tour, trace.game
    root = trace.rows_to(tour.row_at(step)[0])[0]
    rows = {log.action[row]: row for row in log.children(root) if tour.entered_at(row) <= step}
    whole = [
        row
        for row in rows.values()
        if tour.left_at(row) <= step and not log.flags[row] & Flag.INCOMPLETE
    ]
    best = find_best_child(log, root, whole, trace.settings.convention.ties)
    moves = list(enumerate(game.moves(game.initial)))
    if len(moves) > _FEW_MOVES:
        moves.sort(key=lambda move: rows.get(move[0], -1) != best)
    texts = []
    for place, action in moves:
        text, row = game.name_of(action), rows.get(place)
        if row in whole and row is not None:
            text += f"{bound_of(log.flags[row])}{value_text(trace, row)}"
            text += "★" if row == best else ""
        elif row is not None:
            text += "…"
        texts.append(text)
    return "  ".join(texts)


def mismatch_text(found: SearchOfMove, trace: Trace) -> str:
    """Return the differences between a recorded search and a repeated one; usually none."""
    if trace.stopped is StopReason.CANCELLED and found.stopped is not StopReason.CANCELLED:
        return ""  # the repeated search was cancelled
    counts = trace.counts
    recorded = found.visits, found.cutoffs
    repeated = counts.visited, counts.cutoffs
    if recorded == repeated:
        return ""
    return (
        f"The match file records {recorded[0]:,} visits and {recorded[1]:,} cutoffs; "
        f"this search has {repeated[0]:,} and {repeated[1]:,}."
    )


def totals_text(match: Match) -> str:
    """Return the visits and cutoffs of each searching side over the match."""
    text = []
    for player in (Player.MAX, Player.MIN):
        found = [
            played.choice.searched
            for played in match.moves
            if played.player is player and played.choice and played.choice.searched
        ]
        if found:
            visits, cutoffs = sum(f.visits for f in found), sum(f.cutoffs for f in found)
            text.append(f"{match.label(player)}: {visits:,} visits, {cutoffs:,} cutoffs")
    return f"{' · '.join(text)}." if text else ""


class MoveList(RobustOptionList, can_focus=False):
    """The moves from top to bottom, with `►` at the cursor; a click plays one."""

    _names: Sequence[str] = ()

    @property
    def widest(self) -> int:
        """The width of the longest line in cells."""
        return 2 + max(map(cell_width, self._names), default=0)

    def show(self, names: Sequence[str], place: int) -> None:
        """Show a list."""
        self._names = names
        lines = (f"{'►' if at == place else ' '} {name}" for at, name in enumerate(names))
        self.set_options(map(Text, lines))
        self.highlighted = place

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self.scroll_to_highlight()


#: The columns during the match.
SEARCHES: Final = ("#", "side", "move", "value", "visits", "cutoffs")
#: The columns of the review.
REVIEW: Final = ("#", "side", "move", "before", "after", "loss")
#: The left-aligned columns.
_TEXTS: Final = SEARCHES[:3]
#: Number of columns that are always shown.
_FEWEST: Final = 4
#: Smallest width of a move's name in cells.
_SHORTEST: Final = 5


class HistoryTable(DataTable[Text], can_focus=False):
    """The moves so far. Long names are truncated, and columns that do not fit are left out."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, cursor_type="row", cell_padding=0)
        self._heads: Sequence[str] = ()
        self._moves: Sequence[Sequence[str]] = ()
        self._room = 0

    def on_resize(self) -> None:
        """Choose the columns again."""
        if self._heads:
            self.show_moves(self._heads, self._moves)

    def show_moves(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show moves, each with a text for every column."""
        room = self.size.width - 1  # for the scroll bar
        if (self._heads, self._moves, self._room) == (heads, rows, room):
            return
        self._heads, self._moves, self._room = heads, rows, room
        columns = list(zip(heads, *rows, strict=True))
        widths = [max(map(cell_width, column)) + 1 for column in columns]
        missing = sum(widths) - room
        if room > 0 and missing > 0:
            widths[2] = min(widths[2], max(_SHORTEST + 1, widths[2] - missing))
        while room > 0 and sum(widths) > room and len(widths) > _FEWEST:
            widths.pop()
        self.clear(columns=True)
        for name, width in zip(heads, widths, strict=False):
            self.add_column(_set(name, name), width=width)
        for row in rows:
            cells = [_set(name, text) for name, text in zip(heads, row, strict=True)]
            cells[2].truncate(widths[2] - 1, overflow="ellipsis")
            self.add_row(*cells[: len(widths)])


def _set(column: str, text: str) -> Text:
    return Text(text, justify="left" if column in _TEXTS else "right")
