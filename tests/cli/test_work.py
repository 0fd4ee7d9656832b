"""`plytrace work`: what it refuses, its sheets, and the dialogue on a plain terminal."""

import json
import random
import re
import shlex
import shutil
from itertools import cycle, pairwise
from pathlib import Path

import pytest

from tests.support.cases import cases
from tests.support.cases import over as some_of
from tests.support.commands import run_command
from tests.support.pages import blocks
from tests.support.tables import table
from tracer import trace
from tracer.hands.events import Back, Enter, Move, Returned, Value, Window
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import right_events
from tracer.hands.session import HandSession, Level
from tracer.hands.sheet_files import SheetFile
from tracer.marking.blank_forms import FORMS
from tui.cli.plain.plain_work import PlainWork
from tui.saved.mistakes import note_tree

over = pytest.mark.parametrize

#: A game whose moves a shell, a sheet or a command could take for something else.
GAME = """\
class Odd:
    initial = ()
    def to_move(self, state):
        return "MAX" if len(state) % 2 == 0 else "MIN"
    def actions(self, state):
        return ["left side", "cut: here", "take", "v 3; undo", "'quit"]
    def result(self, state, action):
        return (*state, action)
    def is_terminal(self, state):
        return len(state) == 2
    def utility(self, state, player):
        value = len(state[0]) * len(state[1]) % 7
        return value if player == "MAX" else -value
"""


@pytest.fixture
def work(tmp_path):
    shutil.copytree(Path(__file__).parent / "commands" / "hand_work", tmp_path, dirs_exist_ok=True)

    def run(*arguments, typed="", command="work"):
        plain = ["--plain"] if command == "work" else []
        done = run_command(command, *arguments, *plain, stdin=typed, cwd=tmp_path)
        return done.returncode, done.stdout, done.stderr

    return run


def lines_of(right, number=None):
    """Return the lines that a student types who does everything right."""
    worked, lines = HandWork(right), []
    for event in right_events(right):
        lines.append(line_of(worked, event, number or str))
        worked.add(event)
    return lines


def line_of(worked, event, number):
    match event:
        case Enter(action):
            return f"visit {worked.child_name(action)}"
        case Move(action):
            return f"move {worked.child_name(action)}"
        case Window(alpha, beta):
            return f"window {number(alpha)} {number(beta)}"
        case Value(v):
            return f"v {number(v)}"
        case Returned(x):
            return f"gives {number(x)}"
        case Back():
            return "cut" if worked.frame.children_left else "return"


def converse(session, lines, sheet=None):
    """Return what a dialogue writes, with its prompts."""
    left, written = iter(lines), []

    def ask(prompt):
        written.append(prompt)
        line = next(left, None)
        if isinstance(line, type) and issubclass(line, BaseException):
            raise line
        return line

    PlainWork(session, sheet, ask, written.append).run()
    return written


# The command ----------------------------------------------------------------------------------


def test_lines_that_a_student_adds_to_a_sheet_are_kept(work, tmp_path):
    path = tmp_path / "s.yaml"
    lines = lines_of(trace("lecture"))
    work("lecture", "--sheet", "s.yaml", typed="\n".join(lines[:7]))
    path.write_text(f"student: Ann\n{path.read_text()}variant: 3\n")
    code, _, err = work("lecture", "--sheet", "s.yaml", typed="\n".join(lines[7:]))
    assert (code, err) == (0, "")
    text = path.read_text()
    assert text.startswith("student: Ann\n# plytrace work: ")
    assert text.endswith("\nvariant: 3\n")
    assert text.count("visits: ") == 1


# Marks ----------------------------------------------------------------------------------------


