"""Hostile sheets: whatever is handed in, a record comes out, soon, that says what is wrong."""

import json
import random
from typing import Any

from tests.support.cases import over
from tests.support.tables import table
from tests.tracer.marking.test_fuzz import (
    ATOMS,
    LONG,
    UNITS,
    hold,
)
from tests.tracer.marking.test_marks import FILES, grader, list_rows
from tracer.marking.blank_forms import FORMS, form
from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.marking.reading.part_names import ALL_PARTS
from tracer.marking.reading.sheet_files import sheets_in
from tracer.marking.reading.submitted_files import SUFFIXES

MUTATED = 4_000


VALUES = 2_000


ROWS = [*list_rows(next(file for file in FILES if file.stem == "hand_written"))]
KEYS = sorted({json.dumps(row["key"]) for row in ROWS})


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


ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252")


WORDS = (
    *("A", "B", "C", "C1", "at", "node", "alpha", "beta", "α", "skipped", "after", "value", "why"),
    *("window", "id", "kind", "exact", "visited", "cutoffs", "alpha_after", "because", "", "zz"),
)


def seeds() -> list[tuple[str, bytes]]:
    """Right, wrong and blank sheets in every form."""
    found = [(row.get("suffix", ".txt"), row["sheet"].encode()) for row in ROWS]
    suffixes = {"yaml": ".yaml", "text": ".txt", "json": ".json", "csv": ".csv", "md": ".md"}
    for key in KEYS:
        for name in FORMS:
            found.append((suffixes[name], form(grader(key), name).encode()))
    lines = b"".join(
        json.dumps(json.loads(text)).encode() + b"\n" for suffix, text in found if suffix == ".json"
    )
    tables = [(".md", text.encode()) for text in table(__file__, "sheets_in_tables")]
    return [*found, (".jsonl", lines), *tables]


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


@over("share", range(8), ms=45)
def test_mutated_sheet_has_a_valid_record_soon(share, tmp_path):
    chance = random.Random(f"mutations {share}")
    all_seeds = seeds()
    for number in range(share * MUTATED // 8, (share + 1) * MUTATED // 8):
        suffix, text = all_seeds[number % len(all_seeds)]
        text = mutated(chance, text, all_seeds)
        if chance.random() < 0.1:  # a file that is not what its name says
            suffix = chance.choice(SUFFIXES)
        if chance.random() < 0.2:
            text = text.decode(errors="replace").encode(chance.choice(ENCODINGS), "replace")
        one = grader(KEYS[number % len(KEYS)])
        path = tmp_path / f"sheet{suffix}"
        path.write_bytes(text)
        hold(one, lambda path=path: list(sheets_in(path)), (suffix, text))
        if number % 4 == 0:  # the same as a text, as it comes from standard input
            as_text = text.decode(errors="replace")
            hold(one, lambda a=as_text, b=suffix: [sheet_of_text(a, "stdin", b)], (suffix, as_text))


@over("share", range(4), ms=45)
def test_part_with_any_json_value_has_a_valid_record_soon(share):
    chance = random.Random(f"values {share}")
    parts = [*ALL_PARTS]
    for number in range(share * VALUES // 4, (share + 1) * VALUES // 4):
        answers = {part: json_value(chance) for part in chance.sample(parts, chance.randint(1, 4))}
        answers[parts[number % len(parts)]] = json_value(chance)
        one = grader(KEYS[number % len(KEYS)])
        hold(one, lambda answers=answers: [sheet_of(answers, "sheet")], answers)


@over("part", ALL_PARTS, ms=45)
def test_time_does_not_explode_with_the_length_of_an_answer(part):
    for unit in UNITS:
        line = unit * (LONG // len(unit))
        hold(grader('"lecture"'), lambda line=line: [sheet_of({part: line}, "sheet")], unit)


def test_file_has_a_valid_record_if_its_nesting_does_not_end(tmp_path):
    for suffix in SUFFIXES:
        for text in (b"[" * 100_000, b'{"visits":' * 20_000, b"visits: " + b"(" * 100_000):
            path = tmp_path / f"deep{suffix}"
            path.write_bytes(text)
            hold(grader('"lecture"'), lambda path=path: list(sheets_in(path)), (suffix, text[:50]))
