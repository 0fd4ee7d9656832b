"""The setup of a problem: its game, its search and its settings. Nothing is searched here.

Statements, figures and spaces for answers are made from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from engine.conventions import Convention
from engine.errors import InvalidInput, PlytraceError, SearchRefused, UsageError
from engine.game import AnyGame, Number, Player, VectorGame
from engine.log.visit_log import NO_PARENT, VisitLog
from engine.matrix.game import NormalForm
from engine.mcts.hand_run import HandRunSetup
from engine.search import find_search, is_endless
from engine.searches.base import Search
from engine.searches.settings import Settings
from engine.values import Evaluation
from tracer.drawing.print.diagram_model import Diagram
from tracer.drawing.print.diagrams import board_of_game, worksheet_of
from tracer.drawing.tree.game_tree import game_tree, is_drawn_whole
from tracer.drawing.tree.nodes import Node, Sign
from tracer.generate.tree_search import NotFound, Tally, generate
from tracer.generate.tree_writers import options_of, yaml_text
from tracer.marking.keys.problem import Problem
from tracer.runs.run import request_search
from tracer.worksheet.spec import ProblemSpec
from trees.other_inputs.evaluations import read_evaluation
from trees.yaml.plain_data import PlainFile
from trees.yaml.yaml_text import YamlMap, read_yaml

# A problem of a spec with its tree, before it is searched.

#: Command-line options that a problem of a spec has as keys, and the keys with other names.
_OPTION: Final = re.compile(
    r"--(depth|rounds|eval|order|window|win|cells|iterations|exploration|opponent|seed|guess|gap"
    r"|margin|research|bounds)\b:?"
)
_KEYS_OF: Final = {"eval": "evaluation", "window": "root-window"}
#: The keys of a generated tree's file that are copied into a problem.
_OF_THE_TREE: Final = ("root", "players", "tree")


@dataclass(frozen=True)
class MadeProblem:
    """A problem that can be solved."""

    spec: ProblemSpec
    file: PlainFile
    problem: Problem
    remark: str = ""

    @property
    def node(self) -> YamlMap:
        """The YAML mapping of the problem."""
        return self.file.node

    @cached_property
    def setup(self) -> ProblemSetup:
        """The game, the search and the settings, or the matrix or the run by hand."""
        problem = self.problem
        if problem.kind in ("matrix", "mcts"):
            setup: NormalForm | HandRunSetup = problem.open_setup()
            return setup
        return _set_up_search(problem, self.spec.convention)

    @property
    def search(self) -> SearchSetup | None:
        """The setup of a search; None if the problem is about something else."""
        return self.setup if isinstance(self.setup, SearchSetup) else None


def make_problem(
    spec: ProblemSpec, seed: str, on_try: Callable[[Tally], bool] | None = None
) -> MadeProblem:
    """Return the problem with its tree; generate the tree if the spec has an order."""
    if spec.order is None:
        return MadeProblem(spec, spec.file, spec.problem())
    try:
        found = generate(spec.order, seed, on_try=on_try)
    except (InvalidInput, NotFound) as error:
        if isinstance(error, NotFound) and error.stopped:
            raise
        raise placed(error, spec) from error
    document = read_yaml(yaml_text(found), spec.file.name)
    assert isinstance(document, YamlMap), "that is how trees are written"
    whole = YamlMap(spec.node.where)
    for key, entry in spec.node.entries.items():
        if key == "tree":
            drawn = document.entries
            whole.entries |= {one: drawn[one] for one in _OF_THE_TREE if one in drawn}
        else:
            whole.entries[key] = entry
    file = PlainFile(whole, at=spec.where)
    return MadeProblem(
        spec, file, spec.problem(file), f"plytrace generate {' '.join(options_of(found))}"
    )


def placed(error: PlytraceError, spec: ProblemSpec) -> PlytraceError:
    """Add the problem's number and its place in the spec's file to an error."""
    is_placed = error.where.startswith(f"{spec.file.name}:")
    is_named = not error.where or is_placed or error.where in (spec.label, spec.where)
    found = error.found if is_named else f"{error.where}: {error.found}"
    return InvalidInput(
        f"problem {spec.number}: {_as_keys(found)}",
        where=error.where if is_placed else spec.where,
        expected=_as_keys(error.expected),
        hint=_as_keys(error.hint),
    )


def _as_keys(text: str) -> str:
    """Replace command-line options in advice by the keys of a spec."""
    return _OPTION.sub(lambda found: f"{_KEYS_OF.get(found[1], found[1])}:", text)


#: The largest number of nodes in a tree that is drawn and has a row per node for answers.
MOST_DRAWN: Final = 300


@dataclass(frozen=True, slots=True)
class SearchSetup:
    """A game to search."""

    game: AnyGame
    opened: AnyGame
    kind: type[Search]
    settings: Settings
    options: Mapping[str, Any]
    nodes: list[Node] | None
    evaluation: Evaluation | None

    @property
    def is_tree(self) -> bool:
        """Whether the source is a given tree, not a game."""
        return is_drawn_whole(self.game)

    @property
    def is_turned(self) -> bool:
        """Whether MAX is another player than in the game."""
        opened = self.opened
        return opened.to_move(opened.initial) is not self.game.to_move(self.game.initial)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names if leaves have vectors; otherwise empty."""
        return tuple(self.game.share_names) if isinstance(self.game, VectorGame) else ()

    @property
    def prunes(self) -> bool:
        """Whether the search may skip nodes by a window."""
        return self.kind.prunes(self.settings)

    @property
    def limit(self) -> int | None:
        """The plies after which positions are evaluated."""
        return self.settings.depth_limit(self.game)

    @property
    def is_limited(self) -> bool:
        """Whether the search stops at a depth, where positions are evaluated."""
        return "depth" in self.options or "rounds" in self.options

    @property
    def searches_again(self) -> bool:
        """Whether the search may visit a node more than once on the same path."""
        return self.kind.deepens or self.kind.searches_again

    @property
    def may_revisit(self) -> bool:
        """Whether a name on the sheet may belong to several visits."""
        names = [name for name, _ in self._named()]
        return self.searches_again or len(names) > len({*names})

    @property
    def has_evaluated_ends(self) -> bool:
        """Whether the evaluation also values terminal positions."""
        return self.options.get("terminal") == "evaluation"

    @property
    def needs_evaluation(self) -> bool:
        """Whether answers depend on the evaluation."""
        ordered = self.options.get("order") == "evaluation"
        return self.is_limited or self.has_evaluated_ends or ordered or self.kind.deepens

    def has_drawn_estimates(self, drawn: str) -> bool:
        """Return whether the figure shows every estimate that the search needs."""
        ordered = self.options.get("order") == "evaluation"
        return drawn == "tree" and self.is_limited and not self.has_evaluated_ends and not ordered

    def inner_names(self) -> list[str]:
        """Return the names of the internal nodes in level order, each once."""
        names: dict[str, int] = {}
        for name, node in self._named():
            if node.sign is not Sign.LEAF:
                names.setdefault(name, node.level)
        return sorted(names, key=lambda name: names[name])

    def inner_estimates(self) -> list[tuple[str, Number]]:
        """Return the estimates of a tree's internal nodes that the search needs, in level order.

        Estimates at a depth limit are in the figure.
        """
        ordered = self.options.get("order") == "evaluation"
        if not self.is_tree or not (ordered or self.kind.deepens):
            return []
        estimates: dict[str, Number] = {}
        inner = [one for one in self._named() if one[1].sign is not Sign.LEAF and one[1].level]
        for name, node in sorted(inner, key=lambda one: one[1].level):
            estimates[name] = self.game.evaluate(node.state)
        return [*estimates.items()]

    def most_cutoffs(self) -> int | None:
        """Return a number of cutoffs that no search of this tree exceeds; None if unknown.

        It depends on the shape alone. A cutoff skips at least one child with all that is below it.
        A search that visits nodes again may have more than one cutoff at a node.
        """
        if self.nodes is None:
            return None
        if self.searches_again:
            return len(self.inner_names())
        most = [0] * len(self.nodes)
        below: list[list[int]] = [[] for _ in self.nodes]
        for place in range(len(self.nodes) - 1, -1, -1):
            inside, parent = below[place], self.nodes[place].parent
            most[place] = sum(inside)
            at_root = "window" in self.options or bool(self.players)
            if len(inside) > 1 and (parent != NO_PARENT or at_root):
                most[place] = max(most[place], 1 + sum(inside) - min(inside))
            if parent != NO_PARENT:
                below[parent].append(most[place])
        return most[0]

    def _named(self) -> Iterator[tuple[str, Node]]:
        """Yield the nodes with their names in answers."""
        paths: list[list[str]] = []
        for node in self.nodes or ():
            path = [*paths[node.parent], node.name] if node.parent != NO_PARENT else []
            paths.append(path)
            is_named = self.game.named_by_path or bool(self.players)
            yield (self.game.node_name(node.state, path) if is_named else node.name), node

    def figure(self, drawn: str, title: str) -> Diagram | None:
        """Return the figure of the tree or the board; None without one."""
        if drawn == "none" or (drawn == "auto" and self.is_tree and self.nodes is None):
            return None
        if drawn == "board" and self.is_tree:
            raise UsageError("a tree has no board", expected="figure: tree, yes or no")
        if drawn == "tree" or self.is_tree:
            return worksheet_of(self.game, self.limit, title=title, most=MOST_DRAWN)
        board = board_of_game(self.game)
        return Diagram(board.nodes, title, board.answered, board.labels)


