"""`plytrace matrix` as people and programs use it."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from engine.text import install_command
from tests.support.tables import table
from tracer.matrix.writers import FIELDS
from trees.other_inputs.matrix import read_matrix

DOCS = Path(__file__).parent.parent.parent / "docs" / "matrix.md"


@pytest.fixture
def call(monkeypatch, capsys):
    """Run `plytrace matrix` in this process."""
    from tui.cli import main

    def run(*arguments, stdin=""):
        monkeypatch.setattr(sys, "argv", ["plytrace", "matrix", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        monkeypatch.setenv("COLUMNS", "80")
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def no_solver(monkeypatch):
    """As if the extra were not installed."""
    monkeypatch.setitem(sys.modules, "pygambit", None)


def words(text):
    """A text without its line breaks."""
    return " ".join(text.split())


def test_text_output_explains_the_sheets_problem(call):
    code, out, err = call("mp520")
    assert (code, err) == (0, "")
    assert (
        """\
        P1
        1        2        3
P2  a   1, 2     6*, 3*   6*, 3
    b   4*, 4*   3, 1     4*, 7*
"""
        in out
    )
    for sentence in (
        "P2 chooses a row, P1 a column; in each pair P1's payoff comes first.",
        "P1: 3 is weakly dominant: never worse than another strategy",
        "P1: 1 is weakly dominated by 3: 6 > 1 against a, 4 = 4 against b.",
        "P1: 2 is weakly dominated by 3: 6 = 6 against a, 4 > 3 against b.",
        "P2: no strategy is dominant; best is b against 1, a against 2, b against 3.",
        "P2: no strategy is dominated.",
        "No strategy is strictly dominated, so none is eliminated.",
        "(2, a) pays 6 to P1 and 3 to P2. (1, b) pays 4 to P1 and 4 to P2. "
        "(3, b) pays 4 to P1 and 7 to P2.",
        "P1 plays 2 with 2/3 and 3 with 1/3, P2 plays a; this pays 6 to P1 and 3 to P2.",
        "When P2 plays b, which is 1 strategy, P1 has 2 best responses (1 and 3)",
        "The equilibria above are end points only",
        "Continuum 1: P1 plays any mix of 1 and 3; P2 plays b; this pays 4 to P1 and between 4 "
        "and 7 to P2.",
        "Continuum 2: P1 plays any mix of [2] and [2 with 2/3 and 3 with 1/3], so P(2) between "
        "2/3 and 1 and P(3) between 0 and 1/3; P2 plays a; this pays 6 to P1 and 3 to P2.",
        "There is no other equilibrium.",
    ):
        assert sentence in words(out)


def test_weak_elimination_keeps_one_pair_and_names_the_lost_equilibria(call):
    _, out, _ = call("mp520", "--weak")
    for sentence in (
        "Another order can leave other strategies, and equilibria can be lost.",
        "Round 1, P1: 1 is weakly dominated by 3: 6 > 1 against a, 4 = 4 against b.",
        "Round 2, P2: a is strictly dominated by b: 7 > 3 against 3.",
        "Remaining: P1: 3; P2: b. Lost: the equilibrium (1, b). Lost: the equilibrium (2, a). "
        "Lost: the equilibrium in which P1 plays 2 with 2/3 and 3 with 1/3, P2 plays a.",
    ):
        assert sentence in words(out)


WEAK_MIX = "[[3, 0, 1], [0, 3, 1], [1, 1, 1]]"
WHY_WEAK = (
    "r3 is weakly dominated by the mix of r1 with 1/2 and r2 with 1/2: 3/2 > 1 against c1, "
    "3/2 > 1 against c2, 1 = 1 against c3."
)


@pytest.mark.parametrize("format_name", ["text", "md"])
def test_strategy_weakly_dominated_by_a_mix_is_eliminated_on_request(call, format_name):
    _, out, _ = call(WEAK_MIX, "-f", format_name)
    assert f"Row: {WHY_WEAK}" in words(out)
    assert "Column: no strategy is dominated." in words(out)
    assert "No strategy is strictly dominated, so none is eliminated." in words(out)
    _, out, _ = call(WEAK_MIX, "-f", format_name, "--weak")
    assert f"Round 1, Row: {WHY_WEAK}" in words(out)
    assert "Remaining: Row: r1 and r2; Column: c1, c2 and c3." in words(out)
    assert "Lost: the equilibrium (r3, c3)." in words(out)


def test_record_includes_the_mix_that_weakly_dominates(call):
    _, out, _ = call(WEAK_MIX, "-f", "json", "--weak")
    record = json.loads(out)
    (reason,) = record["dominated"]
    assert reason == {
        "player": "Row",
        "strategy": "r3",
        "kind": "weak",
        "by": {"r1": "1/2", "r2": "1/2"},
        "pays": {"c1": "3/2", "c2": "3/2", "c3": 1},
        "instead_of": {"c1": 1, "c2": 1, "c3": 1},
    }
    assert record["elimination"]["removals"] == [{"round": 1, **reason}]
    assert record["elimination"]["left"]["Row"] == ["r1", "r2"]


def test_strategy_dominated_only_by_a_mix_is_eliminated(call):
    _, out, _ = call("mixed-dominance")
    for sentence in (
        "Row: M is strictly dominated by the mix of T with 1/2 and B with 1/2: 3/2 > 1 against L, "
        "3/2 > 1 against R.",
        "Every order leaves the same strategies, and no equilibrium is lost.",
        "Round 2, Column: L is strictly dominated by R: 1 > 0 against T, 1 > 0 against B.",
        "Round 3, Row: T is strictly dominated by B: 3 > 0 against R.",
        "Remaining: Row: B; Column: R.",
        "There is none. The game has this one equilibrium and no other.",
    ):
        assert sentence in words(out)


def test_zero_sum_games_have_a_value(call):
    _, out, _ = call("[[3, -1], [0, 2]]")
    for sentence in (
        "The game is zero-sum.",
        "There is none: in every pair, some player would gain by changing strategy.",
        "The game is worth 1 to Row. Row secures it by r1 with 1/3 and r2 with 2/3. "
        "Column holds Row down to it by c1 with 1/2 and c2 with 1/2. "
        "There is no saddle point: without mixing Row secures only 0, and Column holds Row down "
        "only to 2.",
    ):
        assert sentence in words(out)
    _, out, _ = call("[[4, 2], [3, 1]]")
    assert "There is a saddle point: Row secures 2 even without mixing." in words(out)


def test_value_is_the_first_players_if_that_player_chooses_columns(call):
    text = "matrix: {first: columns, payoffs: [[[1, 3], [2, 2]]]}"
    _, out, _ = call("-", stdin=text)
    # Column stands first and gets 1 or 2; the pairs add up to 4.
    for sentence in (
        "The game is constant-sum: every pair adds up to 4.",
        "The game is worth 2 to Column and 2 to Row.",
        "Column secures it by c2.",
        "Row has one strategy and no choice.",
        "(c2, r1) pays 2 to Column and 2 to Row.",
    ):
        assert sentence in words(out)


def test_json_has_exact_values(call):
    _, out, _ = call("mp520", "--weak", "-f", "json")
    record = json.loads(out)
    assert record["schema"] == "plytrace.matrix/1"
    assert record["source"] == "mp520"
    assert [player["name"] for player in record["players"]] == ["P1", "P2"]
    assert [player["chooses"] for player in record["players"]] == ["columns", "rows"]
    assert record["payoffs"] == [[[1, 2], [6, 3], [6, 3]], [[4, 4], [3, 1], [4, 7]]]
    assert record["best_responses"]["P1"] == {"a": ["2", "3"], "b": ["1", "3"]}
    assert record["dominant"] == [{"player": "P1", "strategy": "3", "kind": "weak"}]
    assert [(d["strategy"], d["by"]) for d in record["dominated"]] == [
        ("1", {"3": 1}),
        ("2", {"3": 1}),
    ]
    assert record["elimination"]["left"] == {"P1": ["3"], "P2": ["b"]}
    assert [r["round"] for r in record["elimination"]["removals"]] == [1, 1, 2]
    assert len(record["elimination"]["lost"]) == 3
    assert [e["mixes"] for e in record["pure_equilibria"]] == [
        {"P1": {"2": 1}, "P2": {"a": 1}},
        {"P1": {"1": 1}, "P2": {"b": 1}},
        {"P1": {"3": 1}, "P2": {"b": 1}},
    ]
    mixed = record["extreme_equilibria"][-1]
    assert mixed["mixes"] == {"P1": {"2": "2/3", "3": "1/3"}, "P2": {"a": 1}}
    assert mixed["best_responses"] == {"P1": ["2", "3"], "P2": ["a", "b"]}
    assert record["degenerate"] is True
    assert [s["continuum"] for s in record["nash_subsets"]] == [True, True]
    assert record["nash_subsets"][0]["payoffs"] == {"P1": [4, 4], "P2": [4, 7]}
    assert record["value"] is None
    assert "unsolved" not in record


def test_json_of_a_zero_sum_game(call):
    _, out, _ = call("[[1/3, 0], [0, 1/6]]", "-f", "json")
    value = json.loads(out)["value"]
    assert value == {
        "sum": 0,
        "payoffs": {"Row": "1/9", "Column": "-1/9"},
        "optimal": {"Row": {"r1": "1/3", "r2": "2/3"}, "Column": {"c1": "1/3", "c2": "2/3"}},
        "maximin": 0,
        "minimax": "1/6",
    }


def test_csv_lists_the_equilibria(call):
    _, out, _ = call("mp520", "-f", "csv")
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


def test_markdown_has_a_table_and_lists(call):
    _, out, _ = call("mp520", "-f", "md")
    assert "# MP 520, problem 2\n" in out
    assert (
        "| P2 \\\\ P1 | 1 | 2 | 3 |\n| :-- | :-- | :-- | :-- |\n"
        "| a | 1, 2 | **6**, **3** | **6**, 3 |\n| b | **4**, **4** | 3, 1 | **4**, **7** |\n"
    ) in out
    assert "\n## Dominance\n\n- P1: 3 is weakly dominant" in out
    _, out, _ = call(
        "matrix: {rows: ['a|b'], payoffs: [[1]]}".replace("matrix", "{matrix") + "}", "-f", "md"
    )
    assert "| a\\|b | **1**, **−1** |" in out


def test_text_fits_plain_ascii_and_few_columns(call):
    _, out, _ = call("rock-paper-scissors", "--ascii", "--width", "40")
    assert out.isascii()
    table, _, rest = out.partition("Dominance")
    assert "-1, 1*" in table
    assert max(map(len, rest.splitlines())) <= 40


def test_output_can_be_written_to_a_file(call, tmp_path):
    target = tmp_path / "out.json"
    code, out, err = call("mp520", "-f", "json", "-o", str(target))
    assert (code, out, err) == (0, "", "")
    assert json.loads(target.read_text(encoding="utf-8"))["degenerate"] is True


@pytest.mark.usefixtures("no_solver")
def test_missing_extra_omits_one_result_and_is_named_in_one_line(call):
    code, out, err = call("mp520", "--weak")
    assert (code, err) == (0, "")
    assert words(out).count(install_command("matrix")) == 1
    assert "(3, b) pays 4 to P1 and 7 to P2." in out
    assert "Lost: the equilibrium (2, a)." in words(out)
    assert "Continuum" not in out
    assert "has exactly" not in out
    record = json.loads(call("mp520", "-f", "json")[1])
    assert record["extreme_equilibria"] is record["degenerate"] is record["nash_subsets"] is None
    assert install_command("matrix") in record["unsolved"]
    _, out, err = call("mp520", "-f", "csv")
    assert len(out.splitlines()) == 1 + 3 * 5
    assert install_command("matrix") in err
    assert call("mp520", "-f", "csv", "--quiet")[2] == ""
    assert "The game is worth 0" in call("rock-paper-scissors")[1]


def test_large_matrix_gets_everything_except_mixed_equilibria(call):
    code, out, _ = call(str([[0] * 9] * 9))
    assert code == 0
    assert "Not computed: mixed equilibria are not computed for 81 pairs" in words(out)
    assert "The game is worth 0 to Row." in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    table(__file__, "matrix_refused"),
)
def test_errors_are_one_message_and_an_exit_code(call, arguments, code, message):
    found, out, err = call(*arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err


def test_errors_name_the_file(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("matrix:\n  payofs: [[1]]\n", encoding="utf-8")
    code, _, err = call("mine.yaml")
    assert code == 3
    assert err.startswith("plytrace: mine.yaml:2:3: a matrix has no key 'payofs'")
    Path("other.yaml").write_text("[[[1, 1]]]", encoding="utf-8")
    assert call("other.yaml")[1].startswith("other\n")


def test_matrix_page_of_the_documentation_is_accurate(call):
    page = DOCS.read_text(encoding="utf-8")
    blocks = re.findall(r"^```yml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        read_matrix(block, "docs/matrix.md")
    dilemma = read_matrix(blocks[1], "x")
    (table,) = re.findall(r"^```csv\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (nfg,) = re.findall(r"^```text\n(NFG.*?)^```", page, re.MULTILINE | re.DOTALL)
    for game in (read_matrix(table, "x.csv"), read_matrix(nfg, "x")):
        assert (game.pairs, game.rows.name) == (dilemma.pairs, "Ann")
        assert game.columns.strategies == dilemma.columns.strategies
    record = json.loads(call("rock-paper-scissors", "-f", "json")[1])
    fields = set(re.findall(r"^\| `(\w+)`", page.partition("## JSON")[2], re.MULTILINE))
    assert fields == {*record, "unsolved"}
    for field in FIELDS:
        assert f"`{field}`" in page
