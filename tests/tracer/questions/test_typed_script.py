"""The reader of pages has the words and patterns of the reader here, as scripts can read them."""

import re

import pytest

from tests.support.page_scripts import NODE, run_script, unread_by_page
from tests.support.tables import table
from tracer.questions.typed_script import list_field_patterns, reader_table, with_reader
from tracer.questions.typed_text import DOUBT, WORDS, is_none, is_unanswered, normalized

CHECKED = table(__file__, "checked")
#: The names of a figure, the root's first.
NAMES = ["A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3"]
in_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def test_patterns_have_nothing_that_scripts_do_not_know():
    for name, pattern in {**reader_table()["patterns"], **list_field_patterns()}.items():
        assert not re.search(r"\\[AZ]|\(\?>|\(\?P|\(\?[a-z]|[+*?}]\+", pattern), name


def test_table_has_the_words_of_sheets():
    found = reader_table()
    assert {about: {*words} for about, words in found["words"].items() if about in WORDS} == WORDS
    patterns = list_field_patterns()
    assert patterns["doubt"] == DOUBT.pattern
    for phrase in ("none", "nothing is pruned", "there are none", "no cutoffs"):
        assert is_none(phrase)
        assert re.fullmatch(patterns["none"], phrase, re.IGNORECASE)
    for phrase in ("n/a", "?", "-"):
        assert is_unanswered(phrase)
        assert re.fullmatch(patterns["blankCell"], phrase, re.IGNORECASE)
    for sign, plain in found["signs"].items():
        assert normalized(sign) == normalized(plain)


def test_script_of_a_page_is_whole():
    script = with_reader("const READER = TYPED_READER;")
    assert script.startswith("const READER = ((TABLE) => {")
    fields = with_reader("const listUnread = FIELD_READER;")
    assert fields.startswith("const listUnread = ((READER, TABLE) => {")
    assert script.removeprefix("const READER = ").removesuffix(";") in fields
    assert not re.search("TYPED_|FIELD_", script + fields)
    assert not re.search(r"</script|<!--", fields)


@in_node
def test_every_pattern_is_one_of_scripts():
    script = "function say(patterns) { return Object.entries(patterns).filter(([, source]) => {"
    script += " try { new RegExp(source, 'gisu'); return false; } catch { return true; } }); }"
    every = {**reader_table()["patterns"], **list_field_patterns()}
    assert run_script(script, every) == []


@in_node
def test_page_to_fill_in_says_what_a_sheet_would_not_read():
    asked = [(field, text) for field, text, _ in CHECKED]
    found = zip(asked, unread_by_page(NAMES, asked), strict=True)
    said = [[*asked, [*dict.fromkeys(unread)]] for asked, unread in found]
    assert said == [[*case] for case in CHECKED]
