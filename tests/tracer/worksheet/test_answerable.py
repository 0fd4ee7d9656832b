"""A problem can be answered from its sheet alone; otherwise its spec is refused."""

import random
import re
from textwrap import dedent

import pytest

from engine.conventions import PRESETS
from engine.errors import PlytraceError
from engine.games import GAMES, make_game
from engine.searches.ordering import ORDERS
from tests.support.cases import over
from tests.support.tables import table
from tests.tracer.worksheet.made import OWN_GAME, spec_of
from tracer.marking.blank_forms import form
from tracer.text.numbers import show_number
from tracer.worksheet.bundle import WorksheetMaker
from trees.sources import open_source

#: OpenSpiel has hundreds of games and no text of their rules: the instructor writes them.
WITHOUT_RULES = {"openspiel"}

#: A problem of every game, with a depth if its search would be long.
PROBLEMS = dict(table(__file__, "games"))


def statement_of(problem, head="title: T"):
    (task,) = WorksheetMaker(spec_of(problem, head=head)).worksheet().tasks
    return task.statement.replace("\\", "")


def refusal_of(problem):
    with pytest.raises(PlytraceError) as caught:
        WorksheetMaker(spec_of(problem)).worksheet()
    return str(caught.value)


def game_or_skip(name):
    if name in ("chess", "openspiel"):
        pytest.importorskip({"chess": "chess", "openspiel": "pyspiel"}[name])
    source = re.search(r"source: ['\"](.+?)['\"],", PROBLEMS[name])[1]
    return open_source(source).game


@over("name", GAMES)
def test_every_game_says_its_rules_moves_and_order(name):
    game = game_or_skip(name)
    assert bool(game.rules) is (name not in WITHOUT_RULES)
    assert game.move_naming.endswith(".")
    assert game.given_order
    assert not game.given_order.endswith(".")
    if game.rules:
        assert game.rules.endswith(".")
        assert "worth" in game.rules
        assert 2 <= game.rules.count(". ") + 1 <= 5


@over("name", GAMES)
def test_sheet_of_every_game_states_what_its_answers_need(name):
    game = game_or_skip(name)
    (task,) = WorksheetMaker(spec_of(PROBLEMS[name])).worksheet().tasks
    text = task.statement.replace("\\", "")
    assert task.figure is not None
    assert (game.rules or "Take a cell.") in text
    assert game.move_naming in text or not game.rules
    assert f"in this order: {game.given_order}." in text
    assert f"{game.to_move(game.initial).name} moves at the root." in text
    assert "the window is (−∞, +∞)" in text
    if "depth" in PROBLEMS[name]:
        known = next(iter(game.evaluations.values()))
        assert (known.rule or known.summary) in text
        assert f"{show_number(float(known.value(game.initial)))}." in text
        assert "has the worth of its end" in text
    else:
        assert "evaluation" not in text
    if game.has_wins and name not in WITHOUT_RULES:
        assert "A win of MAX is worth" in text
    if {"visits", "cutoffs", "values"} & {question.part for question in task.questions}:
        named = [one for one in task.questions if "the initial position is `root`" in one.text]
        assert len(named) == 1


#: The stated order of moves, as a key of a move in a state.
ORDER_KEYS = {
    "tic-tac-toe": lambda game, move: game.cell_of(move),
    "mnk": lambda game, move: game.cell_of(move),
    "reversi": lambda game, move: game.cell_of(move) or (0, 0),
    "connect-four": lambda game, move: int(game.name_of(move)),
    "race": lambda game, move: int(game.name_of(move)),
    "nim": lambda game, move: [*map(int, game.name_of(move).split("-"))],
    "navigation": lambda game, move: "NWSE".index(game.name_of(move)),
    "chess": lambda game, move: repr(move),
}


