"""The words of a Gambit file, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from trees.building.naming import LONGEST_NAME
from trees.text import quote, shorten

#: White space is ignored; a quoted text may contain \" and span several lines.
_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>[{},]|[^\s{},"]+)|(?P<open>"))""", re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_MOST_DIGITS: Final = 9  # digits of the number of a player, an information set or an outcome


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the file."""

    text: str
    quoted: bool
    line: int
    column: int


def is_nfg(text: str) -> bool:
    """Return whether a text is a game in normal form, and not an extensive game."""
    return text.lstrip().startswith("NFG ")


class EfgText:
    """The words of a Gambit file, taken one after the other."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self._text = text
        self._at = 0
        self._line = 1
        self._begin = 0  # of the line
        self._counted = 0  # lines are counted up to here
        self._next = self._read()

    def place(self, token: Any) -> str:
        """Return the place of a word."""
        return f"{self.name}:{token.line}:{token.column}"

    def error(self, token: Token, found: str, expected: str, hint: str = "") -> InvalidInput:
        """Return an error at a word."""
        return InvalidInput(found, where=self.place(token), expected=expected, hint=hint)

    def peek(self) -> Token:
        """Return the next word."""
        return self._next

    def peek_word(self) -> str:
        """Return the next word if it is unquoted; empty if quoted or at the end."""
        return "" if self._next.quoted else self._next.text

    def is_at_string(self) -> bool:
        """Return whether the next word is in quotes."""
        return self._next.quoted

    def is_at_end(self) -> bool:
        """Return whether there is no further word."""
        return not self._next.quoted and not self._next.text

    def describe_next(self) -> str:
        """Return a description of the next word, for messages."""
        return "the file's end" if self.is_at_end() else quote(self._next.text)

    def take(self) -> Token:
        """Take the next word."""
        token = self._next
        self._next = self._read()
        return token

    def string(self, expected: str) -> str:
        """Take a quoted text."""
        if not self.is_at_string():
            raise self.error(self._next, self.describe_next(), expected)
        return self.take().text

    def bracket(self, sign: str, expected: str) -> Token:
        """Take a certain bracket."""
        if self.peek_word() != sign:
            raise self.error(self._next, self.describe_next(), expected)
        return self.take()

    def number(self, expected: str) -> tuple[Token, int]:
        """Take a non-negative whole number."""
        text = self.peek_word()
        if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
            raise self.error(self._next, self.describe_next(), expected)
        return self.take(), int(text)

    def _read(self) -> Token:
        match = _TOKEN.match(self._text, self._at)
        if match is None:  # only white space is left
            self._pass(len(self._text.rstrip()))
            return Token("", False, self._line, len(self._text.rstrip()) - self._begin + 1)
        kind = str(match.lastgroup)
        begin = match.start(kind)
        self._pass(begin)
        token = Token("", kind == "string", self._line, begin - self._begin + 1)
        if kind == "open":
            raise self.error(token, 'a text has no closing "', 'a " at its end')
        text = match[kind]
        if kind == "string":
            text = _ESCAPED.sub(r"\1", text[1:-1])
        if not text.isprintable():
            # The texts are shown in terminals, where control characters are unsafe.
            for sign in text:
                if not sign.isprintable() and not sign.isspace():
                    raise self.error(
                        token, f"a text cannot contain {quote(sign)}", "a printable text"
                    )
        self._at = match.end()
        return Token(text, token.quoted, token.line, token.column)

    def _pass(self, index: int) -> None:
        """Count the lines up to a place; lines inside a text count with the next word."""
        self._line += self._text.count("\n", self._counted, index)
        self._begin = self._text.rfind("\n", 0, index) + 1
        self._counted = index


# Names of the moves of a Gambit file, after its actions.

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
