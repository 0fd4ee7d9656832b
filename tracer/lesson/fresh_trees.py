"""Trees of exercises: random ones with given properties, or one that a student types."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Annotated, Any, Final

from engine.errors import InvalidInput, PlytraceError
from engine.search import SEARCHES
from tracer.ask.bands import BandAnswer
from tracer.ask.questions import ask
from tracer.generate import Generated, Order, generate
from tracer.generate.order import SHOWN_IN
from tracer.generate.order_keys import LETTER, SUITABLE, LetterBand, Span, read_letter_band
from tracer.generate.order_reading import read_order
from tracer.generate.tree_sketch import Dice
from tracer.generate.tree_writers import inline_text
from tracer.lesson.entries import map_at, read_record, span_at, texts_at, whole_at
from tracer.lesson.exercise import SAMPLE, ExerciseSpec, Topic, TopicKind, ask_part
from tracer.lesson.figures import PageFigure
from tracer.lesson.play import game_figure
from tracer.marking.keys.problem import LetterQuestion, Problem, SearchRules
from tracer.questions import LOOKS_AT
from tracer.runs.run import trace
from trees.formats.tree_yaml import read_tree
from trees.hand_tree import HandTree, VectorTree, show_vector
from trees.sources import open_source
from trees.text import quote
from trees.yaml.plain_data import PlainFile

#: Number of trees to try for a misconception; a student waits for the result.
_TRIES: Final = 80
#: Largest number of nodes of a typed tree.
_MOST_OWN: Final = 60
#: Searches that visit every node, which may be shown as a game that the student plays.
_OF_GAMES: Final = ("minimax", "maxn")


def _make_topic(
    spec: ExerciseSpec,
    tree: HandTree,
    options: Mapping[str, Any] = MappingProxyType({}),
    *,
    is_apart: bool = False,
) -> Topic:
    search = SearchRules(spec.search, options)
    problem = Problem("the tree", tree, search, (spec.convention,), spec.points)
    return Topic(spec, problem, is_apart=is_apart)


def _ask_about_search(topic: Topic, part: str) -> str:
    """Return the question of a part, with what the student must know besides the tree."""
    options = topic.problem.search.options
    text = ask_part(topic, part)
    if "bounds" in options:
        low, high = options["bounds"]
        return f"Every leaf is known to be from {low} to {high}. {text}"
    if "window" in options:
        low, high = options["window"]
        window = f"The window is ({low}, {high})."
        return f"Test a guess: is the root worth {high} or more? {window} {text}"
    return text


def _show_search(topic: Topic, step: int) -> PageFigure:
    searched = topic.trace
    if topic.spec.asks == ("move",) and searched.search in _OF_GAMES:
        return game_figure(searched, searched.player_name(0), step)
    return PageFigure(searched, step, plays=True)


# Random and typed trees -------------------------------------------------------------------------


def fresh_tree(spec: ExerciseSpec, seed: str, exposes: str) -> Topic:
    """Return a random tree for an exercise; it shows a misconception if possible."""
    if spec.tests_guess or spec.search == "star1":
        return _with_skips(spec, seed)
    order: Order = spec.order
    kind = SEARCHES[spec.search] if spec.search is not None else None
    has_min = kind is None or kind.has_min
    if exposes and has_min:  # misconceptions are about two players
        asked_parts = tuple(part for part in spec.asks if part in LOOKS_AT)
        apart = replace(order, apart=(exposes,), apart_in=asked_parts or SHOWN_IN)
        # If no tree of this kind shows it, use any tree.
        with suppress(PlytraceError):
            return _make_topic(spec, generate(apart, seed, tries=_TRIES).tree, is_apart=True)
    generated = generate(order, seed)
    is_alone = kind is not None and not (has_min or kind.takes_chance)
    return _make_topic(spec, _for_one_agent(generated) if is_alone else generated.tree)


def _with_skips(spec: ExerciseSpec, seed: str) -> Topic:
    """Return a tree in which the test of a guess, or known bounds of the leaves, skip a node."""
    topics = (_with_options(spec, f"{seed}-{number}") for number in count())
    return next(
        topic
        for number, topic in enumerate(topics, 1)
        if number == _TRIES or any(cut.skipped for cut in topic.trace.cutoffs)
    )


def _with_options(spec: ExerciseSpec, seed: str) -> Topic:
    tree = generate(spec.order, seed).tree
    if not spec.tests_guess:
        return _make_topic(spec, tree, {"bounds": spec.order.values})
    value = trace(tree, "minimax").log.value[0]
    guess = int(value) + Random(seed).randrange(2)
    return _make_topic(spec, tree, {"window": (guess - 1, guess)})


def _for_one_agent(generated: Generated) -> HandTree:
    """Return the tree with MAX to move everywhere; with MIN first or chance, it is unchanged."""
    listed = inline_text(generated)
    if not listed.startswith("["):
        return generated.tree  # the search refuses it with a reason
    return read_tree(f"players: [max]\ntree: {listed}", "the tree", title=generated.tree.name)


def _read_typed(spec: ExerciseSpec, typed: str) -> Topic:
    """Read a student's own tree."""
    text = typed.strip()
    opened = open_source(text).game if text.startswith("[") else None
    if not isinstance(opened, HandTree):
        raise InvalidInput(f"{text[:60]!r} is not a tree", expected="nested lists, " + SAMPLE)
    if not 3 <= len(opened) <= _MOST_OWN:
        raise InvalidInput(f"the tree has {len(opened)} nodes", expected=f"3 to {_MOST_OWN} nodes")
    trace(opened, spec.search, spec.convention)  # refuses a tree that does not suit it
    return _make_topic(spec, opened)


