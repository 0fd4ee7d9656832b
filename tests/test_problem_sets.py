"""The ten problem sets of the docs: pictures, and sheets that were answered by hand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
SETS = DOCS / "gallery" / "sets"
NAMES = sorted(path.stem for path in SETS.glob("*.yaml"))

#: A slip in each sheet: the right text, the student's, and the feedback.
SLIPS = {
    "alpha-beta": ("C C1 D D1", "C C1 C2 C3 D D1", "the search leaves C after C1"),
    "move-order": ("C (6, inf) skips G\n", "", "the cutoff at C is missing"),
    "chance": ("C=4, D=4", "C=1, D=4", "C is 4, not 1"),
    "games": ("8 9, 8 9 4, 9\n", "9\n", "8 9, 8 9 4 are missing"),
    "deepening": ("D D1 D2 D D1 D2", "D D1 D2", "D is searched again with the window (5, +∞)"),
    "normal-form": ("(1/3 left + 2/3 right,", "(2/3 left + 1/3 right,", "is not an equilibrium"),
    "mcts": ("(2,4) (4,2)", "(2,4) (3,3)", "5 of 6 in the right order"),
    "variants": ("C (67, inf) skips H I", "C (67, inf) skips H", "It skips H, I, not H"),
    "quiz": ("C (4, 4) skips C3", "C (4, inf) skips C3", "β is 4, not +∞"),
    "exam": ("A (4, 6), B", "A (-inf, inf), B", "The search begins with (4, 6)"),
}


def test_every_set_has_an_answered_sheet_and_a_slip():
    assert len(NAMES) == 10
    assert [*NAMES] == sorted(path.stem for path in (SETS / "answers").glob("*.txt"))
    assert [*NAMES] == sorted(SLIPS)


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("make_sets", DOCS / "make_sets.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_stale_missing_surplus_and_unseen_pictures_are_found(script, tmp_path):
    for name in "abd":
        (tmp_path / f"{name}.png").write_bytes(b"1")
    made = {"a.png": b"2", "b.png": b"1", "c.png": b"1"}
    page = '<img src="gallery/sets/a.png"> <img src="gallery/sets/e.png">'
    assert [*script.find_faults(made, tmp_path, page)] == [
        "a.png is out of date",
        "b.png is in no page",
        "c.png is missing",
        "d.png belongs to no set",
        "e.png belongs to no set",
    ]
