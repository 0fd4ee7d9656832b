"""What of CS 480's sheet a script does otherwise: its moves, counts, prompts, banner and errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.best_play import actions_along, best_rows
from engine.courses.cs480 import ALGORITHMS, ERROR, banner
from engine.game import Player
from engine.games.tic_tac_toe import TicTacToe
from engine.search import run_search
from engine.wrappers.max_to_move import max_to_move
from tracer.programs.shapes.transcripts import Prompt, Selected, Transcript, Typed, first_lines

__all__ = ["Right", "notes_on", "right_at"]

#: Deviations of a kind that are told one by one.
_TOLD: Final = 3


class _Miscount(NamedTuple):
    """A wrong count, and what may make it what it is."""

    told: str
    why: frozenset[str]


class Right(NamedTuple):
    """The move that is right at a position, and numbers of nodes, by what they count."""

    cell: int
    visited: int
    others: dict[str, int]


@lru_cache(maxsize=512)
def right_at(algorithm: str, text: str) -> Right:
    """What the sheet's algorithm comes to.

    Args:
        algorithm: 1 or 2.
        text: a position of tic-tac-toe that is not over, with the side to move.
    """
    game = TicTacToe(text)
    found = run_search(max_to_move(game), ALGORITHMS["2"][1])
    (_, cell), *_ = actions_along(found.game, found.log, best_rows(found.log)[:2])
    nodes, leaves = _whole(game.initial)
    others: dict[str, int] = {}
    if algorithm == "2":  # it finds minimax's move, and passes nodes over
        counts = found.counts
        others["as many as without cutoffs"] = nodes
        others["it counts all successors that it makes, searched or not"] = counts.generated
        nodes, leaves = counts.visited, counts.terminals
    others["it leaves out the root"] = nodes - 1
    others["it counts the leaves alone"] = leaves
    others["it counts the inner nodes alone"] = nodes - leaves
    return Right(cell, nodes, others)


@lru_cache(maxsize=8192)
def _whole(state: tuple[int, int, Player]) -> tuple[int, int]:
    """The nodes and the leaves of the whole tree below a position."""
    game = TicTacToe()
    if game.is_terminal(state):
        return 1, 1
    below = [_whole(game.result(state, action)) for action in game.actions(state)]
    return 1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below)


def notes_on(sessions: Sequence[Transcript], algorithm: str) -> list[str]:
    """What a script does otherwise than the sheet has it, a sentence each.

    Args:
        sessions: what it was run for; the first is the one that is marked.
        algorithm: 1 or 2.
    """
    main = sessions[0]
    notes = [*_on_banner(main), *_on_words(main)]
    counts: list[_Miscount] = []
    for session in sessions:
        if session.kind == "wrong":
            notes += _on_wrong(session)
        else:
            notes += _on_game(session, algorithm, counts)
    return [*dict.fromkeys((*notes, *_on_counts(counts)))]


def _on_banner(main: Transcript) -> Iterator[str]:
    """The four lines that it begins with."""
    algorithm, first, mode = main.arguments
    name, *wanted = banner(algorithm, first, mode, name="", number="").split("\n")
    ending = name.split()[-1]
    missing = [line for line in wanted if line not in main.lines]
    if not any(line.endswith(ending) and line.count(",") >= 2 for line in main.lines):
        missing.insert(0, "Last Name, First Name, AXXXXXXXX solution:")
    if missing:
        yield f"its first lines lack {'; '.join(missing)}"


def _on_words(main: Transcript) -> Iterator[str]:
    """How its lines are worded."""
    other = [move for move in main.moves if not move.as_asked]
    if other:
        yield (
            "its moves are told in other words than the sheet's: X's selected move: Z. Number of "
            "search tree nodes generated: AAAA"
        )
    if main.end is not None and not main.end_as_asked:
        yield "the end is told in other words than the sheet's: X WON, O WON, X LOST, O LOST, TIE"


def _on_wrong(session: Transcript) -> Iterator[str]:
    """A command line that is to be refused."""
    if ERROR in session.lines and not session.moves and not session.raised:
        return
    did = f"it {'plays' if session.moves else 'prints'}: {first_lines([session.text])}"
    if session.raised:
        did = session.raised
    elif ERROR in session.lines:
        did = "it plays on behind the error line"
    yield f"with {session.command} it does not end with the error line: {did}"


def _on_game(session: Transcript, algorithm: str, counts: list[_Miscount]) -> Iterator[str]:
    """The moves of a game, each held against what is right where it was made.

    Wrong counts are added to `counts`, since one thing may make them all.
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
                wrong.append(f"it does not ask again where {item.text} is typed at {text}")
        elif item.cell not in free:
            why = "it is taken, or no cell" if free else "the game is over"
            wrong.append(f"it moves to {item.cell} at {text}, where {why}")
            break
        else:
            wrong += _on_move(item, game, state, algorithm)
            counts += _on_count(item, game, state, session, algorithm)
            state = game.result(state, item.cell)
    is_human = session.arguments[2] == "1"
    if session.kind == "human" and not any(isinstance(one, Prompt) for one in session.items):
        wrong.append("it does not ask for X's move with a prompt that lists the possible moves")
    if session.raised:
        wrong.append(session.raised)
    elif game.is_terminal(state):
        result = int(game.utility(state, Player.MAX))
        wrong += _on_end(session, result, is_human)
    elif session.kind != "main" or not is_human:
        wrong.append(f"it ends before the game is over, at {game.format(state)}")
    for one in wrong[:_TOLD]:
        yield f"run with {session.command}: {one}"
    if len(wrong) > _TOLD:
        yield f"run with {session.command}: {len(wrong) - _TOLD} more such deviations"


