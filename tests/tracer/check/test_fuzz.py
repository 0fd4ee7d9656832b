"""Hostile sheets: whatever is handed in, a record comes out, soon, that says what is wrong."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.support.cases import over
from tests.support.check_schema import RECORD, VALIDATOR
from tracer.check.blank_forms import FORMS, form
from tracer.check.grading.make_grader import AnyGrader, grader_of
from tracer.check.keys.key import read_key
from tracer.check.reading.formats import SUFFIXES, sheet_of, sheet_of_text, sheets_in
from tracer.check.reading.part_names import ALL_PARTS
from tracer.check.reading.sheet import Sheet

HERE = Path(__file__).parent
MUTATED = 4_000
VALUES = 2_000
#: Characters of a long line.
LONG = 20_000
#: Seconds of the processor after which a file of sheets is taken for one without end.
LONGEST = 30.0

KEYS = (
    "lecture",
    "keys/lecture-points.yaml",
    "keys/ties-aima.yaml",
    "keys/deep-windows.yaml",
    "keys/one-ply.yaml",
    "keys/dice-expected.yaml",
)

#: What sheets are made of, and what breaks programs that read them.
TOKENS = (
    *("A", "B", "b1", "C", "C2", "ZZ", "root", "visits:", "values:", "windows:", "cutoffs:"),
    *("move:", "line:", "utility:", "counts:", "minimax:", "student:", "\nvisits: ", "alpha="),
    *("beta=", "skips", "because", "at:", "after", "inf", "-inf", "−∞", "+oo", "NaN", "nan", "½"),
    *("1/0", "0/0", "1e999", "-1e400", "9" * 400, "1/" + "3" * 300, "0x10", "1_000", "٣", "٣/٤"),
    *("null", "~", "true", "[", "]", "{", "}", "(", ")", "((((", "[[[[", '"', "'", "\\", "\\u0000"),
    *("\x00", "\x1b[31m", "\x07", "\u200b", "\u202e", "\ufeff", "\U0001f600", "e\u0301", "\x85"),
    *(",", ";", ":", "=", "->", "→", "|", "\t", "\r", "\r\n", "\n\n", " ", "&a [*a]", "*a", "<<: "),
    *("!!python/object:os.system", "---\n", "...\n", "# ", "> ", "- ", "%", "${HOME}", "=1+1"),
)

ATOMS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 0.5, -0.0, 1e308, -1e308, 10**400, float("inf")),
    *(float("-inf"), float("nan"), "", " ", "A", "B", "C", "b", "zz", "-inf", "∞", "1/0", "1/3"),
    *("A B B1", "A=3 B=1/3", "C (3, inf) skips C2 C3", "A (-inf, inf)", "none", "\x00", "\ud800"),
    *("(" * 3_000, "A " * 3_000, "A=", "=3", "((", "3" * 5_000, "why because why", "at at at"),
)

WORDS = (
    *("A", "B", "C", "C1", "at", "node", "alpha", "beta", "α", "skipped", "after", "value", "why"),
    *("window", "id", "kind", "exact", "visited", "cutoffs", "alpha_after", "because", "", "zz"),
)


@cache
def grader(key: str) -> AnyGrader:
    """The grader of a key."""
    return grader_of(read_key(str(HERE / key) if key.endswith(".yaml") else key))


@contextmanager
def stopped_if_it_hangs() -> Iterator[None]:
    """Fails when the processor has been busy for longer than a sheet may take."""

    def hangs(_signal: int, _frame: object) -> None:
        raise TimeoutError(f"it takes longer than {LONGEST} s")

    before = signal.signal(signal.SIGVTALRM, hangs)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def problems(record: dict[str, Any]) -> list[str]:
    """What a record gets wrong of what it promises."""
    # What goes through JSON is what other programs see.
    record = json.loads(json.dumps(record))
    found = [error.message for error in VALIDATOR.iter_errors(record)]
    if not 0 <= record["score"] <= record["max_score"]:
        found.append(f"{record['score']} of {record['max_score']} points")
    for part in record["parts"]:
        if not 0 <= part["score"] <= part["max_score"]:
            found.append(f"{part['score']} of {part['max_score']} points for {part['part']}")
        if part["score"] < part["max_score"] and (part["ok"] or not part["message"]):
            found.append(f"no word about {part['part']}")
    fits = [one["fit"] for one in record["misconceptions"]]
    if fits != sorted(fits, reverse=True):
        found.append("the best misconception is not the first")
    return found


def hold(one: AnyGrader, sheets: Callable[[], list[Sheet]], given: object) -> None:
    """Hand in sheets, and hold what is said of them against what a record promises."""
    try:
        with stopped_if_it_hangs():
            most = sum((one.problem.parts or {}).values())
            records = [
                one.mark(sheet).record(feedback, most)
                for sheet in sheets()
                for feedback in ("full", "hint", "score")
            ]
    except Exception as error:
        raise AssertionError(f"{error!r} of {given!r:.1000}") from error
    for record in records[::3]:
        assert problems(record) == [], f"{given!r:.1000}"
    # Whatever is told of it, the points are the same.
    for full, hint, score in zip(records[::3], records[1::3], records[2::3], strict=True):
        assert full["score"] == hint["score"] == score["score"]


def seeds() -> list[tuple[str, bytes]]:
    """Right, wrong and blank sheets in every form."""
    found = [(path.suffix, path.read_bytes()) for path in sorted((HERE / "sheets").iterdir())]
    suffixes = {"yaml": ".yaml", "text": ".txt", "json": ".json", "csv": ".csv", "md": ".md"}
    for key in KEYS:
        for name in FORMS:
            found.append((suffixes[name], form(grader(key), name).encode()))
    lines = b"".join(
        json.dumps(json.loads(text)).encode() + b"\n" for suffix, text in found if suffix == ".json"
    )
    return [*found, (".jsonl", lines)]


def mutated(chance: random.Random, text: bytes, all_seeds: list[tuple[str, bytes]]) -> bytes:
    """The text with some of it changed, deleted, doubled, swapped, or from another sheet."""
    for _ in range(chance.choice((1, 1, 2, 3, 5, 9))):
        size = len(text)
        one, other = sorted((chance.randint(0, size), chance.randint(0, size)))
        near = min(size, one + chance.randint(0, 9))
        lines = text.split(b"\n")
        line = chance.randrange(len(lines))
        token = chance.choice(TOKENS).encode("utf-8", "surrogatepass")
        match chance.randrange(14):
            case 0:
                text = text[:one] + token + text[one:]
            case 1:
                text = text[:one] + token + text[near:]
            case 2:
                text = text[:one] + text[near:]
            case 3:
                text = text[:one] + text[other:]
            case 4:
                text = text[:other] + text[one:other] + text[other:]
            case 5:
                del lines[line]
                text = b"\n".join(lines)
            case 6:
                lines.insert(chance.randrange(len(lines) + 1), lines[line])
                text = b"\n".join(lines)
            case 7:
                chance.shuffle(lines)
                text = b"\n".join(lines)
            case 8:
                text = text[:one] + chance.randbytes(chance.randint(1, 4)) + text[near:]
            case 9:
                text = text[:one] + token * chance.randint(2, 400) + text[one:]
            case 10:
                donor = chance.choice(all_seeds)[1]
                begin = chance.randint(0, len(donor))
                text = text[:one] + donor[begin : begin + chance.randint(1, 80)] + text[near:]
            case 11:
                words = text.split(b" ")
                at, to = chance.randrange(len(words)), chance.randrange(len(words))
                words[at], words[to] = words[to], words[at]
                text = b" ".join(words)
            case 12:
                text = text.swapcase() if chance.random() < 0.5 else text[::-1]
            case _:
                depth = chance.choice((3, 50, 3_000))
                opens, closes = chance.choice(((b"[", b"]"), (b"{a: ", b"}"), (b"(", b")")))
                text = text[:one] + opens * depth + text[one:near] + closes * depth + text[near:]
    return text[:60_000]


def json_value(chance: random.Random, depth: int = 0) -> Any:
    """Any value that JSON can hold, more often than not of the kind that sheets hold."""
    kind = chance.random()
    if depth > 3 or kind < 0.4:
        return chance.choice(ATOMS)
    if kind < 0.7:
        return [json_value(chance, depth + 1) for _ in range(chance.randint(0, 4))]
    return {
        chance.choice(WORDS): json_value(chance, depth + 1) for _ in range(chance.randint(0, 4))
    }


#: What a long line is made of: names, numbers, and whatever begins something.
UNITS = (
    *(
        "A ",
        "a:",
        "A=3 ",
        "3",
        "1/",
        "inf",
        "∞ ",
        "A (3,",
        "A (-inf, inf) ",
        "C (3, inf) skips C2 ",
    ),
    *(
        "C alpha=",
        "skips ",
        "why ",
        "at ",
        "(",
        "[",
        "( ",
        "-> ",
        "- ",
        "*",
        "* ",
        "**a",
        "_a ",
        "#",
    ),
    *("`", "=", "-", "\t", " ", "\n", "A\n", "A=\n"),
)


def test_schema_of_records_is_valid():
    Draft202012Validator.check_schema(RECORD)


@pytest.mark.slow
@over("share", range(8), ms=150)
def test_mutated_sheet_has_a_valid_record_soon(share, tmp_path):
    chance = random.Random(f"mutations {share}")
    all_seeds = seeds()
    for number in range(share * MUTATED // 8, (share + 1) * MUTATED // 8):
        suffix, text = all_seeds[number % len(all_seeds)]
        text = mutated(chance, text, all_seeds)
        if chance.random() < 0.1:  # a file that is not what its name says
            suffix = chance.choice(SUFFIXES)
        one = grader(KEYS[number % len(KEYS)])
        path = tmp_path / f"sheet{suffix}"
        path.write_bytes(text)
        hold(one, lambda path=path: list(sheets_in(path)), (suffix, text))
        if number % 4 == 0:  # the same as a text, as it comes from standard input
            told = text.decode(errors="replace")
            hold(one, lambda a=told, b=suffix: [sheet_of_text(a, "stdin", b)], (suffix, told))


@over("share", range(4), ms=150)
def test_part_with_any_json_value_has_a_valid_record_soon(share):
    chance = random.Random(f"values {share}")
    parts = [*ALL_PARTS]
    for number in range(share * VALUES // 4, (share + 1) * VALUES // 4):
        answers = {part: json_value(chance) for part in chance.sample(parts, chance.randint(1, 4))}
        answers[parts[number % len(parts)]] = json_value(chance)
        one = grader(KEYS[number % len(KEYS)])
        hold(one, lambda answers=answers: [sheet_of(answers, "sheet")], answers)


@pytest.mark.parametrize("answer", [{"values": {"": 1, "A": 3}}, {"windows": {"": "(1, 2)"}}])
def test_answer_is_unread_if_its_node_has_no_name(answer):
    one = grader("lecture")
    hold(one, lambda: [sheet_of(answer, "sheet")], answer)
    assert one.mark(sheet_of(answer, "sheet")).unread


@over("part", ALL_PARTS, ms=150)
@over("given", ATOMS)
def test_part_with_any_single_value_has_a_valid_record(part, given):
    hold(grader("lecture"), lambda: [sheet_of({part: given}, "sheet")], (part, given))


@pytest.mark.slow
@over("part", ALL_PARTS, ms=150)
def test_time_does_not_explode_with_the_length_of_an_answer(part):
    for unit in UNITS:
        line = unit * (LONG // len(unit))
        hold(grader("lecture"), lambda line=line: [sheet_of({part: line}, "sheet")], unit)


@over("unit", UNITS, ms=150)
def test_time_does_not_explode_with_the_length_of_a_line_of_text(unit):
    for before in ("", "visits: ", "cutoffs:\n"):
        text = before + unit * (LONG // len(unit))
        for suffix in (".txt", ".yaml", ".json"):
            hold(
                grader("lecture"),
                lambda text=text, suffix=suffix: [sheet_of_text(text, "sheet", suffix)],
                (suffix, before, unit),
            )


def test_file_has_a_valid_record_if_its_nesting_does_not_end(tmp_path):
    for suffix in SUFFIXES:
        for text in (b"[" * 100_000, b'{"visits":' * 20_000, b"visits: " + b"(" * 100_000):
            path = tmp_path / f"deep{suffix}"
            path.write_bytes(text)
            hold(grader("lecture"), lambda path=path: list(sheets_in(path)), (suffix, text[:50]))
