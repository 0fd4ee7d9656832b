"""`plytrace matrix` as people and programs use it."""

import csv
import io
import json
import re
from fractions import Fraction

from tests.support.pages import blocks, read_page
from tracer.matrix.writers import FIELDS
from trees.other_inputs.matrix import read_matrix


def words(text):
    """A text without its line breaks."""
    return " ".join(text.split())


def test_csv_lists_the_equilibria(call):
    _, out, _ = call("matrix", "mp520", "-f", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert tuple(rows[0]) == FIELDS
    assert {row["equilibrium"] for row in rows} == {"1", "2", "3", "4"}
    assert len(rows) == 4 * 5
    for number in "1234":
        for player in ("P1", "P2"):
            mix = [
                Fraction(row["probability_exact"])
                for row in rows
                if (row["equilibrium"], row["player"]) == (number, player)
            ]
            assert sum(mix) == 1
    assert {row["probability"] for row in rows if row["probability_exact"] == "2/3"} == {
        "0.6666666666666666"
    }


def test_too_large_a_matrix_omits_one_result_and_says_so_in_one_line(call):
    large = str([[(int(i == j), int(i >= j)) for j in range(9)] for i in range(9)])
    reason = "mixed equilibria are not computed for 81 pairs"
    code, out, err = call("matrix", large, "--weak")
    assert (code, err) == (0, "")
    assert words(out).count(reason) == 1
    assert "(r9, c9) pays 1 to Row and 1 to Column." in words(out)
    assert "Lost: the equilibrium (r2, c2)." in words(out)
    assert "Continuum" not in out
    assert "has exactly" not in out
    record = json.loads(call("matrix", large, "-f", "json")[1])
    assert record["extreme_equilibria"] is record["degenerate"] is record["nash_subsets"] is None
    assert reason in record["unsolved"]
    _, out, err = call("matrix", large, "-f", "csv")
    assert len(out.splitlines()) == 1 + 9 * 18
    assert reason in err
    assert call("matrix", large, "-f", "csv", "--quiet")[2] == ""


def test_matrix_page_of_the_documentation_is_accurate(call):
    page = read_page("matrix.md")
    games = [read_matrix(block, "docs/matrix.md") for block in blocks("matrix.md", "yml")]
    assert len(games) >= 3
    dilemma = games[1]
    (nfg,) = (block for block in blocks("matrix.md", "text") if block.startswith("NFG"))
    game = read_matrix(nfg, "x")
    assert (game.pairs, game.rows.name) == (dilemma.pairs, "Ann")
    assert game.columns.strategies == dilemma.columns.strategies
    record = json.loads(call("matrix", "rock-paper-scissors", "-f", "json")[1])
    fields = set(re.findall(r"^\| `(\w+)`", page.partition("## JSON")[2], re.MULTILINE))
    assert fields == {*record, "unsolved"}
    for field in FIELDS:
        assert f"`{field}`" in page
