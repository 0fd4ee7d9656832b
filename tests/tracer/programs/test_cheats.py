"""Programs that want marks without a search: each earns nothing, or what its honest work earns."""

from dataclasses import dataclass

import pytest

from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program
from tests.support.programs_trials import key_with_trees, problem
from tests.support.programs_trials import marked as marked_inside
from tests.support.tables import table
from tests.tracer.programs.test_sheets import programs
from tracer.programs.running import Limits
from tracer.programs.sheets import ProgramRunner

KEY = """\
source: lecture
search: alphabeta
accept: [aima]
parts: {visits: 4, move: 1, utility: 1, time: 1}
seconds: 1
"""
POSITION = """\
source: tic-tac-toe@xo.|.x.|o..
search: alphabeta
accept: [aima]
parts: {visits: 4, move: 1, utility: 1, counts: 1}
fresh: 0
"""


@dataclass(frozen=True)
class Cheat:
    """A program that cheats, the most that its honest work earns, and words of its record."""

    name: str
    code: str
    most: float = 0.0
    error: str = ""
    noted: str = ""


def _indented(lines):
    return "\n    ".join(lines.splitlines())


def _code(row):
    """Return the text of a program by its row in the table."""
    match row:
        case {"searches": body}:
            return f"def alpha_beta_search(game, state):\n    {_indented(body)}\n"
        case {"tries": body}:
            return (
                "def alpha_beta_search(game, state):\n"
                f"  try:\n    {_indented(body)}\n"
                "  except Exception:\n    pass\n"
                "  return 3, 'B'\n"
            )
        case {"uses": file, "code": code}:
            return read_program(f"cheats/{file}") + code
        case _:
            return row["code"]


def _cheat(row):
    words = row.get("error", ""), row.get("noted", "")
    return Cheat(row["name"], _code(row), row.get("most", 0.0), *words)


CHEATS = [_cheat(row) for row in table(__file__, "cheats")]


def mark(folder, text, code):
    key, grader = key_with_trees(text, diagnoses=False)
    (program,) = programs(folder, code)
    sheet = ProgramRunner(Limits(seconds=2, wall=8)).sheet(program, key)
    return grader.mark(sheet)


def points(marked):
    return {part.part: part.score for part in marked.parts}


def test_there_are_enough_cheats():
    assert len({cheat.name for cheat in CHEATS}) == len(CHEATS) >= 25


@over("cheat", CHEATS, ms=45)
def test_program_without_a_search_earns_its_honest_work_at_most(cheat, tmp_path):
    marked = mark(tmp_path, KEY, cheat.code)
    assert marked.score <= cheat.most + 1e-9, points(marked)
    messages = " ".join([marked.error, *(part.message for part in marked.parts)])
    assert cheat.error in messages
    assert cheat.noted in " ".join(marked.notes)
    if marked.parts:
        assert [part.most for part in marked.parts] == [4, 1, 1, 1]


@over("cheat", [one for one in CHEATS if not one.most], ms=45)
def test_position_without_fresh_trees_gives_a_cheat_nothing(cheat, tmp_path):
    code = cheat.code.replace("(3, 'B')", "(1, 'a3')").replace("3, 'B'", "1, 'a3'")
    assert mark(tmp_path, POSITION, code).score == 0


def test_right_program_earns_everything(tmp_path):
    assert mark(tmp_path, KEY, RIGHT).ok
    assert mark(tmp_path, POSITION, RIGHT).ok


def test_forged_clock_earns_no_time_for_a_slow_search(tmp_path):
    slow = (
        "import time\n_real = time.process_time\n"
        "time.process_time = time.monotonic = time.perf_counter = lambda: 0.0\n"
        "def waste():\n    end = _real() + 0.25\n    while _real() < end: pass\n"
    )
    code = slow + RIGHT.replace("    def highest(", "    waste()\n    def highest(", 1)
    marked = mark(tmp_path, KEY.replace("seconds: 1", "seconds: 0.15") + "fresh: 0\n", code)
    assert points(marked) == {"visits": 4, "move": 1, "utility": 1, "time": 0}


#: Cheats of other shapes: shape, source, and text.
OTHERS = dict(table(__file__, "cheats-other-shapes"))


@pytest.mark.parametrize("name", OTHERS)
def test_program_of_another_shape_earns_nothing_without_a_search(name, tmp_path):
    shape, source, code = OTHERS[name]
    record = marked_inside(tmp_path, code, problem(source), shape)
    parts = {part["part"]: part["score"] for part in record["parts"]}
    assert parts.pop("visits") <= (0.1 if name == "agent-first-move" else 0), record
    assert parts
    assert not any(parts.values()), record
