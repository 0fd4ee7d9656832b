"""Fresh trees: a key's problem on other trees, which no program can know in advance.

A fresh tree has the kinds of nodes and the settings of the key's tree, but another shape and other
values. Where the depth of the search is a number of rounds, it has two at least. If the key's tree
is complete, the first fresh trees are complete too: programs that get a plain tree run on these
alone, since some find its nodes in a row of leaves.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final, overload

from engine.errors import InvalidInput, PlytraceError
from engine.game import Number
from engine.log.best_play import best_child
from engine.search import SearchResult, find_search, run_search
from engine.wrappers.wrapped import base_of
from tracer.generate.telling_trees import TreeChoice, TreeOutline, choose_trees
from tracer.generate.tree_writers import source_text
from tracer.generate.wrong_searches import SearchKind
from tracer.marking.keys.key import AnyKey
from tracer.marking.keys.problem import ANY, Problem
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.keys.variants import Variants
from tracer.programs.shapes import find_shape
from tracer.runs.run import SearchRequest, request_search
from trees.hand_tree import HandTree

#: The fewest fresh trees of a problem, if its key does not say how many.
FRESH_TREES: Final = 3
#: Sets of at least this many problems have none by default.
_MANY_PROBLEMS: Final = 3
#: The most fresh trees, whatever they show.
_MOST_TREES: Final = 20
#: The fewest rounds of a search to a limit of rounds.
_FEWEST_ROUNDS: Final = 2
#: The parts that programs answer, if the key names none.
_USUAL_PARTS: Final = ("visits", "move", "utility")


@overload
def add_fresh_trees(key: Problem | ProblemSet) -> Problem | ProblemSet: ...
@overload
def add_fresh_trees(key: AnyKey) -> AnyKey: ...
def add_fresh_trees(key: AnyKey) -> AnyKey:
    """Return a key for programs with the fresh trees of its problems."""
    if isinstance(key, Variants):
        key.changes.append(add_fresh_trees)
        return key
    if isinstance(key, ProblemSet):
        usual = FRESH_TREES if len(key.problems) < _MANY_PROBLEMS else 0
        problems = {number: _with_trees(each, usual) for number, each in key.problems.items()}
        return replace(key, problems=problems)
    return _with_trees(key, FRESH_TREES)


def _with_trees(problem: Problem, usual: int) -> Problem:
    """Return a problem with its fresh trees."""
    programs = problem.programs
    fewest = usual if programs.fresh is None else programs.fresh
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
        return _add_trees(problem, tree, fewest)
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
    search = problem.search
    asked = request_search(problem.source, search.name, problem.accept[0], **search.options)
    game = base_of(asked.game)
    is_exact = not find_search(asked.search).uses_playouts
    return game if isinstance(game, HandTree) and is_exact else None


def _add_trees(problem: Problem, tree: HandTree, fewest: int) -> Problem:
    """Return a problem with fresh trees, `fewest` of them or more."""
    searched = _search_deeper(problem, tree)
    choice = _make_choice(searched, tree)
    chosen = choose_trees(choice, fewest, _MOST_TREES)
    problems = []
    for number, draft in enumerate(chosen.drafts, 1):
        fresh_tree = choice.outline.build(draft, f"fresh tree {number}")
        programs = replace(problem.programs, fresh=0, tree_text=source_text(fresh_tree))
        fresh = replace(
            searched, label=fresh_tree.name, source=fresh_tree, programs=programs, places={}
        )
        _search(fresh)  # it may refuse the tree
        problems.append(fresh)
    programs = replace(
        problem.programs,
        trees=tuple(problems),
        telling=chosen.telling,
        complete=chosen.complete,
    )
    return replace(problem, programs=programs)


def _search_deeper(problem: Problem, tree: HandTree) -> Problem:
    """Return a problem in whose search MAX moves below the root, if it has a limit of rounds."""
    rounds = problem.search.options.get("rounds")
    has_estimates = any(value is not None for value in tree.evals)
    fewest = _FEWEST_ROUNDS if has_estimates else _FEWEST_ROUNDS + 1  # then none is reached
    if rounds is None or rounds >= fewest:
        return problem
    options = {**problem.search.options, "rounds": fewest}
    return replace(problem, search=replace(problem.search, options=options))


def _make_choice(problem: Problem, tree: HandTree) -> TreeChoice:
    """Return the choice of fresh trees for a problem."""
    request, result = _search(problem)
    log, settings = result.log, request.settings
    root = [*log.roots()][-1]
    best = best_child(log, root, problem.accept[0].ties)
    outline = TreeOutline.read(tree, settings.bounds)
    stages = (True, False) if outline.is_complete else (False,)
    if outline.is_complete and problem.programs.shape is not None:
        stages = (problem.programs.shape == "tree",)
    return TreeChoice(
        outline,
        list_search_kinds(problem),
        list_parts(problem),
        problem.accept == ANY,
        (log.value[root], None if best is None else log.action[best]),
        stages,
        problem.programs.fresh_seed or _seed_of(problem, tree),
    )


def list_search_kinds(problem: Problem) -> tuple[SearchKind, ...]:
    """Return the right searches of a problem, one for each way that conventions differ."""
    rules = problem.search
    request = request_search(problem.source, rules.name, problem.accept[0], **rules.options)
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


def list_parts(problem: Problem) -> frozenset[str]:
    """Return the parts that a problem asks for."""
    return frozenset(_USUAL_PARTS if problem.parts is None else problem.parts)


def _search(problem: Problem) -> tuple[SearchRequest, SearchResult]:
    """Run the right search of a problem."""
    search = problem.search
    request = request_search(problem.source, search.name, problem.accept[0], **search.options)
    return request, run_search(request.game, request.search, request.settings)


def _structure(tree: HandTree) -> tuple[tuple[int, ...], tuple[Number | None, ...]]:
    """Return the structure and the values of a tree, without its names."""
    return tuple(tree.first_edge), tree.values


def _seed_of(problem: Problem, tree: HandTree) -> str:
    """Return a seed that depends on the problem, but not on the place of its file."""
    facts = (
        _structure(tree),
        tuple(tree.children),
        problem.search.name,
        problem.accept[0].name,
        sorted(problem.search.options.items()),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
