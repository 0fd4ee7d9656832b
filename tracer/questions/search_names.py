"""The names of the nodes and moves of a recorded search."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import AnyGame
from engine.log.visit_log import NO_PARENT, Flag
from engine.match.position import find_move
from engine.wrappers.changed import base_of
from tracer.answers.work_tree import WorkTree, work_tree
from tracer.questions.node_names import NodeNames
from tracer.questions.rules import Rules
from tracer.recording.recording import Recording
from trees.hand_tree import HandTree

#: Most nodes of a tree that is read with its shape.
_MOST_NODES: Final = 300


class SearchNames(NodeNames):
    """The names of the nodes of a search; a move at one node means the child that it leads to."""

    def __init__(self, trace: Recording, row: int) -> None:
        self._trace, self._row = trace, row
        super().__init__(
            lambda: [*node_names(trace), *self.children.values()],
            lambda: [*self.children, *trace.moves_listed()],
            spaced=True,
        )

    @cached_property
    def children(self) -> dict[str, str]:
        """The names of the children by move."""
        if self._row == NO_PARENT:
            return {}
        moves = self._trace.game.moves(self._trace.state(self._row))
        return {move: name for name, move in self._trace.name_children(self._row, moves)}

    def move(self, text: Any) -> str:
        """Return the node that a name, or a move in any notation of `plytrace play`, means."""
        bare = " ".join(str(text).split())
        if bare not in self.children and self.is_node(bare):
            return bare
        name = super().move(bare)
        if name in self.children:
            return self.children[name]
        if self.is_node(name) or self._row == NO_PARENT or hand_tree(self._trace) is not None:
            return name
        try:
            move = find_move(self._trace.game, self._trace.state(self._row), str(text))
        except InvalidInput:
            return name
        return self.children[self._trace.game.name_of(move)]


def node_names(trace: Recording) -> list[str]:
    """Return the names of all nodes: of a hand tree's, or visited and skipped ones."""
    if SearchNames not in trace.derived:
        tree = hand_tree(trace)
        names = [*map(str, tree.ids)] if tree else [*trace.names()]
        if tree is None:
            for row in trace.log.find_rows(Flag.CUTOFF):
                names += trace.skipped(row)
        trace.derived[SearchNames] = [*dict.fromkeys(names)]
    listed: list[str] = trace.derived[SearchNames]
    return listed


def hand_tree(trace: Recording) -> HandTree | None:
    """Return the hand tree of a search, without its wrappers; None for another game."""
    game = base_of(trace.game)
    return game if isinstance(game, HandTree) else None


class GamePaths:
    """The paths of a game that has too many nodes to list them; each is played when looked up."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._states: dict[tuple[str, ...], Any] = {}

    def has(self, moves: Sequence[str]) -> bool:
        """Return whether moves can be played from the root, one after the other."""
        state = self._game.initial
        for end in range(1, len(moves) + 1):
            path = tuple(moves[:end])
            if path not in self._states:
                self._states[path] = self._play(state, path[-1])
            state = self._states[path]
            if state is None:
                return False
        return True

    def _play(self, state: Any, move: str) -> Any:
        """Return the state after a move; None if there is no such move."""
        game = self._game
        if game.is_terminal(state):
            return None
        fitting = (action for action in game.moves(state) if game.name_of(action) == move)
        return next((game.result(state, action) for action in fitting), None)


def names_of_tree(tree: WorkTree, *, spaced: bool) -> NodeNames:
    """Return the names of a tree; the root, and nodes with a move of their own, have others."""

    def list_others() -> dict[str, str]:
        times = Counter(tree.moves)
        pairs = zip(tree.moves, tree.names, strict=True)
        alone = {move: name for move, name in pairs if move and times[move] == 1}
        return {"root": tree.names[0], **alone}

    return NodeNames(
        lambda: tree.names, lambda: filter(None, tree.moves), spaced=spaced, others=list_others
    )


def search_rules(trace: Recording) -> Rules:
    """Return the names of a search, and its tree if that is small, by which answers are read."""
    if Rules not in trace.derived:
        tree = work_tree(trace.game, trace.settings, most=_MOST_NODES)
        is_over = not trace.log.actions[trace.root]
        chooser = trace.player_name(trace.root)
        if tree is None:
            names = NodeNames(lambda: node_names(trace), trace.moves_listed, spaced=True)
            rules = Rules(names, is_over=is_over, chooser=chooser)
        else:
            above = zip(tree.names, tree.parent, strict=True)
            parents = {name: tree.names[up] for name, up in above if up != NO_PARENT}
            rules = Rules(
                names_of_tree(tree, spaced=trace.game.named_by_path),
                complete=dict.fromkeys(tree.names, math.nan),
                parents=parents,
                is_over=is_over,
                chooser=chooser,
            )
        trace.derived[Rules] = rules
    rules_of_trace: Rules = trace.derived[Rules]
    return rules_of_trace


def move_rules(trace: Recording, row: int) -> Rules:
    """Return the names of a search by which a move at a node is read."""
    names = SearchNames(trace, row)
    parents = {child: trace.name(row) for child in names.children.values()}
    return Rules(names, parents=parents, chooser=trace.player_name(row) if parents else "")
