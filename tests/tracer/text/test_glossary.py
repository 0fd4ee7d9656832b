"""The glossary: every term once, in order, with a meaning; and the terms that a text uses."""

import re
from pathlib import Path

import pytest

from tests.support.tables import table
from tracer.text.glossary import find_terms, read_glossary

PAGE = (Path(__file__).parents[3] / "docs" / "glossary.md").read_text(encoding="utf-8")


def test_terms_are_unique_sorted_and_have_a_meaning():
    names = [term.name for term in read_glossary()]
    assert names == re.findall("^## (.*)$", PAGE, re.MULTILINE)
    keys = [name.casefold().replace("-", " ") for name in names]
    assert keys == sorted(set(keys))
    assert all(term.description.endswith(".") for term in read_glossary())
    assert {"ply", "cutoff", "window", "principal variation", "leaf", "minimax"} <= {*names}


def test_term_is_plain_text_with_other_courses_words():
    (prune,) = (term for term in read_glossary() if term.name == "prune")
    assert prune.description.startswith("To skip a child")
    assert prune.also == "cut, skip, cut off."
    assert prune.text == f"{prune.description} Also: {prune.also}"
    for term in read_glossary():
        assert not re.search(r"\]\(|[*`]", term.text)


def test_a_term_that_refers_to_others_names_terms():
    names = {term.name for term in read_glossary()}
    for term in read_glossary():
        assert {*term.see} <= names
        assert bool(term.see) == ("See " in term.text)


@pytest.mark.parametrize(("text", "names"), table(__file__, "terms_of_texts"))
def test_the_terms_of_a_text_are_found(text, names):
    assert [term.name for term in find_terms(text)] == names
