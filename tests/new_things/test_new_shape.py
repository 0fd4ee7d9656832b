"""A new shape of programs is listed, its starter printed, and its programs marked."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from engine.errors import UsageError
from tests.support.commands import run_command
from tracer.generate import fresh
from tracer.programs import child, process, shapes
from tracer.programs.child import shapes as drivers

#: The file that a course would hand out.
STARTER = '''
def search_oracle(oracle, number):
    """Return the value of a number."""
    raise NotImplementedError
'''
#: The shape.
DRIVER = '''
from ..program import Driver, ProgramResult
from ..watched_nodes import EXPANDED, VALUED

FUNCTIONS = {"minimax": ("search_oracle",)}


class Oracle:
    """Answers what a number means, and notes that it was asked."""

    def __init__(self, watched):
        self._watched = watched

    def is_max(self, number):
        return self._watched.node(number).player == 0

    def next_numbers(self, number):
        self._watched.log(self._watched.node(number), EXPANDED)
        return [one.number for one in self._watched.children(self._watched.node(number))]

    def value(self, number):
        node = self._watched.node(number)
        self._watched.log(node, VALUED)
        return node.utility


def score(file, entry):
    return 9 if entry and entry.name == "search_oracle" else 0


def run(program, watched, task):
    return ProgramResult(value=program.entry(Oracle(watched), 0))


ABOUT = "functions over numbers, which ask an oracle what a number means"
DRIVER = Driver(ABOUT, FUNCTIONS, score, run)
'''

RIGHT = """
def search_oracle(oracle, number):
    below = oracle.next_numbers(number)
    if not below:
        return oracle.value(number)
    best = max if oracle.is_max(number) else min
    return best(search_oracle(oracle, one) for one in below)
"""
WRONG = RIGHT.replace("in below", "in below[:2]")
KEY = """
source: '[[3, 12, 8], [2, 4, 6], [14, 5, 1]]'
search: minimax
parts: {visits: 3, utility: 2}
"""


@pytest.fixture
def shape(tmp_path, monkeypatch):
    """The file of the shape, in a copy of what runs beside programs."""
    copy = tmp_path / "house" / "tracer" / "programs" / "child"
    shutil.copytree(Path(child.__file__).parent, copy)
    (copy / "shapes" / "oracle.py").write_text(DRIVER, encoding="utf-8")
    (tmp_path / "oracle.py").write_text(STARTER, encoding="utf-8")
    monkeypatch.setattr(process, "_CHILD", copy)
    monkeypatch.setattr(process, "_SERVERS", [])  # a new one imports the copy
    monkeypatch.setattr(drivers, "__path__", [*drivers.__path__, str(copy / "shapes")])
    monkeypatch.setattr(shapes, "STARTERS", tmp_path)
    with_oracle = shapes._shapes_in(drivers.__path__)
    for module in (shapes, fresh):
        monkeypatch.setattr(module, "SHAPES", with_oracle)
    yield "oracle"
    process._end_server()
    for name in [one for one in sys.modules if ".shapes.oracle" in one]:
        del sys.modules[name]


def test_new_shape_is_listed_and_its_starter_printed(shape):
    rows = json.loads(run_command("list", "shapes", "-f", "json").stdout)["shapes"]
    (listed,) = [one for one in rows if one["name"] == shape]
    assert (listed["searches"], listed["starter"]) == (["minimax"], "oracle.py")
    assert "ask an oracle" in listed["description"]
    assert "ask an oracle" in " ".join(run_command("list", "shapes").stdout.split())
    assert run_command("check-code", "--starter", shape).stdout == STARTER
    with pytest.raises(UsageError, match="oracle"):
        shapes.find_shape("oracel")


def test_new_shape_gives_full_marks_only_to_a_correct_program(shape, tmp_path):
    (tmp_path / "key.yaml").write_text(KEY, encoding="utf-8")
    for name, code in (("right", RIGHT), ("wrong", WRONG)):
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    programs = [tmp_path / "right.py", tmp_path / "wrong.py"]
    for by_name in (["--shape", shape], []):
        ended = run_command("check-code", tmp_path / "key.yaml", *programs, "-f", "jsonl", *by_name)
        right, wrong = map(json.loads, ended.stdout.splitlines())
        assert ended.returncode == 1
        assert right["score"] == 5
        assert 0 < wrong["score"] < 5


def test_unregistered_shape_marks_no_program(tmp_path):
    (tmp_path / "key.yaml").write_text(KEY, encoding="utf-8")
    (tmp_path / "right.py").write_text(RIGHT, encoding="utf-8")
    ended = run_command("check-code", tmp_path / "key.yaml", tmp_path / "right.py")
    assert ended.returncode == 3, ended.stderr
    output = " ".join(ended.stdout.split())
    assert "it has no function for minimax; it defines search_oracle" in output