@over("source, search, options", table(__file__, "right_dialogues"))
def test_sheet_of_a_right_dialogue_has_full_marks(source, search, options, work, tmp_path):
    (tmp_path / "odd.py").write_text(GAME)
    settings = "".join(f"{name}: {value}\n" for name, value in options.items())
    (tmp_path / "key.yaml").write_text(f"source: '{source}'\nsearch: {search}\n{settings}")
    from tracer.marking.keys.problem_set import read_key_text

    path = tmp_path / "key.yaml"
    problem = read_key_text(path.read_text(), str(path), str(path))
    right = trace(problem.source, search, problem.accept[0], **problem.search.options)
    typed = "\n".join(lines_of(right))
    code, out, err = work("key.yaml", "--sheet", "s.yaml", typed=typed)
    assert (code, err) == (0, "")
    assert "The search is over. Your sheet has every step." in out
    code, out, err = work("key.yaml", "s.yaml", command="check")
    assert (code, err) == (0, ""), out
    total = re.search(r"(\d+) of (\d+) points", out)
    assert total is not None
    assert total[1] == total[2], out


def test_problems_of_a_set_share_a_sheet_and_are_continued_in_any_order(work, tmp_path):
    lecture, dice = lines_of(trace("lecture", convention="aima")), lines_of(trace("dice"))
    path = tmp_path / "s.yaml"
    for number, lines in (
        ("1", lecture[:5]),
        ("2a", dice[:9]),
        ("1", lecture[5:]),
        ("2a", dice[9:]),
    ):
        typed = "\n".join(lines)
        code, _, err = work("set.yaml", "--sheet", "s.yaml", "--problem", number, typed=typed)
        assert (code, err) == (0, "")
    path.write_text(path.read_text() + "problem 3: {utility: 3, equilibria: [[2, 2]]}\n")
    code, out, _ = work("set.yaml", "--sheet", "s.yaml", "--problem", "2a", typed="undo\nundo\n")
    assert "problem 3: " in path.read_text()
    code, out, _ = work("set.yaml", "--sheet", "s.yaml", "--problem", "2a", typed=dice[-2])
    work("set.yaml", "--sheet", "s.yaml", "--problem", "2a", typed=dice[-1])
    code, out, _ = work("set.yaml", "s.yaml", command="check")
    for part in ("1 visits", "1 windows", "1 cutoffs", "2a visits", "2a values", "2a move"):
        assert re.search(rf"✓ {part} ", out), out
    assert "problem 3" not in out.partition("Notes")[2].casefold()
    code, _, err = work("key.yaml", "--sheet", "s.yaml")
    assert (code, "is not a sheet of this work" in err) == (2, True)


@over("format_name", FORMS)
def test_form_says_which_problems_can_be_worked_by_hand_and_stays_blank(format_name, work):
    for key, lines in (
        ("key.yaml", ["or: plytrace work key.yaml --sheet NAME.yaml"]),
        (
            "set.yaml",
            [
                f"or: plytrace work set.yaml --problem {number} --sheet NAME.yaml"
                for number in ("1", "2a")
            ],
        ),
    ):
        name = f"blank.{'txt' if format_name == 'text' else format_name}"
        code, blank, _ = work("--form", key, "-f", format_name, "-o", name, command="check")
        code, blank, err = work("--form", key, "-f", format_name, command="check")
        assert (code, err) == (0, "")
        if format_name in ("json", "csv"):
            assert "plytrace work" not in blank
            continue
        assert re.findall(r"or: plytrace work [^*\n]+", blank) == lines
        _, out, _ = work(key, name, "-f", "json", command="check")
        assert json.loads(out)["score"] == 0
        assert "plytrace" not in out.partition('"notes"')[2]
        _, out, _ = work(key, name, "-f", "text", command="check")
        assert "unread" not in out
        for line in lines:
            words = shlex.split(line.replace("NAME", "my"))[3:]
            code, _, err = work(*words, typed="quit")
            assert (code, err) == (0, "")


# The dialogue ---------------------------------------------------------------------------------


def test_lecture_tree_is_worked_with_slips(work):
    code, out, err = work("lecture", typed=table(__file__, "work_session")[0]["typed"])
    assert (code, err) == (0, "")
    assert out == table(__file__, "work_session")[0]["shown"]


def test_documented_dialogue_is_a_part_of_that_session():
    (block,) = blocks("work.md", "text")
    assert block in table(__file__, "work_session")[0]["shown"]


#: The end of the input, a command, and Ctrl-C.
ENDINGS = ([], ["quit"], [KeyboardInterrupt])