def _on_end(session: Transcript, result: int, is_human: bool) -> Iterator[str]:
    if session.end == result:
        return
    wanted = "TIE" if result == 0 else "X WON" if result > 0 else "X LOST" if is_human else "O WON"
    yield f"it does not say {wanted} at the end of its game"


def _on_move(
    move: Selected, game: TicTacToe, state: tuple[int, int, Player], algorithm: str
) -> Iterator[str]:
    """A move of the computer's and its count."""
    side = game.labels[game.to_move(state)]
    text = game.format(state)
    if move.side != side:
        yield f"it says that {move.side} moves at {text}, and it is the turn of {side}"
    right = right_at(algorithm, _with_side(text, side))
    if move.cell != right.cell:
        yield f"{side} moves to {move.cell} at {text}; the first best move is {right.cell}"


def _on_count(
    move: Selected,
    game: TicTacToe,
    state: tuple[int, int, Player],
    session: Transcript,
    algorithm: str,
) -> Iterator[_Miscount]:
    """The count of a move, where it is wrong."""
    text = game.format(state)
    right = right_at(algorithm, _with_side(text, game.labels[game.to_move(state)]))
    if move.nodes != right.visited:
        why = frozenset(why for why, count in right.others.items() if count == move.nodes)
        name = ALGORITHMS[algorithm][0]
        yield _Miscount(
            f"run with {session.command}: it generates {move.nodes:,} nodes at {text}; {name} "
            f"generates {right.visited:,}",
            why,
        )


def _with_side(text: str, side: str) -> str:
    return text if " " in text else f"{text} {side}"


def _on_counts(found: list[_Miscount]) -> Iterator[str]:
    """Wrong counts, those together that one thing makes."""
    while common := Counter(why for one in found for why in sorted(one.why)):
        why = max(common, key=lambda one: common[one])
        alike = [one for one in found if why in one.why]
        found = [one for one in found if why not in one.why]
        also = f"; so it is in {len(alike) - 1} more counts" if alike[1:] else ""
        yield f"{alike[0].told} ({why}){also}"
    for one in found[:_TOLD]:
        yield one.told
    if found[_TOLD:]:
        yield f"{len(found) - _TOLD} more of its counts are wrong"
