"""Fresh trees: a key's problem on other trees, which no program can know in advance.

A fresh tree has the kinds of nodes and the settings of the key's tree, but another shape and other
values. Where the depth of the search is a number of rounds, it has three at least. If the key's
tree is complete, further ones can be chosen that are complete or whose leaves have one depth: some
programs of a plain tree take no others, such as those that find its nodes in a row of leaves. For a
game, fresh positions take the place of trees; see `fresh_positions`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Final, overload

from engine.conventions import PRESETS
from engine.errors import InvalidInput, PlytraceError, SearchRefused
from engine.game import CHANCE, Player
from engine.log.best_play import best_child
from engine.search import SearchResult, find_search, run_search
from engine.wrappers.changed import base_of
from tracer.generate.fresh_positions import (
    DrawnPosition,
    draw_for_rare,
    draw_searched,
    draw_sketched,
    is_pass_forced,
    knows_turn,
    make_request,
    show_elsewhere,
    sketch_position,
)
from tracer.generate.program_mistakes import Mistakes
from tracer.generate.telling_trees import TreeChoice, choose_telling, list_shown, take_telling
from tracer.generate.tree_outline import TreeOutline
from tracer.generate.tree_sketch import Dice, TreeSketch
from tracer.generate.tree_writers import source_text
from tracer.generate.wrong_searches import SearchKind
from tracer.marking.keys.key import AnyKey
from tracer.marking.keys.problem import ANY, LaterTrees, Problem, ProgramRules
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.keys.variants import Variants
from tracer.marking.reading.sheet import TreeShape, TreesTaken
from tracer.programs.child.program import USUAL_PARTS
from tracer.programs.shapes import SHAPES, find_only_shape, find_shape, parts_of
from tracer.runs.run import SearchRequest
from tracer.text.printable_text import join_names
from trees.hand_tree import HandTree

#: The fewest fresh trees of a problem, if its key does not say how many.
FRESH_TREES: Final = 3
#: The most fresh trees, whatever they show.
_MOST_TREES: Final = 40
#: The fewest rounds of a search to a limit of rounds: a bound that is handed down in the first one
#: can cut nodes in the third. No tree without estimates reaches its limit.
_FEWEST_ROUNDS: Final = 3
#: The most fresh positions that are chosen for what they show.
_MOST_POSITIONS: Final = 20
#: The most mistakes that a note names.
_MOST_NAMED: Final = 2


@overload
def add_fresh_trees(key: Problem | ProblemSet) -> Problem | ProblemSet: ...
@overload
def add_fresh_trees(key: AnyKey) -> AnyKey: ...
def add_fresh_trees(key: AnyKey) -> AnyKey:
    """Return a key for programs with the fresh trees or positions of its problems.

    Problems of a set that are alike have the same ones.

    Args:
        key: a key for programs.

    Raises:
        InvalidInput: the key asks for fresh ones, and there are none.
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
    if problem.kind != "search":
        return problem
    programs, search = problem.programs, problem.search.name
    if search is not None and programs.shape is None and programs.adapter is None:
        programs = replace(programs, shape=find_only_shape(search, problem.parts or ()))
        problem = replace(problem, programs=programs)
    fewest = FRESH_TREES if programs.fresh is None else programs.fresh
    if not fewest:
        return problem
    try:
        game = base_of(make_request(problem).game)
    except PlytraceError:  # the grader reports it, with its place in the key
        return problem
    if programs.fresh is None and isinstance(game, HandTree) and game.won is not None:
        return problem  # a test file of CS 188
    try:
        _refuse_unrepeatable(problem)
        searched = _search_deeper(problem)
        if isinstance(game, HandTree):
            rules = _find_trees(searched, game, fewest, chosen)
        elif programs.fresh is None and programs.adapter is not None:
            return problem  # an adapter is tried at the key's position
        else:
            rules = _find_positions(searched, fewest, chosen)
    except PlytraceError as error:
        if programs.fresh is None:
            return problem
        raise InvalidInput(
            f"fresh: no other tree or position can be searched like this one: {error.found}",
            where=problem.places.get("fresh", problem.label),
            expected="fresh: 0",
        ) from error
    programs = replace(
        programs,
        trees=rules.trees,
        telling=rules.telling,
        hidden=rules.hidden,
        other_trees=rules.other_trees,
    )
    return replace(problem, programs=programs)


