"""The starter files that courses hand out: they run alone, and are right once they are written."""

import ast
import json
import subprocess
import sys

from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_comp341 import RIGHT as COMP341
from tests.support.programs_lab3 import alpha_beta, minimax
from tests.support.programs_mit import ALPHA_BETA, EXPECTIMAX, MINIMAX
from tests.support.programs_mp520 import MODULE
from tests.support.programs_run import record_of
from tests.support.tables import table
from tracer.programs.shapes import starter_of

AGENTS = read_program("cs188/multi-agents")
AGENTS = AGENTS[AGENTS.index("class MinimaxAgent") :].replace("Directions.STOP", "None")
#: For each shape, programs whose functions are written into its starter.
WRITTEN = {
    "aima": [read_program("aima/minimax"), read_program("aima/right")],
    "comp341": [COMP341],
    "cs188": [AGENTS.replace(": GameState", "")],
    "lab3": [minimax(), alpha_beta()],
    "mit": [MINIMAX, ALPHA_BETA, EXPECTIMAX],
    "mp520": [MODULE],
    "tree": [read_program("tree/plain-minimax"), read_program("tree/two-branches")],
}
#: Modules of courses, and the one that must be imported first.
COURSES = ("__future__", "principles_of_autonomy.grader", "utils")
CASES = {case["shape"]: case for case in table(__file__, "starters")}


def is_missing(node):
    return any(isinstance(one, ast.Raise) for one in ast.walk(node))


def filled_in(starter, program):
    """The starter with what is missing taken from a program, below what else that needs."""
    body = ast.parse(starter).body
    names = {getattr(one, "name", "") for one in body}
    given = [one for one in ast.parse(program).body if getattr(one, "module", "") not in COURSES]
    own = {one.name: one for one in given if hasattr(one, "name")}
    assert any(getattr(one, "name", "") in own and is_missing(one) for one in body)
    body = [own.get(getattr(one, "name", ""), one) if is_missing(one) else one for one in body]
    helpers = [one for one in given if getattr(one, "name", None) not in {*names, ""}]
    return ast.unparse(ast.Module([*helpers, *body], []))


def run_alone(folder, text):
    file = folder / "starter.py"
    file.write_text(text, encoding="utf-8")
    run = [sys.executable, "-I", str(file)]
    return subprocess.run(run, capture_output=True, text=True, check=False)


@over("shape", WRITTEN, ms=60)
def test_starter_runs_alone_and_earns_nothing_until_it_is_written(shape, tmp_path):
    done = run_alone(tmp_path, starter_of(shape))
    assert done.returncode == 1
    assert done.stderr.strip().endswith("NotImplementedError")
    record = record_of(starter_of(shape), CASES[shape]["keys"][0], tmp_path)
    assert "it raised NotImplementedError while it searched" in record["error"]


@over("shape", WRITTEN, ms=60)
def test_written_starter_is_right_and_prints_its_answers(shape, tmp_path):
    text = starter_of(shape)
    for program in WRITTEN[shape]:
        text = filled_in(text, program)
    for key in CASES[shape]["keys"]:
        record = record_of(text, key, tmp_path)
        assert record.get("error") is None, (json.dumps(key), record)
        assert record["score"] == record["max_score"] > 0, (json.dumps(key), record)
    done = run_alone(tmp_path, text)
    assert done.returncode == 0, done.stderr
    for printed in CASES[shape]["prints"]:
        assert printed in done.stdout
