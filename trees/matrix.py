"""What a file of a two-player game in normal form may say.

`trees/matrix.schema.json` says the same to editors.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.errors import did_you_mean
from engine.matrix.game import Chooser, NormalForm, Side
from trees.collector import collector_paused
from trees.numbers import LARGEST, exact_number
from trees.quoting import quoted
from trees.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar
from trees.yaml_text import read_yaml
from trees.yaml_words import Entries, Words, kind_of

__all__ = ["LONGEST_NAME", "MAX_STRATEGIES", "read_matrix"]

#: The most strategies of a player.
MAX_STRATEGIES: Final = 20

#: The most characters of the name of a strategy or player.
LONGEST_NAME: Final = 30

#: The largest denominator of a payoff: 18 places after the point.
_FINEST: Final = 10**18

_ABOUT_KEYS: Final = ("name", "description", "source")
_FILE_KEYS: Final = (*_ABOUT_KEYS, "matrix")
_MATRIX_KEYS: Final = ("rows", "columns", "first", "payoffs")
_SIDES: Final = ("rows", "columns")
_OTHER_FILES: Final = {"tree": "a tree", "game": "a position", "mcts": "an MCTS hand run"}
_CHOOSER_KEYS: Final = ("player", "strategies")
_USUAL: Final = (("Row", "r"), ("Column", "c"))
_SHAPE: Final = "a list of rows such as [[3, -1], [0, 2]] or [[[2, 2], [0, 3]], [[3, 0], [1, 1]]]"

_Pair = tuple[Fraction, Fraction]


@collector_paused()
def read_matrix(text: str | YamlMap, name: str, *, title: str = "") -> NormalForm:
    """The game that a YAML or JSON text describes.

    Args:
        text: the text, or a map of one that was read.
        name: what errors call it, the file's name as a rule.
        title: what the game is called where the text does not say.

    Raises:
        InvalidInput: it does not describe a game in normal form; says where and what was expected.
    """
    document = read_yaml(text, name) if isinstance(text, str) else text
    words = Words(name)
    if not isinstance(document, YamlMap):
        return _game(words, document, {}, {}, title)
    about = document.entries
    if "matrix" not in about:
        for key, what in _OTHER_FILES.items():
            if key in about:
                raise words.error(
                    about[key][0],
                    f"this is {what} ({key}:)",
                    "a payoff matrix (matrix:)",
                    f"Use plytrace {'mcts' if key == 'mcts' else 'trace'} FILE",
                )
        words.check_keys(document, _FILE_KEYS, "a matrix file")
        raise words.error(document, "no matrix in this file", "matrix:")
    words.check_keys(document, _FILE_KEYS, "a matrix file")
    matrix = about["matrix"][1]
    if not isinstance(matrix, YamlMap):
        return _game(words, matrix, {}, about, title)
    words.check_keys(matrix, _MATRIX_KEYS, "a matrix")
    if "payoffs" not in matrix.entries:
        raise words.error(matrix, "a matrix without payoffs", f"payoffs: and {_SHAPE}")
    return _game(words, matrix.entries["payoffs"][1], matrix.entries, about, title)


def _game(
    words: Words, payoffs: YamlNode, entries: Entries, about: Entries, title: str
) -> NormalForm:
    """The game of a node with payoffs, with what stands around it."""
    rows = _rows(words, payoffs)
    sizes = (len(rows), len(rows[0]))
    choosers = [_chooser(words, entries, side, sizes[side], payoffs) for side in Side]
    if choosers[0].name == choosers[1].name:
        raise words.error(
            entries["columns" if "columns" in entries else "rows"][1],
            f"both players are called {choosers[0].name}",
            "two different names",
        )
    first = _first(words, entries, choosers)
    pairs = _pairs(words, rows)
    if first is Side.COLUMNS:
        pairs = [[(other, own) for own, other in row] for row in pairs]
    name, description, citation = (words.line(about, key) for key in _ABOUT_KEYS)
    return NormalForm(
        choosers[Side.ROWS],
        choosers[Side.COLUMNS],
        tuple(tuple(row) for row in pairs),
        first=first,
        name=name or title,
        description=description,
        citation=citation,
    )


def _rows(words: Words, node: YamlNode) -> list[list[YamlNode]]:
    """The entries of the matrix, as many in each row."""
    rows: list[list[YamlNode]] = []
    for row in _items(words, node, "the payoffs", _SHAPE):
        entries = _items(words, row, "a row of payoffs", "a list of numbers or of pairs")
        if rows and len(entries) != len(rows[0]):
            raise words.error(
                row,
                f"row {len(rows) + 1} has {_counted(len(entries), 'entry', 'entries')}",
                f"{len(rows[0])}, as in row 1",
            )
        rows.append(entries)
    return rows


def _pairs(words: Words, rows: list[list[YamlNode]]) -> list[list[_Pair]]:
    """What the player named first and the other get, in every place."""
    zero_sum = isinstance(rows[0][0], YamlScalar)

    def pair(node: YamlNode) -> _Pair:
        if isinstance(node, YamlScalar) is not zero_sum:
            raise words.error(
                node,
                f"{_shown(node)} in a matrix of {'numbers' if zero_sum else 'pairs'}",
                "numbers alone (zero-sum) or pairs alone such as [2, 3]",
            )
        if zero_sum:
            payoff = _payoff(words, node)
            return payoff, -payoff
        if not isinstance(node, YamlList) or len(node.items) != 2:
            raise words.error(node, f"{_shown(node)} as a pair of payoffs", "two numbers: [2, 3]")
        return _payoff(words, node.items[0]), _payoff(words, node.items[1])

    return [[pair(node) for node in row] for row in rows]


def _payoff(words: Words, node: YamlNode) -> Fraction:
    """One number, exactly."""
    payoff = exact_number(words.digits(node, "a payoff"), where=words.place(node))
    if abs(payoff) > LARGEST:
        raise words.error(node, f"{_shown(node)} is too large", f"one within ±{LARGEST} (2^53)")
    if payoff.denominator > _FINEST:
        raise words.error(node, f"{_shown(node)} is too fine", "a denominator of at most 10^18")
    return payoff


def _chooser(words: Words, entries: Entries, side: Side, size: int, payoffs: YamlNode) -> Chooser:
    """A player: a list of strategies, or a map with the player's name; each may be missing."""
    name, letter = _USUAL[side]
    strategies = tuple(f"{letter}{number}" for number in range(1, size + 1))
    key = _SIDES[side]
    if key not in entries:
        return Chooser(name, strategies)
    node: YamlNode | None = entries[key][1]
    if isinstance(node, YamlMap):
        words.check_keys(node, _CHOOSER_KEYS, f"the player of the {key}")
        if "player" in node.entries:
            name = _name(words, node.entries["player"][1], "a player")
        node = node.entries["strategies"][1] if "strategies" in node.entries else None
    if node is None:
        return Chooser(name, strategies)
    items = _items(words, node, f"the strategies of the {key}", "a list of names such as [a, b]")
    if len(items) != size:
        raise words.error(
            node,
            f"{_counted(len(items), 'strategy', 'strategies')} for the {key}",
            f"{size}, as in the payoffs of line {payoffs.line}",
        )
    names = [_name(words, item, "a strategy") for item in items]
    for index, item in enumerate(items):
        if names[index] in names[:index]:
            raise words.error(
                item, f"the strategy {quoted(names[index])} for the second time", "each name once"
            )
    return Chooser(name, tuple(names))


