"""Texts by other people reach terminals, gradebooks and reports only as text."""

import csv
import io
import json
import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from engine.text import CleanStream, escape_unsafe, strip_unsafe, visible_line
from tests.support.cases import over
from tests.support.screens import run_app
from tests.support.tables import table
from tracer import trace
from tui.app import PlytraceApp
from tui.appearance.theme import CleanFilter
from tui.screens.stepper.stepper_screen import StepperScreen

#: Names with unsafe signs in them, by what these are.
HOSTILE = dict(table(__file__, "hostile"))
#: Names of people, as they are written.
LEGITIMATE = table(__file__, "legitimate")


def is_unsafe(sign):
    """Whether a terminal, or a reader, takes a sign for something else: by Unicode's own words."""
    return unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(
        sign
    ) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "BN")


def unsafe_in(text):
    return [sign for sign in text if is_unsafe(sign) and sign not in "\n\t\u200c\u200d\xad"]


@given(st.text())
def test_unsafe_characters_are_removed_from_any_text(text):
    assert unsafe_in(escape_unsafe(text).replace("\r\n", "\n")) == []
    assert unsafe_in(strip_unsafe(text)) == []
    assert not {*visible_line(text), *strip_unsafe(text)} & {*"\n\r\t\x0b\x0c\x85\u2028\u2029"}
    assert escape_unsafe(escape_unsafe(text)) == escape_unsafe(text)
    assert strip_unsafe(strip_unsafe(text)) == strip_unsafe(text)


@given(st.text())
def test_escaped_json_has_the_same_meaning(text):
    written = json.dumps(text, ensure_ascii=False)
    assert json.loads(escape_unsafe(written)) == text


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"])))
def test_letters_marks_and_symbols_are_unchanged(text):
    text = re.sub("[\u115f\u1160\u17b4\u17b5\u3164\uffa0]", "", text)
    assert escape_unsafe(text) == strip_unsafe(text) == visible_line(text) == text


@over("name", LEGITIMATE)
def test_names_of_people_are_unchanged(name):
    assert escape_unsafe(name) == strip_unsafe(name) == visible_line(name) == name


def test_confusable_names_become_equal():
    hidden = ["A\u200bnn", "\x1b[1mAnn\x1b[0m", "\ufeffAnn", "\x1b]8;;http://x\x07Ann\x1b]8;;\x07"]
    assert {strip_unsafe(one) for one in hidden} == {"Ann"}


def test_our_own_colour_codes_are_kept():
    out = io.StringIO()
    stream = CleanStream(out)
    stream.write("\x1b[31mtheirs")
    stream.write_styled("\x1b[32mours")
    assert out.getvalue() == "\\u001b[31mtheirs\x1b[32mours"


@over("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
@over("before", ["", "\u200b", "\x1b[0m", "\ufeff", "\u202e"])
def test_gradebook_names_are_never_formulas(sign, before, tmp_path):
    from tracer.classes.gradebook import write

    record = {
        "student": f"{before}{sign}HYPERLINK(1)",
        "sheet": f"{before}{sign}cmd|x",
        "score": 1,
        "max_score": 1,
        "parts": [],
        "convention": "",
        "misconceptions": [],
        "indistinguishable": [],
        "error": "",
    }
    out = io.StringIO()
    write([record], out)
    (row,) = csv.DictReader(io.StringIO(out.getvalue()))
    assert row["student"] == f"'{sign}HYPERLINK(1)"
    assert row["sheet"] == f"'{sign}cmd|x"


@over("name", HOSTILE, ms=45)
async def test_screens_escape_hostile_texts(name):
    tree = trace("lecture")
    tree.title = HOSTILE[name]
    async with run_app(PlytraceApp(StepperScreen(tree)), (100, 30)) as (app, _):
        assert any(isinstance(one, CleanFilter) for one in app.get_line_filters())
        screen = app.screen._compositor.render_strips()
        filters = app.get_line_filters()
        for strip in screen:
            for one in filters:
                strip = strip.apply_filter(one, app.screen.background_colors[1])
            assert unsafe_in(strip.text) == []
