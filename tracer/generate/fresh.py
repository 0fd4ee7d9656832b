"""Fresh trees: a key's problem on other trees, which no program can know in advance.

A fresh tree has the kinds of nodes and the settings of the key's tree, but another shape and other
values. Where the depth of the search is a number of rounds, it has three at least. If the key's
tree is complete, there are further ones that are complete or whose leaves have one depth: some
programs of a plain tree take no others, such as those that find its nodes in a row of leaves. A key
for positions has no fresh trees; what its positions cannot show is a note.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, overload

from engine.errors import InvalidInput, PlytraceError
from engine.game import CHANCE, MAX, MIN, AnyGame, Player
from engine.log.best_play import best_child
from engine.search import SearchResult, find_search, run_search
from engine.wrappers.changed import base_of
from tracer.generate.program_mistakes import Mistakes, ShownMistakes
from tracer.generate.telling_trees import TreeChoice, TreeOutline
from tracer.generate.tree_sketch import Dice, TreeSketch
from tracer.generate.tree_writers import source_text
from tracer.generate.wrong_searches import SearchKind
from tracer.marking.keys.key import AnyKey
from tracer.marking.keys.problem import ANY, Problem, ProgramRules
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.keys.variants import Variants
from tracer.programs.child.program import USUAL_PARTS
from tracer.programs.shapes import find_shape
from tracer.runs.run import SearchRequest, request_search
from trees.hand_tree import HandTree

#: The fewest fresh trees of a problem, if its key does not say how many.
FRESH_TREES: Final = 3
#: The most fresh trees, whatever they show.
_MOST_TREES: Final = 24
#: The fewest rounds of a search to a limit of rounds: a bound that is handed down in the first one
#: can cut nodes in the third. No tree without estimates reaches its limit.
_FEWEST_ROUNDS: Final = 3


@overload
def add_fresh_trees(key: Problem | ProblemSet) -> Problem | ProblemSet: ...
@overload
def add_fresh_trees(key: AnyKey) -> AnyKey: ...
def add_fresh_trees(key: AnyKey) -> AnyKey:
    """Return a key for programs with the fresh trees of its problems.

    Problems of a set that are alike have the same ones.
    """
    if isinstance(key, Variants):
        key.changes.append(add_fresh_trees)
        return key
    chosen: dict[Any, ProgramRules] = {}
    if isinstance(key, ProblemSet):
        problems = {number: _with_trees(each, chosen) for number, each in key.problems.items()}
        return replace(key, problems=problems)
    return _with_trees(key, chosen)


def _with_trees(problem: Problem, chosen: dict[Any, ProgramRules]) -> Problem:
    """Return a problem with its fresh trees; those that are chosen are kept for problems like it.

    A program then runs once on them for a whole set.
    """
    programs = problem.programs
    fewest = FRESH_TREES if programs.fresh is None else programs.fresh
    if problem.kind != "search" or not fewest:
        return problem
    try:
        tree = _hand_tree(problem)
    except PlytraceError:  # the grader reports it, with its place in the key
        return problem
    if tree is None or (programs.shape and find_shape(programs.shape).driver.own_boards):
        if programs.fresh is None:
            return problem
        raise InvalidInput(
            "fresh: needs a hand tree and programs that search it",
            where=problem.places.get("fresh", problem.label),
            expected="a tree as the source, or no fresh:",
        )
    if programs.fresh is None and tree.won is not None:  # a test file of CS 188
        return problem
    try:
        return _add_trees(problem, tree, fewest, chosen)
    except PlytraceError as error:
        if programs.fresh is None:
            return problem
        raise InvalidInput(
            f"fresh: no similar tree can be searched with these settings: {error.found}",
            where=problem.places.get("fresh", problem.label),
            expected="fresh: 0",
        ) from error


def _hand_tree(problem: Problem) -> HandTree | None:
    """Return the hand tree of a problem that has right answers on any tree; None otherwise."""
    request = _request(problem)
    game = base_of(request.game)
    is_exact = not find_search(request.search).uses_playouts
    return game if isinstance(game, HandTree) and is_exact else None


def _add_trees(
    problem: Problem, tree: HandTree, fewest: int, chosen: dict[Any, ProgramRules]
) -> Problem:
    """Return a problem with fresh trees, `fewest` of them or more."""
    searched = _search_deeper(problem)
    choice = _make_choice(searched, tree)
    # The search and how answers are compared, but neither the tree nor the points.
    rules = replace(searched.programs, parts={})
    task = replace(searched, label="", source="", parts=None, programs=rules, title="", file=None)
    kind = (choice.kind, tuple(searched.parts or ()), repr(replace(task, places={})))
    if kind not in chosen:
        chosen[kind] = _choose_trees(searched, choice, fewest)
    rules = chosen[kind]
    programs = replace(
        problem.programs,
        trees=rules.trees,
        telling=rules.telling,
        hidden=rules.hidden,
        regular_trees=rules.regular_trees,
    )
    return replace(problem, programs=programs)


def _choose_trees(searched: Problem, choice: TreeChoice, fewest: int) -> ProgramRules:
    """Return the rules of a problem with fresh trees, on each of which it is a problem."""
    (sketches, _, hidden), telling = choice.choose(fewest, _MOST_TREES)
    problems: list[Problem] = []
    for shape, of_shape in sketches.items():
        for sketch in of_shape:
            fresh_tree = choice.outline.build(sketch, f"fresh tree {len(problems) + 1}")
            text = source_text(fresh_tree)
            programs = replace(searched.programs, fresh=0, tree_text=text, tree_shape=shape)
            fresh = replace(
                searched, label=fresh_tree.name, source=fresh_tree, programs=programs, places={}
            )
            _search(fresh)  # it may refuse the tree
            problems.append(fresh)
    count = len(sketches["any"])
    trees, others = tuple(problems[:count]), tuple(problems[count:])
    # Below a depth limit many mistakes cannot show.
    kind = choice.mistakes.kinds[0]
    is_limited = kind.limit is not None and kind.limit < max(choice.outline.list_depths(kind))
    return replace(
        searched.programs,
        trees=trees,
        telling=telling,
        hidden=() if is_limited else tuple(hidden),
        regular_trees=others,
    )


def _search_deeper(problem: Problem) -> Problem:
    """Return a problem whose search shows every mistake, if it has a limit of rounds."""
    rounds = problem.search.options.get("rounds")
    if rounds is None or rounds >= _FEWEST_ROUNDS:
        return problem
    options = {**problem.search.options, "rounds": _FEWEST_ROUNDS}
    return replace(problem, search=replace(problem.search, options=options))


def _make_choice(problem: Problem, tree: HandTree) -> TreeChoice:
    """Return the choice of fresh trees for a problem."""
    request, result = _search(problem)
    log, settings = result.log, request.settings
    root = [*log.roots()][-1]
    best = best_child(log, root, problem.accept[0].ties)
    outline = TreeOutline.read(tree, settings.bounds)
    plies_per_round = sum(turn is not CHANCE for turn in tree.players)
    return TreeChoice(
        outline,
        _list_mistakes(
            problem,
            list_search_kinds(problem),
            outline.all_turns,
            plies_per_round,
            has_fractions=outline.has_fractions,
            has_shares=outline.has_shares,
        ),
        (log.value[root], None if best is None else log.action[best]),
        outline.is_complete and problem.programs.shape in (None, "tree"),
        problem.programs.fresh_seed or _seed_of(problem, tree),
    )


def list_search_kinds(problem: Problem) -> tuple[SearchKind, ...]:
    """Return the right searches of a problem, one for each way that conventions differ."""
    request = _request(problem)
    settings, game = request.settings, request.game
    has_window = find_search(request.search).prunes(settings)
    searched = find_search(request.search).prepare(game, settings)
    kinds = (
        SearchKind(
            has_window,
            convention.cutoff == ">",
            convention.ties == "last",
            searched.has_chance and not game.has_chance,
            settings.depth_limit(searched),
            settings.window,
        )
        for convention in problem.versions(windowed=has_window)
    )
    return tuple(dict.fromkeys(kinds))


def _list_mistakes(
    problem: Problem,
    kinds: tuple[SearchKind, ...],
    turns: tuple[Player, ...],
    plies_per_round: int,
    *,
    has_fractions: bool,
    has_shares: bool = False,
) -> Mistakes:
    """Return the mistakes that programs can make in these right searches of a problem."""
    parts = frozenset(USUAL_PARTS if problem.parts is None else problem.parts)
    return Mistakes(
        kinds, turns, plies_per_round, parts, problem.accept == ANY, has_fractions, has_shares
    )


def _search(problem: Problem) -> tuple[SearchRequest, SearchResult]:
    """Run the right search of a problem."""
    request = _request(problem)
    return request, run_search(request.game, request.search, request.settings)


def _request(problem: Problem) -> SearchRequest:
    search = problem.search
    return request_search(problem.source, search.name, problem.accept[0], **search.options)


def _seed_of(problem: Problem, tree: HandTree) -> str:
    """Return a seed that depends on the problem, but not on the place of its file."""
    facts = (
        (tuple(tree.first_edge), tree.values),
        tuple(tree.children),
        problem.search.name,
        problem.accept[0].name,
        sorted(problem.search.options.items()),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


# Mistakes that the positions of a key cannot show: such keys have no fresh trees.

#: The largest tree below a position that is searched; larger ones show most mistakes.
_MOST_SKETCHED: Final = 1500
#: Trees with the values of a position on which the mistakes are counted that could show.
_REFERENCES: Final = 6
_PLIES: Final = 5
_MOST_NAMED: Final = 2


def describe_hidden_mistakes(key: AnyKey) -> str:
    """Return a note about the mistakes that no position or no fresh tree of a key shows.

    It is empty if there are none.
    """
    if isinstance(key, Variants):
        return ""
    problems = [*key.problems.values()] if isinstance(key, ProblemSet) else [key]
    return "; ".join(filter(None, (_describe_of_positions(problems), _describe_of_trees(problems))))


def _describe_of_trees(problems: Sequence[Problem]) -> str:
    """Return a note about the mistakes that no fresh tree shows."""
    hidden = [*dict.fromkeys(name for problem in problems for name in problem.programs.hidden)]
    if not hidden:
        return ""
    mistakes = "1 mistake" if len(hidden) == 1 else f"{len(hidden)} mistakes"
    asks_for_value = all("utility" in (problem.parts or ()) for problem in problems)
    advice = "" if asks_for_value else "ask for utility too, or "
    return (
        f"no fresh tree of this key shows {mistakes} of programs ({_name_first(hidden)}): "
        f"{advice}set another fresh-seed"
    )


def _describe_of_positions(problems: Sequence[Problem]) -> str:
    """Return a note about the mistakes that no position shows."""
    shown: set[str] = set()
    possible: dict[str, None] = {}
    covered: set[str] = set()  # searches of hand trees, whose fresh trees show every mistake
    for problem in problems:
        if problem.kind != "search":
            continue
        if problem.programs.trees:
            covered.add(f"{problem.search.name}")
            continue
        try:
            sketch = sketch_position(problem)
        except PlytraceError:  # the grader reports it, with its place in the key
            return ""
        if sketch is None:
            return ""
        kinds = dict.fromkeys(replace(kind, limit=None) for kind in list_search_kinds(problem))
        turns = tuple(dict.fromkeys(sketch.turns))
        mistakes = replace(
            _list_mistakes(problem, tuple(kinds), turns, 2, has_fractions=True), on_positions=True
        )
        here = mistakes.find_shown(sketch)
        there = here | _show_elsewhere(mistakes, sketch)
        every = [f"{problem.search.name}: {name}" for name in mistakes.list_shown(there)]
        possible |= dict.fromkeys(every)
        shown |= {f"{problem.search.name}: {name}" for name in mistakes.list_shown(here)}
    hidden = [
        name
        for search, name in (each.split(": ", 1) for each in possible if each not in shown)
        if search not in covered
    ]
    if not hidden:
        return ""
    return (
        f"no position of this key shows {len(hidden)} of {len(possible)} mistakes of programs "
        f"({_name_first(hidden)}): add a position, see Positions in docs/check-code.md"
    )


def _name_first(mistakes: Sequence[str]) -> str:
    """Return the first mistakes in words."""
    return ", ".join(mistakes[:_MOST_NAMED]) + (", …" if len(mistakes) > _MOST_NAMED else "")


def sketch_position(problem: Problem) -> TreeSketch | None:
    """Return the tree below a position, down to the depth limit.

    None if it is a hand tree, has chance nodes or another order of moves, or is too large.
    """
    request = _request(problem)
    kind = find_search(request.search)
    is_like_trees = isinstance(base_of(request.game), HandTree) or request.game.has_chance
    if (
        is_like_trees
        or kind.uses_playouts
        or kind.searches_again
        or "order" in problem.search.options
    ):
        return None
    return _sketch(request.game, request.settings.depth_limit(request.game))


def _sketch(game: AnyGame, limit: int | None) -> TreeSketch | None:
    states: list[Any] = [game.initial]
    sketch = TreeSketch.start(game.to_move(game.initial))
    for node, state in enumerate(states):  # which grows
        depth = sketch.depth[node]
        if game.is_terminal(state):
            sketch.values[node] = game.utility(state, MAX)
            sketch.turns[node] = MIN if depth % 2 else MAX
            continue
        sketch.turns[node] = game.to_move(state)
        if depth == limit:
            sketch.values[node] = game.evaluate(state)
            continue
        after = [game.result(state, move) for move in game.moves(state)]
        states += after
        if len(states) > _MOST_SKETCHED:
            return None
        sketch.add_children(node, len(after), MAX)  # whose turn it is follows when it is reached
    return sketch


def _show_elsewhere(mistakes: Mistakes, sketch: TreeSketch) -> ShownMistakes:
    """Return the mistakes that show on trees with such values."""
    leaves = [
        value for value, below in zip(sketch.values, sketch.children, strict=True) if not below
    ]
    bounds = float(min(leaves)), float(max(leaves))
    players = (sketch.turns[0], sketch.turns[0].opponent)
    largest = max(1, int(max(-bounds[0], bounds[1])))
    outline = TreeOutline(
        players,
        players,
        fewest=2,
        most=4,
        is_complete=False,
        largest=largest,
        has_fractions=False,
        has_estimates=False,
        has_shares=False,
        bounds=bounds,
    )
    dice = Dice("positions")
    kind = mistakes.kinds[0]
    trees = (outline.draw(_PLIES, kind, dice, number=number) for number in range(_REFERENCES))
    return frozenset().union(*map(mistakes.find_shown, trees))