def _refuse_unrepeatable(problem: Problem) -> None:
    """Refuse a search without right answers elsewhere, and programs that cannot be asked there."""
    shape, search = problem.programs.shape, make_request(problem).search
    if find_search(search).uses_playouts:
        raise SearchRefused(f"the answers of {search} are random")
    if shape is not None and find_shape(shape).driver.is_script:
        raise SearchRefused(f"a script of the shape {shape} chooses its own moves")


def _describe_task(searched: Problem) -> str:
    """Return the search and how answers are compared, without its source and points."""
    rules = replace(searched.programs, parts={})
    task = replace(searched, label="", source="", parts=None, programs=rules, title="", file=None)
    return repr((tuple(searched.parts or ()), replace(task, places={})))


def _find_trees(
    searched: Problem, tree: HandTree, fewest: int, chosen: dict[Any, ProgramRules]
) -> ProgramRules:
    """Return the rules of a problem with fresh trees, `fewest` of them or more."""
    choice = _make_choice(searched, tree)
    kind = (choice.kind, _describe_task(searched))
    if kind not in chosen:
        chosen[kind] = _choose_trees(searched, choice, fewest)
    return chosen[kind]


def _find_positions(
    searched: Problem, fewest: int, chosen: dict[Any, ProgramRules]
) -> ProgramRules:
    """Return the rules of a problem with fresh positions, `fewest` of them or more if it can be."""
    request = make_request(searched)
    game = request.opened.game
    turn = request.game.to_move(request.game.initial)
    side = None if knows_turn(searched) else turn
    kind = (f"{base_of(game)}", base_of(game).size, side, _describe_task(searched))
    if kind not in chosen:
        dice = Dice(searched.programs.fresh_seed or _seed_of(searched, game.format(game.initial)))
        chosen[kind] = _choose_positions(searched, turn, fewest, dice)
    return chosen[kind]


def _choose_positions(searched: Problem, turn: Player, fewest: int, dice: Dice) -> ProgramRules:
    """Return the rules of a problem with fresh positions."""
    drawn = draw_sketched(searched, dice)
    hidden: list[str] = []
    if drawn:
        telling, positions, hidden = _choose_telling_positions(searched, turn, drawn, dice)
    else:
        telling, positions = [], draw_searched(searched, dice, fewest)
    positions = [*telling, *positions][: max(fewest, len(telling))]
    if not positions:
        raise SearchRefused("random games come to no other position")
    return replace(
        searched.programs,
        trees=tuple(
            replace(problem, label=f"fresh position {number}")
            for number, problem in enumerate(positions, 1)
        ),
        telling=len(telling) or len(positions),
        hidden=tuple(hidden),
    )


def _choose_telling_positions(
    searched: Problem, turn: Player, drawn: list[DrawnPosition], dice: Dice
) -> tuple[list[Problem], list[Problem], list[str]]:
    """Return the positions that show mistakes, the others, and the mistakes that none shows."""
    kinds = dict.fromkeys(replace(kind, limit=None) for kind in list_search_kinds(searched))
    mistakes = replace(
        _list_mistakes(searched, (*kinds,), (turn, turn.opponent), 2, has_fractions=True),
        on_positions=True,
    )
    sketches = [position.sketch for position in drawn]
    shown = list_shown(mistakes, sketches)
    elsewhere = show_elsewhere(mistakes, sketches, frozenset().union(*shown))
    rare = draw_for_rare(searched, dice, mistakes, elsewhere, drawn)
    positions = rare.problems + [position.problem for position in drawn]
    every = rare.shown + shown
    could_show = frozenset[tuple[int, bool]]().union(*every)
    if not rare.is_proved:
        could_show |= elsewhere
    times = Counter[tuple[int, bool]]()
    telling = take_telling(positions, every, times, _MOST_POSITIONS)
    passing = next(filter(is_pass_forced, positions), None)
    if passing is not None and not any(map(is_pass_forced, telling)):
        positions.remove(passing)
        telling.append(passing)  # how a program returns a pass shows at no other position
    hidden: list[str] = []
    if "depth" not in searched.search.options:  # below which many mistakes cannot show
        own = sketch_position(make_request(searched))
        rest = could_show - times.keys()
        if own is not None:
            rest -= mistakes.find_shown(own, omitted=mistakes.rows - rest)
        hidden = mistakes.list_shown(rest)
    if "rounds" in searched.search.options:
        largest = max(drawn, key=lambda position: len(position.sketch.children)).problem
        shallow = _set_rounds(largest, 1)  # where a search that is too deep goes on
        try:
            _search(shallow)
            telling.append(shallow)
        except PlytraceError:  # the game has no estimates
            hidden.append("the program searches more rounds")
    return telling, positions, hidden


