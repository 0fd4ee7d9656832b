"""A problem solved under each convention that its key accepts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from engine.conventions import PRESETS, Convention
from engine.errors import InvalidInput, SearchRefused
from engine.game import AnyGame, Player
from engine.log.visit_log import NO_PARENT
from engine.match.position import legal_moves
from engine.running.control import Control
from engine.search import find_search
from engine.searches.base import Search
from tracer.answers.answers import Answers, NodeValue, answers_of_trace, answers_of_work
from tracer.answers.hand_worker import HandWorker
from tracer.answers.shares_worker import worker_kind
from tracer.answers.visit_names import Spellings, VisitNames, has_index
from tracer.answers.work_tree import WorkTree, work_tree
from tracer.marking.grading.best_lines import (
    LinesNear,
    lines_in_trace,
    lines_in_tree,
)
from tracer.marking.keys.problem import ANY, Problem
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask, Reading
from tracer.mistakes.slips import Slip, follow_slip, work_with_slip
from tracer.questions import PARTS
from tracer.questions.base import Steps
from tracer.questions.node_names import NodeNames, refuse_names
from tracer.questions.rules import Right, Rules
from tracer.questions.search_names import GamePaths, names_of_tree
from tracer.recording.rerun import options_for_search
from tracer.runs.forecasts import BudgetSpent, trace_within_budget
from tracer.runs.search_trace import Trace
from trees.hand_tree import HandTree
from trees.sources import Source, open_source

#: Most visited nodes of a tree in which slips are followed.
MOST_VISITS: Final = 400
#: Searches with a slip that are cached.
_MOST_KEPT: Final = 1_000


@dataclass
class ProblemVersion:
    """The problem solved under one convention."""

    task: HandTask
    trace: Trace
    rules: Rules
    follows: bool
    numbers: dict[Hashable, int]
    _keys: dict[str, int] = field(default_factory=dict)

    @property
    def answers(self) -> Answers:
        """The right answers."""
        return self.task.right

    def key(self, part: str) -> int:
        """Return a number that versions share if they have the same right answers to a part."""
        if part not in self._keys:
            looked: Any = id(self.answers)
            if self.task.tree is not None:  # small
                looked = PARTS[part].looks_at(self.answers), tuple(self.answers.cuts)
            key = part, looked, self.rules.headline, self.rules.ways
            self._keys[part] = self.numbers.setdefault(key, len(self.numbers))
        return self._keys[part]

    @property
    def both_updates(self) -> tuple[HandTask, HandTask]:
        """The task with the window raised before the test, and after it."""
        return self.task.change_convention(update="before-test"), self.task.change_convention(
            update="after-test"
        )

    @cached_property
    def alone(self) -> Mixture:
        """This version with no other one."""
        return Mixture([self])

    @cached_property
    def steps(self) -> Steps:
        """The steps that answers belong to."""
        return Steps(self.trace, self.answers, self.rules.parents)

    @cached_property
    def readings_of_ties(self) -> tuple[Reading, ...]:
        """The answers of a right search that takes a tied bound for a value."""
        return tuple(MISCONCEPTIONS["bound-as-exact"].readings(self.task))


class Mixture:
    """Versions whose conventions mix within a sheet: they visit the same nodes.

    Only the update, the return and the count differ.
    """

    def __init__(self, versions: Sequence[ProblemVersion]) -> None:
        self.versions = versions
        self._own: dict[tuple[Slip, bool], list[tuple[Answers, Rules]]] = {}
        self._right: dict[str, dict[Hashable, tuple[Answers, Rules]]] = {}

    @property
    def first(self) -> ProblemVersion:
        """The version that messages follow."""
        return self.versions[0]

    @property
    def rules(self) -> Rules:
        """The requirements of the key."""
        return self.first.rules

    @cached_property
    def plain_rules(self) -> Rules:
        """The requirements for the answers of other searches."""
        return replace(self.rules, ways=())

    def right(self, part: str) -> Right:
        """Return the right answers to a part under each convention."""
        return [*self._distinct(part).values()]

    def allows(self, part: str, answers: Answers) -> bool:
        """Return whether what another search leads to in a part is right."""
        claim = PARTS[part].wrote(answers, self.plain_rules)
        return PARTS[part].tally(claim, self.right(part)).fit >= 1

    def key(self, part: str) -> Hashable:
        """Return what the right answers to a part are known by."""
        return tuple(self._distinct(part))

    def _distinct(self, part: str) -> dict[Hashable, tuple[Answers, Rules]]:
        if part not in self._right:
            found = self._right[part] = {}
            for one in self.versions:
                found.setdefault(one.key(part), (one.answers, one.rules))
        return self._right[part]

    def led_by(self, version: ProblemVersion) -> Mixture:
        """Return the same versions with another one first."""
        if version is self.first:
            return self
        rest = [one for one in self.versions if one is not version]
        other = Mixture([version, *rest])
        other._own = self._own
        return other

    @property
    def follows(self) -> bool:
        """Whether errors are carried forward; a program makes no slips."""
        task = self.first.task
        if not self.first.follows or task.tree is None or task.of_program:
            return False
        return len(self.first.answers.visits) <= MOST_VISITS

    def has_node(self, name: str) -> bool:
        """Return whether the tree has a node of a name."""
        tree = self.first.task.tree
        return tree is not None and name in tree.names

    def own_search(self, slip: Slip, *, root_as_stated: bool) -> Right:
        """Return what follows from a slip under each convention, cached."""
        key = slip, root_as_stated
        if key not in self._own:
            if len(self._own) >= _MOST_KEPT:
                self._own.clear()
            distinct: dict[Hashable, tuple[Answers, Rules]] = {}
            for version in self.versions:
                answers = follow_slip(version.task, slip, root_as_stated=root_as_stated)
                near = None
                if version.task.has_chance:  # of whose outcomes each may follow
                    work = work_with_slip(version.task, slip).work
                    near = lines_in_tree(version.task, equal=False, work=work)
                ways = near(()) if near else ()
                rules = replace(version.rules, ways=ways, ways_near=near, right=answers)
                convention = version.task.convention
                searched = convention.returns, convention.update, rules.headline
                distinct.setdefault(searched, (answers, rules))
            self._own[key] = [*distinct.values()]
        return self._own[key]


class ProblemVersions:
    """The versions of a problem; all but the first are searched when needed."""

    def __init__(self, problem: Problem, control: Control | None = None) -> None:
        self.problem = problem
        self._control = control
        self._opened = open_source(problem.source, letters=True)
        _refuse_letters(self._opened)
        self._found: list[ProblemVersion] = []
        self._numbers: dict[Hashable, int] = {}
        self.first = self._version(problem.accept[0])
        tree = self.first.task.tree
        if tree is not None and not self.first.trace.game.named_by_path:
            names = (*tree.names, *filter(None, tree.moves))
            refuse_names(names, problem.places.get("tree", problem.label))
        self._found.append(self.first)
        #: Conventions that are skipped: the key does not name them, and the search is too long.
        self.skipped: list[Convention] = []
        self._conventions = list(problem.versions(windowed=self.first.trace.has_window))[1:]
        if problem.accept != ANY and self.first.task.tree is None:
            while self._search_next():  # named in the key: refuse a search that is too long now
                pass

    def __iter__(self) -> Iterator[ProblemVersion]:
        """Yield the versions, the preferred one first."""
        place = 0
        while place < len(self._found) or self._search_next():
            yield self._found[place]
            place += 1

    @cached_property
    def mixtures(self) -> tuple[Mixture, ...]:
        """The versions that mix within a sheet, the preferred ones first."""
        groups: list[list[ProblemVersion]] = []
        for version in self:
            for group in groups:
                if _mix(group[0], version):
                    group.append(version)
                    break
            else:
                groups.append([version])
        return tuple(group[0].alone if len(group) == 1 else Mixture(group) for group in groups)

    def _search_next(self) -> bool:
        """Search under the next convention that is not too long; return whether there is one."""
        while self._conventions:
            convention = self._conventions.pop(0)
            try:
                version = self._version(convention)
            except BudgetSpent:
                if self.problem.accept != ANY:
                    raise
                self.skipped.append(convention)
            except SearchRefused:  # not a convention of this search, such as `ties=last` of pvs
                if self.problem.accept != ANY:
                    raise
            else:
                if self.problem.of_programs and self._never_cuts(version):
                    continue  # plain minimax is another search
                self._found.append(version)
                return True
        return False

    def _never_cuts(self, version: ProblemVersion) -> bool:
        """Return whether rules of no course skip nothing although the preferred ones do."""
        if self.problem.accept != ANY or version.task.convention.name in PRESETS:
            return False
        skips = (any(cut.skipped for cut in one.answers.cuts) for one in (version, self.first))
        return not next(skips) and next(skips)

    def _version(self, convention: Convention) -> ProblemVersion:
        same = self._searched(convention)
        problem = self.problem
        found = (
            same.trace
            if same
            else trace_within_budget(
                self._opened,
                problem.search.name,
                convention,
                control=self._control,
                **problem.search.options,
            )
        )
        tree = self._tree_of(found)
        right = same.answers if same else answers_of_trace(found)
        task = HandTask(
            tree, convention, found.has_window, right, problem.accept, problem.of_programs
        )
        near = self._lines(task, found)
        rules = self._rules(found, convention, tree, right)
        rules = replace(rules, ways=near(()) if near else (), ways_near=near)
        return ProblemVersion(task, found, rules, problem.search.follows, self._numbers)

    def _lines(self, task: HandTask, found: Trace) -> LinesNear | None:
        """Return the lines of best play; None if only one counts.

        Any best move counts if the key names no convention, and any outcome of a chance node.
        """
        equal = self.problem.accept == ANY
        if found.vectors is not None:
            return None  # the convention decides ties
        if not equal and not found.game.has_chance:
            return None
        if task.tree is not None:
            return lines_in_tree(task, equal=equal)
        if not _skips(found):
            return lines_in_trace(found, equal=equal)
        best = self._best_play_beside(found)
        return lines_in_trace(best, equal=True) if best else None

    def _best_play_beside(self, found: Trace) -> Trace | None:
        """Return the search that shows all lines of best play, if this one may skip some."""
        if self.problem.accept != ANY or found.game.has_chance or not _skips(found):
            return None
        return None if find_search(found.search).uses_playouts else self._with_equal_moves

    @cached_property
    def _with_equal_moves(self) -> Trace | None:
        """A search of a large game that shows all lines of best play; None if it is too long.

        With strict tests and fail-soft values, a child that returns a best move's value has it:
        see `Convention`, which asks the same for `ties=last`.
        """
        strict = replace(self.problem.accept[0], cutoff=">", returns="fail-soft", ties="first")
        options = {**self.problem.search.options, "order": "given"}
        if options.pop("window", None) is not None:
            return None
        options = options_for_search(options, "alphabeta", self._opened.game)
        try:
            return trace_within_budget(
                self._opened, convention=strict, control=self._control, **options
            )
        except BudgetSpent:
            return None

    def _searched(self, convention: Convention) -> ProblemVersion | None:
        """Return a version with the same search, which differs only in its counts."""
        for version in self._found:
            one, windowed = version.task.convention, version.trace.has_window
            if one.ties == convention.ties and (
                not windowed or (one.cutoff, one.returns) == (convention.cutoff, convention.returns)
            ):
                return version
        return None

    def _tree_of(self, found: Trace) -> WorkTree | None:
        if not _is_by_hand(find_search(found.search)):
            return None
        if self._found:
            return self.first.task.tree
        return work_tree(found.game, found.settings, found.search)

    def _rules(
        self, found: Trace, convention: Convention, tree: WorkTree | None, right: Answers
    ) -> Rules:
        headline = "below_root" if "below_root" in convention.count else "visited"
        if self._found:
            return replace(self.first.rules, headline=headline, right=right)
        complete: dict[str, NodeValue] = {}
        parents: dict[str, str] = {}
        players: tuple[str, ...] = ()
        movers: dict[str, str] = {}
        if found.vectors is not None:
            players = tuple(found.vectors.share_names)
        if tree is not None:
            above = zip(tree.names, tree.parent, strict=True)
            parents = {name: tree.names[parent] for name, parent in above if parent != NO_PARENT}
            names = zip(tree.names, tree.movers, strict=False)
            movers = {name: players[mover] for name, mover in names}
            kind = worker_kind(HandWorker, tree)
            plain = kind(tree, convention, windowed=False).run()
            complete = dict(answers_of_work(tree, plain).values)
        return Rules(
            self._names(found, tree, right),
            self.problem.search.window,
            self.problem.parts is not None,
            headline,
            complete,
            parents,
            right,
            is_over=not found.log.actions[found.root],
            seconds=self.problem.programs.seconds,
            tolerance=self.problem.tolerance,
            players=players,
            movers=movers,
            chooser=found.player_name(found.root),
            deepens=find_search(found.search).deepens,
            negated=frozenset(_list_negated(found, tree)),
            has_chance=found.game.has_chance,
            passes=frozenset(_list_passes(found.game, right.moves)),
        )

    def _names(self, found: Trace, tree: WorkTree | None, right: Answers) -> NodeNames:
        spaced = found.game.named_by_path
        tree = tree or work_tree(found.game, found.settings)  # with skipped nodes
        if tree is not None:
            return names_of_tree(tree, spaced=spaced)
        # A line of best play may have moves that this search skips.
        best = self._best_play_beside(found)
        every = [found, best] if best else [found]

        def moves() -> set[str]:
            return {move for trace in every for move in trace.moves_listed() if move}

        def list_names() -> VisitNames:
            visits = right.visits
            assert isinstance(visits, VisitNames), "the answers are those of a long search"
            return visits

        def nodes() -> Iterable[str]:
            if has_index(found):
                return Spellings(list_names)
            return list_nodes()

        def list_nodes() -> Iterator[str]:
            yield from (one.name for one in found.walk())
            yield from (name for name, _ in _skipped_children(found))

        return NodeNames(nodes, moves, spaced=spaced, has_path=GamePaths(found.game).has)


def _refuse_letters(opened: Source) -> None:
    """Refuse a key whose tree has letters, and no question about them."""
    game = opened.game
    if isinstance(game, HandTree) and game.unknowns:
        raise InvalidInput(
            f"leaves have letters instead of values: {', '.join(game.unknowns)}",
            where=game.letter_place or opened.label,
            expected="a number for each, or a question about one letter, such as ask: pruned C2",
        )


def _list_negated(found: Trace, tree: WorkTree | None) -> Iterator[str]:
    """Yield the nodes whose values a search such as negamax returns with the other sign."""
    if tree is not None and find_search(found.search).sees_as_mover:
        for name, player in zip(tree.names, tree.player, strict=True):
            if player is Player.MIN:
                yield name


def _list_passes(game: AnyGame, moves: Iterable[str]) -> Iterator[str]:
    """Yield the moves of a line from the initial state that are passes."""
    state = game.initial
    for name in moves:
        move = next((move for move in legal_moves(game, state) if move.name == name), None)
        if move is None:
            return  # past a chance node
        if move.is_pass:
            yield name
        state = game.result(state, move.action)


def _skipped_children(found: Trace) -> Iterator[tuple[str, str]]:
    """Yield the names and moves of all children that cutoffs skip."""
    for cut in found.cutoffs:
        yield from found.skipped_children(cut.row)


def _skips(found: Trace) -> bool:
    """Return whether a search may skip lines of best play."""
    return found.has_window or not _is_by_hand(find_search(found.search))


def _mix(one: ProblemVersion, other: ProblemVersion) -> bool:
    """Return whether the conventions of two versions may be mixed."""
    rules, more = one.task.convention, other.task.convention
    same = (rules.cutoff, rules.ties) == (more.cutoff, more.ties) or not one.trace.has_window
    return same and (
        one.answers is other.answers
        or (rules.ties == more.ties and one.answers.visits == other.answers.visits)
    )


def _is_by_hand(kind: type[Search]) -> bool:
    """Return whether the search can be worked by hand: it visits each node once, in order."""
    return not (kind.several_roots or kind.searches_again or kind.keeps_positions)
