"""What the play screen says: of a choice, of a side, of a move."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from engine.control import StopReason
from engine.game import Player
from engine.match.choosing import Choice, Searched
from engine.match.match import Match, Played
from engine.match.players import Human
from engine.match.results import Result
from tracer.values import show_number
from tui.widgets.piece_art import glyph

if TYPE_CHECKING:
    from tracer import Trace

__all__ = [
    "ENDINGS",
    "about_choice",
    "about_move",
    "ended",
    "ending_of",
    "history_row",
    "said_otherwise",
    "side_of",
    "totals",
]

#: The classes of a screen on which a match has ended.
ENDINGS: Final = ("-won", "-lost", "-drawn")
#: Moves of a line that are written out.
_LONGEST_LINE = 10


def side_of(match: Match, player: Player) -> str:
    """A player, its pieces, and who plays it: `X (you)`, `● B (search)`."""
    who = match.players[player]
    piece = match.game.pieces.get(match.label(player))
    drawn = f"{glyph(piece)} " if piece is not None and glyph(piece) != match.label(player) else ""
    return f"{drawn}{match.label(player)} ({'you' if isinstance(who, Human) else who})"


def about_move(match: Match, played: Played) -> str:
    """A move in a sentence."""
    label = match.label(played.player)
    if played.kind == "chance":
        return f"Chance draws {played.name}."
    if played.kind == "forced":
        return f"{label} has no move and passes."
    return f"{label} plays {played.name}."


def ending_of(match: Match, result: Result) -> str:
    """The class of a screen on which a match has ended so, one of `ENDINGS`.

    Where one side is a person's, it is that person's end; else somebody has won.
    """
    if result.winner is None:
        return "-drawn"
    people = [side for side, who in match.players.items() if isinstance(who, Human)]
    return "-lost" if len(people) == 1 and result.winner is not people[0] else "-won"


def ended(match: Match, result: Result) -> str:
    """How a match ended, and what that is to the person who played it."""
    people = [side for side, who in match.players.items() if isinstance(who, Human)]
    if len(people) != 1 or match.game.plies_per_round == 1 or result.winner is None:
        return result.text
    return f"{'You win!' if result.winner is people[0] else 'You lose.'} {result.text}"


def about_choice(match: Match, choice: Choice) -> str:
    """How a move was found, in a paragraph; who drew it where it was drawn."""
    found = choice.searched
    if found is None:
        return f"{choice.name} was drawn at random."
    first = match.label(Player.MAX)
    parts = [f"{found.search}: {choice.name}"]
    if not math.isnan(found.value):
        parts.append(f"worth {show_number(found.value)} to {first}")
    told = ", ".join(parts) + "."
    if found.line:
        line = " ".join(found.line[:_LONGEST_LINE])
        told += f"\nLine: {line}{' …' if len(found.line) > _LONGEST_LINE else ''}"
    told += f"\n{_counted(found)}"
    if found.how_it_ended:
        ended = found.how_it_ended
        told += f"\n{ended[:1].upper()}{ended[1:]}."
    return told


def _counted(found: Searched) -> str:
    passes = f"{found.passes} passes, " if found.passes else ""
    limit = found.settings.depth
    depth = f"{limit} plies, " if limit is not None else ""
    return (
        f"{passes}{depth}{found.visits:,} visits, {found.cutoffs:,} cutoffs, {found.seconds:.2f} s"
    )


def history_row(match: Match, played: Played) -> tuple[str, str, str, str, str, str]:
    """A move in a table: its number, side, name, value, visits and cutoffs."""
    number, label = str(played.number), match.label(played.player)
    found = played.choice.searched if played.choice else None
    if found is None:
        return number, label, played.name, "", "", ""
    value = "" if math.isnan(found.value) else show_number(found.value)
    return number, label, played.name, value, f"{found.visits:,}", f"{found.cutoffs:,}"


def said_otherwise(found: Searched, trace: Trace) -> str:
    """What a match says of a search that the same search, made again, does not; mostly nothing.

    Args:
        found: what the match says, which may be a file that a hand has changed.
        trace: the search made again.
    """
    if trace.stopped is StopReason.CANCELLED and found.stopped is not StopReason.CANCELLED:
        return ""  # this time it was not let go to its end
    counts = trace.counts
    told = [
        f"{said:,} {name}, this search has {now:,}"
        for name, said, now in (
            ("visits", found.visits, counts.visited),
            ("cutoffs", found.cutoffs, counts.cutoffs),
        )
        if said != now
    ]
    return f"The match says {'; '.join(told)}." if told else ""


def totals(match: Match) -> str:
    """The visits and cutoffs of each side that searches, over the whole match."""
    told = []
    for player in (Player.MAX, Player.MIN):
        found = [
            played.choice.searched
            for played in match.moves
            if played.player is player and played.choice and played.choice.searched
        ]
        if found:
            visits, cutoffs = sum(f.visits for f in found), sum(f.cutoffs for f in found)
            told.append(f"{match.label(player)}: {visits:,} visits, {cutoffs:,} cutoffs")
    return f"{' · '.join(told)}." if told else ""
