"""The page to fill in: its answers come out as the sheet that the grader reads."""

from __future__ import annotations

import json

import pytest

from tests.support.html_reader import Page
from tests.support.problem_sets import hostile_set, problem_set
from tracer.worksheet.formats.writers import write_fill as write


@pytest.mark.parametrize("kind", ["hostile", "every kind"])
def test_page_is_well_formed_and_loads_and_sends_nothing(kind, tmp_path):
    sheet, _ = hostile_set() if kind == "hostile" else problem_set(tmp_path)
    text = write(sheet)
    page = Page(text)
    assert not {tag for tag, _ in page.elements} & {"link", "img", "iframe", "object", "form"}
    for tag, attributes in page.elements:
        assert not {"src", "srcset", "action"} & attributes.keys()
        assert not [name for name in attributes if name.startswith("on")]
        assert tag == "a" or "href" not in attributes
    assert len(page.all("script")) == 1
    for word in ("url(", "@import", "fetch(", "XMLHttpRequest", "sendBeacon", "import("):
        assert word not in text
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
