"""Notes on an engine's moves in a saved match.

    by=search search=deepening:order=best-first,seconds=1 value=0 visits=2534 ... line=1 6 4 7

The line comes last, since it has spaces. `by` is the player; `search` is the search that it ran.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.game import AnyGame, Player
from engine.match.choosing import ChosenMove, SearchOfMove
from engine.match.players import SearchPlayer, read_player
from engine.match.positions import start_at
from engine.running.control import StopReason
from engine.wrappers.max_to_move import max_to_move


_PAIR: Final = re.compile(r"(?P<key>[a-z-]+)=(?P<value>\S*)\s*")


def write_note(choice: ChosenMove | None) -> str:
    """Return a one-line note on how a move was chosen; empty if a human chose it."""
    if choice is None:
        return ""
    search = choice.searched
    if search is None:
        return f"by={choice.by}"
    fields = {
        "by": choice.by,
        "search": str(_make_player(search)),
        "value": "?" if math.isnan(search.value) else _short(search.value),
        "visits": str(search.visits),
        "cutoffs": str(search.cutoffs),
        "seconds": f"{search.seconds:.3f}",
        "passes": "" if search.passes is None else str(search.passes),
        "stopped": search.stopped.value if search.stopped else "",
        "whole": "" if search.is_whole else "no",
        "seen": "to-move" if search.is_turned else "",
        "line": " ".join(search.line),
    }
    return " ".join(f"{key}={value}" for key, value in fields.items() if value)


def read_note(text: str, game: AnyGame, state: Any) -> ChosenMove | None:
    """Read a note of `write_note`; the caller must set the action."""
    pairs = _pairs(text)
    if not pairs:
        return None
    by = pairs.get("by", "")
    if "search" not in pairs:
        read_player(by)
        return ChosenMove(state, None, "", by)
    player = read_player(pairs["search"])
    if not isinstance(player, SearchPlayer):
        raise InvalidInput(
            f"the note cannot have search={pairs['search']}", expected="a search and its settings"
        )
    placed = player.apply_evaluation(start_at(game, state))
    if pairs.get("seen") == "to-move" and game.to_move(state) is Player.MIN:
        placed = max_to_move(placed)
    stopped = StopReason(pairs["stopped"]) if "stopped" in pairs else None
    visits = int(pairs.get("visits", "0"))
    search = SearchOfMove(
        placed,
        player.search,
        player.settings,
        math.nan if pairs.get("value", "?") == "?" else float(pairs["value"]),
        tuple(pairs.get("line", "").split()),
        visits,
        int(pairs.get("cutoffs", "0")),
        float(pairs.get("seconds", "0")),
        stopped,
        int(pairs["passes"]) if "passes" in pairs else None,
        pairs.get("whole") != "no",
        player.max_visits if stopped is None else visits,
        player.seconds,
    )
    return ChosenMove(state, None, "", by, search)


def _pairs(text: str) -> dict[str, str]:
    """Return the texts by key, each checked."""
    before, line, moves = text.strip().partition("line=")
    moves_field = {"line": moves} if line else {}
    at = 0
    while at < len(before):
        pair = _PAIR.match(before, at)
        if pair is None:
            raise InvalidInput(
                f"{before[at:].split()[0]!r} is not part of a note", expected="KEY=VALUE"
            )
        at = pair.end()
        key, value = pair["key"], pair["value"]
        if key not in _CHECKS:
            raise InvalidInput(
                f"a note has no key {key}",
                expected=f"one of {', '.join(_CHECKS)}",
                hint=did_you_mean(key, _CHECKS),
            )
        try:
            _CHECKS[key](value)
        except PlytraceError:
            raise
        except ValueError as error:
            raise InvalidInput(
                f"a note cannot have {key}={value}", expected=_EXPECTED.get(key, "a number")
            ) from error
        moves_field[key] = value
    return moves_field


def _make_player(search: SearchOfMove) -> SearchPlayer:
    """Return the search as a player; its evaluation is part of the game."""
    player = SearchPlayer(
        search.search, search.settings, search.evaluation, search.budget_seconds, None
    )
    # If it was stopped, the note's visits say where; else its budget must be given.
    return player if search.stopped else replace(player, max_visits=search.max_visits)


def _short(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def _number(text: str) -> float:
    return math.nan if text == "?" else float(text)


_CHECKS: Final[dict[str, Callable[[str], Any]]] = {
    "by": read_player,
    "search": read_player,
    "value": _number,
    "visits": int,
    "cutoffs": int,
    "seconds": float,
    "passes": int,
    "stopped": StopReason,
    "whole": ["no"].index,
    "seen": ["to-move"].index,
    "line": str,
}
_EXPECTED: Final = {
    "stopped": f"one of {', '.join(StopReason)}",
    "whole": "no",
    "seen": "to-move",
    **dict.fromkeys(("visits", "cutoffs", "passes"), "a whole number"),
}
