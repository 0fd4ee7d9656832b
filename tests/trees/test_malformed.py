"""Any file is read or refused with its line and column, without a traceback."""

import random
import re

import pytest
import yaml

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table
from tests.trees import test_cs188, test_efg, test_matrix
from tests.trees.malformed_cases import CASES
from trees.formats.cs188 import read_cs188
from trees.formats.efg import read_efg
from trees.formats.flat import to_flat
from trees.formats.tree_yaml import read_source
from trees.library import library_names, library_text
from trees.other_inputs.matrix import read_matrix

PLACE = re.compile(r"f\.yaml:\d+:\d+")
MUTATIONS = 40  # of each tree of the library


def refusal(text):
    with pytest.raises(InvalidInput) as caught:
        read_source(text, "f.yaml")
    return caught.value


@over("text, place, fragment", [*CASES, *table(__file__, "malformed_players")], ms=45)
def test_malformed_file_is_refused_with_its_place(text, place, fragment):
    error = refusal(text)
    assert error.where == f"f.yaml:{place}"
    assert fragment in str(error)
    assert error.expected
    assert error.exit_code == 3
    assert "\n" not in str(error)
    assert len(str(error)) < 300


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


@over("name", library_names(), ms=45)
def test_a_damaged_library_file_is_read_or_refused(name):
    refused = []
    for damaged in mutations(library_text(name), seed=name):
        try:
            read_source(damaged, "f.yaml")
        except InvalidInput as error:
            refused.append(error)
    assert refused
    assert all(PLACE.fullmatch(error.where) and error.expected for error in refused)


#: Of each other format, its reader, a file, and the signs that come into it.
OTHERS = {
    "x.efg": (read_efg, test_efg.NIM, '"{} 019ptc/,.-\\\n\0é'),
    "x.test": (read_cs188, test_cs188.TEST, '"#: \n019ABC,.-\\\0é'),
    "x.nfg": (read_matrix, f"{test_matrix.NFG}2 1 0 0 -1/2 .5 1 2", '{}"9-,\0'),
    "x.yaml": (read_matrix, test_matrix.SHEET, '[]:x-~"'),
}


@over("name", OTHERS, ms=45)
@over("seed", range(100))
def test_a_damaged_file_of_another_format_is_read_or_refused(name, seed):
    read, text, signs = OTHERS[name]
    chance = random.Random(seed)
    damaged = list(text)
    for _ in range(chance.randint(1, 4)):
        damaged[chance.randrange(len(damaged))] = chance.choice(["", *signs])
    try:
        read("".join(damaged), name)
    except InvalidInput as error:
        assert re.fullmatch(rf"{name}:\d+(:\d+)?", error.where)  # noqa: PT017
