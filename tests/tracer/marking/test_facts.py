"""Sheets about payoff matrices and MCTS runs by hand."""

from __future__ import annotations

import itertools
import json

import pytest

from engine.mcts.hand_run import run_by_hand
from tests.support.cases import over
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.keys.problem_set import read_key_file
from tracer.marking.reading.formats import sheet_of, sheet_of_text
from trees.other_inputs.hand_run import open_hand_run

MATRIX = grader_of(Problem("mp520", "mp520", kind="matrix"))
RUN = grader_of(Problem("mp520", "mp520", kind="mcts"))


def mark(grader, **answers):
    return grader.mark(sheet_of(answers, "s"))


def test_reason_with_a_mix_is_no_alternative():
    grader = grader_of(Problem("m", "[[4, 1, 3], [2, 5, 4]]", kind="matrix"))
    mix = "is strictly dominated by 1/2 of c1 + 1/2 of c2"
    assert mark(grader, dominance=f"Row: none; Column: c3 {mix}").ok
    doubtful = mark(grader, dominance="Row: none; Column: c3 strictly/weakly")
    assert not doubtful.ok


#: A mix of the first two rows dominates the third, and only weakly.
WEAK_MIX = "[[3, 0, 1], [0, 3, 1], [1, 1, 1]]"


@over(
    "answers",
    table(__file__, "facts-right-answers"),
)
def test_answers_about_a_matrix_earn_all_points_if_right(answers):
    marked = mark(MATRIX, **answers)
    assert marked.ok, marked.record()


@pytest.mark.parametrize(
    ("answers", "share"),
    [
        ({"dominance": "P1: 1; P2: a"}, 0),
        ({"dominance": "P1: 1 strictly, 2 weakly; P2: none"}, 1 / 2),
        ({"dominance": "P1: strictly 1 and 2; P2: none"}, 0),
        ({"dominant": "P1: 3; P2: a"}, 0),
        ({"equilibria": "(2, a)"}, 1 / 3),
        ({"equilibria": "(2, a), (1, b), (3, b), (1, a)"}, 2 / 3),
        ({"equilibria": "P1: 1/2 of 1 + 1/2 of 2, P2: a"}, 0),
    ],
)
def test_answers_about_a_matrix_earn_their_share_if_some_are_wrong(answers, share):
    marked = mark(MATRIX, **answers)
    assert marked.score == pytest.approx(share)
    assert marked.parts[0].message


@over(
    "answers",
    [
        {"dominance": "P3: 1"},
        {"equilibria": "(9, a)"},
        {"equilibria": {"P1": "1/2 of 1", "P2": "a"}},
        {"dominant": "P1: 3 or 2"},
        {"dominant": "P1: 3 or 2; P2: none"},
        {"dominant": "P1: the third; P2: none"},
        {"dominant": "P1: 3 is not dominant"},
        {"equilibria": "(2, a) or (1, b)"},
    ],
)
def test_entry_is_pending_if_it_names_nobody_or_has_alternatives(answers):
    marked = mark(MATRIX, **answers)
    assert marked.parts[0].pending
    assert marked.unread


def test_answer_that_is_not_required_is_unread_if_a_required_one_is_missing():
    grader = grader_of(Problem("mp520", "mp520", kind="matrix", parts={"dominance": 3}))
    marked = mark(grader, dominant="P1: 3, P2: none")
    assert marked.parts[0].pending
    assert [line.text for line in marked.unread] == ["dominant: P1: 3, P2: none"]
    both = mark(grader, dominant="P1: 3, P2: none", dominance="P1: 1, 2; P2: none")
    assert both.ok
    assert not both.unread


