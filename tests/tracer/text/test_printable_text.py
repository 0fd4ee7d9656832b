"""Sentences that begin with a name, a Greek letter or another word."""

import pytest

from tracer.text.printable_text import begin_sentence


@pytest.mark.parametrize(
    ("text", "names", "sentence"),
    [
        ("the move is b", ("b",), "The move is b"),
        ("x is 3", ("x",), "x is 3"),
        ("x, not y", ("y", "x"), "x, not y"),
        ("x's value is 3", ("x",), "x's value is 3"),
        ("f(x) is 3", ("f(x)",), "f(x) is 3"),
        ("there is no cutoff at t", ("t", ""), "There is no cutoff at t"),
        ("α is 6, not 5", (), "α is 6, not 5"),
        ("", ("x",), ""),
    ],
)
def test_sentence_begins_with_a_capital_letter_unless_it_is_that_of_a_name(text, names, sentence):
    assert begin_sentence(text, *names) == sentence
