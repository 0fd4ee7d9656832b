"""Read a two-player game in normal form from a file.

`trees/matrix.schema.json` describes the YAML format for editors.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from engine.matrix.game import Chooser, NormalForm, Side
from trees.building.builder import collector_paused
from trees.files import MATRIX_SUFFIXES, printable_name, read_standard_input, read_text, tree_files
from trees.formats.efg_text import is_nfg
from trees.other_inputs.matrix_formats import (
    LONGEST_NAME,
    MAX_STRATEGIES,
    read_nfg,
    read_table,
)
from trees.text import LARGEST, exact_number, quote
from trees.yaml.yaml_fields import ABOUT_KEYS, Entries, FieldReader, describe_kind, join_vectors
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar, read_yaml

#: The largest denominator of a payoff: 18 decimal places.
_FINEST: Final = 10**18

FILE_KEYS: Final = (*ABOUT_KEYS, "matrix")
MATRIX_KEYS: Final = ("rows", "columns", "first", "payoffs")
_SIDES: Final = ("rows", "columns")
CHOOSER_KEYS: Final = ("player", "strategies")
_USUAL: Final = (("Row", "r"), ("Column", "c"))
_SHAPE: Final = "a list of rows such as [[3, -1], [0, 2]] or [[[2, 2], [0, 3]], [[3, 0], [1, 1]]]"

_Pair = tuple[Fraction, Fraction]


@collector_paused()
def read_matrix(text: str | YamlMap, name: str, *, title: str = "") -> NormalForm:
    """Read a payoff matrix from a YAML or JSON text, a table in CSV or a game of Gambit.

    Args:
        text: the text, or a mapping already read from one.
        name: file name for error messages; a table's ends in `.csv`.
        title: name of the game if the text does not give one.

    Raises:
        InvalidInput: it does not describe a game in normal form.
    """
    document = _document(text, name) if isinstance(text, str) else text
    words = FieldReader(name)
    if not isinstance(document, YamlMap):
        return _game(words, document, {}, {}, title)
    about = document.entries
    if "matrix" not in about:
        words.refuse_kinds(about, ("tree", "game", "mcts"), "a payoff matrix (matrix:)")
        words.check_keys(document, FILE_KEYS, "a matrix file")
        raise words.error(document, "the file has no matrix", "matrix:")
    words.check_keys(document, FILE_KEYS, "a matrix file")
    matrix = about["matrix"][1]
    if not isinstance(matrix, YamlMap):
        return _game(words, matrix, {}, about, title)
    words.check_keys(matrix, MATRIX_KEYS, "a matrix")
    if "payoffs" not in matrix.entries:
        raise words.error(matrix, "the matrix has no payoffs", f"payoffs: and {_SHAPE}")
    return _game(words, matrix.entries["payoffs"][1], matrix.entries, about, title)


def _document(text: str, name: str) -> YamlNode:
    if is_nfg(text) or name.lower().endswith(".nfg"):
        return read_nfg(text, name)
    return read_table(text, name) if name.lower().endswith(".csv") else read_yaml(text, name)


def _game(
    words: FieldReader, payoffs: YamlNode, entries: Entries, about: Entries, title: str
) -> NormalForm:
    """Return the game of a node with payoffs and the entries around it."""
    rows = _rows(words, payoffs)
    sizes = (len(rows), len(rows[0]))
    choosers = [_chooser(words, entries, side, sizes[side], payoffs) for side in Side]
    if choosers[0].name == choosers[1].name:
        raise words.error(
            entries["columns" if "columns" in entries else "rows"][1],
            f"both players have the name {choosers[0].name}",
            "two different names",
        )
    first = _first(words, entries, choosers)
    pairs = _pairs(words, rows)
    if first is Side.COLUMNS:
        pairs = [[(other, own) for own, other in row] for row in pairs]
    name, description, citation = (words.line(about, key) for key in ABOUT_KEYS)
    return NormalForm(
        choosers[Side.ROWS],
        choosers[Side.COLUMNS],
        tuple(tuple(row) for row in pairs),
        first=first,
        name=name or title,
        description=description,
        citation=citation,
    )


def _rows(words: FieldReader, node: YamlNode) -> list[list[YamlNode]]:
    """Return the entries of the matrix; check that rows have equal length."""
    rows: list[list[YamlNode]] = []
    for row in _items(words, node, "the payoffs", _SHAPE):
        entries = [
            _pair_in_brackets(words, entry)
            for entry in _items(words, row, "a row of payoffs", "a list of numbers or of pairs")
        ]
        if rows and len(entries) != len(rows[0]):
            raise words.error(
                row,
                f"row {len(rows) + 1} has {_format_count(len(entries), 'entry', 'entries')}",
                f"{len(rows[0])}, as in row 1",
            )
        rows.append(entries)
    return rows


def _pair_in_brackets(words: FieldReader, node: YamlNode) -> YamlNode:
    """Return a pair such as (2, 3) as a list; anything else unchanged."""
    if not isinstance(node, YamlScalar) or not node.text.startswith("("):
        return node
    if not node.text.endswith(")"):
        raise words.error(node, f"{quote(node.text)} has no closing )", "a pair such as (2, 3)")
    pair = YamlList(False, node.mark)
    parts = node.text[1:-1].split(",")
    pair.items = [YamlScalar(part.strip(), True, False, node.mark) for part in parts]
    return pair


def _pairs(words: FieldReader, rows: list[list[YamlNode]]) -> list[list[_Pair]]:
    """Return the payoffs in every cell, first those of the player named first."""
    zero_sum = isinstance(rows[0][0], YamlScalar)

    def pair(node: YamlNode) -> _Pair:
        if isinstance(node, YamlScalar) is not zero_sum:
            raise words.error(
                node,
                f"a matrix of {'numbers' if zero_sum else 'pairs'} "
                f"cannot contain {_format_node(node)}",
                "only numbers (zero-sum) or only pairs such as [2, 3]",
            )
        if zero_sum:
            payoff = _payoff(words, node)
            return payoff, -payoff
        if not isinstance(node, YamlList) or len(node.items) != 2:
            raise words.error(
                node, f"a pair of payoffs cannot be {_format_node(node)}", "two numbers: [2, 3]"
            )
        return _payoff(words, node.items[0]), _payoff(words, node.items[1])

    return [[pair(node) for node in row] for row in rows]


def _payoff(words: FieldReader, node: YamlNode) -> Fraction:
    """Return one number, exactly."""
    payoff = exact_number(words.digits(node, "a payoff"), where=words.place(node))
    if abs(payoff) > LARGEST:
        raise words.error(node, f"{_format_node(node)} is too large", f"at most ±{LARGEST} (2^53)")
    if payoff.denominator > _FINEST:
        raise words.error(
            node, f"{_format_node(node)} has too many decimals", "a denominator of at most 10^18"
        )
    return payoff


def _chooser(
    words: FieldReader, entries: Entries, side: Side, size: int, payoffs: YamlNode
) -> Chooser:
    """Read a player: a list of strategies or a mapping with a name, each optional."""
    name, letter = _USUAL[side]
    strategies = tuple(f"{letter}{number}" for number in range(1, size + 1))
    key = _SIDES[side]
    if key not in entries:
        return Chooser(name, strategies)
    node: YamlNode | None = entries[key][1]
    if isinstance(node, YamlMap):
        words.check_keys(node, CHOOSER_KEYS, f"the player of the {key}")
        if "player" in node.entries:
            name = _name(words, node.entries["player"][1], "a player")
        node = node.entries["strategies"][1] if "strategies" in node.entries else None
    if node is None:
        return Chooser(name, strategies)
    items = _items(words, node, f"the strategies of the {key}", "a list of names such as [a, b]")
    if len(items) != size:
        raise words.error(
            node,
            f"the {key} have {_format_count(len(items), 'strategy', 'strategies')}",
            f"{size}, as in the payoffs of line {payoffs.line}",
        )
    names = [_name(words, item, "a strategy") for item in items]
    for index, item in enumerate(items):
        if names[index] in names[:index]:
            raise words.error(
                item, f"two strategies have the name {quote(names[index])}", "each name once"
            )
    return Chooser(name, tuple(names))


def _name(words: FieldReader, node: YamlNode, what: str) -> str:
    """Return the name of a player or strategy."""
    name = " ".join(words.text(node, what).split())
    if not name or len(name) > LONGEST_NAME or any(sign in name for sign in ",()"):
        raise words.error(
            node,
            f"the name of {what} cannot be {_format_node(node)}",
            f"1 to {LONGEST_NAME} characters without commas and parentheses",
        )
    return name


def _first(words: FieldReader, entries: Entries, choosers: list[Chooser]) -> Side:
    """Return the player whose payoff comes first in a pair."""
    if "first" not in entries:
        return Side.ROWS
    node = entries["first"][1]
    name = words.text(node, "first")
    sides = dict(zip(_SIDES, Side, strict=True))
    sides |= {choosers[side].name: side for side in Side}
    if name not in sides:
        raise words.error(
            node,
            f"the player whose payoff comes first cannot be {_format_node(node)}",
            f"one of {', '.join(sides)}",
            did_you_mean(name[:100], sides),
        )
    return sides[name]


def _items(words: FieldReader, node: YamlNode, what: str, expected: str) -> list[YamlNode]:
    """Return the items of a list that is neither empty nor too long."""
    if not isinstance(node, YamlList) or not node.items:
        raise words.error(node, f"{what} cannot be {_format_node(node)}", expected)
    items = join_vectors(node.items)
    if len(items) > MAX_STRATEGIES:
        raise words.error(
            node, f"{what} cannot have {len(items):,} items", f"at most {MAX_STRATEGIES}"
        )
    return items


def _format_node(node: YamlNode) -> str:
    if isinstance(node, YamlList) and node.items:
        return f"a list of {len(node.items)}"
    return describe_kind(node)


def _format_count(number: int, singular: str, many: str) -> str:
    return f"{number} {singular if number == 1 else many}"


# Sources of payoff matrices: a file, an example, or lists.

_FOLDER: Final = Path(__file__).parent.parent / "examples" / "matrices"
_SUFFIX: Final = ".yaml"
_SUFFIXES: Final = (_SUFFIX, ".yml", ".json", *MATRIX_SUFFIXES)


@dataclass(frozen=True, slots=True)
class MatrixSource:
    """A game in normal form and its source."""

    label: str
    game: NormalForm


def open_matrix(source: str) -> MatrixSource:
    """Open a payoff matrix.

    A source is, in this order: `-` for standard input; lists; a file, if it has a folder or a file
    suffix in it; an example; any other file.
    """
    bare = source.strip()
    if bare == "-":
        return MatrixSource("stdin", read_matrix(read_standard_input(), "stdin"))
    if bare.startswith(("[", "{")):
        return MatrixSource(bare, read_matrix(source, "inline"))
    is_path = any(mark in source for mark in ("/", os.sep))
    if is_path or Path(source).suffix.lower() in _SUFFIXES:
        return _open_file(source)
    if bare in example_names():
        return MatrixSource(bare, read_matrix(example_text(bare), f"{bare}{_SUFFIX}", title=bare))
    if bare and _exists(source):
        return _open_file(source)
    raise InvalidInput(
        f"there is no file or example {quote(source)}" if bare else "the matrix is missing",
        expected="a file (YAML, .nfg or .csv), lists such as [[3, -1], [0, 2]], or an example: "
        + ", ".join(example_names()),
        hint=did_you_mean(bare[:100], [*example_names(), *tree_files(Path(), _SUFFIXES)])
        or "Try: plytrace matrix mp520",
    )


def example_names() -> list[str]:
    """Return the names of the matrices that come with plytrace, sorted."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def example_text(name: str) -> str:
    """Return the YAML of an example."""
    return (_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def _open_file(source: str) -> MatrixSource:
    path = Path(source)
    text = read_text(path, _SUFFIXES)
    return MatrixSource(source, read_matrix(text, printable_name(path), title=path.stem))


def _exists(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # not a valid file name
        return False