def _choose_trees(searched: Problem, choice: TreeChoice, fewest: int) -> ProgramRules:
    """Return the rules of a problem with fresh trees, on each of which it is a problem."""

    def move_to(choice: TreeChoice, sketches: Sequence[TreeSketch], first: int) -> list[Problem]:
        trees = (
            choice.outline.build(sketch, f"fresh tree {number}")
            for number, sketch in enumerate(sketches, first)
        )
        return [_move_to(searched, tree) for tree in trees]

    def choose_regular(*shapes: TreeShape) -> tuple[Problem, ...]:
        chosen = (choose_telling(choice, shape, _MOST_TREES).sketches for shape in shapes)
        return tuple(move_to(choice, [*chain.from_iterable(chosen)], count + 1))

    def choose_weighted() -> tuple[Problem, ...]:
        weighted = choice.weigh()
        return tuple(move_to(weighted, weighted.choose(fewest, _MOST_TREES)[0], count + 1))

    sketches, telling = choice.choose(fewest, _MOST_TREES)
    count = len(sketches)
    other_trees: dict[TreesTaken, LaterTrees] = {}
    rules = searched.programs
    may_take_a_shape = rules.shape in (None, "tree") and rules.adapter is None
    if choice.outline.is_complete and may_take_a_shape:
        complete = LaterTrees(partial(choose_regular, "complete"))
        level = LaterTrees(partial(choose_regular, "complete", "level"))
        other_trees |= {"complete": complete, "one depth": complete, "level": level}
    if choice.outline.has_even_chances and _knows_shares(searched) is None:
        other_trees["weighted"] = LaterTrees(choose_weighted)
    trees = move_to(choice, sketches, 1)
    for tree in trees:
        _search(tree)  # it may refuse the tree
    # Below a depth limit many mistakes cannot show.
    kind = choice.mistakes.kinds[0]
    is_limited = kind.limit is not None and kind.limit < max(choice.outline.list_depths(kind))
    return replace(
        rules,
        trees=tuple(trees),
        telling=telling,
        hidden=() if is_limited else tuple(choice.list_hidden(_MOST_TREES)),
        other_trees=other_trees,
    )


def _move_to(searched: Problem, tree: HandTree) -> Problem:
    """Return a problem on another tree."""
    programs = replace(searched.programs, fresh=0, tree_text=source_text(tree))
    return replace(searched, label=tree.name, source=tree, programs=programs, places={})


def _search_deeper(problem: Problem) -> Problem:
    """Return a problem whose search shows every mistake, if it has a limit of rounds."""
    rounds = problem.search.options.get("rounds")
    return problem if rounds is None else _set_rounds(problem, max(rounds, _FEWEST_ROUNDS))


def _set_rounds(problem: Problem, rounds: int) -> Problem:
    """Return a problem with a limit of some rounds."""
    options = {**problem.search.options, "rounds": rounds}
    return replace(problem, search=replace(problem.search, options=options))


def _make_choice(problem: Problem, tree: HandTree) -> TreeChoice:
    """Return the choice of fresh trees for a problem."""
    request, result = _search(problem)
    log, settings = result.log, request.settings
    root = [*log.roots()][-1]
    best = best_child(log, root, problem.accept[0].ties)
    outline = TreeOutline.read(tree, settings.bounds)
    if _is_for_agents(problem):  # which estimate at their depth, even if no leaf is so deep
        outline = replace(outline, has_estimates=True)
    if _takes_fractions(problem):
        outline = replace(outline, has_fractions=True)
    plies_per_round = sum(turn is not CHANCE for turn in tree.players)
    choice = TreeChoice(
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
        problem.programs.fresh_seed
        or _seed_of(problem, (tuple(tree.first_edge), tree.values), tuple(tree.children)),
    )
    return choice.weigh() if outline.has_even_chances and _knows_shares(problem) else choice


