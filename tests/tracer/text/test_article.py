"""Articles have every text in every format, whatever its characters."""

import re
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.html_reader import Page
from tests.support.programs import needed, run_pdflatex
from tests.support.tables import table
from tracer.text.document import (
    ARTICLE_FORMATS,
    BOLD,
    DOCUMENT_FORMATS,
    Article,
    Board,
    Bullets,
    Heading,
    Layout,
    Paragraph,
    Table,
    format_text,
)
from tracer.text.printable_text import cell_width
from tui.cli.commands import compare, matrix, mcts, report

HOSTILE = table(__file__, "hostile_texts")

texts = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1).map(str.strip)


def article(words):
    rows = [[word, f"{BOLD}{word}{BOLD}", "−1/2"] for word in words]
    table = Table(["name", "bold", "number"], rows, frozenset({0, 1}))
    blocks = [Heading(words[-1]), Paragraph(words[0]), Bullets(words), table, Board("x .\n. o")]
    return Article(words[0], blocks)


def cells_of_markdown(line):
    cells = re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1]
    return [re.sub(r"\\(.)", r"\1", cell.strip().replace("**", "")) for cell in cells]


@given(st.lists(texts.filter(bool), min_size=1, max_size=4))
def test_page_has_every_text(words):
    page = Page("".join(ARTICLE_FORMATS["html"](article(words))))
    assert page.texts["h1"] == page.texts["title"] == words[:1]
    assert page.texts["li"] == words
    assert page.texts["b"] == words
    assert page.texts["td"][::3] == words
    assert page.texts["pre"] == ["x .\n. o"]
    kinds = [one.get("class", "") for one in page.all("td")]
    assert kinds == ["text", "text", ""] * len(words)


def test_markdown_has_every_text():
    lines = "".join(ARTICLE_FORMATS["md"](article(HOSTILE))).splitlines()
    table = [line for line in lines if line.startswith("| ")]
    assert table[1] == "| :-- | :-- | --: |"
    for word, line in zip(HOSTILE, table[2:], strict=True):
        cells = [one.replace("*", "") for one in cells_of_markdown(line)]
        assert cells == [word.replace("*", ""), word.replace("*", ""), "−1/2"]


@given(st.lists(texts.filter(bool), min_size=1, max_size=4), st.integers(20, 100))
def test_text_has_every_text_within_its_width(words, width):
    """Words may be broken at the width, and spaces between them may be line ends."""
    text = format_text(article(words), Layout(width))
    packed = "".join(text.split())
    for word in words:
        assert "".join(word.split()) in packed, word
    prose = text.partition("name ")[0]
    assert max(map(cell_width, prose.splitlines())) <= width


def test_long_texts_of_a_table_that_is_too_wide_are_below_their_rows():
    rows = [["a" * 30, "████", "1", "one two three four"], ["b", "██", "2", "five"]]
    head = ["name", "", "number", "about"]
    table = Table(head, rows, frozenset({0, 1, 3}), shares={0: 0.4, 3: 0.4})
    text = format_text(Article("T", [table]), Layout(30))
    assert text.split("\n") == [
        "T",
        "",
        "name                    number",
        "aaaaaaaaaaaaaaa…  ████       1",
        "  about: one two three four",
        "b                 ██         2",
        "  about: five",
        "",
    ]
    assert "one two three four" in format_text(Article("T", [table])).split("\n")[3]


@pytest.mark.parametrize("rows", [1, 50])
def test_latex_compiles_and_prints_every_text(rows, tmp_path):
    needed("pdflatex")
    needed("pdftotext")
    source = "".join(ARTICLE_FORMATS["latex"](article(HOSTILE * rows)))
    assert source.isascii()
    (tmp_path / "a.tex").write_text(source)
    (tmp_path / "x.tex").write_text(r"\errmessage{somebody has read x.tex}")
    log = run_pdflatex(tmp_path, "a")
    assert "Missing character" not in log
    subprocess.run(["pdftotext", "-raw", "a.pdf"], cwd=tmp_path, check=True, timeout=60)
    printed = re.sub(r"\s", "", (tmp_path / "a.txt").read_text().replace("’", "'"))
    for word in HOSTILE:
        assert printed.count(re.sub(r"\s", "", word)) >= 3 * rows, word


@pytest.mark.parametrize("module", [compare, matrix, mcts, report])
def test_commands_offer_every_format(module):
    [option] = [param for param in module.command.params if param.name == "format_name"]
    assert {*ARTICLE_FORMATS} < {*option.type.choices} == {*DOCUMENT_FORMATS}
