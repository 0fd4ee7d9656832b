"""Names of the moves of a Gambit file, after its actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trees.building.naming import LONGEST_NAME
from trees.text.quoting import quote, shorten


_MOST_LISTED: Final = 5  # renamed actions in a warning


def name_moves(labels: Sequence[str]) -> list[str | None]:
    """Return different names of moves for actions; None for each if no action has a name.

    Spaces and commas become _, and long names are shortened. If several names would be equal, the
    one written that way (else the first) keeps it and the others get a number. An unnamed action
    among named ones is numbered by its place, since its child's name could equal another move's.
    """
    words = [_make_word(label) for label in labels]
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
    """Return whether a move's name differs from its action beyond spaces and commas."""
    return move is not None and move != _join_words(label)


def renaming_warning(renamed: Sequence[tuple[int, str, str]]) -> tuple[str, ...]:
    """Return a warning that lists the renamed moves; empty if there are none."""
    if not renamed:
        return ()
    listed = [
        f"line {line}: {quote(' '.join(label.split()), 40)} is {shorten(move, 40)}"
        for line, label, move in renamed[:_MOST_LISTED]
    ]
    if len(renamed) > _MOST_LISTED:
        listed.append(f"and {len(renamed) - _MOST_LISTED:,} more")
    return (
        "actions with no name, with the same name as another or with a name of more than "
        f"{LONGEST_NAME} letters are renamed: {'; '.join(listed)}",
    )


def _make_word(label: str) -> str:
    return _join_words(label)[:LONGEST_NAME]


def _join_words(label: str) -> str:
    return "_".join(label.replace(",", " ").split())
