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
from typing import Final

from trees.formats.efg_text import EfgText, Token
from trees.text import Place, is_number_text
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar

#: The most strategies of a player.
MAX_STRATEGIES: Final = 20

#: The most characters of the name of a strategy or player.
LONGEST_NAME: Final = 30

_PAIR: Final = re.compile(r"[(\[]?\s*([^,;()\[\]]+?)\s*[,;]\s*([^,;()\[\]]+?)\s*[)\]]?")


def read_nfg(text: str, name: str) -> YamlMap:
    """Return the nodes of a game of Gambit with two players."""
    words = EfgText(text, name)
    top = words.peek().where
    title = words.take_head("NFG", "1")
    file: dict[str, YamlNode] = {"name": YamlScalar(title.text, False, title.where)}
    brace = words.take_bracket("{", 'the players, as in { "Ann" "Ben" }')
    players = words.take_strings("a player's name")
    if len(players) != 2:
        raise brace.error(
            f"the game has {len(players)} player{'' if len(players) == 1 else 's'}",
            "two players: one who chooses a row and one who chooses a column",
        )
    words.take_bracket("{", 'the strategies, as in { 2 2 } or { { "a" "b" } { "c" "d" } }')
    names = _legal_names(players)
    matrix: dict[str, YamlNode] = {}
    sizes = []
    for side, key in enumerate(("rows", "columns")):
        where, size, strategies = _take_strategies(words)
        if not 1 <= size <= MAX_STRATEGIES:
            fault = f"player {side + 1} has {size:,} strategies"
            raise where.error(fault, f"1 to {MAX_STRATEGIES}")
        sizes.append(size)
        chooser: dict[str, YamlNode] = {"player": names[side]} if names else {}
        if strategies:
            chooser["strategies"] = YamlList(where.where, items=[*strategies])
        matrix[key] = _map(where.where, chooser)
    words.take_bracket("}", "} after the strategies of two players")
    if words.is_at_string():
        about = words.take()
        file["description"] = YamlScalar(about.text, False, about.where)
    count = sizes[0] * sizes[1]
    if words.peek_word() == "{":
        cells = _take_outcomes(words, count)
    else:
        cells = [_take_pair(words) for _ in range(count)]
    words.check_end("payoff")
    matrix["payoffs"] = YamlList(
        top, items=[YamlList(top, items=[*cells[row :: sizes[0]]]) for row in range(sizes[0])]
    )
    file["matrix"] = _map(top, matrix)
    return _map(top, file)


def _take_strategies(words: EfgText) -> tuple[Token, int, list[YamlScalar]]:
    """Read the strategies of a player or their number, with its place."""
    if words.peek_word() != "{":
        return *words.take_index("a number of strategies, or { and their names"), []
    brace = words.take()
    strategies = words.take_strings("a strategy's name")
    return brace, len(strategies), _legal_names(strategies)


def _take_pair(words: EfgText) -> YamlList:
    pair = [words.take_number("a payoff") for _ in range(2)]
    return YamlList(
        pair[0].where, items=[YamlScalar(payoff.text, True, payoff.where) for payoff in pair]
    )


def _take_outcomes(words: EfgText, count: int) -> list[YamlList]:
    """Read the outcomes, and for each cell the number of one; 0 pays nothing."""
    brace = words.take().where
    outcomes = [YamlList(brace, items=[YamlScalar("0", True, brace)] * 2)]
    while words.peek_word() != "}":
        words.take_bracket("{", "{ and an outcome, or }")
        words.take_string("the outcome's name in quotes, which may be empty")
        outcomes.append(_take_pair(words))
        words.take_bracket("}", "} after two payoffs")
    words.take()
    cells = []
    for _ in range(count):
        where, number = words.take_index("the number of an outcome, 0 for none")
        if number >= len(outcomes):
            raise where.error(f"there is no outcome {number}", f"0 to {len(outcomes) - 1}")
        cells.append(outcomes[number])
    return cells


def _legal_names(tokens: list[Token]) -> list[YamlScalar]:
    """Return names as a matrix takes them; none if two are equal or one is empty."""
    names = [
        " ".join(re.sub(r"[,()]", " ", token.text).split())[:LONGEST_NAME].strip()
        for token in tokens
    ]
    if not all(names) or len({*names}) < len(names):
        return []
    return [YamlScalar(name, False, token.where) for token, name in zip(tokens, names, strict=True)]


def read_table(text: str, name: str) -> YamlMap:
    """Return the nodes of a table in CSV.

    Cells are separated by tabs, semicolons or commas: the first of these in the first line, outside
    quotes.
    """
    head = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").partition("\n")[0])
    separator = next((sign for sign in "\t;" if sign in head), ",")
    lines = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
    rows: list[tuple[Place, list[str]]] = []
    line = 0
    try:
        for cells in lines:
            row = [cell.strip() for cell in cells]
            while row and not row[-1]:
                row.pop()
            if row:
                rows.append((Place(name, line + 1, 1), row))
            line = lines.line_num
    except csv.Error as error:
        raise Place(name, line + 1, 1).error(f"the table cannot be read: {error}", "CSV") from None
    if len(rows) < 2 or len(rows[0][1]) < 2 or _is_payoff(rows[0][1][0]):
        raise Place(name, 1, 1).error(
            "the table has no strategies" if rows else "the table is empty",
            "an empty cell and the strategies of the column player, then rows with a strategy of "
            "the row player and the payoffs",
        )
    (top, (corner, *columns)), *below = rows
    matrix: dict[str, YamlNode] = {
        "rows": YamlList(top, items=[YamlScalar(cells[0], False, row) for row, cells in below]),
        "columns": YamlList(top, items=[YamlScalar(cell, False, top) for cell in columns]),
    }
    if "\\" in corner:
        for key, player in zip(tuple(matrix), corner.split("\\", 1), strict=True):
            chooser = YamlScalar(player.strip(), False, top)
            matrix[key] = _map(top, {"player": chooser, "strategies": matrix[key]})
        corner = ""
    matrix["payoffs"] = YamlList(
        top,
        items=[
            YamlList(row, items=[_cell(row, cell) for cell in cells[1:]]) for row, cells in below
        ],
    )
    about = YamlScalar(corner, False, top)
    return _map(top, {"name": about, "matrix": _map(top, matrix)})


def _is_payoff(cell: str) -> bool:
    pair = _PAIR.fullmatch(cell)
    return all(map(is_number_text, pair.groups() if pair else [cell]))


def _cell(where: Place, cell: str) -> YamlNode:
    """Return a payoff, or a pair of payoffs."""
    pair = _PAIR.fullmatch(cell)
    if pair is None:
        return YamlScalar(cell, True, where)
    return YamlList(where, items=[YamlScalar(payoff, True, where) for payoff in pair.groups()])


def _map(where: Place, values: dict[str, YamlNode]) -> YamlMap:
    entries = {key: (YamlScalar(key, True, where), value) for key, value in values.items()}
    return YamlMap(where, entries=entries)
