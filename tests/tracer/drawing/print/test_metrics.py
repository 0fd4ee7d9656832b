"""Text widths are those of fonts with Helvetica's metrics, read from their files."""

import struct
from pathlib import Path

import pytest

from tests.support.cases import over
from tracer.drawing.print.text_lines import text_width, wrapped

#: Liberation Sans, which has the widths of Helvetica and Arial.
FONTS = {
    False: Path("/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf"),
    True: Path("/usr/share/fonts/truetype/liberation2/LiberationSans-Bold.ttf"),
}


def advances(path):
    """The widths of a TrueType font's letters in thousandths (tables cmap format 4 and hmtx)."""
    data = path.read_bytes()
    tables = {}
    for number in range(struct.unpack(">H", data[4:6])[0]):
        tag, _, offset, _ = struct.unpack(">4sLLL", data[12 + 16 * number : 28 + 16 * number])
        tables[tag.decode()] = offset
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (metrics,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    cmap = tables["cmap"]
    for number in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        platform, encoding, offset = struct.unpack_from(">HHL", data, cmap + 4 + 8 * number)
        if (platform, encoding) == (3, 1):
            at = cmap + offset
    count = struct.unpack_from(">H", data, at + 6)[0] // 2

    def column(number, code="H"):
        skip = 2 if number else 0  # a pad behind the first column
        return struct.unpack_from(f">{count}{code}", data, at + 14 + 2 * count * number + skip)

    ends, starts, deltas, offsets = column(0), column(1), column(2), column(3)

    def width(letter):
        code = ord(letter)
        place = next(number for number, end in enumerate(ends) if end >= code)
        assert starts[place] <= code, letter
        if offsets[place]:
            where = at + 16 + 2 * count * 3 + 2 * place + offsets[place]
            (glyph,) = struct.unpack_from(">H", data, where + 2 * (code - starts[place]))
        else:
            glyph = (code + deltas[place]) % 65536
        row = min(glyph, metrics - 1)
        return struct.unpack_from(">H", data, tables["hmtx"] + 4 * row)[0] * 1000 / units

    return width


@pytest.mark.parametrize("bold", [False, True])
def test_ascii_text_has_the_width_of_the_font(bold):
    if not FONTS[bold].exists():
        pytest.skip("Liberation Sans is not installed")
    width = advances(FONTS[bold])
    for letter in [*map(chr, range(32, 127)), *"éÄüçÑ–—…−×"]:
        assert text_width(letter, 1000, bold=bold) == pytest.approx(width(letter), abs=1), letter


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
