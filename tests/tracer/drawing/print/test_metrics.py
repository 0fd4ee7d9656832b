"""Text widths are those of fonts with Helvetica's metrics, read from their files."""

from importlib import resources

import pytest

from tests.support.cases import over
from tracer.drawing.print.text_lines import text_width, wrapped


@pytest.mark.parametrize("bold", [False, True])
def test_text_has_the_width_of_the_font(bold):
    fonts = pytest.importorskip("PIL.ImageFont")
    name = f"fonts/LiberationSans-{'Bold' if bold else 'Regular'}.ttf"
    with resources.as_file(resources.files("tracer.export").joinpath(name)) as path:
        font = fonts.truetype(path, 1000)
        for letter in [*map(chr, range(32, 127)), *"éÄüçÑ–—…−×"]:
            width = font.getlength(letter)
            assert text_width(letter, 1000, bold=bold) == pytest.approx(width, abs=1), letter


def test_text_has_the_width_of_its_letters():
    assert text_width("Wm i", 10) == pytest.approx((944 + 833 + 278 + 222) / 100)
    assert text_width("買", 10) == 10
    assert text_width("e\u0301", 10) == text_width("é", 10) == text_width("e", 10)
    assert text_width("iiWW", 10, mono=True) == pytest.approx(24)


@over(
    "text", ["a", "one two three", "A_name_without_spaces_of_forty_letters_x", "x" * 40, "", "-,-,"]
)
@over("most", [5, 30, 84])
def test_wrapped_lines_fit_the_width_and_keep_the_whole_text(text, most):
    lines = wrapped(text, 10, most)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(len(line) == 1 or text_width(line, 10) <= most for line in lines)


def test_long_compound_name_is_broken_between_its_words():
    assert wrapped("ThisNameHasNoSpace", 10, 60) == ["ThisName", "HasNoSpace"]
    assert wrapped("HTTPServer", 10, 1_000) == ["HTTPServer"]