#: The setup of a problem of any kind.
ProblemSetup: TypeAlias = SearchSetup | NormalForm | HandRunSetup


def _set_up_search(problem: Problem, convention: Convention) -> SearchSetup:
    """Return the setup of a search, which refuses what its key's search would refuse."""
    options, letters = problem.search.options, problem.kind == "ask"
    request = request_search(
        problem.source, problem.search.name, convention, letters=letters, **options
    )
    opened, settings = request.opened.game, request.settings
    kind = find_search(request.search)
    game = kind.prepare(request.game, settings)
    _check_search(game, kind, settings)
    nodes = game_tree(game, settings.depth_limit(game), most=MOST_DRAWN)
    if not kind.has_min and any(node.sign is Sign.MIN for node in nodes or ()):
        raise SearchRefused(
            f"{kind.name} supports only one player, but MIN also moves in {game}",
            hint="Use minimax, or a tree with players: [max]",
        )
    evaluation = _find_evaluation(opened, options.get("evaluation"))
    return SearchSetup(game, opened, kind, settings, options, nodes, evaluation)


def _check_search(game: AnyGame, kind: type[Search], settings: Settings) -> None:
    """Refuse what the key's search would refuse, as far as is known before searching."""
    if is_endless(game, kind, settings):
        raise SearchRefused(
            f"{game} can last for hundreds of moves, too many for {kind.name} without a depth",
            expected="depth:, if there is an evaluation, or search: mcts with text:",
        )
    kind(game, settings, VisitLog())  # checks both and visits nothing
    root = game.initial
    if game.is_terminal(root):
        return
    if settings.order == "static" and game.to_move(root) is not Player.CHANCE:
        game.priority(root, game.actions(root)[0])
    if kind.deepens:
        child = game.result(root, game.actions(root)[0])
        if not game.is_terminal(child):
            game.evaluate(child)