@over("name", ORDER_KEYS)
def test_moves_come_in_the_stated_order(name):
    if name == "chess":
        pytest.importorskip("chess")
    game, dice = make_game(name), random.Random(7)
    for _ in range(5):
        state = game.initial
        for _ in range(40):
            if game.is_terminal(state):
                break
            moves = game.actions(state)
            assert [*moves] == sorted(moves, key=lambda move: ORDER_KEYS[name](game, move))
            state = game.result(state, dice.choice(moves))


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "race", "nim", "chess"])
def test_a_win_is_worth_what_the_rules_say(name):
    if name == "chess":
        pytest.importorskip("chess")
    game, dice = make_game(name), random.Random(3)
    worth = int(re.search(r"A win of MAX is worth (\d+)", game.rules)[1])
    for _ in range(3):
        state, plies = game.initial, 0
        while not game.is_terminal(state) and plies < 80:
            state, plies = game.result(state, dice.choice(game.actions(state))), plies + 1
        if game.is_terminal(state):
            assert abs(game.utility(state, 0)) in (0, worth)


def test_rules_follow_the_size_and_the_cells_option():
    assert "4 in a line" in make_game("mnk", size="5,5,4").rules
    assert "from 1 to 2" in make_game("race", size="7,2").rules
    assert "reaches 7 exactly" in make_game("race", size="7,2").rules
    assert "last object wins" in make_game("nim", size="1,2").rules
    assert "last object loses" in make_game("nim", size="1,2,misere").rules
    text = statement_of('{source: "tic-tac-toe@xox|oxo|...", cells: row-col, parts: [move]}')
    assert "(row,column), from (0,0)" in text
    assert "numbered" not in text


@over("order", ORDERS)
def test_every_order_is_stated_with_the_order_of_ties(order):
    search = {"best-first": "deepening"}.get(order, "alphabeta")
    source = 'source: "tic-tac-toe@xo.|xo.|..."'
    text = statement_of(f"{{{source}, search: {search}, depth: 3, order: {order}, parts: [move]}}")
    assert "the free cells row by row" in text
    if order not in ("given", "right-to-left"):
        assert "does not distinguish keep this order: the free cells row by row" in text
    if order == "right-to-left":
        assert "the reverse of this order" in text


@over("case", table(__file__, "statements"))
def test_sheet_states_what_decides_the_answer_and_nothing_else(case):
    spec = spec_of(*case["problems"], head=case.get("head", "title: T"))
    sheet = WorksheetMaker(spec).worksheet()
    text = sheet.instructions if case.get("general") else sheet.tasks[0].statement
    text = " ".join(text.replace("\\", "").split())
    for words in case.get("has", ()):
        assert words in text, words
    for words in case.get("lacks", ()):
        assert words not in text, words


@pytest.mark.parametrize("name", PRESETS)
def test_tree_states_the_convention_in_the_words_of_the_course(name):
    spec = spec_of("{source: lecture, parts: [cutoffs]}", head=f"title: T\nconvention: {name}")
    rules = WorksheetMaker(spec).worksheet().instructions
    preset = PRESETS[name]
    assert ("v > β" if preset.cutoff == ">" else "v ≥ β") in rules
    assert f"{preset.update.removesuffix('-test')} this test" in rules
    written = {"mit": "writes both tests as α ≥ β.", "lab3": "writes both tests as β ≤ α."}
    assert written.get(name, "") in rules
    assert ("Your course" in rules) is (name in written)


#: The game of the documentation with an evaluation, then also with a drawing and with rules.
PILE = OWN_GAME + dedent("""
    from engine.values import Evaluation

    Pile.evaluate = lambda self, state: 0


    class Drawn(Pile):
        def draw(self, state):
            return f"{state[0]} left"


    class Told(Drawn):
        rules = "A move takes 1, 2 or 3. Who takes the last one wins, which is worth 1 or −1."
        evaluations = {"none": Evaluation("always 0", lambda state: 0)}
    """)


@pytest.fixture
def pile(tmp_path):
    file = tmp_path / "pile.py"
    file.write_text(PILE, encoding="utf-8")
    return f"source: '{file}:"


