"""Read a two-player game in normal form from a file.

`trees/matrix.schema.json` describes the YAML format for editors.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.errors import did_you_mean
from engine.matrix.game import Chooser, NormalForm, Side
from trees.building import collector_paused
from trees.formats.efg_text import is_nfg
from trees.other_inputs.kinds import CHOOSER_KEYS, MATRIX
from trees.other_inputs.matrix_formats import (
    LONGEST_NAME,
    MAX_STRATEGIES,
    read_nfg,
)
from trees.text import LARGEST, quote
from trees.yaml.yaml_text import (
    ABOUT_KEYS,
    YamlList,
    YamlMap,
    YamlNode,
    YamlScalar,
    join_vectors,
    read_yaml,
)

#: The largest denominator of a payoff: 18 decimal places.
_FINEST: Final = 10**18

_SIDES: Final = ("rows", "columns")
_USUAL: Final = (("Row", "r"), ("Column", "c"))
_SHAPE: Final = "a list of rows such as [[3, -1], [0, 2]] or [[[2, 2], [0, 3]], [[3, 0], [1, 1]]]"

_Pair = tuple[Fraction, Fraction]


def open_matrix(source: str) -> NormalForm:
    """Open a payoff matrix: `-`, lists, a file, or an example."""
    text, name, title = MATRIX.read_source(source)
    return read_matrix(text, name, title=title)


@collector_paused()
def read_matrix(text: str | YamlMap, name: str, *, title: str = "") -> NormalForm:
    """Read a payoff matrix from a YAML or JSON text, a table in CSV or a game of Gambit."""
    file = _read_file(text, name) if isinstance(text, str) else text
    nothing = YamlMap(file.where)
    if not isinstance(file, YamlMap):
        return _game(file, nothing, nothing, title)
    matrix = MATRIX.read_below(file)
    if not isinstance(matrix, YamlMap):
        return _game(matrix, nothing, file, title)
    matrix.check_keys(MATRIX.keys, "a matrix")
    payoffs = matrix.get("payoffs")
    if payoffs is None:
        raise matrix.error("the matrix has no payoffs", f"payoffs: and {_SHAPE}")
    return _game(payoffs, matrix, file, title)


def _read_file(text: str, name: str) -> YamlNode:
    if is_nfg(text) or name.lower().endswith(".nfg"):
        return read_nfg(text, name)
    return read_yaml(text, name)


def _game(payoffs: YamlNode, matrix: YamlMap, file: YamlMap, title: str) -> NormalForm:
    """Return the game of a node with payoffs, the mapping around it and its file."""
    rows = _rows(payoffs)
    sizes = (len(rows), len(rows[0]))
    choosers = [_chooser(matrix, side, sizes[side], payoffs) for side in Side]
    if choosers[0].name == choosers[1].name:
        place = matrix.get("columns") or matrix.entries["rows"][1]
        raise place.error(f"both players have the name {choosers[0].name}", "two different names")
    first = _first(matrix, choosers)
    pairs = _pairs(rows)
    if first is Side.COLUMNS:
        pairs = [[(other, own) for own, other in row] for row in pairs]
    name, description, citation = map(file.read_line, ABOUT_KEYS)
    return NormalForm(
        choosers[Side.ROWS],
        choosers[Side.COLUMNS],
        tuple(tuple(row) for row in pairs),
        first=first,
        name=name or title,
        description=description,
        citation=citation,
    )


def _rows(node: YamlNode) -> list[list[YamlNode]]:
    """Return the entries of the matrix; check that rows have equal length."""
    rows: list[list[YamlNode]] = []
    for row in _items(node, "the payoffs", _SHAPE):
        entries = [
            _pair_in_brackets(entry)
            for entry in _items(row, "a row of payoffs", "a list of numbers or of pairs")
        ]
        if rows and len(entries) != len(rows[0]):
            raise row.error(
                f"row {len(rows) + 1} has {_format_count(len(entries), 'entry', 'entries')}",
                f"{len(rows[0])}, as in row 1",
            )
        rows.append(entries)
    return rows


def _pair_in_brackets(node: YamlNode) -> YamlNode:
    """Return a pair such as (2, 3) as a list; anything else unchanged."""
    text, where = node.text, node.where
    if not text.startswith("("):
        return node
    if not text.endswith(")"):
        raise node.error(f"{quote(text)} has no closing )", "a pair such as (2, 3)")
    parts = text[1:-1].split(",")
    return YamlList(where, items=[YamlScalar(part.strip(), True, where) for part in parts])


def _pairs(rows: list[list[YamlNode]]) -> list[list[_Pair]]:
    """Return the payoffs in every cell, first those of the player named first."""
    zero_sum = isinstance(rows[0][0], YamlScalar)

    def pair(node: YamlNode) -> _Pair:
        if isinstance(node, YamlScalar) is not zero_sum:
            raise node.error(
                f"a matrix of {'numbers' if zero_sum else 'pairs'} "
                f"cannot contain {_format_node(node)}",
                "only numbers (zero-sum) or only pairs such as [2, 3]",
            )
        if zero_sum:
            payoff = _payoff(node)
            return payoff, -payoff
        if not isinstance(node, YamlList) or len(node.items) != 2:
            raise node.error(
                f"a pair of payoffs cannot be {_format_node(node)}", "two numbers: [2, 3]"
            )
        return _payoff(node.items[0]), _payoff(node.items[1])

    return [[pair(node) for node in row] for row in rows]


def _payoff(node: YamlNode) -> Fraction:
    """Return one number, exactly."""
    payoff = node.read_exact("a payoff")
    if abs(payoff) > LARGEST:
        raise node.error(f"{_format_node(node)} is too large", f"at most ±{LARGEST} (2^53)")
    if payoff.denominator > _FINEST:
        raise node.error(
            f"{_format_node(node)} has too many decimals", "a denominator of at most 10^18"
        )
    return payoff


def _chooser(matrix: YamlMap, side: Side, size: int, payoffs: YamlNode) -> Chooser:
    """Read a player: a list of strategies or a mapping with a name, each optional."""
    name, letter = _USUAL[side]
    strategies = tuple(f"{letter}{number}" for number in range(1, size + 1))
    key = _SIDES[side]
    node = matrix.get(key)
    if isinstance(node, YamlMap):
        node.check_keys(CHOOSER_KEYS, f"the player of the {key}")
        if player := node.get("player"):
            name = _name(player, "a player")
        node = node.get("strategies")
    if node is None:
        return Chooser(name, strategies)
    items = _items(node, f"the strategies of the {key}", "a list of names such as [a, b]")
    if len(items) != size:
        raise node.error(
            f"the {key} have {_format_count(len(items), 'strategy', 'strategies')}",
            f"{size}, as in the payoffs of line {payoffs.line}",
        )
    names = [_name(item, "a strategy") for item in items]
    for index, item in enumerate(items):
        if names[index] in names[:index]:
            raise item.error(
                f"two strategies have the name {quote(names[index])}", "each name once"
            )
    return Chooser(name, tuple(names))


def _name(node: YamlNode, what: str) -> str:
    """Return the name of a player or strategy."""
    name = " ".join(node.read_text(what).split())
    if not name or len(name) > LONGEST_NAME or any(sign in name for sign in ",()"):
        raise node.error(
            f"the name of {what} cannot be {_format_node(node)}",
            f"1 to {LONGEST_NAME} characters without commas and parentheses",
        )
    return name


def _first(matrix: YamlMap, choosers: list[Chooser]) -> Side:
    """Return the player whose payoff comes first in a pair."""
    node = matrix.get("first")
    if node is None:
        return Side.ROWS
    name = node.read_text("first")
    sides = dict(zip(_SIDES, Side, strict=True))
    sides |= {choosers[side].name: side for side in Side}
    if name not in sides:
        raise node.error(
            f"the player whose payoff comes first cannot be {_format_node(node)}",
            f"one of {', '.join(sides)}",
            did_you_mean(name[:100], sides),
        )
    return sides[name]


def _items(node: YamlNode, what: str, expected: str) -> list[YamlNode]:
    """Return the items of a list that is neither empty nor too long."""
    if not isinstance(node, YamlList) or not node.items:
        raise node.error(f"{what} cannot be {_format_node(node)}", expected)
    items = join_vectors(node.items)
    if len(items) > MAX_STRATEGIES:
        raise node.error(f"{what} cannot have {len(items):,} items", f"at most {MAX_STRATEGIES}")
    return items


def _format_node(node: YamlNode) -> str:
    if isinstance(node, YamlList) and node.items:
        return f"a list of {len(node.items)}"
    return node.kind


def _format_count(number: int, singular: str, many: str) -> str:
    return f"{number} {singular if number == 1 else many}"
