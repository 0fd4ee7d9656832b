"""Programs of students: cheats, clocks, fresh trees, what is handed in, and the sandbox."""

import json
import os
import sys

import pytest

from tests.support.commands import run_command
from tests.support.hostile import RIGHT
from tests.tracer.programs.test_cheats import mark
from tests.tracer.programs.test_clocks import KEY as TIMED
from tests.tracer.programs.test_clocks import LATE, parts_of
from tests.tracer.programs.test_fresh import KEY
from tests.tracer.programs.test_running import MINIMAX, run
from tracer.files.scratch import clear_folder, folder_size
from tracer.marking.keys.key import read_key
from tracer.programs import process
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import find_submissions
from tracer.programs.visits_from_calls import visits_from_calls


def test_key_without_parts_counts_visits_of_a_program_that_asks_nothing(tmp_path):
    key = "source: lecture\nsearch: alphabeta\n"
    marked = mark(tmp_path, key, "def alpha_beta_search(game, state): return 3, 'B'\n")
    assert {part.part: (part.score, part.most) for part in marked.parts} == {
        "visits": (0, 1),
        "move": (0, 1),
        "utility": (0, 1),
    }


def test_work_in_another_thread_is_timed(tmp_path):
    code = LATE.replace(
        "    waste()\n",
        "    import threading\n"
        "    one = threading.Thread(target=waste)\n    one.start()\n    one.join()\n",
    )
    assert parts_of(tmp_path, TIMED, code)[0] == {"visits": True, "time": False}


def test_wall_clock_time_is_used_without_a_kernel_clock(tmp_path, monkeypatch):
    monkeypatch.setattr("tracer.programs.process.Process.seconds", lambda self: None)
    ok, answers = parts_of(tmp_path, TIMED, LATE)
    assert ok == {"visits": True, "time": False}
    assert 0.25 <= float(answers["time"]) < 60


def test_command_marks_on_fresh_trees_and_repeats_itself(tmp_path):
    (tmp_path / "key.yaml").write_text(KEY, encoding="utf-8")
    code = RIGHT.replace(
        "    return highest(state, -math.inf, math.inf)",
        "    value, move = highest(state, -math.inf, math.inf)\n"
        "    return (value, 'B') if len(game.actions(state)) >= 2 else (value, move)",
    )
    (tmp_path / "prog.py").write_text(code, encoding="utf-8")
    command = ("check-code", "key.yaml", "prog.py", "-f", "json")
    texts = [run_command(*command, cwd=tmp_path).stdout for _ in range(2)]
    assert texts[0] == texts[1]
    record = json.loads(texts[0])
    scores = {part["part"]: part["score"] for part in record["parts"]}
    assert scores == {"visits": 4, "move": 0, "utility": 1}
    assert record["score"] == 5
    tree = record["parts"][1]["message"].rpartition("; on ")[2]  # one below whose root B is wrong
    assert tree.startswith("fresh tree ")
    assert record["notes"][0].startswith(f"the program: {tree} has ")
    assert record["notes"][-1].startswith(f"the program: {tree} is [")


def test_broken_archive_and_crowded_folder_have_records(tmp_path):
    (tmp_path / "p.zip").write_bytes(b"PK\x03\x04" + bytes(100))
    crowded = tmp_path / "crowded"
    crowded.mkdir()
    for number in range(10_000):
        (crowded / f"f{number}.py").touch()
    found = find_submissions([str(tmp_path / "p.zip"), str(crowded)], one=True)
    errors = [ProgramRunner().sheet(one, read_key("lecture")).error for one in found]
    assert "this is not a zip archive" in errors[0]
    assert "at most 20 MB in 500 files" in errors[1]


def test_deeply_nested_folder_is_measured_and_removed(tmp_path):
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "file").write_bytes(bytes(10_000))
    (tmp_path / "kept").write_text("kept", encoding="utf-8")
    (folder / "out").symlink_to(tmp_path)
    assert 10_000 + 4_096 <= folder_size(folder, 1 << 30) < 20_000
    assert folder_size(folder, 5_000) > 5_000
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(1_200):  # deeper than Python calls, and longer than a path can be
            os.mkdir("a" * 100)  # noqa: PTH102 — a path of it all would be too long
            os.chdir("a" * 100)
    finally:
        os.fchdir(before)
        os.close(before)
    assert folder_size(folder, 1 << 40) > 4_096 * 20
    clear_folder(folder)
    assert [*tmp_path.iterdir()] == [tmp_path / "kept"]
    clear_folder(folder)  # which is not there any more


def test_complete_tic_tac_toe_finishes_within_the_default_limits(run, tmp_path):
    key = tmp_path / "key.yaml"
    key.write_text("source: tic-tac-toe\nsearch: minimax\n", encoding="utf-8")
    done = run(MINIMAX, str(key))
    assert done.failure == ""
    assert len(visits_from_calls(done.calls, done.nodes).visits) == 549_946


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each program starts a new Python")
def test_programs_share_a_server_and_nothing_else(run):
    code = "import sys\nprint(hasattr(sys, 'left'), 'json' in sys.modules)\nsys.left = 1\n" + RIGHT
    outputs = {run(code).output for _ in range(2)}
    assert outputs == {"False True\n"}
    (server,) = process._SERVERS
    server._popen.kill()
    server._popen.wait()
    assert run(RIGHT).failure == ""
    assert server not in process._SERVERS