@over("level", [*Level])
def test_dialogue_that_is_interrupted_anywhere_continues_there(level, tmp_path):
    right = trace("lecture")
    lines, draw = lines_of(right), random.Random(str(level))
    path, left, endings = tmp_path / "parts.yaml", list(lines), cycle(ENDINGS)
    while left:
        taken, left = left[: (count := draw.randint(1, 5))], left[count:]
        sheet = SheetFile(path)
        written = converse(sheet.resume(right, level).session, [*taken, *next(endings)], sheet)
        assert re.fullmatch(rf"\d+ steps?, kept in {re.escape(str(path))}\.", written[-1])
    whole = SheetFile(tmp_path / "whole.yaml")
    converse(HandSession(right, level), lines, whole)
    assert path.read_text() == whole.path.read_text()


def test_every_line_is_answered_by_at_most_one_until_the_end():
    right = trace("lecture")
    for level in Level:
        written = converse(HandSession(right, level), lines_of(right))
        prompts = [place for place, line in enumerate(written) if line.endswith("> ")]
        gaps = [after - before for before, after in pairwise(prompts[:-1])]
        assert set(gaps) <= {1, 2}


def test_free_work_names_the_first_difference_and_goes_back_to_it():
    right = trace("lecture")
    lines = lines_of(right)
    place = lines.index("window 3.0 inf")
    lines[place] = "window -inf inf"
    written = converse(HandSession(right, Level.FREE), [*lines, "undo", "quit"])
    assert f"First difference, at your step {place + 1}: you entered C" in "\n".join(written)
    assert f"You are back at your step {place + 1}." in written
    assert "at C, MIN, which window> " in written[written.index(written[-3]) :]


def test_next_tree_is_another_work_in_another_file(tmp_path):
    right = trace("lecture")
    sheet = SheetFile(tmp_path / "s.yaml")
    (tmp_path / "s-2.yaml").write_text("visits: [A]\n")
    written = converse(HandSession(right), [*lines_of(right), "next", "visit B", "quit"], sheet)
    assert "Another tree." in written
    assert written[-1] == f"1 step, kept in {tmp_path / 's-3.yaml'}."
    assert (tmp_path / "s-2.yaml").read_text() == "visits: [A]\n"
    assert "move: " in (tmp_path / "s.yaml").read_text()


@some_of("search", ["minimax", "negamax", "alphabeta", "expectimax", "expectiminimax"], ms=45)
def test_next_tree_is_of_the_same_search_and_can_be_worked(search):
    right = trace("dice" if search == "expectiminimax" else "lecture", search)
    session = HandSession(right)

    said = []
    dialogue = PlainWork(session, None, lambda prompt: next_line(dialogue, right), said.append)
    dialogue.run()
    assert dialogue.session.right is not right
    assert dialogue.session.right.search == search
    assert said.count("Type next for another tree, or quit.") == 2
    assert not any(line.startswith("No:") for line in said)


def next_line(dialogue, first):
    """Return the next right line of a dialogue through two trees."""
    session = dialogue.session
    if session.is_over:
        return "next" if session.right is first else "quit"
    return lines_of(session.right)[len(session.work.events)]


def test_sum_at_a_chance_node_is_typed_as_a_sum():
    right = trace("dice")
    session = HandSession(right)
    lines = lines_of(right)
    converse(session, [line.replace("v 1.0", "v 1/2 * 2") for line in lines])
    assert session.is_over
    assert not session.slips


@pytest.mark.parametrize("window", ["({}, {})", "α={}, β={}", "{}..{}", "[{}; {}]", "{} to {}"])
@pytest.mark.parametrize("value", ["v {}", "v v = {}", "v = {}", "v ({})", "v {}.0"])
def test_numbers_of_steps_are_read_as_those_of_other_answers(window, value):
    right = trace("lecture")
    lines = [
        f"window {window.format(*line.split()[1:])}"
        if line.startswith("window ")
        else value.format(line.removeprefix("v ").removesuffix(".0"))
        if line.startswith("v ")
        else line
        for line in lines_of(right)
    ]
    session = HandSession(right)
    converse(session, lines)
    assert session.is_over
    assert not session.slips


