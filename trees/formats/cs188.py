"""The tree tests of CS 188's second project (`*.test`) as hand trees.

A test lists its states, the moves between them, the won and lost states, and values of some states.
Agent 0 is Pac-Man, MAX; the others are ghosts, MIN, in turn. A state that is won, lost or without
moves is a leaf; the value of any other state is its estimate, for a depth limit.

Source: the test cases of "Project 2: Multi-Agent Search", UC Berkeley, class GraphGameTreeTest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import did_you_mean
from engine.game import Number, Player
from trees.building import MAX_PLAYERS, TreeEdge, TreeNode, build, collector_paused
from trees.formats.tree_yaml import MAX_EDGES, MAX_EXPANDED, MAX_NODES
from trees.hand_tree import HandTree
from trees.text import Place, Placed, check_word, number_from_text, quote, shorten

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
class _Word(Placed):
    """A word of the file."""

    text: str
    where: Place


@collector_paused()
def read_cs188(text: str, name: str, *, title: str = "") -> HandTree:
    """Read the tree of a test file.

    The tree's `warnings` name the test's search: with another depth limit or convention, a search
    visits other states than the test expects.
    """
    return _Reader(text, name).tree(title)


class _Reader:
    """One reading of one file."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        #: The name of each field, and the words of each of its lines.
        self.keys: dict[str, _Word] = {}
        self.fields: dict[str, list[list[_Word]]] = {}
        self._read_fields(text)

    def _read_fields(self, text: str) -> None:
        """Read the fields of the file; a # starts a comment anywhere."""
        open_: _Word | None = None
        for number, line in enumerate(text.split("\n"), start=1):
            line = line.partition("#")[0].rstrip()
            if open_ is not None:
                if _CLOSES.fullmatch(line):
                    open_ = None
                else:
                    self.fields[open_.text].append(self._words(line, number))
                continue
            if not line:
                continue
            one_line, opens = _ONE_LINE.fullmatch(line), _OPENS.fullmatch(line)
            match = one_line or opens
            if match is None:
                begin = Place(self.name, number, len(line) - len(line.lstrip()) + 1)
                raise begin.error(f"the line {quote(line.strip())} cannot be read", _FORM)
            key = _Word(match[1], Place(self.name, number, match.start(1) + 1))
            if key.text in self.fields:
                raise key.error(f"{quote(key.text)} is given twice", "every name once")
            self.keys[key.text], self.fields[key.text] = key, []
            if one_line is not None:
                words = self._words(one_line[2], number, one_line.start(2))
                self.fields[key.text].append(words)
            else:
                open_ = key
        if open_ is not None:
            raise open_.error(f'{quote(open_.text)} has no closing """', 'a line with """')

    def _words(self, text: str, line: int, offset: int = 0) -> list[_Word]:
        return [
            _Word(match[0], Place(self.name, line, offset + match.start() + 1))
            for match in _WORD.finditer(text)
        ]

    def _lines(self, key: str) -> list[list[_Word]]:
        """Return the lines of a required field."""
        if key not in self.fields:
            hint = did_you_mean(key, [name[:100] for name in self.fields])
            raise Place(self.name, 1, 1).error(f"this test has no {key}", f"{key}:", hint)
        return self.fields[key]

    def _read_single(self, key: str) -> _Word:
        words = [word for line in self._lines(key) for word in line]
        if len(words) != 1:
            raise self.keys[key].error(f"{key} has {len(words)} words", "one word")
        return words[0]

    def _rows(self, key: str, count: int, form: str) -> Iterator[list[_Word]]:
        """Yield the lines of a field, each with as many words as its form."""
        for line in filter(None, self._lines(key)):
            if len(line) != count:
                raise line[0].error(f"the line has {len(line)} words", form)
            yield line

    def _count(self, key: str, most: int) -> int:
        """Return a field that is a whole number of at least 1."""
        word = self._read_single(key)
        text = word.text
        if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most):
            raise word.error(f"{key} cannot be {quote(text)}", f"a number from 1 to {most:,}")
        return int(text)

    def tree(self, title: str) -> HandTree:
        """Return the tree of the file."""
        kind = self._read_single("class")
        if kind.text != _CLASS:
            raise kind.error(f"the test's class cannot be {quote(kind.text)}", _CLASS)
        agents = self._count("num_agents", MAX_PLAYERS)
        values = self._values()
        won, lost = self._read_ends()
        over = won | lost
        nodes = self._nodes(over)
        for text, node in nodes.items():
            value = values.get(text)
            if node.edges:
                node.eval = value
            else:
                node.value = value
        start = self._read_single("start_state")
        if start.text not in nodes:
            raise start.error(
                f"successors has no state {quote(start.text)}",
                "a state that has moves",
                did_you_mean(start.text[:100], list(nodes)[:1000]),
            )
        self._check_leaves(nodes[start.text], over)
        tree = build(
            nodes[start.text],
            players=(Player.MAX, *[Player.MIN] * (agents - 1)),
            name=title,
            max_size=MAX_EXPANDED,
        )
        tree.won = {node: state in won for node, state in enumerate(tree.ids) if state in over}
        tree.warnings = (*self._search_options(), *self._find_unreached(nodes))
        return tree

    def _read_ends(self) -> tuple[set[str], set[str]]:
        """Return the states that are won, and those that are lost."""
        won = {word.text for word in self._names("win_states")}
        lost = self._names("lose_states")
        for word in lost:
            if word.text in won:
                raise word.error(
                    f"the state {quote(word.text)} is both won and lost",
                    "one of win_states and lose_states",
                )
        return won, {word.text for word in lost}

    def _find_unreached(self, nodes: Mapping[str, TreeNode]) -> Iterator[str]:
        """Yield a warning for each won or lost state that no move leads to."""
        for key in ("win_states", "lose_states"):
            for word in self._names(key):
                if word.text not in nodes:
                    near = did_you_mean(word.text[:100], list(nodes)[:1000])
                    fault = f"{key} names {quote(word.text)}, which is not a state of successors"
                    yield f"{word.where}: {fault}{f'. {near}' if near else ''}"

    def _names(self, key: str) -> list[_Word]:
        return [word for line in self.fields.get(key, []) for word in line]

    def _check_leaves(self, root: TreeNode, over: set[str]) -> None:
        """Check that every reachable leaf has a value."""
        waiting, seen = [root], {id(root)}
        for node in waiting:  # grows during the loop
            if not node.edges and node.value is None:
                state = str(node.id)
                why = "is won or lost" if state in over else "has no successors"
                raise node.error(
                    f"the state {quote(state)} {why}, but has no line in evaluation",
                    f"its value there, such as {shorten(state, 30)} 3.0",
                )
            for edge in node.edges:
                if id(edge.child) not in seen:
                    seen.add(id(edge.child))
                    waiting.append(edge.child)

    def _values(self) -> Mapping[str, Number]:
        """Return the values of the test's states."""
        values: dict[str, Number] = {}
        for state, number in self._rows("evaluation", 2, "a state and its value, as B 3.0"):
            if state.text in values:
                raise state.error(f"{quote(state.text)} has two values", "one")
            values[state.text] = number_from_text(number.text, where=number.where)
        return values

    def _nodes(self, over: set[str]) -> dict[str, TreeNode]:
        """Return a loose node for every state, with its moves; none if the game is over."""
        nodes: dict[str, TreeNode] = {}
        moves: set[tuple[str, str]] = set()
        form = "a state, a move and the next state, as A Left B"
        for state, move, below in self._rows("successors", 3, form):
            for word, what in ((state, "a state"), (move, "a move"), (below, "a state")):
                check_word(word.text, what, word.where)
            for word in (state, below):
                nodes.setdefault(word.text, TreeNode(id=word.text, where=word.where))
            if (state.text, move.text) in moves:
                raise move.error(f"{state.text} has two moves {move.text}", "different names")
            moves.add((state.text, move.text))
            if state.text not in over:
                edge = TreeEdge(nodes[below.text], label=move.text, where=move.where)
                nodes[state.text].edges.append(edge)
            for most, count, what in (
                (MAX_NODES, len(nodes), "states"),
                (MAX_EDGES, len(moves), "moves"),
            ):
                if count > most:
                    raise state.error(f"the tree has more than {most:,} {what}", "a smaller tree")
        return nodes

    def _search_options(self) -> tuple[str, ...]:
        """Return the test's search as options."""
        options = []
        if "alg" in self.fields:
            options.append(_SEARCHES.get(self._read_single("alg").text, ""))
        if "depth" in self.fields:
            options.append(f"--rounds {self._count('depth', 10**6)}")
        chosen = " ".join(filter(None, options))
        return (f"the test uses: {chosen}",) if chosen else ()
