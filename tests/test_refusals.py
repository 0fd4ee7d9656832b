"""Refusals of files: each is one clear error that names the file and the line."""

import re

import pytest

from engine.errors import InvalidInput, PlytraceError, SearchRefused, UsageError, add_place
from engine.mcts.hand_run import run_by_hand
from tests.support.cases import cases, over, scaled
from tests.support.malformed import KINDS, malformed
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.key_table import KEYS
from trees.other_inputs.hand_run import open_hand_run

#: Malformed files of each kind that are tried in every run, of some 12,000 in all.
TRIED = 100


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@over("kind", KINDS, ms=45)
def test_every_refusal_of_a_malformed_file_names_a_line(kind, tmp_path):
    every = [*malformed(kind)]
    tried = scaled(TRIED, len(every))
    (draw,) = cases(ms=0, name=kind.name)
    refused = [names_its_line(kind, text, tmp_path) for _, text in draw.sample(every, tried)]
    assert sum(refused) > tried // 4


def names_its_line(kind, text, folder):
    """Whether a file is refused; it fails if the refusal names no line of it."""
    file = folder / "file.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        kind.open(str(file))
    except PlytraceError as error:
        caught = str(error)
    else:
        return False
    assert re.search(r"file\.yaml:\d+", caught), f"{caught}\n{text}"
    return True


def refusal(folder, text):
    """The refusal of a key, and the line that it names."""
    key = folder / "key.yaml"
    key.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        grader_of(read_key(str(key)), diagnoses=False)
    assert caught.value.exit_code == 3
    return str(caught.value), int(caught.value.where.split(":")[1])


WHOLE_NUMBERS = ("depth", "rounds", "iterations", "seed", "win")
NO_WHOLE_NUMBERS = ("inf", "-inf", ".inf", "nan", ".nan", "1e400", "2.5", "true", "three", "[3]")


@over("key", WHOLE_NUMBERS)
@over("value", NO_WHOLE_NUMBERS)
def test_non_integer_value_is_refused_with_its_line(tmp_path, key, value):
    search = "search: mcts\n" if key in ("iterations", "seed") else ""
    _, line = refusal(tmp_path, f"source: tic-tac-toe\n{search}{key}: {value}\n")
    assert line == 2 + bool(search)


@pytest.mark.parametrize("key", ["depth", "rounds", "iterations"])
def test_negative_limit_is_refused_with_its_line(tmp_path, key):
    search = "search: mcts\n" if key == "iterations" else ""
    _, line = refusal(tmp_path, f"source: tic-tac-toe\n{search}{key}: -1\n")
    assert line == 2 + bool(search)


@over(
    ("option", "line"),
    table(__file__, "options_refused"),
)
def test_refused_option_is_reported_with_its_line(tmp_path, option, line):
    assert refusal(tmp_path, f"# a comment\nsource: tic-tac-toe\n{option}\n")[1] == line


@pytest.mark.parametrize(
    "source", ["d", "nim:x", "no-such.yaml", "tic-tac-toe@zz", "[1, x]", "1/0"]
)
def test_refused_source_is_reported_with_its_line_in_a_key_and_in_a_set(tmp_path, source):
    assert refusal(tmp_path, f"parts: [move]\nsource: {source}\n")[1] == 2
    caught, line = refusal(
        tmp_path, f"problems:\n  1: {{source: lecture}}\n  2: {{source: {source}}}\n"
    )
    assert line == 3
    assert caught.count("problem 2") == 1
    if source.startswith(("d", "nim", "no-such")):  # a source alone may be a problem
        assert refusal(tmp_path, f"problems:\n  1: lecture\n  2: {source}\n")[1] == 3


def test_missing_reward_of_a_hand_run_is_reported_with_the_line_of_the_rewards(tmp_path):
    (tmp_path / "run.yaml").write_text(
        "mcts:\n  start: [4, 4]\n  directions: [N, E]\n  selection: mean\n  y: up\n"
        "  nodes: states\n  rewards: [[4, 5, 1, 3]]\n"
    )
    lacking = run_by_hand(open_hand_run("run.yaml")).lacking
    assert "the table has no reward for (5,4)" in lacking.found
    assert lacking.where == "run.yaml:7:3"


@over("raised", [UsageError, SearchRefused, InvalidInput])
@over(
    ("where", "found"),
    [("", "no"), ("nim:3", "nim:3: no"), ("a.yaml", "a.yaml: no"), ("8/8 w - - 0 1", None)],
)
def test_line_is_added_to_messages_without_one(raised, where, found):
    with pytest.raises(InvalidInput) as caught, add_place("key.yaml:2:1"):
        raise raised("no", where=where, expected="yes", hint="Do")
    assert caught.value.where == "key.yaml:2:1"
    assert caught.value.found == (found or f"{where}: no")
    assert (caught.value.expected, caught.value.hint) == ("yes", "Do")


@pytest.mark.parametrize("where", ["key.yaml:3:1", "/x/other.json:7", "stdin:1:1", "a.test:2"])
def test_line_already_in_a_message_is_kept(where):
    with pytest.raises(UsageError) as caught, add_place("key.yaml:2:1"):
        raise UsageError("no", where=where)
    assert caught.value.where == where


def test_every_key_of_a_problem_file_is_tested():
    tried = {key for kind in KINDS if kind.name == "key" for key, _ in malformed(kind)}
    assert {*KEYS} <= tried
