"""Read words, numbers and texts of a file; errors name their place."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from engine.game import Number, Player
from trees.text import is_fraction_text, is_number_text, number_from_text, quote
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar

#: A mapping's keys and values, by the text of the key.
Entries = dict[str, tuple[YamlScalar, YamlNode]]

#: Keys of any file that describe it.
ABOUT_KEYS: Final = ("name", "description", "source")

#: For each key that identifies a kind of file: its description and the command that reads it.
_KINDS: Final = {
    "tree": ("a tree", "trace"),
    "game": ("a position", "trace"),
    "matrix": ("a payoff matrix", "matrix"),
    "mcts": ("an MCTS hand run", "mcts"),
    "generate": ("a generator's settings", "generate"),
}

#: The longest wrong word that is compared with valid ones.
_LONGEST_WORD: Final = 100

_PLAYER_WORDS: Final = {player.name.lower(): player for player in Player}


class FieldReader:
    """Reads the words, numbers and texts of one file."""

    def __init__(self, name: str) -> None:
        self.name = name

    def place(self, node: Any) -> str:
        """Return the place of a node of the text."""
        return f"{self.name}:{node.line}:{node.column}"

    def error(self, node: YamlNode, found: str, expected: str, hint: str = "") -> InvalidInput:
        """Return an error at a node of the text."""
        return InvalidInput(found, where=self.place(node), expected=expected, hint=hint)

    def check_keys(self, mapping: YamlMap, allowed: tuple[str, ...], what: str) -> None:
        """Refuse unknown keys."""
        for text, (key, _) in mapping.entries.items():
            if text not in allowed:
                raise self.error(
                    key,
                    f"{what} has no key {quote(text)}",
                    f"one of {', '.join(allowed)}",
                    did_you_mean(text[:_LONGEST_WORD], allowed),
                )

    def refuse_kinds(self, entries: Entries, keys: tuple[str, ...], expected: str) -> None:
        """Refuse a file of another kind."""
        for key in keys:
            if key in entries:
                what, command = _KINDS[key]
                raise self.error(
                    entries[key][0],
                    f"this is {what} ({key}:)",
                    expected,
                    f"To read it, use plytrace {command}",
                )

    def text(self, node: YamlNode, what: str) -> str:
        """Return a text for people; refuse control characters, which are unsafe in terminals."""
        if not isinstance(node, YamlScalar):
            raise self.error(node, f"{what} cannot be {describe_kind(node)}", "a text")
        if node.is_null:
            return ""
        for letter in node.text:
            if letter not in "\n\t" and not letter.isprintable() and not letter.isspace():
                raise self.error(node, f"{what} cannot contain {quote(letter)}", "a printable text")
        return node.text.strip()

    def line(self, entries: Entries, key: str) -> str:
        """Return a one-line text under a key of the file; empty if the key is missing."""
        return " ".join(self.text(entries[key][1], key).split()) if key in entries else ""

    def number(self, node: YamlNode, what: str) -> Number:
        """Return a value or an estimate."""
        if isinstance(node, YamlScalar) and node.plain:
            text = node.text
            if text.isdigit() and text.isascii() and len(text) < 16:  # most numbers
                return int(text)
        return number_from_text(self.digits(node, what), where=self.place(node))

    def digits(self, node: YamlNode, what: str) -> str:
        """Return the text of a number, not yet parsed."""
        expected = "a number such as 3, -2, 0.5 or 1/3"
        if what == "a node":
            expected += ", a list or a mapping"
        if not isinstance(node, YamlScalar):
            raise self.error(node, f"{what} cannot be {describe_kind(node)}", expected)
        if node.is_null:
            raise self.error(node, f"{what} cannot be empty", expected)
        # JSON has no fractions, so a fraction may be in quotes.
        if not node.plain and not is_fraction_text(node.text):
            hint = "Drop the quotes" if is_number_text(node.text) else ""
            raise self.error(node, f"{what} cannot be the text {quote(node.text)}", expected, hint)
        return node.text

    def bounds(self, node: YamlNode) -> tuple[Number, Number]:
        """Return the smallest and the largest value that leaves can have."""
        if not isinstance(node, YamlList) or len(node.items) != 2:
            raise self.error(
                node, f"bounds cannot be {describe_kind(node)}", "two numbers such as [0, 10]"
            )
        low, high = (self.number(item, "a bound") for item in node.items)
        return low, high

    def player(self, node: YamlNode, what: str) -> Player:
        """Return max, min or chance as a `Player`."""
        word = node.text if isinstance(node, YamlScalar) else ""
        if word not in _PLAYER_WORDS:
            raise self.error(
                node,
                f"{what} cannot be {describe_kind(node)}",
                "max, min or chance",
                did_you_mean(word[:_LONGEST_WORD], _PLAYER_WORDS),
            )
        return _PLAYER_WORDS[word]


def describe_kind(node: YamlNode) -> str:
    """Return a description of a node of the text, for messages."""
    if isinstance(node, YamlList):
        return "a list" if node.items else "an empty list"
    if isinstance(node, YamlMap):
        return "a mapping"
    return "an empty value" if node.is_null else quote(node.text)


def join_vectors(items: list[YamlNode]) -> list[YamlNode]:
    """Return a list's items; join `(1`, `2` and `6)`, which YAML splits at the commas."""
    if not any(isinstance(item, YamlScalar) and item.text.startswith("(") for item in items):
        return items
    joined: list[YamlNode] = []
    for item in items:
        last = joined[-1] if joined else None
        if (
            isinstance(last, YamlScalar)
            and last.plain
            and last.text.startswith("(")
            and not last.text.endswith(")")
            and isinstance(item, YamlScalar)
        ):
            last.text += f", {item.text}"
        elif isinstance(item, YamlScalar):
            joined.append(YamlScalar(item.text, item.plain, item.anchored, item.mark))
        else:
            joined.append(item)
    return joined
