"""The ten problem sets of the docs: pictures, and sheets that were answered by hand."""

from pathlib import Path

import pytest

from tests.support.pages import load_maker
from tests.support.tables import table

DOCS = Path(__file__).parent.parent / "docs"
SETS = DOCS / "gallery" / "sets"
NAMES = sorted(path.stem for path in SETS.glob("*.yaml"))

#: A slip in each sheet: the right text, the student's, and the feedback.
SLIPS = dict(table(__file__, "slips"))


def test_every_set_has_an_answered_sheet_and_a_slip():
    assert len(NAMES) == 10
    assert [*NAMES] == sorted(path.stem for path in (SETS / "answers").glob("*.txt"))
    assert [*NAMES] == sorted(SLIPS)


@pytest.fixture(scope="module")
def script():
    return load_maker("make_sets")


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
