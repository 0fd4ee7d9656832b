r"""Payoff matrices in the formats of other programs, as the nodes of a matrix file in YAML.

Gambit's games in normal form (`.nfg`) list payoffs or outcomes; the strategy of the first player,
who chooses the row, varies fastest. A table (`.csv`) has the strategies in its first row and
column, and in its first cell the players as `Ann \ Ben`, or the name of the game.

Sources: "The strategic game (.nfg) file format" (payoff and outcome version) in the documentation
of Gambit; RFC 4180 for CSV.
"""

from __future__ import annotations

import csv
import re
from typing import Final, NamedTuple

from engine.errors import InvalidInput
from trees.formats.efg_text import EfgText, Token
from trees.text import is_number_text
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar

#: The most strategies of a player.
MAX_STRATEGIES: Final = 20

#: The most characters of the name of a strategy or player.
LONGEST_NAME: Final = 30

_PAIR: Final = re.compile(r"[(\[]?\s*([^,;()\[\]]+?)\s*[,;]\s*([^,;()\[\]]+?)\s*[)\]]?")


class _Mark(NamedTuple):
    line: int
    column: int


def read_nfg(text: str, name: str) -> YamlMap:
    """Return the nodes of a game of Gambit with two players."""
    return _Nfg(EfgText(text, name)).matrix()


class _Nfg:
    """One reading of one file."""

    def __init__(self, text: EfgText) -> None:
        self.text = text

    def matrix(self) -> YamlMap:
        text = self.text
        top = text.peek()
        for words in (["NFG"], ["1"], ["R", "D"]):
            if text.peek_word() not in words:
                raise text.error(text.peek(), f"{text.describe_next()} is not valid here", words[0])
            text.take()
        title = text.peek()
        text.string("the game's title, in quotes")
        brace = text.bracket("{", 'the players, as in { "Ann" "Ben" }')
        players = self._strings("a player's name in quotes, or }")
        if len(players) != 2:
            raise text.error(
                brace,
                f"the game has {len(players)} player{'' if len(players) == 1 else 's'}",
                "two players: one who chooses a row and one who chooses a column",
            )
        sizes, choosers = self._strategies(players)
        about = {"name": title}
        if text.is_at_string():
            about["description"] = text.take()
        cells = self._outcomes(sizes) if text.peek_word() == "{" else self._pairs(sizes)
        if not text.is_at_end():
            raise text.error(
                text.peek(), f"{text.describe_next()} comes after the last payoff", "the file's end"
            )
        rows = [_list(top, cells[row :: sizes[0]]) for row in range(sizes[0])]
        entries = {**choosers, "payoffs": _list(top, rows)}
        nodes = {key: _scalar(token, token.text) for key, token in about.items()}
        return _map(top, {**nodes, "matrix": _map(top, entries)})

    def _strings(self, expected: str) -> list[Token]:
        """Take texts up to the closing bracket."""
        tokens = []
        while self.text.peek_word() != "}":
            tokens.append(self.text.peek())
            self.text.string(expected)
        self.text.take()
        return tokens

    def _strategies(self, players: list[Token]) -> tuple[list[int], dict[str, YamlNode]]:
        """Read the strategies or their numbers; return the numbers and the two players."""
        text = self.text
        brace = text.bracket("{", 'the strategies, as in { 2 2 } or { { "a" "b" } { "c" "d" } }')
        names: list[list[Token]] = [[], []]
        sizes = []
        for side in range(2):
            if text.peek_word() == "{":
                brace = text.take()
                names[side] = self._strings("a strategy's name in quotes, or }")
                sizes.append(len(names[side]))
            else:
                brace, size = text.number("a number of strategies, or { and their names")
                sizes.append(size)
            if not 1 <= sizes[side] <= MAX_STRATEGIES:
                fault = f"player {side + 1} has {sizes[side]:,} strategies"
                raise text.error(brace, fault, f"1 to {MAX_STRATEGIES}")
        text.bracket("}", "} after the strategies of two players")
        called = _legal_names(players)
        choosers: dict[str, YamlNode] = {}
        for side, key in enumerate(("rows", "columns")):
            entries: dict[str, YamlNode] = {"player": called[side]} if called else {}
            if strategies := _legal_names(names[side]):
                entries["strategies"] = _list(brace, strategies)
            choosers[key] = _map(brace, entries)
        return sizes, choosers

    def _pairs(self, sizes: list[int]) -> list[YamlNode]:
        """Read two payoffs for each cell."""
        return [self._pair() for _ in range(sizes[0] * sizes[1])]

    def _pair(self) -> YamlNode:
        where = self.text.peek()
        return _list(where, [self._payoff(), self._payoff()])

    def _payoff(self) -> YamlNode:
        text = self.text
        if text.is_at_string() or text.peek_word() in ("", "{", "}", ","):
            raise text.error(text.peek(), text.describe_next(), "a payoff")
        token = text.take()
        if text.peek_word() == ",":
            text.take()
        return _number(token, token.text)

    def _outcomes(self, sizes: list[int]) -> list[YamlNode]:
        """Read the outcomes, and for each cell the number of one; 0 pays nothing."""
        text = self.text
        brace = text.take()
        zero = _number(brace, "0")
        outcomes = [_list(brace, [zero, zero])]
        while text.peek_word() != "}":
            text.bracket("{", "{ and an outcome, or }")
            text.string("the outcome's name in quotes, which may be empty")
            outcomes.append(self._pair())
            text.bracket("}", "} after two payoffs")
        text.take()
        cells = []
        for _ in range(sizes[0] * sizes[1]):
            where, number = text.number("the number of an outcome, 0 for none")
            if number >= len(outcomes):
                raise text.error(
                    where, f"there is no outcome {number}", f"0 to {len(outcomes) - 1}"
                )
            cells.append(outcomes[number])
        return cells