def test_dialogue_says_nothing_of_leaves_that_are_not_visited():
    one, other = trace("[[3,12,8],[2,4,6],[14,5,2]]"), trace("[[3,12,8],[2,99,-7],[14,5,2]]")
    lines = [line for line in lines_of(one) for line in ("where", "rule", line, "help")]
    for level in Level:
        shown = [converse(HandSession(right, level), lines) for right in (one, other)]
        assert shown[0] == shown[1]


#: Searches for students who do anything.
ODD_WORKS = (
    ("lecture", "alphabeta", {}),
    ("misconceptions", "alphabeta", {"convention": "cs188,returns=fail-hard"}),
    ("dice", "expectiminimax", {}),
    ("transposition", "alphabeta", {}),
    ("reversi:4", "minimax", {"depth": 2}),
)
NUMBERS = ("3", "-inf", "inf", "1/2", "2", "0", "12", "1/2*3 + 1", "-1", "14.5", "1e5", "x")


def any_line(work, draw):
    """Return a line that need not make sense."""
    command = draw.choice([*STEPS, *STEPS, *OTHERS])
    numbers = [draw.choice(NUMBERS) for _ in range(2)]
    match command:
        case "visit" | "move":
            actions = range(len(work.frame.moves))
            return f"{command} {work.child_name(draw.choice(actions))}"
        case "v" | "gives":
            return f"{command} {numbers[0]}"
        case "window":
            return f"window {' '.join(numbers)}"
    return command


STEPS = ("visit", "take", "window", "return", "cut", "move", "v", "gives")
OTHERS = ("undo", "rule", "show", "where", "help", "next", "jump", "")


def work_as_a_monkey(session, sheet, count, draw):
    """Type lines that need not make sense, until the input ends."""
    lines = iter(range(count))

    def ask(_prompt):
        is_left = next(lines, None) is not None
        return any_line(dialogue.session.work, draw) if is_left else None

    dialogue = PlainWork(session, sheet, ask, lambda line: None)
    dialogue.run()


def test_any_lines_at_all_end_well_and_leave_a_sheet_that_continues(tmp_path):
    path = tmp_path / "s.yaml"
    for draw in cases(ms=150):
        source, search, options = draw.choice(ODD_WORKS)
        right, level = trace(source, search, **options), draw.choice([*Level])
        path.unlink(missing_ok=True)
        for count in (draw.randint(1, 60), draw.randint(1, 60)):
            sheet = SheetFile(path)
            session = sheet.resume(right, level).session
            if path.exists():
                kept = path.read_text()
                sheet.write(session)
                assert path.read_text() == kept
            work_as_a_monkey(session, sheet, count, draw)


@over(
    ("typed", "said"),
    [
        ("visit B,visit E,visit E1,return,cut,cut,cut,cut,cut,cut,move B", "Right: "),
        ("visit B,visit D,visit D1,cut,cut,v 1,cut,cut,cut,move B", "Right: "),
    ],
)
def test_chance_node_that_is_left_early_or_has_an_infinite_value_is_explained(typed, said):
    written = converse(HandSession(trace("dice"), Level.FREE), typed.split(","))
    assert any(line.startswith(said) for line in written), written


def test_sheet_that_cannot_be_written_is_reported_once_and_at_the_end(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    sheet = SheetFile(folder / "s.yaml")
    folder.rmdir()
    written = converse(HandSession(trace("lecture")), ["visit B", "visit B1", "v 3"], sheet)
    failures = [line for line in written if line.startswith("The sheet is not kept: ")]
    assert len(failures) == 2
    assert written[-1] == failures[0]
    folder.mkdir()
    written = converse(HandSession(trace("lecture")), ["visit B"], sheet)
    assert written[-1] == f"1 step, kept in {sheet.path}."


def test_without_a_source_a_tree_tests_the_commonest_mistake():
    note_tree("refuses-cutoff", ())
    done = run_command("work", "--plain", stdin="quit\n")
    assert done.returncode == 0
    assert "This tree tests an earlier mistake" in " ".join(done.stdout.split())
    note_tree(None, ("refuses-cutoff",))
    assert "an earlier mistake" not in run_command("work", "--plain", stdin="quit\n").stdout
