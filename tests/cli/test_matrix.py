"""`plytrace matrix` as people and programs use it."""

import csv
import io
import json
import re
import sys
from fractions import Fraction

import pytest

from engine.text import install_command
from tests.support.pages import blocks, read_page
from tracer.matrix.writers import FIELDS
from trees.other_inputs.matrix import read_matrix


@pytest.fixture
def no_solver(monkeypatch):
    """As if the extra were not installed."""
    monkeypatch.setitem(sys.modules, "pygambit", None)


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


@pytest.mark.usefixtures("no_solver")
def test_missing_extra_omits_one_result_and_is_named_in_one_line(call):
    code, out, err = call("matrix", "mp520", "--weak")
    assert (code, err) == (0, "")
    assert words(out).count(install_command("matrix")) == 1
    assert "(3, b) pays 4 to P1 and 7 to P2." in out
    assert "Lost: the equilibrium (2, a)." in words(out)
    assert "Continuum" not in out
    assert "has exactly" not in out
    record = json.loads(call("matrix", "mp520", "-f", "json")[1])
    assert record["extreme_equilibria"] is record["degenerate"] is record["nash_subsets"] is None
    assert install_command("matrix") in record["unsolved"]
    _, out, err = call("matrix", "mp520", "-f", "csv")
    assert len(out.splitlines()) == 1 + 3 * 5
    assert install_command("matrix") in err
    assert call("matrix", "mp520", "-f", "csv", "--quiet")[2] == ""
    assert "The game is worth 0" in call("matrix", "rock-paper-scissors")[1]


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