def _name(words: Words, node: YamlNode, what: str) -> str:
    """The name of a player or strategy."""
    name = " ".join(words.text(node, what).split())
    if not name or len(name) > LONGEST_NAME or any(sign in name for sign in ",()"):
        raise words.error(
            node,
            f"{_shown(node)} as the name of {what}",
            f"1 to {LONGEST_NAME} characters without commas and ( )",
        )
    return name


def _first(words: Words, entries: Entries, choosers: list[Chooser]) -> Side:
    """Whose payoff stands first in a pair."""
    if "first" not in entries:
        return Side.ROWS
    node = entries["first"][1]
    name = words.text(node, "first")
    known = dict(zip(_SIDES, Side, strict=True))
    known |= {choosers[side].name: side for side in Side}
    if name not in known:
        raise words.error(
            node,
            f"{_shown(node)} as the player whose payoff stands first",
            f"one of {', '.join(known)}",
            did_you_mean(name[:100], known),
        )
    return known[name]


def _items(words: Words, node: YamlNode, what: str, expected: str) -> list[YamlNode]:
    """The items of a list that is neither empty nor too long."""
    if not isinstance(node, YamlList) or not node.items:
        raise words.error(node, f"{_shown(node)} as {what}", expected)
    if len(node.items) > MAX_STRATEGIES:
        raise words.error(node, f"{len(node.items):,} items as {what}", f"at most {MAX_STRATEGIES}")
    return node.items


def _shown(node: YamlNode) -> str:
    if isinstance(node, YamlList) and node.items:
        return f"a list of {len(node.items)}"
    return kind_of(node)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
