"""Frames: one figure per step, all of one size, with nodes in fixed places."""

import re
from xml.etree import ElementTree

import pytest

from engine.errors import UsageError
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace
from tracer.export.figures import (
    chosen_steps,
    frame_names,
    leftover_frames,
    steps_between,
    write_pages,
)
from tracer.export.format import ExportOptions, find_format


def shapes(svg):
    """The size of a figure and where its signs stand."""
    root = ElementTree.fromstring(svg)
    signs = [
        (
            one.tag,
            *(one.get(name) for name in ("points", "cx", "cy", "r", "x", "y", "width", "height")),
        )
        for one in root.iter()
        if one.get("class") == "sign"
    ]
    return root.get("viewBox"), root.get("width"), signs


@pytest.mark.parametrize("show", ["key", "windows"])
def test_frames_equal_the_figures_of_their_steps_and_nothing_moves(show):
    t = trace("lecture")
    made = list(t.frames("svg", show=show))
    assert made == [t.export("svg", step=step, show=show) for step in range(22)]
    assert len({str(shapes(one)) for one in made}) == 1
    assert len(shapes(made[0])[2]) == 13
    assert len(set(made)) == 22


@pytest.mark.parametrize(("source", "search"), [("dice", None), ("lecture", "expectimax")])
@pytest.mark.parametrize("visits", [1, 3, 7])
def test_stopped_search_has_frames(source, search, visits):
    t = trace(source, search, max_visits=visits)
    made = list(t.frames("svg"))
    assert len(made) == len(t.tour)
    assert len({str(shapes(one)) for one in made}) == 1


@pytest.mark.parametrize("name", ["dot", "forest"])
def test_other_figures_have_frames_too(name):
    t = trace([[1, 2], [3, 4]])
    assert list(t.frames(name, range(3, 5))) == [t.export(name, step=3), t.export(name, step=4)]


def ranges(options):
    """Options in which a text such as 3:8 is a range of steps."""
    return {
        name: range(*map(int, one.split(":"))) if isinstance(one, str) and ":" in one else one
        for name, one in options.items()
    }


@over(("steps", "every", "chosen"), table(__file__, "chosen_steps"))
def test_steps_are_selected_and_the_last_is_always_included(steps, every, chosen):
    steps, chosen = ranges({"steps": steps, "chosen": chosen}).values()
    assert chosen_steps(trace("lecture"), steps, every) == list(chosen)


@over(("arguments", "message"), table(__file__, "frames_refused"))
def test_invalid_requests_are_refused_before_the_first_frame(arguments, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        trace("lecture").frames(**ranges(arguments))


def test_too_many_frames_are_refused():
    with pytest.raises(UsageError, match=r"expected at most 10,000\. Choose a range"):
        chosen_steps(trace("tic-tac-toe"))


@pytest.mark.parametrize(("source", "name"), table(__file__, "frame_names"))
def test_files_are_named_by_source_and_step(source, name):
    assert frame_names(trace(source), find_format("svg"), [7]) == [name]


def test_file_numbers_of_long_searches_sort():
    t = trace("tic-tac-toe", max_visits=3000)
    assert frame_names(t, find_format("png"), [7]) == ["tic-tac-toe-0007.png"]


def test_a_pdf_has_a_page_for_each_step(tmp_path):
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    t, path = trace("lecture"), tmp_path / "x.pdf"
    assert write_pages(t, path, ExportOptions(show="windows"), [0, 9, 21]) == 3
    pages = pypdf.PdfReader(path).pages
    assert len({(page.mediabox.width, page.mediabox.height) for page in pages}) == 1
    texts = [page.extract_text() for page in pages]
    assert "≤ 2" in texts[2]
    assert "≤ 2" not in texts[0]
    assert write_pages(t, tmp_path / "none.pdf", ExportOptions(), []) == 0
    assert not (tmp_path / "none.pdf").exists()


@pytest.mark.parametrize(
    ("first", "last", "steps"),
    [(0, 3, range(4)), (-3, -1, range(19, 22)), (4, -1, range(4, 22)), (-1, -1, range(21, 22))],
)
def test_negative_steps_count_from_the_end(first, last, steps):
    assert steps_between(trace("lecture"), first, last) == steps


@pytest.mark.parametrize(("first", "last"), [(3, 22), (-23, -1), (21, -3), (-1, 3)])
def test_steps_outside_the_search_are_refused(first, last):
    with pytest.raises(UsageError, match=f"there are no steps {first} to {last}"):
        steps_between(trace("lecture"), first, last)


def test_only_frames_of_an_earlier_export_are_found(tmp_path):
    t, format_ = trace("lecture"), find_format("svg")
    for name in (
        *("lecture-000.svg", "lecture-011.svg", "lecture-1000.svg"),
        *("lecture-001.png", "lecture-1.svg", "lecture.svg", "other-002.svg", "xlecture-003.svg"),
    ):
        (tmp_path / name).write_text("", encoding="utf-8")
    written = frame_names(t, format_, [0, 1])
    assert leftover_frames(tmp_path, t, format_, written) == ["lecture-011.svg", "lecture-1000.svg"]


# Export options are checked for every caller: no invalid one silently gives a key -----------------


FIGURES = ("svg", "dot", "forest", "png", "pdf")


@over("show", ["Worksheet", "worksheets", "", None, 1, ["worksheet"]])
@over("name", FIGURES)
def test_misspelt_worksheet_option_never_gives_the_answer_key(name, show):
    t = trace("lecture")
    with pytest.raises(
        UsageError, match=r"show cannot be .*; expected one of worksheet, key, windows"
    ):
        t.export(name, show=show)
    with pytest.raises(UsageError, match="show cannot be"):
        t.frames(name, show=show)


def test_probable_spelling_is_suggested():
    with pytest.raises(UsageError, match="Did you mean worksheet"):
        trace("lecture").export("svg", show="Worksheet")


@over(("options", "message"), table(__file__, "option_values"))
def test_every_option_validates_itself(options, message):
    with pytest.raises(UsageError) as caught:
        ExportOptions(**options)
    assert message in str(caught.value)


def test_ends_of_a_range_are_in_it():
    assert ExportOptions(width=20, dpi=18).width == 20
    assert ExportOptions(dpi=2400).dpi == 2400


def test_numpy_numbers_are_numbers():
    numpy = pytest.importorskip("numpy")
    t = trace("lecture")
    assert t.export("svg", step=numpy.int64(11)) == t.export("svg", step=11)
