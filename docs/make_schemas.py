"""Fill the JSON Schemas of trees and matrices from the registries.

`python docs/make_schemas.py` rewrites `trees/schema.json` and `trees/matrix.schema.json`; with
`--check` it fails if one is out of date. Descriptions and the form of a key are written there by
hand; the lists of conventions, games and players, the order of the keys, and the limits are filled
in from the code.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.conventions import PRESETS
from engine.game import Player
from engine.games import GAMES
from trees.building import MAX_PLAYERS
from trees.formats.tree_yaml import (
    MAX_NODES,
    NODE_KEYS,
    OUTCOME_KEYS,
    POSITION_KEYS,
    TERMINALS,
    TREE_KEYS,
)
from trees.other_inputs import matrix
from trees.other_inputs.kinds import CHOOSER_KEYS, MATRIX
from trees.text import LARGEST, LONGEST_NAME, LONGEST_NUMBER

FOLDER = Path(__file__).parents[1] / "trees"
#: The columns of a line; what is longer has a line for each item.
WIDTH = 100


def fill_tree_schema(schema: dict[str, Any]) -> None:
    """Fill the schema of trees and positions."""
    named = schema["definitions"]
    tree, position = named["tree-file"]["properties"], named["position-file"]["properties"]
    tree["convention"]["enum"] = [*PRESETS]
    tree["players"]["maxItems"] = MAX_PLAYERS
    position["game"]["anyOf"][0]["enum"] = [*GAMES]
    position["terminal"]["enum"] = [*TERMINALS]
    named["player"]["enum"] = [player.name.lower() for player in Player]
    named["list"]["maxItems"] = MAX_NODES
    named["word"]["maxLength"] = LONGEST_NAME
    _fill_number(named["number"])
    for name, keys in (
        ("tree-file", TREE_KEYS),
        ("position-file", POSITION_KEYS),
        ("map", NODE_KEYS),
        ("outcome", OUTCOME_KEYS),
    ):
        _order(named[name], keys, name)


def fill_matrix_schema(schema: dict[str, Any]) -> None:
    """Fill the schema of payoff matrices."""
    named = schema["definitions"]
    of_pairs, of_halves = named["row-of-pairs"]["anyOf"]
    for listed in (
        *(named["rows-of-numbers"], named["row-of-numbers"], named["strategies"]),
        *(named["payoffs"]["anyOf"][1], of_pairs),
    ):
        listed["maxItems"] = matrix.MAX_STRATEGIES
    of_halves["maxItems"] = 2 * matrix.MAX_STRATEGIES
    inner = rf"[^,()]{{0,{matrix.LONGEST_NAME - 2}}}"
    named["name"]["anyOf"][1]["pattern"] = rf"^\s*[^\s,()]({inner}[^\s,()])?\s*$"
    _fill_number(named["number"])
    _order(schema["anyOf"][1], MATRIX.file_keys, "a matrix file")
    _order(named["matrix"], MATRIX.keys, "matrix")
    _order(named["chooser"]["anyOf"][1], CHOOSER_KEYS, "chooser")


def _fill_number(number: dict[str, Any]) -> None:
    plain, fraction = number["anyOf"]
    plain["minimum"], plain["maximum"] = -LARGEST, LARGEST
    fraction["maxLength"] = LONGEST_NUMBER


def _order(schema: dict[str, Any], keys: Iterable[str], name: str) -> None:
    """Put the properties into the order of the reader's keys, which must be the same."""
    described = schema["properties"]
    if {*described} != {*keys}:
        wrong = ", ".join(sorted({*described} ^ {*keys}))
        raise SystemExit(f"describe the keys of the reader, and no others, in {name}: {wrong}")
    schema["properties"] = {key: described[key] for key in keys}


def layout(value: Any, before: str = "", indent: int = 0) -> str:
    """Return JSON with a line for each item of what does not fit on one."""
    whole = before + json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or indent + len(whole) < WIDTH:
        return whole
    if isinstance(value, dict):
        items = [layout(item, f"{json.dumps(key)}: ", indent + 2) for key, item in value.items()]
    else:
        items = [layout(item, "", indent + 2) for item in value]
    space = " " * indent
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return (
        f"{before}{opening}\n" + ",\n".join(f"{space}  {i}" for i in items) + f"\n{space}{closing}"
    )


SCHEMAS = {"schema.json": fill_tree_schema, "matrix.schema.json": fill_matrix_schema}


def main() -> int:
    """Write both schemas, or check that they are up to date."""
    stale = []
    for name, fill in SCHEMAS.items():
        text = (FOLDER / name).read_text(encoding="utf-8")
        schema = json.loads(text)
        fill(schema)
        if (filled := layout(schema) + "\n") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                (FOLDER / name).write_text(filled, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"out of date: {', '.join(stale)}; run python docs/make_schemas.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
