"""What is given in a problem, from its game alone: nothing is searched here.

Whoever reads a worksheet sees what stands here, in words, pictures and rooms for answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine.conventions import Convention
from engine.errors import SearchRefused, UsageError
from engine.evaluation import Evaluation
from engine.game import AnyGame, Player
from engine.log import VisitLog
from engine.matrix.game import NormalForm
from engine.mcts.hand_run import Problem as HandRun
from engine.search import default_search, find_search, is_endless
from engine.searches.base import Search
from engine.settings import Settings
from tracer.diagram.build import board_of_game, worksheet_of
from tracer.diagram.given import GivenNode, given_tree
from tracer.diagram.model import NO_PARENT, Diagram
from tracer.figure.branches import is_drawn_whole
from tracer.figure.model import Sign
from tracer.run import game_as_asked
from tracer.worksheet.making import Made
from trees.evaluations import read_evaluation
from trees.hand_run import open_hand_run
from trees.matrix_sources import open_matrix
from trees.sources import open_source

__all__ = ["MOST_DRAWN", "Given", "GivenSearch", "given_in"]

#: Nodes of a tree that is drawn on a page, and that has rooms for answers node by node.
MOST_DRAWN: Final = 300

_OF_THE_GAME: Final = ("evaluation", "win", "max_player", "cells")


@dataclass(frozen=True, slots=True)
class GivenSearch:
    """A game that is to be searched.

    Args:
        game: the game, as the search sees it.
        kind: the search.
        settings: how it is to be searched, under the convention that students are told.
        options: what the problem says of it, as `tracer.trace` takes it.
        nodes: the nodes down to the limit; None where there are more than are drawn.
        evaluation: what values positions at the limit, or orders moves; None where nothing does.
        is_turned: whether its sign is turned, since the game's second player is MAX.
    """

    game: AnyGame
    kind: type[Search]
    settings: Settings
    options: dict[str, Any]
    nodes: tuple[GivenNode, ...] | None
    evaluation: Evaluation | None
    is_turned: bool

    @property
    def is_tree(self) -> bool:
        """Whether it is a tree that somebody drew, and no game."""
        return is_drawn_whole(self.game)

    @property
    def limit(self) -> int | None:
        """The plies after which positions are evaluated."""
        return self.settings.depth_limit(self.game)

    def inner_names(self) -> list[str]:
        """What the inner nodes are called, from the root down and from the left; each once."""
        names: dict[str, int] = {}
        for name, node in self._named():
            if node.sign is not Sign.LEAF:
                names.setdefault(name, node.level)
        return sorted(names, key=lambda name: names[name])

    def _named(self) -> Iterator[tuple[str, GivenNode]]:
        """The nodes with the names that answers call them by."""
        paths: list[list[str]] = []
        for node in self.nodes or ():
            path = [*paths[node.parent], node.name] if node.parent != NO_PARENT else []
            paths.append(path)
            by_path = self.game.named_by_path
            yield (self.game.node_name(node.state, path) if by_path else node.name), node

    def figure(self, drawn: str, title: str) -> Diagram | None:
        """What is drawn of it.

        Raises:
            UsageError: the tree is too large to be drawn.
        """
        if drawn == "none" or (drawn == "auto" and self.is_tree and self.nodes is None):
            return None
        if drawn == "board" and self.is_tree:
            raise UsageError("a tree has no board", expected="figure: tree, yes or no")
        if drawn == "tree" or self.is_tree:
            return worksheet_of(self.game, self.limit, title=title, most=MOST_DRAWN)
        board = board_of_game(self.game)
        return Diagram(board.nodes, title, board.answered, board.labels)


#: What is given, of whatever kind it is.
Given: TypeAlias = GivenSearch | NormalForm | HandRun


def given_in(made: Made) -> Given:
    """What is given in a problem.

    Raises:
        PlytraceError: its source cannot be read, or does not go with the search.
    """
    problem, told = made.problem, made.spec.convention
    source: Any = problem.source
    if problem.kind == "matrix":
        game: NormalForm = open_matrix(source).game if isinstance(source, str) else source
        return game
    if problem.kind == "mcts":
        run: HandRun = open_hand_run(source, problem.options) if isinstance(source, str) else source
        return run
    return _search(problem.source, problem.search, dict(problem.options), told)


def _search(
    source: Any, search: str | None, options: dict[str, Any], convention: Convention
) -> GivenSearch:
    seen = {key: options[key] for key in _OF_THE_GAME if key in options}
    opened = open_source(source).game
    game = game_as_asked(opened, **seen)
    how = {key: value for key, value in options.items() if key not in seen}
    settings = Settings(convention=convention, **how)
    kind = find_search(search or default_search(game))
    game = kind.prepare(game, settings)
    _refuse_unfit(game, kind, settings)
    limit = settings.depth_limit(game)
    nodes = given_tree(game, limit, most=MOST_DRAWN)
    if not kind.has_min and any(node.sign is Sign.MIN for node in nodes or ()):
        raise SearchRefused(
            f"{kind.name} has one player, and MIN moves in {game} too",
            hint="Use minimax, or a tree with players: [max]",
        )
    return GivenSearch(
        game,
        kind,
        settings,
        options,
        tuple(nodes) if nodes else None,
        _evaluation(opened, options.get("evaluation")),
        opened.to_move(opened.initial) is not game.to_move(game.initial),
    )


def _refuse_unfit(game: AnyGame, kind: type[Search], settings: Settings) -> None:
    """Refuse now what the search for the key would refuse, as far as that shows without searching.

    Raises:
        SearchRefused: the search does not suit the game or its settings.
    """
    if is_endless(game, kind, settings):
        raise SearchRefused(
            f"{game} can go on for hundreds of moves, and {kind.name} would go on as long",
            expected="depth:, where there is an evaluation, or search: mcts",
        )
    kind(game, settings, VisitLog())  # which looks at both, and visits nothing
    root = game.initial
    if game.is_terminal(root):
        return
    if settings.order == "static" and game.to_move(root) is not Player.CHANCE:
        game.priority(root, game.actions(root)[0])
    if kind.deepens:
        child = game.result(root, game.actions(root)[0])
        if not game.is_terminal(child):
            game.evaluate(child)


def _evaluation(game: AnyGame, asked: str | None) -> Evaluation | None:
    """The evaluation that is asked for, or the game's usual one; None where it has none."""
    if asked is None:
        return next(iter(game.evaluations.values()), None)
    spec = read_evaluation(asked, game)
    return game.evaluations[spec] if isinstance(spec, str) else game.read_evaluation(spec)