def _find_evaluation(game: AnyGame, asked: str | None) -> Evaluation | None:
    """Return the requested evaluation, or the game's default; None if the game has none."""
    if asked is None:
        return next(iter(game.evaluations.values()), None)
    spec = read_evaluation(asked, game)
    return game.evaluations[spec] if isinstance(spec, str) else game.read_evaluation(spec)


# The check that a problem can be answered from its sheet alone.


def check_answerable(made: MadeProblem, *, drawn: bool) -> None:
    """Refuse a problem whose sheet lacks something that its answers need.

    The instructor's own statement (`text:`) is not checked.
    """
    spec, given = made.spec, made.search
    if spec.text or given is None:
        return
    if given.is_tree and spec.rules:
        raise UsageError("rules: has no effect on a tree", expected="rules: only for games")
    missing = [*_missing(spec, given, drawn=drawn)]
    if missing:
        raise UsageError(
            f"the sheet lacks {' and '.join(what for what, _ in missing)}",
            expected="; ".join(dict.fromkeys(supply for _, supply in missing)),
            hint="Or write the whole statement yourself, with text:",
        )


def _missing(spec: ProblemSpec, given: SearchSetup, *, drawn: bool) -> Iterator[tuple[str, str]]:
    """Yield what the sheet lacks, each with the way to supply it."""
    if not drawn:
        if given.is_tree and spec.drawn != "none":
            yield f"the tree, which has more than {MOST_DRAWN} nodes", "a smaller tree, or a depth:"
        elif given.is_tree:
            yield "the tree", "figure: yes"
        else:
            yield "the position", "figure: board"
    if given.kind.uses_playouts:
        yield "the random numbers of the playouts", "another search, or mcts: for a run by hand"
    if given.is_tree:
        return
    if not (spec.rules or given.opened.rules):
        yield (
            f"the rules of {given.opened}",
            "rules: with a few sentences in the problem, or an attribute rules of the game",
        )
    if drawn and not _is_readable(given.opened):
        yield (
            f"a readable position of {given.opened}",
            "a method draw(state) of the game that returns lines of text",
        )
    if given.needs_evaluation and not _has_rule(spec, given):
        yield (
            "the rule of the evaluation",
            'figure: tree, or evaluations of the game, as in {"mine": Evaluation("rule", '
            "function)}",
        )


def _is_readable(game: AnyGame) -> bool:
    """Return whether a position is drawn for people, not as Python writes the state."""
    state = game.initial
    return bool(game.cells(state)) or isinstance(state, str | int) or game.draw(state) != str(state)


def _has_rule(spec: ProblemSpec, given: SearchSetup) -> bool:
    """Return whether the sheet shows the estimates or says how to compute them."""
    if given.has_drawn_estimates(spec.drawn):
        return True
    known = given.evaluation
    return known is not None and bool((known.rule or known.summary).strip())
