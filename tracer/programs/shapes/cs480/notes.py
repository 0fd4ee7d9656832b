"""Deviations of a script from CS 480's assignment: moves, counts, prompts, banner, errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.courses.cs480 import ALGORITHMS, ERROR, banner
from engine.game import Player
from engine.games.tic_tac_toe import TicTacToe
from engine.log.best_play import actions_along, best_rows
from engine.search import run_search
from engine.wrappers.changed import max_to_move
from tracer.programs.shapes.cs480.transcripts import (
    Prompt,
    Selected,
    Transcript,
    Typed,
    first_lines,
)

#: Deviations of one kind that are listed one by one.
_MOST_LISTED: Final = 3


class _Miscount(NamedTuple):
    """A wrong count, and its possible reasons."""

    message: str
    reasons: frozenset[str]


class RightMove(NamedTuple):
    """The right move at a position, and the numbers of nodes by what they count."""

    cell: int
    visited: int
    others: dict[str, int]


@lru_cache(maxsize=512)
def right_move_at(algorithm: str, text: str) -> RightMove:
    """Return the result of the assignment's algorithm."""
    game = TicTacToe(text)
    found = run_search(max_to_move(game), ALGORITHMS["2"][1])
    (_, cell), *_ = actions_along(found.game, found.log, best_rows(found.log)[:2])
    nodes, leaves = _size_of_tree(game.initial)
    others: dict[str, int] = {}
    if algorithm == "2":  # the same move as minimax, with fewer nodes
        counts = found.counts
        others["it counts as many as without cutoffs"] = nodes
        others["it counts all generated successors, searched or not"] = counts.generated
        nodes, leaves = counts.visited, counts.terminals
    others["it does not count the root"] = nodes - 1
    others["it counts only the leaves"] = leaves
    others["it counts only the internal nodes"] = nodes - leaves
    return RightMove(cell, nodes, others)


@lru_cache(maxsize=8192)
def _size_of_tree(state: tuple[int, int, Player]) -> tuple[int, int]:
    """Return the nodes and the leaves of the whole tree below a position."""
    game = TicTacToe()
    if game.is_terminal(state):
        return 1, 1
    below = [_size_of_tree(game.result(state, action)) for action in game.actions(state)]
    return 1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below)


def describe_deviations(sessions: Sequence[Transcript], algorithm: str) -> list[str]:
    """Return sentences about a script's deviations from the assignment."""
    main = sessions[0]
    notes = [*_check_banner(main), *_check_wording(main)]
    counts: list[_Miscount] = []
    for session in sessions:
        if session.kind == "wrong":
            notes += _check_wrong_arguments(session)
        else:
            notes += _check_game(session, algorithm, counts)
    return [*dict.fromkeys((*notes, *_group_counts(counts)))]


def _check_banner(main: Transcript) -> Iterator[str]:
    """Yield a note on missing lines of its banner."""
    algorithm, first, mode = main.arguments
    name, *wanted = banner(algorithm, first, mode, name="", number="").split("\n")
    ending = name.split()[-1]
    missing = [line for line in wanted if line not in main.lines]
    if not any(line.endswith(ending) and line.count(",") >= 2 for line in main.lines):
        missing.insert(0, "Last Name, First Name, AXXXXXXXX solution:")
    if missing:
        yield f"its first lines do not include {'; '.join(missing)}"


def _check_wording(main: Transcript) -> Iterator[str]:
    """Yield notes on the wording of its lines."""
    other = [move for move in main.moves if not move.as_asked]
    if other:
        yield (
            "its move lines are not worded as in the assignment: X's selected move: Z. "
            "Number of search tree nodes generated: AAAA"
        )
    if main.end is not None and not main.end_as_asked:
        yield (
            "its last line is not worded as in the assignment: X WON, O WON, X LOST, O LOST, TIE"
        )


def _check_wrong_arguments(session: Transcript) -> Iterator[str]:
    """Yield a note if a wrong command line is not refused."""
    if ERROR in session.lines and not session.moves and not session.raised:
        return
    did = f"it {'plays' if session.moves else 'prints'}: {first_lines([session.text])}"
    if session.raised:
        did = session.raised
    elif ERROR in session.lines:
        did = "it continues after the error line"
    yield f"with {session.command} it does not end with the error line: {did}"