def test_two_different_entries_at_one_place_are_no_answer():
    marked = mark(RUN, mcts="(4,4): 10 0.281\nN: 2 0.0725\n(4,4): 10 0.3")
    assert marked.score == pytest.approx(3 / 22)  # the visits are the same
    assert [line.text for line in marked.unread] == ["10 0.281", "10 0.3"]
    again = mark(RUN, mcts="(4,4): 10 0.281\nN: 2 0.0725\n(4,4): 10 0.281")
    assert again.score == pytest.approx(4 / 22)
    doubtful = mark(MATRIX, dominance="P1: 1 strictly, 2, 1 weakly; P2: none")
    assert doubtful.score == pytest.approx(1 / 2)
    assert [line.text for line in doubtful.unread] == ["1 strictly", "1 weakly"]


def test_reason_of_an_action_is_unread_and_the_action_is_read():
    marked = mark(RUN, move="W because it has the largest UCB1 (1.6774)")
    assert marked.ok
    assert [line.text for line in marked.unread] == ["because it has the largest UCB1 (1.6774)"]


def test_only_what_may_hold_an_answer_keeps_it_pending():
    grader = grader_of(Problem("mp520", "mp520", kind="mcts", parts={"move": 1, "added": 1}))
    move, added = mark(grader, move="W because it has the largest UCB1").parts
    assert move.ok
    assert (added.pending, added.message) == (False, "not answered")
    move, added = grader.mark(sheet_of_text("move: W\nthe nodes N and W", "s", ".txt")).parts
    assert added.pending


def test_title_of_a_sheet_is_no_unread_line():
    marked = RUN.mark(sheet_of_text("Homework 3\nThis was hard\n\nmove: W", "s", ".txt"))
    assert marked.ok
    assert [line.text for line in marked.unread] == ["This was hard"]


def test_value_of_a_zero_sum_game_is_marked(tmp_path):
    grader = grader_of(Problem("pennies", "[[1, -1], [-1, 1]]", kind="matrix"))
    assert mark(grader, value="0").ok
    assert not mark(grader, utility="1").ok


def test_tables_of_a_hand_run_earn_all_points_if_right():
    rows = [
        (*node.cell, "".join(way.name for way in node.path), node.visits, float(node.total),
         float(node.mean))
        for node in run_by_hand(open_hand_run("mp520")).iterations[-1].table
    ]  # fmt: skip
    by_cell = {f"({x},{y}) {way}": {"visits": n, "mean": mean} for x, y, way, n, _, mean in rows}
    by_way = {way or "root": {"n": n, "sum": total} for _, _, way, n, total, _ in rows}
    typed = "\n".join(f"({x},{y}) {way}: {n} {mean:.4f}" for x, y, way, n, _, mean in rows)
    for written in (by_cell, by_way, typed):
        marked = mark(RUN, mcts=written, expanded="N W S E W N E N E S", next="W")
        by_part = {part.part: part for part in marked.parts}
        assert by_part["mcts"].ok, by_part["mcts"].message
        assert by_part["move"].ok


#: Read off the printed run by hand, iteration by iteration.
CELLS = "(4,5) (3,4) (4,3) (5,4) (3,3) (3,5) (6,4) (4,6) (5,3) (4,2)"
WAYS = "N W S E SW WN EE NN SE SS"


@over(
    "answer",
    [
        CELLS,
        CELLS.replace(") (", "), ("),
        CELLS.split(),
        CELLS.replace(") (", "; ").strip("()"),
        "\n".join(f"{at}. {cell}" for at, cell in enumerate(CELLS.split(), 1)),
        [[4, 5], [3, 4], [4, 3], [5, 4], [3, 3], [3, 5], [6, 4], [4, 6], [5, 3], [4, 2]],
        WAYS,
        WAYS.lower().replace(" ", " → "),
        WAYS.replace("N W S E", "north, west, south, east"),
        "\n".join(f"Iteration {at}: {one}" for at, one in enumerate(CELLS.split(" "), 1)),
        WAYS.replace("SW", "WS"),  # another way to (3,3), which is one node
    ],
)
def test_added_nodes_of_a_hand_run_are_marked(answer):
    marked = mark(RUN, added=answer)
    assert marked.ok, marked.record()


