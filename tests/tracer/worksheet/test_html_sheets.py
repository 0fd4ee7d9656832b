"""HTML worksheets and keys: well-formed, accessible, self-contained, escaped."""

import io
import json
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tests.support.cases import over
from tests.support.html_reader import Page
from tests.support.problem_sets import (
    check_answers,
    check_hostile_texts,
    check_questions,
    hostile_set,
    problem_set,
    squeezed,
)
from tracer.worksheet.formats.writers import write_fill, write_pdf
from tracer.worksheet.formats.writers import write_html as write


@pytest.fixture(scope="module")
def made():
    return problem_set()


@pytest.fixture(scope="module", params=["worksheet", "key", "hostile", "hostile key"])
def page(request, made):
    sheet, solutions = hostile_set() if "hostile" in request.param else made
    return write(sheet, solutions if "key" in request.param else None)


def assert_fetches_nothing(text):
    """Check that a page is well-formed and has nothing that is loaded or sent; return it read."""
    page = Page(text)
    assert not page.tags & {"link", "img", "iframe", "object", "form", "base", "audio"}
    for tag, attributes in page.elements:
        assert not {"src", "srcset", "action"} & attributes.keys()
        assert not [name for name in attributes if name.startswith("on")]
        assert tag == "a" or "href" not in attributes
    for word in ("url(", "@import", "fetch(", "XMLHttpRequest", "sendBeacon", "import("):
        assert word not in text
    return page


def text_of(page):
    return squeezed("".join(Page(page).words))


def text_of_pdf(*sheet):
    pytest.importorskip("typst")
    pages = pytest.importorskip("pypdf").PdfReader(io.BytesIO(write_pdf(*sheet))).pages
    return squeezed(" ".join(page.extract_text() for page in pages))


def test_html_is_well_formed_without_external_resources_and_scripts(page):
    assert "script" not in assert_fetches_nothing(page).tags
    assert "http-equiv" not in page


def test_figures_are_xml(page, tmp_path):
    figures = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
    assert figures
    for number, figure in enumerate(figures):
        root = ElementTree.fromstring(figure)
        assert root.get("role") == "img"
        assert root[0].tag.endswith("title")
        assert root[0].text
        path = tmp_path / f"{number}.svg"
        path.write_text(figure, encoding="utf-8")
        if shutil.which("xmllint"):
            subprocess.run(["xmllint", "--noout", path], check=True, timeout=60)


def test_headings_and_table_headers_are_marked_up(page):
    read = Page(page)
    levels = [int(tag[1]) for tag, _ in read.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for _, attributes in (one for one in read.elements if one[0] == "th"):
        assert attributes.get("scope") in ("col", "row")
    assert len(read.all("table")) == page.count("<thead>")
    assert [one["lang"] for one in read.all("html")] == ["en"]


@over("read", [lambda *sheet: text_of(write(*sheet)), text_of_pdf])
def test_sheets_have_the_questions_keys_the_answers_and_both_all_texts_as_they_are(read, made):
    sheet, solutions = made
    blank, key = read(sheet, None), read(sheet, solutions)
    for text in (blank, key):
        check_questions(text, sheet)
    check_answers(key, solutions)
    assert "answerkey" in key.casefold()
    assert "answerkey" not in blank.casefold()
    assert "Name:" in blank
    check_hostile_texts(read)


def test_headers_of_printed_pages_are_css_strings():
    sheet, solutions = hostile_set()
    odd = replace(sheet, title='a "b\\" } c', variant='x";}</style>\n{')
    style = Page(write(odd, solutions)).texts["style"][0]
    strings = re.findall(r'content: ("[^"]*")', style)
    decoded = [
        re.sub(r"\\([0-9a-f]{1,6}) ", lambda one: chr(int(one[1], 16)), text[1:-1])
        for text in strings
    ]
    assert 'a "b\\" } c' in decoded
    assert 'x";}</style> {' in decoded
    assert style.count("{") == style.count("}")


# The page to fill in: its answers come out as the sheet that the grader reads ---------------------


@pytest.mark.parametrize("kind", ["hostile", "every kind"])
def test_page_is_well_formed_and_loads_and_sends_nothing(kind):
    sheet, _ = hostile_set() if kind == "hostile" else problem_set()
    page = assert_fetches_nothing(write_fill(sheet))
    assert len(page.all("script")) == 1
    (policy,) = [one["content"] for one in page.all("meta") if "http-equiv" in one]
    assert "default-src 'none'" in policy
    for section in page.all("section"):
        if "data-names" in section:  # the names in the figure, which everybody sees
            assert all(isinstance(name, str) for name in json.loads(section["data-names"]))
    names = [one["id"] for _, one in page.elements if "id" in one]
    assert len(names) == len(set(names))
    labelled = {one["for"] for one in page.all("label")}
    for one in [*page.all("input"), *page.all("textarea")]:
        assert "aria-label" in one or one["id"] in labelled
