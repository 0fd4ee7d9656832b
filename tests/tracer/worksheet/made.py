"""Specs for the tests, and worksheets made from them."""

import re

from tests.support.pages import blocks
from tests.support.tables import table
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.spec import read_spec

#: Problems of every kind, each with all parts that it can be asked for.
PROBLEMS = dict(table(__file__, "problems"))

#: The game of the documentation, a class `Pile`.
OWN_GAME = blocks("own-games.md", "python")[0]

#: Problems that are searches.
SEARCHES = {
    name: text for name, text in PROBLEMS.items() if "matrix:" not in text and "mcts:" not in text
}

#: Random trees, beside the problems of `PROBLEMS`.
RANDOM = {
    f"random {seed}": f"{{generate: {{plies: {plies}, branching: [2, 3], cutoffs: 2..6, root: "
    f"{'min' if seed % 2 else 'max'}}}, search: alphabeta, convention: {convention}, parts: "
    "[visits, values, windows, cutoffs, move, counts, minimax]}"
    for seed, (plies, convention) in enumerate(
        [(3, "aima"), (3, "cs188"), (4, "aima"), (4, "comp341"), (3, "aima"), (4, "cs188")]
    )
}
#: The same and random trees.
EXPLAINED = {**SEARCHES, **RANDOM}


def spec_of(*problems, head="title: T"):
    """A spec with these problems."""
    listed = "".join(f"  - {problem}\n" for problem in problems)
    return read_spec(f"{head}\nproblems:\n{listed}", "spec.yaml")


def set_of(*problems, head="title: T", variant=None):
    """What is made of such a spec."""
    return WorksheetMaker(spec_of(*problems, head=head)).make(variant)


def filled_text(form, answers):
    """Complete a form in text: its sections, given the answers to each problem by part."""
    sections = re.split(r"^Problem \d+.*$", form, flags=re.MULTILINE)[1:]
    for section, parts in zip(sections, answers, strict=True):
        lines = section
        for part, answer in parts.items():
            lines, count = re.subn(
                rf"^{part}:.*$", lambda _, p=part, a=answer: f"{p}: {a.text}", lines, flags=re.M
            )
            assert count == 1, (part, section)
        yield lines