def test_directions_are_not_taken_for_nodes():
    assert mark(RUN, added="N W S E W N E N E S").score == pytest.approx(0.4)
    assert mark(RUN, added=CELLS.replace("(6,4)", "(7,4)")).score == pytest.approx(0.9)
    for answer in ("", []):
        assert mark(RUN, added=answer).parts[0].message == "not answered"
    for answer in ("north, then left", f"({'9' * 5000},1)", [{"a": 1}], 7):
        assert mark(RUN, added=answer).parts[0].pending


def test_directions_are_answers_if_each_leads_to_one_node():
    options = {"nodes": "paths", "selection": "ucb1", "c": "sqrt(2)", "y": "up"}
    run = grader_of(Problem("mp520", "mp520", SearchRules(options=options), kind="mcts"))
    assert mark(run, added=CELLS).ok
    assert mark(run, added=WAYS).ok
    assert not mark(run, added=WAYS.replace("SW", "WS")).ok


def test_table_of_an_earlier_iteration_is_recognised():
    last = RUN.items["mcts"].show(RUN.items["mcts"].right)
    earlier = "iteration 2: root: 2 0.1775; N: 1 0.135; W: 1 0.2; iteration 10: "
    assert mark(RUN, mcts=earlier.replace("0.2;", "0.22;") + last).ok
    marked = mark(RUN, mcts=earlier + last)
    assert marked.score == pytest.approx(27 / 28)
    assert "mean of (3,4) W after iteration 2 is 0.22, not 0.2" in marked.parts[0].message
    alone = mark(RUN, mcts={"2": "root 2 0.1775\nN 1 0.135\nW 1 0.22"})
    assert alone.score == pytest.approx(6 / 28)  # the last table is the question
    rows = dict(one.split(": ") for one in last.split("; "))
    early = "root: 2 0.1775; N: 1 0.135; W: 1 0.22"
    assert mark(RUN, mcts={"iteration 2": early, **rows}).ok
    assert not mark(RUN, mcts={"iteration 2": early.replace("0.22", "0.2"), **rows}).ok


def test_record_of_facts_names_no_convention():
    record = mark(RUN, move="S").record()
    assert record["convention"] is None
    assert record["departure"] is None
    assert json.dumps(record)
    assert "error" not in record


@over(
    ("source", "answers", "share", "told"),
    [
        (
            "battle-of-the-sexes",
            {
                "equilibria": "(boxing, boxing), (ballet, ballet), "
                "(2/3 boxing 1/3 ballet, 1/3 boxing 2/3 ballet)"
            },
            1,
            "3 of 3",
        ),
        ("mixed-dominance", {"equilibria": "(B, R), (Q, R)"}, 1, "unread: (Q, R)"),
        ("mixed-dominance", {"dominant": "none"}, 1, ""),
        ("mixed-dominance", {"dominant": "No dominant strategies."}, 1, ""),
        ("mp520", {"dominance": "P1: 1 2; P2: none"}, 1, "2 of 2"),
        (WEAK_MIX, {"dominance": "Row: r3 weakly; Column: none"}, 1, "1 of 1"),
        (
            WEAK_MIX,
            {"dominance": "Row: r3 strictly; Column: none"},
            0,
            "is weakly dominated",
        ),
        (WEAK_MIX, {"dominance": "none"}, 0, "Row's r3 is missing"),
        ("mp520", {"dominance": "P1: 1 and 2 weakly; P2: none"}, 1, "2 of 2"),
        ("mp520", {"dominance": "P1: 1, 9; P2: none"}, 1 / 2, "unread: 9"),
        ("mp520", {"dominance": "none"}, 0, "0 of 2"),
        (
            "battle-of-the-sexes",
            {"dominance": "He: ballet; She: none"},
            0,
            "no strategy is dominated",
        ),
    ],
)
def test_entry_is_listed_and_changes_no_other_if_it_is_unread(source, answers, share, told):
    marked = mark(grader_of(Problem(source, source, kind="matrix")), **answers)
    assert marked.score == pytest.approx(share)
    unread = "".join(f"unread: {line.text}" for line in marked.unread)
    assert told in marked.parts[0].message + unread


