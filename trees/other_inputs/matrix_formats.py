"""Payoff matrices in Gambit's format, as the nodes of a matrix file in YAML.

Games in normal form (`.nfg`) list payoffs or outcomes; the strategy of the first player, who
chooses the row, varies fastest.

Source: "The strategic game (.nfg) file format" (payoff and outcome version) in the documentation
of Gambit.
"""

from __future__ import annotations

import re
from typing import Final

from trees.formats.efg_text import EfgText, Token
from trees.text import Place
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar

#: The most strategies of a player.
MAX_STRATEGIES: Final = 20

#: The most characters of the name of a strategy or player.
LONGEST_NAME: Final = 30


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


def _map(where: Place, values: dict[str, YamlNode]) -> YamlMap:
    entries = {key: (YamlScalar(key, True, where), value) for key, value in values.items()}
    return YamlMap(where, entries=entries)
