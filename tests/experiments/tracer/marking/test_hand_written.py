"""Sheets as students write them, with the marks that a person gives them by the rules.

The marks are worked out by hand: an order is worth its longest common subsequence less what should
not be there, over the length of the right one; each node counts, of windows each bound; a cutoff is
shared by its node and its fields; what is missing earns nothing; of the entries that follow from a
slip, all but the one that is worth most count.
"""

from __future__ import annotations

from tests.tracer.marking.test_hand_written import FORK, HERE, grader
from tracer.marking.reading.formats import sheets_in


def test_departure_is_at_the_end_if_move_and_value_are_wrong_in_a_game():
    (sheet,) = sheets_in(HERE / "sheets" / "takes-the-corner.txt")
    marked = grader(FORK).mark(sheet)
    assert (marked.score, marked.most) == (0, 2)
    assert marked.departure is not None
    # 93 visits: each is entered and left.
    assert (marked.departure.step, marked.departure.node) == (185, "root")
