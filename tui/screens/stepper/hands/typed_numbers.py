"""The numbers that a person types on the screen of a search by hand, before Enter."""

from __future__ import annotations

from tracer.hands.events import Need
from tracer.hands.typed_numbers import read_sum

#: The characters of a number; `i` stands for `inf`.
LETTERS = "0123456789.-/+*i"


class TypedNumbers:
    """One field, or two for a window."""

    def __init__(self) -> None:
        self.texts = ["", ""]
        #: The field that is typed into, from 0.
        self.field = 0
        self._is_refused = [False, False]  # the next character replaces the text of these

    def clear(self) -> None:
        """Erase everything."""
        self.texts = ["", ""]
        self.field = 0
        self._is_refused = [False, False]

    def refuse(self) -> None:
        """Keep the texts to be seen or erased in part; the next character replaces them."""
        self._is_refused = [True, True]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not any(self.texts)

    def type(self, letter: str) -> None:
        """Add a character to the current field."""
        if self._is_refused[self.field]:
            self.texts[self.field] = ""
        self._is_refused[self.field] = False
        self.texts[self.field] += "inf" if letter == "i" else letter

    def erase(self) -> bool:
        """Erase the last character of the current field; return whether there was one."""
        text = self.texts[self.field]
        self._is_refused[self.field] = False
        self.texts[self.field] = text[:-3] if text.endswith("inf") else text[:-1]
        return bool(text)

    def swap(self) -> None:
        """Type into the other field."""
        self.field = 1 - self.field

    def read(self, need: Need) -> list[float | None]:
        """Return the numbers that are typed; None for an empty field."""
        count = 2 if need is Need.WINDOW else 1
        return [read_sum(text) if text else None for text in self.texts[:count]]