def _read_fresh(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    order = read_order(
        exercise.entries.get("generate"), lambda key: f"{exercise.place('generate', key)}: {key}"
    )
    # Only searches with cutoffs can be counted; for others, such as expectimax, use the default.
    counted = spec.search if spec.search in SUITABLE else order.search
    if spec.search == "star1" and order.values is None:
        raise exercise.refusal(
            "generate", "star1 needs bounds of the leaves", "values: in it, such as 0..10"
        )
    return replace(spec, order=replace(order, convention=spec.convention, search=counted))


#: Random trees on request.
FRESH_TREE: Final = TopicKind(
    "generate",
    "generate: and the properties of the trees",
    "tree",
    _read_fresh,
    lambda spec, seed, exposes: fresh_tree(spec, seed, exposes),
    _show_search,
    lambda topic: PageFigure(topic.trace),
    _ask_about_search,
)
#: Trees that students type.
OWN_TREE: Final = replace(
    FRESH_TREE,
    key="own",
    usage="own: yes",
    read=lambda _, spec: spec,
    make=None,
    read_typed=_read_typed,
)


# Trees with a letter ----------------------------------------------------------------------------

_BANDS: Final = "bands"
_SEARCH: Final = "alphabeta"


@dataclass(frozen=True, slots=True)
class LetterOrder:
    """The properties of the trees, and the questions, one of which each tree is for."""

    order: Order
    bands: tuple[LetterBand, ...]


def _read_letters(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    file = map_at(exercise, LETTERS.key, "a mapping with bands: and the properties of the trees")
    bands = tuple(map(read_letter_band, texts_at(file, _BANDS)))
    if not bands or "band" in file.entries:
        raise file.refusal(
            _BANDS if not bands else "band",
            "the exercise has no bands" if not bands else "band: cannot be combined with bands:",
            "bands: with a list, such as ['C1:pruned=C2', 'C1:move=B']",
        )
    entries = {key: value for key, value in file.entries.items() if key != _BANDS}
    order = read_order(entries, lambda key: f"{file.place(key)}: {key}")
    return replace(spec, order=LetterOrder(order, bands))


def _fresh_letter_tree(spec: ExerciseSpec, seed: str, _: str) -> Topic:
    """Return a random tree for one of the questions."""
    band = Random(seed).choice(spec.order.bands)
    order = replace(spec.order.order, band=band, convention=spec.convention, search=_SEARCH)
    problem = Problem(
        "the tree",
        generate(order, seed).tree,
        SearchRules(_SEARCH),
        (spec.convention,),
        spec.points,
        kind="ask",
        letter=LetterQuestion(band.question),
    )
    return Topic(spec, problem)


def _ask_about_letter(topic: Topic, _: str) -> str:
    from tracer.worksheet.contents.questions import ask_about_letter  # slow, and rarely asked

    return ask_about_letter(topic.problem, topic.problem.source)


def find_end(topic: Topic) -> float:
    """Return the first finite end of the answer, the number at which something changes."""
    convention = topic.spec.convention
    answer = ask(topic.problem.source, _letter_question(topic), _SEARCH, convention)
    assert isinstance(answer, BandAnswer), "the question is for which numbers"
    ends = (float(end) for part in answer.intervals or () for end in (part.low, part.high))
    return next(end for end in ends if not math.isinf(end))


def _show_at_end(topic: Topic, _: int) -> PageFigure:
    tree = topic.problem.source.replace_letters({LETTER: find_end(topic)})
    return PageFigure(trace(tree, _SEARCH, topic.spec.convention), 0, plays=True)


def _letter_question(topic: Topic) -> str:
    assert topic.problem.letter is not None, "its kind is ask"
    return topic.problem.letter.question


#: Random trees with a letter.
LETTERS: Final = TopicKind(
    "letters",
    "letters: with bands:",
    "tree",
    _read_letters,
    _fresh_letter_tree,
    _show_at_end,
    ask=_ask_about_letter,
    problem_kind="ask",
)


# Trees with several players, to search with max^n ------------------------------------------------

#: Largest number of players, plies and children, which a figure beside a page has room for.
_MOST: Final = 4
#: Largest sum; more digits take space and teach nothing.
_LARGEST_SUM: Final = 99
_MOST_SKIPS: Final = 20
#: Number of trees to try for the properties.
_MOST_DRAWN: Final = 2000
_TWO: Final = Span(2, 2)


def _players_at(file: PlainFile, key: str) -> tuple[str, ...]:
    players = tuple(texts_at(file, key))
    if not (2 <= len(set(players)) == len(players) <= _MOST and all(map(str.isalpha, players))):
        raise file.refusal(
            "players",
            f"players: cannot be {quote(', '.join(players))}",
            f"2 to {_MOST} different names of letters, such as [Ann, Ben, Cleo]",
        )
    return players


@dataclass(frozen=True, slots=True)
class VectorOrder:
    """The properties of the trees of an exercise."""

    players: Annotated[tuple[str, ...], _players_at] = ("Ann", "Ben", "Cleo")
    plies: Annotated[Span, partial(span_at, least=1, most=_MOST)] = _TWO
    branching: Annotated[Span, partial(span_at, least=2, most=_MOST)] = _TWO
    sum: Annotated[int, partial(whole_at, least=1, most=_LARGEST_SUM)] = 10
    skips: Annotated[Span | None, partial(span_at, least=0, most=_MOST_SKIPS)] = None

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of `tracer.trace` for its search."""
        return {} if self.skips is None else {"sum": self.sum}


def _read_vectors(exercise: PlainFile, spec: ExerciseSpec) -> ExerciseSpec:
    file = map_at(exercise, VECTORS.key, "a mapping, such as {plies: 3}")
    return replace(spec, order=read_record(VectorOrder, file, "a tree with vectors of an exercise"))


def _fresh_vectors(spec: ExerciseSpec, seed: str, _exposes: str) -> Topic:
    """Return a random tree for an exercise; no mistake with vectors has a name."""
    tree = fresh_vector_tree(spec.order, f"{seed}-0")
    return _make_topic(spec, tree, spec.order.options)


#: Random trees with a vector at each leaf.
VECTORS: Final = replace(
    FRESH_TREE, key="vectors", usage="vectors:", read=_read_vectors, make=_fresh_vectors
)


def fresh_vector_tree(order: VectorOrder, seed: str) -> VectorTree:
    """Return a random tree with the requested properties.

    No player is ever indifferent, so every vector is determined. The first player does not reach
    its largest share of all leaves: who looks at this share alone is wrong.
    """
    dice = Dice(seed)
    for _ in range(_MOST_DRAWN):
        listed = _drawn(order, dice, dice.between(*order.plies))
        text = f"players: [{', '.join(order.players)}]\ntree: {listed}"
        tree = read_tree(text, "the tree", title="the tree")
        assert isinstance(tree, VectorTree), "its leaves have vectors"
        if _suits(order, tree):
            return tree
    raise InvalidInput(
        f"none of {_MOST_DRAWN:,} trees has the requested properties",
        expected="players, plies, branching, sum and skips that fit together",
    )


def _drawn(order: VectorOrder, dice: Dice, plies: int) -> str:
    """Return a random tree as nested lists."""
    if not plies:
        return show_vector(_shares(order, dice))
    children = (_drawn(order, dice, plies - 1) for _ in range(dice.between(*order.branching)))
    return f"[{', '.join(children)}]"


def _shares(order: VectorOrder, dice: Dice) -> list[int]:
    """Divide the sum among the players at random, each division being equally likely."""
    bars = len(order.players) - 1
    places = sorted(dice.distinct(1, order.sum + bars, bars))
    ends = zip([0, *places], [*places, order.sum + bars + 1], strict=True)
    return [high - low - 1 for low, high in ends]


def _suits(order: VectorOrder, tree: VectorTree) -> bool:
    whole = trace(tree, "maxn")
    log = whole.log
    for row in range(len(log.value)):
        values = [log.value[child] for child in log.children(row)]
        if values and values.count(max(values)) > 1:
            return False
    first = tree.mover(tree.initial)
    root: Any = whole.shares(whole.root)
    if root[first] == max(tree.shares(leaf)[first] for leaf in tree.known_leaves()):
        return False
    if order.skips is None:
        return True
    skipped = trace(tree, "maxn", **order.options).counts.skipped
    return not order.skips.miss(skipped)
