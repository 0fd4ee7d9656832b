"""The tree tests of CS 188's second project (`*.test`) as hand trees.

A test names its states and the moves between them, says at which the game is won or lost, and
values some of them. Agent 0 is Pac-Man, MAX; the others are ghosts, MIN, in turn. A state that is
won, lost or without moves is a leaf; a value beside any other is its estimate, for a depth limit.

Source: the test cases of "Project 2: Multi-Agent Search", UC Berkeley, class GraphGameTreeTest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput, did_you_mean
from engine.game import Number, Player
from trees.builder import build
from trees.collector import collector_paused
from trees.hand_tree import HandTree
from trees.naming import check_word
from trees.node import Edge, Node
from trees.node_reader import MAX_EDGES, MAX_NODES
from trees.numbers import number_from_text
from trees.quoting import quoted, shortened
from trees.reader import MAX_EXPANDED
from trees.turns import MAX_PLAYERS

__all__ = ["read_cs188"]

_CLASS: Final = "GraphGameTreeTest"
_ONE_LINE: Final = re.compile(r'\s*([^"\s]+)\s*:\s*"([^"]*)"\s*')
_OPENS: Final = re.compile(r'\s*([^"\s]+)\s*:\s*"""\s*')
_CLOSES: Final = re.compile(r'\s*"""\s*')
_WORD: Final = re.compile(r"\S+")
_FORM: Final = 'a line such as depth: "2", or a name and """'

