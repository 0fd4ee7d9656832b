"""A slip costs something, even if it shows in a part that is right as it is written."""

from itertools import permutations, product

from engine.conventions import parse_convention
from tests.support.cases import over
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of

NAMES = "BCD"
#: What the leaves below each node are worth: one node is best, and one leaf of it.
LEAVES = {"B": (4, 2), "C": (3, 9), "D": (8, 1)}


def swapped(labels):
    """A tree whose moves have the names of nodes that they need not lead to."""
    children = ", ".join(
        f"{label}: {{id: {node}, children: {[*LEAVES[node]]}}}"
        for label, node in zip(labels, NAMES, strict=True)
    )
    return f"{{tree: {{id: A, children: {{{children}}}}}}}"


@over("labels", [*permutations(NAMES)], ms=45)
def test_wrong_line_loses_points_if_moves_have_names_of_other_nodes(labels):
    # MAX takes C, whose lower leaf is worth 3; the others come to 2 and 1.
    label = labels[NAMES.index("C")]
    grader = Grader(Problem("swapped", swapped(labels), parts={"move": 1, "line": 1}))
    seconds = [f"{node}{place}" for node in NAMES for place in (1, 2)]
    for move, first, second in product(NAMES, NAMES, seconds):
        marked = grader.mark(sheet_of({"move": move, "line": [first, second]}, "sheet"))
        is_right = {move, first} <= {"C", label} and second == "C1"
        assert marked.ok == is_right, (move, first, second)
        assert (marked.score == marked.most) == is_right, (move, first, second)


def test_departure_is_not_at_a_value_that_follows_from_a_slip():
    grader = Grader(Problem("lecture", "lecture", accept=(parse_convention("aima"),)))
    visits = "A B B1 B2 B3 C C1 D D1"
    _, places = grader.wrong(sheet_of({"visits": visits, "values": "A=14 B=14 C=2 D=14"}, "sheet"))
    assert [(place.node, place.claim) for place in places][:1] == [("B", "write B = 14")]
    assert "write A = 14" not in [place.claim for place in places]
