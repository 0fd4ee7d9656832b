"""Two statements of a sheet about the nodes that are skipped are one answer only if they agree."""

import json
from itertools import product

from tests.support.cases import over
from tests.tracer.worksheet.made import set_of
from tracer.marking.grading.make_grader import AnyGrader
from tracer.marking.reading.formats import sheet_of_text

#: Ways of saying what is skipped at C, by whether they have its window.
WITHOUT_WINDOW = (
    "cutoffs:\nC: {}",
    "Beta cutoff at C: {}",
    "| node | pruned |\n|---|---|\n| C | {} |",
    "{} pruned at C",
    "{} are pruned",
    "We prune {}.",
    "{} are cut off because 2 <= 3",
)
WITH_WINDOW = (
    "cutoffs:\nC (3, inf) skips {}",
    "cutoffs: C, alpha: 3, beta: inf, skipped: {}",
    "cutoffs:\nNode: C\nAlpha: 3\nBeta: inf\nSkipped: {}",
    "cutoffs:\n| node | alpha | beta | pruned |\n|---|---|---|---|\n| C | 3 | inf | {} |",
    "C (3, inf) skips {}",
    "At C (3, inf) {} are skipped",
)
#: Labels of a list, which are those of the part `pruned` if the key asks for it.
LABELLED = (
    "pruned: {}",
    "Pruned - {}",
    "Pruned leaves\n{}",
    "Pruned\n{}",
    "## Pruned nodes\n\n{}",
)
BETWEEN = ("\n", "\n\n", "\n\nvalues: A=3 B=3 C=2 D=2\n\n")
LISTS = (("C2", "C2, C3"), ("C2, C3", "C2"), ("C3", "C2, C3"), ("C2, C3", "C3"))
PARTS = ({"cutoffs": 4}, {"pruned": 4}, {"cutoffs": 4, "pruned": 4})
EVERY = (*WITHOUT_WINDOW, *WITH_WINDOW, *LABELLED)


def grader(parts: dict[str, int]) -> AnyGrader:
    key = {"source": "lecture", "search": "alphabeta", "accept": ["aima"], "parts": parts}
    return set_of(json.dumps(key)).graders[0]


GRADERS = tuple(map(grader, PARTS))


@over(("first", "second", "between", "lists"), [*product(EVERY, EVERY, BETWEEN, LISTS)], ms=150)
def test_sheet_waits_if_two_of_its_lists_of_skipped_nodes_differ(
    first: str, second: str, between: str, lists: tuple[str, str]
):
    text = first.format(lists[0]) + between + second.format(lists[1])
    for one in GRADERS:
        marked = one.mark(sheet_of_text(text, "sheet", ".txt"))
        assert not all(part.ok for part in marked.parts), marked.record()
        has_own_answers = len(marked.parts) == 2 and (first in LABELLED) != (second in LABELLED)
        if not has_own_answers:
            assert all(part.pending for part in marked.parts), marked.record()
            assert marked.score == 0


@over(("first", "second", "between"), [*product(EVERY, EVERY, BETWEEN)], ms=150)
def test_sheet_is_right_or_waits_if_its_lists_of_skipped_nodes_agree(
    first: str, second: str, between: str
):
    text = first.format("C2, C3") + between + second.format("C3, C2")
    has_window = not {first, second}.isdisjoint(WITH_WINDOW)
    for one in GRADERS:
        marked = one.mark(sheet_of_text(text, "sheet", ".txt"))
        for part in marked.parts:
            is_due = has_window or part.part == "pruned"
            assert part.ok or part.pending or not is_due, marked.record()


@over(("first", "second"), [*product(WITH_WINDOW[:4], (*LABELLED, *WITHOUT_WINDOW[3:6]))])
def test_sheet_is_right_if_a_list_below_its_cutoff_agrees(first: str, second: str):
    text = first.format("C2, C3") + "\n\nvalues: A=3 B=3 C=2 D=2\n\n" + second.format("C2, C3")
    for one in GRADERS:
        marked = one.mark(sheet_of_text(text, "sheet", ".txt"))
        assert marked.ok, marked.record()