def test_hostile_mix_of_answers_is_read():
    marked = mark(MATRIX, equilibria="(" + "1a" * 500 + " x, b)")
    assert marked.parts[0].pending


@pytest.mark.parametrize(
    "blank",
    [
        {"mcts": "root="},
        {"mcts": "root: visits= , mean="},
        {"mcts": {"root": {"visits": "", "mean": ""}}},
        {"mcts": {"root": None}},
        {"mcts": " ", "expanded": [], "move": ""},
    ],
)
def test_form_of_a_hand_run_is_unanswered_if_blank(blank):
    marked = mark(RUN, **blank)
    assert {part.message for part in marked.parts} == {"not answered"}


@pytest.mark.parametrize("said", ["root=four", "root 7", "7"])
def test_table_is_an_answer_in_any_form(said):
    assert mark(RUN, mcts=said).parts[0].message != "not answered"


#: Ways to write the tables of a hand run; each gets the number of an iteration and its nodes.
WAYS_TO_WRITE = {name: rest for name, *rest in table(__file__, "facts-ways-to-write")}


@over("way", WAYS_TO_WRITE, ms=150)
@over("rule", [{"selection": "mean"}, {"c": "sqrt(2)"}, {"c": "1"}])
def test_values_after_each_iteration_are_right_under_each_reading_of_the_rule(way, rule):
    before, head, between, row = WAYS_TO_WRITE[way]
    for y, nodes in itertools.product(("up", "down"), ("states", "paths")):
        options = {"selection": "ucb1", "y": y, "nodes": nodes} | rule
        grader = grader_of(
            Problem(
                "p",
                "mp520",
                SearchRules(options=options),
                kind="mcts",
                parts={"mcts": 1, "move": 1},
            )
        )
        run = run_by_hand(open_hand_run("mp520", options))
        tables = []
        for at, one in enumerate(run.iterations, 1):
            rows = []
            for node in one.table:
                path = "".join(step.name for step in node.path)
                cell = f"({node.cell[0]},{node.cell[1]})" + f" {path}" * (nodes == "paths")
                rows.append(row.format(
                    at=at, cell=cell.strip(), way=path or "root", n=node.visits,
                    sum=f"{float(node.total):g}", q=f"{float(node.mean):.4f}",
                ))  # fmt: skip
            tables.append(head.format(at) + between.join(rows))
        text = (
            before + "\n".join(tables) + f"\nnext action: {run.predicted_action.direction.name}\n"
        )
        marked = grader.mark(sheet_of_text(text, "s", ".txt"))
        assert marked.ok, marked.record()
        assert not marked.unread
        wrong = grader.mark(sheet_of_text(text.replace("0.7000", "0.7100"), "s", ".txt"))
        assert not wrong.ok


@pytest.mark.parametrize("grader", [MATRIX, RUN])
def test_the_right_answer_in_canonical_form_is_read_as_itself(grader):
    for part in grader.items.values():
        text = part.show(part.right)
        read = part.read(text)
        assert (part.show(read.claim), read.unread) == (text, ())
        assert part.tally(read.claim).share() == 1
    record = mark(grader, **dict.fromkeys(grader.items, "?")).record()
    assert record["pending"] == [*grader.items]
    assert record["right"].keys() == grader.items.keys()
    assert {one["text"] for one in record["unread"]} == {"?"}


@over(
    ("said", "read"),
    table(__file__, "facts-hand-run-rows"),
)
def test_row_of_a_hand_run_is_right_in_any_certain_order(said, read):
    part = RUN.items["mcts"]
    found = part.read(f"(4,4): {said}")
    assert not found.unread
    row = {place.field: number for place, number in found.claim.items()}
    assert row == {word: float(number) for word, number in map(str.split, read.split(", "))}
    message = mark(RUN, mcts=f"(4,4): {said}").parts[0].message
    assert message.startswith(f"{len(row)} of ")


