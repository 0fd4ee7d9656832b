"""The words of a Gambit file, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from trees.quoting import quoted

__all__ = ["EfgText", "Token"]

#: White space means nothing; a text in quotes may hold \" and go over several lines.
_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>[{},]|[^\s{},"]+)|(?P<open>"))""", re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_MOST_DIGITS: Final = 9  # of the number of a player, an information set or an outcome


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the file.

    Args:
        text: what it says, without quotes; empty at the file's end.
        quoted: whether it stood in quotes.
        line: where it begins, from 1.
        column: where it begins in the line, from 1.
    """

    text: str
    quoted: bool
    line: int
    column: int


class EfgText:
    """The words of a Gambit file, taken one after the other.

    Args:
        text: the file's text.
        name: what errors call it.
    """

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self._text = text
        self._at = 0
        self._line = 1
        self._begin = 0  # of the line
        self._counted = 0  # up to where lines are counted
        self._next = self._read()

    def place(self, token: Any) -> str:
        """The place of a word."""
        return f"{self.name}:{token.line}:{token.column}"

    def error(self, token: Token, found: str, expected: str, hint: str = "") -> InvalidInput:
        """An error at a word."""
        return InvalidInput(found, where=self.place(token), expected=expected, hint=hint)

    def peek(self) -> Token:
        """The next word."""
        return self._next

    def look(self) -> str:
        """The next word's text where it stands without quotes; empty otherwise and at the end."""
        return "" if self._next.quoted else self._next.text

    def at_string(self) -> bool:
        """Whether the next word stands in quotes."""
        return self._next.quoted

    def at_end(self) -> bool:
        """Whether there is no further word."""
        return not self._next.quoted and not self._next.text

    def found(self) -> str:
        """What stands there, for messages."""
        return "the file's end" if self.at_end() else quoted(self._next.text)

    def take(self) -> Token:
        """Take the next word."""
        token = self._next
        self._next = self._read()
        return token

    def string(self, expected: str) -> str:
        """Take a text in quotes.

        Raises:
            InvalidInput: something else stands there.
        """
        if not self.at_string():
            raise self.error(self._next, self.found(), expected)
        return self.take().text

    def bracket(self, sign: str, expected: str) -> Token:
        """Take a certain bracket.

        Raises:
            InvalidInput: something else stands there.
        """
        if self.look() != sign:
            raise self.error(self._next, self.found(), expected)
        return self.take()

    def number(self, expected: str) -> tuple[Token, int]:
        """Take a whole number, not negative.

        Raises:
            InvalidInput: something else stands there.
        """
        text = self.look()
        if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
            raise self.error(self._next, self.found(), expected)
        return self.take(), int(text)

    def _read(self) -> Token:
        match = _TOKEN.match(self._text, self._at)
        if match is None:  # nothing but white space is left
            self._pass(len(self._text.rstrip()))
            return Token("", False, self._line, len(self._text.rstrip()) - self._begin + 1)
        kind = str(match.lastgroup)
        begin = match.start(kind)
        self._pass(begin)
        token = Token("", kind == "string", self._line, begin - self._begin + 1)
        if kind == "open":
            raise self.error(token, 'a text that no " ends', 'a " at its end')
        text = match[kind]
        if kind == "string":
            text = _ESCAPED.sub(r"\1", text[1:-1])
        if not text.isprintable():
            # They are shown to people, and could play tricks on a terminal.
            for sign in text:
                if not sign.isprintable() and not sign.isspace():
                    raise self.error(token, f"{quoted(sign)} in a text", "a text to read")
        self._at = match.end()
        return Token(text, token.quoted, token.line, token.column)

    def _pass(self, index: int) -> None:
        """Count the lines up to a place; those inside a text are counted with the next word."""
        self._line += self._text.count("\n", self._counted, index)
        self._begin = self._text.rfind("\n", 0, index) + 1
        self._counted = index
