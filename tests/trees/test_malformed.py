"""Any file is read or refused with its line and column, without a traceback."""

from __future__ import annotations

import random
import re

import pytest
import yaml

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.trees.malformed_cases import CASES
from trees.formats.flat import to_flat
from trees.formats.tree_yaml import read_source
from trees.library import library_names, library_text

PLACE = re.compile(r"f\.yaml:\d+:\d+")
MUTATIONS = 40  # of each tree of the library


def refusal(text):
    with pytest.raises(InvalidInput) as caught:
        read_source(text, "f.yaml")
    return caught.value


@over("text, place, fragment", CASES, ms=150)
def test_malformed_file_is_refused_with_its_place(text, place, fragment):
    error = refusal(text)
    assert error.where == f"f.yaml:{place}"
    assert fragment in str(error)
    assert error.expected
    assert error.exit_code == 3


def test_cases_are_many_and_distinct():
    texts = [text for text, _, _ in CASES]
    assert len(set(texts)) == len(texts)
    assert len(texts) > 200


def test_malformed_files_are_refused_the_same_without_the_c_library(monkeypatch):
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    for text, _, _ in CASES:
        if len(text) < 1000 and "%FOO" not in text:  # which it is free to ignore
            error = refusal(text)
            assert PLACE.fullmatch(error.where)
            assert error.expected


@over("name", library_names())
def test_valid_files_are_read_the_same_without_the_c_library(name, monkeypatch):
    with_it = to_flat(read_source(library_text(name), "f"))
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert to_flat(read_source(library_text(name), "f")) == with_it


@over("text, place, fragment", CASES, ms=150)
def test_a_message_is_one_short_line(text, place, fragment):
    message = str(refusal(text))
    assert "\n" not in message
    assert len(message) < 300


@over(
    "text",
    [
        f"tree: {'x' * 5000}\n",
        f"tree: {{value: '{'x' * 5000}'}}\n",
        f"{'x' * 900}: 1\n",
        f"tree: {{{'x' * 900}: 1}}\n",
        f"tree: {{id: {'x' * 5000}, value: 1}}\n",
        f"tree: {{player: {'x' * 5000}, value: 1}}\n",
        f"tree: [*{'x' * 5000}]\n",
        f"tree: !{'x' * 5000} 1\n",
        f"tree: [1, {'9' * 5000}]\n",
        f"tree: [1, {'9' * 5000}/{'7' * 5000}]\n",
        f"game: x\n{'y' * 900}: 1\n",
        f"tree: {{children: {{{'x' * 900}: 1}}}}\n",
    ],
)
def test_long_offending_text_is_shortened(text):
    assert len(str(refusal(text))) < 300


def mutations(text, seed):
    """Random damage of the kinds that people and editors do."""
    chance = random.Random(seed)
    signs = "[]{},:&*#?|-<>=!%@\\\"'\t\n 0aé~\0\x1b\ufeff"
    lines = text.splitlines(keepends=True)
    for _ in range(MUTATIONS):
        at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        line = chance.randrange(len(lines))
        other = chance.randrange(len(lines))
        yield chance.choice(
            [
                text[:at] + chance.choice(signs) + text[at:],
                text[:at] + text[at + 1 :],
                text[:at] + chance.choice(signs) + text[at + 1 :],
                text[:at],
                text[:at] + text[end:],
                text[:end] + text[at:],
                "".join(lines[:line] + lines[line + 1 :]),
                "".join([*lines[: line + 1], lines[line], *lines[line + 1 :]]),
                "".join([*lines[:line], " " + lines[line], *lines[line + 1 :]]),
                "".join([*lines[:line], lines[other], *lines[line + 1 :]]),
            ]
        )


@over("name", library_names(), ms=150)
def test_a_damaged_library_file_is_read_or_refused(name):
    refused = []
    for damaged in mutations(library_text(name), seed=name):
        try:
            read_source(damaged, "f.yaml")
        except InvalidInput as error:
            refused.append(error)
    assert refused
    assert all(PLACE.fullmatch(error.where) and error.expected for error in refused)
