"""The words of a Gambit file, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.errors import InvalidInput
from trees.text import Place, Placed, quote

#: White space is ignored; a quoted text may contain \" and span several lines.
_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>[{},]|[^\s{},"]+)|(?P<open>"))""", re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_MOST_DIGITS: Final = 9  # digits of the number of a player, an information set or an outcome


@dataclass(frozen=True, slots=True)
class Token(Placed):
    """A word of the file."""

    text: str
    quoted: bool
    where: Place


def is_nfg(text: str) -> bool:
    """Return whether a text is a game in normal form, and not an extensive game."""
    return text.lstrip().startswith("NFG ")


class EfgText:
    """The words of a Gambit file, taken one after the other."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._at = 0
        self._line = 1
        self._begin = 0  # of the line
        self._counted = 0  # lines are counted up to here
        self._next = self._read()

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

    def error_at_next(self, expected: str, fault: str = "") -> InvalidInput:
        """Return the error that the next word is not what is expected."""
        found = "the file's end" if self.is_at_end() else quote(self._next.text)
        return self._next.error(f"{found} {fault}".rstrip(), expected)

    def take(self) -> Token:
        """Take the next word."""
        token = self._next
        self._next = self._read()
        return token

    def take_head(self, kind: str, version: str) -> Token:
        """Take the words before the players; return the game's title."""
        for words, expected in (
            ((kind,), f"{kind}, the first word of a Gambit game"),
            ((version,), version),
            (("R", "D"), "R, the kind of its numbers"),
        ):
            if self.peek_word() not in words:
                raise self.error_at_next(expected, "is not valid here")
            self.take()
        return self.take_string("the game's title, in quotes")

    def take_string(self, expected: str) -> Token:
        """Take a quoted text."""
        if not self.is_at_string():
            raise self.error_at_next(expected)
        return self.take()

    def take_strings(self, expected: str) -> list[Token]:
        """Take quoted texts up to a closing bracket."""
        tokens = []
        while self.peek_word() != "}":
            tokens.append(self.take_string(f"{expected} in quotes, or }}"))
        self.take()
        return tokens

    def take_bracket(self, sign: str, expected: str) -> Token:
        """Take a certain bracket."""
        if self.peek_word() != sign:
            raise self.error_at_next(expected)
        return self.take()

    def take_index(self, expected: str) -> tuple[Token, int]:
        """Take a non-negative whole number."""
        text = self.peek_word()
        if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
            raise self.error_at_next(expected)
        return self.take(), int(text)

    def take_number(self, expected: str) -> Token:
        """Take a number: whole, decimal or a fraction, not yet parsed; and a comma after it."""
        if self.peek_word() in ("", "{", "}", ","):
            raise self.error_at_next(expected)
        token = self.take()
        if self.peek_word() == ",":
            self.take()
        return token

    def check_end(self, last: str) -> None:
        """Refuse words after the last part of a game."""
        if not self.is_at_end():
            raise self.error_at_next("the file's end", f"comes after the last {last}")

    def _read(self) -> Token:
        match = _TOKEN.match(self._text, self._at)
        if match is None:  # only white space is left
            return Token("", False, self._pass(len(self._text.rstrip())))
        kind = str(match.lastgroup)
        text, where = match[kind], self._pass(match.start(kind))
        if kind == "string":
            text = _ESCAPED.sub(r"\1", text[1:-1])
        token = Token(text, kind == "string", where)
        if kind == "open":
            raise token.error('a text has no closing "', 'a " at its end')
        for sign in text if not text.isprintable() else "":
            # The texts are shown in terminals, where control characters are unsafe.
            if not sign.isprintable() and not sign.isspace():
                raise token.error(f"a text cannot contain {quote(sign)}", "a printable text")
        self._at = match.end()
        return token

    def _pass(self, index: int) -> Place:
        """Return the place of an index; lines inside a text count with the next word."""
        self._line += self._text.count("\n", self._counted, index)
        self._begin = self._text.rfind("\n", 0, index) + 1
        self._counted = index
        return Place(self._name, self._line, index - self._begin + 1)
