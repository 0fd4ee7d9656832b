"""Each node that a sentence names as pruned is read, or the sentence is listed as unread."""

import json
from itertools import permutations, product
from typing import Any

from tests.support.cases import over
from tests.tracer.worksheet.made import set_of
from tracer.marking.grading.make_grader import AnyGrader
from tracer.marking.reading.formats import sheet_of_text

DETERMINERS = (
    *("", "at ", "the ", "node ", "the node ", "the leaf ", "the child ", "the leaf at "),
    *("the branch at ", "the subtree at ", "the subtree below ", "everything at "),
)
SENTENCES = (
    "{} and {} are pruned.",
    "{} is pruned, and {} is pruned.",
    "We prune {} and {}.",
    "{}, {} are never visited.",
    "Pruned: {}, {}",
    "Skipped node: {}; {}",
)
#: Trees, and nodes of which a sentence names two.
TREES: tuple[tuple[Any, tuple[str, ...]], ...] = (
    ([[5, 9, 7], [3, 8, 6], [7, 4, 9]], ("C2", "C3", "D3")),
    ([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3]]], ("H2", "J", "E2")),
)


def grader(tree: Any) -> AnyGrader:
    key = {"tree": tree, "search": "alphabeta", "accept": ["aima"], "parts": {"pruned": 4}}
    return set_of(json.dumps(key)).graders[0]


GRADED = [(grader(tree), nodes) for tree, nodes in TREES]


@over(("words", "sentence"), [*product(product(DETERMINERS, repeat=2), SENTENCES)], ms=50)
def test_sentence_has_all_nodes_that_it_names_or_is_unread(words: tuple[str, str], sentence: str):
    for one, nodes in GRADED:
        for first, second in permutations(nodes, 2):
            text = sentence.format(words[0] + first, words[1] + second)
            marked = one.mark(sheet_of_text(text, "sheet", ".txt"))
            read = {*marked.parts[0].read.split()}
            assert marked.unread or read == {first, second}, marked.record()


def test_two_words_for_nodes_leave_nothing_in_doubt():
    one, _ = GRADED[0]
    for text in ("the node C2 and node D3 are pruned.", "We prune node C2 and the leaf at D3."):
        (part,) = one.mark(sheet_of_text(text, "sheet", ".txt")).parts
        assert (part.read, part.pending) == ("C2 D3", False)