def _check_game(session: Transcript, algorithm: str, counts: list[_Miscount]) -> Iterator[str]:
    """Yield notes on the moves of a game, compared with the right ones.

    Wrong counts are added to `counts`, since one reason may explain them all.
    """
    game = TicTacToe(f"...|...|... {session.arguments[1]}")
    state = game.initial
    wrong: list[str] = []
    for place, item in enumerate(session.items):
        following = session.items[place + 1 : place + 2]
        free = () if game.is_terminal(state) else game.actions(state)
        text = game.format(state)
        if isinstance(item, Prompt):
            if free and item.cells != free:
                listed = ", ".join(map(str, item.cells)) or "none"
                wrong.append(f"its prompt at {text} lists the moves {listed}")
        elif isinstance(item, Typed):
            if item.text.isdecimal() and int(item.text) in free:
                state = game.result(state, int(item.text))
            elif (
                free and item.text != "0" and not any(isinstance(one, Prompt) for one in following)
            ):
                wrong.append(f"it does not ask again after {item.text} is typed at {text}")
        elif item.cell not in free:
            reason = "that is not a free cell" if free else "the game is over"
            wrong.append(f"it moves to {item.cell} at {text}, but {reason}")
            break
        else:
            wrong += _check_move(item, game, state, algorithm)
            counts += _check_count(item, game, state, session, algorithm)
            state = game.result(state, item.cell)
    is_human = session.arguments[2] == "1"
    if session.kind == "human" and not any(isinstance(one, Prompt) for one in session.items):
        wrong.append("it does not ask for X's move with a prompt that lists the possible moves")
    if session.raised:
        wrong.append(session.raised)
    elif game.is_terminal(state):
        result = int(game.utility(state, Player.MAX))
        wrong += _check_end(session, result, is_human)
    elif session.kind != "main" or not is_human:
        wrong.append(f"it ends before the game is over, at {game.format(state)}")
    for one in wrong[:_MOST_LISTED]:
        yield f"run with {session.command}: {one}"
    if len(wrong) > _MOST_LISTED:
        yield f"run with {session.command}: {len(wrong) - _MOST_LISTED} more such deviations"


def _check_end(session: Transcript, result: int, is_human: bool) -> Iterator[str]:
    if session.end == result:
        return
    wanted = "TIE" if result == 0 else "X WON" if result > 0 else "X LOST" if is_human else "O WON"
    yield f"it does not say {wanted} at the end of its game"


def _check_move(
    move: Selected, game: TicTacToe, state: tuple[int, int, Player], algorithm: str
) -> Iterator[str]:
    """Yield notes on a move of the computer."""
    side = game.labels[game.to_move(state)]
    text = game.format(state)
    if move.side != side:
        yield f"it says that {move.side} moves at {text}, but it is the turn of {side}"
    right = right_move_at(algorithm, _add_side(text, side))
    if move.cell != right.cell:
        yield f"{side} moves to {move.cell} at {text}; the first best move is {right.cell}"


def _check_count(
    move: Selected,
    game: TicTacToe,
    state: tuple[int, int, Player],
    session: Transcript,
    algorithm: str,
) -> Iterator[_Miscount]:
    """Yield the count of a move if it is wrong."""
    text = game.format(state)
    right = right_move_at(algorithm, _add_side(text, game.labels[game.to_move(state)]))
    if move.nodes != right.visited:
        reasons = frozenset(why for why, count in right.others.items() if count == move.nodes)
        name = ALGORITHMS[algorithm][0]
        yield _Miscount(
            f"run with {session.command}: it generates {move.nodes:,} nodes at {text}; {name} "
            f"generates {right.visited:,}",
            reasons,
        )


def _add_side(text: str, side: str) -> str:
    return text if " " in text else f"{text} {side}"


def _group_counts(found: list[_Miscount]) -> Iterator[str]:
    """Yield notes on wrong counts, grouped by their reason."""
    while common := Counter(reason for one in found for reason in sorted(one.reasons)):
        reason = max(common, key=lambda one: common[one])
        alike = [one for one in found if reason in one.reasons]
        found = [one for one in found if reason not in one.reasons]
        also = f"; the same holds for {len(alike) - 1} more counts" if alike[1:] else ""
        yield f"{alike[0].message} ({reason}){also}"
    for one in found[:_MOST_LISTED]:
        yield one.message
    if found[_MOST_LISTED:]:
        yield f"{len(found) - _MOST_LISTED} more of its counts are wrong"
