"""Answers about a letter, such as x ≤ 3: reading, marks and keys."""

import math
import random
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table
from tracer import check
from tracer.ask.intervals import Interval, find_numbers, numbers_text
from tracer.marking.facts.numbers import read_numbers
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import LetterQuestion
from tracer.questions.typed_text import normalized

TREE = "tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]]\n"
INF = math.inf


@over(("meaning", "text"), table(__file__, "numbers-spellings"), ms=45)
def test_each_spelling_is_read_as_its_numbers(text, meaning, tmp_path):
    sheet = check(_key(tmp_path), {"numbers": text})
    assert sheet.parts[0].read == meaning
    assert not sheet.unread or "because" in text


def test_the_lines_of_the_page_mean_the_same(tmp_path):
    page = Path(__file__).parents[3] / "docs" / "ask.md"
    (block,) = re.findall(
        r"```text\n(numbers: .*?)```", page.read_text(encoding="utf-8"), re.DOTALL
    )
    key, lines = _key(tmp_path), block.splitlines()
    assert len(lines) > 4
    for line in lines:
        sheet = check(key, {"numbers": line.removeprefix("numbers: ")})
        assert (sheet.score, sheet.parts[0].read) == (1, "x ≤ 3")
    for meaning, text in re.findall(
        r"^\| (all numbers|no number) \| (.*) \|$", page.read_text(), re.M
    ):
        for one in re.findall("`([^`]+)`", text):
            sheet = check(key, {"numbers": one})
            assert sheet.parts[0].read == ("all x" if meaning == "all numbers" else "no x"), one


def _key(folder, more="accept: [aima]\n", question="pruned C2", tree=TREE):
    path = folder / "key.yaml"
    path.write_text(f"{tree}ask: {question}\n{more}", encoding="utf-8")
    return str(path)


def test_interval_between_equal_ends_is_their_number_or_none():
    for text, meaning in (("[3, 3]", "x = 3"), ("(3, 3)", "no x"), ("[3, 3)", "no x")):
        assert numbers_text(read_numbers(text, "x"), "x") == meaning
    assert read_numbers("[4, 3]", "x") is None


@over("seed", range(40))
def test_texts_of_random_unions_mean_their_numbers(seed):
    rng = random.Random(seed)
    parts = []
    for _ in range(rng.randint(1, 4)):
        low, high = sorted(rng.choice([-INF, INF, *map(Fraction, range(-4, 5))]) for _ in "ab")
        closed = [rng.random() < 0.5 and not math.isinf(end) for end in (low, high)]
        if low < high or (low == high and all(closed)):
            parts.append(Interval(low, high, *closed))
    ends = [end for part in parts for end in (part.low, part.high)]
    union = find_numbers(lambda number: any(number in part for part in parts), ends)
    others = find_numbers(lambda number: not any(number in part for part in parts), ends)
    assert find_numbers(lambda number: not any(number in part for part in others), ends) == union
    for before, after in [*pairwise(union), *pairwise(others)]:
        assert before.high < after.low or not (before.high_closed or after.low_closed)
    text = numbers_text(union, "x")
    read = read_numbers(normalized(text), "x")
    assert read == union
    for number in (Fraction(one, 2) for one in range(-12, 13)):
        assert sum(number in part for part in union) == any(number in part for part in parts), text
        assert sum(number in part for part in [*union, *others]) == 1, text
    assert read_numbers(normalized(numbers_text(read, "x")), "x") == read


@over("seed", range(30), ms=45)
def test_the_refuting_number_is_in_one_of_the_two_answers(seed, tmp_path):
    rng = random.Random(seed)
    whole = seed % 2 == 0
    low, high = sorted(rng.sample(range(-3, 8), 2))
    answer = rng.choice([f"x < {low}", f"x ≥ {high}", f"{low} < x ≤ {high}", f"x = {low}", "none"])
    key = _key(tmp_path, f"accept: [aima]\nwhole: {str(whole).lower()}\n")
    sheet = check(key, {"numbers": answer})
    number = Fraction(
        sheet.parts[0].message.partition("for x = ")[2].partition(",")[0].replace("−", "-")
    )
    claimed = any(number in part for part in read_numbers(answer, "x"))
    assert claimed != (number <= 3)
    assert f"C2 is {'' if number <= 3 else 'not '}pruned" in sheet.parts[0].message


def test_a_key_keeps_its_question(tmp_path):
    problem = read_key(_key(tmp_path, "whole: true\nends: either\n"))
    assert problem.kind == "ask"
    assert problem.letter == LetterQuestion("pruned C2", whole=True, either_end=True)
    with pytest.raises(InvalidInput):
        read_key(_key(tmp_path, "wholes: true\n"))
