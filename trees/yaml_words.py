"""The words, numbers and texts of a file, read with an eye on where they stand."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from engine.game import Number, Player
from trees.numbers import looks_like_fraction, looks_like_number, number_from_text
from trees.quoting import quoted
from trees.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar

__all__ = ["Entries", "Words", "kind_of"]

#: A map's keys and values by the text of the key.
Entries = dict[str, tuple[YamlScalar, YamlNode]]

#: The most characters of a wrong word that are compared with the right ones.
_LONGEST_WORD: Final = 100

_PLAYER_WORDS: Final = {player.name.lower(): player for player in Player}


class Words:
    """Reads the small things of one file.

    Args:
        name: what errors call the file.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def place(self, node: Any) -> str:
        """The place of a node of the text."""
        return f"{self.name}:{node.line}:{node.column}"

    def error(self, node: YamlNode, found: str, expected: str, hint: str = "") -> InvalidInput:
        """An error at a node of the text."""
        return InvalidInput(found, where=self.place(node), expected=expected, hint=hint)

    def check_keys(self, mapping: YamlMap, known: tuple[str, ...], what: str) -> None:
        """Refuse a key that has no meaning here."""
        for text, (key, _) in mapping.entries.items():
            if text not in known:
                raise self.error(
                    key,
                    f"{what} has no key {quoted(text)}",
                    f"one of {', '.join(known)}",
                    did_you_mean(text[:_LONGEST_WORD], known),
                )

    def text(self, node: YamlNode, what: str) -> str:
        """A text for people; no control characters, which could play tricks on a terminal."""
        if not isinstance(node, YamlScalar):
            raise self.error(node, f"{kind_of(node)} as {what}", "a text")
        if node.is_null:
            return ""
        for letter in node.text:
            if letter not in "\n\t" and not letter.isprintable() and not letter.isspace():
                raise self.error(node, f"{quoted(letter)} in {what}", "a text for people to read")
        return node.text.strip()

    def line(self, entries: Entries, key: str) -> str:
        """A text of one line under a key of the file; empty where the key is missing."""
        return " ".join(self.text(entries[key][1], key).split()) if key in entries else ""

    def number(self, node: YamlNode, what: str) -> Number:
        """A value or an estimate."""
        if isinstance(node, YamlScalar) and node.plain:
            text = node.text
            if text.isdigit() and text.isascii() and len(text) < 16:  # most numbers
                return int(text)
        return number_from_text(self.digits(node, what), where=self.place(node))

    def digits(self, node: YamlNode, what: str) -> str:
        """The text of a number, not yet read."""
        expected = "a number such as 3, -2, 0.5 or 1/3"
        if what == "a node":
            expected += ", a list or a map"
        if not isinstance(node, YamlScalar):
            raise self.error(node, f"{kind_of(node)} as {what}", expected)
        if node.is_null:
            raise self.error(node, f"nothing as {what}", expected)
        # JSON has no fractions, so that one may stand in quotes.
        if not node.plain and not looks_like_fraction(node.text):
            hint = "Drop the quotes" if looks_like_number(node.text) else ""
            raise self.error(node, f"the text {quoted(node.text)} as {what}", expected, hint)
        return node.text

    def player(self, node: YamlNode, what: str) -> Player:
        """max, min or chance."""
        word = node.text if isinstance(node, YamlScalar) else ""
        if word not in _PLAYER_WORDS:
            raise self.error(
                node,
                f"{kind_of(node)} as {what}",
                "max, min or chance",
                did_you_mean(word[:_LONGEST_WORD], _PLAYER_WORDS),
            )
        return _PLAYER_WORDS[word]


def kind_of(node: YamlNode) -> str:
    """What a node of the text is, for messages."""
    if isinstance(node, YamlList):
        return "a list" if node.items else "an empty list"
    if isinstance(node, YamlMap):
        return "a map"
    return "nothing" if node.is_null else quoted(node.text)
