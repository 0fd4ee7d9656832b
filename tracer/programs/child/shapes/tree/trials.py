"""The trials that find the way to call a function over a plain tree: calls on tiny trees.

What counts is the answer: on `[3, 8]` it is 8 if MAX moves and 3 if MIN does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Final

from ...loading.definitions import Definition, normalize
from ...parameters import (
    COUNTED,
    DEPTH,
    SIGN,
    NestedTree,
    TrialTree,
    answer_of,
    complete_tree,
    running_trials,
)
from ...program import Program, ProgramResult, TreesTaken
from ...watched_nodes import Node
from .nodes import list_nodes
from .ways import MEANT, TURN, Caller, Turn, Way, is_worded

#: Leaves of the tiny trees; no two of the values that tell something are equal.
_LEAVES: Final = ([3, 8], [6, 30, 8, 20])
#: The highest trial tree. Some programs stop at a fixed depth, which is that of the key's tree.
_HIGHEST: Final = 6
#: The most children of a node on a trial tree: more than a complete tree of a key has.
_MOST_TRIED: Final = 4
#: Points of a right answer, more than those of any number on every tree.
_RIGHT: Final = 4
_NUMBER: Final = 1


def list_turns(function: Definition) -> tuple[list[str], list[str]]:
    """Return the parameters that may say who moves: those to give, and those with a default.

    The names of those to give do not say so. A default is a word, a number or a name.
    """
    written = function.code.args.defaults if function.code else []
    names = function.parameters
    defaults = [None] * (len(names) - len(written)) + written[-len(names) :]
    kinds = (ast.Constant, ast.UnaryOp, ast.Name, ast.Attribute)
    turns: tuple[list[str], list[str]] = ([], [])
    for name, default in zip(names, defaults, strict=True):
        if normalize(name) in MEANT or is_worded(name):
            continue
        is_none = isinstance(default, ast.Constant) and default.value is None
        if default is None or (isinstance(default, kinds) and not is_none):
            turns[default is not None].append(name)
    return turns


def find_way(
    program: Program, function: Definition, forms: Sequence[str], height: int, root: Node
) -> Way:
    """Return the way to call a function over a tree of some height."""
    trials = _Trials(program, function, forms[0], height, root)
    with running_trials():
        trials.run(forms)
    return trials.way


class _Trials:
    """The trials of a function; `way` is the best one so far."""

    def __init__(
        self, program: Program, function: Definition, form: str, height: int, root: Node
    ) -> None:
        self._program = program
        self._function = function
        self._height = height
        self._is_max = root.player == 0
        self._has_worded = any(map(is_worded, function.parameters))
        #: The parameters that must be given and may say who moves, though their names do not.
        self._required, optional = list_turns(function)
        #: Whether one may be left out, which has the value for MAX then.
        self._is_optional = not (self._is_max or self._has_worded or self._required)
        if self._is_optional:
            usual = [name for name in optional if normalize(name) in TURN]
            self._required = usual or optional
        self.way = Way(form, says_who_moves=self._has_worded)
        leaves = [*_LEAVES]
        if 2 < height <= _HIGHEST:
            leaves.append(_make_leaves(height))
        #: The most questions about the nodes of a tree in each form.
        self._asked: dict[str, int] = {}
        self._answered: dict[tuple[Way, bool], list[float | None]] = {}
        #: The trees in which MIN, and in which MAX moves first.
        trees = [*map(complete_tree, leaves)]
        self._trees = [[TrialTree(tree, is_max=first) for tree in trees] for first in (False, True)]

    def run(self, forms: Sequence[str]) -> None:
        """Find the way."""
        again = answer_of(self._program.load_again)
        if again is None:
            return
        self._caller = Caller(again, self._function)
        if "array" in forms:  # in the lowest tree, a leaf may be the answer for any reason
            self._trees = [trees[1:] for trees in self._trees]
        self._most = _RIGHT * len(self._trees[0])
        choices = self._list_choices()
        self._take_best(self._list_ways(forms, choices or [None]))
        if self._is_optional:
            lowest = self._trees[False][0]
            answer = self._answers(self.way, False)[0]
            says = bool(choices) and self._is_answer(answer, lowest, False)
            self.way = replace(self.way, says_who_moves=says)
        elif choices:
            self._check_turn(self._required[0], choices)
        if not self._is_max:
            self._note_sign()
        self.way = replace(self.way, takes=self._find_taken())

    def _is_right_at(self, height: int) -> bool:
        """Return whether the function returns the value of a complete tree of some height."""
        tree = TrialTree(complete_tree(_make_leaves(height)), is_max=self._is_max)
        return self._is_answer(self._call(self.way, tree), tree, self._is_max)

    def _find_taken(self) -> TreesTaken:
        """Return which trees other than the key's the function reads."""
        sign = 1 if self._is_max else -1
        # The best child is the last one, so that no right search has a cutoff.
        widths = range(2, _MOST_TRIED + 1)
        rows = [[sign * (10 * width + at) for at in range(width)] for width in widths]
        trees: dict[TreesTaken, NestedTree] = {"any": [sign, *rows], "level": rows}
        skips_last = False
        for shape, nested in trees.items():
            tree = self._read(nested)
            if tree is not None and not tree.unread:
                return shape
            skips_last = tree is not None and tree.last_leaf in tree.unread
        # Fixed indexes fail where a node has one child; a loop that ends early does not.
        if skips_last and self._read([[sign]]):
            return "any" if self._read([sign, [2 * sign]]) else "level"
        stops_there = self._is_right_at(self._height) and not self._is_right_at(self._height + 1)
        return "one depth" if stops_there and self._height < _HIGHEST else "complete"

    def _read(self, nested: NestedTree) -> TrialTree | None:
        """Return a tree after the function has searched it; None if that failed."""
        tree = TrialTree(nested, is_max=self._is_max)
        return None if self._search(self.way, tree) is None else tree

    def _list_choices(self) -> list[Turn]:
        """Return the arguments to try for a parameter that may say who moves; none for several.

        A sign that nobody passes at the root, -1 for MAX, is not tried: on some trees, a search
        that never negates its sign would be right with it.
        """
        if len(self._required) != 1:
            return []
        (name,) = self._required
        refused = [-1 if self._is_max else 1] if normalize(name) in SIGN else []
        values = enumerate(self._caller.values)
        return [(name, place) for place, value in values if value not in refused]

    def _is_sign(self, name: str) -> bool:
        """Return whether a parameter is a sign: by its name, or as a factor."""
        nodes = ast.walk(self._function.code) if self._function.code else ()
        return normalize(name) in SIGN or any(
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Mult)
            and name in (getattr(node.left, "id", ""), getattr(node.right, "id", ""))
            for node in nodes
        )

    def _usual_turns(self, name: str) -> list[Turn]:
        """Return the usual arguments for MAX and for MIN."""
        usual = (1, -1) if self._is_sign(name) else (True, False)
        return [(name, self._caller.values.index(value)) for value in usual]

    def _list_ways(self, forms: Sequence[str], turns: Sequence[Turn | None]) -> Iterator[Way]:
        """Yield the ways to try, with each depth that the function may begin with."""
        takes = {normalize(name) for name in self._function.parameters}
        depths = [(0, False)]
        if takes & {*DEPTH, *COUNTED}:
            depths = [(0, True), (0, False)]  # if both are right, it only tests for the root
            if not (self._has_worded or self._required):  # its parity may say who moves
                depths += [(1, False), (1, True)]
        for form, turn, (later, counts_up) in product(forms, turns, depths):
            yield Way(form, counts_up, later, turn, self._has_worded)

    def _take_best(self, ways: Iterable[Way]) -> None:
        """Take the way that fits best, if necessary trees in which the other player moves first."""
        best = (0, 0)
        for way in chain.from_iterable(map(self._list_orders, ways)):
            ours = self._fit(way, self._is_max)
            fits = (
                ours if ours == self._most else max(ours, self._fit(way, not self._is_max)),
                ours,
            )
            if fits > best:
                self.way, best = replace(way, is_tried=True), fits
            if ours == self._most:
                return
        if best == (0, 0) and self._asked:
            # The failure in the form that it reads furthest tells most.
            self.way = replace(self.way, form=max(self._asked, key=self._asked.__getitem__))

    def _list_orders(self, way: Way) -> Iterator[Way]:
        """Yield a way for each number that may be the value; no tree has the value 0 or 1."""
        yield way
        if self._program.file.definitions.returns_pair(self._function.path):
            yield replace(way, value_at=-1)
        if {*self._answers(way, self._is_max)} <= {0, 1}:
            yield replace(way, value_at=None)

    def _check_turn(self, name: str, choices: list[Turn]) -> None:
        """Keep an argument for a parameter if it says who moves, or if it makes no difference."""
        turn = self._turn_by_words(name)
        # A search that is wrong may be right on some trees with another sign than a caller's.
        is_wrong = self._fit(self.way, self._is_max) < self._most
        is_fixed = is_wrong and self._is_sign(name)
        if turn is None and not is_fixed and not self._leads_other(self.way):
            ways = (replace(self.way, turn=choice) for choice in choices)
            turn = self.way.turn if any(map(self._leads_other, ways)) else None
        if turn is None:
            usual = self._usual_turns(name)
            answers = [*map(self._answer_lowest, usual)]
            is_harmless = None not in answers and len({*answers}) == 1
            if is_harmless or self._is_sign(name) or normalize(name) in TURN:
                turn = usual[not self._is_max]
        says_who_moves = self.way.says_who_moves or turn is not None
        self.way = replace(self.way, turn=turn, says_who_moves=says_who_moves)

    def _turn_by_words(self, name: str) -> Turn | None:
        """Return the word for who moves first, such as "max" or "min", if their answers differ."""
        words = [
            "" if isinstance(value, int) else str(getattr(value, "name", value)).casefold()
            for value in self._caller.values
        ]
        pair: list[Turn] = []
        for has, no in (("max", "min"), ("min", "max")):
            places = [place for place, word in enumerate(words) if has in word and no not in word]
            pair += [(name, place) for place in places[:1]]
        answers = {self._answer_lowest(turn) for turn in pair} - {None}
        return pair[not self._is_max] if len(answers) == 2 else None

    def _answer_lowest(self, turn: Turn) -> float | None:
        """Return the answer on the lowest tree in which MAX moves first."""
        return self._answers(replace(self.way, turn=turn), True)[0]

    def _note_sign(self) -> None:
        """Note what the answers say of a tree in which MIN moves first."""
        says = self.way.says_who_moves or self._fit(self.way, False) == self._most
        answer = self._answers(self.way, False)[0]
        negates = answer is not None and -answer in self._trees[False][0].right
        self.way = replace(self.way, says_who_moves=says, negates=negates)

    def _leads_other(self, way: Way) -> bool:
        """Return whether a way fits the trees in which the other player moves first better."""
        return self._fit(way, not self._is_max) > self._fit(way, self._is_max)

    def _fit(self, way: Way, is_max: bool) -> int:
        """Return how well the answers of a way fit the trees in which a player moves first."""
        points = 0
        for tree, answer in zip(self._trees[is_max], self._answers(way, is_max), strict=True):
            if answer is not None:
                points += _RIGHT if self._is_answer(answer, tree, is_max) else _NUMBER
        return points

    def _is_answer(self, answer: float | None, tree: TrialTree, is_max: bool) -> bool:
        """Return whether an answer is the value of a tree, or of MIN's tree for MIN."""
        if answer is None:
            return False
        return answer in tree.right or (not is_max and -answer in tree.right)

    def _answers(self, way: Way, is_max: bool) -> list[float | None]:
        if (way, is_max) not in self._answered:
            self._answered[way, is_max] = [self._call(way, tree) for tree in self._trees[is_max]]
        return self._answered[way, is_max]

    def _call(self, way: Way, tree: TrialTree) -> float | None:
        """Return the value of an answer, that of the chosen child if it is a move alone."""
        tree.begin_search()
        result = self._search(way, tree)
        self._asked[way.form] = max(self._asked.get(way.form, 0), tree.asked)
        # An answer without reading the tree does not count: an earlier call may have left it.
        if result is None or not tree.asked:
            return None
        if result.move is None or result.value is not None:
            return result.value
        return tree.below[result.move] if result.move >= 0 else None

    def _search(self, way: Way, tree: TrialTree) -> ProgramResult | None:
        return answer_of(lambda: self._caller.call(way, tree, list_nodes(tree, None)))


def _make_leaves(height: int) -> list[int]:
    """Return leaves of a complete tree of some height that differ."""
    return [(37 * place + 11) % 97 for place in range(2**height)]
