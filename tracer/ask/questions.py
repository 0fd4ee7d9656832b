"""The questions about a letter, and about any tree, as people type them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from engine.conventions import Convention
from engine.errors import InvalidInput, PlytraceError, SearchRefused, UsageError, did_you_mean
from engine.game import Number
from engine.search import find_search
from tracer.ask.bands import (
    Answer,
    BandAnswer,
    find_pieces,
    join_pieces,
    pieces_with_value,
    whole_bands,
)
from tracer.ask.intervals import Interval, join, join_whole
from tracer.ask.orders import find_orders, find_possible
from tracer.ask.search_run import LetterSearch, SearchRun, open_letter_search
from trees.hand_tree import HandTree
from trees.text import exact_number, quote, shorten

#: The questions with their forms.
QUESTIONS: Final[Mapping[str, str]] = {
    "pruned": "pruned NODE",
    "visited": "visited NODE",
    "move": "move MOVE",
    "value": "value NODE=NUMBER",
    "possible": "possible NODE",
    "bands": "bands",
    "orders": "orders",
}

#: The questions whose answers are numbers.
LETTER_QUESTIONS: Final = ("pruned", "visited", "move", "value")


def ask(
    source: Any,
    question: str = "bands",
    search: str | None = None,
    convention: str | Convention = "aima",
    *,
    whole: bool = False,
    true: bool = False,
    letters: Mapping[str, Number] | None = None,
    **options: Any,
) -> Answer:
    """Answer an exam question about a tree.

    Args:
        source: tree, as for `tracer.trace`; a leaf may be a letter or `?`.
        question: `pruned N`, `visited N`, `move M`, `value N=3`, `bands`, `orders` or `possible N`.
        search: name of the search; by default the one that suits the tree.
        convention: convention of the search, which decides ties.
        whole: whether the letter is a whole number.
        true: whether `value` is the minimax value, even if the search returns a bound.
        letters: numbers for letters; one letter may be left.
        options: further arguments of `tracer.trace`, such as `window` or `depth`.

    Raises:
        PlytraceError: the tree cannot be read, or does not suit the search.
        UsageError: the question cannot be read, or names no node of the tree.

    Example:
        >>> from tracer import ask
        >>> ask([[3, 12, 8], ["x", 4, 6], [14, 5, 2]], "pruned C2").text
        'x ≤ 3'
    """
    word, _, rest = question.strip().partition(" ")
    name = rest.strip()
    if word not in QUESTIONS:
        raise UsageError(
            f"{quote(shorten(question))} is not a question",
            expected=f"one of {', '.join(QUESTIONS.values())}",
            hint=did_you_mean(word[:100], QUESTIONS),
        )
    if bool(name) != (" " in QUESTIONS[word]):
        raise UsageError(
            f"{quote(shorten(question))} is not complete"
            if not name
            else f"{word} takes no word after it",
            expected=QUESTIONS[word],
        )
    if true and word != "value":
        raise UsageError(
            f"true values cannot be combined with {word}", expected="value NODE=NUMBER"
        )
    opened = open_letter_search(source, search, convention, letters or {}, options)
    if word in ("orders", "possible"):
        if whole:
            raise UsageError(f"whole numbers cannot be combined with {word}", expected="no --whole")
        if word == "orders":
            return find_orders(opened)
        return find_possible(opened, _node(opened.tree, name))
    return _answer_about_letter(opened, word, name, whole=whole, true=true)


def _answer_about_letter(
    opened: LetterSearch, word: str, name: str, *, whole: bool, true: bool
) -> BandAnswer:
    """Answer a question about the numbers of a letter."""
    if not opened.letter:
        raise UsageError(
            "the tree has no letter",
            expected="a leaf such as x",
            hint="Write x instead of a leaf's value: [[3, 12, 8], [x, 4, 6]]",
        )
    tree = opened.tree
    letters = tree.unknowns
    if len(letters) > 1:
        raise UsageError(
            f"the tree has the letters {', '.join(letters)}",
            expected="numbers for all except one: "
            + " ".join(f"--set {letter}=3" for letter in letters[1:]),
        )
    if word == "pruned" and find_search(opened.search).best_first:
        raise SearchRefused(
            f"{opened.search} has no cutoffs, so it prunes nothing",
            expected=f"visited {name}",
        )
    pieces = find_pieces(opened)
    question = f"{word} {name}".strip()
    answer: list[Interval] | None = None
    if word in ("pruned", "visited"):
        node = _node(tree, name)
        holds = {"pruned": SearchRun.is_pruned, "visited": SearchRun.is_visited}[word]
        answer = [piece.interval for piece in pieces if holds(piece.run, node)]
    elif word == "move":
        move = _move(tree, name)
        answer = [piece.interval for piece in pieces if piece.run.move == move]
    elif word == "value":
        node, value = _node_and_value(tree, name)
        if true:
            question = f"true {question}"
        searched = find_pieces(opened.true_values(), opened.domain) if true else pieces
        answer = [*pieces_with_value(searched, node, value)]
    if answer is not None:
        answer = join_whole(answer) if whole else join(answer)
    bands = join_pieces(pieces)
    return BandAnswer(
        question,
        opened.opened.label,
        opened.search,
        opened.letter,
        answer,
        whole_bands(bands) if whole else bands,
        whole=whole,
    )


def _node(tree: HandTree, name: str) -> int:
    try:
        return tree.parse(name)
    except InvalidInput as error:
        raise UsageError(error.found, expected="the name of a node", hint=error.hint) from None


def _move(tree: HandTree, name: str) -> str:
    """Return the name of a move at the root."""
    moves = [tree.name_of(edge) for edge in tree.moves(tree.initial)]
    if name not in moves:
        listed = ", ".join(moves)
        raise UsageError(
            f"the root has no move {quote(name)}",
            expected=f"one of {shorten(listed)}" if moves else "a tree with moves",
            hint=did_you_mean(name[:100], moves),
        )
    return name


def _node_and_value(tree: HandTree, text: str) -> tuple[int, Fraction]:
    """Return the node and the number of `NODE=NUMBER`."""
    name, equals, number = text.rpartition("=")
    if not equals:
        raise UsageError(f"{quote(text)} has no value", expected=QUESTIONS["value"])
    try:
        value = exact_number(number.strip().replace("−", "-"))
    except PlytraceError as error:
        raise UsageError(error.found, expected=error.expected, hint=error.hint) from None
    return _node(tree, name.strip()), value