def test_custom_game_without_rules_is_refused_until_they_are_supplied(pile):
    message = refusal_of(f"{{{pile}Pile', depth: 2, parts: [move]}}")
    assert message.startswith("spec.yaml:3:5: problem 1: the sheet lacks the rules of Pile and ")
    for missing in ("a readable position of Pile", "the rule of the evaluation"):
        assert missing in message
    for supply in ("rules: with", "an attribute rules", "draw(state)", "evaluations", "text:"):
        assert supply in message
    own = "Take one to three. The last one wins."
    text = statement_of(f"{{{pile}Drawn', figure: tree, depth: 2, rules: {own}, parts: [move]}}")
    assert own in text
    assert "The evaluations are in the figure." in text
    text = statement_of(f"{{{pile}Told', depth: 2, parts: [move]}}")
    assert "A move takes 1, 2 or 3." in text
    assert "At the root, the game lists the moves in this order: 1, 2, 3." in text
    assert "The evaluation is always 0. For example, at the root it is 0." in text
    assert statement_of(f"{{{pile}Pile', text: Play., parts: [move]}}") == "Play."


#: A spec whose sheet lacks something, the words for it, and a change that supplies it.
LACKING = dict(table(__file__, "lacking"))


@pytest.mark.parametrize("problem", LACKING)
def test_sheet_that_lacks_something_is_refused_until_it_is_supplied(problem):
    words, (old, new) = LACKING[problem]
    assert f"the sheet lacks {words};" in refusal_of(problem)
    assert statement_of(problem.replace(old, new))


def test_rules_without_effect_are_refused():
    assert "no effect on a tree" in refusal_of("{source: lecture, rules: x, parts: [move]}")
    with pytest.raises(PlytraceError, match="text:, which replaces the whole statement"):
        spec_of("{source: 'race:4,2', rules: x, text: y, parts: [move]}")


DEEPENED = (
    "{{tree: [{{eval: 4, children: [2, {{id: X, eval: 9, children: [5, 7]}}]}}, "
    "{{eval: 6, children: [7, 1]}}], search: {}, {}parts: [values]}}"
)


def test_estimates_that_a_search_needs_at_internal_nodes_are_in_a_table():
    (task,) = WorksheetMaker(spec_of(DEEPENED.format("deepening", ""))).worksheet().tasks
    assert task.table == (("node", "evaluation"), ("B", "4"), ("C", "6"), ("X", "9"))
    assert "The evaluations of internal nodes are in the table." in task.statement
    assert "The last pass reaches all leaves." in task.statement
    assert "the first visit counts" in task.questions[0].text
    ordered = DEEPENED.format("alphabeta", "order: evaluation, ")
    (task,) = WorksheetMaker(spec_of(ordered)).worksheet().tasks
    assert task.table
    assert "visit counts" not in task.questions[0].text
    (task,) = WorksheetMaker(spec_of(DEEPENED.format("alphabeta", ""))).worksheet().tasks
    assert not task.table


@over("seed", range(20), ms=45)
@over("window", ["", "root-window: [8, 12], "])
def test_table_of_cutoffs_has_room_for_every_cutoff_of_a_tree(seed, window):
    problem = (
        "{generate: {plies: 4, branching: [1, 3], values: 0..20}, search: alphabeta, "
        f"{window}parts: [cutoffs]}}"
    )
    made = WorksheetMaker(spec_of(problem, head=f"title: T\nseed: {seed}")).make()
    _, question = made.worksheet.tasks[0].questions
    right = made.solutions[0].answers["cutoffs"]
    assert 2 <= len(question.blank.rows) <= 10
    assert len(right.cells) <= len(question.blank.rows) or len(right.cells) > 10


@pytest.mark.parametrize(("parts", "more", "asked"), table(__file__, "values_beside_cutoffs"))
def test_values_are_asked_beside_cutoffs_since_an_error_is_followed_only_if_it_is_stated(
    parts, more, asked
):
    made = WorksheetMaker(spec_of(f"{{source: lecture, parts: {parts}{more}}}")).make()
    questions = made.worksheet.tasks[0].questions
    assert {one.part: one.points for one in questions} == asked
    assert all(("no points" in one.text) == (not one.points) for one in questions)
    blank = form(made.graders[0], "text")
    assert [line.partition(":")[0] for line in blank.split("\n") if ":" in line][1:] == [*asked]


# Statements of problems with passes, second windows and known bounds ------------------------------