#: The searches of the project's agents, as options of a search.
_SEARCHES: Final = {
    "MinimaxAgent": "-a minimax",
    "AlphaBetaAgent": "-a alphabeta -c cs188",
    "ExpectimaxAgent": "-a expectimax",
}


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the file and its place, from 1."""

    text: str
    line: int
    column: int


@dataclass(slots=True)
class _Field:
    """What stands under a name: for every line of it its words; and where the name stands."""

    where: _Word
    lines: list[list[_Word]]

    @property
    def words(self) -> list[_Word]:
        """The words of all lines."""
        return [word for line in self.lines for word in line]


@collector_paused()
def read_cs188(text: str, name: str, *, title: str = "") -> HandTree:
    """The tree that a test file describes.

    The tree's `warnings` say which search the test is of: without its depth limit, and under
    another convention, other states are visited than the test expects.

    Args:
        text: the file's text.
        name: what errors call it, the file's name as a rule.
        title: what the tree is called.

    Raises:
        InvalidInput: it is no such file, or a state is missing something.
    """
    return _Reader(text, name).tree(title)


class _Reader:
    """One reading of one file.

    Args:
        text: its text.
        name: what errors call it.
    """

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.fields = self._fields(text)

    def place(self, word: Any) -> str:
        """The place of a word."""
        return f"{self.name}:{word.line}:{word.column}"

    def error(self, word: _Word, found: str, expected: str, hint: str = "") -> InvalidInput:
        """An error at a word."""
        return InvalidInput(found, where=self.place(word), expected=expected, hint=hint)

    def _fields(self, text: str) -> dict[str, _Field]:
        """The fields of the file by name; a # begins a comment wherever it stands."""
        fields: dict[str, _Field] = {}
        open_: _Field | None = None
        for number, line in enumerate(text.split("\n"), start=1):
            line = line.partition("#")[0].rstrip()
            if open_ is not None:
                if _CLOSES.fullmatch(line):
                    open_ = None
                else:
                    open_.lines.append(_words(line, number))
                continue
            if not line:
                continue
            one, opens = _ONE_LINE.fullmatch(line), _OPENS.fullmatch(line)
            match = one or opens
            if match is None:
                begin = len(line) - len(line.lstrip()) + 1
                raise self.error(_Word("", number, begin), quoted(line.strip()), _FORM)
            key = _Word(match[1], number, match.start(1) + 1)
            if key.text in fields:
                raise self.error(key, f"{quoted(key.text)} for the second time", "every name once")
            field = fields[key.text] = _Field(key, [])
            if one is not None:
                field.lines.append(_words(one[2], number, one.start(2)))
            else:
                open_ = field
        if open_ is not None:
            raise self.error(
                open_.where, f'{quoted(open_.where.text)} that no """ ends', '""" alone'
            )
        return fields

    def _field(self, key: str) -> _Field:
        """A field that has to be there."""
        if key not in self.fields:
            raise self.error(
                _Word("", 1, 1),
                f"no {key} in this test",
                f"{key}:",
                did_you_mean(key, [name[:100] for name in self.fields]),
            )
        return self.fields[key]

    def _single(self, key: str) -> _Word:
        """The one word of a field."""
        field = self._field(key)
        if len(field.words) != 1:
            raise self.error(field.where, f"{len(field.words)} words as {key}", "one word")
        return field.words[0]

    def _count(self, key: str, most: int) -> int:
        """A field that is a whole number from 1 on."""
        word = self._single(key)
        text = word.text
        if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most):
            raise self.error(word, f"{quoted(text)} as {key}", f"a number from 1 to {most:,}")
        return int(text)

    def tree(self, title: str) -> HandTree:
        """The tree of the file."""
        kind = self._single("class")
        if kind.text != _CLASS:
            raise self.error(kind, f"a test of the class {quoted(kind.text)}", _CLASS)
        agents = self._count("num_agents", MAX_PLAYERS)
        values = self._values()
        over = self._over()
        nodes = self._nodes(over)
        for text, node in nodes.items():
            value = values.get(text)
            if node.edges:
                node.eval = value
            else:
                node.value = value
        start = self._single("start_state")
        if start.text not in nodes:
            raise self.error(
                start,
                f"no state {quoted(start.text)} in successors",
                "a state that has moves",
                did_you_mean(start.text[:100], list(nodes)[:1000]),
            )
        self._check_leaves(nodes[start.text], over)
        tree = build(
            nodes[start.text],
            players=(Player.MAX, *[Player.MIN] * (agents - 1)),
            name=title,
            max_size=MAX_EXPANDED,
            place=self.place,
        )
        tree.warnings = self._asks_for()
        return tree

    def _over(self) -> set[str]:
        """The states at which the game is over, won or lost."""
        won = {word.text for word in self._names("win_states")}
        lost = self._names("lose_states")
        for word in lost:
            if word.text in won:
                raise self.error(
                    word,
                    f"the state {quoted(word.text)} is both won and lost",
                    "it in win_states or in lose_states",
                )
        return won.union(word.text for word in lost)

    def _names(self, key: str) -> list[_Word]:
        return self.fields[key].words if key in self.fields else []

    def _check_leaves(self, root: Node, over: set[str]) -> None:
        """See that every leaf that the root leads to has its value."""
        waiting, seen = [root], {id(root)}
        for node in waiting:  # grows while it is read
            if not node.edges and node.value is None:
                state = str(node.id)
                why = "is won or lost" if state in over else "has no successors"
                raise self.error(
                    node.where,
                    f"the state {quoted(state)} {why}, and has no line in evaluation",
                    f"its value there, such as {shortened(state, 30)} 3.0",
                )
            for edge in node.edges:
                if id(edge.child) not in seen:
                    seen.add(id(edge.child))
                    waiting.append(edge.child)

    def _values(self) -> Mapping[str, Number]:
        """The values that the test gives to states."""
        values: dict[str, Number] = {}
        for line in filter(None, self._field("evaluation").lines):
            if len(line) != 2:
                raise self.error(line[0], f"{len(line)} words", "a state and its value, as B 3.0")
            state, number = line
            if state.text in values:
                raise self.error(state, f"a second value of {quoted(state.text)}", "one")
            values[state.text] = number_from_text(number.text, where=self.place(number))
        return values

    def _nodes(self, over: set[str]) -> dict[str, Node]:
        """A loose node for every state, with its moves; where the game is over there are none."""
        nodes: dict[str, Node] = {}
        moves: set[tuple[str, str]] = set()
        for line in filter(None, self._field("successors").lines):
            if len(line) != 3:
                raise self.error(
                    line[0], f"{len(line)} words", "a state, a move and the next state, as A Left B"
                )
            state, move, _ = line
            for word, what in zip(line, ("a state", "a move", "a state"), strict=True):
                check_word(word.text, what, self.place(word))
            for word in (line[0], line[2]):
                nodes.setdefault(word.text, Node(id=word.text, where=word))
            if (state.text, move.text) in moves:
                raise self.error(
                    move, f"a second move {move.text} of {state.text}", "a name of its own"
                )
            moves.add((state.text, move.text))
            if state.text not in over:
                child = nodes[line[2].text]
                nodes[state.text].edges.append(Edge(child, label=move.text, where=move))
            for most, count, what in (
                (MAX_NODES, len(nodes), "states"),
                (MAX_EDGES, len(moves), "moves"),
            ):
                if count > most:
                    raise self.error(state, f"more than {most:,} {what}", "a smaller tree")
        return nodes

    def _asks_for(self) -> tuple[str, ...]:
        """What the test searches with, as options."""
        options = []
        if "alg" in self.fields:
            options.append(_SEARCHES.get(self._single("alg").text, ""))
        if "depth" in self.fields:
            options.append(f"--rounds {self._count('depth', 10**6)}")
        asked = " ".join(filter(None, options))
        return (f"as the test has it: {asked}",) if asked else ()


def _words(text: str, line: int, offset: int = 0) -> list[_Word]:
    return [_Word(match[0], line, offset + match.start() + 1) for match in _WORD.finditer(text)]
