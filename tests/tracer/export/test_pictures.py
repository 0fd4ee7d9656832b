"""PNG and PDF figures: the right size, the right ink, the right words, the same every time."""

import io
import re
import sys

import pytest

from engine.errors import InvalidInput, UsageError
from engine.text import install_command
from tests.support.cases import over, scaled
from tests.support.drawn_trees import random_tree
from tracer import trace
from tracer.drawing.print.diagram_layout import lay_out
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.svg_figure import PALETTES

pytest.importorskip("typst")
chops = pytest.importorskip("PIL.ImageChops")
image = pytest.importorskip("PIL.Image")
pypdf = pytest.importorskip("pypdf")


def picture(t, **options):
    return image.open(io.BytesIO(t.export("png", **options))).convert("RGB")


def document(data):
    return pypdf.PdfReader(io.BytesIO(data))


def placed(t, **options):
    return lay_out(diagram_of(t, **options))


def colours(drawn):
    return {colour for _, colour in drawn.getcolors(drawn.width * drawn.height)}


def rgb(colour):
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


@over("dpi", [72, 150, 192], ms=45)
@over("source", ["lecture", "dice", "tic-tac-toe@xox|xxo|o.."])
def test_a_picture_has_the_size_of_the_layout(source, dpi):
    t = trace(source)
    layout = placed(t)
    wide, high = picture(t, dpi=dpi).size
    assert 0 <= wide - layout.width * dpi / 72 < 1.1
    assert 0 <= high - layout.height * dpi / 72 < 1.1


@over("theme", ["auto", "light", "dark", "print"], ms=45)
def test_best_line_is_bold(theme):
    t = trace("lecture")
    diagram = diagram_of(t)
    layout = lay_out(diagram)
    drawn = picture(t, theme=theme, dpi=288)  # four dots a point
    palette = PALETTES["light" if theme == "auto" else theme]
    assert drawn.getpixel((2, 2)) == rgb(palette["paper"])
    bold = thin = 0
    for edge in layout.edges:
        node = diagram.nodes[edge.child]
        (x1, y1), (x2, y2) = edge.points[0], edge.points[-1]
        assert len(edge.points) == 2
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        # How wide the stroke is at its middle, across, in points.
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        across = (-(y2 - y1) / length, (x2 - x1) / length)
        colour = rgb(palette["best" if node.best else "ink"])
        dots = sum(
            drawn.getpixel((round(4 * (x + s * across[0])), round(4 * (y + s * across[1]))))
            == colour
            for s in (k / 8 for k in range(-24, 25))
        )
        if node.best:
            bold += 1
            assert 1.9 <= dots / 8 <= 2.7
        elif not node.skipped:
            thin += 1
            assert dots / 8 <= 1.0
    assert (bold, thin) == (2, 8)


def test_worksheet_has_no_answer_colours():
    answers = {rgb(PALETTES["light"]["best"]), rgb(PALETTES["light"]["cut"])}
    assert answers <= colours(picture(trace("lecture")))
    assert not answers & colours(picture(trace("lecture"), show="worksheet"))


@over("kind", ["png", "pdf"])
def test_worksheet_is_the_same_after_any_search(kind):
    made = {
        trace("lecture", search, **options).export(kind, show="worksheet")
        for search, options in (("minimax", {}), ("alphabeta", {"order": "right-to-left"}))
    }
    assert len(made) == 1


def test_pdf_has_the_texts_of_the_figure_on_a_page_of_its_size():
    t = trace("lecture")
    layout = placed(t, show="windows")
    read = document(t.export("pdf", show="windows"))
    (page,) = read.pages
    assert abs(float(page.mediabox.width) - layout.width) < 0.01
    assert abs(float(page.mediabox.height) - layout.height) < 0.01
    words = page.extract_text()
    for text in ("MAX", "MIN", "≤ 2", "(3, +∞)", "(−∞, +∞)", "14", "C3"):
        assert text in words
    assert read.metadata.title == "Answer key: Lecture example"
    assert read.metadata.creation_date is None


def test_every_font_is_in_the_pdf():
    read = document(trace("lecture").export("pdf"))
    fonts = _fonts(read)
    assert fonts
    assert all("LiberationSans" in name for name in fonts)


def _fonts(read):
    return {
        str(one["/BaseFont"])
        for one in (number.get_object() for number in _objects(read))
        if isinstance(one, dict) and one.get("/Type") == "/Font"
    }


def _objects(read):
    return [pypdf.generic.IndirectObject(n, 0, read) for n in sorted(read.xref[0])] + [
        pypdf.generic.IndirectObject(n, 0, read) for n in sorted(read.xref_objStm)
    ]


@over("dpi", [72, 96, 100, 144, 150, 192, 200, 300], ms=45)
def test_picture_loses_no_row_or_column_of_pixels(dpi):
    t = trace("lecture")
    fine = picture(t, dpi=4 * dpi).convert("L")
    drawn = picture(t, dpi=dpi).convert("L")
    fine = fine.crop((0, 0, drawn.width * 4, drawn.height * 4)).resize(
        drawn.size, image.Resampling.BOX
    )
    inside = (0, 0, drawn.width - 2, drawn.height - 2)
    differ = chops.difference(drawn.crop(inside), fine.crop(inside))
    assert differ.getextrema()[1] < 90  # of 255; a stroke that is broken differs by 150 and more


def test_random_trees_are_drawn_visibly():
    for seed in range(scaled(3, 60)):
        t = trace(random_tree(seed))
        drawn = picture(t, dpi=72)
        assert len(colours(drawn)) > 5


def test_letters_missing_from_the_fonts_are_accepted(tmp_path):
    path = tmp_path / "odd.yaml"
    path.write_text("tree: {id: 树ΩЖ, children: {é: 1, ♔: 2}}\n", encoding="utf-8")
    read = document(trace(path).export("pdf"))
    assert "Ж" in read.pages[0].extract_text()


def test_too_large_a_picture_is_refused_with_advice_that_fits():
    t = trace("lecture")
    with pytest.raises(UsageError, match=r"expected 18 to 2,400"):
        t.export("png", dpi=5)
    wide = trace([list(range(20))] * 20)
    with pytest.raises(UsageError, match=r"at most 100 million: \d+ dots per inch") as refused:
        wide.export("png", dpi=2400)
    fits = int(str(refused.value).split("million: ")[1].split()[0])
    layout = placed(wide)
    assert layout.width * layout.height * (fits / 72) ** 2 <= 100_000_000
    assert layout.width * layout.height * ((fits + 1) / 72) ** 2 > 100_000_000


def test_page_is_limited_to_the_maximum_of_pdf():
    wide = trace([list(range(100))] * 9)
    layout = placed(wide)
    assert layout.width > 14_400
    (page,) = document(wide.export("pdf")).pages
    shape = float(page.mediabox.width) / float(page.mediabox.height)
    assert float(page.mediabox.width) <= 14_400.01
    assert shape == pytest.approx(layout.width / layout.height, rel=1e-3)


@over("kind", ["png", "pdf"])
def test_missing_package_is_reported(kind, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(InvalidInput, match=re.escape(install_command("figures"))):
        trace([1, 2]).export(kind, tmp_path / f"x.{kind}")
    assert not list(tmp_path.iterdir())