def test_q_of_a_node_is_neither_its_sum_nor_its_mean_if_it_is_another_number():
    assert mark(RUN, mcts="(4,4): N = 10, Q = 0.5").parts[0].message.startswith("1 of ")


@over(
    "said",
    ["visits 2.81", "2.81 0.281", "0.281 / 10", "10 2.81/10", "1 (10)", "2/0", "28.1%", "-1 0.5"],
)
def test_row_of_a_hand_run_is_pending_if_its_order_is_uncertain_or_visits_are_not_whole(said):
    marked = mark(RUN, mcts=f"(4,4): {said}")
    assert marked.parts[0].pending
    assert [line.text for line in marked.unread] == [said]
    assert mark(RUN, mcts=[{"node": "root", "visits": "2.81"}]).parts[0].pending


def test_only_one_row_of_a_hand_run_is_unread_if_it_divides_by_zero():
    marked = mark(RUN, mcts="(4,4): 2 / 0\nN: 2 / 0.0725", move="W")
    assert not marked.error
    assert [line.text for line in marked.unread] == ["2 / 0"]
    assert [part.score for part in marked.parts] == [pytest.approx(2 / 22), 1]


def test_other_parts_are_marked_if_reading_one_fails(monkeypatch):
    def fail(given):
        raise ZeroDivisionError

    monkeypatch.setattr(RUN.items["mcts"], "read_answer", fail)
    marked = mark(RUN, mcts="(4,4): 10 0.281", move="W")
    assert (marked.error, [part.pending for part in marked.parts]) == ("", [True, False])
    assert marked.parts[1].ok


@pytest.mark.parametrize(
    ("tolerance", "mean", "is_right"),
    [
        (None, "0.28", True),
        (None, "0.2810", True),
        (None, "0.3", False),
        (None, "0.29", False),
        ("0.05", "0.3", True),
        ("0", "0.28", False),
    ],
)
def test_mean_of_a_hand_run_is_right_if_rounded_as_written_or_within_the_tolerance(
    tmp_path, tolerance, mean, is_right
):
    key = tmp_path / "key.yaml"
    line = f"tolerance: {tolerance}\n" if tolerance else ""
    key.write_text(f"mcts: mp520\n{line}parts: {{mcts: 22}}\n")
    marked = grader_of(read_key_file(key)).mark(sheet_of({"mcts": f"(4,4): 10 {mean}"}, "s"))
    assert marked.score == pytest.approx(1 + is_right)


@pytest.mark.parametrize(
    ("tolerance", "answers", "share"),
    [
        (None, {"utility": "0.33"}, 1),
        (None, {"utility": "0.3"}, 0),
        ("0.05", {"utility": "0.3"}, 1),
        ("0.05", {"equilibria": "(0.3 h 0.7 t, 0.3 h 0.7 t)"}, 1),
        (None, {"equilibria": "(0.3 h 0.7 t, 0.3 h 0.7 t)"}, 0),
        (None, {"equilibria": "(0.33 h 0.67 t, 0.33 h 0.67 t)"}, 1),
    ],
)
def test_number_of_a_matrix_is_right_if_rounded_or_within_the_tolerance(
    tmp_path, tolerance, answers, share
):
    rows = "rows: [h, t], columns: [h, t], payoffs: [[1, 0], [0, 1/2]]"
    (tmp_path / "game.yaml").write_text(f"matrix: {{{rows}}}\n")
    line = f"tolerance: {tolerance}\n" if tolerance else ""
    (tmp_path / "key.yaml").write_text(f"matrix: game.yaml\n{line}")
    marked = grader_of(read_key_file(tmp_path / "key.yaml")).mark(sheet_of(answers, "s"))
    assert marked.score == pytest.approx(share)
