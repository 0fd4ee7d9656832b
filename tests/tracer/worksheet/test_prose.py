"""Markdown is parsed to plain data and agrees with the renderer of the parser."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.support.html_reader import Page
from tests.support.problem_sets import problem_set
from tracer.worksheet.rendering import html_prose, latex_prose, plain_words, prose_data

#: Prose of every kind.
INSTRUCTIONS = problem_set()[0].instructions


class Shape(Page):
    """The tags and the text of HTML, without how they are laid out."""

    @property
    def tags(self):
        return [(tag, attributes.get("href")) for tag, attributes in self.elements]

    @property
    def text(self):
        return "".join("".join(self.words).split())


def shapes(text):
    theirs = Shape(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    return Shape(html_prose(text)), theirs


@pytest.mark.parametrize(
    "text",
    [
        INSTRUCTIONS,
        "a **b _c_** `d`  \ne <b>f</b>",
        "3. x\n4. y\n   > q\n\n---\n",
        "```\nif v >= beta:\n    return v\n```",
        "| a | b |\n| - | -: |\n| *1* | `2` |\n",
        "",
    ],
)
def test_html_equals_that_of_the_reference_renderer(text):
    ours, theirs = shapes(text)
    # Headings are no headings here, a tight item's paragraph is one, code has no element of its own
    # within its lines. Tables stand in a box that scrolls.
    leave = {"p", "code", "div"}
    assert [one for one in ours.tags if one[0] not in leave] == [
        one for one in theirs.tags if one[0] not in leave
    ]
    assert ours.text == theirs.text


@given(st.text("ab *_`<>&\\[]()#|-\n!1.$%~\"'", max_size=60))
def test_any_text_keeps_its_words(text):
    ours, theirs = shapes(text)
    if "img" not in dict(theirs.tags):  # a picture is its text here
        assert ours.text == theirs.text
    assert not {"script", "img", "b"} & {tag for tag, _ in ours.tags}


def test_raw_html_is_treated_as_text():
    (paragraph,) = prose_data('<img src="x.png"> <b>bold</b>')
    assert paragraph["kind"] == "paragraph"
    assert plain_words(paragraph["inside"]) == '<img src="x.png"> <b>bold</b>'


def test_external_resources_are_removed():
    assert html_prose("![a board](https://example.org/x.png)") == "<p>a board</p>"
    assert "javascript" not in html_prose("[a](javascript:alert)").partition("href")[2]


def test_lists_tables_and_links_are_read():
    _, numbered, links, last = prose_data(INSTRUCTIONS)
    assert last["kind"] == "table"
    assert last["sides"] == ["left", "right"]
    assert (numbered["start"], len(numbered["items"])) == (1, 2)
    inner = numbered["items"][1][1]
    assert (inner["kind"], inner["start"]) == ("items", None)
    assert links["kind"] == "paragraph"
    first, second = (one for one in links["inside"] if one["kind"] == "link")
    assert (first["tell"], second["tell"]) == (True, False)
    assert first["url"] == "https://example.org/notes?a=1&b=2#alpha_beta"


def test_latex_lists_are_limited_in_depth():
    deep = "\n".join("  " * level + "- x" for level in range(8))
    text = latex_prose(deep)
    assert text.count(r"\begin{itemize}") == text.count(r"\end{itemize}") == 3
    assert len(re.findall(r"\bx\b", text)) == 8


def test_latex_prose_reads_back():
    assert latex_prose("First, α-β: don't *stop*; -- 5 [x]") == (
        r"First, \ensuremath{\alpha}-\ensuremath{\beta}: don't \emph{stop}; -{}- 5 {[}x{]}"
    )