def _legal_names(tokens: list[Token]) -> list[YamlNode]:
    """Return names as a matrix takes them; none if two are equal or one is empty."""
    names = [
        " ".join(re.sub(r"[,()]", " ", token.text).split())[:LONGEST_NAME].strip()
        for token in tokens
    ]
    if not all(names) or len({*names}) < len(names):
        return []
    return [_scalar(token, name) for token, name in zip(tokens, names, strict=True)]


def read_table(text: str, name: str) -> YamlMap:
    """Return the nodes of a table in CSV.

    Cells are separated by tabs, semicolons or commas: the first of these in the first line, outside
    quotes.
    """
    head = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").partition("\n")[0])
    separator = next((sign for sign in "\t;" if sign in head), ",")
    lines = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
    rows: list[tuple[_Mark, list[str]]] = []
    line = 0
    try:
        for cells in lines:
            row = [cell.strip() for cell in cells]
            while row and not row[-1]:
                row.pop()
            if row:
                rows.append((_Mark(line, 0), row))
            line = lines.line_num
    except csv.Error as error:
        raise InvalidInput(
            f"the table cannot be read: {error}", where=f"{name}:{line + 1}:1", expected="CSV"
        ) from None
    if len(rows) < 2 or len(rows[0][1]) < 2 or _is_payoff(rows[0][1][0]):
        raise InvalidInput(
            "the table has no strategies" if rows else "the table is empty",
            where=f"{name}:1:1",
            expected="an empty cell and the strategies of the column player, then rows with a "
            "strategy of the row player and the payoffs",
        )
    (top, (corner, *columns)), *below = rows
    strategies = {
        "rows": _list(top, [_scalar(mark, cells[0]) for mark, cells in below]),
        "columns": _list(top, [_scalar(top, cell) for cell in columns]),
    }
    payoffs = [_list(mark, [_cell(mark, cell) for cell in cells[1:]]) for mark, cells in below]
    matrix: dict[str, YamlNode] = {**strategies, "payoffs": _list(top, payoffs)}
    if "\\" in corner:
        for key, player in zip(strategies, corner.split("\\", 1), strict=True):
            matrix[key] = _map(
                top, {"player": _scalar(top, player.strip()), "strategies": strategies[key]}
            )
        corner = ""
    return _map(top, {"name": _scalar(top, corner), "matrix": _map(top, matrix)})


def _is_payoff(cell: str) -> bool:
    pair = _PAIR.fullmatch(cell)
    return all(map(is_number_text, pair.groups() if pair else [cell]))


def _cell(mark: _Mark, cell: str) -> YamlNode:
    """Return a payoff, or a pair of payoffs."""
    if pair := _PAIR.fullmatch(cell):
        return _list(mark, [_number(mark, payoff) for payoff in pair.groups()])
    return _number(mark, cell)


def _mark(where: Token | _Mark) -> _Mark:
    return where if isinstance(where, _Mark) else _Mark(where.line - 1, where.column - 1)


def _scalar(where: Token | _Mark, text: str) -> YamlNode:
    return YamlScalar(text, False, False, _mark(where))


def _number(where: Token | _Mark, text: str) -> YamlNode:
    return YamlScalar(text, True, False, _mark(where))


def _list(where: Token | _Mark, items: list[YamlNode]) -> YamlNode:
    new_list = YamlList(False, _mark(where))
    new_list.items = items
    return new_list


def _map(where: Token | _Mark, entries: dict[str, YamlNode]) -> YamlMap:
    new_map = YamlMap(False, _mark(where))
    for key, node in entries.items():
        new_map.entries[key] = YamlScalar(key, True, False, new_map.mark), node
    return new_map
