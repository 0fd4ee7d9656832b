"""What the moves of a Gambit file are called: as its actions, as far as these can be names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trees.naming import LONGEST_NAME
from trees.quoting import quoted, shortened

__all__ = ["is_renamed", "moves_of", "told_renamed"]

_MOST_TOLD: Final = 5  # actions that are called otherwise


def moves_of(labels: Sequence[str]) -> list[str | None]:
    """Actions as names of moves, all of them different; none at all where no action has a name.

    Spaces and commas become _, and a long one is shortened. Of several that would be the same, the
    one that was written so keeps its name, or the first, and the others get a number. An action
    without a name beside others is called by its place: as its child it could be called as another.
    """
    words = [_as_word(label) for label in labels]
    if not any(words):
        return [None] * len(labels)
    owner: dict[str, int] = {}
    for index, (label, word) in enumerate(zip(labels, words, strict=True)):
        if word and (word not in owner or (label == word != labels[owner[word]])):
            owner[word] = index
    taken = set(owner)
    moves: list[str | None] = []
    for index, word in enumerate(words):
        move = word
        if owner.get(word) != index:
            number = index + 1
            move = f"{word[: LONGEST_NAME - 6]}_{number}" if word else f"{number}"
            while move in taken:
                move += "'"
            taken.add(move)
        moves.append(move)
    return moves


def is_renamed(label: str, move: str | None) -> bool:
    """Whether a move is called otherwise than its action, but for spaces and commas."""
    return move is not None and move != _joined(label)


def told_renamed(renamed: Sequence[tuple[int, str, str]]) -> tuple[str, ...]:
    """A warning that says which moves are called otherwise than their actions; none if none are.

    Args:
        renamed: the line, the action, and what the move is called.
    """
    if not renamed:
        return ()
    told = [
        f"line {line}: {quoted(' '.join(label.split()), 40)} is {shortened(move, 40)}"
        for line, label, move in renamed[:_MOST_TOLD]
    ]
    if len(renamed) > _MOST_TOLD:
        told.append(f"and {len(renamed) - _MOST_TOLD:,} more")
    return (
        "actions that share a name, have none, or one of more than "
        f"{LONGEST_NAME} letters are called otherwise: {'; '.join(told)}",
    )


def _as_word(label: str) -> str:
    return _joined(label)[:LONGEST_NAME]


def _joined(label: str) -> str:
    return "_".join(label.replace(",", " ").split())
