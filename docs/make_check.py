"""Write the tables of docs/check.md and the JSON schema of keys from the code.

`python docs/make_check.py` rewrites them; with `--check` it fails if one is out of date. The table
of keys and the schema come from `tracer/marking/keys/keys.csv`, the table of parts from the parts'
own instructions, names and fields.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key_table import HOLDERS, KEYS, Key
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.part_names import ALL_PARTS
from tracer.questions import PARTS
from tracer.questions.typed_text import FIELDS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "check.md"
SCHEMA = ROOT / "tracer" / "marking" / "keys" / "key.schema.json"


def list_key_table() -> Iterator[str]:
    """Yield the lines of the table of keys."""
    kinds = [*HOLDERS][:4]
    rows = (
        (
            f"`{key.name}`",
            "any" if {*kinds} <= {*key.holders} else ", ".join(key.holders),
            key.form.expected,
            key.default,
            key.meaning,
        )
        for key in KEYS.values()
    )
    yield from list_rows(("key", "for", "value", "default", "meaning"), rows)
    yield ""
    yield f"For: {'; '.join(f'`{holder}`, {about}' for holder, about in HOLDERS.items())}."


def list_part_table() -> Iterator[str]:
    """Yield the lines of the table of parts: the answer to each, and its other names."""
    about = {part.name: part.about for part in PARTS.values()}
    for problem in (
        Problem("matrix", "mp520", kind="matrix"),
        Problem("run", "mp520", kind="mcts"),
    ):
        grader = grader_of(problem)
        about = {**{part: grader.describe_part(part) for part in grader.usual_parts}, **about}
    about = {part: about[part] for part in ALL_PARTS if part in about}
    rows = ((f"`{part}`", answer, ", ".join(list_names(part))) for part, answer in about.items())
    yield from list_rows(("part", "answer", "other names"), rows)
    words: dict[str, list[str]] = {}
    for word, field in FIELDS.items():
        words.setdefault(field, []).append(word)
    yield ""
    yield "The fields of a cutoff, and words for each:"
    yield ""
    rows_of_fields = ((f"`{field}`", ", ".join(listed)) for field, listed in words.items())
    yield from list_rows(("field", "words"), rows_of_fields)


def list_names(part: str) -> list[str]:
    """Return the other names of a part, each once."""
    return [*dict.fromkeys(name.replace("_", " ") for name in ALL_PARTS[part])]


def list_rows(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    for row in (heads, ("---",) * len(heads), *rows):
        cells = (cell.replace("|", "\\|") for cell in row)
        yield f"| {' | '.join(cells)} |"


def make_page(text: str) -> str:
    """Return the page with its tables."""
    for name, lines in (("keys", list_key_table()), ("parts", list_part_table())):
        begin, end = f"<!-- {name}: made by docs/make_check.py -->", f"<!-- /{name} -->"
        table = "\n".join(lines).strip()
        block = f"{begin}\n\n{table}\n\n{end}"
        text = re.sub(f"{begin}.*?{end}", lambda _, block=block: block, text, flags=re.DOTALL)
    return text


def make_schema() -> str:
    """Return the JSON schema of key files."""

    def list_properties(keys: Iterable[Key]) -> dict[str, Mapping[str, Any]]:
        return {key.name: {**key.form.schema, "description": key.meaning} for key in keys}

    of_problem = list_properties(key for key in KEYS.values() if key.holders != ("set",))
    of_set = list_properties(key for key in KEYS.values() if "set" in key.holders)
    problem = {"type": "object", "properties": of_problem, "additionalProperties": False}
    item = {"anyOf": [{"type": "string"}, {"$ref": "#/definitions/problem"}]}
    of_set["problems"] = {
        "type": ["object", "array"],
        "additionalProperties": item,
        "items": item,
        "description": KEYS["problems"].meaning,
    }
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A key of plytrace check: a problem or a problem set",
        "definitions": {"problem": problem},
        "anyOf": [
            {"$ref": "#/definitions/problem"},
            {
                "type": "object",
                "required": ["problems"],
                "properties": of_set,
                "additionalProperties": False,
            },
        ],
    }
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    """Write the page and the schema, or check that they are up to date; return the exit code."""
    page = PAGE.read_text(encoding="utf-8")
    made = {PAGE: make_page(page), SCHEMA: make_schema()}
    stale = [
        path
        for path, text in made.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.name} is out of date; run python docs/make_check.py", file=sys.stderr)
        return bool(stale)
    for path in stale:
        path.write_text(made[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