def _knows_shares(problem: Problem) -> bool | None:
    """Return whether programs of a key know the probabilities of outcomes; None if some may.

    Those of a course do not if its own shape does not tell them.
    """
    shape = problem.programs.shape
    if shape is not None:
        return find_shape(shape).driver.takes_shares
    course = SHAPES.get(problem.accept[0].name)
    return None if course is None or course.driver.takes_shares else False


def _is_for_agents(problem: Problem) -> bool:
    """Return whether a key is for agents of CS 188, who search to a depth of some rounds."""
    shape = problem.programs.shape
    is_theirs = shape == "cs188" or (shape is None and problem.accept[0] == PRESETS["cs188"])
    return is_theirs and problem.search.options.get("rounds") is not None


def _takes_fractions(problem: Problem) -> bool:
    """Return whether right programs of a key search values with fractions too.

    Those of a known shape that call the game for values do, unless their windows are one wide.
    """
    shape = problem.programs.shape
    if shape is None or find_search(make_request(problem).search).searches_again:
        return False
    return find_shape(shape).driver.takes_fractions


def list_search_kinds(problem: Problem) -> tuple[SearchKind, ...]:
    """Return the right searches of a problem, one for each way that conventions differ."""
    request = make_request(problem)
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
    request = make_request(problem)
    return request, run_search(request.game, request.search, request.settings)


def _seed_of(problem: Problem, *source: Any) -> str:
    """Return a seed that depends on the problem, but not on the place of its file."""
    search = problem.search
    facts = (*source, search.name, problem.accept[0].name, sorted(search.options.items()))
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def describe_missing_trees(key: Problem | ProblemSet) -> str:
    """Return a note if a key has nothing fresh and does not say so itself, else nothing."""
    rules = [problem.programs for problem in _list_problems(key)]
    if any(each.trees or each.fresh is not None for each in rules):
        return ""
    return "this key has no fresh trees or positions: a program may have its answers written down"


def _list_problems(key: Problem | ProblemSet) -> list[Problem]:
    return [*key.problems.values()] if isinstance(key, ProblemSet) else [key]


def describe_hidden_mistakes(key: Problem | ProblemSet) -> str:
    """Return a note about the mistakes that no fresh tree or position of a key shows.

    It is empty if there are none, and means nothing to programs that run on nothing fresh.

    Args:
        key: a key for programs, with its fresh trees.
    """
    problems = _list_problems(key)
    fresh = [problem for problem in problems if problem.programs.trees]
    hidden: dict[str | None, dict[str, None]] = {}
    for problem in fresh:
        search, names = problem.search.name, dict.fromkeys(problem.programs.hidden)
        both = hidden.get(search, names).keys() & names
        hidden[search] = {name: None for name in names if name in both}
    every = [*dict.fromkeys(chain.from_iterable(hidden.values()))]
    if not every:
        return ""
    mistakes = "1 mistake" if len(every) == 1 else f"{len(every)} mistakes"
    named = ", ".join(every[:_MOST_NAMED]) + (", …" if len(every) > _MOST_NAMED else "")
    ways = ["set another fresh-seed"]
    if any("utility" in _list_other_parts(problem) for problem in fresh):
        ways.append("ask for utility too")
    on_boards = (isinstance(problem.programs.trees[0].source, str) for problem in fresh)
    if any(on_boards) and not all(map(knows_turn, fresh)):
        ways.append("add a hand tree if programs can search one")
    return (
        f"no fresh tree or position of this key shows {mistakes} of programs ({named}): "
        f"{join_names(ways, 'or')}"
    )


def _list_other_parts(problem: Problem) -> set[str]:
    """Return the parts that programs could answer, but that a key does not ask for."""
    rules, search = problem.programs, make_request(problem).search
    return {*parts_of(rules.shape, search, rules.function)}.difference(problem.parts or ())
